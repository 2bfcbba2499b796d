import Foundation
import Testing
import Yoke

// The code blocks of Yoke.docc/Performance.md, without changes. ArticleTests compares the article with this file.

private struct Tick: JSONConvertible, Equatable {
    var symbol: String
    var prices: [Double]
    static var jsonMapping: JSONMapping {
        JSONMapping(Tick.self) { fields in
            fields.add("symbol", \.symbol)
            fields.add("prices", \.prices)
        }
    }
}

private typealias Quote = [Tick]

private struct Point: JSONConvertible, Equatable {
    var x: Double
    var y: Double
    static var jsonMapping: JSONMapping {
        JSONMapping(Point.self, layout: .array) { fields in    // @JSONModel(layout: .array)
            fields.add("x", \.x)
            fields.add("y", \.y)
        }
    }
}

private final class Socket {
    var sent: [UInt8] = []
    func send(_ bytes: UnsafeRawBufferPointer) { sent += bytes }
}

@Suite struct PerformanceExamples {
    private static let bodies = [#"[{"symbol":"A","prices":[1.0,2.0]},{"symbol":"B","prices":[]}]"#, #"[{"symbol":"A","prices":[3.0]}]"#]
    private static let values = [[Tick(symbol: "A", prices: [1, 2]), Tick(symbol: "B", prices: [])], [Tick(symbol: "A", prices: [3])]]

    @Test func aReaderIsUsedForManyTexts() throws {
        let bodies = Self.bodies
        var used: [Quote] = []
        func use(_ quote: Quote) { used.append(quote) }
        var reader = try JSONReader<Quote>()
        for body in bodies { use(try reader.read(body)) }
        #expect(used == Self.values)

        let quote = used[0], socket = Socket()
        try quote.withJSONBytes { socket.send($0) }
        #expect(socket.sent == Array(bodies[0].utf8))
    }

    @Test func intoAValue() throws {
        let bodies = Self.bodies
        var drawn: [[Tick]] = []
        func draw(_ ticks: [Tick]) { drawn.append(ticks) }
        var reader = try JSONReader<[Tick]>()
        var ticks: [Tick] = []
        for body in bodies {
            try reader.read(into: &ticks, from: body)       // no allocation for a text of the same shape as the text before
            draw(ticks)
        }
        #expect(drawn == Self.values)
    }

    @Test func pointsWithoutArrays() throws {
        let lines = try [[Point]](json: "[[[1.5, 2], [3, 4]], [[5, 6.25]]]")
        #expect(lines == [[Point(x: 1.5, y: 2), Point(x: 3, y: 4)], [Point(x: 5, y: 6.25)]])
    }

    @Test func skippingWithoutChecks() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("yoke-\(UUID().uuidString).ndjson").path
        try Data((#"[{"skipped":{"a":[true]},"symbol":"A","prices":[1.0]}]"# + "\n").utf8).write(to: URL(fileURLWithPath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var options = JSONReadOptions.strict
        options.skipping = .structureOnly
        var quotes = try JSONStream<Quote>(path: path, format: .lines, options: options)
        #expect(try quotes.next() == [Tick(symbol: "A", prices: [1])])
    }
}
