// A flattened enum, or a flattened type with hooks or a storage type, is read from the text of the entire object around it. This text also
// has the members of the surrounding model. The flattened type must know their keys. Otherwise its extras would keep these members, or its
// rule for unknown keys would refuse them.
extension PlanCompiler.Run {
    /// The greatest number of types that may be flattened into each other. A class may be flattened into itself, so a limit is needed.
    private static var deepest: Int { 16 }

    /// Returns a mapping of the flattened type `child` in which the keys of the surrounding model `owner` count as known. If the model keeps
    /// unknown members (extras), the type does not refuse them. Returns nil if the type's mapping need not change: the type is a plain
    /// struct, or neither keeps nor refuses unknown members.
    mutating func knowing(
        _ owner: JSONMapping, _ child: JSONMapping.Child, _ name: String
    ) throws(JSONError) -> JSONMapping.Child? {
        guard case .object(let fields, let rules) = owner.shape, rules.flattenings < Self.deepest, try plainStruct(in: child) == nil else {
            return nil
        }
        let others = fields.filter { $0.role != .flattened || $0.name != name }
        let keys = try keys(of: others, in: variant)
        var other = keys.all.union(keys.known).union(rules.known)
        // The type is flattened into a plain struct, which is flattened into `owner`.
        if others.count == fields.count { other.subtract(try self.keys(below: child, in: variant).all) }
        let isOpen = rules.isOpen ? true : try haveExtras(fields)
        if other.isEmpty, !isOpen { return nil }
        return try adding(other, isOpen: isOpen, rules.flattenings + 1, to: child, within: Self.deepest)
    }

    /// True if one of the fields keeps unknown members, or a field of a plain struct that is flattened into their model.
    private mutating func haveExtras(_ fields: [FieldDescription], within: Int = deepest) throws(JSONError) -> Bool {
        for field in fields {
            if field.role == .extras { return true }
            guard within > 0, field.role == .flattened, let child = field.child, let inner = try plainStruct(in: child) else { continue }
            if try haveExtras(inner.fields, within: within - 1) { return true }
        }
        return false
    }

    /// Returns a mapping of `child` in which `keys` count as known; nil if the type's mapping need not change. `isOpen`: true if the type
    /// must not refuse unknown members. `flattenings`: the number of types around `child` in the same JSON object. `within`: the number of
    /// levels of types to look at.
    private mutating func adding(
        _ keys: Set<String>, isOpen: Bool, _ flattenings: Int, to child: JSONMapping.Child, within: Int
    ) throws(JSONError) -> JSONMapping.Child? {
        guard within > 0 else { return nil }
        let mapping = try mapping(of: child), shape: JSONMapping.Shape?
        switch mapping.shape {
        case .object(let fields, var rules):
            // `new` also has the keys of the type itself. Such a key may lead to an object on a key path, in which both types have members.
            let new = keys.subtracting(rules.known)
            let isConcerned =
                rules.unknownKeys == .reject || variant.options.refusesUnknownKeys
                || fields.contains { $0.role == .extras || $0.role == .flattened }
            let opens = isOpen && !rules.isOpen
            guard isConcerned, !new.isEmpty || opens else { return nil }
            rules.isOpen = rules.isOpen || isOpen
            rules.known.formUnion(new)
            rules.flattenings = flattenings
            shape = .object(fields, rules)
        default:
            shape = try mapping.shape.changing { inner throws(JSONError) in
                try adding(keys, isOpen: isOpen, flattenings, to: inner, within: within - 1)
            }
        }
        return shape.map { child.with(mapping.with(shape: $0)) }
    }
}
