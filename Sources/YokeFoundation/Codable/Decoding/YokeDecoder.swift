internal import CYoke
import Foundation
import Yoke

/// Decodes `Decodable` types from JSON, with the interface of Foundation's `JSONDecoder` and with Yoke's engine.
///
/// ```swift
/// let decoder = YokeDecoder()
/// decoder.keyDecodingStrategy = .convertFromSnakeCase
/// let user = try decoder.decode(User.self, from: data)
/// ```
/// All options have the same names, types and meanings as in `JSONDecoder`. Errors are `DecodingError`s of the same cases with the same
/// coding paths; their descriptions also have line, column and offset. The guide "Coming from JSONDecoder" lists intended differences.
///
/// A decoder may be used by many threads at once. An option that changes during a call applies from the next call on.
public final class YokeDecoder: Sendable {
    /// The same type as in `JSONDecoder`.
    public typealias DateDecodingStrategy = JSONDecoder.DateDecodingStrategy
    /// The same type as in `JSONDecoder`.
    public typealias DataDecodingStrategy = JSONDecoder.DataDecodingStrategy
    /// The same type as in `JSONDecoder`.
    public typealias NonConformingFloatDecodingStrategy = JSONDecoder.NonConformingFloatDecodingStrategy
    /// The same type as in `JSONDecoder`.
    public typealias KeyDecodingStrategy = JSONDecoder.KeyDecodingStrategy

    private let state = CodingState<DecodingOptions>(.init())

    /// Makes a decoder with the defaults of `JSONDecoder`.
    public init() {}

