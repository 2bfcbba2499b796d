import Testing
import TestSupport
import YokeStandards

/// Tests `update(from:)` where the model cannot read a part of the text, or reads it by a rule.
@Suite struct UnreadPartTests {
    private struct Author: JSONConvertible, Equatable {
        var id: Int
        var name: String?
        var note: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name)
                $0.add("note", \.note)
            }
        }
    }

    private struct Post: JSONConvertible, Equatable {
        var author: Author?
        var editor: Author?
        var others: [String: Author] = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("author", \.author, rules: [.invalidIsMissing])
                $0.add("editor", \.editor, rules: [.onInvalid(Author(id: 0))])
                $0.add("others", \.others, default: [:], rules: [.lossy])
            }
        }
    }

    private struct Listed: JSONConvertible, Equatable {
        var author: Author?
        var items: [Author]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("author", \.author, rules: [.invalidIsMissing])
                $0.add("items", \.items)
            }
        }
    }

    private struct Board: JSONConvertible, Equatable {
        var author: Author?
        var posts: [Post]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("author", \.author, rules: [.invalidIsMissing])
                $0.add("posts", \.posts)
            }
        }
    }

    @Test func objectsOutsideAndInsideOfArraysMayNeedTheLastWay() throws {
        let text = #"{"author":{"name":"mia","note":"old"},"posts":[{"editor":{"name":"mia","note":"old"}}]}"#
        let changed = try updated(Board.self, text) {
            $0.author = Author(id: 1)
            $0.posts[0].editor = Author(id: 6)
        }
        #expect(try JSONValue(json: changed) == JSONValue(json: #"{"author":{"id":1},"posts":[{"editor":{"id":6},"others":{}}]}"#))
    }

    @Test func otherPartsKeepUnknownMembersAndComments() throws {
        let text = """
            {
              "items": [
                {"id": 1, "u": 5}, // one
                {"id": 2, "u": 6}  // two
              ],
              "author": {"name": "mia", "note": "old"}
            }
            """
        let changed = try updated(Listed.self, text, .jsonc) {
            $0.items[0].id = 9
            $0.author = Author(id: 3)
        }
        #expect(
            changed == """
                {
                  "items": [
                    {"id": 9, "u": 5}, // one
                    {"id": 2, "u": 6}  // two
                  ],
                  "author": {"id": 3}
                }
                """)
    }

    /// Reads the model from the text, changes it, and writes it back.
    private func updated<Model: JSONConvertible & Equatable>(
        _ type: Model.Type, _ text: String, _ options: JSONReadOptions = .strict, _ change: (inout Model) -> Void
    ) throws -> String {
        let results = try JSONEngine.each.map { engine in
            var options = options
            options.engine = engine
            var model = try Model(json: text, options: options), editor = try JSONEditor(text, options: options)
            change(&model)
            try editor.update(from: model)
            #expect(try Model(json: editor.text, options: options) == model, "\(editor.text)")
            return editor.text
        }
        #expect(Set(results).count == 1)
        return results[0]
    }

    @Test func anObjectThatTheModelCannotReadLosesItsOtherMembers() throws {
        let text = #"{"author": {"name": "mia", "note": "old"}, "more": 1}"#
        #expect(
            try updated(Post.self, text) { $0.author = Author(id: 1, name: "bo") }
                == #"{"author": {"id": 1, "name": "bo"}, "more": 1}"#)
        // The members fit the new model.
        #expect(
            try updated(Post.self, text) { $0.author = Author(id: 1, name: "bo", note: "old") }
                == #"{"author": {"id": 1, "name": "bo", "note": "old"}, "more": 1}"#)
        #expect(
            try updated(Post.self, #"{"others": {"a": {"name": "mia", "note": "old"}, "b": {"id": 2, "x": 3}}}"#) {
                $0.others["a"] = Author(id: 1)
            } == #"{"others": {"a": {"id": 1}, "b": {"id": 2, "x": 3}}}"#)
        #expect(
            try updated(Post.self, #"{"author": {"note": "old"}}"#, .salvage) { $0.author = Author(id: 1) } == #"{"author": {"id": 1}}"#)
    }

    @Test func aMemberThatTheModelReadsButDoesNotWriteGoes() throws {
        let text = #"{"editor": {"name": "mia", "note": "old", "x": 3}, "more": 1}"#
        #expect(
            try updated(Post.self, text) { $0.editor = Author(id: 6, name: "bo") }
                == #"{"editor": {"id": 6, "name": "bo", "x": 3}, "more": 1}"#)
    }

    @Test func theFirstOfRepeatedMembersMayCount() throws {
        var options = JSONReadOptions.strict
        options.duplicateKeys = .first
        let text = #"{"id": 1, "x": 2, "id": 2}"#
        #expect(try updated(Author.self, text, options) { $0.id = 9 } == #"{"x": 2, "id": 9}"#)
        #expect(try updated(Author.self, text, options) { $0.id = 2 } == #"{"x": 2, "id": 2}"#)
        #expect(try updated(Author.self, text, options) { _ in } == text)
    }

    private enum Outer: JSONConvertible, Equatable {
        case n(Int), point
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add("n", Int.self, make: { .n($0) }, match: { if case .n(let n) = $0 { n } else { nil } })
                $0.add("point", .point)
            }
        }
    }

    @Test func anObjectThatTheModelWritesAsAnotherValueIsReplaced() throws {
        #expect(try updated(Outer.self, #"{"point": null}"#) { $0 = .n(1) } == #"{"n": 1}"#)
        #expect(try updated([Outer].self, #"[{"point": {}}, {"n": 2}]"#) { $0[0] = .n(1) } == #"[{"n": 1}, {"n": 2}]"#)
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            var editor = try JSONEditor(#"{"a": {"point": null}}"#, options: options)
            let error = #expect(throws: JSONError.self) { try editor.update(from: Outer.n(1), at: "$.a", removesMissing: false) }
            #expect(error?.kind == .typeMismatch && error?.path == "$.a" && error?.found == "several keys")
            #expect(editor.text == #"{"a": {"point": null}}"#)
        }
    }

    private struct Checked: JSONConvertible, Equatable {
        var age: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("age", \.age, rules: [.range(0...150)]) } }
    }

    @Test func checksDoNotCount() throws {
        #expect(try edited(#"{"age": 1}"#) { try $0.update(from: Checked(age: 200)) } == #"{"age": 200}"#)
    }
}

