import Testing
import Yoke

// The code blocks of Yoke.docc/MissingAndInvalidValues.md, without changes. ArticleTests compares the article with this file.

private enum Lang: String, JSONConvertible {
    case english, german, unknown
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Lang.self) { $0 += [.english, .german] } }
}

private struct Author: JSONConvertible, Equatable {
    var name: String
    static var jsonMapping: JSONMapping { JSONMapping(Author.self) { $0.add("name", \.name) } }
}

#if Macros

@JSONModel
private struct Page {
    var size: Int?                          // nil if the key is missing or null
    var language = "en"                     // "en" if the key is missing or null
    var title: String                       // required
}

@JSONModel
private struct Post {
    @JSONDefault(onNull: Lang.german, onInvalid: Lang.unknown) var lang = Lang.english
    @JSONRule(.invalidIsMissing) var author: Author?
    @JSONRule(.lenient) var count: Int
    @JSONRule(.lossy) var tags: [String] = []
    @JSONDefault(10) var limit: Int         // 10 if the key is missing or null
}

#else

private struct Page: JSONConvertible {
    var size: Int?
    var language = "en"
    var title: String

    static var jsonMapping: JSONMapping {
        JSONMapping(Page.self) { fields in
            fields.add("size", \.size)
            fields.add("language", \.language, default: "en")
            fields.add("title", \.title)
        }
    }
}

private struct Post: JSONConvertible {
    var lang = Lang.english
    var author: Author?
    var count: Int
    var tags: [String] = []
    var limit: Int

    static var jsonMapping: JSONMapping {
        JSONMapping(Post.self) { fields in
            fields.add("lang", \.lang, default: .english, rules: [.onNull(.german), .onInvalid(.unknown)])
            fields.add("author", \.author, rules: [.invalidIsMissing])
            fields.add("count", \.count, rules: [.lenient])
            fields.add("tags", \.tags, default: [], rules: [.lossy])
            fields.add("limit", \.limit, default: 10)
        }
    }
}

#endif

@Suite struct MissingAndInvalidValuesExamples {
    @Test func aDefaultStandsForAMissingKeyAndForNull() throws {
        for text in [#"{"title": "t"}"#, #"{"title": "t", "size": null, "language": null}"#] {
            let page = try Page(json: text)
            #expect(page.size == nil && page.language == "en")
            var short = JSONWriteOptions.compact
            short.omitsDefaults = true
            let news = try page.jsonString(short)   // {"title":"t"}: language is "en"
            #expect(news == #"{"title":"t"}"#)
        }
        #expect(throws: JSONError.self) { try Page(json: #"{"title": null}"#) }
        #expect(throws: JSONError.self) { try Page(json: #"{"title": "t", "size": "7"}"#) }
        #expect(throws: JSONError.self) { try Page(json: #"{"language": 1}"#, options: .salvage) }
    }

    @Test func aRuleRecoversFromInvalidValues() throws {
        let post = try Post(
            json: """
                {"lang": "klingon", "author": "mia", "count": "7", "tags": ["a", 1, "b"]}
                """)
        #expect(post.lang == .unknown && post.author == nil && post.count == 7 && post.tags == ["a", "b"] && post.limit == 10)
        #expect(try Post(json: #"{"count": 1, "limit": null}"#).limit == 10)
        #expect(try Post(json: #"{"lang": null, "count": 1}"#).lang == .german)
    }

    @Test func aReportSaysWhatWasRecovered() throws {
        let text = #"[{"lang": "klingon", "count": 1}, 7]"#
        var report = JSONReport()
        let posts = try [Post](json: text, options: .salvage, report: &report)
        print(report)
        #expect(posts.count == 1 && report.total == 2)
        let line = """
            $[0].lang (line 1, column 11): "klingon" is no case of Lang; $[0].lang has the default for invalid values
            """
        #expect("\(report)".split(separator: "\n").first.map(String.init) == line)
        #expect(report.entries.last?.leftOut == "$[1]")
    }

    @Test func cutTexts() throws {
        var options = JSONReadOptions.strict
        options.allowsPartialValue = true
        let partial = try JSONValue(json: #"{"a": [1, {"b": "x", "c": tr"#, options: options)      // {"a":[1,{"b":"x"}]}
        #expect(try partial.jsonString() == #"{"a":[1,{"b":"x"}]}"#)
        #expect(try JSONValue(json: "[1, 2", options: options) == [1])
        #expect(throws: JSONError.self) { try JSONValue(json: "tr", options: options) }
    }

    private struct Entry: JSONReadable {
        var count: Int
        static var jsonMapping: JSONMapping { JSONMapping(Entry.self) { $0.add("count", \.count) } }
    }

    @Test func unknownKeys() throws {
        var closed = JSONReadOptions.strict
        closed.refusesUnknownKeys = true
        let entry = try Entry(json: #"{"count": 1}"#, options: closed)
        #expect(entry.count == 1)
        #expect(throws: JSONError.self) { try Entry(json: #"{"count": 1, "cuont": 2}"#, options: closed) }
    }

    @Test func streamsUnderSalvage() throws {
        var numbers = try JSONStream<Int>(chunks: [Array(#"[1, "x", 3]"#.utf8)], at: "$[*]", options: .salvage)
        var read: [Int] = []
        while let number = try numbers.next() { read.append(number) }
        #expect(read == [1, 3])
    }
}
