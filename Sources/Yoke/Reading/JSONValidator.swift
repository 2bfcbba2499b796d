internal import CYoke

/// Checks a text of any length against RFC 8259, chunk by chunk. The memory is bounded by the longest string or key. Also counts
/// the values if asked to.
///
/// ```swift
/// var validator = try JSONValidator()
/// while let chunk = try file.read() { try validator.feed(chunk) }
/// try validator.finish()
/// print(validator.statistics.objects)
/// ```
public struct JSONValidator: ~Copyable {
    private let text: ForwardedText
    private let counts = UnsafeMutablePointer<yoke_statistics>.allocate(capacity: 1)

    /// Makes a validator.
    ///
    /// - Parameters:
    ///   - format: the form of the text: one value, one value on each line, values in a row, and the like. All values are counted together.
    ///   - counting: if true, `statistics` counts values. If false, Yoke only checks the text, which is several times as fast.
    ///   - options: options that say which texts are valid; strict by default. `skipping` has no effect: the entire text is checked.
    ///   - onBadLine: only for `.lines` and `.sequence`: receives the error of each bad line or text. The values of a bad line are not
    ///     counted, and reading continues with the next line. If nil, reading ends with the error of the first bad line.
    public init(
        format: JSONStreamFormat = .document, counting: Bool = true, options: JSONReadOptions = .strict,
        onBadLine: ((JSONError) -> Void)? = nil
    ) throws(JSONError) {
        counts.initialize(to: yoke_statistics())
        text = ForwardedText(format: format, options: options, sink: counting ? yoke_statistics_sink : nil, context: counts)
        guard let onBadLine, format.hasRecords else { return }
        var good = counts.pointee
        text.lineEnds = { [counts] error in
            if let error {
                counts.pointee = good
                onBadLine(error)
            } else {
                good = counts.pointee
            }
        }
    }

    deinit { counts.deallocate() }

    /// Checks the next bytes, in UTF-8. A chunk may end anywhere.
    ///
    /// - Throws: the first error in the text; later calls throw it again. If `onBadLine` is set, it receives the errors of lines, and this
    ///   call does not throw them. `.invalidCall` after `finish()`.
    public mutating func feed(_ bytes: some Sequence<UInt8>) throws(JSONError) {
        try withBytes(of: bytes) { bytes throws(JSONError) in try text.feed(UnsafeRawBufferPointer(bytes)) }
    }

    /// Checks the next part of the text as a String. Throws the same errors as `feed(_:)` for bytes.
    public mutating func feed(_ text: String) throws(JSONError) { try feed(text.utf8) }

    /// Ends the text: call this after the last chunk. Throws an error if the text is incomplete.
    public mutating func finish() throws(JSONError) { try text.finish() }

    /// The counts of the text that was read until now. If `counting` is false, only bytes are counted.
    public var statistics: JSONStatistics { JSONStatistics(counts.pointee, bytes: text.bytes) }
}

/// The number of values of each kind in a text.
public struct JSONStatistics: Sendable, Hashable {
    /// Number of objects and of keys.
    public let objects, keys: Int
    /// Number of arrays.
    public let arrays: Int
    /// Number of scalars of each kind.
    public let strings, numbers, booleans, nulls: Int
    /// Length of all strings and of all keys in bytes, with escapes resolved.
    public let stringBytes, keyBytes: Int
    /// The deepest nesting of arrays and objects; 0 for a scalar.
    public let maximumDepth: Int
    /// Length of the text in bytes.
    public let bytes: Int

    init(_ counts: yoke_statistics, bytes: UInt64) {
        objects = Int(clamping: counts.objects)
        keys = Int(clamping: counts.keys)
        arrays = Int(clamping: counts.arrays)
        strings = Int(clamping: counts.strings)
        numbers = Int(clamping: counts.numbers)
        booleans = Int(clamping: counts.booleans)
        nulls = Int(clamping: counts.nulls)
        stringBytes = Int(clamping: counts.string_bytes)
        keyBytes = Int(clamping: counts.key_bytes)
        maximumDepth = Int(clamping: counts.deepest)
        self.bytes = Int(clamping: bytes)
    }
}

