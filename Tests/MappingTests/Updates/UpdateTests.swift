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

    /// Errors before the update begins leave nothing behind either.
    @Test func textsThatCannotBeReadLeaveNoCopy() {
        final class Node: JSONConvertible, Sendable {
            let id: Int
            init(_ id: Int) { self.id = id }
            struct Storage: JSONConvertible {
                var id: Int
                static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("id", \.id) } }
            }
            static var jsonMapping: JSONMapping {
                JSONMapping(Node.self, via: Storage.self, decode: { Node($0.id) }, encode: { Storage(id: $0.id) })
            }
        }
        struct User: JSONConvertible {
            var name: String
            var node: Node?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name)
                    $0.add("node", \.node)
                }
            }
        }
        var refused = JSONReadOptions.untrusted
        refused.skipping = .structureOnly
        for (text, options) in [([0xFF, 0xFE, 0x41], .strict), ([0x7B, 0x7D], refused), ([0x7B], .strict)] as [([UInt8], JSONReadOptions)] {
            for engine in engines {
                var options = options
                options.engine = engine
                var user = User(name: "n", node: Node(1))
                weak var node = user.node
                #expect(throws: JSONError.self) { try user.update(json: text, options: options) }
                #expect(node != nil && user.node === node)
                user.node = nil
                #expect(node == nil, "\(text)")
            }
        }
    }

    /// Options that name properties (`only`, `excluding`) apply to the model. They do not change the dynamic JSON that a hook gets.
    @Test func hooksAndNamedProperties() throws {
        struct User: JSONConvertible, Equatable {
            var name: String
            var age: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name)
                    $0.add("age", \.age)
                }.beforeReading { $0["seen"] = true }
            }
        }
        var only = JSONReadOptions.strict, excluding = JSONReadOptions.strict
        only.only = ["name"]
        excluding.excluding = ["age"]
        for options in [only, excluding] {
            var user = User(name: "a", age: 1)
            try user.update(json: #"{"name":"b","age":2}"#, options: options)
            #expect(user == User(name: "b", age: 1))
        }
    }

    /// An update reads NaN and infinities where reading does.
    @Test(arguments: [JSONUpdatePolicy.standard, .mergePatch]) func updatesReadNaN(policy: JSONUpdatePolicy) throws {
        struct Plain: JSONConvertible {
            var x = 0.0
            var extra: JSONValue = [:]
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("x", \.x, default: 0)
                    $0.add("extra", \.extra, default: [:])
                }
            }
        }
        struct Hooked: JSONConvertible {
            var x = 0.0
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x, default: 0) }.beforeReading { $0["y"] = 1 } }
        }
        let text = "{x: -Infinity}", value = try JSONValue(json: text, options: .json5)
        for engine in engines {
            var options = JSONReadOptions.json5
            options.engine = engine
            var plain = Plain(), hooked = Hooked()
            try plain.update(json: text, policy: policy, options: options)
            try hooked.update(json: text, policy: policy, options: options)
            #expect(plain.x == -.infinity && hooked.x == -.infinity)
            (plain.x, hooked.x) = (0, 0)
            try plain.update(json: value, policy: policy, options: options)
            try hooked.update(json: value, policy: policy, options: options)
            #expect(plain.x == -.infinity && hooked.x == -.infinity)
            plain = try Plain(json: "{extra: {a: NaN, b: 1}}", options: options)
            try plain.update(json: "{extra: {b: 2, c: Infinity}}", policy: policy, options: options)
            #expect(plain.extra["b"] == 2 && plain.extra["c"]?.double == .infinity)
            if policy == .mergePatch { #expect(plain.extra["a"]?.double?.isNaN == true) }
        }
    }
}
