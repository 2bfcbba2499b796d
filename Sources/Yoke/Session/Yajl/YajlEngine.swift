#if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
internal import CYajl
internal import CYoke

/// The engine libyajl, with the strict filter that checks each byte before yajl gets it. Takes chunks of text, sends events to a sink, and
/// returns faults with their exact positions.
///
/// A yajl handle cannot be reset for a new text. Instead, one handle reads many texts as if they were several values of one text. So the
/// receiver of the events must count the values of each text. After a fault, `abandon` frees the handle, and the next text gets a new
/// handle.
final class YajlEngine: TextEngine {
    /// yajl buffers a token that the end of a chunk cuts, and doubles the buffer's size without a check for overflow (CVE-2022-24795).
    /// Small chunks, and a string limit under 2 GB, keep the size far below an overflow.
    static let largestChunk = 64 * 1024
    var largestChunk: Int { Self.largestChunk }

    private let callbacks: UnsafeMutablePointer<yajl_callbacks>
    private let context: UnsafeMutableRawPointer
    private let source: UnsafeMutablePointer<yoke_source>
    private var handle: yajl_handle?
    private var filter = yoke_filter()
    private let filterFlags: UInt32
    /// True if the filter changes the text, and does not only check it.
    private var rewrites: Bool { filterFlags != 0 }
    /// The engine's own copy of a chunk, which the filter rewrites.
    private var copy: UnsafeMutableRawBufferPointer?
    /// Bytes of a long token that yajl has not got yet. yajl gets them later, all at once. If yajl got them chunk by chunk, it would read
    /// the token again from its start with every chunk.
    private var held: [UInt8] = []
    /// How many bytes of the unfinished token yajl has got; 0 if no token is unfinished.
    private var unfinished = 0
    /// The state at the end of the last chunk that yajl got. `escape`: the state of an unfinished escape in an unfinished string. `byte`:
    /// the chunk's last byte.
    private var end = (escape: UInt8(0), byte: UInt8(0))
    /// How many bytes yajl has read, including repeated reads. For tests.
    private(set) var bytesRead = 0
    enum Container { case none, array, object }
    /// Returns the kind of the innermost open container.
    var container: () -> Container = { .none }

    /// - Parameters:
    ///   - sink: the functions that receive the events. They must outlive the engine.
    ///   - context: passed to each function of the sink.
    ///   - source: keeps the address of each chunk, and the offsets where tokens begin.
    init(
        sink: yoke_sink, context: UnsafeMutableRawPointer, source: UnsafeMutablePointer<yoke_source>,
        options: JSONReadOptions
    ) {
        callbacks = .allocate(capacity: 1)
        callbacks.initialize(
            to: yajl_callbacks(
                yajl_null: sink.null, yajl_boolean: sink.boolean, yajl_integer: nil, yajl_double: nil,
                yajl_number: sink.number, yajl_string: sink.string, yajl_start_map: sink.begin_object,
                yajl_map_key: sink.key, yajl_end_map: sink.end_object, yajl_start_array: sink.begin_array,
                yajl_end_array: sink.end_array))
        self.context = context
        self.source = source
        filterFlags = Rewriter.flags(options)
    }

    deinit {
        if let handle { yajl_free(handle) }
        callbacks.deallocate()
        copy?.deallocate()
    }

    /// Prepares for a new text. Reuses the yajl handle, unless `abandon` has freed it.
    func start() throws(JSONError) {
        held.removeAll()
        unfinished = 0
        yoke_filter_init(&filter, filterFlags)
        if handle == nil {
            guard let made = yajl_alloc(callbacks, nil, context) else {
                throw JSONError(.outOfMemory, "no memory for a yajl handle")
            }
            _ = CYajl_allow_multiple_values(made, 1)
            // yajl need not check strings, because the strict filter has checked every byte more strictly.
            _ = CYajl_dont_validate_strings(made, 1)
            handle = made
            source.pointee.engine = UnsafeMutableRawPointer(made)
            source.pointee.consumed = { yajl_get_bytes_consumed(OpaquePointer($0.unsafelyUnwrapped)) }
        }
    }

    func restart(at offset: UInt64) {
        yoke_source_restart(source, offset)
    }

    func feed(_ chunk: UnsafeBufferPointer<UInt8>) -> EngineFault? {
        if chunk.isEmpty { return nil }
        return rewrites ? feedRewritten(chunk) : feedChecked(chunk)
    }

