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

/// A coder in place of a `.custom` date strategy.
private struct GermanDay: JSONCoder {
    struct NoDay: Error {}
    func decode(_ text: String) throws -> Date {
        let parts = text.split(separator: "-").compactMap { Double($0) }
        guard parts.count == 2 else { throw NoDay() }
        return Date(timeIntervalSince1970: parts[0] * 86_400 + parts[1])
    }
    func encode(_ date: Date) -> String { "\(Int(date.timeIntervalSince1970) / 86_400)-\(Int(date.timeIntervalSince1970) % 86_400)" }
}

extension JSONCoders {
    fileprivate static let germanDays = JSONCoders("German days", GermanDay())
}

#if Macros
@propertyWrapper
private struct OrFalse: Codable {
    var wrappedValue = false
}

extension OrFalse: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(OrFalse.self, via: Bool.self, decode: { OrFalse(wrappedValue: $0) }, encode: { $0.wrappedValue })
    }
}

@JSONModel(untagged: true)
private enum ID: Equatable { case number(Int), text(String) }

@JSONModel
private struct Measured {
    @JSONKey(.path("measures.temp")) var celsius: Double
    @JSONRule(.lossy) @JSONKey(.path("measures.gusts")) var gusts: [Double] = []
    @JSONRule(.lenient) var code: String
    var id: ID
    var any: JSONValue
    var isAuto = false
}

@JSONModel
private struct Wrapped { @OrFalse var isAuto: Bool }
#endif

@Suite struct ComingFromJSONDecoderExamples {
    #if Macros
    @Test func partsOfAnInitialiser() throws {
        let text = #"{"measures": {"temp": 4, "gusts": [5, null, "x", 6]}, "code": 7, "id": 8, "any": [1, {}]}"#
        let measured = try Measured(json: text)
        #expect(measured.celsius == 4 && measured.gusts == [5, 6] && measured.code == "7" && measured.id == .number(8))
        #expect(measured.any == [1, [:]] && !measured.isAuto)
        #expect(try [ID](json: #"["8", 8]"#).jsonString() == #"["8",8]"#)
        let error = #expect(throws: JSONError.self) { try Wrapped(json: "{}") }
        #expect(error?.kind == .missingKeys)
    }
    #endif

    @Test func aCoderOfTheCallReadsDates() throws {
        var options = JSONReadOptions.strict
        options.coders = .germanDays
        let days = try [String: [Date]](json: #"{"a": ["1-5"]}"#, options: options)
        #expect(days == ["a": [Date(timeIntervalSince1970: 86_405)]])
        #expect(try days.jsonString(JSONWriteOptions(coders: .germanDays)) == #"{"a":["1-5"]}"#)
    }

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

    @Test func stylesDifferAtDigits() {
        let styles: [JSONKeyStyle] = [.snakeCase, .snakeCase(splitsDigits: true)]
        #expect(styles.map { $0.key(for: "line1") } == ["line1", "line_1"])
        #expect(styles.map { $0.key(for: "s3Bucket") } == ["s3_bucket", "s_3_bucket"])
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
