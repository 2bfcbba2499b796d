import Foundation
import Testing
import YokeFoundation

// The code blocks of Yoke.docc/ComingFromJDCJsonExtension.md, without changes. ArticleTests compares the article with this file.

private struct Pupil: Equatable {
    var name = ""
    var age: Int32 = 0
}

extension Pupil: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Pupil.self) { fields in
            fields.add("name", \.name, key: JSONKeys(read: [.path("user.name")], write: "full_name"), literal: "")
            fields.add("age", \.age, literal: 0)
        }
    }
}

@Suite struct ComingFromJDCJsonExtensionExamples {
    @Test func jdcJsonExtension() throws {
        let pupil = try Pupil(json: #"{"user": {"name": "a"}, "age": "12"}"#, options: .jdcJsonExtension)
        #expect(pupil == Pupil(name: "a", age: 12))
        #expect(try pupil.jsonString(.pretty) == "{\n  \"full_name\": \"a\",\n  \"age\": 12\n}")
    }
}
