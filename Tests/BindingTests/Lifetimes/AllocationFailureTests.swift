import CYoke
import TestSupport
import Testing

@testable import Yoke

/// An allocator for the C code. It fails at a chosen request, and checks the block sizes that the C code passes to it.
private final class RationedMemory {
    let allocator: UnsafeMutablePointer<yoke_allocator>
    /// Number of the request that fails, counted from now: 1 means the next request.
    private var left: Int
    /// True if all requests after the first failure fail too.
    private var staysEmpty: Bool
    private var sizes: [UnsafeMutableRawPointer: Int] = [:]
    private(set) var failed = 0
    private(set) var misuses = 0

    var live: Int { sizes.count }

    init(failingAt n: Int, staysEmpty: Bool) {
        left = n
        self.staysEmpty = staysEmpty
        allocator = .allocate(capacity: 1)
        allocator.initialize(
            to: yoke_allocator(
                context: nil,
                resize: { context, old, oldSize, newSize in
                    Unmanaged<RationedMemory>.fromOpaque(context!).takeUnretainedValue().resize(old, oldSize, newSize)
                }))
        allocator.pointee.context = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { allocator.deallocate() }

    /// Makes all further requests fail.
    func end() { (left, staysEmpty) = (1, true) }

    private func resize(_ old: UnsafeMutableRawPointer?, _ oldSize: Int, _ newSize: Int) -> UnsafeMutableRawPointer? {
        if (old.map { sizes[$0] } ?? 0) != oldSize { misuses += 1 }
        if newSize > 0 {
            left -= 1
            if left == 0 || (left < 0 && staysEmpty) {
                failed += 1
                return nil
            }
        }
        let new = newSize == 0 ? nil : UnsafeMutableRawPointer.allocate(byteCount: newSize, alignment: 16)
        if let new, let old { new.copyMemory(from: old, byteCount: min(oldSize, newSize)) }
        if let old {
            sizes[old] = nil
            old.deallocate()
        }
        if let new { sizes[new] = newSize }
        return new
    }
}

extension Lifetimes {
    @Suite struct AllocationFailureTests {
        /// Reads the text again and again. The first request for memory fails in the first reading, the second request in the second
        /// reading, and so on. Returns when no request has failed.
        private func readWithoutMemory<Value: JSONReadable>(
            _ type: Value.Type, _ text: [UInt8], at path: String = "$", options: JSONReadOptions = .strict, over old: String? = nil,
            chunk: Int?, staysEmpty: Bool, _ location: SourceLocation = #_sourceLocation
        ) throws {
            _ = try Value(json: text, at: path, options: options)  // compiles the plan beforehand, and shows that the text is valid
            for n in 1...400 {
                let memory = RationedMemory(failingAt: n, staysEmpty: staysEmpty)
                let outcome = try Tracked.expectBalance("request \(n)", location) {
                    var reader = try JSONReader<Value>(binder: Binder(options: options, allocator: memory.allocator), path: path)
                    let outcome = Outcome { () throws(JSONError) -> Bool in
                        if let old {
                            var value = try Value(json: old)
                            if let chunk {
                                try reader.read(into: &value, fromChunks: text.chunks(of: chunk))
                            } else {
                                try reader.read(into: &value, from: text)
                            }
                        } else if let chunk {
                            for piece in text.chunks(of: chunk) { try reader.feed(piece) }
                            _ = try reader.finish()
                        } else {
                            _ = try reader.read(text)
                        }
                        return true
                    }
                    // If only one request fails, the same reader reads the text a second time. This second reading must succeed. (If the
                    // first reading makes fewer than `n` requests, the request that fails comes in the second reading.)
                    guard !staysEmpty, old == nil || memory.failed > 0 else { return outcome }
                    let failed = memory.failed
                    let again = Outcome { () throws(JSONError) -> Bool in try withExtendedLifetime(reader.read(text)) { true } }
                    #expect(again.value == true || memory.failed > failed, "request \(n)", sourceLocation: location)
                    return memory.failed > failed ? again : outcome
                }
                #expect(memory.live == 0 && memory.misuses == 0, "request \(n)", sourceLocation: location)
                if memory.failed == 0 {
                    #expect(outcome.value == true && n > 3, sourceLocation: location)
                    return
                }
                #expect(outcome.failure?.kind == .outOfMemory, "request \(n)", sourceLocation: location)
            }
            Issue.record("more than 400 requests", sourceLocation: location)
        }

