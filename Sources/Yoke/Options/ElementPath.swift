/// A path to the elements that a stream delivers: names, indices from the start, and `[*]`.
///
/// The syntax is RFC 9535 section 2.3 without slices, filters and descendants. The path of a `JSONError` is also a valid element path.
package struct ElementPath: Equatable {
    package enum Step: Hashable {
        case key(String)
        case index(UInt64)
        case all

        /// Compares keys by their bytes, because Swift's `==` finds different spellings of "é" equal.
        package static func == (a: Step, b: Step) -> Bool {
            switch (a, b) {
            case (.key(let a), .key(let b)): sameBytes(a, b)
            case (.index(let a), .index(let b)): a == b
            case (.all, .all): true
            default: false
            }
        }
    }

    private typealias Rest = Substring.UnicodeScalarView

    package private(set) var steps: [Step] = []

    /// True if the path can match more than one element.
    var hasSeveral: Bool { steps.contains(.all) }

    /// - Parameter text: the path, such as `$.statuses[*].user['odd key'][0]`. The `$` may be left out. A text that begins with `/` is
    ///   refused: it is probably a JSON Pointer.
    package init(_ text: String) throws(JSONError) {
        // The parser compares Unicode scalars. An accent directly after a dot belongs to the name, but Swift makes one Character of the dot
        // and the accent.
        var rest = Substring(text).unicodeScalars
        if rest.first == "$" {
            rest.removeFirst()
        } else if rest.first == "/" {
            // Probably a JSON Pointer, which would otherwise be read as one key.
            throw Self.failure(text, "expected '$' or a name", rest)
        } else if let first = rest.first, first != "[", first != "." {
            rest = Substring("." + text).unicodeScalars
        }
        while let first = rest.first {
            guard first == "." || first == "[" else { throw Self.failure(text, "expected '.' or '['", rest) }
            rest.removeFirst()
            if first == "." { try addName(&rest, text) } else { try addBracket(&rest, text) }
        }
    }

    private mutating func addName(_ rest: inout Rest, _ text: String) throws(JSONError) {
        let name = String(rest.prefix { $0 != "." && $0 != "[" })
        rest = rest.dropFirst(name.unicodeScalars.count)
        guard !name.isEmpty else {
            throw Self.failure(text, rest.first == "." ? "'..' is not supported" : "expected a name", rest)
        }
        steps.append(name == "*" ? .all : .key(name))
    }

    private mutating func addBracket(_ rest: inout Rest, _ text: String) throws(JSONError) {
        let start = rest
        if let quote = rest.first, quote == "'" || quote == "\"" {
            rest.removeFirst()
            var name = String.UnicodeScalarView()
            while let character = rest.first, character != quote {
                let escape = rest
                rest.removeFirst()
                if character != "\\" {
                    name.append(character)
                } else if let escaped = Self.unescape(&rest) {
                    name.append(escaped)
                } else {
                    throw Self.failure(text, "expected an escape that JSON has", escape)
                }
            }
            guard rest.popFirst() == quote else { throw Self.failure(text, "the string has no end", start) }
            guard rest.first == "]" else { throw Self.failure(text, "expected ']'", rest) }
            rest.removeFirst()
            steps.append(.key(String(name)))
            return
        }
        let inside = String(rest.prefix { $0 != "]" })
        rest = rest.dropFirst(inside.unicodeScalars.count)
        guard rest.popFirst() == "]" else { throw Self.failure(text, "expected ']'", rest) }
        if inside == "*" {
            steps.append(.all)
        } else if let index = UInt64(inside), String(index) == inside {
            steps.append(.index(index))
        } else {
            throw Self.failure(text, "expected a name in quotes, an index from the start, or *", start)
        }
    }

    /// Reads the part of an escape after the backslash. Accepts the escapes of JSON and `\'`. Returns nil for an unknown escape.
    private static func unescape(_ rest: inout Rest) -> Unicode.Scalar? {
        switch rest.popFirst() {
        case let quote? where quote == "'" || quote == "\"" || quote == "\\" || quote == "/": return quote
        case "b": return "\u{8}"
        case "t": return "\t"
        case "n": return "\n"
        case "f": return "\u{C}"
        case "r": return "\r"
        case "u":
            guard let unit = hexUnit(&rest) else { return nil }
            guard UTF16.isLeadSurrogate(unit) else { return Unicode.Scalar(unit) }
            guard rest.popFirst() == "\\", rest.popFirst() == "u", let low = hexUnit(&rest), UTF16.isTrailSurrogate(low) else {
                return nil
            }
            return UTF16.decode(UTF16.EncodedScalar([unit, low]))
        default: return nil
        }
    }

    private static func hexUnit(_ rest: inout Rest) -> UInt16? {
        let digits = rest.prefix(4)
        rest = rest.dropFirst(4)
        guard digits.count == 4, digits.allSatisfy({ $0.isASCII && $0.properties.isASCIIHexDigit }) else { return nil }
        return UInt16(String(digits), radix: 16)
    }

    /// - Parameter rest: the part of the text from the mistake on.
    private static func failure(_ text: String, _ why: String, _ rest: Rest) -> JSONError {
        let column = text.unicodeScalars.count - rest.count
        let pointerHint = "; a JSON Pointer is passed as JSONPointer(...), and a key that begins with a slash stands in brackets and quotes"
        return JSONError(
            .invalidPath, "the path \"\(VisibleText.of(text))\" at character \(column): \(why)",
            hint: "paths look like $.statuses[*].user['odd key'][0]" + (text.hasPrefix("/") ? pointerHint : ""))
    }
}
