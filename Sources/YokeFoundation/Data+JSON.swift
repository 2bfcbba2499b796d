import Foundation
import Yoke

extension JSONWritable {
    /// Returns the value as the UTF-8 bytes of a JSON text.
    ///
    /// - Throws: see `jsonBytes(_:)`.
    public func jsonData(_ options: JSONWriteOptions = .compact) throws(JSONError) -> Data {
        try withJSONBytes(options) { Data($0) }
    }
}

extension Data: JSONConvertible {
    /// `Data` is a JSON string with base64 (RFC 4648 section 4), with padding.
    ///
    /// White space, line ends and all other bytes outside the alphabet are errors. A last digit with unused bits that are not 0
    /// (`"QR=="`) is an error too.
    public static var jsonMapping: JSONMapping {
        JSONMapping(
            utf8: Data.self, isNumber: false,
            store: { to, text in
                guard let data = Data(strictBase64: text) else { throw MalformedText(expected: "base64") }
                to.initializeMemory(as: Data.self, to: data)
            },
            write: { $0.base64EncodedString() })
    }

    /// Decodes base64, for URLs if `isURL`; nil if the text is malformed. Foundation accepts `====`, `AA=A` and sometimes padding between
    /// digits.
    fileprivate init?(strictBase64 utf8: UnsafeBufferPointer<UInt8>, isURL: Bool = false) {
        let room = Base64.room(for: utf8)
        if room <= 1024 {
            // For up to 1024 bytes, a copy by `Data` is faster than taking ownership of allocated memory.
            let data = withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
                let bytes = buffer.baseAddress.unsafelyUnwrapped
                return Base64.decode(utf8, isURL: isURL, to: bytes).map { Data(bytes: bytes, count: $0) }
            }
            guard let data else { return nil }
            self = data
        } else {
            let bytes = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 1)
            guard let count = Base64.decode(utf8, isURL: isURL, to: bytes) else {
                bytes.deallocate()
                return nil
            }
            self.init(bytesNoCopy: bytes, count: count, deallocator: .custom { bytes, _ in bytes.deallocate() })
        }
    }
}

/// Reads and writes the data of a property as base64 for URLs: `@JSONCoded(.base64URL) var token: Data`.
public struct JSONBase64URLCoder: JSONCoder {
    fileprivate init() {}

    /// - Throws: an error if the text is not base64 in the URL alphabet.
    public func decode(_ text: String) throws -> Data {
        var text = text
        guard let data = text.withUTF8({ Data(strictBase64: $0, isURL: true) }) else { throw MalformedText(expected: "base64 for URLs") }
        return data
    }

    /// Returns the data as base64 in the URL alphabet, without padding.
    public func encode(_ data: Data) -> String {
        let text = data.base64EncodedString().prefix { $0 != "=" }
        return text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }
}

extension JSONCoder where Self == JSONBase64URLCoder {
    /// Reads and writes `Data` as base64 with the URL alphabet (RFC 4648 section 5): `-` and `_` in place of `+` and `/`.
    ///
    /// Reads text with or without padding, and writes text without padding. Apart from padding, the coder is as strict as `Data` without a
    /// coder.
    public static var base64URL: JSONBase64URLCoder { JSONBase64URLCoder() }
}

/// The error for a string that a type such as `Data`, `URL` or `UUID` cannot read.
struct MalformedText: MalformedValue, CustomStringConvertible {
    let expected: String
    var hint: String?
    var description: String { "expected \(expected)" }
}
