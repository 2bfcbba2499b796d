import Testing
import Yoke

@Suite struct FlattenTests {
    private struct Address: JSONConvertible, Equatable {
        var street: String
        var zip: Int?
        var land = "AT"
        static var jsonSchema: JSONSchema {
            JSONSchema(Self.self) {
                $0.add("street", \.street)
                $0.add("zip", \.zip)
                $0.add("land", \.land, default: "AT")
            }
        }
    }

    private struct Person: JSONConvertible, Equatable {
        var name: String
        var home: Address
        var work: Work?
        var age: Int
        static var jsonSchema: JSONSchema {
            JSONSchema(Self.self) {
                $0.add("name", \.name)
                $0.flatten("home", \.home)
                $0.flatten("work", \.work)
                $0.add("age", \.age)
            }
        }
    }

    private struct Work: JSONConvertible, Equatable {
        var firm: String
        var since = 1
        static var jsonSchema: JSONSchema {
            JSONSchema(Self.self) {
                $0.add("firm", \.firm)
                $0.add("since", \.since, literal: 1)
            }
        }
    }

    @Test func membersOfTheParent() throws {
        let text = #"{"street":"Am Rain 1, a longer street","zip":8010,"name":"Ada","age":3,"firm":"Yoke and sons limited"}"#
        let person = Person(
            name: "Ada", home: Address(street: "Am Rain 1, a longer street", zip: 8010),
            work: Work(firm: "Yoke and sons limited"), age: 3)
        #expect(try read(Person.self, text) == person)
        #expect(
            try written(person)
                == #"{"name":"Ada","street":"Am Rain 1, a longer street","zip":8010,"land":"AT","firm":"Yoke and sons limited","since":1,"age":3}"#)
        let idle = try read(Person.self, #"{"street":"s","name":"Ada","age":3}"#)
        #expect(idle.work == nil)
        #expect(try written(idle) == #"{"name":"Ada","street":"s","land":"AT","age":3}"#)
        #expect(try [person, idle].jsonString(.pretty).contains("\n    \"since\": 1,\n    \"age\": 3\n"))
    }

    @Test func errors() {
        #expect(failure(Person.self, "{}")?.keys == ["name", "street", "age"])
        #expect(failure(Person.self, #"{"name":"a","street":"s","age":1,"since":5}"#)?.keys == ["firm"])
        expect(.typeMismatch, "$.zip", reading: Person.self, #"{"name":"a","street":"s","zip":"8010"}"#)
        expect(.typeMismatch, "$.since", reading: Person.self, #"{"name":"a","street":"s","firm":"a long name of a firm","since":"x"}"#)
    }

    private final class Owner: JSONConvertible, Equatable, Sendable {
        let owner: String
        init(_ owner: String) { self.owner = owner }
        static func == (a: Owner, b: Owner) -> Bool { a.owner == b.owner }
        static var jsonSchema: JSONSchema {
            JSONSchema(Owner.self, through: Storage.self, make: { Owner($0.owner) }, store: { Storage(owner: $0.owner) })
        }
        struct Storage: JSONConvertible {
            var owner: String
            static var jsonSchema: JSONSchema { JSONSchema(Self.self) { $0.add("owner", \.owner) } }
        }
    }

    private struct Car: JSONConvertible, Equatable {
        var wheels: Int
        var owner: Owner
        static var jsonSchema: JSONSchema {
            JSONSchema(Self.self) {
                $0.add("wheels", \.wheels)
                $0.flatten("owner", \.owner)
            }
        }
    }

    @Test func classes() throws {
        #expect(try read(Car.self, #"{"owner":"Bo","wheels":4,"x":[1,{}]}"#) == Car(wheels: 4, owner: Owner("Bo")))
        #expect(try read([Car].self, #"[{"owner":"a\n","wheels":4},{"wheels":3,"owner":"b"}]"#).map(\.wheels) == [4, 3])
        #expect(try written(Car(wheels: 4, owner: Owner("Bo"))) == #"{"wheels":4,"owner":"Bo"}"#)
        expect(.missingKeys, "$[1]", reading: [Car].self, #"[{"owner":"a","wheels":4},{"wheels":3}]"#)
        expect(.typeMismatch, "$[0].owner", reading: [Car].self, #"[{"owner":1,"wheels":4}]"#)
    }
}

@Suite struct ExtrasTests {
    private struct Open: JSONConvertible, Equatable {
        var a: Int
        var rest: JSONObject
        var b = 2
        static var jsonSchema: JSONSchema {
            JSONSchema(Self.self) {
                $0.add("a", \.a)
                $0.extras("rest", \.rest)
                $0.add("b", \.b, literal: 2)
            }
        }
    }

    @Test func unknownMembersComeBack() throws {
        let text = #"{"z":[1,{"q":null}],"a":1,"k\n":"v","y":1.50,"a long key of many bytes, so many that they are more than a path ever shows of a key, which is quite long already, and still":true}"#
        let open = try read(Open.self, text)
        #expect(open.rest.count == 4)
        #expect(open.rest["y"] == JSONValue.number(1.5))
        let again = try written(open)
        #expect(again.hasPrefix(#"{"a":1,"z":[1,{"q":null}],"k\n":"v","y":1.50,"a long key"#))
        #expect(again.hasSuffix(#"still":true,"b":2}"#))
        #expect(try read(Open.self, #"{"a":1}"#).rest.isEmpty)
        #expect(try written(Open(a: 1, rest: JSONObject())) == #"{"a":1,"b":2}"#)
    }

    private struct Closed: JSONConvertible, Equatable {
        var name: String
        var age: Int?
        static var jsonSchema: JSONSchema {
            JSONSchema(Self.self, unknownKeys: .reject) {
                $0.add("name", \.name)
                $0.add("age", \.age)
            }
        }
    }

    @Test func unknownKeysCanBeErrors() throws {
        #expect(try read(Closed.self, #"{"age":1,"name":"x"}"#) == Closed(name: "x", age: 1))
        expect(.unknownKey, "$[0].nmae", reading: [Closed].self, #"[{"age":1,"nmae":"x"}]"#)
        let error = failure(Closed.self, #"{"nmae":"x"}"#)
        #expect(error?.hint == #"did you mean "name"?"#)
        #expect(error?.column == 2)
    }
}
