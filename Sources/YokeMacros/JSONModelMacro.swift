#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Implements `@JSONModel`: parses the declaration, checks it, and writes its mapping.
///
/// The work is divided between two roles of the macro:
/// - The extension role writes the conformances, and the mapping of most types. If only an initialiser can make instances (`isStaged`), it
///   also writes the storage struct.
/// - The member role writes what must stand in the type's body: see `bodyMembers`.
///
/// Both roles parse and validate. Only the extension role reports problems, so that each problem is reported once.
public struct JSONModelMacro: ExtensionMacro {
    public static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard let model = Model(declaration, attribute: node, name: type.trimmedDescription, in: context) else {
            context.diagnose(Problem.notAModel(declaration))
            return []
        }
        let problems = model.problems(conformingTo: protocols)
        problems.forEach(context.diagnose)
        guard !problems.contains(where: \.isError) else {
            guard model.needsPlaceholders(conformingTo: protocols) else { return [] }
            return [try ExtensionDeclSyntax("\(raw: model.placeholderExtension(conformingTo: protocols))")]
        }
        return [try ExtensionDeclSyntax("\(raw: model.mappingExtension(conformingTo: protocols))")]
    }
}

extension JSONModelMacro: MemberMacro {
    public static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let scopes = [Syntax(declaration)] + context.lexicalContext
        let names = scopes.compactMap { scope in
            scope.asProtocol((any NamedDeclSyntax).self)?.name.text ?? scope.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        }
        guard let model = Model(declaration, attribute: node, name: names.reversed().joined(separator: "."), in: context) else { return [] }
        guard !model.problems(conformingTo: protocols).contains(where: \.isError) else {
            return model.needsPlaceholders(conformingTo: protocols) ? model.bodyPlaceholders.map { "\(raw: $0)" } : []
        }
        return model.bodyMembers.map { "\(raw: $0)" }
    }
}

extension Diagnostic {
    var isError: Bool { diagMessage.severity == .error }
}
#endif
