#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// The text of a diagnostic or a fix-it.
struct Message: DiagnosticMessage, FixItMessage {
    let id: String
    let message: String
    var severity: DiagnosticSeverity = .error

    var diagnosticID: MessageID { MessageID(domain: "Yoke", id: id) }
    var fixItID: MessageID { diagnosticID }
}

/// The problems that the macros report. Each message says what to do instead. If a single change solves the problem, a fix-it offers
/// it.
enum Problem {
    static func notAModel(_ declaration: some DeclGroupSyntax) -> Diagnostic {
        declaration.is(ActorDeclSyntax.self)
            ? error(
                "actor", at: declaration.introducer,
                "@JSONModel cannot bind an actor, whose state is isolated: bind a struct and hand it to the actor")
            : error("declaration", at: declaration.introducer, "@JSONModel belongs on a struct, a class or an enum")
    }

    // MARK: - Types

    static func suppressed(_ node: SuppressedTypeSyntax) -> Diagnostic {
        node.type.lastName == "Escapable"
            ? error("nonescapable", at: node, "@JSONModel cannot bind a nonescapable type: bind a plain struct and make this one from it")
            : error("noncopyable", at: node, "@JSONModel cannot bind a noncopyable type: bind a copyable struct and make this one from it")
    }

    static func hides(_ name: TokenSyntax) -> Diagnostic {
        let plain = name.identifier?.name ?? name.text
        let hidden = plain == "Self" ? "type itself" : "module of that name"
        return error(
            "hides", at: name,
            "this '\(plain)' hides the \(hidden) from what @JSONModel writes here: give it another name; @JSONKey and @JSONCase keep the name in JSON"
        )
    }

    static func insideYoke(_ name: TokenSyntax) -> Diagnostic {
        error(
            "hides", at: name,
            "'\(name.text)' is inside a type called 'Yoke', or has a type parameter called 'Yoke', which hides the module of that name from what @JSONModel writes: rename that one"
        )
    }

    static func uncertainInitialiser(_ initialiser: InitializerDeclSyntax, _ name: TokenSyntax) -> Diagnostic {
        error(
            "initialiser", at: initialiser.initKeyword,
            "'\(name.text)' has initialisers only inside '#if', so @JSONModel does not see if Swift adds its own: declare one outside of '#if' too"
        )
    }

    static func unconstrained(_ parameter: GenericParameterSyntax, by name: String) -> Diagnostic {
        error(
            "unconstrained", at: parameter,
            "the mapping of a subclass cannot depend on what '\(parameter.name.text)' is: write '\(parameter.name.text): \(name)'")
    }

    static func pack(_ node: some SyntaxProtocol) -> Diagnostic {
        error("pack", at: node, "@JSONModel cannot bind a parameter pack: write 'static var jsonMapping' by hand")
    }

    static func hidden(_ modifier: DeclModifierSyntax, _ name: TokenSyntax) -> Diagnostic {
        // If the private type is an outer type, the macro sees only a copy of its source. A diagnostic cannot point into the copy, and a
        // fix-it cannot change it.
        guard modifier.parent?.parent?.asProtocol((any NamedDeclSyntax).self)?.name.id == name.id else {
            return error(
                "hidden", at: name,
                "'\(name.text)' is inside a private nested type, which an extension cannot see: make that one 'fileprivate'")
        }
        let new = modifier.with(\.name, .keyword(.fileprivate).inPlace(of: modifier.name))
        return error(
            "hidden", at: modifier,
            "'\(name.text)' is private in another type, where the extension that @JSONModel writes cannot see it: make it 'fileprivate'",
            fixIts: [.replace(message: fix("hidden", "make it 'fileprivate'"), oldNode: modifier, newNode: new)])
    }

    static func globalActor(_ node: some SyntaxProtocol) -> Diagnostic {
        error(
            "isolation", at: node,
            "@JSONModel reads on any thread, so the type cannot be isolated to an actor: take the isolation away, or bind a struct and make this type from it"
        )
    }

    static func genericSuperclass(_ node: ExprSyntax) -> Diagnostic {
        error(
            "genericSuperclass", at: node,
            "the mapping of a generic class cannot be overridden by a subclass: write 'static var jsonMapping' by hand, or hold the superclass's values in a struct"
        )
    }

    static func noSuperclass(_ node: ExprSyntax, _ name: TokenSyntax, _ superclass: String) -> Diagnostic {
        error(
            "noSuperclass", at: node, "'\(name.text)' does not inherit from '\(superclass)': add ': \(superclass)', or remove 'subclassOf:'"
        )
    }

