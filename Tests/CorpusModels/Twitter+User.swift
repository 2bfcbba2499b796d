import Yoke

extension Twitter {
    /// The author of a tweet.
    public struct User: Codable, Equatable, Sendable {
        public var id: UInt64
        public var idStr: String
        public var name: String
        public var screenName: String
        public var location: String
        public var description: String
        public var url: String?
        public var entities: UserEntities
        public var protected: Bool
        public var followersCount: Int
        public var friendsCount: Int
        public var listedCount: Int
        public var createdAt: String
        public var favouritesCount: Int
        public var utcOffset: Int?
        public var timeZone: String?
        public var geoEnabled: Bool
        public var verified: Bool
        public var statusesCount: Int
        public var lang: String
        public var contributorsEnabled: Bool
        public var isTranslator: Bool
        public var isTranslationEnabled: Bool
        public var profileBackgroundColor: String
        public var profileBackgroundImageURL: String
        public var profileBackgroundImageURLHttps: String
        public var profileBackgroundTile: Bool
        public var profileImageURL: String
        public var profileImageURLHttps: String
        public var profileBannerURL: String?
        public var profileLinkColor: String
        public var profileSidebarBorderColor: String
        public var profileSidebarFillColor: String
        public var profileTextColor: String
        public var profileUseBackgroundImage: Bool
        public var defaultProfile: Bool
        public var defaultProfileImage: Bool
        public var following: Bool
        public var followRequestSent: Bool
        public var notifications: Bool

        enum CodingKeys: String, CodingKey {
            case id, name, location, description, url, entities, protected, verified, lang, following, notifications
            case idStr = "id_str"
            case screenName = "screen_name"
            case followersCount = "followers_count"
            case friendsCount = "friends_count"
            case listedCount = "listed_count"
            case createdAt = "created_at"
            case favouritesCount = "favourites_count"
            case utcOffset = "utc_offset"
            case timeZone = "time_zone"
            case geoEnabled = "geo_enabled"
            case statusesCount = "statuses_count"
            case contributorsEnabled = "contributors_enabled"
            case isTranslator = "is_translator"
            case isTranslationEnabled = "is_translation_enabled"
            case profileBackgroundColor = "profile_background_color"
            case profileBackgroundImageURL = "profile_background_image_url"
            case profileBackgroundImageURLHttps = "profile_background_image_url_https"
            case profileBackgroundTile = "profile_background_tile"
            case profileImageURL = "profile_image_url"
            case profileImageURLHttps = "profile_image_url_https"
            case profileBannerURL = "profile_banner_url"
            case profileLinkColor = "profile_link_color"
            case profileSidebarBorderColor = "profile_sidebar_border_color"
            case profileSidebarFillColor = "profile_sidebar_fill_color"
            case profileTextColor = "profile_text_color"
            case profileUseBackgroundImage = "profile_use_background_image"
            case defaultProfile = "default_profile"
            case defaultProfileImage = "default_profile_image"
            case followRequestSent = "follow_request_sent"
        }
    }

    /// The links in an author's description of themselves.
    public struct UserEntities: Codable, Equatable, Sendable {
        public var url: LinkList?
        public var description: LinkList
    }

    /// The links of a text.
    public struct LinkList: Codable, Equatable, Sendable {
        public var urls: [Link]
    }

    /// A link in a text.
    public struct Link: Codable, Equatable, Sendable {
        public var url: String
        public var expandedURL: String
        public var displayURL: String
        public var indices: [Int]

        enum CodingKeys: String, CodingKey {
            case url, indices
            case expandedURL = "expanded_url"
            case displayURL = "display_url"
        }
    }
}

// MARK: - Mappings, as @JSONModel would write them

extension Twitter.User: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("id", \.id)
            fields.add("idStr", \.idStr)
            fields.add("name", \.name)
            fields.add("screenName", \.screenName)
            fields.add("location", \.location)
            fields.add("description", \.description)
            fields.add("url", \.url)
            fields.add("entities", \.entities)
            fields.add("protected", \.protected)
            fields.add("followersCount", \.followersCount)
            fields.add("friendsCount", \.friendsCount)
            fields.add("listedCount", \.listedCount)
            fields.add("createdAt", \.createdAt)
            fields.add("favouritesCount", \.favouritesCount)
            fields.add("utcOffset", \.utcOffset)
            fields.add("timeZone", \.timeZone)
            fields.add("geoEnabled", \.geoEnabled)
            fields.add("verified", \.verified)
            fields.add("statusesCount", \.statusesCount)
            fields.add("lang", \.lang)
            fields.add("contributorsEnabled", \.contributorsEnabled)
            fields.add("isTranslator", \.isTranslator)
            fields.add("isTranslationEnabled", \.isTranslationEnabled)
            fields.add("profileBackgroundColor", \.profileBackgroundColor)
            fields.add("profileBackgroundImageURL", \.profileBackgroundImageURL)
            fields.add("profileBackgroundImageURLHttps", \.profileBackgroundImageURLHttps)
            fields.add("profileBackgroundTile", \.profileBackgroundTile)
            fields.add("profileImageURL", \.profileImageURL)
            fields.add("profileImageURLHttps", \.profileImageURLHttps)
            fields.add("profileBannerURL", \.profileBannerURL)
            fields.add("profileLinkColor", \.profileLinkColor)
            fields.add("profileSidebarBorderColor", \.profileSidebarBorderColor)
            fields.add("profileSidebarFillColor", \.profileSidebarFillColor)
            fields.add("profileTextColor", \.profileTextColor)
            fields.add("profileUseBackgroundImage", \.profileUseBackgroundImage)
            fields.add("defaultProfile", \.defaultProfile)
            fields.add("defaultProfileImage", \.defaultProfileImage)
            fields.add("following", \.following)
            fields.add("followRequestSent", \.followRequestSent)
            fields.add("notifications", \.notifications)
        }
    }
}

extension Twitter.UserEntities: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("url", \.url)
            fields.add("description", \.description)
        }
    }
}

extension Twitter.LinkList: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("urls", \.urls)
        }
    }
}

extension Twitter.Link: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("url", \.url)
            fields.add("expandedURL", \.expandedURL)
            fields.add("displayURL", \.displayURL)
            fields.add("indices", \.indices)
        }
    }
}
