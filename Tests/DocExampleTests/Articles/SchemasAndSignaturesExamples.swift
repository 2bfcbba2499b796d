import Testing
import YokeStandards

// The code blocks of Yoke.docc/SchemasAndSignatures.md, without changes. ArticleTests compares the article with this file.

private enum ReaderRole: String, JSONConvertible {
    case reader, author
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: ReaderRole.self) { $0 += [.reader, .author] } }
}

private struct Reader: JSONConvertible {
    var name: String
    var age: UInt8?
    var role: ReaderRole = .reader

    static var jsonMapping: JSONMapping {
        JSONMapping(Reader.self) { fields in
            fields.add("name", \.name, rules: [.count(1...40)])
            fields.add("age", \.age, rules: [.description("In whole years")])
            fields.add("role", \.role, default: .reader)
        }
    }
}

private struct Colour: JSONConvertible, JSONSchemaDescribed {
    var hex: String

    static var jsonMapping: JSONMapping {
        JSONMapping(Colour.self, via: String.self, decode: { Colour(hex: $0) }, encode: { $0.hex })
    }
    static var jsonSchema: JSONSchema { JSONSchema(["type": "string", "pattern": "^#[0-9a-f]{6}$"]) }
}

@Suite struct SchemasAndSignaturesExamples {
    @Test func aTypeDescribesItself() throws {
        #expect(try JSONSchema(of: [Colour].self).json["items"] == Colour.jsonSchema.json)
    }

    @Test func describeAModel() throws {
        let schema = try JSONSchema(of: Reader.self)
        let text = try schema.jsonString(.pretty)
        #expect(
            text == """
                {
                  "$schema": "https://json-schema.org/draft/2020-12/schema",
                  "type": "object",
                  "properties": {
                    "name": {
                      "type": "string",
                      "minLength": 1
                    },
                    "age": {
                      "type": [
                        "integer",
                        "null"
                      ],
                      "minimum": 0,
                      "maximum": 255,
                      "description": "In whole years"
                    },
                    "role": {
                      "type": "string",
                      "enum": [
                        "reader",
                        "author"
                      ]
                    }
                  },
                  "required": [
                    "name"
                  ]
                }
                """)
    }

    @Test func askALanguageModel() throws {
        let strict = try JSONSchema(of: Reader.self, style: .strict)
        #expect(
            strict.description == """
                {"type":"object","properties":{"name":{"type":"string"},"age":{"type":["integer","null"],"description":"In whole years"},"role":{"anyOf":[{"type":"string","enum":["reader","author"]},{"type":"null"}]}},"required":["name","age","role"],"additionalProperties":false}
                """)
    }

    @Test func signJSON() throws {
        let reader = Reader(name: "Ada"), document: JSONValue = ["b": 1.0, "a": [1e21, "é"]]
        let received = Array(#"{ "role": "reader", "name": "Ada" }"#.utf8)
        let bytes = try reader.canonicalBytes()
        let form = try document.canonicalJSON()             // {"a":[1e+21,"é"],"b":1}
        let same = try JSONValue.canonicalBytes(of: received)
        #expect(bytes == same)
        #expect(form == #"{"a":[1e+21,"é"],"b":1}"#)
    }
}
