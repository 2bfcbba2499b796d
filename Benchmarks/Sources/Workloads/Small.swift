import CorpusModels
import Yoke

/// Small texts, which programs read millions of times.
public enum Small {
    /// An account: the model of the text `object`.
    public struct Account: Codable, Equatable, Sendable, JSONConvertible {
        public var id: Int
        public var name: String
        public var ok: Bool

        public static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { fields in
                fields.add("id", \.id)
                fields.add("name", \.name)
                fields.add("ok", \.ok)
            }
        }
    }

    /// A text of 37 bytes.
    public static let object = Array(#"{"id":1234567,"name":"Mia","ok":true}"#.utf8)

    /// Returns a search result with one tweet, chosen so that the text has about 5,000 bytes.
    public static func document(from twitter: [UInt8]) throws -> [UInt8] {
        let result = try JSONValue(json: twitter)
        let metadata = result["search_metadata"] ?? nil
        let documents = (result["statuses"]?.array ?? []).map { status in
            Pretty.bytes(["statuses": [status], "search_metadata": metadata], indent: 2)
        }
        guard let document = documents.min(by: { abs($0.count - 5000) < abs($1.count - 5000) }) else {
            throw CorpusFailure("there is no tweet")
        }
        return document
    }
}
