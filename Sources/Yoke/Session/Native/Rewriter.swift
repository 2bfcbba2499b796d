internal import CYoke

/// Copies the text, chunk by chunk, for an engine that knows neither comments nor trailing commas. Depending on the options, the copy has
/// spaces instead of comments and trailing commas, and `\ufffd` instead of lone surrogate escapes.
final class Rewriter {
    static let largestChunk = 64 * 1024

    private var filter = yoke_filter()
    private let flags: UInt32
    private let copy: UnsafeMutableRawPointer

    /// Returns nil if the options leave the text as it is.
    init?(_ options: JSONReadOptions) {
        flags = Self.flags(options)
        if flags == 0 { return nil }
        copy = .allocate(byteCount: Int(YOKE_FILTER_HELD_MAX) + Self.largestChunk, alignment: 16)
    }

    deinit { copy.deallocate() }

    /// Returns the flags with which the filter rewrites a text; 0 if the options leave the text as it is.
    static func flags(_ options: JSONReadOptions) -> UInt32 {
        var flags = 0
        if options.filtersComments { flags |= Int(YOKE_FILTER_COMMENTS) }
        if options.filtersTrailingCommas { flags |= Int(YOKE_FILTER_COMMAS) }
        if options.invalidUnicode == .replace { flags |= Int(YOKE_FILTER_REPLACE_SURROGATES) | Int(YOKE_FILTER_SKIP_UTF8) }
        return UInt32(flags)
    }

    func start() { yoke_filter_init(&filter, flags) }

    /// Returns the text that the engine gets now, valid until the next call. `fine`: the number of bytes before the chunk's first bad byte,
    /// or the chunk's length if no byte is bad.
    func rewrite(_ chunk: UnsafeBufferPointer<UInt8>) -> (text: UnsafeBufferPointer<UInt8>, fine: Int) {
        let start = (copy + Int(YOKE_FILTER_HELD_MAX)).assumingMemoryBound(to: UInt8.self)
        start.update(from: chunk.baseAddress!, count: chunk.count)
        var out: UnsafeMutablePointer<UInt8>?
        var count = 0
        let fine = yoke_filter_rewrite(&filter, start, chunk.count, &out, &count)
        return (UnsafeBufferPointer(start: out, count: count), fine)
    }

    /// Returns the white space that waits after a comma. See `yoke_filter_give_blanks`.
    func giveBlanks() -> [UInt8] {
        guard filter.held > 1 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: Int(YOKE_FILTER_HELD_MAX)) { bytes, count in
            count = yoke_filter_give_blanks(&filter, bytes.baseAddress)
        }
    }

    /// Called at the end of the text. Returns the last bytes, which the rewriter has held back to see what follows them.
    func flush() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Int(YOKE_FILTER_HELD_MAX)) { bytes, count in
            count = yoke_filter_flush(&filter, bytes.baseAddress)
        }
    }

    /// True if the end of the text cuts a comment, a character or a surrogate pair.
    var isCut: Bool { yoke_filter_finish(&filter) != YOKE_FILTER_OK }

    /// True if the last byte that `rewrite` got is inside a comment.
    var isInComment: Bool { yoke_filter_in_comment(&filter) }

    /// True if the last byte that `rewrite` got is inside a block comment.
    var isInBlockComment: Bool { yoke_filter_in_block(&filter) }

    /// Returns the fault for the byte at `offset`, which the filter has refused.
    func fault(at offset: UInt64, byte: UInt8) -> EngineFault {
        switch filter.error {
        case YOKE_FILTER_UTF8: EngineFault(.invalidUTF8, at: offset, byte: byte)
        case YOKE_FILTER_SURROGATE: EngineFault(.loneSurrogate, at: offset, byte: byte)
        default: EngineFault(.unexpectedCharacter, at: offset, byte: byte)
        }
    }
}
