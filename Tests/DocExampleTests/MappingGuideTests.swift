import Foundation
import Testing
import YokeFoundation

// The examples of docs/mapping.md, copied without changes.

private struct Tick: JSONConvertible, Equatable {
    var symbol: String
    var prices: [Double]
    static var jsonMapping: JSONMapping {
        JSONMapping(Tick.self) { fields in
            fields.add("symbol", \.symbol)
            fields.add("prices", \.prices)
        }
    }
}

private enum PlayerError: Error { case otherPlayer }

private final class Player: JSONConvertible, @unchecked Sendable {
    struct Storage: JSONConvertible {
        var id: Int
        var name: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Storage.self) { fields in
                fields.add("id", \.id)
                fields.add("name", \.name)
            }
        }
    }
    let id: Int
    var name: String
    init(_ storage: Storage) { (id, name) = (storage.id, storage.name) }

    static var jsonMapping: JSONMapping {
        JSONMapping(
            Player.self, via: Storage.self, decode: { Player($0) }, encode: { Storage(id: $0.id, name: $0.name) },
            assign: { player, storage, changed in
                if changed.contains("id") { throw PlayerError.otherPlayer }
                if changed.contains("name") { player.name = storage.name }
            })
    }
}

private struct Price: JSONCoder {
    func decode(_ digits: String) throws -> Decimal { try Decimal(json: digits) }
    func encode(_ price: Decimal) throws -> String { try price.jsonString() }
}

private struct Bill: JSONConvertible {
    var price: Decimal
    var tip: Decimal
    static var jsonMapping: JSONMapping {
        JSONMapping(Bill.self) { fields in
            fields.add("price", \.price, by: Price())
            fields.add("tip", \.tip, rules: [.lenient])
        }
    }

    struct Broken: JSONConvertible {
        var bill: Wrong?
        static var jsonMapping: JSONMapping { JSONMapping(Broken.self) { $0.add("bill", \.bill) } }
    }
    struct Wrong: JSONConvertible {
        var a: Int
        var b: Int
        static var jsonMapping: JSONMapping { JSONMapping(Wrong.self) { $0.add("a", \.a) } }
    }
}

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
        static var jsonMapping: JSONMapping {
            JSONMapping(Binding.self) { fields in
                fields.add("kind", \.kind)
                fields.add("color", \.color, default: "red")
            }
        }
    }

    struct LocationCoder: JSONCoder {
        struct Storage: JSONConvertible {
            var x, y: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Storage.self) { fields in
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
        static var jsonMapping: JSONMapping {
            JSONMapping(Format.self) { fields in
                fields.add("width", \.width)
                fields.add("height", \.height)
            }
        }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(Book.self, keys: .snakeCase) { fields in
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
    var source: JSONRawText
    var stations: JSONLazy<[String]>
    var note: JSONNullable<String>
    var high: JSONNullable<Temperature>

    static var jsonMapping: JSONMapping {
        JSONMapping(Weather.self, dates: .secondsSince1970) { fields in
            fields.add("now", \.now, by: Celsius())
            fields.add("next", \.next, by: Celsius().array, default: [])
            fields.add("low", \.low, by: Celsius().optional)
            fields.add("source", \.source)
            fields.add("stations", \.stations)
            fields.add("note", \.note)
            fields.add("high", \.high, by: Celsius().nullable)
        }
    }
}

private struct Color: JSONConvertible, Equatable {
    var rgb: UInt32
    static var jsonMapping: JSONMapping { JSONMapping(Color.self) { $0.add("rgb", \.rgb) } }
}

private struct HexColor: JSONCoder {
    struct Bad: Error {}
    func decode(_ text: String) throws -> Color {
        guard let rgb = UInt32(text, radix: 16) else { throw Bad() }
        return Color(rgb: rgb)
    }
    func encode(_ color: Color) -> String { String(color.rgb, radix: 16) }
}

private struct Theme: JSONConvertible, Equatable {
    var colors: [Color]
    var accent: Color?
    static var jsonMapping: JSONMapping {
        JSONMapping(Theme.self) {
            $0.add("colors", \.colors)
            $0.add("accent", \.accent)
        }
    }
}

extension JSONCoders {
    fileprivate static let oldServer = JSONCoders("old server", Celsius(), HexColor())
}

private enum Shape: JSONConvertible, Equatable {
    case circle(Circle), point, other(JSONRawText)

    struct Circle: JSONConvertible, Equatable {
        var radius: Double
        static var jsonMapping: JSONMapping { JSONMapping(Circle.self) { $0.add("radius", \.radius) } }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Shape.self, tag: "type") { cases in
            cases.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = copy $0 { circle } else { nil } })
            cases.add("point", .point)
            cases.fallback(make: { .other($0) }, match: { if case .other(let text) = copy $0 { text } else { nil } })
        }
    }
}

