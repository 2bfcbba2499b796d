/// What a call asks of the plans of its types, beside their own mappings. Reading and writing share it.
struct PlanWishes: Sendable, Hashable {
    var keyStyle: JSONKeyStyle?
    var usesPropertyNames = false
    var dateStyle: JSONDateStyle?
    var coders: JSONCoders?
    var only: Set<String>?
    var excluding: Set<String> = []
    var view: String?
    var refusesUnknownKeys = false
    var omitsDefaults = false

    static let none = PlanWishes()
}

/// The wishes of write options that differ from the defaults, and the policy for NaN and infinities.
@usableFromInline
final class ChangedPlan: Sendable, Hashable {
    let wishes: PlanWishes
    let nonFiniteNumbers: JSONNonFiniteNumbers
    /// The texts that the policy writes. They live as long as the options.
    let nonFiniteTexts: NonFiniteTexts?

    /// Returns nil if nothing is asked for.
    init?(_ wishes: PlanWishes, _ nonFiniteNumbers: JSONNonFiniteNumbers) {
        guard wishes != .none || nonFiniteNumbers != .reject else { return nil }
        self.wishes = wishes
        self.nonFiniteNumbers = nonFiniteNumbers
        nonFiniteTexts = NonFiniteTexts(nonFiniteNumbers, isQuoted: true)
    }

    @usableFromInline
    static func == (a: ChangedPlan, b: ChangedPlan) -> Bool { a === b || a.wishes == b.wishes && a.nonFiniteNumbers == b.nonFiniteNumbers }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(wishes) }
}
