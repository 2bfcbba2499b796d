/// The fields of a struct, collected by a mapping's closure.
public struct JSONFields<Model> {
    @usableFromInline let list: CollectedFields

    var rules: ObjectRules {
        get { list.rules }
        nonmutating _modify { yield &list.rules }
    }

    @usableFromInline
    init(_ list: CollectedFields) { self.list = list }

    /// A property that must be in the JSON, unless it is Optional: then an absent key means nil.
    ///
    /// - Parameters:
    ///   - name: the property's name, which in the mapping's key case is the JSON key.
    ///   - key: the JSON key, byte for byte, where it is not the name; or a list of candidates, keys and paths.
    ///   - rules: what is done about null and values that do not fit.
    @inlinable
    public mutating func add<Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, Value>, key: JSONKeys? = nil, rules: [JSONFieldRule<Value>] = []
    ) {
        append(name, path, key, JSONMapping.Child(Value.self), .none, rules)
    }

    /// A property with an initial value, which an absent key (and null, unless the property is Optional) leads to.
    ///
    /// - Parameter initial: evaluated once for each instance that needs it.
    @inlinable
    public mutating func add<Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, Value>, key: JSONKeys? = nil,
        default initial: @escaping @autoclosure @Sendable () -> Value, rules: [JSONFieldRule<Value>] = []
    ) {
        append(name, path, key, JSONMapping.Child(Value.self), .thunk(.initial(initial)), rules)
    }

    /// The same for a literal: it is evaluated once for the type where its kind allows that (numbers, Bools, nil, "",
    /// empty collections), and costs nothing then.
    @inlinable
    public mutating func add<Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, Value>, key: JSONKeys? = nil,
        literal initial: @escaping @autoclosure @Sendable () -> Value, rules: [JSONFieldRule<Value>] = []
    ) {
        let thunks = Thunks.initial(initial)
        append(
            name, path, key, JSONMapping.Child(Value.self), isFreezable(initial()) ? .literal(thunks) : .thunk(thunks), rules)
    }

    /// A property that is written but never read: a `let` with an initial value.
    @inlinable
    public mutating func add<Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, Value>, key: JSONKeys? = nil,
        constant initial: @escaping @autoclosure @Sendable () -> Value
    ) {
        append(name, path, key, JSONMapping.Child(Value.self), .constant(.initial(initial)), [])
    }

    /// A stored property that is not in the JSON.
    ///
    /// - Parameter initial: its value, evaluated once for each instance.
    public mutating func ignore<Value>(
        _ path: KeyPath<Model, Value>, initial: @escaping @autoclosure @Sendable () -> Value
    ) {
        // A stored function has another form than the one that generic code handles.
        let isFunction = "\(Value.self)".contains("->")
        list.descriptions.append(
            FieldDescription(
                role: .ignored, name: "\(path)", keys: nil, style: list.keys, child: nil,
                offset: isFunction ? nil : MemoryLayout<Model>.offset(of: path), layout: ValueLayout(of: Value.self),
                value: .value(Value.self), initial: .thunk(.initial(initial)), rules: nil, isEqual: { _, _ in true }))
    }

    /// Looks at every finished instance, after the properties' own checks: it may change it, or throw, which becomes the `underlying`
    /// error of a `.refused` one.
    public mutating func afterReading(_ body: @escaping @Sendable (inout Model) throws -> Void) {
        rules.after.append(ObjectCheck { at, _ in try body(&at.assumingMemoryBound(to: Model.self).pointee) })
    }

    /// A property whose own members stand in this object, beside the other ones: they are read from it and written into it. An Optional
    /// struct is nil where none of its keys is there. A class, or an enum with a tag, is read from the object's text a second time, when
    /// that has ended.
    ///
    /// - Parameter overrides: by name, properties of the struct, and of those that are flattened into it, that here stand otherwise in the
    ///   JSON.
    @inlinable
    public mutating func flatten<Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, Value>, overriding overrides: [String: JSONOverride] = [:]
    ) {
        append(name, path, nil, JSONMapping.Child(Value.self), .none, [], role: .flattened)
        if !overrides.isEmpty { override(overrides) }
    }

    /// For the property that was added last.
    @usableFromInline
    mutating func override(_ overrides: [String: JSONOverride]) {
        list.descriptions.append(list.descriptions.removeLast().with(overrides: overrides))
    }

    /// Properties, by name, that are written only of objects of which `condition` is true; those of others are left out, whatever the
    /// options say about nil.
    ///
    /// ```swift
    /// fields.writes("email", "phone") { user in user.isPublic }
    /// ```
    /// For a rule that looks at the property's own value see `JSONFieldRule.writtenIf`. Cost: one call a property and object.
    public mutating func writes(_ names: String..., if condition: @escaping @Sendable (Model) -> Bool) {
        rules.conditions.append((Set(names), { at in condition(at.assumingMemoryBound(to: Model.self).pointee) }))
    }

    @inlinable
    mutating func append<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, _ keys: JSONKeys?, _ child: JSONMapping.Child,
        _ initial: FieldDescription.Initial, _ rules: [JSONFieldRule<Value>], role: FieldDescription.Role = .member, value: Thunks? = nil
    ) {
        list.append(
            name, MemoryLayout<Model>.offset(of: path), keys, child, ValueLayout(of: Value.self), value, initial,
            rules.isEmpty ? nil : FieldRules(rules), role
        ) { a, b in areEqual(a.assumingMemoryBound(to: Value.self).pointee, b.assumingMemoryBound(to: Value.self).pointee) }
    }
}

