extension RandomAccessCollection<UInt8> where Index == Int {
    /// Returns the length in bytes of the character at `i` if it is white space in JSON5 but not in JSON; 0 for any other character.
    package func lengthOfJSON5Space(_ i: Int) -> Int {
        func has(_ byte: UInt8, _ offset: Int) -> Bool { i + offset < endIndex && self[i + offset] == byte }
        switch self[i] {
        case 0x0B, 0x0C: return 1
        case 0xC2: return has(0xA0, 1) ? 2 : 0
        case 0xE1: return has(0x9A, 1) && has(0x80, 2) ? 3 : 0
        case 0xE2 where has(0x80, 1) && i + 2 < endIndex:
            let last = self[i + 2]
            return 0x80...0x8A ~= last || 0xA8...0xA9 ~= last || last == 0xAF ? 3 : 0
        case 0xE2: return has(0x81, 1) && has(0x9F, 2) ? 3 : 0
        case 0xE3: return has(0x80, 1) && has(0x80, 2) ? 3 : 0
        case 0xEF: return has(0xBB, 1) && has(0xBF, 2) ? 3 : 0
        default: return 0
        }
    }

    /// Returns true if U+2028 or U+2029 stands at `i`. These characters end a line of JSON5.
    @inlinable
    package func hasJSON5LineEnd(_ i: Int) -> Bool {
        self[i] == 0xE2 && i + 2 < endIndex && self[i + 1] == 0x80 && (self[i + 2] == 0xA8 || self[i + 2] == 0xA9)
    }
}
