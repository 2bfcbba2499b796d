/// Damages texts: bytes, tokens, structure, Unicode, numbers, keys. The same seed gives the same changes.
public struct Mutator: Sendable {
    public var random: SeededGenerator

    public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    /// Returns the text with some random changes, or sometimes unchanged.
    ///
    /// - Parameter others: texts to copy pieces from.
    public mutating func mutate(_ text: [UInt8], others: [[UInt8]]) -> [UInt8] {
        var text = text
        for _ in 0..<random.pick([0, 1, 1, 1, 1, 2, 2, 3, 5]) { change(&text, others) }
        return text
    }

    /// Returns ascending offsets at which to cut a text of `count` bytes. There can be few or many, close together or far apart. An offset
    /// can occur more than once.
    public mutating func cuts(of count: Int) -> [Int] {
        switch number(6) {
        case 0: return [number(count + 1)]
        case 1:
            let size = 1 + number(3)
            return count > 8192 ? [count / 2] : Array(stride(from: size, to: max(size, count), by: size))
        case 2:
            // Chunks of these sizes end near the ends of the engine's vectors (16 bytes or more) and windows (64 bytes or more).
            let size = random.pick([15, 16, 17, 31, 63, 64, 65, 66, 127, 128, 129, 191, 192, 200])
            return Array(stride(from: size, to: max(size, count), by: size))
        default: return (0..<1 + number(8)).map { _ in number(count + 1) }.sorted()
        }
    }

    public mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    // MARK: - Changes

    private mutating func change(_ text: inout [UInt8], _ others: [[UInt8]]) {
        guard !text.isEmpty else { return text = Array(random.pick(Self.tokens).utf8) }
        let at = number(text.count)
        switch number(25) {
        case 0: text[at] ^= 1 << UInt8(number(8))
        case 1: text[at] = random.pick(Self.bytes)
        case 2: text.remove(at: at)
        case 3: text.removeSubrange(at..<min(text.count, at + 1 + number(20)))
        case 4, 5, 6: text.insert(contentsOf: random.pick(Self.tokens).utf8, at: at)
        case 7: text.insert(random.pick(Self.bytes), at: at)
        case 8: text.insert(contentsOf: piece(of: text), at: at)
        case 9: text.insert(contentsOf: piece(of: random.pick(others)), at: at)
        case 10: text.removeSubrange(at...)
        case 11: text.swapAt(at, number(text.count))
        case 12, 13: repeatMember(&text)
        case 14: nest(&text, at)
        case 15, 16: replaceNumber(&text)
        case 17, 18: insertInString(&text, random.pick(Self.stringParts))
        case 19: escapeLetter(&text)
        case 20: text.insert(contentsOf: Self.blanks(number(80), &random), at: at)
        case 21: lengthen(&text)
        case 22:
            text.insert(
                contentsOf: random.pick([[0xEF, 0xBB, 0xBF], [0xEF, 0xBB], [0xEF], [0xFE, 0xFF], [0xFF, 0xFE]]),
                at: random.oneIn(3) ? at : 0)
        case 23: setApart(&text)
        default: swapStructure(&text)
        }
    }

    private mutating func piece(of text: [UInt8]) -> ArraySlice<UInt8> {
        let start = number(text.count)
        return text[start..<min(text.count, start + 1 + number(40))]
    }

    private mutating func place(in text: [UInt8], where isWanted: (UInt8) -> Bool) -> Int? {
        let start = number(text.count)
        return text[start...].firstIndex(where: isWanted) ?? text[..<start].lastIndex(where: isWanted)
    }

    private static func isStructure(_ byte: UInt8) -> Bool { "{}[],:\"".utf8.contains(byte) }

    /// Copies the text between two commas or brackets to another position, so that a member or an element repeats.
    private mutating func repeatMember(_ text: inout [UInt8]) {
        func isEdge(_ byte: UInt8) -> Bool { "{[,]}".utf8.contains(byte) }
        guard let from = place(in: text, where: isEdge),
            let to = text[(from + 1)...].firstIndex(where: isEdge),
            let target = place(in: text, where: { ",{[".utf8.contains($0) })
        else { return }
        text.insert(contentsOf: text[(from + 1)..<to] + [UInt8(ascii: ",")], at: target + 1)
    }

    private mutating func nest(_ text: inout [UInt8], _ at: Int) {
        let (open, close) = random.pick([("[", "]"), (#"{"a":"#, "}"), ("[[],", "]"), (#"{"next":"#, "}"), (#"[{"k":"#, "}]")])
        let count = random.pick([1, 2, 3, 8, 20, 64, 65, 100, 511, 512, 513])
        let opening = String(repeating: open, count: count)
        let closing = random.oneIn(3) ? "" : String(repeating: close, count: count)
        text.insert(contentsOf: (opening + random.pick(["1", "", "null", "[]", "\"x\""]) + closing).utf8, at: at)
    }

    private mutating func replaceNumber(_ text: inout [UInt8]) {
        func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
        guard let from = place(in: text, where: isDigit) else { return }
        let to = text[from...].firstIndex { !isDigit($0) && !".eE+-".utf8.contains($0) } ?? text.count
        text.replaceSubrange(from..<to, with: random.pick(Self.numbers).utf8)
    }

    private mutating func insertInString(_ text: inout [UInt8], _ part: [UInt8]) {
        guard let quote = place(in: text, where: { $0 == UInt8(ascii: "\"") }) else { return }
        text.insert(contentsOf: part, at: quote + 1)
    }

    /// Replaces a letter by its escape.
    private mutating func escapeLetter(_ text: inout [UInt8]) {
        guard let at = place(in: text, where: { $0 >= 0x61 && $0 <= 0x7A }) else { return }
        let hex = String(text[at], radix: 16, uppercase: random.oneIn(2))
        text.replaceSubrange(at...at, with: "\\u00\(hex)".utf8)
    }

    private static func blanks(_ count: Int, _ random: inout SeededGenerator) -> [UInt8] {
        if random.oneIn(2) { return [0x0A] + [UInt8](repeating: 0x20, count: count) }
        return (0..<count).map { _ in random.pick([0x20, 0x20, 0x0A, 0x09, 0x0D]) }
    }

    /// Inserts white space before a structural byte, sometimes with another structural byte in its middle. The white space can be longer
    /// than several vectors.
    private mutating func setApart(_ text: inout [UInt8]) {
        guard let at = place(in: text, where: Self.isStructure) else { return }
        let mark = random.oneIn(2) ? [random.pick(Array("{}[],:".utf8))] : []
        text.insert(contentsOf: Self.blanks(number(64), &random) + mark + Self.blanks(number(400), &random), at: at)
    }

    /// Repeats a byte of a token, so that the token is longer than a vector, a window, or a growing buffer.
    private mutating func lengthen(_ text: inout [UInt8]) {
        guard let at = place(in: text, where: { $0 > 0x20 && !Self.isStructure($0) }) else { return }
        let count = random.oneIn(60) ? 60_000 + number(20_000) : random.pick([15, 16, 17, 60, 64, 100, 130, 300])
        text.insert(contentsOf: [UInt8](repeating: text[at], count: count), at: at)
    }

    private mutating func swapStructure(_ text: inout [UInt8]) {
        guard let at = place(in: text, where: Self.isStructure) else { return }
        text[at] = random.pick(Array("{}[],:\"".utf8))
    }
}
