/// A path to elements, as far as it can be followed while streaming: names, indices from the start, and `[*]` (RFC 9535
/// section 2.3, without slices, filters and descendants).
struct ElementPath: Equatable {
    enum Step: Equatable {
        case key(String)
        case index(UInt64)
        case all
    }

    private(set) var steps: [Step] = []

    /// - Parameter text: `$.statuses[*].user['odd key'][0]`; the `$` may be left out.
    init(_ text: String) throws(JSONError) {
        var rest = Substring(text)
        if rest.first == "$" { rest.removeFirst() } else if let first = rest.first, first != "[", first != "." { rest = "." + rest }
        while let first = rest.first {
            rest.removeFirst()
            switch first {
            case ".": try addName(&rest, text)
            case "[": try addBracket(&rest, text)
            default: throw Self.failure(text, "expected '.' or '['", rest)
            }
        }
    }

    private mutating func addName(_ rest: inout Substring, _ text: String) throws(JSONError) {
        let name = rest.prefix { $0 != "." && $0 != "[" }
        rest = rest.dropFirst(name.count)
        guard !name.isEmpty else {
            throw Self.failure(text, rest.first == "." ? "'..' cannot be followed while streaming" : "expected a name", rest)
        }
        steps.append(name == "*" ? .all : .key(String(name)))
    }

    private mutating func addBracket(_ rest: inout Substring, _ text: String) throws(JSONError) {
        if let quote = rest.first, quote == "'" || quote == "\"" {
            rest.removeFirst()
            var name = ""
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
            steps.append(.key(name))
            return
        }
        let inside = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(inside.count)
        guard rest.popFirst() == "]" else { throw Self.failure(text, "expected ']'", rest) }
        if inside == "*" {
            steps.append(.all)
        } else if inside.allSatisfy({ $0.isASCII && $0.isNumber }), let index = UInt64(inside) {
            steps.append(.index(index))
        } else {
            throw Self.failure(
                text, "only a name in quotes, an index from the start or * can be followed while streaming", rest)
        }
    }

    private static func failure(_ text: String, _ why: String, _ rest: Substring) -> JSONError {
        let column = text.count - rest.count
        return JSONError(
            .invalidPath, "the path \"\(VisibleText.of(text))\" at character \(column): \(why)",
            hint: "paths look like $.statuses[*].user['odd key'][0]")
    }
}
