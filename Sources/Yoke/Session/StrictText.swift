internal import CYoke

/// Rewrites a text to strict JSON before the engine sees it, and converts offsets of the rewritten text to offsets of the original. The
/// original text may be JSON5, may contain the literals NaN and Infinity, or may be a row of values with commas between them.
final class StrictText {
    private let cRewriter: UnsafeMutablePointer<yoke_json5>

    /// Returns nil if the engine can read the original text.
    init?(_ options: JSONReadOptions, isSeparated: Bool = false) {
        let isJSON5 = options.allowsJSON5
        var flags = isJSON5 ? Int(YOKE_JSON5_TOKENS) : 0
        if options.readsLiterals { flags |= Int(YOKE_JSON5_LITERALS) }
        if isSeparated { flags |= Int(YOKE_JSON5_SEPARATED) }
        guard flags != 0 else { return nil }
        if isJSON5 || options.allowsComments { flags |= Int(YOKE_JSON5_COMMENTS) }
        if isJSON5 || options.allowsTrailingCommas { flags |= Int(YOKE_JSON5_COMMAS) }
        if options.invalidUnicode == .replace { flags |= Int(YOKE_JSON5_REPAIRED) }
        cRewriter = .allocate(capacity: 1)
        cRewriter.initialize(to: yoke_json5())
        let maxDigits = UInt64(clamping: max(0, options.limits.numberDigits))
        yoke_json5_init(cRewriter, yoke_libc(), UInt32(flags), maxDigits) { scalar, begins in
            // JSON5 defines unquoted keys by ECMAScript 5.1, which uses these categories. Unicode's ID_Start is not used, because it has a
            // few symbols more. `begins`: true for the first character of a key.
            switch Unicode.Scalar(scalar)?.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber: true
            case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: !begins
            default: false
            }
        }
        start(at: 0)
    }

    deinit {
        yoke_json5_free(cRewriter)
        cRewriter.deallocate()
    }

    /// Begins a text, or one record of a text (for example a line). `offset`: where it begins, both in the original and in the rewritten
    /// text.
    func start(at offset: UInt64) { yoke_json5_start(cRewriter, offset) }

    /// The rewritten bytes that the last call of `rewrite` or `finish` made. Valid until the next of these calls.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: cRewriter.pointee.out.bytes, count: cRewriter.pointee.out.count) }

    /// Rewrites the chunk into `bytes`. Returns nil if the entire chunk was rewritten; else the fault at the first byte that was not
    /// rewritten.
    func rewrite(_ chunk: UnsafeBufferPointer<UInt8>) -> EngineFault? {
        if yoke_json5_feed(cRewriter, chunk.baseAddress, chunk.count) { return nil }
        let kind: EngineFault.Kind =
            switch cRewriter.pointee.error {
            case YOKE_JSON5_STRING: .invalidString
            case YOKE_JSON5_NUMBER: .invalidNumber
            case YOKE_JSON5_HEX: .longHexadecimal
            case YOKE_JSON5_UTF8: .invalidUTF8
            case YOKE_JSON5_MEMORY: .outOfMemory
            default: .unexpectedCharacter
            }
        var fault = EngineFault(kind, at: cRewriter.pointee.out_end, byte: cRewriter.pointee.bad)
        fault.isAtKey = yoke_json5_is_at_key(cRewriter)
        if cRewriter.pointee.error == YOKE_JSON5_NO_COMMA { fault.expected = "','" }
        return fault
    }

    /// If a comma and white space wait for the next chunk, gives the white space to `bytes` now, and returns true. See
    /// `yoke_json5_give_held`.
    func giveHeld() -> Bool { yoke_json5_give_held(cRewriter) }

    /// True if the last byte that `rewrite` got is inside a comment.
    var isInComment: Bool { yoke_json5_in_comment(cRewriter) }

    /// True if the last byte that `rewrite` got is inside a block comment, which may continue on the next line.
    var isInBlockComment: Bool { yoke_json5_in_block(cRewriter) }

    /// Ends the text: `bytes` receives the bytes that could not be rewritten before the next byte was known. Returns false if the text ends
    /// inside a token whose beginning the engine does not have. (If the engine has the beginning, the engine reports the error.)
    func finish() -> Bool { yoke_json5_finish(cRewriter) }

    /// Returns the offset in the original for an offset of the rewritten text. `isEnd`: true if a value ends before the byte at `offset`.
    func origin(of offset: UInt64, isEnd: Bool = false) -> UInt64 { yoke_json5_origin(cRewriter, offset, isEnd) }

    /// Returns the original offset for each offset in `offsets`. To save memory, forgets all other offsets before `start`: `origin(of:)`
    /// must not be called with them afterwards.
    func keep(_ offsets: [UInt64], from start: UInt64) -> [UInt64] {
        let kept = offsets.map { yoke_offsets(result: $0, original: origin(of: $0)) }
        _ = yoke_json5_keep(cRewriter, kept, kept.count, start)  // if memory runs out, the next `rewrite` returns the fault
        return kept.map(\.original)
    }
}

