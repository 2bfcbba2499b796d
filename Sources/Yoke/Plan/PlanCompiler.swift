internal import CYoke

/// Compiles mappings into plans: a type and all types that its mapping refers to, each of them once.
struct PlanCompiler {
    typealias TypeMemory = UnsafeMutablePointer<yoke_type>

    let variant: PlanVariant
    /// The memory of each type that is already compiled, by metatype.
    private let finished = MetatypeTable()
    /// The compiled types whose values need raw text (the JSON text of a value), or contain values that need raw text.
    private let capturing = MetatypeTable()

    init(variant: PlanVariant = .plain) { self.variant = variant }

    /// Compiles `type`, and all types that its mapping refers to. Does not change the compiler; `keep` stores the results. The reason:
    /// during this call, a mapping may itself read JSON, and so start another compilation.
    func compile(_ type: any JSONMapped.Type, for cache: PlanCache) throws(JSONError) -> Compiled {
        var run = Run(finished: finished, capturing: capturing, variant: variant, cache: cache)
        let child = JSONMapping.Child(type, { type.jsonMapping })
        var slot = try run.root(for: child)
        try run.fillAll()
        try run.checkEnds()
        if run.findCapturing() { slot.rules |= SlotRule.captures }
        return Compiled(
            root: PlanMemory.put(slot), types: run.visited.all, misnamed: variant.misnamed(run.names, of: type), isOpen: run.isOpen)
    }

    /// The result of a compilation: the root slot, and all types that were compiled.
    struct Compiled {
        let root: UnsafePointer<yoke_slot>
        fileprivate let types: [VisitedType]
        /// The error for a call whose `only` or `excluding` has the name of a property that does not exist; nil if all properties exist.
        let misnamed: JSONError?
        /// True if the outermost class may have subclasses. A subclass may have properties with the names that `misnamed` is about.
        let isOpen: Bool
    }

    /// Keeps the types of a successful compilation, so that later compilations need not compile them again. Only one thread at a time may
    /// call this function.
    func keep(_ compiled: Compiled) {
        for type in compiled.types {
            guard let memory = type.memory, finished.find(type.id) == nil else { continue }
            // Other threads compile meanwhile: a thread that finds the type in `finished` must also find it in `capturing`.
            if type.captures { capturing.add(type.id, memory) }
            finished.add(type.id, memory)
        }
    }
}

extension PlanCompiler {
    /// One compilation. The compiler keeps the types of a compilation only if all of them could be compiled.
    struct Run {
        let finished: MetatypeTable
        let variant: PlanVariant
        let cache: PlanCache
        fileprivate let visited = VisitedTypes()
        private var waiting: [Waiting] = []
        /// The form (date style, rules) that a property declared for its values. It is set while the memory of these values' type is
        /// filled.
        var form = PropertyForm()
        /// See `PlanCompiler.capturing`.
        private let capturing: MetatypeTable
        private(set) var current: VisitedType?
        /// How many containers and storage types are around the value of the slot that is being made. nil if the call names no properties
        /// (`only`, `excluding`). Also nil for values inside the outermost object, because a call names only properties of this object.
        private(set) var depthFromRoot: Int?
        /// True if the call names properties, and the type whose memory is being filled is the outermost object, or a container or storage
        /// type around this object.
        private(set) var isOutermost = false
        /// The names of the properties of the outermost object. A call may choose among these properties.
        var names: Set<String> = []
        /// True if the outermost object is an instance of a class that may have subclasses.
        var isOpen = false
        /// The type of the root, without its Optionals.
        private var rootType: VisitedType?

        /// A type whose memory exists, and is filled later in this compilation.
        private final class Waiting {
            let type: VisitedType
            let memory: TypeMemory
            let form: PropertyForm
            let depthFromRoot: Int?

            init(_ type: VisitedType, _ memory: TypeMemory, _ form: PropertyForm, _ depthFromRoot: Int?) {
                (self.type, self.memory, self.form, self.depthFromRoot) = (type, memory, form, depthFromRoot)
            }
        }

        fileprivate init(
            finished: MetatypeTable, capturing: MetatypeTable, variant: PlanVariant, cache: PlanCache
        ) {
            self.cache = cache
            self.finished = finished
            self.capturing = capturing
            self.variant = variant
        }

        /// Returns the root: the slot that tells C how to read and write an entire value.
        ///
        /// The options `only` and `excluding` apply only to the outermost object. A value inside that object may have the same type, with
        /// all its properties. So the types from the root to the outermost object do not share their memory with values inside the object.
        mutating func root(for child: JSONMapping.Child) throws(JSONError) -> yoke_slot {
            depthFromRoot = variant.hasNames ? 0 : nil
            form.dates = variant.form.dates
            var child = child
            for tag in variant.form.tags { child = try addingTag(tag, to: child) ?? child }
            return try slot(for: child, rules: variant.form.rules)
        }

