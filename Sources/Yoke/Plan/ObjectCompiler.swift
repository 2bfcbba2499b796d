internal import CYoke

/// Compiles the fields of a struct to the memory that C uses: tables of keys, bit sets of fields, and the template (the bytes of an empty
/// instance).
struct ObjectCompiler {
    let mapping: JSONMapping
    private let rules: ObjectRules
    private let variant: PlanVariant
    var members: [Member] = []
    var fields: [yoke_field] = []
    var groups: [Group] = []
    private var required: [Int] = []
    private var initials: [Int] = []
    private var checks: [ObjectCheck] = []
    private var keptPositions: UInt32 = 0
    private var refusesUnknown = false
    private let template: UnsafeMutableRawPointer
    /// True if the reader must keep raw text, because it reads the text of the object, or of a part of the object, a second time.
    private(set) var captures = false

    init(mapping: JSONMapping, rules: ObjectRules, variant: PlanVariant) {
        self.mapping = mapping
        self.rules = rules
        self.variant = variant
        template = PlanMemory.zeroed(mapping.layout.size, alignment: max(mapping.layout.alignment, 16))
    }

    /// - Parameters:
    ///   - all: every stored property. A flattened struct is replaced by its properties.
    ///   - optionals: the flattened Optionals, outer Optionals before inner ones. For each, its slot and `outerConditions` of `Group`.
    mutating func compile(
        _ all: [Member], groups optionals: [(slot: yoke_slot, conditions: Int)]
    ) throws(JSONError) -> UnsafePointer<yoke_object> {
        if variant.options.usesPropertyNames { try checkNames(all) }
        // If a property keeps unknown members, the call's option to refuse unknown members has no effect.
        let keepsUnknown = all.contains(where: \.keepsOthers)
        refusesUnknown = !rules.isOpen && (rules.unknownKeys == .reject || variant.options.refusesUnknownKeys && !keepsUnknown)
        let parts = try Parts(all, of: mapping, refusesUnknown: refusesUnknown)
        let (keyed, whole, keepers) = (parts.keyed, parts.whole, parts.keepers)
        members = keyed.count == all.count ? keyed : keyed + whole + keepers + parts.others
        fields.reserveCapacity(members.count)
        required.reserveCapacity(members.count)
        groups = optionals.map { Group(slot: $0.slot, outerConditions: $0.conditions) }
        for (i, member) in members.enumerated() {
            for group in member.groups { groups[group].fields.insert(i) }
            try add(member)
        }

        for group in groups { countSharedNullsAsMissing(in: group) }
        let after = checks + rules.after
        // If work remains at the end of an object (checks, flattened values), the object has one more bit besides the bits of its fields.
        // This bit is never set, so no reader treats the object as complete before the work is done.
        let hasEnd = !after.isEmpty || !whole.isEmpty || !groups.isEmpty
        let plain = rules.layout == .object && rules.known.isEmpty ? KeyTable.ofPlain(&fields, members) : nil
        let tables = TableCompiler(
            fields: fields, names: plain == nil ? members.map { ($0.label, $0.writeKey?.text) } : [], hasEnd: hasEnd,
            refusesUnknown: refusesUnknown)
        var table = KeyTable(), unread: UnsafePointer<yoke_trie>?
        if rules.layout == .array {
            table = ArrayLayout.table(fields, names: members.map(\.description.name), isRead: members.map { $0.aliases > 0 })
        } else if plain == nil {
            let tree = try keyTree(parts, all)
            table = tables.root(tree, tag: rules.tag)
            unread = KeyTable.set(of: tree.unread)
        }
        for i in groups.indices { try findPresenceKeys(of: i, known: tables.known) }
        // A merge patch must know which nil members the written JSON has as null.
        if !groups.isEmpty { table.addRules(of: fields) }
        var object = plain ?? yoke_object()
        object.count = UInt32(members.count)
        object.keyed = UInt32(keyed.count)
        object.whole_count = UInt32(whole.count)
        object.group_bits = UInt32(tables.bits)
        object.words = UInt32(max(1, (tables.bits + groups.count + 63) / 64))
        object.owner_words = object.words
        object.template_bytes = UnsafePointer(template.assumingMemoryBound(to: UInt8.self))
        object.ranks = keyed.contains { $0.aliases > 1 } ? UInt32(members.count + 7) & ~7 : 0
        object.kept_positions = keptPositions
        object.unknown = UInt8(unknownKeys.rawValue)
        object.unread = unread
        object.refuses_other_cases = tables.hasTag
        object.knows_all = whole.contains(where: \.inner.keepsOthers) || all.contains { $0.isHidden && $0.keepsOthers }
        let isSimple = isSimple(
            plain == nil ? table.entries.count : fields.count,
            isPlain: whole.isEmpty && keepers.isEmpty && groups.isEmpty && object.ranks == 0)
        object.overwrites = isSimple && rules.layout == .object
        object.is_plain =
            isSimple && object.count < 64 && object.words == 1 && keptPositions == 0 && fields.allSatisfy { Self.isPlain($0.slot) }
            && (rules.layout == .object || keyed.allSatisfy { $0.aliases > 0 })
        if hasEnd { initials.append(members.count) }
        if !after.isEmpty { object.after = PlanMemory.keep(.after(after)) }
        object.required = Self.bits(required, Int(object.words))
        object.initials = Self.bits(initials, Int(object.words))
        object.groups = PlanMemory.copy(groups.map { $0.compiled(Int(object.words)) })
        object.group_count = UInt32(groups.count)
        if plain == nil { table.fill(&object) }
        // If the call leaves out the property for extras (unknown members), the value of this property does not change, and the reader
        // skips unknown members.
        if let keeper = keepers.first, !keeper.isHidden { addExtras(keeper, keyed.count + whole.count, to: &object) }
        tables.connect(to: object)
        object.captures = !whole.isEmpty || rules.wantsText
        object.hands_text = rules.wantsText
        captures = tables.sharesKeys || object.captures || !keepers.isEmpty
        if rules.layout == .array {
            object.written = ArrayLayout.written(Array(fields[..<keyed.count]), isWritten: keyed.map { $0.writeKey != nil })
        } else if plain == nil {
            try addWritten(all, to: &object)
        }
        return PlanMemory.put(object)
    }
}

