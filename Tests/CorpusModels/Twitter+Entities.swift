import Yoke

extension Twitter {
    /// The links, names and pictures that were found in the text of a tweet.
    public struct Entities: Codable, Equatable, Sendable {
        public var hashtags: [Hashtag]
        public var symbols: [Hashtag]
        public var urls: [Link]
        public var userMentions: [Mention]
        public var media: [Media]?

        enum CodingKeys: String, CodingKey {
            case hashtags, symbols, urls, media
            case userMentions = "user_mentions"
        }
    }

    /// A word after `#` or `$`.
    public struct Hashtag: Codable, Equatable, Sendable {
        public var text: String
        public var indices: [Int]
    }

    /// A user named in a tweet.
    public struct Mention: Codable, Equatable, Sendable {
        public var screenName: String
        public var name: String
        public var id: UInt64
        public var idStr: String
        public var indices: [Int]

        enum CodingKeys: String, CodingKey {
            case name, id, indices
            case screenName = "screen_name"
            case idStr = "id_str"
        }
    }

    /// A picture.
    public struct Media: Codable, Equatable, Sendable {
        public var id: UInt64
        public var idStr: String
        public var indices: [Int]
        public var mediaURL: String
        public var mediaURLHttps: String
        public var url: String
        public var displayURL: String
        public var expandedURL: String
        public var type: String
        public var sizes: MediaSizes
        public var sourceStatusID: UInt64?
        public var sourceStatusIDStr: String?

        enum CodingKeys: String, CodingKey {
            case id, indices, url, type, sizes
            case idStr = "id_str"
            case mediaURL = "media_url"
            case mediaURLHttps = "media_url_https"
            case displayURL = "display_url"
            case expandedURL = "expanded_url"
            case sourceStatusID = "source_status_id"
            case sourceStatusIDStr = "source_status_id_str"
        }
    }

    /// The sizes in which a picture is available.
    public struct MediaSizes: Codable, Equatable, Sendable {
        public var medium: MediaSize
        public var small: MediaSize
        public var thumb: MediaSize
        public var large: MediaSize
    }

    /// One size of a picture.
    public struct MediaSize: Codable, Equatable, Sendable {
        public var w: Int
        public var h: Int
        public var resize: String
    }
}

// MARK: - Mappings, as @JSONModel would write them

extension Twitter.Entities: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("hashtags", \.hashtags)
            fields.add("symbols", \.symbols)
            fields.add("urls", \.urls)
            fields.add("userMentions", \.userMentions)
            fields.add("media", \.media)
        }
    }
}

extension Twitter.Hashtag: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("text", \.text)
            fields.add("indices", \.indices)
        }
    }
}

extension Twitter.Mention: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("screenName", \.screenName)
            fields.add("name", \.name)
            fields.add("id", \.id)
            fields.add("idStr", \.idStr)
            fields.add("indices", \.indices)
        }
    }
}

extension Twitter.Media: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("id", \.id)
            fields.add("idStr", \.idStr)
            fields.add("indices", \.indices)
            fields.add("mediaURL", \.mediaURL)
            fields.add("mediaURLHttps", \.mediaURLHttps)
            fields.add("url", \.url)
            fields.add("displayURL", \.displayURL)
            fields.add("expandedURL", \.expandedURL)
            fields.add("type", \.type)
            fields.add("sizes", \.sizes)
            fields.add("sourceStatusID", \.sourceStatusID)
            fields.add("sourceStatusIDStr", \.sourceStatusIDStr)
        }
    }
}

extension Twitter.MediaSizes: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("medium", \.medium)
            fields.add("small", \.small)
            fields.add("thumb", \.thumb)
            fields.add("large", \.large)
        }
    }
}

extension Twitter.MediaSize: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("w", \.w)
            fields.add("h", \.h)
            fields.add("resize", \.resize)
        }
    }
}
