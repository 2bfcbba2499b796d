internal import CYoke

extension Binder {
    /// Sets the format of the text. Call it directly after `start`.
    func begin(_ format: JSONStreamFormat) {
        allowsNoValue = format != .document
        isLines = format == .lines
        cBinder.pointee.many_values = format == .values || format == .commaSeparated || allowsSeveralValues
        if format == .commaSeparated { strictText = StrictText(options, isSeparated: true) }
    }

    /// Called at the end of a line. Throws an error if a value or a comment of the line is incomplete.
    func checkLineIsWhole() throws(JSONError) {
        let isInComment = strictText?.isInBlockComment ?? engine.isInComment
        let isCut = cBinder.pointee.depth > 0 || cBinder.pointee.source.pending != YOKE_NO_OFFSET || isInComment
        if isCut, !hasEnded { throw describe(EngineFault(.unexpectedEnd, at: 0), .init(start: nil, count: 0), at: bytes - 1) }
    }

    /// Prepares for the next line, after a line without an error.
    func startNextLine(_ root: UnsafePointer<yoke_slot>) throws(JSONError) {
        if hasEnded || restartsEachLine { return try restartLine(root) }
        cBinder.pointee.values = 0
        cBinder.pointee.path_matched = false
    }

    /// Prepares for the next line, even if the last line was bad or was not read to its end.
    func restartLine(_ root: UnsafePointer<yoke_slot>) throws(JSONError) {
        skip(to: bytes)
        cBinder.pointee.thunks = SessionThunks.shared
        try startRecord(root, nil)
    }

    /// Prepares for a line whose value goes to `memory`. If `overwrites` is true, `memory` already holds a value, and the line changes this
    /// value. `isFirst`: true if the binder was last prepared for another root slot. The function then restarts the binder.
    func startLine(
        _ root: UnsafePointer<yoke_slot>, in memory: UnsafeMutableRawPointer, overwrites: Bool, isFirst: Bool
    ) throws(JSONError) {
        if isFirst || hasEnded || restartsEachLine { try restartLine(root) }
        cBinder.pointee.thunks = overwrites ? SessionThunks.knowing : SessionThunks.shared
        guard overwrites ? yoke_binder_start_overwrite(cBinder, root, memory) : yoke_binder_start(cBinder, root, memory) else {
            throw JSONError(.outOfMemory, "no memory for the binder")
        }
    }

    /// Reads the line at the start of `text`. `text` must have at least `YOKE_PADDING` bytes after the end of this line. Returns the length
    /// of the line in bytes, and the error if the line is bad; else nil.
    ///
    /// The engine finds the end of the line while it reads. A search before reading would load the text from memory twice.
    func readLine(_ text: UnsafeBufferPointer<UInt8>, by native: UnsafeMutablePointer<yoke_native>) -> (count: Int, error: JSONError?) {
        var length = 0
        isInText = true
        chunkInHand = text
        let status = yoke_native_read_line(native, text.baseAddress, text.count, &length)
        let line = UnsafeBufferPointer(rebasing: text[..<length])
        count(line)
        let error = status == YOKE_NATIVE_OK ? nil : (engine as? NativeEngine).map { describe($0.describe(status), line) }
        recordPositions(after: line)
        return (length, error)
    }

    /// Returns true if the line contained a value. The caller then owns this value, which is in the memory that `startLine` got.
    func takeRoot() -> Bool {
        defer { cBinder.pointee.root_full = false }
        return cBinder.pointee.root_full
    }

    /// Returns the position of the start of the line that ends at the current position. `start`: the offset of the line's first byte.
    func positionOfLine(from start: UInt64) -> JSONError.Position {
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        // Find the line's number from the end of the line. The last bytes of the line are still in memory, but its first bytes may not be.
        let hasLineFeed = positions.front(of: bytes, in: none, count: 1) == [0x0A]
        var position = position(hasLineFeed ? bytes - 1 : bytes, none)
        position.offset = Int(clamping: start)
        position.column = 1
        position.snippet = nil
        return position
    }

    /// Reads a part of a record (a line, or a text of a sequence). If the part has an error, the function still counts the part's bytes, so
    /// that later errors have the right position.
    ///
    /// - Parameter readableAfter: number of readable bytes after the chunk. If it is at least `YOKE_PADDING`, the engine need not copy the
    ///   end of the chunk.
    func feedRecord(_ chunk: UnsafeBufferPointer<UInt8>, readableAfter: Int) throws(JSONError) {
        // If `heldStart` is not nil, it may hold bytes of an earlier chunk. The binder then first gives the engine these bytes from other
        // memory, where `readableAfter` does not hold.
        if heldStart == nil { wholeTextEngine?.pointee.readable_after = readableAfter }
        let start = bytes
        do throws(JSONError) { try feed(chunk) } catch {
            // `feed` has counted the bytes up to the limit `totalBytes`, and has recorded the slices before the error.
            let (recorded, counted) = (Int(positions.offset - start), Int(bytes - start))
            recordPositions(after: UnsafeBufferPointer(rebasing: chunk[recorded..<max(recorded, counted)]))
            throw error
        }
    }

