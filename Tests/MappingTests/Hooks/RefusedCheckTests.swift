import Testing
import Yoke

/// Tests checks that refuse a value: the position of the error, and several refused values in one text.
@Suite struct RefusedCheckTests {
    private struct Refusal: Error {}

    private struct Span: JSONConvertible, Equatable {
        var low: Int
        var high = 10
        var names: [String] = []
        var unit: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("low", \.low, key: ["low", .path("ends[1].low"), .path("ends[0]")], rules: [.range(0...)])
                $0.add("high", \.high, key: JSONKeys("top"), literal: 10, rules: [.range(0...), .check { if $0 > 99 { throw Refusal() } }])
                $0.add("names", \.names, literal: [], rules: [.count(..<3), .check { if $0.last == "" { throw Refusal() } }])
                $0.add("unit", \.unit, rules: [.count(1...)])
                $0.afterReading { if $0.low > $0.high { throw Refusal() } }
            }
        }
    }

    private func place(_ text: String, _ options: JSONReadOptions = .strict, _ location: SourceLocation = #_sourceLocation) -> String {
        let error = failure(Span.self, text, options, location)
        #expect(error?.kind == .refused && error?.found == nil, sourceLocation: location)
        #expect(error?.path == "$" || error?.expected == nil, sourceLocation: location)
        return "\(error?.path ?? "") \(error?.line ?? 0):\(error?.column ?? 0)"
    }

    @Test func aRefusedValueIsNamedItself() {
        #expect(place(#"{"low":-1}"#) == "$.low 1:8")
        #expect(place("{\"low\": 1,\n \"é\": [], \"top\":\t-7, \"names\": []}") == "$.top 2:18")
        #expect(place(#"{"names": ["é", [], "b", "c"], "low": 1}"#, .salvage) == "$.names 1:11")
        #expect(place(#"{"low":1,"unit":"","names":["a"]}"#) == "$.unit 1:17")
        // A refused value at a path has a position, too. If a key repeats, the error has the position of the key's last value. With
        // `duplicateKeys = .first`, the error has the position of the first value.
        #expect(place(#"{"ends":[-1,{"x":2}],"top":1}"#) == "$.ends[0] 1:10")
        #expect(place(#"{"ends":[1,{"low":-2}]}"#) == "$.ends[1].low 1:19")
        #expect(place(#"{"ends":[1,{"low":-2}],"top":-1,"top":5}"#) == "$.ends[1].low 1:19")
        #expect(place(#"{"low":-1,"low":-2}"#) == "$.low 1:17")
        var first = JSONReadOptions.strict
        first.duplicateKeys = .first
        #expect(place(#"{"low":-1,"low":-2}"#, first) == "$.low 1:8")
        // If the check of an entire model refuses, the position is the start of the model's object.
        #expect(place(#" {"low":11}"#) == "$ 1:2")
        let error = failure(Span.self, #"{"low": 1, "top": 100}"#)
        #expect(error?.snippet?.dropFirst(error?.caret ?? 0).hasPrefix("100") == true)
    }

    private struct Preset: JSONConvertible, Equatable {
        var level = -1
        var other = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("level", \.level, key: [.path("a.level")], literal: -1, rules: [.range(0...)])
                $0.add("other", \.other, key: [.path("a.other")], literal: 0)
            }
        }
    }

    @Test func aRefusedDefaultIsAtTheObject() {
        for text in [#"[{"a":{"level":1}},{"x":1}]"#, #"[{"a":{"level":1}},{"a":{"level":-2},"a":{"other":1}}]"#] {
            let error = failure([Preset].self, text)
            #expect(error?.path == "$[1].a.level")
            #expect(error?.offset == 19)
        }
    }

    private struct Pair: JSONConvertible, Equatable {
        var first: Int
        var second: [Int]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, layout: .array) {
                $0.add("first", \.first, rules: [.range(0...)])
                $0.add("second", \.second, rules: [.count(1...)])
            }
        }
    }

    private struct Same: JSONConvertible {
        var a: Int
        var b: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a, key: JSONKeys("x"))
                $0.add("b", \.b, key: JSONKeys("x"))
            }
        }
    }

    private struct Twice: JSONConvertible {
        var a: Int
        var b: Double
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a, key: JSONKeys("x"), rules: [.range(0...)])
                $0.add("b", \.b, key: JSONKeys("x"), rules: [.range(5...)])
            }
        }
    }

    @Test func inArraysAndOfSharedKeys() {
        #expect(failures([Pair].self, "[[1,[1]],[-1,[ ]],[2,[\n]]]") == ["$[1][0] 1:11", "$[1][1] 1:14", "$[2][1] 1:22"])
        #expect(failures([Same].self, #"[{"x":"é"},{"x":[]}]"#) == ["$[0].x 1:7", "$[1].x 1:17"])
        #expect(failures(Twice.self, #"{"x": -1}"#) == ["$.x 1:7", "$.x 1:7"])
        #expect(failures([Twice].self, #"[{"x": "é"},{"x":6}]"#) == ["$[0].x 1:8", "$[0].x 1:8"])
    }

    @Test func allChecksOfAnObject() {
        #expect(
            failures(Span.self, #"{"top":-1,"unit":"","low":-5,"names":["a","b",""]}"#) == [
                "$.top 1:8", "$.unit 1:18", "$.low 1:27", "$.names 1:38",
            ])
        // Only the first check that refuses a property is reported, because later checks may rely on it. The check of the entire model runs
        // only if all properties are valid.
        #expect(failures(Span.self, #"{"top":-1,"low":2}"#) == ["$.top 1:8"])
        // The checks of values that are present run even if the object has other errors.
        #expect(failures([Span].self, #"[{"top":-1,"unit":5}]"#) == ["$[0] 1:2", "$[0].top 1:9", "$[0].unit 1:19"])
        #expect(failures([Span].self, #"[{"low":3,"names":["a",1,"b","c"],"top":2}]"#) == ["$[0].names[1] 1:24"])
        var salvage = JSONReadOptions.salvage
        salvage.collectsErrors = true
        #expect((try? read([Span].self, #"[{"low":-3,"top":-1},{"low":1}]"#, salvage)) == [Span(low: 1)])
    }

    private final class Home: JSONConvertible {
        let street: String
        let number: Int
        init(_ storage: Storage) { (street, number) = (storage.street, storage.number) }
        struct Storage: JSONConvertible {
            var street: String
            var number: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("street", \.street, rules: [.count(1...)])
                    $0.add("number", \.number, rules: [.range(1...)])
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Home.self, via: Storage.self, decode: { Home($0) }, encode: { Storage(street: $0.street, number: $0.number) })
        }
    }

    private enum Kind: JSONConvertible, Equatable {
        case span(Span), none
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "kind") {
                $0.add("span", Span.self, make: { .span($0) }, match: { if case .span(let span) = $0 { span } else { nil } })
                $0.add("none", .none)
            }
        }
    }

    private struct House: JSONConvertible {
        var id: Int
        var home: Home
        var kind: Kind
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, rules: [.range(1...)])
                $0.flatten("home", \.home)
                $0.flatten("kind", \.kind)
            }
        }
    }

    @Test func allErrorsOfFlattenedTypes() {
        let text = #"[{"street":"","kind":"span","top":-1,"number":0,"id":0,"low":"é"}]"#
        #expect(failures([House].self, text) == ["$[0].street 1:12", "$[0].top 1:35", "$[0].number 1:47", "$[0].id 1:54", "$[0].low 1:62"])
        #expect(
            failures([House].self, #"[{"street":5,"kind":"spam"}, {"id":1,"kind":{},"number":[]}]"#) == [
                "$[0] 1:2", "$[0] 1:2", "$[0].street 1:12", "$[0].kind 1:21", "$[1] 1:30", "$[1].kind 1:45", "$[1].number 1:57",
            ])
    }

    @Test func updatesNameThemToo() {
        expect(.refused, "$.top", updating: Span(low: 1), #"{"unit":"m","top":-2}"#)
        for engine in engines {
            var options = JSONReadOptions.strict, span = Span(low: 1)
            (options.engine, options.collectsErrors) = (engine, true)
            let error = #expect(throws: JSONError.self) { try span.update(json: #"{"top": -2, "low":-1, "unit": 5}"#, options: options) }
            #expect((error?.all ?? []).map(\.offset) == [8, 18, 30])
        }
    }
}
