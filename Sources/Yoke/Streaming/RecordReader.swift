internal import CYoke

/// Bytes in, elements out: what every stream is made of. Works through a text slice by slice; holds the largest element,
/// what one slice held, and nothing else.
final class RecordReader {
    /// So many bytes are read before the elements in them are given out.
    static let sliceSize = 64 * 1024

    private let binder: Binder
    private let path: PathPlan
    private let queue: ElementQueue
    private let format: JSONStreamFormat
    private let pathText: String
    /// LINES: inside a bad line, whose rest is passed over.
    private var isSkipping = false
    /// LINES: where the line began.
    private var lineStart: UInt64 = 0
    private var isStarted = false
    /// An error behind the elements that wait, which are delivered first.
    private var failure: JSONError?
    /// No more elements will come.
    private(set) var hasEnded = false
    private(set) var delivered = 0
    /// Text is being read, or asked for. What is called meanwhile (a hook, the sequence of chunks) may hold a copy of the stream.
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
        // A line of one element is that, or an error: which one is known at its end.
        queue.isHolding = format == .lines && !elementPath.hasSeveral && !options.allowsSeveralValues
    }

    /// The next element that waits, to be moved out of the address at once, or the error in its place or behind the last one.
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

    /// Whether the text may go on: nothing waits.
    var wantsText: Bool { failure == nil && !hasEnded }

    /// An error of whoever reads the text.
    func fail(_ error: JSONError) {
        failure = error
        hasEnded = true
    }

    /// Takes text up to the next error; returns how many bytes are dealt with.
    ///
    /// - Parameter isFollowed: the next bytes are in memory too, so that the last line, if it is cut, may wait for its rest.
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

    /// The text ends here.
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

    /// In a line, the last value counts of a repeated key on the path, as it does for a reader of one value.
    private func endRecord() throws(JSONError) {
        if queue.isHolding, queue.unreleased > 0 {
            let isOverruled = binder.c.pointee.void_elements == binder.c.pointee.elements
            queue.keepLast(isOverruled ? 0 : 1)
            if isOverruled { binder.c.pointee.path_matched = false }
        }
        try checkMatch()
    }

    /// That the path led somewhere, in the line or in all of the text.
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

    /// Begins anew at the start of a line.
    private func resume() throws(JSONError) {
        isSkipping = false
        lineStart = binder.bytes
        try binder.restartLine(path.root)
    }
}
