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

    /// The wishes of the call for the plans; nil if there are none.
    @usableFromInline var changed: ChangedPlan?

    var wishes: PlanWishes {
        get { changed?.wishes ?? .none }
        set { changed = ChangedPlan(newValue) }
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
        indent: Int = 0, sortsKeys: Bool = false, nulls: Nulls = .omit, escapesSlashes: Bool = false, depth: Int = 512,
        keyStyle: JSONKeyStyle? = nil, usesPropertyNames: Bool = false, dateStyle: JSONDateStyle? = nil, coders: JSONCoders? = nil,
        only: Set<String>? = nil, excluding: Set<String> = [], view: String? = nil
    ) {
        self.indent = indent
        self.sortsKeys = sortsKeys
        self.nulls = nulls
        self.escapesSlashes = escapesSlashes
        self.depth = depth
        wishes = PlanWishes(
            keyStyle: keyStyle, usesPropertyNames: usesPropertyNames, dateStyle: dateStyle, coders: coders, only: only, excluding: excluding,
            view: view)
    }

    /// One line without spaces (see `indent`).
    @inlinable public static var compact: JSONWriteOptions { JSONWriteOptions() }
    /// Two spaces for each level.
    public static let pretty = JSONWriteOptions(indent: 2)

    /// The largest indentation in spaces. A larger `indent` counts as this value.
    static let mostIndent = 64

    var style: yoke_style {
        yoke_style(
            indent: UInt32(min(max(0, indent), Self.mostIndent)), sorts_keys: sortsKeys, escapes_slashes: escapesSlashes,
            writes_nulls: nulls == .write, depth_limit: UInt64(clamping: max(0, depth)))
    }
}