        /// Returns the `depthFromRoot` of the elements or the storage of a type whose own `depthFromRoot` is `depth`; nil if the shape has
        /// neither. Also returns nil from the depth 64 on, so that the compilation of a type that contains itself ends.
        private func next(_ shape: JSONMapping.Shape, from depth: Int?) -> Int? {
            guard let depth, depth < 64 else { return nil }
            switch shape {
            case .array, .dictionary, .via: return depth + 1
            case .rawText(let cases, _, _, _): return cases.count == 1 && cases[0].payload != nil ? depth + 1 : nil
            default: return nil
            }
        }

        /// Sets `captures` of all types that need raw text themselves, or refer to a type that needs it. Returns true if the root's type is
        /// one of them.
        func findCapturing() -> Bool {
            for type in visited.all where capturing.find(type.id) != nil { type.captures = true }
            var hasChanged = true
            while hasChanged {
                hasChanged = false
                for type in visited.all where !type.captures && type.referencedTypes.contains(where: { visited.all[$0].captures }) {
                    type.captures = true
                    hasChanged = true
                }
            }
            return rootType?.captures ?? false
        }

        func mapping(of child: JSONMapping.Child) throws(JSONError) -> JSONMapping { try type(of: child).mapping }

        /// Returns the `VisitedType` of a type in this compilation. If the mapping belongs to one property (`isShared` is false), each call
        /// makes a new `VisitedType`.
        func type(of child: JSONMapping.Child) throws(JSONError) -> VisitedType {
            let id = ObjectIdentifier(child.type)
            if child.isShared, let known = visited.find(id) { return known }
            let mapping = variant.mapping(of: child)
            guard !child.isShared || mapping.type == id else {
                throw JSONError(
                    .invalidMapping, "the mapping of \(child.type) describes \(mapping.name)",
                    hint: "a subclass does not inherit its parent's mapping: describe it on its own")
            }
            return visited.add(mapping, isShared: child.isShared)
        }

        /// Returns the memory of a type, which must not be an Optional. The memory is filled later, so that types can refer to themselves.
        /// `isShared`: true if the slot can share the type's memory with other slots; false to make memory for this slot alone.
        private mutating func memory(of type: VisitedType, _ form: PropertyForm, isShared: Bool) -> UnsafePointer<yoke_type> {
            if isShared, let known = finished.find(type.id) { return known.assumingMemoryBound(to: yoke_type.self) }
            if isShared, let known = type.memory { return UnsafePointer(known) }
            let memory = PlanMemory.putMutable(yoke_type())
            if isShared { type.memory = memory }
            waiting.append(Waiting(type, memory, form, depthFromRoot))
            return UnsafePointer(memory)
        }