extension ObjectCompiler {
    /// The properties of an object, sorted into four lists. The plan's fields have the order of these lists.
    private struct Parts {
        /// `keyed`: properties with keys or paths. `whole`: flattened properties that are read from the object's own text. `keepers`:
        /// properties that keep unknown members. `others`: properties that are not in the JSON, and flattened properties that the options
        /// of this read or write leave out.
        var keyed: [Member] = [], whole: [Member] = [], keepers: [Member] = [], others: [Member] = []

        init(_ all: [Member], of mapping: JSONMapping, refusesUnknown: Bool) throws(JSONError) {
            keyed.reserveCapacity(all.count)
            for member in all {
                switch member.description.role {
                case .member: keyed.append(member)
                case .flattened where !member.isHidden: whole.append(member)
                case .extras: keepers.append(member)
                case .flattened, .ignored: others.append(member)
                }
            }
            guard keepers.count <= 1 else {
                throw JSONError(.invalidMapping, "\(mapping.name) has two properties that keep unknown members")
            }
            if let keeper = keepers.first, refusesUnknown {
                throw JSONError(
                    .invalidMapping, "\(mapping.name) refuses unknown members, which \"\(keeper.description.name)\" is to keep",
                    hint: "remove unknownKeys: .reject, or the property for extras")
            }
        }
    }

