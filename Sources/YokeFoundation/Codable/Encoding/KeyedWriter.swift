internal import CYoke
import Foundation
import Yoke

/// The state of a keyed container: the object that the container encodes.
final class WriterCell: ContainerCell {
    /// Keeps the session alive while a container uses this cell; nil between two calls to the encoder.
    @exclusivity(unchecked) private var owned: EncodingSession?
    /// The session in `owned`, unretained. Loading `owned` would retain and release the session, which is slow.
    @exclusivity(unchecked) private(set) var session: Unmanaged<EncodingSession>
    /// The keys that the container's `CodingKey` type has used so far.
    let known: KnownKeys
    @exclusivity(unchecked) private(set) var frame: UnsafeMutablePointer<EncodingFrame>
    @exclusivity(unchecked) private(set) var use: Int
    /// The keys that lead from the encoded value to this nested container. `codingPath` includes these keys. As in JSONEncoder, the coding
    /// paths of errors leave them out.
    let nested: [any CodingKey]

    fileprivate init(
        _ session: EncodingSession, _ frame: UnsafeMutablePointer<EncodingFrame>, _ keys: any CodingKey.Type, nested: [any CodingKey]
    ) {
        owned = session
        self.session = .passUnretained(session)
        known = session.types.keys(of: keys)
        self.frame = frame
        use = frame.pointee.use
        self.nested = nested
    }

    override func forgetSession() { owned = nil }

    /// Makes this cell the state of a container for another object.
    @inline(__always)
    fileprivate func retarget(_ session: EncodingSession, _ frame: UnsafeMutablePointer<EncodingFrame>) {
        if owned == nil {
            owned = session
            self.session = .passUnretained(session)
        }
        self.frame = frame
        use = frame.pointee.use
    }
}

extension EncodingSession {
    /// Returns a container for the object of a frame.
    func keyed<Key: CodingKey>(_ type: Key.Type, _ frame: UnsafeMutablePointer<EncodingFrame>) -> KeyedEncodingContainer<Key> {
        if usesBoxes, let entry = types.boxes.free(for: type) {
            return entry.reuse { (cell: WriterCell) in cell.retarget(self, frame) }
        }
        return makeKeyed(type, frame)
    }

    @inline(never)
    private func makeKeyed<Key: CodingKey>(_ type: Key.Type, _ frame: UnsafeMutablePointer<EncodingFrame>) -> KeyedEncodingContainer<Key> {
        let cell = WriterCell(self, frame, type, nested: [])
        let container = KeyedEncodingContainer(KeyedWriter<Key>(cell: cell))
        if usesBoxes { types.boxes.keep(container, cell, for: type) }
        return container
    }
}

