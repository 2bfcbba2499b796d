#if Macros
import SwiftSyntax

extension TypeSyntaxProtocol {
    /// The last component of the type's name: `Inner` for `Outer.Inner<T>`; nil for a type without a name.
    var lastName: String? {
        Syntax(self).as(IdentifierTypeSyntax.self)?.name.text ?? Syntax(self).as(MemberTypeSyntax.self)?.name.text
    }

    /// True for `T?` and `T!`. With these spellings a `var` starts as nil.
    var isSugaredOptional: Bool {
        [.optionalType, .implicitlyUnwrappedOptionalType].contains(kind)
    }

    var isOptional: Bool {
        isSugaredOptional || lastName == "Optional"
    }

    var mentionsFunction: Bool {
        Syntax(self).contains { [.functionType, .metatypeType].contains($0.kind) }
    }

    /// The types in the angle brackets of `Array<T>`, `Set<T>` and the like.
    var genericArguments: [TypeSyntax] {
        let clause =
            Syntax(self).as(IdentifierTypeSyntax.self)?.genericArgumentClause
            ?? Syntax(self).as(MemberTypeSyntax.self)?.genericArgumentClause
        return clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) } ?? []
    }

    /// Returns the type with `name` in place of `Self`, for a declaration inside another type.
    func replacingSelf(by name: String) -> TypeSyntax {
        TypeSyntax(SelfRewriter(name: name).rewrite(self)) ?? TypeSyntax(self)
    }
}

extension Syntax {
    /// Returns true if `matches` is true for this node or a node below it.
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
