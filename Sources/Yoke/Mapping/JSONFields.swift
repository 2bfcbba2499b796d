/// The fields of a struct. The closure of a `JSONMapping` adds them one by one.
public struct JSONFields<Model> {
    @usableFromInline let list: CollectedFields

    var rules: ObjectRules {
        get { list.rules }
        nonmutating _modify { yield &list.rules }
    }

    @usableFromInline
    init(_ list: CollectedFields) { self.list = list }

    /// Adds a property that the JSON must have. For an Optional property, a missing key means nil.
    ///
    /// - Parameters:
    ///   - name: the name of the property. The JSON key is this name in the mapping's key style.
    ///   - key: the JSON key, byte for byte, if it differs from the name; or a list of aliases, with keys and paths.
    ///   - rules: the rules of the property, for example for null and for invalid values.
    @inlinable
    public mutating func add<Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, Value>, key: JSONKeys? = nil, rules: [JSONFieldRule<Value>] = []
    ) {
        append(name, path, key, JSONMapping.Child(Value.self), .none, rules)
    }

    /// Adds a property with an initial value. A missing key gives the initial value. Null does too, unless the property is Optional.
    ///
    /// - Parameter initial: the value for a missing key. Yoke evaluates the expression once for each instance that needs it.
    @inlinable
    public mutating func add<Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, Value>, key: JSONKeys? = nil,
        default initial: @escaping @autoclosure @Sendable () -> Value, rules: [JSONFieldRule<Value>] = []
    ) {
        append(name, path, key, JSONMapping.Child(Value.self), .thunk(.initial(initial)), rules)
    }

    /// Adds a property with a literal as initial value. Yoke evaluates a number, a Bool, nil, "" or an empty collection once for the type,
    /// and then only copies the value into each instance.
    @inlinable
    public mutating func add<Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, Value>, key: JSONKeys? = nil,
        literal initial: @escaping @autoclosure @Sendable () -> Value, rules: [JSONFieldRule<Value>] = []
    ) {
        let thunks = Thunks.initial(initial)
        append(
            name, path, key, JSONMapping.Child(Value.self), isFreezable(initial()) ? .literal(thunks) : .thunk(thunks), rules)
    }

    /// Adds a property that is written but never read: a `let` with an initial value.
    ///
    /// - Parameter rules: rules for writing: `.views`, `.writtenIf`, `.writesNull` and `.description`. A rule for reading is an
    ///   `.invalidMapping` error.
    @inlinable
    public mutating func add<Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, Value>, key: JSONKeys? = nil,
        constant initial: @escaping @autoclosure @Sendable () -> Value, rules: [JSONFieldRule<Value>] = []
    ) {
        append(name, path, key, JSONMapping.Child(Value.self), .constant(.initial(initial)), rules)
    }

    /// Declares a stored property that is not in the JSON.
    ///
    /// - Parameter initial: the value of the property. Yoke evaluates it once for each instance.
    public mutating func ignore<Value>(
        _ path: KeyPath<Model, Value>, initial: @escaping @autoclosure @Sendable () -> Value
    ) {
        // Swift represents a function in generic code differently than in a stored property. So do not ask for the offset of a property
        // that holds a function.
        let isFunction = "\(Value.self)".contains("->")
        list.descriptions.append(
            FieldDescription(
                role: .ignored, name: "\(path)", keys: nil, style: list.keys, child: nil,
                offset: isFunction ? nil : MemoryLayout<Model>.offset(of: path), layout: ValueLayout(of: Value.self),
                value: .value(Value.self), initial: .thunk(.initial(initial)), rules: nil, isEqual: { _, _ in true }))
    }

    /// Calls `body` for every finished instance, after the checks of the properties. `body` may change the instance or throw. An error that
    /// it throws becomes the `underlying` error of a `.refused` error.
    public mutating func afterReading(_ body: @escaping @Sendable (inout Model) throws -> Void) {
        rules.after.append(ObjectCheck { at, _ in try body(&at.assumingMemoryBound(to: Model.self).pointee) })
    }

    /// Adds a property whose members stand directly in the model's JSON object, beside the members of the other properties.
    ///
    /// An Optional struct is nil if all its keys are missing.
    ///
    /// Cost: none for a struct without hooks. For a class, an enum, a type with hooks, or a property with a coder, Yoke reads the object's
    /// text a second time, at the object's end.
    ///
    /// - Parameter overrides: changes to properties of the struct, and of structs flattened into it, by property name.
    @inlinable
    public mutating func flatten<Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, Value>, overriding overrides: [String: JSONOverride] = [:]
    ) {
        append(name, path, nil, JSONMapping.Child(Value.self), .none, [], role: .flattened)
        if !overrides.isEmpty { override(overrides) }
    }

    /// Sets the overrides of the last property that was added.
    @usableFromInline
    mutating func override(_ overrides: [String: JSONOverride]) {
        list.descriptions.append(list.descriptions.removeLast().with(overrides: overrides))
    }

    /// Writes the named properties only if `condition` returns true for the object. Otherwise Yoke leaves them out, whatever the options
    /// say about nil.
    ///
    /// ```swift
    /// fields.writes("email", "phone") { user in user.isPublic }
    /// ```
    /// For a rule about the property's own value, see `JSONFieldRule.writtenIf`.
    ///
    /// Cost: for each written object, one call of `condition` for each named property.
    public mutating func writes(_ names: String..., if condition: @escaping @Sendable (Model) -> Bool) {
        rules.conditions.append((Set(names), { at in condition(at.assumingMemoryBound(to: Model.self).pointee) }))
    }

    /// Writing leaves out each property whose value equals its initial value. Reading the text still gives an equal model, because a missing
    /// key gives the initial value. For the same reason, Yoke writes nil as null if the initial value is not nil. A number or String that is
    /// equal but has other JSON is written: for example -0.0 if the initial value is 0.0.
    ///
    /// Exception: the null in a value that is not Optional itself, such as a `JSONValue` or a `JSONBox<Int?>`, is read as the initial value,
    /// with this function and without it.
    ///
    /// ```swift
    /// fields.add("size", \.size, default: 10)
    /// fields.omitsDefaults()                     // size 10 is not written
    /// ```
    /// `JSONWriteOptions.omitsDefaults` does the same for all models of a call. The option and this function have no effect on:
    ///
    /// - a model with array layout,
    /// - a property whose type is neither Equatable nor a class,
    /// - a property at a path that ends with an index,
    /// - a property of a `@JSONModel` class,
    /// - a property of a `@JSONModel` struct that has lazy properties, or properties with observers or wrappers.
    ///
    /// Cost: for each written object, Yoke makes and compares one initial value for each property that has an initial value.
    public mutating func omitsDefaults() { rules.omitsDefaults = true }

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
    /// An unavailable overload for a property whose type has no mapping. The compiler's error says what to do.
    @available(
        *, unavailable,
        message:
            "the property's type has no JSON mapping: mark that type @JSONModel, or the property @JSONIgnore, or if the type is Codable @JSONCoded(.codable(TheType.self)) (for Date, Data, URL, UUID and Decimal: import YokeFoundation); if it is a type parameter, constrain it in the declaration or extension: T: JSONConvertible"
    )
    public mutating func add<Value>(
        _ name: String, _ path: KeyPath<Model, Value>, key: JSONKeys? = nil, default initial: @autoclosure () -> Value? = nil,
        literal: @autoclosure () -> Value? = nil, constant: @autoclosure () -> Value? = nil, rules: [JSONFieldRule<Value>] = []
    ) {}

    /// An unavailable overload for a dictionary whose keys cannot be keys of a JSON object.
    @available(*, unavailable, message: "the dictionary's keys cannot be keys of a JSON object: let their type conform to JSONObjectKey")
    public mutating func add<Key, Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, [Key: Value]>, key: JSONKeys? = nil, default initial: @autoclosure () -> [Key: Value]? = nil,
        literal: @autoclosure () -> [Key: Value]? = nil, constant: @autoclosure () -> [Key: Value]? = nil,
        rules: [JSONFieldRule<[Key: Value]>] = []
    ) {}

    /// An unavailable overload for an Optional dictionary whose keys cannot be keys of a JSON object.
    @available(*, unavailable, message: "the dictionary's keys cannot be keys of a JSON object: let their type conform to JSONObjectKey")
    public mutating func add<Key, Value: JSONMapped>(
        _ name: String, _ path: KeyPath<Model, [Key: Value]?>, key: JSONKeys? = nil,
        default initial: @autoclosure () -> [Key: Value]?? = nil, literal: @autoclosure () -> [Key: Value]?? = nil,
        constant: @autoclosure () -> [Key: Value]?? = nil, rules: [JSONFieldRule<[Key: Value]?>] = []
    ) {}
}

