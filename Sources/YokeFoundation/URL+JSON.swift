import Foundation
import Yoke

extension URL: JSONConvertible {
    /// A `URL` is a JSON string that Foundation accepts without changes. Only `@JSONCoded(.repaired)` repairs a string.
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            text: URL.self,
            read: { text in
                guard let url = url(text) else { throw JSONURLCoder.error(for: text) }
                return url
            },
            write: { $0.absoluteString })
    }

    fileprivate static func url(_ text: String) -> URL? {
        if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) { return URL(string: text, encodingInvalidCharacters: false) }
        return URL(string: text)  // on older systems this initialiser repairs nothing
    }
}

/// Reads the URLs of a property, and escapes characters that a URL cannot hold: `@JSONCoded(.repaired) var page: URL`. See
/// `JSONCoder.repaired`.
public struct JSONURLCoder: JSONCoder {
    fileprivate init() {}

    /// - Throws: an error if the text is not a URL even after the repair.
    public func decode(_ text: String) throws -> URL {
        guard let url = URL.url(Self.repaired(text)), !url.absoluteString.isEmpty else { throw MalformedText(expected: "a URL") }
        return url
    }

    /// Returns the text of the URL.
    public func encode(_ url: URL) -> String { url.absoluteString }

    /// Returns the error for a text that is not a URL. If this coder could repair the text, the error's hint says so.
    fileprivate static func error(for text: String) -> MalformedText {
        guard (try? JSONURLCoder().decode(text)) != nil else { return MalformedText(expected: "a URL") }
        return MalformedText(
            expected: "a URL", hint: "what cannot stand in a URL is percent-encoded by .repaired: @JSONCoded(.repaired), or by: .repaired")
    }

    /// Returns the text without white space around it, and with percent escapes for characters that a URL cannot hold.
    private static func repaired(_ text: String) -> String {
        let bytes = Array(text.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
        let hostBrackets = brackets(of: bytes)
        var hasFragment = false
        var result: [UInt8] = []
        for (i, byte) in bytes.enumerated() {
            let stays =
                switch byte {
                case UInt8(ascii: "%"): bytes.count > i + 2 && bytes[i + 1].isHexDigit && bytes[i + 2].isHexDigit
                case UInt8(ascii: "["), UInt8(ascii: "]"): hostBrackets.contains(i)  // allowed only around an IPv6 address
                case UInt8(ascii: "#"): !hasFragment
                default: plain.contains(byte)
                }
            if byte == UInt8(ascii: "#") { hasFragment = true }
            if stays { result.append(byte) } else { result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the offsets of the two brackets around the host; empty if the host has no brackets.
    private static func brackets(of bytes: [UInt8]) -> [Int] {
        let authority = authority(of: bytes)
        let host = bytes[authority].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.lowerBound
        guard host < authority.upperBound, bytes[host] == UInt8(ascii: "[") else { return [] }
        return [host] + (bytes[host..<authority.upperBound].lastIndex(of: UInt8(ascii: "]")).map { [$0] } ?? [])
    }

    /// Returns the range of the authority (user, host and port): the bytes from `//` to the next `/`, `?` or `#`. Empty unless `//` stands
    /// at the start or directly after the scheme.
    private static func authority(of bytes: [UInt8]) -> Range<Int> {
        let scheme = bytes.prefix { schemeBytes.contains($0) }.count
        let slashes = scheme > 0 && scheme < bytes.count && bytes[scheme] == UInt8(ascii: ":") ? scheme + 1 : 0
        guard bytes[slashes...].starts(with: "//".utf8) else { return 0..<0 }
        let start = slashes + 2
        return start..<(bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count)
    }

    /// Characters of a scheme: RFC 3986 section 3.1.
    private static let schemeBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.".utf8)
    /// Characters that `repaired` never escapes: RFC 3986 section 2.2 and 2.3, without `#`, `[` and `]`, which `repaired` checks one by
    /// one.
    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?@!$&'()*+,;=".utf8)
    private static let digits = Array("0123456789ABCDEF".utf8)
}

extension JSONCoder where Self == JSONURLCoder {
    /// Reads a URL, and percent-encodes characters that a URL cannot hold: spaces, Chinese characters, a `%` that begins no escape.
    ///
    /// Also encodes a second `#`, and `[` and `]` that do not enclose the host. Other reserved characters and escapes stay. Removes white
    /// space around the URL.
    public static var repaired: JSONURLCoder { JSONURLCoder() }
}

extension UInt8 {
    fileprivate var isHexDigit: Bool { Character(UnicodeScalar(self)).isHexDigit }
}
