/// The raw text of a JSON value. Yoke checks the text, keeps it byte for byte, and writes it back unchanged. Use a raw text to pass a value
/// on, to sign the value, or to read the value later.
///
/// Exception: if an option allows text that is not JSON (comments, trailing commas, JSON5, `invalidUnicode = .replace`), the raw text of
/// such a value is the repaired JSON.
///
/// Some options change the written text, but not its value: `escapesNonASCII` and `escapesSlashes` write more escapes. `indentsWithTabs`,
/// and `shortArrayLength` with an indent, change spaces and line breaks.
///
/// Yoke writes raw text with its line breaks, also in compact text. If a value must be on one line (NDJSON), replace each line feed of
/// the written text with a space. This is safe: a line feed outside of strings is white space, and a string holds a line feed only as `\n`.
///
/// Two raw texts are equal if their bytes are equal. So two raw texts with different white space are not equal, even if they have the same
/// value.
public struct JSONRawText: Sendable, Hashable {
    /// The JSON text of a single value, without white space at its ends.
    public let text: String

    /// Checks the text and keeps it.
    ///
    /// - Throws: the error in the text, if the text is not a single JSON value.
    public init(_ text: String) throws(JSONError) { self = try JSONRawText(json: text) }

    init(checked text: String) { self.text = text }

    /// Returns true if both raw texts have the same UTF-8 bytes.
    public static func == (a: JSONRawText, b: JSONRawText) -> Bool { sameBytes(a.text, b.text) }

    /// Hashes the UTF-8 of the text.
    public func hash(into hasher: inout Hasher) { borrow(text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
}

extension JSONRawText: CustomStringConvertible, CustomDebugStringConvertible {
    /// The raw text.
    public var description: String { text }
    /// The raw text.
    public var debugDescription: String { text }
}
