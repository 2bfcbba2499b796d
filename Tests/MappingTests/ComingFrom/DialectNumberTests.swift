import Testing
import Yoke

/// The dialects: sets of options that read JSON as another library does. Their names appear in the messages of failed tests.
enum Dialect: String, CaseIterable {
    case mjExtension, yyModel, mantle, jsonModel, jdcJsonExtension, foundation

    var options: JSONReadOptions {
        switch self {
        case .mjExtension: .mjExtension
        case .yyModel: .yyModel
        case .mantle: .mantle
        case .jsonModel: .jsonModel
        case .jdcJsonExtension: .jdcJsonExtension
        case .foundation: .foundation
        }
    }

    /// Dialects that read a number from the start of a string.
    static let converting: [Dialect] = [.mjExtension, .yyModel, .jsonModel, .jdcJsonExtension]
    /// Dialects that treat an invalid value as an error.
    static let refusing: [Dialect] = [.mantle, .jsonModel, .foundation]
    static let strict: [Dialect] = [.mantle, .foundation]
}

/// A model whose only property has the initial value 42.
struct One<Value: JSONConvertible & Equatable & Sendable & ExpressibleByIntegerLiteral>: JSONConvertible, Equatable {
    var n: Value = 42
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("n", \.n, default: 42) } }
}

@Suite struct DialectWidthTests {
    @Test(arguments: Dialect.allCases) func integersWrapOrClampAtTheirLimits(_ dialect: Dialect) throws {
        try check(Int8.self, dialect)
        try check(UInt8.self, dialect)
        try check(Int16.self, dialect)
        try check(UInt16.self, dialect)
        try check(Int32.self, dialect)
        try check(UInt32.self, dialect)
        try check(Int64.self, dialect)
        try check(UInt64.self, dialect)
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
        try check(Int128.self, dialect)
        try check(UInt128.self, dialect)
    }

