import TestSupport
import Testing
import Yoke

/// Returns the results of a stream: elements, and kinds and positions of errors. Expects the same results with both engines, from
/// synchronous and asynchronous streams, at once and in chunks.
private func deliveries<Element: JSONReadable>(
    _ type: Element.Type, _ text: String, _ format: JSONStreamFormat, _ options: JSONReadOptions = .strict,
    _ location: SourceLocation = #_sourceLocation
) async throws -> [String] {
    let bytes = Array(text.utf8)
    var found: [[String]] = []
    func shown(_ result: Result<Element, JSONError>) -> String {
        switch result {
        case .success(let element): "\(element)"
        case .failure(let error): "\(error.kind) \(error.offset ?? -1) \(error.line ?? -1):\(error.column ?? -1)"
        }
    }
    for engine in JSONEngine.each {
        var options = options
        options.engine = engine
        for chunks in [[bytes[...]], bytes.chunks(of: 1), bytes.chunks(of: 3)] + bytes.indices.map({ bytes.split(at: $0) }) {
            found.append(try JSONStream<Element>(chunks: chunks, format: format, options: options).results.map(shown))
        }
        var later: [String] = []
        for try await result in JSONAsyncStream<Element, _>(Chunks(bytes.chunks(of: 2)), format: format, options: options).results {
            later.append(shown(result))
        }
        found.append(later)
    }
    for other in found { #expect(other == found[0], sourceLocation: location) }
    return found[0]
}

private struct Chunks: AsyncSequence {
    let chunks: [ArraySlice<UInt8>]
    init(_ chunks: [ArraySlice<UInt8>]) { self.chunks = chunks }
    struct AsyncIterator: AsyncIteratorProtocol {
        var rest: ArraySlice<ArraySlice<UInt8>>
        mutating func next() async -> ArraySlice<UInt8>? { rest.popFirst() }
    }
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(rest: chunks[...]) }
}

@Suite struct SequenceTests {
    private static let samples: [(String, [String])] = [
        ("", []), ("\u{1E}", []), ("\u{1E}\u{1E}\n\u{1E}", []), ("\u{1E}1\n", ["1"]), ("\u{1E}1\n\u{1E}2\n", ["1", "2"]),
        ("\u{1E}\n 1 \r\n\u{1E}\u{1E}[\n2,\n3]\u{1E}\"x\"", ["1", "[2,3]", "\"x\""]),
        // Cut numbers and words (RFC 7464, section 2.4)
        ("\u{1E}12\u{1E}3\n", ["unexpectedEnd 3 1:4", "3"]),
        ("\u{1E}true\u{1E}null\n\u{1E}false", ["unexpectedEnd 5 1:6", "null", "unexpectedEnd 17 2:7"]),
        ("\u{1E}1.5e3", ["unexpectedEnd 6 1:7"]),
        // Texts in a sequence that are not JSON
        ("\u{1E}{\"a\":\u{1E}1\n", ["unexpectedEnd 6 1:7", "1"]), ("\u{1E}[1}\n\u{1E}2\n", ["unexpectedCharacter 3 1:4", "2"]),
        ("\u{1E}1 2\n\u{1E}3\n", ["trailingContent 3 1:4", "3"]),
        ("\u{1E}\"a\u{1E}\n4\n", ["unexpectedEnd 3 1:4", "4"]),
        ("\u{1E}nul\n\u{1E}x\u{1E}5\n", ["unexpectedCharacter 4 1:5", "unexpectedCharacter 6 2:2", "5"]),
        ("\u{1E}[1\n2]\u{1E}3 ", ["unexpectedCharacter 4 2:1", "3"]),
        ("1\n\u{1E}2\n", ["unexpectedCharacter 0 1:1", "2"]), ("x", ["unexpectedCharacter 0 1:1"]),
        ("1 2\n3\u{1E}x\n\u{1E}4\n\u{1E}[5\n", ["unexpectedCharacter 0 1:1", "unexpectedCharacter 6 2:3", "4", "unexpectedEnd 15 5:1"]),
    ]

