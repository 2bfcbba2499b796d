import Foundation
import Testing
import YokeFoundation

// The code blocks of Yoke.docc/ComingFromMantle.md, without changes. ArticleTests compares the article with this file.

private struct Issue: Equatable {
    enum State: String { case open, closed }
    var title: String
    var state = State.open
    var updatedAt: Date
    var reporter: String?
}

extension Issue: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Issue.self, keys: .snakeCase) { fields in
            fields.add("title", \.title)
            fields.add("state", \.state, default: .open, rules: [.onInvalid(.open)])
            fields.add("updatedAt", \.updatedAt, by: .format("yyyy-MM-dd'T'HH:mm:ss'Z'"))
            fields.add("reporter", \.reporter, key: [.path("user.login")])
        }
    }
}

extension Issue.State: JSONConvertible {
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Issue.State.self) { $0 += [.open, .closed] } }
}

@Suite struct ComingFromMantleExamples {
    @Test func aMantleModelIsReadAndWritten() throws {
        let text = #"{"title": "t", "state": "stale", "updated_at": "2014-01-20T12:24:48Z", "user": {"login": "mia"}}"#
        let issue = try Issue(json: text, options: .mantle)
        var other = issue
        other.reporter = nil
        let body = try other.jsonString(JSONWriteOptions(nulls: .write))
        #expect(issue == Issue(title: "t", updatedAt: Date(timeIntervalSince1970: 1_390_220_688), reporter: "mia"))
        #expect(body == #"{"title":"t","state":"open","updated_at":"2014-01-20T12:24:48Z","user":{"login":null}}"#)
    }
}
