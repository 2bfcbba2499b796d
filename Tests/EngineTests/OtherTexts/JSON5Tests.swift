import TestSupport
import Testing
import Yoke

/// Returns the strict JSON for a JSON5 text; nil if the text is invalid.
private func strict(_ text: String, _ location: SourceLocation = #_sourceLocation) -> String? {
    everywhere(JSONValue.self, text, .json5, location).value?.description
}

@Suite struct JSON5ValueTests {
    private static let validTexts: [(String, String)] = [
        // Objects
        ("{}", "{}"), ("{a:1}", #"{"a":1}"#), ("{a:1,}", #"{"a":1}"#), ("{'a':1}", #"{"a":1}"#), ("{\"a\":1}", #"{"a":1}"#),
        ("{$_:1,_$:2,a1$:3}", #"{"$_":1,"_$":2,"a1$":3}"#), ("{ùńîċõďë:9}", #"{"ùńîċõďë":9}"#),
        (#"{\u0061b:1,a\u0062:2}"#, #"{"ab":1,"ab":2}"#),
        ("{abc:1,def:2}", #"{"abc":1,"def":2}"#), ("{a:{b:2}}", #"{"a":{"b":2}}"#),
        ("{null:1,true:2,NaN:3,Infinity:4}", #"{"null":1,"true":2,"NaN":3,"Infinity":4}"#),
        ("{__proto__:1}", #"{"__proto__":1}"#), ("{a\u{200C}b\u{200D}:1}", "{\"a\u{200C}b\u{200D}\":1}"), ("{𝒜𝒷:1}", #"{"𝒜𝒷":1}"#),
        ("{\u{2E2F}:1}", "{\"\u{2E2F}\":1}"), ("{a\u{301}\u{0967}\u{203F}\u{16EE}:1}", "{\"a\u{301}\u{0967}\u{203F}\u{16EE}\":1}"),
        ("{ a : 1 , }", #"{"a":1}"#),
        ("{a/**/:/**/1/**/,/**/}", #"{"a":1}"#), ("{'':1}", #"{"":1}"#),
        // Arrays
        ("[]", "[]"), ("[1]", "[1]"), ("[1,]", "[1]"), ("[1,2,]", "[1,2]"), ("[1,[2,3,],]", "[1,[2,3]]"), ("[[],{},]", "[[],{}]"),
        // Words
        ("null", "null"), ("true", "true"), ("false", "false"), ("[true,null,false]", "[true,null,false]"),
        // Numbers
        ("[0,0.,0e23]", "[0,0,0e23]"), ("[1,23,456,7890]", "[1,23,456,7890]"), ("[-1,-2,-.1,-0]", "[-1,-2,-0.1,-0]"),
        ("[+1,+.5,+0x10]", "[1,0.5,16]"),
        ("[.1,.23]", "[0.1,0.23]"), ("[1.0,1.23]", "[1.0,1.23]"), ("[1.,5.e3]", "[1,5e3]"),
        ("[1e0,1e1,1e01,1.e0,1.1e0,1e-1,1e+1]", "[1e0,1e1,1e01,1e0,1.1e0,1e-1,1e+1]"),
        ("[0x1,0X10,0xff,0xFF,-0x0]", "[1,16,255,255,-0]"), ("0xDEADBEEFCAFEF00D1234567890", "17642423813161704328185756678288"),
        ("0x00000000000000000001", "1"),
        ("0x3B9ACA00", "1000000000"), ("0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF", "340282366920938463463374607431768211455"),
        ("[NaN,Infinity,-Infinity,+NaN,-NaN,+Infinity]", "[NaN,Infinity,-Infinity,NaN,NaN,Infinity]"), ("NaN", "NaN"),
        ("Infinity", "Infinity"), ("-Infinity", "-Infinity"),
        // Strings
        ("\"abc\"", "\"abc\""), ("'abc'", "\"abc\""), (#"['"',"'"]"#, #"["\"","'"]"#), (#"'\'\"\\\/'"#, #""'\"\\/""#),
        (#"'\b\f\n\r\t\v\0'"#, #""\b\f\n\r\t\u000b\u0000""#),
        (#"'\x41\x0f\xFF'"#, #""A\u000fÿ""#), (#"'\a\z\-\é\𝄞'"#, #""az-é𝄞""#), ("'a\\\nb\\\r\nc\\\rd\\\u{2028}e\\\u{2029}f'", #""abcdef""#),
        ("'\u{2028}\u{2029}'", "\"\u{2028}\u{2029}\""), ("'\t\u{1}\\\u{1}'", #""\t\u0001\u0001""#), (#"'\u00e9\uD834\uDD1E'"#, "\"é𝄞\""),
        (#"'\uD834\x41'"#, ""),
        ("'// /* NaN , ] }'", #""// /* NaN , ] }""#),
        // White space and comments
        ("\t\u{B}\u{C} \u{A0}\u{FEFF}\n\r\u{2028}\u{2029}\u{1680}\u{2000}\u{200A}\u{202F}\u{205F}\u{3000}1\u{A0}", "1"),
        ("{\u{A0}a\u{A0}:\u{A0}1\u{A0}}", #"{"a":1}"#),
        ("{//c\na:1}", #"{"a":1}"#), ("//c\u{2028}1", "1"), ("1//c", "1"), ("/* c ** / é */1/**/", "1"), ("[1/*,*/,//]\n2]", "[1,2]"),
        ("1\u{FEFF}", "1"),
        ("\u{FEFF}{a:1}", #"{"a":1}"#),
    ]

    @Test(arguments: JSONEngine.each) func messagesAboutTextsWithoutValuesAndAboutKeys(_ engine: JSONEngine) {
        let rows: [(String, JSONReadOptions, String)] = [
            ("  ", .json5, "the text has no value"), ("/*a*/\n", .jsonc, "the text has no value"),
            ("//a\n", .json5, "the text has no value"),
            ("/*a \n", .jsonc, "the text ends inside a comment"), ("[1, /*a *", .jsonc, "the text ends inside a comment"),
            ("{a: 1}/*", .json5, "the text ends inside a comment"), ("[1 //a", .jsonc, "the text ends inside a value"),
            ("[\"/*", .json5, "the text ends inside a value"),
            ("{!:1}", .json5, "expected a key, found '!'"),
        ]
        for (text, options, message) in rows {
            var options = options
            options.engine = engine
            let error = #expect(throws: JSONError.self) { try JSONValue(json: text, options: options) }
            #expect(error?.message == message, "\(text)")
        }
    }

    @Test(arguments: validTexts)
    func valid(text: String, json: String) {
        #expect(strict(text) == (json.isEmpty ? nil : json), "\(text)")
    }

    /// The conversion to decimal digits has a quadratic cost, so it needs a limit, whatever the options allow.
    @Test(arguments: JSONEngine.each) func aHexadecimalNumberHasALimitOfItsOwn(engine: JSONEngine) throws {
        var options = JSONReadOptions.json5
        options.engine = engine
        options.limits.numberDigits = .max
        let digits = String(repeating: "f", count: 16_384)
        #expect(try JSONValue(json: "[0x\(digits)]", options: options).array?[0].number?.description.count == 19_729)
        for text in ["[0x\(digits)f]", "[-0x000\(digits)ffff, 1]"] {
            let error = #expect(throws: JSONError.self) { _ = try JSONValue(json: text, options: options) }
            #expect(error?.kind == .limitExceeded && error?.message == "a hexadecimal number is longer than 16384 digits")
            #expect(error?.path == "$[0]")
        }
    }

    private static let invalidTexts: [(String, Int)] = [
        ("", 0), ("{", 1), ("[", 1), ("{a", 2), ("{a:", 3), ("'", 1), ("'a", 2), ("/", 0), ("/*", 2), ("/* *", 4), ("1 /*", 4), ("+", 1),
        ("-", 1), (".", 1), ("0x", 2), ("1e", 2), ("1e+", 3), ("N", 1), ("Inf", 3), ("-Infinit", 8),
        ("[,]", 1), ("[1,,]", 3), ("{,}", 1), ("{a:1,,}", 5), ("{a:}", 3), ("{a,}", 2), ("{a 1}", 3), ("{1:2}", 1), ("{-a:2}", 1),
        ("{a-b:1}", 2), ("{'a' 'b'}", 5), ("[1 2]", 3),
        ("010", 1), ("-010", 2), ("+-1", 1), ("--1", 1), ("1a", 1), ("0x1g", 3), ("1.2.3", 3), (".e1", 1), ("1e5.5", 3), ("5_", 1),
        ("0b1", 1), ("1é", 1), ("0xé", 2), ("+ 1", 1), ("..5", 1),
        ("'\n'", 1), ("'a\r'", 2), (#"'\1'"#, 2), (#"'\01'"#, 3), (#"'\x4'"#, 4), (#"'\xg'"#, 3), (#"'\u12'"#, 5), ("'\\u00\\\n41'", 5),
        (#"'\uD800'"#, 7), (#"'\uDC00'"#, 4), ("'é\\x'", 5),
        ("NaNa", 3), ("Nan", 0), ("Infinit", 7), ("infinity", 0), ("undefined", 0), ("nul", 3), ("nulla", 4), ("tru\u{A0}", 3), ("TRUE", 0),
        ("#", 0), ("a", 0), ("é", 0), ("\u{2603}", 0), ("{\u{2603}:1}", 1),
        (#"{\u0031:1}"#, 6), (#"{a\u002d:1}"#, 7), (#"{\x61:1}"#, 2), (#"{a\:1}"#, 3), (#"{\uD835\uDC9C:1}"#, 6), ("{a\u{2603}:1}", 2),
        ("{\u{200C}:1}", 1), ("1 2", 2), ("{}{}", 2), ("[1]]", 3), ("1 +2", 2), ("1 .5", 2), ("1 'a'", 2), ("[1}", 2), ("{a:1]", 4),
        ("1,", 1), ("\"a\"\n]", 4),
        // Symbols that newer versions of Unicode and ECMAScript allow in identifiers. ECMAScript 5.1, and so JSON5, does not allow them.
        ("{\u{2118}:1}", 1), ("{\u{212E}:1}", 1), ("{\u{309B}:1}", 1), ("{\u{1885}:1}", 1), ("{a\u{B7}:1}", 2), ("{a\u{1369}:1}", 2),
        // An incomplete word, such as `tru`. The error is at the comma after the word, and not at the white space after the comma.
        ("[tru,\n 1]", 4), ("{a:nul, b:1}", 6), ("[true,fals, /**/]", 10),
        // A misplaced hexadecimal number. The error is at its start, although the number is rewritten as decimal digits only when its end
        // is known.
        ("{0x1/**/:1}", 1), ("[1 0x1/**/]", 3), (" 0x1 0x1// c\n", 5), ("{a +0x00/**/}", 3),
        ("`a`", 0), ("{a:1;b:2}", 4), ("[1/2]", 2), ("\u{0}", 0), ("[1\u{0}]", 2),
    ]

    @Test(arguments: invalidTexts)
    func invalid(text: String, offset: Int) {
        let failure = everywhere(JSONValue.self, text).failure
        #expect(failure?.offset == offset, "\(text): \(failure.map { "\($0)" } ?? "is read")")
    }

    @Test func badUnicode() {
        let texts: [([UInt8], Int)] = [
            ([0x27, 0xFF, 0x27], 1), ([0x5B, 0xC3, 0x28], 2), ([0x2F, 0x2A, 0xC3, 0x2A], 3), ([0x7B, 0x61, 0xE2, 0x98, 0x3A], 4),
            ([0x27, 0x5C, 0xE2, 0x80, 0x27], 4), ([0xC3], 1),
        ]
        for (bytes, offset) in texts {
            #expect(everywhere(JSONValue.self, bytes: bytes, .json5).failure?.offset == offset, "\(bytes)")
        }
    }

    /// The example in the introduction of the JSON5 specification, reworded.
    private static let kitchenSink = """
        // A text with everything
        {
          /* keys */ unquoted: 'and you can quote me on that', 'single "quoted"': "I'm a string", "double": 1,
          lineBreaks: 'Look, Mom! \\
        No \\\\n\\'s!',
          hexadecimal: 0xdecaf, leadingDecimalPoint: .8675309, andTrailing: 8675309.,
          positiveSign: +1, trailingComma: 'in objects', andIn: ['arrays',],
          "backwardsCompatible": "with JSON",
          $nested_1: [{a: [[], {}, {b: null,},]}, -Infinity, NaN, true], \\u00fcber: '\\x41\\v\\0', ключ: '',
        }

        """

    @Test func kitchenSinkIsRead() {
        let json = strict(Self.kitchenSink)
        #expect(
            json
                == #"{"unquoted":"and you can quote me on that","single \"quoted\"":"I'm a string","double":1,"lineBreaks":"Look, Mom! No \\n's!","#
                + #""hexadecimal":912559,"leadingDecimalPoint":0.8675309,"andTrailing":8675309,"positiveSign":1,"trailingComma":"in objects","andIn":["arrays"],"#
                + #""backwardsCompatible":"with JSON","$nested_1":[{"a":[[],{},{"b":null}]},-Infinity,NaN,true],"über":"A\u000b\u0000","ключ":""}"#
        )
    }

    @Test func truncationsFailAtTheEnd() {
        let text = Array(Self.kitchenSink.utf8)
        for count in 0..<text.count - 2 {
            let cut = Array(text[..<count])
            if cut.last == UInt8(ascii: "/"), text[count] != UInt8(ascii: "\n"), count < 40, count == 1 || cut[count - 2] == 0x20 {
                continue
            }  // a / alone is bad
            for engine in JSONEngine.each {
                var options = JSONReadOptions.json5
                options.engine = engine
                let whole = Outcome { () throws(JSONError) in try JSONValue(json: cut, options: options) }
                let bytes = Outcome { () throws(JSONError) -> JSONValue in
                    var reader = try JSONReader<JSONValue>(options: options)
                    for byte in cut { try reader.feed([byte]) }
                    return try reader.finish()
                }
                #expect(whole.failure?.kind == .unexpectedEnd && whole.failure?.offset == count, "\(count): \(whole)")
                #expect(bytes.failure == whole.failure, "\(count): \(bytes), \(whole)")
                options.allowsPartialValue = true
                let parts = Outcome { () throws(JSONError) in try JSONValue(json: cut, options: options) }
                #expect(parts.failure == nil || count < 30, "\(count): \(parts)")
            }
        }
    }
}

private struct Item: JSONConvertible, Equatable {
    var id = 0
    var name = ""
    var tags: [String] = []

    static let jsonMapping = JSONMapping(Item.self) { fields in
        fields.add("id", \.id, literal: 0)
        fields.add("name", \.name, literal: "")
        fields.add("tags", \.tags, literal: [])
    }
}

@Suite struct JSON5PlaceTests {
    private static let misfits: [(String, String, Int, Int, Int)] = [
        ("[{id:0x10,name:'é\\\nb',tags:['x',2]}]", "$[0].tags[1]", 33, 2, 14),
        ("/* ** */[{id: 1},\n // c\n {id:+.5}]", "$[1].id", 29, 3, 6),
        ("[{'id':'x'}]", "$[0].id", 7, 1, 8), ("[{id:NaN}]", "$[0].id", 5, 1, 6), ("[{id:-0x1F,name:0xFF}]", "$[0].name", 16, 1, 17),
        ("[{id:1,name:0x7}]", "$[0].name", 12, 1, 13), ("[{id:1,name: 0x00}]", "$[0].name", 13, 1, 14), ("[\u{A0}'x']", "$[0]", 3, 1, 3),
        ("[{id:99999999999999999999}]", "$[0].id", 5, 1, 6),
    ]

    @Test(arguments: misfits)
    func mappingErrorsNameTheOriginal(_ misfit: (String, String, Int, Int, Int)) {
        let (text, path, offset, line, column) = misfit
        let failure = everywhere([Item].self, text).failure
        #expect(
            failure?.path == path && failure?.offset == offset && failure?.line == line && failure?.column == column,
            "\(text): \(failure.map { "\($0)" } ?? "")")
    }

    @Test func snippetsShowTheOriginal() {
        do {
            _ = try [Item](json: "[{id: 0x1F, name: +.5}]", options: .json5)
            Issue.record("a number is no name")
        } catch {
            #expect(error.description.contains("[{id: 0x1F, name: +.5}]"), "\(error)")
            #expect(error.description.contains("\n                         ^") || error.column == 19, "\(error)")
        }
        let message = #expect(throws: JSONError.self) { try JSONValue(json: "['a' +1]", options: .json5) }
        #expect(message?.found?.contains("+") == true, "\(message.map { "\($0)" } ?? "")")
    }

    @Test func reportsHaveRangesOfTheOriginal() throws {
        let text = "{a: 0xF, b: 'x', /* c */ c: '12', d: +.5e1,}"
        for engine in JSONEngine.each {
            var options = JSONReadOptions.json5
            options.engine = engine
            options.mode = .lenient
            var report = JSONReport()
            #expect(try [String: String](json: text, options: options, report: &report) == ["a": "15", "b": "x", "c": "12", "d": "0.5e1"])
            #expect(report.entries.map { String(decoding: Array(text.utf8)[$0.bytes], as: UTF8.self) } == ["0xF", "+.5e1"])
        }
    }

    @Test func rawTextIsStrict() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.json5
            options.engine = engine
            let raw = try [String: JSONRawText](json: "{a: {b: .5, c: 'x',}, n: NaN}", options: options)
            #expect(raw["a"]?.text == #"{"b": 0.5, "c": "x" }"#, "\(raw)")
            #expect(raw["n"]?.text == "9e+0000999999999")
            #expect(try raw["n"]?.read(Double.self, options: .json5).isNaN == true)
            let lazy = try JSONLazy<[Double]>(json: "[0x10, +1, .5,]", options: options)
            #expect(try lazy.value() == [16, 1, 0.5])
        }
    }

    @Test func otherEncodingsAndLines() throws {
        let utf16 = "{a: 'é', b: [1,],}".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try JSONValue(json: utf16, options: .json5) == ["a": "é", "b": [1]])
        for engine in JSONEngine.each {
            var options = JSONReadOptions.json5
            options.engine = engine
            let text = Array("{id: 0x1,} // one\n\n{id: }\n{name: 'a\n{id: 3, tags: ['x',],}\n/* c */ {id: +4}".utf8)
            for size in 1...text.count {
                var stream = try JSONStream<Item>(chunks: text.chunks(of: size), format: .lines, options: options)
                var ids: [Int] = [], offsets: [Int?] = []
                for result in stream.results {
                    do { ids.append(try result.get().id) } catch { offsets.append((error as? JSONError)?.offset) }
                }
                #expect(ids == [1, 3, 4] && offsets == [24, 35], "\(engine) \(size): \(ids) \(offsets)")
                _ = try stream.next()
            }
        }
    }

    @Test func updates() throws {
        var item = Item(id: 1, name: "a", tags: ["x"])
        let changes = try item.update(json: "{name: 'b', id: 0x1F,}", options: .json5)
        #expect(item == Item(id: 31, name: "b", tags: ["x"]) && changes.names == ["id", "name"])
        var reader = try JSONReader<Item>(options: .json5)
        try reader.read(into: &item, from: Array("{id:+7}".utf8))
        #expect(item == Item(id: 7))
    }

    @Test func validatorAndFormatter() throws {
        var validator = try JSONValidator(options: .json5)
        let outcome = Array("{a: [NaN, 0x1, 'x',]} // end".utf8).withUnsafeBytes { bytes in
            Result { () throws(JSONError) in try validator.feed(bytes) }
        }
        try outcome.get()
        try validator.finish()
        #expect(validator.statistics.numbers == 2 && validator.statistics.strings == 1)
        func formatted(_ text: String, _ style: JSONWriteOptions) throws -> String {
            var out: [UInt8] = []
            var formatter = try JSONFormatter(style: style, options: .json5)
            let outcome = Array(text.utf8).withUnsafeBytes { bytes in
                Result { () throws(JSONError) in try formatter.feed(bytes) { out += $0 } }
            }
            try outcome.get()
            try formatter.finish { out += $0 }
            return String(decoding: out, as: UTF8.self)
        }
        #expect(try formatted("{a: [0x1, 'x',],} // end", .compact) == #"{"a":[1,"x"]}"#)
        #expect(try formatted("[NaN]", JSONWriteOptions(nonFiniteNumbers: .null)) == "[null]")
        #expect(try formatted("[-Infinity]", JSONWriteOptions(nonFiniteNumbers: .literal)) == "[-Infinity]")
        let error = #expect(throws: JSONError.self) { try formatted("[1, NaN]", .compact) }
        #expect(error?.kind == .nonFiniteNumber && error?.offset == 4, "\(error.map { "\($0)" } ?? "")")
    }
}

@Suite struct JSON5LimitTests {
    @Test func hexadecimalNumbersAreLimited() {
        let good = "0x" + String(repeating: "F", count: 3400), bad = "[0x" + String(repeating: "F", count: 3500) + "]"
        for engine in JSONEngine.each {
            var options = JSONReadOptions.json5
            options.engine = engine
            #expect((try? JSONValue(json: good, options: options))?.description.utf8.count == 4095)
            for count in [3500, 5000, 100_000] {
                let text = "[0x" + String(repeating: "F", count: count) + "]"
                let failure = Outcome { () throws(JSONError) in try JSONValue(json: text, options: options) }.failure
                #expect(failure?.kind == .limitExceeded && failure?.offset == 1, "\(count): \(failure.map { "\($0)" } ?? "")")
            }
            _ = bad
        }
    }

    @Test func deepAndLongTexts() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.json5
            options.engine = engine
            let deep = String(repeating: "[", count: 100_000)
            #expect(Outcome { () throws(JSONError) in try JSONValue(json: deep, options: options) }.failure?.kind == .depthExceeded)
            // Yoke rewrites JSON5 as strict JSON in pieces. This text is longer than one piece.
            let long =
                "["
                + (0..<40_000).map { "{id: 0x\(String($0, radix: 16)), name: '\($0 % 7 == 0 ? "\\x41" : "a")',}, // \($0)" }.joined(
                    separator: "\n") + "\n]"
            let items = try [Item](json: long, options: options)
            #expect(items.count == 40_000 && items[39_999].id == 39_999)
            let bad = long.dropLast(1) + "{id: 1, name: +1}]"
            let failure = Outcome { () throws(JSONError) in try [Item](json: String(bad), options: options) }.failure
            #expect(
                failure?.offset == bad.utf8.count - 4 && failure?.line == 40_001 && failure?.path == "$[40000].name",
                "\(failure.map { "\($0)" } ?? "")")
        }
    }

    @Test func damagedTexts() {
        let seeds = [
            "{a:+.5,'b':0x1F,/*c*/\"d\":[NaN,-Infinity,'x\\\ny',],}//e", "[{id:1,name:'é',tags:['\\x41',]},{'id':-0xF}]",
            "{ключ:{\\u0061:[[],{},],},}",
        ]
        .map { Array($0.utf8) }
        var mutator = Mutator(seed: 5)
        let tokens = [
            "'", "\\", "0x", "+", ".", "NaN", "Infinity", "//", "/*", "*/", "\u{2028}", "\u{A0}", "$a", ",", "\\u0061", "\n", "\\0", "\"",
            "-", "e5",
        ]
        for round in 0..<600 {
            var text = mutator.mutate(mutator.random.pick(seeds), others: seeds)
            if round % 2 == 0 { text.insert(contentsOf: mutator.random.pick(tokens).utf8, at: mutator.number(text.count + 1)) }
            let cuts = mutator.cuts(of: text.count)
            var transcripts: [String] = []
            for engine in JSONEngine.each {
                var options = JSONReadOptions.json5
                options.engine = engine
                let whole = Outcome { () throws(JSONError) in try JSONValue(json: text, options: options) }
                let pieces = Outcome { () throws(JSONError) -> JSONValue in
                    var reader = try JSONReader<JSONValue>(options: options), start = 0
                    for end in cuts + [text.count] {
                        try reader.feed(text[min(start, end)..<end])
                        start = max(start, end)
                    }
                    return try reader.finish()
                }
                let typed = Outcome { () throws(JSONError) in try [Item](json: text, options: options) }
                if !Transcoded.looksWide(text) { #expect("\(whole)" == "\(pieces)", "\(engine) \(text) \(cuts)") }
                transcripts.append("\(whole) \(typed)")
            }
            #expect(transcripts.allSatisfy { $0 == transcripts[0] }, "\(String(decoding: text, as: UTF8.self)): \(transcripts)")
        }
    }
}

/// Texts that are taken for UTF-16 or UTF-32 if they are read at once. Chunks are always taken for UTF-8.
private enum Transcoded {
    static func looksWide(_ text: [UInt8]) -> Bool {
        text.prefix(4).contains(0) || text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF])
    }
}

@Suite struct JSONCTests {
    @Test func commentsAndTrailingCommas() {
        let text = "// settings\n{\n  \"a\": [1, 2,], /* b */\n}\n"
        #expect(everywhere(JSONValue.self, text, .jsonc).value == ["a": [1, 2]])
        #expect(everywhere(JSONValue.self, "{a: 1}", .jsonc).failure?.offset == 1)
        #expect(everywhere(JSONValue.self, "['a']", .jsonc).failure?.offset == 1)
        #expect(JSONReadOptions.jsonc.description == "JSONReadOptions(allowsComments: true, allowsTrailingCommas: true)")
    }
}
