internal import CYoke

extension JSONNumber {
    /// True if the number is written as an integer, without fraction and exponent. `1.0` and `1e2` are not integers.
    public var isInteger: Bool {
        text.utf8.allSatisfy { $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") }
    }

    /// The value of a number written as an integer; nil for `1.0`, and if the value is out of range.
    public var int: Int? { isInteger ? integer() : nil }
    /// The value of a number written as an integer; nil for `1.0`, and if the value is out of range.
    public var int64: Int64? { isInteger ? integer() : nil }
    /// The value of a number written as an integer; nil for `1.0`, and if the value is out of range.
    public var uint64: UInt64? { isInteger ? integer() : nil }

    /// The nearest Double, ties to even; nil if it would be infinite. A number too small for Double is 0, and `-0` is -0.0.
    public var double: Double? {
        var value = 0.0
        let status = borrow(text) { yoke_read_f64($0.baseAddress, $0.count, &value) }
        return status == YOKE_NUMBER_OK ? value : nil
    }

    /// The nearest Float, rounded once; nil if it would be infinite.
    public var float: Float? {
        var value: Float = 0
        let status = borrow(text) { yoke_read_f32($0.baseAddress, $0.count, &value) }
        return status == YOKE_NUMBER_OK ? value : nil
    }

    /// Returns the exact value as an integer of up to 128 bits, in any spelling: also for `1.0` and `1e2`. Returns nil if the value has a
    /// fraction or is out of range.
    ///
    /// ```swift
    /// number.integer(UInt8.self)
    /// let id: Int128? = number.integer()
    /// ```
    public func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T? {
        borrow(text) { bytes in
            switch (T.isSigned, T.bitWidth <= 64) {
            case (true, true):
                var value: Int64 = 0
                guard yoke_read_i64(bytes.baseAddress, bytes.count, &value) == YOKE_NUMBER_OK else { return nil }
                return T(exactly: value)
            case (false, true):
                var value: UInt64 = 0
                guard yoke_read_u64(bytes.baseAddress, bytes.count, &value) == YOKE_NUMBER_OK else { return nil }
                return T(exactly: value)
            case (true, false):
                var wide = yoke_wide()
                guard yoke_read_i128(bytes.baseAddress, bytes.count, &wide) == YOKE_NUMBER_OK else { return nil }
                return T(truncatingIfNeeded: Int64(bitPattern: wide.high)) << 64 | T(truncatingIfNeeded: wide.low)
            case (false, false):
                var wide = yoke_wide()
                guard yoke_read_u128(bytes.baseAddress, bytes.count, &wide) == YOKE_NUMBER_OK else { return nil }
                return T(truncatingIfNeeded: wide.high) << 64 | T(truncatingIfNeeded: wide.low)
            }
        }
    }
}
