// Equality compares decimal numbers in a normal form:
//
//     -0.0012340e9   is   -  1234  * 10^3        digits without zeros at either end; the exponent of the last digit
//
// The exponent in the text may have any number of digits, so the normal form keeps the exponent as text. The code counts by how many places
// the decimal point moves, and adds this count to the exponent's text. It never computes a power of ten.

extension JSONNumber: Hashable {
    /// Returns true if both have the same value, and both are integers or both are decimals.
    public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
        if sameBytes(a.stored, b.stored) { return true }
        switch (a.isInteger, b.isInteger) {
        case (true, true): return a.isIntegerZero && b.isIntegerZero  // the texts differ, and only zero has two texts
        case (false, false): return DecimalForm(a.text) == DecimalForm(b.text)
        default: return false
        }
    }

    /// Hashes whether the number is an integer or a decimal, and its value.
    public func hash(into hasher: inout Hasher) {
        if isInteger {
            hasher.combine(0 as UInt8)
            borrow(isIntegerZero ? "0" : stored) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        } else {
            hasher.combine(1 as UInt8)
            hasher.combine(DecimalForm(text))
        }
    }

    /// True for `0` and `-0`. Call this for integers only. JSON has no other texts for an integer zero.
    private var isIntegerZero: Bool {
        let bytes = stored.utf8
        return bytes.last == UInt8(ascii: "0") && (bytes.count == 1 || (bytes.count == 2 && bytes.first == UInt8(ascii: "-")))
    }
}

/// A decimal number in normal form, for comparison.
private struct DecimalForm: Hashable {
    private var isNegative = false
    /// Significant digits in ASCII, without zeros at either end; empty for zero.
    private var digits: [UInt8] = []
    /// The decimal exponent of the last of `digits`, as the text of an integer without leading zeros: `0`, `-3`. Empty if the number is
    /// zero.
    private var exponent: [UInt8] = []

    /// Makes the normal form of a JSON number.
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

    /// Returns the canonical text of `exponent` plus `shift`. `exponent` has digits, maybe after a sign, or is empty. `shift` has at most
    /// 17 digits, because it is at most the length of a text in memory.
    private static func sum(of exponent: Slice<UnsafeBufferPointer<UInt8>>, and shift: Int) -> [UInt8] {
        let isNegative = exponent.first == UInt8(ascii: "-")
        let magnitude = exponent.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "0") }
        if magnitude.count <= 17 {
            let value = magnitude.reduce(0 as Int64) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
            return Array(String((isNegative ? -value : value) + Int64(shift)).utf8)
        }
        // The exponent has at least 18 digits, so its magnitude is greater than the magnitude of `shift`. So the sum has the exponent's
        // sign.
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