    /// Returns the tree that leads from the keys and paths of the object to its fields.
    private func keyTree(_ parts: Parts, _ all: [Member]) throws(JSONError) -> KeyTree {
        let tree = KeyTree()
        for (i, member) in parts.keyed.enumerated() {
            guard member.readKeys.count < Int(YOKE_RANK_OF_NULL) else {
                throw JSONError(.invalidMapping, "\(mapping.name).\(member.description.name) has more than 254 keys for reading")
            }
            for (rank, name) in member.readKeys.enumerated() { tree.add(i, rank: rank, at: try name.steps()[...]) }
        }
        for member in parts.whole { tree.add(known: member.inner.all) }
        // Add keys that the model knows, but reads no field from: keys that are only written, tags, and keys that the call leaves out. The
        // reader needs them only if the model keeps or refuses unknown members (`isBranch`). Otherwise only reports need them.
        let isBranch = !parts.keepers.isEmpty || refusesUnknown
        tree.add(known: rules.known.subtracting([rules.tag?.key].compactMap(\.self)), isBranch: isBranch)
        for name in parts.keyed.compactMap(\.writeKey) + all.flatMap(\.hiddenKeys) {
            tree.add(known: try name.steps()[...], isBranch: isBranch)
        }
        for member in all where member.description.role == .flattened {
            tree.add(known: member.inner.known.union(member.isHidden ? member.inner.all : []), isBranch: isBranch)
        }
        return tree
    }
}

// MARK: - Fields

extension ObjectCompiler {
    /// Called for the option `usesPropertyNames`. Throws an error if two properties would be written under the same name, because one value
    /// would be lost. A model and the types that are flattened into it may have such properties, with different keys.
    private func checkNames(_ all: [Member]) throws(JSONError) {
        var keys: [String: JSONKeys] = [:], firsts: [String: Set<String>] = [:]
        for member in all where member.description.role == .member && !member.isHidden {
            let name = member.description.name, own = PlanVariant.plain.keys(member.description)
            if let other = keys.updateValue(own, forKey: name), other != own { throw Self.nameCollision(name, in: mapping) }
            firsts[name] = Set(try own.read.map { key throws(JSONError) in try key.steps()[0].name })
        }
        for whole in all where whole.description.role == .flattened && !whole.isHidden {
            for name in whole.inner.all {
                let own = whole.inner.usual[name] ?? [name]
                if let other = firsts.updateValue(own, forKey: name), other.isDisjoint(with: own) {
                    throw Self.nameCollision(name, in: mapping)
                }
            }
        }
    }

    /// Returns the error for an object in which two values would get the same key, because the call has the option `usesPropertyNames`.
    static func nameCollision(_ name: String, in mapping: JSONMapping) -> JSONError {
        JSONError(
            .invalidMapping, "with usesPropertyNames, two values of \(mapping.name) have the key \"\(name)\"",
            hint: "read and write this model without usesPropertyNames, or give one of the properties another name")
    }

    private mutating func add(_ member: Member) throws(JSONError) {
        let description = member.description
        guard let offset = member.offset else {
            throw JSONError(
                .invalidMapping, "\(mapping.name).\(description.name) has no fixed place in the instance",
                hint: """
                    computed, observed, lazy and wrapped properties, members of classes and of types of resilient \
                    libraries are bound by JSONMapping(_:via:decode:encode:), which @JSONModel uses by itself
                    """)
        }
        let index = fields.count
        var field = yoke_field()
        field.slot = member.slot ?? yoke_slot()
        field.slot.offset = UInt32(offset)
        field.slot.size = try SizeCheck.bytes(description.layout.size, mapping.name)
        if member.slot == nil, let value = description.value { field.slot.value = PlanMemory.keep(value) }
        field.slot.trivial = description.layout.isTrivial
        if let rules = description.rules {
            // A property of a struct in a flattened Optional has no value if the Optional is nil. Then its checks do not run.
            let isPresent = presenceTest(of: member)
            checks += rules.merges.map { merge in
                ObjectCheck(field: index) { at, source in
                    if let old = source.old(changing: index), isPresent(at) { try merge(old + offset, at + offset) }
                }
            }
            checks += rules.checks.map { check in
                ObjectCheck(field: index) { at, source in if !source.isUnchanged(index), isPresent(at) { try check(at + offset) } }
            }
        }
        switch description.initial {
        case .none:
            if description.role != .flattened || member.isHidden { addMissingValue(&field, member, index) }
        case .literal(let thunks):
            thunks.initial(template + offset)
            countNullAsMissingUnlessOptional(&field)
        case .constant(let thunks):
            field.initial = PlanMemory.keep(thunks)
            markInitial(index, member)
        case .thunk(let thunks):
            field.initial = PlanMemory.keep(thunks)
            markInitial(index, member)
            countNullAsMissingUnlessOptional(&field)
        }
        if description.role == .member { addRules(&field, member) }
        fields.append(field)
    }

