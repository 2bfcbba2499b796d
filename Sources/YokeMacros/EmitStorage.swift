#if Macros
import SwiftSyntax

// The staged layout. JSON is bound into `_JSONStorage`, a plain struct of what has been read, and the type's own initialiser
// takes it from there: so Swift itself runs initial values, wrappers and superclasses, each once. A property with an initial
// value is staged as "present or not"; one without is simply there, since reading fails without it.
extension Model {
    /// What a class has to have in its body.
    var classMembers: [String] {
        guard kind == .reference else { return [] }
        var members: [String] = []
        if mappingIsInBody {
            let modifiers = (options.superclass == nil ? "" : "override ") + "class"
            members.append((["\(classAccess)\(modifiers) var jsonMapping: Yoke.JSONMapping {"] + indented(mapping) + ["}"]).joined(separator: "\n"))
        }
        guard !isMadeByItsOwnInit && !inheritsInitialisers else { return members }
        let condition = whereClause
        let initialiser = ["\(storageAccess)init(_json storage: consuming _JSONStorage)\(condition) {"] + indented(assignments) + ["}"]
        // The initialiser above would cost the class the one that Swift gives it.
        let implicit = hasImplicitInit ? ["init() {\n}"] : []
        return members + implicit + [initialiser.joined(separator: "\n")]
    }

    /// Only what stands in a class's body can be overridden by a subclass; a body's property cannot depend on type parameters.
    var mappingIsInBody: Bool { options.superclass != nil || (isInheritable && whereClause.isEmpty) }

    private var classAccess: String { declaration.modifiers.contains { $0.name.text == "open" } ? "open " : access }

    /// What subclasses make themselves from, they have to see.
    private var storageAccess: String { isInheritable ? access : "private " }

    /// Types of properties may be private, and what others see must not show them.
    private var fieldAccess: String { isInheritable ? "fileprivate " : "" }

    /// With a superclass, `init()` may be an override or not, and a macro cannot see which: it is called instead of replaced.
    private var isMadeByItsOwnInit: Bool { hasImplicitInit && declaration.inheritanceClause != nil }

    /// A subclass that keeps the initialisers of its superclass as long as it has no designated one of its own.
    private var inheritsInitialisers: Bool {
        options.superclass != nil && !hasInitialiser && properties.items().allSatisfy(\.initialisesItself)
    }

    /// What the extension of a staged type has besides its mapping.
    var stagedMembers: [String] {
        var members: [String] = []
        if kind == .structure {
            members += ["private init(_json storage: consuming _JSONStorage) {"] + indented(assignments) + ["}", ""]
        } else if isMadeByItsOwnInit || inheritsInitialisers {
            members += ["\(storageAccess)convenience init(_json storage: consuming _JSONStorage) {"]
            members += indented((inheritsInitialisers ? [] : ["self.init()"]) + assignments) + ["}", ""]
        }
        if kind == .reference {
            members += ["\(storageAccess)func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws {"] + indented(changes) + ["}", ""]
        }
        return members + ["\(storageAccess)struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable {"] + indented(storageBody) + ["}"]
    }

    private var storageBody: [String] {
        let inherited = options.superclass.map { ["\(fieldAccess)var _super: \($0)._JSONStorage"] } ?? []
        let fields = inherited + properties.lines { $0.isWritten ? [fieldAccess + $0.storageLine(of: spelling)] : [] }
        let flattened = inherited.isEmpty ? [] : ["_fields.flatten(\"_super\", \\Self._super\(options.arguments("overriding")))"]
        let mapping = indented(table(flattened) { $0.isWritten ? $0.storedLine : nil })
        // Reading a lazy property changes the struct that holds it.
        let isLazy = kind == .structure && properties.items().contains { $0.holder == .lazy && $0.isBound }
        let copy = isLazy ? ["var owner = copy owner"] : []
        let storeInherited = options.superclass.map { ["self._super = \($0)._JSONStorage(copy owner)"] } ?? []
        let store = properties.lines { property in
            guard property.isWritten else { return [] }
            let value = "owner.\(property.text)"
            return ["self.\(property.text) = \(property.isStagedValue ? "Yoke._JSONStaged(present: \(value))" : value)"]
        }
        let witness = isInheritable ? access : ""
        return [
            fields, fields.isEmpty ? [] : [""],
            ["\(witness)static var jsonMapping: Yoke.JSONMapping {"], mapping, ["}", ""],
            ["\(witness)init(_ owner: borrowing \(spelling)) {"], indented(copy + storeInherited + store), ["}"],
        ].flatMap { $0 }
    }

    /// Plain properties first, then wrapped ones, whose setters may need the whole instance, then those that have a value.
    private var assignments: [String] {
        let plain = properties.lines { property -> [String] in
            guard property.isBound else {
                let needsNil = property.isIgnored && property.initial == nil && !property.initialisesItself
                return needsNil ? ["self.\(property.text) = nil"] : []
            }
            return property.isStagedValue || property.holder == .wrapped ? [] : property.assignment
        }
        let wrapped = properties.lines { property -> [String] in
            property.isBound && property.holder == .wrapped && !property.isStagedValue ? property.assignment : []
        }
        let initial = properties.lines { property -> [String] in
            property.isBound && property.isStagedValue
                ? ["if let value = storage.\(property.text).value {", "    self.\(property.text) = value", "}"] : []
        }
        guard options.superclass != nil else { return plain + wrapped + initial }
        return inheritsInitialisers
            ? ["self.init(_json: storage._super)"] + plain + wrapped + initial
            : plain + wrapped + ["super.init(_json: storage._super)"] + initial
    }
}

extension Model {
    /// What an update takes over, after everything that may refuse it: the superclass asks for its own part before it changes anything.
    private var changes: [String] {
        let refused = properties.lines { $0.isBound && $0.isConstant ? ["if \($0.isChanged) { throw Yoke._JSONConstant(\(quoted($0.plainName))) }"] : [] }
        let inherited = options.superclass.map { _ in ["try self._assign(_storage._super, _changed)"] } ?? []
        return refused + inherited + properties.lines { $0.isBound && !$0.isConstant ? [$0.change] : [] }
    }
}

extension Property {
    fileprivate var isChanged: String { "_changed.contains(\(quoted(plainName)))" }

    /// Null has left a storage without a value, which means the initial one.
    fileprivate var change: String {
        guard isStagedValue else { return "if \(isChanged) { self.\(text) = _storage.\(text) }" }
        if let initial { return "if \(isChanged) { self.\(text) = _storage.\(text).value ?? (\(initial.asArgument)) }" }
        return "if \(isChanged), let value = _storage.\(text).value { self.\(text) = value }"
    }

    fileprivate var assignment: [String] { ["self.\(text) = storage.\(text)"] }

    fileprivate func storageLine(of owner: String) -> String {
        let type = type?.replacingSelf(by: owner)
        if isExtras { return "var \(text): Yoke.JSONObject" }
        guard isStagedValue else { return "var \(text): \(type?.description ?? "_")" }
        // Without an annotation, the compiler takes the type from the property.
        guard let type else { return "var \(text) = Yoke._JSONStaged(\\\(owner).\(text))" }
        let forced = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self).map { "\($0.wrappedType.trimmed)?" }
        return "var \(text) = Yoke._JSONStaged<\(forced ?? type.trimmedDescription)>()"
    }
}
#endif
