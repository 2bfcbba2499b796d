#if Macros
import SwiftDiagnostics
import SwiftSyntax

// Finds contradictions among the attributes of a property.
extension Property {
    var attributeProblems: [Diagnostic] {
        conditionalProblems + ignoredProblems + wholeProblems + keyProblems + defaultProblems + coderProblems + ruleProblems + emptyProblems
            + checkProblems + fixedProblems
    }

    private var valueAttributes: [AttributeSyntax] { ["JSONDefault", "JSONCoded", "JSONRule", "JSONValidate"].flatMap(attributes) }

    private var conditionalProblems: [Diagnostic] {
        declaration.attributes.conditional.filter { propertyAttributes.contains($0.lastName) }.map(Problem.conditionalAttribute)
    }

    private var ignoredProblems: [Diagnostic] {
        guard let ignore = attributes("JSONIgnore").first else {
            let keys = absence == .notListed ? attributes("JSONKey") + attributes("JSONFlatten") + attributes("JSONExtras") : []
            return absence.map { absence in (keys + valueAttributes).map { Problem.absent($0, absence, self) } } ?? []
        }
        return (valueAttributes + attributes("JSONFlatten") + attributes("JSONExtras")).map {
            Problem.combined($0, ignore, on: declaration)
        }
    }

    private var wholeProblems: [Diagnostic] {
        guard let whole = (attributes("JSONFlatten") + attributes("JSONExtras")).first else { return [] }
        // A flattened property may have a coder, which makes the value from several members.
        let values = isFlattened ? valueAttributes.filter { $0.lastName != "JSONCoded" } : valueAttributes
        let others = attributes("JSONKey") + values + (isFlattened ? attributes("JSONExtras") : [])
        var found = others.map { Problem.combined($0, whole, on: declaration) }
        if isExtras && type?.lastName != "JSONObject" { found.append(Problem.extrasType(binding.typeAnnotation?.type, binding.pattern)) }
        if isFlattened && type == nil { found.append(Problem.flattenWithoutType(binding.pattern)) }
        return found
    }

    private var keyProblems: [Diagnostic] {
        guard let attribute = attributes("JSONKey").first else { return [] }
        let names = KeyNames(attribute)
        var found = names.problems
        if names.isNeverRead && !hasInitialValue && !(type?.isOptional ?? false) && defaultValue("missing") == nil {
            found.append(Problem.neverRead(attribute, plainName))
        }
        return found
    }

    private var defaultProblems: [Diagnostic] {
        var found: [Diagnostic] = []
        var seen: Set<String> = []
        for (label, argument) in defaults {
            if !["missing", "onNull", "onInvalid"].contains(label) {
                found.append(Problem.unknownDefault(argument))
            } else if !seen.insert(label).inserted {
                found.append(Problem.repeatedDefault(argument, label))
            } else if label == "missing" && hasInitialValue {
                found.append(Problem.defaultBesideInitialValue(argument.expression, plainName))
            } else if let type, let kind = argument.expression.misfit(type) {
                found.append(Problem.defaultKind(argument.expression, kind, type))
            }
        }
        return found
    }

    private var coderProblems: [Diagnostic] {
        let rules = attributes("JSONCoded").filter { $0.list.contains { $0.expression.isRule } }
        if !rules.isEmpty { return rules.map { Problem.ruleAsCoder($0) } }
        return coders.dropFirst().map(Problem.repeatedCoder) + coderOfOther
    }

    /// A problem if a coder from the library makes values of another type than the property has. Else empty.
    private var coderOfOther: [Diagnostic] {
        guard let coder = coders.first, let type, let name = coder.member, let wanted = libraryCoders[name] else { return [] }
        guard let inner = type.innermost, scalars.contains(inner) || inner == "String" else { return [] }
        return [Problem.coderOfOther(coder, name, wanted, type)]
    }

    private var emptyProblems: [Diagnostic] { valueAttributes.filter(\.list.isEmpty).map(Problem.noArguments) }
}

// Finds checks by `@JSONValidate` that no value of the property's type can meet.
extension Property {
    private var checkProblems: [Diagnostic] {
        guard let type, coders.isEmpty else { return [] }
        let inner = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type
        return attributes("JSONValidate").compactMap { attribute in
            guard let argument = attribute.list.first else { return nil }
            if argument.label?.text == "count" {
                return inner.lastName.map(scalars.contains) == true ? Problem.countOfScalar(argument, inner) : nil
            }
            if argument.expression.isRange {
                let isCollection =
                    inner.is(ArrayTypeSyntax.self) || inner.is(DictionaryTypeSyntax.self)
                    || ["Array", "Set", "Dictionary"].contains(inner.lastName)
                let isTextOfNumbers = inner.lastName == "String" && argument.expression.hasNumberBound
                return isCollection || isTextOfNumbers || inner.lastName == "Bool" ? Problem.rangeOfOther(argument, inner) : nil
            }
            guard let taken = argument.expression.as(ClosureExprSyntax.self)?.parameterType, taken.isKnown, type.isKnown,
                taken.trimmedDescription != type.trimmedDescription
            else { return nil }
            return Problem.checkOfOther(taken, type)
        }
    }
}

