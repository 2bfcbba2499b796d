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
        expectError(.refused, "references") { _ = try JSONSchema(of: HoldsOwnTree.self, style: .strict) }
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
        let schema = try JSONSchema(of: HoldsOwnTree.self).json
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

    private enum Price: Decimal, JSONConvertible {
        case low = 1
        case high = 2.5
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Price.self) { $0 += [.low, .high] } }
    }

    private enum Place: RawRepresentable, CaseIterable, JSONConvertible {
        case home, work
        var rawValue: [Int] {
            switch self {
            case .home: [1]
            case .work: [2, 3]
            }
        }
        init?(rawValue: [Int]) {
            guard let place = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
            self = place
        }
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Place.self) { $0 += [.home, .work] } }
    }

    @Test("Raw values that are neither numbers of Swift nor Strings have the schema of their JSON")
    func otherRawValues() throws {
        #expect(try Price.high.jsonString() == "2.5")
        let price = try JSONSchema(of: Price.self).json
        #expect(price["type"] == "number" && price["enum"] == [1, 2.5])
        #expect(try Place.work.jsonString() == "[2,3]")
        let place = try JSONSchema(of: Place.self).json
        #expect(place["type"] == "array" && place["enum"] == nil)
    }
}
