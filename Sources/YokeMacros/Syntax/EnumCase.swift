#if Macros
import SwiftParser
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
    /// The label in the form of a property's name: with backticks around a reserved word. nil without a label.
    var label: String? {
        guard let firstName, firstName.tokenKind != .wildcard else { return nil }
        let plain = firstName.identifier?.name ?? firstName.text
        return plain.isValidSwiftIdentifier(for: .variableName) ? plain : "`\(plain)`"
    }
}

extension ExprSyntax {
    fileprivate var isFallback: Bool { self.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "fallback" }
}
#endif
