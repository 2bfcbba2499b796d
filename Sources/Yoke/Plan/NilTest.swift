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
        withPattern(of: storeNil, size: outer.size) { pattern in
            let zeros = pointers.filter { offset in (offset..<min(offset + 8, outer.size)).contains { pattern($0) != nil } }
            if zeros.count == 1, (zeros[0]..<zeros[0] + 8).allSatisfy({ pattern($0) == 0 }) {
                slot.nil_test = UInt8(YOKE_NIL_WORD.rawValue)
                slot.nil_word = UInt32(zeros[0])
            } else if outer.size == 1, let byte = pattern(0), isPlain(inner.shape) {
                slot.nil_test = UInt8(YOKE_NIL_BYTE.rawValue)
                slot.nil_byte = byte
            }
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
    private static func withPattern(of storeNil: (UnsafeMutableRawPointer) -> Void, size: Int, _ body: ((Int) -> UInt8?) -> Void) {
        let room = (size + 15) & ~15
        withUnsafeTemporaryAllocation(byteCount: 2 * room, alignment: 16) { memory in
            guard let a = memory.baseAddress else { return }
            let b = a + room
            a.initializeMemory(as: UInt8.self, repeating: 0xAA, count: room)
            b.initializeMemory(as: UInt8.self, repeating: 0x55, count: room)
            storeNil(a)
            storeNil(b)
            body { i in
                let byte = a.load(fromByteOffset: i, as: UInt8.self)
                return byte == b.load(fromByteOffset: i, as: UInt8.self) ? byte : nil
            }
        }
    }

    /// A byte without parts of its own: each of its values is another value of the type.
    private static func isPlain(_ shape: JSONSchema.Shape) -> Bool {
        switch shape {
        case .scalar, .rawStrings: true
        default: false
        }
    }
}
