/// A coder for a value whose JSON text is the content of a JSON string.
///
/// ```json
/// { "name": "weather", "arguments": "{\"city\":\"Bonn\"}" }
/// ```
/// ```swift
/// @JSONModel struct ToolCall {
///     var name: String
///     @JSONCoded(JSONTextCoder<Arguments>()) var arguments: Arguments
/// }
/// ```
///
/// The options of the call do not apply to the inner text; pass `reading` and `writing` instead. An error in the inner text has a path in
/// the entire document, such as `$.arguments.city`. Its position is the position of the string.
///
/// Cost: the outer text is read once, to a String, and the inner text is read once more from this String.
public struct JSONTextCoder<Value: JSONConvertible>: JSONCoder {
    private let reading: JSONReadOptions
    private let writing: JSONWriteOptions

    /// Makes a coder.
    ///
    /// - Parameters:
    ///   - reading: the options for reading the inner text.
    ///   - writing: the options for writing the inner text.
    public init(reading: JSONReadOptions = .strict, writing: JSONWriteOptions = JSONWriteOptions()) {
        self.reading = reading
        self.writing = writing
    }

    /// Reads a value from its JSON text.
    public func decode(_ text: String) throws -> Value { try Value(json: text, options: reading) }
    /// Returns the JSON text of a value.
    public func encode(_ value: Value) throws -> String { try value.jsonString(writing) }
}
