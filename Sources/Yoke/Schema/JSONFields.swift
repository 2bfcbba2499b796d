/// The fields of a struct, collected by a schema's closure.
public struct JSONFields<Model> {
    private let keys: KeyCase
    @usableFromInline private(set) var descriptions: [FieldDescription] = []

    @usableFromInline
    init(keys: KeyCase) { self.keys = keys }

    /// A property that must be in the JSON, unless it is Optional: then an absent key means nil.
    ///
    /// - Parameters:
    ///   - name: the property's name, which in the schema's key case is the JSON key.
    ///   - key: the JSON key, byte for byte, where it is not the name.
    @inlinable
    public mutating func add<Value: JSONDescribed>(
        _ name: String, _ path: KeyPath<Model, Value>, key: String? = nil
    ) {
        append(name, MemoryLayout<Model>.offset(of: path), key, JSONSchema.Child(Value.self), .value(Value.self), .none, Value.self)
    }

    /// A property with an initial value, which an absent key (and null, unless the property is Optional) leads to.
    ///
    /// - Parameter initial: evaluated once for each instance that needs it.
    @inlinable
    public mutating func add<Value: JSONDescribed>(
        _ name: String, _ path: KeyPath<Model, Value>, key: String? = nil,
        default initial: @escaping @autoclosure @Sendable () -> Value
    ) {
        append(
            name, MemoryLayout<Model>.offset(of: path), key, JSONSchema.Child(Value.self), .value(Value.self),
            .thunk(.initial(initial)), Value.self)
    }

    /// The same for a literal: it is evaluated once for the type where its kind allows that (numbers, Bools, nil, "",
    /// empty collections), and costs nothing then.
    @inlinable
    public mutating func add<Value: JSONDescribed>(
        _ name: String, _ path: KeyPath<Model, Value>, key: String? = nil,
        literal initial: @escaping @autoclosure @Sendable () -> Value
    ) {
        let thunks = Thunks.initial(initial)
        append(
            name, MemoryLayout<Model>.offset(of: path), key, JSONSchema.Child(Value.self), .value(Value.self),
            isFreezable(initial()) ? .literal(thunks) : .thunk(thunks), Value.self)
    }

    /// A property that is written but never read: a `let` with an initial value.
    @inlinable
    public mutating func add<Value: JSONDescribed>(
        _ name: String, _ path: KeyPath<Model, Value>, key: String? = nil,
        constant initial: @escaping @autoclosure @Sendable () -> Value
    ) {
        append(
            name, MemoryLayout<Model>.offset(of: path), key, JSONSchema.Child(Value.self), .value(Value.self),
            .constant(.initial(initial)), Value.self)
    }

    /// A stored property that is not in the JSON.
    ///
    /// - Parameter initial: its value, evaluated once for each instance.
    public mutating func ignore<Value>(
        _ path: KeyPath<Model, Value>, initial: @escaping @autoclosure @Sendable () -> Value
    ) {
        // A stored function has another form than the one that generic code handles.
        let isFunction = "\(Value.self)".contains("->")
        descriptions.append(
            FieldDescription(
                name: "\(path)", key: nil, child: nil, offset: isFunction ? nil : MemoryLayout<Model>.offset(of: path),
                layout: ValueLayout(of: Value.self), value: .value(Value.self), initial: .thunk(.initial(initial))))
    }

    @usableFromInline
    mutating func append<Value: JSONDescribed>(
        _ name: String, _ offset: Int?, _ key: String?, _ child: JSONSchema.Child, _ value: Thunks,
        _ initial: FieldDescription.Initial, _ type: Value.Type
    ) {
        descriptions.append(
            FieldDescription(
                name: name, key: key ?? keys.key(for: name), child: child, offset: offset,
                layout: ValueLayout(of: type), value: value, initial: initial))
    }
}

extension JSONFields {
    /// Says at compile time what to do about a property whose type has no schema.
    @available(
        *, unavailable,
        message: "the property's type has no JSON schema: mark that type @JSONModel, or the property @JSONIgnore"
    )
    public mutating func add<Value>(_ name: String, _ path: KeyPath<Model, Value>, key: String? = nil) {}
    /// Says at compile time what to do about a property whose type has no schema.
    @available(
        *, unavailable,
        message: "the property's type has no JSON schema: mark that type @JSONModel, or the property @JSONIgnore"
    )
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, key: String? = nil, default initial: @autoclosure () -> Value
    ) {}
}

/// One stored property, without its types' names.
@usableFromInline
struct FieldDescription: Sendable {
    @usableFromInline
    enum Initial: Sendable {
        case none
        /// Evaluated for each instance whose key is absent.
        case thunk(Thunks)
        /// Evaluated once and copied.
        case literal(Thunks)
        /// Evaluated for each instance, whatever the JSON says.
        case constant(Thunks)
    }

    let name: String
    /// nil for ignored properties.
    let key: String?
    let child: JSONSchema.Child?
    /// nil for what has no fixed place in the instance.
    let offset: Int?
    let layout: ValueLayout
    let value: Thunks
    let initial: Initial
}
