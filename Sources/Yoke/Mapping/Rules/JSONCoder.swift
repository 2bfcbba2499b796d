/// A conversion between a value and JSON via another type, for one property: `@JSONCoded(Celsius())`, or
/// `fields.add("t", \.t, by: Celsius())`.
///
/// ```swift
/// struct Celsius: JSONCoder {
///     func decode(_ degrees: Double) throws -> Temperature { Temperature(kelvin: degrees + 273.15) }
///     func encode(_ temperature: Temperature) throws -> Double { temperature.kelvin - 273.15 }
/// }
/// ```
/// Coders compose: `.optional`, `.nullable`, `.array` and `.dictionary` make the coder of a container from the coder of its values.
/// `coder.optional` reads null as nil, without calling `coder`. If a coder is used without `.optional` and its `Storage` is Optional, its
/// `decode` receives nil for null.
public protocol JSONCoder<Value>: Sendable {
    /// The type of the property.
    associatedtype Value
    /// The type whose JSON stands for the value.
    associatedtype Storage: JSONConvertible

    /// Makes the value from the storage. If the function throws, its error becomes the `underlying` error of a `.refused` error. If the
    /// thrown error is a `JSONError`, it keeps its kind, message and `underlying` error, and its path is appended to the path of the value.
    func decode(_ storage: Storage) throws -> Value
    /// Returns the storage that `decode` would turn into the value.
    func encode(_ value: Value) throws -> Storage
    /// The description of the value in JSON. The default reads and writes via `Storage`.
    var jsonMapping: JSONMapping { get }
}

extension JSONCoder {
    @inlinable
    public var jsonMapping: JSONMapping {
        JSONMapping(Value.self, via: Storage.self, decode: { try decode($0) }, encode: { try encode(copy $0) })
    }

    @usableFromInline var child: JSONMapping.Child { JSONMapping.Child(Value.self, isShared: false) { jsonMapping } }

    /// A coder for an Optional of the value.
    public var optional: JSONComposedCoder<Value?> {
        JSONComposedCoder { [child] in JSONMapping(nil: Value?.self, .optional(child)) }
    }

    /// A coder for a ``JSONNullable`` of the value.
    public var nullable: JSONComposedCoder<JSONNullable<Value>> {
        JSONComposedCoder { [child = optional.child] in JSONNullable<Value>.mapping(over: child) }
    }

    /// A coder for an array of values.
    public var array: JSONComposedCoder<[Value]> {
        JSONComposedCoder { [child] in
            JSONMapping(
                [Value].self, .array(element: child, .array(of: Value.self), iterationSize: Thunks.iterationSize(ofArraysOf: Value.self)))
        }
    }

    /// A coder for a dictionary of values.
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

/// A coder for a container whose values have a coder.
public struct JSONComposedCoder<Value>: JSONCoder {
    private let mapping: @Sendable () -> JSONMapping

    init(_ mapping: @escaping @Sendable () -> JSONMapping) { self.mapping = mapping }

    public var jsonMapping: JSONMapping { mapping() }
    /// Never called: the mapping of a composed coder calls only the inner coder.
    public func decode(_ value: String) throws -> Value { preconditionFailure("composed coders are not called") }
    /// Never called: the mapping of a composed coder calls only the inner coder.
    public func encode(_ value: Value) throws -> String { preconditionFailure("composed coders are not called") }
}

extension JSONFields {
    /// Adds a property with its own coder.
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, by coder: some JSONCoder<Value>, key: JSONKeys? = nil,
        rules: [JSONFieldRule<Value>] = []
    ) {
        append(name, path, key, coder.child, .none, rules)
    }

    /// Adds a property with its own coder and an initial value.
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, by coder: some JSONCoder<Value>, key: JSONKeys? = nil,
        default initial: @escaping @autoclosure @Sendable () -> Value, rules: [JSONFieldRule<Value>] = []
    ) {
        append(name, path, key, coder.child, .thunk(.initial(initial)), rules)
    }

    /// Adds a property with its own coder and a literal as initial value. If possible, Yoke evaluates the literal only once for the type.
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, by coder: some JSONCoder<Value>, key: JSONKeys? = nil,
        literal initial: @escaping @autoclosure @Sendable () -> Value, rules: [JSONFieldRule<Value>] = []
    ) {
        let thunks = Thunks.initial(initial)
        append(
            name, path, key, coder.child, isFreezable(initial()) ? .literal(thunks) : .thunk(thunks), rules)
    }

    /// Adds a property with its own coder. The property is written but never read, so its rules may only be rules for writing.
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, by coder: some JSONCoder<Value>, key: JSONKeys? = nil,
        constant initial: @escaping @autoclosure @Sendable () -> Value, rules: [JSONFieldRule<Value>] = []
    ) {
        append(name, path, key, coder.child, .constant(.initial(initial)), rules)
    }
}

extension JSONFields {
    /// Adds a property that is read from several members of the model's object, and written as several members.
    ///
    /// The coder's `Storage` is a struct. Yoke reads and writes the members of `Storage` beside the members of the other properties.
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
    /// Cost: Yoke reads the text of the model's object a second time, at the end of the object.
    public mutating func flatten<Value>(_ name: String, _ path: KeyPath<Model, Value>, by coder: some JSONCoder<Value>) {
        append(name, path, nil, coder.child, .none, [], role: .flattened)
    }

    /// Adds an Optional property that is read from several members. The property is nil if all of these members are missing. Pass the coder
    /// of the wrapped value, not the `.optional` coder.
    public mutating func flatten<Value, Coder: JSONCoder<Value>>(_ name: String, _ path: KeyPath<Model, Value?>, by coder: Coder) {
        let child = JSONMapping.Child(Value?.self, isShared: false) {
            JSONMapping(
                Value?.self, via: MembersIfAny<Coder.Storage>.self, decode: { try $0.members.map(coder.decode) },
                encode: { MembersIfAny(members: try (copy $0).map(coder.encode)) })
        }
        append(name, path, nil, child, .none, [], role: .flattened)
    }
}

/// The storage type of an Optional property that is flattened with a coder. `members` is nil if all members are missing in the JSON.
private struct MembersIfAny<Members: JSONConvertible>: JSONConvertible {
    var members: Members?
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("", \.members) } }
}
