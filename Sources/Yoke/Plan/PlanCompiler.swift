internal import CYoke

/// Turns schemas into plans: a type, and every type that it reaches, each once.
struct PlanCompiler {
    typealias TypeMemory = UnsafeMutablePointer<yoke_type>

    let variant: PlanVariant
    /// Types that are finished, by metatype.
    private var finished: [ObjectIdentifier: TypeMemory] = [:]
    /// Those of them that capture text somewhere.
    private var capturing: Set<ObjectIdentifier> = []

    init(variant: PlanVariant = .plain) { self.variant = variant }

    /// The slot of a whole value of `type`, and the types that were compiled for it. Not mutating, because it calls schemas,
    /// which may need another plan first.
    func compile(_ type: any JSONDescribed.Type, for cache: PlanCache) throws(JSONError) -> Compiled {
        var run = Run(finished: finished, capturing: capturing, variant: variant, cache: cache)
        let child = JSONSchema.Child(type, { type.jsonSchema })
        var slot = try run.root(for: child)
        try run.fillAll()
        try run.checkEnds()
        if run.findCapturing() { slot.rules |= SlotRule.captures }
        return Compiled(root: PlanMemory.copy([slot]), types: run.filled, capturing: run.capturing)
    }

    /// What one compilation made.
    struct Compiled {
        let root: UnsafePointer<yoke_slot>
        fileprivate let types: [ObjectIdentifier: TypeMemory]
        fileprivate let capturing: Set<ObjectIdentifier>
    }

    /// Types that later compilations need not make again.
    mutating func keep(_ compiled: Compiled) {
        finished.merge(compiled.types) { old, _ in old }
        capturing.formUnion(compiled.capturing)
    }
}

extension PlanCompiler {
    /// One compilation. What it makes is kept only if all of it succeeds.
    struct Run {
        let finished: [ObjectIdentifier: TypeMemory]
        let variant: PlanVariant
        private let cache: PlanCache
        fileprivate var filled: [ObjectIdentifier: TypeMemory] = [:]
        private var waiting: [Waiting] = []
        /// What is said of the values below the type that is filled.
        var form = PropertyForm()
        private var schemas: [ObjectIdentifier: JSONSchema] = [:]
        /// Types that capture text, or reach one that does.
        fileprivate private(set) var capturing: Set<ObjectIdentifier>
        /// Which types a type has slots for.
        private var reached: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
        private(set) var current: ObjectIdentifier?
        /// How far the types that are reached now are from the root, if they are on the way to the outermost object, through containers
        /// and storages, or that itself. nil: below it.
        private var way: Int?
        /// The type that is filled is the outermost object, or on the way there.
        private(set) var isOutermost = false
        /// The type under all Optionals of the root.
        private var rootType: ObjectIdentifier?

        /// A type whose memory is to be filled.
        private struct Waiting {
            let schema: JSONSchema
            let memory: TypeMemory
            let form: PropertyForm
            let way: Int?
        }

        fileprivate init(
            finished: [ObjectIdentifier: TypeMemory], capturing: Set<ObjectIdentifier>, variant: PlanVariant, cache: PlanCache
        ) {
            self.cache = cache
            self.finished = finished
            self.capturing = capturing
            self.variant = variant
        }

        /// Of types on the way from the root to the outermost object other slots have plans of their own: only there a call may choose
        /// among the properties.
        mutating func root(for child: JSONSchema.Child) throws(JSONError) -> yoke_slot {
            way = variant.hasNames ? 0 : nil
            return try slot(for: child)
        }

        /// How far what a type is read by way of is from the root, if that is on the way too.
        private func next(_ shape: JSONSchema.Shape, from way: Int?) -> Int? {
            guard let way, way < 64 else { return nil }
            switch shape {
            case .array, .dictionary, .through: return way + 1
            case .captured(let cases, _, _, _): return cases.count == 1 && cases[0].payload != nil ? way + 1 : nil
            default: return nil
            }
        }

        /// Completes `capturing`; whether the root's type is one of them.
        mutating func findCapturing() -> Bool {
            var grows = !capturing.isEmpty
            while grows {
                grows = false
                for (id, others) in reached where !capturing.contains(id) && !others.isDisjoint(with: capturing) {
                    capturing.insert(id)
                    grows = true
                }
            }
            return rootType.map(capturing.contains) ?? false
        }

        mutating func schema(of child: JSONSchema.Child) throws(JSONError) -> JSONSchema {
            let id = ObjectIdentifier(child.type)
            if !child.isShared { return variant.schema(of: child) }
            if let known = schemas[id] { return known }
            let schema = variant.schema(of: child)
            guard schema.type == id else {
                throw JSONError(
                    .invalidSchema, "the schema of \(child.type) describes \(schema.name)",
                    hint: "a subclass does not inherit its parent's schema: describe it on its own")
            }
            schemas[id] = schema
            return schema
        }

