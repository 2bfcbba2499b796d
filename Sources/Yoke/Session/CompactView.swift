internal import CYoke

/// The text as an engine sees it, without its indentation, chunk by chunk; and the way back from a byte there to the text.
struct CompactView {
    /// Bytes of room that `pass` needs.
    static let room = Int(YOKE_COMPACT_MOST) + Int(YOKE_COMPACT_SLACK)

    private var compactor = yoke_compactor()
    /// The last chunk, as it was given: where it lies in the text, and in what the engine sees.
    private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    private var textStart: UInt64
    private var seenStart: UInt64
    private var seenCount = 0

    /// - Parameter offset: where the text goes on.
    init(at offset: UInt64) {
        textStart = offset
        seenStart = offset
    }

    /// What the engine is to see of the next chunk, at most 64 KiB; alive as long as both memories.
    ///
    /// - Parameter room: memory for `room` bytes, or nil to leave the chunk as it is.
    mutating func pass(
        _ chunk: UnsafeBufferPointer<UInt8>, into room: UnsafeMutablePointer<UInt8>?
    ) -> UnsafeBufferPointer<UInt8> {
        textStart += UInt64(self.chunk.count)
        seenStart += UInt64(seenCount)
        self.chunk = chunk
        guard let room else {
            compactor.unchanged = true
            compactor.count = UInt32(chunk.count)
            seenCount = chunk.count
            return chunk
        }
        seenCount = yoke_compact(&compactor, chunk.baseAddress, chunk.count, room)
        return compactor.unchanged ? chunk : UnsafeBufferPointer(start: room, count: seenCount)
    }

    /// Whether a byte lies in the last chunk.
    func holds(_ offset: UInt64) -> Bool { offset >= seenStart && offset - seenStart < UInt64(seenCount) }

    /// Where a byte is in the text; nil for one that lies before the last chunk. The end of what was seen is the chunk's.
    func origin(of offset: UInt64) -> UInt64? {
        guard offset >= seenStart else { return nil }
        return withUnsafePointer(to: compactor) {
            textStart + UInt64(yoke_compact_origin($0, chunk.baseAddress, chunk.count, Int(offset - seenStart)))
        }
    }
}
