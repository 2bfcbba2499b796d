import Yoke

/// A regular expression of RFC 9485 (I-Regexp), as `match` and `search` of JSONPath use it.
///
/// ```swift
/// let regexp = try IRegexp("[a-z]+@[a-z.]+")
/// try regexp.matches("ada@example.org")           // the entire text
/// try regexp.isFound(in: "mail to ada@example.org")
/// ```
/// I-Regexp has no capturing groups and no back references. A match follows all states at once and never backtracks. So its cost is at most
/// the length of the text times the size of the expression, even for expressions such as `(a*)*b`.
///
/// `^` at the beginning of the expression and `$` at its end match the text's beginning and end, as the compliance suite of JSONPath
/// expects. RFC 9485 section 3 has no anchors: there both are ordinary characters. So `^` and `$` at these two positions also match the
/// characters `^` and `$`.
public struct IRegexp: Sendable {
    /// The result of compiling a regular expression.
    enum Compiled: Sendable {
        case program(RegexpProgram)
        /// The text is not an I-Regexp. JSONPath then finds no match.
        case notValid
        /// The expression has too many states, for example by counted repeats inside each other, or too many parentheses inside each other.
        case tooLarge
    }

    private let program: RegexpProgram

    /// Compiles a regular expression.
    ///
    /// - Throws: `.refused` if the text is not an expression of RFC 9485; the message names the character. `.limitExceeded` if it needs
    ///   more than 10,000 states, or has more than 64 parentheses inside each other.
    public init(_ pattern: String) throws(JSONError) {
        var parser = RegexpParser(pattern)
        guard let tree = parser.parse() else {
            if parser.isTooDeep { throw Self.sizeFailure }
            throw JSONError(
                kind: .refused,
                message: "the regular expression \"\(VisibleText.of(pattern))\" is not one of RFC 9485: see character \(parser.position)")
        }
        guard let program = RegexpProgram(tree) else { throw Self.sizeFailure }
        self.program = program
    }

    /// Returns true if the entire text matches.
    ///
    /// - Throws: `.limitExceeded` if text and expression are so long that a match takes more than 100 million steps.
    public func matches(_ text: String) throws(JSONError) -> Bool { try matches(text, anywhere: false) }

    /// Returns true if a part of the text matches.
    ///
    /// - Throws: `.limitExceeded` if the search takes more than 100 million steps.
    public func isFound(in text: String) throws(JSONError) -> Bool { try matches(text, anywhere: true) }

    private func matches(_ text: String, anywhere: Bool) throws(JSONError) -> Bool {
        var work = WorkLimit(100_000_000, "the regular expression")
        return try program.matches(text, anywhere: anywhere, &work)
    }

    static func compile(_ pattern: String) -> Compiled {
        var parser = RegexpParser(pattern)
        guard let tree = parser.parse() else { return parser.isTooDeep ? .tooLarge : .notValid }
        return RegexpProgram(tree).map(Compiled.program) ?? .tooLarge
    }

    static var sizeFailure: JSONError {
        JSONError(
            kind: .limitExceeded,
            message: "the regular expression needs more than \(RegexpProgram.maxStates) states, or is nested too deep",
            hint: "counted repeats inside each other multiply; \(RegexpParser.deepest) parentheses may be inside each other")
    }
}

/// A parsed regular expression.
indirect enum RegexpTree {
    case empty
    case characters(RegexpClass)
    case sequence([RegexpTree])
    case choice([RegexpTree])
    /// `maximum` is nil if the expression may be repeated without limit.
    case repeated(RegexpTree, minimum: Int, maximum: Int?)
    case textStart, textEnd
}
