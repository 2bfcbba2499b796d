import Yoke

/// A timeline of a microblog in the form of Weibo's API: posts with authors, pictures in several named sizes, links and topics. A post may
/// contain the post that it repeats.
public enum Weibo {
    /// The entire document.
    public struct Timeline: Codable, Equatable, Sendable {
        public var statuses: [Status]
        public var sinceID: UInt64
        public var maxID: UInt64
        public var totalNumber: Int
        public var hasUnread: Bool?

        enum CodingKeys: String, CodingKey {
            case statuses
            case sinceID = "since_id"
            case maxID = "max_id"
            case totalNumber = "total_number"
            case hasUnread = "has_unread"
        }
    }

    /// A post. It may contain the post that it repeats.
    public struct Status: Codable, Equatable, Sendable {
        public var id: UInt64
        public var idStr: String
        public var createdAt: String
        public var text: String
        public var source: String
        public var favorited: Bool
        public var truncated: Bool
        public var user: User
        public var picIDs: [String]
        public var picInfos: [String: Picture]?
        public var urlStruct: [Link]?
        public var topicStruct: [Topic]?
        public var retweetedStatus: JSONBox<Status>?
        public var repostsCount: Int
        public var commentsCount: Int
        public var attitudesCount: Int
        public var geo: Place?

        enum CodingKeys: String, CodingKey {
            case id, text, source, favorited, truncated, user, geo
            case idStr = "idstr"
            case createdAt = "created_at"
            case picIDs = "pic_ids"
            case picInfos = "pic_infos"
            case urlStruct = "url_struct"
            case topicStruct = "topic_struct"
            case retweetedStatus = "retweeted_status"
            case repostsCount = "reposts_count"
            case commentsCount = "comments_count"
            case attitudesCount = "attitudes_count"
        }
    }

    /// The author of a post.
    public struct User: Codable, Equatable, Sendable {
        public var id: UInt64
        public var screenName: String
        public var profileImageURL: String
        public var location: String
        public var description: String?
        public var gender: String
        public var followersCount: Int
        public var friendsCount: Int
        public var statusesCount: Int
        public var verified: Bool
        public var verifiedType: Int
        public var following: Bool
        public var onlineStatus: Int
        public var createdAt: String

        enum CodingKeys: String, CodingKey {
            case id, location, description, gender, verified, following
            case screenName = "screen_name"
            case profileImageURL = "profile_image_url"
            case followersCount = "followers_count"
            case friendsCount = "friends_count"
            case statusesCount = "statuses_count"
            case verifiedType = "verified_type"
            case onlineStatus = "online_status"
            case createdAt = "created_at"
        }
    }

    /// A picture in three sizes.
    public struct Picture: Codable, Equatable, Sendable {
        public var picID: String
        public var thumbnail: Size
        public var bmiddle: Size
        public var original: Size
        public var keepSize: Bool

        enum CodingKeys: String, CodingKey {
            case thumbnail, bmiddle, original
            case picID = "pic_id"
            case keepSize = "keep_size"
        }
    }

    /// The address and size of a picture.
    public struct Size: Codable, Equatable, Sendable {
        public var url: String
        public var width: Int
        public var height: Int
        public var type: String
    }

    /// A link in a post's text.
    public struct Link: Codable, Equatable, Sendable {
        public var shortURL: String
        public var oriURL: String
        public var urlTitle: String
        public var urlType: Int
        public var result: Bool

        enum CodingKeys: String, CodingKey {
            case result
            case shortURL = "short_url"
            case oriURL = "ori_url"
            case urlTitle = "url_title"
            case urlType = "url_type"
        }
    }

    /// A topic of a post.
    public struct Topic: Codable, Equatable, Sendable {
        public var topicTitle: String
        public var topicURL: String

        enum CodingKeys: String, CodingKey {
            case topicTitle = "topic_title"
            case topicURL = "topic_url"
        }
    }

    /// The location where a post was written.
    public struct Place: Codable, Equatable, Sendable {
        public var type: String
        public var coordinates: [Double]
    }
}
