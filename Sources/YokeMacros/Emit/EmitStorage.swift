#if Macros
import SwiftSyntax

// Emits the code for types that are made from a storage struct (`isStaged`). Yoke reads JSON into `_JSONStorage`, a plain struct. Then
// `init(_json:)`, an emitted initialiser of the type, takes the values from the struct. So Swift itself runs initial values, property
// wrappers and the initialisers of superclasses, each once. In `_JSONStorage`, the value of a property with an initial value may be absent.
// Any other property always has a value, because without the value reading fails.
extension Model {
    /// The initialisers that the macro adds to the body of a class, because an extension cannot hold them.
    var classInitialisers: [[String]] {
        guard kind == .reference, !isMadeByItsOwnInit && !inheritsInitialisers else { return [] }
        let condition = whereClause
        let initialiser =
            isMadeInTwoSteps
            ? ["private init(_jsonFirst storage: borrowing _JSONStorage)\(condition) {"] + indented(required) + ["}"]
            : ["\(storageAccess)init(_json storage: _JSONStorage)\(condition) {"] + indented(assignments) + ["}"]
        // Because the macro adds `init(_json:)`, Swift no longer gives the class its implicit `init()`. So the macro writes `init()` too.
        return (hasImplicitInit ? [["init() {", "}"]] : []) + [deprecation + initialiser]
    }

    /// Access level of the storage struct and of the members that use it. In a class that may have subclasses, this is the class's own
    /// level, because subclasses use the struct and these members.
    private var storageAccess: String { isInheritable ? access : "private " }

    /// Access level of the storage struct's fields. If subclasses use the struct, its fields are `fileprivate`, because the types of
    /// properties may be private.
    private var fieldAccess: String { isInheritable ? "fileprivate " : "" }

    /// True if `init(_json:)` calls `self.init()`. If the inheritance clause may name a superclass, an emitted `init()` might need
    /// `override`, which the macro cannot see. So the macro writes no `init()`, and the emitted code calls the `init()` that the class has
    /// already.
    var isMadeByItsOwnInit: Bool { hasImplicitInit && !inherited.allSatisfy(plainProtocols.contains) }

    /// True if the class may have a superclass whose `init()` Swift calls at the end of an initialiser, and has properties that can be set
    /// only after this call. Then a second initialiser sets these properties.
    private var isMadeInTwoSteps: Bool {
        guard options.superclass == nil, !isInheritable, !inherited.allSatisfy(plainProtocols.contains) else { return false }
        let isObserved = declaration.attributes.first(named: "Observable") != nil
        return properties.items().contains { $0.isBound && $0.isStagedValue && (isObserved || [.lazy, .wrapped].contains($0.holder)) }
    }

    /// True for a subclass that inherits the initialisers of its superclass, because it has no designated initialiser of its own.
    private var inheritsInitialisers: Bool {
        options.superclass != nil && !hasInitialiser && properties.items().allSatisfy(\.initialisesItself)
    }

    /// True if an update of a struct with a storage struct must keep values that the storage struct does not hold.
    var keepsProperties: Bool { kind == .structure && properties.items().contains(where: \.isKept) }

    /// The statements of `init(_json:keeping:)` that give the properties outside the storage struct their values from before an update.
    private var kept: [String] {
        let lines = properties.lines { property in
            // `required` assigns a constant without an initial value.
            guard property.isKept, property.isFixed || !property.isConstant else { return [] }
            let name = property.text
            return [property.isFixed ? "Yoke._keepConstant(\\Self.\(name), of: _old, in: &self)" : "self.\(name) = _old.\(name)"]
        }
        return lines.isEmpty ? [] : ["if let _old {"] + indented(lines) + ["}"]
    }

    /// Returns the initialiser `init(_json:)` of a type with a storage struct (`isStaged`), if it may stand in an extension. In the body,
    /// it would take a struct's memberwise initialiser away.
    ///
    /// - Parameter condition: the `where` clause of the initialiser; see `storage`.
    func storageInitialiser(_ condition: String) -> [String] {
        guard isStaged else { return [] }
        if kind == .structure {
            let old = keepsProperties ? ", keeping _old: Self? = nil" : ""
            return deprecation + ["private init(_json storage: _JSONStorage\(old)) {"] + indented(assignments + kept) + ["}"]
        }
        if isMadeByItsOwnInit || inheritsInitialisers {
            return deprecation + ["\(storageAccess)convenience init(_json storage: _JSONStorage)\(condition) {"]
                + indented((inheritsInitialisers ? [] : ["self.init()"]) + assignments) + ["}"]
        }
        return isMadeInTwoSteps
            ? deprecation + ["private convenience init(_json storage: _JSONStorage)\(condition) {"]
                + indented(["self.init(_jsonFirst: storage)"] + optional) + ["}"] : []
    }

    /// The other members of a type with a storage struct: this struct, and the function that updates an instance of a class.
    ///
    /// - Parameter condition: the `where` clause of the members; see `storage`.
    func stagedMembers(_ condition: String) -> [[String]] {
        let assign =
            ["\(storageAccess)func _assign(_ _storage: _JSONStorage, _ _changed: Swift.Set<Swift.String>) throws\(condition) {"]
            + indented(changes) + ["}"]
        return [
            kind == .reference ? deprecation + assign : [],
            deprecation + ["\(storageAccess)struct _JSONStorage: Yoke.JSONReadable, Yoke.JSONWritable\(condition) {"]
                + indented(storageBody) + ["}"],
        ]
    }

