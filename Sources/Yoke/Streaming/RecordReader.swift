internal import CYoke

/// Turns bytes into elements: the core of every stream. Reads a text slice by slice. Only the elements of one slice, and one unfinished
/// element, are in memory.
final class RecordReader {
    private enum LineState {
        /// The reader follows the path. Each element at the path goes to the queue when it is complete.
        case atPath
        /// The entire line is one element. The engine reads the line into memory of the queue.
        case direct
        /// `inTarget`: the line overwrites the value at `target`. `complete`: the line has ended, but the reader has not yet delivered the
        /// value at `target`.
        case inTarget, complete
    }

    /// The reader takes at most this number of bytes, and then delivers the elements that they contain.
    static let sliceSize = 64 * 1024
    /// For `.lines`: after this number of bytes, the reader stops at the end of a line and delivers the elements that it has.
    private static let lineBatch = 2048

    private let binder: Binder
    private let path: PathPlan
    private let plan: Plan
    private let queue: ElementQueue
    private let format: JSONStreamFormat
    private let pathText: String
    /// For `.lines` and `.sequence`: true inside a bad record, whose remaining bytes are skipped.
    private var isSkipping = false
    /// For `.lines`: the offset of the line's first byte.
    private var lineStart: UInt64 = 0
    private var isStarted = false
    /// For `.lines`: the address of a value of the caller. The next line is read into this value, if each line is one element and the
    /// options allow it. The value stays at its address until `pop` returns or throws.
    var target: UnsafeMutableRawPointer? {
        didSet { if !overwrites { target = nil } }
    }
    /// True if a line can be read into `target`. If false, `target` stays nil.
    private let overwrites: Bool
    /// For `.lines`: true if each line is one element and errors are not collected. If all bytes of such a line are in memory, the engine
    /// reads it straight into the queue's memory.
    private let readsDirectly: Bool
    /// For `.lines`: the engine, if it can find the end of a line while it reads the line; else nil.
    private let lineEngine: UnsafeMutablePointer<yoke_native>?
    /// `lineEngine` can read the lines before this address, which directly follows a line feed of the current chunk; nil if the address is
    /// not known yet.
    private var linesEnd: UnsafePointer<UInt8>?
    /// For `.lines`: how the current line is read. For all other formats always `atPath`.
    private var lineState = LineState.atPath
    /// An error that was found in the text. `pop` first delivers the elements from before the error, and then throws the error.
    private var failure: JSONError?
    /// True if no more elements will come.
    private(set) var hasEnded = false
    private(set) var delivered = 0
    /// The number of elements, and of errors in place of elements, that the caller got.
    private var handedOver = 0
    /// For `.lines` and `.sequence`: the ends of the records whose elements wait for delivery, and before them the ends of other records.
    /// `count`: the value of `handedOver` after the last element of the record.
    @exclusivity(unchecked) private var recordEnds: [(count: Int, offset: UInt64)] = [(0, 0)]
    /// The index in `recordEnds` that `resumeOffset` found last.
    private var lastEnd = 0
    /// True while the reader reads or asks for text. Code that runs meanwhile (a hook, the sequence of chunks) may hold a copy of the
    /// stream, but gets an error if it asks the copy for an element.
    var isBusy = false
    /// For `JSONAsyncStream`: the bytes of the last chunk that are not read yet.
    var waiting: ArraySlice<UInt8> = []

    var bytes: UInt64 { binder.bytes }

