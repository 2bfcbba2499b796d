extension JSONError: CustomStringConvertible {
    /// The whole story: path and message, place, the line with a caret, the hint.
    public var description: String {
        var text = path == "$" ? message : "\(path): \(message)"
        if let place = storage.place {
            text += "\n  line \(place.line), column \(place.column) (byte \(place.offset))"
            if let (snippet, caret) = place.snippet, !snippet.isEmpty {
                text += "\n    \(snippet)\n    \(String(repeating: " ", count: caret))^"
            }
        }
        if let hint { text += "\n  hint: \(hint)" }
        return text
    }
}

/// Text from outside made safe for a terminal and a log: control characters, direction marks and bad bytes escaped.
struct VisibleText {
    private(set) var text = ""
    /// Characters so far, as a terminal counts them.
    private(set) var count = 0

    /// Appends the bytes, which may be cut in the middle of a character.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { append(scalar) }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        let isHarmful =
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
            default: false
            }
        guard isHarmful else {
            text.unicodeScalars.append(scalar)
            count += 1
            return
        }
        let escaped = scalar == "\t" ? " " : "\\u{\(String(scalar.value, radix: 16))}"
        text += escaped
        count += escaped.unicodeScalars.count
    }

    /// The bytes as they may be shown, cut to `limit` bytes.
    static func of(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int = 64) -> String {
        var shown = VisibleText()
        if bytes.count <= limit {
            shown.append(bytes)
            return shown.text
        }
        var end = limit
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        shown.append(UnsafeBufferPointer(rebasing: bytes[..<end]))
        return shown.text + "…"
    }

    static func of(_ string: String, limit: Int = 64) -> String {
        var copy = string
        return copy.withUTF8 { of($0, limit: limit) }
    }
}
