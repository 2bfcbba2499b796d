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

    /// Spaces of indentation a level, at most 64; 0 writes everything in one line without blanks.
    public var indent: Int
    /// Members ordered by the bytes of their keys, for texts that are compared or signed.
    public var sortsKeys: Bool
    /// What is written for nil.
    public var nulls: Nulls
    /// `/` as `\/`, for JSON inside of HTML.
    public var escapesSlashes: Bool
    /// Open arrays and objects at one time; more is an error.
    public var depth: Int

    /// Options of one's own; every default is that of `.compact`.
    public init(
        indent: Int = 0, sortsKeys: Bool = false, nulls: Nulls = .omit, escapesSlashes: Bool = false, depth: Int = 512
    ) {
        self.indent = indent
        self.sortsKeys = sortsKeys
        self.nulls = nulls
        self.escapesSlashes = escapesSlashes
        self.depth = depth
    }

    /// One line, no blanks.
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
