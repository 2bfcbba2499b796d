internal import CYoke

/// The changes that an update makes to class instances, in the order of the text. Each instance is the value of a property or of a
/// dictionary's entry.
///
/// The changes wait until the entire text is known to be good. They happen earlier if:
///
/// - a check, a hook or a `decode` closure looks at values that may contain the instances, or
/// - the text changes an instance a second time while the first change still waits.
///
/// If the update fails, all instances get their old state back. If the text repeats a key, the instances in the key's earlier values also
/// get their old state back.
struct Assignments {
    /// One step of a path to a position in the text: a property of an object, or an entry of a dictionary. `object`: the number of the
    /// object or dictionary, which is unique in the text. `field`: the index of the property; nil for an entry. `key`: the key of the
    /// entry; nil for a property.
    struct Step: Hashable {
        let object: UInt64
        let field: UInt32?
        let key: String?
    }

    /// All changes in the order of the text. `path`: the path to the changed instance. `forget` replaces a change by nil, so that the
    /// indices of the other changes stay valid.
    private var all: [(path: [Step], change: Assignment)?] = []
    /// `waiting`: indices in `all` of the changes that wait for `commit`. `waitingInstances`: the instances that these changes are about.
    private var waiting: [Int] = []
    private var waitingInstances: Set<ObjectIdentifier> = []
    /// Indices in `all`. `below`: for each step, the changes whose path contains the step. `ofInstance`: for each instance, its changes.
    private var below: [Step: [Int]] = [:]
    private var ofInstance: [ObjectIdentifier: [Int]] = [:]

    mutating func record(_ change: Assignment, at path: [Step]) {
        for step in path { below[step, default: []].append(all.count) }
        ofInstance[change.id, default: []].append(all.count)
        enqueue(all.count, change)
        all.append((path, change))
    }

    private mutating func enqueue(_ index: Int, _ change: Assignment) {
        waiting.append(index)
        waitingInstances.insert(change.id)
    }

    /// Returns true if a change of `instance` waits for `commit`, and so is not made yet.
    func isWaiting(_ instance: AnyObject) -> Bool { waitingInstances.contains(ObjectIdentifier(instance)) }

    /// Assigns all waiting changes. If this fails, the caller must call `undo`.
    mutating func commit(_ binder: Binder) throws(JSONError) {
        let due = waiting.sorted()
        waiting = []
        waitingInstances = []
        for i in due { try all[i]?.change.run(binder) }
    }

    /// Called if the text repeats the key of `step`, or if the key's value is left out. Undoes and removes the changes of class instances
    /// in the value that the text gave for this key. Also undoes later changes of the same instances: these later changes wait again for
    /// `commit`.
    mutating func forget(below step: Step) {
        guard let indices = below.removeValue(forKey: step) else { return }
        for i in indices.reversed() {
            guard let id = all[i]?.change.id else { continue }
            for j in (ofInstance[id] ?? []).reversed().prefix(while: { $0 >= i }) {
                guard let change = all[j]?.change, change.isAssigned else { continue }
                change.undo()
                if j > i { enqueue(j, change) }
            }
            all[i] = nil
        }
    }

    /// Restores all instances to their old state.
    mutating func undo() {
        for entry in all.reversed() { entry?.change.undo() }
    }

    /// An `InstanceSearch` for the instances that the update has changed, or that contain a changed instance; nil if no instance has
    /// changed.
    var changed: InstanceSearch? {
        let changes = all.compactMap(\.?.change), search = InstanceSearch()
        let assigned = Set(changes.lazy.filter(\.isAssigned).map(\.id))
        var known: Set<ObjectIdentifier> = []
        for change in changes where known.insert(change.id).inserted {
            if change.hasChanged(assigned.contains(change.id), or: search) { search.targets.insert(change.id) }
        }
        return search.targets.isEmpty ? nil : search
    }
}

extension Binder {
    /// The path to the value that C is handling: the steps in all open containers, outermost first. If the text repeats a key, the two
    /// values of the key are objects with different numbers. So the paths in the two values differ.
    var assignmentPath: [Assignments.Step] { (0..<cBinder.pointee.frame_count).compactMap { step(in: cBinder.pointee.frames + $0) } }

    /// The step in the innermost open container; nil if the container has no properties and no entries, as an array.
    var step: Assignments.Step? { step(in: cBinder.pointee.top) }

    private func step(in frame: UnsafePointer<yoke_frame>) -> Assignments.Step? {
        switch UInt32(frame.pointee.kind) {
        case YOKE_FRAME_OBJECT.rawValue, YOKE_FRAME_PATH_NODES.rawValue:
            // A property below a container on a key path belongs to the object around it, in which it may also have other keys.
            var owner = frame
            if let field = frame.pointee.field, !yoke_is_table(field.pointee.slot.kind) {
                while yoke_is_table(owner.pointee.slot.pointee.kind) { owner -= 1 }
            }
            return Assignments.Step(object: owner.pointee.serial, field: frame.pointee.field?.pointee.index, key: nil)
        case YOKE_FRAME_ENTRIES.rawValue where frame.pointee.has_key:
            return Assignments.Step(object: frame.pointee.serial, field: nil, key: dictionaryKey(frame.pointee))
        default: return nil
        }
    }
}
