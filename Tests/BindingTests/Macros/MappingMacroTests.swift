#if Macros
import TestSupport
import Testing
import Yoke

@JSONModel(keys: .snakeCase, unknownKeys: .reject)
private struct Keyed: Equatable {
    @JSONKey("id", "ID", .path("data.ids[0]")) var id: Int
    @JSONKey(read: "userName", "login", write: "name") var userName: String
    @JSONKey(.literal("a.b")) var dotted: Int?
    var plainName = 1
}

private enum Names {
    static let title = "t.t"
    static let old = JSONKeyName.path("old.title")
}

@JSONModel
private struct Constant: Equatable {
    @JSONKey(Names.title) var title: String
    @JSONKey("new", Names.old) var other: String
}

@JSONModel
private struct Twice: Equatable {
    @JSONKey("v") var a: Int
    @JSONKey("v") var b: Int
}

@JSONModel
struct Street: Equatable {
    var street: String
    var zip: Int?
}

@JSONModel
private struct Parcel: Equatable {
    var name: String
    @JSONFlatten var address: Street
    @JSONExtras var extras: JSONObject = [:]
}

@JSONModel
private final class Crate {
    var name = "none"
    @JSONFlatten var address: Street
    @JSONExtras var extras: JSONObject

    init(address: Street) {
        self.address = address
        extras = [:]
    }
}

@JSONModel(layout: .array)
private struct Row<ID: JSONConvertible & Equatable>: Equatable {
    var id: ID
    var title = "t"
    var note: String?
    var cache: Int { 1 }
    @JSONIgnore var seen = false
    var next: RowTail?

    // The JSON of this model is an array, which has positions and no keys. So the key `ID` does not appear in the JSON.
    private enum CodingKeys: String, CodingKey { case id = "ID", title, note, next }
}

@JSONModel(layout: .array)
private final class RowTail: Equatable {
    var count: Int
    var more: [Double] = []

    init(count: Int, more: [Double]) { (self.count, self.more) = (count, more) }
    static func == (a: RowTail, b: RowTail) -> Bool { a.count == b.count && a.more == b.more }
}

@JSONModel(only: "a", "b")
private struct Some: Equatable {
    var a: Int
    @JSONKey("B") var b = 2
    var c = 3
}

@JSONModel(explicit: true)
private struct Explicit: Equatable {
    @JSONKey var a: Int
    @JSONKey("B") var b: Int
    var c = 3
}

@JSONModel
private struct Headlined: Equatable {
    var id: Int
    var title: String
    var cache = [1]

    private enum CodingKeys: String, CodingKey {
        case id
        case title = "headline"
    }
}

@JSONModel
private struct Account: Equatable {
    var id: Int
    var secret = "x"

    private enum CodingKeys: CodingKey { case id }
}

private struct Hex: JSONCoder {
    struct NotHex: Error {}
    func decode(_ text: String) throws -> Int {
        guard let value = Int(text, radix: 16) else { throw NotHex() }
        return value
    }
    func encode(_ value: Int) -> String { String(value, radix: 16) }
}

extension JSONCoder where Self == Hex {
    fileprivate static var hex: Hex { Hex() }
}

@JSONModel
private struct Colors: Equatable {
    @JSONCoded(.hex) var main: Int
    @JSONCoded(.hex) var back: Int?
    @JSONCoded(.hex) @JSONRule(.lossy) var all: [Int] = []
    @JSONCoded(.hex) var named: [String: [Int]]?
    @JSONRule(.lossy) var sizes: [Int] = []
    @JSONRule(.lenient, .writesNull, .description("How many")) var count: Int?
}

private struct Comma: JSONCoder {
    func decode(_ text: String) -> [Int] { text.split(separator: ",").compactMap { Int($0) } }
    func encode(_ values: [Int]) -> String { values.map(\.description).joined(separator: ",") }
}

/// The coder makes an array, and the properties are arrays of arrays.
@JSONModel
private struct Rows: Equatable {
    @JSONCoded(Comma()) var one: [Int]
    @JSONCoded(Comma()) var two: [[Int]]
    @JSONCoded(Comma()) var three: [[[Int]]?] = []
    @JSONCoded(Comma()) var named: [String: [[Int]]]?
}