    init(
        of type: any JSONReadable.Type, at path: String?, format: JSONStreamFormat, options: JSONReadOptions
    ) throws(JSONError) {
        pathText = path ?? (format == .document ? "$[*]" : "$")
        self.format = format
        binder = Binder(options: options)
        let elementPath = try ElementPath(pathText)
        let plan = try Plan.of(type, binder.variant)
        binder.keepAlive(plan)
        self.plan = plan
        queue = ElementQueue(of: plan)
        self.path = PathPlan(elementPath, element: plan, receiver: queue.receiver)
        if options.collectsErrors { queue.collectErrors(of: binder) }
        // If a record has one element, the queue holds the element back until the record ends, because an error may follow in the record.
        queue.needsRelease = format.hasRecords && !elementPath.hasSeveral && !options.allowsSeveralValues
        readsDirectly = format == .lines && queue.needsRelease && elementPath.steps.isEmpty && !options.collectsErrors
        overwrites = readsDirectly && binder.canOverwrite
        lineEngine = readsDirectly && binder.maxWholeTextBytes == .max ? binder.wholeTextEngine : nil
    }

    /// Returns the address of the next waiting element; nil if no element waits. If an error comes before the element, throws this error.
    /// The caller must move the element out at once, unless its address is `target`.
    ///
    /// - Throws: also `.reentered`, if a hook or the sequence of chunks calls this function while the reader reads.
    func pop() throws(JSONError) -> UnsafeMutableRawPointer? {
        if isBusy {
            throw JSONError(
                .reentered, "the stream is asked for an element while it reads one",
                hint: "a hook, or the sequence of chunks, cannot step the stream that calls it")
        }
        if let error = queue.popFailure() {
            handedOver += 1
            throw error
        }
        if lineState == .complete, let target {
            lineState = .inTarget
            countElement()
            return target
        }
        if let element = queue.pop() {
            countElement()
            return element
        }
        if let failure {
            self.failure = nil
            if !format.hasRecords || !binder.canContinue(after: failure) { hasEnded = true }
            if !isSkipping, !hasEnded { noteRecordEnd() }
            throw failure
        }
        return nil
    }

    /// The offset of the first record that is not delivered completely; nil if the text does not consist of records.
    var resumeOffset: UInt64? {
        guard format.hasRecords else { return nil }
        while lastEnd + 1 < recordEnds.count, recordEnds[lastEnd + 1].count <= handedOver { lastEnd += 1 }
        return recordEnds[lastEnd].offset
    }

    /// Notes that a record, or the rest of a bad record, ends at the current position.
    private func noteRecordEnd() {
        guard format.hasRecords else { return }
        let count = handedOver + queue.waitingCount + (lineState == .complete ? 1 : 0)
        let isAfterMark = format == .sequence && binder.sequence.start == binder.bytes  // the byte 1E belongs to the next record
        let end = (count, binder.bytes - (isAfterMark ? 1 : 0))
        if recordEnds[recordEnds.count - 1].count == count { recordEnds[recordEnds.count - 1] = end } else { recordEnds.append(end) }
    }

    /// Forgets the ends of records that are delivered completely, except the last one.
    private func forgetRecordEnds() {
        _ = resumeOffset
        recordEnds.removeFirst(lastEnd)
        lastEnd = 0
    }

    private func countElement() {
        delivered += 1
        handedOver += 1
    }

    /// True if the reader can take more text: no error is waiting, and the text has not ended.
    var wantsText: Bool { failure == nil && !hasEnded }

    /// Stores an error from getting the next chunk, for example a failed read of the file. Ends the text.
    func fail(_ error: JSONError) {
        abandon()
        failure = error
    }

    /// Ends the text before its end, for example because the connection was lost. The unfinished element is not delivered.
    func abandon() {
        leaveLine()
        hasEnded = true
    }

    /// Reads `bytes` or a part of them: reading stops at an error, and may stop after some elements. Returns the number of bytes that
    /// the caller must not pass again. The caller passes the other bytes in the next call.
    ///
    /// - Parameters:
    ///   - isFollowed: true if the caller already has the bytes that follow `bytes`. Then an incomplete last line is left for the next
    ///     call.
    ///   - stays: true if the bytes stay in memory until the reader has read all of them, which may take several calls.
    func feed(_ bytes: UnsafeBufferPointer<UInt8>, isFollowed: Bool, stays: Bool) -> Int {
        isBusy = true
        defer { isBusy = false }
        if format.hasRecords { forgetRecordEnds() }
        do throws(JSONError) {
            try start()
            if format == .lines {
                var used = bytes.count
                defer {
                    if !stays || !isFollowed && used == bytes.count {
                        binder.commitPositions()
                        linesEnd = nil
                    }
                }
                used = try feedLines(bytes, isFollowed: isFollowed)
                return used
            }
            if format == .sequence { return try feedTexts(bytes) }
            try binder.feed(bytes)
            return bytes.count
        } catch {
            failure = error
            return bytes.count
        }
    }