    // MARK: - Sequences

    /// The byte before each text of a sequence (RFC 7464).
    static let textStart: UInt8 = 0x1E

    /// Reads bytes of one text of a sequence. `endsText`: true if the last of these bytes is the byte 1E, which begins the next text. In
    /// this case, the text ends before 1E, and the engine does not get 1E. If the text is then complete, the function calls `end`, else it
    /// throws an error.
    func feedText(
        _ part: UnsafeBufferPointer<UInt8>, endsText: Bool, _ end: () throws(JSONError) -> Void
    ) throws(JSONError) {
        let text = UnsafeBufferPointer(rebasing: part.dropLast(endsText ? 1 : 0))
        guard let start = sequence.start else { return try skipMark(text, endsText: endsText) }
        if let last = text.last {
            sequence = (start, last)
            try feedRecord(text, readableAfter: 0)
        }
        if endsText { try endText(end) }
    }

    /// Takes bytes from before the first text of a sequence. Only a byte order mark may stand there.
    private func skipMark(_ bytes: UnsafeBufferPointer<UInt8>, endsText: Bool) throws(JSONError) {
        let count = zip(bytes, Self.mark.dropFirst(Int(clamping: self.bytes))).prefix { $0 == $1 }.count
        try skipBytes(UnsafeBufferPointer(rebasing: bytes.prefix(count)))
        let rest = UnsafeBufferPointer(rebasing: bytes.dropFirst(count))
        if rest.isEmpty, !(endsText && isInMark) { return }
        let start = self.bytes, position = position(start, rest)
        // This error comes before an exceeded limit, which the next call of `skipBytes` reports again.
        do throws(JSONError) { try skipBytes(rest) } catch {
            if self.bytes == start { throw error }
        }
        throw JSONError(.unexpectedCharacter, "the byte 1E has to stand before each text of a sequence", position: position)
    }

    /// For a sequence: true if the bytes so far are the beginning of a byte order mark, but not a complete one.
    private var isInMark: Bool { sequence.start == nil && 1..<UInt64(Self.mark.count) ~= bytes }

    /// Called at the end of each text of a sequence. Throws an error if the text ends directly after a number or literal, without white
    /// space: the number or literal may be incomplete (RFC 7464, section 2.4).
    func endText(_ end: () throws(JSONError) -> Void) throws(JSONError) {
        guard let last = sequence.last else {
            if isInMark { throw describe(EngineFault(.unexpectedEnd, at: 0), .init(start: nil, count: 0)) }
            return
        }
        let isOpen = last.isASCIIDigit || last.isASCIILetter || last == UInt8(ascii: ".")
        let isInComment = strictText?.isInComment ?? engine.isInComment
        let source = cBinder.pointee.source, hasPending = source.pending != YOKE_NO_OFFSET
        let isInString = hasPending && source.pending_first == UInt8(ascii: "\"")
        let isAfterValue = cBinder.pointee.values > 0 && !cBinder.pointee.many_values && source.pending >= cBinder.pointee.value_end
        let isGarbage = options.allowsTrailingGarbage && hasPending && isAfterValue
        if isOpen, !isInComment, !isInString, !isGarbage, !hasEnded, cBinder.pointee.depth == 0 {
            throw describe(EngineFault(.unexpectedEnd, at: 0), .init(start: nil, count: 0))
        }
        try finish()
        try end()
    }

    /// Counts the byte 1E, with which `part` ends, and prepares for the text after this byte.
    func startNextText(_ root: UnsafePointer<yoke_slot>, _ part: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        try skipBytes(UnsafeBufferPointer(rebasing: part.suffix(1)))
        sequence = (bytes, nil)
        try restartLine(root)
    }

    /// Returns true if reading can continue with the next record (line, or text of a sequence) after this error.
    func canContinue(after error: JSONError) -> Bool {
        let isAtTotalLimit = error.kind == .limitExceeded && error.offset == options.limits.maxTotalBytes
        // A hook may throw such an error about another text. The error about this text is at the text's first bytes.
        let isAboutEncoding = error.isAboutEncoding && (error.offset ?? 0) < 2
        return !isAboutEncoding && !isAtTotalLimit
    }
}
