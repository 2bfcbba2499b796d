internal import CYoke

extension Binder {
    /// Sets the format of the text. Called directly after the start of a text.
    func begin(_ format: JSONStreamFormat) {
        allowsNoValue = format != .document
        isLines = format == .lines
        c.pointee.many_values = format == .values || allowsSeveralValues
    }

    /// Called at the end of a line. Throws an error if a value is incomplete.
    func checkLineIsWhole() throws(JSONError) {
        let isCut = c.pointee.depth > 0 || c.pointee.source.pending != YOKE_NO_OFFSET
        if isCut, !hasEnded { throw describe(EngineFault(.unexpectedEnd, at: 0), .init(start: nil, count: 0), at: bytes - 1) }
    }

    /// Prepares for the line after a good line.
    func startNextLine(_ root: UnsafePointer<yoke_slot>) throws(JSONError) {
        if hasEnded { return try restartLine(root) }
        c.pointee.values = 0
        c.pointee.path_matched = false
    }

    /// Prepares for the next line, whatever the state after the last line.
    func restartLine(_ root: UnsafePointer<yoke_slot>) throws(JSONError) {
        skip(to: bytes)
        try startRecord(root, nil)
    }

    /// Returns the position of the line before the current position.
    func placeOfLine(from start: UInt64) -> JSONError.Place {
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        // The end of the line is still in memory; the beginning may not be.
        let hasLineFeed = places.front(of: bytes, in: none, count: 1) == [0x0A]
        var place = place(hasLineFeed ? bytes - 1 : bytes, none)
        place.offset = Int(clamping: start)
        place.column = 1
        place.snippet = nil
        return place
    }

    /// Text of one record. When it is bad its lines are counted all the same: the text goes on behind it.
    ///
    /// - Parameter behind: how many bytes lie readable behind the chunk.
    func feedRecord(_ chunk: UnsafeBufferPointer<UInt8>, behind: Int) throws(JSONError) {
        // If an earlier chunk ended inside a byte order mark, the engine first gets these kept bytes. No readable bytes follow them.
        if markSeen == nil { wholeTextEngine?.pointee.behind = behind }
        do throws(JSONError) { try feed(chunk) } catch {
            pass(chunk)
            throw error
        }
    }

    /// Returns true if reading continues with the next line after this error.
    func goesOn(after error: JSONError) -> Bool {
        let totalBytes = options.limits.totalBytes.map { max(0, $0) }
        let isAtTotalLimit = error.kind == .limitExceeded && error.offset != nil && error.offset == totalBytes
        return error.kind != .io && !error.isAboutEncoding && !isAtTotalLimit
    }

    /// Counts bytes that are not read.
    func passOver(_ chunk: UnsafeBufferPointer<UInt8>) {
        count(chunk)
        pass(chunk)
    }
}
