import Yoke

extension GitHub {
    /// A user, with all members that users have in `github_events.json`.
    public struct Account: Codable, Equatable, Sendable {
        public var url: String
        public var gistsURL: String
        public var gravatarID: String
        public var type: String
        public var avatarURL: String
        public var subscriptionsURL: String
        public var organizationsURL: String
        public var receivedEventsURL: String
        public var reposURL: String
        public var login: String
        public var id: Int
        public var starredURL: String
        public var eventsURL: String
        public var followersURL: String
        public var followingURL: String

        enum CodingKeys: String, CodingKey {
            case url, type, login, id
            case gistsURL = "gists_url"
            case gravatarID = "gravatar_id"
            case avatarURL = "avatar_url"
            case subscriptionsURL = "subscriptions_url"
            case organizationsURL = "organizations_url"
            case receivedEventsURL = "received_events_url"
            case reposURL = "repos_url"
            case starredURL = "starred_url"
            case eventsURL = "events_url"
            case followersURL = "followers_url"
            case followingURL = "following_url"
        }
    }

    public struct Issue: Codable, Equatable, Sendable {
        public var user: Account
        public var url: String
        public var labels: [Label]
        public var htmlURL: String
        public var labelsURL: String
        public var pullRequest: PullRequest?
        public var createdAt: String
        public var closedAt: String?
        public var milestone: String?
        public var title: String
        public var body: String
        public var updatedAt: String
        public var number: Int
        public var state: String
        public var assignee: Account?
        public var id: Int
        public var eventsURL: String
        public var commentsURL: String
        public var comments: Int

        enum CodingKeys: String, CodingKey {
            case user, url, labels, milestone, title, body, number, state, assignee, id, comments
            case htmlURL = "html_url"
            case labelsURL = "labels_url"
            case pullRequest = "pull_request"
            case createdAt = "created_at"
            case closedAt = "closed_at"
            case updatedAt = "updated_at"
            case eventsURL = "events_url"
            case commentsURL = "comments_url"
        }
    }

    /// A label of an issue. No issue in `github_events.json` has labels.
    public struct Label: Codable, Equatable, Sendable {
        public var url: String
        public var name: String
        public var color: String
    }

    /// The addresses of the pull request of an issue. All three are null in `github_events.json`.
    public struct PullRequest: Codable, Equatable, Sendable {
        public var htmlURL: String?
        public var patchURL: String?
        public var diffURL: String?

        enum CodingKeys: String, CodingKey {
            case htmlURL = "html_url"
            case patchURL = "patch_url"
            case diffURL = "diff_url"
        }
    }

    /// A comment on an issue.
    public struct Comment: Codable, Equatable, Sendable {
        public var user: Account
        public var url: String
        public var issueURL: String
        public var createdAt: String
        public var body: String
        public var updatedAt: String
        public var id: Int

        enum CodingKeys: String, CodingKey {
            case user, url, body, id
            case issueURL = "issue_url"
            case createdAt = "created_at"
            case updatedAt = "updated_at"
        }
    }
}

// MARK: - Mappings, as @JSONModel would write them

extension GitHub.Account: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("url", \.url)
            fields.add("gistsURL", \.gistsURL)
            fields.add("gravatarID", \.gravatarID)
            fields.add("type", \.type)
            fields.add("avatarURL", \.avatarURL)
            fields.add("subscriptionsURL", \.subscriptionsURL)
            fields.add("organizationsURL", \.organizationsURL)
            fields.add("receivedEventsURL", \.receivedEventsURL)
            fields.add("reposURL", \.reposURL)
            fields.add("login", \.login)
            fields.add("id", \.id)
            fields.add("starredURL", \.starredURL)
            fields.add("eventsURL", \.eventsURL)
            fields.add("followersURL", \.followersURL)
            fields.add("followingURL", \.followingURL)
        }
    }
}

extension GitHub.Issue: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("user", \.user)
            fields.add("url", \.url)
            fields.add("labels", \.labels)
            fields.add("htmlURL", \.htmlURL)
            fields.add("labelsURL", \.labelsURL)
            fields.add("pullRequest", \.pullRequest)
            fields.add("createdAt", \.createdAt)
            fields.add("closedAt", \.closedAt)
            fields.add("milestone", \.milestone)
            fields.add("title", \.title)
            fields.add("body", \.body)
            fields.add("updatedAt", \.updatedAt)
            fields.add("number", \.number)
            fields.add("state", \.state)
            fields.add("assignee", \.assignee)
            fields.add("id", \.id)
            fields.add("eventsURL", \.eventsURL)
            fields.add("commentsURL", \.commentsURL)
            fields.add("comments", \.comments)
        }
    }
}

extension GitHub.Label: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("url", \.url)
            fields.add("name", \.name)
            fields.add("color", \.color)
        }
    }
}

extension GitHub.PullRequest: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("htmlURL", \.htmlURL)
            fields.add("patchURL", \.patchURL)
            fields.add("diffURL", \.diffURL)
        }
    }
}

extension GitHub.Comment: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("user", \.user)
            fields.add("url", \.url)
            fields.add("issueURL", \.issueURL)
            fields.add("createdAt", \.createdAt)
            fields.add("body", \.body)
            fields.add("updatedAt", \.updatedAt)
            fields.add("id", \.id)
        }
    }
}
