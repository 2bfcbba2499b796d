internal import CYoke

/// Gives access to a JSON value inside a text, during a closure. A view itself makes no values and allocates no memory.
///
/// ```swift
/// let total = try JSONView.read(text) { orders in
///     var total = 0
///     var elements = orders.elements
///     while let order = elements.next() { total += order["count"]?.int ?? 0 }
///     return total
/// }
/// ```
///
/// `read` checks the entire text, copies it without white space, and finds its containers. A view then decodes what you ask for, in place.
/// It keeps nothing: if you ask twice, it decodes twice. To keep or change a value, take the view's `value`, which is a `JSONValue`.
///
/// A view is valid until the closure of `read` returns. It cannot be copied. So the closure cannot return it, and no array can hold it. Do
/// not move a view into a variable outside of the closure: later texts overwrite the memory from which the view reads.
///
/// Numbers, strings and keys mean the same as in `JSONValue`. Only the text differs from the original: white space is gone, and escapes are
/// written as Yoke writes them.
@frozen
public struct JSONView: ~Copyable {
    /// The address of the value's first byte in the text of a tape. (A tape is a parsed text without white space: see `tape.h`.)
    @usableFromInline let start: UnsafePointer<UInt8>
    /// The tape's node of the first array or object that begins at or after `start`. (A node describes an array or object in 16 bytes.)
    @usableFromInline let node: UnsafeRawPointer
    /// The length of the value's text in bytes, times 4, plus two flags. Flag 2: the string has escapes, or the number has a fraction or
    /// an exponent. Flag 1: the string is not ASCII.
    @usableFromInline let extent: Int

    @inlinable @inline(__always)
    init(_ start: UnsafePointer<UInt8>, _ node: UnsafeRawPointer) {
        var next = start, nextNode = node
        self.init(taking: &next, &nextNode)
    }

    /// Makes a view of the value at `next`. Moves `next` past the value, and past the comma or bracket after it. Moves `node` past the
    /// nodes of the value.
    @inlinable @inline(__always)
    init(taking next: inout UnsafePointer<UInt8>, _ node: inout UnsafeRawPointer) {
        start = next
        self.node = node
        switch start.pointee {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            extent = Int(truncatingIfNeeded: node.load(as: UInt64.self)) << 2
            node += 16 &* Int(node.load(fromByteOffset: 12, as: UInt32.self))
        case UInt8(ascii: "n"), UInt8(ascii: "t"): extent = 4 << 2
        case UInt8(ascii: "f"): extent = 5 << 2
        default: extent = Self.extent(at: start)
        }
        next += extent >> 2 + 1
    }

    /// Makes a view of the key at `next`. Moves `next` past the key and the colon.
    @inlinable @inline(__always)
    init(takingKey next: inout UnsafePointer<UInt8>, _ node: UnsafeRawPointer) {
        start = next
        self.node = node
        extent = Self.extent(at: start)
        next += extent >> 2 + 1
    }

    @usableFromInline
    static func extent(at start: UnsafePointer<UInt8>) -> Int { Int(bitPattern: UInt(yoke_item_extent(start))) }

    /// The length of the value's text in bytes.
    @inlinable var length: Int { extent >> 2 }

    /// The kind of a value.
    public enum Kind: Sendable, Hashable {
        /// `null`
        case null
        /// `true`, `false`
        case bool
        /// A number.
        case number
        /// A string.
        case string
        /// An array.
        case array
        /// An object.
        case object
    }

    /// The kind of the value.
    @inlinable public var kind: Kind {
        switch start.pointee {
        case UInt8(ascii: "\""): .string
        case UInt8(ascii: "{"): .object
        case UInt8(ascii: "["): .array
        case UInt8(ascii: "n"): .null
        case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
        default: .number
        }
    }
    @inlinable var isObject: Bool { start.pointee == UInt8(ascii: "{") }
    @inlinable var isArray: Bool { start.pointee == UInt8(ascii: "[") }
    @inlinable var isString: Bool { start.pointee == UInt8(ascii: "\"") }

    /// True if the value is `null`.
    @inlinable public var isNull: Bool { start.pointee == UInt8(ascii: "n") }
    /// The Boolean; nil for a value of another kind. The number 1 is not `true`.
    @inlinable public var bool: Bool? {
        switch start.pointee {
        case UInt8(ascii: "t"): true
        case UInt8(ascii: "f"): false
        default: nil
        }
    }

    // MARK: - Numbers

    /// The value of a number written as an integer; nil if it is out of range. 1.0, true and "1" give nil.
    @inlinable public var int: Int? { int64.flatMap { Int(exactly: $0) } }
    /// The value of a number written as an integer; nil if it is out of range, and for every other value.
    @inlinable @inline(__always) public var int64: Int64? { isInteger ? shortInteger ?? readInt64() : nil }
    /// The value of a number written as an integer; nil if it is out of range, and for every other value.
    @inlinable @inline(__always) public var uint64: UInt64? {
        !isInteger ? nil : shortInteger.flatMap { UInt64(exactly: $0) } ?? readUInt64()
    }
    /// The Double nearest to a number; nil if this Double would be infinite, or if the value is not a number.
    @inlinable public var double: Double? { readDouble() }
    /// The number with its text; nil for a value of another kind. Cost: a number of more than 24 bytes needs a heap allocation.
    public var number: JSONNumber? { kind == .number ? JSONNumber(checked: text) : nil }

    /// The value of an integer of up to 18 digits, which always fits into Int64; nil for all other values.
    @inlinable
    var shortInteger: Int64? {
        let isNegative = start.pointee == UInt8(ascii: "-"), length = length
        var i = isNegative ? 1 : 0
        guard length - i <= 18 else { return nil }
        var value: Int64 = 0
        while i < length {
            let digit = start[i] &- UInt8(ascii: "0")
            guard digit <= 9 else { return nil }
            value = value &* 10 &+ Int64(digit)
            i &+= 1
        }
        return isNegative ? -value : value
    }

    /// True for a number without fraction and exponent.
    @inlinable var isInteger: Bool { extent & 2 == 0 && (start.pointee &- UInt8(ascii: "0") <= 9 || start.pointee == UInt8(ascii: "-")) }

    @usableFromInline
    func readInt64() -> Int64? {
        var value: Int64 = 0
        return yoke_read_i64(start, length, &value) == YOKE_NUMBER_OK ? value : nil
    }

    @usableFromInline
    func readUInt64() -> UInt64? {
        var value: UInt64 = 0
        return yoke_read_u64(start, length, &value) == YOKE_NUMBER_OK ? value : nil
    }

    @usableFromInline
    func readDouble() -> Double? {
        var value = 0.0
        if extent & 2 != 0, !isString, let end = yoke_scan_f64(start, &value), end == start + length { return value }
        guard kind == .number else { return nil }
        return yoke_read_f64(start, length, &value) == YOKE_NUMBER_OK ? value : number?.double  // the text may be NaN or an infinity
    }

    // MARK: - Text

    /// The value's compact text.
    @inlinable var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: length) }

    /// Passes the value's compact JSON text to `body`: for a number, its characters as they are written.
    @inlinable
    public func withText<Result, Failure: Error>(
        _ body: (borrowing Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(text.span) }

    /// A `JSONValue` with a copy of this value's text. Cost: linear in the length of the text. The elements of a container of more than 64
    /// bytes are made later, when a program first uses one of them.
    public var value: JSONValue { DocumentBuilder.makeValue(copying: start, node.assumingMemoryBound(to: yoke_tape_node.self)) }
}
