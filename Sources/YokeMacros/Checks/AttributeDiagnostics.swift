#if Macros
import SwiftDiagnostics
import SwiftSyntax

// Problems with the arguments of attributes, and with attributes that do not go together.
extension Problem {
    // MARK: - @JSONModel

    static func unknownOption(_ label: TokenSyntax, _ known: [String]) -> Diagnostic {
        error("option", at: label, "@JSONModel has no option '\(label.text)': there are \(known.map { "'\($0)'" }.joined(separator: ", "))")
    }

    static func misplacedOption(_ label: TokenSyntax, _ kind: Model.Kind) -> Diagnostic {
        let owner =
            switch kind {
            case .structure: "a struct"
            case .reference: "a class"
            case .enumeration: "an enum"
            }
        return error("option", at: label, "'\(label.text)' does nothing for \(owner): remove it")
    }

    static func notALiteral(_ node: ExprSyntax, _ expected: String) -> Diagnostic {
        error("literal", at: node, "@JSONModel reads the source, so write \(expected) here")
    }

    static func unknownName(_ node: ExprSyntax, _ name: String, _ names: [String]) -> Diagnostic {
        let list = names.map { "'\($0)'" }.joined(separator: ", ")
        let others = names.isEmpty ? "the type has none" : names.count == 1 ? "there is only \(list)" : "there are \(list)"
        return error("only", at: node, "there is no stored property '\(name)': \(others)")
    }

    static func contentWithoutTag(_ label: TokenSyntax) -> Diagnostic {
        error("content", at: label, "'content' is the key beside a tag: add 'tag:' before it")
    }

    static func contentIsTag(_ value: ExprSyntax) -> Diagnostic {
        error("content", at: value, "the content needs a key of its own, and this is the key of the tag: give one of them another key")
    }

    static func overridingWithoutSuperclass(_ label: TokenSyntax) -> Diagnostic {
        error("overriding", at: label, "'overriding' changes properties of a superclass: add 'subclassOf:' before it")
    }

    static func untaggedWithTag(_ label: TokenSyntax) -> Diagnostic {
        error("untagged", at: label, "a type with a tag is not untagged: remove 'tag:' or 'untagged:'")
    }

    static func chosenAndTagged(_ label: TokenSyntax) -> Diagnostic {
        error("choose", at: label, "'choose' says which case an object is: remove it, or 'tag:' or 'untagged:'")
    }

    // MARK: - @JSONKey

    static func dotted(_ node: ExprSyntax) -> Diagnostic {
        let fixIts = ["path", "literal"].map { form -> FixIt in
            let new: ExprSyntax = ".\(raw: form)(\(node.trimmed))"
            return .replace(message: fix("dotted", "use '\(new)'"), oldNode: node, newNode: new.inPlace(of: node))
        }
        return warning(
            "dotted", at: node, "this is one key with '.' or '[' in it, not a path: write '.path' or '.literal' to say which is meant",
            fixIts: fixIts)
    }

    static func path(_ node: ExprSyntax, _ reason: String) -> Diagnostic { error("path", at: node, reason) }

    static func repeatedAlias(_ node: ExprSyntax) -> Diagnostic {
        error("alias", at: node, "this alias is in the list already: remove it", fixIts: removal(of: node, "alias"))
    }

    static func neverRead(_ node: AttributeSyntax, _ name: String) -> Diagnostic {
        error("neverRead", at: node, "'\(name)' is never read, so nothing gives it a value: add an initial value, or a name after 'read:'")
    }

    // MARK: - Attributes of values

    static func combined(_ node: AttributeSyntax, _ other: AttributeSyntax, on declaration: VariableDeclSyntax) -> Diagnostic {
        let reason =
            switch other.lastName {
            case "JSONIgnore": "is not in the JSON"
            case "JSONFlatten": "is flattened, so it has no JSON value of its own"
            default: "keeps unknown members, so it has no JSON value of its own"
            }
        return error(
            "combined", at: node, "the property \(reason): remove @\(node.lastName) or @\(other.lastName)",
            fixIts: remove(node, from: declaration) + remove(other, from: declaration))
    }

    static func absent(_ node: AttributeSyntax, _ absence: Property.Absence, _ property: Property) -> Diagnostic {
        error(
            "absent", at: node,
            "'\(property.plainName)' \(absence.reason), so it is not in the JSON: remove @\(node.lastName), or add the property to the JSON",
            fixIts: remove(node, from: property.declaration))
    }