private class Vehicle: JSONConvertible {
    class var jsonMapping: JSONMapping {
        JSONMapping(cases: Vehicle.self, choose: { object in object["wings"] == nil ? "car" : "plane" }) { cases in
            cases.add("car", Car.self, make: { $0 }, match: { copy $0 as? Car })
            cases.add("plane", Plane.self, make: { $0 }, match: { copy $0 as? Plane })
        }
    }
    struct Parts: JSONConvertible {
        var wings: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Parts.self) { $0.add("wings", \.wings) } }
    }
}

private final class Car: Vehicle {
    override class var jsonMapping: JSONMapping {
        JSONMapping(Car.self, via: Parts.self, decode: { _ in Car() }, encode: { _ in Parts() })
    }
}

private final class Plane: Vehicle {
    override class var jsonMapping: JSONMapping {
        JSONMapping(Plane.self, via: Parts.self, decode: { _ in Plane() }, encode: { _ in Parts(wings: 2) })
    }
}

private final class Store: @unchecked Sendable {
    var people: [Int: Person] = [:]
    func person(_ storage: Person.Storage) -> Person {
        let person = people[storage.id] ?? Person(id: storage.id)
        people[storage.id] = person
        person.name = storage.name
        return person
    }
}

private final class Person: JSONConvertible {
    let id: Int
    var name = ""
    init(id: Int) { self.id = id }

    struct Storage: JSONConvertible {
        var id: Int
        var name: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Storage.self) { fields in
                fields.add("id", \.id)
                fields.add("name", \.name)
            }
        }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(
            Person.self, via: Storage.self,
            decode: { storage, context in try context[Store.self].person(storage) },
            encode: { Storage(id: $0.id, name: $0.name) })
    }
}

private final class Account: JSONConvertible {
    var counts: [String: Int] = [:]
    struct Storage: JSONConvertible {
        var counts: [String: Int]
        static var jsonMapping: JSONMapping { JSONMapping(Storage.self) { $0.add("counts", \.counts) } }
    }
    static var jsonMapping: JSONMapping {
        JSONMapping(
            Account.self, via: Storage.self,
            decode: {
                let account = Account()
                account.counts = $0.counts
                return account
            },
            encode: { Storage(counts: $0.counts) }, assign: { account, storage, _ in account.counts = storage.counts })
    }
}

private struct Tweet: JSONConvertible {
    var id: Int
    var text: String
    var isNew = true
    struct Invalid: Error {}

