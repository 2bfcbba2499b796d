import Yoke

/// Changes parts of a JSON text and keeps all other bytes: comments, white space, the order of members, the spelling of numbers.
///
/// ```swift
/// var editor = try JSONEditor(text, options: .jsonc)   // allows comments and trailing commas
/// try editor.set(8080, at: "$.server.port")
/// try editor.append("example.org", to: "$.server.hosts")
/// try editor.remove(at: "$.server.tls")
/// try write(editor.text)
/// ```
/// - The text is valid JSON (JSONC, JSON5) after each edit, and within the limits of the options. An edit that throws changes nothing.
/// - A new member or element is laid out like its neighbours: on its own line or on theirs, with their indentation, line breaks, blanks
///   around the colon, and trailing comma.
/// - If a key is repeated, its last member counts. Removing a key removes all of its members.
/// - Paths have names and indices, as in `$.a.b[0]['odd key']`. The `$` may be left out. Each method also takes a ``JSONPointer``.
///
/// Cost: each edit is linear in the length of the text. To make many changes at once, change a value or a model, and call
/// ``update(from:at:writing:removesMissing:)``.
public struct JSONEditor: Sendable {
    /// The edited text in UTF-8.
    public private(set) var bytes: [UInt8]
    /// The options for reading the text.
    public let options: JSONReadOptions
    private(set) var index: TextIndex

    /// Checks a text, and makes an editor for it.
    ///
    /// ```swift
    /// var editor = try JSONEditor(#"{"port": 80}"#)
    /// ```
    /// - Parameter options: `allowsJSON5`, `allowsComments` and `allowsTrailingCommas` allow texts that are not strict JSON. With
    ///   `duplicateKeys = .reject`, a repeated key is an error. The limits apply to the text, also after each edit. The other options have
    ///   an effect only in `update(from:)`, which reads the model from the text.
    /// - Throws: the error in the text.
    public init(_ text: String, options: JSONReadOptions = .strict) throws(JSONError) {
        try self.init(bytes: Array(text.utf8), options: options)
    }

    /// Checks a text in UTF-8, and makes an editor for it. A byte order mark at the start is kept.
    ///
    /// - Parameter options: as in `init(_:options:)`.
    /// - Throws: the error in the text.
    public init(bytes: [UInt8], options: JSONReadOptions = .strict) throws(JSONError) {
        self.bytes = bytes
        self.options = options
        try Self.check(bytes, options)
        index = TextIndex(bytes, isJSON5: options.allowsJSON5)
    }

    /// The edited text.
    public var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Returns the value at a path; nil if the text has no such value.
    ///
    /// ```swift
    /// try editor.value(at: "$.server.port")?.int      // 8080
    /// ```
    /// - Throws: `.invalidPath` if the text is not a path of names and indices.
    public func value(at path: String = "$") throws(JSONError) -> JSONValue? { try value(EditStep.steps(of: path)) }

    /// Sets the value at a path.
    ///
    /// ```swift
    /// try editor.set(8080, at: "$.server.port")
    /// try editor.set(JSONRawText("1.50"), at: "$.version")     // exactly these bytes
    /// ```
    /// Only the bytes of the value change. A value that is equal to the present one changes nothing: `1.0` stays `1.0` if it is set to 1.
    /// Raw text is written as it is, unless objects and arrays around it have to be made. A missing member is added at the end of its
    /// object. An index equal to the array's count appends an element.
    ///
    /// The editor checks the text that the edit would give. So an error of a limit has the path and the position in this text.
    ///
    /// - Parameters:
    ///   - creatingParents: if true, a parent that is missing or `null` becomes an object for a name, and an array for an index.
    ///   - writing: options for writing the value. New keys get the same escapes. The layout follows the text.
    /// - Throws: `.invalidPath`, or an error of writing the value. `.typeMismatch` if a parent has another kind. `.pathNotFound` if an
    ///   index is past the end, or if a parent is missing and may not be made. `.depthExceeded` if the text would become too deep.
    ///   `.limitExceeded` if the text would exceed another limit. With `duplicateKeys = .reject`, `.duplicateKey` if the value repeats a
    ///   key.
    public mutating func set(
        _ value: some JSONWritable, at path: String, creatingParents: Bool = true, writing: JSONWriteOptions = .compact
    ) throws(JSONError) {
        try set(newValue(value, writing), EditStep.steps(of: path), creatingParents)
    }

    /// Inserts an element before the element at an index. An index equal to the array's count appends the element.
    ///
    /// ```swift
    /// try editor.insert("localhost", at: "$.hosts[0]")
    /// ```
    /// - Throws: `.pathNotFound` if the text has no array for the element, or if the index is past the array's end. `.typeMismatch` if
    ///   another value stands in place of the array. Other errors as `set(_:at:)` throws them.
    public mutating func insert(
        _ value: some JSONWritable, at path: String, writing: JSONWriteOptions = .compact
    ) throws(JSONError) {
        try insert(newValue(value, writing), EditStep.steps(of: path))
    }

    /// Appends an element to the array at a path.
    ///
    /// ```swift
    /// try editor.append("localhost", to: "$.hosts")
    /// ```
    /// - Throws: `.pathNotFound` if the text has no value at the path, `.typeMismatch` if this value is not an array; other errors as
    ///   `set(_:at:)` throws them.
    public mutating func append(
        _ value: some JSONWritable, to path: String, writing: JSONWriteOptions = .compact
    ) throws(JSONError) {
        try insert(newValue(value, writing), EditStep.steps(of: path) + [.token("-")])
    }