    static func keyInArray(_ node: AttributeSyntax, on declaration: VariableDeclSyntax) -> Diagnostic {
        error(
            "keyInArray", at: node,
            "the type stands as an array, in which a property has its place and no key: remove @\(node.lastName), or 'layout:'",
            fixIts: remove(node, from: declaration))
    }

    static func constantWhole(_ property: Property) -> Diagnostic {
        var variable = property.declaration
        variable.bindingSpecifier.tokenKind = .keyword(.var)
        return error(
            "constantWhole", at: property.declaration.bindingSpecifier,
            "'\(property.plainName)' always has its initial value, so nothing can be read into it: make it 'var'",
            fixIts: [.replace(message: fix("constant", "make it 'var'"), oldNode: property.declaration, newNode: variable)])
    }

    static func extrasType(_ type: TypeSyntax?, _ pattern: PatternSyntax) -> Diagnostic {
        guard let type else {
            return error("extras", at: pattern, "@JSONExtras needs the type to be written: ': JSONObject'")
        }
        let new = TypeSyntax("JSONObject").inPlace(of: type)
        return error(
            "extras", at: type, "@JSONExtras keeps members in a 'JSONObject'",
            fixIts: [.replace(message: fix("extras", "use 'JSONObject'"), oldNode: type, newNode: new)])
    }

    static func repeatedExtras(_ node: AttributeSyntax) -> Diagnostic {
        error("repeatedExtras", at: node, "another property keeps the unknown members already: remove one @JSONExtras")
    }

    static func extrasRefused(_ node: AttributeSyntax, on declaration: VariableDeclSyntax) -> Diagnostic {
        error(
            "extrasRefused", at: node,
            "the type refuses unknown members, which this property is to keep: remove @JSONExtras, or 'unknownKeys: .reject'",
            fixIts: remove(node, from: declaration))
    }

    static func flattenWithoutType(_ pattern: PatternSyntax) -> Diagnostic {
        error("flatten", at: pattern, "@JSONFlatten needs the property's type to be written")
    }

    static func unknownDefault(_ argument: LabeledExprSyntax) -> Diagnostic {
        error(
            "default", at: argument.label ?? .identifier(""),
            "@JSONDefault has no '\(argument.label?.text ?? "")': there are 'missing', 'onNull' and 'onInvalid'")
    }

    static func repeatedDefault(_ argument: LabeledExprSyntax, _ label: String) -> Diagnostic {
        error("default", at: argument, "the property has a default for '\(label)' already: remove one")
    }

    static func defaultBesideInitialValue(_ value: ExprSyntax, _ name: String) -> Diagnostic {
        error("default", at: value, "'\(name)' has an initial value, which is its default for a missing key: remove one of the two")
    }

    static func defaultKind(_ value: ExprSyntax, _ kind: String, _ type: TypeSyntax) -> Diagnostic {
        error("default", at: value, "\(kind) is not a value of '\(type.trimmedDescription)'")
    }

    static func countOfScalar(_ argument: LabeledExprSyntax, _ type: TypeSyntax) -> Diagnostic {
        var range = argument
        (range.label, range.colon) = (nil, nil)
        return error(
            "validate", at: argument, "a value of '\(type.trimmedDescription)' has no count: check its range without 'count:'",
            fixIts: [.replace(message: fix("validate", "remove 'count:'"), oldNode: argument, newNode: range)])
    }

    static func rangeOfOther(_ argument: LabeledExprSyntax, _ type: TypeSyntax) -> Diagnostic {
        let count = argument.with(\.label, .identifier("count")).with(\.colon, .colonToken(trailingTrivia: .space))
        let hasCount = type.lastName != "Bool"
        return error(
            "validate", at: argument,
            "no value of '\(type.trimmedDescription)' is in this range\(hasCount ? ": 'count:' is for the number of its elements" : "")",
            fixIts: hasCount ? [.replace(message: fix("validate", "check the count"), oldNode: argument, newNode: count)] : [])
    }

    static func checkOfOther(_ taken: TypeSyntax, _ type: TypeSyntax) -> Diagnostic {
        error(
            "validate", at: taken, "the property is '\(type.trimmedDescription)', and its check takes '\(taken.trimmedDescription)'",
            fixIts: [
                .replace(message: fix("validate", "use '\(type.trimmedDescription)'"), oldNode: taken, newNode: type.inPlace(of: taken))
            ])
    }

    static func coderOfOther(_ coder: ExprSyntax, _ name: String, _ wanted: String, _ type: TypeSyntax) -> Diagnostic {
        error(
            "coder", at: coder,
            "the coder '.\(name)' makes values of '\(wanted)', and the property is '\(type.trimmedDescription)': make it '\(wanted)', or remove the coder"
        )
    }

