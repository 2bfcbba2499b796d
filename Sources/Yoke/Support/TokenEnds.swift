// Where strings and comments end, in JSON, JSON with comments and JSON5.

extension RandomAccessCollection<UInt8> where Index == Int {
    /// Returns the index after the string whose opening quote is at `i`; nil if the string has no closing quote.
    @inlinable
    package func endOfString(_ i: Int) -> Int? {
        let quote = self[i]
        var i = i + 1
        while i < endIndex {
            if self[i] == quote { return i + 1 }
            i += self[i] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    /// Returns the index after the comment at `i`, or `endIndex` if the comment has no end. A `//` comment ends before its line break; in
    /// JSON5, U+2028 and U+2029 are line breaks too.
    @inlinable
    package func endOfComment(_ i: Int, _ isJSON5: Bool) -> Int {
        guard i + 1 < endIndex else { return endIndex }
        var i = i + 2
        if self[i - 1] == UInt8(ascii: "/") {
            while i < endIndex, self[i] != UInt8(ascii: "\n"), self[i] != UInt8(ascii: "\r"), !isJSON5 || !hasJSON5LineEnd(i) { i += 1 }
            return i
        }
        while i + 1 < endIndex, self[i] != UInt8(ascii: "*") || self[i + 1] != UInt8(ascii: "/") { i += 1 }
        return Swift.min(i + 2, endIndex)
    }
}
