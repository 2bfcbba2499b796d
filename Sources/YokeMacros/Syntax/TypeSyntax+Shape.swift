#if Macros
import SwiftSyntax

extension TypeSyntaxProtocol {
    /// The last component of the type's name: `Inner` for `Outer.Inner<T>`; nil for a type without a name.
    var lastName: String? {
        Syntax(self).as(IdentifierTypeSyntax.self)?.name.text ?? Syntax(self).as(MemberTypeSyntax.self)?.name.text
    }

    /// True for `T?` and `T!`, also in parentheses. With these spellings a `var` starts as nil.
    var isSugaredOptional: Bool {
        if let tuple = Syntax(self).as(TupleTypeSyntax.self), tuple.elements.count == 1 {
            return tuple.elements.first?.type.isSugaredOptional ?? false
        }
        return [.optionalType, .implicitlyUnwrappedOptionalType].contains(kind)
    }

    var isOptional: Bool {
        isSugaredOptional || lastName == "Optional"
    }

    /// True for a type of the standard library, of Foundation or of Yoke that certainly is a value and no function, also inside Optionals
    /// and collections.
    var isKnownValue: Bool {
        switch TypeSyntax(self).as(TypeSyntaxEnum.self) {
        case .optionalType(let node): node.wrappedType.isKnownValue
        case .implicitlyUnwrappedOptionalType(let node): node.wrappedType.isKnownValue
        case .arrayType(let node): node.element.isKnownValue
        case .dictionaryType(let node): node.key.isKnownValue && node.value.isKnownValue
        default: lastName.map(knownValues.contains) == true && genericArguments.allSatisfy(\.isKnownValue)
        }
    }

    /// The key and value types of `[Key: Value]` and `Dictionary<Key, Value>`; nil for other types.
    var dictionary: (key: TypeSyntax, value: TypeSyntax)? {
        if let node = Syntax(self).as(DictionaryTypeSyntax.self) { return (node.key, node.value) }
        let arguments = genericArguments
        return lastName == "Dictionary" && arguments.count == 2 ? (arguments[0], arguments[1]) : nil
    }

    /// The types in the angle brackets of `Array<T>`, `Set<T>` and the like.
    var genericArguments: [TypeSyntax] {
        let clause =
            Syntax(self).as(IdentifierTypeSyntax.self)?.genericArgumentClause
            ?? Syntax(self).as(MemberTypeSyntax.self)?.genericArgumentClause
        return clause?.arguments.compactMap { $0.argument.as(TypeSyntax.self) } ?? []
    }
}

private let knownValues = scalars.union([
    "Array", "Character", "Data", "Date", "Decimal", "Dictionary", "JSONObject", "JSONValue", "Optional", "Set", "String", "Substring",
    "URL", "UUID",
])

extension ExprSyntax {
    /// True for a literal, and for a call such as `UUID()`. Their values are certainly no functions.
    var isKnownValue: Bool {
        switch self.as(ExprSyntaxEnum.self) {
        case .booleanLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .stringLiteralExpr: true
        case .prefixOperatorExpr(let number): number.expression.isKnownValue
        case .arrayExpr(let array): array.elements.allSatisfy(\.expression.isKnownValue)
        case .functionCallExpr(let call):
            call.calledExpression.as(DeclReferenceExprSyntax.self).map { knownValues.contains($0.baseName.text) } ?? false
        default: false
        }
    }
}

extension Syntax {
    /// Returns true if `matches` is true for this node or a node below it.
    func contains(where matches: (Syntax) -> Bool) -> Bool {
        matches(self) || children(viewMode: .sourceAccurate).contains { $0.contains(where: matches) }
    }
}

extension SyntaxProtocol {
    /// Returns this source with `name` in place of `Self`, for a declaration inside another type.
    func replacingSelf(by name: String) -> Self {
        SelfRewriter(name: name).rewrite(self).as(Self.self) ?? self
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
        return TypeSyntax("\(raw: name)").inPlace(of: node)
    }

    override func visit(_ node: DeclReferenceExprSyntax) -> ExprSyntax {
        guard node.baseName.tokenKind == .keyword(.Self) else { return super.visit(node) }
        return ExprSyntax("\(raw: name)").inPlace(of: node)
    }
}

extension SyntaxProtocol {
    /// Returns the node with the white space and the comments around `old`.
    func inPlace(of old: some SyntaxProtocol) -> Self {
        with(\.leadingTrivia, old.leadingTrivia).with(\.trailingTrivia, old.trailingTrivia)
    }
}

extension MemberTypeSyntax {
    /// The first name of the chain: `T` for `T.Element.ID`.
    var rootName: String? { baseType.as(MemberTypeSyntax.self)?.rootName ?? baseType.lastName }
}
#endif
