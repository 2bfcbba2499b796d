import Testing
import Yoke

/// Everything around the reading of models: the choice of a case, the context of a call, and the object that hooks see.
@Suite struct ContentChoiceTests {
    struct Car: JSONConvertible, Equatable, Sendable {
        var wheels: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("wheels", \.wheels) } }
    }

    struct Plane: JSONConvertible, Equatable, Sendable {
        var wings: Int
        var carries: [Vehicle] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("wings", \.wings)
                $0.add("carries", \.carries, literal: [])
            }
        }
    }

    enum Vehicle: JSONConvertible, Equatable, Sendable {
        case car(Car), plane(Plane), nothing
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, choose: choose) {
                $0.add("car", Car.self, make: { .car($0) }, match: { if case .car(let car) = copy $0 { car } else { nil } })
                $0.add("plane", Plane.self, make: { .plane($0) }, match: { if case .plane(let plane) = copy $0 { plane } else { nil } })
                $0.add("nothing", .nothing)
            }
        }
        static func choose(_ object: JSONObject) throws -> String? {
            if object["stolen"] == true { throw Stolen() }
            if object.isEmpty { return "nothing" }
            return object["wings"] != nil ? "plane" : object["wheels"] != nil ? "car" : object["name"]?.string
        }
        struct Stolen: Error {}
    }

    @Test func byContent() throws {
        let text = #"[{"wheels":4,"a":"ä\n"},{"carries":[{"wheels":2}, {}],"w\u0069ngs":2},{}]"#
        let vehicles = try read([Vehicle].self, text)
        #expect(vehicles == [.car(Car(wheels: 4)), .plane(Plane(wings: 2, carries: [.car(Car(wheels: 2)), .nothing])), .nothing])
        #expect(try written(vehicles) == #"[{"wheels":4},{"wings":2,"carries":[{"wheels":2},{}]},{}]"#)
        var options = JSONReadOptions.strict
        options.allowsComments = true
        #expect(try read(Vehicle.self, #"{/* four */"wheels":4}"#, options) == .car(Car(wheels: 4)))
    }

    @Test func errors() {
        expect(.unknownCase, "$[1]", reading: [Vehicle].self, #"[{},{"x":1}]"#)
        expect(.unknownCase, "$", reading: Vehicle.self, #"{"name":"cat"}"#)
        #expect(failure(Vehicle.self, #"{"name":"cat"}"#)?.hint == #"did you mean "car"?"#)
        expect(.refused, "$[0].carries[0]", reading: [Vehicle].self, #"[{"wings":1,"carries":[{"stolen":true}]}]"#)
        expect(.typeMismatch, "$", reading: Vehicle.self, "[1]")
        expect(.typeMismatch, "$.wheels", reading: Vehicle.self, #"{"wheels":"four"}"#)
    }

    /// Accepts any object.
    enum Loose: JSONConvertible, Equatable {
        case car(Car), other(JSONRawText)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, choose: { $0["wheels"] == nil ? nil : "car" }) {
                $0.add("car", Car.self, make: { .car($0) }, match: { if case .car(let car) = copy $0 { car } else { nil } })
                $0.fallback(make: { .other($0) }, match: { if case .other(let text) = copy $0 { text } else { nil } })
            }
        }
    }

    @Test func fallback() throws {
        let loose = try read([Loose].self, #"[{"wheels":3},{"x": 1},5]"#)
        #expect(loose == [.car(Car(wheels: 3)), .other(try JSONRawText(#"{"x": 1}"#)), .other(try JSONRawText("5"))])
        #expect(try written(loose) == #"[{"wheels":3},{"x": 1},5]"#)
    }

    class Animal: JSONConvertible {
        var name = ""
        class var jsonMapping: JSONMapping {
            JSONMapping(cases: Animal.self, choose: { $0["lives"] == nil ? "dog" : "cat" }) {
                $0.add("dog", Dog.self, make: { $0 }, match: { copy $0 as? Dog })
                $0.add("cat", Cat.self, make: { $0 }, match: { copy $0 as? Cat })
            }
        }
    }

    final class Dog: Animal {
        override class var jsonMapping: JSONMapping {
            JSONMapping(Dog.self, via: Named.self, decode: { let dog = Dog(); dog.name = $0.name; return dog }, encode: { Named(name: $0.name) })
        }
    }

    final class Cat: Animal {
        override class var jsonMapping: JSONMapping {
            JSONMapping(Cat.self, via: Named.self, decode: { let cat = Cat(); cat.name = $0.name; return cat }, encode: { Named(name: $0.name, lives: 9) })
        }
    }

    struct Named: JSONConvertible {
        var name: String
        var lives: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("lives", \.lives)
            }
        }
    }

    @Test func realClasses() throws {
        let animals = try [Animal](json: #"[{"name":"Rex"},{"name":"Tom","lives":9}]"#)
        #expect(animals.map { "\(type(of: $0)) \($0.name)" } == ["Dog Rex", "Cat Tom"])
        #expect(try animals.jsonString() == #"[{"name":"Rex"},{"name":"Tom","lives":9}]"#)
    }
}

@Suite struct ContextTests {
    /// One instance for each identifier.
    final class Store: @unchecked Sendable {
        private(set) var people: [Int: Person] = [:]
        private(set) var seen: [String] = []
        func person(_ id: Int) -> Person {
            let person = people[id] ?? Person(id: id)
            people[id] = person
            return person
        }
        func note(_ text: String) { seen.append(text) }
    }

    final class Person: JSONConvertible, Equatable {
        let id: Int
        var name: String?
        var friends: [Person] = []
        init(id: Int) { self.id = id }
        static func == (a: Person, b: Person) -> Bool { a === b }

        struct Storage: JSONConvertible {
            var id: Int
            var name: String?
            var friends: [Person] = []
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id)
                    $0.add("name", \.name)
                    $0.add("friends", \.friends, literal: [])
                    $0.afterReadingInContext { storage, context in
                        if storage.id < 0 { throw Negative() }
                        context.find(Store.self)?.note("read \(storage.id)")
                    }
                }
            }
        }
        struct Negative: Error {}

        static var jsonMapping: JSONMapping {
            JSONMapping(
                Person.self, via: Storage.self,
                decode: { storage, context in
                    let person = try context[Store.self].person(storage.id)
                    person.name = storage.name ?? person.name
                    person.friends += storage.friends
                    return person
                },
                encode: { Storage(id: $0.id, name: $0.name, friends: $0.friends) })
        }
    }

    private let text = #"[{"id":1,"name":"Ada","friends":[{"id":2}]},{"id":2,"name":"Bo"}]"#

    @Test func instancesComeFromTheContext() throws {
        for engine in engines {
            for size in [1, 7, 1000] {
                let store = Store()
                var options = JSONReadOptions.strict
                options.engine = engine
                options.context = JSONContext(5, store)
                let people = try [Person](json: Array(text.utf8), options: options, size: size)
                #expect(people == [store.person(1), store.person(2)])
                #expect(people[0].friends == [people[1]])
                #expect(people[1].name == "Bo")
                #expect(store.seen == ["read 2", "read 1", "read 2"])
                var stream = try JSONStream<Person>(chunks: [Array(text.utf8)], at: "$[*]", options: options)
                let first = try stream.next()
                #expect(first == people[0])
                var same = people[0]
                try change(&same, #"{"name":"Eva"}"#, options)
                #expect(people[0].name == "Eva")
            }
        }
    }

    private func change<Model: JSONReadable>(_ model: inout Model, _ text: String, _ options: JSONReadOptions) throws {
        try model.update(json: text, options: options)
    }

    @Test func whatIsNotThereIsAnError() {
        let error = failure([Person].self, text)
        #expect(error?.kind == .refused)
        #expect(error?.path == "$[0].friends[0]")
        #expect(error?.message.contains("Store") == true)
        var options = JSONReadOptions.strict
        options.context = JSONContext(Store())
        expect(.refused, "$[0]", reading: [Person].self, #"[{"id":-1}]"#, options)
    }

    @Test func equality() {
        var options = JSONReadOptions.strict
        options.context = JSONContext()
        #expect(options == .strict)
        options.context = JSONContext(1)
        #expect(options == options)
        #expect(options != .strict)
        #expect(options.context != JSONContext(1))
    }
}

@Suite struct SourceTests {
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

    /// Not a plain struct: it is also read from the object's text.
    enum Place: JSONConvertible, Equatable, Sendable {
        case city(String), none
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, choose: { $0["city"] == nil ? "none" : "city" }) {
                $0.add("city", City.self, make: { .city($0.city) }, match: { if case .city(let name) = copy $0 { City(city: name) } else { nil } })
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
        // `seen` is nil here, so its hook does not run.
        #expect(try read(Quote.self, #"{"tag":1,"bad":1}"#) == Quote(tag: 1))
    }

    @Test func changesAreTheSourceOfAnUpdate() throws {
        var tweet = Tweet(id: 1, place: .city("Graz"))
        #expect(try tweet.update(json: #"{"id":2,"z":0}"#).names == ["id"])
        #expect(tweet == Tweet(id: 2, place: .city("Graz"), keys: ["id", "z"]))
    }
}
