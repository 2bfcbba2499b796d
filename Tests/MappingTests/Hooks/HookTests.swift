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

    /// Reads an object after a hook has changed it.
    private struct Changed<Body: JSONConvertible & Equatable & Sendable, Change: ObjectChange>: JSONConvertible, Equatable {
        var body: Body
        var rest: JSONObject
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("body", \.body)
                $0.extras("rest", \.rest)
            }
            .beforeReading { Change.change(&$0) }
        }
    }

    private enum OtherDigits: ObjectChange {
        static func change(_ object: inout JSONObject) { object["body"] = JSONNumber(text: "1.5").map { .number($0) } }
    }

    private enum OtherSign: ObjectChange {
        static func change(_ object: inout JSONObject) { if object["body"] == 0.0 { object["body"] = 0.0 } }
    }

    private enum OtherOrder: ObjectChange {
        static func change(_ object: inout JSONObject) { object = JSONObject(object.sorted { $0.key < $1.key }) }
    }

    private enum Nothing: ObjectChange {
        static func change(_ object: inout JSONObject) { object["body"] = object["body"] }
    }

    @Test("A change counts even if the object stays equal")
    func aChangeToAnEqualObject() throws {
        #expect(try read(Changed<JSONNumber, OtherDigits>.self, #"{"body":1.50}"#).jsonString() == #"{"body":1.5}"#)
        #expect(try read(Changed<Double, OtherSign>.self, #"{"body":-0.0}"#).body.sign == .plus)
        #expect(try read(Changed<Int, OtherOrder>.self, #"{"z":1,"body":2,"a":3}"#).rest.keys.elementsEqual(["a", "z"]))
        #expect(try read(Changed<JSONRawText, Nothing>.self, #"{"body":[1, 2]}"#).body.text == "[1, 2]")
    }

    private struct Wrong<Model>: JSONConvertible {
        var a: Int8
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) }.afterReading(Model.self) { _ in } }
    }

    /// The hook of `wrong` names the type `Tweet`, which the model also contains. Even then, the hook is an error.
    private struct Beside: JSONConvertible {
        var tweet: Tweet
        var wrong: Wrong<Tweet>
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("tweet", \.tweet)
                $0.add("wrong", \.wrong)
            }
        }
    }

    private struct WrongWriting: JSONConvertible {
        var a: Int8
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) }.beforeWriting(String.self) { $0 += "x" } }
    }

    @Test("A hook for another type is an invalid mapping")
    func aHookForAnotherType() {
        let error = #expect(throws: JSONError.self) { try [Wrong<String>](json: #"[{"a":1}]"#) }
        #expect(error?.kind == .invalidMapping && error?.hint == "a hook must name the type of its mapping")
        #expect(throws: JSONError.self) { try Wrong<[Int8]>(json: #"{"a":1}"#) }
        #expect(throws: JSONError.self) { try Beside(json: #"{"tweet":{"id":1,"text":"x"},"wrong":{"a":1}}"#) }
        #expect(throws: JSONError.self) { try WrongWriting(a: 1).jsonString() }
    }

    private class Animal: @unchecked Sendable { var name = "" }
    private final class Dog: Animal, JSONConvertible, @unchecked Sendable {
        struct Stored: JSONConvertible {
            var name: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Dog.self, via: Stored.self,
                decode: { stored in
                    let dog = Dog()
                    dog.name = stored.name
                    return dog
                },
                encode: { Stored(name: $0.name) }
            )
            .afterReading(Animal.self) { animal in
                if animal.name == "cat" { animal = Animal() } else { animal.name += "!" }
            }
            .beforeWriting(Animal.self) { if $0.name == "cat" { $0 = Animal() } }
        }
    }

    @Test("A hook may take a superclass, but may not replace the instance by one of another class")
    func aHookForASuperclass() throws {
        let dog = try Dog(json: #"{"name":"rex"}"#)
        #expect(try dog.jsonString() == #"{"name":"rex!"}"#)
        let error = failure([Dog].self, #"[{"name":"cat"}]"#)
        #expect(error?.kind == .refused && error?.message == "a hook has replaced the Dog by a Animal")
        dog.name = "cat"
        #expect(throws: JSONError.self) { try dog.jsonString() }
    }

    private final class Counter: JSONConvertible, @unchecked Sendable {
        var stored: Stored
        init(_ stored: Stored) { self.stored = stored }

        struct Stored: JSONConvertible {
            var n = 1
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { $0.add("n", \.n, literal: 1) }.beforeReading { $0["n"] = $0["N"] ?? $0["n"] }
            }
        }

        static var jsonMapping: JSONMapping {
            JSONMapping(
                Counter.self, via: Stored.self, decode: { Counter($0) }, encode: { $0.stored },
                assign: {
                    $0.stored = $1; _ = $2
                })
        }
    }

    @Test("A storage with hooks cannot be assigned, so the mapping is invalid")
    func assignWithAHookedStorage() {
        let error = #expect(throws: JSONError.self) { try Counter(json: #"{"n":5}"#) }
        #expect(error?.kind == .invalidMapping && error?.message == "Counter has `assign:`, and its storage Stored has hooks")
    }
}

private protocol ObjectChange: Sendable {
    static func change(_ object: inout JSONObject)
}
