import Testing
import Yoke

@Suite struct AliasTests {
    private struct Book: JSONConvertible, Equatable {
        var id: Int
        var name: String?
        var pages = 7
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, key: ["id", "ID", .path("data.book_id")])
                $0.add("name", \.name, key: ["name", "title"])
                $0.add("pages", \.pages, key: ["pages", "p"], literal: 7)
            }
        }
    }

    private struct Note: JSONConvertible, Equatable {
        var text: String? = "-"
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("text", \.text, key: ["text", "t"], default: "-") } }
    }

    @Test func nullIsNilWhereThereIsADefault() throws {
        #expect(try read(Note.self, #"{"t":null}"#) == Note(text: nil))
        #expect(try read(Note.self, "{}") == Note())
    }

    @Test(arguments: [
        (#"{"id":1}"#, Book(id: 1)), (#"{"ID":1}"#, Book(id: 1)), (#"{"data":{"book_id":1}}"#, Book(id: 1)),
        // The first alias in the mapping wins, whatever the order in the text.
        (#"{"data":{"book_id":3},"ID":2,"id":1}"#, Book(id: 1)), (#"{"id":1,"ID":2,"data":{"book_id":3}}"#, Book(id: 1)),
        (#"{"data":{"book_id":3},"ID":2}"#, Book(id: 2)), (#"{"ID":2,"data":{"book_id":3}}"#, Book(id: 2)),
        // A null is skipped in favour of another alias, at any position.
        (#"{"id":null,"ID":2}"#, Book(id: 2)), (#"{"ID":2,"id":null}"#, Book(id: 2)),
        (#"{"id":1,"name":null,"title":"t"}"#, Book(id: 1, name: "t")), (#"{"id":1,"title":"t","name":null}"#, Book(id: 1, name: "t")),
        (#"{"id":1,"name":"n","title":"t"}"#, Book(id: 1, name: "n")), (#"{"id":1,"title":"t","name":"n"}"#, Book(id: 1, name: "n")),
        (#"{"id":1,"name":null,"title":null}"#, Book(id: 1)), (#"{"id":1,"title":null}"#, Book(id: 1)),
        (#"{"id":1,"pages":null,"p":9}"#, Book(id: 1, pages: 9)), (#"{"id":1,"pages":null,"p":null}"#, Book(id: 1)),
        // If a key repeats, its last value counts.
        (#"{"id":1,"id":2}"#, Book(id: 2)), (#"{"ID":1,"ID":2}"#, Book(id: 2)),
        (#"{"data":{"book_id":3},"data":{"book_id":4}}"#, Book(id: 4)),
        (#"{"data":null,"id":1}"#, Book(id: 1)),
    ])
    private func firstInTheList(_ text: String, _ book: Book) throws {
        #expect(try read(Book.self, text) == book)
    }

    private enum Code: JSONConvertible, Equatable {
        case none
        case number(Int)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("none", .none)
                $0.add("number", Int.self, make: { .number($0) }, match: { if case .number(let number) = $0 { number } else { nil } })
            }
        }
    }

    private struct Entry<Value: JSONConvertible & Equatable>: JSONConvertible, Equatable {
        var value: Value
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("value", \.value, key: ["value", "v"]) } }
    }

    private func checkNull<Value: JSONConvertible & Equatable>(_ null: Value, _ number: Value) throws {
        for (text, value) in [
            (#"{"value":null}"#, null), (#"{"v":null}"#, null), (#"{"value":null,"v":null}"#, null), (#"{"value":null,"v":7}"#, number),
            (#"{"v":7,"value":null}"#, number), (#"{"v":null,"value":7}"#, number), (#"{"value":7,"value":null}"#, null),
        ] {
            #expect(try read(Entry<Value>.self, text) == Entry(value: value), "\(text)")
            for engine in engines {
                var options = JSONReadOptions.strict
                options.engine = engine
                var entry = Entry(value: number)
                try entry.update(json: text, options: options)
                #expect(entry.value == value, "\(text)")
            }
        }
        #expect(try read(Entry<Value>.self, Entry(value: null).jsonString()) == Entry(value: null))
    }

    /// For a type to which null is a value, a null under one key is weaker than a value under another key.
    @Test func nullIsAValueOfSomeTypes() throws {
        try checkNull(JSONValue.null, 7)
        try checkNull(JSONRawText("null"), JSONRawText("7"))
        try checkNull(JSONBox(Int?.none), JSONBox(7))
        try checkNull(JSONLazy(Int?.none), JSONLazy(7))
        try checkNull(Code.none, .number(7))
        expect(.missingKeys, "$", reading: Entry<Int>.self, #"{"value":null,"v":null}"#)
        expect(.missingKeys, "$", reading: Entry<JSONLazy<Int>>.self, #"{"value":null}"#)
    }

    private struct Level: JSONConvertible {
        var a: Double
        var b = 7.0
        var c: JSONBox<Float>
        var d: Double?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a, key: ["a", "A"])
                $0.add("b", \.b, key: ["b", "B"], default: 7)
                $0.add("c", \.c, key: ["c", "C"])
                $0.add("d", \.d, key: ["d", "D"])
            }
        }
    }

    @Test func nullIsNaNUnderAnAlias() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            (options.engine, options.nonFiniteNumbers) = (engine, .null)
            let level = try Level(json: #"{"A":null,"b":null,"c":null,"d":null}"#, options: options)
            #expect(level.a.isNaN && level.b.isNaN && level.c.value.isNaN && level.d == nil)
            let other = try Level(json: #"{"a":null,"A":1,"B":2,"b":null,"C":null,"c":3,"d":null,"D":4}"#, options: options)
            #expect(other.a == 1 && other.b == 2 && other.c.value == 3 && other.d == 4)
        }
    }

    @Test func theFirstKeyIsWritten() throws {
        #expect(try written(Book(id: 1, name: "n", pages: 2)) == #"{"id":1,"name":"n","pages":2}"#)
    }

    @Test func errorsNameTheAliases() {
        expect(.missingKeys, "$", reading: Book.self, #"{"pages":1}"#)
        #expect(failure(Book.self, #"{"x":1}"#)?.keys == ["id"])
        for (text, message, hint) in [
            (
                #"{"dta":[1,2],"to":""}"#, #"the key "items" (or "data", "result.items") is missing"#,
                #"did you mean "data" instead of "dta"?"#
            ),
            (
                #"{"to":"","rsult":{"items":[]}}"#, #"the key "items" (or "data", "result.items") is missing"#,
                #"did you mean "result" instead of "rsult"?"#
            ),
            (
                #"{"x":{},"frm":1,"result":{"item":[]}}"#,
                #"the keys "items" (or "data", "result.items"), "from.to['a.b'][1]" (or "to") are missing"#,
                #"did you mean "result.items" instead of "result.item", "from" instead of "frm"?"#
            ),
        ] {
            let error = failure(Feed.self, text)
            #expect(error?.message == message && error?.hint == hint && error?.keys.first == "items")
        }
        expect(.typeMismatch, "$.ID", reading: Book.self, #"{"ID":"x"}"#)
        expect(.typeMismatch, "$.data.book_id", reading: Book.self, #"{"data":{"book_id":"x"}}"#)
        expect(.typeMismatch, "$.data", reading: Book.self, #"{"data":5}"#)
        // A repeated container on a path replaces the first container, so the value in the first one is lost.
        expect(.missingKeys, "$", reading: Book.self, #"{"data":{"book_id":3},"data":{}}"#)
    }

    private struct Feed: JSONConvertible, Equatable {
        var items: [Int]
        var to: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("items", \.items, key: ["items", "data", .path("result.items")])
                $0.add("to", \.to, key: [.path("from.to['a.b'][1]"), "to"])
            }
        }
    }

    @Test func otherPolicies() throws {
        var options = JSONReadOptions.strict
        options.duplicateKeys = .first
        #expect(try read(Book.self, #"{"id":1,"id":2}"#, options) == Book(id: 1))
        options.duplicateKeys = .reject
        expect(.duplicateKey, "$.id", reading: Book.self, #"{"id":1,"id":2}"#, options)
        var report = JSONReport()
        #expect(try Book(json: #"{"id":1,"id":2,"ID":3}"#, report: &report) == Book(id: 2))
        #expect(report.entries.map(\.kind) == [.duplicateKey])
    }

    /// If a container on a path is repeated, only the value from this path is lost. A value from a better key stays.
    @Test func aRepeatedContainerLosesOnlyItsOwnValues() throws {
        struct Plain: JSONConvertible, Equatable {
            var id: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("id", \.id, key: ["id", .path("data.id")]) } }
        }
        for text in [#"{"id":5,"data":{"id":7},"data":{"id":8}}"#, #"{"id":5,"data":{},"data":{}}"#, #"{"id":5,"data":{},"data":null}"#] {
            #expect(try read(Plain.self, text) == Plain(id: 5), "\(text)")
        }
        #expect(try read(Plain.self, #"{"data":{"id":7},"data":{"id":8}}"#) == Plain(id: 8))
        #expect(try read(Plain.self, #"{"data":{"id":7},"id":5,"data":{"id":8}}"#) == Plain(id: 5))
        expect(.missingKeys, "$", reading: Plain.self, #"{"data":{"id":7},"data":{}}"#)
        struct Late: JSONConvertible, Equatable {
            var x: Int? = 5
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x, key: [.path("a.x"), "b"], default: 5) } }
        }
        #expect(try read(Late.self, #"{"a":{"x":null},"a":{}}"#) == Late(x: 5))
        struct Shared: JSONConvertible, Equatable {
            var x: Int?
            var y: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("x", \.x, key: ["id", "ID"])
                    $0.add("y", \.y, key: JSONKeys(read: ["id"], write: nil))
                }
            }
        }
        #expect(try read(Shared.self, #"{"ID":1,"id":null,"id":null}"#) == Shared(x: 1))
    }

    /// The first key that is present and not null counts, in any order, also with a value for null.
    @Test func aValueForNullIsTheLastChoice() throws {
        struct Item: JSONConvertible, Equatable {
            var x: [Int]
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { $0.add("x", \.x, key: ["id", "ID", .path("a.id")], rules: [.onNull([0])]) }
            }
        }
        for text in [
            #"{"id":null,"ID":[5]}"#, #"{"ID":[5],"id":null}"#, #"{"id":null,"ID":null,"a":{"id":[5]}}"#, #"{"id":[5],"ID":null}"#,
        ] {
            #expect(try read(Item.self, text) == Item(x: [5]), "\(text)")
        }
        #expect(try read(Item.self, #"{"id":null,"ID":null}"#) == Item(x: [0]))
    }

    /// A value for null comes before the rules for null of a mode.
    @Test(arguments: [JSONReadOptions.strict, .lenient, .salvage, .yyModel, .mjExtension, .mantle, .jsonModel])
    func aValueForNullComesBeforeTheMode(options: JSONReadOptions) throws {
        struct Item: JSONConvertible, Equatable {
            var a: Int?
            var b = 1
            var c: [Int] = [1]
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a, rules: [.onNull(7)])
                    $0.add("b", \.b, default: 1, rules: [.onNull(8)])
                    $0.add("c", \.c, default: [1], rules: [.onNull([9])])
                }
            }
        }
        #expect(try read(Item.self, #"{"a":null,"b":null,"c":null}"#, options) == Item(a: 7, b: 8, c: [9]))
    }
}

@Suite struct PathTests {
    private struct Place: JSONConvertible, Equatable {
        var city: String
        var first: Int?
        var third: [Int]?
        var note = "-"
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("city", \.city, key: [.path("address.city.name")])
                $0.add("first", \.first, key: [.path("rows[0].n")])
                $0.add("third", \.third, key: [.path("rows[2]['a.b']")])
                $0.add("note", \.note, key: [.path("address['no]te']")], literal: "-")
            }
        }
    }

    @Test func deepPlaces() throws {
        let text = #"""
            {"x": 1, "address": {"zip": [1, {}], "city": {"name": "Graz", "n": {"name": 5}}, "no]te": "hi"},
             "rows": [{"n": 4, "a.b": [9]}, null, {"n": 6, "a.b": [1, 2]}, 7]}
            """#
        let place = try read(Place.self, text)
        #expect(place == Place(city: "Graz", first: 4, third: [1, 2], note: "hi"))
        #expect(
            try written(place)
                == #"{"address":{"city":{"name":"Graz"},"no]te":"hi"},"rows":[{"n":4},null,{"a.b":[1,2]}]}"#)
        #expect(try written(Place(city: "x")) == #"{"address":{"city":{"name":"x"},"no]te":"-"}}"#)
    }

    @Test(arguments: [
        #"{"address":{"city":{"name":"x"}},"rows":null}"#, #"{"address":{"city":{"name":"x"}},"rows":[]}"#,
        #"{"address":{"city":{"name":"x"}},"rows":[null]}"#, #"{"rows":[{"n":null}],"address":{"city":{"name":"x"}}}"#,
    ])
    func whatIsNotThereIsMissing(_ text: String) throws {
        #expect(try read(Place.self, text) == Place(city: "x"))
    }

    @Test func errorsNameThePath() {
        expect(.typeMismatch, "$.address.city", reading: Place.self, #"{"address":{"city":"Graz"}}"#)
        expect(.typeMismatch, "$.rows", reading: Place.self, #"{"address":{"city":{"name":"x"}},"rows":{}}"#)
        expect(.typeMismatch, "$.rows[2]['a.b'][1]", reading: Place.self, #"{"rows":[{},{},{"a.b":[1,"x"]}]}"#)
        #expect(failure(Place.self, #"{"address":{}}"#)?.keys == ["address.city.name"])
        expect(.typeMismatch, "$.rows[0]", reading: Place.self, #"{"rows":[1]}"#)
        expect(.typeMismatch, "$.address", reading: Place.self, #"{"address":[1]}"#)
        expect(.invalidMapping, "$", reading: Everywhere.self, "{}")
    }

    private struct Everywhere: JSONConvertible {
        var ids: [Int]?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("ids", \.ids, key: [.path("rows[*].id")]) } }
    }

    private struct Row: JSONConvertible, Equatable {
        var second: Int?
        var first: Int?
        var note: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("second", \.second, key: [.path("row[1]")])
                $0.add("first", \.first, key: [.path("row[0]")])
                $0.add("note", \.note, key: [.path("more.note")], rules: [.writesNull])
            }
        }
    }

    @Test func elementsAndNullsOnTheWay() throws {
        #expect(try written(Row(second: 2, first: 1, note: "n")) == #"{"row":[1,2],"more":{"note":"n"}}"#)
        #expect(try written(Row(second: 2)) == #"{"row":[null,2],"more":{"note":null}}"#)
    }

    @Test func blockedPathsAreMissingWhenSalvaging() throws {
        struct Loose: JSONConvertible, Equatable {
            var a = 1
            var b: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a, key: [.path("x.a")], literal: 1)
                    $0.add("b", \.b, key: [.path("y[1]")])
                }
            }
        }
        #expect(try read(Loose.self, #"{"x":"no","y":{"z":[1]}}"#, .salvage) == Loose())
        #expect(try read(Loose.self, #"{"y":[{"deep":[1,{"er":2}]},5],"x":{"a":2,"b":[]}}"#, .salvage) == Loose(a: 2, b: 5))
        #expect(try read(Loose.self, #"{"y":[0,{"deep":[1,{"er":2}]}],"x":[{"a":2}]}"#, .salvage) == Loose())
    }
}

/// Tests unknown members of inner objects. The model does not store these objects: it only names them in paths of properties.
@Suite struct UnknownOnTheWayTests {
    private struct Server: JSONConvertible, Equatable {
        var level = "info"
        var lines: Int?
        var first: Int?
        var a = 1
        var raw: JSONValue?
        var seen: Bool?
        var made: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, unknownKeys: .reject) {
                $0.add("level", \.level, key: [.path("log.level")], literal: "info")
                $0.add("lines", \.lines, key: ["lines", .path("log.file.lines")])
                $0.add("first", \.first, key: [.path("log.rows[1].n")])
                $0.add("a", \.a, literal: 1)
                $0.add("raw", \.raw, key: JSONKeys(read: ["raw"], write: nil))
                $0.add("seen", \.seen, key: [.path("raw.seen")])
                $0.add("made", \.made, key: JSONKeys(read: [], write: .path("log.made")))
            }
        }
    }

    @Test func areErrors() throws {
        for (text, path, hint) in [
            (#"{"log": {"lvel": "debug"}}"#, "$.log.lvel", #"did you mean "level"?"#),
            (#"{"a":2,"log":{"level":"x","b":{"c":[1]}}}"#, "$.log.b", nil),
            (#"{"log":{"file":{"lines":1,"line":2}}}"#, "$.log.file.line", #"did you mean "lines"?"#),
            (#"{"log":{"rows":[{"m":1},{"n":4,"m":1}]}}"#, "$.log.rows[1].m", nil),
        ] {
            let error = failure(Server.self, text)
            #expect(error?.kind == .unknownKey && error?.path == path)
            #expect(error?.message.hasPrefix("Server has no property for the key") == true)
            if let hint { #expect(error?.hint == hint) }
            expect(.unknownKey, path, updating: Server(), text)
        }
        #expect(
            failures(Server.self, #"{"log":{"x":1,"level":"l","file":{"y":{}}},"z":0}"#) == [
                "$.log.x 1:9", "$.log.file.y 1:35", "$.z 1:44",
            ])
    }

    /// These members do not count as unknown: members of another property, members of properties that are only written, and members of
    /// properties that the call leaves out (`excluding`, `only`).
    @Test func areKnownToOthers() throws {
        let text = #"{"log":{"rows":[{"m":1},{"n":4},{"m":2}],"made":5,"file":{"lines":3},"level":"debug"},"raw":{"seen":true,"x":1}}"#
        let server = try read(Server.self, text)
        #expect(server.level == "debug" && server.lines == 3 && server.first == 4 && server.seen == true && server.raw?["x"] == 1)
        let json = try server.jsonString()
        #expect(json.hasPrefix(#"{"log":{"level":"debug""#))
        var options = JSONReadOptions.strict
        for excluded in [["level"], ["level", "lines", "first", "made"], ["lines"], ["first", "seen"], ["raw"]] as [Set<String>] {
            options.excluding = excluded
            _ = try read(Server.self, text, options)
        }
        options.excluding = ["level"]
        expect(.unknownKey, "$.log.lvel", reading: Server.self, #"{"log":{"level":1,"lvel":1}}"#, options)
        options = .strict
        options.only = ["a"]
        #expect(try read(Server.self, text, options) == Server())
    }
}

@Suite struct SharedKeyReadingTests {
    private struct Two: JSONConvertible, Equatable {
        var raw: String
        var again: String?
        var old: String?
        var all: [String: String]?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("raw", \.raw, key: "v")
                $0.add("again", \.again, key: "v")
                $0.add("old", \.old, key: [.path("name.old")])
                $0.add("all", \.all, key: JSONKeys(read: ["name"], write: nil))
            }
        }
    }

    @Test func oneKeyForMany() throws {
        #expect(
            try read(Two.self, #"{"v":"a\u00e9","name":{"old":"o","new":"n"},"z":0}"#)
                == Two(raw: "aé", again: "aé", old: "o", all: ["old": "o", "new": "n"]))
        // A repeated key replaces everything that its first value has set.
        #expect(try read(Two.self, #"{"v":"a","name":{"old":"o"},"name":{"x":"y"},"v":"b"}"#) == Two(raw: "b", again: "b", all: ["x": "y"]))
        expect(.typeMismatch, "$.v", reading: Two.self, #"{"v":5}"#)
        expect(.typeMismatch, "$.name.old", reading: Two.self, #"{"v":"a","name":{"old":5}}"#)
        #expect(failure(Two.self, "{}")?.keys == ["v"])
    }

    private struct Shared: JSONConvertible, Equatable {
        var a: Int?
        var b: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a, key: ["v", "x"])
                $0.add("b", \.b, key: "v")
            }
        }
    }

    @Test func anAliasOfOneOfThem() throws {
        #expect(try read(Shared.self, #"{"x":1,"v":2}"#) == Shared(a: 2, b: 2))
        #expect(try read(Shared.self, #"{"x":1,"v":null}"#) == Shared(a: 1))
    }

    private struct Both: JSONConvertible, Equatable {
        var a = 0
        var b = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a, key: "v")
                $0.add("b", \.b, key: "v")
            }
        }
    }

    @Test func theFirstOfThemIsWritten() throws {
        #expect(try Both(a: 1, b: 2).jsonString() == #"{"v":1}"#)
    }
}
