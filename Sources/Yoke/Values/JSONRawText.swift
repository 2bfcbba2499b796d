/// A value's own text, as it stands in the JSON: checked, kept byte for byte, and written back as it is. For what is handed on, signed, or
/// read later.
///
/// It is written with the line breaks that it has, in compact text too. Where a value has to be one line (NDJSON), put a blank in the place of
/// each line feed of what is written: in JSON that is white space wherever it stands, since strings have it escaped.
///
/// Equal when the bytes are; two texts of one value differ when they are spaced otherwise.
public struct JSONRawText: Sendable, Hashable {
    /// The JSON text of one value, without white space around it.
    public let text: String

    /// - Throws: what is wrong with the text, if it is not the JSON of one value.
    public init(_ text: String) throws(JSONError) { self = try JSONRawText(json: text) }

    init(checked text: String) { self.text = text }

    /// Whether both have the same UTF-8.
    public static func == (a: JSONRawText, b: JSONRawText) -> Bool { sameBytes(a.text, b.text) }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) { borrow(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
}

extension JSONRawText: CustomStringConvertible, CustomDebugStringConvertible {
    /// The text.
    public var description: String { text }
    /// The text.
    public var debugDescription: String { text }
}
