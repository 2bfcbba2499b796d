import TestSupport
import Testing
import Yoke

/// Reads a text at once, in two chunks with every cut, in chunks of three bytes, and byte by byte. Expects and returns the same result.
private func outcome<Value: JSONReadable & Equatable>(
    _ type: Value.Type = Value.self, _ text: [UInt8], _ options: JSONReadOptions, _ location: SourceLocation = #_sourceLocation
) -> Outcome<Value> {
    let whole = Outcome { () throws(JSONError) in try Value(json: text, options: options) }
    for chunks in [text.chunks(of: 1), text.chunks(of: 3)] + text.indices.map({ text.split(at: $0) }) {
        let pieces = Outcome { () throws(JSONError) -> Value in
            var reader = try JSONReader<Value>(options: options)
            for chunk in chunks { try reader.feed(chunk) }
            return try reader.finish()
        }
        #expect(pieces == whole, "chunks of \(chunks.map(\.count)): \(String(decoding: text, as: UTF8.self))", sourceLocation: location)
    }
    return whole
}

@Suite struct CommentTests {
    private let options: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.allowsComments = true
        return options
    }()

    @Test(arguments: [
        "/**/[1,2]", "[1,2]//", "[1,2]//end\n", "//a\n[1,2]", "[/*x*/1/* y *//***/,//z\n2/***/]", "[1,//\r\n2]", "[1,2/* [ \" ] */]",
        "/*é𝄞*/[1,2]", "[1/*\n*/,2]", " /* // */ [1, 2] // /* ", "[1/**/,/**//**/2]",
    ])
    func asWhiteSpace(text: String) {
        #expect(outcome([Int].self, Array(text.utf8), options).value == [1, 2])
        #expect(outcome([Int].self, Array(text.utf8), .strict).failure != nil)
    }

    @Test(arguments: [
        ("[1,2]/", 5), ("[1,2]/*", 7), ("[1,/*2]", 7), ("[1,2]/*/", 8), ("[/1]", 1), ("[1,/ 2]", 3), ("[1#2]", 2), ("/*x*/", 5),
        ("[1,2]/**/3", 9),
    ])
    func badOnes(text: String, offset: Int) {
        let failure = outcome([Int].self, Array(text.utf8), options).failure
        #expect(failure?.offset == offset, "\(text): \(failure.words)")
    }

    @Test func notInsideTokens() {
        #expect(outcome([String].self, Array(#"["//","/*","*/"]"#.utf8), options).value == ["//", "/*", "*/"])
        #expect(outcome([Int].self, Array("[1/**/2]".utf8), options).failure?.offset == 6)
        #expect(outcome([Bool].self, Array("[tr/**/ue]".utf8), options).failure?.offset == 3)
    }
}

@Suite struct TinyNumberTests {
    @Test func aNumberTooSmallForItsTypeIsZero() {
        #expect(outcome([Double].self, Array("[1e-400,-1e-400]".utf8), .strict).value == [0, -0.0])
        #expect(outcome([Float].self, Array("[1e-60]".utf8), .strict).value == [0])
    }

    /// JSONDecoder refuses such a number too.
    @Test(arguments: JSONEngine.each) func orItIsAnError(engine: JSONEngine) throws {
        var options = JSONReadOptions.foundation
        options.engine = engine
        for text in ["1e-400", "-1e-400", "2e-324", "0.001e-330"] {
            for list in ["[\(text)]", "[1.5, \(text), 2]"] {
                let error = #expect(throws: JSONError.self) { _ = try [Double](json: list, options: options) }
                #expect(error?.kind == .numberOutOfRange && error?.message == "\(text) is too small for Double")
            }
            let error = #expect(throws: JSONError.self) { _ = try [String: Double](json: #"{"a": \#(text)}"#, options: options) }
            #expect(error?.path == "$.a")
        }
        #expect(throws: JSONError.self) { _ = try Float(json: "1e-46", options: options) }
        #expect(try [Float](json: "[1e-45,0e-60,-0]", options: options) == [1e-45, 0, -0.0])
        #expect(try [Double](json: "[5e-324,0e-400,0.000e-400,0.0,-0.0,0]", options: options) == [5e-324, 0, 0, 0, -0.0, 0])
        options.mode = .salvage
        #expect(try [Double](json: "[1,1e-400,2]", options: options) == [1, 2])
    }
}