/// The coders that the library declares, with the types of their values.
private let libraryCoders = [
    "rfc3339": "Date", "iso8601": "Date", "rfc1123": "Date", "secondsSince1970": "Date", "millisecondsSince1970": "Date", "auto": "Date",
    "format": "Date", "base64URL": "Data", "repaired": "URL",
]

extension ExprSyntax {
    /// The name of the member in an expression that begins with a dot: `rfc3339` for `.rfc3339`, `format` for `.format("...")`; else nil.
    var member: String? {
        let member =
            self.as(MemberAccessExprSyntax.self) ?? self.as(FunctionCallExprSyntax.self)?.calledExpression.as(MemberAccessExprSyntax.self)
        return member.flatMap { $0.base == nil ? $0.declName.baseName.text : nil }
    }

    /// True for the name of a coder that the library declares.
    var isLibraryCoder: Bool { member.map { libraryCoders[$0] != nil } ?? false }
}

extension TypeSyntax {
    /// The name of the type inside Optionals, arrays, sets and dictionaries: a coder makes values of this type. nil for a type without a
    /// name.
    fileprivate var innermost: String? {
        switch self.as(TypeSyntaxEnum.self) {
        case .optionalType(let node): return node.wrappedType.innermost
        case .implicitlyUnwrappedOptionalType(let node): return node.wrappedType.innermost
        case .arrayType(let node): return node.element.innermost
        case .dictionaryType(let node): return node.value.innermost
        default: return ["Optional", "Array", "Set", "JSONNullable"].contains(lastName) ? genericArguments.first?.innermost : lastName
        }
    }

    /// True for a scalar or `String`, also in an Optional. The macro can compare two such types by their spelling: different spellings mean
    /// different types.
    fileprivate var isKnown: Bool {
        let inner = self.as(OptionalTypeSyntax.self)?.wrappedType ?? self
        return inner.as(IdentifierTypeSyntax.self).map {
            $0.genericArgumentClause == nil && (scalars.contains($0.name.text) || $0.name.text == "String")
        } ?? false
    }
}

extension ClosureExprSyntax {
    /// The written type of the closure's only parameter, without `inout`; nil if no type is written.
    fileprivate var parameterType: TypeSyntax? {
        guard case .parameterClause(let clause)? = signature?.parameterClause, clause.parameters.count == 1 else { return nil }
        let type = clause.parameters.first?.type
        return type?.as(AttributedTypeSyntax.self)?.baseType ?? type
    }
}

extension ExprSyntax {
    /// True if the range contains a number literal, as `0...10` does. Then its bounds are not Strings.
    fileprivate var hasNumberBound: Bool {
        Syntax(self).contains { [.integerLiteralExpr, .floatLiteralExpr].contains($0.kind) }
    }

    /// The kind of a literal, as words for a message: `a string`; nil for other expressions.
    fileprivate var literalKind: String? {
        switch kind {
        case .stringLiteralExpr: "a string"
        case .booleanLiteralExpr: "a Bool"
        case .integerLiteralExpr, .floatLiteralExpr: "a number"
        case .arrayExpr: "an array"
        case .dictionaryExpr: "a dictionary"
        default: nil
        }
    }

    /// Returns the kind of this literal if it cannot be a value of the type. Returns nil if it can, or if the macro does not know the type.
    fileprivate func misfit(_ type: TypeSyntax) -> String? {
        if self.is(NilLiteralExprSyntax.self) {
            return type.isOptional || !(type.lastName.map { scalars.contains($0) || $0 == "String" } ?? true) ? nil : "nil"
        }
        let inner = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type
        if let kind = literalKind, inner.is(ArrayTypeSyntax.self) || inner.is(DictionaryTypeSyntax.self) {
            return kind == (inner.is(ArrayTypeSyntax.self) ? "an array" : "a dictionary") ? nil : kind
        }
        guard let name = inner.lastName, inner.genericArguments.isEmpty, scalars.contains(name) || name == "String" else { return nil }
        let negated = self.as(PrefixOperatorExprSyntax.self).flatMap { $0.operator.text == "-" ? $0.expression : nil }
        let isFloat = ["Float", "Double"].contains(name), isText = name == "String", isBool = name == "Bool"
        let isNumber = !isText && !isBool
        switch (negated ?? self).kind {
        case .stringLiteralExpr: return isText ? nil : "a string"
        case .booleanLiteralExpr: return isBool ? nil : "a Bool"
        case .integerLiteralExpr:
            if negated != nil && name.hasPrefix("UInt") { return "a negative number" }
            return isNumber ? nil : "a number"
        case .floatLiteralExpr: return isFloat ? nil : isNumber ? "a number with a fraction" : "a number"
        case .arrayExpr: return "an array"
        case .dictionaryExpr: return "a dictionary"
        default: return nil
        }
    }
}
#endif
