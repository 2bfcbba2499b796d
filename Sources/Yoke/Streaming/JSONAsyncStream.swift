/// Typed elements of a text that arrives in chunks from an `AsyncSequence`: a request's body, a connection.
///
/// ```swift
/// for try await tweet in JSONAsyncStream<Tweet, _>(request.body, format: .lines) { use(tweet) }
/// ```
/// Back-pressure: the stream asks for the next chunk only after all elements of the last chunk are used. The stream has no `progress`,
/// because the caller can count the chunks.
///
/// Each `for` loop reads a text of its own. If a loop ends early, the rest of its last chunk is lost. To go on later, keep one iterator and
/// call its `next()`.
public struct JSONAsyncStream<Element: JSONReadable, Chunks: AsyncSequence>: AsyncSequence
where Chunks.Element: Sequence<UInt8> {
    private let chunks: Chunks
    private let path: String?
    private let format: JSONStreamFormat
    private let options: JSONReadOptions

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - chunks: the text, in UTF-8. A chunk may end anywhere.
    ///   - path: the path of the elements; see `JSONStream`.
    ///   - format: the form of the text.
    ///   - options: options for reading.
    public init(
        _ chunks: Chunks, at path: String? = nil, format: JSONStreamFormat = .document,
        options: JSONReadOptions = .strict
    ) {
        self.chunks = chunks
        self.path = path
        self.format = format
        self.options = options
    }

    /// The elements in order, with an error in place of each bad element. Use this sequence if your loop must continue after a bad line.
    ///
    /// ```swift
    /// for try await result in stream.results { use(try? result.get()) }
    /// ```
    public var results: Results { Results(stream: self) }

    /// The elements and errors of a stream. An error of the chunks' sequence is thrown.
    public struct Results: AsyncSequence {
        fileprivate let stream: JSONAsyncStream

        /// Iterates over the elements and errors.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate var elements: JSONAsyncStream.AsyncIterator

            /// Returns the next element or error; nil at the end.
            public mutating func next() async throws -> Result<JSONAsyncStream.Element, JSONError>? {
                do {
                    return try await elements.next().map(Result.success)
                } catch let error as JSONError where !elements.chunksFailed {
                    return .failure(error)
                }
            }
        }

        /// Returns the iterator that a `for try await` loop uses.
        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(elements: stream.makeAsyncIterator()) }
    }

    /// Returns the iterator that a `for try await` loop uses.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(chunks: chunks.makeAsyncIterator(), path: path, format: format, options: options)
    }

    /// Iterates over the elements.
    public struct AsyncIterator: AsyncIteratorProtocol {
        private var chunks: Chunks.AsyncIterator
        /// The closure that makes `reader` in the first call of `next()`; nil after that call.
        private var makeReader: (() throws(JSONError) -> RecordReader)?
        private var reader: RecordReader?
        /// True after an error of the chunks' sequence.
        fileprivate private(set) var chunksFailed = false

        fileprivate init(
            chunks: Chunks.AsyncIterator, path: String?, format: JSONStreamFormat, options: JSONReadOptions
        ) {
            self.chunks = chunks
            makeReader = { () throws(JSONError) in try RecordReader(of: Element.self, at: path, format: format, options: options) }
        }

        /// Returns the next element; nil at the end.
        ///
        /// - Throws: a `JSONError`; the next call continues as in `JSONStream`. `CancellationError` if the task is cancelled. The error of the
        ///   chunks' sequence; the stream has then ended, and does not deliver the element that was cut. While this call waits, a call of
        ///   `next()` on a copy of the iterator throws an error of kind `.reentered`.
        public mutating func next() async throws -> Element? {
            if let make = makeReader {
                makeReader = nil
                reader = try make()
            }
            guard let reader else { return nil }
            try Task.checkCancellation()
            while true {
                if let element = try reader.pop() { return element.assumingMemoryBound(to: Element.self).move() }
                guard reader.wantsText else { return nil }
                if reader.waiting.isEmpty {
                    let next = try await nextChunk(for: reader)
                    if let next { reader.waiting = ArraySlice(Array(next)) }
                    // If the task is cancelled, some sequences end early. The text is then incomplete, so throw the error of the
                    // cancellation. Another task may call `next()` later, and gets the elements of the chunk that has arrived.
                    try Task.checkCancellation()
                    if next == nil {
                        reader.finish()
                        continue
                    }
                }
                let slice = reader.waiting.prefix(RecordReader.sliceSize)
                let used = slice.withUnsafeBufferPointer { reader.feed($0, isFollowed: false, stays: false) }
                reader.waiting = reader.waiting.dropFirst(used)
            }
        }

        /// Asks for the next chunk. Meanwhile `next()` on a copy of the iterator throws an error, because the copy would read the chunks
        /// out of order. An error of the chunks' sequence ends the text.
        private mutating func nextChunk(for reader: RecordReader) async throws -> Chunks.Element? {
            reader.isBusy = true
            defer { reader.isBusy = false }
            do {
                return try await chunks.next()
            } catch {
                chunksFailed = true
                reader.abandon()
                throw error
            }
        }
    }
}

extension JSONAsyncStream: Sendable where Chunks: Sendable {}
extension JSONAsyncStream.Results: Sendable where Chunks: Sendable {}

@available(*, unavailable, message: "an iterator stands at one place in its text: use it from one task")
extension JSONAsyncStream.AsyncIterator: Sendable {}
