import Foundation
import Yoke

extension JSONWritable {
    /// The value as the UTF-8 bytes of a JSON text.
    ///
    /// - Throws: see `jsonBytes(_:)`.
    public func jsonData(_ options: JSONWriteOptions = .compact) throws(JSONError) -> Data {
        try withJSONBytes(options) { Data($0) }
    }

    /// The value as a snapshot; read by `init(snapshot:)`.
    ///
    /// - Throws: see `snapshot(_:)`.
    public func snapshotData(_ options: JSONWriteOptions = .compact) throws(JSONError) -> Data { Data(try snapshot(options)) }
}

extension Data: JSONConvertible {
    /// Base64 (RFC 4648 section 4) in a JSON string, with its padding. White space, line ends and any other byte outside of the alphabet are
    /// an error, and so is a last digit with bits that no byte takes (`"QR=="`).
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            text: Data.self,
            read: { text in
                guard let data = Data(strictBase64: text) else { throw MalformedText(expected: "base64") }
                return data
            },
            write: { $0.base64EncodedString() })
    }

    /// Foundation's decoder takes `====`, `AA=A` and, on some systems, padding between digits. This one takes none of them.
    fileprivate init?(strictBase64 text: String) {
        var text = text
        let isGood = text.withUTF8 { utf8 in
            let padding = utf8.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
            let digits = utf8.dropLast(padding)
            // What the last digit may be: its lower four bits, or two, are in no byte.
            let last = padding == 2 ? "AQgw" : "AEIMQUYcgkosw048"
            guard utf8.count.isMultiple(of: 4), padding == 0 || digits.last.map(last.utf8.contains) ?? false else { return false }
            return digits.isEmpty || memchr(utf8.baseAddress!, Int32(UInt8(ascii: "=")), digits.count) == nil
        }
        guard isGood else { return nil }
        self.init(base64Encoded: text)
    }
}

/// Data of one property in base64 for URLs: `@JSONCoded(.base64URL) var token: Data`.
public struct JSONBase64URLCoder: JSONCoder {
    fileprivate init() {}

    /// - Throws: an error if the text is no base64 of that alphabet.
    public func decode(_ text: String) throws -> Data {
        let bytes = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            case UInt8(ascii: "+"), UInt8(ascii: "/"): UInt8(ascii: "!")  // of the other alphabet
            default: byte
            }
        }
        let padding = bytes.last == UInt8(ascii: "=") ? 0 : (4 - bytes.count % 4) % 4
        let padded = String(decoding: bytes, as: UTF8.self) + String(repeating: "=", count: padding)
        guard let data = Data(strictBase64: padded) else { throw MalformedText(expected: "base64 for URLs") }
        return data
    }

    public func encode(_ data: Data) -> String {
        let text = data.base64EncodedString().prefix { $0 != "=" }
        return text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }
}

extension JSONCoder where Self == JSONBase64URLCoder {
    /// The alphabet of RFC 4648 section 5, `-` and `_` for `+` and `/`; read with padding or without, written without. Otherwise as strict as
    /// `Data` without a coder.
    public static var base64URL: JSONBase64URLCoder { JSONBase64URLCoder() }
}

/// Why a string could not become a value.
struct MalformedText: MalformedValue, CustomStringConvertible {
    let expected: String
    var hint: String?
    var description: String { "expected \(expected)" }
}
