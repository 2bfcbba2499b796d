import Foundation
import Yoke

extension UUID: JSONConvertible {
    /// A `UUID` is a JSON string as in RFC 9562 section 4, in upper or lower case. Yoke writes upper case, as Foundation does. Yoke refuses
    /// the other texts that `UUID(uuidString:)` accepts, such as `0xE621E1-…`.
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            text: UUID.self,
            read: { text in
                guard let uuid = UUID(plain: text) else { throw MalformedText(expected: "a UUID") }
                return uuid
            },
            write: { $0.hexText })
    }

    /// The UUID of a text with 32 hexadecimal digits in five groups, with hyphens between them; nil for other texts. `UUID(uuidString:)`
    /// gives the same UUID, but is much slower, and accepts some texts of other forms.
    private init?(plain text: String) {
        var text = text
        let parsed = text.withUTF8 { utf8 -> UUID? in
            let bytes = UnsafeRawBufferPointer(utf8)
            guard bytes.count == 36, [8, 13, 18, 23].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
            guard let a = HexDigits(bytes, at: 0, 4).bytes, let b = HexDigits(bytes, at: 9, 14).bytes,
                let c = HexDigits(bytes, at: 19, 24).bytes, let d = HexDigits(bytes, at: 28, 32).bytes
            else { return nil }
            return UUID(uuid: unsafeBitCast((a, b, c, d), to: uuid_t.self))
        }
        guard let parsed else { return nil }
        self = parsed
    }

    /// The same text as `uuidString`, made faster: `uuidString` calls the C library's formatted output.
    private var hexText: String {
        let (a, b, c, d) = unsafeBitCast(uuid, to: (UInt32, UInt32, UInt32, UInt32).self)
        return String(unsafeUninitializedCapacity: 36) { utf8 in
            let text = UnsafeMutableRawBufferPointer(utf8)
            for hyphen in [8, 13, 18, 23] { text[hyphen] = UInt8(ascii: "-") }
            HexDigits(bytes: a).store(text, at: 0, 4)
            HexDigits(bytes: b).store(text, at: 9, 14)
            HexDigits(bytes: c).store(text, at: 19, 24)
            HexDigits(bytes: d).store(text, at: 28, 32)
            return 36
        }
    }
}

/// Eight hexadecimal digits in a 64-bit word, one in each byte, to convert all of them at once. The first digit is the lowest byte.
private struct HexDigits {
    /// The digits as ASCII.
    private let text: UInt64
    private static let each: UInt64 = 0x0101_0101_0101_0101

    /// Loads eight digits of a text: four at the offset `first`, and four at the offset `second`.
    init(_ bytes: UnsafeRawBufferPointer, at first: Int, _ second: Int) {
        let low = bytes.loadUnaligned(fromByteOffset: first, as: UInt32.self)
        let high = bytes.loadUnaligned(fromByteOffset: second, as: UInt32.self)
        text = UInt64(UInt32(littleEndian: low)) | UInt64(UInt32(littleEndian: high)) << 32
    }

    /// Makes the eight hexadecimal digits of four bytes, in upper case. The first byte of `bytes` in memory gives the first two digits.
    init(bytes: UInt32) {
        var spread = UInt64(UInt32(littleEndian: bytes))
        spread = (spread | spread << 16) & 0x0000_FFFF_0000_FFFF
        spread = (spread | spread << 8) & 0x00FF_00FF_00FF_00FF
        text = Self.upperCase((spread >> 4 & 0x000F_000F_000F_000F) | (spread & 0x000F_000F_000F_000F) << 8)
    }

    func store(_ bytes: UnsafeMutableRawBufferPointer, at first: Int, _ second: Int) {
        bytes.storeBytes(of: UInt32(truncatingIfNeeded: text).littleEndian, toByteOffset: first, as: UInt32.self)
        bytes.storeBytes(of: UInt32(truncatingIfNeeded: text >> 32).littleEndian, toByteOffset: second, as: UInt32.self)
    }

    /// The four bytes whose values the digits give; nil if a character is not a hexadecimal digit, in upper or lower case.
    var bytes: UInt32? {
        let letters = text >> 6 & Self.each
        let values = (text & 0x0F0F_0F0F_0F0F_0F0F) &+ letters &* 9
        // Each value must be less than 16, which excludes G to O. Converted to a digit again, the value must give the original character in
        // upper case, which excludes all other characters that are not digits.
        guard values & 0xF0F0_F0F0_F0F0_F0F0 == 0, Self.upperCase(values) == text & ~(letters << 5) else { return nil }
        var packed = (values << 4 | values >> 8) & 0x00FF_00FF_00FF_00FF
        packed = (packed | packed >> 8) & 0x0000_FFFF_0000_FFFF
        return UInt32(truncatingIfNeeded: packed | packed >> 16).littleEndian
    }

    /// Converts eight values from 0 to 15 to upper case hexadecimal digits. Adding 6 sets bit 4 of each value whose digit is a letter.
    private static func upperCase(_ values: UInt64) -> UInt64 {
        values &+ 0x30 &* each &+ ((values &+ 6 &* each) >> 4 & each) &* 7
    }
}
