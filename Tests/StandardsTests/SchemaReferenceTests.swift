import Testing
import YokeStandards

/// Tagged cases whose payload is a reference to a schema that refuses unknown members.
@Suite struct SchemaReferenceTests {
    @Test func aCaseThatLeadsBackToTheRootIsOpenForItsTag() throws {
        let schema = try JSONSchema(of: Album.self).json
        #expect(schema["additionalProperties"] == false)
        let part = try #require(schema["$defs"]?["AlbumPart"])
        #expect(part["required"] == ["type"])
        #expect(part["allOf"]?[0]?["$ref"] == nil && part["allOf"]?[0]?["additionalProperties"] == nil)
        #expect(part["allOf"]?[0]?["properties"]?["parts"]?["items"] == ["$ref": "#/$defs/AlbumPart"])
        #expect(try Album(json: #"{"parts":[{"type":"album","parts":[]}]}"#).parts.count == 1)
    }

    /// The schema that a type gives itself is a resource of its own: `#` in it is not the root of the schema around it.
    @Test func referencesOfAnOwnSchemaStay() throws {
        let schema = try JSONSchema(of: HoldsOwn.self).json
        let part = schema["$defs"]?["OwnPart"]?["allOf"]?[0]
        #expect(schema["additionalProperties"] == false)
        #expect(part == ["$ref": "#/$defs/Own"], "\(schema)")
        #expect(schema["$defs"]?["Own"]?["anyOf"] == [["type": "object"], ["$ref": "#"]])
    }

    /// The part of an own schema to which its root leads has no room for the tag. So the case has a copy of this part.
    @Test func aCaseIsOpenForItsTagIfItsOwnSchemaRefers() throws {
        let schema = try JSONSchema(of: ReferringPart.self).json
        let part = schema["allOf"]?[0]
        #expect(part?["$ref"] == nil && part?["$id"] == "Referring2" && part?["$defs"]?["x"]?["additionalProperties"] == false)
        #expect(part?["allOf"] == [["type": "object", "properties": ["n": ["$ref": "#/$defs/number"]]]], "\(schema)")
        #expect(schema["$defs"]?["Referring"]?["$ref"] == "#/$defs/x")
    }
}

private enum ReferringPart: JSONConvertible {
    case own(Referring)
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: ReferringPart.self, tag: "type") {
            $0.add("own", Referring.self, make: { .own($0) }, match: { if case .own(let own) = copy $0 { own } else { nil } })
        }
    }
}

private struct Referring: JSONConvertible, JSONSchemaDescribed {
    var n: Int
    static var jsonMapping: JSONMapping { JSONMapping(Referring.self) { $0.add("n", \.n) } }
    static var jsonSchema: JSONSchema {
        let object: JSONValue = ["type": "object", "properties": ["n": ["$ref": "#/$defs/number"]], "additionalProperties": false]
        return JSONSchema(["$ref": "#/$defs/x", "$defs": ["x": object, "number": ["type": "integer"]]])
    }
}

private struct HoldsOwn: JSONConvertible {
    var part: OwnPart
    static var jsonMapping: JSONMapping { JSONMapping(HoldsOwn.self, unknownKeys: .reject) { $0.add("part", \.part) } }
}

private enum OwnPart: JSONConvertible {
    case own(Own)
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: OwnPart.self, tag: "type") {
            $0.add("own", Own.self, make: { .own($0) }, match: { if case .own(let own) = copy $0 { own } else { nil } })
        }
    }
}

private struct Own: JSONConvertible, JSONSchemaDescribed {
    var n: Int
    static var jsonMapping: JSONMapping { JSONMapping(Own.self) { $0.add("n", \.n) } }
    static var jsonSchema: JSONSchema { JSONSchema(["anyOf": [["type": "object"], ["$ref": "#"]]]) }
}

/// The root of a schema. One of its parts is a case whose payload is the root again, by way of a chosen case.
private struct Album: JSONConvertible {
    var parts: [AlbumPart]
    static var jsonMapping: JSONMapping { JSONMapping(Album.self, unknownKeys: .reject) { $0.add("parts", \.parts) } }
}

private enum AlbumPart: JSONConvertible {
    case album(ChosenAlbum)
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: AlbumPart.self, tag: "type") {
            $0.add("album", ChosenAlbum.self, make: { .album($0) }, match: { if case .album(let album) = copy $0 { album } else { nil } })
        }
    }
}

private enum ChosenAlbum: JSONConvertible {
    case one(Album)
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: ChosenAlbum.self, choose: { _ in "one" }) {
            $0.add("one", Album.self, make: { .one($0) }, match: { if case .one(let album) = copy $0 { album } else { nil } })
        }
    }
}
