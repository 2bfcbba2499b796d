import CYoke
import Testing

// Imported only for strtod and strtof, which give the expected results. Test processes run in the C locale unless a test calls setlocale.
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The result of a number reader: the value, or the reason for refusing the text.
private enum Reading<Value: Equatable>: Equatable {
    case value(Value)
    case range, fraction, syntax
}

private typealias Reader<Value> = (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Value>?) -> yoke_number_status

private func reading<Raw, Value: Equatable>(
    _ text: String, _ start: Raw, _ reader: Reader<Raw>, _ finish: (Raw) -> Value
) -> Reading<Value> {
    var out = start
    let bytes = Array(text.utf8)
    let status = bytes.withUnsafeBufferPointer { reader($0.baseAddress, $0.count, &out) }
    switch status {
    case YOKE_NUMBER_OK: return .value(finish(out))
    case YOKE_NUMBER_RANGE: return .range
    case YOKE_NUMBER_FRACTION: return .fraction
    default: return .syntax
    }
}

private func i64(_ text: String) -> Reading<Int64> { reading(text, 7 as Int64, { yoke_read_i64($0, $1, $2) }, { $0 }) }
private func u64(_ text: String) -> Reading<UInt64> {
    reading(text, 7 as UInt64, { yoke_read_u64($0, $1, $2) }, { $0 })
}

/// Reads an integer of 128 bits. Returns it as two words, [high, low], so that the tests also run where Int128 is not available.
private func i128(_ text: String) -> Reading<[UInt64]> {
    reading(text, yoke_wide(low: 7, high: 7), { yoke_read_i128($0, $1, $2) }, { [$0.high, $0.low] })
}
private func u128(_ text: String) -> Reading<[UInt64]> {
    reading(text, yoke_wide(low: 7, high: 7), { yoke_read_u128($0, $1, $2) }, { [$0.high, $0.low] })
}

/// Reads a double and returns its bit pattern, which distinguishes -0.0 from 0.0.
private func f64(_ text: String) -> Reading<UInt64> {
    reading(text, 7 as Double, { yoke_read_f64($0, $1, $2) }, { $0.bitPattern })
}
private func f32(_ text: String) -> Reading<UInt32> {
    reading(text, 7 as Float, { yoke_read_f32($0, $1, $2) }, { $0.bitPattern })
}

private func written(_ write: (UnsafeMutablePointer<UInt8>?) -> Int) -> String {
    var bytes = [UInt8](repeating: 0xAA, count: Int(YOKE_NUMBER_MAX))
    let count = bytes.withUnsafeMutableBufferPointer { write($0.baseAddress) }
    return String(decoding: bytes[..<count], as: UTF8.self)
}

private func text(_ value: Double) -> String { written { yoke_write_f64(value, $0) } }
private func text(_ value: Float) -> String { written { yoke_write_f32(value, $0) } }

/// The generator SplitMix64. It gives the same numbers in every run.
private struct Seeded {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

@Suite struct IntegerReading {
    @Test func endsOfSixtyFourBits() {
        #expect(i64("9223372036854775807") == .value(.max))
        #expect(i64("9223372036854775806") == .value(.max - 1))
        #expect(i64("9223372036854775808") == .range)
        #expect(i64("-9223372036854775808") == .value(.min))
        #expect(i64("-9223372036854775807") == .value(.min + 1))
        #expect(i64("-9223372036854775809") == .range)
        #expect(u64("18446744073709551615") == .value(.max))
        #expect(u64("18446744073709551614") == .value(.max - 1))
        #expect(u64("18446744073709551616") == .range)
        #expect(u64("99999999999999999999") == .range)
        #expect(u64("0") == .value(0))
        #expect(u64("-0") == .value(0))
        #expect(i64("-0") == .value(0))
        #expect(u64("-1") == .range)
    }

