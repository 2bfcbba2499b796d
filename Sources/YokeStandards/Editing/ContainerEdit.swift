import Yoke

/// Adds, removes or moves the parts (members or elements) of an object or an array. A removed part takes its comma with it. If the part has
/// a line of its own, the line goes too, with the comment at its end.
///
///     {            // head: the rest of the opening bracket's line
///       // lead of "a": everything from the end of the head to "a"
///       "a": 1,    // tail of "a": the rest of its line
///       "b": 2
///     }
///
/// The text between the brackets is divided into pieces: `head`, then for each part its `lead`, `body`, `gap`, comma and `tail`, then
/// `rest`, up to the closing bracket. A body is a key and its value, or an element. A gap holds the blanks and comments between a body and
/// its comma. The edits change no byte of a kept piece.
struct ContainerEdit {
    /// A new member or element.
    struct NewPart {
        /// The index of the existing part after which the new part is added; -1 if the new part comes first.
        let after: Int
        /// A member's key with its quotes; nil for an element.
        let key: [UInt8]?
        let value: NewValue
    }

    var removed: Set<Int> = []
    /// The new parts, sorted by `after`.
    var added: [NewPart] = []
    /// If the edit only moves parts: the old position of each part, in the new order. Else nil.
    var order: [Int]?

    var isEmpty: Bool { removed.isEmpty && added.isEmpty && order == nil }

    /// Returns the edits of `text` that make this change in one container. `node` is the container's position in `index.nodes`.
    func edits(of node: Int, in text: [UInt8], _ index: TextIndex, _ layout: TextLayout) -> [TextEdit] {
        var rewriting = Rewriting(self, node, text, index, layout)
        return rewriting.run()
    }
}

/// The text of a new value.
struct NewValue {
    let text: [UInt8]
    /// True if `text` is a `JSONRawText`, which keeps its own line breaks and blanks.
    let isRaw: Bool
    /// Options for writing a key of the value: with the escapes that the value has.
    let escapes: JSONWriteOptions

    func laidOut(_ layout: TextLayout, lines: Bool, base: [UInt8]) -> [UInt8] {
        isRaw ? text : layout.apply(to: text, lines: lines, base: base)
    }
}

private struct Piece {
    /// The position of the part's value in `index.nodes`.
    let number: Int
    let node: TextIndex.Node
    let lead: Range<Int>
    let gap: Range<Int>
    let comma: Int?
    let tail: Range<Int>
    /// The offset of the last line break before the member or element. nil if the previous member or element, or the opening bracket,
    /// stands on the same line.
    let lineStart: Int?

    var body: Range<Int> { node.start..<node.value.upperBound }
}

private struct Rewriting {
    let edit: ContainerEdit
    let text: [UInt8]
    let index: TextIndex
    let layout: TextLayout
    let value: Range<Int>
    let head: Range<Int>
    let rest: Range<Int>
    let pieces: [Piece]
    var out: TextRewriter
    /// The lead (line break and blanks) of a removed part that was the first part of its line. The next part of this line gets this lead.
    /// nil if no such lead is waiting.
    var heldLead: Range<Int>?
    var partsLeft: Int
    /// True once the new text of the container has a member or element.
    var hasWritten = false
    /// True if a new part stands before the old first part, and has taken over its lead (line break and blanks).
    var hasTakenLead = false
    /// The object whose layout new objects copy, by its position in `index.nodes`: the last object with members that `run` has passed among
    /// the parts of the container. Before `run` passes one, this is the container's first object with members. nil if the container has no
    /// such object.
    var example: Int?

    init(_ edit: ContainerEdit, _ node: Int, _ text: [UInt8], _ index: TextIndex, _ layout: TextLayout) {
        (self.edit, self.text, self.layout, self.index) = (edit, text, layout, index)
        let isJSON5 = index.isJSON5
        value = index.nodes[node].value
        head = Self.tail(text, value.lowerBound + 1, isJSON5)
        let close = value.upperBound - 1
        var position = head.upperBound
        var pieces: [Piece] = []
        for child in index.children(of: node) {
            let node = index.nodes[child]
            let lead = position..<node.start
            var i = node.value.upperBound
            while i < close, text[i] != UInt8(ascii: ",") { i = text[i] == UInt8(ascii: "/") ? text.endOfComment(i, isJSON5) : i + 1 }
            let hasComma = i < close
            let tail = Self.tail(text, hasComma ? i + 1 : node.value.upperBound, isJSON5)
            pieces.append(
                Piece(
                    number: child, node: node, lead: lead, gap: node.value.upperBound..<(hasComma ? i : node.value.upperBound),
                    comma: hasComma ? i : nil,
                    tail: tail, lineStart: text.trivia(lead, isJSON5).lastBreak))
            position = tail.upperBound
        }
        self.pieces = pieces
        rest = position..<close
        out = TextRewriter(text, from: value.lowerBound + 1, lineBreak: layout.lineBreak, isJSON5: isJSON5)
        partsLeft = pieces.count - edit.removed.count + edit.added.count
        example = pieces.lazy.compactMap { [self] in example($0.number) }.first
    }

