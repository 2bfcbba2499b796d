internal import CYoke
internal import CYokeCodable
import Foundation
import Yoke

extension DecodingSession {
    /// Makes a value of any type.
    ///
    /// - Parameters:
    ///   - parent: the frame of the container.
    ///   - key: the key in the container; nil if the value has the path of `parent`.
    func value<T: Decodable>(
        _ type: T.Type, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?
    ) throws -> T {
        let entry = types.entry(of: type)
        if entry.pointee.kind == .plain { return try nest(place, parent, key) { try T(from: self) } }
        guard MemoryLayout<T>.size <= Self.scratchSize && MemoryLayout<T>.alignment <= Self.scratchAlignment else {
            return try large(type, entry.pointee, place, parent, key)
        }
        // `read` makes the entire value before it writes to the memory. So values inside this one may use the same memory.
        try read(entry.pointee, place, parent, key, into: scratch)
        return scratch.assumingMemoryBound(to: T.self).move()
    }

    /// Not inlined, because the memory costs a look-up of its type.
    @inline(never)
    private func large<T: Decodable>(
        _ type: T.Type, _ entry: TypeTable.Entry, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?
    ) throws -> T {
        let memory = UnsafeMutablePointer<T>.allocate(capacity: 1)
        defer { memory.deallocate() }
        try read(entry, place, parent, key, into: UnsafeMutableRawPointer(memory))
        return memory.move()
    }

    /// Makes a value at an address. The kind is the type's own, and not `.plain`.
    private func read(
        _ entry: TypeTable.Entry, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        into memory: UnsafeMutableRawPointer
    ) throws {
        var end = place.text
        func path() -> [any CodingKey] { self.path(of: parent, key?.key) }
        func put<Value>(_ value: Value) { memory.initializeMemory(as: Value.self, to: value) }
        switch entry.kind {
        case .plain: preconditionFailure("a plain type makes its values itself")
        case .bool: put(try bool(place, &end, path))
        case .string: put(try string(place, &end, path))
        case .double: put(try double(place, &end, path))
        case .float: put(try float(place, &end, path))
        case .int: put(try integer(Int.self, place, &end, path))
        case .int8: put(try integer(Int8.self, place, &end, path))
        case .int16: put(try integer(Int16.self, place, &end, path))
        case .int32: put(try integer(Int32.self, place, &end, path))
        case .int64: put(try integer(Int64.self, place, &end, path))
        case .uint: put(try integer(UInt.self, place, &end, path))
        case .uint8: put(try integer(UInt8.self, place, &end, path))
        case .uint16: put(try integer(UInt16.self, place, &end, path))
        case .uint32: put(try integer(UInt32.self, place, &end, path))
        case .uint64: put(try integer(UInt64.self, place, &end, path))
        case .date: put(try date(place, parent, key))
        case .data: put(try data(place, parent, key))
        case .url: put(try url(place, path))
        case .decimal: put(try decimal(place, path))
        case .value: put(try mapped(JSONValue.self, place, path))
        case .number:
            guard place.isNumber else { throw place.isNull ? null(JSONNumber.self, place, path()) : mismatch(JSONNumber.self, place, path()) }
            put(try mapped(JSONNumber.self, place, path))
        case .rawText: put(try mapped(JSONRawText.self, place, path))
        case .direct: try entry.direct.unsafelyUnwrapped.read(self, place, parent, key, into: memory)
        case .mapped: try readMapped(entry.mapped.unsafelyUnwrapped, place, path, memory)
        }
    }

    private func readMapped(
        _ type: (some JSONReadable).Type, _ place: Place, _ path: PathMaker, _ memory: UnsafeMutableRawPointer
    ) throws {
        memory.initializeMemory(as: type, to: try mapped(type, place, path))
    }

    /// Reads a value by its mapping.
    private func mapped<T: JSONReadable>(_ type: T.Type, _ place: Place, _ path: PathMaker) throws -> T {
        do {
            return try T(json: text(of: place), options: options.mappingOptions)
        } catch {
            throw corrupted(place, path(), "The mapping of \(type) refused the value: \(error)", underlying: error)
        }
    }

    /// The text of a value.
    func text(of place: Place) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: place.text, count: place.after.text - place.text)
    }
}
