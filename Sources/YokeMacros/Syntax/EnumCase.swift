#if Macros
import SwiftSyntax

/// A case of an enum.
struct EnumCase {
    let element: EnumCaseElementSyntax
    let declaration: EnumCaseDeclSyntax

    static func all(in declaration: EnumCaseDeclSyntax) -> [EnumCase] {
        declaration.elements.map { EnumCase(element: $0, declaration: declaration) }
    }

    /// The name as written in the source, with backticks.
    var text: String { element.name.trimmed.text }
    var plainName: String { element.name.identifier?.name ?? text }
    var attributes: [AttributeSyntax] { declaration.attributes.all(named: "JSONCase") }

    /// The arguments of the case's `@JSONCase` attributes, except `.fallback`. They give the case's names in JSON.
    var names: [ExprSyntax] { attributes.flatMap(\.list).map(\.expression).filter { !$0.isFallback } }
    var fallbacks: [ExprSyntax] { attributes.flatMap(\.list).map(\.expression).filter(\.isFallback) }
    var isFallback: Bool { !fallbacks.isEmpty }

    /// The declared raw value, if it is a string; else nil.
    var rawText: String? { element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue }

    var parameters: [EnumCaseParameterSyntax] { element.parameterClause.map { Array($0.parameters) } ?? [] }

    /// The type of the payload, if the payload is a single value without a label; else nil. Any other payload gets a struct.
    var soleType: TypeSyntax? {
        guard parameters.count == 1, let only = parameters.first, only.label == nil else { return nil }
        return only.type.trimmed
    }
}

extension EnumCaseParameterSyntax {
    /// The label as the name of a property, so a reserved word has backticks; nil for no label.
    var label: String? {
        firstName.flatMap { $0.tokenKind == .wildcard ? nil : reservedWords.contains($0.text) ? "`\($0.text)`" : $0.text }
    }
}

/// The words that Swift accepts as an argument label, but as the name of a property only in backticks.
private let reservedWords: Set<String> = [
    "Any", "Self", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do", "else",
    "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "internal", "is",
    "nil", "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
    "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "where", "while",
]

extension ExprSyntax {
    fileprivate var isFallback: Bool { self.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "fallback" }
}
#endif
