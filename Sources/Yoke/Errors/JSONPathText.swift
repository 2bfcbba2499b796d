/// Builds a JSONPath such as `$.statuses[7]['odd key']`. Keys that are not plain names are quoted as in RFC 9535 section 2.7, so `at:`
/// accepts the path. A key longer than 64 bytes is cut to its beginning.
package struct JSONPathText {
    package private(set) var text = "$"

    package init() {}

    /// The path without `$` and the dot after it.
    var relative: String { String(text.dropFirst(text.hasPrefix("$.") ? 2 : 1)) }

    package mutating func append(index: UInt64) { text += "[\(index)]" }

    /// Appends `[*]` instead of a key that only the text has. Used if errors must not quote the text (`showsSnippets` is false).
    mutating func appendHiddenKey() { text += "[*]" }

    package mutating func append(key: String) {
        var key = key
        key.withUTF8 { append(key: $0) }
    }

    mutating func append(key: UnsafeBufferPointer<UInt8>) {
        let shown = VisibleText.cut(key)
        text += Self.isName(shown) ? "." + shown : "['" + Self.escaped(shown) + "']"
    }

    /// Returns true if the key can stand after a dot, without quotes.
    private static func isName(_ key: String) -> Bool {
        guard let first = key.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return key.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "_", "0"..."9", "A"..."Z", "a"..."z": true
            default: !scalar.isASCII && !VisibleText.isHarmful(scalar)
            }
        }
    }

    private static func escaped(_ key: String) -> String {
        var text = ""
        for scalar in key.unicodeScalars {
            switch scalar {
            case "'": text += "\\'"
            case "\\": text += "\\\\"
            case "\u{8}": text += "\\b"
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\u{C}": text += "\\f"
            case "\r": text += "\\r"
            case _ where VisibleText.isHarmful(scalar):
                for unit in UTF16.encode(scalar).unsafelyUnwrapped {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
