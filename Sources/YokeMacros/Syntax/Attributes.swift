#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

// The attributes that `@JSONModel` reads. Their macros, in this file, expand to nothing. They only report an attribute that stands on the
// wrong kind of declaration, or outside of a model.

/// The macro of `@JSONKey("other")`.
public struct JSONKeyMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if declaration.is(EnumCaseDeclSyntax.self) {
            context.diagnose(Problem.keyOnCase(node))
        } else {
            checkPosition(of: node, on: declaration, in: context)
        }
        return []
    }
}

/// The macro of an attribute for stored properties.
public protocol PropertyAttributeMacro: PeerMacro {}

extension PropertyAttributeMacro {
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        checkPosition(of: node, on: declaration, in: context)
        return []
    }
}

/// The macro of `@JSONIgnore`.
public struct JSONIgnoreMacro: PropertyAttributeMacro {}
/// The macro of `@JSONFlatten`.
public struct JSONFlattenMacro: PropertyAttributeMacro {}
/// The macro of `@JSONExtras`.
public struct JSONExtrasMacro: PropertyAttributeMacro {}
/// The macro of `@JSONDefault(missing: 1, onNull: 2, onInvalid: 3)`.
public struct JSONDefaultMacro: PropertyAttributeMacro {}
/// The macro of `@JSONCoded(HexColor())`.
public struct JSONCodedMacro: PropertyAttributeMacro {}
/// The macro of `@JSONRule(.lossy)`.
public struct JSONRuleMacro: PropertyAttributeMacro {}
/// The macro of `@JSONValidate(0...150)`.
public struct JSONValidateMacro: PropertyAttributeMacro {}

/// The macro of `@JSONCase("other")`.
public struct JSONCaseMacro: PeerMacro {
    public static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if !declaration.is(EnumCaseDeclSyntax.self) {
            context.diagnose(Problem.notACase(node, on: declaration))
        } else if !isInModel(context) {
            context.diagnose(Problem.noModel(node))
        }
        return []
    }
}

private func checkPosition(
    of node: AttributeSyntax, on declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext
) {
    if node.lastName == "JSONIgnore", declaration.isCodableMember { return }
    guard let variable = declaration.as(VariableDeclSyntax.self), !Property.stored(in: variable).isEmpty else {
        context.diagnose(Problem.notStored(node, on: declaration))
        return
    }
    // A macro such as `@Observable` stores a property in a copy of the property, with the same attributes and `@ObservationIgnored`.
    // Attributes of such a copy are not reported.
    if !isInModel(context), variable.attributes.first(named: "ObservationIgnored") == nil { context.diagnose(Problem.noModel(node)) }
}

private func isInModel(_ context: some MacroExpansionContext) -> Bool {
    let owner = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)
    return owner?.attributes.first(named: "JSONModel") != nil
}

extension AttributeSyntax {
    /// The attribute's name without a module: `JSONKey` for `@JSONKey("a")` and for `@Yoke.JSONKey("a")`.
    var lastName: String { attributeName.lastName ?? attributeName.trimmedDescription }

    /// Returns true if the arguments contain the word.
    fileprivate func says(_ word: String) -> Bool { arguments?.tokens(viewMode: .sourceAccurate).contains { $0.text == word } ?? false }

    /// The attribute's arguments in parentheses; empty without parentheses.
    var list: [LabeledExprSyntax] { arguments?.as(LabeledExprListSyntax.self).map { Array($0) } ?? [] }
}

extension IfConfigDeclSyntax {
    fileprivate var attributes: [AttributeSyntax] { clauses.flatMap { $0.elements?.as(AttributeListSyntax.self)?.all ?? [] } }
}

extension AttributeListSyntax {
    /// All attributes, including attributes inside `#if`.
    var all: [AttributeSyntax] {
        flatMap { element -> [AttributeSyntax] in
            switch element {
            case .attribute(let attribute): [attribute]
            case .ifConfigDecl(let region): region.attributes
            }
        }
    }

    /// The attributes inside `#if`.
    var conditional: [AttributeSyntax] {
        flatMap { element -> [AttributeSyntax] in if case .ifConfigDecl(let region) = element { region.attributes } else { [] } }
    }

    /// True if an attribute makes the declaration unavailable on all platforms.
    var isUnavailable: Bool { all(named: "available").contains { $0.says("unavailable") && $0.says("*") } }
    var isDeprecated: Bool { all(named: "available").contains { $0.says("deprecated") } }

    func all(named name: String) -> [AttributeSyntax] { all.filter { $0.lastName == name } }

    func first(named name: String) -> AttributeSyntax? { all.first { $0.lastName == name } }
}
#endif
