#if Macros
import SwiftDiagnostics
import SwiftSyntax

// Finds declarations for which there can be no mapping, before the macro writes code for them. An error in the user's own line is better
// than an error in an expansion.
extension Model {
    /// Returns all problems of the type: its options, properties, cases and conformances.
    ///
    /// - Parameter protocols: the protocols that the type does not conform to yet, so that the macro adds the conformances.
    func problems(conformingTo protocols: [TypeSyntax]) -> [Diagnostic] {
        let stored = properties.items()
        let own =
            kind == .enumeration
            ? enumProblems
            : stored.flatMap(\.problems) + repeatedExtras + extrasRefused + keysInArrays
                + unusedKeyStyle + blockedPaths
        return options.problems(kind, names: stored.map(\.plainName)) + typeProblems(protocols) + own + unusedCoding
    }

    /// Warnings for the type's own `init(from:)` and `encode(to:)`, which Yoke does not call.
    private var unusedCoding: [Diagnostic] {
        let found: [Conditional<DeclSyntax>] = .parsing(declaration.memberBlock.members) { member in
            let isIgnored = member.asProtocol((any WithAttributesSyntax).self)?.attributes.first(named: "JSONIgnore") != nil
            return member.isCodableMember && !isIgnored ? [member] : []
        }
        return found.items().map { Problem.unusedCoding($0, in: declaration) }
    }

    private var repeatedExtras: [Diagnostic] {
        let extras = properties.withClauses().flatMap { property in property.item.attributes("JSONExtras").map { ($0, property.clauses) } }
        return extras.enumerated().compactMap { index, extra in
            extras[..<index].contains { !$0.1.excludes(extra.1) } ? Problem.repeatedExtras(extra.0) : nil
        }
    }

    private var extrasRefused: [Diagnostic] {
        guard options.refusesUnknownKeys else { return [] }
        return properties.items().flatMap { property in
            property.attributes("JSONExtras").map { Problem.extrasRefused($0, on: property.declaration) }
        }
    }

    private var keysInArrays: [Diagnostic] {
        guard options.isArray else { return [] }
        return properties.items().flatMap { property in
            ["JSONKey", "JSONFlatten", "JSONExtras"].flatMap(property.attributes).map { Problem.keyInArray($0, on: property.declaration) }
        }
    }

    /// A warning if the type has `keys:` and `CodingKeys`, but every key comes from `CodingKeys` or from an attribute.
    private var unusedKeyStyle: [Diagnostic] {
        let written = properties.items().filter { !$0.isIgnored && !$0.isWhole }
        guard let style = options.value("keys"), written.contains(where: { $0.codingKey != nil }), written.allSatisfy({ $0.key != nil })
        else { return [] }
        return [Problem.unusedKeyStyle(style)]
    }

    /// The places where the type itself or one of its members is called `Yoke` or `Self`. With such a name, `Yoke.JSONMapping` in the
    /// expansion would not refer to the module, and `Self` not to the type.
    private var hidingNames: [TokenSyntax] {
        ([declaration.name] + declaration.memberNames).filter { ["Yoke", "Self"].contains($0.identifier?.name) }
    }

    /// Problems of properties whose type is a private type in the body of a class that may have subclasses. The storage struct of such a
    /// class is not private, so its fields cannot have this type.
    private var privateTypes: [Diagnostic] {
        guard isInheritable else { return [] }
        let hidden: [Conditional<String>] = .parsing(declaration.memberBlock.members) { member in
            guard let named = member.asProtocol((any NamedDeclSyntax).self),
                member.asProtocol((any DeclGroupSyntax).self) != nil || member.is(TypeAliasDeclSyntax.self),
                member.asProtocol((any WithModifiersSyntax).self)?.modifiers.contains(where: { $0.name.text == "private" }) == true
            else { return [] }
            return [named.name.text]
        }
        let names = Set(hidden.items())
        return properties.items().filter(\.isWritten).compactMap { property in
            guard let type = property.type else { return nil }
            let found = type.tokens(viewMode: .sourceAccurate).first { names.contains($0.text) }
            return found.map { Problem.privateType(property, $0.text) }
        }
    }

    /// A problem if `#if` decides whether Swift gives the class an `init()`, or lets it inherit initialisers.
    private var uncertainInitialisers: [Diagnostic] {
        guard kind == .reference, properties.items().allSatisfy(\.initialisesItself), !initialisers.always({ _ in true }) else { return [] }
        return initialisers.items().prefix(1).map { Problem.uncertainInitialiser($0, declaration.name) }
    }