/// Checks a text, and sends its events (scalars, keys and brackets) to a sink: a set of C functions, one for each kind of event. Without a
/// sink, the text is only checked.
final class ForwardedText {
    private let binder: Binder
    private let type = UnsafeMutablePointer<yoke_type>.allocate(capacity: 1)
    private let root = UnsafeMutablePointer<yoke_slot>.allocate(capacity: 1)
    /// The sink's functions, at a fixed address; nil if the text is only checked.
    private let sink: UnsafeMutablePointer<yoke_sink>?
    private let context: UnsafeMutableRawPointer
    private let format: JSONStreamFormat
    private var isStarted = false
    private var isFinished = false
    /// For lines and sequences: called at the end of each record (a line, or a text of the sequence). The argument is the error of a bad
    /// record, or nil for a good record. Reading continues after a bad record only if `lineEnds` is not nil.
    var lineEnds: ((JSONError?) -> Void)?
    /// For lines and sequences: true inside a bad record, whose remaining bytes are skipped.
    private var isSkipping = false
    /// The first error that was thrown. No text is read after it, and every further call throws it again.
    private var failure: JSONError?

    init(format: JSONStreamFormat = .document, options: JSONReadOptions, sink: yoke_sink?, context: UnsafeMutableRawPointer) {
        var options = options
        options.skipping = .checked  // without a sink, the engine skips the entire text, and must check what it skips
        binder = Binder(options: options)
        self.format = format
        self.context = context
        self.sink = sink.map { functions in
            let sink = UnsafeMutablePointer<yoke_sink>.allocate(capacity: 1)
            sink.initialize(to: functions)
            return sink
        }
        type.initialize(to: yoke_type())
        type.pointee.kind = UInt8(YOKE_FORWARD.rawValue)
        root.initialize(to: yoke_slot())
        root.pointee.type = UnsafePointer(type)
        root.pointee.kind = type.pointee.kind
        root.pointee.trivial = true
    }

    deinit {
        type.deallocate()
        root.deallocate()
        sink?.deallocate()
    }

    var bytes: UInt64 { binder.bytes }

    private func start() throws(JSONError) {
        if isStarted { return }
        isStarted = true
        try binder.start(root, nil)
        binder.begin(format)
        binder.cBinder.pointee.forward = sink.map { UnsafePointer($0) }
        binder.cBinder.pointee.forward_context = context
    }

    func feed(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
        let bytes = bytes.bindMemory(to: UInt8.self)
        try attempt { () throws(JSONError) in
            if isFinished { throw JSONError(.invalidCall, "feed was called after finish, which ends the text") }
            switch format {
            case .lines: try feedLines(bytes)
            case .sequence: try feedTexts(bytes)
            default: try binder.feed(bytes)
            }
        }
    }

    private func feedLines(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        var lines = LineCutter(bytes)
        defer { binder.commitPositions() }
        while let (line, isWhole) = lines.next() {
            if isSkipping {
                try binder.skipBytes(line)
            } else {
                try attemptLine { () throws(JSONError) in
                    try binder.feedRecord(line, readableAfter: lines.left)
                    if isWhole { try binder.checkLineIsWhole() }
                }
            }
            if !isWhole { return }
            if isSkipping { try binder.restartLine(root) } else { try binder.startNextLine(root) }
            if !isSkipping { lineEnds?(nil) }
            isSkipping = false
        }
    }

    private func feedTexts(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        var texts = LineCutter(bytes, end: Binder.textStart)
        while let (part, isWhole) = texts.next() {
            if isSkipping {
                try binder.skipBytes(UnsafeBufferPointer(rebasing: part.dropLast(isWhole ? 1 : 0)))
            } else {
                try attemptLine { () throws(JSONError) in try binder.feedText(part, endsText: isWhole) {} }
            }
            if !isWhole { return }
            if !isSkipping, binder.sequence.last != nil { lineEnds?(nil) }
            isSkipping = false
            try binder.startNextText(root, part)
        }
    }

    func finish() throws(JSONError) {
        try attempt { () throws(JSONError) in
            isFinished = true
            try binder.skipBytes(.init(start: nil, count: 0))  // throws if a bad record has exceeded the limit `totalBytes`
            if isSkipping { return }
            try attemptLine { () throws(JSONError) in
                if format == .sequence { try binder.endText {} } else { try binder.finish() }
            }
        }
    }

    /// Runs `step`, which reads a part of a record. If `step` throws, passes the error to `lineEnds` and skips the rest of the record. If
    /// `lineEnds` is nil, or if reading cannot continue after this error, throws the error.
    private func attemptLine(_ step: () throws(JSONError) -> Void) throws(JSONError) {
        do throws(JSONError) { try step() } catch {
            guard let lineEnds, binder.canContinue(after: error) else { throw error }
            lineEnds(error)
            isSkipping = true
        }
    }

    private func attempt(_ step: () throws(JSONError) -> Void) throws(JSONError) {
        if let failure { throw failure }
        do throws(JSONError) {
            try start()
            try step()
        } catch {
            failure = error
            throw error
        }
    }
}
