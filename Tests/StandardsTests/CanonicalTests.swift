import Testing
import TestSupport
import YokeStandards

@Suite struct CanonicalTests {
    private func canonical(_ text: String) throws -> String {
        String(decoding: try JSONValue.canonicalBytes(of: Array(text.utf8)), as: UTF8.self)
    }

    /// The examples of RFC 8785 appendix B: the bits of a double, and its canonical JSON.
    @Test(
        arguments: [
            (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"), (0x0000_0000_0000_0001, "5e-324"),
            (0x8000_0000_0000_0001, "-5e-324"),
            (0x7fef_ffff_ffff_ffff, "1.7976931348623157e+308"), (0xffef_ffff_ffff_ffff, "-1.7976931348623157e+308"),
            (0x4340_0000_0000_0000, "9007199254740992"), (0xc340_0000_0000_0000, "-9007199254740992"),
            (0x4430_0000_0000_0000, "295147905179352830000"), (0x44b5_2d02_c7e1_4af5, "9.999999999999997e+22"),
            (0x44b5_2d02_c7e1_4af6, "1e+23"), (0x44b5_2d02_c7e1_4af7, "1.0000000000000001e+23"),
            (0x444b_1ae4_d6e2_ef4e, "999999999999999700000"),
            (0x444b_1ae4_d6e2_ef4f, "999999999999999900000"), (0x444b_1ae4_d6e2_ef50, "1e+21"),
            (0x3eb0_c6f7_a0b5_ed8c, "9.999999999999997e-7"),
            (0x3eb0_c6f7_a0b5_ed8d, "0.000001"), (0x41b3_de43_5555_5553, "333333333.3333332"),
            (0x41b3_de43_5555_5554, "333333333.33333325"),
            (0x41b3_de43_5555_5555, "333333333.3333333"), (0x41b3_de43_5555_5556, "333333333.3333334"),
            (0x41b3_de43_5555_5557, "333333333.33333343"),
            (0xbecb_f647_612f_3696, "-0.0000033333333333333333"),
            (0x4314_3ff3_c1cb_0959, "1424953923781206.2"),
        ] as [(UInt64, String)])
    func theNumbersOfTheRFCHaveTheirText(_ bits: UInt64, _ text: String) throws {
        let value = try #require(JSONValue(Double(bitPattern: bits)))
        #expect(try value.canonicalJSON() == text)
    }

    @Test(arguments: ["NaN", "Infinity", "-Infinity"])
    func numbersThatJSONDoesNotHaveAreRefused(_ word: String) throws {
        for options in [JSONReadOptions.json5, JSONReadOptions.literal] {
            let value = try JSONValue(json: "{\"a\":[1,\(word)]}", options: options)
            for numbers in [JSONCanonicalNumbers.rounded, .exact] {
                expectError(.nonFiniteNumber, "$.a[1]", word) { _ = try value.canonicalJSON(numbers: numbers) }
            }
        }
    }

    /// A lazy Set has the same canonical form whether it was read or made.
    @Test func aLazySetIsSorted() throws {
        let read = try JSONLazy<Set<Int>>(json: "[3, 1, 2]")
        #expect(try read.canonicalBytes() == Array("[1,2,3]".utf8))
        #expect(try JSONLazy<Set<Int>>([1, 2, 3]).canonicalBytes() == read.canonicalBytes())
    }

    @Test func randomDoublesAreWrittenAsECMAScriptDoes() throws {
        var random = SeededGenerator(seed: 8785)
        for i in 0..<5_000 {
            let double =
                i % 2 == 0
                ? Double(bitPattern: UInt64.random(in: 0...UInt64.max, using: &random))
                : Double(Int.random(in: -1_000_000...1_000_000, using: &random)) / [1, 10, 1000, 1e7, 1e-17, 1e-20].randomElement(
                    using: &random)!
            guard double.isFinite, let value = JSONValue(double) else { continue }
            let text = try value.canonicalJSON()
            #expect(text == Self.ecmaScript(double))
            #expect(Double(text) == double)
        }
    }

    /// Writes a double as ECMA-262 section 6.1.6.1.20 requires. Swift's `description` of the double supplies the shortest digits.
    static func ecmaScript(_ value: Double) -> String {
        if value == 0 { return "0" }
        if value < 0 { return "-" + ecmaScript(-value) }
        let parts = value.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        var digits = Array(String(mantissa[0] + (mantissa.count > 1 ? mantissa[1] : "")))
        var n = mantissa[0].count + (parts.count > 1 ? Int(parts[1])! : 0)
        while digits.first == "0" {
            digits.removeFirst()
            n -= 1
        }
        while digits.last == "0" { digits.removeLast() }
        let k = digits.count
        if k <= n, n <= 21 { return String(digits) + String(repeating: "0", count: n - k) }
        if 0 < n, n <= 21 { return String(digits[..<n]) + "." + String(digits[n...]) }
        if -6 < n, n <= 0 { return "0." + String(repeating: "0", count: -n) + String(digits) }
        let exponent = (n > 0 ? "e+" : "e-") + String(abs(n - 1))
        return String(digits[0]) + (k == 1 ? "" : "." + String(digits[1...])) + exponent
    }

    @Test func keysAreSortedByUTF16() throws {
        // The example of RFC 8785 section 3.2.3.
        let text =
            #"{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}"#
        let keys = try JSONValue(json: canonical(text)).object.map { Array($0.keys) }
        #expect(keys == ["\r", "1", "\u{80}", "\u{f6}", "\u{20ac}", "\u{1f600}", "\u{fb33}"])
        #expect(try canonical(#"{"b":1,"":2,"aa":3,"a":4}"#) == #"{"":2,"a":4,"aa":3,"b":1}"#)
    }

    @Test func theExampleOfTheRFCHasItsForm() throws {
        let text = #"""
            { "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
              "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/", "literals": [null, true, false] }
            """#
        #expect(
            try canonical(text)
                == #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}"#)
    }

    @Test func stringsHaveTheShortestEscapes() throws {
        #expect(
            try canonical(#""\u0000\u0008\u0009\u000a\u000b\u000c\u000d\u001f\u007f\u2028\/""#)
                == "\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\u{7f}\u{2028}/\"")
    }

    @Test func whatIJSONDoesNotHaveIsRefused() throws {
        expectError(.duplicateKey) { _ = try canonical(#"{"a":1,"\u0061":2}"#) }
        expectError(.duplicateKey, "$.x[1]", "twice") { _ = try json(#"{"x":[0,{"a":1,"a":1}]}"#).canonicalJSON() }
        expectError(.invalidUnicode) { _ = try canonical(#""\ud800""#) }
        expectError(.numberOutOfRange, "$[1]") { _ = try canonical("[1,1e999]") }
        expectError(.numberOutOfRange, "rounded to 9007199254740992") { _ = try json("9007199254740993").canonicalJSON(numbers: .exact) }
        #expect(try canonical("9007199254740993") == "9007199254740992")
        #expect(try json("[0.10,1e2,-0.0]").canonicalJSON(numbers: .exact) == "[0.1,100,0]")
        expectError(.nonFiniteNumber) { _ = try [Double.nan].canonicalBytes() }
    }

    @Test func modelsHaveACanonicalForm() throws {
        let account = Account(name: "Ada", mail: nil, tags: ["b", "a"])
        #expect(String(decoding: try account.canonicalBytes(), as: UTF8.self) == #"{"name":"Ada","tags":["b","a"]}"#)
    }

    @Test func aDeepDocumentDoesNotUseTheCallStack() {
        #expect(
            onStack(ofBytes: 256 * 1024) {
                let depth = 20_000
                let text = String(repeating: #"{"a":["#, count: depth) + String(repeating: "]}", count: depth)
                return (try? json(text).canonicalJSON()) == text
            })
    }

    @Test func aLoneSurrogateIsAnErrorWhateverTheOptionsSay() {
        var options = JSONReadOptions.strict
        options.invalidUnicode = .replace
        #expect(throws: JSONError.self) { _ = try JSONValue.canonicalBytes(of: Array(#"["\ud800"]"#.utf8), options: options) }
    }

    @Test func theTextIsCheckedWhateverTheOptionsSay() throws {
        var options = JSONReadOptions.strict
        options.skipping = .structureOnly
        #expect(try JSONValue.canonicalBytes(of: Array("[1.0]".utf8), options: options) == Array("[1]".utf8))
        expectError(.duplicateKey) { _ = try JSONValue.canonicalBytes(of: Array(#"{"a":1,"a":1}"#.utf8), options: options) }
    }
}

extension JSONReadOptions {
    fileprivate static var literal: JSONReadOptions {
        var options = JSONReadOptions.strict
        options.nonFiniteNumbers = .literal
        return options
    }
}
