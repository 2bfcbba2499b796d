/// An error of reading or writing JSON: the kind of failure, a message, and its position in the text.
///
/// If a call has the entire text, Yoke computes the position only after a failure, so positions cost no time in a well-formed text. In a
/// text in chunks, Yoke counts the lines and characters of each chunk. A `JSONError` is one pointer wide, because every throwing function
/// reserves space for its error.
///
/// ```
/// $.users[1].age: expected an integer (Int), found a string
///   line 3, column 23 (byte 61)
///     { "name": "Bo", "age": "old" }
///                            ^
/// ```
public struct JSONError: Error, Sendable {
    /// The parts of the error.
    private struct Content: Sendable {
        var kind: Kind
        var message: String
        var path = "$"
        var position: Position?
        var expected: String?
        var found: String?
        var hint: String?
        var keys: [String] = []
        var underlying: (any Error)?
        /// All errors of the text, with this error as the first. Empty if the text has only this error.
        var collected: [JSONError] = []
        /// True if the message and the hint may quote the value: code outside of this module wrote them.
        var mayQuote = false
    }

    /// The one heap object of an error.
    private final class Storage: Sendable {
        let content: Content

        init(_ content: Content) { self.content = content }
    }

    struct Position: Sendable {
        var offset: Int
        var line: Int
        var column: Int
        /// The text around the position, with control characters escaped, and the index of the character at the position (`caret`). nil if
        /// snippets are switched off.
        var snippet: (text: String, caret: Int)?
    }

    private let storage: Storage

    private init(_ content: Content) { storage = Storage(content) }

    init(
        _ kind: Kind, _ message: String, path: String = "$", position: Position? = nil, expected: String? = nil,
        found: String? = nil, hint: String? = nil, keys: [String] = [], underlying: (any Error)? = nil
    ) {
        self.init(
            Content(
                kind: kind, message: message, path: path, position: position, expected: expected, found: found, hint: hint, keys: keys,
                underlying: underlying))
    }

    /// Makes an error that a hook, coder or custom scalar can throw. Yoke passes the error on with the same kind, and adds the position of
    /// the value. An error from another call of Yoke, which the hook may also throw, has a path already. Yoke appends this path to the path
    /// of the value.
    public init(kind: Kind, message: String, hint: String? = nil) {
        self.init(Content(kind: kind, message: message, hint: hint, mayQuote: true))
    }

    /// Makes an error about a part of the value that a hook, coder or custom scalar has. Yoke appends `path` to the path of the value. The
    /// error has the position of the value.
    ///
    /// ```swift
    /// throw JSONError(kind: .refused, message: "the end is before the start", at: "$.end")
    /// ```
    /// - Parameter path: the path of the part in the JSON of the value: keys of the JSON, not names of properties. The `$` may be left out.
    public init(kind: Kind, message: String, at path: String, hint: String? = nil) {
        let isWhole = path == "$" || path.hasPrefix("$.") || path.hasPrefix("$[")
        let start = isWhole ? "" : path.isEmpty || path.hasPrefix("[") || path.hasPrefix(".") ? "$" : "$."
        self.init(Content(kind: kind, message: message, path: start + path, hint: hint, mayQuote: true))
    }

    /// Makes an error for the other modules of the package.
    ///
    /// - Parameters:
    ///   - path: the path of the value. For an error of a Codable type in a property: the path inside the Codable value, from `$` on. Yoke
    ///     appends it to the property's path.
    ///   - offset: the offset from the start of the data, in bytes. The data are binary, so the error gives line 1, and `offset` + 1 as the
    ///     column. nil for an error about a value in memory, which has no position.
    package init(
        kind: Kind, message: String, path: String = "$", found: String? = nil, offset: Int? = nil, hint: String? = nil,
        underlying: (any Error)? = nil
    ) {
        let position = offset.map { Position(offset: $0, line: 1, column: $0 + 1) }
        self.init(kind, message, path: path, position: position, found: found, hint: hint, underlying: underlying)
    }

    /// True if a Codable type in a property has thrown the error. Then the message and the path may show parts of the value.
    var isOfCodable: Bool { underlying is DecodingError || underlying is EncodingError }
    /// True if a hook, coder or scalar made the error. Then the message and the hint may show parts of the value.
    var mayQuote: Bool { storage.content.mayQuote }
    var position: Position? { storage.content.position }