        private func everyWay<Value: JSONReadable>(
            _ type: Value.Type, _ text: String, at path: String = "$", options: JSONReadOptions = .strict, over old: String? = nil,
            _ location: SourceLocation = #_sourceLocation
        ) throws {
            for staysEmpty in [true, false] {
                // Feeding a long text byte by byte takes seconds in a debug build. Chunks of 50 bytes lead to the same requests for memory.
                for chunk in [nil, text.utf8.count < 1000 ? 1 : 50, 999] as [Int?] {
                    try readWithoutMemory(
                        type, Array(text.utf8), at: path, options: options, over: old, chunk: chunk, staysEmpty: staysEmpty,
                        location)
                }
            }
        }

        @Test func modelsFailWithoutMemoryAndLeakNothing() throws {
            try everyWay(Everything.self, Everything.text)
            try everyWay([Everything].self, "[\(Everything.text),\(Everything.text)]", options: .duplicates(.first))
        }

        @Test func overValues() throws {
            let strings = "[" + (0..<3000).map { "\"number \($0)\"" }.joined(separator: ",") + "]"
            try everyWay([Everything].self, "[\(Everything.text),\(Everything.text)]", over: "[\(Everything.text)]")
            try everyWay([Tracked].self, strings, over: "[\"a\",\"b\"]")
            try everyWay([[Tracked]].self, "[\(strings),[]]", over: "[[\"a\"],[\"b\"]]")
            try everyWay(Overwrite.Frame.self, Overwrite.Frame.much, over: Overwrite.Frame.text)
        }

        @Test func growingContainers() throws {
            let strings = "[" + (0..<3000).map { "\"number \($0)\"" }.joined(separator: ",") + "]"
            try everyWay([Tracked].self, strings)
            let pairs = "{" + (0..<900).map { "\"number \($0)\":\"\($0)\"" }.joined(separator: ",") + "}"
            try everyWay([String: Tracked].self, pairs)
            try everyWay([String: [Tracked]].self, "{\"a\":\(strings)}", at: "$")
            try everyWay([Tracked].self, "{\"x\":[0,\(strings)]}", at: "$.x[1]")
        }

        @Test func numbersWithDecimalCommas() throws {
            let numbers = "[" + (0..<20).map { "\"\($0),5\"" }.joined(separator: ",") + "]"
            try everyWay([[Double]].self, "[\(numbers)]", options: JSONReadOptions(mode: .lenient.withDecimalComma))
        }

