#if Macros
import SwiftDiagnostics
import SwiftSyntax

// Finds `CodingKeys` from which the macro cannot take the keys.
extension Model {
    var codingKeyProblems: [Diagnostic] {
        let members = declaration.memberBlock.members
        let named = properties.withClauses().filter(\.item.takesCodingKey)
        guard !named.isEmpty else { return [] }
        let aliases: [Conditional<TypeAliasDeclSyntax>] = .parsing(members) { member in
            member.as(TypeAliasDeclSyntax.self).map { $0.name.text == "CodingKeys" ? [$0] : [] } ?? []
        }
        let conditional = CodingKeys.enums(in: members).withClauses().filter { !$0.clauses.isEmpty }
        guard conditional.isEmpty else { return conditional.map { Problem.conditionalCodingKeys($0.item) } }
        var seen: Set<SyntaxIdentifier> = []
        let undecided = named.flatMap { CodingKeys(in: members)?.undecided($0.item.plainName, in: $0.clauses) ?? [] }
        return undecided.filter { seen.insert($0.id).inserted }.map(Problem.conditionalKey) + aliases.items().map(Problem.unseenCodingKeys)
    }
}

extension Model {
    /// A warning if the `CodingKeys` of an enum give a case another name than its JSON has. The macro does not take names of cases from
    /// them. (With `keys:` or `untagged:`, the names are not compared.) Codable uses them only for enums without raw values.
    var unusedCaseKeys: [Diagnostic] {
        let members = declaration.memberBlock.members
        guard rawType == nil, options.value("keys") == nil, options.value("untagged") == nil, let keys = CodingKeys(in: members) else {
            return []
        }
        let isUnused = cases.items().contains { item in
            item.names.isEmpty && !item.isFallback && keys.key(of: item.plainName).map { $0 != item.plainName } ?? false
        }
        return isUnused ? CodingKeys.enums(in: members).items().prefix(1).map(Problem.unusedCaseKeys) : []
    }
}

extension Property {
    /// True if `CodingKeys` gives the property its key, or leaves it out.
    fileprivate var takesCodingKey: Bool {
        !isNamedByAttribute && attributes("JSONIgnore").isEmpty && (absence == nil || absence == .noCodingKey)
    }
}

extension Problem {
    static func conditionalKey(_ element: EnumCaseElementSyntax) -> Diagnostic {
        error(
            "conditionalKey", at: element,
            "'#if' decides which key CodingKeys has for '\(element.plainName)', and @JSONModel cannot choose by '#if': use @JSONKey")
    }

    static func conditionalCodingKeys(_ declaration: EnumDeclSyntax) -> Diagnostic {
        error(
            "conditionalKey", at: declaration.name, "CodingKeys is inside '#if', and @JSONModel cannot choose by '#if': use @JSONKey")
    }

    static func unusedCaseKeys(_ declaration: EnumDeclSyntax) -> Diagnostic {
        warning(
            "unusedCaseKeys", at: declaration.name,
            "@JSONModel does not take the names of an enum's cases from CodingKeys: name the cases by @JSONCase")
    }

    static func unseenCodingKeys(_ declaration: TypeAliasDeclSyntax) -> Diagnostic {
        warning(
            "unseenCodingKeys", at: declaration.name,
            "@JSONModel does not see the cases of this type, so it does not take the keys from them: declare 'enum CodingKeys' here, or use @JSONKey"
        )
    }
}
#endif
