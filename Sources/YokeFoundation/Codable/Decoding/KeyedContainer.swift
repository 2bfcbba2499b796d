internal import CYoke
internal import CYokeCodable
import Foundation
import Yoke

/// The state of a keyed container: the object that the container decodes.
final class KeyedCell: ContainerCell {
    /// Keeps the session alive while a container uses this cell; nil between two calls to the decoder.
    @exclusivity(unchecked) private var owned: DecodingSession?
    /// The session in `owned`, unretained. Loading `owned` would retain and release the session, which takes as long as finding a member.
    @exclusivity(unchecked) private(set) var session: Unmanaged<DecodingSession>
    /// The keys that the container's `CodingKey` type has used so far.
    let known: KnownKeys
    @exclusivity(unchecked) private(set) var frame: UnsafeMutablePointer<Frame>
    @exclusivity(unchecked) private(set) var cursor: Cursor

    fileprivate init(_ session: DecodingSession, _ frame: UnsafeMutablePointer<Frame>, _ cursor: Cursor, _ known: KnownKeys) {
        owned = session
        self.session = .passUnretained(session)
        self.known = known
        self.frame = frame
        self.cursor = cursor
    }

    override func forgetSession() { owned = nil }

    /// Makes this cell the state of a container for another object.
    @inline(__always)
    fileprivate func retarget(_ session: DecodingSession, _ frame: UnsafeMutablePointer<Frame>, _ cursor: Cursor) {
        if owned == nil {
            owned = session
            self.session = .passUnretained(session)
        }
        self.frame = frame
        self.cursor = cursor
    }
}

extension DecodingSession {
    /// Returns a container for the object at `cursor`.
    func keyed<Key: CodingKey>(_ type: Key.Type, _ cursor: Cursor, _ frame: UnsafeMutablePointer<Frame>) -> KeyedDecodingContainer<Key> {
        if usesBoxes, let entry = types.boxes.free(for: type) {
            return entry.reuse { (cell: KeyedCell) in cell.retarget(self, frame, cursor) }
        }
        return makeKeyed(type, cursor, frame)
    }

    @inline(never)
    private func makeKeyed<Key: CodingKey>(
        _ type: Key.Type, _ cursor: Cursor, _ frame: UnsafeMutablePointer<Frame>
    ) -> KeyedDecodingContainer<Key> {
        let cell = KeyedCell(self, frame, cursor, types.keys(of: type))
        let container = KeyedDecodingContainer(KeyedContainer<Key>(cell: cell))
        if usesBoxes { types.boxes.keep(container, cell, for: type) }
        return container
    }
}