    private func check<Value: JSONConvertible & FixedWidthInteger & Sendable>(_ type: Value.Type, _ dialect: Dialect) throws {
        for edge in [Value.min, .max] {
            #expect(try read(One<Value>.self, #"{"n":\#(edge)}"#, dialect.options) == One(n: edge))
            // Dialects that convert strings also read the limit from a string, and cut off a fraction. The value is always the limit.
            for text in [#""\#(edge)""#, #""\#(edge)x""#, #""\#(edge).9""#] {
                try outcome(text, One(n: edge), dialect, refused: dialect == .jsonModel ? nil : .typeMismatch)
            }
            try outcome("\(edge).9", One(n: edge), dialect, refused: dialect == .jsonModel ? nil : .notAnInteger)
            // The first integer beyond the limit. Dialects that convert numbers like C wrap around, if C has an integer of this width.
            let last = String(edge).last!.wholeNumberValue!
            let beyond = edge == 0 ? "-1" : String(edge).dropLast() + String(last + 1)
            let wraps = (Value.bitWidth < 128 || beyond == "-1") && [.yyModel, .jdcJsonExtension].contains(dialect)
            let value = wraps ? One<Value>(n: edge == .min ? .max : .min) : One()
            try outcome(beyond, value, dialect, refused: .numberOutOfRange)
            try outcome(#""\#(beyond)""#, value, dialect, refused: dialect == .jsonModel ? .numberOutOfRange : .typeMismatch)
        }
    }

    private func outcome<Value>(_ text: String, _ value: One<Value>, _ dialect: Dialect, refused: JSONError.Kind?) throws {
        let json = #"{"n":\#(text)}"#
        if let refused, Dialect.refusing.contains(dialect) {
            expect(refused, "$.n", reading: One<Value>.self, json, dialect.options)
        } else {
            #expect(try read(One<Value>.self, json, dialect.options) == value, "\(dialect) \(text)")
        }
    }

    /// Fractions are cut towards 0, also for negative numbers. If C cannot convert a number, the property keeps its initial value.
    @Test func exponentsAreCutTowardsZero() throws {
        for dialect in Dialect.converting {
            #expect(try read(One<Int>.self, #"{"n":"-1.29e1"}"#, dialect.options) == One(n: -12))
            #expect(try read(One<Int8>.self, #"{"n":-0.9}"#, dialect.options) == One(n: 0))
            #expect(try read(One<UInt64>.self, #"{"n":"1e19"}"#, dialect.options) == One(n: 10_000_000_000_000_000_000))
        }
        for dialect in Dialect.converting {
            for text in ["1.55555555555555555555e19", "0.00000155555555555555555555E+25", "155555555555555555555.5e-1"] {
                for json in [#"{"n":\#(text)}"#, #"{"n":"\#(text)x"}"#] {
                    #expect(try read(One<UInt64>.self, json, dialect.options) == One(n: 15_555_555_555_555_555_555), "\(dialect) \(json)")
                }
            }
            #expect(
                try read([Int].self, "[12345e-3,0.00012345e7,-1.5e-400,9007199254740993.5e0]", dialect.options) == [
                    12, 1234, 0, 9_007_199_254_740_993,
                ])
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { continue }
            #expect(try read([Int128].self, "[-1.55555555555555555555555e22]", dialect.options) == [-15_555_555_555_555_555_555_555])
        }
        for dialect in [Dialect.yyModel, .jdcJsonExtension, .mjExtension] {
            #expect(try read(One<Int>.self, #"{"n":1.55555555555555555555e19}"#, dialect.options) == One())
            #expect(try read(One<Int>.self, #"{"n":1.5e400}"#, dialect.options) == One())
            #expect(try read(One<Int>.self, #"{"n":1e30}"#, dialect.options) == One())
            #expect(try read(One<Double>.self, #"{"n":"1.0e999999"}"#, dialect.options) == One())
            #expect(try read(One<Float>.self, #"{"n":1e39}"#, dialect.options) == One())
        }
        expect(.numberOutOfRange, "$.n", reading: One<Double>.self, #"{"n":"1.0e999999"}"#, .jsonModel)
        #expect(try read(One<UInt8>.self, #"{"n":-1.5}"#, .yyModel) == One(n: 255))
        #expect(try read(One<Int8>.self, #"{"n":"1e3x"}"#, .yyModel) == One(n: -24))
    }
}

/// Reads strings that begin with a number, and strings whose beginning is hard to parse.
@Suite struct DialectPrefixTests {
    @Test(
        arguments: [
            ("40个", 40, 40), ("收藏5", 0, 0), ("hehe", 0, 0), ("", 0, 0), ("120.5", 120, 120.5), (" \\t12", 12, 12), ("+5", 5, 5),
            ("-", 0, 0), ("+", 0, 0), ("--1", 0, 0), ("-x", 0, 0), ("e5", 0, 0), ("1e", 1, 1), ("1e+", 1, 1), ("1e-x", 1, 1),
            ("1e2x", 100, 100),
            (".", 0, 0), (".5", 0, 0.5), ("-.5", 0, -0.5), ("5.", 5, 5), ("5.x", 5, 5), ("1.2.3", 1, 1.2),
            ("0x10", 0, 0), ("007", 7, 7), ("-007.5kg", -7, -7.5), ("00", 0, 0),
            ("1,5", 1, 1), (" ", 0, 0), ("1\\u0000" + "2", 1, 1), ("\\u00001", 0, 0), ("NaN", 0, 0), ("inf", 0, 0), ("truth", 0, 0),
        ] as [(String, Int, Double)])
    func theNumberAtTheStartOfATextCounts(_ text: String, _ int: Int, _ double: Double) throws {
        let json = #"{"n":"\#(text)"}"#
        for dialect in Dialect.converting {
            #expect(try read(One<Int>.self, json, dialect.options) == One(n: int), "\(dialect)")
            #expect(try read(One<Double>.self, json, dialect.options) == One(n: double), "\(dialect)")
        }
        for dialect in Dialect.strict { expect(.typeMismatch, "$.n", reading: One<Int>.self, json, dialect.options) }
    }

