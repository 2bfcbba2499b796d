internal import CYoke

// What C tells of a text that it reads on in.

extension Binder {
    /// Something was mended, or left out with an error. Called while the frames stand at its place.
    func diagnose(_ note: yoke_report, _ found: yoke_found, _ slot: UnsafePointer<yoke_slot>?) {
        switch note {
        case YOKE_REPORT_ERROR:
            let isCheck = c.pointee.error.code == YOKE_ERROR_REFUSED_FIELD, error = describeRefusal(chunkInHand)
            // What was left out of the value is why it is refused.
            if !isCheck || !hasProblem(in: error) { problems.append(error) }
        case YOKE_REPORT_LOST: elements?.fail(takeProblems())
        case YOKE_REPORT_TRIAL: trials.append(reported.count)
        case YOKE_REPORT_TRIAL_FITS, YOKE_REPORT_TRIAL_FAILS:
            if c.pointee.trials == 1 { results.endTrials(fits: note == YOKE_REPORT_TRIAL_FITS) }
            guard c.pointee.reports else { return }
            let start = trials.removeLast()
            if note == YOKE_REPORT_TRIAL_FAILS { reported.removeSubrange(start...) }
            guard trials.isEmpty else { return }
            for entry in reported { add(entry) }
            reported = []
        default: report(entry(note, found, slot))
        }
    }

    /// Adds an entry, or keeps it until the trial that it is of has ended.
    func report(_ entry: JSONReport.Entry) { trials.isEmpty ? add(entry) : reported.append(entry) }

    /// Whether an error has been told of that is in the value that this one is about, in the object that has ended.
    private func hasProblem(in error: JSONError) -> Bool {
        let object = c.pointee.top.pointee
        let begun = object.seen[2 * Int(object.object.pointee.owner_words)]
        return problems.suffix(Int(c.pointee.reported - begun)).contains { other in
            let rest = other.path.utf8.dropFirst(error.path.utf8.count)
            return other.path.hasPrefix(error.path) && [UInt8(ascii: "."), UInt8(ascii: "[")].contains(rest.first)
        }
    }

    /// Adds an entry, once: of one text that several fields are bound to, each may say the same.
    private func add(_ entry: JSONReport.Entry) {
        let b = c.pointee
        let around = b.reparses > 0 ? b.reparsing_in : b.source.capturing > 0 ? b.source.kept_from : YOKE_NO_OFFSET
        if around != YOKE_NO_OFFSET {
            if around != added.around { added = (around, []) }
            guard added.entries.insert(entry).inserted else { return }
        }
        addToReport(entry)
    }

    /// The end of the value that an error is about, as far as it is known, or of the current event.
    private func end(of error: yoke_error?) -> Int {
        let end = error.map(\.end).flatMap { $0 > 0 ? $0 : nil } ?? yoke_source_event_end(source)
        return Int(clamping: origin(of: end, isEnd: true))
    }

    private func entry(_ note: yoke_report, _ found: yoke_found, _ slot: UnsafePointer<yoke_slot>?) -> JSONReport.Entry {
        let e = c.pointee.error
        let isLeftOut = note == YOKE_REPORT_DROPPED || note == YOKE_REPORT_DEFAULT_FOR_INVALID
        // A value's beginning comes before its end: what looks for them in a text that a hook has made goes on from there.
        if isLeftOut {
            // Of the value that is left out a part may be what is wrong.
            let error = describeRefusal(chunkInHand)
            let end = end(of: e)
            let start = error.offset ?? end
            let frame = c.pointee.frames[Int(c.pointee.recovering) - 1]
            let isReplaced = note == YOKE_REPORT_DEFAULT_FOR_INVALID && frame.field?.pointee.rules?.pointee.invalid_default != nil
            return JSONReport.Entry(
                kind: JSONReport.Kind(note), path: error.path, bytes: start..<max(start, end), line: error.line ?? 1,
                column: error.column ?? 1, expected: error.expected ?? "another value", found: error.found ?? FoundKind.words(found),
                reason: error.message, leftOut: path(frames: Int(c.pointee.recovering)), isReplaced: isReplaced)
        }
        // What is told of a container is told at its end.
        let isOfContainer = found == YOKE_FOUND_ARRAY && note == YOKE_REPORT_COERCED || found == YOKE_FOUND_OBJECT && note == YOKE_REPORT_DUPLICATE_KEY
        let start = origin(of: isOfContainer ? c.pointee.top.pointee.start : yoke_source_event_start(source))
        let end = end(of: nil)
        let place = places.place(of: start, in: chunkInHand, showsSnippet: false)
        return JSONReport.Entry(
            kind: JSONReport.Kind(note), path: path(ofContainer: isOfContainer), bytes: Int(clamping: start)..<max(Int(clamping: start), end),
            line: place.line,
            column: place.column, expected: slot?.pointee.type.map { ExpectedKind.words($0.pointee) } ?? "nothing",
            found: FoundKind.words(found))
    }

    /// The errors since the last call, as one; nil: none. In the order of the text, whenever they were found: that of an object as a whole
    /// stands in front of those in it.
    func takeProblems() -> JSONError? {
        if problems.isEmpty { return nil }
        defer { problems = [] }
        // Stable, so that at one place they stay as they were found.
        let sorted = problems.enumerated().sorted { a, b in
            let (first, second) = (a.element.offset ?? 0, b.element.offset ?? 0)
            return first == second ? a.offset < b.offset : first < second
        }
        // What several properties are read from is wrong once.
        var all: [JSONError] = [], here: Set<String> = []
        for (_, problem) in sorted {
            if problem.offset != all.last?.offset { here = [] }
            if here.insert("\(problem.path) \(problem.message)").inserted { all.append(problem) }
        }
        return JSONError(all)
    }

    /// Throws what was told of, if anything was.
    func throwProblems() throws(JSONError) {
        guard let error = takeProblems() else { return }
        // What has been read is not handed out.
        abandon()
        throw error
    }

    private var source: UnsafeMutablePointer<yoke_source> { Self.source(of: c) }
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
