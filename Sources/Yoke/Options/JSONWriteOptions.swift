internal import CYoke

/// Options for writing JSON. By default the text is compact, members stand in the order of their declaration, and nil properties are left
/// out.
public struct JSONWriteOptions: Sendable, Hashable {
    /// How a nil property is written.
    public enum Nulls: Sendable, Hashable {
        /// Nothing: the key is left out. In an array or dictionary, nil is always written as null.
        case omit
        /// null.
        case write
    }

    /// Number of spaces for each level of indentation, at most 64. With 0, everything stands on one line without spaces.
    ///
    /// Raw text in a `JSONRawText` or `JSONLazy` is written as it is, with its spaces and line breaks.
    public var indent: Int
    /// Indents by one tab for each level. `indent` then has no effect.
    public var indentsWithTabs = false
    /// The greatest length in bytes of an array that stands on one line, as in `[1, 2]`; 0 for none. Has an effect with indentation, and
    /// for arrays of scalars.
    ///
    /// ```swift
    /// try [[1, 2], [3]].jsonString(JSONWriteOptions(indent: 2, shortArrayLength: 40))
    /// // [
    /// //   [1, 2],
    /// //   [3]
    /// // ]
    /// ```
    public var shortArrayLength = 0
    /// Ends the text with a line feed, as files on most systems end.
    public var endsWithNewline = false
    /// Writes characters beyond ASCII as `\u00e9`, and those beyond U+FFFF as two escapes (RFC 8259 section 7). Also in raw text.
    public var escapesNonASCII = false
    /// The number of digits after the point of each Float and Double, 0 to 20; nil for as few digits as read back the same number.
    ///
    /// ```swift
    /// try [0.5, 2.0 / 3].jsonString(JSONWriteOptions(fractionDigits: 2))   // [0.50,0.67]
    /// ```
    /// The exact binary value is rounded; a tie goes to the even digit. Numbers from 1e17 on have no fraction, and are written as without
    /// this option. `Decimal`, `JSONNumber` and numbers in raw text keep their digits.
    public var fractionDigits: Int?
    /// Sorts the members of each object by the bytes of their keys, with tags and extras. Also sorts the elements of a Set by the bytes
    /// of their text.
    ///
    /// Use it for texts that are compared or signed. Raw text in a `JSONRawText` or `JSONLazy` stays as it is.
    public var sortsKeys: Bool
    /// How a nil property is written.
    public var nulls: Nulls
    /// Writes `/` as `\/`, for JSON inside HTML.
    public var escapesSlashes: Bool
    /// Number of arrays and objects that may be open at one time. A deeper value is an error.
    public var depth: Int
    /// The style for keys that a property does not give itself; nil for each type's own style. Keys of dictionaries never change.
    public var keyStyle: JSONKeyStyle? {
        get { wishes.keyStyle }
        set { wishes.keyStyle = newValue }
    }
    /// Writes properties under their names, and ignores their keys, paths and styles. Properties that are not written stay out.
    public var usesPropertyNames: Bool {
        get { wishes.usesPropertyNames }
        set { wishes.usesPropertyNames = newValue }
    }
    /// The form of dates without a form of their own; nil for each type's own form.
    public var dateStyle: JSONDateStyle? {
        get { wishes.dateStyle }
        set { wishes.dateStyle = newValue }
    }
    /// Coders that replace the mappings of types; see `JSONCoders`.
    public var coders: JSONCoders? {
        get { wishes.coders }
        set { wishes.coders = newValue }
    }
    /// Names of the properties of the outermost model that are written; nil for all. In an array of models, and for a class with
    /// subclasses, the names apply to each model.
    ///
    /// A name that the model does not have is an `.invalidOptions` error. `jsonFields` lists the names of the model
    /// (`flattenedFrom.first ?? name`). A class that may have subclasses accepts any name, because subclasses have names of their own.
    /// Cost: Yoke keeps plans for the last few dozen sets of names. For any other set it compiles the plans again.
    public var only: Set<String>? {
        get { wishes.only }
        set { wishes.only = newValue }
    }
    /// Names of the properties of the outermost model that are not written. The names follow the same rules as in `only`.
    public var excluding: Set<String> {
        get { wishes.excluding }
        set { wishes.excluding = newValue }
    }
    /// The view of this call. A property with views is written only if this view is among its views. nil: all properties are written.
    public var view: String? {
        get { wishes.view }
        set { wishes.view = newValue }
    }

    /// Leaves out properties that have their initial value, in all models of the call; see `JSONFields.omitsDefaults()`.
    public var omitsDefaults: Bool {
        get { wishes.omitsDefaults }
        set { wishes.omitsDefaults = newValue }
    }

