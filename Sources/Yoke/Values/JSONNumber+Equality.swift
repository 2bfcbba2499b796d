// Decimal forms are compared by what is left of them when every choice of spelling is taken away:
//
//     -0012.3400e5   is   -  1234  * 10^3        digits without zeros at either end; the exponent of the last digit
//
// The exponent's text may have any number of digits, so it is kept as text: its sum with the digits' own offset is done
// on decimal digits, and no power of ten is ever computed.

extension JSONNumber: Hashable {
    /// Whether both have the same decimal value and the same form, integer or decimal.
    public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
        if sameBytes(a.text, b.text) { return true }
        switch (a.isInteger, b.isInteger) {
        case (true, true): return a.isIntegerZero && b.isIntegerZero  // one text a value otherwise
        case (false, false): return DecimalForm(a.text) == DecimalForm(b.text)
        default: return false
        }
    }

    /// Feeds what `==` compares.
    public func hash(into hasher: inout Hasher) {
        if isInteger {
            hasher.combine(0 as UInt8)
            borrow(isIntegerZero ? "0" : text) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        } else {
            hasher.combine(1 as UInt8)
            hasher.combine(DecimalForm(text))
        }
    }

    /// `0` or `-0`; asked of integers only, which have no other leading zero.
    private var isIntegerZero: Bool {
        let bytes = text.utf8
        return bytes.last == UInt8(ascii: "0") && (bytes.count == 1 || (bytes.count == 2 && bytes.first == UInt8(ascii: "-")))
    }
}

/// A decimal number without its spelling.
private struct DecimalForm: Hashable {
    private var isNegative = false
    /// Significant digits as ASCII, no zeros at either end; empty for zero.
    private var digits: [UInt8] = []
    /// Decimal exponent of the last digit: canonical text of an integer. Empty for zero.
    private var exponent: [UInt8] = []

    /// Of a text that is a JSON number.
    init(_ text: String) {
        borrow(text) { bytes in
            let mantissaEnd = bytes.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? bytes.count
            let mantissa = bytes[..<mantissaEnd]
            let point = mantissa.firstIndex(of: UInt8(ascii: "."))
            digits.reserveCapacity(mantissa.count)
            for byte in mantissa where byte >= UInt8(ascii: "0") {
                if byte != UInt8(ascii: "0") || !digits.isEmpty { digits.append(byte) }
            }
            var shift = point.map { $0 + 1 - mantissaEnd } ?? 0
            while digits.last == UInt8(ascii: "0") {
                digits.removeLast()
                shift += 1
            }
            if digits.isEmpty { return }
            isNegative = bytes.first == UInt8(ascii: "-")
            exponent = Self.sum(of: bytes[min(mantissaEnd + 1, bytes.count)...], and: shift)
        }
    }

    /// Canonical text of `exponent` (sign and digits, may be empty) plus `shift`, which is small: a length of text.
    private static func sum(of exponent: Slice<UnsafeBufferPointer<UInt8>>, and shift: Int) -> [UInt8] {
        let isNegative = exponent.first == UInt8(ascii: "-")
        let magnitude = exponent.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "0") }
        if magnitude.count <= 17 {
            let value = magnitude.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
            return Array(String((isNegative ? -value : value) + shift).utf8)
        }
        // The exponent's magnitude is greater than the shift's, so the sum has the exponent's sign.
        var sum = Array(magnitude)
        let grows = isNegative == (shift < 0)
        var carry = shift.magnitude
        for i in sum.indices.reversed() where carry > 0 {
            let digit = Int(sum[i] - UInt8(ascii: "0"))
            let step = Int(carry % 10)
            carry /= 10
            let result = grows ? digit + step : digit - step
            if result > 9 || result < 0 { carry += 1 }
            sum[i] = UInt8(ascii: "0") + UInt8((result + 10) % 10)
        }
        if carry > 0 { sum.insert(UInt8(ascii: "1"), at: 0) }
        sum.removeFirst(sum.firstIndex { $0 != UInt8(ascii: "0") } ?? 0)
        return isNegative ? [UInt8(ascii: "-")] + sum : sum
    }
}
