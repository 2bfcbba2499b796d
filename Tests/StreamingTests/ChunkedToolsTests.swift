import TestSupport
import Testing
import Yoke

/// The formatter and the validator give the same text and the same counts, however the text is cut.
@Suite struct ChunkedToolsTests {
    private func format(
        _ chunks: [ArraySlice<UInt8>], _ style: JSONWriteOptions = .pretty, _ options: JSONReadOptions = .strict
    ) -> (text: String, failure: Failure?) {
        var output: [UInt8] = []
        let outcome = Outcome { () throws(JSONError) in
            var formatter = try JSONFormatter(style: style, options: options)
            for chunk in chunks {
                try chunk.withUnsafeBytes { bytes in
                    Result { () throws(JSONError) in try formatter.feed(bytes) { output += $0 } }
                }.get()
            }
            try formatter.finish { output += $0 }
        }
        return (String(decoding: output, as: UTF8.self), outcome.failure)
    }

    private static let text =
        #" { "a" : [ 1 , -2.50e+3 , [ ] , { } , [ {} ] ] , "b" : "x\u00e9\/\n\"" , "a" : null , "" : true } "#

    @Test func nothingIsFedAfterTheEnd() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            var formatter = try JSONFormatter(style: .compact, options: options), output: [UInt8] = []
            try formatter.feed("[1]".utf8) { output += $0 }
            try formatter.finish { output += $0 }
            let formatting = outcome { () throws(JSONError) in try formatter.feed("2".utf8) { output += $0 } }
            #expect(formatting?.kind == .invalidCall && output == Array("[1]".utf8))
            var validator = try JSONValidator(options: options)
            try validator.feed("[1]".utf8)
            try validator.finish()
            let validating = outcome { () throws(JSONError) in try validator.feed("2".utf8) }
            #expect(validating?.kind == .invalidCall)
        }
    }

    private func outcome(_ body: () throws(JSONError) -> Void) -> JSONError? {
        do throws(JSONError) { try body() } catch { return error }
        return nil
    }

    @Test func theFormatterIndentsChunks() {
        let expected = """
            {
              "a": [
                1,
                -2.50e+3,
                [],
                {},
                [
                  {}
                ]
              ],
              "b": "xé/\\n\\"",
              "a": null,
              "": true
            }
            """
        let bytes = Array(Self.text.utf8)
        #expect(format([bytes[...]]).text == expected)
        for cut in 0...bytes.count { #expect(format(bytes.split(at: cut)).text == expected, "cut at \(cut)") }
        for size in 1...7 { #expect(format(bytes.chunks(of: size)).text == expected, "by \(size)") }
    }

    private struct Full: Error, Equatable {}

    @Test func outputsMayThrow() throws {
        var formatter = try JSONFormatter(style: JSONWriteOptions(endsWithNewline: true))
        #expect(throws: Full.self) {
            try formatter.feed("[1,".utf8) { _ in throw Full() }
        }
        try formatter.feed(Array("2]".utf8)) { _ in }
        #expect(throws: Full.self) {
            try formatter.finish { _ in throw Full() }
        }
        #expect(throws: Full.self) { try [1].withJSONBytes { _ in throw Full() } }
        #expect(throws: JSONError.self) { try Double.nan.withJSONBytes { _ in throw Full() } }
        #expect(try [1, 2].withJSONBytes { bytes in bytes.count } == 5)
    }

    /// A short text with deep arrays has a long output. `output` receives it in parts, and gets no more after it has thrown.
    @Test func theOutputOfOneChunkComesInParts() throws {
        let depth = 500, values = 600
        let text =
            String(repeating: "[", count: depth) + String(repeating: "1,", count: values) + "1" + String(repeating: "]", count: depth)
        for short in [0, 40] {
            var formatter = try JSONFormatter(style: JSONWriteOptions(indent: 2, shortArrayLength: short))
            var largest = 0, bytes: [UInt8] = []
            try formatter.feed(Array(text.utf8)) { (part: UnsafeRawBufferPointer) in
                largest = max(largest, part.count)
                bytes += part
            }
            try formatter.finish { bytes += $0 }
            #expect(bytes.count > 600_000 && largest < 70_000, "\(largest)")
            #expect(String(decoding: bytes, as: UTF8.self) == format(Array(text.utf8).chunks(of: 1), JSONWriteOptions(indent: 2)).text)
        }
        var formatter = try JSONFormatter(), calls = 0
        #expect(throws: Full.self) {
            try formatter.feed(Array(text.utf8)) { _ in
                calls += 1
                if calls == 2 { throw Full() }
            }
        }
        #expect(calls == 2)
    }

    @Test func anySequenceOfBytesIsValidated() throws {
        var validator = try JSONValidator()
        try validator.feed("[1,".utf8)
        try validator.feed([0x32, 0x5D] as [UInt8])
        try validator.finish()
        #expect(validator.statistics.numbers == 2)
    }

    @Test func compactAndOtherStyles() {
        let bytes = [Array(Self.text.utf8)[...]]
        #expect(format(bytes, .compact).text == #"{"a":[1,-2.50e+3,[],{},[{}]],"b":"xé/\n\"","a":null,"":true}"#)
        #expect(format([Array("[\"a/b\"]".utf8)[...]], JSONWriteOptions(escapesSlashes: true)).text == #"["a\/b"]"#)
        #expect(format([Array("[1]".utf8)[...]], JSONWriteOptions(indent: 4)).text == "[\n    1\n]")
        #expect(format([Array("12345678901234567890123.0E-400".utf8)[...]]).text == "12345678901234567890123.0E-400")
    }

    @Test func whatCameBeforeAnErrorIsWritten() {
        let (text, failure) = format([Array("[1, 2, x]".utf8)[...]], .compact)
        #expect(text == "[1,2")
        #expect(failure == Failure("unexpectedCharacter", "$[2]", 7))
        #expect(format([Array("[1".utf8)[...]]).failure?.kind == .unexpectedEnd)
        #expect(format([]).failure?.kind == .unexpectedEnd)
        #expect(format([Array("1 2".utf8)[...]]).failure?.kind == .trailingContent)
    }

    @Test func severalValues() {
        var options = JSONReadOptions.strict
        options.allowsSeveralValues = true
        #expect(format([Array("1 [2] {}".utf8)[...]], .compact, options).text == "1\n[2]\n{}")
        #expect(format([Array("nulltrue".utf8)[...]], .compact, options).failure?.kind == .unexpectedCharacter)
    }

    @Test func formattingTwiceChangesNothing() throws {
        guard SharedData.isUsable else { return }
        let text = try SharedData.bytes("corpora/github_events.json")
        let pretty = format(text.chunks(of: 1000)).text
        #expect(format([Array(pretty.utf8)[...]]).text == pretty)
        let compact = format([Array(pretty.utf8)[...]], .compact).text
        #expect(compact == format([text[...]], .compact).text)
        #expect(try JSONValue(json: compact) == JSONValue(json: text))
    }

    @Test func countsAreTheSameInAllChunks() throws {
        func count(_ chunks: [ArraySlice<UInt8>], counting: Bool = true) throws -> JSONStatistics {
            var validator = try JSONValidator(counting: counting)
            for chunk in chunks {
                try chunk.withUnsafeBytes { bytes in Result { () throws(JSONError) in try validator.feed(bytes) } }.get()
            }
            try validator.finish()
            return validator.statistics
        }
        let bytes = Array(Self.text.utf8)
        let whole = try count([bytes[...]])
        #expect(whole.objects == 3 && whole.arrays == 3 && whole.keys == 4 && whole.strings == 1 && whole.numbers == 2)
        #expect(whole.booleans == 1 && whole.nulls == 1 && whole.maximumDepth == 4 && whole.bytes == bytes.count)
        #expect(whole.stringBytes == 6 && whole.keyBytes == 3)
        for cut in 0...bytes.count { #expect(try count(bytes.split(at: cut)) == whole) }
        #expect(try count(bytes.chunks(of: 1)) == whole)
        #expect(try count([Array("7".utf8)[...]]).maximumDepth == 0)
        for text in [bytes, Array("7".utf8)] {
            let uncounted = try count([text[...]], counting: false)
            #expect(uncounted.bytes == text.count && uncounted.numbers == 0 && uncounted.objects == 0)
        }
    }
}
