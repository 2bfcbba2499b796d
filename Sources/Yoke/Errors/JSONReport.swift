/// What was mended while a text was read: every conversion, every default that took the place of null or of a value that did not fit,
/// every dropped element, every unknown and repeated key.
///
/// ```swift
/// var report = JSONReport()
/// let list = try [Tweet](json: data, options: .salvage, report: &report)
/// print(report)                                       // a line for each
/// ```
public struct JSONReport: Sendable, Hashable {
    /// What was done.
    public enum Kind: Sendable, Hashable {
        /// A value of another kind was converted; an empty array is taken for an empty object.
        case coerced
        /// null led to the declared initial value.
        case defaultForNull
        /// A value that did not fit counted as absent, or led to its default.
        case defaultForInvalid
        /// An element of an array or dictionary was left out.
        case dropped
        /// A key that no property has. Keys of properties that the call leaves out are not unknown, nor are those that extras keep.
        case unknownKey
        /// A key for the second time: of a model, of a dictionary, or on the path to the value. (In Swift, different bytes may be equal strings:
        /// if only such keys of a dictionary meet, the entry is about the dictionary.)
        case duplicateKey
    }

    /// One thing that was mended.
    public struct Entry: Sendable, Hashable, CustomStringConvertible {
        /// What was done.
        public let kind: Kind
        /// Where, as a JSONPath. Where something was left out: the place of what did not fit, in it.
        public let path: String
        /// The bytes of the value or key in the text, as far as it had been read.
        public let bytes: Range<Int>
        /// Line of the first of them, from 1.
        public let line: Int
        /// Column of it, from 1, in characters.
        public let column: Int
        /// The kind of value that the property has, in words.
        public let expected: String
        /// What stood in the text, in words.
        public let found: String
        /// Why something was left out, in the words of an error; nil where nothing was.
        public let reason: String?
        /// The element or property that was left out, as a JSONPath: that of what did not fit, or of a value around it.
        public let leftOut: String?
        /// A default for wrong values (`.onInvalid(x)`) took the place of what was left out.
        let isReplaced: Bool

        init(
            kind: Kind, path: String, bytes: Range<Int>, line: Int, column: Int, expected: String, found: String, reason: String? = nil,
            leftOut: String? = nil, isReplaced: Bool = false
        ) {
            (self.kind, self.path, self.bytes, self.line, self.column) = (kind, path, bytes, line, column)
            (self.expected, self.found, self.reason, self.leftOut, self.isReplaced) = (expected, found, reason, leftOut, isReplaced)
        }

        /// `$[3].age (line 3, column 23): expected an integer (Int), found a string; $[3] was dropped`
        public var description: String {
            let what =
                switch kind {
                case .coerced: "converted \(found) to \(expected)"
                case .defaultForNull: "the default stands for null"
                case .defaultForInvalid where isReplaced: "\(reason ?? found); \(leftOut ?? path) has the default for wrong values"
                case .defaultForInvalid: "\(reason ?? found); \(leftOut ?? path) was left out"
                case .dropped: "\(reason ?? found); \(leftOut ?? path) was dropped"
                case .unknownKey: "an unknown key"
                case .duplicateKey: "a key for the second time"
                }
            return "\(path) (line \(line), column \(column)): \(what)"
        }
    }

    /// How often something was done at one place of the model.
    public struct Place: Sendable, Hashable {
        /// What was done.
        public let kind: Kind
        /// The path with `[*]` for every index.
        public let path: String

        /// A place to look up in `counts`.
        public init(kind: Kind, path: String) {
            self.kind = kind
            self.path = path
        }
    }

    /// The first 100 entries, in the order of the text.
    public private(set) var entries: [Entry] = []
    /// All of them, counted by kind and path.
    public private(set) var counts: [Place: Int] = [:]
    /// How many there are in all.
    public var total: Int { counts.values.reduce(0, +) }

    /// An empty report.
    public init() {}

    private static let most = 100

    /// Adds an entry at its place in the order of the text; at one place, entries stay as they were told.
    ///
    /// - Parameter earlier: how many entries are of earlier texts.
    mutating func add(_ entry: Entry, after earlier: Int) {
        var index = entries.count
        while index > earlier, entries[index - 1].bytes.lowerBound > entry.bytes.lowerBound { index -= 1 }
        if index < Self.most { entries.insert(entry, at: index) }
        if entries.count > Self.most { entries.removeLast() }
        count(entry.kind, at: entry.path)
    }

    /// Counts an entry that is not listed.
    mutating func count(_ kind: Kind, at path: String) { counts[Place(kind: kind, path: Self.pattern(of: path)), default: 0] += 1 }

    /// Returns true if `add` would not list an entry that begins at this byte.
    func onlyCounts(at start: Int, after earlier: Int) -> Bool {
        guard entries.count >= Self.most, let last = entries.last else { return false }
        return entries.count <= earlier || last.bytes.lowerBound <= start
    }

    private static func pattern(of path: String) -> String {
        var pattern = ""
        var rest = Substring(path)
        while let open = rest.firstIndex(of: "[") {
            pattern += rest[...open]
            rest = rest[rest.index(after: open)...]
            if rest.first == "'" {
                // A key, whatever stands in it.
                let key = quoted(rest)
                pattern += key
                rest = rest[key.endIndex...]
                continue
            }
            let digits = rest.prefix { $0.isNumber }
            guard !digits.isEmpty, rest.dropFirst(digits.count).first == "]" else { continue }
            pattern += "*"
            rest = rest.dropFirst(digits.count)
        }
        return pattern + rest
    }

    /// What a path begins with: a key in quotes.
    private static func quoted(_ path: Substring) -> Substring {
        var isEscaped = false
        let end = path.dropFirst().firstIndex { c in
            defer { isEscaped = c == "\\" && !isEscaped }
            return c == "'" && !isEscaped
        }
        return path[..<(end.map(path.index(after:)) ?? path.endIndex)]
    }
}

extension JSONReport: CustomStringConvertible {
    /// A line for each entry: its path and place, what was done, and why; then how many more there are.
    ///
    /// ```
    /// $[3].tags[1] (line 3, column 23): expected a string, found a number; $[3].tags[1] was dropped
    /// $[4].age (line 4, column 9): converted a string to an integer (Int)
    /// ```
    public var description: String {
        if entries.isEmpty { return "nothing was mended" }
        let more = total - entries.count
        return (entries.map(\.description) + (more > 0 ? ["and \(more) more: see `counts`"] : [])).joined(separator: "\n")
    }
}