/// The fields and rules that the closure of a mapping has added. The class has no generic parameter for the model, so Swift makes no
/// metadata for each model.
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

/// One stored property, without generic parameters. It is a class, because the plan compiler passes it from list to list, and a copy then
/// costs one reference.
@usableFromInline
final class FieldDescription: Sendable {
    @usableFromInline
    enum Initial: Sendable {
        case none
        /// A value that is evaluated again for each instance whose key is missing.
        case thunk(Thunks)
        /// A value that is evaluated once, and then copied into each instance whose key is missing.
        case literal(Thunks)
        /// The value of a property that is written but never read: a `let` with an initial value. Yoke evaluates it for each new instance.
        case constant(Thunks)
    }

    @usableFromInline
    enum Role: Sendable {
        case member
        /// The property is not in the JSON.
        case ignored
        /// The members of the property's value stand in the object around the property.
        case flattened
        /// The property keeps unknown members: members that belong to no other property.
        case extras
    }

    /// Returns true if the values at two addresses are equal, as `areEqual` compares them.
    @usableFromInline typealias Comparison = @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool

    let role: Role
    let name: String
    /// The keys and paths of the property; nil if the property has no declared keys, so that its name in the key style is its key.
    let keys: JSONKeys?
    let style: JSONKeyStyle
    let child: JSONMapping.Child?
    /// Offset of the property in the instance, in bytes; nil if the property has no fixed offset.
    let offset: Int?
    let layout: ValueLayout
    /// The value thunks (destroy, move, copy) of ignored properties and of extras; nil for other properties, which use the thunks of their
    /// type.
    let value: Thunks?
    let initial: Initial
    let rules: FieldRules?
    let isEqual: Comparison
    /// For a flattened property: changes to the properties of its type, by property name.
    let overrides: [String: JSONOverride]

    init(
        role: Role, name: String, keys: JSONKeys?, style: JSONKeyStyle, child: JSONMapping.Child?, offset: Int?, layout: ValueLayout,
        value: Thunks?,
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

    /// Returns the same property with the given keys, mapping or overrides. A nil argument changes nothing.
    func with(keys: JSONKeys? = nil, child: JSONMapping.Child? = nil, overrides: [String: JSONOverride]? = nil) -> FieldDescription {
        FieldDescription(
            role: role, name: name, keys: keys ?? self.keys, style: style, child: child ?? self.child, offset: offset, layout: layout,
            value: value,
            initial: initial, rules: rules, isEqual: isEqual, overrides: overrides ?? self.overrides)
    }

    /// True if the field is the superclass's storage inside the storage of a subclass. Macro expansions name this field `_super`. The
    /// properties in it count as the model's own.
    var isInherited: Bool { role == .flattened && name == "_super" }
    /// True if this flattened field has no name from the author of the model: it is inherited, or its name is empty.
    var isUnnamed: Bool { isInherited || name.isEmpty }
}
