import CYoke
import Testing

/// Returns the bytes of a text in an encoding, without a byte order mark.
private func encode(_ text: String, _ encoding: yoke_encoding) -> [UInt8] {
    switch encoding {
    case YOKE_UTF16_LITTLE: text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    case YOKE_UTF16_BIG: text.utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    case YOKE_UTF32_LITTLE: text.unicodeScalars.flatMap { s in (0..<4).map { UInt8(truncatingIfNeeded: s.value >> ($0 * 8)) } }
    case YOKE_UTF32_BIG: text.unicodeScalars.flatMap { s in (0..<4).map { UInt8(truncatingIfNeeded: s.value >> (24 - $0 * 8)) } }
    default: Array(text.utf8)
    }
}

private let encodings = [YOKE_UTF8, YOKE_UTF16_LITTLE, YOKE_UTF16_BIG, YOKE_UTF32_LITTLE, YOKE_UTF32_BIG]

/// Returns the text as UTF-8. `badAt` is the offset of the first invalid byte; nil if all bytes are valid.
private func transcode(_ bytes: [UInt8], _ encoding: yoke_encoding) -> (text: [UInt8], badAt: Int?) {
    withUnsafePointer(to: yoke_allocator_libc) { allocator in
        var out = yoke_buffer_make(allocator)
        defer { yoke_buffer_free(&out) }
        var badAt = 0
        let good = yoke_transcode(encoding, bytes, bytes.count, &out, &badAt)
        return (Array(UnsafeBufferPointer(start: out.bytes, count: out.count)), good ? nil : badAt)
    }
}

private func detect(_ bytes: [UInt8]) -> (encoding: yoke_encoding, mark: Int) {
    var mark = -1
    let encoding = yoke_detect_encoding(bytes, bytes.count, &mark)
    return (encoding, mark)
}

@Suite struct TranscodeTests {
    private static let samples = [
        "1", "[]", "\"é\"", "\"あ\"", "{\"a\":\"😀\u{10FFFF}\u{FFFF}\u{D7FF}\u{E000}\u{80}\u{7FF}\u{800}\"}", " \n0",
    ]

    @Test func textsAreRecognisedWithAndWithoutMark() {
        for text in Self.samples {
            for encoding in encodings {
                let plain = detect(encode(text, encoding))
                #expect(plain.encoding == encoding && plain.mark == 0, "\(text)")
                let mark = encode("\u{FEFF}", encoding)
                let marked = detect(mark + encode(text, encoding))
                #expect(marked.encoding == encoding && marked.mark == mark.count, "\(text)")
            }
        }
    }

    @Test func whatIsNeitherIsUTF8() {
        for bytes: [UInt8] in [[], [0], [0, 0], [0, 0, 0, 0], [0x5B], [0x31, 0x32, 0x33, 0], [0xFF], [0xEF, 0xBB], [0x80, 0]] {
            let found = detect(bytes)
            #expect(found.encoding == YOKE_UTF8 && found.mark == 0, "\(bytes)")
        }
    }

    @Test func textsAreTranscoded() {
        for text in Self.samples + [String(repeating: "aé😀", count: 5_000)] {
            for encoding in encodings {
                let (utf8, badAt) = transcode(encode(text, encoding), encoding)
                #expect(badAt == nil && utf8 == Array(text.utf8))
            }
        }
    }

    @Test func everyScalarOfTheEdges() {
        let edges: [UInt32] = [0, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFEFF, 0xFFFF, 0x10000, 0x103FF, 0x10400, 0x10FFFF]
        for value in edges {
            let text = String(Character(Unicode.Scalar(value)!))
            for encoding in encodings { #expect(transcode(encode(text, encoding), encoding).text == Array(text.utf8), "\(value)") }
        }
    }

    @Test func loneSurrogatesAreRefused() {
        let cases: [([UInt8], Int)] = [
            ([0, 0x22, 0xDC, 0], 2), ([0, 0x22, 0xD8, 0], 4), ([0xD8, 0, 0, 0x22], 2), ([0xD8, 0, 0xD8, 0, 0xDC, 0], 2), ([0xDF, 0xFF], 0),
        ]
        for (big, offset) in cases {
            #expect(transcode(big, YOKE_UTF16_BIG).badAt == offset, "\(big)")
            let little = stride(from: 0, to: big.count, by: 2).flatMap { [big[$0 + 1], big[$0]] }
            #expect(transcode(little, YOKE_UTF16_LITTLE).badAt == offset, "\(big)")
        }
        for value: [UInt8] in [[0, 0, 0xD8, 0], [0, 0, 0xDF, 0xFF], [0, 0x11, 0, 0], [0x80, 0, 0, 0x41]] {
            let big = [0, 0, 0, 0x22] + value
            #expect(transcode(big, YOKE_UTF32_BIG).badAt == 4, "\(value)")
            #expect(transcode([0x22, 0, 0, 0] + value.reversed(), YOKE_UTF32_LITTLE).badAt == 4, "\(value)")
        }
    }

    @Test func unitsThatTheEndCutsAreRefused() {
        for encoding in encodings.dropFirst() {
            let unit = encode("a", encoding).count
            for extra in 1..<unit {
                let (text, badAt) = transcode(encode("[]", encoding) + [UInt8](repeating: 0x20, count: extra), encoding)
                #expect(badAt == 2 * unit && text == Array("[]".utf8))
            }
        }
    }
}
