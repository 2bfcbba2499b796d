#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// The facts about a type with `@JSONModel` that the source shows. Nothing here depends on the code that the macro writes.
struct Model {
    enum Kind { case structure, reference, enumeration }

    let kind: Kind
    /// The name to write after `extension`: `Outer.Inner`.
    let name: String
    /// The type's name in the emitted code: `Inner` for `Outer.Inner`. The code stands inside the type or in an extension of it. So Swift
    /// finds this name first, and implies all generic arguments. If the type has or may inherit a member with the same name, this is
    /// `Outer.Inner`.
    let spelling: String
    /// True for a type inside another type or an extension.
    let isNested: Bool
    /// The type's access level as source: `public `, `package `, `@usableFromInline ` or nothing. A member that a public protocol requires
    /// must repeat the level.
    let access: String
    /// The `@available` attributes of the type and of types around it. An extension does not inherit them.
    let availability: [String]
    let options: ModelOptions
    let properties: [Conditional<Property>]
    let cases: [Conditional<EnumCase>]
    /// The type parameters in scope, with the parameters of outer types. A parameter may be a pack.
    let parameters: [GenericParameterSyntax]
    /// The modifier `private` of this type or a type around it, if it hides the type from the extension; nil if nothing hides the type.
    let hiding: DeclModifierSyntax?
    /// True if a type around this one, or a type parameter in scope, is called `Yoke`.
    let isInsideYoke: Bool
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
        isNested = !context.lexicalContext.isEmpty
        access = Self.access(of: declaration, in: context)
        let options = ModelOptions(attribute)
        self.options = options
        let stored: [Conditional<Property>] = .parsing(declaration.memberBlock.members) { member in
            member.as(VariableDeclSyntax.self).map(Property.stored) ?? []
        }
        let codingKeys = CodingKeys(in: declaration.memberBlock.members)
        properties = stored.mapItems { $0.taking(options, codingKeys) }
        cases = .parsing(declaration.memberBlock.members) { member in
            member.as(EnumCaseDeclSyntax.self).map { $0.attributes.isUnavailable ? [] : EnumCase.all(in: $0) } ?? []
        }
        let scopes = [Syntax(declaration)] + context.lexicalContext
        availability = scopes.flatMap { scope in
            scope.asProtocol((any WithAttributesSyntax).self)?.attributes.all.filter { $0.lastName == "available" } ?? []
        }.map(\.trimmedDescription)
        hiding =
            scopes.dropLast().lazy.compactMap { scope in
                scope.asProtocol((any WithModifiersSyntax).self)?.modifiers.first { $0.name.text == "private" && $0.detail == nil }
            }.first
        parameters = scopes.flatMap { scope in
            scope.asProtocol((any WithGenericParametersSyntax).self)?.genericParameterClause.map { Array($0.parameters) } ?? []
        }
        let ownName = named.name.trimmed.text
        // A superclass or protocol may have a member type with this name.
        let mayInheritName = declaration.inheritanceClause != nil && parameters.isEmpty && !name.hasPrefix(ownName + ".")
        let hasMember = declaration.memberNames.contains { $0.identifier == named.name.identifier }
        spelling = mayInheritName || hasMember ? name : ownName
        let outerNames = context.lexicalContext.map { scope in
            scope.asProtocol((any NamedDeclSyntax).self)?.name.identifier?.name ?? scope.as(ExtensionDeclSyntax.self)?.extendedType.lastName
        }
        isInsideYoke = (outerNames + parameters.map(\.name.text)).contains("Yoke")
    }

    /// True if an initialiser must make the instances from a storage struct: for a class, and for a struct with a property that is wrapped,
    /// lazy, observed or the like.
    var isStaged: Bool {
        switch kind {
        case .structure: properties.items().contains(where: \.needsStaging)
        case .reference: true
        case .enumeration: false
        }
    }

    /// True for a class that may have subclasses.
    var isInheritable: Bool { kind == .reference && !declaration.modifiers.contains { $0.name.text == "final" } }

    /// Returns true if the type's own inheritance clause has one of `names`, with or without a module name.
    func inherits(anyOf names: Set<String>) -> Bool {
        inherited.contains { names.contains($0) }
    }

    /// The names in the type's inheritance clause, without modules, outer types and attributes: `Base` for `Module.Base`.
    var inherited: [String] {
        declaration.inheritanceClause?.inheritedTypes.map { inherited in
            let type = inherited.type.as(AttributedTypeSyntax.self)?.baseType ?? inherited.type
            return type.lastName ?? type.trimmedDescription
        } ?? []
    }

    /// The designated initialisers in the body.
    var initialisers: [Conditional<InitializerDeclSyntax>] {
        .parsing(declaration.memberBlock.members) { member in
            guard let initialiser = member.as(InitializerDeclSyntax.self) else { return [] }
            return initialiser.modifiers.contains { $0.name.text == "convenience" } ? [] : [initialiser]
        }
    }

    var hasInitialiser: Bool { !initialisers.items().isEmpty }

    /// True for a class to which Swift gives an `init()`. Swift no longer does so if the body has another designated initialiser.
    var hasImplicitInit: Bool {
        kind == .reference && options.superclass == nil && !hasInitialiser && properties.items().allSatisfy(\.initialisesItself)
    }

    private static func access(of declaration: some DeclGroupSyntax, in context: some MacroExpansionContext) -> String {
        // The members of a type that inlinable code of another module may name must be visible there, too.
        let inlinable = declaration.attributes.first(named: "usableFromInline") == nil ? "" : "@usableFromInline "
        let own = declaration.modifiers.compactMap { $0.detail == nil ? accessLevels[$0.name.text] : nil }.first
        if let own { return inlinable + own }
        // The members of a `public extension` are public by default.
        let scope = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)
        return inlinable + (scope?.modifiers.compactMap { accessLevels[$0.name.text] }.first ?? "")
    }

    private static let accessLevels = [
        "open": "public ", "public": "public ", "package": "package ", "internal": "", "fileprivate": "", "private": "",
    ]
}

extension DeclGroupSyntax {
    /// The names of all members, also of members inside `#if`.
    var memberNames: [TokenSyntax] {
        let names: [Conditional<TokenSyntax>] = .parsing(memberBlock.members) { member in
            if let cases = member.as(EnumCaseDeclSyntax.self) { return cases.elements.map(\.name) }
            if let variable = member.as(VariableDeclSyntax.self) {
                return variable.bindings.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
            }
            return (member.asProtocol((any NamedDeclSyntax).self)?.name).map { [$0] } ?? []
        }
        return names.items()
    }
}
#endif
