internal import CYoke

// Flattened Optionals: by which members the reader tells them from nil.
extension ObjectCompiler {
    /// A flattened Optional: its members are members of the compiled object. Each set holds the numbers of the bits that are 1 in the bit
    /// set of the same name in `yoke_group`.
    struct Group {
        let slot: yoke_slot
        /// How many of a member's conditions come from the Optional itself or from types around it. The member's further conditions come
        /// from inside the Optional.
        let outerConditions: Int
        var fields: Set<Int> = []
        var presenceKeys: Set<Int> = []
        /// The keys by which a reader of the written text finds the `presenceKeys`.
        var presenceNames: Set<String> = []
        /// The members with presence keys that are always written at a path, unless they are nil.
        var presencePaths: [Int] = []
        /// A member that the writer writes as null if the Optional has a value, but no member with one of the `presenceNames`, and none of
        /// the `presencePaths`, is written. Without this null, reading would give nil.
        var nullMarker: UnsafePointer<yoke_field>?
        var required: Set<Int> = []
        var initials: Set<Int> = []

        func compiled(_ words: Int) -> yoke_group {
            yoke_group(
                slot: slot, fields: ObjectCompiler.bits(fields, words), presence_keys: ObjectCompiler.bits(presenceKeys, words),
                required: ObjectCompiler.bits(required, words), initials: ObjectCompiler.bits(initials, words), null_marker: nullMarker)
        }
    }

    /// Finds the presence keys of a flattened Optional: if the text has one of these members, the Optional is not nil. These are the
    /// members that no property outside the Optional reads. Without members of this sort, all members of the Optional that have a key are
    /// presence keys. `known`: the bits of keys that lead to no field.
    mutating func findPresenceKeys(of group: Int, known: [String: Int]) throws(JSONError) {
        let inside = groups[group].fields.map { members[$0] }.filter { !$0.isHidden }
        let others = members.indices.filter { !groups[group].fields.contains($0) }.map { members[$0] }
        let otherKeys = Set(others.flatMap(\.readKeys)), keys = others.reduce(into: Set<String>()) { $0.formUnion($1.inner.all) }
        var own: Set<Int> = [], shared: Set<Int> = []
        for i in groups[group].fields where !members[i].isHidden {
            let names = members[i].readKeys
            if !names.isEmpty { shared.insert(i) }
            if !names.isEmpty, otherKeys.isDisjoint(with: names), !names.contains(where: { keys.contains($0.text) }) { own.insert(i) }
            for key in members[i].inner.all {
                if let bit = known[key] {
                    shared.insert(bit)
                    if !keys.contains(key) { own.insert(bit) }
                } else if let field = members.firstIndex(where: { $0.readKeys.contains(.literal(key)) }) {
                    shared.insert(field)
                }
            }
        }
        groups[group].presenceKeys = own.isEmpty ? shared : own
        let isCut = inside.count < groups[group].fields.count || inside.contains(where: \.inner.areCut)
        if inside.contains(where: \.inner.mayBeNone) || (groups[group].presenceKeys.isEmpty && !isCut) {
            throw JSONError(
                .invalidMapping, "\(mapping.name) flattens an Optional that has no members to tell it from nil by",
                hint: "flatten the value itself, or give it a member of its own")
        }
        let nullable = nullMarkers(of: group).lazy.compactMap { [self] i in nullableKey(i, among: groups[group].presenceKeys, known) }.first
        groups[group].nullMarker = nullable.map(KeyTable.member(_:at:))
        groups[group].presenceNames = presenceNames(of: groups[group], known)
        groups[group].presencePaths = groups[group].presenceKeys.sorted().filter { i in
            guard i < members.count, members[i].groups.last == group, members[i].conditions.isEmpty, let name = members[i].writeKey else {
                return false
            }
            if case .path = name.form { return members[i].readKeys.contains(name) } else { return false }
        }
        if nullable == nil { keepOneMember(of: group) }
    }

    /// Returns the keys of the outermost object that belong only to members with presence keys.
    private func presenceNames(of group: Group, _ known: [String: Int]) -> Set<String> {
        var names = Set(known.filter { group.presenceKeys.contains($0.value) }.keys), nodes: Set<String> = [], others: Set<String> = []
        for i in group.fields {
            let keys = members[i].readKeys
            if !group.presenceKeys.contains(i) {
                for case .key(let name)? in (keys + [members[i].writeKey].compactMap(\.self)).map({ try? $0.steps().first }) {
                    others.insert(name)
                }
                continue
            }
            for steps in keys.compactMap({ try? $0.steps() }) {
                if steps.count == 1 { names.insert(steps[0].name) } else { nodes.insert(steps[0].name) }
            }
        }
        // An object or array on a path may hold members of both sorts.
        return names.union(nodes.subtracting(others))
    }

