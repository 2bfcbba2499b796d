internal import CYoke
internal import CYokeCodable

// Containers that are continued after they were closed, as JSONEncoder allows:
//
//     try container.encode(["a": 1], forKey: .k)                        "k":{"a":1}
//     var inner = container.nestedContainer(keyedBy: K.self, forKey: .k)
//     try inner.encode(2, forKey: .b)                                   "k":{"a":1,"b":2}

extension EncodingSession {
    /// If the last member has replaced an encoded object or array of this kind, moves the text of this value to the nested session `part`,
    /// and opens it there again. Returns false, and changes nothing, in all other cases.
    func moveReplaced(to part: EncodingSession, _ kind: EncodingFrame.Kind) -> Bool {
        guard let earlier = members[members.count - 1].replaced else { return false }
        let range = members[earlier].keyEnd + colon.utf8CodeUnitCount..<members[earlier + 1].start - separatorLength(current)
        var text: [UInt8] = []
        guard (try? append(range, to: &text)) != nil else { return false }
        text.withUnsafeBufferPointer { yoke_buffer_append(part.out, $0.baseAddress, $0.count) }
        if part.reopen(kind, from: 0, part.root) { return true }
        part.out.pointee.count = 0
        return false
    }

    /// Opens an object or array again whose text stands from `start` to the end of the buffer. The next member or element comes after those
    /// that it has. Returns false, and changes nothing, if the text is a value of another kind, or does not have the encoder's layout (the
    /// text of a `JSONRawText`). Cost: linear in the length of the text.
    func reopen(_ kind: EncodingFrame.Kind, from start: Int, _ frame: UnsafeMutablePointer<EncodingFrame>) -> Bool {
        let isObject = kind == .object, level = frame.pointee.level
        let text = UnsafeBufferPointer(rebasing: UnsafeBufferPointer(start: out.pointee.bytes, count: out.pointee.count)[start...])
        let end = text.count - 1 - (isPretty ? 1 + 2 * level : 0)
        var scanner = ContainerText(text, end, lineBreak: isPretty ? 2 * level + 2 : nil, colon: colon)
        guard scanner.skip(isObject ? "{" : "["), text.last == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")),
            let keys = scanner.keys(isObject: isObject)
        else { return false }
        frame.pointee.forgetContainer()
        frame.pointee.kind = kind
        frame.pointee.firstMember = members.count
        // In compact text, an array whose only element is a nested session looks empty.
        frame.pointee.count = keys.isEmpty && firstPart(after: start) < parts.count ? 1 : keys.count
        frame.pointee.hasMembers = true
        for key in keys where isObject {
            let name = Self.plain(Slice(base: text, bounds: key.lowerBound + 1..<key.upperBound - 1))
            members.append(
                EncodedMember(start: start + key.lowerBound, keyEnd: start + key.upperBound), hash: yoke_key_hash16(name, name.count))
        }
        out.pointee.count = start + end
        return true
    }
}

/// Finds the members or elements in the text of a container that the encoder has written.
private struct ContainerText {
    private let text: UnsafeBufferPointer<UInt8>
    /// The offset after the last member or element.
    private let end: Int
    /// The number of blanks before each member or element, on its own line; nil for compact text.
    private let lineBreak: Int?
    private let colon: StaticString
    private var offset = 0

    init(_ text: UnsafeBufferPointer<UInt8>, _ end: Int, lineBreak: Int?, colon: StaticString) {
        (self.text, self.end, self.lineBreak, self.colon) = (text, end, lineBreak, colon)
    }

    /// Returns the range of each member's key, with its quotes, or an empty range for each element. Returns nil if the text does not have
    /// the encoder's layout.
    mutating func keys(isObject: Bool) -> [Range<Int>]? {
        var keys: [Range<Int>] = []
        if lineBreak != nil, !skip("\n") { return nil }
        // The text of a `JSONRawText` may have blanks.
        while lineBreak == nil, offset < end, text[offset] <= UInt8(ascii: " ") { offset += 1 }
        if offset == end { return keys }
        repeat {
            for _ in 0..<(lineBreak ?? 0) where !skip(" ") { return nil }
            let start = offset
            if isObject {
                guard offset < end, text[offset] == UInt8(ascii: "\""), let keyEnd = text[..<end].endOfString(offset) else { return nil }
                offset = keyEnd
                keys.append(start..<offset)
                guard skip(colon) else { return nil }
            } else {
                keys.append(start..<start)
            }
            skipValue()
            if offset == end { return keys }
        } while skip(",") && (lineBreak == nil || skip("\n"))
        return nil
    }

    mutating func skip(_ expected: StaticString) -> Bool {
        let bytes = UnsafeBufferPointer(start: expected.utf8Start, count: expected.utf8CodeUnitCount)
        guard offset + bytes.count <= text.count, text[offset..<offset + bytes.count].elementsEqual(bytes) else { return false }
        offset += bytes.count
        return true
    }

    /// Moves to the comma after the value, or to `end`.
    private mutating func skipValue() {
        var depth = 0
        while offset < end {
            switch text[offset] {
            case UInt8(ascii: "\""):
                offset = text[..<end].endOfString(offset) ?? text.count
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ",") where depth == 0: return
            default: break
            }
            offset += 1
        }
    }
}
