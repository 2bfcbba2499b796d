/// The options that change plans (the compiled mappings of types). A call with one of these options cannot use the standard plans of its
/// types. `JSONReadOptions` and `JSONWriteOptions` share this type.
struct PlanOptions: Sendable, Hashable {
    var keyStyle: JSONKeyStyle?
    var usesPropertyNames = false
    var dateStyle: JSONDateStyle?
    var coders: JSONCoders?
    var only: Set<String>?
    var excluding: Set<String> = []
    var view: String?
    var refusesUnknownKeys = false
    var omitsDefaults = false
    var keepsNil = false

    static let none = PlanOptions()
}
