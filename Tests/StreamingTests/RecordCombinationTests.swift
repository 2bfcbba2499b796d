import TestSupport
import Testing
import Yoke

/// Streams of records with options that meet in one place. Every way to cut a text into chunks gives the same elements and errors.
@Suite struct RecordCombinationTests {
    /// Reads the text in chunks of all sizes, with every engine. Expects equal results, and returns them.
    private func run<Element: JSONReadable & Equatable>(
        _ text: String, _ format: JSONStreamFormat, engines: [JSONEngine] = JSONEngine.each, _ location: SourceLocation = #_sourceLocation,
        _ change: (inout JSONReadOptions) -> Void
    ) -> Run<Element> {
        let bytes = Array(text.utf8)
        var runs: [Run<Element>] = []
        for engine in engines {
            var options = JSONReadOptions.strict
            change(&options)
            options.engine = engine
            runs.append(Run(chunks: [bytes[...]], format, options))
            for size in [1, 2, 3, 5, 8] { runs.append(Run(chunks: bytes.chunks(of: size), format, options)) }
            for cut in bytes.indices { runs.append(Run(chunks: bytes.split(at: cut), format, options)) }
        }
        for other in runs { #expect(other == runs[0], sourceLocation: location) }
        return runs[0]
    }

    /// With `.structureOnly`, invalid text may be skipped. The code that removes commas and comments may take this text for a string
    /// without an end. In the next line, this code must start outside of strings again.
    @Test func linesAfterSkippedDamage() {
        func items(_ bad: String, _ good: String, _ change: (inout JSONReadOptions) -> Void) -> Run<Item> {
            run("{\"id\":1,\"name\":\"x\",\"x\":\(bad)}\n\(good)\n", .lines, engines: [.native]) { options in
                options.skipping = .structureOnly
                change(&options)
            }
        }
        let first = Item(id: 1, name: "x"), commas = #"{"id":2,"name":"a,]b"}"#, url = #"{"id":2,"name":"http://h"}"#
        #expect(items(#"[\"a\"]"#, commas) { $0.allowsTrailingCommas = true } == Run([first, Item(id: 2, name: "a,]b")]))
        #expect(items(#"{\"a\":1}"#, url) { $0.allowsComments = true } == Run([first, Item(id: 2, name: "http://h")]))
        #expect(items("[1]", #"{"id":2,}"#) { ($0.allowsJSON5, $0.allowsTrailingCommas) = (true, true) } == Run([first, Item(id: 2)]))
    }

    /// A limit of the whole text holds inside bad records, too.
    @Test func theTotalLimitInABadRecord() {
        let tail = String(repeating: "y", count: 100)
        let lines: Run<Int> = run("1\nx\(tail)\n", .lines) { $0.limits.totalBytes = 10 }
        #expect(lines.elements == [1] && lines.kinds == [.unexpectedCharacter, .limitExceeded])
        let texts: Run<Int> = run("\u{1E}x123456789abc\u{1E}1\n", .sequence) { $0.limits.totalBytes = 10 }
        #expect(texts.kinds == [.unexpectedCharacter, .limitExceeded])
        let long: Run<Int> = run("1\nx\(tail)\(tail)\(tail)\n5\n", .lines) { $0.limits.totalBytes = 200 }
        #expect(long.kinds == [.unexpectedCharacter, .limitExceeded])
        #expect(long.failures.last?.line == 2 && long.failures.last?.column == 199)
        for format in [JSONStreamFormat.lines, .sequence] {
            var options = JSONReadOptions.strict
            options.limits.totalBytes = 10
            #expect(throws: JSONError.self) {
                var validator = try JSONValidator(format: format, options: options) { _ in }
                try validator.feed((format == .lines ? "1\nx\(tail)\n" : "\u{1E}x\(tail)").utf8)
                try validator.finish()
            }
        }
    }

    @Test func positionsAfterALongBadLine() throws {
        var found: [(line: Int?, column: Int?)] = []
        var validator = try JSONValidator(format: .lines) { found.append(($0.line, $0.column)) }
        try validator.feed("\"\(String(repeating: "x", count: 100_000))\\q\"\nx\n".utf8)
        try validator.finish()
        #expect(found.map(\.line) == [1, 2] && found.map(\.column) == [100_003, 1])
    }