    @Test func aMinusWithoutDigitsIsNoNegativeZero() throws {
        for (text, sign) in [("-", .plus), ("-x", .plus), ("-.", .plus), ("--0", .plus), ("-0x", .minus), ("-.0x", .minus)]
            as [(String, FloatingPointSign)]
        {
            for dialect in Dialect.converting {
                let number = try read(One<Double>.self, #"{"n":"\#(text)"}"#, dialect.options).n
                #expect(number == 0 && number.sign == sign, "\(dialect) \(text)")
            }
        }
        #expect(try read([JSONNumber].self, #"["-x"]"#, .yyModel).map(\.text) == ["0"])
    }

    @Test func aDecimalCommaIsReadOnRequest() throws {
        for (text, value) in [
            ("100,9", 100.9), ("20.3", 20.3), ("20,3 €", 20.3), ("1,2,3", 1.2), (",", 0), ("5,", 5), ("100٫9", 100.9), ("20٫3 €", 20.3),
            ("7٫", 7), ("٫5", 0.5),
        ] {
            let options = JSONReadOptions(mode: .yyModel.withDecimalComma)
            #expect(try read(One<Double>.self, #"{"n":"\#(text)"}"#, options) == One(n: value))
        }
        let options = JSONReadOptions(mode: .lenient.withDecimalComma)
        for text in [#"{"n":"1,5"}"#, #"{"n":"1٫5"}"#] {
            #expect(try read(One<Double>.self, text, options) == One(n: 1.5))
            expect(.typeMismatch, "$.n", reading: One<Double>.self, text, .lenient)
            expect(.typeMismatch, "$.n", reading: One<Double>.self, text, JSONReadOptions(mode: .strict.withDecimalComma))
        }
    }

    @Test func nullIsZeroOnlyForAProperty() throws {
        #expect(try read(One<Int>.self, #"{"n":null}"#, .yyModel) == One(n: 0))
        #expect(try read([Int].self, "[1,null]", .yyModel) == [1])
        #expect(try read([String: Int].self, #"{"a":1,"b":null}"#, .yyModel) == ["a": 1])
    }

    /// Reads strings that are longer than the buffer of the number reader. The result must not depend on the buffer's size.
    @Test(arguments: [318, 319, 320, 321, 351, 352, 353, 1000, 5000]) func longOnes(_ count: Int) throws {
        let ones = String(repeating: "1", count: count), zeros = String(repeating: "0", count: count)
        for (text, double) in [
            (zeros + "7x", 7), ("0." + zeros + "1x", 0), ("1." + zeros + "1e2x", 100), ("-1." + ones + "e-1x", -0.1111111111111111),
            (String(repeating: " ", count: count) + "12", 12),
        ] {
            #expect(try One<Double>(json: #"{"n":"\#(text)"}"#, options: .yyModel) == One(n: double), "\(count) \(text.suffix(9))")
            #expect(try One<Int>(json: #"{"n":"\#(text)"}"#, options: .yyModel) == One(n: Int(double)))
        }
        for text in [ones, "-" + ones, ones + "x", "+" + ones + ".5", "1e" + ones] {
            #expect(try One<Double>(json: #"{"n":"\#(text)"}"#, options: .yyModel) == One(), "\(count) \(text.suffix(9))")
            #expect(try One<Int>(json: #"{"n":"\#(text)"}"#, options: .yyModel) == One())
            #expect((try? One<Int>(json: #"{"n":"\#(text)"}"#, options: .jsonModel)) == nil)
        }
        let comma = JSONReadOptions(mode: .mjExtension.withDecimalComma), lenient = JSONReadOptions(mode: .lenient.withDecimalComma)
        #expect(try One<Double>(json: #"{"n":"0,\#(ones)x"}"#, options: comma) == One(n: 0.1111111111111111))
        #expect(try One<Double>(json: #"{"n":"0,\#(ones)"}"#, options: lenient) == One(n: 0.1111111111111111))
        #expect(try One<JSONNumber>(json: #"{"n":"\#(ones)٫\#(ones)"}"#, options: lenient).n.text == "\(ones).\(ones)")
        #expect(try [Bool](json: #"["\#(zeros)x","\#(zeros).\#(ones)x"]"#, options: .yyModel) == [false, true])
    }
    /// An exponent that does not fit the buffer must not be cut and read as a shorter exponent.
    @Test func cutExponents() throws {
        let ones = String(repeating: "1", count: 347)
        #expect(try One<Double>(json: #"{"n":"\#(ones)e-340x"}"#, options: .yyModel).n.rounded() == 1_111_111)
        #expect(try One<Double>(json: #"{"n":"\#(ones)e-3400x"}"#, options: .yyModel) == One())
        #expect(try [Bool](json: #"["\#(ones)e-3400x"]"#, options: .yyModel) == [])
    }
}

/// Types that store the text of a number accept only numbers. A string's text is never stored unchecked.
@Suite struct NumberTextTests {
    private static let others = ["green", "", " 12 ", "12x", "nan", "01", "+5", ".5", "1.", "1e", "\\u0000", "1\\u00002", "١"]

