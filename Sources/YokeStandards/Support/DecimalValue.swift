import Yoke

/// The exact decimal value of a JSON number, for comparisons in which the spelling does not count: `1`, `1.0` and `10e-1` are equal.
///
/// Cost: linear in the length of the text, whatever the exponent. An exponent above 10^17 counts as 10^17.
struct DecimalValue: Comparable {
    /// The sign: -1, 0 or 1.
    private var sign = 0
    /// The value is `0.digits` times ten to this power.
    private(set) var power: Int64 = 0
    /// Digits in ASCII without zeros at either end; empty for zero.
    private(set) var digits: [UInt8] = []

    init(_ number: JSONNumber) {
        borrow(number.text) { text in
            var i = text.first == UInt8(ascii: "-") ? 1 : 0
            var point: Int?
            while i < text.count, text[i] | 0x20 != UInt8(ascii: "e") {
                if text[i] == UInt8(ascii: ".") { point = digits.count } else { digits.append(text[i]) }
                i += 1
            }
            power = Int64(point ?? digits.count) + Self.exponent(text.dropFirst(i + 1))
        }
        let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(zeros)
        power -= Int64(zeros)
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        if digits.isEmpty { power = 0 } else { sign = number.text.utf8.first == UInt8(ascii: "-") ? -1 : 1 }
    }

    private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int64 {
        var value: Int64 = 0
        for byte in text where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
            value = min(value * 10 + Int64(byte - UInt8(ascii: "0")), 100_000_000_000_000_000)
        }
        return text.first == UInt8(ascii: "-") ? -value : value
    }

    static func < (a: DecimalValue, b: DecimalValue) -> Bool {
        if a.sign != b.sign { return a.sign < b.sign }
        return a.sign < 0 ? b.isSmallerInMagnitude(than: a) : a.isSmallerInMagnitude(than: b)
    }

    private func isSmallerInMagnitude(than other: DecimalValue) -> Bool {
        power == other.power ? digits.lexicographicallyPrecedes(other.digits) : power < other.power
    }
}

extension JSONNumber {
    /// Returns how many steps a comparison costs in addition to the first one: one step for each 16 bytes of both texts.
    func costOfComparison(with other: JSONNumber) -> Int { (text.utf8.count + other.text.utf8.count) / 16 }

    /// Returns true if both numbers have the same value, in any spelling.
    func hasValue(of other: JSONNumber) -> Bool {
        if sameBytes(text, other.text) { return true }
        if let a = int64, let b = other.int64 { return a == b }
        return DecimalValue(self) == DecimalValue(other)
    }

    /// Returns true if this value is less than the other, in any spelling.
    func isLess(than other: JSONNumber) -> Bool {
        if let a = int64, let b = other.int64 { return a < b }
        if isLiteral || other.isLiteral { return signedDouble < other.signedDouble }
        return DecimalValue(self) < DecimalValue(other)
    }

    /// True for NaN and infinities, which JSON5 has.
    private var isLiteral: Bool { text.utf8.last.map { $0 > UInt8(ascii: "9") } ?? false }

    /// The value as a Double. A finite value beyond Double becomes the largest or the smallest finite Double.
    private var signedDouble: Double {
        double ?? (text.utf8.first == UInt8(ascii: "-") ? -.greatestFiniteMagnitude : .greatestFiniteMagnitude)
    }
}
