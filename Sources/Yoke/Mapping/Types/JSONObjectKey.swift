internal import CYoke

/// A type whose values can be keys of a JSON object. String and the integers conform; an enum with String raw values can conform.
///
/// ```swift
/// enum Size: String, JSONObjectKey { case small, large }
/// let prices = try [Size: Double](json: #"{"small": 1.5, "large": 2}"#)
/// ```
/// The keys of an enum are its raw values, also if `@JSONCase` or a key style gives the cases other names as values.
public protocol JSONObjectKey: Hashable, Sendable {
    /// Makes the value for a JSON key. If the result is nil, reading the dictionary throws an error of kind `.refused` at the key's
    /// position.
    ///
    /// Yoke calls this initialiser several times for each key: to check the key, and to build the dictionary at the end of the object. If
    /// two keys of an object give equal values, they are repeated keys: see `JSONReadOptions.duplicateKeys`.
    init?(jsonKey: String)
    /// The JSON key for the value. Values that are not equal must have different keys, or their members would replace each other.
    var jsonKey: String { get }
}

extension String: JSONObjectKey {
    /// Takes the key unchanged.
    public init(jsonKey: String) { self = jsonKey }
    /// The String itself.
    public var jsonKey: String { self }
}

extension JSONObjectKey where Self: RawRepresentable, RawValue == String {
    /// Makes the value whose raw value is the key; nil if the type has no such value.
    public init?(jsonKey: String) { self.init(rawValue: jsonKey) }
    /// The raw value.
    public var jsonKey: String { rawValue }
}

extension JSONObjectKey where Self: FixedWidthInteger {
    /// Reads decimal digits exactly as `jsonKey` writes them: no plus sign, no leading zeros.
    public init?(jsonKey: String) {
        self.init(jsonKey)
        guard String(self) == jsonKey else { return nil }
    }
    /// The integer in decimal digits.
    public var jsonKey: String { String(self) }
}

extension Int: JSONObjectKey {}
extension Int64: JSONObjectKey {}
extension Int32: JSONObjectKey {}
extension Int16: JSONObjectKey {}
extension Int8: JSONObjectKey {}
extension UInt: JSONObjectKey {}
extension UInt64: JSONObjectKey {}
extension UInt32: JSONObjectKey {}
extension UInt16: JSONObjectKey {}
extension UInt8: JSONObjectKey {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Int128: JSONObjectKey {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension UInt128: JSONObjectKey {}

extension Dictionary: JSONMapped where Key: JSONObjectKey, Value: JSONMapped {
    /// A JSON object. Key styles do not change its keys. If `Key` is not String, Yoke first reads a `[String: Value]`, and converts its
    /// keys at the end of the object.
    @inlinable
    public static var jsonMapping: JSONMapping {
        let texts = JSONMapping(
            [String: Value].self,
            .dictionary(
                value: JSONMapping.Child(Value.self), Key.self == String.self ? .dictionary(of: Value.self) : keyedThunks,
                PairLayout(Value.self),
                iterationSize: MemoryLayout<DictionaryIterator<Value>>.size))
        if Key.self == String.self { return texts }
        return JSONMapping(Self.self, .via(JSONMapping.Child([String: Value].self, isShared: false) { texts }, keyThunks))
    }

    /// Returns the thunks of `[String: Value]`, with a check of each key: a key is refused if `Key(jsonKey:)` returns nil. Two keys count
    /// as equal if they give equal values of `Key`.
    @inlinable
    static var keyedThunks: Thunks {
        let thunks = Thunks.dictionary(of: Value.self)
        thunks.dictionary = { to, from, count, keepsFirst in
            var model = [String: Value](minimumCapacity: count), texts = [Key: String](minimumCapacity: count)
            for i in 0..<count {
                let pair = Pair<Value>(from.unsafelyUnwrapped, i), text = pair.key.move(), value = pair.value.move()
                guard let key = Key(jsonKey: text) else { continue }
                if let other = texts[key] {
                    if keepsFirst { continue }
                    model[other] = nil
                }
                texts[key] = text
                model[text] = value
            }
            let entries = model.count
            to.initializeMemory(as: [String: Value].self, to: model)
            return entries
        }
        thunks.find = { dictionary, pair, to in
            let key = ownKey(pair.assumingMemoryBound(to: String.self).pointee)
            guard let value = dictionary.assumingMemoryBound(to: [String: Value].self).pointee[key] else { return false }
            to.initializeMemory(as: Value.self, to: value)
            return true
        }
        let put = thunks.put
        thunks.put = { dictionary, pair, hasValue in
            let key = pair.assumingMemoryBound(to: String.self)
            key.pointee = ownKey(key.pointee)
            put(dictionary, pair, hasValue)
        }
        thunks.ownKey = ownKey
        thunks.key = { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            if Key(jsonKey: text) == nil { throw noKey(text, of: Key.self) }
        }
        return thunks
    }

