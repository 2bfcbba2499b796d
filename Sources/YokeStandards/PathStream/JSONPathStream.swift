import Yoke

/// The values that a JSONPath selects in a text of any length, one at a time.
///
/// ```swift
/// let path = try JSONPath("$..price")
/// var prices = try JSONPathStream(path: "store.json", selecting: path)
/// while let price = try prices.next() { use(price) }
/// ```
/// The text is read once, so the path may have names, indices from 0, `*`, slices with a positive step and bounds from 0, and descendants
/// (`..`). One filter may follow, and any segments after it: `$.items[?@.price < 10].title`. The filter sees one element at a time, so it
/// must not use the document (`$`), and no `..` may stand before the filter.
///
/// - Memory is bounded by a buffer, and by the largest selected value (with a filter: the largest element) or the longest string.
/// - A value comes when its text ends, so an inner value comes before the container around it. Otherwise values come in the order of the
///   text. (RFC 9535 puts the members of an object before deeper values. Sort the values if you need this order.) A value that is selected
///   twice comes twice.
/// - If an object repeats a key of the path, each of the values is delivered.
/// - Without a match, the stream just ends. An error of the text ends it too, after the values before the error.
/// - Only one thread at a time may use a stream. Copies share their position.
public struct JSONPathStream {
    private let core: Core

    /// Makes a stream over a file in UTF-8.
    ///
    /// - Parameters:
    ///   - file: the path of the file.
    ///   - path: selects the values that the stream returns, in each value of the text.
    ///   - format: the form of the text. With `.lines`, a bad line ends the stream.
    ///   - options: options for reading.
    /// - Throws: `.io` for files that cannot be opened; `.invalidPath` for a path that cannot be followed in one pass; `.invalidOptions` for
    ///   options that exclude each other.
    public init(
        path file: String, selecting path: JSONPath, format: JSONStreamFormat = .document, options: JSONReadOptions = .strict
    ) throws(JSONError) {
        core = try Core(DescriptorSource(path: file), path, format, options)
    }

    /// Makes a stream over a descriptor: a pipe, a socket, standard input. The descriptor stays open.
    ///
    /// - Throws: `.invalidPath` for a path that cannot be followed in one pass; `.invalidOptions` for options that exclude each other.
    public init(
        descriptor: Int32, selecting path: JSONPath, format: JSONStreamFormat = .document, options: JSONReadOptions = .strict
    ) throws(JSONError) {
        core = try Core(DescriptorSource(descriptor: descriptor), path, format, options)
    }

    /// Makes a stream over chunks in UTF-8, which may end anywhere.
    ///
    /// - Throws: `.invalidPath` for a path that cannot be followed in one pass; `.invalidOptions` for options that exclude each other.
    public init<Chunks: Sequence>(
        chunks: Chunks, selecting path: JSONPath, format: JSONStreamFormat = .document, options: JSONReadOptions = .strict
    ) throws(JSONError) where Chunks.Element: Sequence<UInt8> {
        core = try Core(ChunkSource(chunks.makeIterator()), path, format, options)
    }

    /// Returns the next selected value; nil at the end of the stream.
    ///
    /// - Throws: the error of the text and its position; `.limitExceeded` if a filter takes more than a billion steps.
    public mutating func next() throws(JSONError) -> JSONValue? { try core.next() }

    /// The state of a stream. Copies of the stream share it.
    private final class Core {
        private var source: (any ByteSource)?
        private let matcher: PathMatcher
        private let reader: EventReader
        private let filter: PathFilter?
        private let rest: PathQuery
        private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
        private var failure: JSONError?
        /// True while the stream asks for a chunk. Meanwhile, the sequence of chunks may hold a copy of the stream, but gets an error if it
        /// asks the copy for a value.
        private var isBusy = false
        /// The values selected in the last element, in reverse order, so that the next value is cheap to remove from the end.
        private var ready: [JSONValue] = []

        private static let sliceSize = 16 * 1024

        init(
            _ source: any ByteSource, _ path: JSONPath, _ format: JSONStreamFormat, _ options: JSONReadOptions
        ) throws(JSONError) {
            if let error = options.contradiction { throw error }
            let (streamed, filter, rest) = try path.query.parts(path)
            self.source = source
            (self.filter, self.rest) = (filter, PathQuery(segments: Array(rest)))
            matcher = PathMatcher(Array(streamed))
            reader = EventReader(matcher, format: format, options: options)
        }

