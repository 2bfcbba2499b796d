import TestSupport
import Testing
import Yoke

private struct Measures: JSONConvertible, Equatable, CustomStringConvertible {
    var a = 0.0
    var b: Float = 1
    var c: Double?
    var list: [Double] = []
    var pairs: [String: Double] = [:]
    var maybe: [Float?] = []

    static let jsonMapping = JSONMapping(Measures.self) { fields in
        fields.add("a", \.a, literal: 0)
        fields.add("b", \.b, literal: 1)
        fields.add("c", \.c)
        fields.add("list", \.list, literal: [])
        fields.add("pairs", \.pairs)
        fields.add("maybe", \.maybe, literal: [])
    }

    var description: String {
        let parts: [String] = [
            "\(a)", "\(b)", c.map { "\($0)" } ?? "nil", "\(list)", "\(pairs)",
            "\(maybe.map { number -> String in number.map { "\($0)" } ?? "nil" })",
        ]
        return parts.joined(separator: " ")
    }

    static let extreme = Measures(
        a: .nan, b: -.infinity, c: .infinity, list: [1, .nan, 2.5, .infinity, -.infinity, 3], pairs: ["x": .nan],
        maybe: [nil, .infinity, 1])
}

private let names = JSONNonFiniteNumbers.strings(positive: "+inf", negative: "-inf", nan: "n\"a\"n")

private func reading(_ policy: JSONNonFiniteNumbers) -> JSONReadOptions {
    var options = JSONReadOptions()
    options.nonFiniteNumbers = policy
    return options
}

