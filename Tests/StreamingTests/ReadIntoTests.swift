import Foundation
import TestSupport
import Testing
import Yoke

/// Tests streams that read each element over an existing value: `next(into:)` and `forEach`.
@Suite struct ReadIntoTests {
    private struct Part: JSONConvertible, Equatable, Sendable {
        var id: Int
        var name: String?
        var tags: [String]
        var at: [Double]
        var inner: [Item]
        var more: [String: Int]
        var level: Int

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name)
                $0.add("tags", \.tags)
                $0.add("at", \.at)
                $0.add("inner", \.inner)
                $0.add("more", \.more, default: [:])
                $0.add("level", \.level, default: 7)
            }
        }

        init(_ i: Int) {
            id = i
            name = i % 3 == 0 ? nil : "a name of some length, \(i / 2), é𝄞"
            tags = (0..<i % 5).map { "tag \($0 + i % 7) that is on the heap" }
            at = (0..<(i * 7) % 11).map { Double($0) + 0.5 }
            inner = Item.list(i % 4)
            more = i % 2 == 0 ? [:] : ["x": i]
            level = i % 5 == 0 ? 7 : i
        }
    }

    private static let parts = (0..<60).map(Part.init)

    private static func text(_ format: JSONStreamFormat) throws -> [UInt8] {
        if format == .document { return try parts.jsonBytes() }
        return try parts.flatMap { try $0.jsonBytes() + Array((format == .lines && $0.id % 4 == 0 ? "\n\r\n" : "\n").utf8) }
    }

    private static func options(_ engine: JSONEngine, _ change: (inout JSONReadOptions) -> Void = { _ in }) -> JSONReadOptions {
        var options = JSONReadOptions.strict
        options.engine = engine
        change(&options)
        return options
    }

    @Test(arguments: [JSONStreamFormat.document, .lines, .values]) func elementsAreThoseOfNext(_ format: JSONStreamFormat) throws {
        let text = try Self.text(format)
        for engine in JSONEngine.each {
            for size in [1, 7, 64, 1000, 1_000_000] {
                let options = Self.options(engine)
                let run = Run(into: Part(3)) { try JSONStream(chunks: text.chunks(of: size), format: format, options: options) }
                #expect(run.elements == Self.parts, "\(engine) \(size)")
                #expect(run.failures.isEmpty)
            }
        }
    }

    @Test func eachRecordKeepsTheMemoryOfTheLast() throws {
        let line = #"{"id": 1, "tags": ["a tag that is long enough for the heap"], "at": [1, 2, 3], "inner": []}"# + "\n"
        var stream = try JSONStream<Part>(chunks: Array(repeating: Array(line.utf8), count: 20), format: .lines, options: .strict)
        var value = Part(9), addresses: Set<UnsafeRawPointer> = []
        while try stream.next(into: &value) {
            value.at.withUnsafeBytes { _ = addresses.insert($0.baseAddress!) }
        }
        #expect(value.at == [1, 2, 3])
        #expect(addresses.count == 1)
    }

    @Test func bothWaysMayAlternate() throws {
        let text = try Self.text(.lines)
        for engine in JSONEngine.each {
            for size in [5, 300, 100_000] {
                var stream = try JSONStream<Part>(chunks: text.chunks(of: size), format: .lines, options: Self.options(engine))
                var value = Part(1), elements: [Part] = []
                while true {
                    if elements.count % 5 < 2 {
                        guard let next = try stream.next() else { break }
                        elements.append(next)
                    } else {
                        guard try stream.next(into: &value) else { break }
                        elements.append(value)
                    }
                }
                #expect(elements == Self.parts, "\(engine) \(size)")
                #expect(stream.progress.elements == Self.parts.count)
            }
        }
    }

    @Test func errorsAreThoseOfNextAndTheStreamGoesOn() throws {
        let good = #"{"id": 2, "tags": ["one that is long enough for the heap", "two"], "at": [1.5], "inner": [{"id": 1, "name": "x"}]}"#
        let bad = [
            good.replacingOccurrences(of: "1.5", with: "true"), String(good.dropLast()), good + " 1", "[", "nul",
            good.replacingOccurrences(of: #""id": 1"#, with: #""id": "no""#), #"{"id": 3, "tags": ["a"]}"#,
            good.replacingOccurrences(of: "two", with: "\u{1}"), good.replacingOccurrences(of: "two", with: #"\ud800"#), "{}", "3",
        ]
        let text = Array((bad.map { "\(good)\n\($0)\n\n" }.joined() + good).utf8)
        for engine in JSONEngine.each {
            for garbage in [false, true] {
                let options = Self.options(engine) { $0.allowsTrailingGarbage = garbage }
                for size in [1, 3, 50, 333, 100_000] {
                    let make = { () throws(JSONError) in
                        try JSONStream<Part>(chunks: text.chunks(of: size), format: .lines, options: options)
                    }
                    let over = Run(into: Part(4), make), new = Run(make)
                    #expect(over == new, "\(engine) \(size)")
                    #expect(over.failures.count == bad.count - (garbage ? 1 : 0))
                }
            }
        }
    }

    @Test func everyCutTextGivesTheSameError() throws {
        let text = try Array(Self.text(.lines).prefix(400))
        for engine in JSONEngine.each {
            for end in text.indices {
                let make = { () throws(JSONError) in
                    try JSONStream<Part>(chunks: Array(text[..<end]).chunks(of: 37), format: .lines, options: Self.options(engine))
                }
                let over = Run(into: Part(4), make), new = Run(make)
                #expect(over == new, "\(end)")
            }
        }
    }

    @Test func otherFormsAreReplaced() throws {
        let lines = Array("{\"a\": [1, 2]}\n{\"a\": [3]}\n".utf8)
        for engine in JSONEngine.each {
            let run = Run(into: 0) { try JSONStream<Int>(chunks: [lines], at: "$.a[*]", format: .lines, options: Self.options(engine)) }
            #expect(run.elements == [1, 2, 3])
            let numbers = Run(into: 0) {
                try JSONStream<Int>(chunks: [Array("1\n2\n3".utf8)], format: .lines, options: Self.options(engine))
            }
            #expect(numbers.elements == [1, 2, 3])
            let collected = Run(into: 0) {
                try JSONStream<Int>(
                    chunks: [Array("1\nx\n3".utf8)], format: .lines, options: Self.options(engine) { $0.collectsErrors = true })
            }
            #expect(collected.elements == [1, 3])
            let salvaged = Run(into: [0]) {
                try JSONStream<[Int]>(
                    chunks: [Array("[1, true, 2]\n[null]".utf8)], format: .lines, options: Self.options(engine) { $0.mode = .salvage })
            }
            #expect(salvaged.elements == [[1, 2], []])
        }
    }

    @Test func aFailingSourceEndsTheStream() throws {
        let text = try Self.text(.lines)
        struct Source: Sequence, IteratorProtocol {
            var chunks: [[UInt8]]
            let call: () -> Void
            mutating func next() -> [UInt8]? {
                call()
                return chunks.isEmpty ? nil : chunks.removeFirst()
            }
        }
        // The source of chunks calls its own stream. The call throws an error, and the current element is not disturbed.
        final class Box { var stream: JSONStream<Part>?; var kinds: [JSONError.Kind] = [] }
        let box = Box()
        let source = Source(chunks: text.chunks(of: 20).map(Array.init)) {
            var other = Part(5)
            do throws(JSONError) { _ = try box.stream?.next(into: &other) } catch { box.kinds.append(error.kind) }
        }
        box.stream = try JSONStream<Part>(chunks: source, format: .lines)
        var stream = box.stream!, elements: [Part] = [], value = Part(0)
        while try stream.next(into: &value) { elements.append(value) }
        #expect(elements == Self.parts)
        #expect(Set(box.kinds) == [.reentered])
        box.stream = nil
    }

    @Test func forEachLendsEachElement() throws {
        let text = try Self.text(.lines)
        for format in [JSONStreamFormat.lines, .document] {
            var stream = try JSONStream<Part>(chunks: [format == .lines ? text : Self.text(.document)], format: format)
            var kept: [Part] = []
            try stream.forEach { kept.append($0) }
            #expect(kept == Self.parts)
        }
        var stream = try JSONStream<Part>(chunks: [text], format: .lines), count = 0
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try stream.forEach { _ in
                count += 1
                if count == 3 { throw Stop() }
            }
        }
        #expect(try stream.next() == Self.parts[3])
    }
}
