import Testing
import Yoke

/// A merge patch is applied directly to the model's properties. The model is not written as JSON, patched, and read again.
@Suite struct PatchedModelTests {
    struct Binding: JSONConvertible, Equatable {
        var kind = "soft"
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("kind", \.kind, literal: "soft") } }
    }

    struct Entry: JSONConvertible, Equatable {
        var count: Int
        var secret = "none"
        var unit: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("count", \.count)
                $0.add("secret", \.secret, key: JSONKeys(read: ["secret"], write: nil))
                $0.add("unit", \.unit)
            }
        }
    }

    enum Shape: JSONConvertible, Equatable {
        case circle(Circle), point
        struct Circle: JSONConvertible, Equatable {
            var radius: Int
            var label: String?
            var cache = 0
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("radius", \.radius)
                    $0.add("label", \.label)
                    $0.ignore(\.cache, initial: 0)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Shape.self, tag: "type") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
                $0.add("point", .point)
            }
        }
    }

    struct Book: JSONConvertible, Equatable {
        var id = 1
        var pages = 10
        var hidden = 5
        var note: String? = "n"
        var binding = Binding()
        var stock: [String: Entry] = [:]
        var levels: [Int: [String: Int]] = [:]
        var shape = Shape.point
        var shapes: [String: Shape] = [:]
        var rating = JSONNullable.value(3)
        var x: Int? = 1
        var first: Int? = 2
        var rest: JSONObject = ["z": 1]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, key: ["id", "ID", .path("data.id")])
                $0.add("pages", \.pages, key: JSONKeys(read: ["pages_now", "pages"], write: "page_count"))
                $0.add("hidden", \.hidden, rules: [.writtenIf { $0 > 5 }])
                $0.add("note", \.note)
                $0.flatten("binding", \.binding, overriding: ["kind": "binding"])
                $0.add("stock", \.stock, literal: [:])
                $0.add("levels", \.levels, literal: [:])
                $0.add("shape", \.shape)
                $0.add("shapes", \.shapes, literal: [:])
                $0.add("rating", \.rating)
                $0.add("x", \.x, key: [.path("at.x")])
                $0.add("first", \.first, key: [.path("list[0]")])
                $0.extras("rest", \.rest)
            }
        }
    }

    private let book = Book(
        stock: ["a": Entry(count: 1, secret: "s", unit: "kg"), "b": Entry(count: 2, secret: "t")], levels: [1: ["p": 1, "q": 2]],
        shape: .circle(.init(radius: 1, label: "l")), shapes: ["c": .circle(.init(radius: 2))])

    /// Expects that `patch` changes `book` exactly as the closure does, and that the update reports the properties `names`.
    private func check(
        _ patch: String, _ names: [String], _ options: JSONReadOptions = .strict, _ location: SourceLocation = #_sourceLocation,
        _ change: (inout Book) -> Void
    ) throws {
        var expected = book
        change(&expected)
        let patched = try updated(book, patch, .mergePatch, options, location)
        #expect(patched.value == expected, sourceLocation: location)
        #expect(patched.names == names, sourceLocation: location)
    }

    @Test func aPatchFindsPropertiesByAnyKey() throws {
        try check(#"{"binding":"hard"}"#, ["binding"]) { $0.binding.kind = "hard" }
        for patch in [
            #"{"ID":7}"#, #"{"data":{"id":7}}"#, #"{"data":{"id":6},"ID":7}"#, #"{"id":7,"ID":6}"#, #"{"ID":7,"id":null}"#,
            #"{"ID":7,"data":{"id":6}}"#, #"{"ID":7,"data":null}"#, #"{"data":{"id":6},"ID":7,"data":{"id":5}}"#,
            #"{"data":{"id":6},"data":{"id":7}}"#,
        ] {
            try check(patch, ["id"]) { $0.id = 7 }
        }
        try check(#"{"pages":7}"#, ["pages"]) { $0.pages = 7 }
        try check(#"{"note":null,"hidden":1}"#, ["hidden", "note"]) { ($0.note, $0.hidden) = (nil, 1) }
        expect(.typeMismatch, "$.hidden", updating: book, #"{"hidden":null}"#, .mergePatch)
    }

    struct Chapter: JSONConvertible, Equatable {
        var title = "t"
        var id = 1
        var page = 2
        var first = 3
        var volume: Int? = 7
        var note: Note? = Note(text: "n", rank: 1)
        struct Note: JSONConvertible, Equatable {
            var text: String
            var rank: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("text", \.text); $0.add("rank", \.rank)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("title", \.title)
                $0.add("id", \.id, key: ["id", "ID"])
                $0.add("page", \.page, key: [.path("at.page")])
                $0.add("first", \.first, key: [.path("list[0]")])
                $0.add("volume", \.volume, default: 7)
                $0.flatten("note", \.note)
            }
        }
    }

    @Test func whatCannotBeRemoved() throws {
        for (patch, path) in [
            (#"{"title":null}"#, "$.title"), (#"{"at":{"page":null}}"#, "$.at.page"), (#"{"list":[null]}"#, "$.list[0]"),
            (#"{"id":null}"#, "$.id"), (#"{"text":null}"#, "$.text"),
        ] {
            expect(.typeMismatch, path, updating: Chapter(), patch, .mergePatch)
            var chapter = Chapter()
            let error = #expect(throws: JSONError.self) { try chapter.update(json: patch, policy: .mergePatch) }
            #expect(error?.hint?.contains("null removes a value") == true)
        }
        var chapter = Chapter()
        let error = #expect(throws: JSONError.self) { try chapter.update(json: #"{"ID":5,"title":null}"#, policy: .mergePatch) }
        #expect(error?.column == 17)
        expect(.typeMismatch, "$.at.page", updating: chapter, #"{"at":null}"#, .mergePatch)
        expect(.typeMismatch, "$.list[0]", updating: chapter, #"{"list":[]}"#, .mergePatch)
        #expect(try updated(Chapter(), #"{"ID":null,"id":2}"#, .mergePatch).value == Chapter(id: 2))
        #expect(try updated(Chapter(), #"{"text":null,"rank":null}"#, .mergePatch).value == Chapter(note: nil))
        #expect(try updated(Chapter(volume: 8), #"{"volume":null,"volume":null}"#, .mergePatch).value == Chapter())
        for nothing in [#"{"text":null}"#, #"{"rank":null,"rank":null}"#] {
            #expect(try updated(Chapter(note: nil), nothing, .mergePatch).value == Chapter(note: nil))
            #expect(try updated(Chapter(note: nil), nothing, JSONUpdatePolicy(nulls: .keep)).value == Chapter(note: nil))
        }
        expect(.typeMismatch, "$.title", updating: Chapter(), #"{"title":null}"#)
    }

    @Test func propertiesOfTheCall() throws {
        var options = JSONReadOptions.strict
        options.only = ["note", "rest"]
        try check(#"{"note":"m","id":7,"stock":null}"#, ["note"], options) { $0.note = "m" }
        options = .strict
        options.excluding = ["note", "stock"]
        try check(#"{"note":null,"id":7,"stock":{"a":null}}"#, ["id"], options) { $0.id = 7 }
    }

    @Test func entriesOfDictionaries() throws {
        try check(#"{"stock":{"a":{"count":9},"b":null,"c":{"count":3,"secret":"v"}}}"#, ["stock"]) {
            $0.stock = ["a": Entry(count: 9, secret: "s", unit: "kg"), "c": Entry(count: 3, secret: "v")]
        }
        try check(#"{"stock":{"a":{"unit":null}, "a":{"secret":"u"}}}"#, ["stock"]) { $0.stock["a"]?.secret = "u" }
        try check(#"{"stock":{"a":null,"a":{"count":5}}}"#, ["stock"]) { $0.stock["a"]?.count = 5 }
        try check(#"{"levels":{"1":{"p":null,"r":3},"2":{"s":4}}}"#, ["levels"]) { $0.levels = [1: ["q": 2, "r": 3], 2: ["s": 4]] }
        try check(#"{"stock":{}}"#, []) { _ in }
        try check(#"{"stock":null}"#, ["stock"]) { $0.stock = [:] }
        var options = JSONReadOptions.strict
        options.duplicateKeys = .first
        try check(#"{"stock":{"a":{"count":5},"a":{"count":6}}}"#, ["stock"], options) { $0.stock["a"]?.count = 5 }
        try check(#"{"stock":{"n":{"count":5,"unit":null,"unit":"g","count":6,"secret":""}}}"#, ["stock"], options) {
            $0.stock["n"] = Entry(count: 5, secret: "")
        }
        try check(#"{"shape":{"radius":5,"radius":6,"label":null,"label":"m"}}"#, ["shape"], options) {
            $0.shape = .circle(.init(radius: 5))
        }
        try check(#"{"shape":{"radius":5,"radius":6,"label":null,"label":"m"}}"#, ["shape"]) {
            $0.shape = .circle(.init(radius: 6, label: "m"))
        }
        expect(.typeMismatch, "$.stock.a.count", updating: book, #"{"id":2,"stock":{"a":{"count":"x"}}}"#, .mergePatch)
        expect(.typeMismatch, "$.stock.a", updating: book, #"{"id":2,"stock":{"b":null,"a":[1]}}"#, .mergePatch)
        expect(.refused, "$.levels.k", updating: book, #"{"id":2,"levels":{"k":{}}}"#, .mergePatch)
        expect(.unexpectedEnd, "$.stock.a.unit", updating: book, #"{"stock":{"a":{"unit":"a text that is on the heap""#, .mergePatch)
    }

    @Test func aPatchChangesTheContentOfACase() throws {
        try check(#"{"shape":{"radius":3}}"#, ["shape"]) { $0.shape = .circle(.init(radius: 3, label: "l")) }
        try check(#"{"shape":{"label":null}}"#, ["shape"]) { $0.shape = .circle(.init(radius: 1)) }
        try check(#"{"shape":{"type":"point"}}"#, ["shape"]) { $0.shape = .point }
        try check(#"{"shapes":{"c":{"label":"m"},"d":{"type":"point"}}}"#, ["shapes"]) {
            $0.shapes = ["c": .circle(.init(radius: 2, label: "m")), "d": .point]
        }
        expect(.typeMismatch, "$.shapes.c.radius", updating: book, #"{"id":2,"shapes":{"c":{"radius":"x"}}}"#, .mergePatch)
    }

    @Test func whatIsRemoved() throws {
        try check(#"{"rating":null,"z":null,"at":null,"list":[]}"#, ["rating", "x", "first", "rest"]) {
            ($0.rating, $0.x, $0.first, $0.rest) = (.missing, nil, nil, [:])
        }
        try check(
            #"{"rating":4,"z":{"k":1},"at":{},"list":[{"k":null},2]}"#.replacing(#"{"k":null}"#, with: "6"), ["rating", "first", "rest"]
        ) {
            ($0.rating, $0.first, $0.rest) = (.value(4), 6, ["z": ["k": 1]])
        }
    }

    struct Labelled: JSONConvertible, Equatable {
        var id = 1
        var shape = Shape.circle(.init(radius: 1, label: "l"))
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, literal: 1)
                $0.flatten("shape", \.shape)
            }
        }
    }

    @Test func flattenedCases() throws {
        let cached = Labelled(shape: .circle(.init(radius: 1, cache: 5)))
        #expect(try updated(cached, #"{"id":2}"#, .mergePatch) == (Labelled(id: 2, shape: cached.shape), ["id"]))
        let patched = try updated(Labelled(), #"{"radius":2,"id":2}"#, .mergePatch)
        #expect(patched.value == Labelled(id: 2, shape: .circle(.init(radius: 2, label: "l"))))
        #expect(try updated(Labelled(), #"{"type":"point"}"#, .mergePatch) == (Labelled(shape: .point), ["shape"]))
    }

    // MARK: - Patches of missing values

    struct Shelf: JSONConvertible, Equatable {
        var any = JSONValue.number(7)
        var counts: [String: Int] = [:]
        var rating = JSONNullable<Int>.missing
        var rest: JSONObject = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("any", \.any, default: 7)
                $0.add("counts", \.counts, default: [:])
                $0.add("rating", \.rating)
                $0.extras("rest", \.rest)
            }
        }
    }
    struct Hall: JSONConvertible, Equatable {
        var shelf: Shelf?
        var shelves: [String: Shelf] = [:]
        var counts: [String: Int]?
        var tables: [String: [String: Int]] = [:]
        var value: JSONValue?
        var values: [String: JSONValue] = [:]
        var texts: [String: JSONRawText] = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("shelf", \.shelf)
                $0.add("shelves", \.shelves, default: [:])
                $0.add("counts", \.counts)
                $0.add("tables", \.tables, default: [:])
                $0.add("value", \.value)
                $0.add("values", \.values, default: [:])
                $0.add("texts", \.texts, default: [:])
            }
        }
    }

    /// RFC 7396: a patch of a missing value applies to an empty object. So nulls in the patch disappear.
    @Test(arguments: [
        #"{"shelf":{"rating":null,"u":null,"v":{"w":null}}}"#, #"{"shelf":{"any":{"k":null}}}"#, #"{"shelf":{"counts":{"q":null,"r":1}}}"#,
        #"{"shelves":{"a":{"any":{"k":null},"rating":2,"u":{"k":null}}}}"#, #"{"counts":{"q":null,"r":1}}"#,
        #"{"tables":{"x":{"a":null,"b":2}}}"#, #"{"value":{"q":null,"a":[{"b":null}]}}"#, #"{"values":{"x":{"a":null,"b":2}}}"#,
        #"{"texts":{"x":{"a":null,"b":2}}}"#, #"{"shelf":{"counts":{"r":1}},"tables":{"x":{"b":2}}}"#,
    ])
    func patchesOfNothing(_ patch: String) throws {
        var document = try JSONValue(json: Hall().jsonString())
        document.merge(patch: try JSONValue(json: patch))
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            var hall = Hall()
            try hall.update(json: patch, policy: .mergePatch, options: options)
            #expect(hall == (try Hall(json: document.jsonString())))
        }
    }

    private struct Reading: JSONConvertible {
        var value: Double
        var note: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("value", \.value)
                $0.add("note", \.note)
            }
        }
    }

    private enum Measured: JSONConvertible {
        case reading(Reading)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "t") {
                $0.add(
                    "reading", Reading.self, make: { .reading($0) }, match: { if case .reading(let reading) = $0 { reading } else { nil } })
            }
        }
    }

    private struct Sensor: JSONConvertible {
        var last: Measured
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("last", \.last) } }
    }

    @Test func aPayloadMayHoldNaN() throws {
        let policies: [JSONNonFiniteNumbers] = [.null, .literal, .strings(positive: "i", negative: "-i", nan: "\"n")]
        for (engine, policy) in engines.flatMap({ engine in policies.map { (engine, $0) } }) {
            var options = JSONReadOptions.strict
            (options.engine, options.nonFiniteNumbers) = (engine, policy)
            var sensor = Sensor(last: .reading(Reading(value: .nan)))
            try sensor.update(json: #"{"last":{"note":1}}"#, policy: .mergePatch, options: options)
            guard case .reading(let reading) = sensor.last else { continue }
            #expect(reading.value.isNaN && reading.note == 1, "\(policy)")
        }
        var sensor = Sensor(last: .reading(Reading(value: .nan)))
        #expect(throws: JSONError.self) { try sensor.update(json: #"{"last":{"note":1}}"#, policy: .mergePatch) }
    }

    @Test func errorsInPatchesOfNothing() {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            var hall = Hall()
            let exact = #expect(throws: JSONError.self) {
                try hall.update(json: #"{"tables":{"x":{"a":"b"}}}"#, policy: .mergePatch, options: options)
            }
            #expect(exact?.path == "$.tables.x.a" && exact?.column == 21)
            let made = #expect(throws: JSONError.self) {
                try hall.update(json: #"{"tables":{"x":{"c":null,"a":"b"}}}"#, policy: .mergePatch, options: options)
            }
            #expect(made?.path == "$.tables.x.a" && made?.kind == .typeMismatch && hall == Hall())
        }
    }
}
