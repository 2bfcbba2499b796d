/// A property that tells an absent key from null: for partial updates, where null clears and absence keeps.
///
/// Absent keys give `.missing`, which is not written, unless `nulls: .write` has nulls for all that is not there; `.null` is written as
/// null, whatever the options say.
public enum JSONNullable<Value> {
    /// The key is not there.
    case missing
    /// The key is there, and null.
    case null
    /// A value.
    case value(Value)

    /// The value, if there is one.
    public var value: Value? { if case .value(let value) = self { value } else { nil } }

    /// `.value`, or `.null` for nil.
    public init(_ value: Value?) { self = value.map { .value($0) } ?? .null }
}

extension JSONNullable: Sendable where Value: Sendable {}
extension JSONNullable: Equatable where Value: Equatable {}
extension JSONNullable: Hashable where Value: Hashable {}

extension JSONNullable: JSONMapped where Value: JSONMapped {
    /// What `Value` is, or null.
    public static var jsonMapping: JSONMapping { mapping(over: JSONMapping.Child(Value?.self)) }
}
extension JSONNullable: JSONReadable where Value: JSONReadable {}
extension JSONNullable: JSONWritable where Value: JSONWritable {}

extension JSONNullable {
    /// By way of an Optional of the value.
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
