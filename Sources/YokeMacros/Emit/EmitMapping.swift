#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

// Emits the text of expansions. Most types get a mapping of their own. Other types are read via a storage struct (EmitStorage.swift), and
// this struct gets the mapping of the members. Emitted names begin with an underscore if a user's expression could contain the same name.
// Names from the library have the prefix `Yoke.`.
extension Model {
    /// The members that the macro adds to the type's body: what an extension cannot hold, or where an extension would give names another
    /// meaning.
    ///
    /// - A nested type has its mapping and its storage in the body. They contain expressions and types of the user. An extension of
    ///   `API.User` does not see the other members of `API`. If `API` is private, its extension cannot have an initialiser that subclasses
    ///   of a class use, so the initialiser stands in the body, too.
    /// - For the mapping of a class that may have subclasses, see `mappingIsInBody`. A designated initialiser must stand in the class
    ///   itself.
    var bodyMembers: [String] {
        let property =
            mappingIsInBody ? deprecation + ["\(bodyAccess)var jsonMapping: Yoke.JSONMapping {"] + indented(mapping) + ["}"] : []
        let function =
            isNested && !mappingIsInBody
            ? deprecation + ["private static func _jsonMapping() -> Yoke.JSONMapping\(whereClause) {"] + indented(mapping) + ["}"] : []
        let initialiser = isNested && kind == .reference ? storageInitialiser(whereClause) : []
        let members = [property, function] + (isNested ? storage(whereClause) : []) + classInitialisers + [initialiser]
        return members.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    }

    /// Returns the conformances to these protocols as source. All three protocols are stated, although the last two inherit from the first:
    /// a conditional conformance does not imply conformance to a base protocol.
    func conformances(_ protocols: [TypeSyntax]) -> String {
        let missing: [String] = ["JSONMapped", "JSONReadable", "JSONWritable"].filter { name in
            protocols.contains { $0.lastName == name }
        }
        return missing.isEmpty ? "" : ": " + missing.map { "Yoke." + $0 }.joined(separator: ", ")
    }

    /// Returns the extension that the macro writes: conformances, and what need not stand in the body.
    func mappingExtension(conformingTo protocols: [TypeSyntax]) -> String {
        let list = conformances(protocols)
        let condition = list.isEmpty ? "" : whereClause
        let source = isNested ? ["_jsonMapping()"] : mapping
        let property =
            mappingIsInBody ? [] : deprecation + ["\(access)static var jsonMapping: Yoke.JSONMapping {"] + indented(source) + ["}"]
        let initialiser = isNested && kind == .reference ? [] : storageInitialiser("")
        let members = [property, initialiser] + (isNested ? [] : storage(""))
        let lines = members.filter { !$0.isEmpty }.joined(separator: [""])
        // Yoke reads on any thread. Without `nonisolated`, a module whose default isolation is the main actor would refuse the conformance.
        return (availability + ["nonisolated extension \(name)\(list)\(condition) {"] + indented(Array(lines)) + ["}"]).joined(
            separator: "\n")
    }

    /// The attribute of emitted members that use deprecated properties or cases. The compiler does not warn about such a use in a member
    /// that is deprecated itself. In a class that may have subclasses, the members have no such attribute: it would move the warnings to
    /// the expansions of the subclasses.
    var deprecation: [String] {
        let attributes = properties.items().filter(\.isWritten).map(\.declaration.attributes) + cases.items().map(\.declaration.attributes)
        return !isInheritable && attributes.contains(where: \.isDeprecated) ? ["@available(*, deprecated)"] : []
    }

    /// True if the macro writes the mapping as a property in the type's body and not in an extension. A property in the body cannot have a
    /// `where` clause. If the type parameters need such a clause, the property stands in the extension.
    ///
    /// - Swift lets subclasses override only members of the body, so the mapping of a non-final class stands there. The mapping of a
    ///   subclass overrides another, so it always stands in the body.
    /// - For the mapping of a nested type, see `bodyMembers`. If it needs a `where` clause, a function in the body returns the mapping.
    var mappingIsInBody: Bool { options.superclass != nil || ((isInheritable || isNested) && whereClause.isEmpty) }

    /// The modifiers of the mapping in the body.
    var bodyAccess: String {
        guard isInheritable || options.superclass != nil else { return "\(access)static " }
        let level = declaration.modifiers.contains { $0.name.text == "open" } ? "open " : access
        return level + (options.superclass == nil ? "" : "override ") + "class "
    }

    /// The members that hold the storage types, each as lines of source.
    ///
    /// - Parameter condition: the `where` clause of the members in the type's body; empty in an extension, which has the clause itself.
    private func storage(_ condition: String) -> [[String]] {
        kind == .enumeration ? [payloads(condition)] : isStaged ? stagedMembers(condition) : []
    }

