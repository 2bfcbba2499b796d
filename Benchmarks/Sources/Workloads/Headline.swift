import Yoke

/// Seven fields of a tweet. All other fields are skipped.
public struct Headline: Codable, Equatable, Sendable, JSONConvertible {
    public var createdAt: String
    public var id: UInt64
    public var text: String
    public var inReplyToStatusID: UInt64?
    public var user: Author
    public var retweetCount: Int
    public var favoriteCount: Int

    /// The author of a tweet.
    public struct Author: Codable, Equatable, Sendable, JSONConvertible {
        public var id: UInt64
        public var screenName: String

        enum CodingKeys: String, CodingKey {
            case id
            case screenName = "screen_name"
        }

        public static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, keys: .snakeCase) { fields in
                fields.add("id", \.id)
                fields.add("screenName", \.screenName)
            }
        }
    }

    enum CodingKeys: String, CodingKey {
        case id, text, user
        case createdAt = "created_at"
        case inReplyToStatusID = "in_reply_to_status_id"
        case retweetCount = "retweet_count"
        case favoriteCount = "favorite_count"
    }

    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("createdAt", \.createdAt)
            fields.add("id", \.id)
            fields.add("text", \.text)
            fields.add("inReplyToStatusID", \.inReplyToStatusID)
            fields.add("user", \.user)
            fields.add("retweetCount", \.retweetCount)
            fields.add("favoriteCount", \.favoriteCount)
        }
    }
}
