import CYoke
import TestSupport
import Testing

/// Indentation is removed from chunks. Every remaining byte can be traced back to its offset in the text.
@Suite struct CompactTests {
    /// The simplest implementation, for comparison: drops each run of spaces and tabs after a line feed.
    private func reference(_ text: [UInt8]) -> [(byte: UInt8, index: Int)] {
        var kept: [(UInt8, Int)] = []
        var isRun = false
        for (i, byte) in text.enumerated() {
            if isRun, byte == 0x20 || byte == 0x09 { continue }
            kept.append((byte, i))
            isRun = byte == 0x0A
        }
        return kept
    }

    private func compact(_ compactor: inout yoke_compactor, _ chunk: [UInt8]) -> [UInt8] {
        var out = [UInt8](repeating: 0xEE, count: chunk.count + Int(YOKE_COMPACT_SLACK))
        let count = yoke_compact(&compactor, chunk, chunk.count, &out)
        return compactor.unchanged ? chunk : Array(out[..<count])
    }

    /// Lines with random indentation, some of them longer than a block.
    private func randomText(_ random: inout SeededGenerator, lines: Int) -> [UInt8] {
        var text: [UInt8] = Array("{\n  ".utf8)
        for _ in 0..<lines {
            let indent = Int.random(in: 0...40, using: &random)
            text += [0x0A] + (0..<indent).map { _ in Bool.random(using: &random) ? 0x20 : 0x09 }
            text += (0..<Int.random(in: 0...50, using: &random)).map { _ in UInt8.random(in: 0x1F...0x7F, using: &random) }
        }
        if Bool.random(using: &random) { text += [UInt8](repeating: 0x20, count: 9000) }
        return text
    }

    @Test func wholeChunks() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let text = Array(randomText(&random, lines: Int.random(in: 0...300, using: &random)).prefix(Int(YOKE_COMPACT_MOST)))
            var compactor = yoke_compactor()
            let seen = compact(&compactor, text)
            let expected = reference(text)
            #expect(seen == expected.map(\.byte))
            for sample in stride(from: 0, to: expected.count, by: max(1, expected.count / 50)) {
                #expect(yoke_compact_origin(&compactor, text, text.count, sample) == expected[sample].index)
            }
            #expect(yoke_compact_origin(&compactor, text, text.count, expected.count) == text.count)
        }
    }

    @Test func runsGoOnOverChunks() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<200 {
            let text = randomText(&random, lines: 20)
            let cut = Int.random(in: 4...text.count, using: &random)
            var compactor = yoke_compactor()
            let seen = compact(&compactor, Array(text[..<cut])) + compact(&compactor, Array(text[cut...]))
            // A second chunk with little indentation may stay unchanged, and so keep spaces after line feeds. No other byte may differ.
            let bytes = reference(text).map(\.byte)
            #expect(seen.filter { $0 != 0x20 && $0 != 0x09 } == bytes.filter { $0 != 0x20 && $0 != 0x09 })
            #expect(seen.count >= bytes.count)
        }
    }

    @Test func flatTextsAreLeftAlone() {
        for text in ["[1,2,3]", "{\"a\":1}\n{\"a\":2}\n", "", "\n", "a\n b\n c"] {
            var compactor = yoke_compactor()
            #expect(compact(&compactor, Array(text.utf8)) == Array(text.utf8))
            #expect(compactor.unchanged)
        }
    }
}
