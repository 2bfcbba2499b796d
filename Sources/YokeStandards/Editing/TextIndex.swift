/// The values of a text that is known to be JSON, in the order of the text. Made in one pass, without recursion.
///
///     {"a": [1, 2]}     0 {…}   1 [1, 2] with the key "a"   2 1   3 2
struct TextIndex: Sendable {
    struct Node: Sendable {
        /// The key with its quotes; empty for an element and for the root.
        let key: Range<Int>
        var value: Range<Int>
        /// The number of the next value that is not inside this one.
        var next: Int

        /// Where the member or the element begins.
        var start: Int { key.isEmpty ? value.lowerBound : key.lowerBound }
    }

    private(set) var nodes: [Node] = []

    init(_ text: [UInt8]) {
        var open: [Int] = []
        var key = 0..<0, wantsKey = false
        var i = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while i < text.count {
            let start = i
            switch text[i] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: ":"): i += 1
            case UInt8(ascii: ","):
                i += 1
                wantsKey = open.last.map { text[nodes[$0].value.lowerBound] == UInt8(ascii: "{") } ?? false
            case UInt8(ascii: "/"): i = text.endOfComment(i)
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
            case UInt8(ascii: "\"") where wantsKey:
                i = text.endOfString(i)
                key = start..<i
                wantsKey = false
            default:
                i = text[i] == UInt8(ascii: "\"") ? text.endOfString(i) : text.endOfWord(i)
                add(&key, start..<i)
            }
        }
    }

    private mutating func add(_ key: inout Range<Int>, _ value: Range<Int>) {
        nodes.append(Node(key: key, value: value, next: nodes.count + 1))
        key = 0..<0
    }

    /// The numbers of the members or elements of a container.
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
    /// True for a line feed and a carriage return.
    var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }
}

extension [UInt8] {
    /// The end of the string whose quote is at `i`.
    func endOfString(_ i: Int) -> Int {
        var i = i + 1
        while i < count, self[i] != UInt8(ascii: "\"") { i += self[i] == UInt8(ascii: "\\") ? 2 : 1 }
        return Swift.min(i + 1, count)
    }

    /// The end of the number or literal at `i`.
    func endOfWord(_ i: Int) -> Int {
        var i = i + 1
        while i < count, !self[i].isBlank, !self[i].isLineBreak, !",:]}/".utf8.contains(self[i]) { i += 1 }
        return i
    }

    /// The end of the comment at `i`. A comment after `//` ends before its line break.
    func endOfComment(_ i: Int) -> Int {
        guard i + 1 < count else { return count }
        var i = i + 2
        if self[i - 1] == UInt8(ascii: "/") {
            while i < count, !self[i].isLineBreak { i += 1 }
            return i
        }
        while i + 1 < count, self[i] != UInt8(ascii: "*") || self[i + 1] != UInt8(ascii: "/") { i += 1 }
        return Swift.min(i + 2, count)
    }

    /// Looks at white space and comments. Returns the start of the last line break outside of comments, and the end of the last comment.
    /// `endsInLineComment` is true if the line of a comment after `//` goes on after the range.
    func trivia(_ range: Range<Int>) -> (lastBreak: Int?, commentEnd: Int?, endsInLineComment: Bool) {
        var lastBreak: Int?, commentEnd: Int?
        var endsInLineComment = false
        var i = range.lowerBound
        while i < range.upperBound {
            if self[i] == UInt8(ascii: "/") {
                let end = endOfComment(i)
                endsInLineComment = i + 1 < count && self[i + 1] == UInt8(ascii: "/")
                commentEnd = end
                i = end
                continue
            }
            if self[i].isLineBreak {
                endsInLineComment = false
                let isSecondHalf = self[i] == UInt8(ascii: "\n") && i > range.lowerBound && self[i - 1] == UInt8(ascii: "\r")
                if !isSecondHalf { lastBreak = i }
            }
            i += 1
        }
        return (lastBreak, commentEnd, endsInLineComment)
    }

    /// The blanks from `i` on, at most 256. So hostile indentation is not copied for each new line.
    func blanks(_ i: Int) -> [UInt8] { Array(self[i...].prefix(256).prefix { $0.isBlank }) }

    /// The blanks at the start of the line with the byte at `i`.
    func indentation(ofLineWith i: Int) -> [UInt8] {
        var start = i
        while start > 0, !self[start - 1].isLineBreak { start -= 1 }
        return blanks(start)
    }

    /// The blanks before `i`, if only blanks stand before it in its line and the line begins after `bound`.
    func ownIndentation(_ i: Int, after bound: Int) -> [UInt8]? {
        var start = i
        while start > bound, self[start - 1].isBlank { start -= 1 }
        return start > bound && self[start - 1].isLineBreak ? blanks(start) : nil
    }
}
