internal import CYoke

/// A UTF-16 or UTF-32 text, transcoded to UTF-8.
final class Transcoder {
    private var buffer: yoke_buffer

    /// The transcoded text. It lives as long as this object.
    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: buffer.bytes, count: buffer.count) }

    private init() { buffer = yoke_buffer_make(yoke_libc()) }
    deinit { yoke_buffer_free(&buffer) }

    /// Transcodes a text to UTF-8. Returns nil if the text is UTF-8 already. Errors in a transcoded text give positions in the UTF-8 text,
    /// and not in the original.
    static func utf8(from text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Transcoder? {
        var mark = 0
        let encoding = yoke_detect_encoding(text.baseAddress, text.count, &mark)
        if encoding == YOKE_UTF8 { return nil }
        // A second byte order mark is an error. So the first one is transcoded too: the engine skips it, and refuses the second one.
        if mark > 0, text.count >= 2 * mark, text[mark..<2 * mark].elementsEqual(text[..<mark]) { mark = 0 }
        let transcoder = Transcoder()
        var bad = 0
        guard
            yoke_transcode(encoding, text.baseAddress.map { $0 + mark }, text.count - mark, &transcoder.buffer, &bad)
        else {
            if transcoder.buffer.failed { throw JSONError(.outOfMemory, "no memory to transcode the text") }
            var start = yoke_position_tracker(), location = yoke_location()
            yoke_position_init(&start)
            let end = transcoder.bytes
            _ = yoke_locate(&start, end.baseAddress, end.count, end.count, &location, nil)
            throw JSONError(
                .invalidUnicode, "the text is not valid UTF-16 or UTF-32",
                position: JSONError.Position(offset: end.count, line: Int(location.line), column: Int(location.column)))
        }
        return transcoder
    }
}
