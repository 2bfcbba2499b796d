import Testing
import Yoke

/// Writes values of many depths, whose brackets follow each other directly. The writer has an array with a record (frame) for each open
/// container. The array moves in memory while it grows, and no record may be lost.
@Suite struct DepthTests {
    struct Link: JSONConvertible {
        var k: [Link] = []
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("k", \.k) } }

        static func chain(_ depth: Int) -> Link { (1..<depth).reduce(Link()) { chain, _ in Link(k: [chain]) } }
    }

    @Test func chainsOfAnyLength() throws {
        let styles: [JSONWriteOptions] = [.compact, JSONWriteOptions(sortsKeys: true), JSONWriteOptions(escapesSlashes: true)].map {
            var style = $0
            style.depth = 4096
            return style
        }
        for depth in [Int](120...150) + [1, 2, 77, 78, 79, 1031, 1050, 1120] {
            let chain = Link.chain(depth)
            let expected = String(repeating: #"{"k":["#, count: depth) + String(repeating: "]}", count: depth)
            for style in styles {
                #expect(try chain.jsonString(style) == expected)
                #expect(try chain.jsonBytes(style) == Array(expected.utf8))
            }
        }
    }

    enum Shape: JSONConvertible, Equatable {
        case number(Int), nothing
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add("number", Int.self, make: { .number($0) }, match: { if case .number(let value) = $0 { value } else { nil } })
                $0.fallback(.nothing)
            }
        }
    }

    struct Nest: JSONConvertible {
        var inner: [Nest] = []
        var list: [Shape] = []
        var named: [String: Shape] = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("inner", \.inner)
                $0.add("list", \.list)
                $0.add("named", \.named)
            }
        }
    }

    /// Writes enum cases without a payload, which need no record (frame) in the writer, next to cases that need one, at each depth from 0
    /// to 39.
    @Test func valuesAreWrittenAtAnyDepth() throws {
        let last = Nest(list: [.nothing, .nothing, .number(1), .nothing, .number(2)], named: ["a": .nothing])
        let end = #"{"inner":[],"list":["","",{"number":1},"",{"number":2}],"named":{"a":""}}"#
        for depth in 0..<40 {
            let nest = (0..<depth).reduce(last) { nest, _ in Nest(inner: [nest]) }
            let expected =
                String(repeating: #"{"inner":["#, count: depth) + end + String(repeating: #"],"list":[],"named":{}}"#, count: depth)
            #expect(try nest.jsonString() == expected)
            let named = Nest(named: ["a": .nothing, "b": .number(3), "c": .nothing, "d": .number(4)])
            let nested = (0..<depth).reduce(named) { nest, _ in Nest(inner: [nest]) }
            let text = expected.replacing(end, with: #"{"inner":[],"list":[],"named":{"a":"","b":{"number":3},"c":"","d":{"number":4}}}"#)
            #expect(try nested.jsonString(JSONWriteOptions(sortsKeys: true)) == text)
            #expect(try nested.jsonString().utf8.sorted() == text.utf8.sorted())  // in any order
        }
    }
}
