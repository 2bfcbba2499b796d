internal import CYoke

// Builds the slots of the cases of enums. Also checks payloads whose JSON object has the tag as a further member.

extension PlanCompiler.Run {
    /// Stores the slots of the cases in `type`, the memory of a type whose values are read from their raw text (their own JSON text).
    mutating func fillCases(
        _ type: inout yoke_type, _ cases: [CaseDescription], _ thunks: Thunks, _ tagging: Tagging, _ fallback: Int?,
        _ mapping: JSONMapping
    ) throws(JSONError) {
        if let type = thunks.typeOfHook {
            throw JSONError(
                .invalidMapping, "a hook of \(mapping.name) takes values of \(TypeName.of(type))",
                hint: "a hook must name the type of its mapping")
        }
        if case .adjacent(let tag, let content) = tagging, sameBytes(tag, content) {
            throw JSONError(
                .invalidMapping, "\(mapping.name) has one key, \"\(VisibleText.of(tag))\", for the tag and for the content",
                hint: "the tag names the case, and the content is beside it: give one of them another key")
        }
        if case .untagged = tagging {
            try refuseSeveralNulls(cases, fallback, mapping)
        } else {
            try refuseRepeatedNames(cases, fallback, mapping)
        }
        var compiler = CaseCompiler(mapping: mapping, tagging: tagging)
        for (i, description) in cases.enumerated() {
            guard var child = description.payload else {
                try compiler.addUnit(description, isFallback: i == fallback)
                continue
            }
            let payloadMapping = try self.mapping(of: child), layout = payloadMapping.layout
            if payloadMapping.value.storeNull != nil, tagging.wrapper(for: description.name) != nil, i != fallback {
                throw JSONError(
                    .invalidMapping, "the case \"\(description.name)\" of \(mapping.name) has a payload that may be missing",
                    hint: "a case says that its payload is there; make it Optional")
            }
            if case .internal(let tag) = tagging, i != fallback {
                guard try isObject(child, mayHaveTag: false) else {
                    throw JSONError(
                        .invalidMapping, "the case \"\(description.name)\" of \(mapping.name) has a payload that cannot hold the tag",
                        hint: "the payload must be a struct or class without a tag itself; use content:, or no tag:")
                }
                child = try addingTag(tag, of: description.name, to: child) ?? child
            }
            let payload = try slot(for: child, rules: thunks.isForm ? form.rules : 0)
            try compiler.add(description, payload: payload, alignment: layout.alignment, isFallback: i == fallback)
        }
        if thunks.isForm, let value = cases[0].payload { compiler.origin = try origin(of: value, rules: form.rules) }
        type.choices = compiler.choices
        type.cases = compiler.names(of: cases, fallback: fallback)
        // One untagged case describes a type with hooks, or a `JSONLazy`. They need their raw text.
        if case .untagged = tagging, cases.count > 1 {
            type.case_count = UInt32(compiler.read.count)
            // An error of the last case names what all cases expect. The type in its slot was made for this case, so no other slot has it.
            if let last = compiler.read.last ?? nil { UnsafeMutablePointer(mutating: last.pointee.type).pointee.choices = type.choices }
        }
        CaseCompiler.setTag(tagging, &type)
        type.element.size = UInt32(compiler.size)
        if mapping.hasHooks, let child = cases[0].payload {
            type.hooks = true
            type.element = try slot(for: child)
        }
        type.item_align = UInt32(compiler.alignment)
    }

    /// Throws an error if an untagged enum has two cases without a payload. Both would be written as null.
    private func refuseSeveralNulls(_ cases: [CaseDescription], _ fallback: Int?, _ mapping: JSONMapping) throws(JSONError) {
        let units = cases.indices.filter { cases[$0].payload == nil && $0 != fallback }
        guard units.count > 1 else { return }
        throw JSONError(
            .invalidMapping,
            "the cases \"\(cases[units[0]].name)\" and \"\(cases[units[1]].name)\" of \(mapping.name) are both written as null",
            hint: "without a tag, only one case can have no payload")
    }

    /// Throws an error if two cases have the same name. The second case would be written, but never read.
    private func refuseRepeatedNames(_ cases: [CaseDescription], _ fallback: Int?, _ mapping: JSONMapping) throws(JSONError) {
        var known: Set<[UInt8]> = []
        for i in cases.indices where i != fallback && !known.insert(Array(cases[i].name.utf8)).inserted {
            throw JSONError(
                .invalidMapping, "two cases of \(mapping.name) have the name \"\(VisibleText.of(cases[i].name))\"",
                hint: "give one of them another name; a key style may turn two names into one")
        }
    }

