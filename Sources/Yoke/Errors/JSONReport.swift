/// A list of what Yoke recovered, converted or ignored while it read a text: conversions, defaults for null and for invalid values,
/// dropped elements, unknown keys and repeated keys.
///
/// ```swift
/// var report = JSONReport()
/// let list = try [Tweet](json: data, options: .salvage, report: &report)
/// print(report)                                       // one line for each entry
/// ```
public struct JSONReport: Sendable, Hashable {
    /// The kind of an entry.
    public enum Kind: Sendable, Hashable {
        /// A value of another kind was converted, for example a string to a number, or an empty array to an empty object.
        case coerced
        /// The property has its default, because the text has null.
        case defaultForNull
        /// An invalid value counted as missing, or a default replaced it.
        case defaultForInvalid
        /// An array or dictionary was read without one of its elements, because the element is invalid.
        case dropped
        /// A key that no property has. Two sorts of keys are not reported: the key of a property that the call leaves out, and a key that a
        /// property for extras (`@JSONExtras`) keeps.
        case unknownKey
        /// A key that is repeated in a model, in a dictionary, or in an object on the call's path (`at:`). If keys of a
        /// dictionary have different bytes but are equal in Swift, the entry has the path of the dictionary.
        case duplicateKey
    }

    /// One value or key that was recovered, converted or ignored.
    public struct Entry: Sendable, Hashable, CustomStringConvertible {
        /// The kind of the entry.
        public let kind: Kind
        /// The JSONPath of the value or key. If Yoke left out an element or property: the path of the invalid value in it.
        public let path: String
        /// The range of the value or key in the text, in bytes of UTF-8. The range may end inside the value, where Yoke found the reason
        /// for the entry.
        public let bytes: Range<Int>
        /// Line of the first byte, from 1.
        public let line: Int
        /// Column of the first byte, from 1, in characters.
        public let column: Int
        /// The kind of value that the property expects, in words.
        public let expected: String
        /// The kind of value in the text, in words.
        public let found: String
        /// The message of the error that made Yoke leave out a value; nil if no value was left out.
        public let reason: String?
        /// The JSONPath of the element or property that was left out: the invalid value itself, or a value around the invalid value. nil if
        /// nothing was left out.
        public let leftOut: String?
        /// True if a default for invalid values (`.onInvalid(x)`) replaced the value that was left out.
        let isReplaced: Bool

        init(
            kind: Kind, path: String, bytes: Range<Int>, line: Int, column: Int, expected: String, found: String, reason: String? = nil,
            leftOut: String? = nil, isReplaced: Bool = false
        ) {
            (self.kind, self.path, self.bytes, self.line, self.column) = (kind, path, bytes, line, column)
            (self.expected, self.found, self.reason, self.leftOut, self.isReplaced) = (expected, found, reason, leftOut, isReplaced)
        }

        /// The entry as one line: `$[3].age (line 3, column 23): expected an integer (Int), found a string; $[3] was dropped`
        public var description: String {
            let what =
                switch kind {
                case .coerced: "converted \(found) to \(expected)"
                case .defaultForNull: "null was replaced by the default"
                case .defaultForInvalid where isReplaced: "\(reason ?? found); \(leftOut ?? path) has the default for invalid values"
                case .defaultForInvalid: "\(reason ?? found); \(leftOut ?? path) was left out"
                case .dropped: "\(reason ?? found); \(leftOut ?? path) was dropped"
                case .unknownKey: "an unknown key"
                case .duplicateKey: "a repeated key"
                }
            return "\(path) (line \(line), column \(column)): \(what)"
        }
    }

    /// A kind of entry and a path. `counts` has the number of entries for each such pair.
    public struct CountKey: Sendable, Hashable {
        /// The kind of the entries.
        public let kind: Kind
        /// The path of the entries, with `[*]` in place of each index.
        public let path: String

        /// Makes the pair of a kind and a path, to look up the number of entries in `counts`.
        public init(kind: Kind, path: String) {
            self.kind = kind
            self.path = path
        }
    }

    /// The first 100 entries, in the order of the text.
    public private(set) var entries: [Entry] = []
    /// The number of all entries, by kind and path.
    public private(set) var counts: [CountKey: Int] = [:]
    /// The number of all entries, including those that are not listed.
    public var total: Int { counts.values.reduce(0, +) }

    /// An empty report.
    public init() {}

    private static let maxEntries = 100

    /// Adds an entry at its place in the order of the positions. Entries at the same position stay in the order in which they were added.
    ///
    /// - Parameter earlier: number of listed entries that belong to earlier texts. The new entry goes after them.
    mutating func add(_ entry: Entry, after earlier: Int) {
        var index = entries.count
        while index > earlier, entries[index - 1].bytes.lowerBound > entry.bytes.lowerBound { index -= 1 }
        if index < Self.maxEntries { entries.insert(entry, at: index) }
        if entries.count > Self.maxEntries { entries.removeLast() }
        count(entry.kind, at: entry.path)
    }

    /// Counts an entry in `counts`, and does not add it to `entries`.
    mutating func count(_ kind: Kind, at path: String) { counts[CountKey(kind: kind, path: Self.pattern(of: path)), default: 0] += 1 }

    /// Returns true if the list is full, so that `add` with the same `earlier` would only count an entry that begins at byte `start`.
    func onlyCounts(at start: Int, after earlier: Int) -> Bool {
        guard entries.count >= Self.maxEntries, let last = entries.last else { return false }
        return entries.count <= earlier || last.bytes.lowerBound <= start
    }

    /// Returns the path with `[*]` for each index. The function compares Unicode scalars, because a letter of a key may form one Character
    /// with a bracket.
    private static func pattern(of path: String) -> String {
        var pattern = String.UnicodeScalarView(), rest = path.unicodeScalars[...]
        while let open = rest.firstIndex(of: "[") {
            pattern += rest[...open]
            rest = rest[rest.index(after: open)...]
            if rest.first == "'" {
                // The bracket begins a quoted key. Brackets and digits inside the quotes belong to the key: they are not an index.
                let key = quoted(rest)
                pattern += key
                rest = rest[key.endIndex...]
                continue
            }
            let digits = rest.prefix { "0"..."9" ~= $0 }
            guard !digits.isEmpty, rest[digits.endIndex...].first == "]" else { continue }
            pattern.append("*")
            rest = rest[digits.endIndex...]
        }
        return String(pattern + rest)
    }

    /// Returns the quoted key at the start of `path`, with its quotes.
    private static func quoted(_ path: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var isEscaped = false
        let end = path.dropFirst().firstIndex { c in
            defer { isEscaped = c == "\\" && !isEscaped }
            return c == "'" && !isEscaped
        }
        return path[..<(end.map(path.index(after:)) ?? path.endIndex)]
    }
}

extension JSONReport: CustomStringConvertible {
    /// A line for each listed entry: its path and position, what Yoke did, and why. The last line counts the entries that are not listed.
    ///
    /// ```
    /// $[3].tags[1] (line 3, column 23): expected a string, found a number; $[3].tags[1] was dropped
    /// $[4].age (line 4, column 9): converted a string to an integer (Int)
    /// ```
    public var description: String {
        if entries.isEmpty { return "nothing to report" }
        let more = total - entries.count
        return (entries.map(\.description) + (more > 0 ? ["and \(more) more: see `counts`"] : [])).joined(separator: "\n")
    }
}
