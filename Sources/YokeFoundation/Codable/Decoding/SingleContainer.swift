internal import CYoke
import Foundation
import Yoke

/// The container that decodes a single value.
struct SingleContainer: SingleValueDecodingContainer {
    let session: DecodingSession
    let cursor: Cursor

    /// The frame that gives the value's coding path. After the value has been decoded, the container gets a spare frame of the session.
    private var frame: UnsafeMutablePointer<Frame> {
        session.frame(session.current, for: cursor)
    }

    var codingPath: [any CodingKey] { session.path(of: frame) }

    @inline(__always)
    private func scalar<T>(_ read: (Cursor, inout UnsafePointer<UInt8>, PathMaker) throws -> T) throws -> T {
        var end = cursor.text
        return try read(cursor, &end) { session.path(of: frame) }
    }

    func decodeNil() -> Bool { cursor.isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try scalar(session.bool) }
    func decode(_ type: String.Type) throws -> String { try scalar(session.string) }
    func decode(_ type: Double.Type) throws -> Double { try scalar(session.double) }
    func decode(_ type: Float.Type) throws -> Float { try scalar(session.float) }

    @inline(__always)
    private func integer<T: FixedWidthInteger & Sendable>() throws -> T {
        try scalar { try session.integer(T.self, $0, &$1, $2) }
    }

    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

    func decode<T: Decodable>(_ type: T.Type) throws -> T { try session.value(type, cursor, frame) }
}