    static var jsonMapping: JSONMapping {
        JSONMapping(Tweet.self) { fields in
            fields.add("id", \.id, rules: [.check { if $0 < 1 { throw Invalid() } }])
            fields.add("text", \.text, rules: [.ensure({ $0.count <= 4000 }, message: "is too long")])
            fields.ignore(\.isNew, initial: true)
            fields.afterReading { tweet, source in tweet.isNew = source["seen"] == nil }
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

    static var jsonMapping: JSONMapping {
        JSONMapping(Member.self) { fields in
            fields.add("name", \.name)
            fields.add("token", \.token, rules: [.views("session")])
        }
    }
}

private struct Basket: JSONConvertible {
    var items: [String] = []

    static var jsonMapping: JSONMapping {
        JSONMapping(Basket.self) { fields in
            fields.add("items", \.items, default: [], rules: [.merged { old, new in old + new }])
        }
    }
}

private struct Contact: JSONConvertible {
    var name: String
    var isPublic: Bool
    var email: String?
    var tags: [String] = []

    static var jsonMapping: JSONMapping {
        JSONMapping(Contact.self) { fields in
            fields.add("name", \.name)
            fields.add("isPublic", \.isPublic)
            fields.add("email", \.email)
            fields.add("tags", \.tags, default: [], rules: [.writtenIf { !$0.isEmpty }])
            fields.writes("email") { contact in contact.isPublic }
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

    static var jsonMapping: JSONMapping {
        JSONMapping(Candle.self, unknownKeys: .reject, layout: .array) { fields in
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

    static var jsonMapping: JSONMapping {
        JSONMapping(Widget.self) { fields in
            fields.add("center", \.center)
            fields.add("frame", \.frame, by: .object)
            fields.add("page", \.page, by: .repaired)
            fields.add("token", \.token, by: .base64URL)
            fields.add("zone", \.zone)
        }
    }
}

#if Macros

@JSONModel
struct Window: Equatable { var title: String }

@JSONModel(keys: .snakeCase, tag: "type")
enum Event: Equatable {
    case opened(Window)
    case moved(toX: Int, toY: Int = 0)
    case renamed(String, by: String)
}

#endif

@Suite struct MappingGuideTests {
    #if Macros
        @Test func payloads() throws {
            let text = #"[{"type":"opened","title":"T"},{"type":"moved","to_x":1,"to_y":2},{"type":"renamed","_0":"T","by":"mia"}]"#
            let events: [Event] = [.opened(Window(title: "T")), .moved(toX: 1, toY: 2), .renamed("T", by: "mia")]
            #expect(try [Event](json: text) == events)
            #expect(try events.jsonString() == text)
        }
    #endif

    @Test func repeatedKeys() throws {
        let text = #"{"rgb": 1, "rgb": 2}"#
        var options = JSONReadOptions.strict
        #expect(try Color(json: text).rgb == 2)
        options.duplicateKeys = .first
        #expect(try Color(json: text, options: options).rgb == 1)
        #expect(throws: JSONError.self) { try Color(json: text, options: .untrusted) }
        #expect(try JSONValue(json: text).object?.count == 2)
    }

    @Test func checksOfWhatIsWritten() throws {
        var tweet = try Tweet(json: #"{"id": 1, "text": "x"}"#)
        tweet.id = 0
        #expect(try tweet.jsonString() == #"{"id":0,"text":"x","kind":"tweet"}"#)
    }

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

        var options = JSONReadOptions.strict
        options.coders = .oldServer
        let theme = try Theme(json: #"{"colors": ["ff8000"], "accent": null}"#, options: options)
        #expect(theme == Theme(colors: [Color(rgb: 0xFF8000)]))
        #expect(try theme.jsonString(JSONWriteOptions(coders: .oldServer)) == #"{"colors":["ff8000"]}"#)
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
        let people = [Contact(name: "a", isPublic: true, email: "e"), Contact(name: "b", isPublic: false, email: "e", tags: ["t"])]
        #expect(try people.jsonString() == #"[{"name":"a","isPublic":true,"email":"e"},{"name":"b","isPublic":false,"tags":["t"]}]"#)
        let asked = Set("tags,name,x".split(separator: ",").map(String.init)).intersection(Contact.jsonFields.map { $0.flattenedFrom.first ?? $0.name })
        #expect(try people[1].jsonString(JSONWriteOptions(only: asked)) == #"{"name":"b","tags":["t"]}"#)
        #expect(Contact.jsonFields.filter(\.isRequired).map(\.name) == ["name", "isPublic"])
    }

    @Test func choices() throws {
        let vehicles = try [Vehicle](json: #"[{"wings": 2}, {}]"#)
        #expect(vehicles[0] is Plane && vehicles[1] is Car)
        #expect(try vehicles.jsonString() == #"[{"wings":2},{}]"#)
    }

    @Test func stores() throws {
        let text = #"[{"id": 1, "name": "Bo"}, {"id": 1, "name": "Eva"}]"#
        let store = Store()
        var options = JSONReadOptions.strict
        options.context = JSONContext(store)
        let people = try [Person](json: text, options: options)
        #expect(people[0] === people[1] && store.people[1]?.name == "Eva")
    }

    @Test func patchesAndCopies() throws {
        let user = try Account(json: #"{"counts": {"old": 1}}"#)
        let copy = try user.jsonCopy()
        try user.update(json: #"{"counts": {"old": null, "new": 1}}"#, policy: .mergePatch)
        #expect(user.counts == ["new": 1])
        #expect(!copy.hasSameJSON(as: user))
        var basket = Basket(items: ["a"])
        try basket.update(json: #"{"items": ["b"]}"#)
        #expect(basket.items == ["a", "b"])
    }

    @Test func assignedByHand() throws {
        let player = try Player(json: #"{"id": 1, "name": "Bo"}"#)
        #expect(try player.update(json: #"{"id": 1, "name": "Mia"}"#).names == ["name"])
        let error = #expect(throws: JSONError.self) { try player.update(json: #"{"id": 2, "name": "Eva"}"#) }
        #expect(error?.underlying is PlayerError && player.name == "Mia")
    }

    @Test func mappingsAtStart() throws {
        _ = try JSONReader<Player>()
        _ = try JSONReader<[Bill]>()
        #expect(throws: JSONError.self) { try JSONReader<[String: Bill.Broken]>() }
    }

    @Test func pricesThatAreStrings() throws {
        let bill = try Bill(json: #"{"price": "12.50", "tip": "0.10"}"#)
        #expect(try bill.price == Decimal(json: "12.5") && bill.jsonString() == #"{"price":"12.5","tip":0.1}"#)
        #expect(throws: JSONError.self) { try Bill(json: #"{"price": "12.50 EUR", "tip": 1}"#) }
    }

    @Test func overAValue() throws {
        let bodies = [#"[{"symbol":"A","prices":[1,2]},{"symbol":"B","prices":[]}]"#, #"[{"symbol":"A","prices":[3]}]"#]
        var drawn: [[Tick]] = []
        func draw(_ ticks: [Tick]) { drawn.append(ticks) }
        var reader = try JSONReader<[Tick]>()
        var ticks: [Tick] = []
        for body in bodies {
            try reader.read(into: &ticks, from: body)  // no allocation for a text of the shape of the one before
            draw(ticks)
        }
        #expect(drawn == [[Tick(symbol: "A", prices: [1, 2]), Tick(symbol: "B", prices: [])], [Tick(symbol: "A", prices: [3])]])
    }

    @Test func hooksAndChanges() throws {
        var tweet = try Tweet(json: #"{"id": 1, "full_text": "hello"}"#)
        #expect(tweet.text == "hello" && tweet.isNew)
        #expect(try !Tweet(json: #"{"id": 1, "text": "x", "seen": 1}"#).isNew)
        let changes = try tweet.update(json: #"{"text": ""}"#)
        #expect(changes.contains(\.text))
        #expect(try tweet.jsonString() == #"{"id":1,"text":"-","kind":"tweet"}"#)
        #expect(throws: JSONError.self) { try Tweet(json: #"{"id": 0, "text": "x"}"#) }
    }
}
