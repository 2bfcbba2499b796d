internal import CYoke
internal import CYokeCodable
import Foundation
import Yoke

/// The object of a keyed container. A session may give the cell another object when no container uses it.
final class KeyedCell {
    let session: DecodingSession
    @exclusivity(unchecked) fileprivate(set) var frame: UnsafeMutablePointer<Frame>
    @exclusivity(unchecked) fileprivate(set) var place: Place

    fileprivate init(_ session: DecodingSession, _ frame: UnsafeMutablePointer<Frame>, _ place: Place) {
        self.session = session
        self.frame = frame
        self.place = place
    }
}

extension DecodingSession {
    /// Returns a container for the object at a place.
    func keyed<Key: CodingKey>(_ type: Key.Type, _ place: Place, _ frame: UnsafeMutablePointer<Frame>) -> KeyedDecodingContainer<Key> {
        if let boxes, let (box, cell) = boxes.free(for: type) {
            cell.frame = frame
            cell.place = place
            return unsafeBitCast(box, to: KeyedDecodingContainer<Key>.self)
        }
        let cell = KeyedCell(self, frame, place)
        let container = KeyedDecodingContainer(KeyedContainer<Key>(cell: cell))
        boxes?.keep(container, cell, for: type)
        return container
    }
}

/// The members of an object.
struct KeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    fileprivate let cell: KeyedCell

    private var session: DecodingSession {
        @inline(__always) get { cell.session }
    }
    private var own: UnsafeMutablePointer<Frame> {
        @inline(__always) get { cell.frame }
    }
    private var place: Place {
        @inline(__always) get { cell.place }
    }

    /// The frame with the lookups of this object.
    @inline(__always)
    private var frame: UnsafeMutablePointer<Frame> {
        session.frame(own, for: place)
    }

    var codingPath: [any CodingKey] { session.path(of: frame) }
    var allKeys: [Key] { session.keys(in: frame).compactMap { Key(stringValue: $0) } }

    // MARK: - Lookup

    @inline(__always)
    private func find(_ key: some CodingKey) -> Place? { session.find(key.stringValue, in: frame) }

    @inline(__always)
    private func value(_ key: Key) throws -> Place {
        guard let place = find(key) else { throw missing(key) }
        return place
    }

    @inline(__always)
    private func valueIfPresent(_ key: Key) -> Place? {
        guard let place = find(key), !place.isNull else { return nil }
        return place
    }

    @inline(never)
    private func missing(_ key: some CodingKey) -> DecodingError { session.missing(key, place, session.path(of: frame)) }

    /// Reads a scalar and remembers where it ends.
    @inline(__always)
    private func scalar<T>(
        _ place: Place, _ key: Key, _ read: (Place, inout UnsafePointer<UInt8>, PathMaker) throws -> T
    ) throws -> T {
        var end = place.text
        let value = try read(place, &end) { session.path(of: frame, key) }
        if end != place.text { yoke_lookup_passed(&own.pointee.lookup, place.text, end, place.node) }
        return value
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try value(key).isNull }

    // MARK: - Scalars

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(value(key), key, session.bool) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(value(key), key, session.string) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(value(key), key, session.double) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(value(key), key, session.float) }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try valueIfPresent(key).map { try scalar($0, key, session.bool) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try valueIfPresent(key).map { try scalar($0, key, session.string) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try valueIfPresent(key).map { try scalar($0, key, session.double) }
    }
    func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
        try valueIfPresent(key).map { try scalar($0, key, session.float) }
    }

    @inline(__always)
    private func integer<T: FixedWidthInteger & Sendable>(_ key: Key) throws -> T {
        try scalar(value(key), key) { try session.integer(T.self, $0, &$1, $2) }
    }
    @inline(__always)
    private func integerIfPresent<T: FixedWidthInteger & Sendable>(_ key: Key) throws -> T? {
        try valueIfPresent(key).map { try scalar($0, key) { try session.integer(T.self, $0, &$1, $2) } }
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

    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try other(type, value(key), key) }

    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let place = valueIfPresent(key) else { return nil }
        return try other(type, place, key)
    }

    @inline(__always)
    private func other<T: Decodable>(_ type: T.Type, _ place: Place, _ key: Key) throws -> T {
        let result = try lend(key) { try session.value(type, place, frame, $0) }
        if place.isObject || place.isArray {
            let after = place.after
            yoke_lookup_passed(&own.pointee.lookup, place.text, after.text, after.node)
        }
        return result
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let place = try value(key)
        return try session.container(keyedBy: type, place, session.pushNested(place, frame, key))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        let place = try value(key)
        return try session.unkeyedContainer(place, session.pushNested(place, frame, key))
    }

    func superDecoder() throws -> any Decoder {
        try session.separate(find(NameKey.super), path: session.path(of: frame, NameKey.super))
    }
    func superDecoder(forKey key: Key) throws -> any Decoder { try session.separate(find(key), path: session.path(of: frame, key)) }
}
