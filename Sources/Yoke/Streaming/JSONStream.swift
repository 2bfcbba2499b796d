/// Typed elements of a text of any length, one at a time, in constant memory.
///
/// ```swift
/// var tweets = try JSONStream<Tweet>(path: "dump.json", at: "$.statuses[*]")
/// while let tweet = try tweets.next() { use(tweet) }
/// ```
/// Memory is bounded by the largest element and a buffer, never by the text. Elements that are complete before an error
/// are delivered before it. Leaving early reads no further and closes the file; running to the end checks the rest of the
/// document too. A stream is used by one thread at a time; copies share their place in the text.
public struct JSONStream<Element: JSONReadable> {
    @usableFromInline let core: StreamCore

    /// Elements of a file.
    ///
    /// - Parameters:
    ///   - file: path of the file, which is in UTF-8.
    ///   - path: where the elements are: names, indices and `[*]`, as in `$.a[*].b[*]`. By default `$[*]` in a document, and
    ///     each record as a whole in the other formats. A text, or one of the lines, in which nothing is at the path is an
    ///     error of kind `.pathNotFound`, unless `JSONReadOptions.allowsMissingPath` is set; null on the way, and an
    ///     array or object at `[*]` that is empty, have no elements. An object may repeat a key of the path: each of its values is
    ///     given, as it comes. Only of a line, at a path without `[*]`, the last value alone is given.
    ///   - format: how the elements lie in the text.
    ///   - options: how to read.
    ///   - mapsFile: the file becomes memory, a few MB at a time, instead of being copied in chunks. Only for files that nobody
    ///     shortens meanwhile, which would end the process, and not for pipes and devices. Measure it: where a page fault costs
    ///     as much as a copy, it is no faster.
    /// - Throws: `.io` for files that cannot be opened, `.invalidPath`, `.invalidMapping`.
    public init(
        path file: String, at path: String? = nil, format: JSONStreamFormat = .document,
        options: JSONReadOptions = .strict, mapsFile: Bool = false
    ) throws(JSONError) {
        core = StreamCore(
            mapsFile ? try MappedSource(path: file) : try DescriptorSource(path: file),
            try RecordReader(of: Element.self, at: path, format: format, options: options))
    }

    /// Elements of what can be read from a descriptor, in UTF-8: a pipe, a socket, standard input. It stays open.
    public init(
        descriptor: Int32, at path: String? = nil, format: JSONStreamFormat = .document,
        options: JSONReadOptions = .strict
    ) throws(JSONError) {
        core = StreamCore(
            try DescriptorSource(descriptor: descriptor), try RecordReader(of: Element.self, at: path, format: format, options: options))
    }

    /// Elements of chunks in UTF-8, each asked for when it is needed. A chunk may end anywhere.
    public init<Chunks: Sequence>(
        chunks: Chunks, at path: String? = nil, format: JSONStreamFormat = .document,
        options: JSONReadOptions = .strict
    ) throws(JSONError) where Chunks.Element: Sequence<UInt8> {
        core = StreamCore(
            ChunkSource(chunks.makeIterator()), try RecordReader(of: Element.self, at: path, format: format, options: options))
    }

    /// The next element, or nil at the end.
    ///
    /// - Throws: what is wrong, and where. With `.lines` the next call goes on behind the bad line, and with
    ///   `JSONReadOptions.collectsErrors` behind an element that does not fit, whatever the format; else the stream is over. A hook
    ///   that steps a copy of its own stream gets an error of kind `.reentered`, and the stream goes on.
    @inlinable
    public mutating func next() throws(JSONError) -> Element? {
        try core.next()?.assumingMemoryBound(to: Element.self).move()
    }

    /// How far the stream has come.
    public var progress: JSONProgress { core.progress }

    /// The stream as a `Sequence`, for `for` loops: elements, and errors in their place. (A `Sequence` cannot throw, and
    /// must not end as if a cut file were whole.)
    ///
    /// ```swift
    /// for result in stream.results { use(try result.get()) }
    /// ```
    public var results: Results { Results(stream: self) }

    /// Elements and errors of a stream.
    public struct Results: Sequence, IteratorProtocol {
        fileprivate var stream: JSONStream

        /// The next element or error, or nil at the end.
        public mutating func next() -> Result<Element, JSONError>? {
            do throws(JSONError) {
                return try stream.next().map(Result.success)
            } catch {
                return .failure(error)
            }
        }
    }
}

@available(*, unavailable, message: "a stream stands at one place in its text: use it from one task")
extension JSONStream: Sendable {}

extension JSONStream: AsyncSequence {
    /// Steps through a stream; reading a file blocks the task's thread for the time of one read.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var stream: JSONStream

        /// The next element, or nil at the end.
        @inline(never)  // In a caller that is optimised, Swift 6.3's compiler crashes over what it has inlined here.
        public mutating func next() async throws -> Element? {
            try Task.checkCancellation()
            return try stream.next()
        }
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }
}