extension Binder {
    /// Gives bytes to the engine as strict JSON.
    func feed(_ bytes: UnsafeBufferPointer<UInt8>, by strictText: StrictText) -> EngineFault? {
        let fault = strictText.rewrite(bytes)
        // The rewritten bytes come before the byte that `strictText` refused. So if the engine finds a fault in these bytes, it is the
        // first fault of the text.
        if let earlier = feedStrict(strictText.bytes) { return earlier }
        guard let fault else {
            return cBinder.pointee.source.capturing == 0 && strictText.giveHeld() ? feedStrict(strictText.bytes) : nil
        }
        if fault.kind == .outOfMemory { return fault }
        return engine.misplacedPendingToken() ?? fault
    }

    private func feedStrict(_ bytes: UnsafeBufferPointer<UInt8>) -> EngineFault? {
        for start in stride(from: 0, to: bytes.count, by: engine.largestChunk) {
            let end = min(bytes.count, start.addingReportingOverflow(engine.largestChunk).partialValue)
            if let fault = engine.feed(UnsafeBufferPointer(rebasing: bytes[start..<end])) { return fault }
        }
        return nil
    }

    /// Ends the strict text. Returns a fault if the end of the text cuts a token.
    func strictEndFault() -> EngineFault? {
        guard let strictText else { return nil }
        let isWhole = strictText.finish()
        return feedStrict(strictText.bytes) ?? (isWhole ? nil : EngineFault(.unexpectedEnd, at: 0))
    }

    /// Keeps the caller's bytes of an unfinished value whose raw text is kept. The engine sees a space for each byte of a comment, and a
    /// character of a comment may have several bytes. So columns cannot be counted in the engine's text.
    func keepOriginal(_ chunk: UnsafeBufferPointer<UInt8>) {
        let source = cBinder.pointee.source, hadChunk = original.hasChunk
        original.hasChunk = false
        let start = source.capturing == 0 ? 0 : strictText?.origin(of: source.kept_from) ?? source.kept_from
        if source.capturing == 0 {
            original = (YOKE_NO_OFFSET, [], false)
        } else if start >= positions.offset {
            original = (start, Array(chunk[min(chunk.count, Int(start - positions.offset))...]), false)
        } else if start == original.start, !hadChunk {
            original.bytes += chunk
        }
    }

    /// Returns the original bytes from `start` to the end of the chunk; nil if they are not kept. The first call for a chunk copies the
    /// chunk; later calls use the copy.
    func original(from start: UInt64, _ chunk: UnsafeBufferPointer<UInt8>) -> ArraySlice<UInt8>? {
        guard original.start <= start, start < positions.offset else { return nil }
        if !original.hasChunk {
            original.bytes += chunk
            original.hasChunk = true
        }
        return original.bytes[Int(start - original.start)...]
    }
}
