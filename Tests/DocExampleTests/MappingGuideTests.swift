import Testing
import Yoke

// The examples of docs/mapping.md, as they stand there.

private struct Book: JSONConvertible, Equatable {
    var title: String
    var pageCount: Int
    var id: Int
    var city: String?
    var internalName: String
    var format: Format
    var binding: Binding
    var shelf: Location?
    var rest: JSONObject

    struct Location: Equatable { var row, column: Int }

    struct Binding: JSONConvertible, Equatable {
        var kind: String
        var color = "red"
        static var jsonSchema: JSONSchema {
            JSONSchema(Binding.self) { fields in
                fields.add("kind", \.kind)
                fields.add("color", \.color, default: "red")
            }
        }
    }

    struct LocationCoder: JSONCoder {
        struct Storage: JSONConvertible {
            var x, y: Int
            static var jsonSchema: JSONSchema {
                JSONSchema(Storage.self) { fields in
                    fields.add("x", \.x)
                    fields.add("y", \.y)
                }
            }
        }
        func decode(_ parts: Storage) -> Location { Location(row: parts.y, column: parts.x) }
        func encode(_ location: Location) -> Storage { Storage(x: location.column, y: location.row) }
    }

    struct Format: JSONConvertible, Equatable {
        var width: Int
        var height: Int
        static var jsonSchema: JSONSchema {
            JSONSchema(Format.self) { fields in
                fields.add("width", \.width)
                fields.add("height", \.height)
            }
        }
    }

    static var jsonSchema: JSONSchema {
        JSONSchema(Book.self, keys: .snakeCase) { fields in
            fields.add("title", \.title)
            fields.add("pageCount", \.pageCount)
            fields.add("id", \.id, key: ["id", "ID", .path("data.book_id")])
            fields.add("city", \.city, key: [.path("publisher.addresses[0].city")])
            fields.add("internalName", \.internalName, key: JSONKeys(read: ["name", "old_name"], write: "name"))
            fields.flatten("format", \.format)
            fields.flatten("binding", \.binding, overriding: ["kind": "binding", "color": .ignored])
            fields.flatten("shelf", \.shelf, by: LocationCoder())
            fields.extras("rest", \.rest)
        }
    }
}

private struct Temperature: Equatable { var kelvin: Double }

private struct Celsius: JSONCoder {
    func decode(_ degrees: Double) throws -> Temperature { Temperature(kelvin: degrees + 273.15) }
    func encode(_ temperature: Temperature) throws -> Double { temperature.kelvin - 273.15 }
}

private struct Weather: JSONConvertible {
    var now: Temperature
    var next: [Temperature] = []
    var low: Temperature?
    var source: JSONText
    var stations: JSONLazy<[String]>
    var note: JSONNullable<String>

    static var jsonSchema: JSONSchema {
        JSONSchema(Weather.self, dates: .secondsSince1970) { fields in
            fields.add("now", \.now, by: Celsius())
            fields.add("next", \.next, by: Celsius().array, default: [])
            fields.add("low", \.low, by: Celsius().optional)
            fields.add("source", \.source)
            fields.add("stations", \.stations)
            fields.add("note", \.note)
        }
    }
}

private enum Shape: JSONConvertible, Equatable {
    case circle(Circle), point, other(JSONText)

    struct Circle: JSONConvertible, Equatable {
        var radius: Double
        static var jsonSchema: JSONSchema { JSONSchema(Circle.self) { $0.add("radius", \.radius) } }
    }

    static var jsonSchema: JSONSchema {
        JSONSchema(cases: Shape.self, tag: "type") { cases in
            cases.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = copy $0 { circle } else { nil } })
            cases.add("point", .point)
            cases.fallback(make: { .other($0) }, match: { if case .other(let text) = copy $0 { text } else { nil } })
        }
    }
}

private struct Tweet: JSONConvertible {
    var id: Int
    var text: String
    struct Invalid: Error {}

