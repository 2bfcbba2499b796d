internal import CYoke

/// Bytes in, elements out: what every stream is made of. Works through a text slice by slice; holds the largest element,
/// what one slice held, and nothing else.
final class RecordReader<Element: JSONReadable> {
    /// So many bytes are read before the elements in them are given out.
    static var sliceSize: Int { 64 * 1024 }

    private let binder: Binder
    private let path: PathPlan
    private let queue = ElementQueue<Element>()
    private let format: JSONStreamFormat
    private let pathText: String
    /// LINES: inside a bad line, whose rest is passed over.
    private var isSkipping = false
    private var isStarted = false
    /// An error behind the elements that wait, which are delivered first.
    private var failure: JSONError?
    /// No more elements will come.
    private(set) var isOver = false
    private(set) var delivered = 0

    var bytes: UInt64 { binder.bytes }

    init(at path: String?, format: JSONStreamFormat, options: JSONReadOptions) throws(JSONError) {
        pathText = path ?? (format == .document ? "$[*]" : "$")
        self.format = format
        binder = Binder(options: options)
        self.path = PathPlan(
            try ElementPath(pathText), element: try Plan.of(Element.self, binder.variant), alignment: MemoryLayout<Element>.alignment,
            receiver: queue.receiver)
    }

    /// The next element that waits, or the error behind the last one.
    func pop() throws(JSONError) -> Element? {
        if let element = queue.pop() {
            delivered += 1
            return element
        }
        if let failure {
            self.failure = nil
            if format != .lines || failure.kind == .io || binder.isAtTotalLimit(failure) { isOver = true }
            throw failure
        }
        return nil
    }

    /// Whether the text may go on: nothing waits.
    var wantsText: Bool { failure == nil && !isOver }

    /// An error of whoever reads the text.
    func fail(_ error: JSONError) {
        failure = error
        isOver = true
    }

    /// Takes text up to the next error; returns how many bytes are dealt with.
    func feed(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        do throws(JSONError) {
            try start()
            if format == .lines { return try feedLines(bytes) }
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
        do throws(JSONError) {
            try start()
            if !isSkipping {
                try binder.finish()
                if format == .document, !binder.c.pointee.path_matched, !binder.options.allowsMissingPath {
                    throw JSONError(
                        .pathNotFound, "nothing in the text matches the path \"\(VisibleText.of(pathText))\"",
                        hint: "JSONReadOptions.allowsMissingPath makes that a stream without elements")
                }
            }
        } catch {
            failure = error
        }
        isOver = true
    }

    private func start() throws(JSONError) {
        if isStarted { return }
        isStarted = true
        try binder.start(path.root, nil)
        binder.allowsNoValue = format != .document
        binder.c.pointee.many_values = format == .values || binder.options.allowsSeveralValues
    }

    // MARK: - Lines

    private func feedLines(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Int {
        var start = 0
        while start < bytes.count {
            let rest = UnsafeBufferPointer(rebasing: bytes[start...])
            let end = System.index(of: 0x0A, in: rest)
            let line = UnsafeBufferPointer(rebasing: rest.prefix(end.map { $0 + 1 } ?? rest.count))
            start += line.count
            if isSkipping {
                binder.passOver(line)
                if end != nil { try resume() }
                continue
            }
            do throws(JSONError) {
                try binder.feedRecord(line, behind: bytes.count - start)
                if end != nil {
                    if binder.isOver { try resume() } else { try binder.endRecord() }
                }
            } catch {
                failure = error
                isSkipping = true
                if end != nil { try resume() }
                return start
            }
        }
        return start
    }

    /// Begins anew at the start of a line.
    private func resume() throws(JSONError) {
        isSkipping = false
        binder.skip(to: binder.bytes)
        try binder.startRecord(path.root, nil)
    }
}

extension Binder {
    /// The end of a line: whatever began in it must be complete.
    func endRecord() throws(JSONError) {
        let isCut = c.pointee.depth > 0 || c.pointee.source.pending != YOKE_NO_OFFSET
        if isCut { throw describe(EngineFault(.unexpectedEnd, at: 0), .init(start: nil, count: 0), at: bytes - 1) }
        c.pointee.values = 0
    }

    /// Text of one record. When it is bad its lines are counted all the same: the text goes on behind it.
    ///
    /// - Parameter behind: how many bytes lie readable behind the chunk.
    func feedRecord(_ chunk: UnsafeBufferPointer<UInt8>, behind: Int) throws(JSONError) {
        wholeTextEngine?.pointee.behind = behind
        do throws(JSONError) { try feed(chunk) } catch {
            pass(chunk)
            throw error
        }
    }

    /// Whether the error is the one of the limit of the whole text, behind which nothing is read.
    func isAtTotalLimit(_ error: JSONError) -> Bool {
        error.kind == .limitExceeded && error.offset != nil && error.offset == options.limits.totalBytes
    }

    /// Bytes that are not read.
    func passOver(_ chunk: UnsafeBufferPointer<UInt8>) {
        count(chunk)
        pass(chunk)
    }
}
