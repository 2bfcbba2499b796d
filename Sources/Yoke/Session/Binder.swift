internal import CYoke

/// Reads one text at a time from bytes into the memory of a value. Owns the engine, the C binder, and the tracker of lines and columns.
/// After a text, the binder can read the next text with the same buffers. Only one thread at a time may use a binder.
@usableFromInline
final class Binder: ReadCall {
    let cBinder: UnsafeMutablePointer<yoke_binder>
    /// The options that change a type's plan (compiled mapping). A type has a separate plan for each variant.
    let variant: PlanVariant
    private let asksForPlain: Bool
    /// True if the options are the default options.
    let isDefault: Bool
    /// True if the pool may keep the binder for later calls. False if the options have a context or coders, which belong to a single call.
    let isPoolable: Bool
    let allowsSeveralValues: Bool
    let engine: any TextEngine
    /// Rewrites JSON5 and similar texts to strict JSON for the engine; nil if no rewriting is needed. Offsets of the engine and the C
    /// binder belong to the rewritten text, and `origin(of:)` converts them to offsets in the caller's text.
    var strictText: StrictText?
    /// True if each line needs a restart: with `.structureOnly`, the engine accepts lines in which a rewriter of the text sees an open
    /// string. The restart keeps this state from the next line.
    let restartsEachLine: Bool
    /// The strings that are read as NaN and infinities; nil if the options name no such strings.
    private let nonFinite: NonFiniteTexts?
    /// The C struct by which the pool of unused binders, which is written in C, refers to this binder.
    let pooledReader: UnsafeMutablePointer<yoke_pooled_reader>
    /// The native engine, if the options allow it to read an entire text of up to `maxWholeTextBytes` bytes in one call; else nil, and
    /// every text goes through `feed`.
    let wholeTextEngine: UnsafeMutablePointer<yoke_native>?
    let maxWholeTextBytes: Int
    @exclusivity(unchecked) var positions = PositionTracker()
    /// The working memory of `findOpenOffsets`: the offsets of all open containers and tokens. The binder keeps the array, so that the
    /// function does not allocate a new array for each chunk.
    var open: [UInt64] = []
    /// The first bytes of the text, up to three, while they do not yet show how the text begins (see `TextStart`). Else nil.
    private(set) var heldStart: [UInt8]? = []
    /// True if the text begins as UTF-16 or UTF-32.
    private(set) var hasOtherEncoding = false
    /// The caller's bytes of an unfinished value whose raw text is kept. The engine may get a copy of the text, in which spaces replace
    /// comments and trailing commas. But errors must quote the caller's bytes. `start`: the offset of `bytes`. `hasChunk`: true if `bytes`
    /// includes the current chunk.
    var original: (start: UInt64, bytes: [UInt8], hasChunk: Bool) = (YOKE_NO_OFFSET, [], false)
    /// Number of bytes of the text that `feed` has received.
    private(set) var bytes: UInt64 = 0
    /// The options for reading a part of the text later (`JSONLazy`). `totalBytes` limits the entire text, which has passed this test. The
    /// raw text of a part may be longer than the part was in the original, which may be JSON5.
    private(set) lazy var optionsOfParts: JSONReadOptions = {
        var parts = options
        if parts.limits.totalBytes != nil { parts.limits.totalBytes = nil }
        return parts
    }()