    /// Returns a function that takes the address of an instance, and returns true if all flattened Optionals around the member have a
    /// value.
    private func presenceTest(of member: Member) -> @Sendable (UnsafeRawPointer) -> Bool {
        Self.presenceTest(
            of: member.groups.map { groups[$0].slot }.filter { $0.value != member.slot?.value || Int($0.offset) != member.offset })
    }

    /// Returns a function that takes the address of an instance, and returns true if no Optional in these slots, outermost first, is nil.
    static func presenceTest(of slots: [yoke_slot]) -> @Sendable (UnsafeRawPointer) -> Bool {
        let optionals = slots.map { (thunks: Thunks.of($0.value), offset: Int($0.offset)) }
        return { at in optionals.allSatisfy { !$0.thunks.isNil(at + $0.offset) } }
    }

    /// Decides what a missing key means for a property without an initial value: the property is nil, or the key is required.
    private mutating func addMissingValue(_ field: inout yoke_field, _ member: Member, _ index: Int) {
        let description = member.description
        let at = template + Int(field.slot.offset)
        if let absent = member.absent {
            absent(at)
        } else if let nothing = field.slot.null_bytes {
            at.copyMemory(from: nothing, byteCount: description.layout.size)
        } else {
            markRequired(index, member)
        }
    }

    private mutating func markRequired(_ index: Int, _ member: Member) {
        if let group = member.groups.last { groups[group].required.insert(index) } else { required.append(index) }
    }

    private mutating func markInitial(_ index: Int, _ member: Member) {
        if let group = member.groups.last { groups[group].initials.insert(index) } else { initials.append(index) }
    }

    /// If the field's type has no nil value, null counts as a missing key: the field then gets its declared initial value.
    private func countNullAsMissingUnlessOptional(_ field: inout yoke_field) {
        if field.slot.null_bytes == nil { field.slot.null_is_missing = true }
    }

    /// Adds the rules that only some fields have: for null, for invalid values, for aliases, and for keeping the value's position. The fast
    /// path (the C code for usual fields) never matches the key of a field with rules, so it need not look for rules.
    private mutating func addRules(_ field: inout yoke_field, _ member: Member) {
        let description = member.description
        var rules = yoke_field_rules()
        rules.is_alias = member.aliases > 1
        if rules.is_alias {
            rules.written_rank = UInt8(clamping: member.readKeys.firstIndex { $0 == member.writeKey } ?? 0)
            rules.weak_null = field.slot.null_bytes
            rules.stores_null = field.slot.null_bytes == nil && description.child?.mapping().hasNull() == true
            field.slot.null_bytes = nil
        }
        rules.null_default = description.rules?.onNull.map(PlanMemory.keep)
        rules.invalid_default = description.rules?.onInvalid.map(PlanMemory.keep)
        if rules.null_default != nil {
            field.slot.null_bytes = nil
            field.slot.rules |= SlotRule.keepsNull  // the value for null comes before the rules of a mode
        }
        if description.rules?.keepsPosition == true {
            keptPositions += 1
            rules.kept_position = keptPositions
        }
        if rules.is_alias || rules.kept_position > 0 || rules.null_default != nil || rules.invalid_default != nil {
            field.rules = PlanMemory.put(rules)
        }
    }

    // MARK: - Extras and tables