/// The options for reading also decide the form in which `update(from:)` writes.
@Suite struct EditedFormTests {
    private struct Page: JSONConvertible, Equatable {
        var pageCount = 0
        var title = ""
        var ratio = 0.5
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("pageCount", \.pageCount, default: 0)
                $0.add("title", \.title, key: "t", default: "")
                $0.add("ratio", \.ratio, default: 0.5)
            }
        }
    }

    private func updated(_ text: String, _ change: (inout JSONReadOptions) -> Void, _ page: Page) throws -> String {
        var options = JSONReadOptions.strict
        change(&options)
        var editor = try JSONEditor(text, options: options)
        try editor.update(from: page)
        #expect(try Page(json: editor.text, options: options) == page)
        return editor.text
    }

    @Test func theReadOptionsDecide() throws {
        #expect(try updated(#"{"page_count": 1}"#, { $0.keyStyle = .snakeCase }, Page(pageCount: 2)) == #"{"page_count": 2}"#)
        #expect(try updated(#"{"title": "a"}"#, { $0.usesPropertyNames = true }, Page(title: "b")) == #"{"title": "b"}"#)
        let strings = JSONNonFiniteNumbers.strings(positive: "inf", negative: "-inf", nan: "nan")
        #expect(try updated(#"{"ratio": 1}"#, { $0.nonFiniteNumbers = strings }, Page(ratio: .infinity)) == #"{"ratio": "inf"}"#)
    }

    @Test func theWriteOptionsComeFirst() throws {
        var options = JSONReadOptions.strict
        options.keyStyle = .snakeCase
        var editor = try JSONEditor(#"{"x": 1}"#, options: options)
        try editor.update(from: Page(pageCount: 2), writing: JSONWriteOptions(keyStyle: .kebabCase, omitsDefaults: true))
        #expect(editor.text == #"{"x": 1, "page-count": 2}"#)
    }
}
