/// Writes any number of values to a file, a descriptor or a closure, in bounded memory.
///
/// ```swift
/// var writer = try JSONWriter(path: "events.ndjson")            // a line for each value
/// for event in events { try writer.write(event) }
/// try writer.finish()
///
/// var report = try JSONWriter(path: "report.json", format: .document, options: .pretty, replaces: true)
/// try report.beginObject()
/// try report.write(Date.now, forKey: "made")
/// try report.beginArray(forKey: "users")
/// while let user = try users.next() { try report.write(user) }
/// try report.end()
/// try report.end()
/// try report.finish()
/// ```
/// - `finish` consumes the writer, so the compiler refuses any later call. Without `finish` the last values are not written: a file is
///   incomplete, and with `replaces` the old file stays as it is.
/// - If a value cannot be written, `write` throws an error and leaves nothing in the text. The writer can then write other values.
/// - An error of the output (kind `.io`) is final: each further call throws this error again.
/// - `JSONWriteOptions.shortArrayLength` applies inside of each value. An array that the writer itself begins (the format `.array`,
///   `beginArray`) has a line for each element.
///
/// Memory: one value, and at most 64 KiB of text that is not yet handed over.
public struct JSONWriter: ~Copyable {
    /// The form of the text.
    public enum Format: Sendable, Hashable {
        /// A line for each value (NDJSON). The options for the layout have no effect.
        case lines
        /// One array with all values.
        case array
        /// One value: a model, or an object or array that `beginObject` or `beginArray` begins and `end` ends.
        case document
    }

    private struct Container {
        let isObject: Bool
        var count = 0
    }

    private let writer = Writer()
    private let format: Format
    private let options: JSONWriteOptions
    private let endsWithNewline: Bool
    private let output: (UnsafeRawBufferPointer) throws -> Void
    private let file: FileOutput?
    private var open: [Container] = []
    private var count = 0
    private var failure: JSONError?
    private static let flushedBytes = 64 << 10

    /// Writes to a closure.
    ///
    /// ```swift
    /// var writer = JSONWriter(format: .array) { response.send($0) }
    /// ```
    /// - Parameter output: receives the text in parts. The bytes are valid during the call. If `output` throws an error, the writer writes
    ///   nothing more.
    public init(
        format: Format = .lines, options: JSONWriteOptions = .compact, output: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.init(format, options, nil, output)
    }

    /// Writes to a file. An existing file loses its content.
    ///
    /// - Parameter replaces: if true, the text goes to a temporary file in the same folder. `finish` stores this file and replaces the old
    ///   file by it in one step. So other programs see the old file or the complete new one. Permissions stay, and the owner if the
    ///   system allows it; a symbolic link stays a link. A device or a named pipe is never replaced: the text goes straight to it. For
    ///   `/dev/stdout` and the like, the text goes to the open descriptor, with or without `replaces`.
    /// - Throws: `.io` with the system's message.
    public init(
        path: String, format: Format = .lines, options: JSONWriteOptions = .compact, replaces: Bool = false
    ) throws(JSONError) {
        let file = try FileOutput(path: path, replaces: replaces)
        self.init(format, options, file) { try file.write($0) }
    }

    /// Writes to a descriptor, which stays open. A closed pipe is an error and raises no signal.
    public init(descriptor: Int32, format: Format = .lines, options: JSONWriteOptions = .compact) {
        let file = FileOutput(descriptor: descriptor)
        self.init(format, options, file) { try file.write($0) }
    }

    private init(
        _ format: Format, _ options: JSONWriteOptions, _ file: FileOutput?, _ output: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.format = format
        self.file = file
        self.output = output
        endsWithNewline = options.endsWithNewline
        var options = options
        options.endsWithNewline = false
        if format == .lines { (options.indent, options.indentsWithTabs, options.shortArrayLength) = (0, false, 0) }
        self.options = options
        if format == .array {
            open = [Container(isObject: false)]
            writer.append("[")
        }
    }

    /// Writes a value: a line, an element of the open array, or the document.
    ///
    /// - Throws: an error of writing the value; `.io`; `.invalidCall` if an object is open, or for a second value of a document.
    public mutating func write<Value: JSONWritable>(_ value: borrowing Value) throws(JSONError) {
        let start = try begin(nil)
        try add(value, start)
    }

    /// Writes a member of the open object. The caller must write each key of an object only once, because the writer does not check this.
    ///
    /// - Throws: the same errors as `write(_:)`; also `.invalidCall` if no object is open.
    public mutating func write<Value: JSONWritable>(_ value: borrowing Value, forKey key: String) throws(JSONError) {
        let start = try begin(key)
        try add(value, start)
    }

