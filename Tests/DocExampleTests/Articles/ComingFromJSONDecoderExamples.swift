import Foundation
import Testing
import YokeFoundation

// The code blocks of Yoke.docc/ComingFromJSONDecoder.md, without changes. ArticleTests compares the article with this file.

private struct Author: Codable, Equatable {
    var firstName: String
    var born: Date?
}

private struct Page: JSONConvertible {
    var title: String
    var author: Author

    static var jsonMapping: JSONMapping {
        JSONMapping(Page.self) { fields in
            fields.add("title", \.title)
            fields.add("author", \.author, by: .codable())
        }
    }
}

private struct Event: Codable {
    var name: String
    var payload: JSONValue
}

private enum Signal: Codable, Equatable { case light, one(Int) }
private enum Room: String, Codable { case hall }

/// Types that have another JSON form with a mapping, in their Codable form.
private struct Kept: JSONConvertible, Equatable {
    var signals: [Signal]
    var prices: [Room: Int]
    var zone: TimeZone

    static var jsonMapping: JSONMapping {
        JSONMapping(Kept.self) { fields in
            fields.add("signals", \.signals, by: .codable())
            fields.add("prices", \.prices, by: .codable())
            fields.add("zone", \.zone, by: .codable())
        }
    }
}

@Suite struct ComingFromJSONDecoderExamples {
    @Test func codableFormsAreKept() throws {
        let text = #"{"signals":[{"light":{}},{"one":{"_0":5}}],"prices":["hall",2],"zone":{"identifier":"GMT"}}"#
        let kept = try Kept(json: text)
        #expect(kept.signals == [.light, .one(5)] && kept.prices == [.hall: 2] && kept.zone == TimeZone(identifier: "GMT"))
        #expect(try kept.jsonString() == text)
    }

    @Test func decoder() throws {
        let data = Data(#"{"first_name": "Ada", "born": "1970-01-02T00:00:00Z"}"#.utf8)
        var printed = ""
        func print(_ text: String) { printed += text }
        let decoder = YokeDecoder()  // was JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .iso8601
        let author = try decoder.decode(Author.self, from: data)

        let encoder = YokeEncoder()  // was JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let written = try encoder.encode(author)
        #expect(author == Author(firstName: "Ada", born: Date(timeIntervalSince1970: 86400)))
        #expect(try YokeDecoder().decode(Author.self, from: written) == author)

        do {
            _ = try decoder.decode(Author.self, from: #"{"first_name": 7}"#)
        } catch DecodingError.typeMismatch(_, let context) {
            print(context.debugDescription)
        }
        let expected = """
            Expected to decode String but found number instead. (line 1, column 16, byte 15)
            """
        #expect(printed == expected)
    }

    @Test func nextSteps() throws {
        let page = try Page(json: #"{"title": "t", "author": {"firstName": "Ada"}}"#)
        #expect(page.author.firstName == "Ada")
        #expect(throws: JSONError.self) { try Page(json: #"{"title": "t", "author": {"firstName": 1}}"#) }
    }

    @Test func streams() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString).json").path
        try Data(#"{"authors": [{"firstName": "Ada"}, {"firstName": "Bo"}]}"#.utf8).write(to: URL(fileURLWithPath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        var names: [String] = []
        func use(_ author: Author) { names.append(author.firstName) }
        var authors = try YokeDecoder().stream(Author.self, path: file, at: "$.authors[*]")
        while let author = try authors.next() { use(author) }
        #expect(names == ["Ada", "Bo"])
    }

    @Test func parts() throws {
        let event = try YokeDecoder().decode(Event.self, from: #"{"name": "e", "payload": {"b": 1.50, "a": []}}"#)
        #expect(event.payload.description == #"{"b":1.50,"a":[]}"#)
    }
}
