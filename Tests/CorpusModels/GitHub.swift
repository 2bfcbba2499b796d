import Yoke

/// `github_events.json`: the events of a public timeline. It is an array of objects with many optional members.
public enum GitHub {
    /// An event: an element of the document, which is an array.
    public struct Event: Codable, Equatable, Sendable {
        public var type: String
        public var createdAt: String
        public var actor: Actor
        public var repo: Repository
        public var `public`: Bool
        public var payload: Payload
        public var id: String
        public var org: Actor?

        enum CodingKeys: String, CodingKey {
            case type, actor, repo, `public`, payload, id, org
            case createdAt = "created_at"
        }
    }

    /// The user that caused an event.
    public struct Actor: Codable, Equatable, Sendable {
        public var gravatarID: String
        public var login: String
        public var avatarURL: String
        public var url: String
        public var id: Int

        enum CodingKeys: String, CodingKey {
            case login, url, id
            case gravatarID = "gravatar_id"
            case avatarURL = "avatar_url"
        }
    }

    /// The repository of an event.
    public struct Repository: Codable, Equatable, Sendable {
        public var url: String
        public var id: Int
        public var name: String
    }

    /// The details of an event. The event's type decides which members exist.
    public struct Payload: Codable, Equatable, Sendable {
        public var commits: [Commit]?
        public var distinctSize: Int?
        public var ref: String?
        public var pushID: Int?
        public var head: String?
        public var before: String?
        public var size: Int?
        public var description: String?
        public var masterBranch: String?
        public var refType: String?
        public var forkee: Fork?
        public var action: String?
        public var issue: Issue?
        public var comment: Comment?
        public var pages: [Page]?

        enum CodingKeys: String, CodingKey {
            case commits, ref, head, before, size, description, forkee, action, issue, comment, pages
            case distinctSize = "distinct_size"
            case pushID = "push_id"
            case masterBranch = "master_branch"
            case refType = "ref_type"
        }
    }

    /// A commit of a push.
    public struct Commit: Codable, Equatable, Sendable {
        public var url: String
        public var message: String
        public var distinct: Bool
        public var sha: String
        public var author: Author
    }

    /// The author of a commit.
    public struct Author: Codable, Equatable, Sendable {
        public var email: String
        public var name: String
    }

    /// A page of a wiki.
    public struct Page: Codable, Equatable, Sendable {
        public var pageName: String
        public var htmlURL: String
        public var title: String
        public var sha: String
        public var summary: String?
        public var action: String

        enum CodingKeys: String, CodingKey {
            case title, sha, summary, action
            case pageName = "page_name"
            case htmlURL = "html_url"
        }
    }
}

// MARK: - Mappings, as @JSONModel would write them

extension GitHub.Event: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("type", \.type)
            fields.add("createdAt", \.createdAt)
            fields.add("actor", \.actor)
            fields.add("repo", \.repo)
            fields.add("public", \.`public`)
            fields.add("payload", \.payload)
            fields.add("id", \.id)
            fields.add("org", \.org)
        }
    }
}

extension GitHub.Actor: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("gravatarID", \.gravatarID)
            fields.add("login", \.login)
            fields.add("avatarURL", \.avatarURL)
            fields.add("url", \.url)
            fields.add("id", \.id)
        }
    }
}

extension GitHub.Repository: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("url", \.url)
            fields.add("id", \.id)
            fields.add("name", \.name)
        }
    }
}

extension GitHub.Payload: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("commits", \.commits)
            fields.add("distinctSize", \.distinctSize)
            fields.add("ref", \.ref)
            fields.add("pushID", \.pushID)
            fields.add("head", \.head)
            fields.add("before", \.before)
            fields.add("size", \.size)
            fields.add("description", \.description)
            fields.add("masterBranch", \.masterBranch)
            fields.add("refType", \.refType)
            fields.add("forkee", \.forkee)
            fields.add("action", \.action)
            fields.add("issue", \.issue)
            fields.add("comment", \.comment)
            fields.add("pages", \.pages)
        }
    }
}

extension GitHub.Commit: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("url", \.url)
            fields.add("message", \.message)
            fields.add("distinct", \.distinct)
            fields.add("sha", \.sha)
            fields.add("author", \.author)
        }
    }
}

extension GitHub.Author: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("email", \.email)
            fields.add("name", \.name)
        }
    }
}

extension GitHub.Page: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("pageName", \.pageName)
            fields.add("htmlURL", \.htmlURL)
            fields.add("title", \.title)
            fields.add("sha", \.sha)
            fields.add("summary", \.summary)
            fields.add("action", \.action)
        }
    }
}