    /// How the JSON spells dates. The default is a number of seconds since 2001, as `Date` codes itself.
    public var dateDecodingStrategy: DateDecodingStrategy {
        get { state[\.dates] }
        set { state[\.dates] = newValue }
    }
    /// How the JSON spells `Data`. The default is base64.
    public var dataDecodingStrategy: DataDecodingStrategy {
        get { state[\.data] }
        set { state[\.data] = newValue }
    }
    /// Strings that stand for infinities and NaN. The default is to throw.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy {
        get { state[\.nonConformingFloats] }
        set { state[\.nonConformingFloats] = newValue }
    }
    /// How keys of the text become keys of types. The keys of a `[String: Value]` dictionary never change.
    public var keyDecodingStrategy: KeyDecodingStrategy {
        get { state[\.keys] }
        set { state[\.keys] = newValue }
    }
    /// Values that each `init(from:)` can read as `userInfo` of its decoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { state[\.userInfo] }
        set { state[\.userInfo] = newValue }
    }
    /// True if the text may be JSON5: see `JSONReadOptions.allowsJSON5`.
    public var allowsJSON5: Bool {
        get { state[\.allowsJSON5] }
        set { state[\.allowsJSON5] = newValue }
    }
    /// True if the braces around the outermost object may be missing.
    public var assumesTopLevelDictionary: Bool {
        get { state[\.assumesTopLevelDictionary] }
        set { state[\.assumesTopLevelDictionary] = newValue }
    }
    /// True if types that also have a mapping (`@JSONModel`, `JSONReadable`) are read by the mapping and not by `init(from:)`. The default
    /// is false.
    ///
    /// For a type that a mapping reads, `readOptions` apply, and the strategies of this decoder do not. A mapping reads types of Swift and
    /// Foundation, such as `Set<Date>`, only inside such a type. If a mapping throws, the decoder throws `.dataCorrupted` with the entire
    /// coding path and the `JSONError` as `underlyingError`. A `DecodingError` that a Codable type inside throws keeps its case.
    public var prefersMapping: Bool {
        get { state[\.prefersMapping] }
        set { state[\.prefersMapping] = newValue }
    }
    /// How Yoke reads the text: limits, comments, which engine parses. The default is `JSONReadOptions.foundation`.
    ///
    /// If an object repeats a key, the first member counts, unless `duplicateKeys` is `.reject`.
    public var readOptions: JSONReadOptions {
        get { state[\.readOptions] }
        set { state[\.readOptions] = newValue }
    }

    // MARK: - Decoding

    /// Decodes a value.
    ///
    /// - Throws: `DecodingError`, or what an `init(from:)` throws. A text that is not JSON gives `.dataCorrupted`, with the `JSONError` as
    ///   its `underlyingError`.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
        try data.withUnsafeBytes { try $0.withMemoryRebound(to: UInt8.self) { try decode(type, from: $0) } }
    }

    /// Decodes a value from a String.
    public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
        var text = text
        return try text.withUTF8 { try decode(type, from: $0) }
    }

    /// Decodes a value from a sequence of bytes: `[UInt8]`, `ArraySlice<UInt8>`, and so on. Contiguous bytes are not copied.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: some Sequence<UInt8>) throws -> T {
        if let result = try bytes.withContiguousStorageIfAvailable({ try decode(type, from: $0) }) { return result }
        return try Array(bytes).withUnsafeBufferPointer { try decode(type, from: $0) }
    }

    /// Decodes a value with a configuration, which the type's `init(from:configuration:)` gets.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    public func decode<T: DecodableWithConfiguration>(
        _ type: T.Type, from data: Data, configuration: T.DecodingConfiguration
    ) throws -> T {
        try data.withUnsafeBytes { bytes in
            try bytes.withMemoryRebound(to: UInt8.self) { bytes in
                try read(bytes) { session in
                    try session.nest(session.root.pointee.cursor, session.root, nil) {
                        try type.init(from: session, configuration: configuration)
                    }
                }
            }
        }
    }

    /// Decodes a value with the configuration that another type provides.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    public func decode<T: DecodableWithConfiguration, C: DecodingConfigurationProviding>(
        _ type: T.Type, from data: Data, configuration: C.Type
    ) throws -> T where T.DecodingConfiguration == C.DecodingConfiguration {
        try decode(type, from: data, configuration: C.decodingConfiguration)
    }

    func decode<T: Decodable>(_ type: T.Type, from bytes: UnsafeBufferPointer<UInt8>) throws -> T {
        try read(bytes) { try $0.value(type, $0.root.pointee.cursor, $0.root) }
    }

    /// Decodes a value of a text that is already parsed.
    func decode<T: Decodable>(_ type: T.Type, from parsed: ParsedText) throws -> T {
        try state.withTypes { options, types in
            let session = Self.session(parsed, options, types)
            defer { session.end() }
            return try session.value(type, session.root.pointee.cursor, session.root)
        }
    }

    private func read<T>(_ bytes: UnsafeBufferPointer<UInt8>, _ body: (DecodingSession) throws -> T) throws -> T {
        try state.withTypes { options, types in try Self.read(bytes, options, types, body) }
    }

    private static func read<T>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ options: DecodingOptions, _ types: DecodingTypes, _ body: (DecodingSession) throws -> T
    ) throws -> T {
        let parsed: ParsedText, transcoded: Transcoder?
        var bytes = bytes, lacksBraces = false
        do {
            // The search for an opening brace needs UTF-8.
            transcoded = options.values.assumesTopLevelDictionary ? try Transcoder.utf8(from: bytes) : nil
            if let transcoded { bytes = transcoded.bytes }
            lacksBraces =
                options.values.assumesTopLevelDictionary
                && !SourcePosition.beginsWithBrace(bytes, isJSON5: options.firstAttempt.allowsJSON5)
            parsed = try parse(bytes, lacksBraces: lacksBraces, options)
        } catch {
            // The message and the snippet are in the underlying error, which `print` shows too.
            let position = error.line.map { " (line \($0), column \(error.column ?? 0), byte \(error.offset ?? 0))" } ?? ""
            throw DecodingError.dataCorrupted(
                .init(codingPath: [], debugDescription: "The given data was not valid JSON." + position, underlyingError: error))
        }
        let session = session(parsed, options, types)
        defer {
            session.end()
            withExtendedLifetime(transcoded) {}  // until here, `bytes` may be its memory
        }
        do {
            return try body(session)
        } catch let error as DecodingError {
            throw session.located(error, in: bytes, lacksBraces: lacksBraces)
        }
    }

    private static func session(_ parsed: ParsedText, _ options: DecodingOptions, _ types: DecodingTypes) -> DecodingSession {
        let cursor = Cursor(
            text: parsed.text.baseAddress.unsafelyUnwrapped, node: parsed.nodes.assumingMemoryBound(to: yoke_tape_node.self))
        return DecodingSession(parsed, at: cursor, options, types, usesBoxes: true)
    }

    // MARK: - Text

    private static func parse(
        _ bytes: UnsafeBufferPointer<UInt8>, lacksBraces: Bool, _ options: DecodingOptions
    ) throws(JSONError) -> ParsedText {
        guard lacksBraces else { return try attempt(bytes, options) }
        let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, limit = options.firstAttempt.limits.maxTotalBytes
        if bytes.count > limit {
            throw JSONError(kind: .limitExceeded, message: "the text is longer than \(limit) bytes", hint: "see JSONLimits")
                .moved(to: SourcePosition(at: limit, in: bytes, mark: mark))
        }
        // Adds the missing braces. The line feed before the closing brace ends a `//` comment in the last line of the text.
        let braced = [UInt8(ascii: "{")] + bytes.dropFirst(mark) + Array("\n}".utf8)
        do throws(JSONError) {
            return try withBytes(of: braced) { bytes throws(JSONError) in try attempt(bytes, options, isLimited: false) }
        } catch {
            throw unbraced(error, bytes, mark: mark)
        }
    }

    /// Returns an error about a text with added braces as an error about the caller's text.
    private static func unbraced(_ error: JSONError, _ bytes: UnsafeBufferPointer<UInt8>, mark: Int) -> JSONError {
        guard let offset = error.offset else { return error }
        let place = max(offset - 1 + mark, mark)
        if place < bytes.count { return error.moved(to: SourcePosition(at: place, in: bytes, mark: mark)) }
        if error.kind == .trailingContent {
            // The text itself has a brace too many, so the added one is what follows the value.
            let last = bytes.lastIndex { !$0.isJSONSpace } ?? 0
            return error.moved(to: SourcePosition(at: last, in: bytes, mark: mark))
        }
        return JSONError(kind: .unexpectedEnd, message: "the text ends inside a value", hint: "the text may have been cut")
            .moved(below: error.path, to: SourcePosition(at: bytes.count, in: bytes, mark: mark))
    }

    /// `isLimited`: false if the length of the text was checked before.
    private static func attempt(
        _ bytes: UnsafeBufferPointer<UInt8>, _ options: DecodingOptions, isLimited: Bool = true
    ) throws(JSONError) -> ParsedText {
        var first = options.firstAttempt
        if !isLimited { first.limits.totalBytes = nil }
        do throws(JSONError) {
            return try ParsedText.parse(bytes, first)
        } catch {
            guard options.values.readOptions.allowsTrailingCommas, !first.allowsJSON5 else { throw error }
            first.allowsTrailingCommas = true
            return try ParsedText.parse(bytes, first)
        }
    }
}