    /// Returns the key under which an entry is written. Example: `"accept"` for the key `"ACCEPT"` of a text, if `Key` does not distinguish
    /// upper and lower case. So an update with `"ACCEPT"` changes the entry `"accept"`.
    @inlinable
    static func ownKey(_ text: String) -> String {
        guard let key = Key(jsonKey: text), case let own = key.jsonKey, own != text, Key(jsonKey: own) == key else { return text }
        return own
    }

    /// Returns the thunks that convert between `[Key: Value]` and `[String: Value]`.
    @inlinable
    static var keyThunks: Thunks {
        let thunks = Thunks.stored(
            { (dictionary: borrowing Self) in
                var texts = [String: Value](minimumCapacity: dictionary.count)
                for (key, value) in copy dictionary { texts[key.jsonKey] = value }
                return texts
            }, nil)
        thunks.make = { to, from, _ in
            let texts = from.assumingMemoryBound(to: [String: Value].self).move()
            var dictionary = Self(minimumCapacity: texts.count)
            for (text, value) in texts {
                guard let key = Key(jsonKey: text) else { continue }
                if dictionary.updateValue(value, forKey: key) != nil { throw equalKeys(text, of: Key.self) }
            }
            to.unsafelyUnwrapped.initializeMemory(as: Self.self, to: dictionary)
        }
        thunks.isForm = true
        return thunks
    }
}
extension Dictionary: JSONReadable where Key: JSONObjectKey, Value: JSONReadable {}
extension Dictionary: JSONWritable where Key: JSONObjectKey, Value: JSONWritable {}

/// Returns the error for a JSON key for which `Key(jsonKey:)` returns nil.
@usableFromInline
func noKey<Key: JSONObjectKey>(_ text: String, of type: Key.Type) -> any Error {
    func names<Cases: CaseIterable>(_ type: Cases.Type) -> [String] { type.allCases.compactMap { ($0 as? any JSONObjectKey)?.jsonKey } }
    let known = if let cases = type as? any CaseIterable.Type { names(cases) } else { [String]() }
    return NoKey(text: text, type: type, known: known)
}

/// Returns the error for an update with a key that equals another key of the dictionary, but has another text.
@usableFromInline
func equalKeys<Key: JSONObjectKey>(_ text: String, of type: Key.Type) -> any Error {
    JSONError(
        .duplicateKey, "another key of the dictionary equals \"\(VisibleText.of(text))\" as a \(TypeName.of(type))",
        hint: "let equal keys have the same jsonKey")
}

/// The error for a JSON key that the dictionary's key type does not accept.
struct NoKey: Error {
    let text: String
    let type: any JSONObjectKey.Type
    /// The JSON keys of all cases of the key type, if it is `CaseIterable`; else empty.
    let known: [String]

    var isInteger: Bool { type is any FixedWidthInteger.Type }
    /// True if the key is written as an integer is, but the integer does not fit the type.
    var isOutOfRange: Bool { isInteger && text != "-0" && JSONNumber(text: text)?.isInteger == true }
    /// The words that tell the reader of an error which keys are valid.
    var expected: String {
        let name = TypeName.of(type)
        return isInteger ? "an integer (\(name))" : known.isEmpty ? "a value of \(name)" : "a case of \(name)"
    }
}
