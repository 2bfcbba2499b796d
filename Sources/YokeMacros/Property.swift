#if Macros
import SwiftSyntax

/// One stored property of an instance.
struct Property {
    enum Holder: Equatable { case plain, observed, lazy, weak, unowned, managed, wrapped }

    /// As it was written, backticks included; nil for a pattern that is no name, `(a, b)`.
    let name: TokenSyntax?
    /// Its own annotation, or the one it shares in `var a, b: Int`.
    let type: TypeSyntax?
    let initial: ExprSyntax?
    let holder: Holder
    let declaration: VariableDeclSyntax
    let binding: PatternBindingSyntax
    /// Why the type as a whole keeps it out of JSON, if it does.
    var absence: Absence?
    /// The raw value of its case in the type's `CodingKeys`.
    var codingKey: String?

    enum Absence { case notListed, notExplicit, noCodingKey }

    var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }
    var isIgnored: Bool { absence != nil || declaration.attributes.first(named: "JSONIgnore") != nil }
    /// A constant with an initial value can never take another one: it is written, and never read.
    var isFixed: Bool { isConstant && initial != nil }
    var isBound: Bool { !isIgnored && !isFixed }
    var isWritten: Bool { !isIgnored }
    /// The name as the compiler takes it after a dot.
    var text: String { name?.text ?? "_" }
    /// What stands behind `key:`.
    var key: String? {
        guard let attribute = declaration.attributes.first(named: "JSONKey") else { return codingKey.map(quoted) }
        return KeyNames(attribute).argument
    }

    /// Whether its bytes cannot be written in place of an instance that no initialiser has made.
    var needsStaging: Bool {
        // What is stored for a function or a metatype has another shape than what a key path says that it is.
        holder != .plain || (isIgnored && (type?.mentionsFunction ?? (initial?.is(ClosureExprSyntax.self) ?? false)))
    }

    /// Whether Swift gives it a value before an initialiser's first line.
    var initialisesItself: Bool {
        initial != nil || wrapperHasValue || (!isConstant && (type?.isSugaredOptional ?? false)) || holder == .lazy
    }

    /// `@Clamped(wrappedValue: 5, 0...10) var level: Int`
    private var wrapperHasValue: Bool {
        declaration.attributes.all.contains { attribute in
            attribute.arguments?.as(LabeledExprListSyntax.self)?.contains { $0.label?.text == "wrappedValue" } ?? false
        }
    }

    /// Whether a missing key leaves what Swift has put there.
    var hasInitialValue: Bool { initial != nil || wrapperHasValue || holder == .lazy }
    /// Whether a storage struct holds it as present or absent.
    var isStagedValue: Bool { hasInitialValue && !isWhole }

    /// The stored properties of instances among what `declaration` declares.
    static func stored(in declaration: VariableDeclSyntax) -> [Property] {
        guard !declaration.modifiers.contains(where: { ["static", "class"].contains($0.name.text) }) else { return [] }
        var type: TypeSyntax?
        var found: [Property] = []
        for binding in declaration.bindings.reversed() {
            // In `var a, b: Int` the annotation is b's, and holds for a; an initial value stops it.
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

/// Attributes that leave a property's storage as it is. Any other one may be a property wrapper.
private let harmlessAttributes: Set<String> = [
    "JSONKey", "JSONIgnore", "JSONFlatten", "JSONExtras", "JSONDefault", "JSONCoded", "JSONRule", "JSONValidate", "available", "objc", "nonobjc", "usableFromInline", "preconcurrency", "_spi", "_documentation",
    "warn_unqualified_access", "IBOutlet", "IBInspectable", "GKInspectable",
]
#endif
