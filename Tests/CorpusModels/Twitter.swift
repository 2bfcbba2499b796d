import Yoke

/// `twitter.json` and `twitterescaped.json`: the result of a search, mostly in Japanese.
public enum Twitter {
    /// The entire document.
    public struct SearchResult: Codable, Equatable, Sendable {
        public var statuses: [Status]
        public var searchMetadata: Metadata

        enum CodingKeys: String, CodingKey {
            case statuses
            case searchMetadata = "search_metadata"
        }
    }

    /// The members that describe the search.
    public struct Metadata: Codable, Equatable, Sendable {
        public var completedIn: Double
        public var maxID: UInt64
        public var maxIDStr: String
        public var nextResults: String
        public var query: String
        public var refreshURL: String
        public var count: Int
        public var sinceID: UInt64
        public var sinceIDStr: String

        enum CodingKeys: String, CodingKey {
            case query, count
            case completedIn = "completed_in"
            case maxID = "max_id"
            case maxIDStr = "max_id_str"
            case nextResults = "next_results"
            case refreshURL = "refresh_url"
            case sinceID = "since_id"
            case sinceIDStr = "since_id_str"
        }
    }

    /// A tweet. A retweet contains the tweet that it repeats.
    public struct Status: Codable, Equatable, Sendable {
        public var metadata: StatusMetadata
        public var createdAt: String
        public var id: UInt64
        public var idStr: String
        public var text: String
        public var source: String
        public var truncated: Bool
        public var inReplyToStatusID: UInt64?
        public var inReplyToStatusIDStr: String?
        public var inReplyToUserID: UInt64?
        public var inReplyToUserIDStr: String?
        public var inReplyToScreenName: String?
        public var user: User
        public var geo: Point?
        public var coordinates: Point?
        public var place: Place?
        public var contributors: [UInt64]?
        public var retweetedStatus: JSONBox<Status>?
        public var retweetCount: Int
        public var favoriteCount: Int
        public var entities: Entities
        public var favorited: Bool
        public var retweeted: Bool
        public var possiblySensitive: Bool?
        public var lang: String

        enum CodingKeys: String, CodingKey {
            case metadata, id, text, source, truncated, user, geo, coordinates, place, contributors, entities, favorited
            case retweeted, lang
            case createdAt = "created_at"
            case idStr = "id_str"
            case inReplyToStatusID = "in_reply_to_status_id"
            case inReplyToStatusIDStr = "in_reply_to_status_id_str"
            case inReplyToUserID = "in_reply_to_user_id"
            case inReplyToUserIDStr = "in_reply_to_user_id_str"
            case inReplyToScreenName = "in_reply_to_screen_name"
            case retweetedStatus = "retweeted_status"
            case retweetCount = "retweet_count"
            case favoriteCount = "favorite_count"
            case possiblySensitive = "possibly_sensitive"
        }
    }

    /// How the search found a tweet.
    public struct StatusMetadata: Codable, Equatable, Sendable {
        public var resultType: String
        public var isoLanguageCode: String

        enum CodingKeys: String, CodingKey {
            case resultType = "result_type"
            case isoLanguageCode = "iso_language_code"
        }
    }

    /// A point on Earth. Always null in `twitter.json`.
    public struct Point: Codable, Equatable, Sendable {
        public var type: String
        public var coordinates: [Double]
    }

    /// A place with a name. Always null in `twitter.json`.
    public struct Place: Codable, Equatable, Sendable {
        public var id: String
        public var name: String
        public var fullName: String
        public var country: String

        enum CodingKeys: String, CodingKey {
            case id, name, country
            case fullName = "full_name"
        }
    }
}

// MARK: - Mappings, as @JSONModel would write them

extension Twitter.SearchResult: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("statuses", \.statuses)
            fields.add("searchMetadata", \.searchMetadata)
        }
    }
}

extension Twitter.Metadata: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("completedIn", \.completedIn)
            fields.add("maxID", \.maxID)
            fields.add("maxIDStr", \.maxIDStr)
            fields.add("nextResults", \.nextResults)
            fields.add("query", \.query)
            fields.add("refreshURL", \.refreshURL)
            fields.add("count", \.count)
            fields.add("sinceID", \.sinceID)
            fields.add("sinceIDStr", \.sinceIDStr)
        }
    }
}

extension Twitter.Status: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("metadata", \.metadata)
            fields.add("createdAt", \.createdAt)
            fields.add("id", \.id)
            fields.add("idStr", \.idStr)
            fields.add("text", \.text)
            fields.add("source", \.source)
            fields.add("truncated", \.truncated)
            fields.add("inReplyToStatusID", \.inReplyToStatusID)
            fields.add("inReplyToStatusIDStr", \.inReplyToStatusIDStr)
            fields.add("inReplyToUserID", \.inReplyToUserID)
            fields.add("inReplyToUserIDStr", \.inReplyToUserIDStr)
            fields.add("inReplyToScreenName", \.inReplyToScreenName)
            fields.add("user", \.user)
            fields.add("geo", \.geo)
            fields.add("coordinates", \.coordinates)
            fields.add("place", \.place)
            fields.add("contributors", \.contributors)
            fields.add("retweetedStatus", \.retweetedStatus)
            fields.add("retweetCount", \.retweetCount)
            fields.add("favoriteCount", \.favoriteCount)
            fields.add("entities", \.entities)
            fields.add("favorited", \.favorited)
            fields.add("retweeted", \.retweeted)
            fields.add("possiblySensitive", \.possiblySensitive)
            fields.add("lang", \.lang)
        }
    }
}

extension Twitter.StatusMetadata: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("resultType", \.resultType)
            fields.add("isoLanguageCode", \.isoLanguageCode)
        }
    }
}

extension Twitter.Point: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("type", \.type)
            fields.add("coordinates", \.coordinates)
        }
    }
}

extension Twitter.Place: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("id", \.id)
            fields.add("name", \.name)
            fields.add("fullName", \.fullName)
            fields.add("country", \.country)
        }
    }
}
