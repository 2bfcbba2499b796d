import CorpusModels
import Foundation
import TestSupport
import Testing
import Yoke

/// Checks two texts in the form of YYModel's benchmark: an account and a timeline of posts. `scripts/bench` times libraries with these
/// texts, after it has checked that each library reads the same values.
@Suite struct PayloadTests {
    private func same<Model: JSONConvertible & Codable & Equatable>(_ type: Model.Type, _ text: [UInt8]) throws -> Model {
        let value = try JSONDecoder().decode(type, from: Data(text))
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            #expect(try Model(json: text, options: options) == value)
            var reader = try JSONReader<Model>(options: options)
            for chunk in text.chunks(of: 61) { try reader.feed(chunk) }
            #expect(try reader.finish() == value)
        }
        #expect(try Model(json: value.jsonBytes()) == value)
        return value
    }

    @Test func anAccount() throws {
        let user = try same(GitHubUser.self, GitHubUser.text)
        #expect(GitHubUser.jsonFields.count == 30)
        #expect(try JSONValue(json: GitHubUser.text).object?.count == 30)
        #expect((1200...2500).contains(GitHubUser.text.count))
        #expect(user.company == nil && user.location == "Graz, Österreich" && user.hireable == true)
    }

    @Test func aTimeline() throws {
        let timeline = try same(Weibo.Timeline.self, Weibo.text)
        #expect(timeline.statuses.count == 20)
        #expect(timeline.statuses.count { $0.retweetedStatus != nil } == 7)
        #expect(timeline.statuses.contains { ($0.picInfos?.count ?? 0) > 4 } && timeline.statuses.contains { $0.topicStruct != nil })
        #expect(timeline.statuses.contains { $0.geo != nil } && timeline.statuses.contains { $0.user.description == nil })
        #expect((30_000...80_000).contains(Weibo.text.count))
    }
}
