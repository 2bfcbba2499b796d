internal import CYoke

/// Turns mappings into plans: a type, and every type that it reaches, each once.
struct PlanCompiler {
    typealias TypeMemory = UnsafeMutablePointer<yoke_type>

    let variant: PlanVariant
    /// Types that are finished, by metatype.
    private let finished = TypeTable()
    /// Those of them that capture text somewhere.
    private let capturing = TypeTable()

    init(variant: PlanVariant = .plain) { self.variant = variant }

    /// The slot of a whole value of `type`, and the types that were compiled for it. Not mutating, because it calls mappings,
    /// which may need another plan first.
    func compile(_ type: any JSONMapped.Type, for cache: PlanCache) throws(JSONError) -> Compiled {
        var run = Run(finished: finished, capturing: capturing, variant: variant, cache: cache)
        let child = JSONMapping.Child(type, { type.jsonMapping })
        var slot = try run.root(for: child)
        try run.fillAll()
        try run.checkEnds()
        if run.findCapturing() { slot.rules |= SlotRule.captures }
        return Compiled(
            root: PlanMemory.put(slot), types: run.met.all, misnamed: variant.misnamed(run.names, of: type), isOpen: run.isOpen)
    }

    /// What one compilation made.
    struct Compiled {
        let root: UnsafePointer<yoke_slot>
        fileprivate let types: [MetType]
        /// What the call names that the model does not have.
        let misnamed: JSONError?
        /// Instances of subclasses may have it.
        let isOpen: Bool
    }

    /// Types that later compilations need not make again.
    func keep(_ compiled: Compiled) {
        for type in compiled.types {
            if let memory = type.memory, finished.find(type.id) == nil { finished.add(type.id, memory) }
            if type.captures, let memory = type.memory, capturing.find(type.id) == nil { capturing.add(type.id, memory) }
        }
    }
}

extension PlanCompiler {
    /// One compilation. What it makes is kept only if all of it succeeds.
    struct Run {
        let finished: TypeTable
        let variant: PlanVariant
        let cache: PlanCache
        fileprivate let met = MetTypes()
        private var waiting: [Waiting] = []
        /// What is said of the values below the type that is filled.
        var form = PropertyForm()
        /// Finished types that capture text, or reach one that does.
        private let capturing: TypeTable
        private(set) var current: MetType?
        /// How far the types that are reached now are from the root, if they are on the way to the outermost object, through containers
        /// and storages, or that itself. nil: below it.
        private(set) var way: Int?
        /// The type that is filled is the outermost object, or on the way there.
        private(set) var isOutermost = false
        /// The properties of the outermost object, among which a call may choose.
        var names: Set<String> = []
        /// Whether that is an instance of a class that may have subclasses.
        var isOpen = false
        /// The type under all Optionals of the root.
        private var rootType: MetType?

        /// A type whose memory is to be filled.
        private final class Waiting {
            let type: MetType
            let memory: TypeMemory
            let form: PropertyForm
            let way: Int?

            init(_ type: MetType, _ memory: TypeMemory, _ form: PropertyForm, _ way: Int?) {
                (self.type, self.memory, self.form, self.way) = (type, memory, form, way)
            }
        }

        fileprivate init(
            finished: TypeTable, capturing: TypeTable, variant: PlanVariant, cache: PlanCache
        ) {
            self.cache = cache
            self.finished = finished
            self.capturing = capturing
            self.variant = variant
        }

        /// Of types on the way from the root to the outermost object other slots have plans of their own: only there a call may choose
        /// among the properties.
        mutating func root(for child: JSONMapping.Child) throws(JSONError) -> yoke_slot {
            way = variant.hasNames ? 0 : nil
            form.dates = variant.form.dates
            return try slot(for: child, rules: variant.form.rules)
        }

        /// How far what a type is read by way of is from the root, if that is on the way too.
        private func next(_ shape: JSONMapping.Shape, from way: Int?) -> Int? {
            guard let way, way < 64 else { return nil }
            switch shape {
            case .array, .dictionary, .via: return way + 1
            case .rawText(let cases, _, _, _): return cases.count == 1 && cases[0].payload != nil ? way + 1 : nil
            default: return nil
            }
        }

        /// Whether the root's type captures text, or reaches one that does; all that do know it then.
        func findCapturing() -> Bool {
            for type in met.all where capturing.find(type.id) != nil { type.captures = true }
            var grows = true
            while grows {
                grows = false
                for type in met.all where !type.captures && type.reached.contains(where: { met.all[$0].captures }) {
                    type.captures = true
                    grows = true
                }
            }
            return rootType?.captures ?? false
        }

        func mapping(of child: JSONMapping.Child) throws(JSONError) -> JSONMapping { try type(of: child).mapping }

        /// A type that is met; one property's own each time anew.
        func type(of child: JSONMapping.Child) throws(JSONError) -> MetType {
            let id = ObjectIdentifier(child.type)
            if child.isShared, let known = met.find(id) { return known }
            let mapping = variant.mapping(of: child)
            guard !child.isShared || mapping.type == id else {
                throw JSONError(
                    .invalidMapping, "the mapping of \(child.type) describes \(mapping.name)",
                    hint: "a subclass does not inherit its parent's mapping: describe it on its own")
            }
            return met.add(mapping, isShared: child.isShared)
        }

