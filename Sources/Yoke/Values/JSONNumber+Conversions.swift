internal import CYoke

extension JSONNumber {
    /// True if the number is written as an integer, without fraction and exponent. `1.0` and `1e2` are not integers.
    public var isInteger: Bool { withBytes(Self.isInteger) }

    /// Returns true if the text of a number has neither fraction nor exponent, and is not the name of NaN or an infinity.
    static func isInteger(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.allSatisfy { $0 <= UInt8(ascii: "9") && $0 != UInt8(ascii: ".") }
    }

    /// The value of a number written as an integer; nil for `1.0`, and if the value is out of range.
    public var int: Int? { int64.flatMap { Int(exactly: $0) } }
    /// The value of a number written as an integer; nil for `1.0`, and if the value is out of range.
    public var int64: Int64? {
        var value: Int64 = 0
        let status = withStored { yoke_stored_i64($0, &value) }
        return status == YOKE_STORED_AS_TEXT ? writtenInteger() : status == YOKE_STORED_VALUE ? value : nil
    }
    /// The value of a number written as an integer; nil for `1.0`, and if the value is out of range.
    public var uint64: UInt64? {
        var value: UInt64 = 0
        let status = withStored { yoke_stored_u64($0, &value) }
        return status == YOKE_STORED_AS_TEXT ? writtenInteger() : status == YOKE_STORED_VALUE ? value : nil
    }

    /// The nearest Double, ties to even; nil if it would be infinite. A number too small for Double is 0, and `-0` is -0.0.
    ///
    /// If the text is `NaN`, `Infinity` or `-Infinity`, the result is this value: see `JSONNonFiniteNumbers.literal`.
    public var double: Double? {
        var value = 0.0
        let isStored = withStored { yoke_stored_f64($0, &value) }
        if isStored != YOKE_STORED_AS_TEXT { return isStored == YOKE_STORED_VALUE ? value : nil }
        if let literal { return literal == YOKE_NAN ? .nan : literal == YOKE_INFINITY ? .infinity : -.infinity }
        let status = withBytes { yoke_read_f64($0.baseAddress, $0.count, &value) }
        return status == YOKE_NUMBER_OK ? value : nil
    }

    /// Says which of `NaN`, `Infinity` and `-Infinity` the text is; nil for a number of JSON, which always ends with a digit.
    var literal: yoke_non_finite_kind? {
        // `stored` holds the text NaN, Infinity or -Infinity unchanged: these texts have at most 9 bytes, and only texts of at least 16
        // bytes are packed.
        guard stored.utf8.count <= 9, let last = stored.utf8.last, last > UInt8(ascii: "9") else { return nil }
        return last == UInt8(ascii: "N") ? YOKE_NAN : stored.utf8.first == UInt8(ascii: "-") ? YOKE_NEGATIVE_INFINITY : YOKE_INFINITY
    }

    /// The nearest Float, rounded once; nil if it would be infinite.
    public var float: Float? {
        if literal != nil { return double.map { Float($0) } }
        var value: Float = 0
        let status = withBytes { yoke_read_f32($0.baseAddress, $0.count, &value) }
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
        withBytes { Self.integer($0) }
    }

    /// Passes the address of `stored` to `read`, a C function of `stored.h`, and returns the result of `read`. For most numbers, `read`
    /// finds the value. For other numbers, `read` returns YOKE_STORED_AS_TEXT, and the caller must convert the number's text.
    @inline(__always)
    private func withStored(_ read: (UnsafeRawPointer) -> yoke_stored) -> yoke_stored {
        let status = withUnsafePointer(to: stored) { read($0) }
        if status == YOKE_STORED_AS_TEXT { Self.allowReading() }
        return status
    }

    /// Tests once whether short Strings have the memory layout that C expects. Before the test, and if the layout is another one, the
    /// functions of `stored.h` return YOKE_STORED_AS_TEXT for every number.
    @inline(never)
    private static func allowReading() { _ = StringMaking.isSmallKnown }

    /// Returns the value of a number written as an integer; nil for other numbers.
    @inline(__always)
    private func writtenInteger<T: FixedWidthInteger>() -> T? {
        return withBytes { Self.isInteger($0) ? Self.integer($0) : nil }
    }

    @inline(__always)
    private static func integer<T: FixedWidthInteger>(_ bytes: UnsafeBufferPointer<UInt8>) -> T? {
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
