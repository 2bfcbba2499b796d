/// A path to elements, as far as it can be followed while streaming: names, indices from the start, and `[*]` (RFC 9535
/// section 2.3, without slices, filters and descendants).
struct ElementPath: Equatable {
    enum Step: Equatable {
        case key(String)
        case index(UInt64)
        case all
    }

    private typealias Rest = Substring.UnicodeScalarView

    private(set) var steps: [Step] = []

    /// - Parameter text: `$.statuses[*].user['odd key'][0]`; the `$` may be left out.
    init(_ text: String) throws(JSONError) {
        // Scalars, not characters: an accent behind a dot belongs to the name.
        var rest = Substring(text).unicodeScalars
        if rest.first == "$" {
            rest.removeFirst()
        } else if let first = rest.first, first != "[", first != "." {
            rest = Substring("." + text).unicodeScalars
        }
        while let first = rest.first {
            rest.removeFirst()
            switch first {
            case ".": try addName(&rest, text)
            case "[": try addBracket(&rest, text)
            default: throw Self.failure(text, "expected '.' or '['", rest)
            }
        }
    }

    private mutating func addName(_ rest: inout Rest, _ text: String) throws(JSONError) {
        let name = String(rest.prefix { $0 != "." && $0 != "[" })
        rest = rest.dropFirst(name.unicodeScalars.count)
        guard !name.isEmpty else {
            throw Self.failure(text, rest.first == "." ? "'..' cannot be followed while streaming" : "expected a name", rest)
        }
        steps.append(name == "*" ? .all : .key(name))
    }

    private mutating func addBracket(_ rest: inout Rest, _ text: String) throws(JSONError) {
        if let quote = rest.first, quote == "'" || quote == "\"" {
            rest.removeFirst()
            var name = String.UnicodeScalarView()
            while let character = rest.popFirst(), character != quote {
                if character == "\\" {
                    guard let escaped = rest.popFirst() else { break }
                    guard escaped == "\\" || escaped == "'" || escaped == "\"" else {
                        throw Self.failure(text, "only quotes and backslashes are escaped in a path", rest)
                    }
                    name.append(escaped)
                } else {
                    name.append(character)
                }
            }
            guard rest.popFirst() == "]" else { throw Self.failure(text, "expected ']'", rest) }
            steps.append(.key(String(name)))
            return
        }
        let inside = String(rest.prefix { $0 != "]" })
        rest = rest.dropFirst(inside.unicodeScalars.count)
        guard rest.popFirst() == "]" else { throw Self.failure(text, "expected ']'", rest) }
        if inside == "*" {
            steps.append(.all)
        } else if inside.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let index = UInt64(inside) {
            steps.append(.index(index))
        } else {
            throw Self.failure(
                text, "only a name in quotes, an index from the start or * can be followed while streaming", rest)
        }
    }

    private static func failure(_ text: String, _ why: String, _ rest: Rest) -> JSONError {
        let column = text.unicodeScalars.count - rest.count
        return JSONError(
            .invalidPath, "the path \"\(VisibleText.of(text))\" at character \(column): \(why)",
            hint: "paths look like $.statuses[*].user['odd key'][0]")
    }
}
