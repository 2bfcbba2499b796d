/// What one call asks of plans beside the types' own mappings. Plans are kept for each variant.
struct PlanVariant: Hashable, Sendable {
    /// The style of keys that are not given, instead of the types' own.
    var keys: JSONKeyStyle?
    /// Properties stand under their names, whatever keys they were given.
    var usesPropertyNames = false
    /// The form of dates that do not say theirs, instead of the types' own.
    var dates: JSONDateStyle?
    /// Coders in the place of types' own mappings.
    var coders: JSONCoders?

    /// The properties of the outermost model that take part; nil: all.
    var only: Set<String>?
    /// Those that do not.
    var excluding: Set<String> = []
    /// Of properties that name views, only those of this one take part; nil: all.
    var view: String?

    /// What is put around the mappings of some types; nil: nothing.
    var wrapping: MappingWrapping?

    /// What is said of the outermost value: it was a property's.
    var form = PropertyForm()

    /// Whether a property takes no part.
    func hides(_ field: FieldDescription, isOutermost: Bool) -> Bool {
        if isOutermost, excluding.contains(field.name) || only?.contains(field.name) == false { return true }
        guard let view, let views = field.rules?.views, !views.isEmpty else { return false }
        return !views.contains(view)
    }

    static let plain = PlanVariant()

    /// It names properties of the outermost model.
    var hasNames: Bool { only != nil || !excluding.isEmpty }

    /// The error about names that are none of the outermost model's.
    func misnamed(_ known: Set<String>, of type: any Any.Type) -> JSONError? {
        guard let wrong = excluding.union(only ?? []).subtracting(known).min() else { return nil }
        let hint = NearestName.of(wrong, among: known.sorted()).map { "did you mean \"\($0)\"?" }
        return JSONError(
            .invalidOptions, "\"\(VisibleText.of(wrong))\" is no property of \(TypeName.of(type)) in JSON, which only: and excluding: choose among",
            hint: hint ?? (known.isEmpty ? nil : "there are \(known.sorted().map { "\"\($0)\"" }.joined(separator: ", "))"))
    }

    /// What is said of models below the outermost one.
    var below: PlanVariant {
        var variant = self
        (variant.only, variant.excluding, variant.form) = (nil, [], PropertyForm())
        return variant
    }

    /// What makes the one key of a field that says nothing of it.
    func style(of field: FieldDescription) -> JSONKeyStyle? {
        guard field.keys == nil else { return nil }
        return usesPropertyNames ? .asWritten : keys ?? field.style
    }

    /// Where a field stands that takes part.
    func keys(_ field: FieldDescription) -> JSONKeys {
        guard let own = field.keys else { return JSONKeys(style(of: field)?.key(for: field.name) ?? field.name) }
        return usesPropertyNames ? own.renamed(field.name) : own
    }

    /// What a type is, where nothing else is said of it.
    func mapping(of child: JSONMapping.Child) -> JSONMapping {
        let coded = child.isShared ? coders?.mapping(for: ObjectIdentifier(child.type)) : nil
        return wrapping?.mapping(of: coded ?? child) ?? (coded ?? child).mapping()
    }
}

extension JSONReadOptions {
    /// What the options ask of plans.
    var variant: PlanVariant {
        guard let asked = changed?.values else { return .plain }
        return PlanVariant(
            keys: asked.keyStyle, usesPropertyNames: asked.usesPropertyNames, dates: asked.dateStyle, coders: asked.coders, only: asked.only,
            excluding: asked.excluding, view: asked.view)
    }
    /// They are the default.
    var isStrict: Bool { changed == nil }
}

extension JSONWriteOptions {
    /// What the options ask of plans; nil: nothing.
    var variant: PlanVariant? {
        guard keyStyle != nil || usesPropertyNames || dateStyle != nil || coders != nil || only != nil || view != nil || !excluding.isEmpty else { return nil }
        return PlanVariant(
            keys: keyStyle, usesPropertyNames: usesPropertyNames, dates: dateStyle, coders: coders, only: only, excluding: excluding, view: view)
    }
}