        /// The memory of a type that is no Optional; filled later, so that types can reach themselves.
        private mutating func memory(of type: MetType, _ form: PropertyForm, isShared: Bool) -> UnsafePointer<yoke_type> {
            if isShared, let known = finished.find(type.id) { return known.assumingMemoryBound(to: yoke_type.self) }
            if isShared, let known = type.memory { return UnsafePointer(known) }
            let memory = PlanMemory.place(yoke_type())
            if isShared { type.memory = memory }
            waiting.append(Waiting(type, memory, form, way))
            return UnsafePointer(memory)
        }

        /// A slot for values of `type`: Optionals around a type are folded into the slot.
        ///
        /// - Parameter rules: `yoke_slot_rule`s of the property.
        mutating func slot(for child: JSONMapping.Child, rules: UInt8 = 0) throws(JSONError) -> yoke_slot {
            let outerType = try type(of: child)
            // Most properties say nothing of their values.
            let isCommonSlot = child.isShared && rules == 0 && way == nil && form.dates == nil
            if isCommonSlot, let (slot, inner) = outerType.slot {
                reach(met.all[inner])
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
            // A type that only some properties have in this form is made for each of them.
            let form = PropertyForm(dates: form.dates, rules: rules & SlotRule.inner)
            let isOwn = try isSaid(form, of: inner)
            let isCommon = child.isShared && innerChild.isShared && !isOwn
            let isShared = isCommon && way == nil
            reach(innerType)
            var slot = yoke_slot()
            slot.rules = rules
            slot.type = memory(of: innerType, isCommon ? PropertyForm() : form, isShared: isShared)
            slot.kind = try hasRules(inner) ? UInt8(YOKE_OBJECT_WITH_RULES.rawValue) : inner.shape.kind
            slot.value = PlanMemory.keep(outer.value)
            slot.size = try SizeCheck.bytes(outer.layout.size, outer.name)
            slot.payload = try SizeCheck.bytes(inner.layout.size, inner.name)
            slot.trivial = outer.layout.isTrivial
            if inner.value.storeNull != nil {
                // Of its own it has two ways to be nothing.
                slot.nil_test = UInt8(YOKE_NIL_THUNK.rawValue)
            } else if levels > 0 {
                let pointers = try pointers(in: inner, at: 0)
                NilTest.set(&slot, outer.value, inner, outer.layout, levels: levels, pointers: pointers)
            }
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
            if isCommonSlot, isShared { outerType.slot = (slot, innerType.place) }
            return slot
        }

        /// The type that is filled has a slot for another one; there is none yet: that is the root's.
        private mutating func reach(_ type: MetType) {
            guard let current else { return rootType = type }
            if case .scalar = type.mapping.shape { return }  // which captures nothing
            if !current.reached.contains(type.place) { current.reached.append(type.place) }
        }

        /// Where values of a type have words that are never 0, its properties' included. (Ends: no struct contains itself.)
        private mutating func pointers(in mapping: JSONMapping, at offset: Int) throws(JSONError) -> [Int] {
            if let pointer = NilTest.pointer(in: mapping) { return [offset + pointer] }
            guard case .object(let fields, _) = mapping.shape else { return [] }
            var all: [Int] = []
            for field in fields {
                guard let child = field.child, let place = field.offset else { continue }
                all += try pointers(in: self.mapping(of: child), at: offset + place)
            }
            return all
        }

        /// The bytes of nil; for a staged property the bytes of "present, and nil".
        private mutating func nullBytes(
            of child: JSONMapping.Child, isStaged: Bool
        ) throws(JSONError) -> UnsafePointer<UInt8> {
            let outer = try mapping(of: child)
            let bytes = PlanMemory.zeroed(outer.layout.size)
            if case .staged(let value) = outer.shape {
                // `.some` of an Optional: the payload's bytes, and tags of 0 behind them.
                try mapping(of: value).value.storeNil?(bytes)
            } else {
                outer.value.storeNil?(bytes)
            }
            return UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self))
        }

        /// Whether more than an object's fields has to be remembered while it is read.
        private mutating func hasRules(_ mapping: JSONMapping) throws(JSONError) -> Bool {
            guard case .object(let fields, let rules) = mapping.shape, rules.layout == .object else { return false }
            if rules.wantsText { return true }
            for field in fields {
                if let keys = field.keys, keys.read.count > 1 { return true }
                if field.rules?.keepsPlace == true { return true }
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
                isOutermost = next.way != nil
                way = self.next(next.type.mapping.shape, from: next.way)
                try fill(&next.memory.pointee, next.type.mapping)
            }
        }

        /// Types that are bound through other ones must come to one that is not.
        func checkEnds() throws(JSONError) {
            for met in met.all {
                guard let memory = met.memory else { continue }
                var type = UnsafePointer(memory)
                // Follows at half the speed, so that it is met again where the way leads in a circle.
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
