/// Finds the keys of an object's own members in the object's text, for the message of an error.
enum MemberKeys {
    /// The search stops after this many bytes or keys.
    private static let limits = (bytes: 16 * 1024, keys: 64)

    /// `end`: the index in the text after the key and its quotes.
    typealias Member = (key: String, end: Int)

    /// Returns the keys of the object at the start of the text, up to the `limits`. If the text is not JSON, the result may be any strings.
    static func of(_ text: UnsafeBufferPointer<UInt8>) -> [String] { members(of: text).map(\.key) }

    /// Returns the text from a member's value on, if this value is an object; else nil.
    static func object(of member: Member, in text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        let value = text[member.end...].drop { $0.isJSONSpace || $0 == UInt8(ascii: ":") }
        return value.first == UInt8(ascii: "{") ? UnsafeBufferPointer(rebasing: value) : nil
    }

    static func members(of text: UnsafeBufferPointer<UInt8>) -> [Member] {
        let text = UnsafeBufferPointer(rebasing: text.prefix(limits.bytes))
        var keys: [Member] = []
        var depth = 0, i = 0
        var isKey = false
        while i < text.count, keys.count < limits.keys {
            let byte = text[i]
            i += 1
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                isKey = depth == 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 { return keys }
            case UInt8(ascii: ","): isKey = depth == 1
            case UInt8(ascii: "/"): i = text.endOfComment(i - 1, false)
            case UInt8(ascii: "\""):
                let start = i - 1
                guard let end = text.endOfString(start) else { return keys }
                if isKey, let key = try? String(json: text[start..<end], options: .unlimited) { keys.append((key, end)) }
                i = end
                isKey = false
            default: break
            }
        }
        return keys
    }
}
