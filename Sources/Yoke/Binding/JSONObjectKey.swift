/// A type whose values can be the keys of a JSON object: String, the integers, and enums over strings that say so.
///
/// ```swift
/// enum Size: String, JSONObjectKey { case small, large }
/// let prices = try [Size: Double](json: #"{"small": 1.5, "large": 2}"#)
/// ```
public protocol JSONObjectKey: Hashable, Sendable {
    /// The value that a key spells; nil if it spells none, which is an error of kind `.refused`.
    init?(jsonKey: String)
    /// The key for the value.
    var jsonKey: String { get }
}

extension String: JSONObjectKey {
    public init(jsonKey: String) { self = jsonKey }
    public var jsonKey: String { self }
}

extension JSONObjectKey where Self: RawRepresentable, RawValue == String {
    public init?(jsonKey: String) { self.init(rawValue: jsonKey) }
    public var jsonKey: String { rawValue }
}

extension JSONObjectKey where Self: FixedWidthInteger {
    /// Decimal digits, as the number is written: no sign in front of positive ones, no zeros.
    public init?(jsonKey: String) {
        self.init(jsonKey)
        guard String(self) == jsonKey else { return nil }
    }
    public var jsonKey: String { String(self) }
}

extension Int: JSONObjectKey {}
extension Int64: JSONObjectKey {}
extension Int32: JSONObjectKey {}
extension UInt: JSONObjectKey {}
extension UInt64: JSONObjectKey {}
extension UInt32: JSONObjectKey {}

extension Dictionary: JSONDescribed where Key: JSONObjectKey, Value: JSONDescribed {
    /// A JSON object; keys are taken as they are, whatever the key case of the model around it. Keys that are no Strings are made of them
    /// when the object has ended.
    @inlinable
    public static var jsonSchema: JSONSchema {
        if Key.self == String.self {
            return JSONSchema(
                Self.self,
                .dictionary(
                    value: JSONSchema.Child(Value.self), .dictionary(of: Value.self), PairLayout(Value.self),
                    walkSize: MemoryLayout<DictionaryWalk<Value>>.size))
        }
        return JSONSchema(
            Self.self, through: [String: Value].self, make: { try keyed($0) },
            store: { dictionary in
                var texts = [String: Value](minimumCapacity: dictionary.count)
                for (key, value) in dictionary { texts[key.jsonKey] = value }
                return texts
            })
    }

    @usableFromInline
    static func keyed(_ texts: [String: Value]) throws(JSONError) -> Self {
        var dictionary = Self(minimumCapacity: texts.count)
        for (text, value) in texts {
            guard let key = Key(jsonKey: text) else {
                throw JSONError(.refused, "\"\(VisibleText.of(text))\" is no key of \(Key.self)")
            }
            dictionary[key] = value
        }
        return dictionary
    }
}
extension Dictionary: JSONReadable where Key: JSONObjectKey, Value: JSONReadable {}
extension Dictionary: JSONWritable where Key: JSONObjectKey, Value: JSONWritable {}
