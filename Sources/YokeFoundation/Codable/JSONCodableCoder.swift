import Foundation
import Yoke

/// Reads and writes a property whose type is Codable and has no mapping.
///
/// ```swift
/// @JSONModel struct Page {
///     @JSONCoded(.codable(Author.self)) var author: Author         // Author: Codable
///     @JSONCoded(.codable(Author.self)) var editors: [Author]
/// }
/// ```
/// In a mapping written by hand: `fields.add("author", \.author, by: .codable())`.
///
/// An error has the path in the whole document, `$.author.name`, and the `DecodingError` or `EncodingError` as its `underlying` error.
/// The position is that of the property's value, and not of a part of this value.
///
/// A `JSONError` that the type throws keeps its kind, message and `underlying` error, and its path is appended to the path of the value.
///
/// Cost: when reading, the binder makes a parsed copy of the value's text, and a `YokeDecoder` decodes this copy. When writing, a
/// `YokeEncoder` makes the value's text, and Yoke parses this text and writes it again.
public struct JSONCodableCoder<Value: Codable & SendableMetatype>: JSONCoder {
    private let decoder: YokeDecoder
    private let encoder: YokeEncoder

    /// Makes a coder with the options of a decoder and an encoder.
    public init(decoder: YokeDecoder = YokeDecoder(), encoder: YokeEncoder = YokeEncoder()) {
        self.decoder = decoder
        self.encoder = encoder
    }

    /// Decodes a value from its JSON text.
    public func decode(_ text: JSONRawText) throws -> Value { try decoder.decode(Value.self, from: text.text) }
    /// Returns the JSON text of a value.
    public func encode(_ value: Value) throws -> JSONRawText { try JSONRawText(String(decoding: encoder.encode(value), as: UTF8.self)) }

    public var jsonMapping: JSONMapping {
        JSONMapping(
            Value.self, via: ParsedText.self,
            decode: { [decoder] parsed in
                try checkStack()
                do { return try decoder.decode(Value.self, from: parsed) } catch { throw withPath(error) }
            },
            encode: { [encoder] value in
                try checkStack()
                do {
                    let data = try encoder.encode(copy value)
                    var options = JSONReadOptions.strict
                    options.limits = .unlimited
                    return try data.withUnsafeBytes { bytes in
                        try bytes.withMemoryRebound(to: UInt8.self) { try ParsedText.parse($0, options) }
                    }
                } catch { throw withPath(error) }
            })
    }
}

/// Throws an error if the call stack has little room left. Mapped types and Codable types can contain each other, to any depth.
private func checkStack() throws(JSONError) {
    if CallStack.isLow { throw JSONError(kind: .depthExceeded, message: CallStack.exceeded) }
}

extension JSONCoder {
    /// A coder for a Codable type without a mapping; see ``JSONCodableCoder``.
    public static func codable<Coded: Codable & SendableMetatype>(_ type: Coded.Type = Coded.self) -> JSONCodableCoder<Coded>
    where Self == JSONCodableCoder<Coded> {
        JSONCodableCoder()
    }
}

/// Returns the error that a Codable type threw as a `JSONError` with the path of its coding path. Returns an error without a coding path
/// unchanged.
private func withPath(_ error: any Error) -> any Error {
    func made(_ kind: JSONError.Kind, _ message: String, _ path: [any CodingKey]) -> JSONError {
        JSONError(kind: kind, message: message, path: JSONPathText(path).text, underlying: error)
    }
    return switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
        made(.typeMismatch, context.debugDescription, context.codingPath)
    case DecodingError.keyNotFound(_, let context): made(.missingKeys, context.debugDescription, context.codingPath)
    case DecodingError.dataCorrupted(let context):
        made(context.isTooDeep ? .depthExceeded : .refused, context.debugDescription, context.codingPath)
    case EncodingError.invalidValue(_, let context): made(.refused, context.debugDescription, context.codingPath)
    default: error
    }
}

extension DecodingError.Context {
    /// True if a decoder of Yoke has stopped because the call stack has little room left.
    fileprivate var isTooDeep: Bool { (underlyingError as? JSONError)?.kind == .depthExceeded }
}

extension JSONPathText {
    /// Makes the path from coding keys.
    init(_ path: [any CodingKey]) {
        self.init()
        for key in path {
            if let index = key.intValue, index >= 0, key is IndexKey { append(index: UInt64(index)) } else { append(key: key.stringValue) }
        }
    }
}
