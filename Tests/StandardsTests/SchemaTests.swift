import Foundation
import Testing
import TestSupport
import YokeFoundation
import YokeStandards

@Suite struct SchemaTests {
    @Test func aModelHasItsPropertiesChecksAndFormats() throws {
        #expect(
            try JSONSchema(of: Person.self).json
                == json(
                    #"""
                    {"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
                      "id":{"type":"string","format":"uuid"},"full_name":{"type":"string","minLength":1},
                      "age":{"type":"integer","minimum":0,"maximum":150},"score":{"type":["number","null"],"minimum":0,"exclusiveMaximum":1},
                      "born":{"type":["string","null"],"format":"date-time"},"seen":{"type":"number"},"site":{"type":["string","null"],"format":"uri-reference"},
                      "photo":{"type":["string","null"],"format":"byte","contentEncoding":"base64"},
                      "role":{"type":"string","enum":["reader","author"]},"level":{"type":"integer","enum":[1,2]},
                      "friends":{"type":"array","items":{"$ref":"#"}},"tags":{"type":"array","items":{"type":"string"},"uniqueItems":true},
                      "counts":{"type":"object","additionalProperties":{"type":"integer","minimum":0,"maximum":255}},
                      "home":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]},
                      "any":{}},
                     "required":["id","full_name","age","seen","role","level","friends","tags","home","any"],"additionalProperties":false}
                    """#))
    }

    @Test func taggedCasesAreOneOfWithConst() throws {
        let schema = try JSONSchema(of: Drawing.self).json
        #expect(schema["properties"]?["shapes"] == ["type": "array", "items": ["$ref": "#/$defs/Shape"]])
        #expect(
            try schema["$defs"]
                == json(
                    #"""
                    {"Shape":{"oneOf":[
                      {"type":"object","properties":{"type":{"type":"string","const":"circle"},"radius":{"type":"number"}},"required":["type","radius"]},
                      {"type":"object","properties":{"type":{"type":"string","const":"group"},"of":{"type":"array","items":{"$ref":"#/$defs/Shape"}}},"required":["type","of"]},
                      {"type":"object","properties":{"type":{"type":"string","const":"point"}},"required":["type"]}]}}
                    """#))
    }

    @Test func theStrictStyleHasOnlyWhatProvidersAccept() throws {
        let schema = try JSONSchema(of: Drawing.self, style: .strict).json
        #expect(
            try schema
                == json(
                    #"""
                    {"type":"object","properties":{"title":{"type":["string","null"]},"shapes":{"type":"array","items":{"$ref":"#/$defs/Shape"}},
                      "kind":{"anyOf":[{"type":"string","enum":["reader","author"]},{"type":"null"}]}},
                     "required":["title","shapes","kind"],"additionalProperties":false,"$defs":{"Shape":{"anyOf":[
                      {"type":"object","properties":{"type":{"type":"string","const":"circle"},"radius":{"type":"number"}},"required":["type","radius"],"additionalProperties":false},
                      {"type":"object","properties":{"type":{"type":"string","const":"group"},"of":{"type":"array","items":{"$ref":"#/$defs/Shape"}}},"required":["type","of"],"additionalProperties":false},
                      {"type":"object","properties":{"type":{"type":"string","const":"point"}},"required":["type"],"additionalProperties":false}]}}}
                    """#))
        let allowed: Set<String> = [
            "type", "properties", "required", "items", "enum", "const", "anyOf", "$ref", "$defs", "additionalProperties",
        ]
        #expect(try Self.keywords(of: schema).isSubset(of: allowed))
    }

    @Test("the strict style keeps the formats that providers accept")
    func strictFormats() throws {
        let properties = try JSONSchema(of: Event.self, style: .strict).json["properties"]
        #expect(
            try properties
                == json(
                    #"""
                    {"id":{"type":"string","format":"uuid"},"start":{"type":"string","format":"date-time"},
                      "day":{"type":["string","null"],"format":"date"},"sent":{"type":"string"},"site":{"type":"string"},"photo":{"type":"string"}}
                    """#))
    }

    @Test("a property has the text of its rule as description")
    func descriptions() throws {
        let standard = try JSONSchema(of: Described.self).json["properties"]
        #expect(standard?["title"] == ["type": "string", "minLength": 1, "description": "Shown above"])
        #expect(standard?["home"] == ["$ref": "#/$defs/Address", "description": "Where"])
        #expect(standard?["inner"]?["properties"]?["text"] == ["type": ["string", "null"], "description": "At a path"])
        let strict = try JSONSchema(of: Described.self, style: .strict).json["properties"]
        #expect(strict?["title"] == ["type": "string", "description": "Shown above"])
        #expect(strict?["home"] == ["anyOf": [["$ref": "#/$defs/Address"]], "description": "Where"])
        #expect(strict?["other"] == ["anyOf": [["$ref": "#/$defs/Address"], ["type": "null"]], "description": "Elsewhere"])
        let item = try Described(json: #"{"title":"a","home":{"city":"b"}}"#)
        #expect(try item.jsonString() == #"{"title":"a","home":{"city":"b"}}"#)
        expectError(.invalidMapping, "description") { _ = try DescribedTwice(json: "{}") }
    }

    @Test func whatTheStrictStyleCannotSayIsAnErrorWithItsPlace() {
        expectError(.refused, "$.counts", "dictionary", "array of structs") { _ = try JSONSchema(of: Person.self, style: .strict) }
        expectError(.refused, "root") { _ = try JSONSchema(of: [Account].self, style: .strict) }
        expectError(.refused, "any JSON") { _ = try JSONSchema(of: JSONValue.self, style: .strict) }
        // The strict style would demand `"city": null` for nil, but the reader takes only a missing key for nil.
        expectError(.refused, "flattened Optional") { _ = try JSONSchema(of: MaybeHome.self, style: .strict) }
        expectError(.refused, "index") { _ = try JSONSchema(of: SecondOfPair.self, style: .strict) }
        expectError(.refused, "without a known case") { _ = try JSONSchema(of: HoldsFallback.self, style: .strict) }
        expectError(.refused, "references") { _ = try JSONSchema(of: HoldsOwn.self, style: .strict) }
    }

    @Test func formsAtTheirLimits() throws {
        #expect(try JSONSchema(of: [OnlyFallback].self).json["$defs"] == ["OnlyFallback": [:]])
        let properties = try JSONSchema(of: Bounds.self).json["properties"]
        #expect(properties?["none"] == ["type": "array", "items": ["type": "string"], "minItems": 0, "not": [:]])
        #expect(properties?["few"] == ["type": "string"])
        #expect(properties?["object"] == ["type": "object"] && properties?["array"] == ["type": "array"])
    }

    /// References of a schema that a type describes itself mean this schema, and not the schema around it.
    @Test func anOwnSchemaWithReferencesIsAResourceOfItsOwn() throws {
        let schema = try JSONSchema(of: HoldsOwn.self).json
        #expect(schema["properties"]?["a"] == ["$ref": "#/$defs/OwnTree"] && schema["properties"]?["b"] == ["$ref": "#/$defs/OwnTree"])
        #expect(schema["$defs"]?["OwnTree"]?["$id"] == "OwnTree")
        #expect(schema["$defs"]?["OwnTree"]?["properties"]?["below"] == ["type": "array", "items": ["$ref": "#"]])
    }

    @Test func otherFormsOfModelsHaveSchemas() throws {
        func schema(_ type: any JSONMapped.Type) throws -> JSONValue {
            func make<T: JSONMapped>(_ type: T.Type) throws -> JSONValue { try JSONSchema(of: type).json }
            var schema = try make(type)
            schema["$schema"] = nil
            return schema
        }
        #expect(
            try schema(Pair.self) == json(#"{"type":"array","prefixItems":[{"type":"integer"},{"type":["string","null"]}],"minItems":1}"#))
        #expect(try schema([String: Bool?].self) == ["type": "object", "additionalProperties": ["type": ["boolean", "null"]]])
        #expect(try schema([Int: Bool].self)["propertyNames"] == ["pattern": "^(0|-?[1-9][0-9]*)$"])
        #expect(try schema([UInt8: Bool].self)["propertyNames"] == ["pattern": "^(0|[1-9][0-9]*)$"])
        #expect(try schema([Weekday: Bool].self)["propertyNames"] == ["enum": ["mon", "tue"]])
        #expect(try schema(Celsius.self) == ["type": "number"])
        #expect(try schema(JSONPointer.self) == ["type": "string", "format": "json-pointer"])
        #expect(try schema(Choice.self)["oneOf"]?[1] == ["type": "string", "const": "none"])
        #expect(try schema(Choice.self)["oneOf"]?[0]?["required"] == ["some"])
        #expect(
            try schema(Nested.self)
                == json(
                    #"""
                    {"type":"object","properties":{"data":{"type":"object","properties":{"id":{"type":"integer"},"name":{"type":"string"}},
                     "required":["id"]},"city":{"type":"string"}},"required":["data","city"]}
                    """#))
    }

    @Test func severalBoundsAndCodersGiveOnlyWhatHolds() throws {
        #expect(
            try JSONSchema(of: Bounded.self).json["properties"]
                == json(
                    #"""
                    {"data":{"type":"string","format":"byte","contentEncoding":"base64"},"small":{"type":"integer","minimum":0,"exclusiveMaximum":9},
                     "list":{"type":"array","items":{"type":"integer"},"minItems":2,"maxItems":4}}
                    """#))
    }

    /// `@JSONModel` uses `_JSONStaged` for a property whose initial value is not a literal.
    @Test func aStagedPropertyHasItsBounds() throws {
        let level = try JSONSchema(of: Staged.self).json["properties"]?["level"]
        #expect(level == ["type": "integer", "minimum": 1, "maximum": 5], "\(level ?? .null)")
    }

    @Test func aTypeThatContainsItselfThroughAnArrayHasAName() throws {
        let schema = try JSONSchema(of: Forest.self).json
        #expect(schema["properties"]?["trees"] == ["$ref": "#/$defs/Tree"])
        #expect(schema["$defs"] == ["Tree": ["type": "array", "items": ["$ref": "#/$defs/Tree"]]])
    }

    @Test func theMembersOfAFlattenedTypeAreAllowed() throws {
        let schema = try JSONSchema(of: Placed.self).json
        #expect(schema["additionalProperties"] == nil)
        #expect(schema["unevaluatedProperties"] == false)
        let cases = try #require(schema["allOf"]?[0]?["oneOf"]?.array)
        #expect(cases.map { $0["additionalProperties"] } == [nil, nil])
        #expect(cases.map { $0["required"] } == [["type", "edge"], ["type"]])
        let optional = try JSONSchema(of: MaybePlaced.self).json
        #expect(optional["allOf"] == nil)
        #expect(optional["unevaluatedProperties"] == nil && optional["additionalProperties"] == nil)
    }

    @Test func anEnumWithAFallbackListsItsOtherCases() throws {
        for style in [.standard, .strict] as [JSONSchema.Style] {
            let level = try JSONSchema(of: OnlyLevel.self, style: style).json["properties"]?["level"]
            #expect(level == ["type": "integer", "enum": [1, 2]])
        }
    }

    @Test func countsOfTypedDictionariesAreBounds() throws {
        let schema = try JSONSchema(of: Numbered.self).json["properties"]?["byID"]
        #expect(schema?["minProperties"] == 1 && schema?["maxProperties"] == 2)
        #expect(schema?["propertyNames"] == ["pattern": "^(0|-?[1-9][0-9]*)$"])
    }

    @Test func aTaggedCaseTakesTheSchemaThatItsTypeGives() throws {
        let home = try JSONSchema(of: Dwelling.self).json["oneOf"]?[0]
        #expect(home?["properties"] == ["type": ["type": "string", "const": "home"], "city": ["type": "string", "minLength": 3]])
    }

    /// A function of the mapping gets an object and names the case. So a case without a payload can be read from any object, but not from
    /// null.
    @Test func aChosenCaseWithoutAPayloadIsAnObject() throws {
        #expect(
            try JSONSchema(of: Parcel.self).json["anyOf"] == [["$ref": "#/$defs/Circle"], ["type": "object"]])
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            #expect(try Parcel(json: "{}", options: options) == .empty)
            #expect(throws: JSONError.self) { try Parcel(json: "null", options: options) }
        }
        #expect(try Parcel.empty.jsonString() == "{}")
    }

    @Test func anOptionalOfATypeThatDescribesItselfAllowsNull() throws {
        let own = Code.jsonSchema.json
        #expect(try JSONSchema(of: [Code?].self).json["items"] == ["anyOf": [own, ["type": "null"]]])
    }

    private static func keywords(of schema: JSONValue) throws -> Set<String> {
        var found: Set<String> = []
        var waiting = [schema]
        while let next = waiting.popLast() {
            guard case .object(let object) = next else { continue }
            for (key, value) in object {
                found.insert(key)
                switch key {
                case "properties", "$defs": waiting += value.object.map { Array($0.values) } ?? []
                case "anyOf": waiting += value.array.map { Array($0) } ?? []
                case "items": waiting.append(value)
                default: break
                }
            }
        }
        return found
    }

    /// With a coder of its own, a property has the schema of the coder's JSON, and not of its type.
    @Test(arguments: [JSONSchema.Style.standard, .strict]) func aCoderDecidesTheSchema(style: JSONSchema.Style) throws {
        struct Colour: JSONConvertible, JSONSchemaDescribed {
            var value: Int
            static var jsonMapping: JSONMapping { JSONMapping(text: Self.self, read: { Self(value: $0.count) }, write: { "\($0.value)" }) }
            static var jsonSchema: JSONSchema { JSONSchema(["$schema": "x", "type": "string", "pattern": "^#", "format": "colour"]) }
        }
        struct NumberCoder: JSONCoder {
            func decode(_ storage: Int) -> Colour { Colour(value: storage) }
            func encode(_ value: Colour) -> Int { value.value }
        }
        struct Pair: JSONConvertible {
            var key: Int
            var value: String
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("key", \.key)
                    $0.add("value", \.value)
                }
            }
        }
        struct PairCoder: JSONCoder {
            func decode(_ storage: [Pair]) -> [Int: String] { Dictionary(storage.map { ($0.key, $0.value) }, uniquingKeysWith: { $1 }) }
            func encode(_ value: [Int: String]) -> [Pair] { value.map { Pair(key: $0.key, value: $0.value) } }
        }
        struct Call: JSONConvertible {
            var arguments: JSONObject
            var list: JSONArray
            var colour: Colour
            var plain: Colour
            var pairs: [Int: String]
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("arguments", \.arguments, by: JSONTextCoder())
                    $0.add("list", \.list, by: JSONTextCoder())
                    $0.add("colour", \.colour, by: NumberCoder())
                    $0.add("plain", \.plain)
                    $0.add("pairs", \.pairs, by: PairCoder())
                }
            }
        }
        let schema = try JSONSchema(of: Call.self, style: style).json, properties = try #require(schema["properties"])
        #expect(properties["arguments"] == ["type": "string"] && properties["list"] == ["type": "string"])
        #expect(properties["colour"] == ["type": "integer"])
        #expect(properties["plain"]?["pattern"] == "^#" && properties["plain"]?["$schema"] == nil)
        #expect((properties["plain"]?["format"] == nil) == (style == .strict))
        #expect(properties["pairs"]?["type"] == "array" && properties["pairs"]?["propertyNames"] == nil)
        let colour = try JSONSchema(of: Colour.self).json
        #expect(colour.object?.filter { $0.key == "$schema" }.count == 1)
    }
}

private struct Event: JSONConvertible {
    var id: UUID
    var start: Date
    var day: Date?
    var sent: Date
    var site: URL
    var photo: Data
    static var jsonMapping: JSONMapping {
        JSONMapping(Event.self) {
            $0.add("id", \.id)
            $0.add("start", \.start)
            $0.add("day", \.day, by: .format("yyyy-MM-dd").optional)
            $0.add("sent", \.sent, by: .rfc1123)
            $0.add("site", \.site)
            $0.add("photo", \.photo)
        }
    }
}

private struct Described: JSONConvertible {
    var title: String
    var home: Address
    var other: Address?
    var text: String?
    static var jsonMapping: JSONMapping {
        JSONMapping(Described.self) {
            $0.add("title", \.title, rules: [.count(1...9), .description("Shown above")])
            $0.add("home", \.home, rules: [.description("Where")])
            $0.add("other", \.other, rules: [.description("Elsewhere")])
            $0.add("text", \.text, key: [.path("inner.text")], rules: [.description("At a path")])
        }
    }
}

private struct DescribedTwice: JSONConvertible {
    var a: Int?
    static var jsonMapping: JSONMapping {
        JSONMapping(DescribedTwice.self) { $0.add("a", \.a, rules: [.description("b"), .description("c")]) }
    }
}

struct Person: JSONConvertible {
    var id: UUID
    var fullName: String
    var age: UInt8
    var score: Double?
    var born: Date?
    var seen: Date
    var site: URL?
    var photo: Data?
    var role: Role
    var level: Level
    var friends: [Person]
    var tags: Set<String>
    var counts: [String: UInt8] = [:]
    var home: Home
    var any: JSONValue

    static var jsonMapping: JSONMapping {
        JSONMapping(Person.self, keys: .snakeCase, unknownKeys: .reject) { fields in
            fields.add("id", \.id)
            fields.add("fullName", \.fullName, rules: [.count(1...40)])
            fields.add("age", \.age, rules: [.range(0...150)])
            fields.add("score", \.score, rules: [.range(0..<1)])
            fields.add("born", \.born)
            fields.add("seen", \.seen, by: .secondsSince1970)
            fields.add("site", \.site)
            fields.add("photo", \.photo)
            fields.add("role", \.role)
            fields.add("level", \.level)
            fields.add("friends", \.friends)
            fields.add("tags", \.tags)
            fields.add("counts", \.counts, default: [:])
            fields.add("home", \.home.self)
            fields.add("any", \.any)
        }
    }
}

enum Role: String, JSONConvertible {
    case reader, author
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Role.self) { $0 += [.reader, .author] } }
}

enum Level: Int, JSONConvertible {
    case low = 1, high
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Level.self) { $0 += [.low, .high] }.afterReading(Level.self) { _ in } }
}

struct Home: JSONConvertible, JSONSchemaDescribed {
    var city: String
    static var jsonMapping: JSONMapping { JSONMapping(Home.self) { $0.add("city", \.city) } }
    static var jsonSchema: JSONSchema {
        JSONSchema(["type": "object", "properties": ["city": ["type": "string"]], "required": ["city"]])
    }
}

struct Drawing: JSONConvertible {
    var title: String?
    var shapes: [Shape]
    var kind: Role = .reader

    static var jsonMapping: JSONMapping {
        JSONMapping(Drawing.self) { fields in
            fields.add("title", \.title)
            fields.add("shapes", \.shapes)
            fields.add("kind", \.kind, default: .reader)
        }
    }
}

struct Circle: JSONConvertible, Equatable, Sendable {
    var radius: Double
    static var jsonMapping: JSONMapping { JSONMapping(Circle.self) { $0.add("radius", \.radius) } }
}

struct Group: JSONConvertible, Equatable, Sendable {
    var of: [Shape]
    static var jsonMapping: JSONMapping { JSONMapping(Group.self) { $0.add("of", \.of) } }
}

enum Shape: JSONConvertible, Equatable, Sendable {
    case circle(Circle), group(Group), point

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Shape.self, tag: "type") {
            $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = copy $0 { circle } else { nil } })
            $0.add("group", Group.self, make: { .group($0) }, match: { if case .group(let group) = copy $0 { group } else { nil } })
            $0.add("point", .point)
        }
    }
}

enum Choice: JSONConvertible, Equatable {
    case some(Int), none

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Choice.self) {
            $0.add("some", Int.self, make: { .some($0) }, match: { if case .some(let value) = copy $0 { value } else { nil } })
            $0.add("none", .none)
        }
    }
}

enum Weekday: String, CaseIterable, JSONObjectKey { case mon, tue }

struct Pair: JSONConvertible {
    var id: Int
    var name: String?
    static var jsonMapping: JSONMapping {
        JSONMapping(Pair.self, layout: .array) {
            $0.add("id", \.id)
            $0.add("name", \.name)
        }
    }
}

struct Celsius: JSONConvertible {
    var degrees: Double
    static var jsonMapping: JSONMapping {
        JSONMapping(Celsius.self, via: Double.self, decode: { Celsius(degrees: $0) }, encode: { $0.degrees })
    }
}

struct Nested: JSONConvertible {
    var id: Int
    var name = ""
    var address: Address
    static var jsonMapping: JSONMapping {
        JSONMapping(Nested.self) {
            $0.add("id", \.id, key: [.path("data.id"), "id"])
            $0.add("name", \.name, key: [.path("data.name")], default: "")
            $0.flatten("address", \.address)
        }
    }
}

struct Address: JSONConvertible {
    var city: String
    static var jsonMapping: JSONMapping { JSONMapping(Address.self) { $0.add("city", \.city) } }
}

private struct Staged: JSONConvertible {
    var level = _JSONStaged<Int>()

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("level", \.level, rules: _JSONStaged<Int>.rules([.range(1...5)]))
        }
    }
}

private struct Bounded: JSONConvertible {
    var data: Data
    var small: UInt8
    var list: [Int]

    static var jsonMapping: JSONMapping {
        JSONMapping(Bounded.self) { fields in
            fields.add("data", \.data, rules: [.count(1...40)])
            fields.add("small", \.small, rules: [.range(0...9), .range(0..<9), .range(...200)])
            fields.add("list", \.list, rules: [.count(2...8), .count(1..<5)])
        }
    }
}

private struct Tree: JSONConvertible {
    var branches: [Tree]
    static var jsonMapping: JSONMapping {
        JSONMapping(Tree.self, via: [Tree].self, decode: { Tree(branches: $0) }, encode: { $0.branches })
    }
}

private struct Forest: JSONConvertible {
    var trees: Tree
    static var jsonMapping: JSONMapping { JSONMapping(Forest.self) { $0.add("trees", \.trees) } }
}

private struct Square: JSONConvertible, Equatable, Sendable {
    var edge: Double
    static var jsonMapping: JSONMapping { JSONMapping(Square.self, unknownKeys: .reject) { $0.add("edge", \.edge) } }
}

private enum Figure: JSONConvertible, Equatable, Sendable {
    case square(Square), dot

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Figure.self, tag: "type") {
            $0.add("square", Square.self, make: { .square($0) }, match: { if case .square(let square) = copy $0 { square } else { nil } })
            $0.add("dot", .dot)
        }
    }
}

private struct Placed: JSONConvertible {
    var x: Int
    var figure: Figure
    static var jsonMapping: JSONMapping {
        JSONMapping(Placed.self, unknownKeys: .reject) {
            $0.add("x", \.x)
            $0.flatten("figure", \.figure)
        }
    }
}

private struct MaybePlaced: JSONConvertible {
    var x: Int
    var figure: Figure?
    static var jsonMapping: JSONMapping {
        JSONMapping(MaybePlaced.self, unknownKeys: .reject) {
            $0.add("x", \.x)
            $0.flatten("figure", \.figure)
        }
    }
}

private struct House: JSONConvertible, JSONSchemaDescribed, Equatable, Sendable {
    var city: String
    static var jsonMapping: JSONMapping { JSONMapping(House.self) { $0.add("city", \.city) } }
    static var jsonSchema: JSONSchema {
        JSONSchema(["type": "object", "properties": ["city": ["type": "string", "minLength": 3]], "required": ["city"]])
    }
}

private enum Dwelling: JSONConvertible, Equatable, Sendable {
    case home(House), none

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Dwelling.self, tag: "type") {
            $0.add("home", House.self, make: { .home($0) }, match: { if case .home(let house) = copy $0 { house } else { nil } })
            $0.add("none", .none)
        }
    }
}

private enum Parcel: JSONConvertible, Equatable, Sendable {
    case circle(Circle), empty

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Parcel.self, choose: { $0["radius"] == nil ? "empty" : "circle" }) {
            $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = copy $0 { circle } else { nil } })
            $0.add("empty", .empty)
        }
    }
}

/// A type whose schema has a `oneOf` with two parts. The schema of `Code?` must be an `anyOf` of this schema and null. If it only added
/// "null" to `type`, null would fit both parts, and `oneOf` would refuse null.
private struct Code: JSONConvertible, JSONSchemaDescribed {
    var text: String
    static var jsonMapping: JSONMapping { JSONMapping(Code.self, via: String.self, decode: { Code(text: $0) }, encode: { $0.text }) }
    static var jsonSchema: JSONSchema { JSONSchema(["type": "string", "oneOf": [["maxLength": 3], ["minLength": 9]]]) }
}

private struct MaybeHome: JSONConvertible {
    var id: Int
    var address: Address?
    static var jsonMapping: JSONMapping {
        JSONMapping(MaybeHome.self) {
            $0.add("id", \.id)
            $0.flatten("address", \.address)
        }
    }
}

private struct SecondOfPair: JSONConvertible {
    var second: Int
    static var jsonMapping: JSONMapping { JSONMapping(SecondOfPair.self) { $0.add("second", \.second, key: .path("pair[1]")) } }
}

private enum OnlyFallback: JSONConvertible {
    case other(JSONValue)
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: OnlyFallback.self) {
            $0.fallback(make: { .other($0) }, match: { if case .other(let value) = copy $0 { value } else { nil } })
        }
    }
}

private struct HoldsFallback: JSONConvertible {
    var value: OnlyFallback
    static var jsonMapping: JSONMapping { JSONMapping(HoldsFallback.self) { $0.add("value", \.value) } }
}

private struct Bounds: JSONConvertible {
    var none: [String]
    var few: String
    var object: JSONObject
    var array: JSONArray
    static var jsonMapping: JSONMapping {
        JSONMapping(Bounds.self) {
            $0.add("none", \.none, rules: [.count(0..<0)])
            $0.add("few", \.few, rules: [.count(-3...3)])
            $0.add("object", \.object)
            $0.add("array", \.array)
        }
    }
}

private struct OwnTree: JSONConvertible, JSONSchemaDescribed {
    var below: [OwnTree]
    static var jsonMapping: JSONMapping { JSONMapping(OwnTree.self) { $0.add("below", \.below) } }
    static var jsonSchema: JSONSchema {
        JSONSchema(["type": "object", "properties": ["below": ["type": "array", "items": ["$ref": "#"]]]])
    }
}

private struct HoldsOwn: JSONConvertible {
    var a: OwnTree
    var b: OwnTree
    static var jsonMapping: JSONMapping {
        JSONMapping(HoldsOwn.self) {
            $0.add("a", \.a)
            $0.add("b", \.b)
        }
    }
}

private struct OnlyLevel: JSONConvertible {
    enum Level: Int, JSONConvertible {
        case low = 1, high, unknown
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Level.self, fallback: .unknown) { $0 += [.low, .high, .unknown] } }
    }
    var level: Level
    static var jsonMapping: JSONMapping { JSONMapping(OnlyLevel.self) { $0.add("level", \.level) } }
}

private struct Numbered: JSONConvertible {
    var byID: [Int: String]?
    static var jsonMapping: JSONMapping { JSONMapping(Numbered.self) { $0.add("byID", \.byID, rules: [.count(1...2)]) } }
}
