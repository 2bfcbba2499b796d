import Testing
import Yoke

// Behaviour that users of YYModel rely on, and that no other test shows. The articles ComingFrom*.md of Yoke.docc name these tests.

@Suite struct FromYYModel {
    private struct Numbers: JSONConvertible, Equatable {
        var small: UInt8 = 7
        var int = 7
        var double = 7.0
        var flag = true
        var maybe: Int? = 7
        var text: String? = "-"
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("small", \.small, literal: 7)
                $0.add("int", \.int, literal: 7)
                $0.add("double", \.double, literal: 7)
                $0.add("flag", \.flag, literal: true)
                $0.add("maybe", \.maybe, literal: 7)
                $0.add("text", \.text, default: "-")
            }
        }
    }

    @Test(arguments: [
        (#"{"small":-1}"#, Numbers(small: 255)), (#"{"small":300}"#, Numbers(small: 44)), (#"{"int":1.9}"#, Numbers(int: 1)),
        (#"{"int":"120.5","small":"257"}"#, Numbers(small: 1, int: 120)), (#"{"int":"40个"}"#, Numbers(int: 40)),
        (#"{"flag":"No"}"#, Numbers(flag: false)), (#"{"flag":"YES"}"#, Numbers(flag: true)), (#"{"int":true}"#, Numbers(int: 1)),
        (#"{"text":1.5}"#, Numbers(text: "1.5")), (#"{"text":-1}"#, Numbers(text: "-1")), (#"{"text":"nil"}"#, Numbers(text: "nil")),
        (#"{"maybe":"nil"}"#, Numbers(maybe: nil)), (#"{"maybe":"(NULL)"}"#, Numbers(maybe: nil)), (#"{"int":"<null>"}"#, Numbers(int: 0)),
        (#"{"small":null,"int":null,"double":null,"flag":null}"#, Numbers(small: 0, int: 0, double: 0, flag: false)),
        (#"{"maybe":null,"text":null}"#, Numbers(maybe: nil, text: nil)),
        (#"{"small":"YES","int":"True","double":"yes","maybe":"no"}"#, Numbers(small: 1, int: 1, double: 1, maybe: 0)),
        (#"{"int":"FALSE","double":"yesterday"}"#, Numbers(int: 0, double: 0)),
        // If a value cannot be converted to a number, the property keeps its initial value.
        (#"{"int":{},"text":{"a":[1]},"double":[]}"#, Numbers()),
    ])
    private func valuesOfOtherKindsAreConverted(_ text: String, _ value: Numbers) throws {
        #expect(try read(Numbers.self, text, .yyModel) == value)
    }

    /// A null that is read as 0 is reported as a conversion, and not as a default.
    @Test func nullsAreReported() throws {
        for engine in engines {
            var report = JSONReport()
            var options = JSONReadOptions.yyModel
            options.engine = engine
            _ = try Numbers(json: #"{"int":null,"flag":null,"maybe":null}"#, options: options, report: &report)
            #expect(
                report.entries.map(\.description) == [
                    "$.int (line 1, column 8): converted null to an integer (Int)",
                    "$.flag (line 1, column 20): converted null to true or false",
                ])
        }
    }

    private struct Shelf: JSONConvertible, Equatable {
        var books: [Book] = []
        var names: Set<String> = []
        var byName: [String: Book] = [:]
        var any: [JSONValue] = []
        var nested = Book()
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("books", \.books, literal: [])
                $0.add("names", \.names, literal: [])
                $0.add("byName", \.byName, literal: [:])
                $0.add("any", \.any, literal: [])
                $0.add("nested", \.nested, default: Book())
            }
        }
    }

    private struct Book: JSONConvertible, Equatable {
        var pages = 1
        var dot = "-"
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("pages", \.pages, key: "p", literal: 1)
                $0.add("dot", \.dot, key: [.literal(".ext")], literal: "-")
                $0.afterReading { if $0.pages < 0 { throw Negative() } }
            }
        }
    }
    private struct Negative: Error {}

    private struct Twice: JSONConvertible, Equatable {
        var first = "a"
        var second = "b"
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("first", \.first, key: "v", default: "a")
                $0.add("second", \.second, key: "v", default: "b")
            }
        }
    }

    @Test func oneKeyForMany() throws {
        #expect(try read(Twice.self, #"{"v":"x"}"#, .yyModel) == Twice(first: "x", second: "x"))
        #expect(try Twice().jsonString() == #"{"v":"a"}"#)
        #expect(try [Twice()].jsonString(JSONWriteOptions(sortsKeys: true)) == #"[{"v":"a"}]"#)
    }

    @Test func invalidElementsOfContainersAreDropped() throws {
        let text = #"""
            {"books": [{"p": 1}, null, 5, {"p": -1}, {".ext": "e", "pages": 9}], "names": ["a", null, "a", {}],
             "byName": {"x": {"p": 2}, "y": null, "z": 1}, "any": [1, null, "s"]}
            """#
        #expect(
            try read(Shelf.self, text, .yyModel)
                == Shelf(
                    books: [Book(), Book(dot: "e")], names: ["a"], byName: ["x": Book(pages: 2)], any: [1, nil, "s"]))
    }

    @Test func refusedModels() throws {
        expect(.refused, "$", reading: Book.self, #"{"p":-1}"#, .yyModel)
        #expect((try? Book(json: #"{"p":-1}"#, options: .yyModel)) == nil)
        #expect(try read(Shelf.self, #"{"nested":{"p":-1}}"#, .yyModel) == Shelf())
    }

    private struct Sealed: JSONConvertible {
        var pages = 1
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("pages", \.pages, literal: 1) }.afterWriting { if $0["pages"] == 0 { throw Negative() } }
        }
    }

    @Test func refusedOutput() throws {
        #expect(try [Sealed()].jsonString() == #"[{"pages":1}]"#)
        let error = #expect(throws: JSONError.self) { try [Sealed(), Sealed(pages: 0)].jsonString() }
        #expect(error?.kind == .refused)
        #expect(error?.path == "$[1]")
    }

    @Test func anUpdateChangesNestedModels() throws {
        for engine in engines {
            var options = JSONReadOptions.yyModel
            options.engine = engine
            var shelf = Shelf(books: [Book(pages: 4)], nested: Book(pages: 5, dot: "d"))
            try shelf.update(json: #"{"books":[{"p":"6"},null],"nested":{"p":"8"}}"#, options: options)
            #expect(shelf == Shelf(books: [Book(pages: 6)], nested: Book(pages: 8, dot: "d")))
            try shelf.update(json: #"{"nested":{"p":null}}"#, options: options)
            #expect(shelf.nested == Book(pages: 0, dot: "d"))
        }
    }
}
