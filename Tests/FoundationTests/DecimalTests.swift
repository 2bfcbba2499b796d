import Foundation
import TestSupport
import Testing
import YokeFoundation

/// Yoke reads and writes decimals by its own code. The results equal those of Foundation's slower code.
@Suite struct DecimalTests {
    /// Expects that the literal is read as the expected value, and that the value is written with the digits of Foundation's `description`.
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
        // Numbers with 18 to 20 digits, and numbers around the largest UInt64.
        "999999999999999999", "9999999999999999999", "10000000000000000001", "12345678901234567891", "18446744073709551615",
        "18446744073709551616", "99999999999999999999", "0.12345678901234567891", "-1844674407370955.1617",
        // Numbers around the limit of 38 digits.
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

    /// Reads arrays of numbers with up to 38 digits, and compares the values with Foundation's.
    @Test func valuesInRows() throws {
        var random = SeededGenerator(seed: 51)
        let literals = (0..<4000).map { _ in
            let count = Int.random(in: 1...38, using: &random), point = Int.random(in: 0...count, using: &random)
            let digits = (0..<count).map { _ in random.oneIn(4) ? "0" : String(random.next() % 10) }.joined()
            let whole = digits.prefix(point).drop { $0 == "0" }, fraction = digits.dropFirst(point)
            let exponent = random.oneIn(5) ? "e\(Int.random(in: -60...60, using: &random))" : ""
            return (random.oneIn(3) ? "-" : "") + (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : ".\(fraction)") + exponent
        }
        for engine in JSONEngine.each {
            var options = JSONReadOptions()
            options.engine = engine
            let values = try [Decimal](json: "[\(literals.joined(separator: ","))]", options: options)
            for (literal, value) in zip(literals, values) {
                let expected = try #require(Decimal(string: literal))
                #expect(value == expected && value.description == expected.description, "\(literal)")
                guard value != 0 else { continue }  // the bytes are not compared, because Foundation's zeros may have an exponent
                #expect(withUnsafeBytes(of: value) { a in withUnsafeBytes(of: expected) { a.elementsEqual($0) } }, "\(literal)")
            }
        }
    }

