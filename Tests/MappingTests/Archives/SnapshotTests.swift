import TestSupport
import Testing
import Yoke
import YokeArchives

/// Writes a value as a snapshot and reads it back. Expects the same value with every engine, and returns it.
private func restored<Value: JSONConvertible & Equatable>(
    _ value: Value, _ write: JSONWriteOptions = .compact, _ read: JSONReadOptions = .strict
) throws -> Value {
    let bytes = try value.snapshot(write)
    let first = try Value(snapshot: bytes, options: read)
    for engine in engines {
        var read = read
        read.engine = engine
        #expect(try Value(snapshot: AnySequence(bytes), options: read) == first)
    }
    return first
}

private func kind<Value: JSONReadable>(_ type: Value.Type, _ bytes: [UInt8], _ options: JSONReadOptions = .strict) -> JSONError.Kind? {
    do throws(JSONError) { _ = try Value(snapshot: bytes, options: options) } catch { return error.kind }
    return nil
}

private struct Address: JSONConvertible, Equatable {
    var city: String
    var zip: String?
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("city", \.city)
            $0.add("zip", \.zip)
        }
    }
}

private struct User: JSONConvertible, Equatable {
    var id: UInt64
    var name: String
    var secret = ""
    var ratio = 0.0
    var home: Address?
    var friends: [Address] = []
    var kept: JSONRawText?
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("id", \.id)
            $0.add("name", \.name)
            $0.add("secret", \.secret, literal: "", rules: [.views("all")])
            $0.add("ratio", \.ratio, literal: 0)
            $0.add("home", \.home)
            $0.add("friends", \.friends, literal: [])
            $0.add("kept", \.kept)
        }
    }
    static let sample = User(
        id: .max, name: "Ada \"A\" Lovelace\u{1}", secret: "s", ratio: 0.1, home: Address(city: "Graz", zip: "8010"),
        friends: [Address(city: "Graz"), Address(city: "Wien", zip: "8010"), Address(city: "Graz")],
        kept: try? JSONRawText(#"{"a": [1,  2.50], "b":"\u0041\/"}"#))
}

@Suite struct SnapshotTests {
    @Test func modelsAreRestored() throws {
        #expect(try restored(User.sample) == User.sample)
        #expect(try restored([User.sample, User(id: 1, name: "")]) == [User.sample, User(id: 1, name: "")])
        #expect(try restored(["k": 1.5, "é": -3]) == ["k": 1.5, "é": -3])
        #expect(try restored(7) == 7)
        #expect(try restored("text") == "text")
        #expect(try restored([Int?.none, 5]) == [nil, 5])
        #expect(try restored(UInt64?.none) == nil)
        let value: JSONValue = ["a": [1, 2.0, nil, true, "x"], "b": ["c": [:], "d": []]]
        #expect(try restored(value) == value)
        // Indentation does not change a snapshot. Nulls are written only on request.
        #expect(try User.sample.snapshot(.pretty) == User.sample.snapshot())
        #expect(try restored(User(id: 1, name: "x"), JSONWriteOptions(nulls: .write)) == User(id: 1, name: "x"))
    }

    /// `view`, `only` and `excluding` choose the properties that a snapshot contains.
    @Test func onlyTheChosenPropertiesAreArchived() throws {
        var plain = User.sample
        plain.secret = ""
        #expect(try restored(User.sample, JSONWriteOptions(excluding: ["secret"])) == plain)
        #expect(try restored(User.sample, JSONWriteOptions(view: "archive")) == plain)
        #expect(try restored(User.sample, JSONWriteOptions(only: ["id", "name"])) == User(id: .max, name: User.sample.name))
        var options = JSONReadOptions.strict
        options.excluding = ["secret"]
        #expect(try restored(User.sample, .compact, options) == plain)
    }

    @Test func rulesAndErrors() throws {
        let wrong: JSONValue = ["id": "12", "name": 5, "friends": [["city": "Graz"], ["city": nil]]]
        let bytes = try wrong.snapshot()
        do throws(JSONError) {
            _ = try User(snapshot: bytes)
            Issue.record("accepted")
        } catch {
            #expect(error.kind == .typeMismatch && error.path == "$.id")
        }
        #expect(try User(snapshot: bytes, options: .salvage) == User(id: 12, name: "5", friends: [Address(city: "Graz")]))
        #expect(kind([User].self, bytes) == .typeMismatch)
    }

    @Test func numbersThatJSONDoesNotHave() throws {
        #expect(throws: JSONError.self) { try [Double.nan].snapshot() }
        for bits: [UInt8] in [[0x7E, 0], [0x7C, 0], [0xFC, 0]] {
            #expect(kind(Double.self, [0xD9, 0xD9, 0xF7, 0xF9] + bits) != nil)
            #expect(kind([JSONValue].self, [0xD9, 0xD9, 0xF7, 0x81, 0xF9] + bits) != nil)
        }
    }

    @Test func otherBytes() throws {
        let bytes = try User.sample.snapshot()
        for count in 0..<bytes.count { #expect(kind(User.self, Array(bytes[..<count])) == .unexpectedEnd, "\(count)") }
        #expect(kind(User.self, Array(#"{"id":1,"name":"x"}"#.utf8)) == .invalidSnapshot)
        #expect(kind(User.self, bytes + [0]) == .trailingContent)
        #expect(kind(JSONValue.self, [0xD9, 0xD9, 0xF7, 0x41, 0x61]) == .invalidSnapshot)
        #expect(kind(JSONValue.self, [0xD9, 0xD9, 0xF7, 0x62, 0xFF, 0xFF]) == .invalidUnicode)
        #expect(kind(JSONValue.self, [0xD9, 0xD9, 0xF7] + [UInt8](repeating: 0x81, count: 513) + [0]) == .depthExceeded)
        #expect(kind(JSONValue.self, [0xD9, 0xD9, 0xF7, 0xD9, 0x01, 0x06, 0x43] + Array("1,2".utf8)) == .trailingContent)
        var options = JSONReadOptions.strict
        options.limits.totalBytes = 20
        #expect(kind(User.self, bytes, options) == .limitExceeded)
    }

    /// Reading damaged bytes gives a value or an error, the same with every engine.
    @Test func anyBytes() throws {
        let bytes = try [Person.sample, Person(name: "x")].snapshot()
        var random = SeededGenerator(seed: 7)
        for _ in 0..<1_500 {
            var mutant = bytes
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                mutant[Int.random(in: 3..<mutant.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            let outcomes = engines.map { engine in
                var options = JSONReadOptions.strict
                options.engine = engine
                return Outcome { () throws(JSONError) in try [Person](snapshot: mutant, options: options) }
            }
            for outcome in outcomes { #expect(outcome == outcomes[0], "\(mutant)") }
        }
    }
}

// MARK: - Versions

/// A model in version 3. Version 2 has split the name into two properties, and version 3 has renamed `mail`.
private struct Person: JSONConvertible, JSONVersioned, Equatable, Sendable {
    var name: String
    var family: String?
    var email: String?
    var children: [Person] = []

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("name", \.name)
            $0.add("family", \.family)
            $0.add("email", \.email)
            $0.add("children", \.children, literal: [])
        }
    }

    struct NoName: Error {}

    static var jsonVersion: Int { 3 }
    static func migrate(_ person: inout JSONObject, from version: Int) throws {
        if version < 2 {
            guard let full = person["name"]?.string else { throw NoName() }
            let parts = full.split(separator: " ").map(String.init)
            person["name"] = .string(parts[0])
            if parts.count > 1 { person["family"] = .string(parts[1]) }
        }
        if version < 3 { person["email"] = person.removeValue(forKey: "mail") }
    }

    static let sample = Person(
        name: "Ada", family: "Byron", email: "a@b", children: [Person(name: "Anne", children: [Person(name: "Judith")])])
}

/// A person in the form in which an older program wrote it.
private struct OldPerson: JSONConvertible, JSONVersioned {
    var name: String
    var mail: String?
    var children: [OldPerson] = []
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("name", \.name)
            $0.add("mail", \.mail)
            $0.add("children", \.children, literal: [])
        }
    }
    static var jsonVersion: Int { 1 }
    static func migrate(_ object: inout JSONObject, from version: Int) {}
}

/// A model without a version of its own, which contains versioned models.
private struct Team<Member: JSONConvertible & Equatable>: JSONConvertible, Equatable {
    var lead: Member
    var others: [String: [Member]]
    var deputy: Member?
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("lead", \.lead)
            $0.add("others", \.others)
            $0.add("deputy", \.deputy)
        }
    }
}

