import CYoke
import Testing

// Compares the strict filter, which runs before yajl, with a decoder that takes one byte at a time. The filter works on blocks of 64 bytes.
// Offsets 0...70 put each byte at every position of a block and across the end of a block.

/// Index and kind of the first error in a text. Without an error, the index is the length of the text.
private struct Finding: Equatable {
    var index: Int
    var error: yoke_filter_error

    static func fine(_ count: Int) -> Finding { Finding(index: count, error: YOKE_FILTER_OK) }
}

/// Checks UTF-8 by the table of RFC 3629 section 4. Refuses the bytes 0x0B and 0x0C, which yajl would accept as white space. Does not look
/// at escapes.
private func reference(_ text: [UInt8]) -> Finding {
    var i = 0
    while i < text.count {
        let lead = text[i]
        if lead == 0x0B || lead == 0x0C { return Finding(index: i, error: YOKE_FILTER_CONTROL) }
        let bounds: [ClosedRange<UInt8>]
        switch lead {
        case 0x00...0x7F: bounds = []
        case 0xC2...0xDF: bounds = [0x80...0xBF]
        case 0xE0: bounds = [0xA0...0xBF, 0x80...0xBF]
        case 0xED: bounds = [0x80...0x9F, 0x80...0xBF]
        case 0xE1...0xEF: bounds = [0x80...0xBF, 0x80...0xBF]
        case 0xF0: bounds = [0x90...0xBF, 0x80...0xBF, 0x80...0xBF]
        case 0xF1...0xF3: bounds = [0x80...0xBF, 0x80...0xBF, 0x80...0xBF]
        case 0xF4: bounds = [0x80...0x8F, 0x80...0xBF, 0x80...0xBF]
        default: return Finding(index: i, error: YOKE_FILTER_UTF8)
        }
        i += 1
        for bound in bounds {
            if i == text.count { return .fine(i) }
            if !bound.contains(text[i]) { return Finding(index: i, error: YOKE_FILTER_UTF8) }
            i += 1
        }
    }
    return .fine(text.count)
}

private func check(_ chunks: [[UInt8]], flags: Int = 0) -> Finding {
    var filter = yoke_filter()
    yoke_filter_init(&filter, UInt32(flags))
    var passed = 0
    for chunk in chunks {
        let fine = yoke_filter_check(&filter, chunk, chunk.count)
        passed += fine
        if fine < chunk.count { return Finding(index: passed, error: filter.error) }
    }
    return Finding(index: passed, error: yoke_filter_finish(&filter))
}

/// Cuts the text in two at each position, with an empty chunk between the two parts, and last into single bytes. Returns a list of chunks
/// for each case.
private func splits(_ text: [UInt8]) -> [[[UInt8]]] {
    (0...text.count).map { [Array(text[..<$0]), [], Array(text[$0...])] } + [text.map { [$0] }]
}

/// Passes chunks through the strict filter in its rewriting form. For example, it overwrites comments with spaces if `flags` allow
/// comments. Returns the rewritten text, and the index and kind of the first error.
private func rewrite(_ chunks: [[UInt8]], flags: Int) -> (text: [UInt8], finding: Finding) {
    let room = Int(YOKE_FILTER_HELD_MAX)
    var filter = yoke_filter()
    yoke_filter_init(&filter, UInt32(flags))
    var text: [UInt8] = []
    var passed = 0
    for chunk in chunks {
        var copy = [UInt8](repeating: 0xEE, count: room) + chunk
        let fine = copy.withUnsafeMutableBufferPointer { bytes in
            var out: UnsafeMutablePointer<UInt8>?
            var count = 0
            let fine = yoke_filter_rewrite(&filter, bytes.baseAddress! + room, chunk.count, &out, &count)
            text += UnsafeBufferPointer(start: out, count: count)
            return fine
        }
        passed += fine
        if fine < chunk.count { return (text, Finding(index: passed, error: filter.error)) }
    }
    var last = [UInt8](repeating: 0, count: room)
    let held = yoke_filter_flush(&filter, &last)
    text += last[..<held]
    return (text, Finding(index: passed, error: yoke_filter_finish(&filter)))
}

