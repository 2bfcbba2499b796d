/// A parser that follows RFC 8259 word for word, for comparison. It is slow and recursive, and too simple to be wrong.
public struct ReferenceParser {
    private let text: [UInt8]
    private var at = 0
    private let depthLimit: Int

    /// Returns the offset of the first byte that cannot continue a valid text. For a text that is cut, returns its length; for a valid
    /// text, nil. The text must be UTF-8. A byte order mark at the start is skipped. Half of a surrogate pair, as an escape, is not valid.
    public static func fault(in text: [UInt8], depthLimit: Int = 512) -> Int? {
        var parser = ReferenceParser(text: text, depthLimit: depthLimit)
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { parser.at = 3 }
        return parser.value(0) && parser.blank() && parser.at == text.count ? nil : parser.at
    }

    private init(text: [UInt8], depthLimit: Int) { (self.text, self.depthLimit) = (text, depthLimit) }

    private var next: UInt8? { at < text.count ? text[at] : nil }

    private mutating func take(_ character: Character) -> Bool {
        guard next == character.asciiValue else { return false }
        at += 1
        return true
    }

    private mutating func take(in range: ClosedRange<UInt8>) -> Bool {
        guard let byte = next, range.contains(byte) else { return false }
        at += 1
        return true
    }

    private mutating func blank() -> Bool {
        while take(" ") || take("\t") || take("\n") || take("\r") {}
        return true
    }

    private mutating func value(_ depth: Int) -> Bool {
        _ = blank()
        switch next.map({ Character(Unicode.Scalar($0)) }) {
        case "{": return depth < depthLimit && members(depth + 1, "{", "}") { $0.string() && $0.blank() && $0.take(":") }
        case "[": return depth < depthLimit && members(depth + 1, "[", "]") { _ in true }
        case "\"": return string()
        case "t": return "true".allSatisfy { take($0) }
        case "f": return "false".allSatisfy { take($0) }
        case "n": return "null".allSatisfy { take($0) }
        default: return number()
        }
    }

    private mutating func members(
        _ depth: Int, _ open: Character, _ close: Character, key: (inout ReferenceParser) -> Bool
    ) -> Bool {
        guard take(open), blank() else { return false }
        if take(close) { return true }
        repeat {
            guard blank(), key(&self), value(depth), blank() else { return false }
        } while take(",")
        return take(close)
    }

    private mutating func digits() -> Bool {
        guard take(in: 0x30...0x39) else { return false }
        while take(in: 0x30...0x39) {}
        return true
    }

    private mutating func number() -> Bool {
        _ = take("-")
        guard take("0") || digits() else { return false }
        if take("."), !digits() { return false }
        guard take("e") || take("E") else { return true }
        _ = take("+") || take("-")
        return digits()
    }

    private mutating func string() -> Bool {
        guard take("\"") else { return false }
        while !take("\"") { guard character() else { return false } }
        return true
    }

    private mutating func character() -> Bool {
        if take("\\") { return escape() }
        if take(in: 0x20...0x7F) { return true }
        if take(in: 0xC2...0xDF) { return tail(1) }
        if take(in: 0xE0...0xE0) { return take(in: 0xA0...0xBF) && tail(1) }
        if take(in: 0xED...0xED) { return take(in: 0x80...0x9F) && tail(1) }
        if take(in: 0xE1...0xEF) { return tail(2) }
        if take(in: 0xF0...0xF0) { return take(in: 0x90...0xBF) && tail(2) }
        if take(in: 0xF4...0xF4) { return take(in: 0x80...0x8F) && tail(2) }
        return take(in: 0xF1...0xF3) && tail(3)
    }

    private mutating func tail(_ count: Int) -> Bool { (0..<count).allSatisfy { _ in take(in: 0x80...0xBF) } }

    private mutating func escape() -> Bool {
        guard take("u") else { return "\"\\/bfnrt".contains { take($0) } }
        guard take("d") || take("D") else { return hex(4) }
        if take(in: 0x30...0x37) { return hex(2) }
        let isHigh = take("8") || take("9") || take("a") || take("A") || take("b") || take("B")
        guard isHigh, hex(2), take("\\"), take("u"), take("d") || take("D") else { return false }
        return (take(in: 0x63...0x66) || take(in: 0x43...0x46)) && hex(2)
    }

    private mutating func hex(_ count: Int) -> Bool {
        (0..<count).allSatisfy { _ in take(in: 0x30...0x39) || take(in: 0x61...0x66) || take(in: 0x41...0x46) }
    }
}
