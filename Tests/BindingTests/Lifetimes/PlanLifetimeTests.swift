import Testing
import TestSupport

@testable import Yoke

/// A plan for the options of a call lives as long as something uses it. Caches also keep the last `PlanCaches.maxCount` plans.
@Suite(.serialized) struct PlanLifetimeTests {
    private enum Shape: JSONConvertible, Equatable {
        case circle(Circle), point
        struct Circle: JSONConvertible, Equatable {
            var radius: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("radius", \.radius) } }
        }
        // All plans share one mapping.
        static let jsonMapping = JSONMapping(cases: Self.self, tag: "type") {
            $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
            $0.add("point", .point)
        }
    }
    private struct Item: JSONConvertible, Equatable {
        var name: String
        var shapes: [Shape]
        var rank: Int? = 3
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("shapes", \.shapes, default: [.point])
                $0.add("rank", \.rank, default: 3)
            }
        }
    }

    private static func variant(_ i: Int) -> PlanVariant { options(i).variant }
    private static func options(_ i: Int, excluding names: Set<String> = ["rank"]) -> JSONReadOptions {
        var options = JSONReadOptions.strict
        options.excluding = names
        options.view = "x\(i)"
        return options
    }

    /// Compiles twice as many plans as the caches keep, so that the caches drop all earlier plans.
    private func crowdOut() throws {
        for i in 1000..<1000 + 2 * PlanCaches.maxCount { _ = try Plan.of(Item.self, Self.variant(i)) }
    }

    @Test func onlyAFewAreKept() throws {
        weak let cache = try Plan.of(Item.self, Self.variant(0)).cache
        #expect(cache != nil)
        try crowdOut()
        #expect(cache == nil)
    }

    private final class Token: Sendable {}
    private struct Checked: JSONConvertible {
        var n: Int
        nonisolated(unsafe) static weak var token: Token?
        static var jsonMapping: JSONMapping {
            let token = Token()
            self.token = token
            return JSONMapping(Self.self) { $0.add("n", \.n, literal: 1, rules: [.ensure { [token] _ in _ = token }]) }
        }
    }

    @Test func whatTheyHoldGoesWithThem() throws {
        #expect(try Checked(json: #"{"n":1}"#, options: Self.options(1, excluding: ["n"])).n == 1)
        #expect(Checked.token != nil)
        try crowdOut()
        #expect(Checked.token == nil)
    }

    private let text = #"{"name":"a name that is on the heap","shapes":[{"type":"circle","radius":1},{"type":"point"}],"rank":5}"#
    private let item = Item(name: "a name that is on the heap", shapes: [.circle(Shape.Circle(radius: 1)), .point])

    @Test func thoseInUseStay() throws {
        for engine in JSONEngine.each {
            var options = Self.options(0)
            options.engine = engine
            var reader = try JSONReader<Item>(options: options)
            var stream = try JSONStream<Item>(chunks: [Array("[\(text),".utf8), Array("\(text)]".utf8)], options: options)
            #expect(try stream.next() == item)
            try reader.feed(Array(text.utf8.prefix(70)))
            try crowdOut()
            try reader.feed(Array(text.utf8.dropFirst(70)))
            #expect(try reader.finish() == item)
            #expect(try stream.next() == item)
            #expect(try stream.next() == nil)
            // The reader now holds a half-made value. Only its plan can destroy the value, so the plan must still exist.
            try reader.feed(Array(text.utf8.prefix(70)))
            try crowdOut()
        }
        #expect(try Item(json: text).rank == 5)
        #expect(
            try item.jsonString()
                == #"{"name":"a name that is on the heap","shapes":[{"type":"circle","radius":1},{"type":"point"}],"rank":3}"#)
    }

    @Test func fromManyThreads() {
        let failures = ThreadedCount()
        onThreads(4) { thread in
            for i in 0..<3 * PlanCaches.maxCount {
                let options = Self.options(i * (thread + 1)), names = JSONWriteOptions(excluding: options.excluding)
                let isSame = try? Item(json: text, options: options) == item && item.jsonString(names).hasSuffix(#"{"type":"point"}]}"#)
                if isSame != true { failures.add() }
                if i % 7 == 0,
                    (try? Item(json: #"{"name":"a name that is on the heap","shapes":[{"type":"circle"}]}"#, options: options)) != nil
                {
                    failures.add()
                }
            }
        }
        #expect(failures.value == 0)
    }

    private struct Page: JSONConvertible {
        var title: String
        var items: JSONLazy<[Part]>
        struct Part: JSONConvertible, Equatable {
            var item: JSONLazy<Item>
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("item", \.item) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("title", \.title); $0.add("items", \.items)
            }
        }
    }

    @Test func whatIsReadLaterDoesNotKeepThem() throws {
        weak var cache: PlanCache?
        let options = Self.options(3, excluding: [])
        let page = try Page(json: #"{"title":"a","items":[{"item":\#(text)}]}"#, options: options)
        cache = try Plan.of(Page.self, options.variant).cache
        #expect(cache != nil)
        try crowdOut()
        #expect(cache == nil)
        // `items` has not been decoded yet, so it is written as its raw text. Another plan for the same options also writes the raw text.
        let written = JSONWriteOptions(view: options.view)
        #expect(try page.jsonString(written).contains(#""rank":5"#))
        #expect(try page.items.value()[0].item.value().rank == 5)
        #expect(try page.jsonString(written).contains(#""rank":5"#))
    }

    /// A model with extras (a property for all unknown members). As the payload of a case, its object also has the tag. The tag is not an
    /// unknown member, so the extras do not contain it.
    private struct Open: JSONConvertible, Equatable {
        var n: Int
        var rest = JSONObject()
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("n", \.n); $0.extras("rest", \.rest)
            }
        }
    }
    private enum Choice<Payload: JSONConvertible>: JSONConvertible {
        case open(Payload)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("open", Payload.self, make: { .open($0) }, match: { if case .open(let value) = copy $0 { value } else { nil } })
            }
        }
        var payload: Payload {
            switch self {
            case .open(let value): value
            }
        }
    }

    @Test func whatIsReadLaterBesideATagDoesNotKeepThem() throws {
        weak var cache: PlanCache?
        let options = Self.options(4, excluding: []), written = JSONWriteOptions(view: options.view)
        let text = #"{"type":"open","n":1,"more":2}"#
        let lazy = try Choice<JSONLazy<Open>>(json: text, options: options)
        cache = try Plan.of(Choice<JSONLazy<Open>>.self, options.variant).cache
        #expect(cache != nil)
        try crowdOut()
        #expect(cache == nil)
        #expect(try lazy.jsonString(written) == text)
        // The extras of the payload contain `more`, and not the tag `type`.
        #expect(try lazy.payload.value() == Open(n: 1, rest: ["more": 2]))
        #expect(try lazy.jsonString() == text)
    }

    private struct Dated: JSONConvertible {
        var at: JSONLazy<[[String: Day]]>
        var other: JSONLazy<[[String: Day]]>
        struct Day: JSONConvertible, Equatable {
            var n: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("n", \.n) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("at", \.at, rules: [.lossy])
                $0.add("other", \.other)
            }
        }
    }

    @Test func whatIsReadLaterKeepsTheRulesOfItsProperty() throws {
        let text = #"{"at":[{"a":{"n":1}},7],"other":[{"a":{"n":1}},7]}"#
        for i in 4...5 {
            let dated = try Dated(json: text, options: Self.options(i, excluding: []))
            if i == 5 { try crowdOut() }
            #expect(try dated.at.value() == [["a": Dated.Day(n: 1)]])
            #expect(throws: JSONError.self) { try dated.other.value() }
            #expect(try dated.jsonString(JSONWriteOptions(view: "x\(i)")) == text)
        }
    }

    @Test func whatIsReadLaterFindsItsPlan() throws {
        let page = try Page(json: #"{"title":"a","items":[{"item":\#(text)}]}"#, options: Self.options(2, excluding: []))
        try crowdOut()
        let parts = try page.items.value()
        try crowdOut()
        #expect(try parts[0].item.value().shapes == item.shapes)
        #expect(try page.jsonString().hasPrefix(#"{"title":"a","items":[{"item":{"name""#))
    }
}
