/// The style in which a text is laid out (line breaks, indentation, blanks), found from its containers. New values get the same style.
struct TextLayout: Sendable {
    /// The line break of the text: LF or CRLF.
    var lineBreak: [UInt8] = [UInt8(ascii: "\n")]
    /// The blanks that each level of nesting adds to the indentation.
    var unit: [UInt8] = [UInt8(ascii: " "), UInt8(ascii: " ")]
    /// The colon after a key, with the blanks around the colon.
    var colon: [UInt8] = [UInt8(ascii: ":"), UInt8(ascii: " ")]
    /// The comma before a member or element on the same line, with the blanks after the comma.
    var comma: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: " ")]
    /// The blanks inside the brackets of an object on one line.
    var padding: [UInt8] = []
    /// True if each member and element gets its own line.
    var usesLines = true
    /// True if the text has an array whose first element stands on the line of the array's opening bracket.
    var joinsArrays = false

    /// If `joinsArrays`, an array of scalars with fewer bytes than this is written on one line.
    private static let shortArray = 64
    /// The offsets at which the lines of the text begin. Each new part needs the indentation of a line. A line may be as long as the text,
    /// so reading a line backwards for each new part would take quadratic time.
    private var lineStarts = [0]

    init(_ text: [UInt8], _ index: TextIndex) {
        if let feed = text.firstIndex(of: UInt8(ascii: "\n")), feed > 0, text[feed - 1] == UInt8(ascii: "\r") {
            lineBreak = [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
        }
        for (i, byte) in text.enumerated() where byte.isLineBreak { lineStarts.append(i + 1) }
        var hasUnit = false, hasLines = false, hasParts = false
        var foundColon = false, foundComma = false
        for (number, node) in index.nodes.enumerated() {
            if !node.key.isEmpty, !foundColon, let own = Self.colon(of: node, in: text) { (colon, foundColon) = (own, true) }
            let first = number + 1
            guard first < node.next else { continue }
            hasParts = true
            let start = index.nodes[first].start
            guard let indentation = text.ownIndentation(start, after: node.value.lowerBound) else {
                if text[node.value.lowerBound] == UInt8(ascii: "[") { joinsArrays = true }
                if !foundComma { foundComma = findComma(in: text, after: index.nodes[first].value.upperBound) }
                continue
            }
            hasLines = true
            if hasUnit { continue }
            let outer = self.indentation(ofLineWith: node.value.lowerBound, in: text)
            if indentation.count > outer.count, indentation.starts(with: outer) {
                unit = Array(indentation.dropFirst(outer.count))
                hasUnit = true
            }
        }
        // If no comma shows whether a blank follows a comma, the colons decide: no blank after a colon, no blank after a comma.
        if foundColon, !foundComma, colon.last?.isBlank == false { comma = [UInt8(ascii: ",")] }
        usesLines = hasLines || !hasParts
    }

    /// Returns the blanks at the start of the line that contains offset `i`. Cost: logarithmic in the number of lines.
    func indentation(ofLineWith i: Int, in text: [UInt8]) -> [UInt8] {
        var low = 0, high = lineStarts.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if lineStarts[middle] <= i { low = middle } else { high = middle - 1 }
        }
        return text.blanks(lineStarts[low])
    }

    /// Returns the colon of a member with the blanks around it; nil if other bytes stand there, or if the colon and blanks exceed 16 bytes.
    static func colon(of node: TextIndex.Node, in text: [UInt8]) -> [UInt8]? {
        let between = text[node.key.upperBound..<node.value.lowerBound]
        return between.count <= 16 && between.allSatisfy { $0.isBlank || $0 == UInt8(ascii: ":") } ? Array(between) : nil
    }

    private mutating func findComma(in text: [UInt8], after end: Int) -> Bool {
        guard end < text.count, text[end] == UInt8(ascii: ",") else { return false }
        let blanks = text.blanks(end + 1)
        let next = end + 1 + blanks.count
        guard blanks.count <= 1, next < text.count, !text[next].isLineBreak else { return false }
        comma = [UInt8(ascii: ",")] + blanks
        return true
    }

    /// Takes over the layout of an object in the text: the blanks around colons, after commas and inside the brackets. If the members of
    /// this object have their own lines, takes over only the blanks around colons, and returns true.
    ///
    /// - Parameter first: the first member of the object.
    mutating func follow(_ object: TextIndex.Node, first: TextIndex.Node, in text: [UInt8]) -> Bool {
        colon = Self.colon(of: first, in: text) ?? colon
        if text.ownIndentation(first.start, after: object.value.lowerBound) != nil { return true }
        _ = findComma(in: text, after: first.value.upperBound)
        let blanks = text.blanks(object.value.lowerBound + 1)
        padding = blanks.count <= 1 ? blanks : []
        return false
    }

    /// Lays out a JSON text without comments, in one pass.
    ///
    /// - Parameters:
    ///   - lines: true if each member and element gets its own line.
    ///   - base: the indentation of the line in which the text begins.
    func apply(to text: [UInt8], lines: Bool, base: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var depth = 0, joinedEnd = 0
        var i = 0
        func line() { if lines, i > joinedEnd { out += lineBreak + base + (0..<depth).flatMap { _ in unit } } }
        while i < text.count {
            let byte = text[i]
            i += 1
            switch byte {
            case UInt8(ascii: "\""):
                let end = text.endOfString(i - 1) ?? text.count
                out += text[(i - 1)..<end]
                i = end
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                out.append(byte)
                while i < text.count, text[i].isJSONSpace { i += 1 }
                if i < text.count, text[i] == UInt8(ascii: "}") || text[i] == UInt8(ascii: "]") {
                    out.append(text[i])
                    i += 1
                    break
                }
                if !lines, byte == UInt8(ascii: "{") { out += padding }
                if joinsArrays, byte == UInt8(ascii: "["), let end = shortArrayEnd(text, i) { joinedEnd = end }
                depth += 1
                line()
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                line()
                if !lines, byte == UInt8(ascii: "}") { out += padding }
                out.append(byte)
            case UInt8(ascii: ","):
                if lines, i > joinedEnd {
                    out.append(byte)
                    line()
                } else {
                    out += comma
                }
            case UInt8(ascii: ":"): out += colon
            case _ where byte.isJSONSpace: break
            default: out.append(byte)
            }
        }
        return out
    }

    /// Returns the offset after the array whose first element is at `start`; nil if it has `shortArray` bytes or more, or an inner
    /// container.
    private func shortArrayEnd(_ text: [UInt8], _ start: Int) -> Int? {
        var i = start
        while i < text.count, i - start < Self.shortArray {
            switch text[i] {
            case UInt8(ascii: "\""): i = text.endOfString(i) ?? text.count
            case UInt8(ascii: "{"), UInt8(ascii: "["): return nil
            case UInt8(ascii: "]"): return i + 1
            default: i += 1
            }
        }
        return nil
    }
}
