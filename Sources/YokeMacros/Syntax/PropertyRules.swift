#if Macros
import SwiftSyntax

// The coders and rules that a property's attributes declare for its value.
extension Property {
    func attributes(_ name: String) -> [AttributeSyntax] { declaration.attributes.all(named: name) }

    var isFlattened: Bool { !attributes("JSONFlatten").isEmpty }
    var isExtras: Bool { !attributes("JSONExtras").isEmpty }
    /// True if the property takes several members of the object: it is flattened or keeps extras. Such a property has neither a key nor
    /// rules.
    var isWhole: Bool { isFlattened || isExtras }
    /// True if an attribute makes the property a part of the JSON.
    var isNamedByAttribute: Bool { isWhole || !attributes("JSONKey").isEmpty }

    /// The arguments of `@JSONDefault`, with their labels.
    var defaults: [(label: String, value: LabeledExprSyntax)] {
        attributes("JSONDefault").flatMap(\.list).map { ($0.label?.text ?? "missing", $0) }
    }

    func defaultValue(_ label: String) -> ExprSyntax? { defaults.first { $0.label == label }?.value.expression.trimmed }

    /// The arguments of `@JSONCoded`.
    var coders: [ExprSyntax] {
        attributes("JSONCoded").flatMap(\.list).map(\.expression)
    }

    /// The source of each rule that is an argument with a label, such as `@JSONRule(writtenIf: { (tags: [String]) in !tags.isEmpty })`.
    private var closures: [String] {
        attributes("JSONRule").flatMap(\.list).compactMap { argument in argument.label.map { ".\($0.text)(\(argument.expression.trimmed))" }
        }
    }

    /// The source of each rule in the argument `rules:` of the mapping.
    var rules: [String] {
        let values = ["onNull", "onInvalid"].compactMap { label in defaultValue(label).map { ".\(label)(\($0.asArgument))" } }
        let named = attributes("JSONRule").flatMap(\.list).filter { $0.label == nil }.map(\.expression.trimmedDescription)
        return values + named + closures + attributes("JSONValidate").compactMap(check)
    }

    private func check(_ attribute: AttributeSyntax) -> String? {
        guard let argument = attribute.list.first else { return nil }
        let expression = argument.expression.trimmed
        let message = attribute.list.dropFirst().map { ", \($0.label?.text ?? "message"): \($0.expression.trimmed)" }.joined()
        let name =
            if argument.label?.text == "count" {
                "count"
            } else if expression.isRange {
                "range"
            } else if expression.as(ClosureExprSyntax.self)?.signature?.mentionsInout ?? false {
                "check"
            } else {
                "ensure"
            }
        return ".\(name)(\(expression)\(message))"
    }

    /// The source of the property's coder; nil without `@JSONCoded`. The coder may be for the innermost type, such as `Date` in `[Date]?`.
    /// The source wraps it for each Optional, array and dictionary around this type. A wrapper does nothing if the coder makes the
    /// container itself.
    var coder: String? {
        guard let coder = coders.first?.trimmedDescription else { return nil }
        let shape = type?.shape ?? initial?.shape ?? []
        let levels = shape.isEmpty ? [] : shape + ["plain"]
        return levels.reversed().reduce(coder) { "Yoke._JSONCoded.\($1)(\($0))" }
    }
}

extension TypeSyntaxProtocol {
    /// The Optionals, arrays, dictionaries and the Set around the innermost type, outermost first: `["optional", "array"]` for `[Int]?`.
    fileprivate var shape: [String] {
        switch TypeSyntax(self).as(TypeSyntaxEnum.self) {
        case .optionalType(let node): ["optional"] + node.wrappedType.shape
        case .implicitlyUnwrappedOptionalType(let node): ["optional"] + node.wrappedType.shape
        case .arrayType(let node): ["array"] + node.element.shape
        case .dictionaryType(let node) where node.key.lastName == "String": ["dictionary"] + node.value.shape
        case .tupleType(let node) where node.elements.count == 1: node.elements.first?.type.shape ?? []
        default: named
        }
    }

    private var named: [String] {
        let arguments = genericArguments
        switch lastName {
        case "Optional" where arguments.count == 1: return ["optional"] + arguments[0].shape
        case "JSONNullable" where arguments.count == 1: return ["nullable"] + arguments[0].shape
        case "Array" where arguments.count == 1: return ["array"] + arguments[0].shape
        case "Set" where arguments.count == 1: return ["set"]
        case "Dictionary" where arguments.count == 2 && arguments[0].lastName == "String": return ["dictionary"] + arguments[1].shape
        default: return []
        }
    }
}

extension ExprSyntax {
    /// The shape of a literal's type: `["array"]` for `[1]`.
    fileprivate var shape: [String] {
        if let array = self.as(ArrayExprSyntax.self) { return ["array"] + (array.elements.first?.expression.shape ?? []) }
        guard let first = self.as(DictionaryExprSyntax.self)?.content.as(DictionaryElementListSyntax.self)?.first,
            first.key.is(StringLiteralExprSyntax.self)
        else { return [] }
        return ["dictionary"] + first.value.shape
    }

    /// True for `a...b`, `a..<b`, `a...`, `...b` and `..<b`.
    var isRange: Bool {
        let operators: [TokenSyntax?] = [
            self.as(InfixOperatorExprSyntax.self)?.operator.as(BinaryOperatorExprSyntax.self)?.operator,
            self.as(PrefixOperatorExprSyntax.self)?.operator, self.as(PostfixOperatorExprSyntax.self)?.operator,
        ]
        // The parser does not fold operators: it gives `a...b` as a flat sequence. So sequences are searched too.
        let unfolded = self.as(SequenceExprSyntax.self)?.elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator } ?? []
        return (operators.compactMap { $0 } + unfolded).contains { ["...", "..<"].contains($0.text) }
    }
}

extension ClosureSignatureSyntax {
    fileprivate var mentionsInout: Bool { tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.inout) } }
}
#endif