    /// If a string is a number that `Decimal` cannot hold, the error says so.
    @Test(arguments: ["1e166", "1234567890123456789012345678901234567890123", "1e-129"])
    func numbersInStringsThatDecimalCannotHold(_ number: String) throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.lenient
            options.engine = engine
            func error(_ text: String) throws -> JSONError {
                try #require(throws: JSONError.self) { try [Decimal](json: "[\(text)]", options: options) }
            }
            let message = "expected a number that Decimal holds exactly, found "
            #expect(try error(number).message == message + number && error("\"\(number)\"").message == message + "\"\(number)\"")
            #expect(try error("\"\(number)\"").kind == .refused && error("\"\(number)x\"").kind == .typeMismatch)
        }
    }

    /// Reads decimals, and compares them with values that are computed by sums and products.
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
    func everyZeroIsPositive(literal: String) throws {
        try check(literal, is: 0)
        #expect(try Decimal(json: literal).sign == .plus)
    }

    @Test(arguments: [
        "0.999999999999999999999999999999999999999", "1e166", "-1e166", "1e-129", "15e-129", "1e9999", "1e-9999",
        // 2^128 is too large for a Decimal. Foundation would change its last digit to 0; Yoke refuses it.
        "340282366920938463463374607431768211456", "-3402823669209384634633746074317682114560e-1",
        "340282366920938463463374607431768211455.1", "3402823669209384634633746074317682114551",
        "340282366920938463463374607431768211455e128", "340282366920938463463374607431768211455e-129",
        "12345678901234567890123456789012345678e129", "1.000000000000000000000000000000000000000000000001",
        // Exponents near the limits of Int and beyond.
        "1e9223372036854775807", "10e9223372036854775807", "0.1e-9223372036854775808", "0.01e-9223372036854775807",
        "1.5e9223372036854775807", "1e-9223372036854775808", "100e9223372036854775808", "-1e+99999999999999999999999999999",
    ])
    func numbersThatDecimalCannotHoldAreRefused(literal: String) throws {
        for options in Self.allOptions {
            for text in [literal, "\"\(literal)\""] {
                let error = try #require(throws: JSONError.self) { try Decimal(json: text, options: options) }
                guard text == literal else { continue }
                #expect(
                    error.kind == .refused && error.message.contains("a number that Decimal holds exactly"), "\(text): \(error)")
            }
        }
        #expect(throws: JSONError.self) { try [String: Decimal](json: "{\"a\":\(literal)}") }
        #expect(throws: JSONError.self) { try Decimal(json: JSONValue(json: literal)) }
        let number = try #require(JSONNumber(text: literal))
        #expect(number.int == nil && number != JSONNumber(1.5))
    }

    private static let allOptions: [JSONReadOptions] = {
        JSONEngine.each.flatMap { engine in
            ([.strict, .lenient, .salvage, .untrusted, .mjExtension, .yyModel, .jsonModel] as [JSONReadOptions]).map {
                var options = $0
                options.engine = engine
                return options
            }
        }
    }()

    /// `Decimal` holds every integer below 2^128, times a power of ten from 10^-128 to 10^127. The literal may spell such a number in any
    /// way.
    @Test(arguments: [
        ("340282366920938463463374607431768211455", "340282366920938463463374607431768211455", 0),
        ("-123456789012345678901234567890123456789", "-123456789012345678901234567890123456789", 0),
        ("34028236692093846346337460743176821145.50", "3402823669209384634633746074317682114550", -2),
        ("1e128", "10", 127), ("10e127", "10", 127), ("-1e165", "-100000000000000000000000000000000000000", 127),
        ("12345678901234567890123456789012345678e128", "123456789012345678901234567890123456780", 127),
        ("0.340282366920938463463374607431768211455e166", "340282366920938463463374607431768211455", 127),
        ("340282366920938463463374607431768211455e-128", "340282366920938463463374607431768211455", -128),
        ("10e-129", "1", -128), ("1" + String(repeating: "0", count: 38) + "e-166", "1", -128),
        ("1" + String(repeating: "0", count: 4000) + "e-3990", "10000000000", 0),
        ("0." + String(repeating: "0", count: 4000) + "1e4001", "1", 0),
        ("1.5" + String(repeating: "0", count: 4000), "15", -1), ("0e9223372036854775807", "0", 0),
        ("-0e-9223372036854775808", "0", 0),
    ])
    func everythingThatFits(literal: String, integer: String, exponent: Int) throws {
        let expected = try #require(Decimal(string: "\(integer)e\(exponent)"))
        for options in Self.allOptions {
            #expect(try Decimal(json: literal, options: options) == expected)
        }
        #expect(try Decimal(json: "\"\(literal)\"", options: .lenient) == expected)
        #expect(try Decimal(json: expected.jsonString()) == expected)
    }

    /// Yoke writes every value that Foundation can make as Foundation does, and reads back an equal value.
    @Test func allThatFoundationMakesReadsBack() throws {
        var all: [Decimal] = [
            .greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, .pi,
            Decimal(Double.leastNormalMagnitude), Decimal(0.1), Decimal(1e100), Decimal(UInt64.max),
        ]
        for a in 1...60 {
            for b in 1...60 {
                all += [Decimal(a) / Decimal(b), -Decimal(a) / Decimal(b) * Decimal(b + 1), pow(Decimal(a) / 7, b)]
            }
        }
        for exponent in -128...127 {
            for integer in [1, 10, 37, 1200, "340282366920938463463374607431768211455"] as [Any] {
                all.append(Decimal(string: "\(integer)e\(exponent)") ?? .nan)
            }
        }
        var random = SeededGenerator(seed: 4)
        for _ in 0..<20_000 {
            // A random integer of up to 128 bits.
            let high = UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0...64, using: &random)
            let integer = Decimal(high) * (Decimal(UInt64.max) + 1) + Decimal(UInt64.random(in: 0...UInt64.max, using: &random))
            let exponent = Int.random(in: -128 - integer.exponent...127 - integer.exponent, using: &random)
            all.append(Decimal(sign: Bool.random(using: &random) ? .plus : .minus, exponent: exponent, significand: integer))
        }
        for value in all where value.isFinite {
            let text = try value.jsonString()
            let back = try Decimal(json: text)
            if text != value.description || back != value || back.description != text {
                Issue.record("\(value): \(text), \(back)")
            }
        }
        #expect(all.count { $0.isFinite } > 25_000)
    }

    /// Writes values whose integers have more than 38 digits, and values that no literal produces.
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
