/// The type of a property that distinguishes a missing key from null. In a partial update, null clears the property, and a missing key
/// keeps it.
///
/// A missing key gives `.missing`. Yoke writes `.missing` only with the option `nulls: .write`, as null. Yoke always writes `.null` as
/// null.
public enum JSONNullable<Value> {
    /// The JSON object does not have the key.
    case missing
    /// The JSON object has the key, with null as its value.
    case null
    /// The JSON object has the key, with a value other than null.
    case value(Value)

    /// The value; nil for `.missing` and `.null`.
    public var value: Value? { if case .value(let value) = self { value } else { nil } }

    /// Makes `.value` from a value, and `.null` from nil.
    public init(_ value: Value?) { self = value.map { .value($0) } ?? .null }
}

extension JSONNullable: Sendable where Value: Sendable {}
extension JSONNullable: Equatable where Value: Equatable {}
extension JSONNullable: Hashable where Value: Hashable {}

extension JSONNullable: JSONMapped where Value: JSONMapped {
    /// The JSON form of `Value`, or null.
    public static var jsonMapping: JSONMapping { mapping(over: JSONMapping.Child(Value?.self)) }
}
extension JSONNullable: JSONReadable where Value: JSONReadable {}
extension JSONNullable: JSONWritable where Value: JSONWritable {}

extension JSONNullable {
    /// Reads and writes via an Optional of the value.
    static func mapping(over optional: JSONMapping.Child) -> JSONMapping {
        let value = Thunks.nilValue(Self.self)
        value.storeNull = { to in to.initializeMemory(as: Self.self, to: .null) }
        let via = Thunks.via(
            decode: { (value: consuming Value?) in JSONNullable(value) },
            encode: { (nullable: borrowing Self) in if case .value(let value) = copy nullable { value } else { nil } })
        via.isForm = true
        return JSONMapping(Self.self, .via(optional, via), value: value)
    }
}

extension JSONNullable: NilTestable {
    @usableFromInline
    static func isNil(_ at: UnsafeRawPointer) -> Bool {
        if case .missing = at.assumingMemoryBound(to: Self.self).pointee { true } else { false }
    }
    @usableFromInline
    static func holdsNil(_ at: UnsafeRawPointer) -> Bool { isNil(at) }
    @usableFromInline
    static func storeNil(_ to: UnsafeMutableRawPointer) { to.initializeMemory(as: Self.self, to: .missing) }
}