    /// Problems of type parameters of a subclass that need a constraint. The mapping of a subclass overrides another, so it cannot have a
    /// `where` clause.
    private var unconstrainedParameters: [Diagnostic] {
        guard options.superclass != nil else { return [] }
        return conditions.compactMap { condition in
            guard let parameter = parameters.first(where: { $0.name.text == condition.subject }), !mayConform(parameter) else { return nil }
            return Problem.unconstrained(parameter, by: condition.isKey ? "JSONObjectKey" : "JSONConvertible")
        }
    }

    /// Returns true if a constraint of the parameter is a protocol of Yoke, or a protocol that the macro does not know.
    private func mayConform(_ parameter: GenericParameterSyntax) -> Bool {
        let requirements = declaration.asProtocol((any WithGenericParametersSyntax).self)?.genericWhereClause?.requirements
        let conformances = requirements?.compactMap { $0.requirement.as(ConformanceRequirementSyntax.self) } ?? []
        let others = conformances.filter { $0.leftType.trimmedDescription == parameter.name.text }.map(\.rightType)
        let names = ((parameter.inheritedType.map { [$0] } ?? []) + others).flatMap { type in
            type.as(CompositionTypeSyntax.self)?.elements.map(\.type.lastName) ?? [type.lastName]
        }
        return names.contains { name in name.map { $0.hasPrefix("JSON") || !plainProtocols.contains($0) } ?? true }
    }

    /// The functions and static variables called `jsonHooks`, if none of them has the form that the emitted code calls.
    private var invalidHooks: [TokenSyntax] {
        let found: [Conditional<(name: TokenSyntax, isValid: Bool)>] = .parsing(declaration.memberBlock.members) { member in
            if let function = member.as(FunctionDeclSyntax.self) { return [(function.name, function.takesAndReturnsMapping)] }
            guard let variable = member.as(VariableDeclSyntax.self), variable.modifiers.contains(where: \.isOfType) else { return [] }
            return variable.bindings.compactMap { binding in
                binding.pattern.as(IdentifierPatternSyntax.self).map { ($0.identifier, false) }
            }
        }
        let hooks = found.items().filter { $0.name.text == "jsonHooks" }
        return hooks.contains(where: \.isValid) ? [] : hooks.map(\.name)
    }

    private func typeProblems(_ protocols: [TypeSyntax]) -> [Diagnostic] {
        var found: [Diagnostic] = []
        if let node = declaration.inheritanceClause?.inheritedTypes.lazy.compactMap({ $0.type.as(SuppressedTypeSyntax.self) })
            .first(where: { ["Copyable", "Escapable"].contains($0.type.lastName) })
        {
            found.append(Problem.suppressed(node))
        }
        let raw = declaration.inheritanceClause?.inheritedTypes.map(\.type).first {
            ["RawRepresentable", "OptionSet"].contains($0.lastName)
        }
        if kind != .enumeration, let raw { found.append(Problem.rawValue(raw, declaration.name)) }
        found += hidingNames.map(Problem.hides)
        if isInsideYoke { found.append(Problem.insideYoke(declaration.name)) }
        if let superclass = options.superclass, let value = options.value("subclassOf") {
            if superclass.contains("<") {
                found.append(Problem.genericSuperclass(value))
            } else if kind == .reference, declaration.inheritanceClause == nil {
                found.append(Problem.noSuperclass(value, declaration.name, superclass))
            }
        }
        if let pack = parameters.first(where: { $0.specifier?.tokenKind == .keyword(.each) }) {
            found.append(Problem.pack(pack))
        }
        if let hiding {
            found.append(Problem.hidden(hiding, declaration.name))
        }
        if let actor = declaration.attributes.first(named: "MainActor") {
            found.append(Problem.globalActor(actor))
        }
        // A name after a class's colon may be a superclass. If the class has all conformances, but does not name them itself, it probably
        // inherits them from a superclass.
        let own: Set = ["JSONMapped", "JSONReadable", "JSONWritable", "JSONConvertible"]
        if kind == .reference, options.superclass == nil, protocols.isEmpty, declaration.inheritanceClause != nil, !inherits(anyOf: own) {
            found.append(Problem.subclass(declaration.name))
        }
        for case .region(let clauses) in hooks { found += clauses.flatMap { $0.body.items() }.map(Problem.conditionalHooks) }
        found += invalidHooks.map(Problem.invalidHooks)
        found += properties.items().filter { $0.plainName == "_super" && (options.superclass != nil || $0.isFlattened) }
            .map(Problem.nameOfSuperclass)
        found += codingKeyProblems + privateTypes + uncertainInitialisers + unconstrainedParameters
        let mappings: [Conditional<PatternSyntax>] = .parsing(declaration.memberBlock.members) { member in
            member.as(VariableDeclSyntax.self)?.bindings.map(\.pattern).filter { $0.trimmedDescription == "jsonMapping" } ?? []
        }
        return found + mappings.items().map(Problem.ownMapping)
    }
}

