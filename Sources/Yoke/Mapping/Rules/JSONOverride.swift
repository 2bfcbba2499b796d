/// A change that a type makes to an inherited property, or to a property of a flattened struct.
///
/// ```swift
/// @JSONModel(subclassOf: Animal.self, overriding: ["name": "dog_name", "born": .by(.secondsSince1970), "legs": .ignored])
/// final class Dog: Animal { var breed: String }
///
/// fields.flatten("home", \.home, overriding: ["street": .key(["street", "road"]).default("?")])
/// ```
/// A literal is a key, and an array of literals is a list of aliases. Everything that is not overridden stays unchanged.
///
/// The type's first use throws an `.invalidMapping` error if a change names an unknown property, or has another type than the property.
/// Changes cost nothing in reading and writing, because the plan contains them.
public struct JSONOverride: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    private(set) var keys: JSONKeys?
    private var isIgnored = false
    /// Mappings with the new coder; nil if the override sets no coder. There is one for each type that the property may have: the value, an
    /// Optional, an array, a dictionary, and `_JSONStaged` of each. (`_JSONStaged` is for a property with an initial value.)
    private var coders: [JSONMapping.Child]?
    private var initials: [(type: any Any.Type, make: Thunks)]?

    private init() {}
    /// A key.
    public init(stringLiteral key: String) { keys = JSONKeys(key) }
    /// A list of aliases.
    public init(arrayLiteral names: JSONKeyName...) { keys = JSONKeys(aliases: names) }

    /// Sets another key, or aliases, or separate keys for reading and writing.
    public static func key(_ keys: JSONKeys) -> JSONOverride { JSONOverride().key(keys) }
    /// Sets another coder. The coder converts the property's value, or the values in its Optional, array or dictionary.
    public static func by<Value>(_ coder: some JSONCoder<Value>) -> JSONOverride { JSONOverride().by(coder) }
    /// Sets another initial value for a missing key. A literal may need a type: `3 as UInt8`.
    public static func `default`<Value>(_ value: @escaping @autoclosure @Sendable () -> Value) -> JSONOverride {
        JSONOverride().default(value())
    }
    /// The property is neither read nor written, and keeps its initial value.
    public static var ignored: JSONOverride {
        var change = JSONOverride()
        change.isIgnored = true
        return change
    }

    /// Returns this change, which now also sets another key, as the static function `key(_:)` does.
    public func key(_ keys: JSONKeys) -> JSONOverride {
        var change = self
        change.keys = keys
        return change
    }

    /// Returns this change, which now also sets another coder, as the static function `by(_:)` does.
    public func by<Value>(_ coder: some JSONCoder<Value>) -> JSONOverride {
        let optional = coder.optional, array = coder.array, dictionary = coder.dictionary
        var change = self
        change.coders = [
            coder.child, optional.child, array.child, dictionary.child,
            coder.staged.child, optional.staged.child, array.staged.child, dictionary.staged.child,
        ]
        return change
    }

    /// Returns this change, which now also sets another initial value, as the static function `default(_:)` does.
    public func `default`<Value>(_ value: @escaping @autoclosure @Sendable () -> Value) -> JSONOverride {
        var change = self
        change.initials = [
            (Value.self, .initial(value)), (Value?.self, .initial { value() }),
            (_JSONStaged<Value>.self, .initial { _JSONStaged(present: value()) }),
            (_JSONStaged<Value?>.self, .initial { _JSONStaged<Value?>(present: value()) }),
        ]
        return change
    }
}

extension FieldDescription {
    /// Returns the description of the property with the override `change` applied.
    func changed(by change: JSONOverride, in owner: String) throws(JSONError) -> FieldDescription {
        guard role == .member, let child else {
            throw JSONError(.invalidMapping, "\(owner) overrides \"\(name)\", which has no place of its own in the JSON")
        }
        let changed = FieldDescription(
            role: role, name: name, keys: try change.keys(of: self, in: owner), style: style,
            child: try change.child(of: child, name, owner),
            offset: offset, layout: layout, value: value, initial: try change.initial(of: child, name, owner) ?? initial, rules: rules,
            isEqual: isEqual)
        return changed
    }

    /// Returns the property with the override of its name in `overrides` applied, if there is one. An override that does not suit the
    /// property changes nothing here: the plan compiler throws an error for it.
    func changed(by overrides: [String: JSONOverride]) -> FieldDescription {
        overrides[name].flatMap { try? changed(by: $0, in: "") } ?? self
    }

    /// Returns the overrides for the properties of this flattened struct: its own `overrides`, and `outer`, which the types around the
    /// struct declare. If both name a property, the outer override counts.
    func overrides(below outer: [String: JSONOverride]) -> [String: JSONOverride] {
        overrides.merging(outer) { _, outer in outer }
    }
}

extension JSONOverride {
    fileprivate func keys(of field: FieldDescription, in owner: String) throws(JSONError) -> JSONKeys? {
        guard isIgnored else { return keys ?? field.keys }
        if case .none = field.initial, initials == nil, !(field.child?.type is any NilTestable.Type) {
            throw JSONError(
                .invalidMapping, "\(owner) ignores \"\(field.name)\", which has no value without the JSON", hint: "add .default(...)")
        }
        return JSONKeys(read: [], write: nil)
    }

    fileprivate func child(of child: JSONMapping.Child, _ name: String, _ owner: String) throws(JSONError) -> JSONMapping.Child {
        guard let coders else { return child }
        guard let coder = coders.first(where: { $0.type == child.type }) else { throw misfit("coder", coders[0].type, child, name, owner) }
        return coder
    }

    fileprivate func initial(of child: JSONMapping.Child, _ name: String, _ owner: String) throws(JSONError) -> FieldDescription.Initial? {
        guard let initials else { return nil }
        guard let initial = initials.first(where: { $0.type == child.type }) else {
            throw misfit("default", initials[0].type, child, name, owner)
        }
        return .thunk(initial.make)
    }

    private func misfit(_ what: String, _ own: any Any.Type, _ child: JSONMapping.Child, _ name: String, _ owner: String) -> JSONError {
        let type = (child.type as? any StagedType.Type)?.valueType ?? child.type
        return JSONError(.invalidMapping, "\(owner) overrides \"\(name)\", which is \(type), with a \(what) of \(own)")
    }
}

/// Any `_JSONStaged` type, without its generic parameter.
protocol StagedType { static var valueType: any Any.Type { get } }

extension JSONOverride: CustomStringConvertible {
    /// The change as Swift source, with types instead of coders and values: `.key("dog_name").default(Int)`.
    public var description: String {
        let changes = [
            isIgnored ? ".ignored" : nil, keys.map { ".key(\($0))" }, coders.map { ".by(\($0[0].type))" },
            initials.map { ".default(\($0[0].type))" },
        ]
        return changes.compactMap { $0 }.joined()
    }
}
