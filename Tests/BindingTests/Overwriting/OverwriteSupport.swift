import TestSupport
import Testing
import Yoke

/// Reads a text into a value: at once if `cut` is nil, byte by byte if `cut` is negative, else in two chunks.
func overwrite<Value: JSONReadable>(
    _ value: inout Value, _ text: [UInt8], cut: Int?, _ options: JSONReadOptions = .strict
) throws(JSONError) {
    var reader = try JSONReader<Value>(options: options)
    guard let cut else { return try reader.read(into: &value, from: text) }
    try reader.read(into: &value, fromChunks: cut < 0 ? text.chunks(of: 1) : text.split(at: cut))
}

/// Reads the second text into the value of the first text, with every engine and every cut. Expects the same value or error as for a new
/// value. The value can be read into again after an error. A copy of the old value, which the test holds, must not change.
func expectSame<Value: JSONReadable & Equatable>(
    _ type: Value.Type, _ old: String, _ new: String, _ options: JSONReadOptions = .strict, cuts: Bool = true,
    _ location: SourceLocation = #_sourceLocation
) throws {
    let first = try Value(json: old, options: options), again = try Value(json: old, options: options)
    let text = Array(new.utf8)
    let expected = Outcome { () throws(JSONError) in try Value(json: text, options: options) }
    for engine in JSONEngine.each {
        var options = options
        options.engine = engine
        for cut in [nil, -1] + (cuts ? (0...text.count).map { $0 } : []) as [Int?] {
            for isShared in cut ?? -1 < 0 ? [false, true] : [false] {
                // If `isShared` is true, `copy` shares the memory of this value. If it is false, no other variable shares this memory.
                var value = try Value(json: old, options: options)
                let copy = isShared ? value : first
                let outcome = Outcome { () throws(JSONError) in
                    try overwrite(&value, text, cut: cut, options)
                    return true
                }
                #expect(outcome.failure == expected.failure, "\(old) <- \(new), \(engine), \(cut ?? 0)", sourceLocation: location)
                if case .value(let fresh) = expected {
                    #expect(value == fresh, "\(old) <- \(new), \(engine), \(cut ?? 0)", sourceLocation: location)
                }
                #expect(copy == again, "a copy has changed: \(old) <- \(new)", sourceLocation: location)
                try overwrite(&value, Array(old.utf8), cut: nil, options)
                #expect(value == again, "after \(new)", sourceLocation: location)
            }
        }
    }
}
