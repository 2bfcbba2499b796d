import Testing
import Yoke

@Suite struct CallOptionTests {
    private struct Inner: JSONConvertible, Equatable {
        var innerName = "i"
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("innerName", \.innerName, default: "i") } }
    }

    private struct User: JSONConvertible, Equatable {
        var userName = "u"
        var passWord = "p"
        var deepInner = Inner()
        var extraData: [String: Int] = ["someKey": 1]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("userName", \.userName, default: "u")
                $0.add("passWord", \.passWord, default: "p", rules: [.views("admin")])
                $0.add("deepInner", \.deepInner, default: Inner())
                $0.add("extraData", \.extraData, default: ["someKey": 1])
            }
        }
    }

    @Test func keyStylesOfACall() throws {
        var options = JSONReadOptions.strict
        options.keyStyle = .snakeCase
        #expect(
            try read(User.self, #"{"user_name":"a","deep_inner":{"inner_name":"b"},"extra_data":{"someKey":2},"userName":"no"}"#, options)
                == User(userName: "a", deepInner: Inner(innerName: "b"), extraData: ["someKey": 2]))
        #expect(
            try User().jsonString(JSONWriteOptions(keyStyle: .kebabCase))
                == #"{"user-name":"u","pass-word":"p","deep-inner":{"inner-name":"i"},"extra-data":{"someKey":1}}"#)
    }

    private struct Renamed: JSONConvertible, Equatable {
        var userName: String
        var id = 1
        var city: String?
        var inner = Inner()
        var secret = "s"
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, keys: .snakeCase) {
                $0.add("userName", \.userName, key: ["login", "name"])
                $0.add("id", \.id, key: "ID", literal: 1)
                $0.add("city", \.city, key: [.path("places[0].city")])
                $0.flatten("inner", \.inner)
                $0.add("secret", \.secret, key: JSONKeys(read: ["secret"], write: nil), default: "s")
            }
        }
    }

    @Test func namesInsteadOfKeys() throws {
        let user = Renamed(userName: "u", id: 2, city: "Graz", inner: Inner(innerName: "n"))
        let names = JSONWriteOptions(usesPropertyNames: true)
        let text = #"{"userName":"u","id":2,"city":"Graz","innerName":"n"}"#
        #expect(try user.jsonString(names) == text)
        #expect(try user.jsonString() == #"{"login":"u","ID":2,"places":[{"city":"Graz"}],"innerName":"n"}"#)
        var options = JSONReadOptions.strict
        options.usesPropertyNames = true
        options.keyStyle = .kebabCase
        #expect(try read(Renamed.self, text, options) == user)
        #expect(try read([Renamed].self, "[\(text)]", options) == [user])
        expect(.missingKeys, "$", reading: Renamed.self, #"{"login":"u"}"#, options)
        // With property names as keys, the dynamic value has the key `userName`, and not the key of the mapping.
        #expect(try user.jsonValue(names)["userName"] == "u")
    }

    private struct OneWay: JSONConvertible, Equatable {
        var shown = 1
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("shown", \.shown, key: JSONKeys(read: [], write: "s"), literal: 1) }
        }
    }

    @Test func whatIsNotReadStaysSo() throws {
        var options = JSONReadOptions.strict
        options.usesPropertyNames = true
        #expect(try read(OneWay.self, #"{"shown":2}"#, options) == OneWay())
        #expect(try OneWay().jsonString(JSONWriteOptions(usesPropertyNames: true)) == #"{"shown":1}"#)
    }

    @Test func propertiesOfACall() throws {
        #expect(
            try [User()].jsonString(JSONWriteOptions(only: ["userName", "deepInner"]))
                == #"[{"userName":"u","deepInner":{"innerName":"i"}}]"#)
        #expect(
            try User().jsonString(JSONWriteOptions(excluding: ["userName", "extraData"]))
                == #"{"passWord":"p","deepInner":{"innerName":"i"}}"#)
        #expect(try User().jsonString(JSONWriteOptions(only: ["passWord", "userName"], view: "public")) == #"{"userName":"u"}"#)
        #expect(try User().jsonString(JSONWriteOptions(only: ["passWord"], view: "admin")) == #"{"passWord":"p"}"#)
        var options = JSONReadOptions.strict
        options.only = ["passWord"]
        #expect(try read(User.self, #"{"userName":"a","passWord":"b"}"#, options) == User(passWord: "b"))
        options.only = nil
        options.excluding = ["passWord"]
        #expect(try read(User.self, #"{"userName":"a","passWord":"b"}"#, options) == User(userName: "a"))
        options = .strict
        options.view = "public"
        #expect(try read(User.self, #"{"userName":"a","passWord":"b"}"#, options) == User(userName: "a"))
    }

    @Test func namesThatTheModelDoesNotHave() throws {
        for (only, excluding) in [(["userNmae"], []), (nil, ["userNmae", "passWord"])] as [(Set<String>?, Set<String>)] {
            var options = JSONReadOptions.strict
            (options.only, options.excluding) = (only, excluding)
            let reading = failure([User].self, "[{}]", options)
            #expect(reading?.kind == .invalidOptions)
            #expect(reading?.message == #"Array<User> has no JSON property "userNmae", which only: or excluding: names"#)
            #expect(reading?.hint == #"did you mean "userName"?"#)
            let error = #expect(throws: JSONError.self) { try User().jsonString(JSONWriteOptions(only: only, excluding: excluding)) }
            #expect(error?.kind == .invalidOptions)
            var user = User()
            do throws(JSONError) { try user.update(json: "{}", options: options) } catch { #expect(error.kind == .invalidOptions) }
        }
        // `only` must name a property, and not a key or a property of an inner model.
        #expect(throws: JSONError.self) { try User().jsonString(JSONWriteOptions(only: ["innerName"])) }
        #expect(throws: JSONError.self) { try [1].jsonString(JSONWriteOptions(only: ["id"])) }
        #expect(throws: JSONError.self) {
            try Renamed(userName: "u", id: 1, city: "", inner: Inner()).jsonString(JSONWriteOptions(only: ["login"]))
        }
    }

    private final class Node: JSONConvertible, Equatable {
        var name = "n"
        var rank: Int?
        var next: Node?
        var kids: [Node] = []
        init(_ name: String, rank: Int? = nil, next: Node? = nil, kids: [Node] = []) {
            (self.name, self.rank, self.next, self.kids) = (name, rank, next, kids)
        }
        static func == (a: Node, b: Node) -> Bool { a.name == b.name && a.rank == b.rank && a.next == b.next && a.kids == b.kids }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Node.self, via: Storage.self, decode: { Node($0.name, rank: $0.rank, next: $0.next, kids: $0.kids) },
                encode: { Storage(name: $0.name, rank: $0.rank, next: $0.next, kids: $0.kids) })
        }
        struct Storage: JSONConvertible {
            var name: String
            var rank: Int?
            var next: Node?
            var kids: [Node]
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name, default: "-")
                    $0.add("rank", \.rank)
                    $0.add("next", \.next)
                    $0.add("kids", \.kids, default: [])
                }
            }
        }
    }
    private struct Tree: JSONConvertible, Equatable {
        var name: String
        var root: Node
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name); $0.add("root", \.root)
            }
        }
    }

    /// `only` and `excluding` apply to the outermost model. Inner instances of the same type are written completely.
    @Test func propertiesOfTheOutermostModelOnly() throws {
        let leaf = Node("leaf", rank: 1), whole = #"{"name":"leaf","rank":1,"kids":[]}"#
        let node = Node("top", rank: 0, next: leaf, kids: [leaf])
        let options = JSONWriteOptions(excluding: ["name", "rank"])
        #expect(try Tree(name: "t", root: leaf).jsonString(JSONWriteOptions(excluding: ["name"])) == #"{"root":\#(whole)}"#)
        #expect(try node.jsonString(options) == #"{"next":\#(whole),"kids":[\#(whole)]}"#)
        #expect(try [node].jsonString(JSONWriteOptions(only: ["next"])) == #"[{"next":\#(whole)}]"#)
        #expect(try ["k": node].jsonString(JSONWriteOptions(only: ["kids"])) == #"{"k":{"kids":[\#(whole)]}}"#)
        var reading = JSONReadOptions.strict
        reading.excluding = ["rank"]
        #expect(try read(Node.self, node.jsonString(), reading) == Node("top", next: leaf, kids: [leaf]))
        #expect(try read([Node].self, "[\(node.jsonString())]", reading) == [Node("top", next: leaf, kids: [leaf])])
    }

    private class Pet: JSONConvertible {
        var name = ""
        init(_ name: String) { self.name = name }
        class var jsonMapping: JSONMapping {
            JSONMapping(Pet.self, via: Named.self, decode: { Pet($0.name) }, encode: { Named(name: $0.name) })
        }
        struct Named: JSONConvertible {
            var name: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name) } }
        }
    }
    private final class Dog: Pet {
        override class var jsonMapping: JSONMapping {
            JSONMapping(Dog.self, via: Named.self, decode: { Dog($0.name) }, encode: { Named(name: $0.name) })
        }
    }
    private struct Person: JSONConvertible {
        var name = "p"
        var pet: Pet
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name); $0.add("pet", \.pet)
            }
        }
    }

    @Test func propertiesOfInstancesOfSubclasses() throws {
        let options = JSONWriteOptions(excluding: ["name"])
        #expect(try Person(pet: Dog("d")).jsonString(options) == #"{"pet":{"name":"d"}}"#)
        #expect(try [Pet("a"), Dog("d")].jsonString(options) == "[{},{}]")
    }

    private enum Size: String, JSONObjectKey { case small, large }

    @Test func keysThatAreNoStrings() throws {
        #expect(
            try read([Size: [Int: Bool]].self, #"{"small":{"-1":true,"20":false},"large":{}}"#) == [
                .small: [-1: true, 20: false], .large: [:],
            ])
        #expect(try written([5: "x"]) == #"{"5":"x"}"#)
        expect(.refused, "$.small['01']", reading: [Size: [Int: Bool]].self, #"{"small":{"01":true}}"#)
        expect(.refused, "$.medium", reading: [Size: Int].self, #"{"medium":1}"#)
    }

    @Test func fieldsAreListed() throws {
        #expect(User.jsonFields.map(\.name) == ["userName", "passWord", "deepInner", "extraData"])
        #expect(User.jsonFields[0].readKeys == ["userName"])
        #expect(User.jsonFields[0].hasDefault)
        #expect(Inner(innerName: "x").jsonDescription == "{\n  \"innerName\": \"x\"\n}")
        var user = User()
        #expect(try user.merge(User(userName: "new", passWord: "old"), only: ["userName"]).names == ["userName"])
        #expect(user == User(userName: "new"))
        // The options hold for both directions.
        var options = JSONReadOptions.strict
        options.keyStyle = .snakeCase
        options.excluding = ["passWord"]
        #expect(try user.merge(User(userName: "x", passWord: "y"), options: options).names == ["userName"])
    }
}
