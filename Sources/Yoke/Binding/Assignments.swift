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

    private var all: [(place: [Step], change: Assignment)] = []
    /// How many of them have been assigned.
    private var done = 0
    /// Every step that leads to one of them, and the instances of those that wait.
    private var steps: Set<Step> = []
    private var waiting: Set<ObjectIdentifier> = []

    mutating func note(_ change: Assignment, at place: [Step]) {
        all.append((place, change))
        steps.formUnion(place)
        waiting.insert(change.id)
    }

    /// Whether the instance waits for its change.
    func isWaiting(_ instance: AnyObject) -> Bool { waiting.contains(ObjectIdentifier(instance)) }

    /// Assigns all that wait. When that fails, `undo` is left to be called.
    mutating func settle(_ variant: PlanVariant) throws(JSONError) {
        waiting = []
        while done < all.count {
            done += 1
            try all[done - 1].change.run(variant)
        }
    }

    /// Forgets those below the step. Those behind them wait again, since they may be about the same instances.
    mutating func forget(below step: Step) {
        guard steps.contains(step), let first = all.firstIndex(where: { $0.place.contains(step) }) else { return }
        undo(downTo: first)
        all.removeAll { $0.place.contains(step) }
        waiting = Set(all[done...].map(\.change.id))
    }

    /// Gives all instances what they had.
    mutating func undo() { undo(downTo: 0) }

    private mutating func undo(downTo first: Int) {
        while done > first {
            done -= 1
            all[done].change.undo()
        }
    }

    /// A search for the instances that are other than before the update, or hold one that is; nil: none is.
    var changed: InstanceSearch? {
        let assigned = Set(all.lazy.filter(\.change.isAssigned).map(\.change.id)), search = InstanceSearch()
        var known: Set<ObjectIdentifier> = []
        for (_, change) in all where known.insert(change.id).inserted {
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
        case YOKE_FRAME_OBJECT.rawValue, YOKE_FRAME_STEPS.rawValue:
            Assignments.Step(object: frame.serial, field: frame.field?.pointee.index, key: nil)
        case YOKE_FRAME_ENTRIES.rawValue where frame.wanted:
            Assignments.Step(object: frame.serial, field: nil, key: dictionaryKey(frame))
        default: nil
        }
    }
}
