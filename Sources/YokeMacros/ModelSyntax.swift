#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// What a declaration says about itself; nothing here knows what will be written for it.
struct Model {
    enum Kind { case structure, reference, enumeration }

    let kind: Kind
    /// As the compiler names it in an extension: `Outer.Inner`.
    let name: String
    /// As it is named inside that extension, with arguments where they are not implied: `Outer<A>.Inner<B>`.
    let spelling: String
    /// `public `, `package ` or nothing: what a witness of a public protocol has to repeat.
    let access: String
    /// `@available` of the type and of those around it: an extension does not inherit it.
    let availability: [String]
    let options: ModelOptions
    let properties: [Conditional<Property>]
    let cases: [Conditional<EnumCase>]
    /// Names of type parameters in scope, outer types' too, and whether one is a pack.
    let parameters: [GenericParameterSyntax]
    /// `private` on this type or on one around it, where extensions cannot see it.
    let hiding: DeclModifierSyntax?
    let declaration: any DeclGroupSyntax & NamedDeclSyntax

    init?(
        _ declaration: some DeclGroupSyntax, attribute: AttributeSyntax, name: String, in context: some MacroExpansionContext
    ) {
        switch declaration.kind {
        case .structDecl: kind = .structure
        case .classDecl: kind = .reference
        case .enumDecl: kind = .enumeration
        default: return nil
        }
        guard let named = declaration as? any DeclGroupSyntax & NamedDeclSyntax else { return nil }
        self.declaration = named
        self.name = name
        access = Self.access(of: declaration, in: context)
        let options = ModelOptions(attribute)
        self.options = options
        let stored: [Conditional<Property>] = .parsing(declaration.memberBlock.members) { member in
            member.as(VariableDeclSyntax.self).map(Property.stored) ?? []
        }
        let codingKeys = CodingKeys(in: declaration.memberBlock.members)
        properties = stored.mapItems { $0.taking(options, codingKeys) }
        cases = .parsing(declaration.memberBlock.members) { member in
            member.as(EnumCaseDeclSyntax.self).map(EnumCase.all) ?? []
        }
        let scopes = [Syntax(declaration)] + context.lexicalContext
        availability = scopes.flatMap { scope in
            scope.asProtocol((any WithAttributesSyntax).self)?.attributes.all.filter { $0.lastName == "available" } ?? []
        }.map(\.trimmedDescription)
        spelling = Self.spelling(of: name, in: scopes)
        hiding = scopes.dropLast().lazy.compactMap { scope in
            scope.asProtocol((any WithModifiersSyntax).self)?.modifiers.first { $0.name.text == "private" && $0.detail == nil }
        }.first
        parameters = scopes.flatMap { scope in
            scope.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause.map { Array($0.parameters) } ?? []
        }
    }

    /// Classes, and structs that hold more than a value in a property, are made by one initialiser from a storage struct.
    var isStaged: Bool {
        switch kind {
        case .structure: properties.items().contains(where: \.needsStaging)
        case .reference: true
        case .enumeration: false
        }
    }

    /// A class that others may inherit from.
    var isInheritable: Bool { kind == .reference && !declaration.modifiers.contains { $0.name.text == "final" } }

    /// Whether the type's own list of inherited names has `names`; a leading module name does not matter.
    func inherits(anyOf names: Set<String>) -> Bool {
        inherited.contains { names.contains($0) }
    }

    /// The last components of the names after the colon.
    var inherited: [String] {
        declaration.inheritanceClause?.inheritedTypes.map { $0.type.lastName ?? $0.type.trimmedDescription } ?? []
    }

    /// Whether the body declares a designated initialiser.
    var hasInitialiser: Bool {
        let found: [Conditional<InitializerDeclSyntax>] = .parsing(declaration.memberBlock.members) { member in
            member.as(InitializerDeclSyntax.self).map { [$0] } ?? []
        }
        return found.items().contains { $0.modifiers.allSatisfy { $0.name.text != "convenience" } }
    }

    /// A class that Swift itself gives an `init()`, which it loses as soon as another designated initialiser stands in its body.
    var hasImplicitInit: Bool {
        kind == .reference && options.superclass == nil && !hasInitialiser && properties.items().allSatisfy(\.initialisesItself)
    }

    private static func access(of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) -> String {
        let own = declaration.modifiers.compactMap { $0.detail == nil ? accessLevels[$0.name.text] : nil }.first
        if let own { return own }
        // Members of `public extension` are public without saying so.
        let scope = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
        return scope?.modifiers.compactMap { accessLevels[$0.name.text] }.first ?? ""
    }

    private static func spelling(of name: String, in scopes: [Syntax]) -> String {
        var components = name.split(separator: ".").map(String.init)
        guard components.count > 1, scopes[0].asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause != nil else {
            return name
        }
        for (index, scope) in zip(components.indices.reversed(), scopes) {
            guard let clause = scope.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause else { continue }
            components[index] += "<\(clause.parameters.map(\.name.text).joined(separator: ", "))>"
        }
        return components.joined(separator: ".")
    }

    private static let accessLevels = [
        "open": "public ", "public": "public ", "package": "package ", "internal": "", "fileprivate": "", "private": "",
    ]
}
#endif
