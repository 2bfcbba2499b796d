import Foundation
import Yoke

/// A decimal number in parts: an integer below 2^128 (`high` and `low`) times a power of ten.
///
/// `Decimal` parses and prints digit by digit, and each digit costs a long multiplication or division. This type needs a few 64-bit
/// operations.
struct DecimalLiteral {
    private let isNegative: Bool
    private let high: UInt64
    private let low: UInt64
    private var exponent: Int
}

// MARK: - Reading

extension DecimalLiteral {
    /// Makes the parts of a JSON number. nil if the text is not a JSON number, or if `Decimal` cannot hold the number exactly: see
    /// `Decimal.jsonMapping`.
    init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        guard let parts = DecimalParts(utf8) else { return nil }
        (isNegative, high, low, exponent) = (parts.isNegative, parts.high, parts.low, parts.exponent)
    }

    init?(_ text: String) {
        var text = text
        guard let parts = text.withUTF8({ DecimalLiteral($0) }) else { return nil }
        self = parts
    }

    /// The number as a `Decimal`. nil only if Yoke does not know the memory layout of `Decimal`, and Foundation refuses the number's text.
    var value: Decimal? {
        guard high | low != 0 else { return 0 }
        if Self.isLayoutKnown { return made }
        var integer = self
        integer.exponent = 0
        return Decimal(string: "\(integer.text)e\(exponent)")
    }

    /// The number as a `Decimal`, made directly from the parts, without a text. Use it only if `isLayoutKnown`.
    private var made: Decimal {
        let bits = high > 0 ? 128 - high.leadingZeroBitCount : 64 - low.leadingZeroBitCount
        let length = UInt32(bits + 15) / 16, sign: UInt32 = isNegative ? 1 : 0
        #if canImport(Darwin)
        func word(_ from: UInt64, _ index: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: from >> (16 * index)) }
        return Decimal(
            _exponent: Int32(exponent), _length: length, _isNegative: sign, _isCompact: 1, _reserved: 0,
            _mantissa: (
                word(low, 0), word(low, 1), word(low, 2), word(low, 3), word(high, 0), word(high, 1), word(high, 2), word(high, 3)
            ))
        #else
        // No public API makes a Decimal from these parts, so its bytes are laid out here. The first 8 bits are the exponent. Bit 10 is
        // "compact", bit 11 the sign; the length begins at bit 12.
        let head = UInt32(UInt8(truncatingIfNeeded: exponent)) | (length << 4 | sign << 3 | 1 << 2) << 8
        func word(_ from: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: from) }
        return unsafeBitCast((head, word(low), word(low >> 32), word(high), word(high >> 32)), to: Decimal.self)
        #endif
    }

    /// True if Yoke knows the memory layout of `Decimal`: `made` gives the bytes of Foundation's `Decimal(string:)` for sample numbers.
    private static let isLayoutKnown =
        MemoryLayout<Decimal>.size == 20
        && ["1", "-12345e-7", "65536e3", "-4294967296e-128", "18446744073709551616", "-340282366920938463463374607431768211455e127"]
            .allSatisfy {
                guard let made = DecimalLiteral($0)?.made, let foundation = Decimal(string: $0) else { return false }
                return withUnsafeBytes(of: made) { made in withUnsafeBytes(of: foundation) { made.elementsEqual($0) } }
            }
}

// MARK: - Writing

extension DecimalLiteral {
    /// Takes the parts from a finite `Decimal`. nil if Yoke does not know the memory layout of `Decimal`.
    init?(_ number: Decimal) {
        // On Linux no public API returns the integer of a Decimal. In memory the integer follows the first four bytes, as on Darwin. The
        // check `value == number` makes sure that these bytes give the same number.
        guard Self.isLayoutKnown else { return nil }
        (low, high) = withUnsafeBytes(of: number) { bytes in
            func word(_ at: Int) -> UInt64 { UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt64.self)) }
            return (word(4), word(12))
        }
        isNegative = number.isSignMinus
        exponent = number.exponent
        guard value == number else { return nil }
    }

    /// The number's text without an exponent, as in `Decimal.description`.
    var text: String {
        guard high | low != 0 else { return "0" }
        let limbs = self.limbs
        let digits =
            limbs.top > 0
            ? 38 + Self.digitCount(limbs.top) : limbs.middle > 0 ? 19 + Self.digitCount(limbs.middle) : Self.digitCount(limbs.low)
        let sign = isNegative ? 1 : 0
        // The length of the text. A positive exponent adds zeros after the digits. A number below 1 needs zeros before the digits.
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

    /// The integer's digits in three parts: the middle and the low part have 19 digits each, and `top` has the digits before them.
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
