internal import CYoke
import Foundation
import Yoke

/// The container that decodes the elements of an array.
struct UnkeyedContainer: UnkeyedDecodingContainer {
    private let session: DecodingSession
    private let own: UnsafeMutablePointer<Frame>
    private let array: Cursor
    /// `next` is the position of the next element, and `currentIndex` the number of elements before it.
    private var next: Cursor
    private(set) var currentIndex = 0

    init(_ session: DecodingSession, _ frame: UnsafeMutablePointer<Frame>, _ cursor: Cursor) {
        self.session = session
        own = frame
        array = cursor
        next = cursor.inside
    }

    private var frame: UnsafeMutablePointer<Frame> {
        session.frame(own, for: array)
    }

    var codingPath: [any CodingKey] { session.path(of: frame) }
    var count: Int? { array.count }
    var isAtEnd: Bool { currentIndex >= array.count }

    // MARK: - Elements

    private func element(_ type: Any.Type, _ message: String = "Unkeyed container is at end.") throws -> Cursor {
        guard !isAtEnd else { throw session.noValue(type, array, session.path(of: frame, IndexKey(currentIndex)), message) }
        return next
    }

    private func elementIfPresent() -> Cursor? { isAtEnd ? nil : next }

    /// Moves to the next element. `end` is the position after the current element.
    @inline(__always)
    private mutating func pass(_ end: Cursor) {
        next = end
        if next.first == UInt8(ascii: ",") { next.text += 1 }
        currentIndex += 1
    }

    @inline(__always)
    private mutating func scalar<T>(
        _ cursor: Cursor, _ read: (Cursor, inout UnsafePointer<UInt8>, PathMaker) throws -> T
    ) throws -> T {
        var end = cursor.text
        let index = currentIndex
        let value = try read(cursor, &end) { session.path(of: frame, IndexKey(index)) }
        pass(end == cursor.text ? cursor.after : Cursor(text: end, node: cursor.node))
        return value
    }

    @inline(__always)
    private mutating func scalarIfPresent<T>(
        _ read: (Cursor, inout UnsafePointer<UInt8>, PathMaker) throws -> T
    ) throws -> T? {
        guard let cursor = elementIfPresent() else {
            currentIndex += 1  // as JSONDecoder does
            return nil
        }
        guard cursor.isNull else { return try scalar(cursor, read) }
        pass(cursor.after)
        return nil
    }

    mutating func decodeNil() throws -> Bool {
        let cursor = try element(Never.self)
        guard cursor.isNull else { return false }
        pass(cursor.after)
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar(element(type), session.bool) }
    mutating func decode(_ type: String.Type) throws -> String { try scalar(element(type), session.string) }
    mutating func decode(_ type: Double.Type) throws -> Double { try scalar(element(type), session.double) }
    mutating func decode(_ type: Float.Type) throws -> Float { try scalar(element(type), session.float) }
    mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try scalarIfPresent(session.bool) }
    mutating func decodeIfPresent(_ type: String.Type) throws -> String? { try scalarIfPresent(session.string) }
    mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try scalarIfPresent(session.double) }
    mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try scalarIfPresent(session.float) }

    @inline(__always)
    private mutating func integer<T: FixedWidthInteger & Sendable>() throws -> T {
        let session = session
        return try scalar(element(T.self)) { try session.integer(T.self, $0, &$1, $2) }
    }
    @inline(__always)
    private mutating func integerIfPresent<T: FixedWidthInteger & Sendable>() throws -> T? {
        let session = session
        return try scalarIfPresent { try session.integer(T.self, $0, &$1, $2) }
    }

    mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
    mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try integerIfPresent() }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try integerIfPresent() }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try integerIfPresent() }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try integerIfPresent() }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try integerIfPresent() }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try integerIfPresent() }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try integerIfPresent() }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try integerIfPresent() }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try integerIfPresent() }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try integerIfPresent() }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

    // MARK: - Other values

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        let cursor = try element(type)
        var key = IndexKey(currentIndex)
        let value = try session.value(type, cursor, frame, &key)
        pass(cursor.after)
        return value
    }

    mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
        guard let cursor = elementIfPresent() else {
            currentIndex += 1
            return nil
        }
        var key = IndexKey(currentIndex)
        let value = cursor.isNull ? nil : try session.value(type, cursor, frame, &key)
        pass(cursor.after)
        return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) throws -> KeyedDecodingContainer<NestedKey> {
        let cursor = try element(KeyedDecodingContainer<NestedKey>.self)
        let container = try session.container(keyedBy: type, cursor, session.pushNested(cursor, frame, IndexKey(currentIndex)))
        pass(cursor.after)
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let cursor = try element((any UnkeyedDecodingContainer).self)
        let container = try session.unkeyedContainer(cursor, session.pushNested(cursor, frame, IndexKey(currentIndex)))
        pass(cursor.after)
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let cursor = try element((any Decoder).self, "Cannot get superDecoder() -- unkeyed container is at end.")
        let decoder = try session.separate(cursor, path: session.path(of: frame, IndexKey(currentIndex)))
        pass(cursor.after)
        return decoder
    }
}
