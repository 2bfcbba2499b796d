import Testing
import Yoke

@Suite struct HookTests {
    private struct Tweet: JSONConvertible, Equatable {
        var id: Int
        var text: String
        var replies: [Tweet] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("text", \.text)
                $0.add("replies", \.replies, literal: [])
            }
            .beforeReading { object in
                if object["text"] == nil, let full = object["full_text"] { object["text"] = full }
                if object["id"] == .string("forbidden") { throw Forbidden() }
            }
            .beforeWriting(Tweet.self) { if $0.text.isEmpty { $0.text = "(none)" } }
            .afterWriting { $0["kind"] = "tweet" }
        }
        struct Forbidden: Error {}
    }

    @Test func aHookChangesTheObjectBeforeReading() throws {
        let text =
            #"[{"id":1,"full_text":"a text that is on the heap","replies":[{"text":"b","id":2},{"id":3,"full_text":"c"}]},{"id":4,"text":""}]"#
        let tweets = try read([Tweet].self, text)
        #expect(
            tweets == [
                Tweet(id: 1, text: "a text that is on the heap", replies: [Tweet(id: 2, text: "b"), Tweet(id: 3, text: "c")]),
                Tweet(id: 4, text: ""),
            ])
        #expect(try tweets[1].jsonString() == #"{"id":4,"text":"(none)","replies":[],"kind":"tweet"}"#)
        #expect(try Tweet(id: 1, text: "x").jsonString(.pretty).contains("\n  \"kind\": \"tweet\"\n"))
        #expect(try tweets[0].jsonString().contains(#""replies":[{"id":2,"text":"b","replies":[],"kind":"tweet"}"#))
    }

    @Test func errorsAfterAHookHaveTheirPosition() {
        expect(
            .refused, "$[1].replies[0]", reading: [Tweet].self, #"[{"id":1,"text":"x"},{"id":2,"text":"y","replies":[{"id":"forbidden"}]}]"#
        )
        expect(.typeMismatch, "$[1].id", reading: [Tweet].self, #"[{"id":1,"text":"x"},{"text":"y","id":"z"}]"#)
        expect(.typeMismatch, "$", reading: Tweet.self, "[]")
        // An error in a member that the hook did not change has the member's position.
        #expect(failure([Tweet].self, #"[{"id":1,"text":"x"},{"text":"é","id":"z"}]"#)?.offset == 39)
        #expect(failure([Tweet].self, #"[{"id":1,"text":"x"},{"full_text":"","id":2,"replies":[{"id":3}]}]"#)?.column == 56)
        let recovered = #"[{"full_text":"a","id":[]},{"id":1,"text":[]}]"#
        var report = JSONReport()
        #expect((try? [Tweet](json: recovered, options: .salvage, report: &report)) == [])
        #expect(report.entries.map(\.bytes) == [2..<13, 23..<24, 42..<43])
        report = JSONReport()
        _ = try? [Tweet](json: #"[{ "full_text" : "é", "id" : "7"}]"#, options: .lenient, report: &report)
        #expect(report.entries.first { $0.path == "$[0].id" }?.bytes == 30..<33)
        expect(.missingKeys, "$", reading: Tweet.self, #"{"id":1}"#)
    }
}