    func finish() -> EngineFault? {
        if rewrites {
            // yajl's error message may read the bytes of `held` again, so they must stay in memory after this call.
            let held = ownCopy
            let count = yoke_filter_flush(&filter, held)
            if count > 0, let fault = parse(UnsafeBufferPointer(start: held, count: count)) { return fault }
        }
        if let misplaced = misplacedPendingToken() { return misplaced }
        if source.pointee.pending != YOKE_NO_OFFSET, isCut(source.pointee.pending_first) {
            return EngineFault(.unexpectedEnd, at: 0)
        }
        // At the end of the text, yajl gets a space, which ends a number and makes a cut literal an error. The space does not count in the
        // text's offsets. It is static, because yajl's error message may read it again.
        giveHeld()
        let blank: StaticString = " "
        yoke_source_begin_chunk(source, blank.utf8Start, 0)
        let status = yajl_parse(handle, blank.utf8Start, 1)
        if status == yajl_status_client_canceled { return .refused }
        if status != yajl_status_ok { return EngineFault(.unexpectedEnd, at: 0) }
        // The space may have ended a number. Then this call makes `source` forget that the number was unfinished.
        guard yoke_source_end_chunk(source) else { return .outOfMemory }
        return yoke_filter_finish(&filter) == YOKE_FILTER_OK ? nil : EngineFault(.unexpectedEnd, at: 0)
    }

    /// Returns true if the end of the text cuts the unfinished token that begins with this byte: a string, or a number in an open
    /// container. (A number outside of containers may be complete. For a literal, yajl finds the error.)
    private func isCut(_ first: UInt8) -> Bool {
        first == UInt8(ascii: "\"") || first < UInt8(ascii: "A") && container() != .none
    }

    /// Frees the yajl handle, because it has stopped inside a text. The next text gets a new handle.
    func abandon() {
        if let handle { yajl_free(handle) }
        handle = nil
    }

    // MARK: - Through the filter

    private func feedChecked(_ chunk: UnsafeBufferPointer<UInt8>) -> EngineFault? {
        let fine = yoke_filter_check(&filter, chunk.baseAddress, chunk.count)
        if let fault = parse(UnsafeBufferPointer(rebasing: chunk[..<fine])) { return fault }
        return fine == chunk.count ? nil : filterFault(bad: chunk[fine])
    }

    /// The address of memory for a copy of a chunk. The memory before this address has room for the bytes that the filter held back from
    /// the last chunk: the filter puts them there.
    private var ownCopy: UnsafeMutablePointer<UInt8> {
        let front = Int(YOKE_FILTER_HELD_MAX)
        let copy =
            self.copy ?? .allocate(byteCount: front + Self.largestChunk, alignment: 16)
        self.copy = copy
        return (copy.baseAddress! + front).assumingMemoryBound(to: UInt8.self)
    }

    private func feedRewritten(_ chunk: UnsafeBufferPointer<UInt8>) -> EngineFault? {
        let start = ownCopy
        start.update(from: chunk.baseAddress!, count: chunk.count)
        var out: UnsafeMutablePointer<UInt8>?
        var count = 0
        let fine = yoke_filter_rewrite(&filter, start, chunk.count, &out, &count)
        if let fault = parse(UnsafeBufferPointer(start: out, count: count)) { return fault }
        if fine < chunk.count { return filterFault(bad: chunk[fine]) }
        guard filter.held > 1, source.pointee.capturing == 0 else { return nil }
        let blanks = yoke_filter_give_blanks(&filter, start)
        return blanks == 0 ? nil : parse(UnsafeBufferPointer(start: start, count: blanks))
    }

    /// Returns the fault for the byte that the filter refused. yajl found no fault in the bytes before this byte.
    private func filterFault(bad: UInt8) -> EngineFault {
        let end = source.pointee.offset + UInt64(source.pointee.chunk_length)
        if filter.error == YOKE_FILTER_CONTROL {
            // The filter refused a vertical tab or form feed. Give the byte to yajl. In a string, yajl reports the byte. Elsewhere, yajl
            // takes the byte for white space. If the byte ends a bad token, yajl reports this token, which comes before the byte.
            giveHeld()
            let controls: StaticString = "\u{0B}\u{0C}"
            let byte = controls.utf8Start + (bad == 0x0B ? 0 : 1)
            yoke_source_begin_chunk(source, byte, 1)
            let status = yajl_parse(handle, byte, 1)
            if status == yajl_status_client_canceled { return .refused }
            if status != yajl_status_ok { return describe(bad: bad) }
            return noting(EngineFault(.unexpectedCharacter, at: end, byte: bad))
        }
        if let misplaced = misplacedPendingToken() { return misplaced }
        let isUTF8 = filter.error == YOKE_FILTER_UTF8
        return noting(EngineFault(isUTF8 ? .invalidUTF8 : .loneSurrogate, at: end, byte: bad))
    }

