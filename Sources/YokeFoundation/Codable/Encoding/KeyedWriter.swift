internal import CYoke
import Foundation
import Yoke

/// The object of a keyed container. A session may give the cell another object when no container uses it.
final class WriterCell {
    let session: EncodingSession
    @exclusivity(unchecked) fileprivate(set) var frame: UnsafeMutablePointer<EncodingFrame>
    @exclusivity(unchecked) fileprivate(set) var use: Int
    /// The keys from the value that is being encoded to this nested container. As in JSONEncoder, errors do not have them.
    let nested: [any CodingKey]

    fileprivate init(_ session: EncodingSession, _ frame: UnsafeMutablePointer<EncodingFrame>, nested: [any CodingKey]) {
        self.session = session
        self.frame = frame
        use = frame.pointee.use
        self.nested = nested
    }
}

extension EncodingSession {
    /// Returns a container for the object of a frame.
    func keyed<Key: CodingKey>(_ type: Key.Type, _ frame: UnsafeMutablePointer<EncodingFrame>) -> KeyedEncodingContainer<Key> {
        if let boxes, let (box, cell) = boxes.free(for: type) {
            cell.frame = frame
            cell.use = frame.pointee.use
            return unsafeBitCast(box, to: KeyedEncodingContainer<Key>.self)
        }
        let cell = WriterCell(self, frame, nested: [])
        let container = KeyedEncodingContainer(KeyedWriter<Key>(cell: cell))
        boxes?.keep(container, cell, for: type)
        return container
    }
}

/// The container of an object.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    fileprivate let cell: WriterCell

    fileprivate init(cell: WriterCell) { self.cell = cell }

    init(_ session: EncodingSession, _ frame: UnsafeMutablePointer<EncodingFrame>, nested: [any CodingKey]) {
        cell = WriterCell(session, frame, nested: nested)
    }

    private var session: EncodingSession {
        @inline(__always) get { cell.session }
    }
    private var frame: UnsafeMutablePointer<EncodingFrame> {
        @inline(__always) get { cell.frame }
    }
    private var nested: [any CodingKey] { cell.nested }

    var codingPath: [any CodingKey] { session.path(of: frame) + nested }

    /// True if the object may get members now.
    @inline(__always)
    private var isOpen: Bool { session.current == frame && frame.pointee.use == cell.use }

    /// Writes the key of a value that comes next.
    @inline(__always)
    private func begin(_ key: some CodingKey) throws {
        guard isOpen else { throw closed(key) }
        session.member(session.keysAreDefault ? key.stringValue : converted(key), frame)
    }

    private func converted(_ key: some CodingKey) -> String { session.converted(key) { codingPath } }

    @inline(never)
    private func closed(_ key: some CodingKey) -> EncodingError {
        .invalidValue(
            key.stringValue,
            .init(codingPath: [], debugDescription: EncodingSession.closed))
    }

    mutating func encodeNil(forKey key: Key) throws {
        try begin(key)
        session.writeNull()
    }
    mutating func encode(_ value: Bool, forKey key: Key) throws {
        try begin(key)
        session.write(value)
    }
    mutating func encode(_ value: String, forKey key: Key) throws {
        try begin(key)
        session.write(value)
    }
    mutating func encode(_ value: Double, forKey key: Key) throws {
        try check(value, key)
        try begin(key)
        try session.write(value) { session.path(of: frame, key) }
    }
    mutating func encode(_ value: Float, forKey key: Key) throws {
        try check(value, key)
        try begin(key)
        try session.write(value) { session.path(of: frame, key) }
    }

    /// Throws before anything is written, so that a type may catch the error and go on.
    @inline(__always)
    private func check<T: BinaryFloatingPoint>(_ value: T, _ key: Key) throws {
        if value.isFinite { return }
        guard case .throw = session.options.nonConformingFloats else { return }
        try session.writeNonFinite(value, .throw) { session.path(of: frame, key) }
    }

    @inline(__always)
    private func integer(_ value: some FixedWidthInteger, _ key: Key) throws {
        try begin(key)
        session.write(value)
    }

    mutating func encode(_ value: Int, forKey key: Key) throws { try integer(value, key) }
    mutating func encode(_ value: Int8, forKey key: Key) throws { try integer(value, key) }
    mutating func encode(_ value: Int16, forKey key: Key) throws { try integer(value, key) }
    mutating func encode(_ value: Int32, forKey key: Key) throws { try integer(value, key) }
    mutating func encode(_ value: Int64, forKey key: Key) throws { try integer(value, key) }
    mutating func encode(_ value: UInt, forKey key: Key) throws { try integer(value, key) }
    mutating func encode(_ value: UInt8, forKey key: Key) throws { try integer(value, key) }
    mutating func encode(_ value: UInt16, forKey key: Key) throws { try integer(value, key) }
    mutating func encode(_ value: UInt32, forKey key: Key) throws { try integer(value, key) }
    mutating func encode(_ value: UInt64, forKey key: Key) throws { try integer(value, key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: Int128, forKey key: Key) throws { try integer(value, key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func encode(_ value: UInt128, forKey key: Key) throws { try integer(value, key) }

    mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        guard isOpen else { throw closed(key) }
        let mark = session.mark(frame)
        session.member(session.keysAreDefault ? key.stringValue : converted(key), frame)
        do {
            try lend(key) { try session.value(value, $0) }
        } catch {
            session.rollBack(to: mark, frame)
            throw error
        }
    }

    /// The session of a nested container, which may be asked for twice.
    private func session(for key: Key, _ kind: EncodingFrame.Kind) -> EncodingSession {
        let name = session.keysAreDefault ? key.stringValue : converted(key)
        if let known = frame.pointee.nested?[name], isOpen {
            if known.root.pointee.kind != kind {
                session.refuse("The container for the key \(name) is already encoded as one of another kind.")
            }
            return known
        }
        guard isOpen else {
            session.refuse(EncodingSession.closed)
            return EncodingSession(session.options, session.types)
        }
        session.member(name, frame)
        let part = session.part(session.path(of: frame), level: frame.pointee.inside)
        part.open(kind, part.root)
        frame.pointee.nested = frame.pointee.nested ?? [:]
        frame.pointee.nested?[name] = part
        return part
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        let part = session(for: key, .object)
        return KeyedEncodingContainer(KeyedWriter<NestedKey>(part, part.root, nested: nested + [key]))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let part = session(for: key, .array)
        return UnkeyedWriter(part, part.root, nested: nested + [key])
    }

    mutating func superEncoder() -> any Encoder { superEncoder(NameKey.super) }
    mutating func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

    private func superEncoder(_ key: some CodingKey) -> any Encoder {
        guard isOpen else {
            session.refuse(EncodingSession.closed)
            return EncodingSession(session.options, session.types)
        }
        session.member(session.keysAreDefault ? key.stringValue : converted(key), frame)
        return session.part(session.path(of: frame, key), level: frame.pointee.inside)
    }
}
