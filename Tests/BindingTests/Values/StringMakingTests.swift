import Testing

@testable import Yoke

/// A String that the C code has built behaves like a String that Swift has built.
@Suite struct StringMakingTests {
    @Test func layoutsAreKnownHere() {
        #if os(Linux) && (arch(x86_64) || arch(arm64))
        #expect(StringMaking.isSmallKnown && StringMaking.objects.type != nil)
        #endif
    }

    /// Returns the memory words of a String, and of the header of its heap object. Leaves out the reference counts. Leaves
    /// out the capacity, too, because Yoke and Swift choose different capacities.
    private func words(_ string: String) -> [UInt64] {
        withExtendedLifetime(string) {
            let (count, object) = unsafeBitCast(string, to: (UInt64, UInt64).self)
            guard object >> 60 == 0, let head = UnsafePointer<UInt64>(bitPattern: UInt(object)) else { return [count, object] }
            return [count, head[0], head[2] >> 48, head[3]]
        }
    }

    private static let texts: [String] = ["x", "é", "名", "𝄞", "e\u{301}"].flatMap { unit in
        (0...80).map { String(repeating: unit, count: $0) } + [1000, 10_000].map { String(repeating: unit, count: $0) }
    }

    @Test func eachLengthAndForm() throws {
        for text in Self.texts {
            let made = try String(json: "\"\(text)\""), escaped = try String(json: "\"\\u0041\(text)\"")
            let said = text.utf8.withContiguousStorageIfAvailable { makeValidString($0, isASCII: !$0.contains { $0 >= 0x80 }) }
            #expect(words(made) == said.map(words))
            #expect(made == text && escaped == "A" + text && made.hashValue == text.hashValue)
            #expect(made.utf8.elementsEqual(text.utf8) && made.unicodeScalars.elementsEqual(text.unicodeScalars))
            #expect(try read([String: String].self, "{\"\(text)\":\"\(text)\"}") == [text: text])
            #expect(try read([String].self, "[\"\(text)\",\"\\t\(text)\"]") == [text, "\t" + text])
        }
    }

    /// For a long String, Swift stores offsets of the UTF-16 view in memory after the bytes. This works for Strings made in C, too.
    @Test func asUTF16() throws {
        for text in Self.texts {
            let made = try String(json: "\"\(text)\"")
            #expect(made.utf16.elementsEqual(text.utf16) && made.utf16.count == text.utf16.count)
            for offset in stride(from: 0, to: text.utf16.count, by: 97) {
                #expect(
                    made.utf16[made.utf16.index(made.startIndex, offsetBy: offset)]
                        == text.utf16[text.utf16.index(text.startIndex, offsetBy: offset)])
            }
        }
    }

    @Test func aStringThatGrowsLeavesItsCopyAlone() throws {
        for text in Self.texts where text.utf8.count < 2000 {
            for room in [1, 8, 64] {
                let more = String(repeating: "z", count: room)
                var made = try String(json: "\"\(text)\"")
                let copy = made
                made += more
                #expect(made == text + more && copy == text)
                made.removeFirst()
                made.insert("ß", at: made.startIndex)
                #expect(made == "ß" + (text + more).dropFirst() && made.utf16.count == ("ß" + (text + more).dropFirst()).utf16.count)
                made.removeAll(keepingCapacity: true)
                made.append(contentsOf: text)
                #expect(made == text)
            }
        }
    }
}