    private var isJSON5: Bool { index.isJSON5 }

    /// Returns `number`, the position of a value in `index.nodes`, if the value is an object with members; else nil.
    private func example(_ number: Int) -> Int? {
        let node = index.nodes[number]
        return text[node.value.lowerBound] == UInt8(ascii: "{") && number + 1 < node.next ? number : nil
    }

    /// Returns the range of blanks and comments from `start` to the next line break; empty if something else follows on this line.
    private static func tail(_ text: [UInt8], _ start: Int, _ isJSON5: Bool) -> Range<Int> {
        var i = start
        while i < text.count {
            if text[i].isLineBreak { return start..<i }
            if text[i] == UInt8(ascii: "/") { i = text.endOfComment(i, isJSON5) } else if text[i].isBlank { i += 1 } else { break }
        }
        return start..<start
    }

    mutating func run() -> [TextEdit] {
        let close = value.upperBound - 1
        if pieces.isEmpty { return fillEmpty() }
        if let order = edit.order { return move(order) }
        let hasComments = ([head, rest] + pieces.flatMap { [$0.lead, $0.gap, $0.tail] }).contains {
            text.trivia($0, isJSON5).commentEnd != nil
        }
        if partsLeft == 0, !hasComments { return [TextEdit(range: value.lowerBound + 1..<close, bytes: [])] }
        out.keep(trivia: head)
        var next = edit.added.startIndex
        for position in -1..<pieces.count {
            if position >= 0 {
                if edit.removed.contains(position) { remove(position) } else { keep(position) }
                example = example(pieces[position].number) ?? example
            }
            while next < edit.added.count, edit.added[next].after == position {
                add(edit.added[next])
                next += 1
            }
        }
        out.keep(trivia: rest)
        out.finish(at: close)
        return out.edits
    }

    /// Counts a part of the new text, and returns true if a comma belongs after it: another part follows, or the old text ended in a comma.
    private mutating func countPart() -> Bool {
        partsLeft -= 1
        (hasWritten, heldLead) = (true, nil)
        return partsLeft > 0 || pieces[pieces.count - 1].comma != nil
    }

    private mutating func keep(_ position: Int) {
        let piece = pieces[position]
        if piece.lineStart == nil, let heldLead {
            out.keep(trivia: heldLead)
            out.keep(trivia: piece.lead.dropFirst(text.blanks(piece.lead.lowerBound).count))
        } else if hasTakenLead, position == 0 {
            out.put(Array(layout.comma.dropFirst()))
        } else {
            out.keep(trivia: piece.lead)
        }
        out.keep(piece.body)
        let needsComma = countPart()
        out.keep(trivia: piece.gap)
        if let comma = piece.comma {
            if needsComma { out.keep(comma..<comma + 1) }
        } else if needsComma {
            out.put([UInt8(ascii: ",")])
        }
        out.keep(trivia: piece.tail)
    }

    /// Removes a member or element. Comments on the lines above it stay. A comment at the end of its line stays if other members or
    /// elements stand on this line.
    private mutating func remove(_ position: Int) {
        let piece = pieces[position]
        let isLast = position == pieces.count - 1
        let endsLine = piece.tail.upperBound < text.count && text[piece.tail.upperBound].isLineBreak
        if let lineStart = piece.lineStart, !(hasTakenLead && position == 0) {
            out.keep(trivia: piece.lead.lowerBound..<lineStart)
            heldLead = isLast || endsLine ? nil : lineStart..<piece.lead.upperBound
            return
        }
        if hasTakenLead, position == 0 {
            // This part's lead (line break and blanks) is not kept here, because `add` has already kept it for a new part before this one.
        } else if text.trivia(piece.lead, isJSON5).commentEnd != nil {
            if let heldLead { out.keep(trivia: heldLead) }
            heldLead = nil
            out.keep(trivia: piece.lead)
        } else if !hasWritten, heldLead == nil, position == 0 {
            heldLead = piece.lead
        }
        if text.trivia(piece.tail, isJSON5).commentEnd != nil { out.keep(trivia: piece.tail) }
    }