    /// Ends the text: call this after the last chunk.
    func finish() {
        guard wantsText else { return }
        isBusy = true
        defer { isBusy = false }
        do throws(JSONError) {
            try start()
            try binder.skipBytes(.init(start: nil, count: 0))  // throws if a bad record has exceeded the limit `totalBytes`
            if !isSkipping {
                if binder.bytes == lineStart { try startLine(isWhole: false) }
                if format == .sequence {
                    try binder.endText(endRecord)
                } else {
                    try binder.finish()
                    try endRecord()
                }
            }
            queue.release()
            noteRecordEnd()
        } catch {
            leaveLine()
            queue.removeUnreleased()
            failure = error
        }
        hasEnded = true
    }

    private func start() throws(JSONError) {
        if isStarted { return }
        isStarted = true
        do throws(JSONError) { try binder.start(path.root, nil) } catch {
            hasEnded = true  // for example because of options that exclude each other: no record can be read
            throw error
        }
        binder.begin(format)
    }

    /// Ends a record: a line, or a text of a sequence. If the record has one element but repeats a key of the path, only the element of the
    /// last such member stays in the queue, or its error. `JSONReader` does the same.
    private func endRecord() throws(JSONError) {
        switch lineState {
        case .atPath: break
        case .direct:
            if binder.takeRoot() { queue.commitElement() }
            return
        case .inTarget, .complete:
            if binder.cBinder.pointee.values > 0 { lineState = .complete }
            return
        }
        if queue.needsRelease, queue.hasUnreleased {
            if binder.cBinder.pointee.overruled_elements == binder.cBinder.pointee.elements {
                queue.removeUnreleased()
                binder.cBinder.pointee.path_matched = false
            } else {
                queue.keepLast()
            }
        }
        try checkMatch()
    }

    /// Throws an error if the path matched nothing in the line or, for other formats, in the text.
    private func checkMatch() throws(JSONError) {
        if binder.cBinder.pointee.path_matched || binder.options.allowsMissingPath { return }
        if format != .document, binder.cBinder.pointee.values == 0 { return }
        let what = format == .lines ? "line" : "text"
        throw JSONError(
            .pathNotFound, "nothing in the \(what) matches the path \"\(VisibleText.of(pathText))\"",
            position: format == .lines ? binder.positionOfLine(from: lineStart) : nil,
            hint: "JSONReadOptions.allowsMissingPath makes that a \(what) without elements")
    }

    /// Destroys the unfinished value of a line, because its memory goes back to the caller or the queue.
    private func leaveLine() {
        if lineState != .atPath { binder.abandon() }
    }

    // MARK: - Lines