    /// Reads numbers around the limits of narrower integer types, such as 8 bits. The reader returns all 64 bits; its caller checks the
    /// narrower range.
    @Test(arguments: [8, 16, 32, 53, 62]) func powersOfTwo(bits: Int) {
        for power in [Int64(1) << Int64(bits), Int64(1) << Int64(bits - 1)] {
            for value in [power - 2, power - 1, power, power + 1, -power - 1, -power, 1 - power] {
                #expect(i64("\(value)") == .value(value))
                #expect(i64("\(value).0") == .value(value))
                #expect(u64("\(value)") == (value < 0 ? .range : .value(UInt64(value))))
            }
        }
    }

    @Test func everyLength() {
        var digits = ""
        var value: UInt64 = 0
        for n in 1...19 {
            digits += "\(n % 10)"
            value = value * 10 + UInt64(n % 10)
            #expect(u64(digits) == .value(value))
            #expect(i64("-" + digits) == .value(-Int64(value)))
        }
    }

    @Test func endsOfOneHundredTwentyEightBits() {
        let top: UInt64 = 1 << 63
        #expect(i128("170141183460469231731687303715884105727") == .value([top - 1, .max]))
        #expect(i128("170141183460469231731687303715884105726") == .value([top - 1, .max - 1]))
        #expect(i128("170141183460469231731687303715884105728") == .range)
        #expect(i128("-170141183460469231731687303715884105728") == .value([top, 0]))
        #expect(i128("-170141183460469231731687303715884105727") == .value([top, 1]))
        #expect(i128("-170141183460469231731687303715884105729") == .range)
        #expect(i128("-1") == .value([.max, .max]))
        #expect(i128("-18446744073709551616") == .value([.max, 0]))
        #expect(u128("340282366920938463463374607431768211455") == .value([.max, .max]))
        #expect(u128("340282366920938463463374607431768211454") == .value([.max, .max - 1]))
        #expect(u128("340282366920938463463374607431768211456") == .range)
        #expect(u128("18446744073709551616") == .value([1, 0]))
        #expect(u128("-0") == .value([0, 0]))
        #expect(u128("-1") == .range)
        #expect(u128("1e39") == .range)
    }

    @Test func integralForms() {
        #expect(i64("1.0") == .value(1))
        #expect(i64("1e2") == .value(100))
        #expect(i64("1E+2") == .value(100))
        #expect(i64("120e-1") == .value(12))
        #expect(i64("-0.12e2") == .value(-12))
        #expect(i64("0.000e-5") == .value(0))
        #expect(i64("1.50e1") == .value(15))
        #expect(i64("9223372036854775807.000") == .value(.max))
        #expect(u64("1.8446744073709551615e19") == .value(.max))
        #expect(u64("1.8446744073709551616e19") == .range)
        #expect(i64("1" + String(repeating: "0", count: 5_000) + "e-5000") == .value(1))
        #expect(i64("0." + String(repeating: "0", count: 4_999) + "1e5000") == .value(1))
    }

    @Test func aFractionIsNoInteger() {
        for text in ["1.5", "-0.5", "1e-1", "125e-2", "12345678901234567890123.5", "1e-999999999", "0.1e0"] {
            #expect(i64(text) == .fraction, "\(text)")
            #expect(u64(text) == .fraction, "\(text)")
            #expect(i128(text) == .fraction, "\(text)")
        }
    }

    @Test func hugeExponents() {
        #expect(i64("1e999999999") == .range)
        #expect(i64("1e99999999999999999999999999") == .range)
        #expect(i64("0e999999999") == .value(0))
        #expect(i64("-0e-99999999999999999999999999") == .value(0))
        #expect(u128("1e-99999999999999999999999999") == .fraction)
    }
}

@Suite struct NumberGrammar {
    @Test(arguments: [
        "", "-", "+1", "01", "-01", "00", "00.5", ".5", "-.5", "1.", "-1.", "1.e5", "1e", "1e+", "1E-", "1e1.5",
        "1e1e1",
        "1.2.3", "--1", "1-", "1 ", " 1", "1\n", "0x10", "1f", "1d", "Infinity", "-Infinity", "NaN", "inf", "1,0",
        "1_000",
        "12345678x", "1234567812345678x", "x2345678", "1.2345678x", "1e5x", "12345678:", "12345678/", "\u{0}", "1\u{0}",
        "123456781234567\u{0}", "１", "1\u{0661}", "-a", "0e", "0.", "0.e1", "012345678", "00000000", "-00000000.5",
    ]) func everyParserRefusesWhatIsNoNumber(text: String) {
        #expect(i64(text) == .syntax)
        #expect(u64(text) == .syntax)
        #expect(i128(text) == .syntax)
        #expect(u128(text) == .syntax)
        #expect(f64(text) == .syntax)
        #expect(f32(text) == .syntax)
    }

