#if Macros
import SwiftSyntax

/// A stored property of an instance.
struct Property {
    enum Holder: Equatable { case plain, observed, lazy, weak, unowned, managed, wrapped }

    /// The name as written in the source, with backticks; nil for a pattern that is not a name, such as `(a, b)`.
    let name: TokenSyntax?
    /// The property's own type annotation, or the shared annotation in `var a, b: Int`; nil without an annotation.
    var type: TypeSyntax?
    var initial: ExprSyntax?
    let holder: Holder
    var declaration: VariableDeclSyntax
    let binding: PatternBindingSyntax
    /// The reason why the type's options keep the property out of JSON; nil if no option does so.
    var absence: Absence?
    /// The key that the type's `CodingKeys` give the property; nil if the property's name or an attribute decides.
    var codingKey: String?

    enum Absence {
        case notListed, notExplicit, noCodingKey

        /// The reason as a part of a message, after the property's name.
        var reason: String {
            switch self {
            case .notListed: "is not in 'only:'"
            case .notExplicit: "has no @JSONKey"
            case .noCodingKey: "has no case in 'CodingKeys'"
            }
        }
    }

    var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }
    var isIgnored: Bool { absence != nil || declaration.attributes.first(named: "JSONIgnore") != nil }
    /// True for a constant with an initial value. Such a constant cannot get another value, so it is written and never read.
    var isFixed: Bool { isConstant && initial != nil }
    var isBound: Bool { !isIgnored && !isFixed }
    var isWritten: Bool { !isIgnored }
    /// The property's name as the compiler accepts it after a dot.
    var text: String { name?.text ?? "_" }
    /// The source of the argument `key:` in the mapping; nil if neither `@JSONKey` nor `CodingKeys` gives a key.
    var key: String? {
        guard let attribute = declaration.attributes.first(named: "JSONKey") else { return codingKey.map(quoted) }
        return KeyNames(attribute).argument
    }

    /// True if Yoke cannot store the value directly in the memory of a new instance, so that an initialiser of the type must store it.
    var needsStaging: Bool {
        // An ignored property may hold a function or metatype. Its stored form differs from the form that a key path gives to Yoke. A name
        // that the macro does not know may stand for such a type.
        holder != .plain || (isIgnored && !(type?.isKnownValue ?? initial?.isKnownValue ?? false))
    }

    /// True if Swift gives the property a value before the first line of an initialiser.
    var initialisesItself: Bool {
        initial != nil || wrapperHasValue || (!isConstant && (type?.isSugaredOptional ?? false)) || holder == .lazy
    }

    /// True if the attribute of a property wrapper gives the property a value: `@Clamped(wrappedValue: 5, 0...10) var level: Int`.
    private var wrapperHasValue: Bool {
        declaration.attributes.all.contains { attribute in
            attribute.arguments?.as(LabeledExprListSyntax.self)?.contains { $0.label?.text == "wrappedValue" } ?? false
        }
    }

    /// True if the property keeps its initial value when the key is missing.
    var hasInitialValue: Bool { initial != nil || wrapperHasValue || holder == .lazy }
    /// True if the property's value in the storage struct may be absent. It is absent if the key is missing. Then the property keeps its
    /// initial value.
    var isStagedValue: Bool { hasInitialValue && !isWhole }

    /// The stored properties that `declaration` declares for instances, not for the type itself. An `override` only adds observers or
    /// accessors to a property that the superclass stores.
    static func stored(in declaration: VariableDeclSyntax) -> [Property] {
        guard !declaration.modifiers.contains(where: { ["static", "class", "override"].contains($0.name.text) }) else { return [] }
        var type: TypeSyntax?
        var found: [Property] = []
        for binding in declaration.bindings.reversed() {
            // In `var a, b: Int` the annotation of b also applies to a. In `var a, b = 1, c: Int` the annotation of c applies neither to b,
            // which has an initial value, nor to a.
            type = binding.typeAnnotation?.type.trimmed ?? (binding.initializer == nil ? type : nil)
            guard !binding.isComputed else { continue }
            found.append(
                Property(
                    name: binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed, type: type,
                    initial: binding.initializer?.value.trimmed, holder: Holder(declaration, binding),
                    declaration: declaration, binding: binding
                )
            )
        }
        return found.reversed()
    }
}

extension Property.Holder {
    fileprivate init(_ declaration: VariableDeclSyntax, _ binding: PatternBindingSyntax) {
        let modifiers = declaration.modifiers.map(\.name.text)
        if declaration.attributes.first(named: "NSManaged") != nil {
            self = .managed
        } else if declaration.attributes.all.contains(where: { !harmlessAttributes.contains($0.lastName) }) {
            self = .wrapped
        } else if modifiers.contains("lazy") {
            self = .lazy
        } else if modifiers.contains("weak") {
            self = .weak
        } else if modifiers.contains("unowned") {
            self = .unowned
        } else {
            self = binding.accessorBlock == nil ? .plain : .observed
        }
    }
}

extension PatternBindingSyntax {
    fileprivate var isComputed: Bool {
        switch accessorBlock?.accessors {
        case nil: false
        case .getter: true
        case .accessors(let list): !list.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
        }
    }
}

/// The attributes of a property that @JSONModel reads.
let propertyAttributes: Set<String> = [
    "JSONKey", "JSONIgnore", "JSONFlatten", "JSONExtras", "JSONDefault", "JSONCoded", "JSONRule", "JSONValidate",
]

/// Attributes that do not change a property's storage. Any other attribute may be a property wrapper.
private let harmlessAttributes = propertyAttributes.union([
    "available", "objc", "nonobjc", "usableFromInline", "preconcurrency", "_spi", "_documentation",
    "warn_unqualified_access", "IBOutlet", "IBInspectable", "GKInspectable",
])
#endif