    private func addExtras(_ keeper: Member, _ index: Int, to object: inout yoke_object) {
        var entry = fields[index]
        var type = yoke_type()
        type.kind = UInt8(YOKE_EXTRA.rawValue)
        type.context = keeper.description.value.map(PlanMemory.keep)
        entry.slot.type = PlanMemory.put(type)
        entry.slot.kind = type.kind
        entry.slot.null_bytes = nil
        entry.slot.null_is_missing = false
        entry.index = UInt32(index)
        object.extras = PlanMemory.put(entry)
        object.unknown = UInt8(YOKE_UNKNOWN_KEPT.rawValue)
    }

    /// Returns true if each key leads to exactly one field, and no field depends on another field. Then the reader can overwrite an
    /// instance in place.
    private func isSimple(_ entries: Int, isPlain: Bool) -> Bool {
        isPlain && !rules.wantsText && entries == fields.count
            && fields.allSatisfy { $0.rules == nil && $0.slot.rules & SlotRule.invalidIsMissing == 0 }
    }

    /// Returns true if the slot holds a scalar, a String or an array. If this is true for all fields of an object, the fast path usually
    /// reads the object without a frame (the binder's record of an open container).
    private static func isPlain(_ slot: yoke_slot) -> Bool {
        UInt32(slot.kind) <= YOKE_ARRAY.rawValue
    }

    private var unknownKeys: yoke_unknown_keys { refusesUnknown ? YOKE_UNKNOWN_REFUSED : YOKE_UNKNOWN_SKIPPED }

    /// Sets `sorted` of `object`, the order of the keys. Also adds a table for the writer, if it cannot use the reader's table.
    private func addWritten(_ all: [Member], to object: inout yoke_object) throws(JSONError) {
        let keyed = Int(object.keyed)
        var written = fields
        let tree = KeyTree()
        var isPlain = true
        var paths = WrittenPaths(of: mapping)
        var next = (member: 0, whole: keyed, extras: keyed + Int(object.whole_count))
        for member in all {
            let home = member.groups.reduce(tree) { $0.group($1) }
            let condition = member.conditions.isEmpty ? nil : Thunks.unless(member.conditions)
            if !member.groups.isEmpty || condition != nil { isPlain = false }
            switch member.description.role {
            case .ignored: continue
            case .member:
                let i = next.member
                next.member += 1
                guard let name = member.writeKey else {
                    isPlain = false
                    continue
                }
                let steps = try name.steps()
                guard try paths.add(steps, member) else {
                    isPlain = false  // if two properties have the same key, only the first is written
                    continue
                }
                if condition != nil, case .index = steps[steps.count - 1] {
                    throw JSONError(
                        .invalidMapping,
                        "\(mapping.name).\(member.description.name) stands in an array, of which no element can be left out")
                }
                if steps.count > 1 || member.readKeys != [name] { isPlain = false }
                tree.add(i, rank: 0, at: steps[...], in: member.groups, if: condition)
            case .flattened:
                isPlain = false
                if member.isHidden { continue }
                try paths.add(keysOf: member)
                (condition.map(home.members) ?? home).add(membersOf: next.whole)
                next.whole += 1
            case .extras:
                isPlain = false
                if !member.isHidden { (condition.map(home.members) ?? home).add(membersOf: next.extras, areExtras: true) }
                next.extras += 1
            }
        }
        for i in written.indices { written[i].rules = nil }
        object.sorted = KeyTable.sorted(members[..<keyed].map { Array(($0.writeKey?.text ?? "").utf8) })
        if !isPlain { object.written = WrittenTable(fields: written, groups: groups).table(tree) }
    }

    static func bits(_ indices: some Sequence<Int>, _ words: Int) -> UnsafePointer<UInt64> {
        let bits = PlanMemory.room(of: UInt64.self, words)
        bits.initialize(repeating: 0, count: words)
        for i in indices { bits[i / 64] |= 1 << UInt64(i % 64) }
        return UnsafePointer(bits)
    }
}
