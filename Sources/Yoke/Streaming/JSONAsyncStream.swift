/// Typed elements of a text that arrives in chunks, from an `AsyncSequence` of them: a request's body, a connection.
///
/// ```swift
/// for try await tweet in JSONAsyncStream<Tweet, _>(request.body, format: .lines) { use(tweet) }
/// ```
/// The next chunk is asked for when all elements of the last one are used: that is the back-pressure. It has no `progress`: who makes the
/// chunks can count them.
public struct JSONAsyncStream<Element: JSONReadable, Chunks: AsyncSequence>: AsyncSequence
where Chunks.Element: Sequence<UInt8> {
    private let chunks: Chunks
    private let path: String?
    private let format: JSONStreamFormat
    private let options: JSONReadOptions

    /// - Parameters:
    ///   - chunks: the text, in UTF-8; a chunk may end anywhere.
    ///   - path: where the elements are; see `JSONStream`.
    ///   - format: how they lie in the text.
    ///   - options: how to read.
    public init(
        _ chunks: Chunks, at path: String? = nil, format: JSONStreamFormat = .document,
        options: JSONReadOptions = .strict
    ) {
        self.chunks = chunks
        self.path = path
        self.format = format
        self.options = options
    }

    /// Elements, and errors in their place, for loops that are to go on behind a bad line.
    ///
    /// ```swift
    /// for try await result in stream.results { use(try? result.get()) }
    /// ```
    public var results: Results { Results(stream: self) }

    /// Elements and errors of a stream. What the chunks' sequence throws is thrown.
    public struct Results: AsyncSequence {
        fileprivate let stream: JSONAsyncStream

        /// Steps through the elements and errors.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate var elements: JSONAsyncStream.AsyncIterator

            /// The next element or error, or nil at the end.
            public mutating func next() async throws -> Result<JSONAsyncStream.Element, JSONError>? {
                do { return try await elements.next().map(Result.success) } catch let error as JSONError { return .failure(error) }
            }
        }

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(elements: stream.makeAsyncIterator()) }
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: chunks.makeAsyncIterator(), path: path, format: format, options: options)
    }

    /// Steps through the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var chunks: Chunks.AsyncIterator
        /// nil: it has been tried.
        private var makeReader: (() throws(JSONError) -> RecordReader)?
        private var reader: RecordReader?
        private var chunk: ArraySlice<UInt8> = []

        fileprivate init(
            chunks: Chunks.AsyncIterator, path: String?, format: JSONStreamFormat, options: JSONReadOptions
        ) {
            self.chunks = chunks
            makeReader = { () throws(JSONError) in try RecordReader(of: Element.self, at: path, format: format, options: options) }
        }

        /// The next element, or nil at the end.
        ///
        /// - Throws: `JSONError`, or what the chunks' sequence throws. The next call goes on where that of `JSONStream` does.
        public mutating func next() async throws -> Element? {
            if let make = makeReader {
                makeReader = nil
                reader = try make()
            }
            guard let reader else { return nil }
            while true {
                if let element = try reader.pop() { return element.assumingMemoryBound(to: Element.self).move() }
                guard reader.wantsText else { return nil }
                if chunk.isEmpty {
                    let next = try await chunks.next()
                    // Some sequences end when their task is cancelled, others do not look: neither ends the text.
                    try Task.checkCancellation()
                    guard let next else {
                        reader.finish()
                        continue
                    }
                    chunk = ArraySlice(Array(next))
                }
                let used = chunk.prefix(RecordReader.sliceSize).withUnsafeBufferPointer { reader.feed($0, isFollowed: false) }
                chunk = chunk.dropFirst(used)
            }
        }
    }
}

@available(*, unavailable, message: "an iterator stands at one place in its text: use it from one task")
extension JSONAsyncStream.AsyncIterator: Sendable {}
