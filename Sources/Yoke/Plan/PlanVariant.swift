/// The changes that a call makes to the plans of types. Each variant has plans of its own.
struct PlanVariant: Hashable, Sendable {
    var options = PlanOptions.none

    /// Changes the mappings of some types for this call, so that their objects have an extra member; nil for no change.
    var wrapping: MappingWrapping?

    /// Only for a value that `JSONLazy` reads later: the form (date style, rules) that the property with the `JSONLazy` declared.
    var form = PropertyForm()

    /// Returns true if the call leaves the property out. `isOutermost`: true if `only` and `excluding` apply to the property, because it
    /// belongs to the outermost model.
    func hides(_ field: FieldDescription, isOutermost: Bool) -> Bool {
        if isOutermost, options.excluding.contains(field.name) || options.only?.contains(field.name) == false { return true }
        guard let view = options.view, let views = field.rules?.views, !views.isEmpty else { return false }
        return !views.contains(view)
    }

    static let plain = PlanVariant()

    var hasNames: Bool { options.only != nil || !options.excluding.isEmpty }

    /// Returns the error for names that are not properties of the outermost model; nil if all names are known.
    func misnamed(_ known: Set<String>, of type: any Any.Type) -> JSONError? {
        guard let wrong = options.excluding.union(options.only ?? []).subtracting(known).min() else { return nil }
        let hint = NearestName.of(wrong, among: known.sorted()).map { "did you mean \"\($0)\"?" }
        return JSONError(
            .invalidOptions,
            "\(TypeName.of(type)) has no JSON property \"\(VisibleText.of(wrong))\", which only: or excluding: names",
            hint: hint ?? (known.isEmpty ? nil : "there are \(known.sorted().map { "\"\($0)\"" }.joined(separator: ", "))"))
    }

    /// The variant for models inside the outermost model, to which `only` and `excluding` do not apply.
    var below: PlanVariant {
        var variant = self
        (variant.options.only, variant.options.excluding, variant.form) = (nil, [], PropertyForm())
        return variant
    }

    /// Returns the style that makes the key of a field from its name; nil if the field declares keys.
    func style(of field: FieldDescription) -> JSONKeyStyle? {
        guard field.keys == nil else { return nil }
        return options.usesPropertyNames ? .asWritten : options.keyStyle ?? field.style
    }

    /// Returns the keys that a field has in the call.
    func keys(_ field: FieldDescription) -> JSONKeys {
        guard let own = field.keys else { return JSONKeys(style(of: field)?.key(for: field.name) ?? field.name) }
        return options.usesPropertyNames ? own.renamed(field.name) : own
    }

    /// Returns the mapping of a type in this call: from the call's coder for the type if there is one, else the type's own mapping. If the
    /// call has a `wrapping`, it also changes the mapping.
    func mapping(of child: JSONMapping.Child) -> JSONMapping {
        let coded = child.isShared ? options.coders?.mapping(for: ObjectIdentifier(child.type)) : nil
        return wrapping?.mapping(of: coded ?? child) ?? (coded ?? child).mapping()
    }
}

extension JSONReadOptions {
    /// The plan variant that a call with these options needs.
    var variant: PlanVariant { changed.map { PlanVariant(options: $0.values.planOptions) } ?? .plain }
    /// True if the options are the defaults.
    var isDefault: Bool { changed == nil }
}

extension JSONWriteOptions {
    /// The plan variant that a call with these options needs; nil for the standard plans.
    var variant: PlanVariant? { changed.flatMap { $0.changesPlans ? PlanVariant(options: $0.values.planOptions) : nil } }
}
