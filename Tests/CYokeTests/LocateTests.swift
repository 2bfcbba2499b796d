import CYoke
import Testing

/// A position in a text: line, column, snippet, and the index of the caret in the snippet.
private struct Place: Equatable {
    var line: Int, column: Int, snippet: [UInt8], caret: Int

    init(_ line: Int, _ column: Int, _ snippet: String, caret: Int) {
        (self.line, self.column, self.snippet, self.caret) = (line, column, Array(snippet.utf8), caret)
    }

    /// Computes line, column and snippet of the offset `at`. The bytes before `passed` come in chunks of `chunk` bytes, and are only
    /// counted. The bytes from `passed` to `end` are searched for the offset. Returns nil if the offset is not in this range.
    init?(_ text: [UInt8], at: Int, passed: Int = 0, chunk: Int = 1000, until end: Int? = nil) {
        var place = yoke_position_tracker()
        yoke_position_init(&place)
        var i = 0
        while i < passed {
            let n = min(chunk, passed - i)
            text.withUnsafeBufferPointer { yoke_position_advance(&place, $0.baseAddress! + i, n) }
            i += n
        }
        var found = yoke_location()
        var bytes = [UInt8](repeating: 0, count: Int(YOKE_SNIPPET_MAX))
        let rest = Array(text[passed..<(end ?? text.count)])
        guard yoke_locate(&place, rest, rest.count, at - passed, &found, &bytes) else { return nil }
        guard found.offset == UInt64(at) else { return nil }
        (line, column, snippet, caret) = (Int(found.line), Int(found.column), Array(bytes[..<found.count]), found.caret)
    }
}

@Suite struct LocateTests {
    @Test func linesAndColumnsCountFromOne() {
        let text = Array("{\n \"é\": tru\r\n}".utf8)
        #expect(Place(text, at: 0) == Place(1, 1, "{", caret: 0))
        #expect(Place(text, at: 1) == Place(1, 2, "{", caret: 1))
        #expect(Place(text, at: 2) == Place(2, 1, " \"é\": tru", caret: 0))
        #expect(Place(text, at: 9) == Place(2, 7, " \"é\": tru", caret: 7))
        #expect(Place(text, at: text.count) == Place(3, 2, "}", caret: 1))
        #expect(Place([], at: 0) == Place(1, 1, "", caret: 0))
    }

    @Test func aMarkIsNoColumn() {
        let text = [0xEF, 0xBB, 0xBF] + Array("[x]".utf8)
        for passed in 0...4 {
            #expect(Place(text, at: 4, passed: passed, chunk: 1) == Place(1, 2, "[x]", caret: 1))
        }
        #expect(Place(text + [0x0A, 0x78], at: 7, passed: 2) == Place(2, 1, "x", caret: 0))
        // A byte order mark at the start of the text is not counted as a column. Elsewhere it is a character like any other.
        #expect(Place([0x20] + text, at: 5) == Place(1, 4, "\u{20}\u{FEFF}[x]", caret: 5))
    }

    @Test func anySplitGivesTheSamePlace() {
        var text: [UInt8] = []
        var seed: UInt64 = 7
        while text.count < 600 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let pieces = ["a", "é", "あ", "😀", "\n", "0123456789", "abcdefghijklmnopqrstuvwxyz", "\r\n"]
            text += Array(pieces[Int(seed >> 33) % pieces.count].utf8)
        }
        for at in stride(from: 0, through: text.count, by: 7) {
            var line = 1
            var column = 1
            for byte in text[..<at] {
                if byte == 0x0A { (line, column) = (line + 1, 1) } else if byte & 0xC0 != 0x80 { column += 1 }
            }
            for chunk in [1, 3, 64, 79, 80, 81, 500] {
                for after in [0, 1, 40, 80] where at + after <= text.count {
                    let place = Place(text, at: at, passed: at + after, chunk: chunk)
                    #expect(place?.line == line && place?.column == column, "at \(at), \(after) after, chunks of \(chunk)")
                }
            }
        }
    }

    @Test func placesOutOfReachAreRefused() {
        let text = [UInt8](repeating: 0x61, count: 200)
        #expect(Place(text, at: 20, passed: 100) != nil)
        #expect(Place(text, at: 19, passed: 100) == nil)
        #expect(Place(text, at: 201, passed: 100) == nil)
    }

    @Test func snippetsAreCutBetweenCharacters() throws {
        for shift in 0..<3 {
            let text = [UInt8](repeating: 0x61, count: shift) + Array(String(repeating: "あ", count: 100).utf8)
            for passed in [0, 150 + shift] {
                let place = try #require(Place(text, at: 150 + shift, passed: passed))
                #expect(place.snippet.count >= 74 && place.snippet.count <= 80)
                #expect(String(decoding: place.snippet, as: UTF8.self).allSatisfy { $0 == "あ" })
                #expect(place.caret % 3 == 0 && place.caret >= 36)
                #expect(place.column == 51 + shift)
            }
        }
    }

    @Test func aSnippetStaysInItsLine() throws {
        let text = Array((String(repeating: "x", count: 100) + "\nabc\n" + String(repeating: "y", count: 100)).utf8)
        #expect(Place(text, at: 102) == Place(2, 2, "abc", caret: 1))
        #expect(Place(text, at: 102, passed: 102) == Place(2, 2, "abc", caret: 1))
        #expect(Place(text, at: 102, passed: 104) == Place(2, 2, "abc", caret: 1))
        let long = try #require(Place(text, at: 99))
        #expect(long.snippet == [UInt8](repeating: 0x78, count: 80) && long.caret == 79)
    }

    @Test func rawBytesAreKept() {
        #expect(Place([0x61, 0xFF, 0x1B, 0x62], at: 1)?.snippet == [0x61, 0xFF, 0x1B, 0x62])
    }
}
