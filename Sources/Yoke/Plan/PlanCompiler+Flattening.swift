internal import CYoke

// Collects the fields of a struct. If a field is a flattened struct (its members stand in the JSON object around it), the list has the
// fields of the flattened struct in its place.
extension PlanCompiler.Run {
    struct FlattenedFields {
        var members: [ObjectCompiler.Member] = []
        /// The slots of flattened Optionals, outer Optionals before inner ones; `conditions`: the number of conditions for the Optional.
        var groups: [(slot: yoke_slot, conditions: Int)] = []
        /// `after`: the checks that run when an instance is finished. `wantsText`: true if a check asks for the object's text.
        var after: [ObjectCheck] = []
        var wantsText = false
    }

    /// The offset, overrides and conditions that the fields of a flattened struct take from the structs around it.
    private struct Context {
        /// `mapping`: the outermost type, into which all other structs are flattened. `base`: the byte offset of the struct in an instance
        /// of this type.
        let mapping: JSONMapping
        var base = 0
        var groups: [Int] = []
        /// The overrides that outer structs declare for the struct's properties, by name.
        var overrides: [String: JSONOverride] = [:]
        var conditions: [@Sendable (UnsafeRawPointer) -> Bool] = []
        /// True if the call leaves the flattened struct out.
        var isHidden = false
        /// True if the struct is the model itself or one of its superclasses. The options `only` and `excluding` can name their properties.
        var isModel = true

        /// The name of the outermost type, for errors.
        var owner: String { mapping.name }
    }

    /// Collects all fields of a type.
    ///
    /// - Parameter rules: the rules of the type's mapping. The function adds the checks of flattened structs to these rules.
    mutating func collectFields(
        _ fields: [FieldDescription], _ rules: inout ObjectRules, of mapping: JSONMapping
    ) throws(JSONError) -> FlattenedFields {
        var all = FlattenedFields()
        (all.after, all.wantsText) = (rules.after, rules.wantsText)
        all.members.reserveCapacity(fields.count)
        var names: Set<String>?
        try collectFields(fields, rules, into: &all, &names, in: Context(mapping: mapping))
        (rules.after, rules.wantsText) = (all.after, all.wantsText)
        return all
    }

