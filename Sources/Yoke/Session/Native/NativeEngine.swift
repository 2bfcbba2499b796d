internal import CYoke

/// Yoke's own engine, in C. It follows the plan while it parses the text. See `native.h`.
final class NativeEngine: TextEngine {
    let cEngine: UnsafeMutablePointer<yoke_native>
    /// Replaces comments, trailing commas or bad Unicode before the engine sees the text; nil if the options allow none of them.
    private let rewriter: Rewriter?

    var largestChunk: Int { rewriter == nil ? .max : Rewriter.largestChunk }

    /// - Parameter binder: receives the events. It must outlive the engine.
    init(binder: UnsafeMutablePointer<yoke_binder>, options: JSONReadOptions) {
        cEngine = .allocate(capacity: 1)
        cEngine.initialize(to: yoke_native())
        yoke_native_init(cEngine, binder, binder.pointee.allocator)
        cEngine.pointee.repairs_utf8 = options.invalidUnicode == .replace
        cEngine.pointee.allows_unchecked = options.skipping == .structureOnly
        rewriter = Rewriter(options)
    }

    deinit {
        yoke_native_free(cEngine)
        cEngine.deallocate()
    }

    func start() {}

    func restart(at offset: UInt64) {
        rewriter?.start()
        yoke_native_start(cEngine, offset)
    }

    func abandon() {}

    func feed(_ chunk: UnsafeBufferPointer<UInt8>) -> EngineFault? {
        guard let rewriter else { return fault(yoke_native_feed(cEngine, chunk.baseAddress, chunk.count)) }
        let (text, fine) = rewriter.rewrite(chunk)
        if let fault = fault(yoke_native_feed(cEngine, text.baseAddress, text.count)) { return fault }
        if fine == chunk.count {
            let blanks = cEngine.pointee.binder.pointee.source.capturing == 0 ? rewriter.giveBlanks() : []
            return blanks.isEmpty ? nil : blanks.withUnsafeBufferPointer { fault(yoke_native_feed(cEngine, $0.baseAddress, $0.count)) }
        }
        let end = cEngine.pointee.text_end
        let byte = chunk[fine]
        if rewriter.isInComment { return misplacedPendingToken() ?? noting(rewriter.fault(at: end, byte: byte)) }
        // The engine gets the byte that the rewriter refused. If the engine refuses the byte too, the engine's fault is returned.
        let bad = UnsafeBufferPointer(rebasing: chunk[fine...fine])
        return fault(yoke_native_feed(cEngine, bad.baseAddress, 1)) ?? noting(rewriter.fault(at: end, byte: byte))
    }

    func finish() -> EngineFault? {
        if let rewriter {
            let held = rewriter.flush()
            if let fault = held.withUnsafeBufferPointer({ fault(yoke_native_feed(cEngine, $0.baseAddress, $0.count)) }) {
                return fault
            }
        }
        if let fault = fault(yoke_native_finish(cEngine)) { return fault }
        return rewriter?.isCut == true ? EngineFault(.unexpectedEnd, at: 0) : nil
    }

    func misplacedPendingToken() -> EngineFault? { fault(yoke_native_check_pending(cEngine)) }

    var isInComment: Bool { rewriter?.isInComment == true }

    var isInBlockComment: Bool { rewriter?.isInBlockComment == true }

    var isAfterKey: Bool { yoke_native_is_after_key(cEngine) }

    var unfinishedString: UnsafeBufferPointer<UInt8>? {
        var count = 0
        return yoke_native_cut_string(cEngine, &count).map { UnsafeBufferPointer(start: $0, count: count) }
    }

    private func fault(_ status: yoke_native_status) -> EngineFault? {
        status == YOKE_NATIVE_OK ? nil : describe(status)
    }

    /// Returns the fault that the C engine has recorded for `status`, which is not `YOKE_NATIVE_OK`.
    func describe(_ status: yoke_native_status) -> EngineFault {
        let kind: EngineFault.Kind
        switch status {
        case YOKE_NATIVE_REFUSED: return .refused
        case YOKE_NATIVE_NO_MEMORY: return .outOfMemory
        case YOKE_NATIVE_CUT: return EngineFault(.unexpectedEnd, at: 0)
        case YOKE_NATIVE_BAD_STRING: kind = .invalidString
        case YOKE_NATIVE_BAD_NUMBER: kind = .invalidNumber
        case YOKE_NATIVE_BAD_UTF8: kind = .invalidUTF8
        case YOKE_NATIVE_LONE_SURROGATE: kind = .loneSurrogate
        default: kind = .unexpectedCharacter
        }
        var fault = EngineFault(kind, at: cEngine.pointee.fault, byte: cEngine.pointee.fault_byte)
        if status == YOKE_NATIVE_MISPLACED {
            fault.isMisplacedToken = true
            fault.expected = Self.expected(cEngine.pointee.expect)
        }
        return noting(fault)
    }

    /// Returns the fault, with `isAtKey` set if a key had to stand where the engine stopped.
    private func noting(_ fault: EngineFault) -> EngineFault {
        var fault = fault
        fault.isAtKey = [YOKE_EXPECT_KEY, YOKE_EXPECT_KEY_OR_END].contains(yoke_expect(UInt32(cEngine.pointee.expect)))
        return fault
    }

    private static func expected(_ state: UInt8) -> String {
        switch yoke_expect(UInt32(state)) {
        case YOKE_EXPECT_COMMA_OR_ARRAY_END: "',' or ']'"
        case YOKE_EXPECT_COMMA_OR_OBJECT_END: "',' or '}'"
        case YOKE_EXPECT_COLON: "':'"
        case YOKE_EXPECT_KEY, YOKE_EXPECT_KEY_OR_END: EngineFault.key
        default: EngineFault.value
        }
    }
}
