internal import CYoke

/// The instances in properties that an update changes, in the order of the text. They wait until all of it is known to be good, or until
/// something looks at values that they may be in: a check, a hook, a maker; or the text, which comes upon one of them again. What has been
/// changed by then is as it was when the update fails, or when a key comes again below which it was.
struct Assignments {
    /// A property of one of the open objects, or the entry of a dictionary. Objects have a number each, so that one step tells its place.
    struct Step: Hashable {
        let object: UInt64
        let field: UInt32?
        let key: String?
    }

    /// nil: forgotten.
    private var all: [(place: [Step], change: Assignment)?] = []
    /// Those that are not assigned yet.
    private var waiting: [Int] = []
    private var waitingInstances: Set<ObjectIdentifier> = []
    /// Which of them a step leads to, and which are of an instance.
    private var below: [Step: [Int]] = [:]
    private var ofInstance: [ObjectIdentifier: [Int]] = [:]

    mutating func note(_ change: Assignment, at place: [Step]) {
        for step in place { below[step, default: []].append(all.count) }
        ofInstance[change.id, default: []].append(all.count)
        wait(all.count, change)
        all.append((place, change))
    }

    private mutating func wait(_ index: Int, _ change: Assignment) {
        waiting.append(index)
        waitingInstances.insert(change.id)
    }

    /// Whether the instance waits for its change.
    func isWaiting(_ instance: AnyObject) -> Bool { waitingInstances.contains(ObjectIdentifier(instance)) }

    /// Assigns all that wait. When that fails, `undo` is left to be called.
    mutating func commit(_ binder: Binder) throws(JSONError) {
        let due = waiting.sorted()
        waiting = []
        waitingInstances = []
        for i in due { try all[i]?.change.run(binder) }
    }

    /// Forgets those below the step. Later changes of the same instances, which are on top of them, wait again.
    mutating func forget(below step: Step) {
        guard let indices = below.removeValue(forKey: step) else { return }
        for i in indices.reversed() {
            guard let id = all[i]?.change.id else { continue }
            for j in (ofInstance[id] ?? []).reversed().prefix(while: { $0 >= i }) {
                guard let change = all[j]?.change, change.isAssigned else { continue }
                change.undo()
                if j > i { wait(j, change) }
            }
            all[i] = nil
        }
    }

    /// Gives all instances what they had.
    mutating func undo() {
        for entry in all.reversed() { entry?.change.undo() }
    }

    /// A search for the instances that are other than before the update, or hold one that is; nil: none is.
    var changed: InstanceSearch? {
        let changes = all.compactMap(\.?.change), search = InstanceSearch()
        let assigned = Set(changes.lazy.filter(\.isAssigned).map(\.id))
        var known: Set<ObjectIdentifier> = []
        for change in changes where known.insert(change.id).inserted {
            if change.hasChanged(assigned.contains(change.id), or: search) { search.touched.insert(change.id) }
        }
        return search.touched.isEmpty ? nil : search
    }
}

extension Binder {
    /// Where the frames stand: what an object that comes again has at the same place is another one's.
    var place: [Assignments.Step] { (0..<Int(c.pointee.frame_count)).compactMap { step(in: c.pointee.frames[$0]) } }

    /// The innermost step of it.
    var step: Assignments.Step? { step(in: c.pointee.top.pointee) }

    private func step(in frame: yoke_frame) -> Assignments.Step? {
        switch UInt32(frame.kind) {
        case YOKE_FRAME_OBJECT.rawValue, YOKE_FRAME_PATH_NODES.rawValue:
            Assignments.Step(object: frame.serial, field: frame.field?.pointee.index, key: nil)
        case YOKE_FRAME_ENTRIES.rawValue where frame.wanted:
            Assignments.Step(object: frame.serial, field: nil, key: dictionaryKey(frame))
        default: nil
        }
    }
}
