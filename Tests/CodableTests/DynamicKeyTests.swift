import Foundation
import Testing
import TestSupport
import Yoke
import YokeFoundation

/// The keys of dynamic JSON belong to the data. No key strategy converts them.
@Suite struct DynamicKeyTests {
    private struct Box: Codable, Equatable {
        var value: JSONValue
        var object: JSONObject
        var raw: JSONRawText
    }

    @Test(arguments: [[], .sortedKeys, .prettyPrinted, [.sortedKeys, .prettyPrinted]] as [JSONEncoder.OutputFormatting])
    func keysOfDynamicJSONAreNotConverted(_ formatting: JSONEncoder.OutputFormatting) throws {
        let encoder = YokeEncoder(), decoder = YokeDecoder()
        (encoder.outputFormatting, encoder.keyEncodingStrategy) = (formatting, .convertToSnakeCase)
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let box = try Box(value: ["userName": ["innerKey": 1]], object: ["aKey": 2], raw: JSONRawText(#"{"bKey":[{"cKey":3}]}"#))
        let copy = try decoder.decode(Box.self, from: encoder.encode(box))
        #expect(copy.value == box.value && copy.object == box.object)
        #expect(try JSONValue(json: copy.raw.text) == ["bKey": [["cKey": 3]]])
        // A type that decodes and encodes dynamic JSON as its own value.
        struct Wrapper: Codable, Equatable {
            var value: JSONValue
            init(value: JSONValue) { self.value = value }
            init(from decoder: any Decoder) throws { value = try JSONValue(from: decoder) }
            func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
        }
        let wrapper = Wrapper(value: ["userName": ["innerKey": 1], "user_name": ["é_e": 2]])
        #expect(try decoder.decode([Wrapper].self, from: encoder.encode([wrapper])) == [wrapper])
    }
}
