import Yoke

/// Numbers as ECMAScript writes them (RFC 8785 section 3.2.2.3).
enum CanonicalNumber {
    /// Appends a finite number: the shortest digits that read back as the same Double, arranged by ECMA-262 section 6.1.6.1.20.
    static func append(_ value: Double, to out: inout [UInt8]) {
        guard value != 0, let shortest = JSONNumber(value) else {
            out.append(UInt8(ascii: "0"))  // -0 becomes 0 too
            return
        }
        let decimal = DecimalValue(shortest)
        let digits = decimal.digits, power = Int(decimal.power)
        if value < 0 { out.append(UInt8(ascii: "-")) }
        let zero = UInt8(ascii: "0"), point = UInt8(ascii: ".")
        // The value is `0.digits` times ten to the power `power`. Numbers from 1e21 up, and below 1e-6, have an exponent.
        switch power {
        case digits.count...21:
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
}
