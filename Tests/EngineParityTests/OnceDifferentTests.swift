import TestSupport
import Testing

/// Inputs for which the two engines once gave different results, or both gave a wrong one.
@Suite(.needsBothEngines) struct OnceDifferentTests {
    private let values = Subject(JSONValue.self)

    private func check(_ text: [UInt8], _ options: JSONReadOptions = .strict, _ location: SourceLocation = #_sourceLocation) {
        for way in [.whole, .chunks, .formatter(indent: 2), .stream(.lines, path: nil), .stream(.values, path: nil)] + Way.validators
            as [Way]
        {
            for cuts in [[], Array(1..<max(1, text.count))] + (0...min(text.count, 60)).map({ [$0] }) {
                expectSame(Trial(values, text, way, options, cuts: cuts), "", location)
            }
        }
    }

    /// Reads texts that end inside a token, where the grammar does not allow this token at its position. Both engines must give the same
    /// caret and message.
    @Test(arguments: [
        "[1 \"", "[1 \"a\\", "[1 \"\\u12", "[1\"\\ud83d\\u0", "[1 tru", "[1 -", "{1", "{\"a\" \"", "{\"a\":1 \"b", "{\"a\",\"",
        "{\"a\":\"b\" t", "{tru", "{\"\" 1",
        "{-", "[[2n[", "[1\"\n", "[1-,", "[null 1t\\", "[1 \"\u{0B}\"", "{\"a\":1,t",
    ]) func misplacedAndUnfinished(text: String) {
        check(Array(text.utf8))
        check(Array(text.utf8) + [0x80])
        check(Array(text.utf8) + [0xED, 0xA0, 0x80])
    }

    private struct Numbers: JSONConvertible, Equatable {
        var d: Double?
        var g: Float = 8
        var pair = Pair()
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("d", \.d); $0.add("g", \.g, literal: 8); $0.add("pair", \.pair, default: Pair())
            }
        }
    }
    private struct Pair: JSONConvertible, Equatable {
        var a = 1.5
        var b: Float?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, layout: .array) {
                $0.add("a", \.a, literal: 1.5); $0.add("b", \.b)
            }
        }
    }

    /// The first digits of a cut number are no value.
    @Test(arguments: [#"{"d":3.4"#, #"{"d":-7"#, #"{"g":3.4e5"#, #"{"g":12345678901234567890.5"#, #"{"pair":[3.4"#, #"{"pair":[1.5,2.5e1"#])
    func aCutNumberIsNoValue(text: String) throws {
        for engine in JSONEngine.all {
            for var options in [JSONReadOptions.strict, .salvage] {
                options.engine = engine
                options.allowsPartialValue = true
                #expect(try Numbers(json: text, options: options) == Numbers(), "\(text)")
            }
        }
    }

    /// Two tokens stand together without a separator. Both engines must report the error at the second token.
    @Test(arguments: ["005", "1-1:", "1false", "01}", "1\"a\"", "\"a\"1", "truetrue", "0-", "-0-0", "1e5e5"])
    func tokensWithNothingBetweenThemAreRefused(
        text: String
    ) {
        check(Array(text.utf8))
        check(Array(text.utf8), .with { $0.allowsSeveralValues = true })
    }

    /// After the value, every bad byte gives the same error, whether it is invalid UTF-8 or not.
    @Test(arguments: [[0x22, 0x22, 0x80], [0x31, 0x0A, 0x80], [0x33, 0x20, 0xF5], [0x5B, 0x5D, 0xC3, 0x28]] as [[UInt8]])
    func badBytesBehindTheValue(text: [UInt8]) {
        check(text)
        check(text, .with { $0.allowsComments = true })
    }

    @Test func badBytesInComments() {
        for text in ["//", "/*", "[1 /*", "1//", "1 //\n//", "{\"a\"/**/"].map({ Array($0.utf8) }) {
            check(text + [0xEF, 0x2A], .with { $0.allowsComments = true })
            check(text + [0x80], .with { $0.allowsComments = true })
        }
    }

    /// The engine checks an unfinished token at the end of the text, then drops the token and closes the open containers.
    @Test func partialValues() {
        let rich = Subject.all.first { $0.name == "Rich" }!
        for text in [
            "{\"x\":\"", "{\"name\":\"a\",\"id\":1", "{\"name\":\"a\",\"tags\":[\"b", "{\"name\":\"a\" \"", "[\"\\u12", "[1 2",
        ] {
            for subject in [rich, values] {
                expectSame(Trial(subject, Array(text.utf8), .whole, .with { $0.allowsPartialValue = true }))
            }
        }
    }

    /// The strict filter hides indentation from yajl. The hidden bytes still count for positions, also in later chunks.
    @Test func placesBehindIndentation() {
        let text = Array("[[1\t \n \t1111".utf8)
        for cut in 0...text.count { expectSame(Trial(values, text, .stream(.values, path: nil), cuts: [cut, text.count])) }
    }

    /// A token that is too long, misplaced or invalid gives the same error for all chunks, although each engine cuts the text into chunks
    /// of its own.
    @Test(arguments: ["\"", "1", "\"\\u0061"]) func tooLongTokens(start: String) {
        for front in ["[", "[1 ", "{\"a\" ", "1 ", "{"] {
            for count in [10, 5000, 70_000] {
                for end in ["", "]", "\\x", "\"]", "e]", "\u{80}"] {
                    let text = Array((front + start + String(repeating: "1", count: count) + end).utf8)
                    let options = [JSONReadOptions.strict, .with { $0.limits.stringBytes = 6 }]
                    for options in options {
                        for cuts in [[], [text.count - 1], [text.count / 2]] {
                            expectSame(Trial(values, text, .chunks, options, cuts: cuts))
                        }
                    }
                }
            }
        }
    }
}
