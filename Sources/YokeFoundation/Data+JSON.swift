import Foundation
import Yoke

extension JSONWritable {
    /// The value as the UTF-8 bytes of a JSON text.
    ///
    /// - Throws: see `jsonBytes(_:)`.
    public func jsonData(_ options: JSONWriteOptions = .compact) throws(JSONError) -> Data {
        try withJSONBytes(options) { Data($0) }
    }
}

extension Data: JSONConvertible {
    /// Base64 (RFC 4648 section 4) in a JSON string, with padding.
    ///
    /// White space, line ends and all other bytes outside the alphabet are errors. A last digit with unused bits that are not 0
    /// (`"QR=="`) is an error too.
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            text: Data.self,
            read: { text in
                guard let data = Data(strictBase64: text) else { throw MalformedText(expected: "base64") }
                return data
            },
            write: { $0.base64EncodedString() })
    }

    /// Decodes base64 more strictly than Foundation, which accepts `====`, `AA=A` and, on some systems, padding between digits.
    fileprivate init?(strictBase64 text: String) {
        var text = text
        let isGood = text.withUTF8 { utf8 in
            let padding = utf8.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
            let digits = utf8.dropLast(padding)
            // The digits that may come last: their lower four bits (or two, with one `=`) are 0, because no byte uses these bits.
            let last = padding == 2 ? "AQgw" : "AEIMQUYcgkosw048"
            guard utf8.count.isMultiple(of: 4), padding == 0 || digits.last.map(last.utf8.contains) ?? false else { return false }
            return digits.isEmpty || memchr(utf8.baseAddress!, Int32(UInt8(ascii: "=")), digits.count) == nil
        }
        guard isGood else { return nil }
        self.init(base64Encoded: text)
    }
}

/// Reads and writes the data of a property as base64 for URLs: `@JSONCoded(.base64URL) var token: Data`.
public struct JSONBase64URLCoder: JSONCoder {
    fileprivate init() {}

    /// - Throws: an error if the text is not base64 in the URL alphabet.
    public func decode(_ text: String) throws -> Data {
        let bytes = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            case UInt8(ascii: "+"), UInt8(ascii: "/"): UInt8(ascii: "!")  // belongs to the other alphabet
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
    /// Base64 with the URL alphabet (RFC 4648 section 5): `-` and `_` in place of `+` and `/`.
    ///
    /// Reads text with or without padding, and writes text without padding. Otherwise it is as strict as `Data` without a coder.
    public static var base64URL: JSONBase64URLCoder { JSONBase64URLCoder() }
}

/// The error for a string that is not a value of the type.
struct MalformedText: MalformedValue, CustomStringConvertible {
    let expected: String
    var hint: String?
    var description: String { "expected \(expected)" }
}
