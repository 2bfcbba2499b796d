/// What a type says otherwise of a property that it has from another one: from its superclass, or from a flattened struct.
///
/// ```swift
/// @JSONModel(subclassOf: Animal.self, overriding: ["name": "dog_name", "born": .by(.secondsSince1970), "legs": .ignored])
/// final class Dog: Animal { var breed: String }
///
/// fields.flatten("home", \.home, overriding: ["street": .key(["street", "road"]).default("?")])
/// ```
/// A literal is a key, an array of literals is a list of candidates; what is not overridden stays as it was said. The changes are made
/// in the plan and cost nothing. One that names no such property, or is of another type than the property, is an `.invalidMapping` error
/// when the type is first used.
public struct JSONOverride: Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    private(set) var keys: JSONKeys?
    private var isIgnored = false
    /// For each type of a property that the change is for: what it becomes.
    private var coders: [JSONMapping.Child]?
    private var initials: [(type: any Any.Type, make: Thunks)]?

    private init() {}
    /// A key.
    public init(stringLiteral key: String) { keys = JSONKeys(key) }
    /// Candidates.
    public init(arrayLiteral names: JSONKeyName...) { keys = JSONKeys(aliases: names) }

    /// Another key, or candidates, or one for reading and one for writing.
    public static func key(_ keys: JSONKeys) -> JSONOverride { JSONOverride().key(keys) }
    /// Another coder: one for the value itself, or for what is in its Optional, array or dictionary.
    public static func by<Value>(_ coder: some JSONCoder<Value>) -> JSONOverride { JSONOverride().by(coder) }
    /// Another initial value, for an absent key. A literal may need its type: `3 as UInt8`.
    public static func `default`<Value>(_ value: @escaping @autoclosure @Sendable () -> Value) -> JSONOverride { JSONOverride().default(value()) }
    /// Neither read nor written: the property keeps its initial value.
    public static var ignored: JSONOverride {
        var change = JSONOverride()
        change.isIgnored = true
        return change
    }

    /// And another key.
    public func key(_ keys: JSONKeys) -> JSONOverride {
        var change = self
        change.keys = keys
        return change
    }

    /// And another coder.
    public func by<Value>(_ coder: some JSONCoder<Value>) -> JSONOverride {
        let optional = coder.optional, array = coder.array, dictionary = coder.dictionary
        var change = self
        change.coders = [
            coder.child, optional.child, array.child, dictionary.child,
            coder.staged.child, optional.staged.child, array.staged.child, dictionary.staged.child,
        ]
        return change
    }

    /// And another initial value.
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
    /// The property as another type wants it.
    func changed(by change: JSONOverride, in owner: String) throws(JSONError) -> FieldDescription {
        guard role == .member, let child else {
            throw JSONError(.invalidMapping, "\(owner) overrides \"\(name)\", which has no place of its own in the JSON")
        }
        let changed = FieldDescription(
            role: role, name: name, keys: try change.keys(of: self, in: owner), style: style, child: try change.child(of: child, name, owner),
            offset: offset, layout: layout, value: value, initial: try change.initial(of: child, name, owner) ?? initial, rules: rules, isEqual: isEqual)
        return changed
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

/// `_JSONStaged`, seen without its type.
protocol StagedType { static var valueType: any Any.Type { get } }

extension JSONOverride: CustomStringConvertible {
    /// As it is written in Swift, with types in the place of coders and values: `.key("dog_name").default(Int)`.
    public var description: String {
        let changes = [
            isIgnored ? ".ignored" : nil, keys.map { ".key(\($0))" }, coders.map { ".by(\($0[0].type))" }, initials.map { ".default(\($0[0].type))" },
        ]
        return changes.compactMap { $0 }.joined()
    }
}
