import Testing
import TestSupport
import Yoke

private struct Lost: Error {}

/// Chunks of a connection. After the last chunk, the connection is lost if `isLost` is true, or else has ended.
private final class Chunks: AsyncSequence, AsyncIteratorProtocol {
    private var left: ArraySlice<String>
    private let isLost: Bool

    init(_ chunks: [String], isLost: Bool = false) { (left, self.isLost) = (chunks[...], isLost) }

    func makeAsyncIterator() -> Chunks { self }

    func next() async throws -> [UInt8]? {
        guard let chunk = left.popFirst() else {
            if isLost { throw Lost() }
            return nil
        }
        return Array(chunk.utf8)
    }
}

/// Streams whose text stops, or grows beyond its limit.
@Suite struct InterruptedStreamTests {
    @Test(arguments: [
        (JSONStreamFormat.lines, ["1\n12"]), (.values, ["1 12"]), (.commaSeparated, ["1,12"]), (.document, ["[1,12"]),
        (.sequence, ["\u{1E}1\n\u{1E}12"]),
    ])
    func aLostConnectionEndsTheStreamWithoutTheCutElement(_ format: JSONStreamFormat, _ chunks: [String]) async throws {
        var iterator = JSONAsyncStream<Int, Chunks>(Chunks(chunks, isLost: true), format: format).makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        await #expect(throws: Lost.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    /// An error of the chunks' sequence may be a `JSONError`. `results` throws it, too. If `results` gave it as the
    /// error of one line, the caller would take the cut text for a complete one.
    @Test func anErrorOfTheChunksIsNoErrorOfALine() async throws {
        let chunks = AsyncStream<String> { continuation in
            for text in [##"["1\n"]"##, ##"["x\n2\n3"]"##, "no JSON"] { continuation.yield(text) }
            continuation.finish()
        }.map { try [String](json: $0)[0].utf8 }
        var results = JSONAsyncStream<Int, _>(chunks, format: .lines).results.makeAsyncIterator()
        #expect(try await results.next()?.get() == 1)
        let bad = try await results.next()
        #expect(throws: JSONError.self) { try bad?.get() }
        #expect(try await results.next()?.get() == 2)
        await #expect(throws: JSONError.self) { try await results.next() }
        #expect(try await results.next() == nil)
    }

    @Test func cancellationIsSeenInsideAChunk() async throws {
        var iterator = JSONAsyncStream<Int, Chunks>(Chunks(["1\n2\n3\n"]), format: .lines).makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        withUnsafeCurrentTask { $0?.cancel() }
        await #expect(throws: CancellationError.self) { try await iterator.next() }
    }

    @Test func aGrowingModelEndsWhenItsTaskIsCancelled() async throws {
        var iterator = JSONGrowing<[Int]>.models(of: Chunks(["[1,", "2,", "3,", "4]"])).makeAsyncIterator()
        #expect(try await iterator.next() == [1])
        withUnsafeCurrentTask { $0?.cancel() }
        await #expect(throws: CancellationError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    /// A stream only describes what to read, so another task may get the stream.
    @Test func streamsAreSendable() async throws {
        let stream = JSONAsyncStream<Int, AsyncStream<[UInt8]>>(AsyncStream { $0.finish() }, format: .lines)
        let count = try await Task.detached { try await stream.results.reduce(0) { count, _ in count + 1 } }.value
        #expect(count == 0)
    }

    @Test(arguments: JSONEngine.each) func compressedTexts(_ engine: JSONEngine) throws {
        var options = JSONReadOptions.strict
        options.engine = engine
        let text: [UInt8] = [0x1F, 0x8B, 8, 0, 0x0A, 0x31, 0x0A]
        let error = #expect(throws: JSONError.self) { try JSONValue(json: text, options: options) }
        #expect(error?.message == "the text is not JSON: it begins like a gzip file" && error?.offset == 0)
        for chunks in [[text[...]], text.indices.map { text[$0...$0] }] {
            var stream = try JSONStream<JSONValue>(chunks: chunks, format: .lines, options: options)
            let found = #expect(throws: JSONError.self) { try stream.next() }
            #expect(found?.message == error?.message && found?.offset == 0)
            #expect(try stream.next() == nil)
        }
    }

    @Test func aCancelledTaskLosesNoChunk() async throws {
        var iterator = JSONAsyncStream<Int, Chunks>(Chunks(["[1,2", "3,4", "5,6]"])).makeAsyncIterator()
        #expect(try await iterator.next() == 1)
        withUnsafeCurrentTask { $0?.cancel() }
        await #expect(throws: CancellationError.self) { try await iterator.next() }
        // A task cannot be resumed, so another task goes on. Nothing else uses the iterator meanwhile.
        nonisolated(unsafe) var rest = iterator
        let elements = try await Task.detached {
            var elements: [Int] = []
            while let element = try await rest.next() { elements.append(element) }
            return elements
        }.value
        #expect(elements == [23, 45, 6])
    }

    @Test func copiesOfAnIteratorShareTheChunk() async throws {
        let text = (0..<20_000).map { "\($0)\n" }.joined()
        var first = JSONAsyncStream<Int, Chunks>(Chunks([text]), format: .lines).makeAsyncIterator()
        var elements = [try #require(try await first.next())], second = first
        while true {
            let pair = (try await first.next(), try await second.next())
            elements += [pair.0, pair.1].compactMap(\.self)
            if pair.1 == nil { break }
        }
        #expect(elements == Array(0..<20_000))
    }

    /// The limit holds in the bytes of a bad record, too: a hostile sender must not keep the reader busy forever.
    @Test(arguments: JSONEngine.each, [(JSONStreamFormat.lines, "x"), (.lines, "1\n{\"a\":1,"), (.sequence, "\u{1E}x")])
    func aBadRecordEndsAtTheLimit(_ engine: JSONEngine, _ form: (format: JSONStreamFormat, start: String)) throws {
        var options = JSONReadOptions.strict, pulled = 0
        options.engine = engine
        options.limits.totalBytes = 1000
        let chunks = sequence(state: 0) { (count: inout Int) -> [UInt8]? in
            count += 1
            pulled = count
            return count == 1 ? Array(form.start.utf8) : count > 300 ? nil : Array(repeating: UInt8(ascii: "y"), count: 100)
        }
        var stream = try JSONStream<Int>(chunks: chunks, format: form.format, options: options), kinds: [JSONError.Kind] = []
        while true {
            do { if try stream.next() == nil { break } } catch { kinds.append(error.kind) }
        }
        #expect(kinds.last == .limitExceeded && kinds.count == 2)
        #expect(pulled < 20)
    }

    @Test func theValidatorsLimitDoesNotDependOnTheChunks() throws {
        let text = Array(("1\nx" + String(repeating: "y", count: 100)).utf8)
        for size in [1, 7, 1000] {
            var options = JSONReadOptions.strict
            options.limits.totalBytes = 10
            var validator = try JSONValidator(format: .lines, options: options, onBadLine: { _ in })
            let error = #expect(throws: JSONError.self) {
                for start in stride(from: 0, to: text.count, by: size) {
                    try text[start..<min(start + size, text.count)].withUnsafeBytes { try validator.feed($0) }
                }
                _ = try validator.finish()
            }
            #expect(error?.kind == .limitExceeded && error?.offset == 10)
            var stream = try JSONStream<Int>(chunks: [text], format: .lines, options: options), kinds: [JSONError.Kind?] = []
            for _ in 0..<4 {
                do { kinds.append(try stream.next() == nil ? nil : .io) } catch { kinds.append(error.kind) }
            }
            #expect(kinds == [.io, .unexpectedCharacter, .limitExceeded, nil])
        }
    }

    @Test(arguments: JSONEngine.each) func aCutTextOfASequenceKeepsItsCompleteParts(_ engine: JSONEngine) throws {
        var options = JSONReadOptions.strict
        options.engine = engine
        options.allowsPartialValue = true
        options.keepsPartialStrings = true
        for text in [#"{"id":3,"name":"q"#, #"{"id":3,"name":"q "#, "[[1,2],[3,4", #"{"id":3,"ok":["#, #"{"id":3,"ok":tru"#] {
            let whole = try JSONValue(json: text, options: options)
            for end in ["", "\u{1E}[]\n"] {
                var stream = try JSONStream<JSONValue>(chunks: [("\u{1E}" + text + end).utf8], format: .sequence, options: options)
                #expect(try stream.next() == whole)
                #expect(try stream.next() == (end.isEmpty ? nil : []))
            }
        }
    }

    #if os(Linux)
    @Test func aFileWithAnUnknownSizeIsNotMapped() {
        #expect(throws: JSONError.self) { try JSONStream<JSONValue>(path: "/proc/self/status", format: .lines, mapsFile: true) }
    }
    #endif
}
