import Foundation
import Yoke

/// Encodes `Encodable` types as JSON, with the interface of Foundation's `JSONEncoder`. Values are written straight into the text.
///
/// ```swift
/// let encoder = YokeEncoder()
/// encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
/// let data = try encoder.encode(user)
/// ```
/// All options have the same names, types and meanings as in `JSONEncoder`. Errors are `EncodingError`s of the same case with the same
/// coding paths. With `.sortedKeys` the text is byte for byte the text of `JSONEncoder`. Otherwise members keep the order in which the type
/// encodes them.
///
/// An encoder may be used by many threads at once. An option that changes during a call applies from the next call on.
public final class YokeEncoder: @unchecked Sendable {  // `lock` protects all mutable state
    /// The same type as in `JSONEncoder`.
    public typealias OutputFormatting = JSONEncoder.OutputFormatting
    /// The same type as in `JSONEncoder`.
    public typealias DateEncodingStrategy = JSONEncoder.DateEncodingStrategy
    /// The same type as in `JSONEncoder`.
    public typealias DataEncodingStrategy = JSONEncoder.DataEncodingStrategy
    /// The same type as in `JSONEncoder`.
    public typealias NonConformingFloatEncodingStrategy = JSONEncoder.NonConformingFloatEncodingStrategy
    /// The same type as in `JSONEncoder`.
    public typealias KeyEncodingStrategy = JSONEncoder.KeyEncodingStrategy

    private let lock = NSLock()
    private var options = EncodingOptions(.init())
    /// How to encode each type that was encoded so far, kept between calls. This table is nil while a call uses it, and if the next call
    /// must make a new one, such as after a change of the options.
    private var types: EncodingTypes?

    /// Makes an encoder with the defaults of `JSONEncoder`.
    public init() {}

    private subscript<Value>(_ path: WritableKeyPath<EncodingOptions.Values, Value>) -> Value {
        get { lock.withLock { options.values[keyPath: path] } }
        set {
            lock.withLock {
                var values = options.values
                values[keyPath: path] = newValue
                options = EncodingOptions(values)
                types = nil
            }
        }
    }

    /// The form of the text: indentation, order of keys, escapes of slashes. By default the text is compact, and slashes are escaped.
    public var outputFormatting: OutputFormatting {
        get { self[\.formatting] }
        set { self[\.formatting] = newValue }
    }
    /// How the JSON spells dates. The default is a number of seconds since 2001, as `Date` codes itself.
    public var dateEncodingStrategy: DateEncodingStrategy {
        get { self[\.dates] }
        set { self[\.dates] = newValue }
    }
    /// How the JSON spells `Data`. The default is base64.
    public var dataEncodingStrategy: DataEncodingStrategy {
        get { self[\.data] }
        set { self[\.data] = newValue }
    }
    /// Strings that stand for infinities and NaN. The default is to throw.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { self[\.nonConformingFloats] }
        set { self[\.nonConformingFloats] = newValue }
    }
    /// How keys of types become keys of the text. The keys of a `[String: Value]` dictionary never change.
    public var keyEncodingStrategy: KeyEncodingStrategy {
        get { self[\.keys] }
        set { self[\.keys] = newValue }
    }
    /// Values that each `encode(to:)` can read as `userInfo` of its encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { self[\.userInfo] }
        set { self[\.userInfo] = newValue }
    }
    /// True if types that also have a mapping (`@JSONModel`, `JSONWritable`) are written by the mapping and not by `encode(to:)`. The
    /// default is false.
    ///
    /// For a type that a mapping writes, `outputFormatting` applies, and the strategies of this encoder do not. A mapping writes types of
    /// Swift and Foundation, such as `Set<Date>`, only inside such a type. If a mapping throws, the encoder throws `.invalidValue` with the
    /// entire coding path and the `JSONError` as `underlyingError`.
    public var prefersMapping: Bool {
        get { self[\.prefersMapping] }
        set { self[\.prefersMapping] = newValue }
    }

    // MARK: - Encoding

    /// Encodes a value as UTF-8.
    ///
    /// - Throws: `EncodingError`, or what an `encode(to:)` throws.
    public func encode<T: Encodable>(_ value: T) throws -> Data {
        try write(value) { session in try session.value(value, nil as KeyReference?) }
    }

    /// Encodes a value with a configuration, which the type's `encode(to:configuration:)` gets.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    public func encode<T: EncodableWithConfiguration>(_ value: T, configuration: T.EncodingConfiguration) throws -> Data {
        try write(value) { session in try session.nest(nil) { try value.encode(to: session, configuration: configuration) } }
    }

    /// Encodes a value with the configuration that another type provides.
    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    public func encode<T: EncodableWithConfiguration, C: EncodingConfigurationProviding>(
        _ value: T, configuration: C.Type
    ) throws -> Data where T.EncodingConfiguration == C.EncodingConfiguration {
        try encode(value, configuration: C.encodingConfiguration)
    }

    private func write<T>(_ value: T, _ body: (EncodingSession) throws -> Void) throws -> Data {
        lock.lock()
        let options = options
        var types = types ?? EncodingTypes(options)
        self.types = nil
        lock.unlock()
        defer {
            // A type may have kept the `Encoder` of its `encode(to:)`, which still uses the table. Then the table is not stored for the
            // next call, which makes a new table.
            if isKnownUniquelyReferenced(&types) {
                lock.lock()
                if options === self.options { self.types = types }
                lock.unlock()
            }
        }
        let session = EncodingSession(options, types, usesBoxes: true)
        defer { session.endCall() }
        do {
            try body(session)
            guard !session.encodedNothing else {
                throw EncodingError.invalidValue(
                    value, .init(codingPath: [], debugDescription: "Top-level \(T.self) did not encode any values."))
            }
            return try session.finish()
        } catch EncodingError.invalidValue(is EncodingSession.TooDeep, let context) {
            throw EncodingError.invalidValue(value, context)
        }
    }
}
