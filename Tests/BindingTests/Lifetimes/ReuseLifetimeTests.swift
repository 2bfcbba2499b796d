import TestSupport
import Testing
import Yoke

// Programs stop using a reader or stream in the middle of a text, or continue after an error. No value leaks.

extension Lifetimes {
    @Suite struct ReuseTests {
        private let text = Array(Everything.text.utf8)

        @Test func aReaderThatIsLeftInTheMiddle() throws {
            for end in text.indices {
                try Tracked.expectBalance("left at \(end)") { () throws in
                    var reader = try JSONReader<Everything>()
                    try reader.feed(text[..<end])
                }
            }
        }

        @Test func aReaderWithAPathThatIsLeftInTheMiddle() throws {
            let nested = Array(#"{"x":[0,{"y":"#.utf8) + text + Array("}]}".utf8)
            for end in nested.indices {
                try Tracked.expectBalance("left at \(end)") { () throws in
                    var reader = try JSONReader<Everything>(at: "$.x[1].y")
                    try reader.feed(nested[..<end])
                }
            }
            try Tracked.expectBalance { () throws in
                #expect(try Everything(json: nested, at: "$.x[1].y").a.text == "1")
                let twice = #"{"v":{"tracked":"a"},"v":{"tracked":"b"}}"#
                #expect(try Holder(json: twice, at: "$.v").tracked.text == "b")
                #expect(throws: JSONError.self) { try Holder(json: twice + "]", at: "$.v") }
                #expect(throws: JSONError.self) { try Holder(json: twice, at: "$.w") }
            }
        }

        @Test func aReaderThatBeginsAnew() throws {
            try Tracked.expectBalance { () throws in
                var reader = try JSONReader<Everything>()
                for end in stride(from: 0, to: text.count, by: 3) {
                    // Unfinished values are destroyed when the next text begins.
                    let before = Tracked.alive
                    try reader.feed(text[..<end])
                    if end % 2 == 0 {
                        #expect(try reader.read(text).a.text == "1")
                    } else {
                        #expect(throws: JSONError.self) { try reader.read("{\"a\":\"x\",") }
                    }
                    #expect(Tracked.alive == before, "left at \(end)")
                }
            }
        }

        @Test func aReaderThatGoesOnAfterErrors() throws {
            try Tracked.expectBalance { () throws in
                var reader = try JSONReader<[Everything]>()
                let before = Tracked.alive
                for bad in ["}", "tru", "\"\\x\"", "\u{1}", "{\"a\":\"a\",\"list\":[\"b\",1]}", "{\"a\":\"throw\"}", "{\"a\":\"x\"}"] {
                    let broken = Array("[".utf8) + text + Array(",\(bad)]".utf8)
                    #expect(throws: JSONError.self) { try reader.read(broken) }
                    #expect(Tracked.alive == before)
                    #expect(throws: JSONError.self) { for byte in broken { try reader.feed([byte]) } }
                    #expect(Tracked.alive == before)
                    #expect(try reader.read(Array("[".utf8) + text + Array("]".utf8)).count == 1)
                    #expect(Tracked.alive == before)
                }
            }
        }

        @Test func severalValuesAndGarbage() throws {
            var options = JSONReadOptions.strict
            options.allowsSeveralValues = true
            try Tracked.expectBalance { () throws in
                let several = #"["a"] ["b","c"] ["d"]"#
                #expect(try [Tracked](json: several, options: options).map(\.text) == ["d"])
                #expect(throws: JSONError.self) { try [Tracked](json: several + "[\"e\",]", options: options) }
                #expect(throws: JSONError.self) { try [Tracked](json: several + "[\"e\"", options: options) }
                #expect(throws: JSONError.self) { try [Tracked](json: several) }
                #expect(throws: JSONError.self) { try Tracked(json: "\"a\"x") }
            }
            options = .strict
            options.allowsTrailingGarbage = true
            try Tracked.expectBalance { () throws in
                #expect(try [Tracked](json: #"["a"] ["b","#, options: options).map(\.text) == ["a"])
                #expect(try chunked([Tracked].self, Array(#"["a"]}"#.utf8), options).map(\.text) == ["a"])
            }
        }

        @Test func aStreamThatIsLeftInTheMiddleLeaksNothing() throws {
            let document = Array("[".utf8) + text + Array(",".utf8) + text + Array(",{\"a\":\"x\",\"b\":[]},".utf8) + text + Array("]".utf8)
            for size in [1, 7, 100_000] {
                for taken in 0...4 {
                    Tracked.expectBalance("\(taken) taken in chunks of \(size)") {
                        var stream = try? JSONStream<Everything>(chunks: document.chunks(of: size))
                        for i in 0..<taken {
                            let element = try? stream?.next()
                            #expect((element != nil) == (i < 2))
                        }
                    }
                }
            }
        }

        @Test func elementsThatWaitAreDroppedWithTheStream() throws {
            for text in [#"["1","2","3","4"]"#, #"["1","2","3",x]"#, #"["1","2","3","#] {
                try Tracked.expectBalance("\(text)") { () throws in
                    var stream = try JSONStream<Tracked>(chunks: [Array(text.utf8)])
                    #expect(try stream.next()?.text == "1")
                }
            }
        }

        @Test func linesThatFailLeakNothing() throws {
            let lines = text + [0x0A] + Array(#"{"a":"b","b":["c"]}"#.utf8) + [0x0A] + text + Array("\n{\"a\":\"d\",".utf8)
            for size in [1, 10, 100_000] {
                try Tracked.expectBalance("chunks of \(size)") { () throws in
                    let stream = try JSONStream<Everything>(chunks: lines.chunks(of: size), format: .lines)
                    let results = stream.results.map { result in (try? result.get()) != nil }
                    #expect(results == [true, false, true, false])
                }
            }
            try Tracked.expectBalance { () throws in
                var stream = try JSONStream<Holder>(chunks: [Array(#"{"tracked":"a"}{"tracked":"b"}{"tra"#.utf8)], format: .values)
                #expect(try stream.next()?.tracked.text == "a")
            }
        }

        @Test func writingMakesNothingThatStays() throws {
            try Tracked.expectBalance { () throws in
                let value = try Everything(json: Everything.text)
                try Tracked.expectBalance { () throws in
                    let bytes = try value.jsonBytes()
                    #expect(try Everything(json: bytes).holders.count == 2)
                    #expect(try Everything(json: value.jsonBytes(.pretty)).list.count == 1)
                    #expect(throws: JSONError.self) { try value.jsonBytes(JSONWriteOptions(depth: 3)) }
                }
            }
        }
    }
}
