/// Splits a slice of a text into lines, each with its line feed. The last line may have no line feed.
struct LineCutter {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Number of bytes after the last line.
    private(set) var left: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        left = bytes.count
    }

    mutating func next() -> (line: UnsafeBufferPointer<UInt8>, isWhole: Bool)? {
        if left == 0 { return nil }
        let rest = UnsafeBufferPointer(rebasing: bytes.suffix(left))
        let end = System.index(of: 0x0A, in: rest)
        let line = UnsafeBufferPointer(rebasing: rest.prefix(end.map { $0 + 1 } ?? left))
        left -= line.count
        return (line, end != nil)
    }
}
