import Testing
import Yoke

/// An update reports a change if and only if the JSON of the value changes, whatever `==` says.
@Suite struct UpdateEqualityTests {
    /// A struct whose `==` compares only the id.
    struct Item: JSONConvertible, Equatable {
        var id = 0
        var name = ""
        static func == (a: Item, b: Item) -> Bool { a.id == b.id }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, literal: 0)
                $0.add("name", \.name, literal: "")
            }
        }
    }

    /// A class whose `==` compares only the id. An update replaces its instances.
    final class Owner: JSONConvertible, Equatable {
        let item: Item
        init(_ item: Item) { self.item = item }
        static func == (a: Owner, b: Owner) -> Bool { a.item == b.item }
        static var jsonMapping: JSONMapping { JSONMapping(Owner.self, via: Item.self, decode: { Owner($0) }, encode: { $0.item }) }
    }

    enum Shape: JSONConvertible, Equatable {
        case circle(Item)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Shape.self, tag: "t") {
                $0.add("circle", Item.self, make: { .circle($0) }, match: { if case .circle(let item) = $0 { item } else { nil } })
            }
        }
    }

    /// An enum whose payloads are a dictionary and a set, which have no fixed order.
    enum Table: JSONConvertible, Equatable {
        case rows([String: Int]), ids(Set<Int>)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Table.self) {
                $0.add("rows", [String: Int].self, make: { .rows($0) }, match: { if case .rows(let rows) = $0 { rows } else { nil } })
                $0.add("ids", Set<Int>.self, make: { .ids($0) }, match: { if case .ids(let ids) = $0 { ids } else { nil } })
            }
        }
    }

    struct Tables: JSONConvertible {
        var table: Table
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("table", \.table) } }
    }

    @Test func theOrderOfAPayloadIsNoChange() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            for text in [#"{"table":{"rows":{"x":1,"y":2,"z":3}}}"#, #"{"table":{"ids":[1,2,3,4,5,6]}}"#] {
                for _ in 0..<50 {
                    var model = try Tables(json: text, options: options)
                    #expect(try model.update(json: text, options: options).isEmpty)
                }
            }
            var model = try Tables(json: #"{"table":{"rows":{"x":1}}}"#, options: options)
            #expect(try model.update(json: #"{"table":{"rows":{"x":2}}}"#, options: options).names == ["table"])
        }
    }

    private enum Level: JSONConvertible, Equatable {
        case exact(Double), named(Named)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add("exact", Double.self, make: { .exact($0) }, match: { if case .exact(let level) = $0 { level } else { nil } })
                $0.add("named", Named.self, make: { .named($0) }, match: { if case .named(let level) = $0 { level } else { nil } })
            }
        }
    }

    /// The same name in another heap object: the bytes in memory differ.
    private struct Named: JSONConvertible, Equatable {
        var name: String
        var level: Double
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("level", \.level)
            }
        }
    }

    private struct Levels: JSONConvertible {
        var box: JSONBox<Double>
        var byID: [Int: Double]
        var level: Level
        var lazy: JSONLazy<Double>
        var maybe: JSONNullable<Double>
        var named: Level
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("box", \.box)
                $0.add("byID", \.byID)
                $0.add("level", \.level)
                $0.add("lazy", \.lazy)
                $0.add("maybe", \.maybe)
                $0.add("named", \.named)
            }
        }
    }

    @Test func theSameNaNIsNoChange() throws {
        func text(_ number: String) -> String {
            (#"{"box":N,"byID":{"1":N},"level":{"exact":N},"lazy":N,"maybe":N,"#
                + #""named":{"named":{"name":"a name of more than fifteen bytes","level":N}}}"#).replacing("N", with: number)
        }
        for engine in engines {
            var options = JSONReadOptions.json5
            options.engine = engine
            var levels = try Levels(json: text("NaN"), options: options)
            #expect(try levels.update(json: text("NaN"), options: options).isEmpty)
            #expect(try levels.update(json: text("Infinity"), options: options).names.count == 6)
            #expect(try levels.update(json: text("-0.0"), options: options).names.count == 6)
            #expect(try levels.update(json: text("0.0"), options: options).names.count == 6)
        }
    }

    struct All: JSONConvertible {
        var x = 0.0
        var f: Float? = 0
        var list = [0.0]
        var deep: [[String: Double?]] = [["k": 0.0]]
        var text = "\u{E9}"
        var set: Set<String> = ["\u{E9}"]
        var names = ["\u{E9}": 1]
        var item = Item(id: 1, name: "a")
        var items: [Item?] = [nil, Item(id: 1, name: "a")]
        var owner: Owner? = Owner(Item(id: 1, name: "a"))
        var shape = Shape.circle(Item(id: 1, name: "a"))
        var json: JSONValue = ["a": 1, "b": [0]]
        var number: JSONNumber? = 1.0
        var raw: JSONRawText?
        var rest: JSONObject = ["z": 1.5]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x, literal: 0)
                $0.add("f", \.f)
                $0.add("list", \.list, literal: [])
                $0.add("deep", \.deep, literal: [])
                $0.add("text", \.text, literal: "")
                $0.add("set", \.set, literal: [])
                $0.add("names", \.names, literal: [:])
                $0.add("item", \.item, default: Item())
                $0.add("items", \.items, literal: [])
                $0.add("owner", \.owner)
                $0.add("shape", \.shape, default: .circle(Item()))
                $0.add("json", \.json, default: .null)
                $0.add("number", \.number)
                $0.add("raw", \.raw)
                $0.extras("rest", \.rest)
            }
        }
    }

    /// A class with `assign:`, which logs the assigned properties.
    final class Shared: JSONConvertible {
        var all: All
        private(set) var assigned: [String] = []
        init(_ all: All) { self.all = all }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Shared.self, via: All.self, decode: { Shared($0) }, encode: { $0.all },
                assign: { shared, new, names in
                    shared.all = new
                    shared.assigned += names
                })
        }
    }

    private static let changes: [(text: String, name: String)] = [
        (#"{"x":-0.0}"#, "x"), (#"{"f":-0.0}"#, "f"), (#"{"list":[-0.0]}"#, "list"), (#"{"deep":[{"k":-0.0}]}"#, "deep"),
        ("{\"text\":\"e\u{301}\"}", "text"), ("{\"set\":[\"e\u{301}\"]}", "set"), ("{\"names\":{\"e\u{301}\":1}}", "names"),
        (#"{"item":{"name":"b"}}"#, "item"), (#"{"items":[null,{"id":1,"name":"b"}]}"#, "items"),
        (#"{"owner":{"id":1,"name":"b"}}"#, "owner"),
        (#"{"shape":{"t":"circle","id":1,"name":"b"}}"#, "shape"), (#"{"json":{"a":1,"b":[-0]}}"#, "json"),
        (#"{"json":{"b":[0],"a":1}}"#, "json"), (#"{"number":1.00}"#, "number"), (#"{"z":1.50}"#, "rest"),
        ("{\"raw\":\"e\u{301}\"}", "raw"),
    ]

    @Test(arguments: changes)
    func whatJSONCanTellIsAChange(text: String, name: String) throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            var all = All()
            all.raw = try JSONRawText("\"\u{E9}\"")
            let shared = Shared(all)
            #expect(try all.update(json: text, options: options).names == [name])
            // Each member of the text is written with the value that it has in the text.
            let members = try JSONObject(json: text), written = try JSONObject(json: all.jsonString())
            if name != "item" { #expect(members.allSatisfy { written[$0.key]?.description == $0.value.description }, "\(written)") }
            #expect(all.item.name == (name == "item" ? "b" : "a"))
            #expect(try all.update(json: text, options: options).isEmpty)
            #expect(try shared.update(json: text, options: options).names == [name] && shared.assigned == [name])
            #expect(try shared.all.jsonString() == all.jsonString())
        }
    }

    /// A type that is not Equatable, with payloads that are.
    private enum Note: JSONConvertible {
        case list([Int]), text(String)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Note.self) {
                $0.add("list", [Int].self, make: { .list($0) }, match: { if case .list(let list) = $0 { list } else { nil } })
                $0.add("text", String.self, make: { .text($0) }, match: { if case .text(let text) = $0 { text } else { nil } })
            }
        }
    }
    private struct Notes: JSONConvertible {
        var one: Note
        var list: [Note]
        var named: [String: Note]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("one", \.one); $0.add("list", \.list); $0.add("named", \.named)
            }
        }
    }

    @Test func theSameJSONIsNoChangeOfATypeWithoutEquality() throws {
        let text = #"{"one":{"list":[1]},"list":[{"text":"a"}],"named":{"x":{"list":[]}}}"#
        var notes = try Notes(json: text)
        #expect(try notes.update(json: text).names == [])
        #expect(
            try notes.update(json: #"{"one":{"list":[2]},"list":[{"text":"b"}],"named":{"x":{"text":""}}}"#).names == [
                "one", "list", "named",
            ])
    }

    @Test func theSameIsNoChange() throws {
        var all = All()
        let text = try all.jsonString()
        #expect(try all.update(json: text).names == [])
        let shared = Shared(all)
        #expect(try shared.update(json: text).names == [] && shared.assigned == [])
    }

    /// NaN is not equal to itself, but a NaN that stays NaN is not a change.
    @Test func notANumberIsNoChange() throws {
        var all = All()
        all.x = .nan
        all.list = [1, .nan]
        all.deep = [["k": .nan]]
        #expect(try all.update(json: #"{"f":1}"#).names == ["f"])
        #expect(try all.update(json: #"{"deep":[]}"#).names == ["deep"])
    }

    @Test func textsAreEqualByTheirBytes() throws {
        let composed = try JSONRawText("\"\u{E9}\""), decomposed = try JSONRawText("\"e\u{301}\"")
        #expect(composed != decomposed && Set([composed, decomposed]).count == 2)
        #expect(try composed == JSONRawText("\"\u{E9}\""))
    }
}
