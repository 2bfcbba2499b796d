import Foundation
import Testing
import TestSupport
import Yoke
import YokeFoundation

/// With `showsSnippets` off, errors about Codable types show no part of the text.
@Suite struct ShownValueTests {
    private struct Boom: Error, CustomStringConvertible { var description: String }

    private struct Small: Codable, Sendable, Equatable {
        var n: Int8
        var d: [String: Int]?
    }
    private struct Quoting: Codable, Sendable {
        var text: String
        init(from decoder: any Decoder) throws {
            text = try decoder.singleValueContainer().decode(String.self)
            throw Boom(description: "bad \(text)\n" + String(repeating: "x", count: 2000))
        }
        func encode(to encoder: any Encoder) throws {}
    }
    private enum Word: String, Codable { case a }

    private struct Holder<Value: Codable & Sendable>: JSONReadable {
        var secretless: Value
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("inner", \.secretless, by: .codable(Value.self)) } }
    }

    private func failure<Value: Codable & Sendable>(_ type: Value.Type, _ text: String, shows: Bool) -> JSONError? {
        var options = JSONReadOptions.strict
        options.showsSnippets = shows
        do throws(JSONError) { _ = try Holder<Value>(json: #"{"inner":\#(text)}"#, options: options) } catch { return error }
        return nil
    }

    @Test func aCoderHidesValues() throws {
        for (text, path) in [(#"{"n":77777}"#, "$.inner"), (#"{"n":7,"d":{"SECRET":"x"}}"#, "$.inner")] {
            let error = try #require(failure(Small.self, text, shows: false))
            #expect(!"\(error)".contains("77777") && !"\(error)".contains("SECRET"))
            #expect(error.path == path && error.offset == 9)
        }
        #expect(failure(Small.self, #"{"n":7,"d":{"SECRET":"x"}}"#, shows: true)?.path == "$.inner.d.SECRET")
        let error = try #require(failure(Quoting.self, #""SECRET""#, shows: false))
        #expect(!"\(error)".contains("SECRET"))
        let shown = try #require(failure(Quoting.self, #""SECRET""#, shows: true))
        #expect(shown.message.contains("bad SECRET") && shown.message.utf8.count < 400 && !shown.message.contains("\n"))
    }

    @Test func aDecoderHidesRawValues() throws {
        let decoder = YokeDecoder()
        decoder.readOptions.showsSnippets = false
        do {
            _ = try decoder.decode([Word].self, from: Data(#"["SECRET"]"#.utf8))
            Issue.record("decoded")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(!"\(context)".contains("SECRET"))
            #expect(context.debugDescription == "The type refused the value. (line 1, column 2, byte 1)")
            #expect(context.codingPath.map(\.intValue) == [0])
        }
    }

    // MARK: - Positions

    @Test func theErrorOfAnEarlierKeyHasItsOwnPosition() throws {
        struct Item: Decodable {
            var count: Int
            enum Key: CodingKey { case count, oldCount }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                do { count = try container.decode(Int.self, forKey: .count) } catch {
                    guard let old = try? container.decode(Int.self, forKey: .oldCount) else { throw error }
                    count = old
                }
            }
        }
        do {
            _ = try YokeDecoder().decode(Item.self, from: Data("{\"count\":\"x\",\n\"oldCount\":\"y\"}".utf8))
            Issue.record("decoded")
        } catch DecodingError.typeMismatch(_, let context) {
            #expect(context.codingPath.map(\.stringValue) == ["count"])
            #expect(context.debugDescription.hasSuffix("(line 1, column 10, byte 9)"))
        }
    }

    @Test(arguments: [
        ("\"a\": \u{1}", JSONError.Kind.unexpectedCharacter, 5, 1, 6), ("\"a\": [1", .unexpectedEnd, 7, 1, 8),
        ("\"a\":1,\n\"é\": tru", .unexpectedEnd, 16, 2, 9), ("\"a\":1}\n ", .trailingContent, 5, 1, 6),
        ("\u{FEFF}\"a\": x", .unexpectedCharacter, 8, 1, 6),
    ])
    func errorsOfATextWithoutBracesAreAboutThisText(_ text: String, _ kind: JSONError.Kind, _ offset: Int, _ line: Int, _ column: Int) {
        let decoder = YokeDecoder()
        decoder.assumesTopLevelDictionary = true
        do {
            _ = try decoder.decode([String: JSONValue].self, from: Data(text.utf8))
            Issue.record("decoded")
        } catch DecodingError.dataCorrupted(let context) {
            let error = context.underlyingError as? JSONError
            #expect(error?.kind == kind && error?.offset == offset && error?.line == line && error?.column == column, "\(context)")
        } catch { Issue.record(error) }
    }

    @Test func theLimitOfATextWithoutBracesIsForThisText() throws {
        let decoder = YokeDecoder(), text = Data("\"a\":1".utf8)
        decoder.assumesTopLevelDictionary = true
        decoder.readOptions.limits.totalBytes = text.count
        #expect(try decoder.decode([String: Int].self, from: text) == ["a": 1])
        decoder.readOptions.limits.totalBytes = text.count - 1
        do {
            _ = try decoder.decode([String: Int].self, from: text)
            Issue.record("decoded")
        } catch DecodingError.dataCorrupted(let context) {
            let error = context.underlyingError as? JSONError
            #expect(error?.kind == .limitExceeded && error?.offset == text.count - 1 && error?.message == "the text is longer than 4 bytes")
        }
    }

    // MARK: - Keys

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
