import Foundation
import Testing
import YokeFoundation

// The code blocks of Yoke.docc/Errors.md, without changes. ArticleTests compares the article with this file.

private enum Names {
    struct User: JSONConvertible {
        var id: Int
        var followers: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(User.self) { fields in
                fields.add("id", \.id, rules: [.check { if $0 < 0 { throw Negative() } }, .check { if $0 < -1 { throw Negative() } }])
                fields.add("followers", \.followers, key: "followers_count")
            }
        }
    }

    struct Negative: Error {}

    struct Bill: JSONConvertible {
        var price: Int
        static var jsonMapping: JSONMapping { JSONMapping(Bill.self) { $0.add("price", \.price) } }
    }

    struct Broken: JSONConvertible {
        var part: Part?
        static var jsonMapping: JSONMapping { JSONMapping(Broken.self) { $0.add("part", \.part) } }

        struct Part: JSONConvertible {
            var a: Int
            var b: Int
            static var jsonMapping: JSONMapping { JSONMapping(Part.self) { $0.add("a", \.a) } }
        }
    }
}

private func advice(for error: JSONError) -> String {
    switch error.kind {
    case .unexpectedEnd: "The text was cut."
    case .missingKeys: "Missing: \(error.keys.joined(separator: ", "))"
    case .limitExceeded, .depthExceeded: "The text is too large."
    default: error.message
    }
}

@Suite struct ErrorsExamples {
    private typealias User = Names.User
    private typealias Bill = Names.Bill

    @Test func aTextForPeople() throws {
        let text = """
            {"users": [
              {"id": 7, "screen_name": "mia", "followers_count": 12},
              {"id": 8, "screen_name": "bo", "followers_count": "many"}
            ]}
            """
        var printed = ""
        func print(_ error: JSONError) { printed = "\(error)" }
        do {
            _ = try [User](json: text, at: "$.users")
        } catch {
            print(error)                          // error is a JSONError: kind, path, offset, line, column, hint
        }
        #expect(printed == """
            $.users[1].followers_count: expected an integer (Int), found a string
              line 3, column 53 (byte 122)
                  {"id": 8, "screen_name": "bo", "followers_count": "many"}
                                                                    ^
            """)
    }

    @Test func theKindOfAnErrorDecidesWhatIsSaid() throws {
        let error = #expect(throws: JSONError.self) { try User(json: #"{"followers": 1}"#) }
        #expect(error.map(advice) == "Missing: id, followers_count")
        let cut = #expect(throws: JSONError.self) { try User(json: "{") }
        #expect(cut.map(advice) == "The text was cut.")
        #expect(cut?.localizedDescription == cut?.description)
    }

    @Test func allErrors() throws {
        let text = #"[{"id": -2, "followers_count": true}, {"id": "x"}]"#
        var paths: [String] = []
        func print(_ path: String, _ message: String) { paths.append(path) }
        var users: [User] = []
        var options = JSONReadOptions.strict
        options.collectsErrors = true
        do throws(JSONError) {
            users = try [User](json: text, options: options)
        } catch {
            for one in error.all { print(one.path, one.message) }
        }
        #expect(users.isEmpty && paths == ["$[0].id", "$[0].followers_count", "$[1]", "$[1].id"])
        let alone = #expect(throws: JSONError.self) { try [User](json: #"[{"id": "x"}, }"#, options: options) }
        #expect(alone?.all.count == 1)
    }

    @Test func withoutInput() throws {
        var quiet = JSONReadOptions.strict
        quiet.showsSnippets = false
        let error = #expect(throws: JSONError.self) { try [String: [String: Int]](json: #"{"secret": {"key": "value"}}"#, options: quiet) }
        #expect(error?.path == "$[*][*]" && error?.snippet == nil)
        #expect(error.map { !"\($0)".contains("secret") && !"\($0)".contains("value\"") } == true)
        let unwritten = #expect(throws: JSONError.self) { try Double.nan.jsonString() }
        #expect(unwritten?.offset == nil && unwritten?.line == nil && unwritten?.column == nil)
    }

    @Test func mappingsAtStart() throws {
        _ = try JSONReader<User>()
        _ = try JSONReader<[Bill]>()
        #expect(throws: JSONError.self) { try JSONReader<[String: Names.Broken]>() }
    }
}
