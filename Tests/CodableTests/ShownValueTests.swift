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
}
