import Testing
import Yoke

/// Tests the hints of errors, and the description of an error for people.
@Suite struct HintTests {
    private func failure<Value: JSONReadable>(_ text: String, _ type: Value.Type, _ options: JSONReadOptions = .strict) -> JSONError? {
        #expect(throws: JSONError.self) { try Value(json: text, options: options) }
    }

    @Test(
        arguments: [
            ("[01]", "a number does not begin with 0"),
            ("-01", "a number does not begin with 0"),
            ("01", "a number does not begin with 0"),
            ("0 1", "several values are read by JSONStream with format .values or .lines"),
            ("{}\n{}", "one value a line (NDJSON) is read by JSONStream with format .lines"),
            ("[1]  \r\n \t[2]\n", "one value a line (NDJSON) is read by JSONStream with format .lines"),
            ("1\n2\n3", "one value a line (NDJSON) is read by JSONStream with format .lines"),
            ("{}\n}", "one value a line (NDJSON) is read by JSONStream with format .lines"),
            ("{}\u{0020}{}\n{}", "several values are read by JSONStream with format .values or .lines"),
            ("[1,]", "no comma may follow the last element; JSONReadOptions.allowsTrailingCommas allows it"),
            ("[1,[2 , ] ]", "no comma may follow the last element; JSONReadOptions.allowsTrailingCommas allows it"),
            ("{\"a\":1,}", "no comma may follow the last member; JSONReadOptions.allowsTrailingCommas allows it"),
            ("[1,}", nil), ("[,]", nil), ("{,}", nil), ("{\"a\":}", nil), ("[nIl]", nil), ("[-]", nil), ("[1e++]", nil),
            ("{a:1}", "keys are written in double quotes; JSONReadOptions.json5 reads other keys"),
            ("{\"a\":1,'b':2}", "keys are written in double quotes; JSONReadOptions.json5 reads other keys"),
            ("['a']", "JSON strings are written in double quotes; JSONReadOptions.json5 reads single quotes"),
            ("[True]", "JSON writes true and false in small letters"),
            ("[None]", "JSON writes null in small letters, and it has no NaN"),
            ("[NaN]", "JSON writes null in small letters, and it has no NaN"),
            ("[-Infinity]", "JSON has no infinities"),
            ("[undefined]", "JSON has null for that"),
            ("[0x1F]", "JSON has decimal numbers only"),
            ("[.5]", "a number begins with a digit or a minus"),
            ("[“a”]", "outside of strings JSON has only ASCII: this may be a typographic quote or space"),
            ("[1 // one\n]", "comments are read with JSONReadOptions.allowsComments"),
            ("", nil), (" \n", nil), ("[", "the text may have been cut"),
        ] as [(String, String?)])
    func hintsNameTheOption(text: String, hint: String?) {
        #expect(failure(text, JSONValue.self)?.hint == hint)
    }

    @Test func unknownNumbersAreListed() {
        enum Level: Int, JSONConvertible {
            case low = 1, high = 10
            static var jsonMapping: JSONMapping { JSONMapping(rawValues: Level.self) { $0 += [.low, .high] } }
        }
        let error = failure("[1,100]", [Level].self)
        #expect(error?.kind == .unknownCase)
        #expect(error?.message == "100 is no case of Level")
        #expect(error?.hint == "the cases are 1, 10")
        #expect(error?.found == nil)
    }

    private struct Account: JSONConvertible {
        var name: String
        var secret: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Account.self) {
                $0.add("name", \.name)
                $0.add("secret", \.secret, key: JSONKeys(read: [], write: "key"))
            }
        }
    }

    /// The hint does not take a key of the text for a misspelling of a property that is never read.
    @Test(arguments: ["secret", "secrets", "other", "key"])
    func aPropertyWithoutAKeyForReadingSaysSo(key: String) {
        let error = failure(#"{"name":"a","\#(key)":"b"}"#, Account.self)
        #expect(error?.kind == .missingKeys && error?.keys == ["secret"])
        #expect(error?.hint == "\"secret\" has no key for reading: give the property an initial value or make it Optional")
    }

    @Test func aLongPathIsShownWithoutItsMiddle() throws {
        let text = "{\"first\":" + String(repeating: "[", count: 600)
        let error = try #require(failure(text, JSONValue.self))
        #expect(error.kind == .depthExceeded)
        #expect(error.path == "$.first" + String(repeating: "[0]", count: 511))
        let line = error.description.prefix { $0 != "\n" }
        #expect(line.hasPrefix("$.first[0][0]") && line.hasSuffix("[0][0]: nested deeper than 512 levels"))
        #expect(line.contains("[0]…[0]") && line.count < 200)
    }
}

/// Chunks and streams read only UTF-8. Other encodings give a single error that names the cause.
@Suite struct OtherEncodingTests {
    static let texts: [[UInt8]] = [
        [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], [0xFE, 0xFF, 0, 0x5B, 0, 0x5D], [0x5B, 0, 0x5D, 0], [0, 0x5B, 0, 0x5D],
        [0x22, 0, 0x61, 0, 0x22, 0],
        [0x31, 0, 0x32, 0], [0x0A, 0, 0x5B, 0, 0x5D, 0], [0xFF, 0xFE, 0, 0, 0x37, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0, 0x37],
        [0x37, 0, 0, 0], [0, 0, 0, 0x37],
    ]