extension JSONFields {
    /// Says at compile time what to do about a property whose type has no mapping.
    @available(
        *, unavailable,
        message: "the property's type has no JSON mapping: mark that type @JSONModel, or the property @JSONIgnore (for Date, Data, URL, UUID and Decimal: import YokeFoundation)"
    )
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, key: JSONKeys? = nil, rules: [JSONFieldRule<Value>] = []
    ) {}
    /// Says at compile time what to do about a property whose type has no mapping.
    @available(
        *, unavailable,
        message: "the property's type has no JSON mapping: mark that type @JSONModel, or the property @JSONIgnore (for Date, Data, URL, UUID and Decimal: import YokeFoundation)"
    )
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, key: JSONKeys? = nil, default initial: @autoclosure () -> Value,
        rules: [JSONFieldRule<Value>] = []
    ) {}
}

/// What a mapping's closure has collected. A class without the model's type, so that no metadata is made for it.
@usableFromInline
final class CollectedFields {
    let keys: JSONKeyStyle
    @exclusivity(unchecked) var descriptions: [FieldDescription] = []
    @exclusivity(unchecked) var rules = ObjectRules()

    @usableFromInline
    init(keys: JSONKeyStyle, dates: JSONDateStyle?, unknownKeys: JSONUnknownKeys, layout: JSONLayout) {
        self.keys = keys
        rules.dates = dates
        rules.unknownKeys = unknownKeys
        rules.layout = layout
    }

    @usableFromInline
    var shape: JSONMapping.Shape { .object(descriptions, rules) }

    @usableFromInline
    func append(
        _ name: String, _ offset: Int?, _ keys: JSONKeys?, _ child: JSONMapping.Child, _ layout: ValueLayout, _ value: Thunks?,
        _ initial: FieldDescription.Initial, _ rules: FieldRules?, _ role: FieldDescription.Role,
        isEqual: @escaping FieldDescription.Comparison
    ) {
        descriptions.append(
            FieldDescription(
                role: role, name: name, keys: keys, style: self.keys, child: child, offset: offset, layout: layout, value: value,
                initial: initial, rules: rules, isEqual: isEqual))
    }
}

/// One stored property, without its types' names. A class, because plans hand it on from list to list.
@usableFromInline
final class FieldDescription: Sendable {
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

    @usableFromInline
    enum Role: Sendable {
        case member
        /// Not in the JSON.
        case ignored
        /// Its members stand in the object around it.
        case flattened
        /// Keeps the members that no other property has.
        case extras
    }

    /// Whether the values at two addresses are the same, as far as their type can tell.
    @usableFromInline typealias Comparison = @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

    let role: Role
    let name: String
    /// Where it is, if that is not the name in the type's style.
    let keys: JSONKeys?
    let style: JSONKeyStyle
    let child: JSONMapping.Child?
    /// nil for what has no fixed place in the instance.
    let offset: Int?
    let layout: ValueLayout
    /// What is asked of the value: of ignored properties, and those that keep unknown members. Others have that of their type.
    let value: Thunks?
    let initial: Initial
    let rules: FieldRules?
    let isEqual: Comparison
    /// Flattened: what is said otherwise of properties below it, by name.
    let overrides: [String: JSONOverride]

    init(
        role: Role, name: String, keys: JSONKeys?, style: JSONKeyStyle, child: JSONMapping.Child?, offset: Int?, layout: ValueLayout, value: Thunks?,
        initial: Initial, rules: FieldRules?, isEqual: @escaping Comparison, overrides: [String: JSONOverride] = [:]
    ) {
        self.role = role
        self.name = name
        self.keys = keys
        self.style = style
        self.child = child
        self.offset = offset
        self.layout = layout
        self.value = value
        self.initial = initial
        self.rules = rules
        self.isEqual = isEqual
        self.overrides = overrides
    }

    /// The same property with other keys, in another form or with overrides.
    func with(keys: JSONKeys? = nil, child: JSONMapping.Child? = nil, overrides: [String: JSONOverride]? = nil) -> FieldDescription {
        FieldDescription(
            role: role, name: name, keys: keys ?? self.keys, style: style, child: child ?? self.child, offset: offset, layout: layout, value: value,
            initial: initial, rules: rules, isEqual: isEqual, overrides: overrides ?? self.overrides)
    }

    /// The storage of a superclass in that of its subclass, as macro expansions call it: its properties are the model's own.
    var isInherited: Bool { role == .flattened && name == "_super" }
    /// What is flattened is nothing that the model's author has named.
    var isUnnamed: Bool { isInherited || name.isEmpty }
}
