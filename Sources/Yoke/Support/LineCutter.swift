/// Splits a slice of a text into lines, each with the byte that ends it: a line feed, if nothing else is given. The last line may have no
/// such byte.
struct LineCutter {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Number of bytes after the last line.
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
