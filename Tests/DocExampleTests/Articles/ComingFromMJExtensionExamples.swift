import Foundation
import Testing
import YokeFoundation

// The code blocks of Yoke.docc/ComingFromMJExtension.md, without changes. ArticleTests compares the article with this file.

private struct Student: Equatable {
    var name: String?
    var desc: String?
    var nickname: String?
    var courses: [String] = []
    var isSelected = false
}

extension Student: JSONConvertible {
    static var jsonMapping: JSONMapping {
        JSONMapping(Student.self) { fields in
            fields.add("name", \.name)
            fields.add("desc", \.desc, key: "desciption")
            fields.add("nickname", \.nickname, key: ["nickname", .path("names.info[1].nick")])
            fields.add("courses", \.courses, literal: [])
            fields.ignore(\.isSelected, initial: false)
        }
    }
}

@Suite struct ComingFromMJExtensionExamples {
    @Test func mjExtension() throws {
        let text = #"{"name": 7, "desciption": "d", "names": {"info": [0, {"nick": "n"}]}, "courses": ["a", null]}"#
        let student = try Student(json: text, options: .mjExtension)
        #expect(student == Student(name: "7", desc: "d", nickname: "n", courses: ["a"]))
        #expect(try student.jsonString() == #"{"name":"7","desciption":"d","nickname":"n","courses":["a"]}"#)
    }
}
