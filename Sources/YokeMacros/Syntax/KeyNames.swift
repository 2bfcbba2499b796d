#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// An argument of `@JSONKey`.
struct KeyName {
    enum Form: Hashable { case literal(String), path(String), expression }

    let node: ExprSyntax
    let form: Form
    /// True for a string literal without `.path(...)` or `.literal(...)` around it.
    let isBare: Bool

    init(_ node: ExprSyntax) {
        self.node = node.trimmed
        if let text = node.as(StringLiteralExprSyntax.self)?.representedLiteralValue {
            (form, isBare) = (.literal(text), true)
            return
        }
        isBare = false
        guard let call = node.as(FunctionCallExprSyntax.self), call.arguments.count == 1, let argument = call.arguments.first,
            argument.label == nil, let text = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
            let member = call.calledExpression.as(MemberAccessExprSyntax.self),
            [nil, "JSONKeyName", "Yoke.JSONKeyName"].contains(member.base?.trimmedDescription)  // else a function of the user
        else {
            form = .expression
            return
        }
        switch member.declName.baseName.text {
        case "path": form = .path(text)
        case "literal": form = .literal(text)
        default: form = .expression
        }
    }

    /// The argument for the expansion. A literal is written anew from its value, because the delimiters of the source may not fit the
    /// expansion.
    var text: String {
        switch form {
        case .literal(let key): isBare ? quoted(key) : ".literal(\(quoted(key)))"
        case .path(let path): ".path(\(quoted(path)))"
        case .expression: node.trimmedDescription
        }
    }
}

/// The arguments of a property's `@JSONKey`.
struct KeyNames {
    let read: [KeyName]
    let write: KeyName?
    /// True if `@JSONKey` has the label `read:` or `write:`.
    let isApart: Bool
    /// The argument expressions, which diagnostics point to.
    let nodes: [ExprSyntax]

    init(_ attribute: AttributeSyntax) {
        let list = attribute.list
        isApart = list.contains { $0.label != nil }
        // An argument without a label has the meaning of the last label before it: both keys of `read: "a", "b"` are read.
        var label = "read"
        var read: [ExprSyntax] = [], write: [ExprSyntax] = []
        for argument in list {
            label = argument.label?.text ?? label
            if label == "write" { write.append(argument.expression) } else { read.append(argument.expression) }
        }
        nodes = read + write
        self.read = read.map(KeyName.init)
        self.write = write.first.flatMap { $0.is(NilLiteralExprSyntax.self) ? nil : KeyName($0) }
    }

    /// The source of the argument `key:` in the expansion. nil if `@JSONKey` gives no key; then the property's name is its key.
    var argument: String? {
        if isApart { return "Yoke.JSONKeys(read: [\(read.map(\.text).joined(separator: ", "))], write: \(write?.text ?? "nil"))" }
        guard let first = read.first else { return nil }
        if read.count == 1 && first.isBare { return first.text }
        // The only argument is an expression such as a user's constant. `JSONKeys` takes it as a String or a `JSONKeyName`.
        if read.count == 1 && first.form == .expression { return "Yoke.JSONKeys(\(first.text))" }
        return "[\(read.map(\.text).joined(separator: ", "))]"
    }

    var isNeverRead: Bool { isApart && read.isEmpty }

    var problems: [Diagnostic] {
        var found: [Diagnostic] = []
        var seen: Set<KeyName.Form> = []
        let names = read + (write.map { [$0] } ?? [])
        for (index, (node, name)) in zip(nodes, names).enumerated() {
            switch name.form {
            case .literal(let key):
                if name.isBare && key.contains(where: { $0 == "." || $0 == "[" }) { found.append(Problem.dotted(node)) }
            case .path(let path):
                if let reason = PathCheck(path).reason { found.append(Problem.path(node, reason)) }
            case .expression:
                continue
            }
            // The same key twice in `read:` is a mistake. A key that is in `read:` and in `write:` is not.
            if index < read.count && !seen.insert(name.form).inserted { found.append(Problem.repeatedAlias(node)) }
        }
        return found
    }
}

/// Checks if a text is a path that `@JSONKey` accepts: keys and indices, a key first. `reason` says what is wrong; nil for a valid path.
struct PathCheck {
    let reason: String?
    /// The keys and indices of the path, if it is valid.
    private(set) var steps: [PathStep] = []

    init(_ path: String) {
        let hasRoot = path.hasPrefix("$")
        var rest = hasRoot ? path.dropFirst() : Substring("." + path)
        if rest == "." || rest.isEmpty {
            reason = "a path needs a key: '.path(\"a.b\")'"
            return
        }
        if path.hasPrefix("/") {
            reason = "a path has dots, not slashes, as in 'a.b[0]': a key that begins with a slash stands in brackets and quotes"
            return
        }
        while let first = rest.first {
            switch first {
            case ".":
                let name = rest.dropFirst().prefix { !".[]'\"*".contains($0) && !$0.isWhitespace }
                // The path may begin with a key in brackets, such as `['a'].b`.
                guard !name.isEmpty || (!hasRoot && steps.isEmpty && rest.hasPrefix(".[")) else {
                    reason = "a key is missing in the path"
                    return
                }
                rest = rest.dropFirst(name.count + 1)
                if name.isEmpty { continue }
                steps.append(.key(String(name)))
            case "[":
                guard let step = Self.bracket(rest) else {
                    reason =
                        rest.hasPrefix("[*]")
                        ? "'[*]' leads to many values, and a property has one: use an index, or end the path at the array, and make its elements models"
                        : "an index is [0], and a key in brackets has quotes"
                    return
                }
                if steps.isEmpty && !step.isKey {
                    reason = "the path of a property begins with a key, not with an index"
                    return
                }
                let text = String(rest.dropFirst().prefix(step.length - 2))
                steps.append(step.isKey ? .key(Self.plain(text)) : .index(text))
                rest = rest.dropFirst(step.length)
            default:
                reason = "the path holds '\(first)' where '.' or '[' is expected: an odd key stands in brackets and quotes"
                return
            }
        }
        reason = nil
    }

    /// Returns a quoted key without its quotes and escapes.
    private static func plain(_ quoted: String) -> String {
        var isEscaped = false
        return String(
            quoted.dropFirst().dropLast().filter { character in
                isEscaped = !isEscaped && character == "\\"
                return !isEscaped
            })
    }

    /// Returns the length of `[12]`, `['key']` or `["key"]` at the start of the text; nil for any other start.
    private static func bracket(_ rest: Substring) -> (length: Int, isKey: Bool)? {
        let inner = rest.dropFirst()
        if let quote = inner.first, quote == "'" || quote == "\"" {
            var length = 2
            var isEscaped = false
            for character in inner.dropFirst() {
                length += 1
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == quote {
                    return rest.dropFirst(length).first == "]" ? (length + 1, true) : nil
                }
            }
            return nil
        }
        let digits = inner.prefix { $0.isASCII && $0.isNumber }
        let isIndex = digits == "0" || !digits.isEmpty && digits.first != "0"
        return isIndex && inner.dropFirst(digits.count).first == "]" ? (digits.count + 2, false) : nil
    }
}

/// Returns the source of a Swift string literal for the text.
func quoted(_ text: String) -> String { StringLiteralExprSyntax(content: text).description }
#endif
