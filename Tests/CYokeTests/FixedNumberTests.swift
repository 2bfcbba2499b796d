import CYoke
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes numbers with a fixed count of fraction digits. printf must give the same text.
@Suite struct FixedNumberTests {
    private func text(_ value: Double, _ digits: UInt32) -> String {
        var out = [UInt8](repeating: 0, count: 64)
        let count = out.withUnsafeMutableBufferPointer { yoke_write_fixed(value, digits, false, $0.baseAddress) }
        return String(decoding: out[..<count], as: UTF8.self)
    }

    private func printed(_ value: Double, _ digits: UInt32) -> String {
        var out = [CChar](repeating: 0, count: 400)
        let count = withVaList([Int32(digits), value]) { vsnprintf(&out, out.count, "%.*f", $0) }
        return String(decoding: out[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test func randomNumbersAreRoundedAsByPrintf() {
        var random = SeededGenerator(seed: 77)
        for i in 0..<Sample.size(60_000, full: 3_000_000) {
            let digits = UInt32.random(in: 0...20, using: &random)
            let value: Double =
                switch i % 5 {
                case 0: Double(bitPattern: random.next())
                case 1: Double.random(in: -1000...1000, using: &random)
                case 2: Double(Int.random(in: -100_000...100_000, using: &random)) / 1024
                case 3: Double(Int.random(in: -100_000...100_000, using: &random)) / 1000
                default:
                    Double(
                        sign: random.oneIn(2) ? .plus : .minus, exponent: Int.random(in: -130...56, using: &random),
                        significand: Double.random(in: 1..<2, using: &random))
                }
            guard value.isFinite, value.magnitude < 1e17 else { continue }
            #expect(text(value, digits) == printed(value, digits), "\(value) \(digits)")
        }
    }

    @Test func edges() {
        for value in [
            0, -0.0, 5e-324, 0x1p-124, 0x1p-125, 0x1p-64, 0x1p-63, 0x1p-53, 0.5, 1.5, 99999999999999984, 0x1.fffffffffffffp52,
            0.9999999999999999,
        ] {
            for digits in 0...20 as ClosedRange<UInt32> { #expect(text(value, digits) == printed(value, digits), "\(value) \(digits)") }
        }
        #expect(text(1e17, 2) == "1e17" && text(-1e300, 3) == "-1e300")
    }
}
