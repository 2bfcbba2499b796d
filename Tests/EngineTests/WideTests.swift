import CYoke
import TestSupport
import Testing

@testable import Yoke

/// The native engine works on 16, 32 or 64 bytes at a time, depending on the CPU. The result must depend neither on the number of bytes nor
/// on the text's address.
@Suite(.serialized) struct WideTests {
    private static let levels = [YOKE_CPU_BASE, YOKE_CPU_AVX2, YOKE_CPU_AVX512]

    func atEachLevel(_ body: (yoke_cpu_level) throws -> Void) rethrows {
        defer { _ = yoke_cpu_force(YOKE_CPU_AVX512) }
        for level in Self.levels {
            _ = yoke_cpu_force(level)
            try body(level)
        }
    }

    private static let alphabet: [[UInt8]] =
        ["a", "Z", " ", "é", "ß", "€", "語", "\u{FFFF}", "\u{800}", "😀", "\u{10FFFF}", "\\n", "\\u20ac", "\\ud83d\\ude00"].map {
            Array($0.utf8)
        }

    @Test func stringsOfAnyLengthAndAlphabet() throws {
        var random = SeededGenerator(seed: 5)
        let samples = try (0..<Sample.size(600, full: 3000)).map { _ in
            var text = [UInt8](repeating: UInt8(ascii: " "), count: Int.random(in: 0..<40, using: &random))
            text.append(UInt8(ascii: "\""))
            for _ in 0..<Int.random(in: 0..<90, using: &random) { text += random.pick(Self.alphabet) }
            text.append(UInt8(ascii: "\""))
            return (text: text, inArray: [UInt8](ascii: "[") + text + [UInt8](ascii: "]"), value: try ReferenceString.unescape(text))
        }
        try atEachLevel { level in
            let bad = try samples.first { try String(json: $0.text) != $0.value || [String](json: $0.inArray) != [$0.value] }
            #expect(bad == nil, "\(level)")
        }
    }

    /// Writes doubles with up to 16 digits, many with runs of zeros and nines. The writer takes two doubles at a time, so the arrays have
    /// one to three doubles.
    @Test func doublesOfAnyDigits() throws {
        var random = SeededGenerator(seed: 8)
        let tens = (0...8).map { (0..<$0).reduce(1) { n, _ in n * 10 } }
        let eights = tens.map { $0 % tens[8] } + tens.map { $0 - 1 } + tens.map { tens[8] - $0 }
        func half() -> Int { Bool.random(using: &random) ? random.pick(eights) : Int.random(in: 0..<tens[8], using: &random) }
        func double() -> Double { Double("\(half() * tens[8] + half())e-\(Int.random(in: 6...20, using: &random))")! }
        let rows = (0..<Sample.size(2500, full: 20_000)).map { _ in (0..<Int.random(in: 1...3, using: &random)).map { _ in double() } }
        var texts: Set<String> = []
        try atEachLevel { _ in texts.insert(try rows.jsonString()) }
        #expect(texts.count == 1)
        #expect(texts.allSatisfy { (try? [[Double]](json: $0)) == rows })
    }

    /// Puts every lead byte of UTF-8, with a choice of following bytes, anywhere in a long string. The engine must accept only valid UTF-8.
    /// The second bytes are the limits of the ranges that RFC 3629, section 4, allows after some lead byte.
    @Test func badBytesAreFoundWhereverTheyLie() {
        var random = SeededGenerator(seed: 6)
        var samples: [(text: [UInt8], value: String?)] = []
        for lead in UInt8(0x80)...0xFF {
            for second in [0x20, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF] as [UInt8] {
                let third = random.pick([0x7F, 0x80, 0xA5, 0xBF, 0xC2] as [UInt8])
                let fourth = random.pick([0x41, 0x80, 0xBF] as [UInt8])
                var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: Int.random(in: 0..<80, using: &random))
                bytes += [lead, second, third, fourth]
                bytes += [UInt8](repeating: UInt8(ascii: "y"), count: Int.random(in: 0..<80, using: &random))
                samples.append(([UInt8](ascii: "[\"") + bytes + [UInt8](ascii: "\"]"), validString(bytes)))
            }
        }
        atEachLevel { level in
            for (text, value) in samples where (try? [String](json: text))?.first != value { Issue.record("\(level) \(text)") }
        }
    }

    /// Reads texts of many lengths. The engine reads a text in windows with padding after them, and a window may end before, in or after
    /// any token.
    @Test func textsOfAnyLength() throws {
        for blanks in 0..<200 {
            let inside = String(repeating: " ", count: blanks)
            #expect(try [Int](json: "[1,\(inside)23,-4]") == [1, 23, -4])
            #expect(try [Double](json: "[-65.613616999999977,\(inside)43.420273000000009]") == [-65.613616999999977, 43.420273000000009])
            #expect(try [Bool?](json: "[true,null\(inside),false]") == [true, nil, false])
            #expect(try [String: [String]](json: "{\"key\":[\"\(inside)\",\"\"]\(inside)}") == ["key": [inside, ""]])
        }
    }
}

/// Decodes a string token whose only escapes are `\n` and `\u`, for comparison.
private enum ReferenceString {
    static func unescape(_ token: [UInt8]) throws -> String {
        var units: [UInt16] = []
        let text = String(decoding: token, as: UTF8.self).drop { $0 == " " }.dropFirst().dropLast()
        var rest = Array(text.utf16)[...]
        while let unit = rest.popFirst() {
            if unit != 0x5C {
                units.append(unit)
            } else if rest.popFirst() == UInt16(UInt8(ascii: "n")) {
                units.append(0x0A)
            } else {
                units.append(try #require(UInt16(String(decoding: rest.prefix(4), as: UTF16.self), radix: 16)))
                rest = rest.dropFirst(4)
            }
        }
        return String(decoding: units, as: UTF16.self)
    }
}

extension [UInt8] {
    fileprivate init(ascii text: StaticString) { self = Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) }
}
