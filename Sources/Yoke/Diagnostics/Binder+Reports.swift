internal import CYoke

// Handles the reports that C makes while it reads a text: about converted, replaced or left-out values, about unknown or repeated keys, and
// about trials. After a report, C continues to read. In a trial, C tries to read a value as one of several cases.

extension Binder {
    /// C calls this function for each report `note`, also at the start and end of a trial. `found`: the kind of the value in the text.
    /// `slot`: the slot that the value is for. At this point, the frames of the open containers still give the path of the value.
    func diagnose(_ note: yoke_report, _ found: yoke_found, _ slot: UnsafePointer<yoke_slot>?) {
        switch note {
        case YOKE_REPORT_ERROR:
            let isCheck = cBinder.pointee.error.code == YOKE_ERROR_REFUSED_FIELD, error = failure().error
            // A check may fail only because an invalid part was left out of the value. Then the error about this part is enough.
            if !isCheck || !hasProblem(in: error) { problems.append(error) }
        case YOKE_REPORT_LOST: elements?.fail(takeProblems())
        case YOKE_REPORT_TRIAL: trials.append(reported.count)
        case YOKE_REPORT_TRIAL_FITS, YOKE_REPORT_TRIAL_FAILS:
            if cBinder.pointee.trials == 1 { results.endTrials(fits: note == YOKE_REPORT_TRIAL_FITS) }
            guard cBinder.pointee.reports else { return }
            let start = trials.removeLast()
            if note == YOKE_REPORT_TRIAL_FAILS { reported.removeSubrange(start...) }
            guard trials.isEmpty else { return }
            for entry in reported { add(entry) }
            reported = []
        default:
            if !isCounted(note, found) { report(entry(note, found, slot)) }
        }
    }

    /// If the report is full and would not list the new entry: only counts the entry, and returns true. Else returns false, and the caller
    /// must make the entry. Also returns false during a trial, and for a value in raw text that the binder keeps or re-parses. Several
    /// properties may read this raw text and report the same value, and only `add` finds such a repeated entry.
    private func isCounted(_ note: yoke_report, _ found: yoke_found) -> Bool {
        let b = cBinder.pointee
        guard trials.isEmpty, b.reparses == 0, b.source.capturing == 0, report?.onlyCounts(at: .max, after: earlierEntries) == true
        else { return false }
        let isLeftOut = Self.leavesOut(note), isOfContainer = Self.isOfContainer(note, found)
        let tag = isLeftOut ? b.error.failure.map(ThunkFailure.error(at:)).flatMap { $0 as? TagFailure } : nil
        let start =
            isLeftOut ? b.error.offset + UInt64(tag?.at ?? 0) : isOfContainer ? b.top.pointee.start : yoke_source_event_start(source)
        guard report?.onlyCounts(at: Int(clamping: origin(of: start)), after: earlierEntries) == true else { return false }
        report?.count(JSONReport.Kind(note), at: path(ofContainer: isOfContainer, to: tag))
        return true
    }

    private static func leavesOut(_ note: yoke_report) -> Bool { note == YOKE_REPORT_DROPPED || note == YOKE_REPORT_DEFAULT_FOR_INVALID }

    /// Returns true for a report about an entire container. C makes such a report at the end of the container.
    private static func isOfContainer(_ note: yoke_report, _ found: yoke_found) -> Bool {
        found == YOKE_FOUND_ARRAY && note == YOKE_REPORT_COERCED || found == YOKE_FOUND_OBJECT && note == YOKE_REPORT_DUPLICATE_KEY
    }

    /// Adds an entry. During a trial, keeps the entry until the trial has ended, because a failed trial drops its entries.
    func report(_ entry: JSONReport.Entry) { trials.isEmpty ? add(entry) : reported.append(entry) }

    /// Returns true if `problems` has an error about a part of the value that `error` is about. Looks only at the errors in the object
    /// that has just ended.
    private func hasProblem(in error: JSONError) -> Bool {
        let object = cBinder.pointee.top.pointee
        let begun = object.seen[2 * Int(object.object.pointee.owner_words)]
        return problems.suffix(Int(cBinder.pointee.reported - begun)).contains { other in
            let rest = other.path.utf8.dropFirst(error.path.utf8.count)
            return other.path.hasPrefix(error.path) && [UInt8(ascii: "."), UInt8(ascii: "[")].contains(rest.first)
        }
    }

    /// Adds an entry to the report, but not twice. If several fields are read from the same raw text, each field may report the same entry.
    private func add(_ entry: JSONReport.Entry) {
        let b = cBinder.pointee
        let rawTextStart = b.reparses > 0 ? b.reparsing_in : b.source.capturing > 0 ? b.source.kept_from : YOKE_NO_OFFSET
        if rawTextStart != YOKE_NO_OFFSET {
            if rawTextStart != rawTextEntries.start { rawTextEntries = (rawTextStart, []) }
            guard rawTextEntries.entries.insert(entry).inserted else { return }
        }
        report?.add(entry, after: earlierEntries)
    }

