import Foundation
import Testing
import TestSupport
import Yoke
import YokeFoundation

/// The positions of errors: after another error was caught, and in a text without its outermost braces.
@Suite struct SourcePositionTests {
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

    /// As in JSONDecoder. The errors have the positions in the same text as UTF-8.
    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian])
    func aTextWithoutBracesMayHaveAnotherEncoding(_ encoding: String.Encoding) throws {
        let decoder = YokeDecoder()
        decoder.assumesTopLevelDictionary = true
        for text in ["\"é\": 1", "  \"é\": 1, \"b\": 2", "{\"é\": 1}"] {
            let data = try #require(text.data(using: encoding))
            let found = try decoder.decode([String: Int].self, from: data)
            #expect(found["é"] == 1)
            if encoding != .utf32LittleEndian {
                let foundation = JSONDecoder()
                foundation.assumesTopLevelDictionary = true
                #expect(try foundation.decode([String: Int].self, from: data) == found)
            }
        }
        do {
            _ = try decoder.decode([String: Int].self, from: #require("\"é\": x".data(using: encoding)))
            Issue.record("decoded")
        } catch DecodingError.dataCorrupted(let context) {
            #expect((context.underlyingError as? JSONError)?.offset == 6)
        }
    }

    /// `print` shows the description of the underlying error too, so the description of the DecodingError does not repeat it.
    @Test func aPrintedErrorShowsMessageAndSnippetOnce() {
        do {
            _ = try YokeDecoder().decode([Int].self, from: "[1,\n x]")
            Issue.record("decoded")
        } catch {
            let text = "\(error)"
            for part in ["unexpected 'x'", "^"] { #expect(text.components(separatedBy: part).count <= 2, "\(text)") }
            #expect(text.contains("The given data was not valid JSON. (line 2, column 2, byte 5)"), "\(text)")
        }
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
}
