/// Cuts a text into chunks of one size, or of seeded random sizes with empty ones between.
public enum ChunkSplitter: Sendable, CustomStringConvertible {
    case size(Int)
    case random(seed: UInt64, largest: Int)

    /// The text's chunks, in order.
    public func chunks(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        switch self {
        case .size(let size): return text.chunks(of: size)
        case .random(let seed, let largest):
            var random = SeededGenerator(seed: seed)
            var chunks: [ArraySlice<UInt8>] = []
            var start = 0
            while start < text.count {
                // Small sizes are as likely as large ones.
                let bound = random.pick([1, 8, 64, largest])
                let end = min(text.count, start + Int.random(in: 0...bound, using: &random))
                chunks.append(text[start..<end])
                start = end
            }
            return chunks
        }
    }

    public var description: String {
        switch self {
        case .size(let size): "chunks of \(size)"
        case .random(let seed, let largest): "random chunks up to \(largest), seed \(seed)"
        }
    }
}
