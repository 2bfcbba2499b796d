/// Any JSON: what is read when there is no model, or kept where a model has a place for anything.
///
/// ```swift
/// let document: JSONValue = ["statuses": [["id": 505874924095815681, "tags": ["swift"]]]]
/// document["statuses"]?[0]?["id"]?.uint64      // 505874924095815681
/// document["statuses"]?[7]?["id"]              // nil: not there
/// ```
///
/// Nothing is lost between text and value: numbers keep their text (`JSONNumber`), objects keep the order of their
/// members and keys that stand there twice (`JSONObject`). Kinds stay apart: 1 is not true, and 1.0 is not 1.
///
/// Strings and keys are equal when their UTF-8 is; "é" as one and as two code points are different strings here. Objects
/// are equal whatever the order of their members, see `JSONObject`.
///
/// What is read is kept as its text, without white space, and the elements of a container are made when they are first looked at, on
/// whichever thread that happens; so reading, dropping and writing a document cost little more than a look at its text. A container that has been
/// taken out of a document keeps memory in proportion to its own, at most sixteen times as much, for as long as it is not changed; small ones,
/// strings and numbers keep nothing else.
///
/// Values are copied in constant time and share their elements until one copy is changed. Releasing, comparing, hashing
/// and writing use no stack for depth: a value may be a million levels deep. (`dump` and `Mirror` are not ours, and do.)
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
    /// A Boolean.
    public init(_ value: Bool) { self = .bool(value) }
    /// An integer.
    public init(_ value: some FixedWidthInteger) { self = .number(JSONNumber(value)) }
    /// A number; nil for NaN and the infinities, which JSON does not have.
    public init?(_ value: Double) {
        guard let number = JSONNumber(value) else { return nil }
        self = .number(number)
    }
    /// A string.
    public init(_ value: String) { self = .string(value) }
}

extension JSONValue: CustomStringConvertible, CustomDebugStringConvertible {
    /// Compact JSON text.
    public var description: String { DocumentWriter.text(of: self, style: .compact) }
    /// Compact JSON text.
    public var debugDescription: String { description }
}