    static func repeatedCoder(_ node: ExprSyntax) -> Diagnostic {
        error("coder", at: node, "the property has a coder already: remove one of the two")
    }

    static func noArguments(_ node: AttributeSyntax) -> Diagnostic {
        error("arguments", at: node, "@\(node.lastName) says nothing without an argument: add one, or remove it")
    }

    static func weak(_ property: Property) -> Diagnostic {
        warning(
            "weak", at: property.binding.pattern,
            "nothing else owns what is read into weak '\(property.plainName)', so it is gone at once: mark it @JSONIgnore",
            fixIts: [addIgnore(property.declaration)])
    }
}

// Problems with the cases of an enum and with `@JSONCase`.
extension Problem {
    static func notACase(_ node: AttributeSyntax, on declaration: some DeclSyntaxProtocol) -> Diagnostic {
        let variable = declaration.as(VariableDeclSyntax.self)
        return error(
            "notACase", at: node,
            "@JSONCase belongs on a case of an enum\(variable == nil ? ": remove it" : "; a property's key is @JSONKey")",
            fixIts: remove(node, from: variable))
    }

    static func caseOfNumbers(_ node: AttributeSyntax, _ type: String) -> Diagnostic {
        error("caseOfNumbers", at: node, "cases over '\(type)' have no names: make the raw type 'String', or remove @JSONCase")
    }

    static func keysOfNumbers(_ style: ExprSyntax, _ type: String) -> Diagnostic {
        error("keysOfNumbers", at: style, "'keys' does nothing for cases over '\(type)', which have no names: remove it")
    }

    static func repeatedLabel(_ parameter: EnumCaseParameterSyntax, _ key: String, _ item: EnumCase) -> Diagnostic {
        error(
            "repeatedLabel", at: parameter, "another value of '\(item.plainName)' has the key '\(key)' already: give this one another label"
        )
    }

    static func caseOfSeveral(_ node: AttributeSyntax, _ item: EnumCase) -> Diagnostic {
        let names = item.declaration.elements.map { "'case \($0.name.text)'" }.joined(separator: " and ")
        return error(
            "caseOfSeveral", at: node,
            "@JSONCase is for one case, and this 'case' declares \(item.declaration.elements.count): write \(names) on lines of their own")
    }

    static func repeatedCase(_ node: ExprSyntax, _ name: String) -> Diagnostic {
        error("repeatedCase", at: node, "'\(name)' has a name already: remove one")
    }

    static func takenName(_ node: some SyntaxProtocol, _ name: String) -> Diagnostic {
        error("takenName", at: node, "another case is called '\(name)' already")
    }

    static func takenBaseName(_ name: TokenSyntax) -> Diagnostic {
        error("takenName", at: name, "another case is called '\(name.text)' too, and @JSONModel tells cases apart by this name: rename one")
    }

    static func repeatedFallback(_ node: ExprSyntax) -> Diagnostic {
        error("fallback", at: node, "another case is the fallback already: remove one")
    }

    static func fallbackPayload(_ type: TypeSyntax, _ name: String) -> Diagnostic {
        error(
            "fallback", at: type,
            "'\(type.trimmedDescription)' cannot hold every value that fits no other case: let the fallback '\(name)' hold a 'JSONValue', a 'JSONRawText', a struct with the tag as a property, or nothing. If all cases are names, it may hold a 'String'"
        )
    }

    static func payloadNamedAsTag(_ parameter: EnumCaseParameterSyntax, _ tag: String, _ name: String) -> Diagnostic {
        error(
            "payload", at: parameter,
            "'\(tag)' is the key of the tag, so '\(name)' cannot have a value under it: give it another label, or add 'content:' to @JSONModel"
        )
    }

    static func payload(_ misfit: Misfit, of name: String) -> Diagnostic {
        // @JSONIgnore is not allowed on a case. So if `reason` advises @JSONIgnore, the message gives other advice.
        let reason =
            misfit.reason.contains("@JSONIgnore")
            ? misfit.reason.prefix { $0 != ":" } + ": write 'static var jsonMapping' by hand" : misfit.reason
        return error("payload", at: misfit.type, "'\(name)': \(reason)", fixIts: replace(misfit))
    }

    static func payloadBesideTag(_ type: TypeSyntax, _ name: String) -> Diagnostic {
        error("payload", at: type, "'\(name)' holds no object, so a tag has no place in it: add 'content:' to @JSONModel")
    }
}
#endif
