import Testing
import Yoke

@Suite struct FlattenTests {
    private struct Address: JSONConvertible, Equatable {
        var street: String
        var zip: Int?
        var land = "AT"
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
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
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
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
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
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
                == #"{"name":"Ada","street":"Am Rain 1, a longer street","zip":8010,"land":"AT","firm":"Yoke and sons limited","since":1,"age":3}"#
        )
        let idle = try read(Person.self, #"{"street":"s","name":"Ada","age":3}"#)
        #expect(idle.work == nil)
        #expect(try written(idle) == #"{"name":"Ada","street":"s","land":"AT","age":3}"#)
        #expect(try [person, idle].jsonString(.pretty).contains("\n    \"since\": 1,\n    \"age\": 3\n"))
    }

    @Test func errorsNameTheKeysOfFlattenedTypes() {
        #expect(failure(Person.self, "{}")?.keys == ["name", "street", "age"])
        #expect(failure(Person.self, #"{"name":"a","street":"s","age":1,"since":5}"#)?.keys == ["firm"])
        expect(.typeMismatch, "$.zip", reading: Person.self, #"{"name":"a","street":"s","zip":"8010"}"#)
        expect(.typeMismatch, "$.since", reading: Person.self, #"{"name":"a","street":"s","firm":"a long name of a firm","since":"x"}"#)
    }

    private struct Office: JSONConvertible, Equatable {
        var floor: Int
        var rooms = ["a name that is on the heap"]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("floor", \.floor)
                $0.add("rooms", \.rooms, default: ["a name that is on the heap"])
            }
        }
    }

