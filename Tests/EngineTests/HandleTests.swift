#if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
import TestSupport
import Testing

@testable import Yoke

extension EngineFault: Equatable {
    public static func == (a: EngineFault, b: EngineFault) -> Bool { a.kind == b.kind && a.offset == b.offset && a.byte == b.byte }
}

@Suite struct HandleTests {
    private let good = Array(#"{"a":[1,2.5,"x"],"b":null} "#.utf8)

    @Test func manyTextsThroughOneHandle() throws {
        let recorder = Recorder(captures: true)
        let expected = expectedEvents(good)
        for round in 0..<50 {
            #expect(try recorder.run(good.chunks(of: round % good.count + 1)) == nil)
            #expect(recorder.events == expected)
            let number = Array("\(round)".utf8)  // only the end of the text ends the number
            #expect(try recorder.run([number[...]]) == nil)
            #expect(recorder.events.map(\.text) == ["\(round)"])
        }
    }

    // The list has no text whose only fault is a missing bracket at the end. For such a text the engine reports no error: the receiver of
    // the events notices the open containers.
    @Test(arguments: ["[1,]", "{1", "[\"\\x\"]", "\u{C}", "[1 2]", "nul", "[\"\u{1}\"]", "{\"a\":}", "\"abc\n", "0x", "}", "-"])
    func afterAnError(text: String) throws {
        let recorder = Recorder(captures: true)
        let bad = Array(text.utf8)
        let expected = expectedEvents(good)
        var faults: [EngineFault?] = []
        for chunks in [[bad[...]], bad.chunks(of: 1)] {
            let fault = try recorder.run(chunks)
            faults.append(fault)
            #expect(try recorder.run([good[...]]) == nil)
            #expect(recorder.events == expected)
        }
        #expect(faults[0] == faults[1])
    }

    @Test func theSinkMayRefuseAnyEvent() throws {
        let recorder = Recorder(captures: true)
        let count = expectedEvents(good).count
        for chunk in [1, 5, 1000] {
            for event in 0..<count {
                recorder.refusedEvent = event
                #expect(try recorder.run(good.chunks(of: chunk))?.kind == .refused)
                #expect(recorder.events.count == event + 1)
            }
            recorder.refusedEvent = nil
            #expect(try recorder.run(good.chunks(of: chunk)) == nil)
            #expect(recorder.events == expectedEvents(good))
        }
    }

    @Test func readersGoOnAfterAnything() throws {
        var reader = try JSONReader<[Int]>()
        for bad in ["[1,", "[1,2]]", "[1 2]", "[\"", "", "[1,\"x\"]", "[1e999]", "[truefalse]", "{\"a\"", "1"] {
            #expect(throws: JSONError.self) { try reader.read(bad) }
            #expect(try reader.read("[1,2]") == [1, 2])
            #expect(throws: JSONError.self) {
                for byte in bad.utf8 { try reader.feed([byte]) }
                _ = try reader.finish()
            }
            try reader.feed([UInt8](" [3".utf8))
            try reader.feed([UInt8]())
            try reader.feed([UInt8](",4]".utf8))
            #expect(try reader.finish() == [3, 4])
        }
    }

    /// If a text is begun by `feed` and never finished, the reader drops this text. The dropped text does not affect the next text.
    @Test func anUnfinishedTextIsDropped() throws {
        let texts = ["[", "[1", "[1,", "[[", "\"", "tr", "[1]", "[1] ", "\u{FEFF}", "[\"\\", "[\"\\ud834", "{\"a\":"]
        var options = JSONReadOptions.strict
        for invalid in [.reject, .replace] as [JSONReadOptions.InvalidUnicode] {
            options.invalidUnicode = invalid
            var reader = try JSONReader<[Int]>(options: options)
            for text in texts {
                do { try reader.feed([UInt8](text.utf8)) } catch {}
                #expect(try reader.read("[5]") == [5], "\(text)")
                do { try reader.feed([UInt8](text.utf8)) } catch {}
                do { _ = try reader.finish() } catch {}
                try reader.feed([UInt8]("[6".utf8))
                try reader.feed([UInt8]("]".utf8))
                #expect(try reader.finish() == [6], "\(text)")
            }
        }
    }

    @Test func afterTrailingGarbage() throws {
        var options = JSONReadOptions.strict
        options.allowsTrailingGarbage = true
        var reader = try JSONReader<[Int]>(options: options)
        for garbage in ["]", " [", "x", "\"", " 1 2", "\u{C}", "}}}}", " 7", "tr", "-", "[\"\\", "//"] {
            #expect(try reader.read("[1]" + garbage) == [1])
            for byte in ("[2]" + garbage + "[3").utf8 { try reader.feed([byte]) }
            #expect(try reader.finish() == [2])
        }
        #expect(throws: JSONError.self) { try reader.read("[1") }
        #expect(try reader.read("[4]") == [4])
    }

    @Test func afterPartialValues() throws {
        var options = JSONReadOptions.strict
        options.allowsPartialValue = true
        var reader = try JSONReader<[Int]>(options: options)
        for cut in ["[1,2", "[1,2,", "[1,2]", "[1,2,3"] {
            #expect(try reader.read(cut).prefix(1) == [1])
            for byte in cut.utf8 { try reader.feed([byte]) }
            #expect(try reader.finish().count >= 1)
        }
        #expect(try reader.read("[7]") == [7])
    }
}
#endif
