internal import CYoke

/// Whether C may put together short Strings by itself. Their layout is fixed by the ABI of Apple's systems and the same on
/// Linux so far; this looks at it before anything relies on it.
enum ShortStrings {
    static let areAsExpected: Bool = {
        guard MemoryLayout<String>.size == 16, MemoryLayout<String>.alignment <= 8 else { return false }
        let bytes: StaticString = "abcdefghijklmno\u{7F}"
        return (0...15).allSatisfy { count in
            // Made at run time, so that it is no literal.
            let string = makeValidString(UnsafeBufferPointer(start: bytes.utf8Start, count: count), isASCII: true)
            var made: (UInt64, UInt64) = (0, 0)
            withUnsafeMutableBytes(of: &made) {
                yoke_put_short_string($0.baseAddress?.assumingMemoryBound(to: UInt8.self), bytes.utf8Start, count)
            }
            return unsafeBitCast(string, to: (UInt64, UInt64).self) == made
        }
    }()
}
