/// Options for reading a text. The default is strict: exactly the JSON of RFC 8259.
/// ```swift
/// var options = JSONReadOptions.strict
/// options.allowsComments = true
/// let config = try Config(json: text, options: options)
/// ```
@frozen
public struct JSONReadOptions: Sendable, Hashable {
    /// How Yoke handles a key that an object repeats. Two spellings of a key, with and without escapes, are the same key.
    public enum DuplicateKeys: Sendable, Hashable {
        /// The last value replaces the earlier values entirely. Dynamic JSON keeps all values. If a key on a stream's path is repeated, the
        /// stream of a document delivers the elements of every value, because it has delivered elements before it sees later values.
        case last
        /// The first value stays, even if it is null or invalid. Dynamic JSON keeps all values.
        ///
        /// Yoke checks that later values are JSON, but they may be invalid for the property. In a dictionary, keys that are equal as Swift
        /// strings are one key, even if their bytes differ. Cost: one more look-up for each key of a dictionary, and for each key of an
        /// object that Yoke's fast path (its code for usual text) does not read.
        case first
        /// A repeated key is an error of kind `.duplicateKey`, also in skipped and dynamic values.
        case reject
    }

    /// How Yoke handles text that is not Unicode: bad UTF-8, or `\u` escapes of half a surrogate pair.
    public enum InvalidUnicode: Sendable, Hashable {
        /// The first bad byte is an error.
        case reject
        /// U+FFFD replaces the bad bytes.
        case replace
    }

    /// How Yoke checks skipped values: members that a model does not have, and everything outside of a stream's path.
    public enum Skipping: Sendable, Hashable {
        /// Skipped values are checked as all other text: grammar, numbers, escapes, UTF-8, limits.
        case checked
        /// Yoke looks only for the end of a skipped value. Only for texts that you trust.
        ///
        /// - Yoke takes the first comma or closing bracket outside of strings and nested brackets as the end. It does not check the text
        ///   before, so the text need not be JSON. Damaged text may move the end: then Yoke reads other values, or throws an error at a
        ///   later position.
        /// - Inside a skipped value, Yoke checks only the limit `JSONLimits.totalBytes`.
        /// - Yoke always checks values that a property wants, dynamic JSON and raw text. `JSONValidator` checks everything. A value that is
        ///   left out counts as skipped. Examples are an invalid value in the mode `.salvage`, and a later value under
        ///   `duplicateKeys = .first`.
        /// - Yoke still checks skipped values with `collectsErrors`, with a report, and with limits under 1,024 bytes for strings or 32
        ///   digits for numbers. The engine `.yajl` always checks them.
        /// - This option is an `.invalidOptions` error together with `duplicateKeys = .reject`, or with the limits of `.untrusted`.
        case structureOnly
    }

