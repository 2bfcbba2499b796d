import Yoke

/// A query for values of a JSON document, in the language JSONPath. Yoke supports all of RFC 9535.
///
/// ```swift
/// let path = try JSONPath("$.store.book[?@.price < 10].title")
/// path.description                                 // the text
/// let titles = try path.values(in: document)       // in the order of the RFC, with duplicates
/// for node in try path.nodes(in: document) { print(node.location, node.value) }
/// ```
/// The text is parsed and checked once, when the path is made. The check includes filters and the types of functions (section 2.4.3).
///
/// - Numbers are compared by their exact value, in any spelling: `1`, `1.0` and `1e0` are equal.
/// - If an object repeats a key, a name selects the last member, and `*` selects all of them.
/// - Strings and names are compared byte for byte.
///
/// A path from a stranger does no harm: filters are at most 64 levels deep, regular expressions match in linear time, and `JSONPathLimits`
/// bounds the work of an evaluation.
public struct JSONPath: Sendable {
    let query: PathQuery
    /// The text of the path.
    public let description: String

    /// Parses a path.
    ///
    /// - Throws: `.invalidPath`, with the position of the character, if the text is not a path or not well-typed.
    public init(_ text: String) throws(JSONError) {
        query = try PathParser.parse(text)
        description = text
    }

    /// True if the path selects at most one value, because it has only names and indices (RFC 9535 section 2.3.5.1).
    public var isSingular: Bool { query.isSingular }

    /// A selected value and its place.
    public struct Node: Sendable {
        /// The selected value.
        public let value: JSONValue
        /// The place of the value in the document. Cost: linear in the value's depth.
        public var location: JSONLocation { locations.tree.location(index) }

        fileprivate let locations: Locations
        fileprivate let index: Int
    }

    /// The locations of all nodes of one evaluation. The nodes share this object.
    fileprivate final class Locations: Sendable {
        let tree: LocationTree
        init(_ tree: LocationTree) { self.tree = tree }
    }

    /// Returns the selected values, in the order of RFC 9535. A value that is selected twice comes twice.
    ///
    /// - Throws: `.limitExceeded` if the evaluation needs more than `limits` allow.
    public func values(in document: JSONValue, limits: JSONPathLimits = .standard) throws(JSONError) -> [JSONValue] {
        var values: [JSONValue] = []
        try PathEvaluation(document, steps: limits.steps).run(query, locates: false) { value, _ throws(JSONError) in
            if values.count >= limits.values { throw limits.failure }
            values.append(value)
            return true
        }
        return values
    }

    /// Returns the selected values with their places: the nodelist of RFC 9535.
    ///
    /// - Throws: `.limitExceeded` if the evaluation needs more than `limits` allow.
    public func nodes(in document: JSONValue, limits: JSONPathLimits = .standard) throws(JSONError) -> [Node] {
        let evaluation = PathEvaluation(document, steps: limits.steps)
        var found: [(value: JSONValue, location: Int)] = []
        try evaluation.run(query, locates: true) { value, location throws(JSONError) in
            if found.count >= limits.values { throw limits.failure }
            found.append((value, location))
            return true
        }
        let locations = Locations(evaluation.locations)
        return found.map { Node(value: $0.value, locations: locations, index: $0.location) }
    }

    /// Returns the first selected value; nil if nothing is selected. The evaluation stops at the first value.
    ///
    /// - Throws: `.limitExceeded` if the evaluation needs more than `limits.steps`. `limits.values` has no effect.
    public func first(in document: JSONValue, limits: JSONPathLimits = .standard) throws(JSONError) -> JSONValue? {
        var first: JSONValue?
        try PathEvaluation(document, steps: limits.steps).run(query, locates: false) { value, _ throws(JSONError) in
            first = value
            return false
        }
        return first
    }
}

/// Limits for the evaluation of a path. A path that needs more gives an error of kind `.limitExceeded`.
public struct JSONPathLimits: Sendable, Hashable {
    /// The most values that a path may select.
    public var values: Int
    /// The most steps of an evaluation. Each visit of a value, each comparison and each state of a regular expression is a step. Long texts
    /// count as several steps.
    public var steps: Int

    /// Makes limits for paths; by default, the limits of `standard`.
    public init(values: Int = 100_000_000, steps: Int = 1_000_000_000) { (self.values, self.steps) = (values, steps) }

    /// 100 million values and a billion steps: for paths that the program itself makes.
    public static let standard = JSONPathLimits()
    /// 100,000 values and 10 million steps: for paths from untrusted sources.
    public static let untrusted = JSONPathLimits(values: 100_000, steps: 10_000_000)

    var failure: JSONError {
        JSONError(kind: .limitExceeded, message: "the path selects more than \(values) values", hint: "see JSONPathLimits.values")
    }
}

extension JSONPath: Hashable, CustomStringConvertible {
    /// True if both paths have the same text.
    public static func == (a: JSONPath, b: JSONPath) -> Bool { sameBytes(a.description, b.description) }
    /// Hashes the bytes of the path's text.
    public func hash(into hasher: inout Hasher) { borrow(description) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
}

extension JSONPath: JSONConvertible {
    /// The path in JSON: a string with its text.
    public static var jsonMapping: JSONMapping {
        JSONMapping(text: JSONPath.self, read: { try JSONPath($0) }, write: { $0.description })
    }
}

extension JSONValue {
    /// Returns the values that a path selects.
    ///
    /// ```swift
    /// try document.values(at: JSONPath("$..author"))
    /// ```
    /// - Throws: `.limitExceeded` if the evaluation needs more than `JSONPathLimits.standard` allows.
    public func values(at path: JSONPath) throws(JSONError) -> [JSONValue] { try path.values(in: self) }
}
