internal import CYoke

// Enums: which slots their cases have, and what a tag beside a payload asks of it.

extension PlanCompiler.Run {
    /// The cases of a captured text.
    mutating func fillCases(
        _ type: inout yoke_type, _ cases: [CaseDescription], _ thunks: Thunks, _ tagging: Tagging, _ fallback: Int?,
        _ schema: JSONSchema
    ) throws(JSONError) {
        var compiler = CaseCompiler(schema: schema, tagging: tagging)
        for (i, description) in cases.enumerated() {
            guard var child = description.payload else {
                compiler.addUnit()
                continue
            }
            if case .internal(let tag) = tagging, i != fallback { child = try beside(tag, child) }
            let payload = try slot(for: child, rules: thunks.isForm ? form.rules : 0)
            let payloadSchema = try self.schema(of: child), layout = payloadSchema.layout
            if payloadSchema.value.storeNull != nil, tagging.wrapper(for: description.name) != nil, i != fallback {
                throw JSONError(
                    .invalidSchema, "the case \"\(description.name)\" of \(schema.name) has a payload that may be missing",
                    hint: "a case says that its payload is there; make it Optional")
            }
            if case .internal = tagging, i != fallback, try !isObject(child) {
                throw JSONError(
                    .invalidSchema, "the case \"\(description.name)\" of \(schema.name) has a payload that is no object",
                    hint: "a tag stands beside the members of an object; use content:, or no tag:")
            }
            try compiler.add(description, payload: payload, alignment: layout.alignment, isFallback: i == fallback)
        }
        if thunks.isForm, let value = cases[0].payload { compiler.origin = try origin(of: value, rules: form.rules) }
        type.choices = compiler.choices
        CaseCompiler.setTag(tagging, &type)
        type.element.size = UInt32(compiler.size)
        if cases.count == 1, let child = cases[0].payload, child.type == schema.represented {
            type.hooks = true
            type.element = try slot(for: child)
        }
        type.item_align = UInt32(compiler.alignment)
    }

    /// A payload among whose members a tag stands: it is none of its extras, it is not refused, and it is written once.
    private mutating func beside(_ tag: String, _ child: JSONSchema.Child) throws(JSONError) -> JSONSchema.Child {
        let schema = try schema(of: child)
        let shape: JSONSchema.Shape
        switch schema.shape {
        case .object(let fields, var rules):
            try refuseTag(tag, in: fields, of: schema)
            let tagged = fields.indices.filter { fields[$0].role == .member && variant.keys(fields[$0]).write == [.literal(tag)] }
            guard rules.unknownKeys == .reject || !tagged.isEmpty || fields.contains(where: { $0.role == .extras || $0.role == .flattened })
            else { return child }
            rules.known.insert(tag)
            // The tag meets a name that the call has chosen.
            if let i = tagged.first { throw ObjectCompiler.namesMeet(fields[i].name, in: schema) }
            shape = .object(fields, rules)
        case .through(let storage, let thunks): shape = .through(try beside(tag, storage), thunks)
        case .captured(let cases, let thunks, let tagging, let fallback) where cases.count == 1:
            let inner = try cases[0].payload.map { payload throws(JSONError) in try beside(tag, payload) }
            shape = .captured([CaseDescription(name: cases[0].name, payload: inner, make: cases[0].make)], thunks, tagging, fallback: fallback)
        default: return child
        }
        let changed = schema.with(shape: shape)
        return JSONSchema.Child(child.type, isShared: false) { changed }
    }

    /// A property that is written under the tag's key would have the value of the tag when it is read again.
    private mutating func refuseTag(_ tag: String, in fields: [FieldDescription], of schema: JSONSchema) throws(JSONError) {
        for field in fields {
            if field.role == .flattened, let child = field.child, let inner = try plainStruct(in: child) {
                try refuseTag(tag, in: inner.fields, of: try self.schema(of: child))
            }
            guard field.role == .member, PlanVariant.plain.keys(field).write == [.literal(tag)] else { continue }
            throw JSONError(
                .invalidSchema, "\(schema.name).\(field.name) has the key \"\(VisibleText.of(tag))\", which is the tag that names the case",
                hint: "the case says what the tag is: remove the property, or only read it, JSONKeys(read: [\"\(VisibleText.of(tag))\"], write: nil)")
        }
    }

    /// Whether a type's JSON is an object with known members.
    mutating func isObject(_ child: JSONSchema.Child) throws(JSONError) -> Bool {
        switch try schema(of: child).shape {
        case .object(_, let rules): rules.layout == .object
        case .through(let storage, _): try isObject(storage)
        case .captured(let cases, _, _, _) where cases.count == 1: try cases[0].payload.map { child throws(JSONError) in try isObject(child) } ?? false
        default: false
        }
    }

    /// The cases of an enum over strings.
    func fillCases(
        _ type: inout yoke_type, _ raw: RawCases, _ schema: JSONSchema
    ) throws(JSONError) {
        let names = raw.names.map { Array($0.utf8) }
        guard Set(names).count == names.count else {
            throw JSONError(.invalidSchema, "two cases of \(schema.name) have the same raw value")
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