    @Test(
        arguments: [
            [0xEF, 0xBB, 0xBF, 0xEF, 0xBB, 0xBF, 0x31], [0xFF, 0xFE, 0xFF, 0xFE, 0x31, 0], [0xFE, 0xFF, 0xFE, 0xFF, 0, 0x31],
            [0xFF, 0xFE, 0, 0, 0xFF, 0xFE, 0, 0, 0x31, 0, 0, 0], [0, 0, 0xFE, 0xFF, 0, 0, 0xFE, 0xFF, 0, 0, 0, 0x31],
        ] as [[UInt8]])
    func aSecondByteOrderMarkIsAnError(text: [UInt8]) {
        for engine in JSONEngine.all {
            var options = JSONReadOptions.strict
            options.engine = engine
            let error = #expect(throws: JSONError.self) { try Int(json: text, options: options) }
            #expect(error?.offset == 3, "\(text): \(String(describing: error))")
        }
    }

    @Test func aBadUnitOfUTF16IsLocated() {
        func units(_ text: String) -> [UInt16] { Array(text.utf16) }
        let text = (units("[\n\"é\",\n\"b\",\n\"c") + [0xD800] + units("d\"]")).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let error = #expect(throws: JSONError.self) { try [String](json: text) }
        #expect(error?.kind == .invalidUnicode && error?.line == 4 && error?.column == 3 && error?.offset == 15)
    }

    private func check(_ error: JSONError?) {
        #expect(error?.kind == .invalidUnicode)
        #expect(error?.message.contains("UTF-16") == true && error?.hint?.contains("convert the text to UTF-8 first") == true)
        #expect(error?.path == "$" && error?.snippet == nil)
    }

    /// These texts begin with a byte of such an encoding, but what follows does not fit. So the error is about the byte.
    @Test(
        arguments: [
            [0xFF], [0xFF, 0x61], [0xFF, 0xFF, 0xFE], [0xFE], [0xFE, 0], [0, 0], [0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0xFE],
            [0, 0, 1],
            [0, 0xFF], [0],
        ] as [[UInt8]])
    func otherBytes(text: [UInt8]) {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            let whole = #expect(throws: JSONError.self) { try JSONValue(json: text, options: options) }
            #expect(whole?.offset == 0 && whole?.message.contains("UTF-16") == false, "\(whole.map { "\($0)" } ?? "")")
            for size in 1...text.count {
                let error = #expect(throws: JSONError.self) {
                    var reader = try JSONReader<JSONValue>(options: options)
                    for chunk in text.chunks(of: size) { try reader.feed(chunk) }
                    _ = try reader.finish()
                }
                #expect(error?.message == whole?.message && error?.kind == whole?.kind && error?.offset == 0, "\(size)")
            }
            // The next text does not begin as this one.
            let next = #expect(throws: JSONError.self) { try JSONValue(json: "x1", options: options) }
            #expect(next?.message.contains("UTF-16") == false)
        }
    }

    /// A bad first byte spoils its line only. A text that is UTF-16 ends the stream at once.
    @Test func lines() {
        let bad = [0xFF, 0x61, 0x0A] + Array("[1]\n[2]\n".utf8)
        let other: [UInt8] = Array("[1]\n[2]\n".utf8).flatMap { (byte: UInt8) -> [UInt8] in [0, byte] }
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            for (text, elements, errors) in [(bad, 2, 1), ([0xFF, 0xFE] + other.dropFirst() + [0], 0, 1), (other, 0, 1)] {
                for size in 1...text.count {
                    let stream = try? JSONStream<[Int]>(chunks: text.chunks(of: size), format: .lines, options: options)
                    let results = stream.map { Array($0.results) } ?? []
                    #expect(results.filter { (try? $0.get()) != nil }.count == elements && results.count == elements + errors, "\(size)")
                }
            }
        }
    }

    @Test(arguments: texts) func inChunks(text: [UInt8]) {
        for size in [1, 2, 3, text.count] {
            for engine in JSONEngine.all {
                var options = JSONReadOptions.strict
                options.engine = engine
                check(
                    #expect(throws: JSONError.self) {
                        var reader = try JSONReader<JSONValue>(options: options)
                        for start in stride(from: 0, to: text.count, by: size) {
                            try reader.feed(text[start..<min(start + size, text.count)])
                        }
                        _ = try reader.finish()
                    })
            }
        }
        #expect((try? JSONValue(json: text)) != nil)
    }

    /// If the encoding is not UTF-8, a stream gives one error for the entire text, and not one for each line. (This test does not use the
    /// texts that begin with a digit, because a stream can read this digit as a complete value.)
    @Test(arguments: texts.filter { !(0x30...0x39).contains($0[0]) }, [JSONStreamFormat.document, .lines, .values])
    func inStreams(text: [UInt8], format: JSONStreamFormat) throws {
        var stream = try JSONStream<JSONValue>(chunks: [text + [0x0A, 0] + text], format: format)
        check(#expect(throws: JSONError.self) { try stream.next() })
        #expect(try stream.next() == nil)
    }
}
