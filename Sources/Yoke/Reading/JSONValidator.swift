internal import CYoke

/// Checks a text of any length against RFC 8259, chunk by chunk in constant memory, and counts what is in it if that is wanted.
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

    /// - Parameters:
    ///   - format: how values lie in the text: one is all of it, or one is in each line, or one follows the other. They are counted together.
    ///   - counting: whether `statistics` are wanted. Without them a text is gone through like any value that is skipped, several times as fast.
    ///   - options: what counts as valid; strict by default.
    ///   - onBadLine: with `.lines`: called with the error of each bad line. Nothing of that line is counted, and the next line is read.
    ///     Without it the first bad line ends the text.
    public init(
        format: JSONStreamFormat = .document, counting: Bool = true, options: JSONReadOptions = .strict,
        onBadLine: ((JSONError) -> Void)? = nil
    ) throws(JSONError) {
        counts.initialize(to: yoke_statistics())
        text = ForwardedText(format: format, options: options, sink: counting ? ForwardedText.statistics : nil, context: counts)
        guard let onBadLine, format == .lines else { return }
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

    /// The next bytes, in UTF-8, which may end anywhere.
    ///
    /// - Throws: what is wrong with the text, or with the first bad line unless `onBadLine` takes it. The text is over then.
    public mutating func feed(_ bytes: UnsafeRawBufferPointer) throws(JSONError) { try text.feed(bytes) }

    /// The end of the text.
    public mutating func finish() throws(JSONError) { try text.finish() }

    /// What has been counted so far; without `counting` only bytes are.
    public var statistics: JSONStatistics { JSONStatistics(counts.pointee, bytes: text.bytes) }
}

/// How many values of each kind a text holds.
public struct JSONStatistics: Sendable, Hashable {
    /// Objects, and their keys.
    public let objects, keys: Int
    /// Arrays.
    public let arrays: Int
    /// Scalars by kind.
    public let strings, numbers, booleans, nulls: Int
    /// Bytes of all strings and all keys, unescaped.
    public let stringBytes, keyBytes: Int
    /// The deepest nesting of arrays and objects; 0 for a scalar.
    public let maximumDepth: Int
    /// Bytes of text.
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

/// A text whose events all go to one sink, or nowhere.
final class ForwardedText {
    private let binder: Binder
    private let type = UnsafeMutablePointer<yoke_type>.allocate(capacity: 1)
    private let root = UnsafeMutablePointer<yoke_slot>.allocate(capacity: 1)
    /// The sink's functions at an address that stays.
    private let sink: UnsafeMutablePointer<yoke_sink>?
    private let context: UnsafeMutableRawPointer
    private let format: JSONStreamFormat
    private var isStarted = false
    /// LINES: called at the end of each line, with its error if it is bad. With it, reading goes on after a bad line.
    var lineEnds: ((JSONError?) -> Void)?
    /// LINES: inside a bad line, whose rest is passed over.
    private var isSkipping = false
    /// What was wrong; the text is over then, and every further call says so again.
    private var failure: JSONError?

    static var statistics: yoke_sink { yoke_statistics_sink }

    init(format: JSONStreamFormat = .document, options: JSONReadOptions, sink: yoke_sink?, context: UnsafeMutableRawPointer) {
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
        binder.c.pointee.forward = sink.map { UnsafePointer($0) }
        binder.c.pointee.forward_context = context
    }

    func feed(_ bytes: UnsafeRawBufferPointer) throws(JSONError) {
        let bytes = bytes.bindMemory(to: UInt8.self)
        try attempt { () throws(JSONError) in
            if format == .lines { try feedLines(bytes) } else { try binder.feed(bytes) }
        }
    }

    private func feedLines(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        var lines = LineCutter(bytes)
        defer { binder.commitPositions() }
        while let (line, isWhole) = lines.next() {
            if isSkipping {
                binder.passOver(line)
            } else {
                try attemptLine { () throws(JSONError) in
                    try binder.feedRecord(line, behind: lines.left)
                    if isWhole { try binder.checkLineIsWhole() }
                }
            }
            if !isWhole { return }
            if isSkipping { try binder.restartLine(root) } else { try binder.startNextLine(root) }
            if !isSkipping { lineEnds?(nil) }
            isSkipping = false
        }
    }

    func finish() throws(JSONError) {
        try attempt { () throws(JSONError) in
            if !isSkipping { try attemptLine { () throws(JSONError) in try binder.finish() } }
        }
    }

    /// An error of the line goes to `lineEnds`, if that is there and a line may follow.
    private func attemptLine(_ step: () throws(JSONError) -> Void) throws(JSONError) {
        do throws(JSONError) { try step() } catch {
            guard let lineEnds, binder.goesOn(after: error) else { throw error }
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