@Suite struct StrictFilterTests {
    /// Puts `inside` at each offset of a text of 140 bytes, whose other bytes are `filler`. Returns the first offset at which the filter
    /// and the reference give different results; nil if they never differ.
    private func mismatch(of inside: [UInt8], offsets: ClosedRange<Int>, filler: UInt8 = 0x61) -> Int? {
        let expected = reference(inside + [filler])
        var text = [UInt8](repeating: filler, count: 140)
        var filter = yoke_filter()
        return text.withUnsafeMutableBufferPointer { text in
            for offset in offsets {
                for k in 0..<inside.count { text[offset + k] = inside[k] }
                defer { for k in 0..<inside.count { text[offset + k] = filler } }
                yoke_filter_init(&filter, 0)
                let fine = yoke_filter_check(&filter, text.baseAddress!, text.count)
                let index = expected.error == YOKE_FILTER_OK ? text.count : offset + expected.index
                if fine != index || filter.error != expected.error { return offset }
            }
            return nil
        }
    }

    @Test func everyByteAtEveryOffset() {
        for a in UInt8.min...UInt8.max {
            #expect(mismatch(of: [a], offsets: 0...70) == nil, "\(a)")
        }
    }

    /// In UTF-8, only a lead byte restricts the byte after it. So only pairs of bytes that begin with a lead byte are tested at all
    /// offsets.
    @Test func everyPairOfBytes() {
        var wrong: [[UInt8]] = []
        for a in UInt8.min...UInt8.max {
            for b in UInt8.min...UInt8.max {
                let somewhere = (Int(a) * 256 + Int(b)) % 71
                let offsets = a >= 0xC0 && b >= 0x80 ? 0...70 : somewhere...somewhere
                if mismatch(of: [a, b], offsets: offsets) != nil { wrong.append([a, b]) }
            }
        }
        #expect(wrong.isEmpty)
    }

    /// The bytes on both sides of every limit in the table of RFC 3629.
    private static let edges: [UInt8] = [0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xF0, 0xFF]
    private static let leads: [UInt8] = [0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5]