        func next() throws(JSONError) -> JSONValue? {
            if isBusy {
                throw JSONError(
                    kind: .reentered, message: "the stream is asked for a value while it reads one",
                    hint: "the sequence of chunks cannot step the stream that calls it")
            }
            while true {
                if let value = ready.popLast() { return value }
                if let value = matcher.next() {
                    if filter == nil { return value }
                    try select(in: value)
                    continue
                }
                if let failure {
                    self.failure = nil
                    throw failure
                }
                guard let source else { return nil }
                do throws(JSONError) { try readOn(source) } catch {
                    // The values that were selected before the error are returned first.
                    failure = error
                    self.source = nil
                }
            }
        }

        private func readOn(_ source: any ByteSource) throws(JSONError) {
            if chunk.isEmpty {
                isBusy = true
                defer { isBusy = false }
                guard let next = try source.next() else {
                    self.source = nil
                    return try reader.finish()
                }
                chunk = next
            }
            let slice = UnsafeBufferPointer(rebasing: chunk.prefix(Self.sliceSize))
            chunk = UnsafeBufferPointer(rebasing: chunk.dropFirst(slice.count))
            try reader.feed(UnsafeRawBufferPointer(slice))
        }

        private func select(in element: JSONValue) throws(JSONError) {
            let evaluation = PathEvaluation(element, steps: JSONPathLimits.standard.steps)
            guard let filter, try evaluation.holds(filter, element) else { return }
            var selected: [JSONValue] = []
            try evaluation.run(rest, locates: false) { value, _ throws(JSONError) in
                selected.append(value)
                return true
            }
            ready = selected.reversed()
        }
    }
}

@available(*, unavailable, message: "a stream stands at one place in its text: use it from one task")
extension JSONPathStream: Sendable {}

extension JSONPath {
    /// True if `JSONPathStream` can follow the path.
    public var isStreamable: Bool { (try? query.parts(self)) != nil }
}

extension PathQuery {
    /// Splits the query into the segments that a stream follows, a filter (nil if the query has none), and the segments after the filter. A
    /// stream applies the last segments to each element that passes the filter. With a filter, the first segments end in `*`, which selects
    /// these elements. Throws `.invalidPath` if a stream cannot follow the query.
    fileprivate func parts(
        _ path: JSONPath
    ) throws(JSONError) -> (streamed: [PathSegment], filter: PathFilter?, rest: ArraySlice<PathSegment>) {
        let streamed = segments.prefix(while: \.isStreamable)
        guard streamed.count <= PathMatcher.maxSegments else {
            throw Self.failure(path, "it has more than \(PathMatcher.maxSegments) segments")
        }
        guard streamed.count < segments.count else { return (segments, nil, []) }
        let next = segments[streamed.count], rest = segments.dropFirst(streamed.count + 1)
        guard case .filter(let filter) = next.selectors[0], next.selectors.count == 1, !next.isDescendant else {
            throw Self.failure(path, "a stream has names, indices and slices from 0, '*', '..' and one filter")
        }
        if streamed.contains(where: \.isDescendant) { throw Self.failure(path, "in a stream no '..' may stand before a filter") }
        if filter.readsRoot || PathQuery(segments: Array(rest)).readsRoot {
            throw Self.failure(path, "a filter of a stream cannot look at '$', the entire document")
        }
        return (streamed + [PathSegment(selectors: [.wildcard])], filter, rest)
    }

    private static func failure(_ path: JSONPath, _ why: String) -> JSONError {
        JSONError(
            kind: .invalidPath, message: "the path \"\(VisibleText.of(path.description))\" cannot be followed in one pass: \(why)",
            hint: "read the document as a JSONValue, and use JSONPath.values(in:)")
    }
}

extension PathSegment {
    /// True if the key of a member, or the index of an element, is enough to decide whether the segment selects the value. Then a stream
    /// can decide before it reads the value.
    fileprivate var isStreamable: Bool {
        selectors.allSatisfy { selector in
            switch selector {
            case .name, .wildcard: true
            case .index(let index): index >= 0
            case .slice(let slice): slice.step > 0 && (slice.start ?? 0) >= 0 && (slice.end ?? 0) >= 0
            case .filter: false
            }
        }
    }
}
