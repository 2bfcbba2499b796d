#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// `@JSONKey("other")`: read by `@JSONModel`; by itself it only says where it does not belong.
public struct JSONKeyMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if declaration.is(EnumCaseDeclSyntax.self) {
            context.diagnose(Problem.keyOnCase(node))
        } else {
            checkPlace(of: node, on: declaration, in: context)
        }
        return []
    }
}

/// `@JSONIgnore`: read by `@JSONModel`; by itself it only says where it does not belong.
public struct JSONIgnoreMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        checkPlace(of: node, on: declaration, in: context)
        return []
    }
}

private func checkPlace(
    of node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
) {
    guard let variable = declaration.as(VariableDeclSyntax.self), !Property.stored(in: variable).isEmpty else {
        context.diagnose(Problem.notStored(node, on: declaration))
        return
    }
    let owner = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
    if owner?.attributes.first(named: "JSONModel") == nil {
        context.diagnose(Problem.noModel(node))
    }
}

extension AttributeSyntax {
    /// `JSONKey`, for `@JSONKey("a")` as for `@Yoke.JSONKey("a")`.
    var lastName: String { attributeName.lastName ?? attributeName.trimmedDescription }
}

extension AttributeListSyntax {
    /// Every attribute, those in `#if` too.
    var all: [AttributeSyntax] {
        flatMap { element -> [AttributeSyntax] in
            switch element {
            case .attribute(let attribute): [attribute]
            case .ifConfigDecl(let region): region.clauses.flatMap { $0.elements?.as(AttributeListSyntax.self)?.all ?? [] }
            }
        }
    }

    func first(named name: String) -> AttributeSyntax? {
        all.first { $0.lastName == name }
    }
}
#endif