@JSONModel
private final class ColorBox {
    @JSONCoded(.hex) var main = 1
    @JSONCoded(Hex()) var all: [Int]? = nil
    @JSONCoded(.hex) let id: Int
    @JSONRule(.lossy, .description("In pixels")) @JSONDefault(onNull: [9]) var sizes: [Int] = [1]

    init(id: Int) { self.id = id }
}

@JSONModel
private struct Defaulted: Equatable {
    @JSONDefault(missing: 1, onNull: 2, onInvalid: 3) var a: Int
    @JSONDefault(onNull: "null", onInvalid: "wrong") var b: String = "missing"
    @JSONDefault(5) var c: Int
}

/// Makes an entire array from a String.
private struct Commas: JSONCoder {
    func decode(_ text: String) -> [String] { text.split(separator: ",").map(String.init) }
    func encode(_ words: [String]) -> String { words.joined(separator: ",") }
}

private struct SetCommas: JSONCoder {
    func decode(_ text: String) -> Set<String> { Set(Commas().decode(text)) }
    func encode(_ words: Set<String>) -> String { words.sorted().joined(separator: ",") }
}

@JSONModel
private struct Lists: Equatable {
    @JSONCoded(Commas()) var a: [String]
    @JSONCoded(Commas()) var b: [String]?
    @JSONCoded(Commas()) var c: [String: [String]] = [:]
    @JSONCoded(Commas()) var d = ["x"] { didSet {} }
    @JSONCoded(.hex) var e = [1, 2]
    @JSONCoded(.hex) var f = ["a": [1]]
    @JSONCoded(SetCommas()) var g: Set<String> = []
}

@JSONModel
private struct Table<Key: Hashable, Value> {
    var values: [Key: [Value]]
}

private enum Size: String, JSONObjectKey { case small, large }

@JSONModel
private final class DefaultedClass {
    @JSONDefault(missing: 1, onNull: 2, onInvalid: 3) var a: Int
    @JSONDefault(onNull: "null", onInvalid: "wrong") var b: String = "missing"
    init() { a = 0 }
}

@JSONModel
private final class Viewed {
    @JSONRule(.views("admin")) var secret = "s"
    @JSONRule(.views("admin", "public"), .lenient) var shown: Int

    init() { shown = 1 }
}

private struct Reserved: Error {}

@JSONModel
private struct Checked: Equatable {
    @JSONValidate(0...150) var age: Int
    @JSONValidate(count: 1...3) var name: String
    @JSONValidate(..<10) var rank: Int?
    @JSONValidate({ (name: String) in if name == "root" { throw Reserved() } }) var login = "guest"
    @JSONValidate({ (word: inout String) in word = word.uppercased() }) var word = "w"
    @JSONValidate({ (even: Int) in even.isMultiple(of: 2) }) var even = 0
    @JSONValidate(
        { (short: inout String) in
            short = String(short.prefix(3)); return !short.isEmpty
        }, message: "is empty") var short = "s"
}

@JSONModel
private final class CheckedClass {
    @JSONValidate(0...150) var age = 1
    @JSONValidate({ (odd: Int) in !odd.isMultiple(of: 2) }, message: "is not odd") var odd = 1
    @JSONValidate({ (word: inout String) in word = word.uppercased() }) var word = "w"
}

@JSONModel
class Creature {
    var name: String
    var legs = 4
    init(name: String) { self.name = name }
}

@JSONModel(subclassOf: Creature.self)
class Hound: Creature {
    var breed: String
    var age = 1
    init(breed: String) {
        self.breed = breed
        super.init(name: "dog")
    }
}

@JSONModel(subclassOf: Hound.self)
final class Pup: Hound {
    @JSONKey("w") var weeks: Int = 8
}

@JSONModel(subclassOf: Creature.self)
final class Bird: Creature {
    var wings: Int?
}

/// A subclass that overrides the keys and rules from the mappings of its superclasses.
@JSONModel(
    keys: .custom("prefixed") { "d_" + $0 }, subclassOf: Hound.self,
    overriding: ["name": "dog_name", "legs": .ignored, "age": .key(["age", "years"]).default(7), "breed": .by(Doubled())])
final class Show: Hound {
    var prize: Int
    init(prize: Int) {
        self.prize = prize
        super.init(breed: "b")
    }
}

