#if Macros
import SwiftDiagnostics
import SwiftSyntax

// Finds rules of `@JSONRule` that are given twice, that can do nothing for the property's type, or that are coders.
extension Property {
    var ruleProblems: [Diagnostic] {
        var seen: Set<String> = []
        return attributes("JSONRule").flatMap { attribute in
            attribute.list.compactMap { argument -> Diagnostic? in
                guard argument.label == nil else { return nil }
                let rule = argument.expression
                if rule.isCoder { return Problem.coderAsRule(rule, attribute) }
                guard let name = rule.member, ruleNames.contains(name) else { return nil }
                if !seen.insert(name).inserted { return Problem.repeatedRule(rule, name) }
                return useless(name).flatMap { reason in type.map { Problem.uselessRule(rule, name, $0, reason) } }
            }
        }
    }

    /// Problems of a property that is never read, but has defaults, checks or rules for reading.
    var fixedProblems: [Diagnostic] {
        guard isFixed, !isIgnored else { return [] }
        let defaults = attributes("JSONDefault").filter { attribute in
            attribute.list.contains { ["onNull", "onInvalid"].contains($0.label?.text) }
        }
        let ofReading = (defaults + attributes("JSONValidate")).map { Problem.fixedAttribute($0, self) }
        return ofReading
            + attributes("JSONRule").flatMap(\.list).compactMap { argument in
                if argument.label?.text == "merged" { return Problem.fixedRule(argument.expression, "merged:", self) }
                let name = argument.expression.member ?? ""
                return ["lossy", "lenient", "invalidIsMissing"].contains(name)
                    ? Problem.fixedRule(argument.expression, ".\(name)", self) : nil
            }
    }

    /// Returns the reason why a rule can have no effect on a property of this type. Returns nil if the rule may have an effect.
    private func useless(_ rule: String) -> String? {
        guard let type else { return nil }
        switch rule {
        // With a coder, `.lossy` and `.lenient` may have an effect: the coder may read its value from another type.
        case "lossy" where coders.isEmpty && type.withoutNil.isScalar: return "it leaves out elements of arrays and dictionaries"
        case "lenient" where coders.isEmpty && type.withoutNil.isCollection:
            return "it is about the value itself, and not about its elements"
        case "writesNull" where !type.isNullable && (type.isScalar || type.isCollection): return "it is about nil"
        case "invalidIsMissing"
        where !type.isNullable && (type.isScalar || type.isCollection) && !hasInitialValue && defaultValue("missing") == nil:
            return "a missing key is an error too: make the property Optional, or give it an initial value"
        default: return nil
        }
    }
}

/// The rules that `@JSONRule` takes without a label.
private let ruleNames: Set<String> = ["lossy", "lenient", "invalidIsMissing", "writesNull", "views", "description"]

extension ExprSyntax {
    /// True for a rule that the library declares, such as `.lossy`.
    var isRule: Bool { member.map(ruleNames.contains) ?? false }

    /// True for a coder of the library. Also true for a call that looks like an initialiser, such as `HexColor()`: it probably makes the
    /// user's own coder. A coder in `@JSONRule` is an error, because it belongs in `@JSONCoded`.
    fileprivate var isCoder: Bool {
        if isLibraryCoder { return true }
        guard let name = self.as(FunctionCallExprSyntax.self)?.calledExpression.as(DeclReferenceExprSyntax.self)?.baseName.text else {
            return false
        }
        return name.first?.isUppercase == true && name != "JSONFieldRule"
    }
}

extension TypeSyntax {
    /// The type without its Optional or `JSONNullable`.
    fileprivate var withoutNil: TypeSyntax {
        let wrapped = self.as(OptionalTypeSyntax.self)?.wrappedType ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType
        return wrapped ?? (isNullable ? genericArguments.first : nil) ?? self
    }

    fileprivate var isNullable: Bool { isOptional || lastName == "JSONNullable" }
    fileprivate var isScalar: Bool { lastName.map { scalars.contains($0) || $0 == "String" } ?? false }
    fileprivate var isCollection: Bool {
        self.is(ArrayTypeSyntax.self) || self.is(DictionaryTypeSyntax.self) || ["Array", "Set", "Dictionary"].contains(lastName)
    }
}

// Problems with the rules of `@JSONRule`.
extension Problem {
    static func repeatedRule(_ node: ExprSyntax, _ name: String) -> Diagnostic {
        error("repeatedRule", at: node, "the property has the rule '.\(name)' already: remove one of the two", fixIts: removal(of: node))
    }

    static func uselessRule(_ node: ExprSyntax, _ name: String, _ type: TypeSyntax, _ reason: String) -> Diagnostic {
        error("uselessRule", at: node, "'.\(name)' does nothing for '\(type.trimmedDescription)': \(reason)", fixIts: removal(of: node))
    }

    static func fixedAttribute(_ node: AttributeSyntax, _ property: Property) -> Diagnostic {
        error(
            "fixed", at: node,
            "'\(property.plainName)' always has its initial value and is never read: make it 'var', or remove @\(node.lastName)",
            fixIts: remove(node, from: property.declaration))
    }

    static func fixedRule(_ node: ExprSyntax, _ rule: String, _ property: Property) -> Diagnostic {
        error(
            "fixed", at: node,
            "'\(property.plainName)' always has its initial value and is never read: make it 'var', or remove '\(rule)'",
            fixIts: removal(of: node))
    }

    static func coderAsRule(_ node: ExprSyntax, _ attribute: AttributeSyntax) -> Diagnostic {
        error(
            "coderAsRule", at: node, "this is a coder, not a rule: use @JSONCoded",
            fixIts: rename(attribute, "JSONCoded"))
    }

    static func ruleAsCoder(_ attribute: AttributeSyntax) -> Diagnostic {
        let node = attribute.list.first { $0.expression.isRule }?.expression ?? ExprSyntax(NilLiteralExprSyntax())
        return error(
            "ruleAsCoder", at: node, "this is a rule, not a coder: use @JSONRule",
            fixIts: rename(attribute, "JSONRule"))
    }

    /// Returns the fix-it that renames an attribute; an empty list if the attribute does not have exactly one argument.
    private static func rename(_ attribute: AttributeSyntax, _ name: String) -> [FixIt] {
        guard attribute.list.count == 1 else { return [] }
        let old = attribute.attributeName, prefix = old.is(MemberTypeSyntax.self) ? "Yoke." : ""
        let new = TypeSyntax("\(raw: prefix + name)").inPlace(of: old)
        return [.replace(message: fix("rename", "use @\(name)"), oldNode: old, newNode: new)]
    }

    /// Returns the fix-it that removes an argument; an empty list if the argument is the only one.
    static func removal(of node: ExprSyntax, _ id: String = "rule") -> [FixIt] {
        guard let argument = node.parent?.as(LabeledExprSyntax.self), let list = argument.parent?.as(LabeledExprListSyntax.self),
            list.count > 1
        else { return [] }
        var kept = Array(list.filter { $0.id != argument.id })
        kept[kept.count - 1].trailingComma = nil
        return [.replace(message: fix(id, "remove it"), oldNode: list, newNode: LabeledExprListSyntax(kept))]
    }
}
#endif
