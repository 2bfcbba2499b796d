import Foundation
import TestSupport
import Testing
import YokeFoundation
import YokeStandards

/// A schema accepts the texts that Yoke writes, and texts that fit the schema can be read.
@Suite struct SchemaFitTests {
    /// The date style of a flattened type holds for its properties. The style of a model does not hold in a type that is stored as a date.
    @Test func dateStylesHoldWhereReadingUsesThem() throws {
        let stay = Stay(times: Times(at: Date(timeIntervalSinceReferenceDate: -978_307_200)), seen: Stamp(Date()))
        let text = try stay.jsonString()
        #expect(text.hasPrefix(#"{"at":0,"seen":"2"#))
        #expect(try Stay(json: text).times == stay.times)
        let schema = try JSONSchema(of: Stay.self).json
        #expect(schema["properties"]?["at"] == ["type": "number"])
        #expect(schema["properties"]?["seen"] == ["type": "string", "format": "date-time"])
    }

    @Test func aPathIntoAnotherPropertyKeepsThePropertysSchema() throws {
        let inner: JSONValue = ["$ref": "#/$defs/Circle"]
        let path = try json(#"{"type":"object","properties":{"radius":{"type":"number"}},"required":["radius"]}"#)
        #expect(try JSONSchema(of: Pathed.self).json["properties"] == ["circle": ["allOf": [inner, path]]])
        #expect(try JSONSchema(of: Pathed.self, style: .strict).json["properties"] == ["circle": inner])
    }

    /// The schema of `circle` is closed, and has only the members of a Circle.
    @Test func aStrictSchemaHasNoPathToAMemberThatAPropertyLacks() throws {
        let error = #expect(throws: JSONError.self) { try JSONSchema(of: Misled.self, style: .strict) }
        #expect(error?.kind == .refused && error?.path == "$.diameter")
        #expect(throws: JSONError.self) { try JSONSchema(of: MisledByNumber.self, style: .strict) }
    }

    /// The writer writes this key, so a schema that refuses unknown members must have it.
    @Test func aPropertyStandsUnderTheKeyForWriting() throws {
        let schema = try JSONSchema(of: Renamed.self).json
        #expect(schema["properties"]?.object?.keys.elementsEqual(["id", "old"]) == true && schema["required"] == ["id"], "\(schema)")
    }

    @Test func rangesOfCodersAreNotBounds() throws {
        #expect(try JSONSchema(of: Scaled.self).json["properties"] == ["ms": ["type": "number"]])
    }

    /// The schema of a recursive flattened enum is made once more, because its definition refuses the members around it.
    @Test func aRecursiveFlattenedEnumLeavesRoomForOtherMembers() throws {
        let text = #"{"id":1,"type":"a","sub":[{"id":2,"type":"a","sub":[]}]}"#
        #expect(try Post(json: text).jsonString() == text)
        for schema in [try JSONSchema(of: Post.self).json, try JSONSchema(of: Topic.self).json] {
            let all = try schema.jsonString()
            #expect(!all.contains(##""allOf":[{"$ref""##), "\(all)")
        }
        let topics = try JSONSchema(of: Topic.self).json["$defs"]?["Post"]?["allOf"]
        #expect(topics?[0]?["additionalProperties"] == nil && topics?[0]?["properties"]?["sub"] != nil)
    }

    @Test func aTagFitsBesideAPayloadWithItsOwnSchema() throws {
        let payload = try JSONSchema(of: Signal.self).json["allOf"]
        #expect(payload == [["anyOf": [["type": "object", "properties": ["a": [:]]]]]])
        let error = #expect(throws: JSONError.self) { try JSONSchema(of: Signal.self, style: .strict) }
        #expect(error?.kind == .refused)
    }

    @Test func setsOfModelsMayRepeatAnElement() throws {
        #expect(try JSONSchema(of: Set<Named>.self).json["uniqueItems"] == nil)
        #expect(try JSONSchema(of: Set<Named?>.self).json["uniqueItems"] == nil)
        #expect(try JSONSchema(of: Set<Date>.self).json["uniqueItems"] == nil)
        #expect(try JSONSchema(of: Set<Int>.self).json["uniqueItems"] == true)
        #expect(try JSONSchema(of: Set<String?>.self).json["uniqueItems"] == true)
    }
}

private struct Renamed: JSONConvertible {
    var id: Int
    var old: Int?
    static var jsonMapping: JSONMapping {
        JSONMapping(Renamed.self, unknownKeys: .reject) {
            $0.add("id", \.id, key: JSONKeys(read: ["ID", "id"], write: "id"))
            $0.add("old", \.old, key: JSONKeys(read: ["old"], write: "new"))
        }
    }
}

private struct Times: JSONConvertible, Equatable {
    var at: Date
    static var jsonMapping: JSONMapping { JSONMapping(Times.self, dates: .secondsSince1970) { $0.add("at", \.at) } }
}

private struct Stamp: JSONConvertible {
    var date: Date
    init(_ date: Date) { self.date = date }
    static var jsonMapping: JSONMapping { JSONMapping(Stamp.self, via: Date.self, decode: { Stamp($0) }, encode: { $0.date }) }
}

private struct Stay: JSONConvertible {
    var times: Times
    var seen: Stamp
    static var jsonMapping: JSONMapping {
        JSONMapping(Stay.self, dates: .millisecondsSince1970) {
            $0.flatten("times", \.times); $0.add("seen", \.seen)
        }
    }
}

private struct Pathed: JSONConvertible {
    var circle: Circle
    var radius: Double
    static var jsonMapping: JSONMapping {
        JSONMapping(Pathed.self) {
            $0.add("radius", \.radius, key: JSONKeys(read: [.path("circle.radius")], write: nil))
            $0.add("circle", \.circle)
        }
    }
}

private struct MisledByNumber: JSONConvertible {
    var i: Int, y: Double
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("i", \.i)
            $0.add("y", \.y, key: JSONKeys(read: [.path("i.q")], write: nil))
        }
    }
}

