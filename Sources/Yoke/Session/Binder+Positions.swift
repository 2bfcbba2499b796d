internal import CYoke

// Positions for errors: keeps the positions that a later error may need, and converts an engine's offsets to offsets in the caller's text.

extension Binder {
    /// Called when the engine has read `chunk`. The caller may then reuse the memory of the chunk, so this function stores the positions of
    /// all open containers and tokens for later errors.
    func recordPositions(after chunk: UnsafeBufferPointer<UInt8>) {
        let hasPending = cBinder.pointee.source.pending != YOKE_NO_OFFSET
        if isLines, !hasPending, cBinder.pointee.frame_count <= 1, chunk.last == UInt8(ascii: "\n") {
            _ = strictText?.keep([], from: .max)
            return positions.advance(overLine: chunk)
        }
        if strictText != nil || options.allowsComments || options.allowsTrailingCommas { keepOriginal(chunk) }
        positions.advance(over: chunk, open: findOpenOffsets())
    }

    /// Returns the offsets of open containers and tokens in the caller's text, in ascending order. Also returns the offsets of values about
    /// which an open object may throw an error at its end.
    func findOpenOffsets() -> [UInt64] {
        open.removeAll(keepingCapacity: true)
        var keepsPositions = false
        for i in 1..<max(1, Int(cBinder.pointee.frame_count)) {
            let frame = cBinder.pointee.frames[i]
            // Some frames, for example array frames, do not store where their container starts: their `start` is 0. So skip a start that is
            // not after the last offset.
            if frame.start > open.last ?? 0 || open.isEmpty { open.append(frame.start) }
            guard frame.keepsPositions else { continue }
            keepsPositions = true
            let words = Int(frame.object.pointee.owner_words), kept = frame.seen + (cBinder.pointee.collects ? 2 * words + 1 : words)
            // Each entry of `kept` is an offset plus one; 0 stands for no offset.
            for i in 0..<Int(frame.object.pointee.kept_positions) where kept[i] > 0 { open.append(kept[i] - 1) }
        }
        if keepsPositions { open.sort() }
        let source = cBinder.pointee.source
        if source.pending != YOKE_NO_OFFSET { open.append(source.pending) }
        return strictText?.keep(open, from: source.capturing > 0 ? source.kept_from : source.pending) ?? open
    }

    /// Returns the offset in the engine's text for an offset in the text `innermost`, which a hook made. This text may be a part of another
    /// text that a hook made (`around`).
    private func originOfMade(_ innermost: UnsafeMutablePointer<yoke_made>, _ offset: UInt64, isEnd: Bool) -> UInt64 {
        var offset = offset, made: UnsafeMutablePointer<yoke_made>? = innermost
        while let text = made {
            offset = yoke_made_origin(text, offset, isEnd)
            made = text.pointee.around
        }
        return offset
    }

    /// The position of the first byte of an update that is not white space.
    var updatePosition: JSONError.Position {
        withUpdateText { text in
            let mark = text.starts(with: Self.mark) ? Self.mark.count : 0
            return position(inUpdateAt: text[mark...].firstIndex { !$0.isJSONSpace } ?? 0)
        }
    }

    /// Returns the position of a byte in the text of an update.
    func position(inUpdateAt offset: Int) -> JSONError.Position {
        withUpdateText { text in
            var tracker = PositionTracker()
            return tracker.position(of: UInt64(offset), in: text, showsSnippet: options.showsSnippets)
        }
    }

    /// Calls `body` with the text of an update in UTF-8.
    func withUpdateText<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let transcoder = try? Transcoder.utf8(from: updateText)
        return withExtendedLifetime(transcoder) { body(transcoder?.bytes ?? updateText) }
    }

    /// Returns the offset in the caller's text for an offset of the engine. The two offsets differ if a hook made the text, or `strictText`
    /// rewrote it.
    ///
    /// - Parameter isEnd: true if the byte at `offset` is the first byte after a value.
    func origin(of offset: UInt64, isEnd: Bool = false) -> UInt64 {
        if let madePosition { return UInt64(madePosition.offset) }
        let offset = cBinder.pointee.made.map { originOfMade($0, offset, isEnd: isEnd) } ?? offset
        return strictText?.origin(of: offset, isEnd: isEnd) ?? offset
    }
}

extension yoke_frame {
    /// True for the frame of a model that keeps the text offsets of some values. Errors that are found only at the end of the object need
    /// these offsets.
    fileprivate var keepsPositions: Bool {
        switch UInt32(kind) {
        case YOKE_FRAME_OBJECT.rawValue, YOKE_FRAME_PATH_NODES.rawValue: object.pointee.kept_positions > 0
        default: false
        }
    }
}
