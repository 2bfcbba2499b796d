import Testing
import Yoke

/// The context of a call reaches hooks and conversions.
@Suite struct ContextTests {
    /// A store with one instance for each identifier.
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

    @Test func contextsAreEqualByIdentity() {
        var options = JSONReadOptions.strict
        options.context = JSONContext()
        #expect(options == .strict)
        options.context = JSONContext(1)
        #expect(options == options)
        #expect(options != .strict)
        #expect(options.context != JSONContext(1))
    }
}
