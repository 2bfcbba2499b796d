#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// The arguments of `@JSONModel`.
struct ModelOptions {
    /// The arguments of `@JSONModel` as written in the source, by label.
    private var values: [String: ExprSyntax] = [:]
    /// The property names in the list after `only:`.
    private(set) var only: [ExprSyntax] = []
    private var labels: [TokenSyntax] = []

    init(_ attribute: AttributeSyntax) {
        var label = ""
        for argument in attribute.list {
            label = argument.label?.text ?? label
            if let token = argument.label { labels.append(token) }
            if label == "only" { only.append(argument.expression) } else { values[label] = argument.expression }
        }
    }

    func has(_ label: String) -> Bool { labels.contains { $0.text == label } }
    func value(_ label: String) -> ExprSyntax? { values[label] }
    subscript(_ label: String) -> String? { values[label]?.trimmedDescription }

    /// The source of the superclass: `Animal` for `subclassOf: Animal.self`; nil without such an argument.
    var superclass: String? {
        values["subclassOf"]?.as(MemberAccessExprSyntax.self).flatMap {
            $0.declName.baseName.text == "self" ? $0.base?.trimmedDescription : nil
        }
    }
    var isExplicit: Bool { self["explicit"] == "true" }
    /// True if the option `layout: .array` makes the type an array in JSON, as far as the source shows.
    var isArray: Bool { self["layout"].map { $0 == ".array" || $0 == "JSONLayout.array" } ?? false }

    /// True if unknown keys are errors, as far as the source shows.
    var refusesUnknownKeys: Bool { self["unknownKeys"].map { $0 == ".reject" || $0 == "JSONUnknownKeys.reject" } ?? false }

    /// Returns the source of arguments: `, label: value` for each label in `labels`, if the attribute has this label.
    func arguments(_ labels: String...) -> String {
        labels.map { label in self[label].map { ", \(label): \($0)" } ?? "" }.joined()
    }

    /// Returns the problems of the options. `names` are the names of the stored properties.
    func problems(_ kind: Model.Kind, names: [String]) -> [Diagnostic] {
        var found: [Diagnostic] = []
        let known = Self.common + (kind == .enumeration ? Self.ofEnums : Self.ofProperties) + (kind == .reference ? Self.ofClasses : [])
        for label in labels where !known.contains(label.text) {
            let isElsewhere = (Self.ofEnums + Self.ofProperties + Self.ofClasses).contains(label.text)
            found.append(isElsewhere ? Problem.misplacedOption(label, kind) : Problem.unknownOption(label, known))
        }
        for name in only {
            guard let text = name.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
                found.append(Problem.notALiteral(name, "the name of a property"))
                continue
            }
            if !names.contains(text) { found.append(Problem.unknownName(name, text, names)) }
        }
        if let explicit = values["explicit"], !explicit.is(BooleanLiteralExprSyntax.self) {
            found.append(Problem.notALiteral(explicit, "true or false"))
        }
        if let content = labels.first(where: { $0.text == "content" }), !has("tag") { found.append(Problem.contentWithoutTag(content)) }
        if let content = values["content"], let key = content.as(StringLiteralExprSyntax.self)?.representedLiteralValue,
            values["tag"]?.as(StringLiteralExprSyntax.self)?.representedLiteralValue == key
        {
            found.append(Problem.contentIsTag(content))
        }
        if let untagged = labels.first(where: { $0.text == "untagged" }), has("tag") { found.append(Problem.untaggedWithTag(untagged)) }
        if let overrides = labels.first(where: { $0.text == "overriding" }), !has("subclassOf") {
            found.append(Problem.overridingWithoutSuperclass(overrides))
        }
        if let choose = labels.first(where: { $0.text == "choose" }), has("tag") || has("untagged") {
            found.append(Problem.chosenAndTagged(choose))
        }
        if let value = values["subclassOf"], superclass == nil { found.append(Problem.notALiteral(value, "the superclass and '.self'")) }
        return found
    }

    private static let common = ["keys"]
    private static let ofEnums = ["tag", "content", "untagged", "choose"]
    private static let ofProperties = ["dates", "unknownKeys", "layout", "only", "explicit"]
    private static let ofClasses = ["subclassOf", "overriding"]
}
#endif
