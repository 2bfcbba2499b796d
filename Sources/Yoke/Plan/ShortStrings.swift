internal import CYoke

/// Whether C may put together short Strings by itself. Their layout is fixed by the ABI of Apple's systems and the same on
/// Linux so far; this looks at it before anything relies on it.
enum ShortStrings {
    static let areAsExpected: Bool = {
        guard MemoryLayout<String>.size == 16, MemoryLayout<String>.alignment <= 8 else { return false }
        let bytes = Array("abcdefghijklmno\u{7F}".utf8)
        return (0...15).allSatisfy { count in
            // Made at run time, so that it is no literal.
            let string = bytes.prefix(count).withUnsafeBufferPointer { makeValidString($0, isASCII: true) }
            let made = withUnsafeTemporaryAllocation(byteCount: 16, alignment: 16) { made in
                bytes.withUnsafeBufferPointer {
                    yoke_put_short_string(made.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.baseAddress, count)
                }
                return Array(made)
            }
            return withUnsafeBytes(of: string) { Array($0) } == made
        }
    }()
}
