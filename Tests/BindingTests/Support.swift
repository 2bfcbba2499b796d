import Testing
import TestSupport
import Yoke

/// Reads a text at once and byte by byte, expects equal values, and returns the value.
func read<Value: JSONReadable & Equatable>(
    _ type: Value.Type = Value.self, _ text: String, _ options: JSONReadOptions = .strict,
    _ location: SourceLocation = #_sourceLocation
) throws -> Value {
    let whole = try Value(json: text, options: options)
    #expect(try chunked(Value.self, Array(text.utf8), options) == whole, sourceLocation: location)
    return whole
}

/// Reads a text in chunks of `size` bytes; by default byte by byte.
func chunked<Value: JSONReadable>(
    _ type: Value.Type = Value.self, _ text: [UInt8], _ options: JSONReadOptions = .strict, size: Int = 1
) throws(JSONError) -> Value {
    var reader = try JSONReader<Value>(options: options)
    for chunk in text.chunks(of: size) { try reader.feed(chunk) }
    return try reader.finish()
}

/// Returns the error of reading a text. Expects the same error at once and byte by byte.
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

/// Expects that reading the text fails with an error of this kind and, unless `path` is nil, at this path.
func expect<Value: JSONReadable>(
    _ kind: JSONError.Kind, _ path: String? = nil, reading type: Value.Type, _ text: String,
    _ options: JSONReadOptions = .strict, _ location: SourceLocation = #_sourceLocation
) {
    let error = failure(type, text, options, location)
    #expect(error?.kind == kind, "\(text)", sourceLocation: location)
    if let path { #expect(error?.path == path, "\(text)", sourceLocation: location) }
}

extension JSONReadOptions {
    /// Returns strict options with this policy for duplicate keys.
    static func duplicates(_ policy: DuplicateKeys) -> JSONReadOptions {
        var options = JSONReadOptions.strict
        options.duplicateKeys = policy
        return options
    }
}