    static var jsonSchema: JSONSchema {
        JSONSchema(Tweet.self) { fields in
            fields.add("id", \.id, rules: [.check { if $0 < 1 { throw Invalid() } }])
            fields.add("text", \.text)
            fields.afterReading { tweet in tweet.text = String(tweet.text.prefix(280)) }
        }
        .beforeReading { object in if object["text"] == nil { object["text"] = object["full_text"] } }
        .beforeWriting(Tweet.self) { tweet in if tweet.text.isEmpty { tweet.text = "-" } }
        .afterWriting { object in object["kind"] = "tweet" }
    }
}

private struct Member: JSONConvertible, Equatable {
    var name: String
    var token: String?

    static var jsonSchema: JSONSchema {
        JSONSchema(Member.self) { fields in
            fields.add("name", \.name)
            fields.add("token", \.token, rules: [.views("session")])
        }
    }
}

private struct Person: JSONConvertible {
    var name: String
    var isPublic: Bool
    var email: String?
    var tags: [String] = []

    static var jsonSchema: JSONSchema {
        JSONSchema(Person.self) { fields in
            fields.add("name", \.name)
            fields.add("isPublic", \.isPublic)
            fields.add("email", \.email)
            fields.add("tags", \.tags, default: [], rules: [.writtenIf { !$0.isEmpty }])
            fields.write("email") { person in person.isPublic }
        }
    }
}

extension Member: JSONVersioned {
    static var jsonVersion: Int { 2 }
    static func migrate(_ member: inout JSONObject, from version: Int) throws {
        if version < 2 { member["name"] = member.removeValue(forKey: "full_name") }
    }
}

@Suite struct MappingGuideTests {
    @Test func keys() throws {
        let text = #"""
            {"title": "T", "page_count": 9, "data": {"book_id": 5}, "publisher": {"addresses": [{"city": "Graz"}]},
             "old_name": "n", "width": 1, "height": 2, "isbn": "x", "binding": "cloth", "color": "blue", "x": 3, "y": 4}
            """#
        let book = try Book(json: text)
        #expect(book.id == 5 && book.city == "Graz" && book.internalName == "n" && book.format.height == 2 && book.rest["isbn"] == "x")
        #expect(book.binding == Book.Binding(kind: "cloth") && book.shelf == Book.Location(row: 4, column: 3))
        #expect(try Book(json: book.jsonString()) == book)
    }

    @Test func values() throws {
        let weather = try Weather(json: #"{"now": 20, "next": [21, 22], "source": {"a": 1}, "stations": ["x"], "note": null}"#)
        #expect(weather.now.kelvin == 293.15 && weather.next.count == 2 && weather.low == nil)
        #expect(weather.source.text == #"{"a": 1}"#)
        #expect(try weather.stations.value() == ["x"])
        #expect(weather.note == .null)
    }

    @Test func cases() throws {
        let shapes = try [Shape](json: #"[{"type": "circle", "radius": 1}, {"type": "point"}, {"type": "blob", "n": 3}]"#)
        #expect(shapes[0] == .circle(Shape.Circle(radius: 1)) && shapes[1] == .point)
        #expect(try [Shape](json: shapes.jsonString()) == shapes)
    }

    @Test func snapshots() throws {
        let member = Member(name: "Ada", token: "x")
        let bytes = try member.snapshot(JSONWriteOptions(view: "archive"))
        #expect(try Member(snapshot: bytes) == Member(name: "Ada"))
        let old: JSONValue = ["full_name": "Bo"]
        #expect(try Member(snapshot: old.snapshot()) == Member(name: "Bo"))
    }

    @Test func whatIsWritten() throws {
        let people = [Person(name: "a", isPublic: true, email: "e"), Person(name: "b", isPublic: false, email: "e", tags: ["t"])]
        #expect(try people.jsonString() == #"[{"name":"a","isPublic":true,"email":"e"},{"name":"b","isPublic":false,"tags":["t"]}]"#)
    }

    @Test func hooksAndChanges() throws {
        var tweet = try Tweet(json: #"{"id": 1, "full_text": "hello"}"#)
        #expect(tweet.text == "hello")
        let changes = try tweet.update(json: #"{"text": ""}"#)
        #expect(changes.contains(\.text))
        #expect(try tweet.jsonString() == #"{"id":1,"text":"-","kind":"tweet"}"#)
        #expect(throws: JSONError.self) { try Tweet(json: #"{"id": 0, "text": "x"}"#) }
    }
}
