internal import CYoke

/// The values that were read in trials: the next case takes them from here instead of reading them again. Who takes one owns it alone: the
/// trial that it was read in has failed, and its value is gone.
struct TrialResults {
    /// Where a value's text begins, and what it was read as.
    struct Key: Hashable {
        let type: UnsafePointer<yoke_type>
        let start: UInt64
        /// The text that the offset is of, and which of the properties that are made of it the value is in: see `yoke_binder`.
        let text: UInt64
        let way: UInt64
    }

    /// A copy of a value.
    private struct Copy {
        let memory: UnsafeMutableRawPointer
        let value: Thunks
        /// What was reported while it was read.
        let reported: [JSONReport.Entry]
    }

    /// nil: the value could not be read.
    private var copies: [Key: Copy?] = [:]
    /// Those that were read in the trials that go on.
    private var new: [Key] = []
    /// The values that are being read in a trial, one in the other, and how many entries the report had before.
    private var open: [(key: Key, reported: Int)] = []

    /// The outermost trial has ended.
    mutating func endTrials(fits: Bool) {
        // When the value stays, nothing will ask for its parts.
        if fits { for key in new { drop(key) } }
        new.removeAll(keepingCapacity: true)
    }

    private mutating func drop(_ key: Key) {
        guard let copy = copies.removeValue(forKey: key) ?? nil else { return }
        copy.value.destroy(copy.memory, 1)
        copy.memory.deallocate()
    }

    /// Puts the value at `to`, if there is one, and gives what was reported while it was read.
    mutating func take(_ key: Key, to: UnsafeMutableRawPointer, reported: Int, inTrial: Bool) -> (found: yoke_recalled, reported: [JSONReport.Entry]) {
        guard let known = copies[key] else {
            if inTrial { open.append((key, reported)) }
            return (YOKE_RECALLED_NOTHING, [])
        }
        guard let copy = known else { return (YOKE_RECALLED_FAILURE, []) }
        copy.value.copy(to, copy.memory)
        if !inTrial { drop(key) }
        return (YOKE_RECALLED_VALUE, copy.reported)
    }

    /// The value that `take` did not find has been read; `at` nil: it could not be.
    mutating func add(_ slot: UnsafePointer<yoke_slot>?, _ at: UnsafeRawPointer?, reported: [JSONReport.Entry]) {
        let (key, begin) = open.removeLast()
        if copies[key] != nil { return }
        guard let at else {
            copies[key] = .some(nil)
            return new.append(key)
        }
        guard let slot = slot?.pointee else { return }
        let value = Thunks.of(slot.value)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, Int(slot.size)), alignment: max(1, Int(slot.type.pointee.align)))
        value.copy(memory, at)
        copies[key] = Copy(memory: memory, value: value, reported: Array(reported[begin...]))
        new.append(key)
    }

    /// Nothing is asked for any more.
    mutating func removeAll() {
        if copies.isEmpty { return }
        for key in Array(copies.keys) { drop(key) }
        new = []
    }
}

extension Binder {
    /// See the thunks of these names.
    func recall(_ type: UnsafePointer<yoke_type>, at start: UInt64, to: UnsafeMutableRawPointer) -> yoke_recalled {
        let key = TrialResults.Key(type: type, start: start, text: c.pointee.text, way: c.pointee.way)
        let (found, entries) = results.take(key, to: to, reported: reported.count, inTrial: c.pointee.trials > 0)
        for entry in entries { report(entry) }
        return found
    }

    func remember(_ slot: UnsafePointer<yoke_slot>?, _ at: UnsafeRawPointer?) { results.add(slot, at, reported: reported) }
}