    @Test(arguments: samples)
    func texts(text: String, expected: [String]) async throws {
        #expect(try await deliveries(JSONValue.self, text, .sequence) == expected, "\(text.debugDescription)")
    }

    @Test func otherOptions() async throws {
        #expect(try await deliveries(JSONValue.self, "\u{1E}{a: /* \u{1E}'x'\n", .sequence, .json5) == ["unexpectedEnd 8 1:9", "\"x\""])
        #expect(
            try await deliveries(JSONValue.self, "\u{1E}0x10\n\u{1E}{a:1,}\u{1E}NaN\u{1E}+\u{1E}.5\n", .sequence, .json5) == [
                "16", "{\"a\":1}", "unexpectedEnd 17 2:12", "unexpectedEnd 19 2:14", "0.5",
            ])
        #expect(try await deliveries(Int.self, "\u{1E}1\n\u{1E}\"x\"\n\u{1E}3\n", .sequence) == ["1", "typeMismatch 4 2:2", "3"])
        var comments = JSONReadOptions.strict
        comments.allowsComments = true
        #expect(try await deliveries(JSONValue.self, "\u{1E}1 /* \u{1E}2\n", .sequence, comments) == ["unexpectedEnd 6 1:7", "2"])
        var limited = JSONReadOptions.strict
        limited.limits.totalBytes = 6
        #expect(try await deliveries(Int.self, "\u{1E}1\n\u{1E}2\n\u{1E}3\n", .sequence, limited) == ["1", "2", "limitExceeded 6 3:1"])
        #expect(
            try await deliveries(Int.self, "0{\t\"a\": 1}\n", .sequence, limited) == ["unexpectedCharacter 0 1:1", "limitExceeded 6 1:7"])
        #expect(
            try await deliveries(Int.self, "0 \n1 2\u{1E}3\n", .sequence, limited) == ["unexpectedCharacter 0 1:1", "limitExceeded 6 2:4"])
        limited.limits.totalBytes = 3
        #expect(try await deliveries(Int.self, "\u{FEFF}12\n", .sequence, limited) == ["limitExceeded 3 1:1"])
    }

    @Test func missingPath() throws {
        var stream = try JSONStream<Int>(chunks: ["\u{1E}{\"a\":1}\n\u{1E}{\"b\":2}\n\u{1E}{\"a\":3}\n".utf8], at: "$.a", format: .sequence)
        #expect(try stream.next() == 1)
        #expect(throws: JSONError.self) { try stream.next() }
        #expect(try stream.next() == 3)
        #expect(try stream.next() == nil)
    }

    @Test func validator() throws {
        let text = Array("0\n\u{1E}[1,2]\n\u{1E}[3,\n\u{1E}4\n\u{1E}5".utf8)
        for engine in JSONEngine.each {
            for size in 1...text.count {
                var options = JSONReadOptions.strict
                options.engine = engine
                var offsets: [Int?] = []
                var validator = try JSONValidator(format: .sequence, options: options) { offsets.append($0.offset) }
                for chunk in text.chunks(of: size) {
                    let outcome = chunk.withUnsafeBytes { bytes in Result { () throws(JSONError) in try validator.feed(bytes) } }
                    try outcome.get()
                }
                try validator.finish()
                #expect(offsets == [0, 14, 19] && validator.statistics.numbers == 3, "\(size): \(offsets) \(validator.statistics.numbers)")
            }
        }
    }

    /// A comment is white space, also after a number. But after a cut number no comment shows that it is complete.
    @Test func aCommentMayEndAText() async throws {
        var options = JSONReadOptions.jsonc
        for isJSON5 in [false, true] {
            options.allowsJSON5 = isJSON5
            let text = "\u{1E}{\"a\":1} // end\u{1E}2 // x\u{1E}3 /* y */\u{1E}4/* y */ \u{1E}5"
            #expect(
                try await deliveries(JSONValue.self, text, .sequence, options)
                    == [#"{"a":1}"#, "2", "3", "4", "unexpectedEnd \(text.utf8.count) 1:\(text.utf8.count + 1)"])
        }
    }

    @Test func aByteOrderMarkMayStandAtTheStart() async throws {
        let mark = "\u{FEFF}"
        #expect(try await deliveries(Int.self, mark + "\u{1E}1\n\u{1E}2\n", .sequence) == ["1", "2"])
        #expect(try await deliveries(Int.self, mark, .sequence) == [])
        #expect(try await deliveries(Int.self, mark + mark + "\u{1E}1\n", .sequence) == ["unexpectedCharacter 3 1:1", "1"])
        for text: [UInt8] in [[0xEF], [0xEF, 0xBB]] {
            var stream = try JSONStream<Int>(chunks: [text], format: .sequence)
            let error = #expect(throws: JSONError.self) { try stream.next() }
            #expect(error?.kind == .unexpectedEnd)
            var other = try JSONStream<Int>(chunks: [text + [0x1E, 0x31, 0x0A]], format: .sequence)
            #expect(throws: JSONError.self) { try other.next() }
            #expect(try other.next() == 1)
        }
    }
}