extension DeclSyntaxProtocol {
    /// True for `init(from: any Decoder)` and `func encode(to: any Encoder)`.
    var isCodableMember: Bool {
        if let initialiser = self.as(InitializerDeclSyntax.self) { return initialiser.signature.takes("from", "Decoder") }
        guard let function = self.as(FunctionDeclSyntax.self) else { return false }
        return function.name.text == "encode" && function.signature.takes("to", "Encoder")
    }
}

extension FunctionDeclSyntax {
    /// True if the type's own function has one parameter without a label, returns a value, and does not throw or wait.
    fileprivate var takesAndReturnsMapping: Bool {
        guard let only = signature.parameterClause.parameters.first, signature.parameterClause.parameters.count == 1 else { return false }
        let isInout = only.type.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.inout) }
        return modifiers.contains(where: \.isOfType) && only.firstName.tokenKind == .wildcard && !isInout
            && signature.effectSpecifiers == nil && signature.returnClause != nil
    }
}

extension DeclModifierSyntax {
    /// True for `static` and `class`.
    var isOfType: Bool { [.keyword(.static), .keyword(.class)].contains(name.tokenKind) }
}

extension FunctionSignatureSyntax {
    /// Returns true if the function has exactly one parameter, with this label and type.
    fileprivate func takes(_ label: String, _ type: String) -> Bool {
        guard let only = parameterClause.parameters.first, parameterClause.parameters.count == 1 else { return false }
        let taken = only.type.as(SomeOrAnyTypeSyntax.self)?.constraint ?? only.type
        return only.firstName.text == label && taken.lastName == type
    }
}

extension Property {
    var plainName: String { name?.identifier?.name ?? text }

    fileprivate var problems: [Diagnostic] {
        guard name != nil else { return [Problem.pattern(binding.pattern)] }
        let keys = attributes("JSONKey")
        var found = keys.dropFirst().map { Problem.repeatedKey(self, $0) } + attributeProblems
        if isIgnored {
            if attributes("JSONIgnore").first != nil { found += keys.prefix(1).map { Problem.ignoredKey(self, $0) } }
            let hasWrapper = holder == .wrapped && !isConstant  // then Swift reports a missing value
            let hasValue = hasInitialValue || initialisesItself || hasWrapper || type?.isOptional == true
            if !hasValue { found.append(Problem.ignoredWithoutValue(self)) }
            return found
        }
        if keys.first?.list.isEmpty == false, declaration.bindings.count > 1, binding.id == declaration.bindings.first?.id {
            found += keys.prefix(1).map(Problem.keyOfSeveral)
        }
        if ["Type", "Protocol"].contains(plainName) { return found + [Problem.unspeakable(self)] }
        if let actor = attributes("MainActor").first { return found + [Problem.isolated(self, actor)] }
        if isFixed { return found + [isWhole ? Problem.constantWhole(self) : Problem.constant(self)] }
        switch holder {
        case .managed: return found + [Problem.managed(self)]
        case .unowned: return found + [Problem.unowned(self)]
        case .weak: return found + [Problem.weak(self)]
        case .lazy where type == nil: return found + [Problem.lazyWithoutType(self)]
        case .wrapped where type == nil && !initialisesItself: return found + [Problem.wrappedWithoutType(self)]
        // If a property has a coder, is flattened or keeps extras, its own type need not have a JSON form.
        case _ where !coders.isEmpty || isWhole: return found
        default:
            let written = binding.typeAnnotation?.type
            return found + (Misfit.first(in: written).map { [Problem.type($0, of: self)] } ?? []) + initialProblems
        }
    }

    /// The problem of a property without a type annotation, if the initial value shows that the type has no JSON form. Else empty.
    private var initialProblems: [Diagnostic] {
        guard type == nil, let value = binding.initializer?.value else { return [] }
        if let tuple = value.as(TupleExprSyntax.self), tuple.elements.count > 1 {
            return [Problem.initial(self, value, Misfit.tuple)]
        }
        return value.is(ClosureExprSyntax.self) ? [Problem.initial(self, value, Misfit.function)] : []
    }
}

/// Names after a type's colon that are known to be protocols. Any other name there may be a raw type or a superclass.
let plainProtocols: Set<String> = [
    "CaseIterable", "Codable", "Comparable", "CustomDebugStringConvertible", "CustomReflectable", "CustomStringConvertible", "Decodable",
    "Encodable", "Equatable", "Error", "Hashable", "Identifiable", "JSONConvertible", "JSONMapped", "JSONReadable", "JSONWritable",
    "LocalizedError", "Observable", "ObservableObject", "Sendable", "SendableMetatype",
]
#endif
