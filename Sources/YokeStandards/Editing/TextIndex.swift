/// All values of a text, in the order in which they begin. The text must be valid JSON or JSON5. The index is made in one pass, without
/// recursion. The text `{"a": [1, 2]}` gives these nodes:
///
///     0: {…}    1: [1, 2] with the key "a"    2: 1    3: 2
struct TextIndex: Sendable {
    struct Node: Sendable {
        /// The range of the key with its quotes, or of a JSON5 identifier; empty for an element and for the root.
        let key: Range<Int>
        var value: Range<Int>
        /// The index in `nodes` of the next value that is not inside this value.
        var next: Int

        /// The offset at which the element begins. For a member: the offset of its key.
        var start: Int { key.isEmpty ? value.lowerBound : key.lowerBound }
    }

    private(set) var nodes: [Node] = []
    /// True for a JSON5 text, where U+2028 and U+2029 also end a `//` comment.
    let isJSON5: Bool

    init(_ text: [UInt8], isJSON5: Bool) {
        self.isJSON5 = isJSON5
        var open: [Int] = []
        var key = 0..<0, wantsKey = false
        var i = 0
        while i < text.count {
            let start = i
            i += text.lengthOfJSON5Space(i)  // skips a byte order mark at the start too
            if i > start { continue }
            switch text[i] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ":"): i += 1
            case UInt8(ascii: ","):
                i += 1
                wantsKey = open.last.map { text[nodes[$0].value.lowerBound] == UInt8(ascii: "{") } ?? false
            case UInt8(ascii: "/"): i = text.endOfComment(i, isJSON5)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                i += 1
                open.append(nodes.count)
                add(&key, start..<i)
                wantsKey = text[start] == UInt8(ascii: "{")
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                i += 1
                wantsKey = false
                guard let container = open.popLast() else { break }
                nodes[container].value = nodes[container].value.lowerBound..<i
                nodes[container].next = nodes.count
            default:
                i = text[i].isQuote ? text.endOfString(i) ?? text.count : text.endOfWord(i)
                if wantsKey { key = start..<i } else { add(&key, start..<i) }
                wantsKey = false
            }
        }
    }

    private mutating func add(_ key: inout Range<Int>, _ value: Range<Int>) {
        nodes.append(Node(key: key, value: value, next: nodes.count + 1))
        key = 0..<0
    }

    /// Returns the indices in `nodes` of a container's members or elements.
    func children(of node: Int) -> [Int] {
        var children: [Int] = []
        var child = node + 1
        while child < nodes[node].next {
            children.append(child)
            child = nodes[child].next
        }
        return children
    }
}

extension UInt8 {
    /// True for a space and a tab.
    var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
    /// True for an ASCII letter, `_` and `$`.
    fileprivate var isWordByte: Bool { isASCIILetter || self == UInt8(ascii: "_") || self == UInt8(ascii: "$") }
    /// True for the quotes of JSON and JSON5.
    var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
    /// True for a line feed and a carriage return.
    var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

extension [UInt8] {
    /// Returns the offset after the number, literal or identifier at `i`.
    func endOfWord(_ i: Int) -> Int {
        var i = i + 1
        while i < count, !self[i].isJSONSpace, !",:]}/".utf8.contains(self[i]), lengthOfJSON5Space(i) == 0 { i += 1 }
        return i
    }

    /// Scans a range of white space and comments. Returns the start of the last line break outside of comments, and the end of the last
    /// comment; nil if the range has none. `endsInLineComment` is true if the range ends in a `//` comment without its line break.
    func trivia(_ range: Range<Int>, _ isJSON5: Bool) -> (lastBreak: Int?, commentEnd: Int?, endsInLineComment: Bool) {
        var lastBreak: Int?, commentEnd: Int?
        var endsInLineComment = false
        var i = range.lowerBound
        while i < range.upperBound {
            if self[i] == UInt8(ascii: "/") {
                let end = endOfComment(i, isJSON5)
                endsInLineComment = i + 1 < count && self[i + 1] == UInt8(ascii: "/")
                commentEnd = end
                i = end
                continue
            }
            if isJSON5, hasJSON5LineEnd(i) { endsInLineComment = false }
            if self[i].isLineBreak {
                endsInLineComment = false
                let isSecondHalf = self[i] == UInt8(ascii: "\n") && i > range.lowerBound && self[i - 1] == UInt8(ascii: "\r")
                if !isSecondHalf { lastBreak = i }
            }
            i += 1
        }
        return (lastBreak, commentEnd, endsInLineComment)
    }

    /// Returns the blanks from `i` on, at most 256. Each new line copies the blanks of another line. So without the limit, a hostile text
    /// with very long indentation would make edits expensive.
    func blanks(_ i: Int) -> [UInt8] { Array(self[i...].prefix(256).prefix { $0.isBlank }) }

    /// Returns the blanks before `i` on its line; nil if other bytes stand there, or if the line does not begin after `bound`.
    func ownIndentation(_ i: Int, after bound: Int) -> [UInt8]? {
        var start = i
        // Each new part looks at these blanks, so their number must have a limit.
        while start > bound, i - start <= 256, self[start - 1].isBlank { start -= 1 }
        return start > bound && self[start - 1].isLineBreak ? blanks(start) : nil
    }

    /// Returns this quoted key in the style of a neighbouring key: without quotes if the neighbour has none and this key may be a JSON5
    /// identifier.
    func asKey(like neighbour: TextIndex.Node, in text: [UInt8]) -> [UInt8] {
        let name = dropFirst().dropLast()
        guard !neighbour.key.isEmpty, !text[neighbour.key.lowerBound].isQuote, let first = name.first, !first.isASCIIDigit,
            name.allSatisfy({ $0.isASCIIDigit || $0.isWordByte })
        else { return self }
        return Array(name)
    }
}