    /// Replaces each byte of a number by every byte value. The reader takes eight digits at a time, and must refuse a wrong byte at each of
    /// the eight positions.
    @Test func strayBytes() {
        let number = Array("-12345678.123456789e-12".utf8)
        let legal = Set("0123456789-+.eE".utf8)
        for i in number.indices {
            for byte in UInt8.min...UInt8.max where !legal.contains(byte) {
                var bytes = number
                bytes[i] = byte
                var out = 0.0
                let status = bytes.withUnsafeBufferPointer { yoke_read_f64($0.baseAddress, $0.count, &out) }
                if status != YOKE_NUMBER_SYNTAX { Issue.record("byte \(byte) at \(i)") }
            }
        }
    }

    /// The reader must ignore the bytes after the given length, even if they would continue the number.
    @Test func endIsRespected() {
        let bytes = Array("1234567890123456789012345.5e3".utf8)
        for n in 1...18 {
            var whole: Int64 = 0
            var double = 0.0
            let first = bytes.withUnsafeBufferPointer { yoke_read_i64($0.baseAddress, n, &whole) }
            let second = bytes.withUnsafeBufferPointer { yoke_read_f64($0.baseAddress, n, &double) }
            #expect(first == YOKE_NUMBER_OK)
            #expect(second == YOKE_NUMBER_OK)
            #expect(whole == Int64(String(decoding: bytes[..<n], as: UTF8.self)))
            #expect(double == Double(whole))
        }
    }
}

@Suite struct FloatingPointReading {
    @Test(arguments: [
        // Ties between two doubles, and numbers slightly above and below a tie.
        "9007199254740993", "9007199254740993.0", "9007199254740992.9999999999999999", "9007199254740995",
        "9007199254740993.00000000000000000000000000000000000001", "123456789012345678.5", "12345678901234567.5",
        "16777217", "16777217.0000001", "16777216.9999999", "8388608.5", "8388609.5",
        "1.00000017881393432617187499", "1.000000178813934326171875", "1.00000017881393432617187501",
        // The least subnormal number, half of it, and the limit between subnormal and normal numbers.
        "5e-324", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
        "2.47032822920623272088284396434110686182e-324", "2.47032822920623272088284396434110686183e-324",
        "2.2250738585072011e-308", "2.2250738585072012e-308", "2.2250738585072014e-308", "6.631236846766476e-316",
        "3.2378839133029012895883524125015321748630094507e-319", "1.1754943508222875e-38", "1.17549429e-38",
        "1.4e-45", "7.0064923216240853e-46", "7.0064923216240854e-46", "7.006492321624085354618e-46",
        // Numbers around the greatest double and the greatest float.
        "1.7976931348623157e308", "1.7976931348623158e308", "3.4028235e38", "3.4028235677973366e38",
        "3.40282356779733661637539395458142568447e38",
        // Numbers around 10^22, the last power of ten that is exact as a double, and integers of about 64 bits.
        "1e22", "1e23", "8.5e22", "7.2057594037927933e16", "9999999999999999999", "99999999999999999999",
        "18446744073709551616", "1.0000000000000000000000000", "0.00000000000000000000000000000112345678901234567890",
        "0.1000000000000000055511151231257827021181583404541015625", "-65.613616999999977", "0.1", "-0.3",
        // Zeros, and numbers that are rounded to zero.
        "0", "-0", "0.0", "-0.0", "0e999999999", "-0e999999999", "1e-400", "-1e-400", "1e-999999999",
        "1e-99999999999999999999999999",
    ]) func sameBitsAsTheSystem(text: String) {
        #expect(f64(text) == .value(strtod(text, nil).bitPattern))
        let float = strtof(text, nil)
        #expect(f32(text) == (float.isInfinite ? .range : .value(float.bitPattern)))
    }

