internal import CYoke

/// Lays a text of any length out anew, chunk by chunk in constant memory. Numbers keep their digits, members their order.
///
/// ```swift
/// var formatter = try JSONFormatter(style: .pretty)
/// try formatter.feed(bytes) { output.write($0) }
/// try formatter.finish { output.write($0) }
/// ```
public struct JSONFormatter: ~Copyable {
    private let text: ForwardedText
    private let formatter = UnsafeMutablePointer<yoke_formatter>.allocate(capacity: 1)

    /// - Parameters:
    ///   - style: indentation and slashes; sorting needs the whole document, so `sortsKeys` is not looked at.
    ///   - options: how to read.
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

    /// The next bytes of the text, in UTF-8.
    ///
    /// - Parameter output: called with what can be written by now; with what came before an error, before it is thrown.
    public mutating func feed(
        _ bytes: UnsafeRawBufferPointer, output: (UnsafeRawBufferPointer) -> Void
    ) throws(JSONError) {
        do throws(JSONError) { try text.feed(bytes) } catch {
            flush(output)
            throw error
        }
        // A key is written with its value: the text may be cut before that.
        let formatter = formatter.pointee
        flush(upTo: formatter.after_key ? formatter.key_start : formatter.out.count, output)
    }

    /// The end of the text.
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
