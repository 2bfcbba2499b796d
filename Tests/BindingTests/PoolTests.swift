import TestSupport
import Testing
import Yoke

/// Calls in many threads, and calls inside calls. They share the pools of readers and writers.
@Suite struct PoolTests {
    private struct NoDepth: Error {}

    private struct Box: JSONConvertible, Equatable {
        var n: Int
        var text: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("n", \.n)
                $0.add("text", \.text)
            }
        }
    }

    /// A value that is read and written by further calls: `depth` readers and writers are in use at once.
    private struct Nested: JSONConvertible, Equatable {
        var depth: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(
                text: Nested.self,
                read: { text in
                    guard let depth = Int(text) else { throw NoDepth() }
                    if depth > 0 { _ = try Nested(json: "\"\(depth - 1)\"") }
                    return Nested(depth: depth)
                },
                write: { nested in
                    if nested.depth > 0 { _ = try Nested(depth: nested.depth - 1).jsonBytes() }
                    return "\(nested.depth)"
                })
        }
    }

    @Test func callsInsideCalls() throws {
        for depth in [0, 1, 3, 4, 5, 20, 40, 2] {
            #expect(try Nested(json: "\"\(depth)\"") == Nested(depth: depth))
            #expect(try Nested(depth: depth).jsonString() == "\"\(depth)\"")
        }
    }

    /// Some values are too large for the pool to keep their readers and writers, and some texts are invalid.
    @Test func callsInManyThreads() {
        let huge = String(repeating: "x", count: 3 << 20)
        let failures = ThreadedCount(0)
        onThreads(8) { thread in
            for i in 0..<2000 {
                let box = Box(n: thread * 10_000 + i, text: i % 500 == 499 ? huge : "text \(i)")
                let isSame = (try? box.jsonString()).flatMap { try? Box(json: $0) } == box
                let isRefused = (try? Box(json: #"{"n":\#(i),"text":}"#)) == nil
                let isNested = i % 100 > 0 || (try? Nested(json: "\"\(i % 7)\"")) == Nested(depth: i % 7)
                if !isSame || !isRefused || !isNested { failures.add(1) }
            }
        }
        #expect(failures.value == 0)
    }

    /// A mapping that reads JSON while it is compiled, with options that need another plan.
    private struct Configured<Snake: Flag>: JSONConvertible {
        var v: Int
        static var jsonMapping: JSONMapping {
            entered.add()
            for _ in 0..<1_000_000 where entered.value < 2 {}  // the other thread may compile its mapping meanwhile
            let name = (try? Names(json: #"{"v":"k"}"#, options: Snake.isSet ? .strict : snake))?.v ?? ""
            return JSONMapping(Self.self) { $0.add("v", \.v, key: JSONKeys(stringLiteral: name)) }
        }
    }
    private struct Names: JSONConvertible {
        var v: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("v", \.v) } }
    }
    private protocol Flag: Sendable { static var isSet: Bool { get } }
    private enum Yes: Flag { static let isSet = true }
    private enum No: Flag { static let isSet = false }
    private static let entered = ThreadedCount(0)
    private static var snake: JSONReadOptions {
        var options = JSONReadOptions.strict
        options.keyStyle = .snakeCase
        return options
    }

    @Test("Two threads compile mappings that read JSON with each other's options")
    func mappingsThatReadJSON() {
        let read = ThreadedCount(0)
        onThreads(2) { thread in
            let isRead =
                thread == 0
                ? (try? Configured<Yes>(json: #"{"k":1}"#, options: Self.snake))?.v == 1 : (try? Configured<No>(json: #"{"k":1}"#))?.v == 1
            if isRead { read.add() }
        }
        #expect(read.value == 2)
    }
}