    static func subclass(_ name: TokenSyntax) -> Diagnostic {
        error(
            "subclass", at: name,
            "'\(name.text)' inherits the mapping of its superclass: name it, '@JSONModel(subclassOf: Superclass.self)', where it has @JSONModel too; if a protocol of yours includes JSONConvertible instead, write ', JSONConvertible' after the protocol"
        )
    }

    static func rawValue(_ node: TypeSyntax, _ name: TokenSyntax) -> Diagnostic {
        warning(
            "rawValue", at: node,
            "the JSON of '\(name.text)' is an object with its properties: for the raw value alone, replace @JSONModel by ': JSONConvertible' and 'static var jsonMapping: JSONMapping { JSONMapping(rawValues: \(name.text).self) { _ in } }'; to keep the object, move '\(node.trimmedDescription)' to an extension"
        )
    }

    static func ownMapping(_ node: some SyntaxProtocol) -> Diagnostic {
        error("mapping", at: node, "@JSONModel writes 'jsonMapping' itself: remove this one, or remove @JSONModel")
    }

    static func conditionalHooks(_ function: FunctionDeclSyntax) -> Diagnostic {
        error("hooks", at: function.name, "'jsonHooks' cannot stand inside '#if': put the '#if' into its body")
    }

    static func invalidHooks(_ name: TokenSyntax) -> Diagnostic {
        error(
            "hooks", at: name,
            "@JSONModel cannot call this 'jsonHooks': write 'static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping'")
    }

    static func conditionalAttribute(_ attribute: AttributeSyntax) -> Diagnostic {
        error(
            "conditionalAttribute", at: attribute,
            "'@\(attribute.lastName)' cannot stand inside '#if': put the entire declaration into each branch of the '#if'")
    }

    static func privateType(_ property: Property, _ type: String) -> Diagnostic {
        error(
            "privateType", at: property.binding.pattern,
            "'\(type)' is private in a class that may have subclasses, where the struct that @JSONModel writes cannot use it: make '\(type)' 'fileprivate', or the class 'final'"
        )
    }

    static func unusedCoding(_ member: DeclSyntax, in declaration: some DeclGroupSyntax) -> Diagnostic {
        let name = member.is(InitializerDeclSyntax.self) ? "init(from:)" : "encode(to:)"
        let members = declaration.memberBlock.members
        let others = members.filter { $0.decl.id != member.id }
        var marked = member
        marked.leadingTrivia = []
        let ignored: DeclSyntax = "@JSONIgnore \(marked)"
        var fixIts: [FixIt] = [
            .replace(
                message: fix("ignore", "mark it @JSONIgnore"), oldNode: member, newNode: ignored.with(\.leadingTrivia, member.leadingTrivia)
            )
        ]
        // `members` does not contain a member inside an #if. So there is no fix-it that removes such a member.
        if others.count < members.count {
            fixIts.insert(.replace(message: fix("remove", "remove '\(name)'"), oldNode: members, newNode: others), at: 0)
        }
        return warning(
            "coding", at: member,
            "the mapping does not call '\(name)': @JSONModel reads and writes the properties by their attributes; remove it, or mark it @JSONIgnore if Codable needs it",
            fixIts: fixIts)
    }

    // MARK: - Enums

    static func noCases(_ name: TokenSyntax) -> Diagnostic {
        error("cases", at: name, "'\(name.text)' has no cases, so no JSON fits it: add a case, or remove @JSONModel")
    }

    static func noRawType(_ declaration: EnumDeclSyntax) -> Diagnostic {
        let name = declaration.name
        var fixed = declaration
        let raw = InheritedTypeSyntax(type: TypeSyntax("String"))
        if let clause = declaration.inheritanceClause {
            let first = raw.with(\.trailingComma, .commaToken(trailingTrivia: .space))
            fixed.inheritanceClause = clause.with(\.inheritedTypes, [first] + clause.inheritedTypes)
        } else {
            fixed.name.trailingTrivia = []
            fixed.inheritanceClause = InheritanceClauseSyntax(
                colon: .colonToken(trailingTrivia: .space), inheritedTypes: [raw.with(\.trailingTrivia, .space)])
        }
        return error(
            "rawType", at: name, "'\(name.text)' has no raw type: add one, such as ': String', or write 'static var jsonMapping' by hand",
            fixIts: [.replace(message: fix("rawType", "add ': String'"), oldNode: declaration, newNode: fixed)])
    }

