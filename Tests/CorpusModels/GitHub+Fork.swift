import Yoke

extension GitHub {
    /// The repository that a fork event made, with all members that it has in `github_events.json`.
    public struct Fork: Codable, Equatable, Sendable {
        public var description: String
        public var fork: Bool
        public var url: String
        public var language: String
        public var stargazersURL: String
        public var cloneURL: String
        public var tagsURL: String
        public var fullName: String
        public var mergesURL: String
        public var forks: Int
        public var `private`: Bool
        public var gitRefsURL: String
        public var archiveURL: String
        public var collaboratorsURL: String
        public var owner: Account
        public var languagesURL: String
        public var treesURL: String
        public var labelsURL: String
        public var htmlURL: String
        public var pushedAt: String
        public var createdAt: String
        public var hasIssues: Bool
        public var forksURL: String
        public var branchesURL: String
        public var commitsURL: String
        public var notificationsURL: String
        public var openIssues: Int
        public var contentsURL: String
        public var blobsURL: String
        public var issuesURL: String
        public var compareURL: String
        public var issueEventsURL: String
        public var name: String
        public var updatedAt: String
        public var statusesURL: String
        public var forksCount: Int
        public var assigneesURL: String
        public var sshURL: String
        public var `public`: Bool
        public var hasWiki: Bool
        public var subscribersURL: String
        public var mirrorURL: String?
        public var watchersCount: Int
        public var id: Int
        public var hasDownloads: Bool
        public var gitCommitsURL: String
        public var downloadsURL: String
        public var pullsURL: String
        public var homepage: String?
        public var issueCommentURL: String
        public var hooksURL: String
        public var subscriptionURL: String
        public var milestonesURL: String
        public var svnURL: String
        public var eventsURL: String
        public var gitTagsURL: String
        public var teamsURL: String
        public var commentsURL: String
        public var openIssuesCount: Int
        public var keysURL: String
        public var gitURL: String
        public var contributorsURL: String
        public var size: Int
        public var watchers: Int

        enum CodingKeys: String, CodingKey {
            case description, fork, url, language, forks, `private`, owner, name, `public`, id, homepage, size, watchers
            case stargazersURL = "stargazers_url"
            case cloneURL = "clone_url"
            case tagsURL = "tags_url"
            case fullName = "full_name"
            case mergesURL = "merges_url"
            case gitRefsURL = "git_refs_url"
            case archiveURL = "archive_url"
            case collaboratorsURL = "collaborators_url"
            case languagesURL = "languages_url"
            case treesURL = "trees_url"
            case labelsURL = "labels_url"
            case htmlURL = "html_url"
            case pushedAt = "pushed_at"
            case createdAt = "created_at"
            case hasIssues = "has_issues"
            case forksURL = "forks_url"
            case branchesURL = "branches_url"
            case commitsURL = "commits_url"
            case notificationsURL = "notifications_url"
            case openIssues = "open_issues"
            case contentsURL = "contents_url"
            case blobsURL = "blobs_url"
            case issuesURL = "issues_url"
            case compareURL = "compare_url"
            case issueEventsURL = "issue_events_url"
            case updatedAt = "updated_at"
            case statusesURL = "statuses_url"
            case forksCount = "forks_count"
            case assigneesURL = "assignees_url"
            case sshURL = "ssh_url"
            case hasWiki = "has_wiki"
            case subscribersURL = "subscribers_url"
            case mirrorURL = "mirror_url"
            case watchersCount = "watchers_count"
            case hasDownloads = "has_downloads"
            case gitCommitsURL = "git_commits_url"
            case downloadsURL = "downloads_url"
            case pullsURL = "pulls_url"
            case issueCommentURL = "issue_comment_url"
            case hooksURL = "hooks_url"
            case subscriptionURL = "subscription_url"
            case milestonesURL = "milestones_url"
            case svnURL = "svn_url"
            case eventsURL = "events_url"
            case gitTagsURL = "git_tags_url"
            case teamsURL = "teams_url"
            case commentsURL = "comments_url"
            case openIssuesCount = "open_issues_count"
            case keysURL = "keys_url"
            case gitURL = "git_url"
            case contributorsURL = "contributors_url"
        }
    }
}

// MARK: - Mappings, as @JSONModel would write them

extension GitHub.Fork: JSONConvertible {
    public static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) { fields in
            fields.add("description", \.description)
            fields.add("fork", \.fork)
            fields.add("url", \.url)
            fields.add("language", \.language)
            fields.add("stargazersURL", \.stargazersURL)
            fields.add("cloneURL", \.cloneURL)
            fields.add("tagsURL", \.tagsURL)
            fields.add("fullName", \.fullName)
            fields.add("mergesURL", \.mergesURL)
            fields.add("forks", \.forks)
            fields.add("private", \.`private`)
            fields.add("gitRefsURL", \.gitRefsURL)
            fields.add("archiveURL", \.archiveURL)
            fields.add("collaboratorsURL", \.collaboratorsURL)
            fields.add("owner", \.owner)
            fields.add("languagesURL", \.languagesURL)
            fields.add("treesURL", \.treesURL)
            fields.add("labelsURL", \.labelsURL)
            fields.add("htmlURL", \.htmlURL)
            fields.add("pushedAt", \.pushedAt)
            fields.add("createdAt", \.createdAt)
            fields.add("hasIssues", \.hasIssues)
            fields.add("forksURL", \.forksURL)
            fields.add("branchesURL", \.branchesURL)
            fields.add("commitsURL", \.commitsURL)
            fields.add("notificationsURL", \.notificationsURL)
            fields.add("openIssues", \.openIssues)
            fields.add("contentsURL", \.contentsURL)
            fields.add("blobsURL", \.blobsURL)
            fields.add("issuesURL", \.issuesURL)
            fields.add("compareURL", \.compareURL)
            fields.add("issueEventsURL", \.issueEventsURL)
            fields.add("name", \.name)
            fields.add("updatedAt", \.updatedAt)
            fields.add("statusesURL", \.statusesURL)
            fields.add("forksCount", \.forksCount)
            fields.add("assigneesURL", \.assigneesURL)
            fields.add("sshURL", \.sshURL)
            fields.add("public", \.`public`)
            fields.add("hasWiki", \.hasWiki)
            fields.add("subscribersURL", \.subscribersURL)
            fields.add("mirrorURL", \.mirrorURL)
            fields.add("watchersCount", \.watchersCount)
            fields.add("id", \.id)
            fields.add("hasDownloads", \.hasDownloads)
            fields.add("gitCommitsURL", \.gitCommitsURL)
            fields.add("downloadsURL", \.downloadsURL)
            fields.add("pullsURL", \.pullsURL)
            fields.add("homepage", \.homepage)
            fields.add("issueCommentURL", \.issueCommentURL)
            fields.add("hooksURL", \.hooksURL)
            fields.add("subscriptionURL", \.subscriptionURL)
            fields.add("milestonesURL", \.milestonesURL)
            fields.add("svnURL", \.svnURL)
            fields.add("eventsURL", \.eventsURL)
            fields.add("gitTagsURL", \.gitTagsURL)
            fields.add("teamsURL", \.teamsURL)
            fields.add("commentsURL", \.commentsURL)
            fields.add("openIssuesCount", \.openIssuesCount)
            fields.add("keysURL", \.keysURL)
            fields.add("gitURL", \.gitURL)
            fields.add("contributorsURL", \.contributorsURL)
            fields.add("size", \.size)
            fields.add("watchers", \.watchers)
        }
    }
}
