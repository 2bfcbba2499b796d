#if Macros
import SwiftSyntax

/// The keys of a type's own `enum CodingKeys: String, CodingKey`, or `enum CodingKeys: CodingKey`, by case: raw values or names.
struct CodingKeys {
    let keys: [String: String]
    /// The cases inside `#if`, if another branch has a case with the same name and another key.
    let ambiguous: [EnumCaseElementSyntax]

    init?(in members: MemberBlockItemListSyntax) {
        let enums: [Conditional<EnumDeclSyntax>] = .parsing(members) { member in
            member.as(EnumDeclSyntax.self).map { $0.name.text == "CodingKeys" ? [$0] : [] } ?? []
        }
        guard let declaration = enums.items().first,
            let inherited = declaration.inheritanceClause?.inheritedTypes.map({ $0.type.lastName }), inherited.contains("CodingKey"),
            inherited.contains("String") || !declaration.memberBlock.trimmedDescription.contains("stringValue")
        else { return nil }
        let cases: [Conditional<EnumCaseElementSyntax>] = .parsing(declaration.memberBlock.members) { member in
            member.as(EnumCaseDeclSyntax.self).map { Array($0.elements) } ?? []
        }
        func pair(_ element: EnumCaseElementSyntax) -> (name: String, key: String) {
            let name = element.plainName
            return (name, element.rawValue?.value.as(StringLiteralExprSyntax.self)?.representedLiteralValue ?? name)
        }
        let keys = Dictionary(cases.items().map(pair), uniquingKeysWith: { first, _ in first })
        let others = Set(cases.items().map(pair).filter { keys[$0.name] != $0.key }.map(\.name))
        self.keys = keys
        ambiguous = cases.items().filter { others.contains($0.plainName) }
    }
}

extension EnumCaseElementSyntax {
    /// The name without backticks.
    var plainName: String { name.identifier?.name ?? name.text }
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
            guard let key = codingKeys.keys[plainName] else {
                property.absence = .noCodingKey
                return property
            }
            // A raw value of `CodingKeys` is the final key: the type's key style does not change it.
            if !options.isArray && (key != plainName || options.has("keys")) { property.codingKey = key }
        }
        return property
    }
}
#endif