private struct Doubled: JSONCoder {
    func decode(_ text: String) -> String { String(text.prefix(text.count / 2)) }
    func encode(_ word: String) -> String { word + word }
}

private struct Location: Equatable { var latitude, longitude: Double }

private struct LocationCoder: JSONCoder {
    func decode(_ parts: Coordinates) -> Location { Location(latitude: parts.lat, longitude: parts.lng) }
    func encode(_ at: Location) -> Coordinates { Coordinates(lat: at.latitude, lng: at.longitude) }
}

@JSONModel
private struct Coordinates {
    var lat: Double
    var lng: Double
}

@JSONModel(keys: .snakeCase(splitsDigits: true))
private struct Route: Equatable {
    @JSONFlatten @JSONCoded(LocationCoder()) var at: Location?
    @JSONRule(writtenIf: { (stops: [Int]) in !stops.isEmpty }) var stops: [Int] = []
    var line7 = 1
}

@JSONModel
private struct Span: Equatable {
    var low: Int
    var high = 0

    static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping {
        mapping.beforeReading { $0["low"] = $0["low"] ?? $0["min"] }.afterReading(Span.self) { $0.high = max($0.low, $0.high) }
    }
}

@JSONModel
private final class Hooked {
    var name: String
    init(name: String) { self.name = name }

    static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping {
        mapping.afterReading(Hooked.self) { $0.name += "!" }.afterWriting { $0["kind"] = "hooked" }
    }
}

@JSONModel
private class Parent {
    var name: String
    init(name: String) { self.name = name }

    class func jsonHooks(_ mapping: JSONMapping) -> JSONMapping { mapping.beforeWriting(Parent.self) { $0.name += "?" } }
}

@JSONModel(subclassOf: Parent.self)
private final class Child: Parent {
    let age: Int
    init(age: Int) {
        self.age = age
        super.init(name: "")
    }

    override class func jsonHooks(_ mapping: JSONMapping) -> JSONMapping { mapping.afterReading(Child.self) { $0.name += "!" } }
}

@JSONModel(subclassOf: Parent.self)
private final class Heir: Parent {
    let age: Int
    init(age: Int) {
        self.age = age
        super.init(name: "")
    }

    override class func jsonHooks(_ mapping: JSONMapping) -> JSONMapping {
        super.jsonHooks(mapping).afterReading(Heir.self) { $0.name += "!" }
    }
}

@JSONModel(tag: "type")
private enum Visited: Equatable {
    case home(Street)
    @JSONCase(.fallback) case other(JSONValue)

    static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping { mapping.beforeReading { $0["type"] = $0["type"] ?? "home" } }
}

@JSONModel
private final class RouteBox {
    @JSONFlatten @JSONCoded(LocationCoder()) var at: Location
    @JSONRule(writtenIf: { (stops: [Int]) in !stops.isEmpty }) var stops: [Int] = []

    init(at: Location) { self.at = at }
}

