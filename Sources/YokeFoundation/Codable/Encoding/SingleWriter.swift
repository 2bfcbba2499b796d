internal import CYoke
import Foundation
import Yoke

/// The container that encodes a single value.
struct SingleWriter: SingleValueEncodingContainer {
    private let session: EncodingSession
    private let frame: UnsafeMutablePointer<EncodingFrame>
    private let use: Int

    init(_ session: EncodingSession, _ frame: UnsafeMutablePointer<EncodingFrame>) {
        self.session = session
        self.frame = frame
        use = frame.pointee.use
    }

    var codingPath: [any CodingKey] { session.path(of: frame) }

    private func begin() throws {
        guard session.current == frame, frame.pointee.use == use, frame.pointee.kind == .empty else {
            throw session.refuse("A value cannot be encoded in two ways: something is already encoded at this path.")
        }
        frame.pointee.kind = .single
        frame.pointee.firstMember = session.out.pointee.count
    }

    /// Calls `body`, which writes the value.
    @inline(__always)
    private func put(_ body: (EncodingSession) throws -> Void) throws {
        try begin()
        try body(session)
    }

    mutating func encodeNil() throws { try put { $0.writeNull() } }
    mutating func encode(_ value: Bool) throws { try put { $0.write(value) } }
    mutating func encode(_ value: String) throws { try put { $0.write(value) } }
    mutating func encode(_ value: Double) throws {
        try attempt { try session.write(value) { codingPath } }
    }
    mutating func encode(_ value: Float) throws {
        try attempt { try session.write(value) { codingPath } }
    }

    /// Runs `body`, which writes the value. If `body` throws, nothing counts as encoded, so the type may encode another value.
    private func attempt(_ body: () throws -> Void) throws {
        try begin()
        let mark = session.mark(frame)
        do {
            try body()
        } catch {
            session.rollBack(to: mark, frame)
            frame.pointee.forgetContainer()
            throw error
        }
    }

    mutating func encode(_ value: Int) throws { try put { $0.write(value) } }
    mutating func encode(_ value: Int8) throws { try put { $0.write(value) } }
    mutating func encode(_ value: Int16) throws { try put { $0.write(value) } }
    mutating func encode(_ value: Int32) throws { try put { $0.write(value) } }
    mutating func encode(_ value: Int64) throws { try put { $0.write(value) } }
    mutating func encode(_ value: UInt) throws { try put { $0.write(value) } }
    mutating func encode(_ value: UInt8) throws { try put { $0.write(value) } }
    mutating func encode(_ value: UInt16) throws { try put { $0.write(value) } }
    mutating func encode(_ value: UInt32) throws { try put { $0.write(value) } }
    mutating func encode(_ value: UInt64) throws { try put { $0.write(value) } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128) throws { try put { $0.write(value) } }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128) throws { try put { $0.write(value) } }

    /// A model is encoded as by `value.encode(to: encoder)`. So, as in JSONEncoder, its members are in one object with the members that the
    /// type encodes before and after it with a keyed container.
    mutating func encode<T: Encodable>(_ value: T) throws {
        let kind = session.types.entry(of: T.self).pointee.kind
        // With a key strategy, a dictionary cannot be added: its own `encode(to:)` would convert its keys.
        if kind.opensContainer, isContainer, session.keysAreDefault || !(value is [String: any Encodable]) {
            return try session.extend(by: value)
        }
        try attempt {
            guard kind == .plain else { return try session.value(value, nil as KeyReference?) }
            frame.pointee.kind = .empty
            try session.extend(by: value)
            if frame.pointee.kind == .empty { session.open(.object, frame) }
        }
    }

    /// True if the type has already opened a container for its value.
    private var isContainer: Bool {
        let kind = frame.pointee.kind
        return session.current == frame && frame.pointee.use == use && (kind == .object || kind == .array)
    }
}
