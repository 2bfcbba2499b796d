internal import CYoke
import Foundation
import Yoke

/// Calls `body` with the value at an address, without a copy. Usually Swift copies a `pointee` that is passed to a function, and retains
/// all objects in the copy. Here Swift cannot copy, because the type `Value` may be noncopyable.
@inline(__always)
func withBorrowed<Value: ~Copyable>(_ pointer: UnsafePointer<Value>, _ body: (borrowing Value) throws -> Void) rethrows {
    try body(pointer.pointee)
}

extension EncodingSession {
    /// Writes a value of any type.
    ///
    /// - Parameter key: the key or index of the value in the container of the frame `current`, for coding paths. If the frame holds only
    ///   this value, the key is nil, and both have the same coding path.
    func value<T: Encodable, Key: CodingKey>(_ value: T, _ key: UnsafePointer<Key>?) throws {
        try self.value(value, KeyReference(key))
    }

    @inline(__always)
    func value<T: Encodable>(_ value: T, _ key: KeyReference?) throws {
        let entry = types.entry(of: T.self)
        switch entry.pointee.kind {
        case .plain:
            let frame = try enter(key)
            defer { leave(frame) }
            try value.encode(to: self)
            try finish(frame)
        case .direct: try entry.pointee.direct.unsafelyUnwrapped.write(value, to: self, key)
        case .mapped: try writeMapped(value, key)
        default: try write(entry.pointee.kind, value, key)
        }
    }

    /// Writes a value of a type that the encoder knows, such as `Bool` or `Date`.
    private func write<T>(_ kind: EncodedKind, _ value: T, _ key: KeyReference?) throws {
        func path() -> [any CodingKey] { self.path(of: current, key?.key) }
        /// Casts the value to `type`, which must be the type that `kind` stands for.
        @inline(__always)
        func load<Value>(_ type: Value.Type) -> Value { unsafeBitCast(value, to: type) }
        switch kind {
        case .plain, .direct, .mapped: preconditionFailure("the type of the value is not known")
        case .bool: write(load(Bool.self))
        case .string: write(load(String.self))
        case .double: try write(load(Double.self), path)
        case .float: try write(load(Float.self), path)
        case .int: write(load(Int.self))
        case .int8: write(load(Int8.self))
        case .int16: write(load(Int16.self))
        case .int32: write(load(Int32.self))
        case .int64: write(load(Int64.self))
        case .uint: write(load(UInt.self))
        case .uint8: write(load(UInt8.self))
        case .uint16: write(load(UInt16.self))
        case .uint32: write(load(UInt32.self))
        case .uint64: write(load(UInt64.self))
        case .date: try write(load(Date.self), key)
        case .data: try write(load(Data.self), key)
        case .url: write(load(URL.self).absoluteString)
        case .decimal:
            let value = load(Decimal.self)
            guard value.isFinite else {
                throw EncodingError.invalidValue(
                    value, .init(codingPath: path(), debugDescription: "Unable to encode Decimal.nan directly in JSON."))
            }
            writeLiteral(value.description)
        case .doubles: try list(load([Double].self), key) { number, path in try write(number, path) }
        case .ints: try list(load([Int].self), key) { number, _ in write(number) }
        case .strings: try list(load([String].self), key) { text, _ in write(text) }
        }
    }

    /// Writes an array of scalars.
    @inline(__always)
    private func list<Element>(
        _ elements: [Element], _ key: KeyReference?, _ put: (Element, () -> [any CodingKey]) throws -> Void
    ) throws {
        try nest(key) {
            let frame = current
            open(.array, frame)
            for element in elements {
                separate(frame)
                try put(element) { path(of: frame, IndexKey(frame.pointee.count - 1)) }
            }
        }
    }

    private func write(_ date: Date, _ key: KeyReference?) throws {
        func path() -> [any CodingKey] { self.path(of: current, key?.key) }
        func number(_ value: Double) throws {
            if !value.isFinite { try writeNonFinite(value, .throw, path) }
            write(value)
        }
        switch options.dates {
        case .deferredToDate: try write(date.timeIntervalSinceReferenceDate, path)
        case .secondsSince1970: try number(date.timeIntervalSince1970)
        case .millisecondsSince1970: try number(1000 * date.timeIntervalSince1970)
        case .iso8601: write(date.formatted(.iso8601))
        #if canImport(Darwin)
        case .formatted(let formatter): write(formatter.string(from: date))
        #endif
        case .custom(let encode): try custom(key) { try encode(date, self) }
        @unknown default: try nest(key) { try date.encode(to: self) }
        }
    }

    private func write(_ data: Data, _ key: KeyReference?) throws {
        switch options.data {
        case .deferredToData: try nest(key) { try data.encode(to: self) }
        case .base64: write(data.base64EncodedString())
        case .custom(let encode): try custom(key) { try encode(data, self) }
        @unknown default: try nest(key) { try data.encode(to: self) }
        }
    }

    /// Runs the closure of a custom strategy. As in JSONEncoder, a closure that encodes nothing gives an empty object, even as the
    /// outermost value.
    private func custom(_ key: KeyReference?, _ body: () throws -> Void) throws {
        try nest(key, body)
        encodedNothing = false
    }

    // MARK: - After an error

    /// The state before a member or element is written: the `count` of its container, the length of the text (`position`), and the lengths
    /// of the session's lists `members` and `parts`. If encoding the value throws, `rollBack` restores this state.
    struct Mark {
        let count: Int
        let position: Int
        let members: Int
        let parts: Int
    }

    @inline(__always)
    func mark(_ frame: UnsafeMutablePointer<EncodingFrame>) -> Mark {
        Mark(count: frame.pointee.count, position: out.pointee.count, members: members.count, parts: parts.count)
    }

    /// Drops a member or element whose value threw, so that a type may catch the error and go on.
    func rollBack(to mark: Mark, _ frame: UnsafeMutablePointer<EncodingFrame>) {
        if frame.pointee.count > mark.count, frame.pointee.kind == .object {
            forget(mark.members, frame)
            restoreContainer(replacedBy: mark.members, frame)
        }
        frame.pointee.count = mark.count
        out.pointee.count = mark.position
        members.removeAll(from: mark.members)
        parts.removeSubrange(mark.parts...)
    }
}