    static func rawCharacter(_ type: TypeSyntax) -> Diagnostic {
        error(
            "rawCharacter", at: type, "raw values of type 'Character' have no JSON form: use 'String'",
            fixIts: [
                .replace(message: fix("rawCharacter", "use 'String'"), oldNode: type, newNode: TypeSyntax("String").inPlace(of: type))
            ])
    }

    // MARK: - Properties

    static func pattern(_ pattern: some SyntaxProtocol) -> Diagnostic {
        error("pattern", at: pattern, "@JSONModel cannot bind a tuple pattern: declare each property by itself")
    }

    static func unspeakable(_ property: Property) -> Diagnostic {
        error(
            "unspeakable", at: property.binding.pattern,
            "a key path cannot name '\(property.plainName)', which is a type's own: give the property another name, and this one as its key by @JSONKey(\"\(property.plainName)\")"
        )
    }

    static func nameOfSuperclass(_ property: Property) -> Diagnostic {
        error(
            "nameOfSuperclass", at: property.binding.pattern,
            "@JSONModel needs the name '_super' for the superclass: give the property another name, and a key by @JSONKey(\"_super\")")
    }

    static func unspeakableLabel(_ parameter: EnumCaseParameterSyntax, _ label: String) -> Diagnostic {
        error("unspeakable", at: parameter, "a key path cannot name '\(label)', which is a type's own: give the value another label")
    }

    static func isolated(_ property: Property, _ actor: AttributeSyntax) -> Diagnostic {
        error(
            "isolation", at: actor,
            "@JSONModel reads on any thread, so '\(property.plainName)' cannot be isolated to an actor: take the isolation away, or mark it @JSONIgnore",
            fixIts: remove(actor, from: property.declaration))
    }

    static func keyOfSeveral(_ key: AttributeSyntax) -> Diagnostic {
        error("keyOfSeveral", at: key, "these properties would all have the same key: declare each by itself")
    }

    static func initial(_ property: Property, _ value: ExprSyntax, _ reason: String) -> Diagnostic {
        error("type", at: value, "'\(property.plainName)': \(reason)", fixIts: [addIgnore(property.declaration)])
    }

    static func constant(_ property: Property) -> Diagnostic {
        let old = property.declaration
        var variable = old
        variable.bindingSpecifier.tokenKind = .keyword(.var)
        return warning(
            "constant", at: old.bindingSpecifier,
            "'\(property.plainName)' always has its initial value, so it is written but never read: make it 'var', or mark it @JSONIgnore",
            fixIts: [
                .replace(message: fix("constant", "make it 'var'"), oldNode: old, newNode: variable), addIgnore(old),
            ])
    }

    static func ignoredWithoutValue(_ property: Property) -> Diagnostic {
        var fixIts: [FixIt] = []
        if let type = property.binding.typeAnnotation?.type, !type.isOptional {
            let inner = type.trimmed
            let bare = [.functionType, .someOrAnyType, .attributedType].contains(type.kind) ? "(\(inner))" : "\(inner)"
            let new: TypeSyntax = "\(raw: bare)?"
            fixIts.append(.replace(message: fix("ignored", "make it '\(new)'"), oldNode: type, newNode: new.inPlace(of: type)))
        }
        let reason = property.absence?.reason ?? "is ignored"
        let advice = property.absence == .noCodingKey ? "give it @JSONKey, add an initial value," : "add an initial value,"
        return error(
            "ignored", at: property.binding.pattern,
            "'\(property.plainName)' \(reason), so nothing gives it a value: \(advice) or make it Optional", fixIts: fixIts)
    }

    static func ignoredKey(_ property: Property, _ key: AttributeSyntax) -> Diagnostic {
        error(
            "ignoredKey", at: key, "'\(property.plainName)' is ignored, so it has no key: remove @JSONKey or @JSONIgnore",
            fixIts: remove(key, from: property.declaration)
                + remove(property.declaration.attributes.first(named: "JSONIgnore"), from: property.declaration))
    }

    static func unusedKeyStyle(_ style: ExprSyntax) -> Diagnostic {
        warning(
            "unusedKeyStyle", at: style,
            "'keys:' changes no key here, because 'CodingKeys' gives the final key of each property: remove 'keys:', or remove 'CodingKeys'"
        )
    }

