/// The value of a property with an initial value, in the storage type that a macro generates. The value is missing if the JSON has no value
/// for the property. For macro expansions only.
@frozen
public struct _JSONStaged<Value> {
    /// nil if the JSON has no value. Then the property keeps its declared initial value.
    public var value: Value?

    /// Makes a missing value.
    @inlinable public init() { value = nil }
    /// Makes a missing value. Swift infers `Value` from the key path, because the property has no type annotation. The key path is not
    /// evaluated.
    @inlinable public init<Owner>(_ path: @autoclosure () -> KeyPath<Owner, Value>) { value = nil }
    /// Makes a present value.
    @inlinable public init(present value: Value) { self.value = value }
}

extension _JSONStaged: Sendable where Value: Sendable {}
extension _JSONStaged: Equatable where Value: Equatable {}

extension _JSONStaged: JSONMapped where Value: JSONMapped {
    /// The mapping of the value. A missing key gives a missing value.
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
