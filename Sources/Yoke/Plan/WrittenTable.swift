internal import CYoke

/// What the writer puts for an object whose keys are not simply those of its fields: containers on the way are made again, and the
/// members of flattened values stand in between.
struct WrittenTable {
    let fields: [yoke_field]
    /// The Optionals whose members stand in the object, and what is written of one that has none.
    let groups: [(slot: yoke_slot, sign: UnsafePointer<yoke_field>?)]

    func table(_ tree: KeyTree, sign: UnsafePointer<yoke_field>? = nil) -> UnsafePointer<yoke_object> {
        var entries = tree.branches.map { branch in entry(branch.targets[0], branch.step) }
        if !tree.isObject { entries.sort { $0.position < $1.position } }
        var object = yoke_object()
        object.fields = PlanMemory.copy(entries)
        object.keyed = UInt32(entries.count)
        object.sign = sign
        let keys = entries.map { Array(UnsafeBufferPointer(start: $0.key, count: $0.key == nil ? 0 : $0.key_length)) }
        object.sorted = KeyTable.sorted(keys)
        return PlanMemory.copy([object])
    }

    private func entry(_ target: KeyTree.Target, _ step: ElementPath.Step) -> yoke_field {
        var field: yoke_field
        switch target {
        case .field(let i, _): field = fields[i]
        case .node(let node):
            field = yoke_field()
            field.slot = StepSlot.make(node.isObject ? YOKE_STEP_KEY : YOKE_STEP_INDEX, table(node))
            field.slot.nil_test = UInt8(YOKE_NIL_STEP.rawValue)
        case .group(let i, let tree):
            field = yoke_field()
            field.slot = StepSlot.make(YOKE_FAN, table(tree, sign: groups[i].sign), element: groups[i].slot)
            field.slot.nil_test = UInt8(YOKE_NIL_ELEMENT.rawValue)
            return field
        case .condition(let thunks, let tree):
            let table = table(tree)
            field = yoke_field()
            field.slot = StepSlot.make(YOKE_FAN, table)
            field.slot.value = PlanMemory.keep(thunks)
            field.slot.nil_test = UInt8(YOKE_NIL_CHOICE.rawValue)
            // For its place among sorted keys: it is one member's.
            field.key = table.pointee.fields[0].key
            field.key_length = table.pointee.fields[0].key_length
            return field
        case .members(let i):
            var element = fields[i].slot
            element.offset = 0
            field = yoke_field()
            field.slot = StepSlot.make(YOKE_EXTRA, PlanMemory.copy([yoke_object()]), element: element)
            field.slot.offset = fields[i].slot.offset
            field.slot.nil_test = UInt8(YOKE_NIL_ELEMENT.rawValue)
            return field
        }
        KeyTable.setKey(&field, step.key)
        if case .index(let index) = step { field.position = index }
        return field
    }
}
