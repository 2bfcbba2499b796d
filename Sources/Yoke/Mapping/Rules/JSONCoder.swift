/// One property's own way between its value and JSON, by way of another type: `@JSONCoded(Celsius())`, or `fields.add("t", \.t, by: Celsius())`.
///
/// ```swift
/// struct Celsius: JSONCoder {
///     func decode(_ degrees: Double) throws -> Temperature { Temperature(kelvin: degrees + 273.15) }
///     func encode(_ temperature: Temperature) throws -> Double { temperature.kelvin - 273.15 }
/// }
/// ```
/// Coders compose: `.optional`, `.nullable`, `.array` and `.dictionary` make one for what holds such values. null is nil for an `.optional` one; a
/// coder whose storage is Optional is itself given null.
public protocol JSONCoder<Value>: Sendable {
    /// What the property holds.
    associatedtype Value
    /// What stands in the JSON.
    associatedtype Storage: JSONConvertible

    /// Makes the value; what it throws becomes the `underlying` error of a `.refused` one.
    func decode(_ storage: Storage) throws -> Value
    /// What `decode` would turn into the value.
    func encode(_ value: Value) throws -> Storage
    /// The description of the value in JSON. The default goes through `Storage`.
    var jsonMapping: JSONMapping { get }
}

extension JSONCoder {
    @inlinable
    public var jsonMapping: JSONMapping {
        JSONMapping(Value.self, via: Storage.self, decode: { try decode($0) }, encode: { try encode(copy $0) })
    }

    @usableFromInline var child: JSONMapping.Child { JSONMapping.Child(Value.self, isShared: false) { jsonMapping } }

    /// For an Optional of the value.
    public var optional: JSONComposedCoder<Value?> {
        JSONComposedCoder { [child] in JSONMapping(nil: Value?.self, .optional(child)) }
    }

    /// For a ``JSONNullable`` of the value.
    public var nullable: JSONComposedCoder<JSONNullable<Value>> {
        JSONComposedCoder { [child = optional.child] in JSONNullable<Value>.mapping(over: child) }
    }

    /// For an array of values.
    public var array: JSONComposedCoder<[Value]> {
        JSONComposedCoder { [child] in JSONMapping([Value].self, .array(element: child, .array(of: Value.self), iterationSize: 0)) }
    }

    /// For a dictionary of values.
    public var dictionary: JSONComposedCoder<[String: Value]> {
        JSONComposedCoder { [child] in
            JSONMapping(
                [String: Value].self,
                .dictionary(
                    value: child, .dictionary(of: Value.self), PairLayout(Value.self),
                    iterationSize: MemoryLayout<DictionaryIterator<Value>>.size))
        }
    }
}

/// A coder for what holds values of another one.
public struct JSONComposedCoder<Value>: JSONCoder {
    private let mapping: @Sendable () -> JSONMapping

    init(_ mapping: @escaping @Sendable () -> JSONMapping) { self.mapping = mapping }

    public var jsonMapping: JSONMapping { mapping() }
    /// Not used: the mapping has no storage of its own.
    public func decode(_ value: String) throws -> Value { preconditionFailure("composed coders are not called") }
    /// Not used: the mapping has no storage of its own.
    public func encode(_ value: Value) throws -> String { preconditionFailure("composed coders are not called") }
}

extension JSONFields {
    /// A property with a coder of its own.
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, by coder: some JSONCoder<Value>, key: JSONKeys? = nil,
        rules: [JSONFieldRule<Value>] = []
    ) {
        append(name, path, key, coder.child, .none, rules)
    }

    /// A property with a coder of its own and an initial value.
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, by coder: some JSONCoder<Value>, key: JSONKeys? = nil,
        default initial: @escaping @autoclosure @Sendable () -> Value, rules: [JSONFieldRule<Value>] = []
    ) {
        append(name, path, key, coder.child, .thunk(.initial(initial)), rules)
    }

    /// The same for a literal, which is evaluated once for the type where its kind allows that.
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, by coder: some JSONCoder<Value>, key: JSONKeys? = nil,
        literal initial: @escaping @autoclosure @Sendable () -> Value, rules: [JSONFieldRule<Value>] = []
    ) {
        let thunks = Thunks.initial(initial)
        append(
            name, path, key, coder.child, isFreezable(initial()) ? .literal(thunks) : .thunk(thunks), rules)
    }

    /// A property with a coder of its own that is written but never read.
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, by coder: some JSONCoder<Value>, key: JSONKeys? = nil,
        constant initial: @escaping @autoclosure @Sendable () -> Value
    ) {
        append(name, path, key, coder.child, .constant(.initial(initial)), [])
    }
}

extension JSONFields {
    /// A property that is made of several members of this object: those of the coder's `Storage`, a struct, stand beside the other
    /// properties' own, and are read and written there.
    ///
    /// ```swift
    /// struct LocationCoder: JSONCoder {
    ///     @JSONModel struct Storage { var lat: Double; var lng: Double }
    ///     func decode(_ parts: Storage) -> Location { Location(parts.lat, parts.lng) }
    ///     func encode(_ location: Location) -> Storage { Storage(lat: location.latitude, lng: location.longitude) }
    /// }
    ///
    /// fields.flatten("at", \.at, by: LocationCoder())
    /// ```
    /// Cost: the object's text is read a second time, when it has ended.
    public mutating func flatten<Value>(_ name: String, _ path: KeyPath<Model, Value>, by coder: some JSONCoder<Value>) {
        append(name, path, nil, coder.child, .none, [], role: .flattened)
    }

    /// The same for an Optional, which is nil where none of the members is there. (The coder is the one for the value itself, not its
    /// `.optional`.)
    public mutating func flatten<Value, Coder: JSONCoder<Value>>(_ name: String, _ path: KeyPath<Model, Value?>, by coder: Coder) {
        let child = JSONMapping.Child(Value?.self, isShared: false) {
            JSONMapping(
                Value?.self, via: MembersIfAny<Coder.Storage>.self, decode: { try $0.members.map(coder.decode) },
                encode: { MembersIfAny(members: try (copy $0).map(coder.encode)) })
        }
        append(name, path, nil, child, .none, [], role: .flattened)
    }
}

/// What an Optional is flattened by way of: nil where none of its members is there.
private struct MembersIfAny<Members: JSONConvertible>: JSONConvertible {
    var members: Members?
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("", \.members) } }
}