    /// True if comments, `//` and `/* */`, count as white space.
    public var allowsComments: Bool {
        get { values.allowsComments }
        set { change { $0.allowsComments = newValue } }
    }
    /// True if a comma may follow the last element or member: `[1, 2,]`. In raw text (`JSONRawText`), a space then replaces this comma.
    ///
    /// Cost: the engine reads a copy of the text, as for a text with comments.
    public var allowsTrailingCommas: Bool {
        get { values.allowsTrailingCommas }
        set { change { $0.allowsTrailingCommas = newValue } }
    }
    /// True if the text may be JSON5 (spec.json5.org), with all of its forms.
    ///
    /// ```swift
    /// {name: 'Mia', mask: 0xFF, ratio: +.5, limit: Infinity,}  // comments, too
    /// ```
    /// - Strict JSON is also JSON5. All other options keep their meaning: half of a surrogate pair, for example, is still an error.
    /// - A hexadecimal number is read as the exact integer. It has at most `JSONLimits.numberDigits` digits, and never
    ///   more than 16,384 hexadecimal digits.
    /// - NaN and infinities are read as in `JSONNonFiniteNumbers.literal`.
    /// - Raw text (`JSONRawText`, `JSONLazy`) and the text of numbers are strict JSON: `0x10` is `16`, and `'a'` is `"a"`.
    /// - Errors have the positions of the JSON5 text.
    ///
    /// Cost: the engine reads a copy of the text, which is made byte by byte. This takes longer than reading JSON.
    public var allowsJSON5: Bool {
        get { values.allowsJSON5 }
        set { change { $0.allowsJSON5 = newValue } }
    }
    /// How Yoke reads NaN and infinities, which JSON does not have.
    public var nonFiniteNumbers: JSONNonFiniteNumbers {
        get { values.nonFiniteNumbers }
        set { change { $0.nonFiniteNumbers = newValue } }
    }
    /// True if a number that is too small for a `Double` or `Float`, such as `1e-400`, is an error of kind `.numberOutOfRange`. If false,
    /// Yoke reads it as 0.
    public var refusesUnderflow: Bool {
        get { values.refusesUnderflow }
        set { change { $0.refusesUnderflow = newValue } }
    }
    /// True if Yoke reads the words NaN and Infinity as numbers.
    var readsLiterals: Bool { allowsJSON5 || nonFiniteNumbers == .literal }
    /// True if the engine's filter (`YOKE_FILTER_COMMENTS`) removes comments. If JSON5 or the words NaN and Infinity are allowed, the
    /// filter `StrictText` removes comments instead, before the engine gets the text.
    var filtersComments: Bool { allowsComments && !readsLiterals }
    var filtersTrailingCommas: Bool { allowsTrailingCommas && !readsLiterals }
    var filtersText: Bool { filtersComments || filtersTrailingCommas }
    /// True if anything may follow the value in the text. Yoke does not look at the text after the value.
    public var allowsTrailingGarbage: Bool {
        get { values.allowsTrailingGarbage }
        set { change { $0.allowsTrailingGarbage = newValue } }
    }
    /// True if the text may be cut off. Yoke keeps the complete parts, and closes each open array or object at the end.
    ///
    /// ```swift
    /// {"a": [1, {"b": "x", "c": tr        // {"a": [1, {"b": "x"}]}
    /// ```
    /// - Yoke drops an unfinished token: a string without its closing quote, or a literal without its last letter. In an array or object
    ///   it also drops a number at the end of the text, because digits may be missing.
    /// - A member without a complete value is dropped, with its key. If an earlier member has the same key, the earlier value stays.
    /// - An enum with payloads is dropped in the same way if its tag is not complete, also if it has a fallback case.
    /// - A complete key is checked even if its value is missing. The key is an error if the dictionary's key type or the model refuses it,
    ///   if it is repeated under `.reject`, or if it exceeds a limit.
    /// - A text without any complete part (`"abc`, `tr`, an empty text) is an error of kind `.unexpectedEnd`. So is an enum with payloads that
    ///   must have a value, if its tag is not complete.
    ///
    /// To show a text while it arrives, use `JSONGrowing`. It does not read the text again with each chunk.
    public var allowsPartialValue: Bool {
        get { values.allowsPartialValue }
        set { change { $0.allowsPartialValue = newValue } }
    }
    /// True if Yoke keeps the complete characters of an unfinished string. Has an effect only with `allowsPartialValue`.
    ///
    /// ```swift
    /// {"title": "Blue sk        // {"title": "Blue sk"}
    /// ```
    /// - An incomplete UTF-8 sequence or escape at the end is left out, for example `\u12` or the first half of a surrogate pair.
    /// - Applies to Strings (also in Optionals, arrays and dictionaries) and to dynamic JSON. Other unfinished values, and unfinished keys,
    ///   are dropped, because the start of a date, enum, URL or number could look like another valid value.
    /// - `JSONRawText` and `JSONLazy` keep only complete strings. So does a value whose text a `beforeReading` hook has changed.
    public var keepsPartialStrings: Bool {
        get { values.keepsPartialStrings }
        set { change { $0.keepsPartialStrings = newValue } }
    }
    /// True if the text may hold more than one value. Readers of a single value return the last value; streams deliver each value. (An
    /// update always takes one value.)
    public var allowsSeveralValues: Bool {
        get { values.allowsSeveralValues }
        set { change { $0.allowsSeveralValues = newValue } }
    }
    /// How Yoke handles a key that an object repeats.
    public var duplicateKeys: DuplicateKeys {
        get { values.duplicateKeys }
        set { change { $0.duplicateKeys = newValue } }
    }
    /// How Yoke handles bad UTF-8 and lone surrogates.
    public var invalidUnicode: InvalidUnicode {
        get { values.invalidUnicode }
        set { change { $0.invalidUnicode = newValue } }
    }
    /// How Yoke checks skipped values.
    public var skipping: Skipping {
        get { values.skipping }
        set { change { $0.skipping = newValue } }
    }
    /// Limits for the text.
    public var limits: JSONLimits {
        get { values.limits }
        set { change { $0.limits = newValue } }
    }
    /// True if errors quote the text.
    ///
    /// If `showsSnippets` is true, errors quote keys, characters, strings that are not a case of an enum, and up to 80 bytes around their
    /// position. They also show the message of a hook or scalar that refuses a value.
    ///
    /// If `showsSnippets` is false, an error quotes no text. It has positions, kinds of values and the structure of the text. In its path,
    /// `[*]` replaces each key that neither the model nor the requested path names: `$.users[3].settings[*].size`. Yoke does not change the
    /// `underlying` error of a hook, so that error may still quote text.
    public var showsSnippets: Bool {
        get { values.showsSnippets }
        set { change { $0.showsSnippets = newValue } }
    }
    /// True if the path of a stream may match nothing, in a document or in a line. Then the stream gives no elements, and no error. Other
    /// calls ignore this option: for them, a path that matches nothing is always an error of kind `.pathNotFound`.
    public var allowsMissingPath: Bool {
        get { values.allowsMissingPath }
        set { change { $0.allowsMissingPath = newValue } }
    }
    /// The engine that reads the text.
    public var engine: JSONEngine {
        get { values.engine }
        set { change { $0.engine = newValue } }
    }
    /// How Yoke reads values that do not have the kind of their property.
    public var mode: JSONReadMode {
        get { values.mode }
        set { change { $0.mode = newValue } }
    }
    /// The style for the keys of properties that have no key of their own; nil for each type's own style. Keys of dictionaries never
    /// change.
    public var keyStyle: JSONKeyStyle? {
        get { values.planOptions.keyStyle }
        set { change { $0.planOptions.keyStyle = newValue } }
    }
    /// True to use each property's name as its key, and to ignore declared keys, paths and styles. Reads the output of
    /// `JSONWriteOptions(usesPropertyNames: true)`.
    public var usesPropertyNames: Bool {
        get { values.planOptions.usesPropertyNames }
        set { change { $0.planOptions.usesPropertyNames = newValue } }
    }
    /// The form of dates in properties that have no date style; nil for each type's own form.
    public var dateStyle: JSONDateStyle? {
        get { values.planOptions.dateStyle }
        set { change { $0.planOptions.dateStyle = newValue } }
    }
    /// Coders that replace the mappings of types; see `JSONCoders`.
    public var coders: JSONCoders? {
        get { values.planOptions.coders }
        set { change { $0.planOptions.coders = newValue } }
    }
    /// Names of properties of the outermost model. If not nil, only these properties are read, and the model's other properties are set as
    /// if their keys were missing.
    ///
    /// A name that the model does not have is an `.invalidOptions` error. To choose a flattened property, give its own name, and not the
    /// names of the properties in it. So the valid name for an entry of `jsonFields` is `flattenedFrom.first ?? name`.
    ///
    /// Cost: Yoke keeps the plans of the last 64 different sets of options. A call with any other set compiles its plans again.
    public var only: Set<String>? {
        get { values.planOptions.only }
        set { change { $0.planOptions.only = newValue } }
    }
    /// Names of properties of the outermost model that are not read. The names follow the same rules as in `only`.
    public var excluding: Set<String> {
        get { values.planOptions.excluding }
        set { change { $0.planOptions.excluding = newValue } }
    }
    /// The view of this call. A property with the rule `.views` is read only if the rule names this view. If nil, all properties are read.
    public var view: String? {
        get { values.planOptions.view }
        set { change { $0.planOptions.view = newValue } }
    }
    /// True if every model refuses members that it has no property for, as with `@JSONModel(unknownKeys: .reject)`. If false, each type has
    /// its own rule. A model that keeps its unknown members (`@JSONExtras`) still keeps them.
    public var refusesUnknownKeys: Bool {
        get { values.planOptions.refusesUnknownKeys }
        set { change { $0.planOptions.refusesUnknownKeys = newValue } }
    }
    /// The context that `decode` closures and hooks of models receive; see `JSONContext`.
    public var context: JSONContext {
        get { values.context }
        set { change { $0.context = newValue } }
    }
    /// True to continue after an invalid value. At the end, Yoke throws one error with all errors in `JSONError.all`.
    ///
    /// - The errors have the order of their positions in the text. An error about an entire object (missing keys) has the position where
    ///   the object begins.
    /// - For each property, only the first refused check is reported, because later checks may depend on it. An error of `afterReading` is
    ///   reported only if the object has no other error.
    /// - A value that the mode or a rule of the model recovers (`.salvage`, `.lossy`, `.onInvalid`) is not an error.
    /// - A stream throws the errors of an element in place of the element, and continues after it.
    /// - Some errors end the reading, and only such an error is thrown: the text is not JSON, repeats a key under `.reject`, or exceeds a
    ///   limit.
    public var collectsErrors: Bool {
        get { values.collectsErrors }
        set { change { $0.collectsErrors = newValue } }
    }

