/// What few calls ask for: in one word of the options, so that all the other calls carry and compare no more than that.
final class SeldomOptions: Sendable, Hashable {
    struct Values: Sendable, Hashable {
        var keys: KeyCase?
        var dates: JSONDateStyle?
        var only: Set<String>?
        var excluding: Set<String> = []
        var view: String?
    }

    let values: Values

    /// nil where nothing is asked for.
    init?(_ values: Values) {
        guard values != Values() else { return nil }
        self.values = values
    }

    static func == (a: SeldomOptions, b: SeldomOptions) -> Bool { a === b || a.values == b.values }
    func hash(into hasher: inout Hasher) { hasher.combine(values) }
}
