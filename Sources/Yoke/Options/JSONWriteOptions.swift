internal import CYoke

/// Options for writing JSON. By default the text is compact, members stand in the order of their declaration, and nil properties are left
/// out.
@frozen
public struct JSONWriteOptions: Sendable, Hashable {
    /// How a nil property is written.
    public enum Nulls: Sendable, Hashable {
        /// The key is left out. In an array or dictionary, nil is always written as null.
        case omit
        /// nil is written as null.
        case write
    }

    /// Number of spaces for each level of indentation, at most 64. With 0, everything stands on one line without spaces.
    ///
    /// Raw text in a `JSONRawText` or `JSONLazy` keeps its spaces and line breaks. Exception: `indentsWithTabs` and `shortArrayLength` lay
    /// out raw text, too.
    public var indent: Int {
        get { values.indent }
        set { change { $0.indent = newValue } }
    }
    /// True to indent by one tab for each level. `indent` then has no effect.
    public var indentsWithTabs: Bool {
        get { values.indentsWithTabs }
        set { change { $0.indentsWithTabs = newValue } }
    }
    /// The largest length in bytes with which an array of scalars stands on one line, as in `[1, 2]`. With 0, each element has its own
    /// line. Has an effect only with `indent` or `indentsWithTabs`.
    ///
    /// ```swift
    /// try [[1, 2], [3]].jsonString(JSONWriteOptions(indent: 2, shortArrayLength: 40))
    /// // [
    /// //   [1, 2],
    /// //   [3]
    /// // ]
    /// ```
    public var shortArrayLength: Int {
        get { values.shortArrayLength }
        set { change { $0.shortArrayLength = newValue } }
    }
    /// True to end the text with a line feed, as files on most systems end.
    public var endsWithNewline: Bool {
        get { values.endsWithNewline }
        set { change { $0.endsWithNewline = newValue } }
    }
    /// True to write a character beyond ASCII as an escape, such as `\u00e9`. A character beyond U+FFFF becomes two escapes (RFC 8259
    /// section 7). Characters in raw text are escaped, too.
    public var escapesNonASCII: Bool {
        get { values.escapesNonASCII }
        set { change { $0.escapesNonASCII = newValue } }
    }
    /// The number of digits after the decimal point of each Float and Double, 0 to 20. If nil, Yoke writes as few digits as are needed to
    /// read back the same number.
    ///
    /// ```swift
    /// try [0.5, 2.0 / 3].jsonString(JSONWriteOptions(fractionDigits: 2))   // [0.50,0.67]
    /// ```
    /// Yoke rounds the exact binary value; a tie goes to the even digit. The option does not change numbers from 1e17 on, which have no
    /// fraction. `Decimal`, `JSONNumber` and numbers in raw text keep their digits.
    public var fractionDigits: Int? {
        get { values.fractionDigits }
        set { change { $0.fractionDigits = newValue } }
    }
    /// True to sort all members of each object by the bytes of their keys, also the tags of enums and the unknown members. The elements of
    /// a Set are then sorted by the bytes of their JSON.
    ///
    /// Sorted keys are useful for texts that are compared or signed. Raw text in a `JSONRawText` is not sorted.
    public var sortsKeys: Bool {
        get { values.sortsKeys }
        set { change { $0.sortsKeys = newValue } }
    }
    /// How a nil property is written.
    public var nulls: Nulls {
        get { values.nulls }
        set { change { $0.nulls = newValue } }
    }
    /// True to write `/` as `\/`, for JSON inside HTML. Slashes in raw text are escaped, too.
    public var escapesSlashes: Bool {
        get { values.escapesSlashes }
        set { change { $0.escapesSlashes = newValue } }
    }
    /// Number of arrays and objects that may be open at one time. A deeper value is an error. Arrays and objects inside of raw text
    /// (`JSONRawText`, `JSONLazy`) do not count.
    public var depth: Int {
        get { values.depth }
        set { change { $0.depth = newValue } }
    }
    /// The style for the keys of properties that have no key of their own; nil for each type's own style. Keys of dictionaries never
    /// change.
    public var keyStyle: JSONKeyStyle? {
        get { values.planOptions.keyStyle }
        set { change { $0.planOptions.keyStyle = newValue } }
    }
    /// True to write properties under their names, and to ignore their keys, paths and styles. Properties that are never written stay out.
    public var usesPropertyNames: Bool {
        get { values.planOptions.usesPropertyNames }
        set { change { $0.planOptions.usesPropertyNames = newValue } }
    }
    /// The form of dates whose property has no date style; nil for each type's own form.
    public var dateStyle: JSONDateStyle? {
        get { values.planOptions.dateStyle }
        set { change { $0.planOptions.dateStyle = newValue } }
    }
    /// Coders that replace the mappings of types; see `JSONCoders`.
    public var coders: JSONCoders? {
        get { values.planOptions.coders }
        set { change { $0.planOptions.coders = newValue } }
    }
    /// Names of properties of the outermost model. If not nil, only these properties are written. In an array of models, and for a class
    /// with subclasses, the names apply to each model.
    ///
    /// A name that the model does not have is an `.invalidOptions` error. A class that may have subclasses accepts any name, because the
    /// name may belong to a subclass. To choose a flattened property, give its own name, and not the names of the properties in it. So the
    /// valid name for an entry of `jsonFields` is `flattenedFrom.first ?? name`.
    ///
    /// Cost: Yoke keeps the plans of the last 64 different sets of options. A call with any other set compiles its plans again.
    public var only: Set<String>? {
        get { values.planOptions.only }
        set { change { $0.planOptions.only = newValue } }
    }
    /// Names of properties of the outermost model that are not written. The names follow the same rules as in `only`.
    public var excluding: Set<String> {
        get { values.planOptions.excluding }
        set { change { $0.planOptions.excluding = newValue } }
    }
    /// The view of this call. A property with the rule `.views` is written only if the rule names this view. If nil, all are written.
    public var view: String? {
        get { values.planOptions.view }
        set { change { $0.planOptions.view = newValue } }
    }

