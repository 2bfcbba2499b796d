import Testing
import TestSupport
import Yoke

/// The engines of this build, each once.
let engines = JSONEngine.each

/// Reads a text at once and cut at every byte, with every engine. Expects equal values, and returns the value.
func read<Value: JSONReadable & Equatable>(
    _ type: Value.Type = Value.self, _ text: String, _ options: JSONReadOptions = .strict,
    _ location: SourceLocation = #_sourceLocation
) throws -> Value {
    let first = try Value(json: text, options: options)
    for engine in engines {
        var options = options
        options.engine = engine
        #expect(try Value(json: text, options: options) == first, sourceLocation: location)
        let bytes = Array(text.utf8)
        let bad = try (0...bytes.count).first { try pieces(Value.self, bytes, options, $0) != first }
        #expect(bad == nil, "cut at \(bad ?? 0)", sourceLocation: location)
        #expect(try Value(json: bytes, options: options, size: 1) == first, sourceLocation: location)
    }
    return first
}

/// Returns the error of a text. Expects the same error at once and cut at every byte, with every engine.
@discardableResult
func failure<Value: JSONReadable>(
    _ type: Value.Type, _ text: String, _ options: JSONReadOptions = .strict, _ location: SourceLocation = #_sourceLocation
) -> JSONError? {
    let first = Outcome { () throws(JSONError) in try Value(json: text, options: options) }
    guard let expected = first.failure else {
        Issue.record("\(text) was accepted", sourceLocation: location)
        return nil
    }
    for engine in engines {
        var options = options
        options.engine = engine
        let whole = Outcome { () throws(JSONError) in try Value(json: text, options: options) }.failure
        #expect(whole == expected, "\(text)", sourceLocation: location)
        let bytes = Array(text.utf8)
        let bad = (0...bytes.count).first { split in
            Outcome { () throws(JSONError) in try pieces(Value.self, bytes, options, split) }.failure != expected
        }
        #expect(bad == nil, "\(text) cut at \(bad ?? 0)", sourceLocation: location)
    }
    do throws(JSONError) { _ = try Value(json: text, options: options) } catch { return error }
    return nil
}

private func pieces<Value: JSONReadable>(
    _ type: Value.Type, _ bytes: [UInt8], _ options: JSONReadOptions, _ split: Int
) throws(JSONError) -> Value {
    var reader = try JSONReader<Value>(options: options)
    try reader.feed(bytes[..<split])
    try reader.feed(bytes[split...])
    return try reader.finish()
}

extension JSONReadable {
    /// Reads a text in chunks of `size` bytes.
    init(json bytes: [UInt8], options: JSONReadOptions, size: Int) throws(JSONError) {
        var reader = try JSONReader<Self>(options: options)
        for chunk in bytes.chunks(of: size) { try reader.feed(chunk) }
        self = try reader.finish()
    }
}

/// Expects that reading the text fails with an error of this kind at this path.
func expect<Value: JSONReadable>(
    _ kind: JSONError.Kind, _ path: String, reading type: Value.Type, _ text: String, _ options: JSONReadOptions = .strict,
    _ location: SourceLocation = #_sourceLocation
) {
    let error = failure(type, text, options, location)
    #expect(error?.kind == kind, "\(text)", sourceLocation: location)
    #expect(error?.path == path, "\(text)", sourceLocation: location)
}

/// Writes a value in the given style, and returns the text. Expects that this text, and the indented text, are read back as an equal value.
func written<Value: JSONConvertible & Equatable>(
    _ value: Value, _ options: JSONWriteOptions = .compact, _ location: SourceLocation = #_sourceLocation
) throws -> String {
    let text = try value.jsonString(options)
    #expect(try Value(json: text) == value, "\(text)", sourceLocation: location)
    #expect(try Value(json: value.jsonString(.pretty)) == value, sourceLocation: location)
    return text
}

/// Updates copies of the value, one with each engine. Expects and returns the same new value and the same names of changed properties.
func updated<Value: JSONReadable & Equatable>(
    _ value: Value, _ text: String, _ policy: JSONUpdatePolicy = .standard, _ options: JSONReadOptions = .strict,
    _ location: SourceLocation = #_sourceLocation
) throws -> (value: Value, names: [String]) {
    let results = try engines.map { engine in
        var options = options, copy = value
        options.engine = engine
        let names = try copy.update(json: text, policy: policy, options: options).names
        return (value: copy, names: names)
    }
    #expect(results.allSatisfy { $0.value == results[0].value && $0.names == results[0].names }, sourceLocation: location)
    return results[0]
}

/// Expects that the update fails with an error of this kind and path, with every engine, and that the value does not change.
func expect<Value: JSONReadable & Equatable>(
    _ kind: JSONError.Kind, _ path: String, updating value: Value, _ text: String, _ policy: JSONUpdatePolicy = .standard,
    _ options: JSONReadOptions = .strict, _ location: SourceLocation = #_sourceLocation
) {
    for engine in engines {
        var options = options, copy = value
        options.engine = engine
        let error = #expect(throws: JSONError.self, sourceLocation: location) {
            try copy.update(json: text, policy: policy, options: options)
        }
        #expect(error?.kind == kind, sourceLocation: location)
        #expect(error?.path == path, sourceLocation: location)
        #expect(copy == value, sourceLocation: location)
    }
}

/// Returns all collected errors of a text, each as `path line:column`. Expects the same errors at once and cut anywhere, with every engine.
func failures<Value: JSONReadable>(
    _ type: Value.Type, _ text: String, _ options: JSONReadOptions = .strict, _ location: SourceLocation = #_sourceLocation
) -> [String] {
    var options = options
    options.collectsErrors = true
    func list(_ body: () throws(JSONError) -> Value) -> [String] {
        do throws(JSONError) { _ = try body() } catch {
            return error.all.map { "\($0.path) \($0.line ?? 0):\($0.column ?? 0)" }
        }
        return []
    }
    let expected = list { () throws(JSONError) in try Value(json: text, options: options) }
    let bytes = Array(text.utf8)
    for engine in engines {
        options.engine = engine
        #expect(list { () throws(JSONError) in try Value(json: text, options: options) } == expected, "\(engine)", sourceLocation: location)
        for split in 0...text.utf8.count {
            let cut = list { () throws(JSONError) in try pieces(Value.self, bytes, options, split) }
            #expect(cut == expected, "\(engine) cut at \(split)", sourceLocation: location)
        }
        let byByte = list { () throws(JSONError) in try Value(json: bytes, options: options, size: 1) }
        #expect(byByte == expected, "\(engine) by the byte", sourceLocation: location)
    }
    return expected
}