    @Test(arguments: [JSONReadOptions.lenient, .salvage])
    func wholeStrings(_ options: JSONReadOptions) throws {
        for text in ["1.50", "-0", "1e400", "12345678901234567890.123"] {
            #expect(try read(One<JSONNumber>.self, #"{"n":"\#(text)"}"#, options).n.text == text)
        }
        for text in Self.others {
            let json = #"{"n":"\#(text)"}"#
            if options.mode == .salvage {
                #expect(try read(One<JSONNumber>.self, json, options) == One())
            } else {
                expect(.typeMismatch, "$.n", reading: One<JSONNumber>.self, json, options)
            }
        }
        #expect(try read([String: JSONNumber].self, #"{"a":"x","b":"1"}"#, .salvage) == ["b": 1])
        #expect(try read([JSONNumber?].self, #"["","1.0"]"#, .salvage) == [nil, 1.0])
    }

    @Test func theNumberTextAtTheStartCounts() throws {
        for (text, number) in zip(Self.others, ["0", "0", "12", "12", "0", "1", "5", "0.5", "1", "1", "0", "1", "0"]) {
            for dialect in Dialect.converting {
                #expect(try read(One<JSONNumber>.self, #"{"n":"\#(text)"}"#, dialect.options).n.text == number, "\(dialect) \(text)")
            }
            for dialect in Dialect.strict {
                expect(.typeMismatch, "$.n", reading: One<JSONNumber>.self, #"{"n":"\#(text)"}"#, dialect.options)
            }
        }
        #expect(try read([JSONNumber].self, #"["YES","no","truth"]"#, .yyModel).map(\.text) == ["1", "0", "0"])
        let (comma, lenient) = (JSONReadOptions(mode: .yyModel.withDecimalComma), JSONReadOptions(mode: .lenient.withDecimalComma))
        #expect(try read([JSONNumber].self, #"["20,3 €","1,5","1,2,3"]"#, comma).map(\.text) == ["20.3", "1.5", "1.2"])
        #expect(try read(One<JSONNumber>.self, #"{"n":"1,50"}"#, lenient).n.text == "1.50")
        expect(.typeMismatch, "$.n", reading: One<JSONNumber>.self, #"{"n":"1,2,3"}"#, lenient)
    }

    /// A custom type whose JSON form is a number.
    private struct Literal: JSONConvertible, Equatable {
        var text: String
        static var jsonMapping: JSONMapping { JSONMapping(number: Self.self, read: { Self(text: $0) }, write: { $0.text }) }
    }

    /// A custom type that refuses some numbers.
    private struct Even: JSONReadable {
        struct Odd: Error {}
        var text: String
        static var jsonMapping: JSONMapping {
            JSONMapping(
                number: Self.self,
                read: { text in
                    guard !text.hasSuffix("1") else { throw Odd() }
                    return Self(text: text)
                }, write: { $0.text })
        }
    }

    @Test func aRefusedNumberInAStringIsRefusedAsTheNumberIs() {
        for (text, options) in [("1", .strict), (#""1""#, .lenient), (#""0,1""#, JSONReadOptions(mode: .lenient.withDecimalComma))] {
            expect(.refused, "$[0]", reading: [Even].self, "[\(text)]", options)
        }
        expect(.typeMismatch, "$[0]", reading: [Even].self, #"["x1"]"#, .lenient)
    }

    @Test func onesOwn() throws {
        #expect(try read([Literal].self, #"["1.0",2]"#, .lenient).map(\.text) == ["1.0", "2"])
        #expect(try read([Literal].self, #"["12x"]"#, .jsonModel).map(\.text) == ["12"])
        for text in Self.others { expect(.typeMismatch, "$[0]", reading: [Literal].self, #"["\#(text)"]"#, .lenient) }
    }
}
