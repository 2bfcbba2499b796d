/// Splits a slice of a text into lines. Each line ends with the byte `end`, by default a line feed. The last line may end without this
/// byte.
struct LineCutter {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Number of bytes after the last line that `next` returned.
    private(set) var left: Int

    private let end: UInt8

    init(_ bytes: UnsafeBufferPointer<UInt8>, end: UInt8 = 0x0A) {
        self.bytes = bytes
        self.end = end
        left = bytes.count
    }

    mutating func next() -> (line: UnsafeBufferPointer<UInt8>, isWhole: Bool)? {
        if left == 0 { return nil }
        let rest = UnsafeBufferPointer(rebasing: bytes.suffix(left))
        let end = System.index(of: end, in: rest)
        let line = UnsafeBufferPointer(rebasing: rest.prefix(end.map { $0 + 1 } ?? left))
        left -= line.count
        return (line, end != nil)
    }
}
