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
