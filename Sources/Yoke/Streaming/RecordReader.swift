internal import CYoke

/// Turns bytes into elements: the core of every stream. It works through a text slice by slice and holds only the largest element and the
/// elements from a single slice.
final class RecordReader {
    /// Number of bytes that are read before their elements are delivered.
    static let sliceSize = 64 * 1024

    private let binder: Binder
    private let path: PathPlan
    private let queue: ElementQueue
    private let format: JSONStreamFormat
    private let pathText: String
    /// LINES: true inside a bad line, whose rest is skipped.
    private var isSkipping = false
    /// LINES: the offset of the line's first byte.
    private var lineStart: UInt64 = 0
    private var isStarted = false
    /// An error after the waiting elements, which are delivered first.
    private var failure: JSONError?
    /// True if no more elements will come.
    private(set) var hasEnded = false
    private(set) var delivered = 0
    /// True while the reader reads or asks for text. Code that it calls meanwhile (a hook, the sequence of chunks) may hold a copy of the
    /// stream.
    var isBusy = false

    var bytes: UInt64 { binder.bytes }

    init(
        of type: any JSONReadable.Type, at path: String?, format: JSONStreamFormat, options: JSONReadOptions
    ) throws(JSONError) {
        pathText = path ?? (format == .document ? "$[*]" : "$")
        self.format = format
        binder = Binder(options: options)
        let elementPath = try ElementPath(pathText)
        let plan = try Plan.of(type, binder.variant)
        binder.hold(plan)
        queue = ElementQueue(of: plan)
        self.path = PathPlan(elementPath, element: plan, receiver: queue.receiver)
        if options.collectsErrors { queue.collectErrors(of: binder) }
        // A line with a single element gives the element or an error. Only the end of the line decides which.
        queue.isHolding = format == .lines && !elementPath.hasSeveral && !options.allowsSeveralValues
    }

    /// Returns the address of the next waiting element, or throws the error before it or after the last element. The caller must move the
    /// element out at once.
    ///
    /// - Throws: also `.reentered`, for a call from inside `feed`.
    func pop() throws(JSONError) -> UnsafeMutableRawPointer? {
        if isBusy {
            throw JSONError(
                .reentered, "the stream is asked for an element while it reads one",
                hint: "a hook, or the sequence of chunks, cannot step the stream that calls it")
        }
        if let error = queue.popFailure() { throw error }
        if let element = queue.pop() {
            delivered += 1
            return element
        }
        if let failure {
            self.failure = nil
            if format != .lines || !binder.goesOn(after: failure) { hasEnded = true }
            throw failure
        }
        return nil
    }

    /// True if the reader can take more text: no error is waiting, and the text has not ended.
    var wantsText: Bool { failure == nil && !hasEnded }

    /// Stores an error of the code that reads the text.
    func fail(_ error: JSONError) {
        failure = error
        hasEnded = true
    }

    /// Takes text up to the next error. Returns the number of bytes that it has used.
    ///
    /// - Parameter isFollowed: true if the next bytes are in memory too. Then an incomplete last line may wait for its rest.
    func feed(_ bytes: UnsafeBufferPointer<UInt8>, isFollowed: Bool) -> Int {
        isBusy = true
        defer { isBusy = false }
        do throws(JSONError) {
            try start()
            if format == .lines { return try feedLines(bytes, isFollowed: isFollowed) }
            try binder.feed(bytes)
            return bytes.count
        } catch {
            failure = error
            return bytes.count
        }
    }

    /// Ends the text.
    func finish() {
        guard wantsText else { return }
        isBusy = true
        defer { isBusy = false }
        do throws(JSONError) {
            try start()
            if !isSkipping {
                try binder.finish()
                try endRecord()
            }
            queue.release()
        } catch {
            queue.takeBack()
            failure = error
        }
        hasEnded = true
    }

    private func start() throws(JSONError) {
        if isStarted { return }
        isStarted = true
        try binder.start(path.root, nil)
        binder.begin(format)
    }

    /// If a line repeats a key of the path, the last value counts, as for a reader of a single value.
    private func endRecord() throws(JSONError) {
        if queue.isHolding, queue.unreleased > 0 {
            let isOverruled = binder.c.pointee.void_elements == binder.c.pointee.elements
            queue.keepLast(isOverruled ? 0 : 1)
            if isOverruled { binder.c.pointee.path_matched = false }
        }
        try checkMatch()
    }

    /// Throws an error if the path matched nothing in the line, or in the entire text.
    private func checkMatch() throws(JSONError) {
        if binder.c.pointee.path_matched || binder.options.allowsMissingPath { return }
        if format != .document, binder.c.pointee.values == 0 { return }
        let what = format == .lines ? "line" : "text"
        throw JSONError(
            .pathNotFound, "nothing in the \(what) matches the path \"\(VisibleText.of(pathText))\"",
            place: format == .lines ? binder.placeOfLine(from: lineStart) : nil,
            hint: "JSONReadOptions.allowsMissingPath makes that a \(what) without elements")
    }

    // MARK: - Lines

    private func feedLines(_ bytes: UnsafeBufferPointer<UInt8>, isFollowed: Bool) throws(JSONError) -> Int {
        var lines = LineCutter(bytes)
        defer { binder.commitPositions() }
        while let (line, isWhole) = lines.next() {
            if !isWhole, isFollowed, line.count < bytes.count { return bytes.count - line.count }
            if isSkipping {
                binder.passOver(line)
                if isWhole { try resume() }
                continue
            }
            do throws(JSONError) {
                try binder.feedRecord(line, behind: lines.left)
                if isWhole { try endLine() }
            } catch {
                queue.takeBack()
                failure = error
                isSkipping = true
                if isWhole { try resume() }
                return bytes.count - lines.left
            }
        }
        return bytes.count
    }

    private func endLine() throws(JSONError) {
        try binder.checkLineIsWhole()
        try endRecord()
        queue.release()
        try binder.startNextLine(path.root)
        lineStart = binder.bytes
    }

    /// Begins again at the start of a line.
    private func resume() throws(JSONError) {
        isSkipping = false
        lineStart = binder.bytes
        try binder.restartLine(path.root)
    }
}

/// Splits a slice of a text into lines, each with its line feed. The last line may have no line feed.
struct LineCutter {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Number of bytes after the last line.
    private(set) var left: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        left = bytes.count
    }

    mutating func next() -> (line: UnsafeBufferPointer<UInt8>, isWhole: Bool)? {
        if left == 0 { return nil }
        let rest = UnsafeBufferPointer(rebasing: bytes.suffix(left))
        let end = System.index(of: 0x0A, in: rest)
        let line = UnsafeBufferPointer(rebasing: rest.prefix(end.map { $0 + 1 } ?? left))
        left -= line.count
        return (line, end != nil)
    }
}

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

    /// Reads a part of a record. If the record is bad, its lines are counted all the same, because the text continues after it.
    ///
    /// - Parameter behind: number of readable bytes after the chunk.
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