    @Test(arguments: [
        "1e400", "-1e400", "1e309", "1.7976931348623159e308", "1e999999999", "1e99999999999999999999999999",
    ]) func tooGreat(text: String) {
        #expect(f64(text) == .range)
        #expect(f32(text) == .range)
    }

    /// The number halfway between the greatest double and 2^1024 is out of range. Slightly smaller numbers are in range.
    @Test func borderOfInfinity() {
        let half = [
            "1797693134862315807937289714053034150799341327100378269361737789804449682927647509466490179775872070",
            "9633028641669288791094655554785194040263065748867150582068190890200070838367627385484581771153176447",
            "5730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904",
            "174497792",
        ].joined()
        #expect(f64(half) == .range)
        #expect(f64(half + ".0") == .range)
        #expect(f64(String(half.dropLast()) + "1.99999") == .value(Double.greatestFiniteMagnitude.bitPattern))
    }

    @Test func zeroKeepsItsSign() {
        #expect(f64("-0.0") == .value((-0.0).bitPattern))
        #expect(f64("-0") == .value((-0.0).bitPattern))
        #expect(f64("1e-400") == .value(0))
        #expect(f64("-1e-400") == .value((-0.0).bitPattern))
        #expect(f64("0e999999999") == .value(0))
        #expect(f32("1e-46") == .value(0))
        #expect(f32("1e39") == .range)
    }

    /// 1 + 2^-24 + 2^-54 must be rounded up to a float. Rounding to a double first would drop 2^-54, and leave a tie, which rounds down.
    @Test func floatIsNotRoundedTwice() {
        #expect(f32("1.00000005960464483090178623976") == .value(Float(1).nextUp.bitPattern))
        #expect(Float(strtod("1.00000005960464483090178623976", nil)) == 1)
    }

    @Test func manyDigits() {
        var random = Seeded(state: 3)
        for count in [19, 20, 21, 100, 767, 768, 769, 799, 800, 801, 802, 5_000] {
            var digits = "1"
            for _ in 1..<count { digits += "\(random.next() % 10)" }
            for text in ["0." + digits, digits + "e-\(count)", "0.000" + digits + "e\(count % 300)"] {
                #expect(f64(text) == .value(strtod(text, nil).bitPattern))
            }
        }
        // A tie between two doubles, followed by 2,000 zeros and a digit that breaks the tie. The reader keeps fewer digits, and must still
        // round correctly.
        let zeros = String(repeating: "0", count: 2_000)
        #expect(f64("9007199254740993." + zeros) == .value((9007199254740992.0).bitPattern))
        #expect(f64("9007199254740993." + zeros + "1") == .value((9007199254740994.0).bitPattern))
    }
}

@Suite struct FloatingPointWriting {
    @Test(
        arguments: [
            (1.0, "1.0"), (-1.0, "-1.0"), (0.0, "0.0"), (-0.0, "-0.0"), (0.1, "0.1"), (-0.3, "-0.3"),
            (
                12345.678,
                "12345.678"
            ),
            (100_000.0, "100000.0"), (1e16, "10000000000000000.0"), (1e17, "1e17"), (1.23e17, "1.23e17"), (1e300, "1e300"),
            (0.00001, "0.00001"), (0.00009, "0.00009"), (1e-6, "1e-6"), (1.5e-7, "1.5e-7"), (.leastNonzeroMagnitude, "5e-324"),
            (2.2250738585072014e-308, "2.2250738585072014e-308"), (1.7976931348623157e308, "1.7976931348623157e308"),
            (-65.613616999999977, "-65.61361699999998"), (9007199254740993.0, "9007199254740992.0"), (1e23, "1e23"),
            (12345678901234567.0, "12345678901234568.0"), (1000000000000000.5, "1000000000000000.5"),
            (9.5367431640625e-7, "9.5367431640625e-7"), (0.000012345678901234567, "0.000012345678901234568"),
        ] as [(Double, String)]) func shortestDouble(value: Double, expected: String)
    {
        #expect(text(value) == expected)
    }

