internal import CYoke

/// A JSON number as it was written: the literal's text, with nothing rounded and nothing lost.
///
/// ```swift
/// let price = JSONNumber(text: "0.10")!
/// price.text                        // "0.10"
/// price.double                      // 0.1
/// JSONNumber(text: "1.0")!.int      // nil: 1.0 is not 1
/// JSONNumber(text: "1.0")!.integer(Int.self)   // 1: the value is integral
/// ```
///
/// Two numbers are equal when they have the same decimal value and the same form, integer (`1`) or decimal (with a
/// fraction or an exponent: `1.0`, `10e-1`). So `1.0`, `1.00` and `1e0` are equal to each other and none of them to `1`.
/// A zero's sign does not count: `-0` equals `0`, `-0.0` equals `0.0`. Nothing is rounded to compare: `0.1` and
/// `0.10000000000000000001` differ. Cost is linear in the text's length, whatever the exponent.
public struct JSONNumber: Sendable {
    /// The number as it stands in JSON text.
    public let text: String

    /// The number that `text` spells, or nil when RFC 8259 has no such number (`+1`, `01`, `.5`, `NaN`, ` 1`).
    public init?(text: String) {
        var ignored: UInt64 = 0
        let status = borrow(text) { yoke_read_u64($0.baseAddress, $0.count, &ignored) }
        guard status != YOKE_NUMBER_SYNTAX else { return nil }
        self.text = text
    }

    /// An integer.
    public init(_ value: some FixedWidthInteger) {
        text = String(value)
    }

    /// The shortest decimal text that reads back as `value` (`1.0`, `0.1`, `1e300`); nil for NaN and the infinities.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = Self.written { yoke_write_f64(value, $0) }
    }

    /// The shortest decimal text that reads back as `value`; nil for NaN and the infinities.
    public init?(_ value: Float) {
        guard value.isFinite else { return nil }
        text = Self.written { yoke_write_f32(value, $0) }
    }

    /// A number whose text is known to be one.
    init(checked text: String) {
        self.text = text
    }

    /// The text that one of C's writers puts into a buffer.
    private static func written(_ write: (UnsafeMutablePointer<UInt8>) -> Int) -> String {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Int(YOKE_NUMBER_MAX)) { buffer in
            let start = buffer.baseAddress.unsafelyUnwrapped
            return String(decoding: UnsafeBufferPointer(start: start, count: write(start)), as: UTF8.self)
        }
    }
}

extension JSONNumber: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// The integer; larger ones than `Int.max` by `JSONNumber(UInt64.max)`, for example.
    public init(integerLiteral value: Int) {
        self.init(value)
    }

    /// The shortest text of the nearest Double. A literal that is no finite Double (1e999) traps.
    public init(floatLiteral value: Double) {
        guard let number = JSONNumber(value) else { preconditionFailure("a literal beyond Double: use JSONNumber(text:)") }
        self = number
    }
}
