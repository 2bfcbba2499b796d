internal import CYoke

/// Builds the writer's table for an object whose keys are not simply the keys of its fields. With this table, the writer also writes the
/// objects and arrays on the paths of properties, and puts the members of flattened values between the other members.
struct WrittenTable {
    let fields: [yoke_field]
    /// The flattened Optionals. `nullMarker`: the member that is written as null if no other member shows that the Optional is not nil. It
    /// is nil if no member can be written as null.
    let groups: [ObjectCompiler.Group]

    /// Builds the writer's table for the members in `tree`.
    ///
    /// - Parameters:
    ///   - writesMarkers: true if the flattened Optionals in this table write their `nullMarker` (see `groups`). False for the table of a
    ///     path node, because the outermost object's table writes each `nullMarker`.
    ///   - group: for the table of a flattened Optional that writes its `nullMarker`: this Optional. nil for all other tables.
    func table(_ tree: KeyTree, writesMarkers: Bool = true, group: ObjectCompiler.Group? = nil) -> UnsafePointer<yoke_object> {
        var entries = tree.branches.map { branch in entry(branch.targets[0], branch.step, writesMarkers) }
        if !tree.isObject { entries.sort { $0.index_or_length < $1.index_or_length } }
        var object = yoke_object()
        object.fields = PlanMemory.copy(entries)
        object.keyed = UInt32(entries.count)
        if let group, group.nullMarker != nil {
            object.null_marker = group.nullMarker
            object.trie = KeyTable.trie(of: group.presenceNames.map { Array($0.utf8) })
            if !group.presencePaths.isEmpty {
                var paths = yoke_object()
                paths.fields = PlanMemory.copy(group.presencePaths.map { fields[$0] })
                paths.keyed = UInt32(group.presencePaths.count)
                object.presence_paths = PlanMemory.put(paths)
            }
        }
        object.is_mixed = entries.contains { $0.literal == nil } && tree.isObject
        object.repeats = Set(tree.keys).count < tree.keys.count
        // In a mixed object, some members come from flattened values, and their keys are not known here. So the writer sorts the members
        // after writing.
        let keys = entries.map { object.is_mixed ? [] : Array(UnsafeBufferPointer(start: $0.key, count: $0.key_length)) }
        object.sorted = KeyTable.sorted(keys)
        return PlanMemory.put(object)
    }

    private func entry(_ target: KeyTree.Target, _ step: ElementPath.Step, _ writesMarkers: Bool) -> yoke_field {
        var field: yoke_field
        switch target {
        case .field(let i, _): field = fields[i]
        case .node(let node):
            field = yoke_field()
            field.slot = PathNodeSlot.make(node.isObject ? YOKE_PATH_NODE_KEY : YOKE_PATH_NODE_INDEX, table(node, writesMarkers: false))
            field.slot.nil_test = UInt8(YOKE_NIL_PATH_NODE.rawValue)
        case .group(let i, let tree):
            field = yoke_field()
            field.slot = PathNodeSlot.make(
                YOKE_SHARED_KEY, table(tree, writesMarkers: writesMarkers, group: writesMarkers ? groups[i] : nil), element: groups[i].slot)
            field.slot.nil_test = UInt8(YOKE_NIL_ELEMENT.rawValue)
            return field
        case .condition(let thunks, let tree):
            field = yoke_field()
            field.slot = PathNodeSlot.make(YOKE_SHARED_KEY, table(tree, writesMarkers: writesMarkers))
            field.slot.value = PlanMemory.keep(thunks)
            field.slot.nil_test = UInt8(YOKE_NIL_THUNK_OR_MEMBERS.rawValue)
            return field
        case .members(let i, let areExtras):
            var object = yoke_object()
            if areExtras { object.unknown = UInt8(YOKE_UNKNOWN_KEPT.rawValue) }
            var element = fields[i].slot
            element.offset = 0
            field = yoke_field()
            field.slot = PathNodeSlot.make(YOKE_EXTRA, PlanMemory.put(object), element: element)
            field.slot.offset = fields[i].slot.offset
            field.slot.nil_test = UInt8(YOKE_NIL_ELEMENT.rawValue)
            return field
        }
        KeyTable.setKey(&field, step.name)
        if case .index(let index) = step { field.index_or_length = index }
        return field
    }
}
