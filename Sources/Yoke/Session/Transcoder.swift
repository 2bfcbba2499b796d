internal import CYoke

/// The encoding that the first bytes of a text show.
enum TextStart {
    /// More bytes are needed.
    case undecided
    /// The byte order mark of UTF-8.
    case mark
    /// UTF-16 or UTF-32: a byte order mark, or zeros before an ASCII character. (A zero after the first character is an error at offset
    /// 1.)
    case otherEncoding
    case utf8

    private static let patterns: [(bytes: [UInt8], start: TextStart)] = [
        (Binder.mark, .mark), ([0xFF, 0xFE], .otherEncoding), ([0xFE, 0xFF], .otherEncoding), ([0, 0, 0xFE, 0xFF], .otherEncoding),
    ]

    /// - Parameter held: bytes of earlier chunks, which come before `chunk`.
    init(_ held: [UInt8], _ chunk: UnsafeBufferPointer<UInt8>) {
        if held.isEmpty, chunk[0] &- 1 < 0x7F {
            self = .utf8
            return
        }
        let start = held + chunk.prefix(4 - held.count)
        let match = Self.patterns.first { zip($0.bytes, start).allSatisfy(==) }
        let zeros = start.prefix { $0 == 0 }.count
        if let match, start.count >= match.bytes.count {
            self = match.start
        } else if zeros == 1 || zeros == 3, start.count > zeros, start[zeros] < 0x80 {
            self = .otherEncoding
        } else {
            self = match != nil || zeros == start.count && zeros < 4 ? .undecided : .utf8
        }
    }
}

/// A UTF-16 or UTF-32 text, transcoded to UTF-8.
package final class Transcoder {
    private var buffer: yoke_buffer

    /// The transcoded text. It lives as long as this object.
    package var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: buffer.bytes, count: buffer.count) }

    private init() { buffer = yoke_buffer_make(yoke_libc()) }
    deinit { yoke_buffer_free(&buffer) }

    /// Transcodes a text to UTF-8. Returns nil if the text is UTF-8 already. Errors in a transcoded text give positions in the UTF-8 text,
    /// and not in the original.
    package static func utf8(from text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Transcoder? {
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