/// A versioned type that flattens another versioned type. One object has the members of both types.
private struct Employee: JSONConvertible, JSONVersioned, Equatable {
    var person: Person
    var boss: Person?
    var number: Int
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.flatten("person", \.person)
            $0.add("boss", \.boss)
            $0.add("number", \.number)
        }
    }
    static var jsonVersion: Int { 5 }
    static func migrate(_ object: inout JSONObject, from version: Int) {}
}

private enum Role: JSONConvertible, Equatable {
    case person(Person), none
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Role.self, tag: "role") {
            $0.add("person", Person.self, make: { .person($0) }, match: { if case .person(let person) = copy $0 { person } else { nil } })
            $0.add("none", .none)
        }
    }
}

private final class Account: JSONConvertible, JSONVersioned, Equatable {
    let name: String
    init(name: String) { self.name = name }
    struct Storage: JSONConvertible {
        var name: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name) } }
    }
    static var jsonMapping: JSONMapping {
        JSONMapping(Account.self, via: Storage.self, decode: { Account(name: $0.name) }, encode: { Storage(name: $0.name) })
            .beforeReading { $0["name"] = $0["name"] ?? $0["login"] }
    }
    static var jsonVersion: Int { 1 }
    static func migrate(_ object: inout JSONObject, from version: Int) { object["login"] = object.removeValue(forKey: "nick") }
    static func == (a: Account, b: Account) -> Bool { a.name == b.name }
}