    /// Adds the fields of a struct to `all`. Calls itself for each flattened struct in the struct.
    ///
    /// - Parameter names: receives the names of all properties, also of properties in flattened structs; nil if the caller does not need
    ///   the names.
    private mutating func collectFields(
        _ fields: [FieldDescription], _ rules: ObjectRules, into all: inout FlattenedFields, _ names: inout Set<String>?,
        in context: Context
    ) throws(JSONError) {
        for (list, _) in rules.conditions {
            if let name = list.first(where: { name in !fields.contains { $0.name == name } }) {
                throw JSONError(.invalidMapping, "\(context.owner) has no property \"\(name)\" to write or leave out")
            }
        }
        for field in fields {
            names?.insert(field.name)
            if isOutermost, context.isModel, field.role != .ignored, !field.isInherited { self.names.insert(field.name) }
            var field =
                try context.overrides[field.name].map { change throws(JSONError) in try field.changed(by: change, in: context.owner) }
                ?? field
            if field.role == .flattened, let child = field.child {
                let own = try keepingOwnMembers(child) ?? child
                field = field.with(child: try knowing(context.mapping, own, field.name) ?? own)
            }
            if field.rules != nil { try checkRules(of: field, in: context.mapping) }
            let differs = try differsFromInitial(field, rules, at: context.base)
            var slotRules = field.rules?.slotRules ?? 0
            // A nil that differs from the initial value is written, because a missing key would give the initial value.
            if let child = field.child {
                // The initial value of a staged property is not known here.
                let keepsNil = variant.options.keepsNil && field.rules?.onNull == nil ? try isStaged(child) : false
                if differs != nil || keepsNil, try isOptional(child) { slotRules |= SlotRule.writesNull }
            }
            let slot = if let child = field.child { try self.slot(for: child, rules: slotRules) } else { yoke_slot?.none }
            let offset = field.offset.map { $0 + context.base }
            var conditions = context.conditions
            if !rules.conditions.isEmpty || field.rules?.conditions.isEmpty == false {
                conditions += Self.conditions(of: field, rules, at: context.base)
            }
            let canBeLeftOut = differs == nil ? false : try !isElement(field)
            if let differs, canBeLeftOut { conditions.append(differs) }
            // A superclass is a flattened field of its subclass (`isInherited`). `only` and `excluding` may name the properties of the
            // superclass, because these belong to the model. The two options cannot name single properties of a flattened struct. A view
            // can leave out properties at every depth.
            let isHidden = context.isHidden || (!field.isInherited && variant.hides(field, isOutermost: isOutermost && context.isModel))
            if field.role == .flattened, let child = field.child, try plainStruct(in: child)?.rules.layout == .array {
                throw JSONError(
                    .invalidMapping, "\(field.name) stands as an array, whose elements cannot stand in an object",
                    hint: "give the property a key")
            }
            guard field.role == .flattened, let child = field.child, let offset, let inner = try plainStruct(in: child) else {
                if field.role == .flattened, let child = field.child { try checkFlattened(child, field.name, in: context.owner) }
                guard field.overrides.isEmpty || isHidden else {
                    throw JSONError(.invalidMapping, "\(context.owner) overrides properties of \"\(field.name)\", which is no plain struct")
                }
                let absent = if let child = field.child { try absent(child) } else { (@Sendable (UnsafeMutableRawPointer) -> Void)?.none }
                var groups = context.groups
                var inner: InnerKeys?
                if field.role == .flattened, let child = field.child {
                    inner = try keys(below: child, in: variant)
                    if !isHidden, try isOptional(child), var slot {
                        slot.offset = UInt32(offset ?? 0)
                        groups.append(all.groups.count)
                        all.groups.append((slot, conditions.count))
                    }
                }
                all.members.append(
                    ObjectCompiler.Member(
                        field, offset: offset, slot: slot, absent: absent, isHidden: isHidden, groups: groups, conditions: conditions,
                        isLeftOutAsInitial: canBeLeftOut, variant: variant, inner: inner))
                continue
            }
            var next = Context(mapping: context.mapping, base: offset, groups: context.groups, conditions: conditions, isHidden: isHidden)
            next.isModel = context.isModel && field.isInherited
            next.overrides = field.overrides(below: context.overrides)
            if inner.isOptional, var slot {
                slot.offset = UInt32(offset)
                next.groups.append(all.groups.count)
                all.groups.append((slot, conditions.count))
            }
            var below: Set<String>? = names == nil && field.overrides.isEmpty ? nil : []
            try collectStruct(inner, child, into: &all, &below, in: next)
            if let name = field.overrides.keys.sorted().first(where: { below?.contains($0) == false }) {
                let source = field.isInherited ? try mapping(of: child).name : "\"\(field.name)\""
                throw JSONError(.invalidMapping, "\(context.owner) overrides \"\(name)\", which \(source) does not have")
            }
            names?.formUnion(below ?? [])
        }
    }

    /// Adds the checks and the fields of a flattened struct, which is of the type `child`, to `all`.
    private mutating func collectStruct(
        _ inner: PlainStruct, _ child: JSONMapping.Child, into all: inout FlattenedFields, _ names: inout Set<String>?, in context: Context
    ) throws(JSONError) {
        let base = context.base, isPresent = ObjectCompiler.presenceTest(of: context.groups.map { all.groups[$0].slot })
        for check in inner.rules.after {
            all.after.append(ObjectCheck { at, source in if isPresent(at) { try check.body(at + base, source) } })
        }
        if inner.rules.wantsText { all.wantsText = true }
        let outerForm = form
        form.dates = inner.rules.dates ?? form.dates
        defer { form = outerForm }
        try collectFields(inner.fields, inner.rules, into: &all, &names, in: context)
    }

    /// Returns the conditions under which a field is written. Each condition takes the address of the outermost instance.
    private static func conditions(
        of field: FieldDescription, _ rules: ObjectRules, at base: Int
    ) -> [@Sendable (UnsafeRawPointer) -> Bool] {
        let object = rules.conditions.filter { $0.names.contains(field.name) }.map { condition in
            { @Sendable (at: UnsafeRawPointer) in condition.holds(at + base) }
        }
        let value = (field.rules?.conditions ?? []).map { holds in
            { @Sendable (at: UnsafeRawPointer) in holds(at + base + (field.offset ?? 0)) }
        }
        return object + value
    }

