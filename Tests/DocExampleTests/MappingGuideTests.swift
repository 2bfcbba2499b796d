import Foundation
import Testing
import YokeFoundation

// The examples of docs/mapping.md, as they stand there.

private struct Book: JSONConvertible, Equatable {
    var title: String
    var pageCount: Int
    var id: Int
    var city: String?
    var internalName: String
    var format: Format
    var rest: JSONObject

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

extension Member: JSONVersioned {
    static var jsonVersion: Int { 2 }
    static func migrate(_ member: inout JSONObject, from version: Int) throws {
        if version < 2 { member["name"] = member.removeValue(forKey: "full_name") }
    }
}

private struct Candle: JSONConvertible, Equatable {
    var time: Int
    var open: Double
    var close: Double
    var volume: Int?

    static var jsonSchema: JSONSchema {
        JSONSchema(Candle.self, unknownKeys: .reject, layout: .array) { fields in
            fields.add("time", \.time)
            fields.add("open", \.open)
            fields.add("close", \.close)
            fields.add("volume", \.volume)
        }
    }
}

private struct Widget: JSONConvertible, Equatable {
    var center: CGPoint
    var frame: CGRect
    var page: URL
    var token: Data
    var zone: TimeZone

    static var jsonSchema: JSONSchema {
        JSONSchema(Widget.self) { fields in
            fields.add("center", \.center)
            fields.add("frame", \.frame, by: .object)
            fields.add("page", \.page, by: .repaired)
            fields.add("token", \.token, by: .base64URL)
            fields.add("zone", \.zone)
        }
    }
}

@Suite struct MappingGuideTests {
    @Test func foundation() throws {
        let text = #"{"center":[0,1],"frame":{"x":0,"y":0,"width":3,"height":4},"page":"http://a.org/a b","token":"-_8","zone":"Europe/Vienna"}"#
        let widget = try Widget(json: text)
        #expect(widget.frame.width == 3 && widget.page.path == "/a b" && widget.token == Data([0xFB, 0xFF]))
        #expect(try Widget(json: widget.jsonString()) == widget)
    }

    @Test func arrays() throws {
        let candles = try [Candle](json: "[[1700000000, 42.5, 43], [1700000060, 43, 42.25, 1200]]")
        #expect(candles.map(\.volume) == [nil, 1200])
        #expect(try candles.jsonString() == "[[1700000000,42.5,43.0,null],[1700000060,43.0,42.25,1200]]")
    }

    @Test func keys() throws {
        let text = #"""
            {"title": "T", "page_count": 9, "data": {"book_id": 5}, "publisher": {"addresses": [{"city": "Graz"}]},
             "old_name": "n", "width": 1, "height": 2, "isbn": "x"}
            """#
        let book = try Book(json: text)
        #expect(book.id == 5 && book.city == "Graz" && book.internalName == "n" && book.format.height == 2 && book.rest["isbn"] == "x")
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

    @Test func hooksAndChanges() throws {
        var tweet = try Tweet(json: #"{"id": 1, "full_text": "hello"}"#)
        #expect(tweet.text == "hello")
        let changes = try tweet.update(json: #"{"text": ""}"#)
        #expect(changes.contains(\.text))
        #expect(try tweet.jsonString() == #"{"id":1,"text":"-","kind":"tweet"}"#)
        #expect(throws: JSONError.self) { try Tweet(json: #"{"id": 0, "text": "x"}"#) }
    }
}
