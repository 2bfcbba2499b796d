import TestSupport
import Testing

@testable import Yoke

@Suite struct JSONNumberTests {
    private func number(_ text: String) -> JSONNumber { JSONNumber(text: text)! }

    @Test(arguments: ["0", "-0", "1", "10.50", "1e999999999", "-1.5E+07", String(repeating: "9", count: 5000)])
    func keepsText(_ text: String) {
        #expect(number(text).text == text)
        #expect(number(text).description == text)
    }

    @Test(arguments: ["", "+1", "01", ".5", "1.", "1e", "-", "NaN", "Infinity", " 1", "1 ", "0x1", "1\u{0}", "١"])
    func refusesOtherTexts(_ text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test func isMadeOfMachineNumbers() {
        #expect(JSONNumber(UInt64.max).text == "18446744073709551615")
        #expect(JSONNumber(Int8.min).text == "-128")
        #expect(JSONNumber(1.0 as Double)?.text == "1.0")
        #expect(JSONNumber(0.1 as Float)?.text == "0.1")
        let inputs: [Double] = [.nan, .infinity, -.infinity]
        for input in inputs { #expect(JSONNumber(input) == nil) }
        #expect(JSONNumber(Float.infinity) == nil)
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            #expect(JSONNumber(Int128.min).text == "-170141183460469231731687303715884105728")
        }
    }

    @Test func integerGettersWantIntegerText() {
        #expect(number("7").int == 7)
        #expect(number("-0").int == 0)
        #expect(number("1.0").int == nil)
        #expect(number("1e2").int64 == nil)
        #expect(number("18446744073709551615").uint64 == .max)
        #expect(number("18446744073709551615").int64 == nil)
        #expect(number("-1").uint64 == nil)
        #expect(number("9223372036854775808").int == nil)
    }

    @Test func exactIntegersTakeAnyText() {
        #expect(number("1.0").integer(Int.self) == 1)
        #expect(number("1e2").integer(UInt8.self) == 100)
        #expect(number("256").integer(UInt8.self) == nil)
        #expect(number("-129").integer(Int8.self) == nil)
        #expect(number("1.5").integer(Int.self) == nil)
        #expect(number("1e999999999").integer(Int.self) == nil)
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        #expect(number("-170141183460469231731687303715884105728").integer() == Int128.min)
        #expect(number("170141183460469231731687303715884105727").integer() == Int128.max)
        #expect(number("170141183460469231731687303715884105728").integer(Int128.self) == nil)
        #expect(number("340282366920938463463374607431768211455").integer() == UInt128.max)
        #expect(number("-18446744073709551617").integer() == -Int128(UInt64.max) - 2)
    }

    @Test func floatingPointIsTheNearest() {
        #expect(number("0.1").double == 0.1)
        #expect(number("1").double == 1)
        #expect(number("1e400").double == nil)
        #expect(number("1e-400").double == 0)
        #expect(number("-0").double?.sign == .minus)
        #expect(number("16777217").float == 16_777_216)
        #expect(number("1e39").float == nil)
    }

    /// Groups of number texts. All numbers of a group are equal, and numbers of different groups are not.
    private static let groups = [
        ["1"], ["10"], ["-1"], ["0", "-0"], ["0.0", "-0.0", "0e5", "0.000E-7", "0e99999999999999999999999"],
        ["1.0", "1.00", "1e0", "1E+0", "10e-1", "0.1e1", "0.001e3", "1000.0e-3", "1e-000", "1e00000000000000000000000000"],
        ["-1.0", "-10e-1"], ["0.1", "0.10", "1e-1"], ["0.10000000000000000001"], ["1e2", "100.0", "1.0e2"], ["100"],
        ["1e999999999", "10e999999998", "0.1e1000000000", "1e0999999999"], ["1e999999998"], ["1e-999999999"],
        ["1e99999999999999999999", "0.1e100000000000000000000", "10e99999999999999999998"], ["1e99999999999999999998"],
        ["1e-99999999999999999999", "10e-100000000000000000000", "0.1e-99999999999999999998"],
        ["1e100000000000000000", "10e99999999999999999", "0.01e100000000000000002"],
        ["1e99999999999999999", "0.1e100000000000000000"],
        ["12e999999999999999999", "1.2e1000000000000000000"],
        ["123456789012345678901234567890"], ["123456789012345678901234567891"],
        ["123456789012345678901234567890.0", "12345678901234567890123456789e1"],
    ]

    @Test func equalityIsValueAndForm() {
        let all = Self.groups.enumerated().flatMap { group in group.element.map { (group.offset, number($0)) } }
        for (group, a) in all {
            for (other, b) in all {
                #expect((a == b) == (group == other), "\(a) and \(b)")
                if group == other { #expect(a.hashValue == b.hashValue, "\(a) and \(b)") }
            }
        }
        #expect(Set(all.map(\.1)).count == Self.groups.count)
    }

    @Test func equalityOfLongTextsIsExact() {
        let zeros = String(repeating: "0", count: 100_000)
        #expect(number("1" + zeros + ".0") == number("1e100000"))
        #expect(number("0." + zeros + "1") == number("1e-100001"))
        #expect(number("0." + zeros + "1") != number("1e-100000"))
        #expect(number("1e" + zeros + "1") == number("1e1"))
        #expect(number("1e1" + zeros) != number("1e1" + zeros + "0"))
        #expect(number("10e1" + zeros) == number("1e1" + zeros.dropLast() + "1"))
    }

    @Test func literalsKeepTheirSpelling() {
        #expect((5 as JSONNumber).text == "5")
        #expect((-2.50 as JSONNumber).text == "-2.5")
        #expect((1.0 as JSONNumber) != (1 as JSONNumber))
    }

    /// Tests number texts of every length. Texts of 16 to 24 bytes are packed into 15 bytes, so that their String needs no heap object.
    @Test func textsOfEveryLength() throws {
        for length in 1...40 {
            let digits = String(repeating: "9081726354", count: 4).prefix(length)
            for text in ["\(digits)", "-\(digits)", "0.\(digits)", "\(digits)e+5", "-\(digits)E-12", "1.\(digits)e7"] {
                let number = try #require(JSONNumber(text: text))
                #expect(number.text == text && number.description == text && number == JSONNumber(text: text))
                #expect(number.isInteger == text.allSatisfy { $0 == "-" || $0.isNumber })
                #expect(number.double == Double(text) && number.int == Int(text) && number.uint64 == UInt64(text))
                if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                    let isSame = number.integer(Int128.self) == (number.isInteger ? Int128(text) : number.integer())
                    #expect(isSame)
                }
                #expect(try JSONNumber(json: text) == number && (try number.jsonString()) == text)
                #expect(String(reflecting: Mirror(reflecting: number).children.first!.value) == "\"\(text)\"")
            }
        }
        #expect(
            JSONNumber(UInt64.max).text == "18446744073709551615"
                && JSONNumber(text: "-2.2250738585072014e-308")?.text == "-2.2250738585072014e-308")
        #expect(JSONNumber(text: "1234567890123456.0") == JSONNumber(text: "1234567890123456.00"))
        #expect(JSONNumber(text: "1234567890123456.0")!.hashValue == JSONNumber(text: "12345678901234560e-1")!.hashValue)
    }

