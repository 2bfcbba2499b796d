/// A change of a text: the bytes of a range are replaced.
struct TextEdit {
    let range: Range<Int>
    let bytes: [UInt8]

    /// Applies edits that do not overlap, in one pass.
    static func apply(_ edits: [TextEdit], to text: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + edits.reduce(0) { $0 + $1.bytes.count })
        var position = 0
        for edit in edits.sorted(by: { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }) {
            result += text[position..<edit.range.lowerBound]
            result += edit.bytes
            position = edit.range.upperBound
        }
        result += text[position...]
        return result
    }
}

/// Rewrites a range of a text: from the offset that `init` gets to the offset that `finish` gets. The caller gives the pieces of the result
/// in order: kept ranges of the old text, and new bytes. Old bytes that the caller does not keep are removed. The resulting edits do not
/// touch the kept pieces.
struct TextRewriter {
    private let text: [UInt8]
    private let lineBreak: [UInt8]
    private let isJSON5: Bool
    private var position: Int
    private var pending: [UInt8] = []
    /// True if the rewritten text so far ends in a `//` comment, so that a line break must come next.
    private var isInLineComment = false
    private(set) var edits: [TextEdit] = []

    init(_ text: [UInt8], from position: Int, lineBreak: [UInt8], isJSON5: Bool) {
        self.text = text
        self.isJSON5 = isJSON5
        self.position = position
        self.lineBreak = lineBreak
    }

    /// Keeps a range of the old text that holds only white space and comments.
    mutating func keep(trivia range: Range<Int>) {
        if range.isEmpty { return }
        let trivia = text.trivia(range, isJSON5)
        let startsLine = text[range.lowerBound].isLineBreak
        keep(range, startsLine: startsLine)
        isInLineComment = trivia.endsInLineComment
    }

    /// Keeps a range of the old text that does not end in a comment.
    mutating func keep(_ range: Range<Int>) {
        keep(range, startsLine: false)
        isInLineComment = false
    }

    private mutating func keep(_ range: Range<Int>, startsLine: Bool) {
        assert(range.lowerBound >= position, "pieces are kept in their order")
        if isInLineComment, !startsLine { pending += lineBreak }
        if range.lowerBound > position || !pending.isEmpty {
            edits.append(TextEdit(range: position..<range.lowerBound, bytes: pending))
            pending = []
        }
        position = range.upperBound
    }

    /// Adds new bytes, without comments, to the rewritten text.
    mutating func put(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        if isInLineComment, !first.isLineBreak { pending += lineBreak }
        isInLineComment = false
        pending += bytes
    }

    /// Ends the rewritten range at `end`. Bytes of the range that were not kept are removed.
    mutating func finish(at end: Int) {
        keep(end..<end, startsLine: false)
    }
}
