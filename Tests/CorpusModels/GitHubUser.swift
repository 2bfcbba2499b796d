import Yoke

/// An account as GitHub's API shows it to its owner: one object of thirty members, most of them strings.
public struct GitHubUser: Codable, Equatable, Sendable {
    public var login: String
    public var id: UInt64
    public var avatarURL: String
    public var gravatarID: String?
    public var url: String
    public var htmlURL: String
    public var followersURL: String
    public var followingURL: String
    public var gistsURL: String
    public var starredURL: String
    public var subscriptionsURL: String
    public var organizationsURL: String
    public var reposURL: String
    public var eventsURL: String
    public var receivedEventsURL: String
    public var type: String
    public var siteAdmin: Bool
    public var name: String?
    public var company: String?
    public var blog: String?
    public var location: String?
    public var email: String?
    public var hireable: Bool?
    public var bio: String?
    public var publicRepos: Int
    public var publicGists: Int
    public var followers: Int
    public var following: Int
    public var createdAt: String
    public var updatedAt: String

    enum CodingKeys: String, CodingKey {
        case login, id, url, type, name, company, blog, location, email, hireable, bio, followers, following
        case avatarURL = "avatar_url"
        case gravatarID = "gravatar_id"
        case htmlURL = "html_url"
        case followersURL = "followers_url"
        case followingURL = "following_url"
        case gistsURL = "gists_url"
        case starredURL = "starred_url"
        case subscriptionsURL = "subscriptions_url"
        case organizationsURL = "organizations_url"
        case reposURL = "repos_url"
        case eventsURL = "events_url"
        case receivedEventsURL = "received_events_url"
        case siteAdmin = "site_admin"
        case publicRepos = "public_repos"
        case publicGists = "public_gists"
        case createdAt = "created_at"
        case updatedAt = "updated_at"
    }
}

extension GitHubUser: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("login", \.login)
            fields.add("id", \.id)
            fields.add("avatarURL", \.avatarURL)
            fields.add("gravatarID", \.gravatarID)
            fields.add("url", \.url)
            fields.add("htmlURL", \.htmlURL)
            fields.add("followersURL", \.followersURL)
            fields.add("followingURL", \.followingURL)
            fields.add("gistsURL", \.gistsURL)
            fields.add("starredURL", \.starredURL)
            fields.add("subscriptionsURL", \.subscriptionsURL)
            fields.add("organizationsURL", \.organizationsURL)
            fields.add("reposURL", \.reposURL)
            fields.add("eventsURL", \.eventsURL)
            fields.add("receivedEventsURL", \.receivedEventsURL)
            fields.add("type", \.type)
            fields.add("siteAdmin", \.siteAdmin)
            fields.add("name", \.name)
            fields.add("company", \.company)
            fields.add("blog", \.blog)
            fields.add("location", \.location)
            fields.add("email", \.email)
            fields.add("hireable", \.hireable)
            fields.add("bio", \.bio)
            fields.add("publicRepos", \.publicRepos)
            fields.add("publicGists", \.publicGists)
            fields.add("followers", \.followers)
            fields.add("following", \.following)
            fields.add("createdAt", \.createdAt)
            fields.add("updatedAt", \.updatedAt)
        }
    }
}

extension GitHubUser {
    /// An invented account, as a text in the form of the API.
    public static let text: [UInt8] = {
        let api = "https://api.example.com/users/mia-example"
        let user: JSONObject = [
            "login": "mia-example", "id": 1_234_567, "avatar_url": "https://avatars.example.com/u/1234567?v=3", "gravatar_id": "",
            "url": JSONValue(api), "html_url": "https://example.com/mia-example", "followers_url": JSONValue(api + "/followers"),
            "following_url": JSONValue(api + "/following{/other_user}"), "gists_url": JSONValue(api + "/gists{/gist_id}"),
            "starred_url": JSONValue(api + "/starred{/owner}{/repo}"), "subscriptions_url": JSONValue(api + "/subscriptions"),
            "organizations_url": JSONValue(api + "/orgs"), "repos_url": JSONValue(api + "/repos"),
            "events_url": JSONValue(api + "/events{/privacy}"), "received_events_url": JSONValue(api + "/received_events"),
            "type": "User", "site_admin": false, "name": "Mia Beispiel", "company": nil, "blog": "https://mia.example.com/blog",
            "location": "Graz, Österreich", "email": "mia@example.com", "hireable": true,
            "bio": "Writes parsers, \"reads\" JSON.\nSince 2008.", "public_repos": 42, "public_gists": 17, "followers": 1980,
            "following": 63, "created_at": "2010-08-24T07:58:30Z", "updated_at": "2016-02-29T23:59:59Z",
        ]
        return (try? JSONValue.object(user).jsonBytes(.pretty)) ?? []
    }()
}
