internal import CYoke
import Foundation
import Yoke

/// The container that encodes the elements of an array.
struct UnkeyedWriter: UnkeyedEncodingContainer {
    private let session: EncodingSession
    private let frame: UnsafeMutablePointer<EncodingFrame>
    private let use: Int
    private let nested: [any CodingKey]

    init(_ session: EncodingSession, _ frame: UnsafeMutablePointer<EncodingFrame>, nested: [any CodingKey] = []) {
        self.session = session
        self.frame = frame
        use = frame.pointee.use
        self.nested = nested
    }

    var codingPath: [any CodingKey] { session.path(of: frame) + nested }
    var count: Int { frame.pointee.use == use ? frame.pointee.count : 0 }

    private var isOpen: Bool { session.current == frame && frame.pointee.use == use }

    @inline(__always)
    private func begin() throws {
        guard isOpen else { throw closed }
        session.separate(frame)
    }

    private var closed: EncodingError {
        .invalidValue(
            count,
            .init(codingPath: [], debugDescription: EncodingSession.closed))
    }

    /// Calls `body`, which writes the element.
    @inline(__always)
    private func put(_ body: (EncodingSession) throws -> Void) throws {
        try begin()
        try body(session)
    }

    mutating func encodeNil() throws { try put { $0.writeNull() } }
    mutating func encode(_ value: Bool) throws { try put { $0.write(value) } }
    mutating func encode(_ value: String) throws { try put { $0.write(value) } }
    mutating func encode(_ value: Double) throws {
        try check(value)
        try put { try $0.write(value) { [] } }
    }
    mutating func encode(_ value: Float) throws {
        try check(value)
        try put { try $0.write(value) { [] } }
    }

    /// Throws if the options refuse the number (NaN or an infinity). Nothing has been written for the element then.
    private func check<T: BinaryFloatingPoint>(_ value: T) throws {
        if value.isFinite { return }
        guard case .throw = session.options.nonConformingFloats else { return }
        try session.writeNonFinite(value, .throw) { session.path(of: frame, IndexKey(count)) }
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

    mutating func encode<T: Encodable>(_ value: T) throws {
        guard isOpen else { throw closed }
        let index = count, mark = session.mark(frame)
        session.separate(frame)
        do {
            var key = IndexKey(index)
            try session.value(value, &key)
        } catch {
            session.rollBack(to: mark, frame)
            throw error
        }
    }

    /// Returns a nested session for the next element: a container or a super encoder.
    private func part(_ key: IndexKey?) -> EncodingSession {
        guard isOpen else {
            session.refuse(EncodingSession.closed)
            return EncodingSession(session.options, session.types)
        }
        session.separate(frame)
        return session.part(session.path(of: frame, key), level: frame.pointee.inside)
    }

    mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        let index = IndexKey(count), part = part(nil)
        part.open(.object, part.root)
        return KeyedEncodingContainer(KeyedWriter<NestedKey>(part, part.root, nested: nested + [index]))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        let index = IndexKey(count), part = part(nil)
        part.open(.array, part.root)
        return UnkeyedWriter(part, part.root, nested: nested + [index])
    }

    mutating func superEncoder() -> any Encoder { part(IndexKey(count)) }
}
