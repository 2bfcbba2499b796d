import TestSupport
import Testing
import Yoke

/// If an entire line is in memory, the stream reads it directly into its queue. A line in chunks of one byte is read by other code. Both
/// ways give the same elements and errors.
@Suite struct LineFormsTests {
    /// A model whose hook counts how many elements are read, and refuses negative ids.
    private struct Counted: JSONConvertible, Equatable {
        final class Calls: @unchecked Sendable {
            var after = 0
        }
        private struct Negative: Error {}

        var id: Int
        var name: String?

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("name", \.name)
                $0.afterReadingInContext { element, context in
                    try context[Calls.self].after += 1
                    if element.id < 0 { throw Negative() }
                }
            }
        }
    }

    private static let usual = #"{"id":1,"name":"a name of some length that stands on the heap"}"#

    private static let odd = [
        "{\"id\":2,\n\"name\":\"x\"}", "{\"id\":2}\n\n\r", "  {\"id\":2}", "{\"id\":2} \t\r", "{\"id\":2} {\"id\":3}", "{\"id\":2},",
        "{\"id\":2",
        "{\"id\":\"x\"}", "{\"id\":\"3\"}", "{\"id\":null}", "{\"id\":-2}", "[]", "[{\"id\":2}]", "null", "12", "", "\u{FEFF}{\"id\":2}",
        "{\"id\":2,\"id\":3}",
        "{\"id\":2,\"x\":[1,{\"y\":\"\\ud800\"}]}", "{\"id\":2,\"x\":[1,{\"y\":[[[[]]]]}]}", "{\"id\":2} // comment",
        "{\"id\":2 /* comment\n */}", "{\"id\":2,}",
        "{\"id\":2,\"name\":\"a line feed: \n\"}", "{\"name\":\"\(String(repeating: "x", count: 200))\"}",
    ]

    private static func text(_ line: String, between count: Int = 2) -> [UInt8] {
        let usual = String(repeating: usual + "\n", count: count)
        return Array((usual + line + "\n" + usual).utf8)
    }

    private static let options: [@Sendable (inout JSONReadOptions) -> Void] = [
        { _ in }, { $0 = .lenient }, { $0 = .salvage }, { $0 = .yyModel }, { $0 = .mjExtension }, { $0 = .untrusted }, { $0 = .json5 },
        { $0 = .jsonc },
        { $0.collectsErrors = true }, { $0.allowsTrailingGarbage = true }, { $0.allowsPartialValue = true },
        { $0.allowsSeveralValues = true },
        { $0.duplicateKeys = .reject }, { $0.duplicateKeys = .first }, { $0.invalidUnicode = .replace }, { $0.refusesUnknownKeys = true },
        { $0.skipping = .structureOnly }, { $0.limits.depth = 4 }, { $0.limits.stringBytes = 100 }, { $0.limits.totalBytes = 250 },
    ]

    private func same<Element: JSONReadable & Equatable>(_: Element.Type, _ text: [UInt8], _ options: JSONReadOptions, _ about: String) {
        let bytes = Run<Element>(chunks: text.chunks(of: 1).map { $0[...] }, .lines, options)
        for size in [text.count, 70, 7] {
            let run = Run<Element>(chunks: text.chunks(of: size).map { $0[...] }, .lines, options)
            #expect(run == bytes, "\(Element.self), chunks of \(size): \(about)")
        }
    }

    @Test func oddLinesAmongOthers() {
        for engine in JSONEngine.each {
            for (i, change) in Self.options.enumerated() {
                var options = JSONReadOptions.strict
                change(&options)
                options.engine = engine
                for line in Self.odd {
                    let text = Self.text(line), about = "options \(i), \(line.prefix(30)), \(engine)"
                    same(Item.self, text, options, about)
                    if i > 1 { continue }  // other types use the same code for options
                    same(Item?.self, text, options, about)
                    same(JSONValue.self, text, options, about)
                    same([String: JSONRawText].self, text, options, about)
                }
            }
        }
    }

    @Test func oddFirstLines() {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            for line in Self.odd { same(Item.self, Self.text("\n" + line, between: 0), options, "\(line.prefix(30)), \(engine)") }
        }
    }

    /// Reads a line that is longer than a chunk, and longer than the slices of 64 KiB in which the stream reads.
    @Test func longLines() {
        let long = "{\"id\":2,\"name\":\"\(String(repeating: "é", count: 40_000))\"}"
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            for end in ["", "}", "\n\r\n"] { same(Item.self, Self.text(long + end), options, "a long line and \(end), \(engine)") }
        }
    }

    @Test(arguments: odd) func hooksRunOnce(line: String) throws {
        let text = Self.text(line)
        for engine in JSONEngine.each {
            var counts: [Int] = []
            for size in [text.count, 100, 1] {
                let calls = Counted.Calls()
                var options = JSONReadOptions.strict
                options.engine = engine
                options.context = JSONContext(calls)
                let run = Run<Counted>(chunks: text.chunks(of: size).map { $0[...] }, .lines, options)
                #expect(calls.after >= run.elements.count && calls.after <= run.elements.count + run.failures.count)
                counts.append(calls.after)
            }
            #expect(Set(counts).count == 1, "\(counts), \(engine)")
        }
    }

    /// `next()` and `next(into:)` can alternate, with chunks of any size.
    @Test func nextAndNextIntoTakeTurns() throws {
        let text: [UInt8] = try Item.list(400).flatMap { try $0.jsonBytes() + [0x0A] }
        for engine in JSONEngine.each {
            for size in [text.count, 1000, 90, 3] {
                var options = JSONReadOptions.strict
                options.engine = engine
                var stream = try JSONStream<Item>(chunks: text.chunks(of: size), format: .lines, options: options)
                var value = Item(id: -1, name: "none"), elements: [Item] = []
                for i in 0..<401 {
                    if i % 7 < 4 {
                        guard let next = try stream.next() else { break }
                        elements.append(next)
                    } else {
                        guard try stream.next(into: &value) else { break }
                        elements.append(value)
                    }
                }
                #expect(elements == Item.list(400), "chunks of \(size), \(engine)")
            }
        }
    }

    /// A stream that is dropped before its end destroys the elements in its queue.
    @Test func elementsThatNobodyTakes() throws {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            for line in Self.odd {
                var stream = try JSONStream<Item>(chunks: [Self.text(line)], format: .lines, options: options)
                for _ in 0..<4 { _ = try? stream.next() }
            }
        }
    }
}
