/// Finds the keys of an object's own members in the object's text, for the message of an error.
enum MemberKeys {
    /// The search stops after this many bytes or keys.
    private static let limits = (bytes: 16 * 1024, keys: 64)

    /// Returns the keys of the object at the start of the text, up to the `limits`. If the text is not JSON, the result may be any strings.
    static func of(_ text: UnsafeBufferPointer<UInt8>) -> [String] {
        let text = UnsafeBufferPointer(rebasing: text.prefix(limits.bytes))
        var keys: [String] = []
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
            case UInt8(ascii: "/"): i = endOfComment(text, from: i)
            case UInt8(ascii: "\""):
                let start = i - 1
                while i < text.count, text[i] != UInt8(ascii: "\"") { i += text[i] == UInt8(ascii: "\\") ? 2 : 1 }
                i += 1
                if isKey, i <= text.count, let key = try? String(json: text[start..<i], options: .unlimited) { keys.append(key) }
                isKey = false
            default: break
            }
        }
        return keys
    }

    private static func endOfComment(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        guard start < text.count else { return start }
        let rest = text[start...]
        if rest.first == UInt8(ascii: "/") { return rest.firstIndex(of: 0x0A) ?? text.count }
        return rest.indices.dropFirst(2).first { rest[$0] == UInt8(ascii: "/") && rest[$0 - 1] == UInt8(ascii: "*") }.map { $0 + 1 }
            ?? text.count
    }
}
