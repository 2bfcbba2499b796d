internal import CYoke

/// Builds the tables that lead from an object's keys to its fields: the object's own table, and the tables of its path nodes. Path nodes
/// are the objects and arrays on the paths of properties.
final class TableCompiler {
    /// The fields, in the order of their bits. A field can have several table entries, which begin as copies of this field.
    private var fields: [yoke_field]
    /// For each field, its name in errors and its key for the writer.
    private let names: [(label: String, written: String?)]
    /// True if unknown members are errors, also in path nodes.
    private let refusesUnknown: Bool
    /// Number of bits in use: one for each field, then one for the object's end (if there is work at the end), then one for each path
    /// node.
    private(set) var bits: Int
    /// True if a key leads to several fields, or to no field.
    private(set) var sharesKeys = false
    /// True if the object's table has a field for the tag of an enum case.
    private(set) var hasTag = false
    /// For each key that leads to no field, the number of its bit.
    private(set) var known: [String: Int] = [:]
    private var tables: [UnsafeMutablePointer<yoke_object>] = []

    init(fields: [yoke_field], names: [(label: String, written: String?)], hasEnd: Bool, refusesUnknown: Bool) {
        self.fields = fields
        self.names = names
        self.refusesUnknown = refusesUnknown
        bits = fields.count + (hasEnd ? 1 : 0)
    }

    /// Returns the object's own table. First comes each field, at its index, with the first key that leads only to this field. Then come
    /// all other keys: further aliases, first keys of paths, shared keys, keys that lead to no field, and a tag.
    ///
    /// - Parameter tag: the key of the tag that names the case to which the object belongs, and the name of the case. nil: there is no tag.
    func root(_ tree: KeyTree, tag: (key: String, name: String)?) -> KeyTable {
        var table = KeyTable(capacity: fields.count)
        var own: [Int: String] = [:]
        var others: [KeyTree.Branch] = []
        for branch in tree.branches {
            if branch.targets.count == 1, case .field(let i, let rank) = branch.targets[0], own[i] == nil {
                own[i] = branch.step.name
                setRank(&fields[i], rank)
            } else {
                others.append(branch)
            }
        }
        for i in fields.indices {
            fields[i].index = UInt32(i)
            if let key = own[i] {
                KeyTable.setKey(&fields[i], key)
                table.append(keyed: fields[i])
            } else {
                if let name = names[i].written { KeyTable.setKey(&fields[i], name) }
                fields[i].key_length = .max  // with 0, the empty key would find this field
                let label = Array(names[i].label.utf8)
                fields[i].key = PlanMemory.copy(label)
                fields[i].index_or_length = UInt64(label.count)
                fields[i].head_bits = KeyTable.never
                table.append(fields[i])
            }
        }
        // A property may also be read from the tag's key. Then the tag needs no field.
        let tag = tree.branches.contains { $0.step.name == tag?.key } ? nil : tag
        guard !others.isEmpty || tag != nil else { return table }
        table.append(KeyTable.sentinel)
        for branch in others {
            if branch.targets.isEmpty { known[branch.step.name] = bits }
            table.append(keyed: entry(for: branch, refuses: refusesUnknown))
        }
        if let tag {
            table.append(keyed: CaseCompiler.tagField(tag.key, of: tag.name, index: bits))
            bits += 1
            hasTag = true
        }
        return table
    }

    /// Copies the object's template, its bit sets and their length in words to the tables of its path nodes. Call this when the object is
    /// complete.
    func connect(to object: yoke_object) {
        for table in tables {
            table.pointee.template_bytes = object.template_bytes
            table.pointee.required = object.required
            table.pointee.initials = object.initials
            table.pointee.owner_words = object.owner_words
        }
    }

    private func entry(for branch: KeyTree.Branch, refuses: Bool) -> yoke_field {
        let refuses = refuses && !branch.isTaken
        if branch.targets.count == 1 { return entry(for: branch.targets[0], branch.step, refuses: refuses) }
        // Several fields share the value of this key, or no field takes it. This key gets a table of its own, with an entry for each of
        // these fields.
        sharesKeys = true
        let all = branch.targets.map { entry(for: $0, branch.step, refuses: refuses) }
        return step(YOKE_SHARED_KEY, branch.step, all)
    }

    private func entry(for target: KeyTree.Target, _ step: ElementPath.Step, refuses: Bool) -> yoke_field {
        switch target {
        case .field(let i, let rank):
            var field = fields[i]
            field.index = UInt32(i)
            setRank(&field, rank)
            setStep(&field, step)
            return field
        case .node(let node):
            let refuses = refuses && !node.isOpen
            return self.step(
                node.isObject ? YOKE_PATH_NODE_KEY : YOKE_PATH_NODE_INDEX, step, node.branches.map { entry(for: $0, refuses: refuses) },
                refuses: refuses && node.isObject, unread: node.unread)
        case .group, .condition, .members: preconditionFailure("only written")
        }
    }

    private func setStep(_ field: inout yoke_field, _ step: ElementPath.Step) {
        KeyTable.setKey(&field, step.name)
        if case .index(let index) = step { field.index_or_length = index }
    }

    /// Returns a table entry for a path node or a shared key. The function also makes the node's table from `entries`.
    private func step(
        _ kind: yoke_kind, _ step: ElementPath.Step, _ entries: [yoke_field], refuses: Bool = false, unread: Set<String> = []
    ) -> yoke_field {
        var table = KeyTable()
        for entry in entries {
            // Only the members of an object are looked up by key. The elements of an array have no keys, and all entries of a shared key
            // have the same key.
            if kind == YOKE_PATH_NODE_KEY { table.append(keyed: entry) } else { table.append(entry) }
        }
        let object = PlanMemory.putMutable(yoke_object())
        table.fill(&object.pointee)
        object.pointee.keyed = UInt32(entries.count)
        object.pointee.unread = KeyTable.set(of: unread)
        if refuses { object.pointee.unknown = UInt8(YOKE_UNKNOWN_REFUSED.rawValue) }
        tables.append(object)
        var field = yoke_field()
        field.slot = PathNodeSlot.make(kind, object)
        field.slot.null_is_missing = kind != YOKE_SHARED_KEY
        field.index = UInt32(bits)
        bits += 1
        setStep(&field, step)
        return field
    }

    private func setRank(_ field: inout yoke_field, _ rank: Int) {
        guard var rules = field.rules?.pointee, rules.is_alias else { return }
        rules.rank = UInt8(clamping: rank)
        field.rules = PlanMemory.put(rules)
    }
}

/// Makes the slots of path nodes (objects and arrays on the paths of properties) and of keys that several fields share. These slots hold no
/// value.
enum PathNodeSlot {
    static func make(_ kind: yoke_kind, _ table: UnsafePointer<yoke_object>, element: yoke_slot = yoke_slot()) -> yoke_slot {
        var type = yoke_type()
        type.kind = UInt8(kind.rawValue)
        type.object = table
        type.element = element
        var slot = yoke_slot()
        slot.type = PlanMemory.put(type)
        slot.kind = type.kind
        slot.trivial = true
        return slot
    }
}
