import Testing
import Yoke

// Integers of every width: their limits are read exactly, and a number beyond a limit is an error.

@Suite struct IntegerTests {
    private func check<I: FixedWidthInteger & JSONConvertible & Equatable>(_ type: I.Type) throws {
        for value in [I.min, I.min + 1, 0, 1, 9, 10, 99, I.max - 1, I.max] {
            #expect(try read(type, "\(value)") == value)
            #expect(try read([I?].self, "[\(value),null,\(value)]") == [value, nil, value])
            #expect(try value.jsonString() == "\(value)")
        }
        for wide in [beyond(I.max), I.isSigned ? beyond(I.min) : "-1", "1" + String(repeating: "0", count: 60)] {
            expect(.numberOutOfRange, "$", reading: type, wide)
            expect(.numberOutOfRange, "$[1]", reading: [I].self, "[0,\(wide)]")
        }
        #expect(try read(type, "-0") == 0)
        #expect(try read(type, "1.0") == 1)
        #expect(try read(type, "1e2") == 100)
        #expect(try read(type, "1200E-2") == 12)
        #expect(try read(type, "0e999999999") == 0)
        expect(.notAnInteger, "$", reading: type, "1.5")
        expect(.notAnInteger, "$", reading: type, "1e-1")
        expect(.numberOutOfRange, "$", reading: type, "1e999999999")
        for other in ["true", "\"1\"", "null", "[]", "{}"] { expect(.typeMismatch, "$", reading: type, other) }
    }

    /// Returns the decimal digits of the first integer beyond `edge`, which is the largest or the smallest value of the type.
    private func beyond<I: FixedWidthInteger>(_ edge: I) -> String {
        var digits = Array("\(edge)".utf8)
        digits[digits.count - 1] += 1  // the last digit of a limit is never 9, so there is no carry
        return String(decoding: digits, as: UTF8.self)
    }

    @Test func signedIntegersAreReadUpToTheirLimits() throws {
        try check(Int8.self)
        try check(Int16.self)
        try check(Int32.self)
        try check(Int64.self)
        try check(Int.self)
    }

    @Test func unsignedIntegersAreReadUpToTheirLimits() throws {
        try check(UInt8.self)
        try check(UInt16.self)
        try check(UInt32.self)
        try check(UInt64.self)
        try check(UInt.self)
    }

    @Test func integersOf128BitsAreReadUpToTheirLimits() throws {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try check(Int128.self)
        try check(UInt128.self)
    }

    @Test func integersAreNotReadByWayOfDouble() throws {
        #expect(try read(Int.self, "9007199254740993") == 9_007_199_254_740_993)
        #expect(try read(Int.self, "9007199254740993.0") == 9_007_199_254_740_993)
        #expect(try read(UInt64.self, "18446744073709551615.000") == .max)
    }
}

@Suite struct OtherScalarTests {
    @Test func doublesAreReadExactly() throws {
        let edges: [(String, Double)] = [
            ("0", 0), ("-0.0", -0.0), ("5e-324", .leastNonzeroMagnitude), ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("-1.7976931348623157e308", -.greatestFiniteMagnitude), ("2.2250738585072014e-308", .leastNormalMagnitude),
            ("1e-400", 0), ("0.1", 0.1), ("123456789012345678", 123_456_789_012_345_680),
            ("9007199254740993", 9_007_199_254_740_992), ("1E+2", 100),
        ]
        for (text, value) in edges {
            #expect(try read(Double.self, text).bitPattern == value.bitPattern, "\(text)")
            #expect(try read([Double].self, "[\(text),\(text)]").map(\.bitPattern) == [value.bitPattern, value.bitPattern])
            #expect(try Double(json: value.jsonString()).bitPattern == value.bitPattern)
        }
        expect(.numberOutOfRange, "$", reading: Double.self, "1e400")
        expect(.numberOutOfRange, "$[2]", reading: [Double].self, "[1,2,-1e309]")
        expect(.typeMismatch, "$[1]", reading: [Double].self, "[1,\"2\"]")
    }

    @Test func floatsAreRoundedOnce() throws {
        #expect(try read(Float.self, "3.4028235e38") == .greatestFiniteMagnitude)
        #expect(try read(Float.self, "1e-45") == .leastNonzeroMagnitude)
        // The text is rounded once, to the nearest Float. Rounding to a Double first would give another Float.
        #expect(try read(Float.self, "1.00000005960464477540") == 1.0000001)
        expect(.numberOutOfRange, "$", reading: Float.self, "3.5e38")
    }

    @Test func onlyTrueAndFalseAreBools() throws {
        #expect(try read(Bool.self, "true"))
        #expect(try read([Bool?].self, "[false,null,true]") == [false, nil, true])
        for other in ["1", "0", "\"true\"", "null", "[]"] { expect(.typeMismatch, reading: Bool.self, other) }
    }

    @Test(arguments: [0, 1, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 4095, 4096, 4097, 70_000])
    func stringsOfAnyLengthAreRead(length: Int) throws {
        let ascii = String(repeating: "x", count: length)
        #expect(try String(json: "\"\(ascii)\"") == ascii)
        let mixed = String(repeating: "é", count: length / 2) + "𝄞"
        #expect(try String(json: mixed.jsonString()) == mixed)
        #expect(try chunked(String.self, Array(mixed.jsonString().utf8), size: 13) == mixed)
    }

    @Test func escapesInStringsAreResolved() throws {
        let text = #""\"\\\/\b\f\n\r\t\u0000\u00e9\uD834\uDD1E""#
        #expect(try read(String.self, text) == "\"\\/\u{8}\u{c}\n\r\t\0é𝄞")
    }
}