private struct Misled: JSONConvertible {
    var circle: Circle?
    var diameter: Double
    static var jsonMapping: JSONMapping {
        JSONMapping(Misled.self) {
            $0.add("circle", \.circle)
            $0.add("diameter", \.diameter, key: JSONKeys(read: [.path("circle.diameter")], write: nil))
        }
    }
}

private struct Named: JSONConvertible, Hashable {
    var name: String
    var cache = 0
    static var jsonMapping: JSONMapping {
        JSONMapping(Named.self) {
            $0.add("name", \.name); $0.ignore(\.cache, initial: 0)
        }
    }
}

private struct Thousand: JSONCoder {
    func decode(_ value: Double) -> Double { value / 1000 }
    func encode(_ value: Double) -> Double { value * 1000 }
}

private struct Scaled: JSONConvertible {
    var ms: Double
    static var jsonMapping: JSONMapping {
        JSONMapping(Scaled.self) { $0.add("ms", \.ms, by: Thousand(), rules: [.range(0...10)]) }
    }
}

private struct Post: JSONConvertible {
    var id: Int
    var topic: Topic
    static var jsonMapping: JSONMapping {
        JSONMapping(Post.self) {
            $0.add("id", \.id); $0.flatten("topic", \.topic)
        }
    }
}

private enum Topic: JSONConvertible {
    case a(Answers)
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Topic.self, tag: "type") {
            $0.add("a", Answers.self, make: { .a($0) }, match: { if case .a(let answers) = $0 { answers } else { nil } })
        }
    }
}

private struct Answers: JSONConvertible {
    var sub: [Post]
    static var jsonMapping: JSONMapping { JSONMapping(Answers.self, unknownKeys: .reject) { $0.add("sub", \.sub) } }
}

private enum Signal: JSONConvertible {
    case a(Own)
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Signal.self, tag: "type") {
            $0.add("a", Own.self, make: { .a($0) }, match: { if case .a(let own) = $0 { own } else { nil } })
        }
    }
}

private struct Own: JSONConvertible, JSONSchemaDescribed {
    var a: Int
    static var jsonMapping: JSONMapping { JSONMapping(Own.self) { $0.add("a", \.a) } }
    static var jsonSchema: JSONSchema {
        JSONSchema(["anyOf": [["type": "object", "properties": ["a": [:]], "additionalProperties": false]]])
    }
}
