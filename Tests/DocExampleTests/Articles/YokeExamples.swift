import Testing
import Yoke

// The code blocks of Yoke.docc/Yoke.md, without changes. ArticleTests compares the article with this file.

#if Macros

@JSONModel(keys: .snakeCase)
private struct Reader {
    let id: UInt64
    var screenName: String
    var website: String?
}

@Suite struct YokeExamples {
    @Test func firstModel() throws {
        let reader = try Reader(json: #"{"id": 7, "screen_name": "mia"}"#)
        let text = try reader.jsonString()                         // {"id":7,"screen_name":"mia"}
        #expect(text == #"{"id":7,"screen_name":"mia"}"#)
    }
}

#endif
