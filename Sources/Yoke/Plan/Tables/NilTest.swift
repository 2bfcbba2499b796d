internal import CYoke

/// How the writer tells nil from a value without asking Swift, where the layout allows it.
enum NilTest {
    /// - Parameters:
    ///   - value: What the type around `inner` can do, which is an Optional of it or a staged property.
    ///   - pointers: Where a value of `inner` has words that are never 0.
    static func set(
        _ slot: inout yoke_slot, _ value: Thunks, _ inner: JSONMapping, _ outer: ValueLayout, levels: Int,
        pointers: [Int]
    ) {
        slot.nil_test = UInt8(YOKE_NIL_THUNK.rawValue)
        // Each level of Optional has a bit pattern of its own for nil.
        guard levels == 1 else { return }
        if outer.size > inner.layout.size {
            // No spare bit patterns: tag bytes behind the payload.
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
            // Of the words that are 0 in no value, one may be where Swift keeps nil: bytes that are not nil become so with it. (Storing nil does
            // not tell which: it leaves anything in the others.)
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

    /// Where a value of this shape, alone, has a word that is never 0; nil where that is not known.
    static func pointer(in mapping: JSONMapping) -> Int? {
        guard MemoryLayout<Int>.size == 8 else { return nil }
        switch mapping.shape {
        case .scalar(UInt8(YOKE_STRING.rawValue)): return 8
        case .array, .dictionary: return 0
        case .via where mapping.layout.isReference: return 0
        default: return nil
        }
    }

    /// A byte without parts of its own: each of its values is another value of the type.
    private static func isPlain(_ shape: JSONMapping.Shape) -> Bool {
        switch shape {
        case .scalar, .rawStrings: true
        default: false
        }
    }
}
