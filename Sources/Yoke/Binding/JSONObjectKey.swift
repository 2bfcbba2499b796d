internal import CYoke

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
        return JSONSchema(Self.self, .through(JSONSchema.Child([String: Value].self), keyThunks))
    }

    /// By way of a dictionary of Strings.
    @inlinable
    static var keyThunks: Thunks {
        let thunks = Thunks.stored(
            { (dictionary: borrowing Self) in
                var texts = [String: Value](minimumCapacity: dictionary.count)
                for (key, value) in copy dictionary { texts[key.jsonKey] = value }
                return texts
            }, nil)
        thunks.make = { to, from, reader in
            let texts = from.assumingMemoryBound(to: [String: Value].self).move()
            var dictionary = Self(minimumCapacity: texts.count)
            for (text, value) in texts {
                if let key = Key(jsonKey: text) { dictionary[key] = value } else { try leaveOut(key: text, of: Key.self, reader) }
            }
            to.unsafelyUnwrapped.initializeMemory(as: Self.self, to: dictionary)
        }
        thunks.isForm = true
        return thunks
    }
}
extension Dictionary: JSONReadable where Key: JSONObjectKey, Value: JSONReadable {}
extension Dictionary: JSONWritable where Key: JSONObjectKey, Value: JSONWritable {}

/// A member whose key is none of the dictionary's: left out, where elements that do not fit are; else an error.
@usableFromInline
func leaveOut(key text: String, of type: any Any.Type, _ reader: UnsafeMutableRawPointer?) throws(JSONError) {
    let binder = unsafeBitCast(reader.unsafelyUnwrapped, to: Binder.self).c
    // The frame on top is that of the value that is made.
    guard let slot = binder.pointee.top.pointee.slot, (binder.pointee.rules | slot.pointee.rules) & SlotRule.lossy != 0 else {
        throw JSONError(.refused, "\"\(VisibleText.of(text))\" is no key of \(type)")
    }
    if binder.pointee.notes {
        binder.pointee.thunks.pointee.note(binder.pointee.reader, YOKE_NOTE_DROPPED, YOKE_FOUND_KEY.rawValue, slot)
    }
}