    /// True to leave out properties that have their initial value, in all models of the call; see `JSONFields.omitsDefaults()`.
    public var omitsDefaults: Bool {
        get { values.planOptions.omitsDefaults }
        set { change { $0.planOptions.omitsDefaults = newValue } }
    }
    /// For `jsonCopy`: true to write nil as null for each property whose initial value is not nil. If the key were missing, reading would
    /// give the initial value instead of nil.
    var keepsNil: Bool {
        get { values.planOptions.keepsNil }
        set { change { $0.planOptions.keepsNil = newValue } }
    }

    /// How Yoke writes NaN and infinities, which JSON does not have. The default is an error of kind `.nonFiniteNumber`.
    public var nonFiniteNumbers: JSONNonFiniteNumbers {
        get { values.nonFiniteNumbers }
        set { change { $0.nonFiniteNumbers = newValue } }
    }

    @usableFromInline var changed: ChangedWriteOptions?
    private var values: ChangedWriteOptions.Values {
        _read { if let changed { yield changed.values } else { yield.standard } }
    }

    private mutating func change(_ body: (inout ChangedWriteOptions.Values) -> Void) {
        var values = changed?.values ?? .standard
        body(&values)
        changed = ChangedWriteOptions(values)
    }

    /// Makes the options of `.compact`.
    @inlinable
    public init() {}

    /// Makes options. Each default is the value in `.compact`.
    public init(
        indent: Int = 0, indentsWithTabs: Bool = false, shortArrayLength: Int = 0, endsWithNewline: Bool = false, sortsKeys: Bool = false,
        nulls: Nulls = .omit, escapesSlashes: Bool = false, escapesNonASCII: Bool = false, fractionDigits: Int? = nil, depth: Int = 512,
        keyStyle: JSONKeyStyle? = nil, usesPropertyNames: Bool = false, dateStyle: JSONDateStyle? = nil, coders: JSONCoders? = nil,
        only: Set<String>? = nil, excluding: Set<String> = [], view: String? = nil, omitsDefaults: Bool = false,
        nonFiniteNumbers: JSONNonFiniteNumbers = .reject
    ) {
        let planOptions = PlanOptions(
            keyStyle: keyStyle, usesPropertyNames: usesPropertyNames, dateStyle: dateStyle, coders: coders, only: only,
            excluding: excluding,
            view: view, omitsDefaults: omitsDefaults)
        changed = ChangedWriteOptions(
            ChangedWriteOptions.Values(
                indent: indent, indentsWithTabs: indentsWithTabs, shortArrayLength: shortArrayLength, endsWithNewline: endsWithNewline,
                escapesNonASCII: escapesNonASCII, fractionDigits: fractionDigits, sortsKeys: sortsKeys, nulls: nulls,
                escapesSlashes: escapesSlashes, depth: depth, nonFiniteNumbers: nonFiniteNumbers, planOptions: planOptions))
    }

