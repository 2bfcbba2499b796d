#if Macros
import SwiftParser
import SwiftSyntax

// Emits the mappings of enums: a list of raw values, or of cases with names and payloads. If a case has several values or a label, its
// values are read and written as a struct in `_JSONStorage`.
extension Model {
    private static let taggings = ["tag", "content", "untagged", "choose"]

    /// True if the mapping must list the cases, because raw values alone do not say how the cases look in JSON.
    var usesCases: Bool {
        let items = cases.items()
        let hasNames = items.contains { isOverNumbers ? !$0.names.isEmpty : !$0.attributes.isEmpty }
        return hasNames || items.contains { !$0.parameters.isEmpty } || Self.taggings.contains(where: options.has)
            || (rawType == "String" && options.has("keys") && items.contains { $0.element.rawValue == nil })
    }

    /// True for an enum with String raw values and no fallback or tag. Its mapping only lists the names of its cases in JSON.
    var usesNames: Bool {
        rawType == "String" && !cases.items().contains(where: \.isFallback) && !Self.taggings.contains(where: options.has)
    }

    /// The type of the raw values; nil without raw values. (Swift allows no raw values if a case has a payload.)
    var rawType: String? {
        let items = cases.items()
        guard let first = inherited.first, !plainProtocols.contains(first), items.allSatisfy(\.parameters.isEmpty) else { return nil }
        // Any other name may be a protocol of the user. Names by `@JSONCase` suit an enum with raw values of that type, too.
        let isKnown = scalars.contains(first) || first == "String"
        return isKnown || items.contains { $0.element.rawValue != nil } || items.allSatisfy(\.names.isEmpty) ? first : nil
    }

    /// True for an enum with raw values that are not Strings.
    var isOverNumbers: Bool { rawType.map { $0 != "String" } ?? false }

    var rawTable: [String] {
        let fallback = cases.items().first(where: \.isFallback).map { ", fallback: .\($0.text)" } ?? ""
        return ["Yoke.JSONMapping(rawValues: Self.self\(fallback)) { _cases in"] + indented(cases.lines { ["_cases.append(.\($0.text))"] })
            + ["}"]
    }

    var nameTable: [String] {
        ["Yoke.JSONMapping(_names: Self.self\(options.arguments("keys"))) { _cases in"]
            + indented(cases.lines { ["_cases.add(\(jsonName($0)), .\($0.text))"] }) + ["}"]
    }

    var caseTable: [String] {
        ["Yoke.JSONMapping(cases: Self.self\(options.arguments("tag", "content", "untagged", "choose", "keys"))) { _cases in"]
            + indented(cases.lines { [line($0)] }) + ["}"]
    }

    /// Returns the lines of the enum `_JSONStorage`. The enum holds a struct for each payload with several values or a label. Empty if no
    /// case has such a payload.
    ///
    /// - Parameter condition: the `where` clause of the enum; see `storage`.
    func payloads(_ condition: String) -> [String] {
        let lines = cases.lines { $0.needsStruct ? payload($0) : [] }
        guard !lines.isEmpty else { return [] }
        return ["private enum _JSONStorage\(condition) {"] + indented(Array(lines.dropLast(lines.last == "" ? 1 : 0))) + ["}"]
    }

    private func line(_ item: EnumCase) -> String {
        let name = item.text
        if let type = item.soleType {
            if item.isFallback {
                return "_cases.fallback(make: { .\(name)($0) }, match: { if case .\(name)(let value) = $0 { value } else { nil } })"
            }
            let metatype = type.isSimple ? "\(type)" : "(\(type))"
            // If a case has the name of the type, `Text.self` would mean the case. In the closure, it can only mean the type.
            let start =
                namesCase(type)
                ? "_cases._add(\(jsonName(item)), make: { (_payload: \(type)) in .\(name)(_payload) }"
                : "_cases.add(\(jsonName(item)), \(metatype).self, make: { .\(name)($0) }"
            return start + ", match: { if case .\(name)(let value) = $0 { value } else { nil } })"
        }
        guard item.needsStruct else {
            let function = item.isFallback ? "_fallback" : "_add"
            // An enum without payloads is always Equatable, so Yoke finds a value's case with `==`. Perhaps an enum with payloads is not
            // Equatable. So its cases get closures that match them.
            let written = item.isFallback && item.names.isEmpty && rawType != "String" ? quoted("") : jsonName(item)
            guard cases.items().contains(where: { !$0.parameters.isEmpty }) else { return "_cases.\(function)(\(written), .\(name))" }
            return "_cases.\(function)(\(written), { .\(name) }, { if case .\(name) = $0 { true } else { false } })"
        }
        let fields = item.fields(of: spelling)
        func made(_ payload: String) -> String {
            fields.map { ($0.label.map { "\($0.asArgumentLabel): " } ?? "") + "\(payload).\($0.name)" }.joined(separator: ", ")
        }
        let bound = fields.indices.map { "let _\($0)" }.joined(separator: ", ")
        let taken = fields.enumerated().map { "\($1.name.asArgumentLabel): _\($0)" }.joined(separator: ", ")
        let storage = "_JSONStorage.\(item.structName)"
        let match = "match: { if case .\(name)(\(bound)) = $0 { \(storage)(\(taken)) } else { nil } })"
        if item.isFallback { return "_cases.fallback(make: { (_payload: \(storage)) in .\(name)(\(made("_payload"))) }, \(match)" }
        return "_cases.add(\(jsonName(item)), \(storage).self, make: { .\(name)(\(made("$0"))) }, \(match)"
    }

