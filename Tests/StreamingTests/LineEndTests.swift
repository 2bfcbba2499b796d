import TestSupport
import Testing
import Yoke

/// The native engine reads a line without first searching for the line's end. It must stop at the first line feed, wherever the line feed
/// stands. A line in chunks of one byte is read by other code. Both ways give the same elements and errors.
@Suite struct LineEndTests {
    private final class Box: JSONConvertible, Equatable {
        let leaf: Leaf
        init(_ leaf: Leaf) { self.leaf = leaf }
        static var jsonMapping: JSONMapping { JSONMapping(Box.self, via: Leaf.self, decode: { Box($0) }, encode: { $0.leaf }) }
        static func == (a: Box, b: Box) -> Bool { a.leaf == b.leaf }
    }

    private struct Leaf: JSONConvertible, Equatable {
        var x: Int
        var y: Double?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("y", \.y)
            }
        }
    }

    private struct Pair: JSONConvertible, Equatable {
        var a: Int
        var b: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, layout: .array) {
                $0.add("a", \.a)
                $0.add("b", \.b)
            }
        }
    }

    private struct Tree: JSONConvertible, Equatable {
        var name: String
        var at: [Double]
        var leaves: [Leaf]
        var pairs: [Pair]
        var box: Box?
        var map: [String: Int]
        var leaf: Leaf?
        var any: JSONValue?
        var is_: Bool?

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("at", \.at)
                $0.add("leaves", \.leaves)
                $0.add("pairs", \.pairs, default: [])
                $0.add("box", \.box)
                $0.add("map", \.map, default: [:])
                $0.add("leaf", \.leaf)
                $0.add("any", \.any)
                $0.add("is", \.is_)
            }
        }
    }

    /// Three records: compact; with white space; and with unknown members, and known members in another order than in the model.
    private static let records = [
        #"{"name":"Ä name on the heap","at":[1,2.5],"leaves":[{"x":1,"y":2},{"x":3}],"pairs":[[1,"b"],[2,"c"]],"#
            + #""box":{"x":4},"map":{"k":1,"l":2},"leaf":{"x":5,"y":null},"any":[1,{"z":[]}],"is":true}"#,
        #"{"name": "n", "at": [1, 2, -3e2], "leaves": [{"x": 1, "y": 2}, {"x": 3}], "leaf": null, "is": false} "#,
        #"{"leaf":{"y":1,"x":2},"u":[1,{"v":"w"}],"name":"\u00e9","leaves":[],"at":[],"box":null,"t":{}}"#,
    ]

    private static func text(_ line: [UInt8]) -> [UInt8] {
        let usual = Array((records[0] + "\n" + records[2] + "\r\n").utf8)
        return usual + line + [0x0A] + usual + usual
    }

    private func same(_ line: [UInt8], _ options: JSONReadOptions) throws {
        let old = try Tree(json: Self.records[2])
        let text = Self.text(line), whole = [text[...]], bytes = text.chunks(of: 1).map { $0[...] }
        let about = String(decoding: line, as: UTF8.self)
        let trees = [whole, bytes].map { Run<Tree>(chunks: $0, .lines, options) }
        let values = [whole, bytes].map { Run<JSONValue>(chunks: $0, .lines, options) }
        let overwritten = [whole, bytes].map { chunks in
            Run(into: old) { try JSONStream(chunks: chunks, format: .lines, options: options) }
        }
        #expect(trees[0] == trees[1], "\(about)")
        #expect(values[0] == values[1], "\(about)")
        #expect(overwritten[0] == overwritten[1], "over: \(about)")
    }

    /// Puts bytes at positions of each record: at each position for `YOKE_MATRIX=full`, else at every seventh one. The first position
    /// depends on the bytes.
    @Test(arguments: [[0x0A], [0x0D, 0x0A], [0x20, 0x0A, 0x20], [0x09], [0x7D]] as [[UInt8]])
    func bytesAnywhere(inserted: [UInt8]) throws {
        var unchecked = JSONReadOptions.strict
        unchecked.skipping = .structureOnly
        for record in Self.records {
            let record = Array(record.utf8)
            let step = Sample.size(7, full: 1)
            for i in stride(from: Int(inserted[0]) % step, through: record.count, by: step) {
                let line = Array(record[..<i] + inserted + record[i...])
                try same(line, .strict)
                if inserted == [0x0A] { try same(line, unchecked) }
            }
        }
    }

    @Test func cutLines() throws {
        for record in Self.records {
            for i in stride(from: 0, to: record.utf8.count, by: Sample.size(3, full: 1)) {
                try same(Array(record.utf8.prefix(i)), .strict)
            }
        }
    }

    /// Reads texts that are longer than the slices of 64 KiB in which the stream reads, so that slices end inside of lines. A line with
    /// 70,000 spaces is longer than a slice.
    @Test func slices() throws {
        let record = Self.records[0]
        for count in [1, 300, 1500] {
            for extra in [0, 1, 63, 64, 65, 70_000] {
                let text = String(repeating: record + "\n", count: count) + String(repeating: " ", count: extra) + record
                let run = Run<Tree>(text: text, .lines)
                #expect(run.failures.isEmpty)
                #expect(run.elements == Array(repeating: try Tree(json: record), count: count + 1))
            }
        }
    }
}
