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
    /// Base64 (RFC 4648 section 4) in a JSON string.
    public static var jsonSchema: JSONSchema {
        JSONSchema(
            text: Data.self,
            read: { text in
                guard let data = Data(base64Encoded: text) else { throw MalformedText(expected: "base64") }
                return data
            },
            write: { $0.base64EncodedString() })
    }
}

/// Why a string could not become a value.
struct MalformedText: Error, CustomStringConvertible {
    let expected: String
    var description: String { "expected \(expected)" }
}