    /// Inserts a member before the member at a path.
    ///
    /// ```swift
    /// try editor.insert("::1", forKey: "address", before: "$.server.port")
    /// ```
    /// Comments in the lines above a member belong to this member: the new member stands above them.
    ///
    /// - Throws: `.duplicateKey` if the object has the key already, `.pathNotFound` without a member at the path; other errors as
    ///   `set(_:at:)` throws them.
    public mutating func insert(
        _ value: some JSONWritable, forKey key: String, before path: String, writing: JSONWriteOptions = .compact
    ) throws(JSONError) {
        try insert(newValue(value, writing), key, EditStep.steps(of: path), isAfter: false)
    }

    /// Inserts a member after the member at a path. Otherwise the same as `insert(_:forKey:before:)`.
    public mutating func insert(
        _ value: some JSONWritable, forKey key: String, after path: String, writing: JSONWriteOptions = .compact
    ) throws(JSONError) {
        try insert(newValue(value, writing), key, EditStep.steps(of: path), isAfter: true)
    }

    /// Removes the member or element at a path, with its comma. If the member or element has a line of its own, the line is removed too,
    /// with the comment at its end. Comments in the lines above stay. Does nothing if the text has no value at the path.
    ///
    /// ```swift
    /// try editor.remove(at: "$.server.tls")
    /// ```
    /// - Throws: `.invalidPath` if `path` is not a path of names and indices, or if it leads to the entire text.
    public mutating func remove(at path: String) throws(JSONError) { try remove(EditStep.steps(of: path)) }

    /// Changes the key of the member at a path. The member keeps its position.
    ///
    /// ```swift
    /// try editor.rename(at: "$.server.host", to: "address")
    /// ```
    /// - Throws: `.invalidPath`. `.pathNotFound` without a member at the path. `.duplicateKey` if the object has the new key already.
    ///   `.limitExceeded` if the new key is too long.
    public mutating func rename(at path: String, to key: String) throws(JSONError) { try rename(EditStep.steps(of: path), key) }

    // MARK: - Changes

    /// Applies edits to the text, and indexes the new text. Changes nothing and throws if the new text would exceed a limit of the options,
    /// or would repeat a key that the options refuse.
    mutating func apply(_ edits: [TextEdit]) throws(JSONError) {
        if edits.isEmpty { return }
        let edited = TextEdit.apply(edits, to: bytes)
        try Self.check(edited, options)
        bytes = edited
        index = TextIndex(bytes, isJSON5: options.allowsJSON5)
    }

    /// Throws if `bytes` are not JSON, or if they exceed a limit of the options.
    private static func check(_ bytes: [UInt8], _ options: JSONReadOptions) throws(JSONError) {
        var validator = try JSONValidator(counting: false, options: textOptions(options))
        do throws(JSONError) {
            try validator.feed(bytes)
            try validator.finish()
        } catch {
            // The validator's hint is for texts in chunks.
            throw error.isAboutEncoding
                ? JSONError(kind: error.kind, message: error.message, offset: 0, hint: "convert the text to UTF-8 first") : error
        }
    }

    /// Returns strict options with the extensions that `TextIndex` knows (comments, trailing commas, JSON5) and with the limits of
    /// `options`.
    static func textOptions(_ options: JSONReadOptions) -> JSONReadOptions {
        var text = JSONReadOptions.strict
        text.allowsComments = options.allowsComments
        text.allowsTrailingCommas = options.allowsTrailingCommas
        text.allowsJSON5 = options.allowsJSON5
        text.duplicateKeys = options.duplicateKeys == .reject ? .reject : .last
        text.limits = options.limits
        text.showsSnippets = options.showsSnippets
        text.engine = options.engine
        return text
    }

    /// Returns options for reading a new value alone. They have no limits: `apply` checks the text with the new value in it.
    static func valueOptions(_ options: JSONReadOptions) -> JSONReadOptions {
        var value = JSONReadOptions.strict
        value.limits = .unlimited
        value.nonFiniteNumbers = .literal
        value.engine = options.engine
        return value
    }
}

extension JSONEditor {
    /// Returns the text of a new value. If the edited text is JSON5, NaN and infinities are written as words.
    func newValue<Value: JSONWritable>(_ value: Value, _ writing: JSONWriteOptions) throws(JSONError) -> NewValue {
        let text = try value.jsonBytes(writingOptions(writing))
        return NewValue(text: text, isRaw: Value.self == JSONRawText.self, escapes: Self.escapes(of: writing))
    }

    /// The options for writing a key, or a part of a new value, with the escapes of `writing`. They refuse no depth and no number, because
    /// the new value was written with `writing` before.
    static func escapes(of writing: JSONWriteOptions) -> JSONWriteOptions {
        JSONWriteOptions(
            escapesSlashes: writing.escapesSlashes, escapesNonASCII: writing.escapesNonASCII, depth: .max, nonFiniteNumbers: .literal)
    }

    /// The options for writing new values: sorted dictionaries and Sets, and the words NaN and Infinity if the text may have them.
    func writingOptions(_ writing: JSONWriteOptions) -> JSONWriteOptions {
        var writing = writing.sortingCollections
        if options.allowsJSON5, writing.nonFiniteNumbers == .reject { writing.nonFiniteNumbers = .literal }
        return writing
    }
}

extension JSONEditor: CustomStringConvertible {
    /// The edited text.
    public var description: String { text }
}