    /// Anything may follow a value if trailing garbage is allowed, also a number or word at the end of a text of a sequence.
    @Test(arguments: ["{\"id\":1} 42", "{\"id\":1} tru", "{\"id\":1} \"abc", "{\"id\":1} xyz", "{\"id\":1}"])
    func garbageInASequence(_ text: String) {
        let found: Run<Item> = run("\u{1E}\(text)\u{1E}{\"id\":2}\n", .sequence) { $0.allowsTrailingGarbage = true }
        #expect(found == Run([Item(id: 1), Item(id: 2)]))
    }

    @Test(arguments: ["true", "12", "tru"]) func cutValuesWithGarbageAllowed(_ text: String) {
        let found: Run<JSONValue> = run("\u{1E}\(text)\u{1E}1\n", .sequence) { $0.allowsTrailingGarbage = true }
        #expect(found.elements == [1] && found.kinds == [.unexpectedEnd])
    }

    /// A cut string at the end of a text gives the characters before the cut. The last character makes no difference.
    @Test(arguments: ["Blue ", "Blue sk", "7", "."]) func cutStringsInASequence(_ part: String) {
        let found: Run<String> = run("\u{1E}\"\(part)", .sequence) { ($0.allowsPartialValue, $0.keepsPartialStrings) = (true, true) }
        #expect(found == Run([part]))
        let strict: Run<String> = run("\u{1E}\"\(part)", .sequence) { _ in }
        #expect(strict.kinds == [.unexpectedEnd])
    }

    /// A number that is complete before an error is delivered before the error.
    @Test(arguments: ["1[2]", "1\"a\"", "1{}", "1 [2]"]) func aNumberBeforeAMissingComma(_ text: String) {
        let found: Run<JSONValue> = run(text, .commaSeparated) { _ in }
        #expect(found.elements == [1] && found.kinds == [.unexpectedCharacter])
    }

    /// The first error of the text is reported, also if a comment follows it.
    @Test func aMisplacedStringBeforeAComment() {
        let found: Run<JSONValue> = run(#"["a" "\udd1e"] // x"#, .document) { $0.allowsComments = true }
        #expect(found.kinds == [.unexpectedCharacter] && found.failures.first?.offset == 5)
    }

    /// An error at a comma names the comma, although the engine waits for the byte after it.
    @Test(arguments: ["[tru, 1]", "[tru,\n1]", "[1., 2]", "[tru , 1]"]) func badTokensBeforeAComma(_ text: String) throws {
        let bytes = Array(text.utf8)
        var messages: Set<String> = []
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            (options.allowsTrailingCommas, options.engine) = (true, engine)
            for cut in bytes.indices {
                let error = try #require(throws: JSONError.self) {
                    var reader = try JSONReader<[JSONValue]>(options: options)
                    try reader.feed(bytes[..<cut])
                    try reader.feed(bytes[cut...])
                    _ = try reader.finish()
                }
                messages.insert(error.message)
            }
        }
        #expect(messages.count == 1, "\(messages)")
    }

    @Test func aBadLineThatEndsWithAComma() {
        let found: Run<JSONValue> = run("[tru,\n1\n", .lines) { $0.allowsTrailingCommas = true }
        #expect(found.elements == [1] && found.kinds == [.unexpectedCharacter])
    }

    private struct Picky: JSONConvertible, Equatable {
        var id = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { fields in
                fields.add("id", \.id)
                fields.afterReading { value in
                    guard value.id == 2 else { return }
                    var other = try JSONStream<Int>(chunks: [[0xFF, 0xFE, 0x31, 0x00]])
                    _ = try other.next()
                }
            }
        }
    }

    /// The error of a hook about another text is about its record only.
    @Test(arguments: [JSONStreamFormat.lines, .sequence]) func anEncodingErrorOfAHook(_ format: JSONStreamFormat) {
        let text = (1...3).map { (format == .sequence ? "\u{1E}" : "") + "{\"id\":\($0)}\n" }.joined()
        let found: Run<Picky> = run(text, format) { _ in }
        #expect(found.elements.map(\.id) == [1, 3] && found.failures.count == 1)
    }
}