    /// Tests numbers of 14 to 26 bytes with points, minus signs, zeros and nines in many positions. Their packed form has the digits as one
    /// integer.
    @Test func packedNumbersHaveTheValueOfTheirText() throws {
        var random = SeededGenerator(seed: 31)
        let choice = Array("090909090912345678".utf8)
        func digits(_ count: Int) -> String {
            String(decoding: (0..<count).map { _ in choice.randomElement(using: &random)! }, as: UTF8.self)
        }
        for _ in 0..<Sample.size(2_000, full: 2_000_000) {
            let first = random.oneIn(3) ? "0" : "7" + digits(Int.random(in: 0..<24, using: &random))
            let places = Int.random(in: first.count < 8 ? 14 - first.count...24 - first.count : 0...4, using: &random)
            let text = (random.oneIn(2) ? "-" : "") + first + (places > 0 ? "." + digits(places) : "")
            let number = try #require(JSONNumber(text: text))
            #expect(try number.text == text && JSONNumber(json: text).text == text && number.jsonString() == text)
            #expect(number.int64 == Int64(text) && number.uint64 == UInt64(text))
            #expect(number.double?.bitPattern == Double(text)?.bitPattern)
        }
    }

    /// A number that can be written can become dynamic JSON.
    @Test func longNumbersBecomeDynamic() throws {
        struct Model: JSONConvertible {
            var n: JSONNumber
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("n", \.n) } }
        }
        let digits = String(repeating: "1", count: 5000)
        #expect(try Model(n: #require(JSONNumber(text: digits))).jsonValue()["n"]?.number?.text == digits)
    }
}
