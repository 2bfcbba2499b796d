internal import CYoke

/// A JSON number with its text, exactly as written. Yoke rounds nothing and loses nothing.
///
/// ```swift
/// let price = JSONNumber(text: "0.10")!
/// price.text                        // "0.10"
/// price.double                      // 0.1
/// JSONNumber(text: "1.0")!.int      // nil: 1.0 is not 1
/// JSONNumber(text: "1.0")!.integer(Int.self)   // 1: the value is integral
/// ```
///
/// Two numbers are equal if they have the same value and both are integers (`1`) or both are decimals. A decimal has a fraction or an
/// exponent: `1.0`, `10e-1`.
///
/// - `1.0`, `1.00` and `1e0` are equal to each other, but not to `1`.
/// - The sign of a zero does not count: `-0` equals `0`, and `-0.0` equals `0.0`.
/// - The comparison rounds nothing: `0.1` and `0.10000000000000000001` differ.
///
/// Cost of a comparison: linear in the length of the text, whatever the exponent.
public struct JSONNumber: Sendable {
    /// The number's text. A text of 16 to 24 bytes is packed into a String of 15 bytes, which needs no heap object: see `packed.h`. Equal
    /// texts are stored as equal Strings.
    let stored: String

    /// The number as written in the JSON text.
    public var text: String { withBytes { makeValidString($0, isASCII: true) } }

    /// Makes a number from its text; nil if the text is not a number of RFC 8259 (`+1`, `01`, `.5`, `NaN`, ` 1`).
    public init?(text: String) {
        var ignored: UInt64 = 0
        let status = borrow(text) { yoke_read_u64($0.baseAddress, $0.count, &ignored) }
        guard status != YOKE_NUMBER_SYNTAX else { return nil }
        self.init(checked: text)
    }

    /// Makes a number from an integer.
    public init(_ value: some FixedWidthInteger) { self.init(checked: String(value)) }

    /// Makes a number with the shortest decimal text that reads back as `value` (`1.0`, `0.1`, `1e300`); nil for NaN and the infinities.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        self = Self.written { yoke_write_f64(value, $0) }
    }

    /// Makes a number with the shortest decimal text that reads back as `value`; nil for NaN and the infinities.
    public init?(_ value: Float) {
        guard value.isFinite else { return nil }
        self = Self.written { yoke_write_f32(value, $0) }
    }

    /// Makes a number from a String that becomes `stored`. The caller has already packed the text, if the text's length allows packing.
    init(stored: String) { self.stored = stored }

    /// Makes a number from text that is known to be a JSON number.
    init(checked text: String) { self = borrow(text) { JSONNumber(checked: $0) } }

    /// Makes a number from bytes that are known to be a JSON number, or the word `NaN`, `Infinity` or `-Infinity`.
    package init(checked text: UnsafeBufferPointer<UInt8>) { stored = Self.packed(text) ?? makeValidString(text, isASCII: true) }

    /// Makes a number from bytes that are known to be a JSON number. At least 16 bytes from the first byte on must be readable, as in the
    /// text of a tape, because C loads 16 bytes at a time.
    init(padded text: UnsafeBufferPointer<UInt8>) { stored = Self.packed(text) ?? StringMaking.string(padded: text, isASCII: true) }

    /// Returns the packed text; nil if the text is too short or too long for packing, or if numbers are not packed on this system.
    @inline(__always)
    private static func packed(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        guard packs, text.count >= YOKE_PACKED_MIN, text.count <= YOKE_PACKED_MAX else { return nil }
        let size = Int(YOKE_PACKED_SIZE)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: size + 1) { packed in
            yoke_pack_number(packed.baseAddress, text.baseAddress, text.count)
            packed[size] = 0
            return StringMaking.string(padded: UnsafeBufferPointer(rebasing: packed[..<size]), isASCII: true)
        }
    }

    /// True if numbers can be packed. Packing needs small Strings of 15 bytes (64-bit systems) and little-endian integers.
    private static var packs: Bool { MemoryLayout<Int>.size == 8 && 1.littleEndian == 1 }

    /// Passes the text's bytes to `body`.
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        borrow(stored) { stored in
            // The bit YOKE_PACKED_MARK is set in the first byte of a packed number. It is also set in the letters `N` and `I` of `NaN` and
            // `Infinity`, but these texts are shorter than a packed number.
            guard stored[0] & UInt8(YOKE_PACKED_MARK) != 0, stored.count == YOKE_PACKED_SIZE else { return body(stored) }
            return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(YOKE_PACKED_ROOM)) { text in
                let count = yoke_unpack_number(text.baseAddress, stored.baseAddress)
                return body(UnsafeBufferPointer(start: text.baseAddress, count: count))
            }
        }
    }

    /// Calls a C function that writes a number's text into a buffer and returns its length. Returns the number with this text.
    private static func written(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> JSONNumber {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(YOKE_NUMBER_MAX)) { buffer in
            let start = buffer.baseAddress.unsafelyUnwrapped
            return JSONNumber(checked: UnsafeBufferPointer(start: start, count: write(start)))
        }
    }
}

extension JSONNumber: CustomReflectable {
    /// The number's text.
    public var customMirror: Mirror { Mirror(self, children: ["text": text]) }
}

extension JSONNumber: CustomStringConvertible {
    /// The number's text.
    public var description: String { text }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Makes a number from an integer literal. For larger integers than `Int.max` use, for example, `JSONNumber(UInt64.max)`.
    public init(integerLiteral value: Int) {
        self.init(value)
    }

    /// Makes a number with the shortest text of the nearest Double. A literal outside the range of Double (1e999) traps.
    public init(floatLiteral value: Double) {
        guard let number = JSONNumber(value) else { preconditionFailure("a literal beyond Double: use JSONNumber(text:)") }
        self = number
    }
}
