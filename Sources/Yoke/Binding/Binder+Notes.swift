internal import CYoke

// What C tells of a text that it reads on in.

extension Binder {
    /// Something was mended, or left out with an error. Called while the frames stand at its place.
    func note(_ note: yoke_note, _ found: yoke_found, _ slot: UnsafePointer<yoke_slot>?) {
        if note == YOKE_NOTE_ERROR {
            problems.append(describeRefusal(chunkInHand))
            return
        }
        let start = origin(of: yoke_source_event_start(source), in: chunkInHand)
        let end = origin(of: yoke_source_event_end(source), in: chunkInHand)
        let place = places.place(of: start, in: chunkInHand, showsSnippet: false)
        report?.add(
            JSONReport.Entry(
                kind: JSONReport.Kind(note), path: path(), bytes: Int(start)..<Int(max(start, end)), line: place.line,
                column: place.column, expected: slot?.pointee.type.map { ExpectedKind.words($0.pointee) } ?? "nothing",
                found: ExpectedKind.words(found)))
    }

    /// Throws what was told of, if anything was.
    func throwProblems() throws(JSONError) {
        guard !problems.isEmpty else { return }
        let all = problems
        problems = []
        // What has been read is not handed out.
        abandon()
        throw JSONError(all)
    }

    private var source: UnsafeMutablePointer<yoke_source> { Self.source(of: c) }
}

extension JSONReport.Kind {
    fileprivate init(_ note: yoke_note) {
        self =
            switch note {
            case YOKE_NOTE_COERCED: .coerced
            case YOKE_NOTE_DEFAULT_FOR_NULL: .defaultForNull
            case YOKE_NOTE_DEFAULT_FOR_WRONG: .defaultForWrong
            case YOKE_NOTE_DROPPED: .dropped
            case YOKE_NOTE_UNKNOWN_KEY: .unknownKey
            default: .duplicateKey
            }
    }
}
