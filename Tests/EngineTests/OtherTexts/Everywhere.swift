import TestSupport
import Testing
import Yoke

/// Reads a text with both engines: at once, in two chunks with every cut, and byte by byte. Expects and returns the same result.
func everywhere<Value: JSONReadable & Equatable>(
    _ type: Value.Type = Value.self, _ text: String, _ options: JSONReadOptions = .json5, _ location: SourceLocation = #_sourceLocation
) -> Outcome<Value> {
    everywhere(type, bytes: Array(text.utf8), options, location)
}

/// Reads a text, given by its bytes, with both engines: at once, in two chunks with every cut, and byte by byte. Expects and returns the
/// same result.
func everywhere<Value: JSONReadable & Equatable>(
    _ type: Value.Type = Value.self, bytes text: [UInt8], _ options: JSONReadOptions, _ location: SourceLocation = #_sourceLocation
) -> Outcome<Value> {
    let outcomes = JSONEngine.each.map { engine in
        var options = options
        options.engine = engine
        let whole = Outcome { () throws(JSONError) in try Value(json: text, options: options) }
        for chunks in [text.chunks(of: 1)] + text.indices.map({ text.split(at: $0) }) {
            let pieces = Outcome { () throws(JSONError) -> Value in
                var reader = try JSONReader<Value>(options: options)
                for chunk in chunks { try reader.feed(chunk) }
                return try reader.finish()
            }
            #expect(same(pieces, whole), "\(engine), \(chunks.map(\.count)): \(shown(text))", sourceLocation: location)
        }
        return whole
    }
    #expect(outcomes.allSatisfy { same($0, outcomes[0]) }, "\(shown(text)): \(outcomes)", sourceLocation: location)
    return outcomes[0]
}

private func shown(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self).debugDescription }

/// Returns true if both outcomes have the same description. (`==` would not do, because NaN does not equal itself.)
private func same<Value>(_ a: Outcome<Value>, _ b: Outcome<Value>) -> Bool { "\(a)" == "\(b)" }
