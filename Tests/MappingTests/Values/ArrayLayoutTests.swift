import Testing
import Yoke

@Suite struct ArrayLayoutTests {
    private struct Entry: JSONConvertible, Equatable {
        var id: Int
        var name: String
        var note: String?
        var tags: [String] = ["none"]
        var cache = 7
        var place: Place?

        init(_ id: Int, _ name: String, note: String? = nil, tags: [String] = ["none"], place: Place? = nil) {
            (self.id, self.name, self.note, self.tags, self.place) = (id, name, note, tags, place)
        }

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, layout: .array) {
                $0.add("id", \.id)
                $0.add("name", \.name, rules: [.count(1...)])
                $0.add("note", \.note)
                $0.add("tags", \.tags, default: ["none"])
                $0.ignore(\.cache, initial: 7)
                $0.add("place", \.place)
            }
        }
    }

    /// A generic type that is used inside another type and inside itself.
    fileprivate struct Pair<A: JSONConvertible, B: JSONConvertible>: JSONConvertible {
        var a: A
        var b: B
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, unknownKeys: .reject, layout: .array) {
                $0.add("a", \.a)
                $0.add("b", \.b)
            }
        }
    }

    private typealias Place = Pair<Double, Double>

    @Test func bothWays() throws {
        let text = #"[7,"a name that is longer than sixteen","n",["x","y"],[1.5,-2]]"#
        let entry = Entry(7, "a name that is longer than sixteen", note: "n", tags: ["x", "y"], place: Place(a: 1.5, b: -2))
        #expect(try read(Entry.self, text) == entry)
        #expect(try read([String: [Entry]].self, #"{"k":[\#(text),[1,"b"]]}"#) == ["k": [entry, Entry(1, "b")]])
        #expect(try written(entry) == #"[7,"a name that is longer than sixteen","n",["x","y"],[1.5,-2.0]]"#)
        #expect(try [Entry(1, "b")].jsonString(.pretty).hasPrefix("[\n  [\n    1,\n    \"b\",\n    null,\n"))
        typealias Deep = Pair<[Pair<Int, Bool>], Pair<String?, [String: Pair<Int, Int>]>>
        let deep = try read(Deep.self, #"[[[1,true],[2,false]],[null,{"k":[3,4]}]]"#)
        #expect(try written(deep) == #"[[[1,true],[2,false]],[null,{"k":[3,4]}]]"#)
    }

    private struct Row: JSONConvertible, Equatable {
        var id = 1, x = 0.5, y = -2.0, isOpen = true, name = "a name that is longer than sixteen", z = 1e300
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, layout: .array) {
                $0.add("id", \.id)
                $0.add("x", \.x)
                $0.add("y", \.y)
                $0.add("isOpen", \.isOpen)
                $0.add("name", \.name)
                $0.add("z", \.z)
            }
        }
    }

    /// Writes models that have only scalars. For such a model, the writer needs no record of an open container (frame).
    @Test func rowsOfScalars() throws {
        #expect(
            try written([Row(), Row(id: 2, isOpen: false)])
                == #"[[1,0.5,-2.0,true,"a name that is longer than sixteen",1e300],[2,0.5,-2.0,false,"a name that is longer than sixteen",1e300]]"#
        )
        #expect(try Row(name: "n").jsonString(.pretty) == "[\n  1,\n  0.5,\n  -2.0,\n  true,\n  \"n\",\n  1e300\n]")
        #expect(try Row(name: "n").jsonString(JSONWriteOptions(excluding: ["x", "z"])) == #"[1,null,-2.0,true,"n"]"#)
        for (row, path) in [(Row(x: .nan), "$.k[1][1]"), (Row(y: .infinity), "$.k[1][2]"), (Row(z: .nan), "$.k[1][5]")] {
            let error = #expect(throws: JSONError.self) { try ["k": [Row(), row]].jsonString() }
            #expect(error?.path == path)
        }
        let many = (0..<2000).map { Row(id: $0, x: Double($0) / 3, name: String(repeating: "é", count: $0 % 50)) }
        #expect(try [Row](json: many.jsonString()) == many)
    }

    @Test func whatIsNotThere() throws {
        #expect(try read(Entry.self, #"[1,"b"]"#) == Entry(1, "b"))
        #expect(try read(Entry.self, #"[1,"b",null,null,null]"#) == Entry(1, "b"))
        #expect(try written(Entry(1, "b", tags: [])) == #"[1,"b",null,[],null]"#)
        #expect(try read(Entry.self, #"[1,"b",null,[],null,"more",{"x":[1]}]"#) == Entry(1, "b", tags: []))
        var partial = JSONReadOptions()
        partial.allowsPartialValue = true
        #expect(try read(Entry.self, #"[1,"b""#, partial) == Entry(1, "b"))
    }

    @Test func errorsNameTheElement() {
        let missing = failure([Entry].self, "[[1,\"a\"],[]]")
        #expect(missing?.keys == ["id", "name"] && missing?.path == "$[1]" && missing?.column == 10)
        #expect(missing?.message == #"the elements "id", "name" are missing"#)
        expect(.typeMismatch, "$[2]", reading: Entry.self, #"[1,"a",[]]"#)
        expect(.typeMismatch, "$[0]", reading: Entry.self, #"[null,"a"]"#)
        expect(.typeMismatch, "$[3][1]", reading: Entry.self, #"[1,"a",null,["x",{}]]"#)
        expect(.typeMismatch, "$[4][1]", reading: Entry.self, #"[1,"a",null,[],[1,"x"]]"#)
        expect(.missingKeys, "$.k[4]", reading: [String: Entry].self, #"{"k":[1,"a",null,[],[1]]}"#)
        expect(.missingKeys, "$[1]", reading: [Place].self, "[[1,2],[3]]")
        let object = failure(Entry.self, #"{"id":1}"#)
        #expect(object?.message == "expected an array (Entry), found an object" && object?.path == "$")
        let more = failure(Place.self, "[1,2,[3]]")
        #expect(more?.kind == .unknownKey && more?.path == "$[2]" && more?.column == 6)
        #expect(more?.message == "Pair<Double, Double> has 2 properties, and none for this element")
        expect(.refused, "$[1]", reading: Entry.self, #"[1,"",null]"#)
        expect(.unexpectedEnd, "$[1]", reading: Entry.self, #"[1,"a"#)
        #expect(throws: JSONError.self) { try [Place(a: 1, b: .nan)].jsonString() }
        do { _ = try [Place(a: 1, b: .nan)].jsonString() } catch { #expect(error.path == "$[0][1]") }
    }

    @Test func invalidElementsAreRecovered() throws {
        let text = #"["x",{"a":[1]},["n"],["t",5,"u"],[1,{}]]"#
        let error = {
            var options = JSONReadOptions(); options.collectsErrors = true; return failure(Entry.self, text, options)
        }()
        #expect((error?.all ?? []).map(\.path) == ["$[0]", "$[1]", "$[2]", "$[3][1]", "$[4][1]"])
        let entry = try read(Entry.self, #"["1","a",{"b":[]},["t",[5],"u"],[1,{}]]"#, .salvage)
        #expect(entry == Entry(1, "a", tags: ["t", "u"]))
        #expect(try read([Place].self, "[[1,2],[3,\"x\"],[],[4,5]]", .salvage) == [Place(a: 1, b: 2), Place(a: 4, b: 5)])
        #expect(try read(Entry.self, #"[1,"a",null,null,null]"#, .mjExtension).tags == ["none"])
        var report = JSONReport()
        _ = try Entry(json: #"["1","a",null,[],null,9]"#, options: .lenient, report: &report)
        #expect(report.entries.map(\.path) == ["$[0]", "$[5]"])
        #expect(report.entries.map(\.kind) == [.coerced, .unknownKey])
    }

    /// If an array element on a path is dropped, later elements keep their indices.
    @Test func leftOutElementsCount() throws {
        struct Model: JSONConvertible, Equatable {
            var a: Int? = 1
            var b: Int? = 2
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a, key: [.path("l[0]")], default: 1)
                    $0.add("b", \.b, key: [.path("l[1]")], default: 2)
                }
            }
        }
        #expect(try read(Model.self, #"{"l":[{"x":[]},5]}"#, .salvage) == Model(a: 1, b: 5))
        #expect(try read(Model.self, #"{"l":["x",5]}"#, .salvage) == Model(a: 1, b: 5))
    }

    private struct Holder: JSONConvertible, Equatable {
        var name = "n"
        var place = Place(a: 1, b: 2)
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("place", \.place)
            }
        }
    }

    @Test func updatesReplace() throws {
        var holder = Holder()
        #expect(try holder.update(json: #"{"place":[3,4]}"#).names == ["place"])
        #expect(holder == Holder(place: Place(a: 3, b: 4)))
        #expect(throws: JSONError.self) { try holder.update(json: #"{"place":[5]}"#) }
        #expect(holder.place == Place(a: 3, b: 4))
        var place = holder.place
        do { try place.update(json: "[1,2]") } catch { #expect(error.kind == .invalidMapping) }
    }

    @Test func propertiesOfACall() throws {
        var reading = JSONReadOptions()
        reading.excluding = ["note"]
        #expect(try read(Entry.self, #"[1,"b",{"any":0},["t"]]"#, reading) == Entry(1, "b", tags: ["t"]))
        let entry = Entry(1, "b", note: "n", tags: ["t"])
        #expect(try entry.jsonString(JSONWriteOptions(excluding: ["note", "place"])) == #"[1,"b",null,["t"]]"#)
        #expect(Entry.jsonFields.map(\.readKeys) == [["[0]"], ["[1]"], ["[2]"], ["[3]"], ["[4]"]])
    }

    private struct Keyed: JSONConvertible {
        var a: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, layout: .array) { $0.add("a", \.a, key: "b") } }
    }

    private struct Hooked: JSONConvertible {
        var a: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, layout: .array) {
                $0.add("a", \.a)
                $0.afterReading { _, source in _ = source.count }
            }
        }
    }

    private struct Choosing: JSONConvertible {
        var a: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, layout: .array) {
                $0.add("a", \.a)
                $0.writes("a") { $0.a > 0 }
            }
        }
    }

    /// Has the hooks that get the object, but is an array.
    private struct Quiet: JSONConvertible, Equatable {
        var a: Int
        var b: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, layout: .array) {
                $0.add("a", \.a)
                $0.add("b", \.b)
            }
            .beforeReading { $0["a"] = 2 }
            .afterWriting { $0["a"] = 3 }
        }
    }

    @Test func hooksThatGetTheObjectAreNotCalled() throws {
        #expect(try written(Quiet(a: 1, b: "/")) == #"[1,"/"]"#)
        #expect(try written([Quiet(a: 1)], .pretty) == "[\n  [\n    1,\n    null\n  ]\n]")
        #expect(try Quiet(a: 1, b: "/").jsonString(JSONWriteOptions(escapesSlashes: true)) == #"[1,"\/"]"#)
    }

    private struct Flattening: JSONConvertible {
        var inner: Holder
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, layout: .array) { $0.flatten("inner", \.inner) } }
    }

    private struct Flattened: JSONConvertible {
        var inner: Place
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("inner", \.inner) } }
    }

    private enum Tagged: JSONConvertible {
        case place(Place)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("place", Place.self, make: { .place($0) }, match: { if case .place(let p) = copy $0 { p } else { nil } })
            }
        }
    }

    @Test func whatHasNoPlaceInAnArray() {
        func expectInvalid(_ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation) {
            let error = #expect(throws: JSONError.self, sourceLocation: location) { try body() }
            #expect(error?.kind == .invalidMapping, sourceLocation: location)
        }
        expectInvalid { _ = try Keyed(json: "[1]") }
        expectInvalid { _ = try Hooked(json: "[1]") }
        expectInvalid { _ = try Choosing(json: "[1]") }
        expectInvalid { _ = try Flattening(json: "[1]") }
        expectInvalid { _ = try Flattened(json: "{}") }
        expectInvalid { _ = try Tagged(json: "{}") }
    }
}

extension ArrayLayoutTests.Pair: Equatable where A: Equatable, B: Equatable {}
