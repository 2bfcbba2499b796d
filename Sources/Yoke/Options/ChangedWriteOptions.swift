internal import CYoke

/// The write options that a call changes from their defaults.
///
/// `JSONWriteOptions` holds one reference to this class. The reference is nil for the default options, so a call with default options
/// copies and compares only one word.
@usableFromInline
final class ChangedWriteOptions: @unchecked Sendable, Hashable {  // safe to send, because it never changes
    struct Values: Sendable, Hashable {
        var indent = 0
        var indentsWithTabs = false
        var shortArrayLength = 0
        var endsWithNewline = false
        var escapesNonASCII = false
        var fractionDigits: Int?
        var sortsKeys = false
        var sortsCollections = false
        var marksSets = false
        var nulls = JSONWriteOptions.Nulls.omit
        var escapesSlashes = false
        var depth = 512
        var nonFiniteNumbers = JSONNonFiniteNumbers.reject
        var planOptions = PlanOptions.none

        static let standard = Values()
    }

    let values: Values
    /// True if some options change plans (the compiled mappings of types). Then the call cannot use the standard plans of its types.
    let changesPlans: Bool
    /// True if the C writer's text is final. If false, `JSONWriteOptions.complete` changes the text after the C writer.
    let isComplete: Bool
    /// The options in the form that the C writer takes. Contains pointers into `nonFiniteTexts`.
    let style: yoke_style
    private let nonFiniteTexts: NonFiniteTexts?

    /// Returns nil if all values are the defaults.
    init?(_ values: Values) {
        guard values != .standard else { return nil }
        self.values = values
        changesPlans = values.planOptions != .none
        isComplete = !values.isLaidOut && !values.escapesNonASCII && !values.endsWithNewline
        nonFiniteTexts = NonFiniteTexts(values.nonFiniteNumbers, isQuoted: true, escapesSlashes: values.escapesSlashes)
        style = values.style(nonFiniteTexts)
    }

    @usableFromInline
    static func == (a: ChangedWriteOptions, b: ChangedWriteOptions) -> Bool { a === b || a.values == b.values }

    @usableFromInline
    func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

extension ChangedWriteOptions.Values {
    /// The largest indentation in spaces. A larger `indent` counts as this value.
    private static let maxIndent = 64

    private var blanks: UInt32 { UInt32(min(max(0, indent), Self.maxIndent)) }

    /// True if `complete` must lay out the compact text of the C writer: with tabs, or with short arrays on one line. The C writer itself
    /// can only indent by spaces.
    var isLaidOut: Bool { indentsWithTabs || shortArrayLength > 0 && indent > 0 }

    fileprivate func style(_ nonFinite: NonFiniteTexts?) -> yoke_style {
        yoke_style(
            indent: isLaidOut ? 0 : blanks, sorts_keys: sortsKeys, sorts_collections: sortsKeys || sortsCollections,
            marks_sets: marksSets, escapes_slashes: escapesSlashes,
            writes_nulls: nulls == .write, depth_limit: UInt64(clamping: max(0, depth)), non_finite: nonFinite?.cTexts,
            shortest_limit: fractionDigits == nil ? .infinity : 0,
            fraction_digits: fractionDigits.map { UInt32(min(max(0, $0), Int(YOKE_FRACTION_MAX))) + 1 } ?? 0)
    }

    /// The settings with which `yoke_out_layout` lays out a compact text.
    var layout: yoke_layout {
        yoke_layout(
            indent: indentsWithTabs ? 1 : blanks, short_array: UInt32(clamping: shortArrayLength),
            blank: indentsWithTabs ? UInt8(ascii: "\t") : UInt8(ascii: " "), slashes: false)
    }
}
