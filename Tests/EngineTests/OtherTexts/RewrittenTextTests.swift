import TestSupport
import Testing
import Yoke

/// Texts that are rewritten before the engine gets them: with comments, trailing commas, JSON5, or bytes that are not UTF-8.
@Suite struct RewrittenTextTests {
    private static let withCommas: [JSONReadOptions] = {
        var literal = JSONReadOptions.strict
        literal.nonFiniteNumbers = .literal
        literal.allowsTrailingCommas = true
        return [.foundation, .jsonc, .json5, literal]
    }()

    /// Only a trailing comma becomes a space. All other bytes of raw text stay, wherever a chunk ends.
    @Test(arguments: withCommas) func rawTextKeepsItsBytes(options: JSONReadOptions) {
        for text in [
            "[1, 2]", "[1,\n  2 ,3,\t4]", #"{"a" : 1,   "b": [ 2,  {} ] , "c":[[],[] ]}"#, "[1,\(String(repeating: " ", count: 60))2]",
        ] {
            #expect(everywhere(JSONRawText.self, text, options) == .value(try! JSONRawText(text)))
        }
        let trailing = everywhere(JSONRawText.self, "[1, 2, ]", options)
        #expect(trailing == .value(try! JSONRawText("[1, 2  ]")))
        // After very many blanks, the comma may stand at another place.
        let blanks = String(repeating: " ", count: 1000)
        for text in ["[1,\(blanks)2]", "[1,\(blanks)]", "{\"a\":1,\(blanks)\"b\":2,\(blanks)}"] {
            let expected = text.replacing(" ", with: "").replacing(",]", with: "]").replacing(",}", with: "}")
            #expect(everywhere(JSONValue.self, text, options) == Outcome { () throws(JSONError) in try JSONValue(json: expected) })
        }
    }

    /// White space after a comma ends a number at once, also if the comma may be a trailing one.
    @Test(arguments: withCommas) func growingTextsHaveTheNumberBeforeACommaAndABlank(options: JSONReadOptions) throws {
        for engine in JSONEngine.each {
            var options = options
            options.engine = engine
            var growing = try JSONGrowing<[Int]>(options: options)
            for (piece, expected) in [("[1, ", [1]), ("2,\n", [1, 2]), ("3", [1, 2]), (", ", [1, 2, 3]), ("4, ]", [1, 2, 3, 4])] {
                #expect(try growing.append(piece) == expected, "\(piece)")
            }
        }
    }

    @Test func limitsOfDigitsHoldInJSON5() {
        for limit in [0, 1, 5, 15, 16, 17, 18] {
            var options = JSONReadOptions.json5
            options.limits.numberDigits = limit
            for (text, digits) in [("[0x5]", 1), ("[0x12345]", 5), ("[0x123456]", 7), ("[123456]", 6), ("[1234567890123456]", 16)] {
                let outcome = everywhere([Int].self, text, options)
                switch outcome {
                case .value(let numbers):
                    #expect(digits <= limit && (try? [Int](json: text, options: .json5)) == numbers, "\(text) \(limit)")
                case .failure(let error): #expect(digits > limit && error.kind == .limitExceeded, "\(text) \(limit): \(error)")
                }
            }
            #expect("\(everywhere([Double].self, "[NaN, -Infinity, Infinity]", options))".contains("nan"), "\(limit)")
        }
    }

    /// A text that is cut after a comma has the number before the comma.
    @Test(arguments: withCommas) func aCommaEndsANumber(options: JSONReadOptions) {
        var options = options
        options.allowsPartialValue = true
        for text in ["[1,2,", "[1,2, ", "[1, 2,\n", "[1,2,\(String(repeating: " ", count: 300))"] {
            #expect(everywhere([Int].self, text, options) == .value([1, 2]), "\(text)")
        }
        #expect(everywhere(JSONValue.self, "{\"a\": 1,", options) == .value(["a": 1]))
    }

    /// If strings are repaired, comments need not be UTF-8 either.
    @Test func commentsMayHaveOtherBytes() {
        var options = JSONReadOptions.strict
        options.allowsComments = true
        options.invalidUnicode = .replace
        var literal = options, json5 = JSONReadOptions.json5
        literal.nonFiniteNumbers = .literal
        json5.invalidUnicode = .replace
        let bad: [[UInt8]] = [
            [0xFF], [0xC3], [0xE2, 0x80], [0xE2, 0x80, 0xFF], [0xC3, 0xE2, 0x80, 0x41], [0xF0, 0x9F], [0xED, 0xA0, 0x80], [0x80],
        ]
        for options in [options, literal, json5] {
            for bytes in bad {
                let comments = Array("[1 /* ".utf8) + bytes + Array(" *".utf8) + bytes + Array("*/ , 2] // ".utf8) + bytes
                #expect(everywhere([Int].self, bytes: comments, options) == .value([1, 2]), "\(bytes)")
                #expect(everywhere([Int].self, bytes: comments + Array("\n".utf8), options) == .value([1, 2]), "\(bytes)")
                let outside = everywhere([Int].self, bytes: Array("[1, ".utf8) + bytes + Array("]".utf8), options)
                #expect(outside.value == nil, "\(bytes) was read")
            }
        }
        for bytes in bad {
            let string = everywhere(String.self, bytes: Array("'\\".utf8) + bytes + Array("'".utf8), json5)
            let plain = everywhere(String.self, bytes: Array("'".utf8) + bytes + Array("'".utf8), json5)
            #expect(string == plain, "\(bytes)")
        }
        // A line separator ends a comment of JSON5, also after bad bytes.
        let separator = Array("1 // ".utf8) + [0xE2, 0xE2, 0x80, 0xA8] + Array("2".utf8)
        #expect(everywhere(Int.self, bytes: separator, json5).value == nil, "the 2 is not part of the comment")
    }

    /// If the text is cut in a comment or in the next value, the complete values are given.
    @Test func aCutTextGivesItsCompleteValues() {
        var options = JSONReadOptions.jsonc
        options.allowsPartialValue = true
        for isJSON5 in [false, true] {
            options.allowsJSON5 = isJSON5
            #expect(everywhere(JSONValue.self, "{\"a\":1} /* x", options) == .value(["a": 1]))
            #expect(everywhere(Int.self, "1 /* x", options) == .value(1))
            #expect(everywhere(Int.self, "/* x", options).value == nil, "there is no value")
            var several = options
            several.allowsSeveralValues = true
            #expect(everywhere(Int.self, "1 2 tr", several) == .value(2))
            #expect(everywhere(Int.self, "1 2 /* x", several) == .value(2))
        }
        for text in ["1 N", "1 Infini", "1 +", "1 .", "1 0x", "1 /", "{\"a\":1} -"] {
            options.allowsJSON5 = true
            #expect(everywhere(JSONValue.self, text, options).value == nil, "\(text)")
        }
        var strict = JSONReadOptions.strict
        strict.allowsPartialValue = true
        #expect(everywhere(Int.self, "1 tr", strict).value == nil, "tr is no white space")
    }
}
