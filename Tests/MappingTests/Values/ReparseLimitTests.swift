import Testing
import Yoke
import YokeArchives

/// Limits for re-parsing. Re-parsed values may stand inside each other, but the total of all re-parsed text is at most a fixed multiple of
/// the input.
@Suite struct ReparseLimitTests {
    // MARK: - Long values around short ones

    /// A model with a short value and a long text. Because of its hook it is re-parsed from raw text.
    private struct Outer<Inner: JSONConvertible & Equatable>: JSONConvertible, Equatable {
        var inner: Inner
        var padding: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("inner", \.inner); $0.add("padding", \.padding)
            }.beforeReading { _ in }
        }
    }

    private struct Point: JSONConvertible, Equatable {
        var x: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x) } }
    }

    private struct Hooked: JSONConvertible, Equatable {
        var x: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x) }.beforeReading { _ in } }
    }

    private enum Tagged: JSONConvertible, Equatable {
        case point(Point)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("point", Point.self, make: { .point($0) }, match: { if case .point(let value) = $0 { value } else { nil } })
            }
        }
    }

    private enum Untagged: JSONConvertible, Equatable {
        case number(Int), point(Point)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("number", Int.self, make: { .number($0) }, match: { if case .number(let value) = $0 { value } else { nil } })
                $0.add("point", Point.self, make: { .point($0) }, match: { if case .point(let value) = $0 { value } else { nil } })
            }
        }
    }

    private final class Kind: JSONConvertible, Equatable, Sendable {
        let x: Int
        init(_ x: Int) { self.x = x }
        static func == (a: Kind, b: Kind) -> Bool { a.x == b.x }
        static var jsonMapping: JSONMapping {
            JSONMapping(Kind.self, via: Point.self, decode: { Kind($0.x) }, encode: { Point(x: $0.x) })
        }
    }

    private struct Flattening: JSONConvertible, Equatable {
        var kind: Kind
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("kind", \.kind) } }
    }

    private struct Versioned: JSONConvertible, JSONVersioned, Equatable {
        var x: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x) } }
        static var jsonVersion: Int { 1 }
        static func migrate(_ object: inout JSONObject, from version: Int) {}
    }

    private static let padding = String(repeating: "x", count: 2_000_000)

    private func expectRead<Inner: JSONConvertible & Equatable>(_ inner: Inner, _ location: SourceLocation = #_sourceLocation) throws {
        let value = Outer(inner: inner, padding: Self.padding), text = try value.jsonString()
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            #expect(try Outer<Inner>(json: text, options: options) == value, sourceLocation: location)
            #expect(try Outer<Inner>(json: Array(text.utf8), options: options, size: 1 << 16) == value, sourceLocation: location)
        }
    }

    @Test func aShortValueStandsInALongOneThatIsReparsed() throws {
        try expectRead(Hooked(x: 1))
        try expectRead(Tagged.point(Point(x: 1)))
        try expectRead(Untagged.point(Point(x: 1)))
        try expectRead(Flattening(kind: Kind(1)))
        try expectRead(Outer(inner: Hooked(x: 1), padding: ""))
    }

    @Test func aSnapshotOfAShortValueStandsInALongOne() throws {
        let value = Outer(inner: Versioned(x: 1), padding: Self.padding)
        #expect(try Outer<Versioned>(snapshot: value.snapshot()) == value)
    }

    private enum List: JSONConvertible, Equatable {
        case points([Tagged])
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type", content: "content") {
                $0.add("points", [Tagged].self, make: { .points($0) }, match: { if case .points(let value) = $0 { value } else { nil } })
            }
        }
    }

    @Test func manyTaggedValuesStandInATaggedOne() throws {
        let count = 50_000, padding = String(repeating: "x", count: 150)
        let text =
            #"{"type":"points","content":["#
            + Array(repeating: #"{"type":"point","x":1,"padding":"\#(padding)"}"#, count: count).joined(separator: ",") + "]}"
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            #expect(try List(json: text, options: options) == .points(Array(repeating: .point(Point(x: 1)), count: count)))
        }
    }

    /// A recursive model with a hook. Each level is re-parsed once for each level around it.
    private struct Nested: JSONConvertible {
        var children: [Nested]
        var padding: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("children", \.children); $0.add("padding", \.padding, literal: "")
            }.beforeReading { _ in }
        }
        var depth: Int { 1 + (children.first?.depth ?? 0) }
    }

    @Test func everyLevelThatTheDepthAllowsMayBeReparsed() throws {
        let depth = 128
        let text = String(repeating: #"{"children":["#, count: depth) + String(repeating: "]}", count: depth)
        let long = #"{"children":[\#(text.dropFirst(13).dropLast(2))],"padding":"\#(Self.padding)"}"#
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            #expect(try Nested(json: text, options: options).depth == depth)
            #expect(try Nested(json: long, options: options).depth == depth)
        }
    }

    // MARK: - Cases that are tried in each other

    /// Counts how often a `Counted` is read.
    final class Counter: @unchecked Sendable {
        var count = 0
    }

    /// An enum without a tag: Yoke tries its cases in order. Only `name` or `number` tells them apart. The texts have this member after the
    /// children, so the first case fails late.
    private indirect enum Tree: JSONConvertible, Equatable {
        case named(Named), numbered(Numbered)
        struct Named: JSONConvertible, Equatable {
            var children: [Tree]
            var name: String
            var text = ""
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("children", \.children); $0.add("name", \.name); $0.add("text", \.text, literal: "")
                }
            }
        }
        struct Numbered: JSONConvertible, Equatable {
            var children: [Tree]
            var number: Counted
            var text = ""
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("children", \.children); $0.add("number", \.number); $0.add("text", \.text, literal: "")
                }
            }
        }
        /// A number. Reading it adds 1 to the counter in the context.
        struct Counted: JSONConvertible, Equatable {
            var value: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("value", \.value)
                    $0.afterReadingInContext { _, context in try context[Counter.self].count += 1 }
                }
            }
        }
        var depth: Int {
            switch self {
            case .named(let value): 1 + (value.children.first?.depth ?? 0)
            case .numbered(let value): 1 + (value.children.first?.depth ?? 0)
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("named", Named.self, make: { .named($0) }, match: { if case .named(let value) = $0 { value } else { nil } })
                $0.add(
                    "numbered", Numbered.self, make: { .numbered($0) }, match: { if case .numbered(let value) = $0 { value } else { nil } })
            }
        }
    }

    /// Returns `depth` nested objects. Only the innermost object has the member `text`.
    private func tree(_ depth: Int, text: String = "", end: String = #""number":{"value":1}"#) -> String {
        String(repeating: #"{"children":["#, count: depth - 1) + #"{"children":[],"text":"\#(text)",\#(end)}"#
            + String(repeating: #"],\#(end)}"#, count: depth - 1)
    }

    @Test(arguments: [false, true]) func aValueInFailedTrialsIsReadOnce(reports: Bool) throws {
        for engine in engines {
            for (depth, text) in [(14, String(repeating: "x", count: 100_000)), (100, "")] {
                let counter = Counter()
                var options = JSONReadOptions.strict, report = JSONReport()
                options.engine = engine
                options.context = JSONContext(counter)
                let json = tree(depth, text: text)
                let value = reports ? try Tree(json: json, options: options, report: &report) : try Tree(json: json, options: options)
                #expect(counter.count <= 2 * depth)
                #expect(value.depth == depth)
                #expect(try Tree(json: value.jsonString(), options: options) == value)
            }
        }
    }

    @Test(arguments: [false, true]) func aDocumentThatNoCaseFitsIsRefusedAtItsInnermostValue(reports: Bool) throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            let counter = Counter()
            options.engine = engine
            options.context = JSONContext(counter)
            let json = tree(50).replacing(
                #"{"children":[],"text":"","number":{"value":1}}"#, with: #"{"children":[],"number":{"value":"1"}}"#)
            let error = #expect(throws: JSONError.self) {
                var report = JSONReport()
                _ = reports ? try Tree(json: json, options: options, report: &report) : try Tree(json: json, options: options)
            }
            #expect(error?.path == "$" + String(repeating: ".children[0]", count: 49) + ".number.value")
            #expect(error?.kind == .typeMismatch)
            #expect(counter.count < 200)
        }
    }

    /// The same value is read for several cases, one after the other, until a case fits. A conversion in the value is reported once, for
    /// the case that fits.
    @Test func aReportHasTheEntriesOfAValueThatWasReadInAFailedTrial() throws {
        for engine in engines {
            var options = JSONReadOptions.lenient, report = JSONReport()
            options.engine = engine
            options.context = JSONContext(Counter())
            _ = try Tree(json: tree(6, end: #""number":{"value":"1"}"#), options: options, report: &report)
            #expect(
                report.entries.map(\.path).sorted()
                    == (0..<6).map { "$" + String(repeating: ".children[0]", count: $0) + ".number.value" }.sorted())
        }
    }

    private enum Instance: JSONConvertible, Equatable {
        case first(Pair), second(Pair), both(Both)
        struct Pair: JSONConvertible, Equatable {
            var a: Hooked
            var missing: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a); $0.add("missing", \.missing)
                }
            }
        }
        struct Hooked: JSONConvertible, Equatable {
            var object: Object
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("object", \.object) }.beforeReading { _ in } }
        }
        final class Object: JSONConvertible, Equatable, Sendable {
            let x: Int
            init(_ x: Int) { self.x = x }
            static func == (a: Object, b: Object) -> Bool { a.x == b.x }
            static var jsonMapping: JSONMapping {
                JSONMapping(Object.self, via: Point.self, decode: { Object($0.x) }, encode: { Point(x: $0.x) }).beforeReading { _ in }
            }
        }
        struct Both: JSONConvertible, Equatable {
            var a: Hooked
            var b: Hooked
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a); $0.add("b", \.b, key: "a")
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("first", Pair.self, make: { .first($0) }, match: { if case .first(let value) = $0 { value } else { nil } })
                $0.add("second", Pair.self, make: { .second($0) }, match: { if case .second(let value) = $0 { value } else { nil } })
                $0.add("both", Both.self, make: { .both($0) }, match: { if case .both(let value) = $0 { value } else { nil } })
            }
        }
    }

    @Test func twoPropertiesThatShareAKeyHaveInstancesOfTheirOwn() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            for text in [#"{"a":{"object":{"x":1,"padding":"xxxxxxxxxxxx"}}}"#, #"[{"a":{"object":{"x":1,"padding":"xxxxxxxxxxxx"}}}]"#] {
                let value = try text.hasPrefix("[") ? [Instance](json: text, options: options)[0] : Instance(json: text, options: options)
                guard case .both(let both) = value else {
                    Issue.record("\(value)")
                    continue
                }
                #expect(both.a.object.x == 1 && both.a == both.b && both.a.object !== both.b.object)
            }
        }
    }

    // MARK: - Texts that multiply

    /// Two properties share a key, so that each level is read twice. The amount of text to read doubles with each level.
    private struct Doubled: JSONConvertible, Equatable {
        var a: [Doubled]
        var b: [Doubled]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("a", \.a, key: "c")
                $0.add("b", \.b, key: "c")
                $0.afterReadingInContext { _, context in try context[Counter.self].count += 1 }
            }
        }
    }

    @Test func textsThatMultiplyAtEachLevelAreRefused() throws {
        func text(_ depth: Int) -> String { String(repeating: #"{"c":["#, count: depth) + String(repeating: "]}", count: depth) }
        for engine in engines {
            var options = JSONReadOptions.strict
            let counter = Counter()
            options.engine = engine
            options.context = JSONContext(counter)
            #expect(try Doubled(json: text(6), options: options).a.first?.b.first != nil)
            #expect(counter.count == 63)
            for long in [text(60), "[" + Array(repeating: text(60), count: 1000).joined(separator: ",") + "]"] {
                counter.count = 0
                let error = #expect(throws: JSONError.self) {
                    if long.hasPrefix("[") {
                        _ = try [Doubled](json: long, options: options)
                    } else {
                        _ = try Doubled(json: long, options: options)
                    }
                }
                #expect(error?.kind == .limitExceeded)
                #expect(error?.message == "the text around this value would be read again more than 256 times")
                #expect(counter.count < 256 * 60)
            }
        }
    }
}
