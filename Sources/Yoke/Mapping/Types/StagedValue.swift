/// What the storage of a staged type holds for a property that has an initial value: absent, until the JSON says
/// otherwise. Named by macro expansions; not for direct use.
public struct _JSONStaged<Value> {
    /// nil: the JSON did not say; the property keeps its declared initial value.
    public var value: Value?

    /// Absent.
    @inlinable public init() { value = nil }
    /// Absent; the path only tells the type, which a property without annotation does not.
    @inlinable public init<Owner>(_ path: @autoclosure () -> KeyPath<Owner, Value>) { value = nil }
    /// Present.
    @inlinable public init(present value: Value) { self.value = value }
}

extension _JSONStaged: Sendable where Value: Sendable {}
extension _JSONStaged: Equatable where Value: Equatable {}

extension _JSONStaged: JSONMapped where Value: JSONMapped {
    /// The mapping of the value; an absent key means absent.
    @inlinable
    public static var jsonMapping: JSONMapping { JSONMapping(nil: Self.self, .staged(JSONMapping.Child(Value.self))) }
}

extension _JSONStaged: StagedType {
    static var valueType: any Any.Type { Value.self }
}

extension _JSONStaged: NilTestable {
    @usableFromInline static func isNil(_ at: UnsafeRawPointer) -> Bool { Value?.isNil(at) }
    @usableFromInline static func holdsNil(_ at: UnsafeRawPointer) -> Bool { Value?.holdsNil(at) }
    @usableFromInline static func storeNil(_ to: UnsafeMutableRawPointer) { Value?.storeNil(to) }
}
