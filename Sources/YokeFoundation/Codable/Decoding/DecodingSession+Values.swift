internal import CYoke
internal import CYokeCodable
import Foundation
import Yoke

extension DecodingSession {
    /// Makes a value of any type.
    ///
    /// - Parameters:
    ///   - parent: the frame of the container around the value.
    ///   - key: the key of the value in this container; nil for a value with the coding path of the container.
    func value<T: Decodable, Key: CodingKey>(
        _ type: T.Type, _ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: UnsafePointer<Key>?
    ) throws -> T {
        let entry = types.entry(of: type), key = KeyReference(key)
        if entry.pointee.kind == .plain {
            let scope = try enter(cursor, parent, key)
            defer { leave(scope) }
            // `type` may be a subclass of T.
            do { return try type.init(from: self) } catch { throw recordingPosition(error, scope.frame) }
        }
        return try read(entry.pointee, cursor, parent, key)
    }

    /// Makes a value whose coding path is the path of the frame `parent`, without a key of its own.
    @inline(__always)
    func value<T: Decodable>(_ type: T.Type, _ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>) throws -> T {
        try value(type, cursor, parent, nil as UnsafePointer<NameKey>?)
    }

    /// Makes a value of a type that the decoder treats specially: any kind except `.plain`.
    private func read<T>(
        _ entry: DecodingTypes.Entry, _ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?
    ) throws -> T {
        var end = cursor.text
        func path() -> [any CodingKey] { self.path(of: parent, key?.key) }
        /// Casts a value to T. `entry.kind` guarantees that T is the type of the value.
        @inline(__always)
        func made<Value>(_ value: Value) -> T { unsafeBitCast(value, to: T.self) }
        switch entry.kind {
        case .plain: preconditionFailure("a plain type makes its values itself")
        case .bool: return made(try bool(cursor, &end, path))
        case .string: return made(try string(cursor, &end, path))
        case .double: return made(try double(cursor, &end, path))
        case .float: return made(try float(cursor, &end, path))
        case .int: return made(try integer(Int.self, cursor, &end, path))
        case .int8: return made(try integer(Int8.self, cursor, &end, path))
        case .int16: return made(try integer(Int16.self, cursor, &end, path))
        case .int32: return made(try integer(Int32.self, cursor, &end, path))
        case .int64: return made(try integer(Int64.self, cursor, &end, path))
        case .uint: return made(try integer(UInt.self, cursor, &end, path))
        case .uint8: return made(try integer(UInt8.self, cursor, &end, path))
        case .uint16: return made(try integer(UInt16.self, cursor, &end, path))
        case .uint32: return made(try integer(UInt32.self, cursor, &end, path))
        case .uint64: return made(try integer(UInt64.self, cursor, &end, path))
        case .date: return made(try date(cursor, parent, key))
        case .data: return made(try data(cursor, parent, key))
        case .url: return made(try url(cursor, path))
        case .decimal: return made(try decimal(cursor, path))
        case .value: return made(try mapped(JSONValue.self, cursor, path))
        case .number:
            guard cursor.isNumber || cursor.isNonFinite else {
                throw cursor.isNull ? null(JSONNumber.self, cursor, path()) : mismatch(JSONNumber.self, cursor, path())
            }
            return made(try mapped(JSONNumber.self, cursor, path))
        case .rawText: return made(try mapped(JSONRawText.self, cursor, path))
        case .doubles: return made(try doubles(cursor, parent, key))
        case .doubleLists: return made(try doubleLists(cursor, parent, key))
        case .doubleListLists: return made(try doubleListLists(cursor, parent, key))
        case .ints: return made(try ints(cursor, parent, key))
        case .strings: return made(try strings(cursor, parent, key))
        case .direct: return try entry.direct.unsafelyUnwrapped.read(self, cursor, parent, key)
        case .mapped:
            func read<Value: JSONReadable>(_ type: Value.Type) throws -> T { made(try mapped(type, cursor, path)) }
            return try read(entry.mapped.unsafelyUnwrapped)
        }
    }

    /// Reads a value by the mapping of its type.
    private func mapped<T: JSONReadable>(_ type: T.Type, _ cursor: Cursor, _ path: PathMaker) throws -> T {
        do throws(JSONError) {
            return try T(json: text(of: cursor), options: options.mappingOptions)
        } catch {
            throw refused(type, cursor, path(), error)
        }
    }

    /// Returns the bytes of a value in the document, without a copy.
    func text(of cursor: Cursor) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: cursor.text, count: cursor.after.text - cursor.text)
    }
}