    /// If another property reads the key of a member that cannot be null, null counts as missing for the member. The null may stand for nil
    /// in the other property, and say nothing about the flattened Optional.
    mutating func countSharedNullsAsMissing(in group: Group) {
        let others = members.indices.filter { !group.fields.contains($0) }.map { members[$0] }
        let keys = Set(others.flatMap(\.readKeys)), inner = others.reduce(into: Set<String>()) { $0.formUnion($1.inner.all) }
        for i in group.fields where fields[i].slot.null_bytes == nil && fields[i].rules == nil && !takesNull(fields[i].slot) {
            let isShared = members[i].readKeys.contains { keys.contains($0) || inner.contains($0.text) }
            if isShared { fields[i].slot.null_is_missing = true }
        }
    }

    /// True if null may be a value of the slot's type, as for dynamic JSON, raw text, enums, and types with a storage type.
    private func takesNull(_ slot: yoke_slot) -> Bool {
        let kind = UInt32(slot.kind), containers = [YOKE_ARRAY, YOKE_DICTIONARY, YOKE_OBJECT, YOKE_OBJECT_WITH_RULES].map(\.rawValue)
        return kind > YOKE_RAW_STRING.rawValue && !containers.contains(kind)
    }

    /// Makes sure that a flattened Optional without a `nullMarker` has a member to write if it is not nil. Writing may leave out members
    /// that have their initial values. If all members with presence keys might be left out, one of them is written nevertheless.
    private mutating func keepOneMember(of group: Int) {
        let outer = groups[group].outerConditions, keys = groups[group].presenceKeys
        func conditions(_ i: Int) -> [@Sendable (UnsafeRawPointer) -> Bool] { Array(members[i].conditions.dropFirst(outer)) }
        func canBeNull(_ i: Int) -> Bool { fields[i].slot.null_bytes != nil || fields[i].rules?.pointee.weak_null != nil }
        func canBeNil(_ i: Int) -> Bool { canBeNull(i) || members[i].absent != nil }
        let candidates = groups[group].fields.sorted().filter { keys.contains($0) || !members[$0].inner.all.isEmpty }
        // Members of inner Optionals and of flattened enums are written by rules of their own.
        guard candidates.allSatisfy({ members[$0].groups.last == group && members[$0].inner.all.isEmpty }) else { return }
        let written = candidates.filter { members[$0].writeKey != nil }
        if written.contains(where: { conditions($0).isEmpty && !canBeNil($0) }) { return }
        // A member at a path cannot be the `nullMarker`. Instead, its nil is always written as null.
        if let kept = written.first(where: {
            conditions($0).isEmpty && keys.contains($0) && canBeNull($0) && fields[$0].rules?.pointee.null_default == nil
        }) {
            fields[kept].slot.rules |= SlotRule.writesNull
            return
        }
        // Choose a member without `writtenIf`, because the writer must obey a condition of the program.
        guard let kept = written.first(where: { conditions($0).count == 1 && members[$0].isLeftOutAsInitial }) else { return }
        if canBeNull(kept) { fields[kept].slot.rules |= SlotRule.writesNull }
        let differs = conditions(kept)[0], others = written.filter { $0 != kept && !canBeNil($0) }.map(conditions)
        members[kept].conditions[outer] = { at in differs(at) || !others.contains { $0.allSatisfy { $0(at) } } }
    }

    /// Returns the members that may become the `nullMarker`, the best first. A member of an inner Optional also makes this inner Optional
    /// present. So it comes last, and only if the inner Optional needs no other member.
    private func nullMarkers(of group: Int) -> [Int] {
        let all = groups[group].fields.sorted()
        let inner = all.filter { i in
            let optionals = members[i].groups.drop { $0 != group }.dropFirst()
            return !optionals.isEmpty && members[i].inner.all.isEmpty && optionals.allSatisfy { groups[$0].required.isEmpty }
        }
        return all.filter { members[$0].groups.last == group } + inner
    }

    /// Returns a key whose value may be null, and the key's bit. The key belongs to the member with this index, or, if this member is a
    /// flattened value, to one of the value's members. Returns nil if the member has no such key, or if the key's bit is not a presence
    /// key.
    private func nullableKey(_ index: Int, among presenceKeys: Set<Int>, _ known: [String: Int]) -> (key: String, bit: Int)? {
        let member = members[index], slot = fields[index].slot, rules = fields[index].rules?.pointee
        guard member.conditions.isEmpty, !member.isHidden else { return nil }
        if let key = member.inner.nullable { return known[key].flatMap { presenceKeys.contains($0) ? (key, $0) : nil } }
        guard let name = member.writeKey, case .literal(let key) = name.form, member.readKeys.contains(name), presenceKeys.contains(index),
            member.absent == nil, slot.null_bytes != nil || rules?.weak_null != nil, rules?.null_default == nil,
            // If another property is written under this key, the member is never written.
            !members[..<index].contains(where: { $0.writeKey == name && $0.groups.isEmpty && $0.conditions.isEmpty })
        else { return nil }
        return (key, index)
    }
}
