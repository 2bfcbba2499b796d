/// Any JSON value. Use it to read without a model, or for a property that can hold any JSON.
///
/// ```swift
/// let document: JSONValue = ["statuses": [["id": 505874924095815681, "tags": ["swift"]]]]
/// document["statuses"]?[0]?["id"]?.uint64      // 505874924095815681
/// document["statuses"]?[7]?["id"]              // nil: missing
/// ```
///
/// - A value keeps all information of its text. Numbers keep their text (`JSONNumber`). Objects keep the order of their members and
///   repeated keys (`JSONObject`).
/// - The kinds of values stay apart: 1 is not true, and 1.0 is not 1.
/// - All strings and keys are compared by their UTF-8. "é" as one code point and "é" as two code points are different strings.
/// - An object equals an object with the same members in another order, see `JSONObject`.
///
/// A container (array or object) that was read keeps its text, without white space. Yoke makes the elements when a program first looks at
/// them, on any thread. So to read, free and write a document costs little more than one pass over its text.
///
/// A container that was taken out of a document may keep a part of the document in memory, until the container changes. This part is at
/// most sixteen times as large as the container. Small containers, strings and numbers keep no part of the document.
///
/// Values are copied in constant time. Copies share their elements until one of them changes. Releasing, comparing, hashing and writing are
/// not recursive, so a value may be a million levels deep. (`dump` and `Mirror` are parts of Swift and are recursive.)
@dynamicMemberLookup
public enum JSONValue: Sendable {
    /// `null`
    case null
    /// `true`, `false`
    case bool(Bool)
    /// A number, with its text.
    case number(JSONNumber)
    /// A string.
    case string(String)
    /// An array.
    case array(JSONArray)
    /// An object.
    case object(JSONObject)
}

extension JSONValue {
    /// Makes a Boolean.
    public init(_ value: Bool) { self = .bool(value) }
    /// Makes a number from an integer.
    public init(_ value: some FixedWidthInteger) { self = .number(JSONNumber(value)) }
    /// Makes a number; nil for NaN and the infinities, which JSON does not have.
    public init?(_ value: Double) {
        guard let number = JSONNumber(value) else { return nil }
        self = .number(number)
    }
    /// Makes a string.
    public init(_ value: String) { self = .string(value) }
}

extension JSONValue: CustomStringConvertible, CustomDebugStringConvertible {
    /// The value as compact JSON text.
    public var description: String { DocumentWriter.text(of: self, style: .compact) }
    /// The value as compact JSON text.
    public var debugDescription: String { description }
}
