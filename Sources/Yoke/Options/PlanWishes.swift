/// What a call asks of the plans of its types, beside their own mappings. Reading and writing share it.
struct PlanWishes: Sendable, Hashable {
    var keyStyle: JSONKeyStyle?
    var usesPropertyNames = false
    var dateStyle: JSONDateStyle?
    var coders: JSONCoders?
    var only: Set<String>?
    var excluding: Set<String> = []
    var view: String?

    static let none = PlanWishes()
}

/// The wishes of write options that differ from the defaults.
@usableFromInline
final class ChangedPlan: Sendable, Hashable {
    let wishes: PlanWishes

    /// Returns nil if nothing is asked for.
    init?(_ wishes: PlanWishes) {
        guard wishes != .none else { return nil }
        self.wishes = wishes
    }

    @usableFromInline
    static func == (a: ChangedPlan, b: ChangedPlan) -> Bool { a === b || a.wishes == b.wishes }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(wishes) }
}