    @usableFromInline var changed: ChangedOptions?
    private var values: ChangedOptions.Values {
        _read { if let changed { yield changed.values } else { yield.standard } }
    }

    private mutating func change(_ body: (inout ChangedOptions.Values) -> Void) {
        var values = changed?.values ?? .standard
        body(&values)
        changed = ChangedOptions(values)
    }

    /// These options without those about the properties of models, such as `only`. With them, dynamic JSON can be read.
    package var withoutPlanOptions: JSONReadOptions {
        var options = self
        if values.planOptions != .none { options.change { $0.planOptions = .none } }
        return options
    }

    /// Makes strict options.
    @inlinable
    public init() {}

    /// Strict options: anything that would lose or invent data is an error.
    @inlinable public static var strict: JSONReadOptions { JSONReadOptions() }

    /// Strict options with tight limits and without repeated keys, for texts from unknown sources.
    public static let untrusted: JSONReadOptions = {
        var options = JSONReadOptions()
        options.duplicateKeys = .reject
        options.limits = .untrusted
        return options
    }()

    /// Options for JSON5: see `allowsJSON5`.
    public static let json5: JSONReadOptions = {
        var options = JSONReadOptions()
        options.allowsJSON5 = true
        return options
    }()

    /// Reads JSON with comments and trailing commas, as in the settings of Visual Studio Code.
    public static let jsonc: JSONReadOptions = {
        var options = JSONReadOptions()
        options.allowsComments = true
        options.allowsTrailingCommas = true
        return options
    }()

