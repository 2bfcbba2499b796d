#if Macros
import SwiftDiagnostics
import SwiftSyntax

// What the attributes of one property say that cannot be.
extension Property {
    var attributeProblems: [Diagnostic] {
        ignoredProblems + wholeProblems + keyProblems + defaultProblems + coderProblems + emptyProblems
    }

    private var valueAttributes: [AttributeSyntax] { ["JSONDefault", "JSONBy", "JSONValidate"].flatMap(attributes) }

    private var ignoredProblems: [Diagnostic] {
        guard let ignore = attributes("JSONIgnore").first else { return [] }
        return (valueAttributes + attributes("JSONFlatten") + attributes("JSONExtras")).map { Problem.combined($0, ignore, on: declaration) }
    }

    private var wholeProblems: [Diagnostic] {
        guard let whole = (attributes("JSONFlatten") + attributes("JSONExtras")).first else { return [] }
        // A flattened property may have a coder, which makes it of several members.
        let values = isFlattened && namesCoderOnly ? valueAttributes.filter { $0.lastName != "JSONBy" } : valueAttributes
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
            if !["missing", "null", "wrong"].contains(label) {
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

    private var coderProblems: [Diagnostic] { coders.dropFirst().map(Problem.repeatedCoder) }

    private var emptyProblems: [Diagnostic] { valueAttributes.filter(\.list.isEmpty).map(Problem.noArguments) }
}

extension ExprSyntax {
    /// What a literal is, if no value of the type can be written so. Nothing is known of types that are not the library's.
    fileprivate func misfit(_ type: TypeSyntax) -> String? {
        if self.is(NilLiteralExprSyntax.self) {
            return type.isOptional || !(type.lastName.map { scalars.contains($0) || $0 == "String" } ?? true) ? nil : "nil"
        }
        let inner = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type
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
