internal import CYoke
import Foundation
import Yoke

/// A type from the standard library whose values the decoder makes without a decoding container.
protocol DirectlyDecodable {
    /// Makes a value. `Value` must be the type that conforms to this protocol.
    static func read<Value>(
        _ session: DecodingSession, _ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?
    ) throws -> Value
}

extension Optional: DirectlyDecodable where Wrapped: Decodable {
    static func read<Itself>(
        _ session: DecodingSession, _ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?
    ) throws -> Itself {
        let scope = try session.enter(cursor, parent, key)
        defer { session.leave(scope) }
        let value = cursor.isNull ? nil : try session.value(Wrapped.self, cursor, session.current)
        return unsafeBitCast(value, to: Itself.self)
    }
}

extension Dictionary: DirectlyDecodable where Key == String, Value: Decodable {
    static func read<Itself>(
        _ session: DecodingSession, _ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?
    ) throws -> Itself {
        return unsafeBitCast(try session.dictionary(Value.self, cursor, parent, key), to: Itself.self)
    }
}

extension Array: DirectlyDecodable where Element: Decodable {
    static func read<Itself>(
        _ session: DecodingSession, _ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?
    ) throws -> Itself {
        let scope = try session.enter(cursor, parent, key)
        defer { session.leave(scope) }
        guard cursor.isArray else { throw session.noContainer([Any].self, cursor, session.current, "unkeyed") }
        return unsafeBitCast(try session.elements(Element.self, cursor, session.current), to: Itself.self)
    }
}

extension DecodingSession {
    /// Returns the elements of an array.
    @inline(__always)
    fileprivate func elements<Element: Decodable>(
        _ type: Element.Type, _ array: Cursor, _ frame: UnsafeMutablePointer<Frame>
    ) throws -> [Element] {
        let count = array.count
        if count == 0 { return [] }
        var next = array.inside
        // Elements may need more memory than their text. So a long array reserves memory for its first elements only (64 KiB, but at least
        // 16 elements), and then grows.
        let first = min(count, max(16, 1 << 16 / MemoryLayout<Element>.stride))
        var result = try [Element](unsafeUninitializedCapacity: first) { memory, made in
            let start = memory.baseAddress.unsafelyUnwrapped
            while made < first {
                (start + made).initialize(to: try element(made, &next, frame))
                made += 1
            }
        }
        for index in first..<count { result.append(try element(index, &next, frame)) }
        return result
    }

    /// Makes the element at `next`, and moves `next` to the following element.
    @inline(__always)
    private func element<Element: Decodable>(
        _ index: Int, _ next: inout Cursor, _ frame: UnsafeMutablePointer<Frame>
    ) throws -> Element {
        var key = IndexKey(index)
        let element = try value(Element.self, next, frame, &key)
        next = next.after
        next.text += 1  // skips a comma, or the closing bracket
        return element
    }
}

// MARK: - Arrays of scalars

/// Reads arrays of common element types. Each of these types has code of its own, so that no element needs a lookup of its type.
extension DecodingSession {
    @inline(__always)
    private func list<Element>(
        _ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        _ read: (Cursor, inout Cursor, UnsafeMutablePointer<Frame>, Int) throws -> Element
    ) throws -> [Element] {
        try nest(cursor, parent, key) {
            let frame = current
            guard cursor.isArray else { throw noContainer([Any].self, cursor, frame, "unkeyed") }
            if cursor.count == 0 { return [] }
            return try [Element](unsafeUninitializedCapacity: cursor.count) { memory, made in
                let start = memory.baseAddress.unsafelyUnwrapped
                var next = cursor.inside
                var index = 0
                let count = cursor.count
                while index < count {
                    var end = next
                    (start + index).initialize(to: try read(next, &end, frame, index))
                    index += 1
                    made = index
                    next = end
                    next.text += 1  // skips a comma, or the closing bracket
                }
            }
        }
    }

    func doubles(_ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?) throws -> [Double] {
        try list(cursor, parent, key) { cursor, end, frame, index in
            var past = cursor.text
            let value = try double(cursor, &past) { path(of: frame, IndexKey(index)) }
            end = past == cursor.text ? cursor.after : Cursor(text: past, node: cursor.node)
            return value
        }
    }

    func doubleLists(_ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?) throws -> [[Double]] {
        try list(cursor, parent, key) { cursor, end, frame, index in
            let value = try lend(index) { try doubles(cursor, frame, $0) }
            end = cursor.after
            return value
        }
    }

    func doubleListLists(_ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?) throws -> [[[Double]]] {
        try list(cursor, parent, key) { cursor, end, frame, index in
            let value = try lend(index) { try doubleLists(cursor, frame, $0) }
            end = cursor.after
            return value
        }
    }

    func ints(_ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?) throws -> [Int] {
        try list(cursor, parent, key) { cursor, end, frame, index in
            var past = cursor.text
            let value = try integer(Int.self, cursor, &past) { path(of: frame, IndexKey(index)) }
            end = past == cursor.text ? cursor.after : Cursor(text: past, node: cursor.node)
            return value
        }
    }

    func strings(_ cursor: Cursor, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?) throws -> [String] {
        try list(cursor, parent, key) { cursor, end, frame, index in
            var past = cursor.text
            let value = try string(cursor, &past) { path(of: frame, IndexKey(index)) }
            end = Cursor(text: past, node: cursor.node)
            return value
        }
    }
}

/// Calls `body` with a coding key for the index of an element. The key is valid only during the call.
@inline(__always)
private func lend<Result>(_ index: Int, _ body: (KeyReference) throws -> Result) rethrows -> Result {
    try withUnsafePointer(to: IndexKey(index)) { try body(KeyReference(pointer: $0)) }
}