    /// Adds a member or element. It gets its own line, unless its neighbours share one line. The neighbour is the part before the new part,
    /// or the container's first part.
    private mutating func add(_ part: ContainerEdit.NewPart) {
        let neighbour = pieces[max(part.after, 0)]
        var base: [UInt8] = [], layout = layout
        let next = max(part.after, 0) + 1
        let ownLineStart = next < pieces.count && pieces[next].lineStart == nil ? nil : neighbour.lineStart
        if let lineStart = ownLineStart {
            let breakLength = text[lineStart...].prefix(2).elementsEqual([UInt8(ascii: "\r"), UInt8(ascii: "\n")]) ? 2 : 1
            base = text.blanks(lineStart + breakLength)
            layout.lineBreak = Array(text[lineStart..<lineStart + breakLength])
            out.put(layout.lineBreak + base)
        } else {
            base = layout.indentation(ofLineWith: part.after < 0 ? neighbour.node.start : neighbour.node.value.upperBound - 1, in: text)
        }
        if ownLineStart != nil {
            // The line break and blanks before the part are already written.
        } else if let heldLead, neighbour.lineStart != nil {
            out.keep(trivia: heldLead)
        } else if hasWritten {
            out.put(Array(layout.comma.dropFirst()))
        } else if let heldLead {
            out.put(Array(text[heldLead]))
        } else if part.after < 0 {
            out.keep(trivia: neighbour.lead)
            hasTakenLead = true
        }
        if let colon = TextLayout.colon(of: neighbour.node, in: text) { layout.colon = colon }
        put(part, like: neighbour.node, layout, lines: ownLineStart != nil, base)
        let needsComma = countPart()
        if needsComma { out.put([UInt8(ascii: ",")]) }
    }

    private mutating func put(
        _ part: ContainerEdit.NewPart, like neighbour: TextIndex.Node? = nil, _ layout: TextLayout, lines: Bool, _ base: [UInt8]
    ) {
        if let key = part.key { out.put((neighbour.map { key.asKey(like: $0, in: text) } ?? key) + layout.colon) }
        var layout = layout, lines = lines
        if part.value.text.first == UInt8(ascii: "{"), let example {
            lines = layout.follow(index.nodes[example], first: index.nodes[example + 1], in: text)
        }
        out.put(part.value.laidOut(layout, lines: lines, base: base))
    }

    /// Puts the parts in a new order, each with its comments. The commas stay at their places. If parts share lines, the line breaks and
    /// blanks stay at their places too.
    private func move(_ order: [Int]) -> [TextEdit] {
        var bytes: [UInt8] = [], isInLineComment = false
        func add(_ range: Range<Int>) {
            if range.isEmpty { return }
            if isInLineComment, !text[range.lowerBound].isLineBreak { bytes += layout.lineBreak }
            isInLineComment = text.trivia(range, isJSON5).endsInLineComment
            bytes += text[range]
        }
        let ownsLines = pieces.allSatisfy { $0.lineStart != nil }
        // A comment that stands on one line with the last part and the closing bracket belongs to the last part, although it is in `rest`.
        let last = pieces[pieces.count - 1], after = text.trivia(rest, isJSON5)
        let lastGap =
            last.comma == nil && after.lastBreak == nil ? last.gap.lowerBound..<(after.commentEnd ?? last.gap.upperBound) : last.gap
        let end = max(rest.lowerBound, lastGap.upperBound)
        for (slot, piece) in zip(pieces, order.map { pieces[$0] }) {
            if !ownsLines { add(slot.lead.lowerBound..<comment(in: slot.lead)) }
            add((ownsLines ? piece.lead.lowerBound : comment(in: piece.lead))..<piece.lead.upperBound)
            if isInLineComment { bytes += layout.lineBreak }
            bytes += text[piece.body]
            isInLineComment = false
            // If no comma follows, the blanks after the last comment of the gap are not needed.
            let gap = piece.number == last.number ? lastGap : piece.gap
            add(gap.lowerBound..<(slot.comma != nil ? gap.upperBound : text.trivia(gap, isJSON5).commentEnd ?? gap.lowerBound))
            if slot.comma != nil {
                if isInLineComment { bytes += layout.lineBreak }
                bytes.append(UInt8(ascii: ","))
                isInLineComment = false
            }
            add(piece.tail)
        }
        if isInLineComment, !text[end].isLineBreak {
            bytes += layout.lineBreak + layout.indentation(ofLineWith: value.lowerBound, in: text)
        }
        return [TextEdit(range: head.upperBound..<end, bytes: bytes)]
    }

    /// Returns the offset of the first comment in a lead (see `ContainerEdit`). Returns the end of the lead if it has no comment.
    private func comment(in lead: Range<Int>) -> Int { text[lead].firstIndex(of: UInt8(ascii: "/")) ?? lead.upperBound }

    /// Adds parts to a container without parts. The container may hold comments.
    private mutating func fillEmpty() -> [TextEdit] {
        let inside = value.lowerBound + 1..<value.upperBound - 1
        let commentEnd = text.trivia(inside, isJSON5).commentEnd
        let lines = layout.usesLines || commentEnd != nil
        let outer = layout.indentation(ofLineWith: value.lowerBound, in: text)
        let base = lines ? outer + layout.unit : []
        if let commentEnd { out.keep(trivia: inside.lowerBound..<commentEnd) }
        for (i, part) in edit.added.enumerated() {
            out.put(lines ? layout.lineBreak + base : i > 0 ? Array(layout.comma.dropFirst()) : [])
            put(part, layout, lines: lines, base)
            if i + 1 < edit.added.count { out.put([UInt8(ascii: ",")]) }
        }
        if lines { out.put(layout.lineBreak + outer) }
        out.finish(at: inside.upperBound)
        return out.edits
    }
}
