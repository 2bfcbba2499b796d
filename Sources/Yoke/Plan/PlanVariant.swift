/// The wishes of a call that the types' own mappings do not meet. Plans are kept for each variant.
struct PlanVariant: Hashable, Sendable {
    /// The key style for properties without declared keys, instead of the types' own styles.
    var keys: JSONKeyStyle?
    /// True if properties stand under their names, whatever keys are declared.
    var usesPropertyNames = false
    /// The form of dates that do not declare a form, instead of the types' own forms.
    var dates: JSONDateStyle?
    /// Coders instead of types' own mappings.
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

    /// A wrapping of the mappings of some types; nil: no wrapping.
    var wrapping: MappingWrapping?

    /// The form of the outermost value, which a property declared.
    var form = PropertyForm()

    /// True if a property takes no part.
    func hides(_ field: FieldDescription, isOutermost: Bool) -> Bool {
        if isOutermost, excluding.contains(field.name) || only?.contains(field.name) == false { return true }
        guard let view, let views = field.rules?.views, !views.isEmpty else { return false }
        return !views.contains(view)
    }

    static let plain = PlanVariant()

    /// True if the variant names properties of the outermost model.
    var hasNames: Bool { only != nil || !excluding.isEmpty }

    /// The error for names that are not properties of the outermost model; nil if all names are known.
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

    /// The style that makes the key of a field; nil if the field declares keys.
    func style(of field: FieldDescription) -> JSONKeyStyle? {
        guard field.keys == nil else { return nil }
        return usesPropertyNames ? .asWritten : keys ?? field.style
    }

    /// The keys of a field that takes part.
    func keys(_ field: FieldDescription) -> JSONKeys {
        guard let own = field.keys else { return JSONKeys(style(of: field)?.key(for: field.name) ?? field.name) }
        return usesPropertyNames ? own.renamed(field.name) : own
    }

    /// The mapping of a type: the coder's or the type's own, with the wrapping of the call.
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
    /// The variant of the plans that the options need.
    var variant: PlanVariant { changed.map { PlanVariant($0.values.wishes) } ?? .plain }
    /// True if the options are the defaults.
    var isStrict: Bool { changed == nil }
}

extension JSONWriteOptions {
    /// The variant of the plans that these options need; nil for the plain plans.
    var variant: PlanVariant? { changed.flatMap { $0.hasWishes ? PlanVariant($0.values.wishes) : nil } }
}
