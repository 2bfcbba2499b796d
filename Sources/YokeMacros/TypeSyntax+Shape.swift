#if Macros
import SwiftSyntax

extension TypeSyntaxProtocol {
    /// `Inner` of `Outer.Inner<T>`.
    var lastName: String? {
        Syntax(self).as(IdentifierTypeSyntax.self)?.name.text ?? Syntax(self).as(MemberTypeSyntax.self)?.name.text
    }

    /// `T?` and `T!`: the spellings that give a `var` an initial nil.
    var isSugaredOptional: Bool {
        [.optionalType, .implicitlyUnwrappedOptionalType].contains(kind)
    }

    var isOptional: Bool {
        isSugaredOptional || lastName == "Optional"
    }

    var mentionsFunction: Bool {
        Syntax(self).contains { [.functionType, .metatypeType].contains($0.kind) }
    }

    /// What stands in the brackets of `Array<T>`, `Set<T>` and the like.
    var genericArguments: [TypeSyntax] {
        let clause = Syntax(self).as(IdentifierTypeSyntax.self)?.genericArgumentClause ?? Syntax(self).as(MemberTypeSyntax.self)?.genericArgumentClause
        return clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) } ?? []
    }

    /// The type with `name` in place of `Self`, for a declaration that stands in another type.
    func replacingSelf(by name: String) -> TypeSyntax {
        TypeSyntax(SelfRewriter(name: name).rewrite(self)) ?? TypeSyntax(self)
    }
}

extension Syntax {
    /// Whether this node or one below it is such a one.
    func contains(where matches: (Syntax) -> Bool) -> Bool {
        matches(self) || children(viewMode: .sourceAccurate).contains { $0.contains(where: matches) }
    }
}

private final class SelfRewriter: SyntaxRewriter {
    let name: String

    init(name: String) {
        self.name = name
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: IdentifierTypeSyntax) -> TypeSyntax {
        guard node.name.tokenKind == .keyword(.Self) else { return super.visit(node) }
        let type: TypeSyntax = "\(raw: name)"
        return type.with(\.leadingTrivia, node.leadingTrivia).with(\.trailingTrivia, node.trailingTrivia)
    }
}
#endif
