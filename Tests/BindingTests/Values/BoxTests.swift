import CTestSupport
import Foundation
import TestSupport
import Testing
import Yoke

/// C writes the value in a JSONBox, and reads over it, in the memory of the box. The results are the same as without the box.
@Suite struct BoxTests {
    private struct Node: JSONConvertible, Equatable, Codable {
        var name: String
        var score: Double?
        var next: JSONBox<Node>?
        var twice: JSONBox<JSONBox<Int>>?
        var list: JSONBox<[String]>?
        var maybe: JSONBox<Int?>?

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("score", \.score)
                $0.add("next", \.next)
                $0.add("twice", \.twice)
                $0.add("list", \.list)
                $0.add("maybe", \.maybe)
            }
        }

        static func chain(_ count: Int) -> Node {
            (1..<count).reduce(Node(name: "the last one, on the heap")) { inner, i in Node(name: "\(i)", next: JSONBox(inner)) }
        }
    }

    /// A value whose memory must begin at a multiple of 64 bytes.
    private struct Aligned: JSONConvertible, Equatable {
        var vector: SIMD8<Double>
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Aligned.self, via: Double.self, decode: { Aligned(vector: SIMD8(repeating: $0)) }, encode: { $0.vector[7] })
        }
    }

    private struct Sheet: JSONConvertible, Equatable {
        var inner: JSONBox<Node>
        var aligned: JSONBox<Aligned>
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("inner", \.inner)
                $0.add("aligned", \.aligned)
            }
        }
    }

    private static let texts = [
        #"{"name":"a"}"#,
        #"{"name":"a name on the heap","score":1.5,"next":{"name":"b"},"twice":7,"list":["x","one more on the heap"],"maybe":2}"#,
        #"{"name":"c","next":{"name":"d","next":{"name":"another one on the heap","score":2.5,"list":[]}},"list":["y"],"maybe":3}"#,
        #"{"name":"c","next":{"name":"d","next":{"name":"short","twice":8,"list":["z"]}},"twice":-1}"#,
    ]

    @Test func aBoxAddsNothingToTheText() throws {
        for text in Self.texts {
            for options in [.compact, .pretty, JSONWriteOptions(sortsKeys: true), JSONWriteOptions(nulls: .write)] as [JSONWriteOptions] {
                let node = try Node(json: text), written = try node.jsonString(options)
                #expect(try Node(json: written) == node)
                #expect(try JSONValue(json: written, options: .strict).jsonString(options) == written)
            }
            #expect(try Node(json: text).jsonString() == text)
            #expect(try [JSONBox(Node(json: text))].jsonString() == "[\(text)]")
            #expect(try JSONBox(Node(json: text)).jsonString() == text)
        }
        #expect(try JSONBox(Int?.none).jsonString() == "null")
        #expect(try JSONBox("a\"b").jsonString() == #""a\"b""#)
        let sheet = #"{"name":"n","next":{"name":"m"},"aligned":2.5}"#
        #expect(try Sheet(json: sheet).jsonString() == sheet)
    }

    @Test func errorsOfWritingNameTheirPlace() throws {
        var node = Node.chain(3)
        node.next?.next?.score = .infinity
        let error = #expect(throws: JSONError.self) { try node.jsonString() }
        #expect(error?.kind == .nonFiniteNumber && error?.path == "$.next.next.score")
        let deep = #expect(throws: JSONError.self) { try Node.chain(600).jsonString() }
        #expect(deep?.kind == .depthExceeded)
    }

    @Test func aBoxIsReadOver() throws {
        for old in Self.texts {
            for new in Self.texts {
                try expectSame(Node.self, old, new)
                try expectSame([JSONBox<Node>].self, "[\(old)]", "[\(new),\(old)]", cuts: false)
            }
            for bad in [#"{"name":"x","next":{"name":1}}"#, #"{"name":"x","next":[]}"#, #"{"name":"x","twice":"1"}"#, #"{"next":null}"#] {
                try expectSame(Node.self, old, bad)
            }
        }
        try expectSame(Sheet.self, #"{"name":"n","aligned":2.5}"#, #"{"aligned":-1,"name":"m","next":{"name":"o"}}"#)
        try expectSame(JSONBox<Aligned>.self, "1", "2")
        try expectSame(JSONBox<Int?>.self, "1", "null")
        try expectSame(JSONBox<Int?>.self, "null", "1")
    }

    /// A box that something else holds gets a new object; its old object keeps its value.
    @Test func aBoxThatIsHeldElsewhereKeepsItsValue() throws {
        for engine in JSONEngine.each {
            var node = try Node(json: Self.texts[2])
            let held = try #require(node.next), value = held.value
            var options = JSONReadOptions.strict
            options.engine = engine
            try overwrite(&node, Array(Self.texts[3].utf8), cut: nil, options)
            #expect(held.value == value && node.next?.next?.name == "short")
        }
    }

    @Test(.enabled(if: yoke_test_counts_allocations(), "allocations are not counted here"))
    func readingOverBoxesAllocatesNoBox() throws {
        let text = try Node.chain(200).jsonBytes()
        var reader = try JSONReader<Node>(), node = try Node(json: text)
        try reader.read(into: &node, from: text)
        let before = yoke_test_allocations()
        try reader.read(into: &node, from: text)
        #expect(yoke_test_allocations() - before < 60)
        let start = yoke_test_allocations()
        _ = try reader.read(text)
        #expect(yoke_test_allocations() - start >= 200)
    }

    @Test func withCodableABoxAddsNothingEither() throws {
        for text in Self.texts {
            let node = try Node(json: text)
            #expect(try JSONDecoder().decode(Node.self, from: Data(text.utf8)) == node)
            #expect(try JSONDecoder().decode(Node.self, from: JSONEncoder().encode(node)) == node)
        }
    }
}
