import Testing
import Yoke

// The code blocks of Yoke.docc/UpdatesAndMerging.md, without changes. ArticleTests compares the article with this file.

private enum PlayerError: Error { case otherPlayer }

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

private final class Player: JSONConvertible {
    let id: Int
    var name: String
    init(_ storage: Storage) { (id, name) = (storage.id, storage.name) }

    static var jsonMapping: JSONMapping {
        JSONMapping(
            Player.self, via: Storage.self, decode: { Player($0) }, encode: { Storage(id: $0.id, name: $0.name) },
            assign: { player, storage, changed in                                   // the instance, the new values, the changed names
                if changed.contains("id") { throw PlayerError.otherPlayer }         // a constant
                if changed.contains("name") { player.name = storage.name }
            })
    }
}

private struct Address: JSONConvertible, Equatable {
    var city: String
    var zip: Int?
    static var jsonMapping: JSONMapping {
        JSONMapping(Address.self) { fields in
            fields.add("city", \.city)
            fields.add("zip", \.zip)
        }
    }
}

private struct Visitor: JSONConvertible {
    var name: String
    var nick: String?
    var address: Address
    var tags: [String] = []
    static var jsonMapping: JSONMapping {
        JSONMapping(Visitor.self) { fields in
            fields.add("name", \.name)
            fields.add("nick", \.nick)
            fields.add("address", \.address)
            fields.add("tags", \.tags, default: [])
        }
    }
}

private struct Basket: JSONConvertible {
    var items: [String] = []

    static var jsonMapping: JSONMapping {
        JSONMapping(Basket.self) { fields in
            fields.add("items", \.items, default: [], rules: [.merged { old, new in old + new }])
        }
    }
}

private final class Account: JSONConvertible {
    var counts: [String: Int] = [:]
    struct Parts: JSONConvertible {
        var counts: [String: Int]
        static var jsonMapping: JSONMapping { JSONMapping(Parts.self) { $0.add("counts", \.counts) } }
    }
    static var jsonMapping: JSONMapping {
        JSONMapping(
            Account.self, via: Parts.self,
            decode: {
                let account = Account()
                account.counts = $0.counts
                return account
            },
            encode: { Parts(counts: $0.counts) }, assign: { account, parts, _ in account.counts = parts.counts })
    }
}

@Suite struct UpdatesAndMergingExamples {
    @Test func anUpdateChangesWhatTheTextNames() throws {
        var user = Visitor(name: "Mia", nick: "m", address: Address(city: "Wien", zip: 1010), tags: ["a"])
        var count = 0
        func redraw() { count += 1 }
        let changes = try user.update(json: #"{"name": "Bo", "address": {"city": "Graz"}}"#)       // all or nothing
        if changes.contains(\.name) { redraw() }
        #expect(count == 1 && changes.names == ["name", "address"] && user.address == Address(city: "Graz", zip: 1010) && user.nick == "m")

        let patch = #"{"name": "Eva", "nick": null, "address": {"city": "Linz"}}"#
        let changed = try user.update(json: patch, policy: JSONUpdatePolicy(nulls: .keep, models: .replace))
        #expect(changed.names == ["name", "address"] && user.nick == "m" && user.address == Address(city: "Linz"))

        #expect(throws: JSONError.self) { try user.update(json: #"{"nick": "n", "tags": 1}"#) }
        #expect(user.nick == "m")
        try user.update(json: #"{"nick": null, "tags": null}"#)
        #expect(user.nick == nil && user.tags == [])

        let other = Visitor(name: "Ada", nick: "a", address: Address(city: "Wien"))
        try user.merge(other, only: ["name"])
        #expect(user.name == "Ada" && user.nick == nil)
        try user.merge(other)                               // the properties of `other` that are not nil
        try user.merge(other, only: ["name"])
        #expect(user.nick == "a")
    }

    @Test func anInstanceIsChangedInPlaceOrNotAtAll() throws {
        let player = try Player(json: #"{"id": 1, "name": "Bo"}"#)
        #expect(try player.update(json: #"{"id": 1, "name": "Mia"}"#).names == ["name"])
        let error = #expect(throws: JSONError.self) { try player.update(json: #"{"id": 2, "name": "Eva"}"#) }
        #expect(error?.underlying is PlayerError && player.name == "Mia")
    }

    @Test func aRuleMergesAndACopyIsComparedByItsJSON() throws {
        var basket = Basket(items: ["a"])
        try basket.update(json: #"{"items": ["b"]}"#)
        #expect(basket.items == ["a", "b"])

        let account = try Account(json: #"{"counts": {"old": 1}}"#)
        var isSaved = false
        func save() { isSaved = true }
        let copy = try account.jsonCopy()                   // a class, copied and compared by its JSON
        if !copy.hasSameJSON(as: account) { save() }
        #expect(!isSaved)
        try account.update(json: #"{"counts": {"old": null, "new": 1}}"#, policy: .mergePatch)

        var document: JSONValue = ["title": "Goodbye!", "author": ["name": "John", "age": 30]]
        document.merge(patch: ["title": "Hello!", "author": ["age": nil]])                         // {"title":"Hello!","author":{"name":"John"}}
        #expect(account.counts == ["new": 1] && !copy.hasSameJSON(as: account))
        #expect(try document.jsonString() == #"{"title":"Hello!","author":{"name":"John"}}"#)
    }
}