        @Test func deepNesting() throws {
            let open = String(repeating: "[", count: 100)
            let close = String(repeating: "]", count: 100)
            try everyWay([String: Everything.Inner].self, #"{"a":{"x":"1","u":\#(open)"2"\#(close),"y":"3"}}"#)
            try everyWay([String: JSONValue].self, #"{"a":\#(open){"key":"value"}\#(close)}"#)
        }

        @Test func skippedContainersAndDynamicValuesFailWithoutMemory() throws {
            let skipped = "[" + (0..<300).map { "{\"a\":[\($0),null]}" }.joined(separator: ",") + "]"
            try everyWay([String: Everything.Inner].self, #"{"a":{"x":"1","u":\#(skipped),"y":"3"}}"#)
            try everyWay(JSONValue.self, skipped)
        }

        @Test func refusedDuplicates() throws {
            let pairs = "{" + (0..<400).map { "\"number \($0)\":\"\($0)\"" }.joined(separator: ",") + "}"
            try everyWay([String: Tracked].self, pairs, options: .duplicates(.reject))
        }

        /// After an invalid value, the object's earlier keys are copied to a set of keys. If there is no memory for a key, reading ends
        /// with an error, because a repeated key would not be noticed.
        @Test func refusedDuplicatesAfterInvalidValues() throws {
            struct Shelf: JSONConvertible {
                var name: Tracked
                var size: Int?
                var box: Box

                struct Box: JSONConvertible {
                    var a: Tracked
                    var b: Int
                    static var jsonMapping: JSONMapping {
                        JSONMapping(Self.self) {
                            $0.add("a", \.a); $0.add("b", \.b)
                        }
                    }
                }
                static var jsonMapping: JSONMapping {
                    JSONMapping(Self.self) {
                        $0.add("name", \.name); $0.add("size", \.size); $0.add("box", \.box)
                    }
                }
            }
            let leftOut = #"[{"name":"x","size":"large","box":{"a":"y","b":1}}]"#
            let dropped = #"[{"name":"x","size":2,"box":{"a":"y","b":"bad","c":[1]}}]"#
            for policy in [.reject, .first] as [JSONReadOptions.DuplicateKeys] {
                var options = JSONReadOptions.salvage
                options.duplicateKeys = policy
                try everyWay([Shelf].self, leftOut, options: options)
                try everyWay([Shelf].self, dropped, options: options)
            }
        }

        @Test func dynamicValues() throws {
            let text = #"{"a":["# + (0..<300).map { "\($0),\"text \($0)\"" }.joined(separator: ",") + "],\"b\":{\"c\":null}}"
            try everyWay(JSONValue.self, text)
            try everyWay([JSONValue].self, "[\(text),\"scalar\",1]")
            // Each text has a string so long that the document takes over the memory of the reader's buffer (the tape) and does not copy
            // the text. The second text also has so many containers that the document takes over the memory of the container list.
            let long = "\"" + String(repeating: "x", count: 30_000) + "\""
            try everyWay(JSONValue.self, "[\(long)]")
            try everyWay(JSONValue.self, "[\(long),[" + Array(repeating: "[]", count: 100).joined(separator: ",") + "]]")
            // Not even salvage mode recovers from a lack of memory.
            try everyWay([JSONValue].self, "[\(text)]", options: .salvage)
        }

        /// A part of a dynamic value gets a copy of its text. If there is no memory for the copy, the part keeps the entire document alive.
        @Test func partsOfDynamicValues() throws {
            let part = "[" + Array(repeating: "\"a part of it\"", count: 100).joined(separator: ",") + "]"
            let text = "[" + Array(repeating: part, count: 20).joined(separator: ",") + "]"
            let memory = RationedMemory(failingAt: .max, staysEmpty: false)
            do {
                var reader = try JSONReader<JSONValue>(binder: Binder(options: .strict, allocator: memory.allocator), path: "$")
                let value = try reader.read(text)
                memory.end()
                #expect(value[7]?.description == part && value[7]?[99]?.string == "a part of it")
                #expect(memory.failed > 0)
            }
            #expect(memory.live == 0 && memory.misuses == 0)
        }

        @Test func writingFailsWithoutMemoryAndLeaksNothing() throws {
            let value = try [Everything](json: "[\(Everything.text),\(Everything.text)]")
            let nested = [["a": [value]], ["b": []]]
            for options in [.compact, .pretty, JSONWriteOptions(sortsKeys: true, nulls: .write)] as [JSONWriteOptions] {
                try writeWithoutMemory(nested, options)
                try writeWithoutMemory([Set((0..<200).map { "element \($0)" })], options)
                try writeWithoutMemory([JSONValue.array([1, "two", ["three": nil]])], options)
            }
        }

        /// More elements in `before` move the rest of the text, so that memory runs out at each of its positions. One such position is
        /// before the first element of the array that the paths `values[0]` and `values[1]` make. With an indent of 64, the spaces before
        /// this element may need memory too.
        @Test func writingArraysOnTheWay() throws {
            for count in 0..<200 {
                try writeWithoutMemory(
                    Everything.OnTheWay(before: Array(repeating: true, count: count), second: 1), JSONWriteOptions(indent: 64))
            }
        }

        private func writeWithoutMemory<Value: JSONWritable>(_ value: Value, _ options: JSONWriteOptions) throws {
            let whole = try value.jsonBytes(options)
            for n in 1...400 {
                let memory = RationedMemory(failingAt: n, staysEmpty: n % 2 == 0)
                let outcome = Tracked.expectBalance {
                    Outcome { () throws(JSONError) -> [UInt8] in
                        let writer = Writer(allocator: memory.allocator)
                        try writer.write(value, options)
                        return Array(writer.bytes)
                    }
                }
                #expect(memory.live == 0 && memory.misuses == 0, "request \(n)")
                if memory.failed == 0 {
                    #expect(outcome.value == whole && n > 2)
                    return
                }
                #expect(outcome.failure?.kind == .outOfMemory, "request \(n)")
            }
            Issue.record("more than 400 requests")
        }
    }
}
