#if Macros
import SwiftDiagnostics
import SwiftSyntax

// Finds the parts of an enum for which the macro cannot write a mapping.
extension Model {
    var enumProblems: [Diagnostic] {
        guard let declaration = declaration as? EnumDeclSyntax else { return [] }
        let items = cases.items()
        guard !items.isEmpty else { return [Problem.noCases(declaration.name)] }
        if usesCases { return caseProblems(items) + unusedCaseKeys }
        if isOverNumbers, let rawType, scalars.contains(rawType), let keys = options.value("keys") {
            return [Problem.keysOfNumbers(keys, rawType)]
        }
        if let raw = declaration.inheritanceClause?.inheritedTypes.first?.type, raw.lastName == "Character" {
            return [Problem.rawCharacter(raw)]
        }
        return rawType == nil ? [Problem.noRawType(declaration)] : caseProblems(items)
    }

    private func caseProblems(_ items: [EnumCase]) -> [Diagnostic] {
        var found = items.flatMap { $0.declaration.attributes.conditional }.filter { $0.lastName == "JSONCase" }
            .map(Problem.conditionalAttribute)
        var names: Set<String> = [], baseNames: Set<String> = []
        var hasFallback = false
        // Two cases inside `#if` may exclude each other, so they may have the same name.
        let certain = Set(cases.compactMap { if case .item(let item) = $0 { item.element.id } else { nil } })
        for item in items {
            func isTaken(_ name: String, in names: inout Set<String>) -> Bool {
                certain.contains(item.element.id) ? !names.insert(name).inserted : names.contains(name)
            }
            if isOverNumbers, !item.names.isEmpty, let rawType, let attribute = item.attributes.first {
                found.append(Problem.caseOfNumbers(attribute, rawType))
                continue
            }
            // An attribute on `case a, b` applies to both cases, which is an error. The macro reports only this error, and only once.
            if item.declaration.elements.count > 1, !item.attributes.isEmpty {
                if item.element.id == item.declaration.elements.first?.id {
                    found += item.attributes.prefix(1).map { Problem.caseOfSeveral($0, item) }
                }
                continue
            }
            found += item.names.dropFirst().map { Problem.repeatedCase($0, item.plainName) }
            let name = item.names.first?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
            if let known = name ?? item.rawText ?? (options.has("keys") ? nil : item.plainName), !item.isFallback,
                isTaken(known, in: &names)
            {
                found.append(item.names.first.map { Problem.takenName($0, known) } ?? Problem.takenName(item.element.name, known))
            } else if isTaken(item.plainName, in: &baseNames) {
                found.append(Problem.takenBaseName(item.element.name))
            }
            if let fallback = item.fallbacks.first {
                if hasFallback { found.append(Problem.repeatedFallback(fallback)) }
                hasFallback = true
            }
            found += payloadProblems(item)
        }
        return found
    }

    /// True if the JSON of an unknown case may be an object. Then the fallback must not hold a String.
    private var unknownCasesAreObjects: Bool {
        options.has("tag") || options.has("choose")
            || !options.has("untagged") && cases.items().contains { !$0.isFallback && !$0.parameters.isEmpty }
    }

    private func payloadProblems(_ item: EnumCase) -> [Diagnostic] {
        if item.isFallback, let name = item.soleType?.lastName, scalars.contains(name) || name == "String" && unknownCasesAreObjects,
            let first = item.parameters.first
        {
            return [Problem.fallbackPayload(first.type, item.plainName)]
        }
        var found = item.parameters.compactMap { parameter in
            Misfit.first(in: parameter.type).map { Problem.payload($0, of: item.plainName) }
        }
        found += item.parameters.compactMap { parameter in
            (parameter.firstName?.identifier?.name).flatMap { name in
                ["Type", "Protocol", "Self"].contains(name) ? Problem.unspeakableLabel(parameter, name) : nil
            }
        }
        var keys: Set<String> = []
        let fields = item.needsStruct ? item.fields(of: spelling) : []
        found += zip(item.parameters, fields).filter { !keys.insert($1.name).inserted }.map { Problem.repeatedLabel($0, $1.name, item) }
        if item.isFallback { return found }
        if !options.has("content"), !options.has("keys"),
            let tag = options.value("tag")?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
        {
            found += item.parameters.filter { $0.firstName?.identifier?.name == tag }.map {
                Problem.payloadNamedAsTag($0, tag, item.plainName)
            }
        }
        if options.has("tag"), !options.has("content"), let type = item.soleType, let first = item.parameters.first, !type.mayBeObject {
            found.append(Problem.payloadBesideTag(first.type, item.plainName))
        }
        return found
    }
}

extension TypeSyntax {
    /// True if the type's JSON may be an object of properties, which can hold a tag. An unknown type is assumed to be one.
    fileprivate var mayBeObject: Bool {
        if isOptional || self.is(ArrayTypeSyntax.self) || self.is(DictionaryTypeSyntax.self) { return false }
        return !(lastName.map { scalars.contains($0) || ["String", "Array", "Set", "Dictionary"].contains($0) } ?? false)
    }
}
#endif