    /// Returns the condition for writing a field. With `omitsDefaults`, the field must differ from its initial value. With only `keepsNil`,
    /// the field or its initial value must not be nil. Returns nil in all other cases, and for a field without an initial value.
    private mutating func differsFromInitial(
        _ field: FieldDescription, _ rules: ObjectRules, at base: Int
    ) throws(JSONError) -> (@Sendable (UnsafeRawPointer) -> Bool)? {
        let omits = variant.options.omitsDefaults || rules.omitsDefaults
        guard omits || variant.options.keepsNil, rules.layout == .object, field.role == .member, let child = field.child,
            let offset = field.offset
        else { return nil }
        if !omits, try !isOptional(child) { return nil }
        let initial: Thunks
        switch field.initial {
        case .thunk(let thunks), .literal(let thunks): initial = thunks
        case .none, .constant: return nil
        }
        let value = try mapping(of: child).value, isMadeOfScalars = try isMadeOfScalars(child)
        return { at in
            if !omits, !value.isNil(at + base + offset) { return true }
            let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, field.layout.size), alignment: field.layout.alignment)
            defer { memory.deallocate() }
            initial.initial(memory)
            defer { value.destroy(memory, 1) }
            if !omits { return !value.isNil(memory) }
            // Equal numbers and Strings can have different JSON, such as 0.0 and -0.0. Such a value is written.
            let at = at + base + offset
            return !field.isEqual(at, memory) || (isMadeOfScalars && !field.isSame(at, memory, ValueComparison()))
        }
    }

    /// True for Bool, numbers, String, and for Optionals, arrays, sets and dictionaries of them.
    private mutating func isMadeOfScalars(_ child: JSONMapping.Child) throws(JSONError) -> Bool {
        switch try mapping(of: child).shape {
        case .scalar: true
        case .optional(let inner), .array(let inner, _, _), .dictionary(let inner, _, _, _): try isMadeOfScalars(inner)
        default: false
        }
    }

    /// True if the path at which the field is written ends with an index.
    private func isElement(_ field: FieldDescription) throws(JSONError) -> Bool {
        if case .index? = try variant.keys(field).write.last?.steps().last { true } else { false }
    }

    private mutating func isStaged(_ child: JSONMapping.Child) throws(JSONError) -> Bool {
        if case .staged = try mapping(of: child).shape { true } else { false }
    }

    /// Throws an error if a type cannot be flattened: it has no members of its own, or would take all members of the surrounding object.
    private mutating func checkFlattened(_ child: JSONMapping.Child, _ name: String, in owner: String, within: Int = 16) throws(JSONError) {
        func refuse(_ why: String, _ hint: String) -> JSONError {
            JSONError(.invalidMapping, "\(owner).\(name) cannot be flattened: \(why)", hint: hint)
        }
        guard within > 0 else { return }
        switch try mapping(of: child).shape {
        case .optional(let next), .staged(let next), .via(let next, _): try checkFlattened(next, name, in: owner, within: within - 1)
        case .rawText(let cases, _, let tagging, let fallback):
            if case .external = tagging {
                throw refuse("the case is the one key of its object", "give the enum a tag:")
            }
            if cases.isEmpty { throw refuse("it keeps all of the object", "unknown members are kept by extras") }
            if case .adjacent = tagging { break }
            if let fallback, let payload = cases[fallback].payload, try !isObject(payload, mayHaveTag: true) {
                let content =
                    if case .internal = tagging { "add content:, so that the fallback keeps the tag and the content, or " } else { "" }
                throw refuse(
                    "its fallback would keep the whole object",
                    content + "give the fallback a struct whose properties are the members that it has to keep")
            }
            for case let payload? in cases.map(\.payload) { try checkFlattened(payload, name, in: owner, within: within - 1) }
        case .object: break
        case .dictionary, .document: throw refuse("it is no object with members of its own", "unknown members are kept by extras")
        default: throw refuse("it is no object with members of its own", "give the property a key")
        }
    }

    /// Returns a mapping of a flattened enum whose fallback case keeps only the tag and the content. The object's other members belong to
    /// the surrounding model. Returns nil for a type without such a fallback case.
    private mutating func keepingOwnMembers(_ child: JSONMapping.Child, within: Int = 16) throws(JSONError) -> JSONMapping.Child? {
        guard within > 0 else { return nil }
        let mapping = try mapping(of: child), shape: JSONMapping.Shape?
        switch mapping.shape {
        case .rawText(let cases, let thunks, .adjacent(let tag, let content), let fallback?) where cases[fallback].payload != nil:
            let own = thunks.keeping([tag, content], ofFallback: fallback)
            shape = .rawText(cases, own, .adjacent(tag: tag, content: content), fallback: fallback)
        case .rawText(let cases, _, _, _) where cases.count > 1: return nil
        // If there is only one case, the type has hooks, or is a `JSONLazy`. The payload of this case has the members.
        default: shape = try mapping.shape.changing { inner throws(JSONError) in try keepingOwnMembers(inner, within: within - 1) }
        }
        return shape.map { child.with(mapping.with(shape: $0)) }
    }

    /// Returns the keys that the members of a flattened type have in the object around it. Keys of unknown members are not among them.
    ///
    /// - Parameter overrides: the overrides that the surrounding types declare for the type's properties, by name.
    mutating func keys(
        below child: JSONMapping.Child, _ overrides: [String: JSONOverride] = [:], in variant: PlanVariant, within: Int = 16
    ) throws(JSONError) -> InnerKeys {
        guard within > 0 else { return InnerKeys() }
        switch try mapping(of: child).shape {
        case .optional(let next), .staged(let next), .via(let next, _):
            return try keys(below: next, overrides, in: variant, within: within - 1)
        case .rawText(let cases, _, let tagging, let fallback):
            var keys = InnerKeys()
            let tag: String? =
                switch tagging {
                case .internal(let tag), .adjacent(let tag, _): tag
                default: nil
                }
            if let tag { keys.all.insert(tag) }
            if let fallback, cases[fallback].payload == nil { keys.nullable = tag }
            if case .adjacent(_, let content) = tagging {
                keys.all.insert(content)
                return keys
            }
            // In an enum without a tag, a case without a payload is written without any member.
            if tag == nil, cases.contains(where: { $0.payload == nil }) { keys.mayBeNone = true }
            for case let payload? in cases.map(\.payload) { keys.add(try self.keys(below: payload, in: variant, within: within - 1)) }
            return keys
        case .object(let fields, _): return try keys(of: fields, overrides, in: variant, within: within)
        default: return InnerKeys()
        }
    }

    /// Returns the keys of an object's members, with the members of flattened types.
    mutating func keys(
        of fields: [FieldDescription], _ overrides: [String: JSONOverride] = [:], in variant: PlanVariant, within: Int = 16
    ) throws(JSONError) -> InnerKeys {
        var keys = InnerKeys()
        for field in fields {
            let field = field.changed(by: overrides)
            guard let child = field.child else { continue }
            if field.role == .flattened {
                keys.add(try self.keys(below: child, field.overrides(below: overrides), in: variant, within: within - 1))
            }
            if field.role == .extras { keys.keepsOthers = true }
            guard field.role == .member else { continue }
            let own = variant.keys(field)
            keys.known.formUnion(try Self.firstSteps(own.write))
            if variant.hides(field, isOutermost: false) {
                keys.known.formUnion(try Self.firstSteps(own.read))
                keys.areCut = true
                continue
            }
            keys.all.formUnion(try Self.firstSteps(own.read))
            if variant.options.usesPropertyNames {
                keys.usual.merge([field.name: try Self.firstSteps(PlanVariant.plain.keys(field).read)]) { $0.union($1) }
            }
            if let name = own.write.first, case .literal(let key) = name.form, own.read.contains(name), field.canBeNull,
                try isOptional(child)
            {
                keys.nullable = keys.nullable ?? key
            }
        }
        return keys
    }

    /// Returns the keys at which the paths begin.
    private static func firstSteps(_ names: [JSONKeyName]) throws(JSONError) -> Set<String> {
        Set(try names.map { name throws(JSONError) in try name.steps()[0].name })
    }

    private mutating func isOptional(_ child: JSONMapping.Child) throws(JSONError) -> Bool {
        switch try mapping(of: child).shape {
        case .optional: true
        case .staged(let next): try isOptional(next)
        default: false
        }
    }

    /// Returns a function that stores the value for a missing key; nil if the type has no such value.
    private mutating func absent(
        _ child: JSONMapping.Child
    ) throws(JSONError) -> (@Sendable (UnsafeMutableRawPointer) -> Void)? {
        let type = try type(of: child), value = type.mapping.value
        guard type.isStaged || value.storeNull != nil else { return nil }
        return { at in _ = value.storeNil?(at) }
    }

    typealias PlainStruct = (fields: [FieldDescription], rules: ObjectRules, isOptional: Bool)

    /// Returns the fields and rules of a flattened struct, or of an Optional of a struct; nil for types that Yoke does not read field by
    /// field.
    mutating func plainStruct(
        in child: JSONMapping.Child
    ) throws(JSONError) -> PlainStruct? {
        let mapping = try mapping(of: child)
        switch mapping.shape {
        case .object(let fields, let rules): return (fields, rules, false)
        case .optional(let wrapped):
            guard case .object(let fields, let rules) = try self.mapping(of: wrapped).shape else { return nil }
            return (fields, rules, true)
        default: return nil
        }
    }
}
