#if (Yajl && os(Linux)) || (YajlOnApple && os(macOS))
import TestSupport
import Testing

@testable import Yoke

/// These texts have no escapes, so each event's text is a part of the document, byte for byte.
private let texts = [
    #"{"a":[null,true,false,0,-1.5e+3,"s","é𝄞",""],"":{}, "key" : [ ] ,"n":1e5,"z":12.25 }"#,
    " [ 1 , 2.5 ,-0,1E9 ,[ [ ] ,[{ }]], \"x\" , true , null ]\n",
    "[true,false,null,true]", "[0,1,2,33,444]", "\"only\"", "-12e-2", " null ", "{\"a\":{\"b\":{\"c\":[{\"d\":false}]}}}",
    "[1e5,true,1e5,\"e\",5]", "[[1],[2]]\r\n\t ", "[\"true\",\"1\",\"]\",\"{\",\",\"]", "true", "7",
]

@Suite struct EventTests {
    @Test(arguments: texts) func placesAtEverySplit(text: String) throws {
        let bytes = Array(text.utf8)
        let expected = expectedEvents(bytes)
        let recorder = Recorder(captures: true)
        #expect(try recorder.run([bytes[...]]) == nil)
        #expect(recorder.events == expected)
        for split in 0...bytes.count {
            #expect(try recorder.run(bytes.split(at: split)) == nil)
            #expect(recorder.events == expected, "split at \(split)")
        }
        for size in 1...4 {
            #expect(try recorder.run(bytes.chunks(of: size)) == nil)
            #expect(recorder.events == expected, "chunks of \(size)")
        }
    }

    @Test func placesAtEveryPairOfSplits() throws {
        let bytes = Array(#"{"ab":[-1.5e+3,true,"é"], "c" : null}"#.utf8)
        let expected = expectedEvents(bytes)
        let recorder = Recorder(captures: true)
        for first in 0...bytes.count {
            for second in first...bytes.count {
                #expect(try recorder.run([bytes[..<first], bytes[first..<second], bytes[second...]]) == nil)
                #expect(recorder.events == expected, "split at \(first) and \(second)")
            }
        }
    }

    @Test func escapesAtEverySplit() throws {
        let text = #"["a\"b\\","\\\"","\u00e9\uD834\uDD1E","\\",{"\"\\\"":"\/\b\f\n\r\t"},"\\\\\\"]"#
        let bytes = Array(text.utf8)
        let expected = expectedEvents(bytes).map { [$0.start, $0.end] }
        let recorder = Recorder(captures: true)
        let texts = ["a\"b\\", "\\\"", "é𝄞", "\\", "\"\\\"", "/\u{8}\u{c}\n\r\t", "\\\\\\"]
        for chunks in [[bytes[...]], bytes.chunks(of: 1)] + bytes.indices.map({ bytes.split(at: $0) }) {
            #expect(try recorder.run(chunks) == nil)
            #expect(recorder.events.map { [$0.start, $0.end] } == expected)
            #expect(recorder.events.filter { $0.kind == .string || $0.kind == .key }.map(\.text) == texts)
        }
    }

    @Test func placesOfIndentedTexts() throws {
        let text = "{\n    \"a\": [\n        1,\n        \"x\\n\",\n        {}\n    ],\n\n\t\t\"b\":\n        -1.5e3\n}\n"
        let bytes = Array(text.utf8)
        let expected = expectedEvents(bytes)
        let recorder = Recorder()
        #expect(try recorder.run([bytes[...]]) == nil)
        #expect(recorder.events.map(\.start).dropLast().elementsEqual(expected.dropLast().map(\.start)))
        #expect(recorder.events.map(\.kind) == expected.map(\.kind))
    }

    @Test func longTokens() throws {
        let recorder = Recorder(captures: true)
        let long = String(repeating: "x", count: 200_000)
        for text in ["[\"\(long)\",{\"\(long)\":1\(String(repeating: "0", count: 3000))}]", String(repeating: " ", count: 70_000) + "[1]"] {
            let bytes = Array(text.utf8)
            let expected = expectedEvents(bytes)
            for size in [1000, YajlEngine.largestChunk] {
                #expect(try recorder.run(bytes.chunks(of: size)) == nil)
                #expect(recorder.events == expected)
            }
        }
    }
}

@Suite struct RawTextTests {
    @Test(arguments: texts.prefix(6) + [#"{"a\\":["\"","\\",{"\u00e9":[-1]}]}"#])
    func exactBytesOfEveryValueAtEverySplit(text: String) throws {
        let bytes = Array(text.utf8)
        let values = spans(bytes)
        let recorder = Recorder(captures: true)
        for (i, span) in values.enumerated() {
            recorder.capturedValue = i
            for chunks in [[bytes[...]], bytes.chunks(of: 1), bytes.chunks(of: 3)] + bytes.indices.map({ bytes.split(at: $0) }) {
                #expect(try recorder.run(chunks) == nil)
                #expect(recorder.rawText == Array(bytes[span]), "value \(i) in chunks \(chunks.map(\.count))")
            }
        }
    }

    /// Returns the range of each value. The ranges are in the order of the values' first bytes.
    private func spans(_ text: [UInt8]) -> [Range<Int>] {
        var spans: [Range<Int>] = []
        var open: [Int] = []
        for event in expectedEvents(text) {
            switch event.kind {
            case .key: break
            case .beginObject, .beginArray:
                open.append(spans.count)
                spans.append(event.start..<event.end)
            case .endObject, .endArray:
                let index = open.removeLast()
                spans[index] = spans[index].lowerBound..<event.end
            default: spans.append(event.start..<event.end)
            }
        }
        return spans
    }
}
#endif