    /// The path without `$`. If a coder or hook has thrown the error, this path begins at the value of the coder or hook.
    var innerPath: Substring { path.dropFirst() }

    /// Returns this error with a path and a position in the entire document. The path of this error begins at a part of the document. For
    /// the other modules of the package.
    ///
    /// - Parameters:
    ///   - path: the path of the part in the document.
    ///   - position: the position in the document; nil if it is not known. The other errors in `all` get no position.
    package func moved(below path: String = "$", to position: (offset: Int, line: Int, column: Int)? = nil) -> JSONError {
        moved(below: path, position: position.map { Position(offset: $0.offset, line: $0.line, column: $0.column) })
    }

    /// Does the same as `moved(below:to:)`, but takes the position as a `Position`.
    func moved(below path: String, position: Position?) -> JSONError {
        JSONError(
            all.enumerated().map { index, error in
                var content = error.storage.content
                content.path = path + error.innerPath
                content.position = index == 0 ? position : nil
                content.mayQuote = false
                return JSONError(content)
            })
    }

    /// Makes one error whose `all` are the given errors (at least one). It has the kind, message and position of the first of them.
    init(_ all: [JSONError]) {
        var content = all[0].storage.content
        content.collected = all.count > 1 ? all : []
        content.mayQuote = false
        self.init(content)
    }

    /// The kind of failure.
    public var kind: Kind { storage.content.kind }
    /// One sentence that says what is wrong.
    public var message: String { storage.content.message }
    /// The path in the document, as a JSONPath: `$.statuses[7].user.id`. It follows RFC 9535, and names stand after dots where
    /// possible.
    ///
    /// Every parameter `at:` accepts the path of an error, with two exceptions:
    /// - a key longer than 64 bytes is cut to its beginning;
    /// - with `JSONReadOptions.showsSnippets` off, `[*]` stands for keys that only the text has, such as keys of a dictionary. If the text
    ///   is not JSON or exceeds a limit, it also stands for all keys inside a value whose raw text Yoke keeps, such as an enum with payloads.
    public var path: String { storage.content.path }
    /// Offset of the failure in the text, in bytes from 0. For a text in UTF-16 or UTF-32: in the same text as UTF-8. nil if the failure has
    /// no position in a text (writing, files).
    public var offset: Int? { position?.offset }
    /// Line of the failure, from 1; nil if `offset` is nil.
    public var line: Int? { position?.line }
    /// Column of the failure in its line, from 1, in characters (Unicode scalars); nil if `offset` is nil.
    public var column: Int? { position?.column }
    /// At most 80 bytes of the line around the position, with control characters escaped. nil if snippets are switched off, or
    /// if the failure has no position in a text.
    public var snippet: String? { position?.snippet?.text }
    /// Index of the character in `snippet` to which the error points, in Unicode scalars from 0; nil if `snippet` is nil.
    public var caret: Int? { position?.snippet?.caret }
    /// A description of the value that Yoke expected; nil if the error has none.
    public var expected: String? { storage.content.expected }
    /// A description of the value that the text has instead of the expected value; nil if the error has none.
    public var found: String? { storage.content.found }
    /// Advice on how to avoid the error; nil if Yoke has no advice.
    public var hint: String? { storage.content.hint }
    /// For `.missingKeys`: all missing keys of the object; for a property with aliases, its first key. Empty for other kinds of failure.
    public var keys: [String] { storage.content.keys }
    /// The error that caused this error, such as the error that a hook or a custom scalar threw; nil without such an error.
    public var underlying: (any Error)? { storage.content.underlying }
    /// All errors of the text, in the order of their positions. The first is this error. Only with `JSONReadOptions.collectsErrors` can
    /// there be more.
    public var all: [JSONError] { storage.content.collected.isEmpty ? [self] : storage.content.collected }
}

extension JSONError {
    /// The message for a NaN or an infinity that cannot be written.
    static let noNumber = "JSON has no numbers for NaN and infinities"
}

extension JSONError: Equatable {
    /// True if the kinds, paths, offsets, keys and descriptions are equal. The underlying errors are not compared.
    public static func == (a: JSONError, b: JSONError) -> Bool {
        a.kind == b.kind && a.path == b.path && a.description == b.description && a.offset == b.offset && a.keys == b.keys
    }
}