@Suite struct SnapshotVersionTests {
    @Test func theSameVersion() throws {
        #expect(try restored(Person.sample) == Person.sample)
        #expect(
            try restored(Team(lead: Person.sample, others: ["a": [.sample], "b": []]))
                == Team(lead: .sample, others: ["a": [.sample], "b": []]))
        #expect(try restored([Person?.none, .sample]) == [nil, .sample])
        #expect(try Person.sample.jsonString().hasPrefix(#"{"name""#))  // text has no version
        #expect(try JSONValue(snapshot: Person(name: "x").snapshot()) == ["$jsonVersion": 3, "name": "x", "children": []])
    }

    @Test func olderVersions() throws {
        let old = OldPerson(name: "Ada Byron", mail: "a@b", children: [OldPerson(name: "Anne")])
        let new = Person(name: "Ada", family: "Byron", email: "a@b", children: [Person(name: "Anne")])
        #expect(try Person(snapshot: old.snapshot()) == new)
        #expect(try [String: Person](snapshot: ["x": old].snapshot()) == ["x": new])
        // This snapshot is from a time when the type had no version.
        let bare: JSONValue = ["name": "Ada Byron", "mail": "a@b", "children": [["$jsonVersion": 2, "name": "Anne"]]]
        #expect(try Person(snapshot: bare.snapshot()) == new)
        #expect(try Account(snapshot: (["nick": "n"] as JSONValue).snapshot()).name == "n")
        #expect(try restored(Account(name: "m")) == Account(name: "m"))
    }

    @Test func errorsNameTheVersion() throws {
        func error(_ value: JSONValue) throws -> JSONError? {
            let bytes = try value.snapshot()
            do throws(JSONError) { _ = try [Person](snapshot: bytes) } catch { return error }
            return nil
        }
        let newer = try #require(try error([["$jsonVersion": 3, "name": "x"], ["$jsonVersion": 4, "name": "x"]]))
        #expect(newer.kind == .refused && newer.path == "$[1]" && newer.message.contains("version 4 of Person"))
        let refused = try #require(try error([["$jsonVersion": 1, "name": 5]]))
        #expect(refused.kind == .refused && refused.path == "$[0]" && refused.underlying is Person.NoName)
        let inside = try #require(try error([["$jsonVersion": 3, "name": "x", "children": [["$jsonVersion": 3, "name": 5]]]]))
        #expect(inside.kind == .typeMismatch && inside.path == "$[0].children[0].name")
        #expect(inside.offset == 67 && inside.snippet?.contains(#""name":5"#) == true)
        for other: JSONValue in [
            ["$jsonVersion": "3", "name": "x"], ["$jsonVersion": -1, "name": "x"], ["$jsonVersion": 3.0, "name": "x"],
        ] {
            #expect(try error([other])?.kind == .invalidSnapshot, "\(other)")
        }
        for other: JSONValue in [[3, ["name": "x"]], [["$jsonVersion": 3]], nil, []] {
            #expect(try error([other]) != nil, "\(other)")
        }
    }

    @Test func membersOfOtherObjects() throws {
        let employee = Employee(person: Person(name: "x"), boss: .sample, number: 1)
        #expect(try restored(employee) == employee)
        #expect(try JSONValue(snapshot: employee.snapshot())["name"] == "x")
        #expect(try restored([Role.person(.sample), .none]) == [.person(.sample), .none])
        #expect(try JSONValue(snapshot: Role.person(Person(name: "x")).snapshot())["role"] == "person")
    }

    @Test func optionsReachTheModelInside() throws {
        #expect(try restored(Person.sample, JSONWriteOptions(only: ["name"])) == Person(name: "Ada"))
        #expect(try JSONValue(snapshot: Person.sample.snapshot(JSONWriteOptions(only: ["name"]))) == ["$jsonVersion": 3, "name": "Ada"])
        #expect(
            try JSONValue(snapshot: Person(name: "x").snapshot(JSONWriteOptions(keyStyle: .upperSnakeCase))) == [
                "$jsonVersion": 3, "NAME": "x", "CHILDREN": [],
            ])
    }

    /// A model that contains versioned models: in a lazy value, and in values whose case is chosen by their content.
    private struct Archive: JSONConvertible, Equatable, Sendable {
        var lazy: JSONLazy<[Person]>
        var chosen: [Chosen] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("lazy", \.lazy)
                $0.add("chosen", \.chosen)
            }
        }
    }

    private enum Chosen: JSONConvertible, Equatable, Sendable {
        case person(Person), number(OldNumber), nobody
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Chosen.self, choose: { $0.isEmpty ? "nobody" : $0["number"] == nil ? "person" : "number" }) {
                $0.add(
                    "person", Person.self, make: { .person($0) },
                    match: { if case .person(let person) = copy $0 { person } else { nil } })
                $0.add(
                    "number", OldNumber.self, make: { .number($0) },
                    match: { if case .number(let number) = copy $0 { number } else { nil } })
                $0.add("nobody", .nobody)
            }
        }
    }

    private struct OldNumber: JSONConvertible, Equatable, Sendable {
        var number: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("number", \.number) } }
    }

    /// The form in which an older program wrote an `Archive`.
    private struct OldArchive: JSONConvertible {
        var lazy: [OldPerson], chosen: [OldPerson]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("lazy", \.lazy)
                $0.add("chosen", \.chosen)
            }
        }
    }

    /// An enum whose mapping is a constant. The plans for text and for snapshots share this mapping.
    private enum Kept: JSONConvertible, Equatable {
        case person(Person)
        static let jsonMapping = JSONMapping(cases: Kept.self, choose: { _ in "person" }) {
            $0.add("person", Person.self, make: { .person($0) }, match: { if case .person(let person) = copy $0 { person } else { nil } })
        }
    }

    @Test func mappingsThatAreKept() throws {
        for _ in 0..<2 {
            #expect(try Kept.person(.sample).jsonString() == Person.sample.jsonString())
            #expect(try restored(Kept.person(.sample)) == .person(.sample))
        }
        expect(.typeMismatch, "$", reading: Kept.self, #"[3,{"name":"x"}]"#)
        #expect(try Kept(json: #"{"$jsonVersion":9,"name":"x"}"#) == .person(Person(name: "x")))  // in text, it is an unknown member
    }

    @Test func lazyAndChosenValues() throws {
        let archive = Archive(lazy: JSONLazy([.sample]), chosen: [.person(.sample), .number(OldNumber(number: 5)), .nobody])
        #expect(try restored(archive) == archive)
        // A lazy value has a version in a snapshot and none in text, before and after its first access.
        let text = #"{"lazy":[{"name":"Ada","children":[]}],"chosen":[]}"#
        let unread = try Archive(json: text), back = try Archive(snapshot: unread.snapshot())
        #expect(try back.jsonString() == text)
        #expect(try Archive(snapshot: back.snapshot()).lazy.value() == [Person(name: "Ada")])
        let old = OldArchive(lazy: [OldPerson(name: "Ada Byron", mail: "a@b")], chosen: [OldPerson(name: "Anne")])
        let new = try Archive(snapshot: old.snapshot())
        #expect(try new.lazy.value() == [Person(name: "Ada", family: "Byron", email: "a@b")])
        #expect(new.chosen == [.person(Person(name: "Anne"))])
        #expect(try JSONLazy<Person>(snapshot: JSONLazy(Person.sample).snapshot()).value() == .sample)
    }
}