@Suite struct TrailingCommaTests {
    private let options: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.allowsTrailingCommas = true
        return options
    }()

    @Test(arguments: [
        ("[1,2,]", "[1,2]", false), (" [ [ 1 , ] \t\n, \n\t ] ", "[[1]]", false),
        (#"{"a":[",",],"b":{"c":"\"," , } ,}"#, #"{"a":[","],"b":{"c":"\","}}"#, false),
        (#"[{},[],"x",null,]"#, #"[{},[],"x",null]"#, false), (#"{"a,":",]"}"#, #"{"a,":",]"}"#, true), ("[1,  2]", "[1,2]", true),
    ])
    func areNone(text: String, same: String, isStrict: Bool) throws {
        let value = try JSONValue(json: same)
        #expect(outcome(JSONValue.self, Array(text.utf8), options).value == value)
        #expect(outcome(JSONValue.self, Array(text.utf8), .foundation).value == value)
        #expect((outcome(JSONValue.self, Array(text.utf8), .strict).failure == nil) == isStrict)
    }

    @Test(arguments: [
        ("[,]", 1), ("[1,,]", 3), ("[1, ,]", 4), ("{,}", 1), (#"{"a",  }"#, 4), (#"{"a":,  }"#, 5), (#"{"a":1,,}"#, 7), ("[1,  }", 5),
        (#"{"a":1,]"#, 7),
        ("1 , ", 2), ("[1],", 3), ("[1,", 3), ("[1,  ", 5), (",", 0), (#"{"a":{"b":1},"c", }"#, 16), ("[1, x]", 4),
    ])
    func badOnes(text: String, offset: Int) {
        let failure = outcome(JSONValue.self, Array(text.utf8), options).failure
        #expect(failure?.offset == offset, "\(text): \(failure.words)")
    }

    @Test func deeperThanIsKnown() {
        var options = options
        options.limits.depth = 1000
        let text = String(repeating: "[", count: 600) + "1" + String(repeating: ",]", count: 600)
        #expect(outcome(JSONValue.self, Array(text.utf8), options).failure == nil)
    }

    @Test func besideComments() {
        var options = options
        options.allowsComments = true
        let text = "[1,/*,*/2 , // ]\n /**/ ]"
        #expect(outcome([Int].self, Array(text.utf8), options).value == [1, 2])
        #expect(outcome(JSONRawText.self, Array("[1 , ]".utf8), options).value?.text == "[1   ]")
    }
}

@Suite struct InvalidUnicodeTests {
    private let options: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.invalidUnicode = .replace
        return options
    }()

    private func text(_ bytes: [UInt8]) -> [UInt8] { Array("[\"a".utf8) + bytes + Array("b\",{\"k".utf8) + bytes + Array("\":1}]".utf8) }

    @Test(
        arguments: [
            [0xFF], [0xC0, 0xAF], [0xC2], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9D, 0x84], [0xF5, 0x80, 0x80, 0x80], [0x80],
            [0xF4, 0x90, 0x80, 0x80],
        ] as [[UInt8]])
    func badBytes(bytes: [UInt8]) {
        let repaired = String(decoding: bytes, as: UTF8.self)
        #expect(repaired.unicodeScalars.allSatisfy { $0 == "\u{FFFD}" })
        let read = outcome(JSONValue.self, text(bytes), options).value
        #expect(read == .array([.string("a\(repaired)b"), .object(["k\(repaired)": 1])]))
        let strings = outcome([String].self, Array("[\"".utf8) + bytes + Array("\"]".utf8), options).value
        #expect(strings == [repaired])
        #expect(outcome(JSONValue.self, text(bytes), .strict).failure?.kind == .invalidUnicode)
    }

    @Test(arguments: [
        (#"\ud834"#, "\u{FFFD}"), (#"\udd1e"#, "\u{FFFD}"), (#"\ud834\ud834"#, "\u{FFFD}\u{FFFD}"), (#"\ud834\u0041"#, "\u{FFFD}A"),
        (#"\uD834\uDD1E"#, "𝄞"), (#"\ud834x"#, "\u{FFFD}x"), (#"\ud834\n"#, "\u{FFFD}\n"), (#"\ud834\ud834\udd1e"#, "\u{FFFD}𝄞"),
        (#"\udd1e\ud834"#, "\u{FFFD}\u{FFFD}"), (#"\\ud834"#, #"\ud834"#), (#"\ud834\\"#, "\u{FFFD}\\"),
    ])
    func loneSurrogatesBecomeReplacements(escape: String, expected: String) {
        let text = Array("[\"\(escape)\",\"\(escape)\"]".utf8)
        #expect(outcome([String].self, text, options).value == [expected, expected])
        if expected.contains("\u{FFFD}") { #expect(outcome([String].self, text, .strict).failure?.kind == .invalidUnicode) }
    }

    @Test func otherFaultsStayFaults() {
        #expect(outcome([String].self, Array(#"["\ud83"]"#.utf8), options).failure?.kind == .invalidString)
        #expect(outcome([String].self, Array(#"["\ud834"#.utf8), options).failure?.kind == .unexpectedEnd)
        #expect(outcome([String].self, [0x5B, 0x22, 0x01, 0x22, 0x5D], options).failure?.offset == 2)
        #expect(outcome([String].self, [0x5B, 0xFF, 0x5D], options).failure?.kind == .unexpectedCharacter)
    }
}

@Suite struct EndOptionTests {
    @Test func trailingGarbage() {
        var options = JSONReadOptions.strict
        options.allowsTrailingGarbage = true
        for garbage in [
            "", " ", "]", " [2]", "x", "\"", "\"a\"", " 7", "tr", "null", "{", "\u{1}", "\u{C}", ",", "//", "-", "\\", " 1 2 3", "\u{FEFF}",
        ] {
            #expect(outcome([Int].self, Array("[1]\(garbage)".utf8), options).value == [1], "\(garbage)")
        }
        #expect(outcome([Int].self, Array("[1]".utf8) + [0xFF, 0xC0], options).value == [1])
        #expect(outcome([Int].self, Array("[1".utf8), options).failure?.kind == .unexpectedEnd)
        #expect(outcome([Int].self, Array("[1}".utf8), options).failure?.offset == 2)
        #expect(outcome(Int.self, Array("1 x".utf8), options).value == 1)
        #expect(outcome(String.self, Array(#""a"}"#.utf8), options).value == "a")
    }

    @Test func partialValues() {
        var options = JSONReadOptions.strict
        options.allowsPartialValue = true
        let cuts: [(String, JSONValue)] = [
            ("[1,2", [1]), ("[1,2 ", [1, 2]), ("[1,", [1]), ("[", []), ("{", [:]), (#"{"a"#, [:]), (#"{"a":"#, [:]), (#"{"a":1"#, [:]),
            (#"{"a":[true,fal"#, ["a": [true]]), (#"["x","y"#, ["x"]), ("1", 1), ("[1] ", [1]), ("[[[", [[[]]]),
            (#"{"a":1,"a":"#, ["a": 1]),
        ]
        for (text, expected) in cuts {
            #expect(outcome(JSONValue.self, Array(text.utf8), options).value == expected, "\(text)")
        }
        for text in ["\"ab", "", "  ", "tr"] {
            #expect(outcome(JSONValue.self, Array(text.utf8), options).failure?.kind == .unexpectedEnd, "\(text)")
        }
        #expect(outcome([Int].self, Array("[1,}".utf8), options).failure?.offset == 3)
        #expect(outcome([Int].self, Array("[1] 2".utf8), options).failure?.kind == .trailingContent)
        #expect(outcome([String: [Int]].self, Array(#"{"a":[1,2],"b":[3,4"#.utf8), options).value == ["a": [1, 2], "b": [3]])
        #expect(outcome([String: [Int]].self, Array(#"{"a":[1,2],"b":"#.utf8), options).value == ["a": [1, 2]])
    }

    @Test func severalValues() {
        var options = JSONReadOptions.strict
        options.allowsSeveralValues = true
        for text in ["[1][2]", "[1] [2]\n", "[0]\t[1]\r\n[2]", "[2]"] {
            #expect(outcome([Int].self, Array(text.utf8), options).value == [2], "\(text)")
            if text != "[2]" { #expect(outcome([Int].self, Array(text.utf8), .strict).failure?.kind == .trailingContent) }
        }
        #expect(outcome(Int.self, Array("1 2 3".utf8), options).value == 3)
        #expect(outcome(Bool.self, Array("true false".utf8), options).value == false)
        #expect(outcome(String.self, Array(#""a" "b""#.utf8), options).value == "b")
        for (text, offset) in [("truefalse", 4), ("1\"a\"", 1), ("\"a\"\"b\"", 3), ("true1", 4), ("nullnull", 4)] {
            #expect(outcome(JSONValue.self, Array(text.utf8), options).failure?.offset == offset, "\(text)")
        }
        #expect(outcome([Int].self, Array("[1] [2".utf8), options).failure?.kind == .unexpectedEnd)
        #expect(outcome([Int].self, Array("[1] [2]]".utf8), options).failure?.offset == 7)
        #expect(outcome([Int].self, Array("[1],[2]".utf8), options).failure?.offset == 3)
    }

    /// The end of a text can be asked for again.
    @Test(arguments: JSONEngine.each) func finishingTwice(engine: JSONEngine) throws {
        for (text, isPartial) in [("[1,2", true), ("[1,2]", false), ("[1,2]", true)] {
            var options = JSONReadOptions.strict
            options.engine = engine
            options.allowsPartialValue = isPartial
            var validator = try JSONValidator(options: options)
            try validator.feed(text.utf8)
            for _ in 0..<3 { try validator.finish() }
        }
    }
}
