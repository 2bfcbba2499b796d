import Testing
import Yoke

// The code blocks of Yoke.docc/ChecksAndHooks.md, without changes. ArticleTests compares the article with this file.

private struct Invalid: Error {}

#if Macros

@JSONModel
private struct Guest {
    @JSONValidate(0...150) var age: Int
    @JSONValidate(count: 1...20) var name: String
    @JSONValidate({ (text: String) in text.count <= 4000 }, message: "is too long") var text: String
    @JSONValidate({ (email: inout String) in email = email.lowercased() }) var email: String
}

@JSONModel
private struct Comment {
    var text: String

    static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping {
        mapping
            .beforeReading { object in if object["text"] == nil { object["text"] = object["body"] } }
            .afterReading(Comment.self) { comment in comment.text = String(comment.text.prefix(280)) }
    }
}

@JSONModel
private struct Stay {
    @JSONKey("check_in") var start: Int
    @JSONKey("check_out") var end: Int

    static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping {
        mapping.afterReading(Stay.self) { stay in
            if stay.end < stay.start { throw JSONError(kind: .refused, message: "ends before it begins", at: "$.check_out") }
        }
    }
}

#else

private struct Guest: JSONConvertible {
    var age: Int
    var name: String
    var text: String
    var email: String

    static var jsonMapping: JSONMapping {
        JSONMapping(Guest.self) { fields in
            fields.add("age", \.age, rules: [.range(0...150)])
            fields.add("name", \.name, rules: [.count(1...20)])
            fields.add("text", \.text, rules: [.ensure({ $0.count <= 4000 }, message: "is too long")])
            fields.add("email", \.email, rules: [.check { $0 = $0.lowercased() }])
        }
    }
}

#endif

private struct Tweet: JSONConvertible {
    var id: Int
    var text: String
    var isNew = true

    static var jsonMapping: JSONMapping {
        JSONMapping(Tweet.self) { fields in
            fields.add("id", \.id, rules: [.check { if $0 < 1 { throw Invalid() } }])
            fields.add("text", \.text)
            fields.ignore(\.isNew, initial: true)
            fields.afterReading { tweet in tweet.text = String(tweet.text.prefix(280)) }
            fields.afterReading { tweet, source in tweet.isNew = source["seen"] == nil }
        }
        .beforeReading { object in if object["text"] == nil { object["text"] = object["full_text"] } }
        .beforeWriting(Tweet.self) { tweet in if tweet.text.isEmpty { tweet.text = "-" } }
        .afterWriting { object in object["kind"] = "tweet" }
    }
}

private final class Store: @unchecked Sendable {
    var people: [Int: Person] = [:]
    func person(_ storage: Storage) -> Person {
        let person = people[storage.id] ?? Person(id: storage.id)
        people[storage.id] = person
        person.name = storage.name
        return person
    }
}

private struct Storage: JSONConvertible {
    var id: Int
    var name: String
    static var jsonMapping: JSONMapping {
        JSONMapping(Storage.self) { fields in
            fields.add("id", \.id)
            fields.add("name", \.name)
        }
    }
}

private final class Person: JSONConvertible {
    let id: Int
    var name = ""
    init(id: Int) { self.id = id }

    static var jsonMapping: JSONMapping {
        JSONMapping(
            Person.self, via: Storage.self,
            decode: { storage, context in try context[Store.self].person(storage) },           // finds one, or makes one
            encode: { Storage(id: $0.id, name: $0.name) })
    }
}

@Suite struct ChecksAndHooksExamples {
    @Test func aCheckRefusesOrChangesTheValue() throws {
        let guest = try Guest(json: #"{"age": 7, "name": "mia", "text": "", "email": "A@B"}"#)
        #expect(guest.email == "a@b")
        let error = #expect(throws: JSONError.self) { try Guest(json: #"{"age": 151, "name": "mia", "text": "", "email": ""}"#) }
        #expect(error?.kind == .refused && error?.path == "$.age")
        let long = String(repeating: "x", count: 4001)
        let other = #expect(throws: JSONError.self) { try Guest(json: #"{"age": 1, "name": "mia", "text": "\#(long)", "email": ""}"#) }
        #expect(other.map { "\($0.underlying!)" } == "is too long")
    }

    @Test func hooksRunBeforeAndAfterReadingAndWriting() throws {
        var tweet = try Tweet(json: #"{"id": 1, "full_text": "hello"}"#)
        #expect(tweet.text == "hello" && tweet.isNew)
        #expect(try !Tweet(json: #"{"id": 1, "text": "x", "seen": 1}"#).isNew)
        let changes = try tweet.update(json: #"{"full_text": ""}"#)
        #expect(changes.contains(\.text))
        #expect(try tweet.jsonString() == #"{"id":1,"text":"-","kind":"tweet"}"#)
        let error = #expect(throws: JSONError.self) { try Tweet(json: #"{"id": 0, "text": "x"}"#) }
        #expect(error?.underlying is Invalid)
        // Checks do not run when a value is written.
        tweet.id = 0
        #expect(try tweet.jsonString() == #"{"id":0,"text":"-","kind":"tweet"}"#)
    }

    @Test func theLastHookIsTheFirst() throws {
        struct Word: JSONConvertible {
            var text: String
            static var jsonMapping: JSONMapping {
                JSONMapping(Word.self) { $0.add("text", \.text) }
                    .beforeReading { object in object["text"] = .string((object["text"]?.string ?? "") + "1") }
                    .beforeReading { object in object["text"] = .string((object["text"]?.string ?? "") + "2") }
            }
        }
        #expect(try Word(json: #"{"text": ""}"#).text == "21")
    }

    @Test func aHookFindsTheInstanceInTheContext() throws {
        let text = #"[{"id": 1, "name": "Bo"}, {"id": 1, "name": "Eva"}]"#
        let store = Store()
        var options = JSONReadOptions.strict
        options.context = JSONContext(store)
        let people = try [Person](json: text, options: options)
        #expect(people[0] === people[1] && store.people[1]?.name == "Eva")
        #expect(throws: JSONError.self) { try [Person](json: text) }
    }

    #if Macros
    @Test func hooksBesideTheMacro() throws {
        #expect(try Comment(json: #"{"body": "b"}"#).text == "b")
    }

    @Test func aHookNamesTheWrongPart() throws {
        let text = #"[{"check_in": 1, "check_out": 2}, {"check_in": 2, "check_out": 1}]"#
        let error = #expect(throws: JSONError.self) { try [Stay](json: text) }
        #expect(error?.path == "$[1].check_out" && error?.message == "ends before it begins" && error?.offset == 34)
    }
    #endif
}