/// The container that decodes the members of an object.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    fileprivate let cell: KeyedCell

    /// Calls `body` with the session, without reference counting. This is safe because the cell keeps the session alive.
    @inline(__always)
    private func with<Result>(_ body: (DecodingSession) throws -> Result) rethrows -> Result {
        try cell.session._withUnsafeGuaranteedRef(body)
    }
    private var own: UnsafeMutablePointer<Frame> {
        @inline(__always) get { cell.frame }
    }
    private var cursor: Cursor {
        @inline(__always) get { cell.cursor }
    }

    /// Returns the frame that keeps the state of key lookups in this object: the container's own frame, or a spare frame of the session.
    @inline(__always)
    private func frame(_ session: DecodingSession) -> UnsafeMutablePointer<Frame> { session.frame(own, for: cursor) }

    var codingPath: [any CodingKey] { with { $0.path(of: frame($0)) } }
    var allKeys: [Key] { with { $0.keys(in: frame($0), cell.known).compactMap { Key(stringValue: $0) } } }

    // MARK: - Lookup

    @inline(__always)
    private func find(_ key: some CodingKey, _ session: DecodingSession) -> Cursor? {
        session.find(key.stringValue, in: frame(session), cell.known)
    }

    @inline(__always)
    private func value(_ key: Key, _ session: DecodingSession) throws -> Cursor {
        guard let cursor = find(key, session) else { throw missing(key, session) }
        return cursor
    }

    @inline(__always)
    private func valueIfPresent(_ key: Key, _ session: DecodingSession) -> Cursor? {
        guard let cursor = find(key, session), !cursor.isNull else { return nil }
        return cursor
    }

    @inline(never)
    private func missing(_ key: some CodingKey, _ session: DecodingSession) -> DecodingError {
        session.missing(key, cursor, session.path(of: frame(session)))
    }

    private typealias Reader<T> = (DecodingSession, Cursor, inout UnsafePointer<UInt8>, PathMaker) throws -> T

    /// Reads the scalar at `cursor`, and tells the frame's `lookup` where the scalar ends, so that the next lookup starts there.
    @inline(__always)
    private func scalar<T>(_ cursor: Cursor, _ key: Key, _ session: DecodingSession, _ read: Reader<T>) throws -> T {
        var end = cursor.text
        let value = try read(session, cursor, &end) { session.path(of: frame(session), key) }
        if end != cursor.text { yoke_lookup_passed(&own.pointee.lookup, cursor.text, end, cursor.node) }
        return value
    }

    @inline(__always)
    private func scalar<T>(_ key: Key, _ read: Reader<T>) throws -> T {
        try with { try scalar(value(key, $0), key, $0, read) }
    }
    @inline(__always)
    private func scalarIfPresent<T>(_ key: Key, _ read: Reader<T>) throws -> T? {
        try with {
            guard let cursor = valueIfPresent(key, $0) else { return nil }
            return try scalar(cursor, key, $0, read)
        }
    }

    func contains(_ key: Key) -> Bool { with { find(key, $0) != nil } }
    func decodeNil(forKey key: Key) throws -> Bool { try with { try value(key, $0).isNull } }

    // MARK: - Scalars

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(key) { try $0.bool($1, &$2, $3) } }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(key) { try $0.string($1, &$2, $3) } }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(key) { try $0.double($1, &$2, $3) } }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(key) { try $0.float($1, &$2, $3) } }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try scalarIfPresent(key) { try $0.bool($1, &$2, $3) } }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try scalarIfPresent(key) { try $0.string($1, &$2, $3) } }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try scalarIfPresent(key) { try $0.double($1, &$2, $3) } }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try scalarIfPresent(key) { try $0.float($1, &$2, $3) } }

    @inline(__always)
    private func integer<T: FixedWidthInteger & Sendable>(_ key: Key) throws -> T {
        try scalar(key) { try $0.integer(T.self, $1, &$2, $3) }
    }
    @inline(__always)
    private func integerIfPresent<T: FixedWidthInteger & Sendable>(_ key: Key) throws -> T? {
        try scalarIfPresent(key) { try $0.integer(T.self, $1, &$2, $3) }
    }

    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfPresent(key) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
    func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfPresent(key) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
    func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try integerIfPresent(key) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
    func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try integerIfPresent(key) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try integerIfPresent(key) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
    func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfPresent(key) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
    func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try integerIfPresent(key) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
    func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try integerIfPresent(key) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
    func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try integerIfPresent(key) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
    func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try integerIfPresent(key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

    // MARK: - Other values

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try with { try other(type, value(key, $0), key, $0) } }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        try with {
            guard let cursor = valueIfPresent(key, $0) else { return nil }
            return try other(type, cursor, key, $0)
        }
    }

    @inline(__always)
    private func other<T: Decodable>(_ type: T.Type, _ cursor: Cursor, _ key: Key, _ session: DecodingSession) throws -> T {
        var key = key
        let result = try session.value(type, cursor, frame(session), &key)
        if cursor.isObject || cursor.isArray {
            let after = cursor.after
            yoke_lookup_passed(&own.pointee.lookup, cursor.text, after.text, after.node)
        }
        return result
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try with {
            let cursor = try value(key, $0)
            return try $0.container(keyedBy: type, cursor, $0.pushNested(cursor, frame($0), key))
        }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try with {
            let cursor = try value(key, $0)
            return try $0.unkeyedContainer(cursor, $0.pushNested(cursor, frame($0), key))
        }
    }

    func superDecoder() throws -> any Decoder { try superDecoder(NameKey.super) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try superDecoder(key) }

    private func superDecoder(_ key: some CodingKey) throws -> any Decoder {
        try with { try $0.separate(find(key, $0), path: $0.path(of: frame($0), key)) }
    }
}