@Suite("Attributes map as the mapping's calls do")
struct MappingMacroTests {
    /// The form without `String`, which Swift's own Codable accepts, too.
    @Test func codingKeysWithoutRawValuesLeavePropertiesOut() throws {
        let account = try Account(json: #"{"id":1,"secret":"q"}"#)
        #expect(account == Account(id: 1))
        #expect(try account.jsonString() == #"{"id":1}"#)
    }

    @Test("candidates, paths, and keys for reading and writing")
    func keys() throws {
        #expect(try Keyed(json: #"{"data":{"ids":[3]},"login":"m","a.b":1}"#) == Keyed(id: 3, userName: "m", dotted: 1))
        let text = #"{"id":1,"name":"m","plain_name":2}"#
        #expect(try Keyed(id: 1, userName: "m", plainName: 2).jsonString() == text)
        #expect(throws: JSONError.self) { try Keyed(json: #"{"id":1,"login":"m","other":1}"#) }
        #expect(try Constant(json: #"{"t.t":"a","old":{"title":"b"}}"#) == Constant(title: "a", other: "b"))
        #expect(try Twice(json: #"{"v":4}"#) == Twice(a: 4, b: 4))
    }

    @Test("hooks around a struct, a class, an enum")
    func hooks() throws {
        #expect(try Span(json: #"{"min":3}"#) == Span(low: 3, high: 3))
        let hooked = try Hooked(json: #"{"name":"a"}"#)
        #expect(hooked.name == "a!")
        #expect(try hooked.jsonString() == #"{"name":"a!","kind":"hooked"}"#)
        #expect(try hooked.update(json: #"{"name":"b"}"#).names == ["name"])
        #expect(hooked.name == "b!")
        #expect(try Visited(json: #"{"street":"s","zip":1}"#) == .home(Street(street: "s", zip: 1)))
        #expect(try Visited(json: #"{"type":"x"}"#).jsonString() == #"{"type":"x"}"#)
    }

    @Test("flattened properties and extras")
    func wholes() throws {
        let text = #"{"name":"n","street":"s","zip":1,"color":"red","tags":[1]}"#
        let parcel = try Parcel(json: text)
        #expect(parcel.address == Street(street: "s", zip: 1))
        #expect(parcel.extras.count == 2)
        #expect(try parcel.jsonString() == text)
        #expect(try Crate(json: text).jsonString() == text)
        #expect(try Crate(json: #"{"street":"s"}"#).name == "none")
    }

    @Test("allow lists and CodingKeys")
    func lists() throws {
        #expect(try Some(json: #"{"a":1,"B":5,"c":9}"#) == Some(a: 1, b: 5, c: 3))
        #expect(try Some(a: 1).jsonString() == #"{"a":1,"B":2}"#)
        #expect(try Explicit(json: #"{"a":1,"B":5,"c":9}"#) == Explicit(a: 1, b: 5, c: 3))
        #expect(try Headlined(json: #"{"id":1,"headline":"h","title":"no","cache":[]}"#) == Headlined(id: 1, title: "h"))
        #expect(try Headlined(id: 1, title: "h").jsonString() == #"{"id":1,"headline":"h"}"#)
    }

    @Test func aCoderOfArraysConvertsTheInnerArrays() throws {
        let text = #"{"one":"1,2","two":["3","4,5"],"three":[["6"],null],"named":{"a":["7"]}}"#
        let rows = try Rows(json: text)
        #expect(rows == Rows(one: [1, 2], two: [[3], [4, 5]], three: [[[6]], nil], named: ["a": [[7]]]))
        #expect(try rows.jsonString() == text)
    }

    @Test("coders and rules")
    func coders() throws {
        let text = #"{"main":"ff","back":"a","all":["1","2"],"named":{"x":["b"]},"sizes":[1],"count":null}"#
        let colors = try Colors(json: text)
        #expect(colors == Colors(main: 255, back: 10, all: [1, 2], named: ["x": [11]], sizes: [1]))
        #expect(try colors.jsonString() == text)
        let lossy = try Colors(json: #"{"main":"1","all":["1","x",2],"sizes":[1,"2",3],"count":"7"}"#)
        #expect(lossy == Colors(main: 1, all: [1], sizes: [1, 3], count: 7))
        let boxText = #"{"main":"ff","all":["1"],"id":"2","sizes":[3]}"#
        #expect(try ColorBox(json: boxText).jsonString() == boxText)
        let box = try ColorBox(json: #"{"id":"a","sizes":null}"#)
        #expect((box.main, box.id, box.sizes) == (1, 10, [9]))
        #expect(try ColorBox(json: #"{"id":"a","sizes":[1,"x"]}"#).sizes == [1])
    }

    @Test("a subclass has hooks of its own; a hook before writing gets the instance of a class")
    func hooksOfSubclasses() throws {
        let parent = Parent(name: "p"), child = try Child(json: #"{"name":"c","age":1}"#)
        #expect(try parent.jsonString() == #"{"name":"p?"}"# && parent.name == "p?")
        #expect(try child.jsonString() == #"{"name":"c!","age":1}"# && child.name == "c!")
        #expect(try Heir(json: #"{"name":"h","age":1}"#).jsonString() == #"{"name":"h!?","age":1}"#)
    }

    @Test("views")
    func views() throws {
        let value = try Viewed(json: #"{"shown":"7"}"#)
        #expect(try value.jsonString(JSONWriteOptions(view: "public")) == #"{"shown":7}"#)
        #expect(try value.jsonString(JSONWriteOptions(view: "admin")) == #"{"secret":"s","shown":7}"#)
    }

    @Test("a coder may make an entire array, dictionary or Set")
    func codersOfContainers() throws {
        let text = #"{"a":"x,y","b":"z","c":{"k":"p,q"},"d":"r","e":["a"],"f":{"k":["b"]},"g":"s"}"#
        let lists = try Lists(json: text)
        #expect(lists.a == ["x", "y"] && lists.b == ["z"] && lists.c == ["k": ["p", "q"]] && lists.d == ["r"])
        #expect(lists.e == [10] && lists.f == ["k": [11]] && lists.g == ["s"])
        #expect(try lists.jsonString() == text)
        #expect(try Lists(json: #"{"a":""}"#) == Lists(a: []))
    }

    @Test("a type parameter as the key of a dictionary")
    func genericKeys() throws {
        let text = #"{"values":{"small":[1]}}"#
        #expect(try Table<Size, Int>(json: text).values == [.small: [1]] && Table<Size, Int>(json: text).jsonString() == text)
    }

    @Test("defaults for missing, null and invalid values")
    func defaults() throws {
        #expect(try Defaulted(json: "{}") == Defaulted(a: 1, b: "missing", c: 5))
        #expect(try Defaulted(json: #"{"a":null,"b":null,"c":1}"#) == Defaulted(a: 2, b: "null", c: 1))
        #expect(try Defaulted(json: #"{"a":"x","b":1}"#) == Defaulted(a: 3, b: "wrong", c: 5))
        let missing = try DefaultedClass(json: "{}"), null = try DefaultedClass(json: #"{"a":null,"b":null}"#)
        let wrong = try DefaultedClass(json: #"{"a":"x","b":1}"#)
        #expect([missing.a, null.a, wrong.a] == [1, 2, 3])
        #expect([missing.b, null.b, wrong.b] == ["missing", "null", "wrong"])
    }

    @Test("validation")
    func validation() throws {
        #expect(try Checked(json: #"{"age":150,"name":"abc","word":"x"}"#) == Checked(age: 150, name: "abc", word: "X"))
        func failure(_ text: String) -> JSONError? {
            do throws(JSONError) { _ = try Checked(json: text) } catch { return error }
            return nil
        }
        let age = failure(#"{"age":151,"name":"abc"}"#)
        #expect((age?.kind, age?.path) == (.refused, "$.age"))
        #expect(age.map { "\($0)".contains("151 is not in 0...150") } == true)
        #expect(failure(#"{"age":1,"name":""}"#).map { "\($0)".contains("the count 0 is not in 1...3") } == true)
        #expect(failure(#"{"age":1,"name":"a","rank":10}"#).map { "\($0)".contains("10 is not in ..<10") } == true)
        #expect(failure(#"{"age":1,"name":"a","login":"root"}"#)?.underlying is Reserved)
        #expect(try CheckedClass(json: #"{"word":"x"}"#).word == "X")
        // Yoke checks the initial value in a struct, but not in a class.
        #expect(try Checked(json: #"{"age":1,"name":"a"}"#).word == "W")
        #expect(try CheckedClass(json: "{}").word == "w")
        #expect(throws: JSONError.self) { try CheckedClass(json: #"{"age":151}"#) }
        #expect(failure(#"{"age":1,"name":"a","even":3}"#).map { "\($0)".contains("3 is not valid") } == true)
        #expect(try Checked(json: #"{"age":1,"name":"a","short":"abcd"}"#).short == "abc")
        #expect(failure(#"{"age":1,"name":"a","short":""}"#).map { "\($0)".contains("is empty") } == true)
        #expect(throws: JSONError.self) { try CheckedClass(json: #"{"odd":2}"#) }
    }

    @Test("arrays for structs, classes and generic types")
    func arrays() throws {
        let text = #"[1,"n",null,[2,[0.5]]]"#
        let row = try Row<Int>(json: text)
        #expect(row == Row(id: 1, title: "n", next: RowTail(count: 2, more: [0.5])))
        #expect(try row.jsonString() == text)
        #expect(try Row<Int>(json: "[1]").title == "t")
        #expect(throws: JSONError.self) { try Row<Int>(json: "[]") }
    }

    @Test("subclasses")
    func subclasses() throws {
        let text = #"{"name":"n","legs":3,"breed":"b","age":2}"#
        let hound = try Hound(json: text)
        #expect((hound.name, hound.legs, hound.breed, hound.age) == ("n", 3, "b", 2))
        #expect(try hound.jsonString() == text)
        #expect(try Hound(json: #"{"name":"n","breed":"b"}"#).legs == 4)
        #expect(throws: JSONError.self) { try Hound(json: #"{"breed":"b"}"#) }
        #expect(try Creature(json: text).jsonString() == #"{"name":"n","legs":3}"#)
        let pup = try Pup(json: #"{"name":"n","breed":"b","w":4}"#)
        #expect((pup.name, pup.breed, pup.weeks) == ("n", "b", 4))
        #expect(try pup.jsonString() == #"{"name":"n","legs":4,"breed":"b","age":1,"w":4}"#)
        #expect(try [Bird](json: #"[{"name":"n","wings":2}]"#).map(\.wings) == [2])
        #expect(Bird(name: "kept").name == "kept")
    }

    @Test("lists of properties")
    func listsOfProperties() throws {
        let fields = Show.jsonFields
        #expect(fields.map(\.name) == ["name", "breed", "age", "prize"])
        #expect(fields.map(\.ownerName) == ["Creature", "Hound", "Hound", "Show"])
        #expect(fields.map(\.typeName) == ["String", "String", "Int", "Int"])
        #expect(fields.map(\.readKeys) == [["dog_name"], ["breed"], ["age", "years"], ["d_prize"]])
        #expect(fields.map(\.isRequired) == [true, true, false, true])
        #expect(fields.map(\.hasDefault) == [false, false, true, false])
        #expect(fields.allSatisfy { !$0.isOptional && $0.flattenedFrom.isEmpty })
        #expect(Bird.jsonFields.map(\.isOptional) == [false, false, true])
    }

    @Test("names that a class does not have, unless a subclass may have them")
    func namesOfACall() throws {
        let pup = try Pup(json: #"{"name":"n","breed":"b"}"#)
        #expect(throws: JSONError.self) { try pup.jsonString(JSONWriteOptions(only: ["weks"])) }
        #expect(try [pup as Creature].jsonString(JSONWriteOptions(only: ["weeks"])) == #"[{"w":8}]"#)
        var options = JSONReadOptions.strict
        options.only = ["nmae"]
        let error = #expect(throws: JSONError.self) { try Creature(json: #"{"name":"n"}"#, options: options) }
        #expect(error?.hint == #"did you mean "name"?"#)
    }

    @Test("a subclass says it otherwise")
    func overriding() throws {
        let show = try Show(json: #"{"dog_name":"n","name":"no","legs":3,"breed":"abab","d_prize":1}"#)
        #expect((show.name, show.legs, show.breed, show.age, show.prize) == ("n", 4, "ab", 7, 1))
        #expect(try show.jsonString() == #"{"dog_name":"n","breed":"abab","age":7,"d_prize":1}"#)
        #expect(try Show(json: #"{"dog_name":"n","years":2,"breed":"","d_prize":1}"#).age == 2)
        let creatures: [Creature] = [show, Creature(name: "c")]
        #expect(try creatures.jsonString() == #"[{"dog_name":"n","breed":"abab","age":7,"d_prize":1},{"name":"c","legs":4}]"#)
        #expect(try creatures[0].jsonString() == show.jsonString())
        #expect(try Hound(json: #"{"name":"n","breed":"b"}"#).jsonString() == #"{"name":"n","legs":4,"breed":"b","age":1}"#)
    }

    @Test("flattened by a coder, and written only if")
    func flattenedByACoder() throws {
        let text = #"{"lat":1.0,"lng":2.0,"stops":[1],"line_7":2}"#
        #expect(try Route(json: text) == Route(at: Location(latitude: 1, longitude: 2), stops: [1], line7: 2))
        #expect(try Route(json: text).jsonString() == text)
        #expect(try Route(json: "{}").jsonString() == #"{"line_7":1}"#)
        let box = try RouteBox(json: #"{"lng":2,"lat":1}"#)
        #expect(box.at == Location(latitude: 1, longitude: 2))
        #expect(try box.jsonString() == #"{"lat":1.0,"lng":2.0}"#)
    }
}
#endif
