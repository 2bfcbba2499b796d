/// The options that change plans (the compiled mappings of types). A call with one of these options cannot use the standard plans of its
/// types. `JSONReadOptions` and `JSONWriteOptions` share this type.
struct PlanOptions: Sendable, Hashable {
    /// The key style for properties without declared keys. Replaces the key styles of the types. nil: the types' styles apply.
    var keyStyle: JSONKeyStyle?
    /// True if the name of each property is its key, even if the property declares other keys.
    var usesPropertyNames = false
    /// The style for dates that set no style of their own. Replaces the styles of the types. nil: the types' styles apply.
    var dateStyle: JSONDateStyle?
    /// Coders that replace the mappings of types; nil: no coders.
    var coders: JSONCoders?
    /// Names of properties of the outermost model: only these are read or written. nil: all properties are read and written.
    var only: Set<String>?
    /// Names of properties that are neither read nor written. They belong to the outermost model.
    var excluding: Set<String> = []
    /// The view of the call. A property that names views is read or written only if this view is one of the named views. nil: all
    /// properties are read and written.
    var view: String?
    /// True if models refuse unknown members, which belong to no property.
    var refusesUnknownKeys = false
    /// True if properties that have their initial value are not written.
    var omitsDefaults = false
    /// True if a property that is nil is written as null when its initial value is not nil. Otherwise reading would give the initial value.
    var keepsNil = false

    static let none = PlanOptions()
}
