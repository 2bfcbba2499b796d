internal import CYoke

/// Changes the layout of a text of any length, chunk by chunk. The memory is bounded by the longest string or key. Numbers keep
/// their digits, and members keep their order.
///
/// ```swift
/// var formatter = try JSONFormatter(style: .pretty)
/// try formatter.feed(bytes) { output.write($0) }
/// try formatter.finish { output.write($0) }
/// ```
public struct JSONFormatter: ~Copyable {
    private let text: ForwardedText
    /// Keeps the texts for NaN and infinities in memory, because `formatter` points to them.
    private let style: JSONWriteOptions
    private let endsWithNewline: Bool
    private let formatter = UnsafeMutablePointer<yoke_formatter>.allocate(capacity: 1)

    /// Makes a formatter.
    ///
    /// - Parameters:
    ///   - style: options for the layout, escapes, the last line feed, NaN and infinities. `sortsKeys` and `fractionDigits` have no effect:
    ///     sorting needs the entire document, and numbers keep their digits.
    ///   - options: options for reading. `skipping` has no effect: the formatter checks the entire text.
    public init(style: JSONWriteOptions = .pretty, options: JSONReadOptions = .strict) throws(JSONError) {
        self.style = style
        formatter.initialize(to: yoke_formatter())
        formatter.pointee.non_finite = style.style.non_finite
        formatter.pointee.out = yoke_buffer_make(yoke_libc())
        formatter.pointee.layout = style.layout
        formatter.pointee.layout.slashes = style.escapesSlashes
        formatter.pointee.is_ascii = style.escapesNonASCII
        endsWithNewline = style.endsWithNewline
        text = ForwardedText(options: options, sink: yoke_formatter_sink, context: formatter)
    }

    deinit {
        yoke_buffer_free(&formatter.pointee.out)
        formatter.deallocate()
    }

    /// Formats the next bytes of the text, in UTF-8. A chunk may end anywhere.
    ///
    /// - Parameter output: receives the text that is ready, in one or more parts. Before an error is thrown, it receives the text from
    ///   before the error.
    /// - Throws: the first error in the text; later calls throw it again. `.invalidCall` after `finish`.
    public mutating func feed(
        _ bytes: some Sequence<UInt8>, output: (UnsafeRawBufferPointer) -> Void
    ) throws(JSONError) {
        do throws(JSONError) {
            try withBytes(of: bytes) { bytes throws(JSONError) in
                try handOver(to: output) { () throws(JSONError) in try text.feed(UnsafeRawBufferPointer(bytes)) }
            }
        } catch {
            flush(output)
            throw error
        }
        flush(upTo: yoke_formatter_ready(formatter), output)
    }

    /// Ends the text: call this after the last chunk. `output` receives the rest of the text. Throws an error if the text is incomplete.
    public mutating func finish(output: (UnsafeRawBufferPointer) -> Void) throws(JSONError) {
        defer { flush(output) }
        try text.finish()
        if endsWithNewline { yoke_buffer_push(&formatter.pointee.out, UInt8(ascii: "\n")) }
    }

    /// Formats the next bytes, with an output that may throw. Throws its error, else the `JSONError` of the text.
    public mutating func feed(_ bytes: some Sequence<UInt8>, output: (UnsafeRawBufferPointer) throws -> Void) throws {
        try Self.throwing(output) { output throws(JSONError) in try feed(bytes, output: output) }
    }

    /// Ends the text, with an output that may throw. Throws its error, else the `JSONError` of the text.
    public mutating func finish(output: (UnsafeRawBufferPointer) throws -> Void) throws {
        try Self.throwing(output) { output throws(JSONError) in try finish(output: output) }
    }

    /// Runs `body` with an output that keeps the first error of `output`, and throws this error, else the error of `body`.
    private static func throwing(
        _ output: (UnsafeRawBufferPointer) throws -> Void, _ body: ((UnsafeRawBufferPointer) -> Void) throws(JSONError) -> Void
    ) throws {
        var written = Result<Void, any Error>.success(())
        let result = withoutActuallyEscaping(output) { output in
            Result { () throws(JSONError) in
                try body { text in
                    if case .success = written { written = Result { try output(text) } }
                }
            }
        }
        try written.get()
        try result.get()
    }

    /// Runs `body`. Whenever much text is ready meanwhile, `output` receives this text.
    private func handOver(
        to output: (UnsafeRawBufferPointer) -> Void, _ body: () throws(JSONError) -> Void
    ) throws(JSONError) {
        typealias Output = (UnsafeRawBufferPointer) -> Void
        let result = withoutActuallyEscaping(output) { output in
            var output = output
            return withUnsafeMutablePointer(to: &output) { output in
                formatter.pointee.take_context = UnsafeMutableRawPointer(output)
                formatter.pointee.take = { context, bytes, count in
                    context?.assumingMemoryBound(to: Output.self).pointee(UnsafeRawBufferPointer(start: bytes, count: count))
                }
                defer { formatter.pointee.take = nil }
                return Result { () throws(JSONError) in try body() }
            }
        }
        try result.get()
    }

    private func flush(upTo end: Int? = nil, _ output: (UnsafeRawBufferPointer) -> Void) {
        let end = end ?? formatter.pointee.out.count
        if end > 0 { output(UnsafeRawBufferPointer(start: formatter.pointee.out.bytes, count: end)) }
        yoke_formatter_drop(formatter, end)
    }
}
