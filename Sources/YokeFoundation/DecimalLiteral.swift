import Foundation

/// A decimal number in parts: an integer of 128 bits, `high` and `low`, times a power of ten. `Decimal` parses and prints digit
/// by digit, each a long multiplication or division; this does the same in registers for nearly all numbers. The others, for
/// which it is nil, are left to `Decimal` itself.
struct DecimalLiteral {
    private let isNegative: Bool
    private var high: UInt64 = 0
    private var low: UInt64 = 0
    private var exponent = 0
}

// MARK: - Reading

extension DecimalLiteral {
    /// The parts of a JSON number; nil if it has more than 38 significant digits, or if it is none.
    init?(_ literal: String) {
        guard let parts = literal.utf8.withContiguousStorageIfAvailable({ DecimalLiteral($0) }) ?? nil else { return nil }
        self = parts
    }

    private init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        isNegative = utf8.first == UInt8(ascii: "-")
        var at = isNegative ? 1 : 0
        var point: Int?
        var digits = 0
        while at < utf8.count {
            let digit = utf8[at] &- UInt8(ascii: "0")
            if digit < 10 {
                if digits > 0 || digit > 0 { digits += 1 }
                if digits < 20 {  // a UInt64 surely holds 19
                    low = low &* 10 &+ UInt64(digit)
                } else if digits <= 38 {
                    appendWide(digit)
                } else {
                    return nil
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
        exponent -= fraction
    }

    private mutating func appendWide(_ digit: UInt8) {
        let product = low.multipliedFullWidth(by: 10)
        let (sum, carries) = product.low.addingReportingOverflow(UInt64(digit))
        low = sum
        high = high &* 10 &+ product.high &+ (carries ? 1 : 0)
    }

    /// The number behind the `e`, if it is short.
    private static func exponent(_ utf8: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        let isSigned = utf8.first == UInt8(ascii: "-") || utf8.first == UInt8(ascii: "+")
        let digits = isSigned ? utf8.dropFirst() : utf8
        guard (1...4).contains(digits.count) else { return nil }
        var exponent = 0
        for byte in digits {
            let digit = byte &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            exponent = exponent * 10 + Int(digit)
        }
        return utf8.first == UInt8(ascii: "-") ? -exponent : exponent
    }

    /// The number; nil if its exponent is near the limits of `Decimal`.
    var value: Decimal? {
        guard high | low != 0 else { return 0 }
        // Foundation moves trailing zeros of the integer, 37 at most, to the exponent, whose limit is 127.
        guard (-128...90).contains(exponent) else { return nil }
        let integer: Decimal
        if high == 0 {
            integer = Decimal(low)
        } else if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) {
            guard let wide = Decimal(exactly: UInt128(high) << 64 | UInt128(low)) else { return nil }
            integer = wide
        } else {
            return nil
        }
        return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: integer)
    }
}

// MARK: - Writing

extension DecimalLiteral {
    /// The parts of a finite number.
    init?(_ number: Decimal) {
        // On Linux nothing public gives out the integer. It lies behind four bytes, as on Darwin; should it ever lie elsewhere,
        // then what is found there does not make the number again.
        guard MemoryLayout<Decimal>.size == 20 else { return nil }
        (low, high) = withUnsafeBytes(of: number) { bytes in
            func word(_ at: Int) -> UInt64 { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) }
            return (word(4), word(12))
        }
        isNegative = number.isSignMinus
        exponent = number.exponent
        guard value == number else { return nil }
    }

    /// The number without an exponent, as `Decimal.description` has it; nil if its integer is too large.
    var text: String? {
        let limb: UInt64 = 10_000_000_000_000_000_000  // 19 digits
        guard high | low != 0 else { return "0" }
        guard high < limb else { return nil }
        let (upper, lower) = high == 0 ? (0, low) : limb.dividingFullWidth((high, low))
        let digits = high == 0 ? Self.digitCount(lower) : Self.digitCount(upper) + 19
        let sign = isNegative ? 1 : 0
        // Behind the last digit, or before the first one, the text has zeros.
        let size = exponent >= 0 ? sign + digits + exponent : sign + max(digits, 1 - exponent) + 1
        return String(unsafeUninitializedCapacity: size) { text in
            text.initialize(repeating: UInt8(ascii: "0"))
            if isNegative { text[0] = UInt8(ascii: "-") }
            if exponent < 0 { text[size - 1 + exponent] = UInt8(ascii: ".") }
            var at = size - max(exponent, 0)
            var rest = lower
            for digit in 0..<digits {
                if digit == 19, high != 0 { rest = upper }
                at -= digit > 0 && digit == -exponent ? 2 : 1
                text[at] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            return size
        }
    }

    private static func digitCount(_ number: UInt64) -> Int {
        var (count, bound): (Int, UInt64) = (1, 10)
        while count < 20, number >= bound {
            count += 1
            bound = bound &* 10
        }
        return count
    }
}
