import Foundation

/// A decimal number in parts: an integer below 2^128 (`high` and `low`) times a power of ten.
///
/// `Decimal` parses and prints digit by digit, and each digit costs a long multiplication or division. This type computes in registers.
struct DecimalLiteral {
    private let isNegative: Bool
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var exponent = 0
}

// MARK: - Reading

extension DecimalLiteral {
    /// The parts of a JSON number. nil if the text is not a JSON number, or if the number without trailing zeros is 2^128 or more.
    init?(_ literal: String) {
        var literal = literal
        guard let parts = literal.withUTF8({ DecimalLiteral($0) }) else { return nil }
        self = parts
    }

    private init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        isNegative = utf8.first == UInt8(ascii: "-")
        var at = isNegative ? 1 : 0
        var point: Int?
        var digits = 0
        var zeros = 0  // zeros after the last digit that the integer could hold
        while at < utf8.count {
            let digit = utf8[at] &- UInt8(ascii: "0")
            if digit < 10 {
                if digits > 0 || digit > 0 { digits += 1 }
                if digits < 20 {  // a UInt64 always holds 19 digits
                    low = low &* 10 &+ UInt64(digit)
                } else if zeros > 0 || !append(digit) {
                    guard digit == 0 else { return nil }
                    zeros += 1
                }
            } else if utf8[at] == UInt8(ascii: "."), point == nil {
                point = at
            } else {
                break
            }
            at += 1
        }
        let fraction = point.map { at - $0 - 1 } ?? 0
        if at < utf8.count {
            guard utf8[at] | 0x20 == UInt8(ascii: "e"), let written = Self.exponent(utf8[(at + 1)...]) else { return nil }
            exponent = written
        }
        exponent += zeros - fraction  // does not overflow: the text has fewer than Int.max / 16 bytes
    }

    /// Appends a digit to the integer. Returns false, and leaves the integer unchanged, if the result would be 2^128 or more.
    private mutating func append(_ digit: UInt8) -> Bool {
        let lower = low.multipliedFullWidth(by: 10)
        let (sum, carries) = lower.low.addingReportingOverflow(UInt64(digit))
        let upper = high.multipliedReportingOverflow(by: 10)
        // `lower.high + 1` cannot overflow: `lower.high` is at most 9.
        let (total, overflows) = upper.partialValue.addingReportingOverflow(lower.high + (carries ? 1 : 0))
        if upper.overflow || overflows { return false }
        (high, low) = (total, sum)
        return true
    }

    /// The exponent after the `e`. An exponent beyond ±Int.max / 16 becomes about ±Int.max / 16, which `Decimal` does not hold either.
    private static func exponent(_ utf8: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let isSigned = utf8.first == UInt8(ascii: "-") || utf8.first == UInt8(ascii: "+")
        let digits = isSigned ? utf8.dropFirst() : utf8
        guard !digits.isEmpty else { return nil }
        var exponent = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            exponent = min(exponent * 10 + Int(digit), Int.max / 16)
        }
        return utf8.first == UInt8(ascii: "-") ? -exponent : exponent
    }

    /// The number; nil if the number is not exactly an integer below 2^128 times a power of ten from -128 to 127.
    var value: Decimal? {
        guard high | low != 0 else { return 0 }
        // Foundation moves trailing zeros of the integer (at most 38) to the exponent. The exponent's limit is 127.
        guard (-128...89).contains(exponent) else { return valueOfExtremes }
        let integer: Decimal
        if high == 0 {
            integer = Decimal(low)
        } else if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            guard let wide = Decimal(exactly: UInt128(high) << 64 | UInt128(low)) else { return nil }
            integer = wide
        } else {
            return valueOfExtremes
        }
        return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: integer)
    }

    /// Moves zeros between the integer and the exponent until both fit `Decimal`. Then `Decimal` parses the text.
    private var valueOfExtremes: Decimal? {
        var parts = self
        while parts.exponent < -128 {
            guard parts.removeZero() else { return nil }
            parts.exponent += 1
        }
        while parts.exponent > 127 {
            guard parts.append(0) else { return nil }
            parts.exponent -= 1
        }
        let exponent = parts.exponent
        parts.exponent = 0
        return Decimal(string: "\(parts.text)e\(exponent)")
    }

    /// Removes a zero at the end of the integer. Returns false, and leaves the integer unchanged, if its last digit is not 0.
    private mutating func removeZero() -> Bool {
        let upper = high.quotientAndRemainder(dividingBy: 10)
        let lower = (10 as UInt64).dividingFullWidth((upper.remainder, low))
        guard lower.remainder == 0 else { return false }
        (high, low) = (upper.quotient, lower.quotient)
        return true
    }
}

// MARK: - Writing

extension DecimalLiteral {
    /// The parts of a finite number.
    init?(_ number: Decimal) {
        // On Linux no public API gives the integer. It lies after the first four bytes, as on Darwin. If the layout ever changes, the
        // bytes do not make the same number, and the check below returns nil.
        guard MemoryLayout<Decimal>.size == 20 else { return nil }
        (low, high) = withUnsafeBytes(of: number) { bytes in
            func word(_ at: Int) -> UInt64 { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) }
            return (word(4), word(12))
        }
        isNegative = number.isSignMinus
        exponent = number.exponent
        guard value == number else { return nil }
    }

    /// The number without an exponent, as in `Decimal.description`.
    var text: String {
        guard high | low != 0 else { return "0" }
        let limbs = self.limbs
        let digits =
            limbs.top > 0
            ? 38 + Self.digitCount(limbs.top) : limbs.middle > 0 ? 19 + Self.digitCount(limbs.middle) : Self.digitCount(limbs.low)
        let sign = isNegative ? 1 : 0
        // The text has zeros after the last digit or before the first digit.
        let size = exponent >= 0 ? sign + digits + exponent : sign + max(digits, 1 - exponent) + 1
        return String(unsafeUninitializedCapacity: size) { text in
            text.initialize(repeating: UInt8(ascii: "0"))
            if isNegative { text[0] = UInt8(ascii: "-") }
            if exponent < 0 { text[size - 1 + exponent] = UInt8(ascii: ".") }
            var at = size - max(exponent, 0)
            var rest = limbs.low
            for digit in 0..<digits {
                if digit == 19 { rest = limbs.middle }
                if digit == 38 { rest = limbs.top }
                at -= digit > 0 && digit == -exponent ? 2 : 1
                text[at] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            return size
        }
    }

    /// The integer's digits in three parts. The middle and the low part hold nineteen digits each.
    private var limbs: (top: UInt64, middle: UInt64, low: UInt64) {
        guard high > 0 else { return low < Self.limb ? (0, 0, low) : (0, low / Self.limb, low % Self.limb) }
        let upper = high.quotientAndRemainder(dividingBy: Self.limb)
        let lower = Self.limb.dividingFullWidth((upper.remainder, low))
        let rest = Self.limb.dividingFullWidth((upper.quotient, lower.quotient))
        return (rest.quotient, rest.remainder, lower.remainder)
    }

    private static var limb: UInt64 { 10_000_000_000_000_000_000 }

    private static func digitCount(_ number: UInt64) -> Int {
        var (count, bound): (Int, UInt64) = (1, 10)
        while count < 20, number >= bound {
            count += 1
            bound = bound &* 10
        }
        return count
    }
}
