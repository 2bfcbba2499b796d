internal import CYoke

/// How the writer tells nil from a value without asking Swift, where the layout allows it.
enum NilTest {
    /// - Parameters:
    ///   - value: What the type around `inner` can do, which is an Optional of it or a staged property.
    ///   - pointers: Where a value of `inner` has words that are never 0.
    static func set(
        _ slot: inout yoke_slot, _ value: Thunks, _ inner: JSONSchema, _ outer: ValueLayout, levels: Int,
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
        guard let storeNil = value.storeNil else { return }
        let pattern = pattern(of: storeNil, size: outer.size)
        let zeros = pointers.filter { offset in pattern[offset..<min(offset + 8, outer.size)].contains { $0 != nil } }
        if zeros.count == 1, pattern[zeros[0]..<zeros[0] + 8].allSatisfy({ $0 == 0 }) {
            slot.nil_test = UInt8(YOKE_NIL_WORD.rawValue)
            slot.nil_word = UInt32(zeros[0])
        } else if outer.size == 1, let byte = pattern[0], isPlain(inner.shape) {
            slot.nil_test = UInt8(YOKE_NIL_BYTE.rawValue)
            slot.nil_byte = byte
        }
    }

    /// Where a value of this shape, alone, has a word that is never 0; nil where that is not known.
    static func pointer(in schema: JSONSchema) -> Int? {
        guard MemoryLayout<Int>.size == 8 else { return nil }
        switch schema.shape {
        case .scalar(UInt8(YOKE_STRING.rawValue)): return 8
        case .array, .dictionary: return 0
        case .through where schema.layout.isReference: return 0
        default: return nil
        }
    }

    /// The bytes that make a value nil: those that are the same whatever was there before nil was stored.
    private static func pattern(of storeNil: (UnsafeMutableRawPointer) -> Void, size: Int) -> [UInt8?] {
        let stored = [0xAA, 0x55].map { (filling: UInt8) in
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 16)
            defer { memory.deallocate() }
            memory.initializeMemory(as: UInt8.self, repeating: filling)
            storeNil(memory.baseAddress!)
            return Array(memory)
        }
        return zip(stored[0], stored[1]).map { $0 == $1 ? $0 : nil }
    }

    /// A byte without parts of its own: each of its values is another value of the type.
    private static func isPlain(_ shape: JSONSchema.Shape) -> Bool {
        switch shape {
        case .scalar, .rawStrings: true
        default: false
        }
    }
}
