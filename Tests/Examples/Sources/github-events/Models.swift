import Foundation
import YokeFoundation

/// One of GitHub's public events: <https://docs.github.com/en/rest/using-the-rest-api/github-event-types>.
///
/// The models name only the members that this program uses. `extras` keeps all other members, so that an event can be written back
/// completely.
@JSONModel(keys: .snakeCase)
struct Event {
    var id: String
    var actor: Actor
    var repo: Repository
    @JSONKey("public") var isPublic: Bool
    var createdAt: Date
    /// A flattened property: `activity` is read from the event's own members `type` and `payload`.
    @JSONFlatten var activity: Activity
    @JSONExtras var extras: JSONObject
}

/// The kind of the event. `type` names the case, and `payload` holds its value.
@JSONModel(tag: "type", content: "payload")
enum Activity {
    @JSONCase("PushEvent") case push(Push)
    @JSONCase("IssuesEvent") case issue(Issue)
    @JSONCase("PullRequestEvent") case pullRequest(PullRequest)
    @JSONCase("WatchEvent") case watch(Watch)
    /// GitHub adds types from time to time. The fallback keeps the payload of an unknown type.
    @JSONCase(.fallback) case other(JSONValue)
}

@JSONModel
struct Actor {
    var id: Int
    var login: String
    @JSONExtras var extras: JSONObject
}

@JSONModel
struct Repository {
    var id: Int
    var name: String
    @JSONExtras var extras: JSONObject
}

@JSONModel
struct Push {
    var ref: String
    var commits: [Commit] = []
    @JSONExtras var extras: JSONObject

    @JSONModel
    struct Commit {
        var sha: String
        var message: String
        @JSONExtras var extras: JSONObject
    }
}

@JSONModel
struct Issue {
    var action: Action
    var issue: Details
    @JSONExtras var extras: JSONObject

    /// `number` could also be a property with `@JSONKey(.path("issue.number"))`. But then `extras` would not keep the other members of
    /// `issue`.
    @JSONModel
    struct Details {
        var number: Int
        var title: String
        @JSONExtras var extras: JSONObject
    }
}

@JSONModel(keys: .snakeCase)
struct PullRequest {
    var action: Action
    var number: Int
    var pullRequest: Details
    @JSONExtras var extras: JSONObject

    @JSONModel(keys: .snakeCase)
    struct Details {
        var title: String
        var mergedAt: Date?
        @JSONExtras var extras: JSONObject
    }
}

@JSONModel
struct Watch {
    var action: Action
    @JSONExtras var extras: JSONObject
}

/// The actions that the program knows. The fallback keeps the name of any other action.
@JSONModel
enum Action {
    case opened, closed, reopened, started
    @JSONCase(.fallback) case other(String)
}
