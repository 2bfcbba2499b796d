import Foundation
import Testing
import YokeFoundation

/// Decimals have ways of their own into and out of text: the same as Foundation's, which are slow.
@Suite struct DecimalTests {
    /// The value of a literal is Foundation's in all that can be asked of it, and so is its text.
    private func check(_ literal: String, is expected: Decimal, _ place: SourceLocation = #_sourceLocation) throws {
        let value = try Decimal(json: literal)
        #expect(value == expected && value.hashValue == expected.hashValue, "\(literal)", sourceLocation: place)
        #expect(value.description == expected.description, sourceLocation: place)
        #expect(value.exponent == expected.exponent, sourceLocation: place)
        #expect(value.significand.description == expected.significand.description, sourceLocation: place)
        #expect(try value.jsonString() == expected.description, sourceLocation: place)
    }

    @Test(arguments: [
        "0", "7", "-7", "10", "1200", "0.5", "-0.5", "0.05", "1.5", "1.50", "1.0", "12.34", "100.001", "-12345.678", "1e0",
        "1e+5", "1E-5", "12e3", "1.2e3", "1.25e1", "0.000e3", "10e-1", "1200e-4",
        // Where a UInt64's digits end, and where it does.
        "999999999999999999", "9999999999999999999", "10000000000000000001", "12345678901234567891", "18446744073709551615",
        "18446744073709551616", "99999999999999999999", "0.12345678901234567891", "-1844674407370955.1617",
        // Where the 38 digits end.
        "99999999999999999999999999999999999999", "9.9999999999999999999999999999999999999",
        "12345678901234567890123456789012345670", "20000000000000000000",
        "0.00000000000000000000012345678901234567890123456789012345678", "10000000000000000000000000000000000000",
        "1.0000000000000000000000000000000000000000000000", "1e37", "1e38", "1e89", "1e90", "1e91", "1e127", "-1e127", "12e120",
        "1e-100", "1e-127", "1e-128", "-37e-128", "10000000000000000000000000000000000000e90",
        "12345678901234567890123456789012345678e-128",
    ])
    func valuesOfFoundation(literal: String) throws {
        try check(literal, is: #require(Decimal(string: literal)))
    }

    /// By sums and products, without a text.
    @Test func valuesOfArithmetic() throws {
        for digits in 1...38 {
            var integer: Decimal = 0
            for digit in 1...digits { integer = integer * 10 + Decimal(digit % 10) }
            let text = (1...digits).map { String($0 % 10) }.joined()
            var fraction = integer
            for point in 1...digits {
                fraction /= 10
                let whole = text.dropLast(point)
                try check("\(whole.isEmpty ? "0" : whole).\(text.suffix(point))", is: fraction)
            }
            try check(text, is: integer)
            try check("-" + text, is: -integer)
            try check(text + "e-40", is: integer * Decimal(sign: .plus, exponent: -40, significand: 1))
        }
    }

    @Test(arguments: ["-0", "0e5", "-0e-5", "0.000", "-0.0e127", "0e-400", "0e99999999999999999999"])
    func zeros(literal: String) throws {
        try check(literal, is: 0)
        #expect(try Decimal(json: literal).sign == .plus)
    }

    @Test(arguments: [
        "123456789012345678901234567890123456789", "0.999999999999999999999999999999999999999", "1e128", "10e127", "1e-129",
        "15e-129",
        "1e9999", "1e-9999", "12345678901234567890123456789012345678e128",
    ])
    func refused(literal: String) throws {
        let error = try #require(throws: JSONError.self) { try Decimal(json: literal) }
        #expect(error.kind == .refused && error.message.contains("a number that Decimal holds exactly"))
    }

    /// Their integers take more than 38 digits, or nothing that is read makes them.
    @Test func textsOfOtherValues() throws {
        let third = Decimal(1) / 3
        for value in [
            .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .pi, third, third * 3, third + 7,
            -third / 1_000_000,
            Decimal(0.1), Decimal(UInt64.max), Decimal(Int64.min), Decimal(string: "184467440737095516150000000000000000000")!,
            Decimal(string: "340282366920938463463374607431768211455")!, Decimal(sign: .minus, exponent: 120, significand: 18),
        ] {
            #expect(try value.jsonString() == value.description)
        }
    }
}