    static func repeatedKey(_ property: Property, _ key: AttributeSyntax) -> Diagnostic {
        error(
            "repeatedKey", at: key, "'\(property.plainName)' has a key already: remove this @JSONKey",
            fixIts: remove(key, from: property.declaration))
    }

    static func lazyWithoutType(_ property: Property) -> Diagnostic {
        error(
            "lazy", at: property.binding.pattern,
            "the type of lazy '\(property.plainName)' has to be written for @JSONModel: 'lazy var \(property.text): <#Type#> = ...'")
    }

    static func wrappedWithoutType(_ property: Property) -> Diagnostic {
        error(
            "wrapped", at: property.binding.pattern,
            "the type of wrapped '\(property.plainName)' has to be written for @JSONModel: 'var \(property.text): <#Type#>'")
    }

    static func unowned(_ property: Property) -> Diagnostic {
        error(
            "unowned", at: property.binding.pattern,
            "nothing would own what is read into unowned '\(property.plainName)': make it strong, or Optional with @JSONIgnore", fixIts: [])
    }

    static func managed(_ property: Property) -> Diagnostic {
        error(
            "managed", at: property.binding.pattern,
            "'\(property.plainName)' is stored by Core Data, not by the object: bind a struct and fill the managed object from it")
    }

    static func type(_ misfit: Misfit, of property: Property) -> Diagnostic {
        let mayBeIgnored = property.initial != nil || property.type?.isOptional == true
        return error(
            "type", at: misfit.type, "'\(property.plainName)': \(misfit.reason)",
            fixIts: replace(misfit) + (mayBeIgnored ? [addIgnore(property.declaration)] : []))
    }

    // MARK: - Attributes out of place

    static func keyOnCase(_ node: AttributeSyntax) -> Diagnostic {
        error("keyOnCase", at: node, "@JSONKey does not name a case: give it a raw value, 'case a = \"name\"'")
    }

    static func notStored(_ node: AttributeSyntax, on declaration: some DeclSyntaxProtocol) -> Diagnostic {
        let variable = declaration.as(VariableDeclSyntax.self)
        return error(
            "notStored", at: node,
            "@\(node.lastName) belongs on a stored property of an instance; anything else is left out already: remove it",
            fixIts: remove(node, from: variable))
    }

    static func noModel(_ node: AttributeSyntax) -> Diagnostic {
        warning("noModel", at: node, "@\(node.lastName) does nothing in a type without @JSONModel")
    }
}

extension Problem {
    static func error(_ id: String, at node: some SyntaxProtocol, _ text: String, fixIts: [FixIt] = []) -> Diagnostic {
        Diagnostic(node: node, message: Message(id: id, message: text), fixIts: fixIts)
    }

    static func warning(_ id: String, at node: some SyntaxProtocol, _ text: String, fixIts: [FixIt] = []) -> Diagnostic {
        Diagnostic(node: node, message: Message(id: id, message: text, severity: .warning), fixIts: fixIts)
    }

    static func fix(_ id: String, _ text: String) -> Message { Message(id: id, message: text) }

    static func addIgnore(_ declaration: VariableDeclSyntax) -> FixIt {
        var bare = declaration
        bare.leadingTrivia = []
        let attribute = AttributeSyntax("@JSONIgnore").with(\.leadingTrivia, declaration.leadingTrivia).with(\.trailingTrivia, .space)
        bare.attributes = [.attribute(attribute)] + bare.attributes
        return .replace(message: fix("ignore", "mark it @JSONIgnore"), oldNode: declaration, newNode: bare)
    }

    /// Returns the fix-it that replaces the type; an empty list if nothing takes its place.
    static func replace(_ misfit: Misfit) -> [FixIt] {
        guard let new = misfit.replacement else { return [] }
        return [.replace(message: fix("type", "use '\(new)'"), oldNode: misfit.type, newNode: new.inPlace(of: misfit.type))]
    }

    /// Returns the fix-it that removes an attribute; an empty list if one of the arguments is nil.
    static func remove(_ attribute: AttributeSyntax?, from declaration: VariableDeclSyntax?) -> [FixIt] {
        guard let attribute, let declaration else { return [] }
        var fixed = declaration
        fixed.attributes = declaration.attributes.filter { $0.as(AttributeSyntax.self)?.position != attribute.position }
        fixed.leadingTrivia = declaration.leadingTrivia
        return [.replace(message: fix("remove", "remove @\(attribute.lastName)"), oldNode: declaration, newNode: fixed)]
    }
}
#endif
