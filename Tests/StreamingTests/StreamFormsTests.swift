import TestSupport
import Testing
import Yoke

/// Reads the same stream by `next()`, by a loop over `results`, by `for try await`, and from chunks that arrive asynchronously.
@Suite struct StreamFormsTests {
    /// A text with three valid elements and a syntax error after them.
    private static let broken = Array(
        "[{\"id\":0},{\"id\":1,\"name\":\"item 1, é𝄞\"},{\"id\":2,\"name\":\"item 2, é𝄞\"},{\"id\":]".utf8)
    private static let expected = Run<Item>(
        Item.list(3),
        [Failure(kind: .unexpectedCharacter, path: "$[3].id", offset: broken.count - 1, line: 1, column: broken.count - 8)])

    @Test func allFormsSayTheSame() async throws {
        #expect(Run<Item>(chunks: Self.broken.chunks(of: 5)) == Self.expected)

        var results = Run<Item>()
        for result in try JSONStream<Item>(chunks: Self.broken.chunks(of: 5)).results {
            switch result {
            case .success(let item): results.elements.append(item)
            case .failure(let error): results.failures.append(Failure(error))
            }
        }
        #expect(results == Self.expected)

        var asynchronous = Run<Item>()
        do {
            for try await item in try JSONStream<Item>(chunks: Self.broken.chunks(of: 5)) { asynchronous.elements.append(item) }
        } catch { asynchronous.failures.append(Failure(try #require(error as? JSONError))) }
        #expect(asynchronous == Self.expected)
    }

    @Test(arguments: [1, 2, 5, 13, 1000]) func asyncChunks(of size: Int) async throws {
        var run = Run<Item>()
        do {
            for try await item in JSONAsyncStream<Item, _>(chunks(Self.broken.chunks(of: size))) { run.elements.append(item) }
        } catch { run.failures.append(Failure(try #require(error as? JSONError))) }
        #expect(run == Self.expected)

        var lines = JSONAsyncStream<Int, _>(chunks(Array("1\nx\n\n3".utf8).chunks(of: size)), format: .lines).makeAsyncIterator()
        #expect(try await lines.next() == 1)
        await #expect(throws: JSONError.self) { try await lines.next() }
        #expect(try await lines.next() == 3)
        #expect(try await lines.next() == nil)
        #expect(try await lines.next() == nil)

        let values = JSONAsyncStream<Int, _>(
            chunks(Array("{\"a\":[1,2]}{\"a\":[3]}".utf8).chunks(of: size)), at: "$.a[*]", format: .values)
        var found: [Int] = []
        for try await value in values { found.append(value) }
        #expect(found == [1, 2, 3])
    }

    @Test func asyncResults() async throws {
        for size in 1...8 {
            var found: [Result<Int, JSONError>] = []
            let lines = JSONAsyncStream<Int, _>(chunks(Array("1\nx\n\n3".utf8).chunks(of: size)), format: .lines)
            for try await result in lines.results { found.append(result) }
            #expect(found.map { try? $0.get() } == [1, nil, 3])
            found = []
            for try await result in JSONAsyncStream<Int, _>(chunks(Array("[1,x,3]".utf8).chunks(of: size))).results { found.append(result) }
            #expect(found.map { try? $0.get() } == [1, nil])
        }
        var kinds: [JSONError.Kind?] = []
        for try await result in JSONAsyncStream<Int, _>(chunks([]), at: "$[").results {
            if case .failure(let error) = result { kinds.append(error.kind) }
            if kinds.count > 1 { break }
        }
        #expect(kinds == [.invalidPath])
    }

    @Test func asyncErrorsOfTheSetUpAndOfTheChunks() async throws {
        struct Lost: Error {}
        var bad = JSONAsyncStream<Int, _>(chunks([]), at: "$[").makeAsyncIterator()
        let error = await #expect(throws: JSONError.self) { try await bad.next() }
        #expect(error?.kind == .invalidPath)

        let lost = AsyncThrowingStream<[UInt8], any Error> { continuation in
            continuation.yield(Array("[1,2,".utf8))
            continuation.finish(throwing: Lost())
        }
        var found: [Int] = []
        await #expect(throws: Lost.self) { for try await value in JSONAsyncStream<Int, _>(lost) { found.append(value) } }
        #expect(found == [1, 2])
    }

    @Test func afterTheEndAndAfterAnErrorThereIsNothing() throws {
        var stream = try JSONStream<Int>(chunks: [Array("[1]".utf8)])
        #expect(try stream.next() == 1)
        for _ in 0..<3 { #expect(try stream.next() == nil) }
        var broken = try JSONStream<Int>(chunks: [Array("[1,x".utf8)])
        #expect(try broken.next() == 1)
        #expect(throws: JSONError.self) { try broken.next() }
        for _ in 0..<3 { #expect(try broken.next() == nil) }
    }

    @Test func cancellationEndsTheLoop() async throws {
        func endless() -> some Sequence<[UInt8]> { sequence(first: Array("[1".utf8)) { _ in Array(",1".utf8) } }
        let task = Task {
            var count = 0
            for try await value in try JSONStream<Int>(chunks: endless()) {
                count += value
                await Task.yield()
            }
            return count
        }
        try await Task.sleep(nanoseconds: 20_000_000)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    /// If the task is cancelled, the loop ends with an error, because the text is incomplete. Some sources of chunks end when their task is
    /// cancelled, and other sources do not.
    @Test func cancellationEndsTheLoopOverChunksThatArrive() async throws {
        struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
            var count = 0
            mutating func next() async throws -> [UInt8]? {
                count += 1
                await Task.yield()  // lets another thread cancel the task
                return Array((count == 1 ? "[1" : ",1").utf8)
            }
            func makeAsyncIterator() -> Endless { self }
        }
        let task = Task { for try await _ in JSONAsyncStream<Int, _>(Endless()) {} }
        let (silent, _) = AsyncStream<[UInt8]>.makeStream()
        let waiting = Task { for try await _ in JSONAsyncStream<Int, _>(silent) {} }
        try await Task.sleep(nanoseconds: 20_000_000)
        for task in [task, waiting] {
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
        }
    }

    @Test func copiesShareTheirPlace() throws {
        var stream = try JSONStream<Int>(chunks: [Array("[1,2,3]".utf8)])
        var copy = stream
        #expect(try stream.next() == 1)
        #expect(try copy.next() == 2)
        #expect(try stream.next() == 3)
        #expect(copy.progress.elements == 3)
    }
}

/// Returns the chunks as an asynchronous sequence, as from a connection.
func chunks(_ chunks: [ArraySlice<UInt8>]) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
        for chunk in chunks { continuation.yield(Array(chunk)) }
        continuation.finish()
    }
}
