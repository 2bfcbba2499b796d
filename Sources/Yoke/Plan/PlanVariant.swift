/// The options of a call that change the plans of types. Each variant has plans of its own.
struct PlanVariant: Hashable, Sendable {
    /// The key style for properties without declared keys. Replaces the key styles of the types. nil: the types' styles apply.
    var keys: JSONKeyStyle?
    /// True if the name of each property is its key, even if it declares other keys.
    var usesPropertyNames = false
    /// The form of dates that do not declare a form. Replaces the forms of the types. nil: the types' forms apply.
    var dates: JSONDateStyle?
    /// Coders that replace the mappings of types; nil: no coders.
    var coders: JSONCoders?

    /// The properties of the outermost model that take part; nil: all properties.
    var only: Set<String>?
    /// The properties of the outermost model that take no part.
    var excluding: Set<String> = []
    /// The view of the call: properties that name views take part only if they name this view. nil: all properties.
    var view: String?
    /// True if models refuse members that they do not know.
    var refusesUnknownKeys = false
    /// True if properties that have their initial value are not written.
    var omitsDefaults = false

    /// Changes the mappings of some types for this call, to put more text around their values; nil for no change.
    var wrapping: MappingWrapping?

    /// Only for a value that `JSONLazy` reads later: the form that its property declared, for example a date style.
    var form = PropertyForm()

    /// Returns true if a property takes no part in the call.
    func hides(_ field: FieldDescription, isOutermost: Bool) -> Bool {
        if isOutermost, excluding.contains(field.name) || only?.contains(field.name) == false { return true }
        guard let view, let views = field.rules?.views, !views.isEmpty else { return false }
        return !views.contains(view)
    }

    static let plain = PlanVariant()

    /// True if the variant names properties of the outermost model.
    var hasNames: Bool { only != nil || !excluding.isEmpty }

    /// Returns the error for names that are not properties of the outermost model; nil if all names are known.
    func misnamed(_ known: Set<String>, of type: any Any.Type) -> JSONError? {
        guard let wrong = excluding.union(only ?? []).subtracting(known).min() else { return nil }
        let hint = NearestName.of(wrong, among: known.sorted()).map { "did you mean \"\($0)\"?" }
        return JSONError(
            .invalidOptions,
            "\"\(VisibleText.of(wrong))\" is no property of \(TypeName.of(type)) in JSON, which only: and excluding: choose among",
            hint: hint ?? (known.isEmpty ? nil : "there are \(known.sorted().map { "\"\($0)\"" }.joined(separator: ", "))"))
    }

    /// The variant for models below the outermost model.
    var below: PlanVariant {
        var variant = self
        (variant.only, variant.excluding, variant.form) = (nil, [], PropertyForm())
        return variant
    }

    /// Returns the style that makes the key of a field; nil if the field declares keys.
    func style(of field: FieldDescription) -> JSONKeyStyle? {
        guard field.keys == nil else { return nil }
        return usesPropertyNames ? .asWritten : keys ?? field.style
    }

    /// Returns the keys of a field that takes part.
    func keys(_ field: FieldDescription) -> JSONKeys {
        guard let own = field.keys else { return JSONKeys(style(of: field)?.key(for: field.name) ?? field.name) }
        return usesPropertyNames ? own.renamed(field.name) : own
    }

    /// Returns the mapping of a type in this call: the mapping of the call's coder if there is one, else the type's own, then wrapped if
    /// needed.
    func mapping(of child: JSONMapping.Child) -> JSONMapping {
        let coded = child.isShared ? coders?.mapping(for: ObjectIdentifier(child.type)) : nil
        return wrapping?.mapping(of: coded ?? child) ?? (coded ?? child).mapping()
    }
}

extension PlanVariant {
    init(_ wishes: PlanWishes) {
        self.init(
            keys: wishes.keyStyle, usesPropertyNames: wishes.usesPropertyNames, dates: wishes.dateStyle, coders: wishes.coders,
            only: wishes.only, excluding: wishes.excluding, view: wishes.view,
            refusesUnknownKeys: wishes.refusesUnknownKeys, omitsDefaults: wishes.omitsDefaults)
    }
}

extension JSONReadOptions {
    /// The variant that selects the plans for these options.
    var variant: PlanVariant { changed.map { PlanVariant($0.values.wishes) } ?? .plain }
    /// True if the options are the defaults.
    var isStrict: Bool { changed == nil }
}

extension JSONWriteOptions {
    /// The variant of the plans that these options need; nil for the plain plans.
    var variant: PlanVariant? { changed.flatMap { $0.hasWishes ? PlanVariant($0.values.wishes) : nil } }
}