        /// The memory of a type that is no Optional; filled later, so that types can reach themselves.
        private mutating func type(_ id: ObjectIdentifier, _ schema: JSONSchema, _ form: PropertyForm, isShared: Bool) -> TypeMemory {
            if isShared, let known = finished[id] ?? filled[id] { return known }
            let memory = PlanMemory.place(yoke_type())
            if isShared { filled[id] = memory }
            waiting.append(Waiting(schema: schema, memory: memory, form: form, way: way))
            return memory
        }

        /// A slot for values of `type`: Optionals around a type are folded into the slot.
        ///
        /// - Parameter rules: `yoke_slot_rule`s of the property.
        mutating func slot(for child: JSONSchema.Child, rules: UInt8 = 0) throws(JSONError) -> yoke_slot {
            let outer = try schema(of: child)
            var inner = outer
            var innerChild = child
            var isOptional = false
            var isStaged = false
            var levels = 0
            unwrap: while true {
                switch inner.shape {
                case .optional(let wrapped):
                    isOptional = true
                    innerChild = wrapped
                case .staged(let value):
                    isStaged = true
                    innerChild = value
                default: break unwrap
                }
                levels += 1
                inner = try schema(of: innerChild)
            }
            let id = ObjectIdentifier(innerChild.type)
            // A type that only some properties have in this form is made for each of them.
            let form = PropertyForm(dates: form.dates, rules: rules & SlotRule.inner)
            let isOwn = try isSaid(form, of: inner)
            let isCommon = child.isShared && innerChild.isShared && !isOwn
            let isShared = isCommon && way == nil
            if let current { reached[current, default: []].insert(id) } else { rootType = id }
            var slot = yoke_slot()
            slot.rules = rules
            slot.type = UnsafePointer(self.type(id, inner, isCommon ? PropertyForm() : form, isShared: isShared))
            slot.kind = try isRuled(inner) ? UInt8(YOKE_RULED_OBJECT.rawValue) : inner.shape.kind
            slot.value = PlanMemory.keep(outer.value)
            slot.size = try SizeCheck.bytes(outer.layout.size, outer.name)
            slot.payload = try SizeCheck.bytes(inner.layout.size, inner.name)
            slot.trivial = outer.layout.isTrivial
            if levels > 0 {
                let pointers = try pointers(in: inner, at: 0)
                NilTest.set(&slot, outer.value, inner, outer.layout, levels: levels, pointers: pointers)
            }
            if levels == 0, inner.value.storeNull != nil { slot.nil_test = UInt8(YOKE_NIL_THUNK.rawValue) }
            if isOptional {
                slot.null_bytes = try nullBytes(of: child, isStaged: isStaged)
            } else if let storeNull = inner.value.storeNull {
                // `.some` of it, where it is staged.
                let bytes = PlanMemory.zeroed(outer.layout.size)
                storeNull(bytes)
                slot.null_bytes = UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self))
                slot.rules |= SlotRule.keepsNull
            }
            slot.null_is_missing = isStaged && slot.null_bytes == nil
            return slot
        }

        /// Where values of a type have words that are never 0, its properties' included. (Ends: no struct contains itself.)
        private mutating func pointers(in schema: JSONSchema, at offset: Int) throws(JSONError) -> [Int] {
            if let pointer = NilTest.pointer(in: schema) { return [offset + pointer] }
            guard case .object(let fields, _) = schema.shape else { return [] }
            var all: [Int] = []
            for field in fields {
                guard let child = field.child, let place = field.offset else { continue }
                all += try pointers(in: self.schema(of: child), at: offset + place)
            }
            return all
        }

        /// The bytes of nil; for a staged property the bytes of "present, and nil".
        private mutating func nullBytes(
            of child: JSONSchema.Child, isStaged: Bool
        ) throws(JSONError) -> UnsafePointer<UInt8> {
            let outer = try schema(of: child)
            let bytes = PlanMemory.zeroed(outer.layout.size)
            if case .staged(let value) = outer.shape {
                // `.some` of an Optional: the payload's bytes, and tags of 0 behind them.
                try schema(of: value).value.storeNil?(bytes)
            } else {
                outer.value.storeNil?(bytes)
            }
            return UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self))
        }

        /// Whether more than an object's fields has to be remembered while it is read.
        private mutating func isRuled(_ schema: JSONSchema) throws(JSONError) -> Bool {
            guard case .object(let fields, let rules) = schema.shape, rules.layout == .object else { return false }
            if rules.wantsText { return true }
            for field in fields {
                if let keys = field.keys, keys.read.count > 1 { return true }
                if field.overrides.values.contains(where: { $0.keys.map { $0.read.count > 1 } ?? false }) { return true }
                guard field.role == .flattened, let child = field.child else { continue }
                guard let inner = try plainStruct(in: child), !inner.isOptional else { return true }
                if try isRuled(self.schema(of: child)) { return true }
            }
            return false
        }

        mutating func fillAll() throws(JSONError) {
            while let next = waiting.popLast() {
                current = next.schema.type
                form = next.form
                isOutermost = next.way != nil
                way = self.next(next.schema.shape, from: next.way)
                try fill(&next.memory.pointee, next.schema)
            }
        }

        /// Types that are bound through other ones must come to one that is not.
        func checkEnds() throws(JSONError) {
            for memory in filled.values {
                var steps = 0
                var type = UnsafePointer(memory)
                while type.pointee.kind == UInt8(YOKE_THROUGH.rawValue) {
                    type = type.pointee.element.type
                    steps += 1
                    guard steps <= filled.count + finished.count else {
                        throw JSONError(.invalidSchema, "the schema of \(ExpectedKind.name(memory.pointee)) leads back to itself")
                    }
                }
            }
        }

        private mutating func fill(_ type: inout yoke_type, _ schema: JSONSchema) throws(JSONError) {
            type.size = try SizeCheck.bytes(schema.layout.size, schema.name)
            type.stride = UInt32(schema.layout.stride)
            type.align = UInt32(schema.layout.alignment)
            // The plan is the one place that C's type leads back to.
            type.identity = schema.identity
            type.kind = schema.shape.kind
            // What stands between a property and the values that it is about hands on what is said of them.
            let rules = form.rules
            switch schema.shape {
            case .array, .dictionary, .date: break
            case .through(_, let thunks) where thunks.isForm: break
            case .captured(_, let thunks, _, _) where thunks.isForm: break
            default: form.dates = nil
            }
            switch schema.shape {
            case .scalar: break
            case .date(let style):
                let style = style ?? variant.dates ?? form.dates ?? .rfc3339
                guard style.isValid else {
                    throw JSONError(.invalidSchema, "the date format \"\(VisibleText.of(style.pattern))\" is not supported", hint: "see JSONDateStyle.format")
                }
                type.context = UnsafeMutableRawPointer(mutating: PlanMemory.copy([style.format]))
            case .text(let thunks, _):
                type.context = PlanMemory.keep(thunks)
            case .rawStrings(let thunks): try fillCases(&type, thunks, schema)
            case .array(let element, let thunks, let walkSize):
                type.context = PlanMemory.keep(thunks)
                type.element = try slot(for: element)
                let layout = try self.schema(of: element).layout
                type.item_stride = UInt32(layout.stride)
                type.item_align = UInt32(layout.alignment)
                type.walk_size = UInt32(walkSize)
                type.array_of = UInt8(ArrayKind.of(schema.type).rawValue)
                thunks.array(&type.empty, nil, 0)
            case .dictionary(let value, let thunks, let pair, let walkSize):
                type.context = PlanMemory.keep(thunks)
                _ = thunks.dictionary(&type.empty, nil, 0, false)
                type.element = try slot(for: value)
                type.element.offset = UInt32(pair.valueOffset)
                type.item_stride = try SizeCheck.bytes(pair.stride, schema.name)
                type.item_align = UInt32(pair.alignment)
                type.walk_size = UInt32(walkSize)
            case .through(let storage, let thunks):
                type.context = PlanMemory.keep(thunks)
                type.element = try slot(for: storage, rules: rules)
                type.item_align = UInt32(try self.schema(of: storage).layout.alignment)
                if schema.layout.isReference {
                    if thunks.assign != nil, case .object(_, let rules) = try self.schema(of: storage).shape, rules.layout == .object {
                        type.assigns = true
                        thunks.storage = storage
                    }
                    // A coder of the call is for subclasses, too.
                    if variant.coders?.child(for: schema.type) == nil {
                        let cache = isOutermost ? cache : cache.below ?? cache
                        type.subclasses = PlanMemory.keep(.subclasses(of: schema.type, in: cache, areMade: !type.assigns))
                    }
                }
            case .document(let thunks):
                type.context = PlanMemory.keep(thunks)
            case .object(let fields, var rules):
                try Coverage.check(fields, of: schema)
                if rules.layout == .array { try ArrayLayout.check(fields, rules, of: schema) }
                form.dates = rules.dates
                let spread = try spread(fields, &rules, of: schema)
                var object = ObjectCompiler(schema: schema, rules: rules, variant: variant)
                type.object = try object.compile(spread.members, groups: spread.groups)
                if object.captures { capturing.insert(schema.type) }
            case .captured(let cases, let thunks, let tagging, let fallback):
                capturing.insert(schema.type)
                type.context = PlanMemory.keep(thunks)
                try fillCases(&type, cases, thunks, tagging, fallback, schema)
            case .optional, .staged: preconditionFailure("Optionals are folded into slots")
            }
        }

        private mutating func fillCases(
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
            type.choices = compiler.choices
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
            case .object(var fields, var rules):
                let tagged = fields.indices.filter { fields[$0].role == .member && variant.keys(fields[$0]).write == [.literal(tag)] }
                guard rules.unknownKeys == .reject || !tagged.isEmpty || fields.contains(where: { $0.role == .extras || $0.role == .flattened })
                else { return child }
                rules.known.insert(tag)
                if let i = tagged.first(where: { PlanVariant.plain.keys(fields[$0]).write != [.literal(tag)] }) {
                    throw ObjectCompiler.namesMeet(fields[i].name, in: schema)
                }
                for i in tagged { fields[i].keys = variant.keys(fields[i]).onlyRead }
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

        /// Whether a type's JSON is an object with known members.
        private mutating func isObject(_ child: JSONSchema.Child) throws(JSONError) -> Bool {
            switch try schema(of: child).shape {
            case .object(_, let rules): rules.layout == .object
            case .through(let storage, _): try isObject(storage)
            case .captured(let cases, _, _, _) where cases.count == 1: try cases[0].payload.map { child throws(JSONError) in try isObject(child) } ?? false
            default: false
            }
        }

        private func fillCases(
            _ type: inout yoke_type, _ raw: RawCases, _ schema: JSONSchema
        ) throws(JSONError) {
            let names = raw.names.map { Array($0.utf8) }
            guard Set(names).count == names.count else {
                throw JSONError(.invalidSchema, "two cases of \(schema.name) have the same raw value")
            }
            type.context = PlanMemory.keep(raw.thunks)
            type.cases = KeyTrieBuilder.build(names.enumerated().map { ($1, $0) })
            type.case_bytes = PlanMemory.copy(raw.bytes)
            let literals = raw.names.map { KeyLiteral.quoted($0) }
            type.case_literals = PlanMemory.copy(literals.map { Optional(PlanMemory.copy($0)) })
            type.case_lengths = PlanMemory.copy(literals.map { UInt32($0.count) })
            type.case_count = UInt32(names.count)
        }
    }
}