    /// How Yoke writes NaN and infinities, which JSON does not have. The default is an error of kind `.nonFiniteNumber`.
    public var nonFiniteNumbers: JSONNonFiniteNumbers {
        get { changed?.nonFiniteNumbers ?? .reject }
        set { changed = ChangedPlan(wishes, newValue) }
    }

    /// The wishes of the call for the plans; nil if there are none.
    @usableFromInline var changed: ChangedPlan?

    var wishes: PlanWishes {
        get { changed?.wishes ?? .none }
        set { changed = ChangedPlan(newValue, nonFiniteNumbers) }
    }

    /// Makes the options of `.compact`.
    @inlinable
    public init() {
        indent = 0
        sortsKeys = false
        nulls = .omit
        escapesSlashes = false
        depth = 512
        changed = nil
    }

    /// Makes options. Each default is the value in `.compact`.
    public init(
        indent: Int = 0, indentsWithTabs: Bool = false, shortArrayLength: Int = 0, endsWithNewline: Bool = false, sortsKeys: Bool = false,
        nulls: Nulls = .omit, escapesSlashes: Bool = false, escapesNonASCII: Bool = false, fractionDigits: Int? = nil, depth: Int = 512,
        keyStyle: JSONKeyStyle? = nil, usesPropertyNames: Bool = false, dateStyle: JSONDateStyle? = nil, coders: JSONCoders? = nil,
        only: Set<String>? = nil, excluding: Set<String> = [], view: String? = nil, omitsDefaults: Bool = false, nonFiniteNumbers: JSONNonFiniteNumbers = .reject
    ) {
        self.indent = indent
        self.sortsKeys = sortsKeys
        self.nulls = nulls
        self.escapesSlashes = escapesSlashes
        self.depth = depth
        self.indentsWithTabs = indentsWithTabs
        self.shortArrayLength = shortArrayLength
        self.endsWithNewline = endsWithNewline
        self.escapesNonASCII = escapesNonASCII
        self.fractionDigits = fractionDigits
        wishes = PlanWishes(
            keyStyle: keyStyle, usesPropertyNames: usesPropertyNames, dateStyle: dateStyle, coders: coders, only: only, excluding: excluding,
            view: view, omitsDefaults: omitsDefaults)
        if nonFiniteNumbers != .reject { self.nonFiniteNumbers = nonFiniteNumbers }
    }

    /// One line without spaces (see `indent`).
    @inlinable public static var compact: JSONWriteOptions { JSONWriteOptions() }
    /// Two spaces for each level.
    public static let pretty = JSONWriteOptions(indent: 2)

    /// The largest indentation in spaces. A larger `indent` counts as this value.
    static let mostIndent = 64

    /// The style of the traversal. A text that gets its layout afterwards is compact until then.
    var style: yoke_style {
        yoke_style(
            indent: isLaidOut ? 0 : blanks, sorts_keys: sortsKeys, escapes_slashes: escapesSlashes,
            writes_nulls: nulls == .write, depth_limit: UInt64(clamping: max(0, depth)), non_finite: changed?.nonFiniteTexts?.c,
            shortest_limit: fractionDigits == nil ? .infinity : 0,
            fraction_digits: fractionDigits.map { UInt32(min(max(0, $0), Int(YOKE_FRACTION_MAX))) + 1 } ?? 0)
    }

    /// The same options for a compact text with the usual escapes.
    package var withoutLayout: JSONWriteOptions {
        var options = self
        (options.indent, options.indentsWithTabs, options.shortArrayLength, options.endsWithNewline) = (0, false, 0, false)
        (options.escapesSlashes, options.escapesNonASCII) = (false, false)
        return options
    }

    private var blanks: UInt32 { UInt32(min(max(0, indent), Self.mostIndent)) }

    /// True for the layouts that are made from a finished text.
    private var isLaidOut: Bool { indentsWithTabs || shortArrayLength > 0 && indent > 0 }

    /// True if the text is complete as it is written.
    var isComplete: Bool { !isLaidOut && !escapesNonASCII && !endsWithNewline }

    /// The layout of the finished text.
    var layout: yoke_layout {
        yoke_layout(
            indent: indentsWithTabs ? 1 : blanks, short_array: UInt32(clamping: shortArrayLength),
            blank: indentsWithTabs ? UInt8(ascii: "\t") : UInt8(ascii: " "), slashes: false)
    }

    /// Changes the text from `start` on into its final form: characters, layout, the last line feed.
    func complete(_ out: UnsafeMutablePointer<yoke_buffer>, from start: Int, depth: Int = 0) {
        if escapesNonASCII { yoke_out_ascii(out, start) }
        if isLaidOut {
            var layout = layout
            yoke_out_layout(out, start, depth, &layout)
        }
        if endsWithNewline { yoke_buffer_push(out, UInt8(ascii: "\n")) }
    }
}
