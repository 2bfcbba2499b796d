#if Macros
import SwiftSyntax

/// The keys of a type's own `enum CodingKeys: String, CodingKey`, or `enum CodingKeys: CodingKey`, by case: raw values or names.
struct CodingKeys {
    private let cases: [Conditional<EnumCaseElementSyntax>]

    init?(in members: MemberBlockItemListSyntax) {
        guard let declaration = Self.enums(in: members).items().first,
            let inherited = declaration.inheritanceClause?.inheritedTypes.map({ $0.type.lastName }), inherited.contains("CodingKey"),
            inherited.contains("String") || !declaration.memberBlock.trimmedDescription.contains("stringValue")
        else { return nil }
        cases = .parsing(declaration.memberBlock.members) { member in
            member.as(EnumCaseDeclSyntax.self).map { Array($0.elements) } ?? []
        }
    }

    /// The enums `CodingKeys` among the members of a type.
    static func enums(in members: MemberBlockItemListSyntax) -> [Conditional<EnumDeclSyntax>] {
        .parsing(members) { member in member.as(EnumDeclSyntax.self).map { $0.name.text == "CodingKeys" ? [$0] : [] } ?? [] }
    }

    /// Returns the key of the property; nil if the property has no case.
    func key(of property: String) -> String? { cases.items().first { $0.plainName == property }?.codingKey }

    /// Returns the cases of the property if `#if` decides which key it has, or whether it has a key. Else empty.
    ///
    /// - Parameter clauses: the clauses of `#if` around the property. A case in the same clauses exists whenever the property exists.
    func undecided(_ property: String, in clauses: Clauses) -> [EnumCaseElementSyntax] {
        let own = cases.withClauses().filter { $0.item.plainName == property }
        let hasOneKey = own.allSatisfy { $0.item.codingKey == own.first?.item.codingKey }
        let exists = cases.always { $0.plainName == property } || own.contains { clauses.implies($0.clauses) }
        return own.isEmpty || (hasOneKey && exists) ? [] : own.map(\.item)
    }
}

extension EnumCaseElementSyntax {
    /// The name without backticks.
    var plainName: String { name.identifier?.name ?? name.text }
    /// The key that the case stands for in `CodingKeys`: its raw value or its name.
    fileprivate var codingKey: String { rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? plainName }
}

extension Property {
    /// Applies the type's options and `CodingKeys` to the property. An attribute of the property takes precedence over `explicit:` and
    /// `CodingKeys`.
    func taking(_ options: ModelOptions, _ codingKeys: CodingKeys?) -> Property {
        var property = self
        if options.has("only") {
            let names = options.only.map { $0.as(StringLiteralExprSyntax.self)?.representedLiteralValue }
            if !names.contains(plainName) { property.absence = .notListed }
        }
        guard !isNamedByAttribute else { return property }
        if options.isExplicit { property.absence = .notExplicit }
        if let codingKeys {
            guard let key = codingKeys.key(of: plainName) else {
                property.absence = property.absence ?? .noCodingKey
                return property
            }
            // A raw value of `CodingKeys` is the final key: the type's key style does not change it.
            if !options.isArray && (key != plainName || options.has("keys")) { property.codingKey = key }
        }
        return property
    }
}
#endif