        /// Returns a slot for values of the type of `child`. For an Optional, this is a slot of the wrapped type, which also says how nil
        /// is stored.
        ///
        /// - Parameter rules: `yoke_slot_rule`s of the property.
        mutating func slot(for child: JSONMapping.Child, rules: UInt8 = 0) throws(JSONError) -> yoke_slot {
            let outerType = try type(of: child)
            // True if the slot depends only on the type. Most properties have such a slot, so it is made once and then copied.
            let isCommonSlot = child.isShared && rules == 0 && depthFromRoot == nil && form.dates == nil
            if isCommonSlot, let (slot, inner) = outerType.slot {
                recordReference(to: visited.all[inner])
                return slot
            }
            let outer = outerType.mapping
            var innerType = outerType
            var innerChild = child
            var isOptional = false
            var isStaged = false
            var levels = 0
            unwrap: while true {
                switch innerType.mapping.shape {
                case .optional(let wrapped):
                    isOptional = true
                    innerChild = wrapped
                case .staged(let value):
                    isStaged = true
                    innerChild = value
                default: break unwrap
                }
                levels += 1
                innerType = try type(of: innerChild)
            }
            let inner = innerType.mapping
            // A property may declare a form (date style, rules) that changes the JSON of its values. Then this property gets its own
            // `yoke_type` for the values, and does not use the common `yoke_type` of their type.
            let form = PropertyForm(dates: form.dates, rules: rules & SlotRule.inner)
            let isOwn = try changesJSON(form, of: inner)
            let isCommon = child.isShared && innerChild.isShared && !isOwn
            let isShared = isCommon && depthFromRoot == nil
            recordReference(to: innerType)
            var slot = yoke_slot()
            slot.rules = rules
            slot.type = memory(of: innerType, isCommon ? PropertyForm() : form, isShared: isShared)
            slot.kind = try hasRules(inner) ? UInt8(YOKE_OBJECT_WITH_RULES.rawValue) : inner.shape.kind
            slot.value = PlanMemory.keep(outer.value)
            slot.size = try SizeCheck.bytes(outer.layout.size, outer.name)
            slot.payload = try SizeCheck.bytes(inner.layout.size, inner.name)
            slot.trivial = outer.layout.isTrivial
            if inner.value.storeNull != nil {
                // The type distinguishes missing from null (`JSONNullable`), so only Swift can test for nil.
                slot.nil_test = UInt8(YOKE_NIL_THUNK.rawValue)
            } else if levels > 0 {
                let pointers = try pointers(in: inner, at: 0)
                NilTest.set(&slot, outer.value, inner, outer.layout, levels: levels, pointers: pointers)
            }
            if isOptional {
                slot.null_bytes = try nullBytes(of: child, isStaged: isStaged)
            } else if let storeNull = inner.value.storeNull {
                // A staged property (`_JSONStaged`) holds an Optional, which is nil if the key is missing. So null is stored as a present
                // value that is null.
                let bytes = PlanMemory.zeroed(outer.layout.size)
                storeNull(bytes)
                slot.null_bytes = UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self))
                slot.rules |= SlotRule.keepsNull
            }
            slot.null_is_missing = isStaged && slot.null_bytes == nil
            if isCommonSlot, isShared { outerType.slot = (slot, innerType.index) }
            return slot
        }

        /// Records that the current type refers to `type` (see `findCapturing`). Before any type is filled, stores `type` as the type of
        /// the root instead.
        private mutating func recordReference(to type: VisitedType) {
            guard let current else { return rootType = type }
            if case .scalar = type.mapping.shape { return }  // scalars keep no raw text
            if !current.referencedTypes.contains(type.index) { current.referencedTypes.append(type.index) }
        }

        /// Returns the byte offsets of words that are never 0 in a value of the type, also of words inside its properties. The writer may
        /// use such a word to test for nil. The recursion ends, because a struct cannot contain itself.
        private mutating func pointers(in mapping: JSONMapping, at offset: Int) throws(JSONError) -> [Int] {
            if let pointer = NilTest.pointer(in: mapping) { return [offset + pointer] }
            guard case .object(let fields, _) = mapping.shape else { return [] }
            var all: [Int] = []
            for field in fields {
                guard let child = field.child, let start = field.offset else { continue }
                all += try pointers(in: self.mapping(of: child), at: offset + start)
            }
            return all
        }

        /// Returns the bytes of a nil value. A staged property (`_JSONStaged`) holds an Optional, which is nil if the key is missing. So
        /// nil is stored as a present value that is nil.
        private mutating func nullBytes(
            of child: JSONMapping.Child, isStaged: Bool
        ) throws(JSONError) -> UnsafePointer<UInt8> {
            let outer = try mapping(of: child)
            let bytes = PlanMemory.zeroed(outer.layout.size)
            if case .staged(let value) = outer.shape {
                // The bytes of `.some` with a payload that is nil: the payload's bytes, then tag bytes of 0.
                try mapping(of: value).value.storeNil?(bytes)
            } else {
                outer.value.storeNil?(bytes)
            }
            return UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self))
        }

        /// Returns true if one bit for each field is not enough while the object is read. The reader must then also keep, for example, the
        /// object's text or the positions of values.
        private mutating func hasRules(_ mapping: JSONMapping) throws(JSONError) -> Bool {
            guard case .object(let fields, let rules) = mapping.shape, rules.layout == .object else { return false }
            if rules.wantsText { return true }
            for field in fields {
                if let keys = field.keys, keys.read.count > 1 { return true }
                if field.rules?.keepsPosition == true { return true }
                if field.overrides.values.contains(where: { $0.keys.map { $0.read.count > 1 } ?? false }) { return true }
                guard field.role == .flattened, let child = field.child else { continue }
                guard let inner = try plainStruct(in: child), !inner.isOptional else { return true }
                if try hasRules(self.mapping(of: child)) { return true }
            }
            return false
        }

        mutating func fillAll() throws(JSONError) {
            while let next = waiting.popLast() {
                current = next.type
                form = next.form
                isOutermost = next.depthFromRoot != nil
                depthFromRoot = self.next(next.type.mapping.shape, from: next.depthFromRoot)
                try fill(&next.memory.pointee, next.type.mapping)
            }
        }

        /// Throws an error if a chain of storage types does not end at a type that is read directly.
        func checkEnds() throws(JSONError) {
            for visitedType in visited.all {
                guard let memory = visitedType.memory else { continue }
                var type = UnsafePointer(memory)
                // `follower` moves at half the speed of `type`. In a cycle, `type` meets `follower` again.
                var follower = type
                var steps = 0
                while type.pointee.kind == UInt8(YOKE_VIA.rawValue) {
                    type = type.pointee.element.type
                    steps += 1
                    guard type != follower else {
                        throw JSONError(.invalidMapping, "the mapping of \(memory.pointee.name) leads back to itself")
                    }
                    if steps % 2 == 0 { follower = follower.pointee.element.type }
                }
            }
        }
    }
}
