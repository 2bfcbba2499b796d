internal import CYoke

/// Chooses how the writer distinguishes nil from a value. If the memory layout shows nil, C tests the memory and need not call Swift.
enum NilTest {
    /// Decides how the writer tests a value of `slot` for nil, and stores the decision in `slot`.
    ///
    /// - Parameters:
    ///   - value: the thunks of the outer type: an Optional of `inner`, or a `_JSONStaged` of `inner`.
    ///   - pointers: offsets of the words that are never 0 in a value of `inner`, in bytes.
    static func set(
        _ slot: inout yoke_slot, _ value: Thunks, _ inner: JSONMapping, _ outer: ValueLayout, levels: Int,
        pointers: [Int]
    ) {
        slot.nil_test = UInt8(YOKE_NIL_THUNK.rawValue)
        // For nested Optionals, Swift must test for nil, because each level has its own bit pattern for nil.
        guard levels == 1 else { return }
        if outer.size > inner.layout.size {
            // `inner` has no spare bit patterns, so Swift adds tag bytes after the payload.
            slot.nil_test = UInt8(YOKE_NIL_TAG.rawValue)
            return
        }
        withUnsafeTemporaryAllocation(byteCount: max(outer.size, 1), alignment: 16) { memory in
            guard let bytes = memory.baseAddress else { return }
            if outer.size == 1, isPlain(inner.shape), let storeNil = value.storeNil {
                storeNil(bytes)
                slot.nil_test = UInt8(YOKE_NIL_BYTE.rawValue)
                slot.nil_byte = memory[0]
                return
            }
            // Find the word in which Swift stores nil as zero. Only the words of `pointers` can be this word. Set one of them to 0 and all
            // other bytes to 0x55: does Swift see nil? If Swift sees nil even without a zero word, this test proves nothing. (Storing nil
            // does not show the word, because Swift leaves the other words undefined.)
            func isNil(withZeros zeros: Range<Int>) -> Bool {
                for i in memory.indices { memory[i] = zeros.contains(i) ? 0 : 0x55 }
                return value.holdsNil(bytes)
            }
            if pointers.isEmpty || isNil(withZeros: 0..<0) { return }
            guard let word = pointers.first(where: { $0 + 8 <= outer.size && isNil(withZeros: $0..<$0 + 8) }) else { return }
            slot.nil_test = UInt8(YOKE_NIL_WORD.rawValue)
            slot.nil_word = UInt32(word)
        }
    }

    /// Returns the offset of a word that is never 0 in a value of this shape, in bytes; nil if no such word is known.
    static func pointer(in mapping: JSONMapping) -> Int? {
        guard MemoryLayout<Int>.size == 8 else { return nil }
        switch mapping.shape {
        case .scalar(UInt8(YOKE_STRING.rawValue)): return 8
        case .array, .dictionary: return 0
        case .via where mapping.layout.isReference: return 0
        default: return nil
        }
    }

    /// Returns true for a scalar, and for an enum with raw values. If an Optional of such a type is one byte, only one value of this byte
    /// is nil.
    private static func isPlain(_ shape: JSONMapping.Shape) -> Bool {
        switch shape {
        case .scalar, .rawStrings: true
        default: false
        }
    }
}