extension JSONSchema.Shape {
    /// The plan's kind for it. Optionals have none: they are folded into slots.
    fileprivate var kind: UInt8 {
        let kind: yoke_kind =
            switch self {
            case .scalar(let kind): yoke_kind(UInt32(kind))
            case .date: YOKE_DATE
            case .text(_, let isNumber): isNumber ? YOKE_NUMBER : YOKE_TEXT
            case .rawStrings: YOKE_RAW_STRING
            case .array: YOKE_ARRAY
            case .dictionary: YOKE_DICTIONARY
            case .object(_, let rules): rules.layout == .array ? YOKE_POSITIONS : YOKE_OBJECT
            case .through: YOKE_THROUGH
            case .document: YOKE_DOCUMENT
            case .captured: YOKE_CAPTURE
            case .optional, .staged: preconditionFailure("Optionals are folded into slots")
            }
        return UInt8(kind.rawValue)
    }
}

/// Arrays that have a thunk of their own.
private enum ArrayKind {
    static func of(_ type: ObjectIdentifier) -> yoke_array_of {
        switch type {
        case ObjectIdentifier([Double].self): YOKE_ARRAY_OF_F64
        case ObjectIdentifier([Int].self) where Int.bitWidth == 64: YOKE_ARRAY_OF_I64
        default: YOKE_ARRAY_OF_ANY
        }
    }
}

/// Sizes that the plan's 32-bit fields hold.
enum SizeCheck {
    static func bytes(_ size: Int, _ name: String) throws(JSONError) -> UInt32 {
        guard let size = UInt32(exactly: size), size < 1 << 30 else {
            throw JSONError(.invalidSchema, "\(name) is larger than 1 GiB")
        }
        return size
    }
}

/// Keys as the writer puts them.
enum KeyLiteral {
    /// The string in quotes, escaped.
    static func quoted(_ key: String) -> [UInt8] {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        lend(key) { yoke_out_string(&out, $0.baseAddress, $0.count, false) }
        return Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
    }
}
