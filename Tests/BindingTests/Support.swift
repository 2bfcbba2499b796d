import Testing
import TestSupport
import Yoke

/// Reads a text whole and byte by byte, and expects the same of both.
func read<Value: JSONReadable & Equatable>(
    _ type: Value.Type = Value.self, _ text: String, _ options: JSONReadOptions = .strict,
    _ location: SourceLocation = #_sourceLocation
) throws -> Value {
    let whole = try Value(json: text, options: options)
    #expect(try chunked(Value.self, Array(text.utf8), options) == whole, sourceLocation: location)
    return whole
}

/// Reads a text byte by byte.
func chunked<Value: JSONReadable>(
    _ type: Value.Type = Value.self, _ text: [UInt8], _ options: JSONReadOptions = .strict, size: Int = 1
) throws(JSONError) -> Value {
    var reader = try JSONReader<Value>(options: options)
    for chunk in text.chunks(of: size) { try reader.feed(chunk) }
    return try reader.finish()
}

/// The error of a text, which must be the same whole and byte by byte.
func failure<Value: JSONReadable>(
    _ type: Value.Type, _ text: String, _ options: JSONReadOptions = .strict,
    _ location: SourceLocation = #_sourceLocation
) -> JSONError? {
    let bytes = Array(text.utf8)
    do throws(JSONError) {
        _ = try Value(json: text, options: options)
        Issue.record("\(text) was accepted", sourceLocation: location)
        return nil
    } catch {
        let pieces = Outcome { () throws(JSONError) in try chunked(type, bytes, options) }.failure
        #expect(pieces == Failure(error), "\(text)", sourceLocation: location)
        return error
    }
}

/// Expects an error of that kind and path.
func expect<Value: JSONReadable>(
    _ kind: JSONError.Kind, _ path: String? = nil, reading type: Value.Type, _ text: String,
    _ options: JSONReadOptions = .strict, _ location: SourceLocation = #_sourceLocation
) {
    let error = failure(type, text, options, location)
    #expect(error?.kind == kind, "\(text)", sourceLocation: location)
    if let path { #expect(error?.path == path, "\(text)", sourceLocation: location) }
}

extension JSONReadOptions {
    /// Strict, with another policy for keys that are there twice.
    static func duplicates(_ policy: DuplicateKeys) -> JSONReadOptions {
        var options = JSONReadOptions.strict
        options.duplicateKeys = policy
        return options
    }
}
