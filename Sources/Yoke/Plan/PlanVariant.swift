/// What one call asks of plans beside the types' own schemas. Plans are kept for each variant.
struct PlanVariant: Hashable, Sendable {
    /// The style of keys that are not given, instead of the types' own.
    var keys: KeyCase?
    /// The form of dates that do not say theirs, instead of the types' own.
    var dates: JSONDateStyle?

    static let plain = PlanVariant()

    func key(_ field: FieldDescription) -> String { (keys ?? field.style).key(for: field.name) }
}
