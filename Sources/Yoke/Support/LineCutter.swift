/// Cuts a slice of a text into its lines, each with its line feed; the last one may have none.
struct LineCutter {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// How many bytes lie behind the last line.
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
