/// Typed elements of a text of any length, one at a time, in constant memory.
///
/// ```swift
/// var tweets = try JSONStream<Tweet>(path: "dump.json", at: "$.statuses[*]")
/// while let tweet = try tweets.next() { use(tweet) }
/// ```
/// - The memory is bounded by a buffer, and by the largest element or longest string of the text, never by the length of the text.
/// - The elements that are complete before an error are delivered before the error.
/// - If you stop early, the stream reads no further and closes the file. If you read to the end, the stream also checks the rest of the
///   document.
/// - A stream may be used by only one thread at a time. Copies share their position in the text.
public struct JSONStream<Element: JSONReadable> {
    @usableFromInline let core: StreamCore

    /// Makes a stream of the elements of a file.
    ///
    /// Rules for the path:
    ///
    /// - If the path matches nothing in a text, or in a line, this is an error of kind `.pathNotFound`, unless
    ///   `JSONReadOptions.allowsMissingPath` is set.
    /// - A null on the path, and an empty array or object at `[*]`, give no elements.
    /// - `[*]` leads to the elements of an array, and also to the values of an object's members. So with the default path, a document that
    ///   is one object gives the values of its members. If such a value is not a valid element, the hint of the error says so, and
    ///   names the path `$` and the format `.lines`.
    /// - If an object repeats a key, `JSONReadOptions.duplicateKeys` decides which values count. This rule applies to the keys of the path,
    ///   and to all keys of an object at `[*]`:
    ///     - `.last`, the default: the elements of each value are delivered, in order. When a later value comes, the elements of the
    ///       earlier values are already delivered. Exception: in a record (a line, or a text of a sequence), at a path without
    ///       `[*]`, only the last value is delivered.
    ///     - `.first`: only the elements of the first value are delivered. At `[*]`, this keeps the keys of the open object in memory.
    ///     - `.reject`: the elements before the second key are delivered, then an error of kind `.duplicateKey`. This keeps the keys
    ///       of all open objects in memory.
    ///
    /// - Parameters:
    ///   - file: path of the file, which is in UTF-8.
    ///   - path: the path of the elements: names, indices and `[*]`, as in `$.a[*].b[*]`. The default is `$[*]` in a document, and the
    ///     entire record in the other formats.
    ///   - format: the form of the text.
    ///   - options: options for reading.
    ///   - mapsFile: if true, the stream maps the file into memory, a few MB at a time, instead of copying chunks. The file must not
    ///     become shorter meanwhile: that would end the process. Bytes that are appended meanwhile are not read. Pipes and devices
    ///     cannot be mapped. Measure the effect: if a page fault costs as much as a copy, mapping is not faster.
    /// - Throws: `.io` for files that cannot be opened, `.invalidPath`, `.invalidMapping`. `.invalidOptions` if `only` or `excluding` names
    ///   an unknown property. Options that exclude each other are an error of the first read.
    public init(
        path file: String, at path: String? = nil, format: JSONStreamFormat = .document,
        options: JSONReadOptions = .strict, mapsFile: Bool = false
    ) throws(JSONError) {
        core = StreamCore(
            mapsFile ? try MappedSource(path: file) : try DescriptorSource(path: file),
            try RecordReader(of: Element.self, at: path, format: format, options: options))
    }

    /// Makes a stream of the text from a descriptor, in UTF-8: a pipe, a socket, standard input. The descriptor stays open.
    ///
    /// The stream reads a regular file from the descriptor's current offset on. `progress` counts from the start of the file, but the
    /// positions of errors count from where the stream began.
    public init(
        descriptor: Int32, at path: String? = nil, format: JSONStreamFormat = .document,
        options: JSONReadOptions = .strict
    ) throws(JSONError) {
        core = StreamCore(
            try DescriptorSource(descriptor: descriptor), try RecordReader(of: Element.self, at: path, format: format, options: options))
    }

    /// Makes a stream of chunks in UTF-8. The stream asks for each chunk when it needs the chunk. A chunk may end anywhere.
    public init<Chunks: Sequence>(
        chunks: Chunks, at path: String? = nil, format: JSONStreamFormat = .document,
        options: JSONReadOptions = .strict
    ) throws(JSONError) where Chunks.Element: Sequence<UInt8> {
        core = StreamCore(
            ChunkSource(chunks.makeIterator()), try RecordReader(of: Element.self, at: path, format: format, options: options))
    }

    /// Returns the next element; nil at the end.
    ///
    /// - Throws: a `JSONError`. An error of the text has its position; `.pathNotFound` has a position only with `.lines`. With `.lines` or
    ///   `.sequence`, the next call continues after the bad line or text. With `JSONReadOptions.collectsErrors`, it continues after an
    ///   invalid element in every format. Otherwise the stream ends. If a hook calls `next()` on a copy of its own stream, it gets an error
    ///   of kind `.reentered`, and the stream continues.
    @inlinable
    public mutating func next() throws(JSONError) -> Element? {
        try core.next()?.assumingMemoryBound(to: Element.self).move()
    }

    /// Reads the next element into an existing value. Returns false at the end; the value then stays as it is.
    ///
    /// ```swift
    /// var tweet = Tweet()
    /// while try tweets.next(into: &tweet) { count(tweet) }
    /// ```
    /// The value is the same as from `next()`. With `.lines` and without a path, each line is read over the last value: Strings and arrays
    /// keep their memory, and equal Strings do not change. `JSONReader.read(into:from:)` lists the details. In all other cases the new
    /// element replaces the value.
    ///
    /// - Throws: the same errors as `next()`. After an error in a line, each property has its old or its new value.
    @inlinable
    public mutating func next(into value: inout Element) throws(JSONError) -> Bool {
        let core = core
        return try withUnsafeMutablePointer(to: &value) { value throws(JSONError) in
            guard let element = try core.next(into: value) else { return false }
            if element != value { value.pointee = element.assumingMemoryBound(to: Element.self).move() }
            return true
        }
    }

    /// Passes each further element to `body`. Each element is read over the element before it, as in `next(into:)`.
    ///
    /// ```swift
    /// try tweets.forEach { total += $0.retweets }
    /// ```
    /// A copy that `body` keeps does not change later: the next element then gets its own memory.
    ///
    /// - Throws: the error of an element, which ends the loop, or an error of `body`. Afterwards, the stream can deliver the further
    ///   elements.
    @inlinable
    public mutating func forEach(_ body: (Element) throws -> Void) throws {
        guard var element = try next() else { return }
        repeat { try body(element) } while try next(into: &element)
    }

    /// The progress of the stream.
    public var progress: JSONProgress { core.progress }

    /// The stream as a `Sequence`, for `for` loops. An error stands in place of its element. (A `Sequence` cannot throw, and must not end
    /// as if an incomplete file were complete.)
    ///
    /// ```swift
    /// for result in stream.results { use(try result.get()) }
    /// ```
    public var results: Results { Results(stream: self) }

    /// The elements and errors of a stream.
    public struct Results: Sequence, IteratorProtocol {
        fileprivate var stream: JSONStream

        /// Returns the next element or error; nil at the end.
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
    /// Iterates over a stream. Each read from a file blocks the task's thread.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var stream: JSONStream

        /// Returns the next element; nil at the end.
        @inline(never)  // Swift 6.3's compiler crashes in an optimised caller if it inlines code here.
        public mutating func next() async throws -> Element? {
            try Task.checkCancellation()
            return try stream.next()
        }
    }

    /// Returns the iterator that a `for try await` loop uses.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(stream: self) }
}