    private var storageBody: [String] {
        let properties = properties.mapItems { $0.replacingSelf(by: spelling) }
        let inherited = options.superclass.map { ["\(fieldAccess)var _super: \($0)._JSONStorage"] } ?? []
        let fields = inherited + properties.lines { $0.isWritten ? [fieldAccess + $0.storageLine(of: spelling)] : [] }
        let flattened = inherited.isEmpty ? [] : ["_fields.flatten(\"_super\", \\Self._super\(options.arguments("overriding")))"]
        let mapping = indented(table(flattened, of: properties) { $0.isWritten ? $0.storedLine : nil })
        // Reading a lazy property changes the struct that holds the property, so the emitted code first copies the struct.
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

    /// The statements of `init(_json:)`: first for plain properties, then for wrapped properties, whose setters may need the entire
    /// instance. A call of the superclass's initialiser follows; it comes first if the subclass inherits its initialisers. The properties
    /// with an initial value come last.
    private var assignments: [String] {
        guard options.superclass != nil else { return required + optional }
        return inheritsInitialisers
            ? ["self.init(_json: storage._super)"] + required + optional
            : required + ["super.init(_json: storage._super)"] + optional
    }

    /// The assignments of properties without an initial value.
    private var required: [String] {
        let plain = properties.lines { property -> [String] in
            guard property.isBound else {
                let needsNil =
                    property.isIgnored && property.initial == nil && !property.initialisesItself && property.type?.isOptional == true
                let old = kind == .structure && property.isKept && property.isConstant ? "_old?.\(property.text)" : "nil"
                return needsNil ? ["self.\(property.text) = \(old)"] : []
            }
            return property.isStagedValue || property.holder == .wrapped ? [] : property.assignment
        }
        let wrapped = properties.lines { property -> [String] in
            property.isBound && property.holder == .wrapped && !property.isStagedValue ? property.assignment : []
        }
        return plain + wrapped
    }

    /// The assignments of properties with an initial value, which stays if the storage has no value.
    private var optional: [String] {
        properties.lines { property -> [String] in
            property.isBound && property.isStagedValue
                ? ["if let value = storage.\(property.text).value {", "    self.\(property.text) = value", "}"] : []
        }
    }
}

extension Model {
    /// The statements of `_assign`, which updates an existing instance. All checks that may refuse the update come first. Then the
    /// superclass makes its own checks and changes. The changes of this class come last.
    private var changes: [String] {
        let refused = properties.lines {
            $0.isBound && $0.isConstant ? ["if \($0.isChanged) { throw Yoke._JSONConstant(\(quoted($0.plainName))) }"] : []
        }
        let inherited = options.superclass.map { _ in ["try self._assign(_storage._super, _changed)"] } ?? []
        return refused + inherited + properties.lines { $0.isBound && !$0.isConstant ? [$0.change] : [] }
    }
}

extension Property {
    /// Returns the property with `owner` in place of `Self`, for its line in the storage struct.
    fileprivate func replacingSelf(by owner: String) -> Property {
        var copy = self
        copy.type = type?.replacingSelf(by: owner)
        copy.initial = initial?.replacingSelf(by: owner)
        copy.declaration.attributes = declaration.attributes.replacingSelf(by: owner)
        return copy
    }

    /// True if the property is never read, and an update keeps its value. A lazy property starts again, because its value may have been
    /// made from the old values of other properties. So does a wrapped property, because it may have no setter.
    fileprivate var isKept: Bool { !isBound && ![.lazy, .wrapped].contains(holder) }

    fileprivate var isChanged: String { "_changed.contains(\(quoted(plainName)))" }

    /// The statement that assigns the property in an update, if the text has the property's key. If the key has the value null, the storage
    /// may hold no value. Then the property gets its initial value. If the source shows no initial value, because a property wrapper has
    /// it, the property stays as it is.
    fileprivate var change: String {
        guard isStagedValue else { return "if \(isChanged) { self.\(text) = _storage.\(text) }" }
        if let initial { return "if \(isChanged) { self.\(text) = _storage.\(text).value ?? (\(initial.asArgument)) }" }
        return "if \(isChanged), let value = _storage.\(text).value { self.\(text) = value }"
    }

    fileprivate var assignment: [String] { ["self.\(text) = storage.\(text)"] }

    fileprivate func storageLine(of owner: String) -> String {
        if isExtras { return "var \(text): Yoke.JSONObject" }
        guard isStagedValue else { return "var \(text): \(type?.description ?? "_")" }
        // If the property has no type annotation, the compiler infers the type from the property's key path.
        guard let type else { return "var \(text) = Yoke._JSONStaged(\\\(owner).\(text))" }
        let forced = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self).map { "\($0.wrappedType.trimmed)?" }
        return "var \(text) = Yoke._JSONStaged<\(forced ?? type.trimmedDescription)>()"
    }
}
#endif
