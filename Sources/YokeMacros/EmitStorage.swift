#if Macros
import SwiftSyntax

// The staged layout. JSON is bound into `_JSONStorage`, a plain struct of what has been read, and the type's own initialiser
// takes it from there: so Swift itself runs initial values, wrappers and superclasses, each once. A property with an initial
// value is staged as "present or not"; one without is simply there, since reading fails without it.
extension Model {
    /// What a class has to have in its body.
    var classMembers: [String] {
        guard kind == .reference, !isMadeByItsOwnInit else { return [] }
        let condition = whereClause
        let initialiser = ["private init(_json storage: consuming _JSONStorage)\(condition) {"] + indented(assignments) + ["}"]
        // The initialiser above would cost the class the one that Swift gives it.
        let implicit = hasImplicitInit ? ["init() {\n}"] : []
        return implicit + [initialiser.joined(separator: "\n")]
    }

    /// With a superclass, `init()` may be an override or not, and a macro cannot see which: it is called instead of replaced.
    private var isMadeByItsOwnInit: Bool { hasImplicitInit && declaration.inheritanceClause != nil }

    /// What the extension of a staged type has besides its schema.
    var stagedMembers: [String] {
        var members: [String] = []
        if kind == .structure {
            members += ["private init(_json storage: consuming _JSONStorage) {"] + indented(assignments) + ["}", ""]
        } else if isMadeByItsOwnInit {
            members += ["private convenience init(_json storage: consuming _JSONStorage) {"]
            members += indented(["self.init()"] + assignments) + ["}", ""]
        }
        return members + ["private struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {"] + indented(storageBody) + ["}"]
    }

    private var storageBody: [String] {
        let fields = properties.lines { $0.isWritten ? [$0.storageLine(of: spelling)] : [] }
        let schema = indented(table { $0.isWritten ? $0.addLine(initial: $0.isFixed ? ", constant: Yoke._JSONStaged()" : "") : nil })
        // Reading a lazy property changes the struct that holds it.
        let isLazy = kind == .structure && properties.items().contains { $0.holder == .lazy && $0.isBound }
        let copy = isLazy ? ["var owner = copy owner"] : []
        let store = properties.lines { property in
            guard property.isWritten else { return [] }
            let value = "owner.\(property.text)"
            return ["self.\(property.text) = \(property.hasInitialValue ? "Yoke._JSONStaged(present: \(value))" : value)"]
        }
        return [
            fields, fields.isEmpty ? [] : [""],
            ["static var jsonSchema: Yoke.JSONSchema {"], schema, ["}", ""],
            ["init(_ owner: borrowing \(spelling)) {"], indented(copy + store), ["}"],
        ].flatMap { $0 }
    }

    /// Plain properties first, then wrapped ones, whose setters may need the whole instance, then those that have a value.
    private var assignments: [String] {
        let plain = properties.lines { property -> [String] in
            guard property.isBound else {
                let needsNil = property.isIgnored && property.initial == nil && !property.initialisesItself
                return needsNil ? ["self.\(property.text) = nil"] : []
            }
            return property.hasInitialValue || property.holder == .wrapped ? [] : property.assignment
        }
        let wrapped = properties.lines { property -> [String] in
            property.isBound && property.holder == .wrapped && !property.hasInitialValue ? property.assignment : []
        }
        let initial = properties.lines { property -> [String] in
            property.isBound && property.hasInitialValue
                ? ["if let value = storage.\(property.text).value {", "    self.\(property.text) = value", "}"] : []
        }
        return plain + wrapped + initial
    }
}

extension Property {
    fileprivate var assignment: [String] { ["self.\(text) = storage.\(text)"] }

    fileprivate func storageLine(of owner: String) -> String {
        let type = type?.replacingSelf(by: owner)
        guard hasInitialValue else { return "var \(text): \(type?.description ?? "_")" }
        // Without an annotation, the compiler takes the type from the property.
        guard let type else { return "var \(text) = Yoke._JSONStaged(\\\(owner).\(text))" }
        let forced = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self).map { "\($0.wrappedType.trimmed)?" }
        return "var \(text) = Yoke._JSONStaged<\(forced ?? type.trimmedDescription)>()"
    }
}
#endif
