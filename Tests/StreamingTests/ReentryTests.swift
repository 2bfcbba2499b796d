import TestSupport
import Testing
import Yoke

/// A hook or a source of chunks asks a stream for its next element while the stream is making one. The call throws, and the stream
/// continues.
@Suite struct ReentryTests {
    /// Holds the call that a hook makes, and the kinds of errors that this call throws.
    private final class Again: @unchecked Sendable {
        var call: () throws -> Void = {}
        var kinds: [JSONError.Kind] = []
        func run() {
            do { try call() } catch { kinds.append((error as? JSONError)?.kind ?? .io) }
        }
    }

    private struct Calling: JSONConvertible, Equatable {
        var id: Int
        var name: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name)
                $0.afterReadingInContext { _, context in try context[Again.self].run() }
            }
        }
        static let list = (0..<40).map { Calling(id: $0, name: "a name that is on the heap \($0)") }
    }

    private func options(_ again: Again, _ engine: JSONEngine) -> JSONReadOptions {
        var options = JSONReadOptions.strict
        options.engine = engine
        options.context = JSONContext(again)
        return options
    }

    private func text(_ format: JSONStreamFormat) throws -> [UInt8] {
        if format == .document { return try Calling.list.jsonBytes() }
        return try Calling.list.flatMap { try $0.jsonBytes() + [0x0A] }
    }

    @Test(arguments: [JSONStreamFormat.document, .lines, .values]) func aHookCannotStepItsOwnStream(_ format: JSONStreamFormat) throws {
        for engine in JSONEngine.each {
            for size in [7, 100_000] {
                let again = Again()
                let bytes = try text(format)
                var stream = try JSONStream<Calling>(chunks: bytes.chunks(of: size), format: format, options: options(again, engine))
                let copy = stream
                again.call = {
                    var copy = copy
                    _ = try copy.next()
                }
                var elements: [Calling] = []
                while let element = try stream.next() { elements.append(element) }
                #expect(elements == Calling.list)
                #expect(again.kinds == Array(repeating: .reentered, count: 40))
                again.call = {}
            }
        }
    }

    /// A sequence of chunks that asks its own stream for an element.
    private struct CallingChunks: Sequence, IteratorProtocol {
        var chunks: [[UInt8]]
        let again: Again
        mutating func next() -> [UInt8]? {
            again.run()
            return chunks.isEmpty ? nil : chunks.removeFirst()
        }
    }

    @Test func aSequenceOfChunksCannotStepItsStream() throws {
        for engine in JSONEngine.each {
            let again = Again()
            let chunks = try CallingChunks(chunks: text(.lines).chunks(of: 1000).map(Array.init), again: again)
            var stream = try JSONStream<Calling>(chunks: chunks, format: .lines, options: options(again, engine))
            let copy = stream
            again.call = {
                var copy = copy
                _ = try copy.next()
            }
            var elements: [Calling] = []
            while let element = try stream.next() { elements.append(element) }
            #expect(elements == Calling.list)
            #expect(!again.kinds.isEmpty && again.kinds.allSatisfy { $0 == .reentered })
            again.call = {}
        }
    }

    /// An asynchronous sequence of chunks that asks its own stream for an element.
    private final class AsyncChunks: AsyncSequence, AsyncIteratorProtocol {
        var chunks: [[UInt8]]
        var call: () async throws -> Void = {}
        var kinds: [JSONError.Kind] = []
        init(_ chunks: [[UInt8]]) { self.chunks = chunks }
        func makeAsyncIterator() -> AsyncChunks { self }
        func next() async -> [UInt8]? {
            do { try await call() } catch { kinds.append((error as? JSONError)?.kind ?? .io) }
            return chunks.isEmpty ? nil : chunks.removeFirst()
        }
    }

    @Test(arguments: [JSONStreamFormat.document, .lines, .values])
    func asynchronousChunksCannotStepTheirStream(_ format: JSONStreamFormat) async throws {
        for engine in JSONEngine.each {
            let chunks = try AsyncChunks(text(format).chunks(of: 1000).map(Array.init)), count = chunks.chunks.count
            var iterator = JSONAsyncStream<Calling, _>(chunks, format: format, options: options(Again(), engine)).makeAsyncIterator()
            var elements = [try #require(try await iterator.next())]
            // A copy of the iterator reads the same stream. So the call of the copy comes while the stream is making an element.
            let copy = iterator
            chunks.call = {
                var copy = copy
                _ = try await copy.next()
            }
            while let element = try await iterator.next() { elements.append(element) }
            #expect(elements == Calling.list)
            #expect(chunks.kinds.count == count && chunks.kinds.allSatisfy { $0 == .reentered }, "\(engine)")
            chunks.call = {}
        }
    }

    @Test(arguments: [JSONStreamFormat.document, .lines, .values])
    func aHookCannotStepTheStreamOfItsTask(_ format: JSONStreamFormat) async throws {
        for engine in JSONEngine.each {
            for size in [7, 100_000] {
                let again = Again()
                let stream = try JSONStream<Calling>(chunks: text(format).chunks(of: size), format: format, options: options(again, engine))
                again.call = {
                    var copy = stream
                    _ = try copy.next()
                }
                var elements: [Calling] = []
                for try await element in stream { elements.append(element) }
                #expect(elements == Calling.list)
                #expect(again.kinds == Array(repeating: .reentered, count: 40))
                again.call = {}
            }
        }
    }

    @Test func aHookCannotReadItsOwnLazyValue() throws {
        struct Holder: JSONConvertible {
            var lazy: JSONLazy<Calling>
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("lazy", \.lazy) } }
        }
        for engine in JSONEngine.each {
            let again = Again()
            let holder = try Holder(json: #"{"lazy":{"id":1,"name":"n"}}"#, options: options(again, engine))
            again.call = {
                #expect("\(holder.lazy)".hasPrefix("JSONLazy(unread"))
                _ = try holder.lazy.value()
            }
            #expect(try holder.lazy.value() == Calling(id: 1, name: "n"))
            #expect(again.kinds == [.reentered])
            again.call = {}
        }
    }

    /// Two lazy values, and the number of hooks that run for them.
    private final class Pair: @unchecked Sendable {  // `values` is set before threads use it
        var values: [JSONLazy<Asking>] = []
        let running = ThreadedCount()
    }

    /// A value whose hook asks for the other value of its `Pair`.
    private struct Asking: JSONConvertible, Sendable {
        var other: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("other", \.other)
                $0.afterReadingInContext { asking, context in
                    let pair = try context[Pair.self]
                    pair.running.add()
                    while pair.running.value < 2 {}  // the other thread reads its value too
                    _ = try? pair.values[asking.other].value()
                }
            }
        }
    }

    @Test func twoThreadsReadLazyValuesWhoseHooksAskForEachOther() throws {
        let pair = Pair()
        var options = JSONReadOptions.strict
        options.context = JSONContext(pair)
        pair.values = try [JSONLazy<Asking>](json: #"[{"other":1},{"other":0}]"#, options: options)
        let sum = ThreadedCount()
        onThreads(2) { i in sum.add((try? pair.values[i].value())?.other ?? 10) }
        #expect(sum.value == 1)
    }

    @Test func allThreadsGetTheSameLazyValue() throws {
        final class Node: JSONConvertible, Sendable {
            let id: Int
            init(id: Int) { self.id = id }
            static var jsonMapping: JSONMapping {
                JSONMapping(Node.self, via: Int.self, decode: { Node(id: $0) }, encode: { $0.id })
            }
        }
        for _ in 0..<50 {
            let lazy = try [JSONLazy<Node>](json: "[7]")[0]
            let others = ThreadedCount()
            onThreads(4) { _ in
                guard let one = try? lazy.value(), let two = try? lazy.value(), one === two, one.id == 7 else { return }
                others.add()
            }
            #expect(others.value == 4)
        }
    }

    @Test func aHookMayReadOtherTextsOfItsOwnType() throws {
        for engine in JSONEngine.each {
            let again = Again()
            let options = options(again, engine)
            var depth = 0
            again.call = {
                depth += 1
                defer { depth -= 1 }
                if depth == 5 { return }
                let inner = try Calling(json: #"{"id":7,"name":"inner"}"#, options: options)
                #expect(inner == Calling(id: 7, name: "inner"))
            }
            #expect(try [Calling](json: text(.document), options: options) == Calling.list)
            #expect(again.kinds.isEmpty)
            again.call = {}
        }
    }
}