    /// Returns true if a name in the type is also the name of a case.
    private func namesCase(_ type: TypeSyntax) -> Bool {
        let names = Set(cases.items().map(\.plainName))
        return type.tokens(viewMode: .sourceAccurate).contains { token in token.identifier.map { names.contains($0.name) } ?? false }
    }

    /// Returns the source of the case's name in JSON: from `@JSONCase`, else the declared raw value, else the case's name in the type's
    /// style.
    private func jsonName(_ item: EnumCase) -> String {
        if let name = item.names.first {
            return name.as(StringLiteralExprSyntax.self)?.representedLiteralValue.map(quoted) ?? name.trimmedDescription
        }
        if let raw = item.rawText { return quoted(raw) }
        return options.has("keys") ? "_cases.name(\(quoted(item.plainName)))" : quoted(item.plainName)
    }

    private func payload(_ item: EnumCase) -> [String] {
        let fields = item.fields(of: spelling)
        let body =
            fields.map { "var \($0.name): \($0.type)" } + ["", "static var jsonMapping: Yoke.JSONMapping {"]
            + indented(
                ["Yoke.JSONMapping(Self.self\(options.arguments("keys"))) { _fields in"] + indented(fields.map(\.line)) + ["}"])
            + ["}"]
        return ["struct \(item.structName): Yoke.JSONReadable, Yoke.JSONWritable {"] + indented(body) + ["}", ""]
    }
}

extension EnumCase {
    /// The name of the struct for the payload. The case's name alone might be the name of a type in the payload.
    var structName: String {
        let name = "_payload_" + plainName
        return name.isValidSwiftIdentifier(for: .variableName) ? name : "`\(name)`"
    }

    var needsStruct: Bool { !parameters.isEmpty && soleType == nil }

    struct Field {
        let label: String?
        /// The name of the property in the struct: the payload value's label. A value without a label gets `_` and its index in the
        /// payload.
        let name: String
        let type: TypeSyntax
        let initial: ExprSyntax?

        var line: String {
            let plain = name.filter { $0 != "`" }
            return "_fields.add(\(quoted(plain)), \\Self.\(name)\(initial.map { ", default: " + $0.asArgument } ?? ""))"
        }
    }

    /// - Parameter owner: the enum, to which `Self` in a type or a default value refers.
    func fields(of owner: String) -> [Field] {
        parameters.enumerated().map { index, parameter in
            Field(
                label: parameter.label, name: parameter.label ?? "_\(index)", type: parameter.type.trimmed.replacingSelf(by: owner),
                initial: parameter.defaultValue?.value.trimmed.replacingSelf(by: owner))
        }
    }
}

extension String {
    /// The name as an argument label. There, no keyword except `inout` needs backticks, and the compiler warns about unneeded ones.
    fileprivate var asArgumentLabel: String {
        let plain = filter { $0 != "`" }
        let isName = plain.first?.isNumber == false && plain.allSatisfy { $0 == "_" || $0.isLetter || $0.isNumber }
        return isName && plain != "inout" ? plain : self
    }
}

extension TypeSyntax {
    /// True if `.self` may follow the type without parentheses.
    fileprivate var isSimple: Bool { ![.someOrAnyType, .functionType, .attributedType, .compositionType].contains(kind) }
}
#endif
