internal import CYoke

extension Binder {
    /// A text has been started in which values lie so.
    func begin(_ format: JSONStreamFormat) {
        allowsNoValue = format != .document
        isLines = format == .lines
        c.pointee.many_values = format == .values || allowsSeveralValues
    }

    /// At the end of a line: whatever began in it must be complete.
    func checkLineIsWhole() throws(JSONError) {
        let isCut = c.pointee.depth > 0 || c.pointee.source.pending != YOKE_NO_OFFSET
        if isCut, !hasEnded { throw describe(EngineFault(.unexpectedEnd, at: 0), .init(start: nil, count: 0), at: bytes - 1) }
    }

    /// Makes ready for the line behind one that was good.
    func startNextLine(_ root: UnsafePointer<yoke_slot>) throws(JSONError) {
        if hasEnded { return try restartLine(root) }
        c.pointee.values = 0
        c.pointee.path_matched = false
    }

    /// Makes ready for the next line, whatever state the last one was left in.
    func restartLine(_ root: UnsafePointer<yoke_slot>) throws(JSONError) {
        skip(to: bytes)
        try startRecord(root, nil)
    }

    /// The place of the line that has just gone by.
    func placeOfLine(from start: UInt64) -> JSONError.Place {
        let none = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        // The line's end is near, and its beginning need not be.
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
        // The beginning of a byte order mark, of which a chunk had no more, is given first: behind that there is nothing.
        if markSeen == nil { wholeTextEngine?.pointee.behind = behind }
        do throws(JSONError) { try feed(chunk) } catch {
            pass(chunk)
            throw error
        }
    }

    /// Whether the next line is read after a line with this error.
    func goesOn(after error: JSONError) -> Bool {
        let totalBytes = options.limits.totalBytes.map { max(0, $0) }
        let isAtTotalLimit = error.kind == .limitExceeded && error.offset != nil && error.offset == totalBytes
        return error.kind != .io && !error.isAboutEncoding && !isAtTotalLimit
    }

    /// Bytes that are not read.
    func passOver(_ chunk: UnsafeBufferPointer<UInt8>) {
        count(chunk)
        pass(chunk)
    }
}