@Suite struct NonFiniteTests {
    @Test func writing() throws {
        let value = Measures.extreme
        #expect(throws: JSONError.self) { try value.jsonString() }
        #expect(
            try value.jsonString(JSONWriteOptions(nonFiniteNumbers: .literal))
                == #"{"a":NaN,"b":-Infinity,"c":Infinity,"list":[1.0,NaN,2.5,Infinity,-Infinity,3.0],"pairs":{"x":NaN},"maybe":[null,Infinity,1.0]}"#
        )
        #expect(
            try value.jsonString(JSONWriteOptions(nonFiniteNumbers: .null))
                == #"{"a":null,"b":null,"c":null,"list":[1.0,null,2.5,null,null,3.0],"pairs":{"x":null},"maybe":[null,null,1.0]}"#)
        #expect(
            try value.jsonString(JSONWriteOptions(nonFiniteNumbers: names))
                == #"{"a":"n\"a\"n","b":"-inf","c":"+inf","list":[1.0,"n\"a\"n",2.5,"+inf","-inf",3.0],"pairs":{"x":"n\"a\"n"},"maybe":[null,"+inf",1.0]}"#
        )
        let long = JSONNonFiniteNumbers.strings(positive: String(repeating: "p", count: 5000), negative: "", nan: "é")
        #expect(
            try [Double.infinity, -.infinity, .nan].jsonString(JSONWriteOptions(nonFiniteNumbers: long))
                == "[\"\(String(repeating: "p", count: 5000))\",\"\",\"é\"]")
        #expect(try [[Double.nan]].jsonString(JSONWriteOptions(indent: 1, nonFiniteNumbers: .literal)) == "[\n [\n  NaN\n ]\n]")
        #expect(try [1.0, 2.0].jsonString(JSONWriteOptions(nonFiniteNumbers: .literal)) == "[1.0,2.0]")
        #expect(JSONWriteOptions(nonFiniteNumbers: .reject) == JSONWriteOptions())
    }

    @Test func literalsHaveNoDigitsForTheLimit() throws {
        for engine in JSONEngine.each {
            var options = reading(.literal)
            options.engine = engine
            options.limits.numberDigits = 3
            #expect(try [Double](json: "[-Infinity,Infinity,123]", options: options) == [-.infinity, .infinity, 123])
            #expect(try Double(json: "NaN", options: options).isNaN)
        }
    }

    @Test func literalsAreReadBack() throws {
        let text = try Measures.extreme.jsonString(JSONWriteOptions(nonFiniteNumbers: .literal))
        for options in [reading(.literal), .json5] {
            #expect(everywhere(Measures.self, text, options).value?.description == Measures.extreme.description)
        }
        #expect(everywhere(Measures.self, text, reading(.null)).failure?.offset == 5)
        #expect(everywhere(Measures.self, text, .strict).failure?.offset == 5)
        #expect(everywhere([Double].self, "[-Infinity,1,NaN,-1]", reading(.literal)).value?.description == "[-inf, 1.0, nan, -1.0]")
    }

    @Test func stringsAreReadBack() throws {
        let text = try Measures.extreme.jsonString(JSONWriteOptions(nonFiniteNumbers: names))
        #expect(everywhere(Measures.self, text, reading(names)).value?.description == Measures.extreme.description)
        #expect(everywhere(Measures.self, text, reading(.literal)).failure?.path == "$.a")
        #expect(everywhere([Double].self, #"["+inf","x"]"#, reading(names)).failure?.offset == 8)
        #expect(everywhere([Int].self, #"["+inf"]"#, reading(names)).failure?.kind == .typeMismatch)
        #expect(everywhere([String].self, #"["+inf"]"#, reading(names)).value == ["+inf"])
        #expect(everywhere([Float].self, #"["\u002binf", "-inf"]"#, reading(names)).value == [.infinity, -.infinity])
    }

    @Test func nullIsNaN() throws {
        #expect(
            everywhere(Measures.self, #"{"a":null,"b":null,"c":null,"list":[1,null],"pairs":{"x":null},"maybe":[null]}"#, reading(.null))
                .value?.description
                == #"nan nan nil [1.0, nan] ["x": nan] ["nil"]"#)
        #expect(everywhere([Int].self, "[null]", reading(.null)).failure?.kind == .typeMismatch)
        #expect(everywhere(Double.self, "null", reading(.null)).value?.isNaN == true)
        #expect(everywhere(Double.self, "null", .strict).failure?.kind == .typeMismatch)
    }

    @Test func otherTypesRefuseThem() {
        for text in ["NaN", "-Infinity"] {
            for failure in [
                everywhere(Int.self, text, reading(.literal)).failure, everywhere(UInt8.self, text).failure,
                everywhere(String.self, text).failure,
                everywhere(Bool.self, text).failure, everywhere(JSONNumber.self, text).failure,
                everywhere(Int128Box.self, text).failure,
            ] {
                #expect(failure?.kind == .typeMismatch && failure?.offset == 0, "\(failure.map { "\($0)" } ?? "is read")")
            }
        }
        let error = #expect(throws: JSONError.self) { try [Int](json: "[NaN]", options: .json5) }
        #expect(error?.message == "expected an integer (Int), found NaN or an infinity")
        var options = JSONReadOptions.json5
        options.mode = .lenient
        #expect(everywhere([String].self, "[NaN]", options).failure?.kind == .typeMismatch)
        options.mode = .salvage
        #expect(everywhere([Int].self, "[NaN, 1]", options).value == [1])
    }

    @Test func dynamicValues() throws {
        let text = "{a: [NaN, 1, -Infinity], long: ['\(String(repeating: "x", count: 300))', {b: Infinity}]}"
        for engine in JSONEngine.each {
            var options = JSONReadOptions.json5
            options.engine = engine
            let value = try JSONValue(json: text, options: options)
            #expect(
                value["a"]?[0]?.double?.isNaN == true && value["a"]?[2]?.double == -.infinity
                    && value["long"]?[1]?["b"]?.double == .infinity)
            #expect(value["a"]?[0]?.number?.text == "NaN" && value["a"]?[0]?.int == nil && value["a"]?[0]?.number?.isInteger == false)
            let error = #expect(throws: JSONError.self) { try value.jsonString() }
            #expect(error?.kind == .nonFiniteNumber)
            #expect(throws: JSONError.self) { try value.jsonString(.pretty) }
            #expect(try value["long"]?.jsonString(JSONWriteOptions(nonFiniteNumbers: .null)).hasSuffix(#"{"b":null}]"#) == true)
            #expect(try value["a"]?.jsonString(JSONWriteOptions(nonFiniteNumbers: names)) == #"["n\"a\"n",1,"-inf"]"#)
            let literal = try value.jsonString(JSONWriteOptions(nonFiniteNumbers: .literal))
            #expect(try JSONValue(json: literal, options: reading(.literal)) == value)
            #expect(try [Double](json: try #require(value["a"]), options: options).description == "[nan, 1.0, -inf]")
            let refused = #expect(throws: JSONError.self) { try [String: [Double]](json: ["x": [1, value["a"]![0]!]]) }
            #expect(refused?.path == "$.x[1]" && refused?.offset == 8 && refused?.hint?.contains("JSONWriteOptions") != true)
            #expect(value.description == literal)
        }
        #expect(try [Double.nan].jsonValue(JSONWriteOptions(nonFiniteNumbers: .literal))[0]?.double?.isNaN == true)
        // When it reads JSON5, Yoke first rewrites NaN and Infinity to the numbers `9e+0000999999999` and `1e+0000999999999`. A strict text
        // is not rewritten, so these texts are plain numbers in it.
        #expect(everywhere(JSONValue.self, "[9e+0000999999999]", .strict).value?.description == "[9e+0000999999999]")
        #expect(everywhere(Double.self, "1e999999999", .json5).failure?.kind == .numberOutOfRange)
        #expect(everywhere(JSONValue.self, "[NaN+5]", .json5).failure?.offset == 4)
        #expect(everywhere(Double.self, "1e+0000999999999", .strict).failure?.kind == .numberOutOfRange)
    }

    @Test func literalsBesideOtherOptions() {
        var options = reading(.literal)
        options.allowsComments = true
        options.allowsTrailingCommas = true
        #expect(everywhere([Double].self, "[1, // it's NaN\nInfinity /*\"*/,]", options).value == [1, .infinity])
        #expect(
            everywhere([String].self, #"["NaN", "\"Infinity", "\\", "é"]"#, reading(.literal)).value == ["NaN", "\"Infinity", "\\", "é"])
        #expect(everywhere([String: Double].self, #"{"NaN":-1}"#, reading(.literal)).value == ["NaN": -1])
        #expect(everywhere([String: Double].self, #"{"é":NaN}"#, reading(.literal)).value?["é"]?.isNaN == true)
        let bad: [(String, Int)] = [
            ("[+Infinity]", 1), ("[-NaN]", 2), ("{NaN:1}", 0), ("[Nan]", 1), ("[NaN1]", 4), ("[.5]", 1), ("[0x1]", 2), ("['a']", 1),
            ("[1,]", 3), ("[1//\n]", 2), ("[-]", 2), ("[\u{A0}1]", 1),
        ]
        for (text, offset) in bad {
            #expect(everywhere([Double].self, text, reading(.literal)).failure?.offset == offset, "\(text)")
        }
        #expect(reading(.literal).description == "JSONReadOptions(nonFiniteNumbers: literal)")
    }
}

/// A model of a 128-bit integer, because Int128 itself needs a newer system than the tests do.
private struct Int128Box: JSONConvertible, Equatable {
    var text: String

    static let jsonMapping = JSONMapping(number: Int128Box.self, read: { Int128Box(text: $0) }, write: { $0.text })
}
