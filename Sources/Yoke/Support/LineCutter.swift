/// Splits a slice of a text into lines. Each line ends with the byte `end`, by default a line feed. The last line may end without this
/// byte.
struct LineCutter {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Number of bytes that are left in the slice, because `next` has not returned them and `skip` has not skipped them.
    private(set) var left: Int

    private let end: UInt8

    init(_ bytes: UnsafeBufferPointer<UInt8>, end: UInt8 = 0x0A) {
        self.bytes = bytes
        self.end = end
        left = bytes.count
    }

    /// The last `left` bytes of the slice: `next` has not returned them, and `skip` has not skipped them.
    var rest: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes.suffix(left)) }

    /// Moves past a line of `count` bytes, whose end the caller has found.
    mutating func skip(_ count: Int) { left -= count }

    mutating func next() -> (line: UnsafeBufferPointer<UInt8>, isWhole: Bool)? {
        if left == 0 { return nil }
        let rest = rest
        let end = System.index(of: end, in: rest)
        let line = UnsafeBufferPointer(rebasing: rest.prefix(end.map { $0 + 1 } ?? left))
        left -= line.count
        return (line, end != nil)
    }

    /// Finds a line end near the end of the first `count` bytes. Searches these bytes in blocks of 1 KB, the last block first. Stops at the
    /// first block that contains the byte `end`, and returns the address after the first `end` in this block. Returns nil if no block
    /// contains `end`. Cost: one block in most texts.
    func lateEnd(within count: Int) -> UnsafePointer<UInt8>? {
        var upper = count
        while upper > 0 {
            let lower = max(0, upper - 1024)
            let part = UnsafeBufferPointer(rebasing: bytes[lower..<upper])
            if let found = System.index(of: end, in: part) { return part.baseAddress.map { $0 + found + 1 } }
            upper = lower
        }
        return nil
    }
}
