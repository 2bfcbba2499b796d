import Yoke

/// The parts of an error that must be equal for every engine, at once and in chunks.
public struct Failure: Equatable, Sendable, CustomStringConvertible {
    public let kind: JSONError.Kind
    public let path: String
    public let offset: Int?
    public let line: Int?
    public let column: Int?

    public init(_ error: JSONError) {
        (kind, path, offset, line, column) = (error.kind, error.path, error.offset, error.line, error.column)
    }

    public init(kind: JSONError.Kind, path: String, offset: Int?, line: Int?, column: Int?) {
        (self.kind, self.path, self.offset, self.line, self.column) = (kind, path, offset, line, column)
    }

    public var description: String {
        "\(kind) \(path) at \(offset ?? -1) (\(line ?? -1):\(column ?? -1))"
    }
}

/// The result of a reading: the value, or the error.
public enum Outcome<Value> {
    case value(Value)
    case failure(Failure)

    public init(_ body: () throws(JSONError) -> Value) {
        do throws(JSONError) { self = .value(try body()) } catch { self = .failure(Failure(error)) }
    }

    public var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
    public var value: Value? { if case .value(let value) = self { value } else { nil } }
}

extension Outcome: Equatable where Value: Equatable {}

/// A way to read texts: with a reader or with the validator. `whole` reads a text at once, and `chunked` reads a text in chunks. Both
/// return the error, or nil.
public struct Intake {
    public let whole: ([UInt8]) -> Failure?
    public let chunked: ([ArraySlice<UInt8>]) -> Failure?

    /// Reads texts with a reader, and drops the value.
    public static func reading<Value: JSONReadable>(_ type: Value.Type, _ options: JSONReadOptions = .strict) -> Intake {
        Intake(
            whole: { text in Outcome { () throws(JSONError) in try Value(json: text, options: options) }.failure },
            chunked: { chunks in
                Outcome { () throws(JSONError) -> Value in
                    var reader = try JSONReader<Value>(options: options)
                    for chunk in chunks { try reader.feed(chunk) }
                    return try reader.finish()
                }.failure
            })
    }

    /// Reads texts with the validator. If `counting` is false, the validator does not count values, as in the command `yoke validate`.
    public static func validating(counting: Bool = true, _ options: JSONReadOptions = .strict) -> Intake {
        Intake(whole: { validate([$0[...]], counting, options) }, chunked: { validate($0, counting, options) })
    }

    private static func validate(_ chunks: [ArraySlice<UInt8>], _ counting: Bool, _ options: JSONReadOptions) -> Failure? {
        Outcome { () throws(JSONError) in
            var validator = try JSONValidator(counting: counting, options: options)
            for chunk in chunks {
                let outcome = chunk.withUnsafeBytes { bytes in
                    Result { () throws(JSONError) in try validator.feed(bytes) }
                }
                try outcome.get()
            }
            try validator.finish()
        }.failure
    }
}

extension [UInt8] {
    /// Returns the text in two chunks.
    public func split(at index: Int) -> [ArraySlice<UInt8>] { [self[..<index], self[index...]] }

    /// Returns the text in chunks of `size` bytes.
    public func chunks(of size: Int) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
    }
}

extension Failure? {
    /// The failure as text, for the messages of tests; `accepted` without a failure.
    public var words: String { self?.description ?? "accepted" }
}
