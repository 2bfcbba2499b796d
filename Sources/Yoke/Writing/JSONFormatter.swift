internal import CYoke

/// Formats a text of any length again, chunk by chunk, in constant memory. Numbers keep their digits, and members keep their order.
///
/// ```swift
/// var formatter = try JSONFormatter(style: .pretty)
/// try formatter.feed(bytes) { output.write($0) }
/// try formatter.finish { output.write($0) }
/// ```
public struct JSONFormatter: ~Copyable {
    private let text: ForwardedText
    private let formatter = UnsafeMutablePointer<yoke_formatter>.allocate(capacity: 1)

    /// Makes a formatter.
    ///
    /// - Parameters:
    ///   - style: indentation and slashes. `sortsKeys` has no effect, because sorting needs the entire document.
    ///   - options: options for reading.
    public init(style: JSONWriteOptions = .pretty, options: JSONReadOptions = .strict) throws(JSONError) {
        formatter.initialize(to: yoke_formatter())
        formatter.pointee.out = yoke_buffer_make(yoke_libc())
        formatter.pointee.indent = UInt32(min(max(0, style.indent), JSONWriteOptions.mostIndent))
        formatter.pointee.escapes_slashes = style.escapesSlashes
        text = ForwardedText(options: options, sink: yoke_formatter_sink, context: formatter)
    }

    deinit {
        yoke_buffer_free(&formatter.pointee.out)
        formatter.deallocate()
    }

    /// Formats the next bytes of the text, in UTF-8.
    ///
    /// - Parameter output: receives the text that is ready. Before an error is thrown, it receives the text from before the error.
    public mutating func feed(
        _ bytes: UnsafeRawBufferPointer, output: (UnsafeRawBufferPointer) -> Void
    ) throws(JSONError) {
        do throws(JSONError) { try text.feed(bytes) } catch {
            flush(output)
            throw error
        }
        // A key is written together with its value, because the text may be cut off between them.
        let formatter = formatter.pointee
        flush(upTo: formatter.after_key ? formatter.key_start : formatter.out.count, output)
    }

    /// Ends the text.
    public mutating func finish(output: (UnsafeRawBufferPointer) -> Void) throws(JSONError) {
        defer { flush(output) }
        try text.finish()
    }

    private func flush(upTo end: Int? = nil, _ output: (UnsafeRawBufferPointer) -> Void) {
        let out = UnsafeMutableRawBufferPointer(start: formatter.pointee.out.bytes, count: formatter.pointee.out.count)
        let end = end ?? out.count
        if end > 0 { output(UnsafeRawBufferPointer(rebasing: out[..<end])) }
        if end < out.count { out.copyMemory(from: UnsafeRawBufferPointer(rebasing: out[end...])) }
        formatter.pointee.out.count = out.count - end
        formatter.pointee.key_start = 0
    }
}
