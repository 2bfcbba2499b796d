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
public final class YokeEncoder: Sendable {
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

    private let state = CodingState<EncodingOptions>(.init())

    /// Makes an encoder with the defaults of `JSONEncoder`.
    public init() {}

    /// The form of the text: indentation, order of keys, escapes of slashes. By default the text is compact, and slashes are escaped.
    public var outputFormatting: OutputFormatting {
        get { state[\.formatting] }
        set { state[\.formatting] = newValue }
    }
    /// How the JSON spells dates. The default is a number of seconds since 2001, as `Date` codes itself.
    public var dateEncodingStrategy: DateEncodingStrategy {
        get { state[\.dates] }
        set { state[\.dates] = newValue }
    }
    /// How the JSON spells `Data`. The default is base64.
    public var dataEncodingStrategy: DataEncodingStrategy {
        get { state[\.data] }
        set { state[\.data] = newValue }
    }
    /// Strings that stand for infinities and NaN. The default is to throw.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy {
        get { state[\.nonConformingFloats] }
        set { state[\.nonConformingFloats] = newValue }
    }
    /// How keys of types become keys of the text. The keys of a `[String: Value]` dictionary never change.
    public var keyEncodingStrategy: KeyEncodingStrategy {
        get { state[\.keys] }
        set { state[\.keys] = newValue }
    }
    /// Values that each `encode(to:)` can read as `userInfo` of its encoder.
    public var userInfo: [CodingUserInfoKey: any Sendable] {
        get { state[\.userInfo] }
        set { state[\.userInfo] = newValue }
    }
    /// True if types that also have a mapping (`@JSONModel`, `JSONWritable`) are written by the mapping and not by `encode(to:)`. The
    /// default is false.
    ///
    /// For a type that a mapping writes, `outputFormatting` applies, and the strategies of this encoder do not. A mapping writes types of
    /// Swift and Foundation, such as `Set<Date>`, only inside such a type. If a mapping throws, the encoder throws `.invalidValue` with the
    /// entire coding path and the `JSONError` as `underlyingError`.
    public var prefersMapping: Bool {
        get { state[\.prefersMapping] }
        set { state[\.prefersMapping] = newValue }
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
        try state.withTypes { options, types in
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
}
