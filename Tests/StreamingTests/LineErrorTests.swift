import TestSupport
import Testing
import Yoke

/// Tests errors in lines. Each bad line gives one error, whose message says what may have happened to the line.
@Suite struct LineErrorTests {
    private struct Order: JSONReadable {
        var a: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) } }
    }

    /// Returns the results of all calls of `next()`: elements, and errors with positions and hints. Expects the same results with every
    /// engine and with a cut at every byte.
    private func calls<Value: JSONReadable>(
        _ text: [UInt8], at path: String? = nil, _ format: JSONStreamFormat = .lines, _ options: JSONReadOptions = .strict,
        _ location: SourceLocation = #_sourceLocation, _ show: (Value) -> String
    ) -> [String] {
        func calls(_ chunks: [ArraySlice<UInt8>], _ engine: JSONEngine) -> [String] {
            var options = options
            options.engine = engine
            guard let stream = try? JSONStream<Value>(chunks: chunks, at: path, format: format, options: options) else { return [] }
            return stream.results.map { result in
                do throws(JSONError) { return show(try result.get()) } catch {
                    return "\(error.kind) \(error.line ?? 0):\(error.column ?? 0) \(error.message): \(error.hint ?? "-")"
                }
            }
        }
        let whole = calls([text[...]], .native)
        for engine in JSONEngine.each {
            for cut in 0...text.count {
                #expect(calls(text.split(at: cut), engine) == whole, "\(engine) cut at \(cut)", sourceLocation: location)
            }
            #expect(calls(text.chunks(of: 1), engine) == whole, "\(engine)", sourceLocation: location)
        }
        return whole
    }

    private func options(_ engine: JSONEngine) -> JSONReadOptions {
        var options = JSONReadOptions.strict
        options.engine = engine
        return options
    }

    private func orders(
        _ text: String, at path: String? = nil, _ options: JSONReadOptions = .strict, _ location: SourceLocation = #_sourceLocation
    ) -> [String] {
        calls(Array(text.utf8), at: path, .lines, options, location) { (order: Order) in "\(order.a)" }
    }

    private func values(
        _ text: [UInt8], _ format: JSONStreamFormat = .lines, _ location: SourceLocation = #_sourceLocation
    ) -> [String] {
        calls(text, at: nil, format, .strict, location) { (value: JSONValue) in "\(value)" }
    }

    // MARK: - Limits

    /// `limits.members` applies to each array and object inside a line. The number of lines, good or bad, is not limited.
    @Test func aLineOverTheLimitForMembersIsAnErrorOfThatLine() {
        var options = JSONReadOptions.strict
        options.limits.members = 3
        let text = "[1,2,3]\n[1,2,3,4]\n{\"a\":1,\"b\":2,\"c\":3,\"d\":4}\nx\n[[1,2,3,4]]\n[1,2,3,4 x\n{\"a\":1}\n\n[1,2,3,]\n7"
        let found = calls(Array(text.utf8), at: nil, .lines, options) { (value: JSONValue) in "\(value)" }
        #expect(
            found.map { $0.prefix { $0 != ":" } } == [
                "[1,2,3]", "limitExceeded 2", "limitExceeded 3", "unexpectedCharacter 4", "limitExceeded 5", "limitExceeded 6", "{\"a\"",
                "unexpectedCharacter 9", "7",
            ])
        let elements = calls(Array("[1,2,3]\n[4,5,6,7]\n[8]\n".utf8), at: "$[*]", .lines, options) { (value: Int) in "\(value)" }
        #expect(elements.map { $0.prefix { $0 != ":" } } == ["1", "2", "3", "4", "5", "6", "limitExceeded 2", "8"])
        options.collectsErrors = true
        let collected = calls(Array(text.utf8), at: nil, .lines, options) { (value: JSONValue) in "\(value)" }
        #expect(collected == found)
        let bad = calls(Array(String(repeating: "x\n", count: 10).utf8), at: nil, .lines, options) { (value: JSONValue) in "\(value)" }
        #expect(bad.count == 10 && bad.allSatisfy { $0.hasPrefix("unexpectedCharacter") })
    }

    // MARK: - One result of a line

    private static let several =
        "there is more text after the end of the value: a line holds one value; JSONStream reads several with format .values"

    @Test func anElementOfABrokenLineIsNotGivenOut() {
        #expect(
            orders("{\"a\": 1},\n{\"a\": 2}{\"a\": 3}\n{\"a\": 4}\n")
                == ["trailingContent 1:9 \(Self.several)", "trailingContent 2:9 \(Self.several)", "4"])
        #expect(
            orders("{\"a\":1}\r\n{\"a\":2} x\r\n \n{\"a\":3}]", at: "$")
                == ["1", "trailingContent 2:9 \(Self.several)", "trailingContent 4:8 \(Self.several)"])
        #expect(
            orders("{\"p\":{\"a\":1}}\n{\"p\":{\"a\":2},}\n{\"p\":{\"a\":3}}", at: "$.p") == [
                "1",
                "unexpectedCharacter 2:14 expected a key in double quotes, found '}': no comma may follow the last member; "
                    + "JSONReadOptions.allowsTrailingCommas allows it", "3",
            ])
    }

    @Test func whatTheOptionsAllowBehindAValueIsNoError() {
        var options = JSONReadOptions.strict
        options.allowsTrailingGarbage = true
        #expect(orders("{\"a\":1}, x\n{\"a\":2}\n{\"a\":3} {", options) == ["1", "2", "3"])
        options = .strict
        options.allowsSeveralValues = true
        #expect(orders("{\"a\":1}{\"a\":2}\n{\"a\":3}", options) == ["1", "2", "3"])
    }

    /// If a line has several elements, each is delivered as soon as it is read. It cannot wait for the end of the line, which may be as
    /// long as the file.
    @Test func ofSeveralElementsThoseInFrontAreGivenOut() {
        #expect(orders("[{\"a\":1},{\"a\":2}],\n[{\"a\":3}]", at: "$[*]") == ["1", "2", "trailingContent 1:18 \(Self.several)", "3"])
    }

    @Test func anElementWaitsForTheEndOfItsLineAndNoLonger() throws {
        for engine in JSONEngine.each {
            var asked = 0
            let chunks = ["1\n", "2", " ", "\n\n", "3 \r\n4", "\n5"].lazy.map { text in
                asked += 1
                return Array(text.utf8)
            }
            var stream = try JSONStream<Int>(chunks: chunks, format: .lines, options: options(engine))
            for (element, chunks) in [(1, 1), (2, 4), (3, 5), (4, 6), (5, 6)] {
                #expect(try stream.next() == element)
                #expect(asked == chunks && stream.progress.elements == element, "\(engine)")
            }
            #expect(try stream.next() == nil)
        }
    }

    @Test func theValidatorEndsAtTheFirstBadLine() throws {
        func check(_ chunks: [ArraySlice<UInt8>], _ engine: JSONEngine, counting: Bool = true) -> Outcome<JSONStatistics> {
            Outcome { () throws(JSONError) in
                var validator = try JSONValidator(format: .lines, counting: counting, options: options(engine))
                for chunk in chunks {
                    try chunk.withUnsafeBytes { bytes in Result { () throws(JSONError) in try validator.feed(bytes) } }.get()
                }
                try validator.finish()
                return validator.statistics
            }
        }
        let texts = ["", "\n", "[1]\n\n{\"a\":2}\r\n3", "[1]\n{\"a\":\n1}\n", "[1]\n2 3\n", "1\n\"a", "1\n\"a\n", "\n1\n{\"a\":1}}\n"]
        let expected = [nil, nil, nil, "2:6", "2:3", "2:3", "2:3", "3:8"]
        for (text, place) in zip(texts, expected) {
            let bytes = Array(text.utf8)
            let whole = check([bytes[...]], .native)
            #expect(whole.failure.map { "\($0.line ?? 0):\($0.column ?? 0)" } == place, "\(text)")
            for engine in JSONEngine.each {
                for cut in 0...bytes.count { #expect(check(bytes.split(at: cut), engine) == whole, "\(engine): \(text) cut at \(cut)") }
                #expect(check(bytes.chunks(of: 1), engine) == whole, "\(engine): \(text)")
                #expect(check([bytes[...]], engine, counting: false).failure == whole.failure, "\(engine): \(text), uncounted")
            }
        }
        #expect(check([Array(texts[2].utf8)[...]], .native).value?.numbers == 3)
    }

    // MARK: - Lines that were cut

    @Test(arguments: [
        "{\"a\": 1, \"log\": {\"level\": \"de", "{\"a\": nu", "tru", "{\"a\": 1, ", "{\"a\": -", "1.", "[1e", "2e+", "\"",
        "\"a\\", "\"\\u00", "\"\\ud834",
        "{\"a", "{\"a\"", "{", "[ ", "\"é",
    ])
    func aCutLineIsCutWhereverThatIs(line: String) {
        let cut = "unexpectedEnd 2:\(line.count + 1) the line ends inside a value: the line may have been cut"
        #expect(values(Array("[1]\n\(line)\n[3]\n".utf8)) == ["[1]", cut, "[3]"])
        #expect(values(Array("[1]\n\(line)".utf8)) == ["[1]", cut])
    }

    @Test func inACharacter() {
        let cut = "unexpectedEnd 2:3 the line ends inside a value: the line may have been cut"
        #expect(values(Array("1\n\"".utf8) + [0xC3] + Array("\n3".utf8)) == ["1", cut, "3"])
    }

    /// An error before the end of a line has its own message, without the hint that the line was cut. In formats other than lines, a line
    /// feed inside a value gives no such hint either.
    @Test func whatIsWrongBeforeIsToldOf() {
        #expect(values(Array("{\"a\" tru\n1".utf8)) == ["unexpectedCharacter 1:6 expected ':', found 't': -", "1"])
        #expect(values(Array("1 tru\n2".utf8)) == ["trailingContent 1:3 \(Self.several)", "2"])
        #expect(values(Array("[1 \n".utf8), .values) == ["unexpectedEnd 2:1 the text ends inside a value: the text may have been cut"])
        #expect(values(Array("tru\n".utf8), .values) == ["unexpectedCharacter 1:4 expected true, found a line feed after 'tru': -"])
        // At the carriage return, the reader does not know yet if a line feed follows.
        #expect(
            values(Array("{\"a\": nu\r\n1".utf8))
                == ["unexpectedCharacter 1:9 expected null, found a carriage return after 'nu': the line may have been cut", "1"])
        var options = JSONReadOptions.strict
        options.limits.numberDigits = 3
        let long = calls(Array("12345.\n1".utf8), at: nil, .lines, options) { (value: Int) in "\(value)" }
        #expect(long.first?.hasPrefix("limitExceeded 1:1 ") == true)
    }

    // MARK: - Byte order marks

    /// A line that begins with one or two bytes of a byte order mark gives an error. The lines after it are not affected.
    @Test func theBeginningOfAByteOrderMark() {
        let lines = Array(repeating: "[\"a string that is long enough\"]\n", count: 8).joined()
        for beginning in [[0xEF], [0xEF, 0xBB]] as [[UInt8]] {
            let all = values(beginning + Array("\n\(lines)".utf8))
            #expect(all.count == 9 && all[0].hasPrefix("unexpectedCharacter 1:1 ") && Set(all.dropFirst()).count == 1)
        }
    }

    // MARK: - Joined files

    @Test func aByteOrderMarkInFrontOfALaterLine() {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let hint = "this may be a byte order mark inside joined files: only the start of the text may have one"
        #expect(
            values(mark + Array("1\n".utf8) + mark + Array("2\n3".utf8))
                == ["1", "unexpectedCharacter 2:1 unexpected byte 0xEF: \(hint)", "3"])
        #expect(
            values(Array("1 ".utf8) + mark + Array("2".utf8), .values)
                == ["1", "unexpectedCharacter 1:3 unexpected byte 0xEF: \(hint)"])
        // Inside an array, the byte 0xEF more likely begins a typographic quote or space than a byte order mark.
        #expect(values(Array("[＂a＂]".utf8)).first?.hasSuffix("this may be a typographic quote or space") == true)
    }
}
