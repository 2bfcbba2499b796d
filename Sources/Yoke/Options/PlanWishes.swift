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