    /// The clause ` where T: ...` for the type parameters in the types of the properties and payloads that are in the JSON. Empty if these
    /// types mention no type parameter.
    var whereClause: String {
        let each = conditions.map { "\($0.subject): Yoke.\($0.isKey ? "JSONObjectKey" : "JSONReadable & Yoke.JSONWritable")" }
        return each.isEmpty ? "" : " where " + each.joined(separator: ", ")
    }

    struct Condition: Hashable {
        /// A type parameter, or a type that belongs to one: `T` or `T.Element`.
        let subject: String
        /// True if the type must be usable as a dictionary's key; false if it must have a mapping.
        let isKey: Bool
    }

    /// The conditions of `whereClause`, each once.
    var conditions: [Condition] {
        let found =
            properties.items().filter(\.isWritten).flatMap { conditions(in: $0.typeOrValue, hasKeys: $0.attributes("JSONCoded").isEmpty) }
            + cases.items().compactMap { $0.element.parameterClause }.flatMap { conditions(in: Syntax($0)) }
        var seen: Set<Condition> = []
        return found.filter { seen.insert($0).inserted }
    }

    /// - Parameter hasKeys: false if a coder may make an entire dictionary, so that its keys need not be keys of an object.
    private func conditions(in node: Syntax, hasKeys: Bool = true) -> [Condition] {
        let names = Set(parameters.filter { $0.specifier == nil }.map(\.name.text))
        func search(_ node: Syntax, isKey: Bool = false) -> [Condition] {
            // `T.Element.ID` needs a condition on T.Element.ID, but none on T.
            if let member = node.as(MemberTypeSyntax.self), let root = member.rootName, names.contains(root) {
                return [Condition(subject: member.trimmedDescription, isKey: isKey)]
            }
            if let (key, value) = node.as(TypeSyntax.self)?.dictionary {
                return (hasKeys ? search(Syntax(key), isKey: true) : []) + search(Syntax(value))
            }
            let own = node.as(IdentifierTypeSyntax.self)?.name.text ?? node.as(DeclReferenceExprSyntax.self)?.baseName.text
            let matches = own.map { names.contains($0) ? [Condition(subject: $0, isKey: isKey)] : [] } ?? []
            return matches + node.children(viewMode: .sourceAccurate).flatMap { search($0) }
        }
        return search(node)
    }

    /// The source of the mapping. If the type has hooks, a call of `jsonHooks` is put around the mapping.
    var mapping: [String] {
        let lines = bareMapping
        guard hasHooks, let first = lines.first else { return lines }
        let rest = lines.dropFirst()
        let opened = "\(spelling).jsonHooks(" + first
        return rest.isEmpty ? [opened + ")"] : [opened] + rest.dropLast() + [(rest.last ?? "") + ")"]
    }

    private var hasHooks: Bool {
        hooks.contains { if case .item = $0 { true } else { false } }
    }

    /// The function `jsonHooks` in the type's body.
    var hooks: [Conditional<FunctionDeclSyntax>] {
        .parsing(declaration.memberBlock.members) { member in
            guard let function = member.as(FunctionDeclSyntax.self), function.name.text == "jsonHooks" else { return [] }
            return function.modifiers.contains(where: \.isOfType) ? [function] : []
        }
    }

    private var bareMapping: [String] {
        if kind == .enumeration { return usesCases ? usesNames ? nameTable : caseTable : rawTable }
        guard isStaged else { return table(of: properties) { $0.directLine } }
        // The emitted code names the type, not `Self`: in a class that is not final, `Self` may be a subclass without `init(_json:)`.
        let assign =
            if kind == .reference {
                ", assign: { try $0._assign($1, $2) }"
            } else {
                keepsProperties ? ", assign: { owner, storage, _ in owner = \(spelling)(_json: storage, keeping: owner) }" : ""
            }
        let final = kind == .reference && !isInheritable ? "._final" : ""
        return [
            "Yoke.JSONMapping(\(spelling).self, via: _JSONStorage.self, decode: { \(spelling)(_json: $0) }, encode: { _JSONStorage($0) }\(assign))\(final)"
        ]
    }

    /// Returns the source of a `JSONMapping(Self.self) { ... }` with a line for each property.
    ///
    /// - Parameter first: lines that come before the lines of the properties.
    func table(_ first: [String] = [], of properties: [Conditional<Property>], _ line: (Property) -> String?) -> [String] {
        let lines = first + properties.lines { line($0).map { [$0] } ?? [] }
        let head = "Yoke.JSONMapping(Self.self\(options.arguments("keys", "dates", "unknownKeys", "layout"))) {"
        return lines.isEmpty ? [head + " _ in }"] : [head + " _fields in"] + indented(lines) + ["}"]
    }
}