    private func parse(_ chunk: UnsafeBufferPointer<UInt8>) -> EngineFault? {
        if continuesToken(chunk) {
            held.append(contentsOf: chunk)
            yoke_source_begin_chunk(source, chunk.baseAddress, chunk.count)
            return yoke_source_end_chunk(source) ? nil : .outOfMemory
        }
        giveHeld()
        yoke_source_begin_chunk(source, chunk.baseAddress, chunk.count)
        let status = give(chunk)
        if status == yajl_status_ok {
            guard yoke_source_end_chunk(source) else { return .outOfMemory }
            noteEnd(of: chunk)
            return nil
        }
        if status == yajl_status_client_canceled { return .refused }
        let consumed = yajl_get_bytes_consumed(handle)
        return describe(bad: consumed < chunk.count ? chunk[consumed] : 0)
    }

    private func give(_ bytes: UnsafeBufferPointer<UInt8>) -> yajl_status {
        bytesRead += unfinished + bytes.count
        return yajl_parse(handle, bytes.baseAddress, bytes.count)
    }

    /// Returns true if the entire chunk lies inside a string or number, and cannot contain a fault. Then yajl can get the chunk later.
    private func continuesToken(_ chunk: UnsafeBufferPointer<UInt8>) -> Bool {
        guard unfinished > 0 else { return false }
        if source.pointee.pending_first == UInt8(ascii: "\"") { return yoke_string_goes_on(&end.escape, chunk.baseAddress, chunk.count) }
        // Digits may follow a number that ends with a digit, except after `0` and `-0`. So numbers of one or two bytes go to yajl at once.
        return unfinished > 2 && end.byte.isASCIIDigit && chunk.allSatisfy { $0.isASCIIDigit }
    }

    /// Called after yajl has read a chunk. If the chunk's end cuts a token, stores how many bytes of the token yajl has got, and the
    /// token's state.
    private func noteEnd(of chunk: UnsafeBufferPointer<UInt8>) {
        let source = source.pointee
        unfinished = 0
        guard source.pending != YOKE_NO_OFFSET, chunk.count > 0 else { return }
        unfinished = Int(source.offset + UInt64(chunk.count) - source.pending)
        end = (0, chunk[chunk.count - 1])
        guard source.pending_first == UInt8(ascii: "\"") else { return }
        let start = chunk.count - unfinished + 1
        let isGood = start > 0 && yoke_string_goes_on(&end.escape, chunk.baseAddress! + start, chunk.count - start)
        assert(isGood, "yajl goes on in a string that has ended")
    }

    /// Gives yajl all held bytes of a long token at once.
    private func giveHeld() {
        if held.isEmpty { return }
        held.withUnsafeBufferPointer { _ = give($0) }
        unfinished += held.count
        held.removeAll(keepingCapacity: held.count <= Self.largestChunk)
    }

    func misplacedPendingToken() -> EngineFault? {
        let source = source.pointee
        guard source.pending != YOKE_NO_OFFSET, let expected = expectedInsteadOfPending() else { return nil }
        var fault = EngineFault(.unexpectedCharacter, at: source.pending, byte: source.pending_first)
        fault.isMisplacedToken = true
        fault.expected = expected
        return noting(fault)
    }

    var isInComment: Bool { yoke_filter_in_comment(&filter) }

    var isInBlockComment: Bool { yoke_filter_in_block(&filter) }

    var isAfterKey: Bool {
        guard container() == .object else { return false }
        return source.pointee.before == UInt8(ascii: ":") || source.pointee.before == UInt8(ascii: "\"") && source.pointee.after_key
    }

    var unfinishedString: UnsafeBufferPointer<UInt8>? {
        let source = source.pointee
        guard source.pending != YOKE_NO_OFFSET, source.pending_first == UInt8(ascii: "\"") else { return nil }
        if expectedInsteadOfPending() != nil || container() == .object && source.before != UInt8(ascii: ":") { return nil }
        let skipped = Int(source.pending - source.kept_from) + 1
        return UnsafeBufferPointer(start: source.kept.bytes + skipped, count: source.kept.count - skipped)
    }

    /// Returns what must stand in place of the unfinished token; nil if the token may be allowed. yajl itself would find a misplaced token
    /// only at the token's end.
    private func expectedInsteadOfPending() -> String? {
        let container = container()
        let isObject = container == .object
        guard container != .none else { return nil }
        switch source.pointee.before {
        case UInt8(ascii: "["), UInt8(ascii: ":"): return nil
        case UInt8(ascii: "{"), UInt8(ascii: ","):
            return isObject && source.pointee.pending_first != UInt8(ascii: "\"") ? EngineFault.key : nil
        case UInt8(ascii: "\"") where isObject && source.pointee.after_key: return "':'"
        default: return isObject ? "',' or '}'" : "',' or ']'"
        }
    }

    // MARK: - What yajl says