    /// The report of the call; nil if the caller wants no report. Assign it only between two texts.
    var report: JSONReport? {
        didSet { cBinder.pointee.reports = report != nil }
    }
    /// Number of entries that the report had when the current text began.
    private(set) var earlierEntries = 0
    /// A trial reads a value as one case of an enum, to find out whether the case fits. `reported`: the report entries of trials that may
    /// still fail. `trials`: for each nested trial, the number of entries in `reported` before the trial.
    var reported: [JSONReport.Entry] = []
    var trials: [Int] = []
    /// For `duplicateKeys: .first`: the first spelling of each dictionary key. Swift may find two keys equal although their bytes differ.
    var spellings = KeySpellings()
    /// The values that were read in trials (see `reported`).
    var results = TrialResults()
    /// True if the caller has passed more bytes than the limit `totalBytes`.
    private var exceedsTotal = false
    /// The report entries about the value at offset `start`, which is parsed again from its raw text. If several fields read this value,
    /// each of them makes the same entries. `entries` makes sure that each entry is reported once.
    var rawTextEntries: (start: UInt64, entries: Set<JSONReport.Entry>) = (0, [])
    /// The changes that an update makes to class instances.
    var assignments = Assignments()
    /// The text of the update, as the caller gave it. Errors of class instances search in it for their positions. Empty if no update runs.
    var updateText = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// With `collectsErrors`: the errors that were found in this text or stream element. Reading goes on without the invalid values.
    var problems: [JSONError] = []
    /// The queue of a stream that collects errors; nil if this binder does not read such a stream. The queue delivers an element's errors
    /// in place of the element. Unowned is safe, because the queue lives as long as this binder.
    unowned(unsafe) var elements: ElementQueue?
    /// The bytes that the engine is reading, for errors: the current slice, or the entire text if `feed` got it at once.
    var chunkInHand = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    /// Sets the report to which reading the next text adds entries.
    func begin(_ report: JSONReport) {
        self.report = report
        earlierEntries = report.entries.count
        seedKeys()
    }

    /// Reports and updates find repeated keys by a hash. The random seed keeps an attacker from choosing keys that collide. Call this
    /// between two texts.
    func seedKeys() {
        if cBinder.pointee.keyset.seed == 0 { cBinder.pointee.keyset.seed = .random(in: .min ... .max) }
    }

    func count(_ chunk: UnsafeBufferPointer<UInt8>) { bytes += UInt64(chunk.count) }

    /// - Parameter allocator: allocates the memory of the C side. Tests make it fail.
    init(options: JSONReadOptions, allocator: UnsafePointer<yoke_allocator> = yoke_libc()) {
        variant = options.variant
        asksForPlain = variant == .plain
        isDefault = options.isDefault
        isPoolable = options.context.isEmpty && options.coders == nil
        allowsSeveralValues = options.allowsSeveralValues
        cBinder = .allocate(capacity: 1)
        cBinder.initialize(to: yoke_binder())
        yoke_binder_init(cBinder, SessionThunks.shared, allocator, options.duplicateKeys == .last ? 0 : .random(in: .min ... .max))
        cBinder.pointee.reparse = yoke_native_reparse
        cBinder.pointee.limits = yoke_limits(
            depth: UInt64(clamping: options.limits.depth),
            string_bytes: UInt64(clamping: options.limits.maxStringBytes),
            number_digits: UInt64(clamping: options.limits.maxNumberDigits),
            members: UInt64(clamping: options.limits.members))
        cBinder.pointee.duplicates =
            switch options.duplicateKeys {
            case .last: YOKE_LAST_WINS
            case .first: YOKE_FIRST_WINS
            case .reject: YOKE_DUPLICATES_REFUSED
            }
        cBinder.pointee.repairs_strings = options.invalidUnicode == .replace
        cBinder.pointee.rules = UInt16(options.mode.rules)
        cBinder.pointee.coercions = options.mode.coercions
        cBinder.pointee.collects = options.collectsErrors
        cBinder.pointee.may_be_cut = options.allowsPartialValue
        nonFinite = NonFiniteTexts(options.nonFiniteNumbers, isQuoted: false)
        cBinder.pointee.reads_literals = options.readsLiterals
        cBinder.pointee.refuses_underflow = options.refusesUnderflow
        cBinder.pointee.non_finite = nonFinite?.cTexts
        if options.nonFiniteNumbers == .null { cBinder.pointee.rules |= UInt16(YOKE_RULE_NULL_IS_NAN.rawValue) }
        strictText = StrictText(options)
        restartsEachLine = options.skipping == .structureOnly && (strictText != nil || options.filtersText)
        engine = Self.engine(for: cBinder, options)
        let isUsual =
            strictText == nil && !options.allowsComments && !options.allowsTrailingCommas && options.invalidUnicode == .reject
            && !options.allowsTrailingGarbage && !options.allowsPartialValue && !options.collectsErrors && options.contradiction == nil
        maxWholeTextBytes = options.limits.maxTotalBytes
        wholeTextEngine = isUsual ? (engine as? NativeEngine)?.cEngine : nil
        pooledReader = .allocate(capacity: 1)
        super.init(options: options)
        let owner = Unmanaged.passUnretained(self).toOpaque()
        cBinder.pointee.reader = owner
        pooledReader.initialize(to: yoke_reader_make(cBinder, wholeTextEngine, maxWholeTextBytes, owner, isDefault))
    }

