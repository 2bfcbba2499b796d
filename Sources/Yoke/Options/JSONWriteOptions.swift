internal import CYoke

/// How JSON is written. The default is compact, members in the order of their declaration, nil left out.
public struct JSONWriteOptions: Sendable, Hashable {
    /// What is written for a nil property.
    public enum Nulls: Sendable, Hashable {
        /// Nothing: the key is left out. nil in an array or dictionary is always null.
        case omit
        /// null.
        case write
    }

    /// Spaces of indentation a level, at most 64; 0 writes everything in one line without blanks, but for those in what a
    /// `JSONRawText` or `JSONLazy` keeps, which is written as it is: line breaks, too.
    public var indent: Int
    /// Members ordered by the bytes of their keys, all of each object, tags and extras too, and elements of a Set by those of their text: for
    /// texts that are compared or signed. What a `JSONRawText` or `JSONLazy` keeps stays as it is.
    public var sortsKeys: Bool
    /// What is written for nil.
    public var nulls: Nulls
    /// `/` as `\/`, for JSON inside of HTML.
    public var escapesSlashes: Bool
    /// Open arrays and objects at one time; more is an error.
    public var depth: Int
    /// The style of keys that are not given, instead of each type's own. Keys of dictionaries are never changed.
    public var keyStyle: JSONKeyStyle?
    /// Properties are written under their names, whatever keys, paths and styles they were given; those that are not written stay out.
    public var usesPropertyNames: Bool
    /// The form of dates that do not say theirs, instead of each type's own.
    public var dateStyle: JSONDateStyle?
    /// Coders for types, instead of the types' own mappings; see `JSONCoders`.
    public var coders: JSONCoders?
    /// The properties of the outermost model that are written, by name; nil: all. In a class or array of models: those of each. A name that
    /// the model does not have is an `.invalidOptions` error (`jsonFields` lists those it has: `flattenedFrom.first ?? name`); but not of a class that may have subclasses,
    /// which have names of their own.
    /// Plans for a few dozen sets of names are kept, those that were asked for last; for any other one they are made anew.
    public var only: Set<String>?
    /// Properties of the outermost model that are not written, by name as in `only`.
    public var excluding: Set<String>
    /// Properties that name views are written only if this is one of them; nil: all are.
    public var view: String?

    /// Options of one's own; every default is that of `.compact`.
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
        self.keyStyle = keyStyle
        self.usesPropertyNames = usesPropertyNames
        self.dateStyle = dateStyle
        self.coders = coders
        self.only = only
        self.excluding = excluding
        self.view = view
    }

    /// One line, no blanks (see `indent`).
    public static let compact = JSONWriteOptions()
    /// Two spaces a level.
    public static let pretty = JSONWriteOptions(indent: 2)

    /// More blanks a level than any reader wants; what is above counts as this.
    static let mostIndent = 64

    var style: yoke_style {
        yoke_style(
            indent: UInt32(min(max(0, indent), Self.mostIndent)), sorts_keys: sortsKeys, escapes_slashes: escapesSlashes,
            writes_nulls: nulls == .write, depth_limit: UInt64(clamping: max(0, depth)))
    }
}
