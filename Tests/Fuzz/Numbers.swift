import Foundation
import TestSupport
import Yoke

/// Reads and writes random numbers, and numbers that are hard to round, in arrays of a thousand. For reading, the C library gives the
/// expected value, with as many digits as necessary. For writing, Swift's `description` gives the expected text, which is the shortest.
struct Numbers {
    private var random: SeededGenerator
    private var differences = 0

    static func run(_ count: Int, seed: UInt64) throws -> Int {
        print("\(count) numbers each way, seed \(seed)")
        var numbers = Numbers(random: SeededGenerator(seed: seed))
        for _ in 0..<(count + 999) / 1000 where numbers.differences < 40 {
            try numbers.read()
            try numbers.write()
        }
        return numbers.differences
    }

    private mutating func differ(_ what: String) {
        differences += 1
        print(what)
    }

    // MARK: - Reading

    private mutating func read() throws {
        let doubles = (0..<700).map { _ in number() }
        let text = "[" + doubles.joined(separator: ",") + "]"
        let whole = try [Double](json: text), narrow = try [JSONNumber](json: text).map { $0.float }
        for (i, number) in doubles.enumerated() {
            if whole[i].bitPattern != strtod(number, nil).bitPattern { differ("\(number) is read as \(whole[i])") }
            let float = strtof(number, nil)
            if narrow[i]?.bitPattern != (float.isInfinite ? nil : float.bitPattern) {
                differ("\(number) is read as the float \(narrow[i] as Any)")
            }
        }
        let integers = (0..<300).map { _ in Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random) }
        let read = try [Int64](json: "[" + integers.map { "\($0)" }.joined(separator: ",") + "]")
        for (mine, expected) in zip(read, integers) where mine != expected { differ("\(expected) is read as \(mine)") }
    }

    /// Returns the text of a number that is finite as a double.
    private mutating func number() -> String {
        while true {
            let text =
                switch Int.random(in: 0..<10, using: &random) {
                case 0: Self.format("%.*e", Int.random(in: 0...30, using: &random), double())
                case 1: Self.format("%.17g", 0, double())
                case 2: tie()
                case 3, 4: usual()
                default: digits()
                }
            if strtod(text, nil).isFinite { return text }
        }
    }

    private mutating func double() -> Double {
        while true {
            let value = Double(bitPattern: random.next())
            if value.isFinite { return value }
        }
    }

    /// Returns a number as files usually contain it: a small whole part, and up to 17 digits after the point.
    private mutating func usual() -> String {
        let sign = random.oneIn(2) ? "-" : ""
        let whole = random.next() >> UInt64.random(in: 40..<64, using: &random)
        let count = Int.random(in: 0...17, using: &random)
        return "\(sign)\(whole)" + (count == 0 ? "" : "." + (0..<count).map { _ in "\(random.next() % 10)" }.joined())
    }

    /// Returns a number with any count of digits, a point and an exponent.
    private mutating func digits() -> String {
        var text = "\(random.next() % 9 + 1)"
        for _ in 0..<Int.random(in: 0...random.pick([5, 18, 21, 40]), using: &random) { text += "\(random.next() % 10)" }
        let places = text.count
        let point = Int.random(in: 0...places, using: &random)
        text = point == places ? text : (point == 0 ? "0" : String(text.prefix(point))) + "." + text.dropFirst(point)
        if !random.oneIn(4) {
            text += random.pick(["e", "E", "e+", "e-"]) + "\(Int.random(in: 0...(random.oneIn(3) ? 330 : 30), using: &random))"
        }
        return (random.oneIn(2) ? "-" : "") + text
    }

    /// Returns all digits of the middle between two doubles, or a number very close to it.
    private mutating func tie() -> String {
        let value = random.oneIn(3) ? Double(random.next() >> UInt64.random(in: 0..<12, using: &random)) : double().magnitude
        guard value.ulp / 2 > 0, value < 1e300 else { return "1.5" }
        let half = Self.sum(Self.format("%.*f", 1080, value), Self.format("%.*f", 1080, value.ulp / 2))
        let end = half.lastIndex { $0 != "0" }.map { half[...$0] } ?? "0"
        let text = end.hasSuffix(".") ? String(end) + "0" : String(end)
        return random.pick([
            text, text, text + "0001", text + "1", String(text.dropLast()) + (text.last == "5" ? "4999" : "0"),
        ])
    }

    /// Returns the sum of two decimal numbers that have equally many digits after the point.
    private static func sum(_ a: String, _ b: String) -> String {
        var digits = Array(a.utf8), other = Array(b.utf8)
        other = [UInt8](repeating: 0x30, count: max(digits.count - other.count, 0)) + other
        digits = [UInt8](repeating: 0x30, count: max(other.count - digits.count, 0)) + digits
        var carry: UInt8 = 0
        for i in digits.indices.reversed() where digits[i] != 0x2E {
            let value = digits[i] - 0x30 + other[i] - 0x30 + carry
            (digits[i], carry) = (value % 10 + 0x30, value / 10)
        }
        let text = String(decoding: digits, as: UTF8.self)
        return carry == 0 ? text : "1" + text
    }

    private static func format(_ format: String, _ places: Int, _ value: Double) -> String {
        format.contains("*") ? String(format: format, places, value) : String(format: format, value)
    }

    // MARK: - Writing

    private mutating func write() throws {
        let doubles = (0..<500).map { _ in written() }
        let floats = (0..<250).map { _ in Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) }.map { $0.isFinite ? $0 : 1 }
        let integers = (0..<250).map { _ in Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random) }
        check(try doubles.jsonString(), doubles) { strtod($0, nil).bitPattern == $1.bitPattern }
        check(try floats.jsonString(), floats) { strtof($0, nil).bitPattern == $1.bitPattern }
        check(try integers.jsonString(), integers) { $0 == "\($1)" }
    }

    private mutating func check<Value: CustomStringConvertible>(_ text: String, _ values: [Value], _ isSame: (String, Value) -> Bool) {
        let texts = text.dropFirst().dropLast().split(separator: ",").map(String.init)
        guard texts.count == values.count else { return differ("\(values.count) numbers are \(text)") }
        for (text, value) in zip(texts, values) where !isSame(text, value) || Self.figures(text) != Self.figures("\(value)") {
            differ("\(value) is written as \(text)")
        }
    }

    private mutating func written() -> Double {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return double()
        case 1: return Double(random.next() >> UInt64.random(in: 0..<64, using: &random))
        case 2: return Double(sign: .plus, exponent: Int.random(in: -1074...1023, using: &random), significand: 1)
        case 3: return Double(bitPattern: random.next() >> 12)  // subnormal
        case 4: return Double(Int32(truncatingIfNeeded: random.next())) / random.pick([10, 100, 1000, 1e6, 1e9])
        default: return strtod(usual(), nil)
        }
    }

    /// Returns the significant digits of a number's text.
    private static func figures(_ text: String) -> String {
        let digits = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
        return String(digits.reversed().drop { $0 == "0" }.reversed())
    }
}