    deinit {
        yoke_binder_free(cBinder)
        pooledReader.pointee.room?.deallocate()
        pooledReader.deallocate()
        cBinder.deinitialize(count: 1)
        cBinder.deallocate()
    }

    /// Returns uninitialised memory for a value of `size` bytes. The binder keeps the memory and reuses it for later values. So the caller
    /// must move the value out.
    func room(_ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer {
        let reader = pooledReader
        if let room = reader.pointee.room, reader.pointee.room_size >= size, reader.pointee.room_align >= alignment { return room }
        reader.pointee.room?.deallocate()
        reader.pointee.room_size = max(size, 256)
        reader.pointee.room_align = max(alignment, 16)
        let room = UnsafeMutableRawPointer.allocate(byteCount: reader.pointee.room_size, alignment: reader.pointee.room_align)
        reader.pointee.room = room
        return room
    }

    private static func engine(for cBinder: UnsafeMutablePointer<yoke_binder>, _ options: JSONReadOptions) -> any TextEngine {
        #if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
        if options.engine.resolved == .yajl {
            let engine = YajlEngine(sink: yoke_binder_sink, context: cBinder, source: source(of: cBinder), options: options)
            engine.container = { [cBinder] in cBinder.pointee.depth == 0 ? .none : cBinder.pointee.top.pointee.is_object ? .object : .array
            }
            return engine
        }
        #endif
        return NativeEngine(binder: cBinder, options: options)
    }

    static func source(of cBinder: UnsafeMutablePointer<yoke_binder>) -> UnsafeMutablePointer<yoke_source> {
        let offset = MemoryLayout<yoke_binder>.offset(of: \.source)!
        return (UnsafeMutableRawPointer(cBinder) + offset).assumingMemoryBound(to: yoke_source.self)
    }

    /// The cache that owns the plan of the current text. This reference keeps the cache alive. nil if the plan is never freed.
    private(set) var planCache: PlanCache?

    /// Returns the type's plan for the options.
    func plan(of type: any JSONMapped.Type) throws(JSONError) -> Plan {
        try asksForPlain ? Plan.of(type) : Plan.of(type, variant)
    }

    /// The `ReaderTarget`s of the last calls, which later calls for the same type and path use again. The most recently used one is at the
    /// end.
    var targets: [AnyObject] = []

    /// Releases the plan cache that `keepAlive` keeps. Before that, destroys unfinished values, which need the plan. Called before the pool
    /// keeps the binder.
    func releasePlan() {
        guard planCache != nil else { return }
        yoke_binder_unwind(cBinder)
        planCache = nil
    }

    /// Keeps a plan alive while the next text is read with it.
    func keepAlive(_ plan: Plan) {
        guard let cache = plan.cache, cache !== planCache else { return }
        yoke_binder_unwind(cBinder)  // destroys unfinished values of an earlier text
        planCache = cache
    }

    /// Prepares for a text whose value goes to `memory`. Destroys unfinished values of an earlier text.
    func start(_ root: UnsafePointer<yoke_slot>, _ memory: UnsafeMutableRawPointer?) throws(JSONError) {
        if let error = options.contradiction { throw error }
        if isInText { engine.abandon() }
        isInText = false
        restartEngine(at: 0)
        cBinder.pointee.many_values = allowsSeveralValues
        resetPositions()
        heldStart = []
        hasEnded = false
        try startRecord(root, memory)
    }

    /// Resets all positions to the start of a text.
    func resetPositions() {
        original = (YOKE_NO_OFFSET, [], false)
        positions.restart()
        hasOtherEncoding = false
        bytes = 0
        exceedsTotal = false
    }

    /// Prepares for the next record. A record is the entire text or, in a stream, one line or one text of a sequence.
    func startRecord(_ root: UnsafePointer<yoke_slot>, _ memory: UnsafeMutableRawPointer?) throws(JSONError) {
        try engine.start()
        problems = []
        reported = []
        trials = []
        results.removeAll()
        rawTextEntries = (YOKE_NO_OFFSET, [])
        cBinder.pointee.source.captures = keepsTokens || root.pointee.rules & UInt8(YOKE_RULE_RAW_TEXT.rawValue) != 0
        guard yoke_binder_start(cBinder, root, memory) else { throw JSONError(.outOfMemory, "no memory for the binder") }
    }

    /// True if the engine must keep the beginning of an unfinished string in memory, because this beginning may become a value.
    private var keepsTokens: Bool { options.keepsPartialStrings || isGrowing }
    /// True if the caller asks for the value before the text ends, as `JSONGrowing` does.
    var isGrowing = false

    /// Continues after a bad record (a line, or one text of a sequence): the next bytes stand at `offset`, and a new value begins there.
    func skip(to offset: UInt64) {
        hasEnded = false
        if offset > 0 { heldStart = nil }  // a byte order mark stands at the start of the text only
        engine.abandon()
        restartEngine(at: offset)
    }

    private func restartEngine(at offset: UInt64) {
        strictText?.start(at: offset)
        engine.restart(at: offset)
    }

    // MARK: - Text

    private var maxTotal: UInt64 { UInt64(maxWholeTextBytes) }

    /// Returns the first bytes of the chunk, up to the limit `totalBytes`.
    private func withinTotal(_ chunk: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
        if madePosition != nil { return chunk }  // the limit is for the caller's text
        let allowed = UnsafeBufferPointer(rebasing: chunk.prefix(Int(clamping: maxTotal - min(bytes, maxTotal))))
        if allowed.count < chunk.count { exceedsTotal = true }
        return allowed
    }

    /// The error for the bytes of the chunk after `allowed`, which exceed the limit `totalBytes`.
    private func totalError(
        after allowed: UnsafeBufferPointer<UInt8>, in chunk: UnsafeBufferPointer<UInt8>, isWhole: Bool
    ) -> JSONError {
        let rest = UnsafeBufferPointer(rebasing: chunk[allowed.count...])
        return limitError("the text is longer than \(maxTotal) bytes", at: maxTotal, isWhole ? chunk : rest)
    }

    /// Counts bytes that are skipped, so that later errors have the right position. Throws an error if these bytes, or skipped bytes of an
    /// earlier chunk, exceed the limit `totalBytes`.
    func skipBytes(_ chunk: UnsafeBufferPointer<UInt8>) throws(JSONError) {
        let allowed = withinTotal(chunk)
        count(allowed)
        recordPositions(after: allowed)
        if exceedsTotal { throw totalError(after: allowed, in: chunk, isWhole: false) }
    }

    /// Gives the next bytes of the text to the engine.
    ///
    /// - Parameter isWhole: true if the bytes are the entire text and stay in memory until `finish`. Then errors find their positions in
    ///   these bytes, and no positions are stored.
    func feed(_ chunk: UnsafeBufferPointer<UInt8>, isWhole: Bool = false) throws(JSONError) {
        isInText = true
        let allowed = withinTotal(chunk)
        count(allowed)
        // An error quotes bytes from the current slice and the last bytes before it. Every engine gets slices of the same size, so the
        // errors of all engines quote the same bytes.
        var start = 0
        while start < allowed.count {
            let most = isWhole && strictText == nil ? engine.largestChunk : min(engine.largestChunk, sliceSize)
            let slice = UnsafeBufferPointer(rebasing: allowed[start..<start + min(most, allowed.count - start)])
            start += slice.count
            chunkInHand = isWhole ? chunk : slice
            if let fault = feedAfterMark(slice) { throw describe(fault, isWhole ? chunk : slice) }
            if !hasEnded, !keepsToLimits(), !endsInGarbage() {
                throw describe(engine.misplacedPendingToken() ?? .refused, isWhole ? chunk : slice)
            }
            if !isWhole { recordPositions(after: slice) } else if strictText != nil { _ = findOpenOffsets() }
        }
        if allowed.count < chunk.count { throw totalError(after: allowed, in: chunk, isWhole: isWhole) }
    }

    /// The most bytes that the engine reads at once (a slice). After each slice, Yoke stores the positions of all open containers. A deeply
    /// nested text gets larger slices, so that the total time stays linear in the length of the text.
    private var sliceSize: Int { max(64 * 1024, 16 * Int(cBinder.pointee.frame_count)) }

    /// Returns true if the chunk's end cuts no token, or if the part of the token before it is within the limits.
    private func keepsToLimits() -> Bool {
        yoke_binder_check_pending(cBinder, cBinder.pointee.source.offset + UInt64(cBinder.pointee.source.chunk_length))
    }

    /// Gives the next bytes of the text to the engine, but leaves out a byte order mark at the text's start.
    private func feedAfterMark(_ chunk: UnsafeBufferPointer<UInt8>) -> EngineFault? {
        guard let held = heldStart else { return feedEngine(chunk) }
        let start = TextStart(held, chunk)
        heldStart = start == .undecided ? held + chunk : nil
        hasOtherEncoding = start == .otherEncoding
        switch start {
        case .undecided: return nil
        case .mark:
            restartEngine(at: 3)
            return feedEngine(UnsafeBufferPointer(rebasing: chunk[(3 - held.count)...]))
        default: return feedHeld(held) ?? feedEngine(chunk)
        }
    }

    /// Gives the engine the text's first bytes, which were held back because they could have begun a byte order mark.
    private func feedHeld(_ held: [UInt8]) -> EngineFault? {
        held.isEmpty ? nil : held.withUnsafeBufferPointer { feedEngine($0) }
    }

    /// The byte order mark of UTF-8.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private func feedEngine(_ bytes: UnsafeBufferPointer<UInt8>) -> EngineFault? {
        guard !hasEnded, let fault = strictText.map({ feed(bytes, by: $0) }) ?? engine.feed(bytes) else { return nil }
        return endsInGarbage() ? nil : fault
    }