    /// Compact JSON: one line without spaces (see `indent`).
    @inlinable public static var compact: JSONWriteOptions { JSONWriteOptions() }
    /// Indented JSON: two spaces for each level.
    public static let pretty = JSONWriteOptions(indent: 2)
    /// Compact JSON without a limit of depth, for values that were read from a text.
    package static let unlimited = JSONWriteOptions(depth: .max)

    /// A depth for texts that only Yoke itself reads. Class instances that refer to each other in a cycle exceed it.
    static let cycleDepth = 100_000
    /// These options, with sorted dictionaries and Sets: equal models then have equal texts. The members of a model keep their order.
    package var sortingCollections: JSONWriteOptions {
        var options = self
        options.change { $0.sortsCollections = true }
        return options
    }
    /// As `sortingCollections`, but each Set that is not empty has one of its elements twice. So code that compares the two JSON values of
    /// a model can tell Sets from arrays.
    package var markingSets: JSONWriteOptions {
        var options = sortingCollections
        options.change { $0.marksSets = true }
        return options
    }
    /// Compact JSON with sorted keys, for texts that are compared.
    static let sorted = JSONWriteOptions(sortsKeys: true)

    /// The options in the form that the C writer takes. Its pointers to the texts of NaN and infinities are valid as long as the options
    /// live.
    var style: yoke_style { changed?.style ?? yoke_compact().pointee }

    /// Passes the options as a `yoke_style` to `write`. The pointers in the `yoke_style` are valid during the call of `write`. If
    /// `complete` lays out the text afterwards, the `yoke_style` has no indentation.
    func withStyle(_ write: (UnsafePointer<yoke_style>) -> Bool) -> Bool {
        guard let changed else { return write(yoke_compact()) }
        return withExtendedLifetime(changed) { withUnsafePointer(to: changed.style) { write($0) } }
    }

    /// The same options without indentation, without a line feed at the end, and without the escapes that JSON does not need.
    package var withoutLayout: JSONWriteOptions {
        var options = self
        options.change {
            ($0.indent, $0.indentsWithTabs, $0.shortArrayLength, $0.endsWithNewline) = (0, false, 0, false)
            ($0.escapesSlashes, $0.escapesNonASCII) = (false, false)
        }
        return options
    }

    /// True if the C writer's text is final. If false, the caller must call `complete` after the C writer.
    var isComplete: Bool { changed?.isComplete ?? true }

    /// The settings with which `complete` lays out the text: indentation and short arrays.
    var layout: yoke_layout { values.layout }

    /// Changes the C writer's text from the byte `start` on into the final text. Escapes characters beyond ASCII, lays out the text, and
    /// adds the line feed at the end, as the options say. `depth`: number of open containers around this text, for the indentation.
    func complete(_ out: UnsafeMutablePointer<yoke_buffer>, from start: Int, depth: Int = 0) {
        if escapesNonASCII { yoke_out_ascii(out, start) }
        if values.isLaidOut {
            var layout = layout
            yoke_out_layout(out, start, depth, &layout)
        }
        if endsWithNewline { yoke_buffer_push(out, UInt8(ascii: "\n")) }
    }
}

extension JSONWriteOptions: CustomStringConvertible {
    /// The options that differ from the compact ones: `JSONWriteOptions(indent: 2, sortsKeys: true)`.
    public var description: String { "JSONWriteOptions(\(OptionsText.differences(of: values, from: ChangedWriteOptions.Values.standard)))" }
}
