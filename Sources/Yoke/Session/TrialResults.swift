internal import CYoke

/// Copies of values that were read in trials. A trial reads a value as one case of an enum, to find out whether the case fits. If the trial
/// fails, the next case may contain a value that the failed trial has already read. `take` then gives a copy of this value, so that it is
/// not read again.
struct TrialResults {
    /// Identifies a value that a trial has read: the type as which it was read, and the offset where its text begins.
    struct Key: Hashable {
        let type: UnsafePointer<yoke_type>
        let start: UInt64
        /// `text`: the number of the text that contains the value. `pathHash`: a hash that stands for the property that is read, because
        /// several properties may be read from the same text. See `yoke_binder`.
        let text: UInt64
        let pathHash: UInt64
    }

    /// A copy of a value in its own memory. `value`: the thunks that copy and destroy it.
    private struct Copy {
        let memory: UnsafeMutableRawPointer
        let value: Thunks
        /// The report entries from reading the value.
        let reported: [JSONReport.Entry]
    }

    /// Why a value could not be read: the error, and the bytes of the value that the error is about.
    struct Failure {
        let error: JSONError
        let bytes: Range<Int>
    }

    private enum Outcome {
        case read(Copy)
        /// The value could not be read. The failure is nil if the call wants no report.
        case failed(Failure?)
    }

    private var outcomes: [Key: Outcome] = [:]
    /// The last failure that `take` has found or `add` has got, and the binder's error that stands for it. Only the error's code, type and
    /// offset are used.
    private var last: (failure: Failure, error: yoke_error)?
    /// The keys of the values that were read since the outermost trial began.
    private var new: [Key] = []
    /// The values that are being read in a trial, outermost first. `reported` is the number of report entries before each value.
    private var open: [(key: Key, reported: Int)] = []

    /// Ends the outermost trial. `fits`: true if the trial has succeeded, so that its value is the result.
    mutating func endTrials(fits: Bool) {
        // No other case is tried any more, so the copies of the values that this trial has read are not needed.
        if fits { for key in new { drop(key) } }
        new.removeAll(keepingCapacity: true)
        last = nil
    }

    private mutating func drop(_ key: Key) {
        guard case .read(let copy) = outcomes.removeValue(forKey: key) else { return }
        copy.value.destroy(copy.memory, 1)
        copy.memory.deallocate()
    }

    /// If the value for the key is known, copies the value to `to`, and also returns the report entries from reading the value. Outside of
    /// trials, drops the stored copy, because it is not needed again. If the value is not known, a trial must read it and then call `add`.
    /// `reported`: the number of report entries before the value.
    mutating func take(_ key: Key, to: UnsafeMutableRawPointer, reported: Int, inTrial: Bool) -> (
        found: yoke_recalled, reported: [JSONReport.Entry]
    ) {
        let copy: Copy
        switch outcomes[key] {
        case nil:
            if inTrial { open.append((key, reported)) }
            return (YOKE_RECALLED_NOTHING, [])
        case .failed(let failure):
            var error = yoke_error()  // the error that `yoke_fail_at` will record in `capture` of raw_text.c
            (error.code, error.type, error.offset) = (YOKE_ERROR_MISMATCH, key.type, key.start)
            last = failure.map { ($0, error) }
            return (YOKE_RECALLED_FAILURE, [])
        case .read(let known): copy = known
        }
        copy.value.copy(to, copy.memory)
        if !inTrial { drop(key) }
        return (YOKE_RECALLED_VALUE, copy.reported)
    }

    /// Stores a copy of the value that `take` did not find and that the caller has read since. `at`: the value's address; nil if the value
    /// could not be read. `slot`: describes the value's type; nil if a value that was read is not worth a copy. `failure`: why the value
    /// could not be read, and the binder's error; nil without a report.
    mutating func add(
        _ slot: UnsafePointer<yoke_slot>?, _ at: UnsafeRawPointer?, reported: [JSONReport.Entry], failure: (Failure, yoke_error)?
    ) {
        let (key, begin) = open.removeLast()
        last = failure
        if outcomes[key] != nil { return }
        guard let at else {
            outcomes[key] = .failed(failure?.0)
            return new.append(key)
        }
        guard let slot = slot?.pointee else { return }
        let value = Thunks.of(slot.value)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: max(1, Int(slot.size)), alignment: max(1, Int(slot.type.pointee.align)))
        value.copy(memory, at)
        outcomes[key] = .read(Copy(memory: memory, value: value, reported: Array(reported[begin...])))
        new.append(key)
    }

    /// Drops all values, which are not needed any more.
    mutating func removeAll() {
        last = nil
        if outcomes.isEmpty { return }
        for key in Array(outcomes.keys) { drop(key) }
        new = []
    }

    /// Returns the failure that the binder's error stands for; nil if the error is of another value.
    func failure(of error: yoke_error) -> Failure? {
        guard let last, last.error.code == error.code, last.error.type == error.type, last.error.offset == error.offset else { return nil }
        return last.failure
    }
}

extension Binder {
    /// `recall` and `remember` implement the thunks of these names: see `thunks.h`.
    func recall(_ type: UnsafePointer<yoke_type>, at start: UInt64, to: UnsafeMutableRawPointer) -> yoke_recalled {
        let key = TrialResults.Key(type: type, start: start, text: cBinder.pointee.text, pathHash: cBinder.pointee.path_hash)
        let (found, entries) = results.take(key, to: to, reported: reported.count, inTrial: cBinder.pointee.trials > 0)
        for entry in entries { report(entry) }
        return found
    }

    func remember(_ slot: UnsafePointer<yoke_slot>?, _ at: UnsafeRawPointer?) {
        let error = cBinder.pointee.error, isReported = at == nil && cBinder.pointee.reports && error.code != YOKE_ERROR_NONE
        results.add(slot, at, reported: reported, failure: isReported ? (failure(), error) : nil)
    }
}