    /// With `allowsTrailingGarbage`: returns true if the value of the text is already complete. Then Yoke ignores the engine's fault, and
    /// does not read the rest of the text.
    private func endsInGarbage() -> Bool {
        guard options.allowsTrailingGarbage, cBinder.pointee.values > 0, !cBinder.pointee.many_values, cBinder.pointee.depth == 0 else {
            return false
        }
        hasEnded = true
        cBinder.pointee.error.code = YOKE_ERROR_NONE
        engine.abandon()
        return true
    }

    /// Returns true if the fault comes after the only value of the text, which is complete.
    func isAfterValue(_ fault: EngineFault) -> Bool {
        guard cBinder.pointee.values > 0, !cBinder.pointee.many_values, fault.kind != .unexpectedEnd else { return false }
        return fault.kind == .refused ? cBinder.pointee.error.code == YOKE_ERROR_TRAILING : cBinder.pointee.depth == 0
    }

    /// The position where the caller's text of an update begins, if a hook made another text from it. Errors then have this position. nil
    /// if no hook made a text.
    var madePosition: JSONError.Position?

    /// Ends the text. Throws an error if the text is not complete or its end is bad, and also throws the collected errors.
    ///
    /// - Parameter chunk: the entire text, if `feed` got the entire text in one call.
    func finish(_ chunk: UnsafeBufferPointer<UInt8> = .init(start: nil, count: 0)) throws(JSONError) {
        if hasEnded { return try throwProblems() }
        chunkInHand = chunk
        // Get the unfinished string before `endFault` gives the engine the bytes that were held back, for example half a surrogate pair.
        // These bytes must not become part of the string.
        let cut = options.keepsPartialStrings ? engine.unfinishedString.map { Array($0) + [0] } : nil
        if let fault = commitStart() ?? endFault(), !endsInGarbage() {
            guard options.allowsPartialValue, fault.kind == .unexpectedEnd,
                cBinder.pointee.depth > 0 || cut != nil && yoke_takes_cut_string(cBinder) || hasCompleteValue
            else { throw describe(fault, chunk) }
            guard yoke_binder_close_all(cBinder, engine.isAfterKey, cut, (cut?.count ?? 1) - 1) else { throw describe(.refused, chunk) }
            hasEnded = true
            engine.abandon()
        }
        isInText = false
        chunkInHand = UnsafeBufferPointer(start: nil, count: 0)
        try throwProblems()
    }

