/// Cuts a text into chunks: of a fixed size, or of random sizes, with some empty chunks.
public enum ChunkSplitter: Sendable, CustomStringConvertible {
    case size(Int)
    /// Cuts every tenth block of 4 KB into chunks of `size` bytes. The other blocks are one chunk each. Use it for long texts: a million
    /// chunks take seconds in a debug build.
    case patches(size: Int)
    case random(seed: UInt64, largest: Int)

    /// Returns the chunks of the text, in order.
    public func chunks(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        switch self {
        case .size(let size): return text.chunks(of: size)
        case .patches(let size):
            return text.chunks(of: 4096).enumerated().flatMap { index, block in
                index % 10 > 0
                    ? [block]
                    : stride(from: block.startIndex, to: block.endIndex, by: size).map {
                        text[$0..<min($0 + size, block.endIndex)]
                    }
            }
        case .random(let seed, let largest):
            var random = SeededGenerator(seed: seed)
            var chunks: [ArraySlice<UInt8>] = []
            var start = 0
            while start < text.count {
                // Choose the largest size first, so that small chunks are as likely as large chunks.
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
        case .patches(let size): "chunks of \(size) in patches"
        case .random(let seed, let largest): "random chunks up to \(largest), seed \(seed)"
        }
    }
}
