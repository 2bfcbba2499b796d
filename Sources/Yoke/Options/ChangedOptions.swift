/// The read options that a call changes from their defaults.
///
/// `JSONReadOptions` holds one reference to this class. The reference is nil for the default options, so a call with default options passes
/// and compares only one word.
@usableFromInline
final class ChangedOptions: Sendable, Hashable {
    struct Values: Sendable, Hashable {
        var allowsComments = false
        var allowsTrailingCommas = false
        var allowsJSON5 = false
        var nonFiniteNumbers = JSONNonFiniteNumbers.reject
        var refusesUnderflow = false
        var allowsTrailingGarbage = false
        var allowsPartialValue = false
        var keepsPartialStrings = false
        var allowsSeveralValues = false
        var duplicateKeys = JSONReadOptions.DuplicateKeys.last
        var invalidUnicode = JSONReadOptions.InvalidUnicode.reject
        var skipping = JSONReadOptions.Skipping.checked
        var limits = JSONLimits.standard
        var showsSnippets = true
        var allowsMissingPath = false
        var engine = JSONEngine.automatic
        var mode = JSONReadMode.strict
        var collectsErrors = false
        var planOptions = PlanOptions.none
        var context = JSONContext()

        static let standard = Values()
    }

    let values: Values

    /// Returns nil if all values are the defaults.
    init?(_ values: Values) {
        guard values != .standard else { return nil }
        self.values = values
    }

    @usableFromInline
    static func == (a: ChangedOptions, b: ChangedOptions) -> Bool { a === b || a.values == b.values }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