    /// Returns the offset, in the caller's text, of the end of the value that `error` is about. If `error` is nil or has no such end,
    /// returns the end of the token that C is handling.
    private func end(of error: yoke_error?) -> Int {
        let end = error.map(\.end).flatMap { $0 > 0 ? $0 : nil } ?? yoke_source_event_end(source)
        return Int(clamping: min(origin(of: end, isEnd: true), bytes))  // the text may lack the last bracket, see `allowsPartialValue`
    }

    /// Returns the binder's error, and the bytes of the value that it is about.
    func failure() -> TrialResults.Failure {
        let e = cBinder.pointee.error
        if let known = results.failure(of: e) { return known }
        // Compute the start of the value before its end. In a text that a hook made, the search for the end continues where the search for
        // the start ended.
        let error = describeRefusal(chunkInHand), end = end(of: e), start = error.offset ?? end
        return TrialResults.Failure(error: error, bytes: start..<max(start, end))
    }

    private func entry(_ note: yoke_report, _ found: yoke_found, _ slot: UnsafePointer<yoke_slot>?) -> JSONReport.Entry {
        if Self.leavesOut(note) {
            // A rule leaves the value out, or replaces it by a default, because of the binder's error. `error` describes this error, which
            // may be about only a part of the value.
            let failure = failure(), error = failure.error
            let frame = cBinder.pointee.frames[Int(cBinder.pointee.recovering) - 1]
            let isReplaced = note == YOKE_REPORT_DEFAULT_FOR_INVALID && frame.field?.pointee.rules?.pointee.invalid_default != nil
            return JSONReport.Entry(
                kind: JSONReport.Kind(note), path: error.path, bytes: failure.bytes, line: error.line ?? 1,
                column: error.column ?? 1, expected: error.expected ?? "another value",
                found: error.found ?? FoundKind.description(of: chunkInHand.dropFirst(failure.bytes.lowerBound)),
                reason: error.message, leftOut: path(frames: Int(cBinder.pointee.recovering)), isReplaced: isReplaced)
        }
        let isOfContainer = Self.isOfContainer(note, found)
        let start = origin(of: isOfContainer ? cBinder.pointee.top.pointee.start : yoke_source_event_start(source))
        let end = end(of: nil)
        let position = positions.position(of: start, in: chunkInHand, showsSnippet: false)
        return JSONReport.Entry(
            kind: JSONReport.Kind(note), path: path(ofContainer: isOfContainer),
            bytes: Int(clamping: start)..<max(Int(clamping: start), end),
            line: position.line,
            column: position.column, expected: slot?.pointee.type.map { ExpectedKind.description(of: $0.pointee) } ?? "nothing",
            found: FoundKind.description(of: found))
    }

    /// Returns the errors since the last call as one error; nil without errors. The errors are in the order of the text. So an error about
    /// an entire object comes before the errors inside the object, although C finds the object's error last, at the object's end.
    func takeProblems() -> JSONError? {
        if problems.isEmpty { return nil }
        defer { problems = [] }
        // A stable sort: errors at the same position stay in their order.
        let sorted = problems.enumerated().sorted { a, b in
            let (first, second) = (a.element.offset ?? 0, b.element.offset ?? 0)
            return first == second ? a.offset < b.offset : first < second
        }
        // An invalid value from which several properties are read gives several equal errors. Keep one of them.
        var all: [JSONError] = [], known: Set<String> = []
        for problem in sorted.flatMap(\.element.all) {
            if problem.offset != all.last?.offset { known = [] }
            if known.insert("\(problem.path) \(problem.message)").inserted { all.append(problem) }
        }
        return JSONError(all)
    }

    /// Throws the collected errors, if there are any.
    func throwProblems() throws(JSONError) {
        guard let error = takeProblems() else { return }
        // The caller gets only the error, so the values that were built are destroyed.
        abandon()
        throw error
    }

    private var source: UnsafeMutablePointer<yoke_source> { Self.source(of: cBinder) }
}

extension JSONReport.Kind {
    fileprivate init(_ note: yoke_report) {
        self =
            switch note {
            case YOKE_REPORT_COERCED: .coerced
            case YOKE_REPORT_DEFAULT_FOR_NULL: .defaultForNull
            case YOKE_REPORT_DEFAULT_FOR_INVALID: .defaultForInvalid
            case YOKE_REPORT_DROPPED: .dropped
            case YOKE_REPORT_UNKNOWN_KEY: .unknownKey
            default: .duplicateKey
            }
    }
}