@Suite struct CommaSeparatedTests {
    private static let samples: [(String, [String])] = [
        ("", []), (" \n", []), ("1", ["1"]), ("1,2", ["1", "2"]),
        ("1, 2 ,\n[3,4] , {\"a\":5,\"b\":6},", ["1", "2", "[3,4]", "{\"a\":5,\"b\":6}"]), ("\"a\",true,null,", ["\"a\"", "true", "null"]),
        (",", ["unexpectedCharacter 0 1:1"]), ("1,,2", ["1", "unexpectedCharacter 2 1:3"]), ("1 2", ["1", "unexpectedCharacter 2 1:3"]),
        ("1,[2,]", ["1", "unexpectedCharacter 5 1:6"]),
        ("\"a\"\"b\"", ["\"a\"", "unexpectedCharacter 3 1:4"]), ("1,[2", ["1", "unexpectedEnd 4 1:5"]),
        ("[1]{}", ["[1]", "unexpectedCharacter 3 1:4"]), ("1,\n2,x", ["1", "2", "unexpectedCharacter 5 2:3"]),
        ("1]", ["1", "unexpectedCharacter 1 1:2"]),
        ("{\"a\":1 2}", ["unexpectedCharacter 7 1:8"]), ("1,}", ["1", "unexpectedCharacter 2 1:3"]),
    ]

    @Test(arguments: samples)
    func values(text: String, expected: [String]) async throws {
        #expect(try await deliveries(JSONValue.self, text, .commaSeparated) == expected, "\(text.debugDescription)")
    }

    @Test func otherOptions() async throws {
        #expect(
            try await deliveries(JSONValue.self, "{a:1,}, 'x', /* , */ .5, NaN,", .commaSeparated, .json5) == [
                "{\"a\":1}", "\"x\"", "0.5", "NaN",
            ])
        var options = JSONReadOptions.strict
        options.allowsComments = true
        #expect(try await deliveries(JSONValue.self, "1, // ,\n2", .commaSeparated, options) == ["1", "2"])
        let error = #expect(throws: JSONError.self) {
            for result in try JSONStream<Int>(chunks: ["1 2".utf8], format: .commaSeparated).results { _ = try result.get() }
        }
        #expect(error?.expected == "','", "\(error.map { "\($0)" } ?? "")")
    }

    /// In NDJSON, a block comment must end in its line.
    @Test func anOpenCommentIsAnErrorOfItsLine() throws {
        for engine in JSONEngine.each {
            for base in [JSONReadOptions.json5, .jsonc] {
                var options = base
                options.engine = engine
                for size in [1, 5, 100] {
                    let text = Array("{\"a\": 1} /*\n{\"a\": 2}\n{\"a\": 3} /* */\n".utf8)
                    let run = Run<[String: Int]> { () throws(JSONError) in
                        try JSONStream(chunks: text.chunks(of: size), format: .lines, options: options)
                    }
                    #expect(run.elements == [["a": 2], ["a": 3]] && run.kinds == [.unexpectedEnd], "\(engine) \(size)")
                }
            }
        }
    }
}