    @Test(
        arguments: [
            (0.1, "0.1"), (-0.0, "-0.0"), (16_777_216, "16777216.0"), (33_554_432, "33554432.0"), (0.00001, "0.00001"),
            (3.4028235e38, "3.4028235e38"), (.leastNonzeroMagnitude, "1e-45"), (1.1754944e-38, "1.1754944e-38"), (1e10, "10000000000.0"),
        ] as [(Float, String)]) func shortestFloat(value: Float, expected: String)
    {
        #expect(text(value) == expected)
    }

    /// Yoke writes 200,000 doubles with random bits. Both Yoke and the system must read the same bits from the written text.
    @Test func randomBitPatternsComeBack() {
        var random = Seeded(state: 1)
        var bytes = [UInt8](repeating: 0, count: Int(YOKE_NUMBER_MAX) + 1)
        var failures: [UInt64] = []
        bytes.withUnsafeMutableBufferPointer { buffer in
            let start = buffer.baseAddress!
            for _ in 0..<200_000 {
                let value = Double(bitPattern: random.next())
                guard value.isFinite else { continue }
                let count = yoke_write_f64(value, start)
                start[count] = 0
                let system = start.withMemoryRebound(to: CChar.self, capacity: count + 1) { strtod($0, nil) }
                var ours = 0.0
                let status = yoke_read_f64(start, count, &ours)
                if status != YOKE_NUMBER_OK || ours.bitPattern != value.bitPattern
                    || system.bitPattern != value.bitPattern
                {
                    failures.append(value.bitPattern)
                }
            }
        }
        #expect(failures.isEmpty)
    }

    @Test func randomFloatsComeBack() {
        var random = Seeded(state: 2)
        var bytes = [UInt8](repeating: 0, count: Int(YOKE_NUMBER_MAX))
        var failures: [UInt32] = []
        bytes.withUnsafeMutableBufferPointer { buffer in
            for _ in 0..<100_000 {
                let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
                guard value.isFinite else { continue }
                let count = yoke_write_f32(value, buffer.baseAddress)
                var back: Float = 0
                let status = yoke_read_f32(buffer.baseAddress, count, &back)
                if status != YOKE_NUMBER_OK || back.bitPattern != value.bitPattern { failures.append(value.bitPattern) }
            }
        }
        #expect(failures.isEmpty)
    }
}

@Suite struct IntegerWriting {
    @Test func sameTextAsSwift() {
        var random = Seeded(state: 4)
        var values: [UInt64] = [0, 1, 9, 10, 99, 100, 99_999_999, 100_000_000, UInt64.max]
        values += [UInt64.max - 1, 0x8000_0000_0000_0000, 0x7FFF_FFFF_FFFF_FFFF]
        for shift in 0..<64 { values.append(random.next() >> UInt64(shift)) }
        for value in values {
            #expect(written { yoke_write_u64(value, $0) } == "\(value)")
            let signed = Int64(bitPattern: value)
            #expect(written { yoke_write_i64(signed, $0) } == "\(signed)")
            #expect(written { yoke_write_u128(yoke_wide(low: value, high: 0), $0) } == "\(value)")
        }
    }

    @Test(
        arguments: [
            ([0, 0], "0", "0"), ([1, 0], "18446744073709551616", "18446744073709551616"),
            ([0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF], "340282366920938463463374607431768211455", "-1"),
            (
                [0x8000_0000_0000_0000, 0], "170141183460469231731687303715884105728",
                "-170141183460469231731687303715884105728"
            ),
            (
                [0x7FFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF],
                "170141183460469231731687303715884105727", "170141183460469231731687303715884105727"
            ),
            // 10^24: groups of eight digits that are all zeros must be written completely.
            ([54_210, 2_003_764_205_206_896_640], "1000000000000000000000000", "1000000000000000000000000"),
        ] as [([UInt64], String, String)]) func integersOf128BitsAreWritten(words: [UInt64], unsigned: String, signed: String)
    {
        let value = yoke_wide(low: words[1], high: words[0])
        #expect(written { yoke_write_u128(value, $0) } == unsigned)
        #expect(written { yoke_write_i128(value, $0) } == signed)
    }
}