    private func feedLines(_ bytes: UnsafeBufferPointer<UInt8>, isFollowed: Bool) throws(JSONError) -> Int {
        var lines = LineCutter(bytes)
        let others = bytes.count - wholeLines(of: lines, bytes)
        while lines.left > 0 {
            var isWhole = true
            do throws(JSONError) {
                if lines.left > others, let lineEngine, !isSkipping, binder.bytes == lineStart, binder.heldStart == nil {
                    try startLine(isWhole: true)
                    let (count, error) = binder.readLine(lines.rest, by: lineEngine)
                    lines.skip(count)
                    if let error { throw error }
                    try endLine()
                } else {
                    let line: UnsafeBufferPointer<UInt8>
                    (line, isWhole) = lines.next() ?? (bytes, true)
                    if !isWhole, isFollowed, line.count < bytes.count { return bytes.count - line.count }
                    if isSkipping {
                        try binder.skipBytes(line)
                        if isWhole { try resume() }
                        continue
                    }
                    if binder.bytes == lineStart { try startLine(isWhole: isWhole) }
                    try binder.feedRecord(line, readableAfter: lines.left)
                    if isWhole { try endLine() }
                }
                // Return after a few elements, so that their memory is still in the processor's cache when the caller looks at them. With a
                // target, return after each line, because `target` has room for one element only.
                let used = bytes.count - lines.left
                if used >= Self.lineBatch || target != nil, lineState == .complete || !queue.isEmpty { return used }
            } catch {
                leaveLine()
                queue.removeUnreleased()
                failure = error
                isSkipping = true
                if isWhole { try resume() }
                return bytes.count - lines.left
            }
        }
        return bytes.count
    }

    /// Returns the length in bytes of the lines at the start of `bytes` that `lineEngine` can read. These lines are complete, and at least
    /// `YOKE_PADDING` bytes follow the last one.
    private func wholeLines(of lines: LineCutter, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        guard lineEngine != nil, let start = bytes.baseAddress else { return 0 }
        if linesEnd.map({ $0 <= start || $0 > start + bytes.count }) ?? true {
            linesEnd = lines.lateEnd(within: bytes.count - Int(YOKE_PADDING))
        }
        return linesEnd.map { $0 - start } ?? 0
    }

    private func feedTexts(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Int {
        var texts = LineCutter(bytes, end: Binder.textStart)
        while failure == nil, let (part, isWhole) = texts.next() {
            if isSkipping {
                try binder.skipBytes(UnsafeBufferPointer(rebasing: part.dropLast(isWhole ? 1 : 0)))
            } else {
                do throws(JSONError) {
                    try binder.feedText(part, endsText: isWhole, endRecord)
                    if isWhole {
                        queue.release()
                        noteRecordEnd()
                    }
                } catch {
                    queue.removeUnreleased()
                    failure = error
                    isSkipping = true
                }
            }
            guard isWhole else { continue }
            if isSkipping, failure == nil { noteRecordEnd() }
            isSkipping = false
            do throws(JSONError) { try binder.startNextText(path.root, part) } catch {
                if failure == nil { throw error }
                isSkipping = true  // the error of this text comes first; then `finish` reports the exceeded limit
            }
        }
        return bytes.count - texts.left
    }

    private func endLine() throws(JSONError) {
        try binder.checkLineIsWhole()
        try endRecord()
        queue.release()
        if lineState == .atPath { try binder.startNextLine(path.root) }
        lineStart = binder.bytes
        noteRecordEnd()
    }

    /// Prepares for a line, and chooses how it is read. With `target`, the line overwrites the caller's value. Otherwise, if the line is
    /// complete and `readsDirectly` is true, the engine reads it straight into the queue's memory. If not, the reader follows the path, and
    /// each element at the path goes to the queue.
    ///
    /// - Parameter isWhole: true if `feed` has all bytes of the line. If false, the line is not read straight into the queue, because the
    ///   queue's memory may move between two calls of `feed`.
    private func startLine(isWhole: Bool) throws(JSONError) {
        guard target != nil || isWhole && readsDirectly else {
            if lineState != .atPath { try binder.restartLine(path.root) }
            lineState = .atPath
            return
        }
        let isFirst = lineState == .atPath
        lineState = target == nil ? .direct : .inTarget
        try binder.startLine(plan.root, in: target ?? queue.room(), overwrites: target != nil, isFirst: isFirst)
    }

    /// Prepares for the first line after a bad line.
    private func resume() throws(JSONError) {
        isSkipping = false
        lineStart = binder.bytes
        if failure == nil { noteRecordEnd() }
        lineState = .atPath
        try binder.restartLine(path.root)
    }
}