    /// Turns yajl's message and position into a fault at the exact byte.
    private func describe(bad: UInt8) -> EngineFault {
        let message = YajlMessage(handle)
        let used = yajl_get_bytes_consumed(handle)
        let here = source.pointee.offset + UInt64(used)
        if message.isLexical {
            yoke_source_stop(source, message.countsBadByte ? max(used, 1) - 1 : used)
            if let misplaced = misplacedPendingToken() { return misplaced }
        }
        let fault =
            switch message {
            case .badCharacter:
                EngineFault(
                    .unexpectedCharacter, at: here - 1,
                    byte: used > 0 && source.pointee.chunk_length >= used ? source.pointee.chunk[used - 1] : bad)
            case .badLiteral, .comment, .other: EngineFault(.unexpectedCharacter, at: here, byte: bad)
            case .badString: EngineFault(.invalidString, at: here, byte: bad)
            case .badNumber: EngineFault(.invalidNumber, at: here, byte: bad)
            case .memberExpected: misplaced(at: startAfterMember(used), expected: message.expected)
            case .misplaced: misplaced(at: yoke_source_refused_start(source), expected: message.expected)
            }
        return noting(fault)
    }

    /// Returns the fault, with `isAtKey` set if a key must stand at its position.
    private func noting(_ fault: EngineFault) -> EngineFault {
        var fault = fault
        let isBeforeKey = [UInt8(ascii: "{"), UInt8(ascii: ",")].contains(source.pointee.before)
        fault.isAtKey = fault.isMisplacedToken ? fault.expected == EngineFault.key : container() == .object && isBeforeKey
        return fault
    }

    private func misplaced(at offset: UInt64, expected: String?) -> EngineFault {
        let source = source.pointee
        let inChunk = offset >= source.offset && offset - source.offset < UInt64(source.chunk_length)
        let byte = inChunk ? source.chunk[Int(offset - source.offset)] : source.pending_first
        var fault = EngineFault(.unexpectedCharacter, at: offset, byte: byte)
        fault.isMisplacedToken = true
        fault.expected = expected
        return fault
    }

    /// Returns the start of a misplaced token after a member's value. yajl reports the token's end minus the token's length without quotes.
    /// This position is:
    ///
    /// - as a rule, the token's first byte;
    /// - for a string, the second byte after the opening quote;
    /// - the position 0, if the token began in an earlier chunk.
    private func startAfterMember(_ used: Int) -> UInt64 {
        let source = source.pointee
        let isPending = source.pending != YOKE_NO_OFFSET && source.last == nil
        if isPending, used == 0 || source.pending_first < UInt8(ascii: "a") { return source.pending }
        if used >= 2, source.chunk[used - 2] == UInt8(ascii: "\"") {
            let quote = source.chunk + (used - 2)
            if source.last == nil || quote >= source.last { return source.offset + UInt64(used - 2) }
        }
        return source.offset + UInt64(used)
    }
}

/// yajl's error messages, grouped by their meaning and by the position that yajl reports with them.
private enum YajlMessage {
    case badCharacter, badLiteral, comment, badString, badNumber, memberExpected, misplaced(expected: String?), other

    var isLexical: Bool {
        switch self {
        case .badCharacter, .badLiteral, .comment, .badString, .badNumber: true
        default: false
        }
    }

    /// True if the number of used bytes, which yajl reports with this message, includes the bad byte.
    var countsBadByte: Bool { if case .badCharacter = self { true } else { false } }

    /// The text that must stand in place of a misplaced token, for the error; nil if it is not known.
    var expected: String? {
        switch self {
        case .memberExpected: "',' or '}'"
        case .misplaced(let expected): expected
        default: nil
        }
    }

    init(_ handle: yajl_handle?) {
        guard let text = yajl_get_error(handle, 0, nil, 0) else {
            self = .other
            return
        }
        defer { yajl_free_error(handle, text) }
        let message = String(cString: text)
        let meanings: [(String, YajlMessage)] = [
            ("lexical error: invalid char in json text", .badCharacter),
            ("lexical error: invalid string in json text", .badLiteral),
            ("lexical error: probable comment", .comment),
            ("lexical error: malformed number", .badNumber),
            ("lexical error: inside a string", .badString),
            ("lexical error: invalid character inside string", .badString),
            ("lexical error: invalid (non-hex)", .badString),
            ("parse error: after key and value", .memberExpected),
            ("parse error: after array element", .misplaced(expected: "',' or ']'")),
            ("parse error: object key and value", .misplaced(expected: "':'")),
            ("parse error: invalid object key", .misplaced(expected: EngineFault.key)),
            ("parse error: unallowed token", .misplaced(expected: EngineFault.value)),
            ("parse error", .misplaced(expected: nil)),
        ]
        self = meanings.first { message.hasPrefix($0.0) }?.1 ?? .other
    }
}
#endif
