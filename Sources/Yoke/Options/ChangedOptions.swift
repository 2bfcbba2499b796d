/// What one call asks for, if that is anything but the default: in one word of the options, so that all the other calls carry and
/// compare no more than that.
@usableFromInline
final class ChangedOptions: Sendable, Hashable {
    struct Values: Sendable, Hashable {
        var allowsComments = false
        var allowsTrailingCommas = false
        var allowsTrailingGarbage = false
        var allowsPartialValue = false
        var allowsSeveralValues = false
        var duplicateKeys = JSONReadOptions.DuplicateKeys.last
        var invalidUnicode = JSONReadOptions.InvalidUnicode.reject
        var limits = JSONLimits.standard
        var showsSnippets = true
        var allowsMissingPath = false
        var engine = JSONEngine.automatic
        var mode = JSONReadMode.strict
        var collectsErrors = false
        var keyStyle: JSONKeyStyle?
        var usesPropertyNames = false
        var dateStyle: JSONDateStyle?
        var coders: JSONCoders?
        var only: Set<String>?
        var excluding: Set<String> = []
        var view: String?
        var context = JSONContext()

        static let standard = Values()
    }

    let values: Values

    /// nil where nothing is asked for.
    init?(_ values: Values) {
        guard values != .standard else { return nil }
        self.values = values
    }

    @usableFromInline
    static func == (a: ChangedOptions, b: ChangedOptions) -> Bool { a === b || a.values == b.values }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