    /// True if a value is complete, and the text ends after it: in a comment or, if several values are allowed, inside the next value.
    private var hasCompleteValue: Bool {
        cBinder.pointee.values > 0 && (cBinder.pointee.many_values || strictText?.isInComment ?? engine.isInComment)
    }

    /// Returns a fault if the entire text is so short that the engine has not got its bytes.
    private func commitStart() -> EngineFault? {
        guard let held = heldStart, !held.isEmpty else { return nil }
        return held[0] == Self.mark[0] ? EngineFault(.unexpectedEnd, at: 0) : feedHeld(held)
    }

    private func endFault() -> EngineFault? {
        if let fault = strictEndFault() ?? engine.finish() { return fault }
        let isCut = cBinder.pointee.depth > 0 || cBinder.pointee.source.pending != YOKE_NO_OFFSET
        if !isCut, cBinder.pointee.values > 0 || allowsNoValue { return nil }
        return EngineFault(.unexpectedEnd, at: 0)
    }

    /// True if the text consists of lines. A chunk is then a line or a part of a line, and stays in memory until the next chunk.
    var isLines = false

    /// For a sequence of texts (RFC 7464): the text that is being read. `start`: its offset; nil before the first text. `last`: its last
    /// byte so far.
    var sequence: (start: UInt64?, last: UInt8?) = (nil, nil)

    /// Counts the characters of the last line, for the columns of errors. Call this before other bytes overwrite the memory of the line.
    func commitPositions() { positions.commit() }

    /// True if a text without any value is allowed, as in an empty stream.
    var allowsNoValue = false

    /// True from the first bytes of a text until its end was read. If it is still true when the next text starts, the engine must abandon
    /// the old text.
    var isInText = false

    /// True if no more of the text is read: the rest is garbage that the options allow, or the value of a cut text was completed.
    var hasEnded = false
}

extension Binder {
    /// Destroys unfinished values after a fault. Also tells the engine, which has stopped inside the text, to give up this text.
    func abandon() {
        if let failure = cBinder.pointee.error.failure {
            cBinder.pointee.error.failure = nil
            _ = ThunkFailure.take(failure)
        }
        yoke_binder_unwind(cBinder)
        results.removeAll()
        engine.abandon()
    }
}
