internal import CYoke

/// A number as `Decimal` holds it: an integer below 2^128 (`high` * 2^64 + `low`) times 10^`exponent`. `exponent` is -128...127.
package struct DecimalParts {
    package let isNegative: Bool
    package let high: UInt64
    package let low: UInt64
    package let exponent: Int

    /// Reads a JSON number. Returns nil if the text is not a JSON number, or if `Decimal` cannot hold the number.
    package init?(_ utf8: UnsafeBufferPointer<UInt8>) {
        var parts = yoke_decimal()
        guard yoke_read_decimal(utf8.baseAddress, utf8.count, &parts) == YOKE_NUMBER_OK else { return nil }
        isNegative = parts.negative
        (high, low) = (parts.integer.high, parts.integer.low)
        exponent = Int(parts.exponent)
    }
}