    private struct Firm: JSONConvertible, Equatable {
        var firm: String
        var office: Office?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("firm", \.firm)
                $0.flatten("office", \.office)
            }
        }
    }

    private struct Clerk: JSONConvertible, Equatable {
        var name: String
        var firm: Firm?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.flatten("firm", \.firm)
            }
        }
    }

    @Test func optionalOnesInEachOther() throws {
        #expect(try read(Clerk.self, #"{"name":"n"}"#) == Clerk(name: "n"))
        #expect(try read(Clerk.self, #"{"name":"n","firm":"f"}"#) == Clerk(name: "n", firm: Firm(firm: "f")))
        #expect(
            try read(Clerk.self, #"{"name":"n","firm":"f","floor":1}"#) == Clerk(name: "n", firm: Firm(firm: "f", office: Office(floor: 1)))
        )
        #expect(failure(Clerk.self, #"{"name":"n","floor":1}"#)?.keys == ["firm"])
        #expect(failure(Clerk.self, #"{"name":"n","firm":"f","rooms":[]}"#)?.keys == ["floor"])
        var clerk = Clerk(name: "n", firm: Firm(firm: "f", office: Office(floor: 1)))
        #expect(try clerk.update(json: #"{"floor":2}"#).names == ["firm"])
        #expect(clerk == Clerk(name: "n", firm: Firm(firm: "f", office: Office(floor: 2))))
    }

    private class Sheet: JSONConvertible {
        class var jsonMapping: JSONMapping {
            JSONMapping(Sheet.self, via: Members.self, decode: { _ in Sheet() }, encode: { _ in Members() })
        }
        struct Members: JSONConvertible {
            var name = "n"
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name, default: "n") } }
        }
    }
    private final class List: Sheet {
        override class var jsonMapping: JSONMapping {
            JSONMapping(List.self, via: [Int].self, decode: { _ in List() }, encode: { _ in [5] })
        }
    }
    private struct Book: JSONConvertible {
        var sheet: Sheet
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("sheet", \.sheet) } }
    }

    @Test func whatIsWrittenHasToBeMembers() throws {
        #expect(try Book(sheet: Sheet()).jsonString() == #"{"name":"n"}"#)
        let error = #expect(throws: JSONError.self) { try Book(sheet: List()).jsonString() }
        #expect(error?.kind == .refused)
    }

    private final class Owner: JSONConvertible, Equatable, Sendable {
        let owner: String
        init(_ owner: String) { self.owner = owner }
        static func == (a: Owner, b: Owner) -> Bool { a.owner == b.owner }
        static var jsonMapping: JSONMapping {
            JSONMapping(Owner.self, via: Storage.self, decode: { Owner($0.owner) }, encode: { Storage(owner: $0.owner) })
        }
        struct Storage: JSONConvertible {
            var owner: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("owner", \.owner) } }
        }
    }

    private struct Car: JSONConvertible, Equatable {
        var wheels: Int
        var owner: Owner
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("wheels", \.wheels)
                $0.flatten("owner", \.owner)
            }
        }
    }

    @Test func classesAreFlattened() throws {
        #expect(try read(Car.self, #"{"owner":"Bo","wheels":4,"x":[1,{}]}"#) == Car(wheels: 4, owner: Owner("Bo")))
        #expect(try read([Car].self, #"[{"owner":"a\n","wheels":4},{"wheels":3,"owner":"b"}]"#).map(\.wheels) == [4, 3])
        #expect(try written(Car(wheels: 4, owner: Owner("Bo"))) == #"{"wheels":4,"owner":"Bo"}"#)
        expect(.missingKeys, "$[1]", reading: [Car].self, #"[{"owner":"a","wheels":4},{"wheels":3}]"#)
        expect(.typeMismatch, "$[0].owner", reading: [Car].self, #"[{"owner":1,"wheels":4}]"#)
    }
}

@Suite struct FlattenedCoderTests {
    private struct Location: Equatable { var latitude, longitude: Double }

    private struct LocationCoder: JSONCoder {
        struct Storage: JSONConvertible {
            var lat: Double
            var lng: Double
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("lat", \.lat)
                    $0.add("lng", \.lng, key: ["lng", "lon"])
                }
            }
        }
        struct OffTheEarth: Error {}
        func decode(_ parts: Storage) throws -> Location {
            guard abs(parts.lat) <= 90 else { throw OffTheEarth() }
            return Location(latitude: parts.lat, longitude: parts.lng)
        }
        func encode(_ at: Location) throws -> Storage { Storage(lat: at.latitude, lng: at.longitude) }
    }

    private struct Place: JSONConvertible, Equatable {
        var name: String
        var at: Location
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.flatten("at", \.at, by: LocationCoder())
            }
        }
    }

    /// A coder to an Optional storage type. If the storage is nil, the JSON has no members for the value.
    private struct SeaCoder: JSONCoder {
        func decode(_ parts: LocationCoder.Storage?) throws -> Location {
            parts.map { Location(latitude: $0.lat, longitude: $0.lng) } ?? Location(latitude: 0, longitude: 0)
        }
        func encode(_ at: Location) throws -> LocationCoder.Storage? {
            at.latitude == 0 ? nil : LocationCoder.Storage(lat: at.latitude, lng: at.longitude)
        }
    }

    private struct Buoy: JSONConvertible, Equatable {
        var name: String
        var at: Location
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.flatten("at", \.at, by: SeaCoder())
            }
        }
    }

    @Test func partsThatAreNone() throws {
        #expect(try read(Buoy.self, #"{"name":"a","lat":1.5,"lng":2.0}"#) == Buoy(name: "a", at: Location(latitude: 1.5, longitude: 2)))
        #expect(try Buoy(name: "b", at: Location(latitude: 0, longitude: 0)).jsonString() == #"{"name":"b"}"#)
    }

    private struct Visit: JSONConvertible, Equatable {
        var at: Location?
        var day: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("at", \.at, by: LocationCoder())
                $0.add("day", \.day)
            }
        }
    }

    @Test func severalKeysIntoOneProperty() throws {
        let place = Place(name: "Graz", at: Location(latitude: 47, longitude: 15.5))
        #expect(try read(Place.self, #"{"lat":47,"name":"Graz","lon":15.5}"#) == place)
        #expect(try read([Place].self, #"[{"lat":47,"name":"Graz","lng":15.5},{"lng":15.5,"lat":47,"name":"Graz"}]"#) == [place, place])
        #expect(try written(place) == #"{"name":"Graz","lat":47.0,"lng":15.5}"#)
        #expect(try place.jsonString(JSONWriteOptions(excluding: ["at"])) == #"{"name":"Graz"}"#)
        expect(.missingKeys, "$", reading: Place.self, #"{"lat":47,"name":"Graz"}"#)
        expect(.typeMismatch, "$.lat", reading: Place.self, #"{"lat":"47","name":"Graz","lng":1}"#)
        expect(.refused, "$", reading: Place.self, #"{"lat":91,"name":"Graz","lng":1}"#)
    }

    @Test func orNone() throws {
        let visit = Visit(at: Location(latitude: 47, longitude: 15.5), day: 3)
        #expect(try read(Visit.self, #"{"lat":47,"day":3,"lng":15.5}"#) == visit)
        #expect(try read([Visit].self, #"[{"day":3},{"day":3,"x":{"lat":1}}]"#) == [Visit(day: 3), Visit(day: 3)])
        #expect(try written(visit) == #"{"lat":47.0,"lng":15.5,"day":3}"#)
        #expect(try written([Visit(day: 3)]) == #"[{"day":3}]"#)
        expect(.missingKeys, "$", reading: Visit.self, #"{"lat":47,"day":3}"#)
    }

    private struct Closed: JSONConvertible, Equatable {
        var name: String
        var at: Location?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, unknownKeys: .reject) {
                $0.add("name", \.name)
                $0.flatten("at", \.at, by: LocationCoder())
            }
        }
    }

    private struct Open: JSONConvertible, Equatable {
        var at: Location
        var rest: JSONObject
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("at", \.at, by: LocationCoder())
                $0.extras("rest", \.rest)
            }
        }
    }

    @Test func theirMembersAreNotUnknown() throws {
        let at = Location(latitude: 47, longitude: 15.5)
        #expect(try read(Closed.self, #"{"lat":47,"name":"a","lon":15.5}"#) == Closed(name: "a", at: at))
        expect(.unknownKey, "$.lot", reading: Closed.self, #"{"lat":47,"name":"a","lot":15.5}"#)
        let open = try read(Open.self, #"{"x":[1],"lat":47,"lon":null,"lng":15.5}"#)
        #expect(open.at == at && open.rest.count == 1)
        #expect(try written(open) == #"{"lat":47.0,"lng":15.5,"x":[1]}"#)
    }

    @Test func anUpdateChangesTheFlattenedValue() throws {
        var place = Place(name: "Graz", at: Location(latitude: 47, longitude: 15.5))
        #expect(try place.update(json: #"{"lng":16,"name":"Graz"}"#).names == ["at"])
        #expect(place.at == Location(latitude: 47, longitude: 16))
        #expect(try place.update(json: #"{"name":"G"}"#).names == ["name"])
        #expect(throws: JSONError.self) { try place.update(json: #"{"name":"H","lat":100}"#) }
        #expect(place == Place(name: "G", at: Location(latitude: 47, longitude: 16)))
        var visit = Visit(day: 3)
        #expect(try visit.update(json: #"{"day":4}"#).names == ["day"])
        try visit.update(json: #"{"lat":1,"lng":2}"#)
        #expect(visit == Visit(at: Location(latitude: 1, longitude: 2), day: 4))
    }
}

@Suite struct ExtrasTests {
    private struct Open: JSONConvertible, Equatable {
        var a: Int
        var rest: JSONObject
        var b = 2
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a)
                $0.extras("rest", \.rest)
                $0.add("b", \.b, literal: 2)
            }
        }
    }

    @Test func unknownMembersComeBack() throws {
        let text =
            #"{"z":[1,{"q":null}],"a":1,"k\n":"v","y":1.50,"a long key of many bytes, so many that they are more than a path ever shows of a key, which is quite long already, and still":true}"#
        let open = try read(Open.self, text)
        #expect(open.rest.count == 4)
        #expect(open.rest["y"] == JSONValue.number(1.5))
        let again = try written(open)
        #expect(again.hasPrefix(#"{"a":1,"z":[1,{"q":null}],"k\n":"v","y":1.50,"a long key"#))
        #expect(again.hasSuffix(#"still":true,"b":2}"#))
        #expect(try read(Open.self, #"{"a":1}"#).rest.isEmpty)
        #expect(try written(Open(a: 1, rest: JSONObject())) == #"{"a":1,"b":2}"#)
        expect(.invalidMapping, "$", reading: Twice.self, "{}")
        #expect(failure(ShutAndOpen.self, "{}")?.message.contains("refuses unknown members, which \"rest\" is to keep") == true)
    }

    private struct ShutAndOpen: JSONConvertible {
        var rest: JSONObject
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, unknownKeys: .reject) { $0.extras("rest", \.rest) } }
    }

    private struct Twice: JSONConvertible {
        var some: JSONObject
        var others: JSONObject
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.extras("some", \.some)
                $0.extras("others", \.others)
            }
        }
    }

    private struct Closed: JSONConvertible, Equatable {
        var name: String
        var age: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, unknownKeys: .reject) {
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

/// A flattened value and its model share one JSON object. Keeping, refusing or dropping members of the value must not affect the model's
/// members, and vice versa.
@Suite struct SharedObjectTests {
    private struct Position: JSONConvertible, Equatable {
        var x: Int
        var tags: [String]
        var height = 5
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("tags", \.tags)
                $0.add("height", \.height, default: 5)
            }
        }
    }
    private struct Item: JSONConvertible, Equatable {
        var title: String
        var position: Position
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("title", \.title)
                $0.flatten("position", \.position)
            }
        }
    }

    @Test func aFlattenedStructThatACallLeavesOut() throws {
        var options = JSONReadOptions.strict
        options.only = ["title"]
        let error = #expect(throws: JSONError.self) { try Item(json: #"{"title":"T","x":1,"tags":["a"]}"#, options: options) }
        #expect(error?.kind == .missingKeys && error?.message.contains("\"x\"") == true)
        options.only = ["position"]
        #expect(throws: JSONError.self) { try Item(json: #"{"title":"T","x":1,"tags":["a"]}"#, options: options) }
        options.only = ["title", "position"]
        #expect(try Item(json: #"{"title":"T","x":1,"tags":["a"]}"#, options: options).position == Position(x: 1, tags: ["a"]))
        let item = Item(title: "T", position: Position(x: 1, tags: ["a"]))
        #expect(try item.jsonString(JSONWriteOptions(excluding: ["position"])) == #"{"title":"T"}"#)
    }

    private struct Account: JSONConvertible {
        var name: String
        var password: String?
        var rest: JSONObject
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("password", \.password, rules: [.views("admin")])
                $0.extras("rest", \.rest)
            }
        }
    }

    @Test func whatACallLeavesOutIsNoExtra() throws {
        var options = JSONReadOptions.strict
        options.view = "public"
        let account = try Account(json: #"{"name":"n","password":"p","more":1}"#, options: options)
        #expect(try account.jsonString(JSONWriteOptions(view: "public")) == #"{"name":"n","more":1}"#)
    }

    private struct Payload: JSONConvertible {
        var x: Int
        var rest: JSONObject
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.extras("rest", \.rest)
            }
        }
    }
    private struct Strict: JSONConvertible {
        var y: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, unknownKeys: .reject) { $0.add("y", \.y) } }
    }
    private enum Tagged: JSONConvertible {
        case a(Payload), b(Strict)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("a", Payload.self, make: { .a($0) }, match: { if case .a(let value) = $0 { value } else { nil } })
                $0.add("b", Strict.self, make: { .b($0) }, match: { if case .b(let value) = $0 { value } else { nil } })
            }
        }
    }

    @Test func aTagIsNoneOfThePayloads() throws {
        for text in [#"{"type":"a","x":1,"more":2}"#, #"{"type":"b","y":1}"#] {
            #expect(try Tagged(json: text).jsonString() == text)
        }
    }

    private struct Dictionary: JSONConvertible {
        var n: Int
        var others: [String: Int]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("n", \.n)
                $0.flatten("others", \.others)
            }
        }
    }

    @Test func whatCannotShareAnObject() {
        let error = #expect(throws: JSONError.self) { try Dictionary(json: #"{"n":1}"#) }
        #expect(error?.kind == .invalidMapping && error?.hint?.contains("extras") == true)
        for (type, hint) in [
            (Around<Level>.self, "give the property a key"), (Around<Outside>.self, "give the enum a tag:"),
            (Around<Lines>.self, "give the property a key"), (Around<[Int]>.self, "give the property a key"),
        ] as [(any JSONReadable.Type, String)] {
            let error = failure(type, "{}")
            #expect(error?.kind == .invalidMapping && error?.hint == hint, "\(error.map { "\($0)" } ?? "")")
        }
    }

    private struct Around<Value: JSONConvertible>: JSONConvertible {
        var value: Value
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("value", \.value) } }
    }
    private enum Level: Int, JSONConvertible {
        case low, high
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Level.self) { $0 += [.low, .high] } }
    }
    private enum Outside: JSONConvertible {
        case a(Payload)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add("a", Payload.self, make: { .a($0) }, match: { if case .a(let value) = $0 { value } else { nil } })
            }
        }
    }
    private struct Lines: JSONConvertible {
        var x: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, layout: .array) { $0.add("x", \.x) } }
    }

    private indirect enum Either: JSONConvertible {
        case a(One), b(Other)
        struct One: JSONConvertible {
            var kids: [Either]
            var x: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("kids", \.kids); $0.add("x", \.x)
                }
            }
        }
        struct Other: JSONConvertible {
            var kids: [Either]
            var y: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("kids", \.kids); $0.add("y", \.y)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("a", One.self, make: { .a($0) }, match: { if case .a(let value) = $0 { value } else { nil } })
                $0.add("b", Other.self, make: { .b($0) }, match: { if case .b(let value) = $0 { value } else { nil } })
            }
        }
    }

    @Test func trialsInTrialsHaveAnEnd() throws {
        func text(_ depth: Int) -> String {
            String(repeating: #"{"kids":["#, count: depth) + String(repeating: #"],"y":1}"#, count: depth)
        }
        for depth in [8, 30] { #expect(try Either(json: text(depth), options: .untrusted).jsonString() == text(depth)) }
        #expect(#expect(throws: JSONError.self) { try Either(json: text(60), options: .untrusted) }?.kind == .depthExceeded)
    }
}