    @Test func edgesOfThreeByteSequencesAtEveryOffset() {
        var wrong: [[UInt8]] = []
        for a in Self.leads {
            for b in Self.edges {
                for c in Self.edges where mismatch(of: [a, b, c], offsets: 0...70) != nil { wrong.append([a, b, c]) }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func edgesOfFourByteSequencesAtEveryOffset() {
        var wrong: [[UInt8]] = []
        for a in Self.leads where a >= 0xEF {
            for b in Self.edges where b >= 0x80 && b < 0xC0 {
                for c in Self.edges {
                    for d: UInt8 in [0x7F, 0x80, 0xBF, 0xC0] where mismatch(of: [a, b, c, d], offsets: 0...70) != nil {
                        wrong.append([a, b, c, d])
                    }
                }
            }
        }
        #expect(wrong.isEmpty)
    }

    @Test func sequencesMayBeSplitAnywhere() {
        let texts: [[UInt8]] = [
            [0x61, 0xC3, 0xA9, 0x61], [0xE3, 0x81, 0x82], [0xF0, 0x9F, 0x98, 0x80, 0x61], [0xE3, 0x81, 0x61],
            [0xE0, 0x9F, 0x80], [0xED, 0xA0, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF4, 0x90, 0x80, 0x80], [0x80], [0xC1, 0x80],
            [0x61, 0x0B], [0xF0, 0x9F, 0x0C],
        ]
        for text in texts {
            for chunks in splits(text) { #expect(check(chunks) == reference(text), "\(chunks)") }
        }
    }

    @Test func aSequenceThatTheEndCutsIsFoundAtTheEnd() {
        for text: [UInt8] in [[0xC3], [0xE3, 0x81], [0xF0, 0x9F, 0x98]] {
            for chunks in splits(text) {
                #expect(check(chunks) == Finding(index: text.count, error: YOKE_FILTER_CUT))
                #expect(check(chunks, flags: YOKE_FILTER_SKIP_UTF8) == .fine(text.count))
            }
        }
    }

    @Test func anyUTF8StillFindsControlsAndSurrogates() {
        #expect(check([[0xC0, 0xAF, 0xFF, 0x80]], flags: YOKE_FILTER_SKIP_UTF8) == .fine(4))
        #expect(check([[0xC0, 0x0C]], flags: YOKE_FILTER_SKIP_UTF8) == Finding(index: 1, error: YOKE_FILTER_CONTROL))
        #expect(check([[0xC0] + Array(#"\udd1e"#.utf8)], flags: YOKE_FILTER_SKIP_UTF8) == Finding(index: 4, error: YOKE_FILTER_SURROGATE))
    }

    /// Texts with escaped surrogates, each with the index of its bad byte; nil for valid texts.
    private static let surrogates: [(String, Int?)] = [
        (#""\ud834\udd1e""#, nil), (#""\uD834\uDD1E\uDBFF\uDFFF""#, nil), (#""\\ud834""#, nil), (#""\\\ud834\udd1e""#, nil),
        (#""\ud7ff\ue000\u0041""#, nil), (#""\ud8zz""#, nil), (#""\u\ud""#, nil), (#""\\\\\udc00""#, 8),
        (#""\ud834""#, 7), (#""\ud834x""#, 7), (#""\ud834\n""#, 8), (#""\ud834\u0041""#, 9), (#""\ud834\ud834""#, 10),
        (#""\ud834\ud7ff""#, 10), (#""\udd1e""#, 4), (#""\uDC00""#, 4), (#""\ud834\\ud834""#, 8), (#""\ud834\udd1e\udd1e""#, 16),
    ]

    @Test(arguments: [0, 1, 10, 50, 57, 58, 59, 60, 61, 62, 63, 64, 65, 128])
    func surrogatesInEverySplit(padding: Int) {
        for (string, bad) in Self.surrogates {
            let text = [UInt8](repeating: 0x20, count: padding) + string.utf8 + [UInt8](repeating: 0x20, count: 70)
            let expected = bad.map { Finding(index: $0 + padding, error: YOKE_FILTER_SURROGATE) } ?? .fine(text.count)
            #expect(check([text]) == expected, "\(string)")
            for cut in padding...padding + string.utf8.count {
                #expect(check([Array(text[..<cut]), Array(text[cut...])]) == expected, "\(string) at \(cut)")
            }
            #expect(check(text.map { [$0] }) == expected, "\(string)")
        }
    }

    @Test func aPairThatTheEndCuts() {
        for string in [#"\ud834"#, #"\ud834\"#, #"\ud834\u"#, #"\ud834\ud"#] {
            let text = Array(string.utf8)
            #expect(check([text]) == Finding(index: text.count, error: YOKE_FILTER_CUT))
        }
    }

    @Test func backslashRunsKeepTheirParityOverBlocks() {
        for count in 1...140 {
            let text = [UInt8](repeating: 0x5C, count: count) + Array("udc00".utf8) + [UInt8](repeating: 0x20, count: 80)
            let expected = count % 2 == 1 ? Finding(index: count + 2, error: YOKE_FILTER_SURROGATE) : .fine(text.count)
            #expect(check([text]) == expected, "\(count)")
            #expect(check([Array(text[..<(count / 2)]), Array(text[(count / 2)...])]) == expected, "\(count)")
        }
    }

    @Test func loneSurrogatesAreReplacedInEverySplit() {
        let cases = [
            (#"["\ud834"]"#, #"["\ufffd"]"#), (#"["\ud834\n"]"#, #"["\ufffd\n"]"#), (#"["\ud834\u0041"]"#, #"["\ufffd\u0041"]"#),
            (#"["\ud834\ud834\udd1e"]"#, #"["\ufffd\ud834\udd1e"]"#), (#"["\uDD1E"]"#, #"["\ufffd"]"#),
            (#"["\ud834\\udd1e"]"#, #"["\ufffd\\udd1e"]"#), (#"["\ud834\udd1e"]"#, #"["\ud834\udd1e"]"#),
            (#"["\uddx"]"#, #"["\uffx"]"#), (#"["\ud834\u00"]"#, #"["\ufffd\u00"]"#), (#"["\ud834"#, #"["\ufffd"#),
            (#"["\ud83"#, #"["\ud83"#), (#"["\ud834\ud"#, #"["\ufffd\ud"#),
        ]
        for (string, expected) in cases {
            for padding in [0, 60, 64] {
                let space = [UInt8](repeating: 0x20, count: padding)
                for chunks in splits(space + string.utf8) {
                    let (text, finding) = rewrite(chunks, flags: YOKE_FILTER_REPLACE_SURROGATES)
                    #expect(text == space + expected.utf8, "\(string)")
                    #expect(finding.error == YOKE_FILTER_OK, "\(string)")
                }
            }
        }
    }

    @Test func commentsBecomeBlanksInEverySplit() {
        let cases: [(String, String, yoke_filter_error)] = [
            ("[1,// é\n2]", "[1,     \n2]", YOKE_FILTER_OK), ("[/*\n*/1]", "[  \n  1]", YOKE_FILTER_OK),
            ("/**/1/***/", "    1     ", YOKE_FILTER_OK), ("/*/1*/2", "      2", YOKE_FILTER_OK), ("1//", "1  ", YOKE_FILTER_OK),
            ("[\"//\",\"/*\\\"*/\"]", "[\"//\",\"/*\\\"*/\"]", YOKE_FILTER_OK), ("[1/2]", "[1/2]", YOKE_FILTER_OK),
            ("1/", "1/", YOKE_FILTER_OK),
            ("1//\r2", "1  \r2", YOKE_FILTER_OK), ("// \\ud834 \"\n1", "           \n1", YOKE_FILTER_OK),
            ("1/* *", "1    ", YOKE_FILTER_CUT),
            ("\"\\\\\"//\"", "\"\\\\\"   ", YOKE_FILTER_OK),
        ]
        for (string, expected, error) in cases {
            for padding in [0, 60, 64] {
                let space = [UInt8](repeating: 0x20, count: padding)
                for chunks in splits(space + string.utf8) {
                    let (text, finding) = rewrite(chunks, flags: YOKE_FILTER_COMMENTS)
                    #expect(text == space + expected.utf8, "\(string)")
                    #expect(finding == Finding(index: padding + string.utf8.count, error: error), "\(string)")
                }
            }
        }
    }

    @Test func commentsMustBeUTF8() {
        let text = Array("/* ".utf8) + [0xC0] + Array(" */".utf8)
        for chunks in splits(text) {
            #expect(rewrite(chunks, flags: YOKE_FILTER_COMMENTS).finding == Finding(index: 3, error: YOKE_FILTER_UTF8))
        }
        for chunks in splits(text) { #expect(rewrite(chunks, flags: YOKE_FILTER_COMMENTS | YOKE_FILTER_SKIP_UTF8).finding == .fine(7)) }
    }

    @Test func nothingIsTakenAfterAnError() {
        var filter = yoke_filter()
        yoke_filter_init(&filter, 0)
        #expect(yoke_filter_check(&filter, [0x20, 0x0C], 2) == 1)
        #expect(yoke_filter_check(&filter, [0x20], 1) == 0)
        #expect(yoke_filter_finish(&filter) == YOKE_FILTER_CONTROL)
    }
}