    /// Begins an object, as an element of the open array or as the document. `end` ends it.
    ///
    /// - Throws: `.invalidCall` with the format `.lines`, if an object is open, or for a second value of a document. `.depthExceeded`
    ///   beyond `JSONWriteOptions.depth`. An earlier error of the output.
    public mutating func beginObject() throws(JSONError) { try beginContainer(nil, isObject: true) }
    /// Begins an object as a member of the open object. Throws as `beginObject()`, but `.invalidCall` if no object is open.
    public mutating func beginObject(forKey key: String) throws(JSONError) { try beginContainer(key, isObject: true) }
    /// Begins an array, as an element of the open array or as the document. `end` ends it. Throws as `beginObject()`.
    public mutating func beginArray() throws(JSONError) { try beginContainer(nil, isObject: false) }
    /// Begins an array as a member of the open object. Throws as `beginObject(forKey:)`.
    public mutating func beginArray(forKey key: String) throws(JSONError) { try beginContainer(key, isObject: false) }

    /// Ends the innermost open object or array.
    ///
    /// - Throws: `.io`; `.invalidCall` if no object or array is open.
    public mutating func end() throws(JSONError) {
        if let failure { throw failure }
        if open.count <= (format == .array ? 1 : 0) { throw Self.misuse("no object and no array is open") }
        try close()
    }

    /// Hands over all bytes that wait in memory to the output.
    ///
    /// - Throws: `.io`; `.outOfMemory`; a `JSONError` of the output closure. Later calls throw the error again.
    public mutating func flush() throws(JSONError) {
        if let failure { throw failure }
        if writer.bytes.isEmpty, !writer.isOutOfMemory { return }
        do {
            if writer.isOutOfMemory { throw JSONError(.outOfMemory, "no memory for the output") }
            try output(writer.bytes)
        } catch {
            failure =
                error as? JSONError ?? JSONError(.io, "the output failed: \(VisibleText.of("\(error)", limit: 256))", underlying: error)
        }
        writer.cut(to: 0)
        if let failure { throw failure }
    }

    /// Ends the text, hands over the last bytes to the output, and closes the file.
    ///
    /// - Throws: `.io`; `.invalidCall` if an object or array is open, or if a document has no value.
    public consuming func finish() throws(JSONError) {
        if let failure { throw failure }
        let own = format == .array ? 1 : 0
        if open.count > own {
            throw Self.misuse("some objects or arrays are open: \(open.count - own)", hint: "call end() for each of them")
        }
        if format == .array { try close() }
        if format == .document, count == 0 { throw Self.misuse("the document has no value") }
        if endsWithNewline, format != .lines { writer.append("\n") }
        try flush()
        try file?.finish()
    }

    // MARK: - Parts

    private var hasLines: Bool { options.indent > 0 || options.indentsWithTabs }

    /// Writes the text before a value: a comma, a line break and the key (nil: no key). Returns the byte offset where this text begins, so
    /// that the caller can remove the text if the value cannot be written.
    private mutating func begin(_ key: String?) throws(JSONError) -> Int {
        if let failure { throw failure }
        let start = writer.bytes.count
        guard let container = open.last else {
            if key != nil { throw Self.misuse("a key needs an open object", hint: "call beginObject first") }
            if format == .document, count > 0 { throw Self.misuse("the document has its value already") }
            return start
        }
        if container.isObject != (key != nil) {
            throw Self.misuse(container.isObject ? "the value needs a key, because an object is open" : "an element of an array has no key")
        }
        if container.count > 0 { writer.append(",") }
        if hasLines { writer.appendLine(open.count, options) }
        if let key {
            writer.appendKey(key, options)
            writer.append(hasLines ? ": " : ":")
        }
        return start
    }

    private mutating func add<Value: JSONWritable>(_ value: borrowing Value, _ start: Int) throws(JSONError) {
        do throws(JSONError) {
            try writer.write(value, options, depth: open.count)
        } catch {
            writer.cut(to: start)
            throw error
        }
        if format == .lines, open.isEmpty {
            writer.joinLines(from: start)  // raw text may have line breaks
            writer.append("\n")
        }
        try noteValue()
    }

    /// Counts a value, and hands over the text to the output if the text has become long.
    private mutating func noteValue() throws(JSONError) {
        if open.isEmpty { count += 1 } else { open[open.count - 1].count += 1 }
        if writer.bytes.count >= Self.flushedBytes { try flush() }
    }

    private mutating func beginContainer(_ key: String?, isObject: Bool) throws(JSONError) {
        if let failure { throw failure }
        if format == .lines { throw Self.misuse("each line is one value", hint: "use the format .document") }
        if open.count >= options.depth {
            throw JSONError(.depthExceeded, "nested deeper than \(options.depth) levels", hint: "see JSONWriteOptions.depth")
        }
        _ = try begin(key)
        writer.append(isObject ? "{" : "[")
        open.append(Container(isObject: isObject))
    }

    private mutating func close() throws(JSONError) {
        let container = open.removeLast()
        if container.count > 0, hasLines { writer.appendLine(open.count, options) }
        writer.append(container.isObject ? "}" : "]")
        try noteValue()
    }

    private static func misuse(_ message: String, hint: String? = nil) -> JSONError { JSONError(.invalidCall, message, hint: hint) }
}
