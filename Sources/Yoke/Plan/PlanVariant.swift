/// What one call asks of plans beside the types' own schemas. Plans are kept for each variant.
struct PlanVariant: Hashable, Sendable {
    /// The style of keys that are not given, instead of the types' own.
    var keys: KeyCase?
    /// Properties stand under their names, whatever keys they were given.
    var usesPropertyNames = false
    /// The form of dates that do not say theirs, instead of the types' own.
    var dates: JSONDateStyle?

    /// The properties of the outermost model that take part; nil: all.
    var only: Set<String>?
    /// Those that do not.
    var excluding: Set<String> = []
    /// Of properties that name views, only those of this one take part; nil: all.
    var view: String?

    /// Whether a property takes no part.
    func hides(_ field: FieldDescription, isOutermost: Bool) -> Bool {
        if isOutermost, excluding.contains(field.name) || only?.contains(field.name) == false { return true }
        guard let view, let views = field.rules?.views, !views.isEmpty else { return false }
        return !views.contains(view)
    }

    static let plain = PlanVariant()

    /// Where a field stands that takes part.
    func keys(_ field: FieldDescription) -> JSONKeys {
        guard let own = field.keys else { return JSONKeys(usesPropertyNames ? field.name : (keys ?? field.style).key(for: field.name)) }
        return usesPropertyNames ? own.renamed(field.name) : own
    }
}