/// The container that encodes the members of an object.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    fileprivate let cell: WriterCell

    fileprivate init(cell: WriterCell) { self.cell = cell }

    init(_ session: EncodingSession, _ frame: UnsafeMutablePointer<EncodingFrame>, nested: [any CodingKey]) {
        cell = WriterCell(session, frame, Key.self, nested: nested)
    }

    /// Calls `body` with the session, without reference counting. This is safe because the cell keeps the session alive.
    @inline(__always)
    private func with<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
        try cell.session._withUnsafeGuaranteedRef(body)
    }
    private var frame: UnsafeMutablePointer<EncodingFrame> {
        @inline(__always) get { cell.frame }
    }
    private var nested: [any CodingKey] { cell.nested }

    var codingPath: [any CodingKey] { with { $0.path(of: frame) } + nested }

    /// Returns true if the session is encoding this container's object at the moment. Only then may the object get members.
    @inline(__always)
    private func isOpen(_ session: EncodingSession) -> Bool { session.current == frame && frame.pointee.use == cell.use }

    /// Writes a key. The caller must write the value next.
    @inline(__always)
    private func begin(_ key: some CodingKey, _ session: EncodingSession) {
        session.member(session.keysAreDefault ? key.stringValue : converted(key, session), frame, cell.known)
    }

    private func converted(_ key: some CodingKey, _ session: EncodingSession) -> String { session.converted(key) { codingPath } }

    @inline(never)
    private func closed(_ key: some CodingKey) -> EncodingError {
        .invalidValue(
            key.stringValue,
            .init(codingPath: [], debugDescription: EncodingSession.closed))
    }

    /// Writes a key, and calls `body`, which writes the value.
    @inline(__always)
    private func put(_ key: Key, _ body: (EncodingSession) throws -> Void) throws {
        try with {
            guard isOpen($0) else { throw closed(key) }
            begin(key, $0)
            try body($0)
        }
    }

    func encodeNil(forKey key: Key) throws { try put(key) { $0.writeNull() } }
    func encode(_ value: Bool, forKey key: Key) throws { try put(key) { $0.write(value) } }
    func encode(_ value: String, forKey key: Key) throws { try put(key) { $0.write(value) } }
    func encode(_ value: Double, forKey key: Key) throws {
        try check(value, key)
        try put(key) { session in try session.write(value) { session.path(of: frame, key) } }
    }
    func encode(_ value: Float, forKey key: Key) throws {
        try check(value, key)
        try put(key) { session in try session.write(value) { session.path(of: frame, key) } }
    }

    /// Throws if the options refuse the number (NaN or an infinity). Nothing is written yet, so a type may catch the error and go on.
    @inline(__always)
    private func check<T: BinaryFloatingPoint>(_ value: T, _ key: Key) throws {
        if value.isFinite { return }
        try with { session in
            guard case .throw = session.options.nonConformingFloats else { return }
            try session.writeNonFinite(value, .throw) { session.path(of: frame, key) }
        }
    }

    @inline(__always)
    private func integer(_ value: some FixedWidthInteger, _ key: Key) throws { try put(key) { $0.write(value) } }

    func encode(_ value: Int, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try integer(value, key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128, forKey key: Key) throws { try integer(value, key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128, forKey key: Key) throws { try integer(value, key) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try with { session in
            guard isOpen(session) else { throw closed(key) }
            let mark = session.mark(frame)
            begin(key, session)
            do {
                var key = key
                try session.value(value, &key)
            } catch {
                session.rollBack(to: mark, frame)
                throw error
            }
        }
    }

    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if value == nil { return }
        try with { $0.types.payloads(of: T.self) }.withPayload(of: value) { (payload: UnsafePointer<T>) in
            try withBorrowed(payload) { try encode($0, forKey: key) }
        }
    }

    /// Returns the session of the nested container for a key, each time the same one; a session whose text is dropped if this writer is
    /// closed.
    private func session(for key: Key, _ kind: EncodingFrame.Kind) -> EncodingSession {
        with { session in
            let name = session.keysAreDefault ? key.stringValue : converted(key, session)
            if let known = frame.pointee.nested?[name], isOpen(session) {
                if known.root.pointee.kind != kind {
                    session.refuse("The container for the key \(name) is already encoded as one of another kind.")
                }
                return known
            }
            guard isOpen(session) else {
                session.refuse(EncodingSession.closed)
                return EncodingSession(session.options, session.types)
            }
            session.member(name, frame, cell.known)
            let part = session.part(session.path(of: frame), level: frame.pointee.inside)
            if !session.moveReplaced(to: part, kind) { part.open(kind, part.root) }
            frame.pointee.nested = frame.pointee.nested ?? [:]
            frame.pointee.nested?[name] = part
            return part
        }
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        let part = session(for: key, .object)
        return KeyedEncodingContainer(KeyedWriter<NestedKey>(part, part.root, nested: nested + [key]))
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        let part = session(for: key, .array)
        return UnkeyedWriter(part, part.root, nested: nested + [key])
    }

    func superEncoder() -> any Encoder { superEncoder(NameKey.super) }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key) }

    private func superEncoder(_ key: some CodingKey) -> any Encoder {
        with { session in
            guard isOpen(session) else {
                session.refuse(EncodingSession.closed)
                return EncodingSession(session.options, session.types)
            }
            begin(key, session)
            return session.part(session.path(of: frame, key), level: frame.pointee.inside)
        }
    }
}
