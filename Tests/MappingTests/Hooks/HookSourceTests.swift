import Testing
import Yoke

/// Hooks get the object from which the value was read.
@Suite struct HookSourceTests {
    struct Tweet: JSONConvertible, Equatable {
        var id: Int
        var replies: [Tweet] = []
        var place = Place.none
        var keys: [String] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("replies", \.replies, literal: [])
                $0.flatten("place", \.place)
                $0.ignore(\.keys, initial: [])
                $0.afterReading { tweet, source in
                    tweet.keys = Array(source.keys)
                    if source["bad"] != nil { throw Bad() }
                }
            }
        }
        struct Bad: Error {}
    }

    /// An enum whose case is chosen by the object's content. So the enum is read from the object's text a second time.
    enum Place: JSONConvertible, Equatable, Sendable {
        case city(String), none
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, choose: { $0["city"] == nil ? "none" : "city" }) {
                $0.add(
                    "city", City.self, make: { .city($0.city) },
                    match: { if case .city(let name) = copy $0 { City(city: name) } else { nil } })
                $0.add("none", .none)
            }
        }
    }
    struct City: JSONConvertible {
        var city: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("city", \.city) } }
    }

    @Test func hooksSeeTheObject() throws {
        let text = #"[{"id":1,"x":"a string that is on the heap","replies":[{"y":{},"id":2}],"city":"Graz"},{"id":3}]"#
        #expect(
            try read([Tweet].self, text) == [
                Tweet(
                    id: 1, replies: [Tweet(id: 2, place: .none, keys: ["y", "id"])], place: .city("Graz"),
                    keys: ["id", "x", "replies", "city"]),
                Tweet(id: 3, place: .none, keys: ["id"]),
            ])
        expect(.refused, "$[0].replies[0]", reading: [Tweet].self, #"[{"id":1,"replies":[{"id":2,"bad":0}]}]"#)
        expect(.missingKeys, "$[0]", reading: [Tweet].self, #"[{"bad":0}]"#)
    }

    private struct Quote: JSONConvertible, Equatable {
        var tag = 0
        var seen: Seen?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("tag", \.tag, literal: 0)
                $0.flatten("seen", \.seen)
            }
        }
    }
    private struct Seen: JSONConvertible, Equatable {
        var by: String
        var keys: [String] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("by", \.by)
                $0.ignore(\.keys, initial: [])
                $0.afterReading { seen, source in
                    seen.keys = Array(source.keys)
                    if source["bad"] != nil { throw Tweet.Bad() }
                }
            }
        }
    }

    @Test func hooksOfAFlattenedStructSeeTheObjectAroundIt() throws {
        #expect(try read(Quote.self, #"{"tag":1,"by":"Bo"}"#) == Quote(tag: 1, seen: Seen(by: "Bo", keys: ["tag", "by"])))
        expect(.refused, "$", reading: Quote.self, #"{"bad":1,"by":"Bo"}"#)
        // `seen` is a flattened Optional with the member `by`. Here `by` is missing, so `seen` is nil, and its hook does not run.
        #expect(try read(Quote.self, #"{"tag":1,"bad":1}"#) == Quote(tag: 1))
    }

    @Test func changesAreTheSourceOfAnUpdate() throws {
        var tweet = Tweet(id: 1, place: .city("Graz"))
        #expect(try tweet.update(json: #"{"id":2,"z":0}"#).names == ["id"])
        #expect(tweet == Tweet(id: 2, place: .city("Graz"), keys: ["id", "z"]))
    }
}
