/// What went wrong with a JSON text, and where.
///
/// The place is worked out only when something fails, so that reading well-formed texts costs nothing for it. One pointer
/// wide, because every throwing call carries room for it.
///
/// ```
/// $.users[1].age: expected an integer (Int), found a string
///   line 3, column 23 (byte 61)
///     { "name": "Bo", "age": "old" }
///                            ^
/// ```
public struct JSONError: Error, Sendable {
    /// The parts, as one heap object.
    final class Storage: Sendable {
        let kind: Kind
        let message: String
        let path: String
        let place: Place?
        let expected: String?
        let found: String?
        let hint: String?
        let keys: [String]
        let underlying: (any Error)?
        /// All errors of a text, this one first; empty: there is only this one.
        let collected: [JSONError]

        init(
            kind: Kind, message: String, path: String, place: Place?, expected: String?, found: String?,
            hint: String?, keys: [String], underlying: (any Error)?, collected: [JSONError] = []
        ) {
            self.kind = kind
            self.message = message
            self.path = path
            self.place = place
            self.expected = expected
            self.found = found
            self.hint = hint
            self.keys = keys
            self.underlying = underlying
            self.collected = collected
        }
    }

    /// A place in a text.
    struct Place: Sendable {
        var offset: Int
        var line: Int
        var column: Int
        /// The text around the place, escaped, and the caret's index in it; nil when switched off.
        var snippet: (text: String, caret: Int)?
    }

    let storage: Storage

    init(
        _ kind: Kind, _ message: String, path: String = "$", place: Place? = nil, expected: String? = nil,
        found: String? = nil, hint: String? = nil, keys: [String] = [], underlying: (any Error)? = nil
    ) {
        storage = Storage(
            kind: kind, message: message, path: path, place: place, expected: expected, found: found, hint: hint,
            keys: keys, underlying: underlying)
    }

    /// An error for hooks, coders and custom scalars to throw: it keeps its kind and gets the place of the value that it is about.
    public init(kind: Kind, message: String, hint: String? = nil) { self.init(kind, message, hint: hint) }

    /// An error about a value that has no text, for the modules beside this one.
    package init(kind: Kind, message: String, path: String, found: String?, hint: String?) {
        self.init(kind, message, path: path, found: found, hint: hint)
    }

    /// Several errors of one text, which is what is thrown for the first of them.
    init(_ all: [JSONError]) {
        let first = all[0].storage
        storage = Storage(
            kind: first.kind, message: first.message, path: first.path, place: first.place, expected: first.expected,
            found: first.found, hint: first.hint, keys: first.keys, underlying: first.underlying, collected: all.count > 1 ? all : [])
    }

    /// What kind of failure it is.
    public var kind: Kind { storage.kind }
    /// One sentence that says what is wrong.
    public var message: String { storage.message }
    /// Where in the document, as a JSONPath (RFC 9535, names behind dots where they can stand there): `$.statuses[7].user.id`.
    /// What takes a path `at:` takes this one; but of a key longer than 64 bytes it holds the beginning, and with
    /// `JSONReadOptions.showsSnippets` off `[*]` stands for keys that only the text has.
    public var path: String { storage.path }
    /// Offset of the byte in the text, from 0; nil when the failure has no place in a text (writing, files).
    public var offset: Int? { storage.place?.offset }
    /// Line of that byte, from 1.
    public var line: Int? { storage.place?.line }
    /// Column of that byte in its line, from 1, in characters (Unicode scalars).
    public var column: Int? { storage.place?.column }
    /// At most 80 bytes of the line around the place, control characters escaped; nil when switched off.
    public var snippet: String? { storage.place?.snippet?.text }
    /// Index of the character in `snippet` at which the error is.
    public var caret: Int? { storage.place?.snippet?.caret }
    /// What would have been right there, in words.
    public var expected: String? { storage.expected }
    /// What stands there, in words.
    public var found: String? { storage.found }
    /// What to do about it, when something can be said.
    public var hint: String? { storage.hint }
    /// The keys that the failure is about: all missing ones of an object, of several candidates the first.
    public var keys: [String] { storage.keys }
    /// The error that a hook or a custom scalar threw.
    public var underlying: (any Error)? { storage.underlying }
    /// All errors of the text, in the order of their places in it. The first one is this error: there are more only with
    /// `JSONReadOptions.collectsErrors`.
    public var all: [JSONError] { storage.collected.isEmpty ? [self] : storage.collected }
}

extension JSONError: Equatable {
    /// Equal when everything that can be read from them is, the underlying error aside.
    public static func == (a: JSONError, b: JSONError) -> Bool {
        a.kind == b.kind && a.path == b.path && a.description == b.description && a.offset == b.offset && a.keys == b.keys
    }
}