    /// Makes options with a mode.
    public init(mode: JSONReadMode) { self.mode = mode }

    /// See `JSONReadMode.lenient`.
    public static let lenient = JSONReadOptions(mode: .lenient)
    /// See `JSONReadMode.salvage`.
    public static let salvage = JSONReadOptions(mode: .salvage)
    /// Reads as MJExtension does; see `JSONReadMode.mjExtension`.
    public static let mjExtension = JSONReadOptions(mode: .mjExtension)
    /// Reads as YYModel does: see `JSONReadMode.yyModel`. Dates may have any form that `JSONDateStyle.auto` recognises. (The mode alone
    /// does not change the form of dates.)
    public static let yyModel: JSONReadOptions = {
        var options = JSONReadOptions(mode: .yyModel)
        options.dateStyle = .auto
        return options
    }()
    /// Reads as Mantle does; see `JSONReadMode.mantle`.
    public static let mantle = JSONReadOptions(mode: .mantle)
    /// Reads as JSONModel does; see `JSONReadMode.jsonModel`.
    public static let jsonModel = JSONReadOptions(mode: .jsonModel)
    /// Reads as JDCJsonExtension does; see `JSONReadMode.jdcJsonExtension`.
    public static let jdcJsonExtension = JSONReadOptions(mode: .jdcJsonExtension)
    /// Reads as Foundation's JSONDecoder does: the first of repeated keys stays, and a comma may follow the last element or member. A number
    /// that is too small for its type is an error.
    public static let foundation: JSONReadOptions = {
        var options = JSONReadOptions()
        options.duplicateKeys = .first
        options.allowsTrailingCommas = true
        options.refusesUnderflow = true
        return options
    }()
}

extension JSONReadOptions {
    /// The error for a combination of options that is not allowed; nil if the combination is allowed.
    package var contradiction: JSONError? {
        guard skipping == .structureOnly else { return nil }
        let other = duplicateKeys == .reject ? "duplicateKeys: reject" : limits == .untrusted ? "limits: untrusted" : nil
        return other.map {
            JSONError(
                .invalidOptions, "skipping: structureOnly does not go with \($0)",
                hint: "nothing inside a skipped value is checked; use skipping: checked")
        }
    }
}

extension JSONReadOptions: CustomStringConvertible {
    /// The options that differ from the strict ones: `JSONReadOptions(mode: lenient, only: ["name"])`.
    public var description: String {
        "JSONReadOptions(\(OptionsText.differences(of: values, from: ChangedOptions.Values.standard)))"
    }
}
