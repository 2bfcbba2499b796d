import Testing
import Yoke

@Suite struct UpdateTests {
    struct Address: JSONConvertible, Equatable {
        var street = "a street with a name that is on the heap"
        var zip: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("street", \.street, default: "a street with a name that is on the heap")
                $0.add("zip", \.zip)
            }
        }
    }

    struct User: JSONConvertible, Equatable {
        var id: Int
        var name: String
        var nick: String?
        var home = Address()
        var work: Address?
        var tags: [String] = []
        var level = 3
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name, key: ["name", "full_name"])
                $0.add("nick", \.nick)
                $0.add("home", \.home, default: Address())
                $0.add("work", \.work)
                $0.add("tags", \.tags, literal: [])
                $0.add("level", \.level, literal: 3)
            }
        }
    }

    private let user = User(
        id: 1, name: "a name that is long enough for the heap", nick: "another one, which is also on the heap",
        home: Address(zip: 8010), tags: ["a tag that is on the heap, too"], level: 7)

    /// The update expects an object. It must not take an object inside the array for it.
    @Test func anArrayInPlaceOfTheRoot() {
        for (text, depth) in [("[{}]", 1), ("[{}]", 9), (#"[{"id":2,"tags":[1]},{"home":{}}]"#, 9), (#"[[{"id":1}],5]"#, 9)] {
            for engine in engines {
                var options = JSONReadOptions.strict, copy = user
                options.engine = engine
                options.collectsErrors = true
                options.limits.depth = depth
                #expect(throws: JSONError.self) { try copy.update(json: text, options: options) }
                #expect(copy == user)
            }
        }
    }

    private func updated(_ text: String, _ policy: JSONUpdatePolicy = .standard) throws -> (User, [String]) {
        var results: [(User, [String])] = []
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            var copy = user
            let changes = try copy.update(json: text, policy: policy, options: options)
            results.append((copy, changes.names))
        }
        #expect(results.allSatisfy { $0.0 == results[0].0 && $0.1 == results[0].1 })
        return results[0]
    }

    @Test func whatIsNamedIsChanged() throws {
        var expected = user
        #expect(try updated("{}") == (expected, []))
        #expect(try updated(#"{"id":1,"level":7,"unknown":[{}]}"#) == (expected, []))
        #expect(try updated(#"{"tags":["a tag that is on the heap, too"]}"#) == (expected, []))
        expected.name = "x"
        expected.nick = nil
        expected.level = 3
        #expect(try updated(#"{"full_name":"x","nick":null,"level":null}"#) == (expected, ["name", "nick", "level"]))
        expected = user
        expected.home.zip = 1
        expected.tags = ["p", "q"]
        #expect(try updated(#"{"home":{"zip":1},"tags":["p","q"],"tags":["p","q"]}"#) == (expected, ["home", "tags"]))
        expected = user
        expected.work = Address(zip: 2)
        #expect(try updated(#"{"work":{"zip":2}}"#) == (expected, ["work"]))
        #expect(try updated(#"{"work":{"street":"s"},"work":{"zip":2}}"#).0.work == Address(zip: 2))
    }

    @Test func policiesDecideAboutNullsAndModels() throws {
        #expect(try updated(#"{"nick":null,"level":null,"id":null}"#, JSONUpdatePolicy(nulls: .keep)) == (user, []))
        #expect(try updated(#"{"home":{}}"#, JSONUpdatePolicy(models: .replace)).0.home == Address())
    }

    @Test(arguments: [
        #"{"name":"new","tags":["x",5]}"#, #"{"name":"new","home":{"zip":1,"street":5}}"#, #"{"name":"new","id":null}"#, "[]", "5",
        #"{"name":"new""#, #"{"home":{"street":"x""#, #"{"tags":["x","#, "",
    ])
    func allOrNothing(_ text: String) throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            var copy = user
            #expect(throws: JSONError.self) { try copy.update(json: text, options: options) }
            #expect(copy == user)
        }
    }

    @Test func aChangeIsAskedForByPath() throws {
        var copy = user
        let changes = try copy.update(json: #"{"name":"x"}"#)
        #expect(changes.contains(\.name))
        #expect(!changes.contains(\.nick))
        let inside = try copy.update(json: #"{"home":{"zip":1},"work":{"zip":2}}"#)
        #expect(inside.contains(\.home.zip) && inside.contains(\.home.street) && inside.contains(\.work?.zip) && inside.contains(\.work))
        #expect(!inside.contains(\.name.utf8) && !inside.contains(\.tags[0]) && !inside.contains("zip"))
        #expect(try copy.update(json: #"{"tags":[]}"#).contains(\.tags[0]))
        #expect(try copy.update(json: #"{"tags":[]}"#).contains(\.self) == false)
    }

    private final class Account: JSONConvertible {
        var name: String
        var owner: User
        var assignments: [String] = []
        init(name: String, owner: User) { (self.name, self.owner) = (name, owner) }

        struct Storage: JSONConvertible {
            var name: String
            var owner: User
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name)
                    $0.add("owner", \.owner)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Account.self, via: Storage.self, decode: { Account(name: $0.name, owner: $0.owner) },
                encode: { Storage(name: $0.name, owner: $0.owner) },
                assign: { account, storage, changed in
                    if changed.contains("name") { account.name = storage.name }
                    if changed.contains("owner") { account.owner = storage.owner }
                    account.assignments += changed.sorted()
                })
        }
    }

    private struct Holder: JSONConvertible {
        var account: Account
        var count = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("account", \.account)
                $0.add("count", \.count, literal: 0)
            }
        }
    }

    @Test func anUpdateKeepsInstances() throws {
        let account = Account(name: "a name, long enough for the heap", owner: user)
        let same = account
        try account.update(json: #"{"owner":{"level":1}}"#)
        #expect(same.owner.level == 1)
        #expect(same.owner.name == user.name)
        #expect(same.assignments == ["owner"])
        #expect(throws: JSONError.self) { try account.update(json: #"{"name":"x","owner":{"level":"1"}}"#) }
        #expect(same.name == "a name, long enough for the heap")
        var holder = Holder(account: account)
        try holder.update(json: #"{"account":{"name":"b"}}"#)
        #expect(holder.account.name == "b")
        #expect(holder.account.owner.level == 1)
        #expect(throws: JSONError.self) { try holder.update(json: #"{"account":{"owner":{"tags":[{}]}}}"#) }
        #expect(throws: JSONError.self) {
            var list = [1]; try list.update(json: "[2]")
        }
        let error = #expect(throws: JSONError.self) { try TaggedCaseTests.Cat(lives: 1).update(json: #"{"lives":2}"#) }
        #expect(error?.kind == .invalidMapping)
    }

    private struct Manager: JSONConvertible {
        var _super: Address
        var team = 1
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("_super", \._super)
                $0.add("team", \.team, literal: 1)
            }
        }
    }

    @Test func inheritedPropertiesHaveTheirNames() throws {
        var manager = Manager(_super: Address())
        #expect(try manager.update(json: #"{"team":2,"zip":1}"#).names == ["zip", "team"])
    }
}