extension Property {
    /// The line of a property in the mapping of a type without a storage struct. Every stored property has a line, because this mapping
    /// must describe all bytes of an instance.
    fileprivate var directLine: String {
        guard isWritten else {
            return "_fields.ignore(\\Self.\(text), initial: \(initial?.asArgument ?? "nil"))"
        }
        return addLine(initial: initialArgument)
    }

    /// The source of the argument that says which value the property gets if its key is missing: `, default: 5`.
    private var initialArgument: String {
        guard let value = initial ?? defaultValue("missing") else { return "" }
        return ", \(isFixed ? "constant" : isFrozen(value) ? "literal" : "default"): \(value.asArgument)"
    }

    /// The line of a property in a storage struct. If the property has an initial value, a missing key leaves the storage without a value,
    /// and the property keeps its initial value.
    var storedLine: String {
        addLine(initial: isStagedValue ? isFixed ? ", constant: Yoke._JSONStaged()" : "" : initialArgument, isStaged: isStagedValue)
    }

    private func addLine(initial: String, isStaged: Bool = false) -> String {
        let start = "(\(quoted(plainName)), \\Self.\(text)"
        // The coder has no wrapper here (see `coder`). A flattened property may be Optional, but not an array or a dictionary.
        if isFlattened { return "_fields.flatten\(start)\(coders.first.map { ", by: \($0.trimmedDescription)" } ?? ""))" }
        if isExtras { return "_fields.extras\(start))" }
        let by = coder.map { ", by: " + (isStaged ? "Yoke._JSONCoded.staged(\($0))" : $0) } ?? ""
        let list = rules.joined(separator: ", ")
        let rules = list.isEmpty ? "" : ", rules: " + (isStaged ? "Yoke._JSONStaged.rules([\(list)])" : "[\(list)]")
        return "_fields.add\(start)\(by)\(key.map { ", key: " + $0 } ?? "")\(initial)\(rules))"
    }

    var typeOrValue: Syntax { type.map { Syntax($0) } ?? initial.map { Syntax($0) } ?? Syntax(binding) }

    /// Returns true if Yoke may make the initial value once and copy its bytes to every instance. The value must be a literal of a type
    /// that the macro knows. A user's own type may run any code to make a value from the literal `5` or `[]`.
    private func isFrozen(_ initial: ExprSyntax) -> Bool {
        let wrapped = type?.as(OptionalTypeSyntax.self)?.wrappedType ?? type
        switch initial.kind {
        case .nilLiteralExpr:
            return type?.isOptional ?? false
        case .booleanLiteralExpr, .integerLiteralExpr, .floatLiteralExpr:
            return wrapped?.lastName.map(scalars.contains) ?? true
        case .prefixOperatorExpr:
            let number = initial.as(PrefixOperatorExprSyntax.self)
            return number?.operator.text == "-" && [.integerLiteralExpr, .floatLiteralExpr].contains(number?.expression.kind)
                && wrapped?.lastName.map(scalars.contains) ?? true
        case .stringLiteralExpr:
            let isEmpty = initial.as(StringLiteralExprSyntax.self)?.representedLiteralValue?.isEmpty ?? false
            return isEmpty && wrapped?.lastName.map { $0 == "String" } ?? true
        case .arrayExpr:
            let isEmpty = initial.as(ArrayExprSyntax.self)?.elements.isEmpty ?? false
            return isEmpty && (wrapped?.is(ArrayTypeSyntax.self) ?? false || ["Array", "Set"].contains(wrapped?.lastName))
        case .dictionaryExpr:
            let isEmpty = initial.as(DictionaryExprSyntax.self)?.content.is(TokenSyntax.self) ?? false
            return isEmpty && (wrapped?.is(DictionaryTypeSyntax.self) ?? false || wrapped?.lastName == "Dictionary")
        default:
            return false
        }
    }
}

extension ExprSyntax {
    /// The expression as an argument of a call. Swift allows no `if` and no `switch` there, so a closure is put around them and called.
    var asArgument: String {
        [.ifExpr, .switchExpr].contains(kind) ? "{ \(trimmedDescription) }()" : trimmedDescription
    }
}

/// Indents the lines of an expansion. A user's expression may contain line breaks. The text after such a break is not indented, because
/// it may be part of a string.
func indented(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? $0 : "    " + $0 }
}

let scalars: Set<String> = [
    "Bool", "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    "Float", "Double",
]
#endif