    /// Returns the mapping of a payload whose object also contains the tag. In this mapping, the tag's key counts as known: a property that
    /// keeps unknown members does not keep the tag, and the rule for unknown keys does not refuse it. The tag is written only once. Returns
    /// nil if the mapping need not change.
    ///
    /// - Parameter name: the name of the case; nil if it is not known.
    mutating func addingTag(_ tag: String, of name: String? = nil, to child: JSONMapping.Child) throws(JSONError) -> JSONMapping.Child? {
        let mapping = try mapping(of: child), shape: JSONMapping.Shape?
        switch mapping.shape {
        case .object(let fields, var rules):
            try refuseTag(tag, in: fields, of: mapping)
            // `refuseTag` has checked the model's own keys. So only the call's key style or `usesPropertyNames` can give a property the
            // tag's key.
            let tagged = fields.indices.filter { fields[$0].role == .member && variant.keys(fields[$0]).write == [.literal(tag)] }
            if let i = tagged.first { throw ObjectCompiler.nameCollision(fields[i].name, in: mapping) }
            let needsTag =
                rules.unknownKeys == .reject || variant.options.refusesUnknownKeys
                || fields.contains { $0.role == .extras || $0.role == .flattened }
            guard name != nil || needsTag else { return nil }
            rules.known.insert(tag)
            rules.tag = name.map { (tag, $0) }
            shape = .object(fields, rules)
        default: shape = try mapping.shape.changing { inner throws(JSONError) in try addingTag(tag, of: name, to: inner) }
        }
        let tags = child.isShared || !child.tags.isEmpty ? child.tags + [tag] : []
        return shape.map { child.with(mapping.with(shape: $0), tags: tags) }
    }

    /// Throws an error for a property that is written under the tag's key, because a reader could not distinguish its value from the tag.
    private mutating func refuseTag(
        _ tag: String, in fields: [FieldDescription], of mapping: JSONMapping, within: Int = 16
    ) throws(JSONError) {
        for field in fields {
            if field.role == .flattened, let child = field.child {
                try refuseTag(tag, below: child, of: "\(mapping.name).\(field.name)", within: within - 1)
            }
            guard field.role == .member, let key = PlanVariant.plain.keys(field).write.first else { continue }
            if case .path(let path) = key.form, try key.steps()[0] == .key(tag) {
                throw JSONError(
                    .invalidMapping,
                    "\(mapping.name).\(field.name) has the path \"\(VisibleText.of(path))\", which begins with the tag that names the case",
                    hint: "the tag is a string, and has no members: give the property another path")
            }
            guard key == .literal(tag) else { continue }
            throw JSONError(
                .invalidMapping,
                "\(mapping.name).\(field.name) has the key \"\(VisibleText.of(tag))\", which is the tag that names the case",
                hint:
                    "the case says what the tag is: remove the property, or only read it, JSONKeys(read: [\"\(VisibleText.of(tag))\"], write: nil)"
            )
        }
    }

    /// Throws an error if a flattened value has a member with the tag's key.
    ///
    /// - Parameters:
    ///   - owner: the flattened property, for errors.
    ///   - within: number of levels of types to look at. The number is limited, because a class may be flattened into itself.
    private mutating func refuseTag(_ tag: String, below child: JSONMapping.Child, of owner: String, within: Int) throws(JSONError) {
        guard within > 0 else { return }
        let mapping = try self.mapping(of: child)
        switch mapping.shape {
        case .optional(let next), .staged(let next), .via(let next, _): try refuseTag(tag, below: next, of: owner, within: within - 1)
        case .object(let fields, _): try refuseTag(tag, in: fields, of: mapping, within: within)
        case .rawText(let cases, _, let tagging, _):
            var own = [tagging.tag].compactMap(\.self)
            if case .adjacent(_, let content) = tagging { own.append(content) }
            guard !own.contains(where: { sameBytes($0, tag) }) else {
                throw JSONError(
                    .invalidMapping,
                    "\(owner) is flattened and has the key \"\(VisibleText.of(tag))\", which is the tag that names the case around it",
                    hint: "give \(mapping.name) another tag: or content:, or give the property a key instead of flattening it")
            }
            if case .adjacent = tagging { return }
            for case let payload? in cases.map(\.payload) { try refuseTag(tag, below: payload, of: owner, within: within - 1) }
        default: break
        }
    }

    /// Returns true if the type's JSON is an object whose members are properties, and not the free entries of a dictionary.
    ///
    /// - Parameter mayHaveTag: false if one of the members must not name a case. (The writer can add only one tag to an object.)
    mutating func isObject(_ child: JSONMapping.Child, mayHaveTag: Bool) throws(JSONError) -> Bool {
        switch try mapping(of: child).shape {
        case .object(_, let rules): return rules.layout == .object
        case .via(let storage, _): return try isObject(storage, mayHaveTag: mayHaveTag)
        case .rawText(let cases, _, let tagging, _):
            guard cases.count == 1, let payload = cases[0].payload, tagging.addsNothing || mayHaveTag else { return false }
            return try isObject(payload, mayHaveTag: mayHaveTag)
        default: return false
        }
    }

    /// Fills the memory of an enum with strings as raw values: a trie that finds the case for a raw value, and the JSON text of each case.
    func fillCases(
        _ type: inout yoke_type, _ raw: RawCases, _ mapping: JSONMapping
    ) throws(JSONError) {
        let names = raw.names.map { Array($0.utf8) }
        guard Set(names).count == names.count else {
            throw JSONError(.invalidMapping, "two cases of \(mapping.name) have the same raw value")
        }
        type.context = PlanMemory.keep(raw.thunks)
        type.cases = KeyTable.trie(of: names)
        type.case_bytes = PlanMemory.copy(raw.bytes)
        let literals = raw.names.map { KeyLiteral.quoted($0) }
        type.case_literals = PlanMemory.copy(literals.map { Optional(PlanMemory.copy($0)) })
        type.case_lengths = PlanMemory.copy(literals.map { UInt32($0.count) })
        type.case_count = UInt32(names.count)
    }
}
