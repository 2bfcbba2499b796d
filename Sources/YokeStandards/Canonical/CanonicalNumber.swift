import Yoke

/// Numbers as ECMAScript writes them (RFC 8785 section 3.2.2.3).
enum CanonicalNumber {
    /// Appends a finite number: the shortest digits that read back as the same Double, arranged by ECMA-262 section 6.1.6.1.20.
    static func append(_ value: Double, to out: inout [UInt8]) {
        guard value != 0, let shortest = JSONNumber(value) else {
            out.append(UInt8(ascii: "0"))  // -0 becomes 0 too
            return
        }
        var digits: [UInt8] = []
        /// The number is `0.digits` times ten to this power.
        var power = 0
        borrow(shortest.text) { (digits, power) = parts(of: $0) }
        if value < 0 { out.append(UInt8(ascii: "-")) }
        let zero = UInt8(ascii: "0"), point = UInt8(ascii: ".")
        switch power {
        case digits.count...21 where power >= digits.count:
            out += digits
            out += Array(repeating: zero, count: power - digits.count)
        case 1...21:
            out += digits[..<power]
            out.append(point)
            out += digits[power...]
        case -5...0:
            out += [zero, point]
            out += Array(repeating: zero, count: -power)
            out += digits
        default:
            out.append(digits[0])
            if digits.count > 1 {
                out.append(point)
                out += digits[1...]
            }
            out += (power > 0 ? "e+" : "e-").utf8
            out += String(abs(power - 1)).utf8
        }
    }

    /// Splits a number's text into significant digits and a power of ten: the number is `0.digits` times 10^power.
    private static func parts(of text: UnsafeBufferPointer<UInt8>) -> (digits: [UInt8], power: Int) {
        var digits: [UInt8] = []
        var power = 0
        var exponent = 0
        var isAfterPoint = false
        for (i, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: "-"): continue
            case UInt8(ascii: "."): isAfterPoint = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"):
                exponent = Int(String(decoding: text[(i + 1)...], as: UTF8.self)) ?? 0
                while digits.last == UInt8(ascii: "0") { digits.removeLast() }
                return (digits, power + exponent)
            default:
                if digits.isEmpty, byte == UInt8(ascii: "0") {
                    if isAfterPoint { power -= 1 }
                    continue
                }
                digits.append(byte)
                if !isAfterPoint { power += 1 }
            }
        }
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        return (digits, power)
    }
}
