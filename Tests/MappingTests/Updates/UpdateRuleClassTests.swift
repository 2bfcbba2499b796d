import Testing
import Yoke

/// Updates class instances in properties: an update changes the instance in place, replaces it, or is refused.
@Suite struct UpdateRuleClassTests {
    private typealias Inner = UpdateRuleTests.Inner

    class Animal: JSONConvertible {
        var name: String
        init(name: String) { self.name = name }
        struct Storage: JSONConvertible {
            var name: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name) } }
        }
        class var jsonMapping: JSONMapping {
            JSONMapping(Animal.self, via: Storage.self, decode: { Animal(name: $0.name) }, encode: { Storage(name: $0.name) })
        }
    }

    private final class Dog: Animal {
        var bones: Int
        init(name: String, bones: Int) {
            self.bones = bones
            super.init(name: name)
        }
        struct Storage: JSONConvertible {
            var name: String
            var bones: Int
            var last: Inner
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name, key: "dog_name")
                    $0.add("bones", \.bones)
                    $0.add("last", \.last)
                }
            }
        }
        override class var jsonMapping: JSONMapping {
            JSONMapping(
                Dog.self, via: Storage.self, decode: { Dog(name: $0.name, bones: $0.bones + $0.last.a + $0.last.b) },
                encode: { Storage(name: $0.name, bones: $0.bones, last: Inner(a: 0, b: 0)) })
        }
    }

    final class Stray: Animal {}

    private struct Owner: JSONConvertible {
        var pet: Animal
        var pets: [String: Animal] = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("pet", \.pet)
                $0.add("pets", \.pets, literal: [:])
            }
        }
    }

    private class Node: JSONConvertible {
        struct Storage: JSONConvertible {
            var id = 0
            var name = ""
            var next: Node?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id, literal: 0)
                    $0.add("name", \.name, literal: "")
                    $0.add("next", \.next)
                }
            }
        }
        var storage: Storage
        var assigned: [Set<String>] = []
        init(_ storage: Storage) { self.storage = storage }
        class var jsonMapping: JSONMapping {
            JSONMapping(
                Node.self, via: Storage.self, decode: { Node($0) }, encode: { $0.storage },
                assign: { node, storage, changed in
                    node.assigned.append(changed)
                    node.storage = storage
                    if changed.contains("id") { throw _JSONConstant("id") }
                })
        }
    }

    private final class Leaf: Node {}

    private struct Tree: JSONConvertible {
        var root: Node
        var name = "t"
        var pair: Pair
        struct Pair: JSONConvertible {
            var left: Node?
            var n = 1
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("left", \.left)
                    $0.add("n", \.n, literal: 1)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("root", \.root)
                $0.add("name", \.name, literal: "")
                $0.add("pair", \.pair)
            }
        }
    }

    @Test func byDynamicJSON() throws {
        let node: Node = Leaf(.init(name: "a", next: Leaf(.init(id: 2))))
        #expect(try node.update(json: ["name": "b", "next": ["name": "c"]]).names == ["name", "next"])
        #expect(node.storage.name == "b" && node.storage.next?.storage.name == "c" && node.storage.next?.storage.id == 2)
        #expect(throws: JSONError.self) { try node.update(json: ["name": "d", "next": 1]) }
        #expect(node.storage.name == "b")
    }

    @Test func anInstanceInAPropertyIsChangedItself() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            let last = Leaf(.init(name: "last, on the heap")), root = Node(.init(name: "root, on the heap", next: last)),
                left = Node(.init())
            var tree = Tree(root: root, pair: .init(left: left))
            func update(_ text: String) throws -> [String] { try tree.update(json: text, options: options).names }
            #expect(try update(#"{"root":{"next":{"name":"x"}},"name":"u"}"#) == ["root", "name"])
            #expect(last.storage.name == "x" && last.assigned == [["name"]] && root.assigned.isEmpty && root.storage.next === last)
            #expect(try update(#"{"pair":{"left":{"name":"l"}}}"#) == ["pair"])
            #expect(left.storage.name == "l" && tree.pair.left === left && tree.root === root)
            #expect(try update(#"{"root":{"name":"root, on the heap"}}"#) == [])
            #expect(try update(#"{"root":{"name":"y","next":null}}"#) == ["root"])
            #expect(root.storage.next == nil && root.assigned == [["name", "next"]])
            #expect(try update(#"{"root":{"next":{"name":"new"}},"root":{"name":"z"}}"#) == ["root"])
            #expect(root.storage.name == "z" && root.storage.next == nil)
            #expect(try update(#"{"pair":{"left":{"name":"m"}},"pair":{"n":2}}"#) == ["pair"])
            #expect(left.storage.name == "l" && tree.pair.n == 2)
            #expect(try update(#"{"pair":{"left":{"name":"m"},"left":null,"n":1}}"#) == ["pair"])
            #expect(left.storage.name == "l" && tree.pair.left == nil)
            tree.pair.left = left

            #expect(throws: JSONError.self) { try update(#"{"root":{"name":"bad"},"pair":{"n":"x"}}"#) }
            let error = #expect(throws: JSONError.self) { try update(#"{"root":{"name":"bad"},"pair":{"left":{"id":5}},"name":"bad"}"#) }
            #expect(error?.kind == .refused && error?.path == "$.pair.left.id")
            #expect(root.storage.name == "z" && left.storage.name == "l" && left.storage.id == 0 && tree.name == "u")
            root.storage.next = last
            let refused = #expect(throws: JSONError.self) { try root.update(json: #"{"id":5,"next":{"name":"bad"}}"#, options: options) }
            #expect(refused?.path == "$.id" && last.storage.name == "x")
            #expect(try root.update(json: #"{"next":{"name":"good"}}"#, options: options).names == ["next"])
            #expect(last.storage.name == "good")
        }
    }

    // MARK: - Refusals

    private struct Negative: Error {}

    /// A class that throws an error in the middle of `assign:`, or later in a hook. The hook also changes a property that the text does not
    /// name.
    private class Account: JSONConvertible, @unchecked Sendable {
        struct Storage: JSONConvertible {
            var name = "", id = 0, visits = 0
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name, literal: "")
                    $0.add("id", \.id, literal: 0)
                    $0.add("visits", \.visits, literal: 0)
                }
            }
        }
        var storage: Storage
        init(_ storage: Storage) { self.storage = storage }
        class var jsonMapping: JSONMapping {
            JSONMapping(
                Account.self, via: Storage.self, decode: { Account($0) }, encode: { $0.storage },
                assign: { account, storage, changed in
                    if changed.contains("name") { account.storage.name = storage.name }
                    if changed.contains("visits") { account.storage.visits = storage.visits }
                    if storage.id < 0 { throw Negative() }
                    if changed.contains("id") { account.storage.id = storage.id }
                }
            ).afterReading(Account.self) { account in
                account.storage.visits += 1
                if account.storage.id > 100 { throw Negative() }
            }
        }
    }

    private struct Two: JSONConvertible {
        var a, b: Account
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a); $0.add("b", \.b)
            }
        }
    }

    @Test(arguments: [#"{"name":"new","id":-1}"#, #"{"name":"new","id":500}"#])
    func aRefusedInstanceIsAsItWas(_ text: String) {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            let a = Account(.init(name: "a", id: 1, visits: 5)), b = Account(.init(name: "b", id: 2, visits: 6))
            #expect(throws: JSONError.self) { try a.update(json: text, options: options) }
            #expect(a.storage.name == "a" && a.storage.id == 1 && a.storage.visits == 5)
            var two = Two(a: a, b: b)
            #expect(throws: JSONError.self) { try two.update(json: #"{"a":{"name":"A"},"b":\#(text)}"#, options: options) }
            #expect(a.storage.name == "a" && a.storage.visits == 5 && b.storage.name == "b" && b.storage.id == 2 && b.storage.visits == 6)
        }
    }

    @Test func anInstanceStaysOneOfItsClass() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            let dog = Dog(name: "a name that is on the heap", bones: 3)
            var owner = Owner(pet: dog, pets: ["k": dog])
            try owner.update(json: #"{"pet":{"bones":4}}"#, options: options)
            #expect((owner.pet as? Dog)?.bones == 4 && owner.pet.name == dog.name && dog.bones == 3)
            try owner.update(json: #"{"pets":{"k":{"dog_name":"b","last":{"a":1},"last":{"b":5}}}}"#, policy: .mergePatch, options: options)
            #expect((owner.pets["k"] as? Dog)?.bones == 8 && owner.pets["k"]?.name == "b")
            #expect(throws: JSONError.self) { try owner.update(json: #"{"pet":{"bones":5,"last":{"a":"x"}}}"#, options: options) }
            owner.pet = Stray(name: "s")
            let error = #expect(throws: JSONError.self) { try owner.update(json: #"{"pet":{"name":"x"}}"#, options: options) }
            #expect(error?.kind == .invalidMapping && error?.path == "$.pet")
            try owner.update(json: #"{"pet":{"name":"x"}}"#, policy: JSONUpdatePolicy(models: .replace), options: options)
            #expect(type(of: owner.pet) == Animal.self)
        }
    }
}
