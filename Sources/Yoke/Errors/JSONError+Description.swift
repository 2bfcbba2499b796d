extension JSONError: CustomStringConvertible {
    /// The path and message, the position, the line with a caret, and the hint. If `JSONReadOptions.collectsErrors` found several errors:
    /// the descriptions of the first 20.
    public var description: String {
        let limit = 20
        var descriptions = all.prefix(limit).map(\.singleDescription)
        if all.count > limit { descriptions.append("and \(all.count - limit) more errors: see `all`") }
        return descriptions.joined(separator: "\n")
    }

    private var singleDescription: String {
        var text = path == "$" ? message : "\(shownPath): \(message)"
        if let position {
            text += "\n  line \(position.line), column \(position.column) (byte \(position.offset))"
            if let (snippet, caret) = position.snippet, snippet.contains(where: { $0 != " " }) {
                text += "\n    \(snippet)\n    \(String(repeating: " ", count: caret))^"
            }
        }
        if let hint { text += "\n  hint: \(hint)" }
        return text
    }

    /// The path. If it is longer than 120 Unicode scalars, `…` replaces its middle.
    package var shownPath: String {
        let limit = 60
        if path.unicodeScalars.count <= 2 * limit { return path }
        let (front, back) = (path.unicodeScalars.prefix(limit), path.unicodeScalars.suffix(limit))
        func isStep(_ scalar: Unicode.Scalar) -> Bool { scalar == "[" || scalar == "." }
        let beginning = front[..<(front.lastIndex(where: isStep) ?? front.endIndex)]
        let end = back[(back.firstIndex(where: isStep) ?? back.startIndex)...]
        return "\(Substring(beginning))…\(Substring(end))"
    }

    /// The message for a text in chunks that begins as UTF-16 or UTF-32. Chunks must be UTF-8.
    static let otherEncoding = "the text is not UTF-8: it begins as UTF-16 or UTF-32"
    static let otherEncodingHint =
        "convert the text to UTF-8 first: only a complete text that is read in one call may be UTF-16 or UTF-32"
    /// The message for a text that begins with the byte 1F.
    static let compressed = "the text is not JSON: it begins like a gzip file"
    static let compressedHint = "decompress it first: for example, let a stream read the output of gunzip -c from a descriptor"
    /// True if the error is that the text begins as UTF-16 or UTF-32, which cannot be read in chunks, or as a compressed file. Then the
    /// other lines of the text cannot be read either.
    package var isAboutEncoding: Bool { message == Self.otherEncoding || message == Self.compressed }
}

/// Untrusted text, made safe for a terminal and a log: control characters and direction marks are escaped, and bad UTF-8 becomes U+FFFD.
package struct VisibleText {
    private(set) var text = ""
    /// Number of Unicode scalars in `text`.
    private(set) var count = 0

    /// Appends the text of UTF-8 bytes. The bytes may begin or end in the middle of a character.
    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { append(scalar) }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        guard Self.isHarmful(scalar) else {
            text.unicodeScalars.append(scalar)
            count += 1
            return
        }
        let escaped = scalar == "\t" ? " " : "\\u{\(String(scalar.value, radix: 16))}"
        text += escaped
        count += escaped.unicodeScalars.count
    }

    /// Returns true for a character that could mislead a terminal or a reader of logs.
    static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        default: false
        }
    }

    /// Returns the bytes as text that is safe to show. If there are more than `limit` bytes, the text is cut and ends with `…`.
    static func of(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int = 64) -> String {
        var shown = VisibleText()
        for scalar in cut(bytes, limit: limit).unicodeScalars { shown.append(scalar) }
        return shown.text
    }

    /// Returns the bytes as text, and escapes nothing. If there are more than `limit` bytes, the text is cut and ends with `…`.
    static func cut(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int = 64) -> String {
        if bytes.count <= limit { return String(decoding: bytes, as: UTF8.self) }
        var end = limit
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes[..<end], as: UTF8.self) + "…"
    }

    package static func of(_ string: String, limit: Int = 64) -> String {
        var copy = string
        return copy.withUTF8 { of($0, limit: limit) }
    }
}
