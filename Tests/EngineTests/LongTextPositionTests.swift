import TestSupport
import Testing
import Yoke

/// Tests positions of errors in long texts. The yajl engine gets an entire text in slices of 64 KiB; both engines get a long chunk in such
/// slices. An invalid value may begin in one slice, and the error may be found in a later slice.
@Suite struct LongTextPositionTests {
    private struct Item: JSONReadable {
        var name: String
        var id: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name); $0.add("id", \.id)
            }
        }
    }

    private func places<Value: JSONReadable>(_ type: Value.Type, _ text: String, at offset: Int) {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            let whole = Outcome { () throws(JSONError) in try Value(json: text, options: options) }.failure
            #expect(whole?.offset == offset, "\(engine): \(String(describing: whole))")
            let bytes = Array(text.utf8), intake = Intake.reading(Value.self, options)
            #expect(intake.chunked([bytes[..<(bytes.count / 2)], bytes[(bytes.count / 2)...]]) == whole)
        }
    }

    @Test(arguments: [0, 100, 30_000, 50_000, 100_000]) func stringsThatAreNoNumbers(count: Int) {
        let front = "[" + String(repeating: "1,", count: count), long = String(repeating: "x", count: 150_000)
        places([Int].self, front + "\"\(long)\"]", at: front.utf8.count)
        places([Int].self, front + "1 \"\(long)\"]", at: front.utf8.count + 2)
        places([Int].self, front + "1] \"\(long)\"", at: front.utf8.count + 3)
    }

    @Test(arguments: ["", "\n" + String(repeating: " ", count: 20)]) func objectsOverSlices(space: String) {
        let good = "\(space){\(space)\"id\":1,\(space)\"name\":\"\(String(repeating: "n", count: 60))\"\(space)}"
        let bad = "{\(space)\"name\":\"\(String(repeating: "n", count: 100))\",\(space)\"no\":2\(space)}"
        for slice in 1...3 {
            for before in stride(from: 0, to: 200, by: 13) {
                let fill = (65536 * slice - before) / (good.utf8.count + 1)
                let front = "[" + String(repeating: " ", count: before) + String(repeating: good + ",", count: fill)
                places([Item].self, front + bad + "," + good + "]", at: front.utf8.count)
            }
        }
    }

    private struct Tree: JSONReadable {
        var id: Int
        var list: [Tree]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id); $0.add("list", \.list, literal: [])
            }
        }
    }

    /// The error is in a nested array, more than 80 bytes after the start of the token or object with the error. The same error must be
    /// given wherever the text is cut.
    @Test(arguments: [
        #"{"list":[{"list":[{"x":"#, #"[{"id":1,"list":[{"id":"#, #"[{"id":1,"list":[{"id":2,"list":[{"id":3,"list":[],"y":"#,
    ])
    func nestedArraysInChunks(front: String) {
        let long = "\"\(String(repeating: "x", count: 100))\""
        let text = "\n " + front + long + String(front.reversed().compactMap { ["{": "}", "[": "]"][$0] })
        for engine in JSONEngine.all {
            var options = JSONReadOptions.strict
            options.engine = engine
            check([Tree].self, text, options)
            check(Tree.self, text, options)
        }
    }

    private func check<Value: JSONReadable>(_ type: Value.Type, _ text: String, _ options: JSONReadOptions) {
        let whole = Outcome { () throws(JSONError) in try Value(json: text, options: options) }.failure
        let bytes = Array(text.utf8), intake = Intake.reading(Value.self, options)
        for i in bytes.indices.dropFirst() {
            #expect(intake.chunked([bytes[..<i], bytes[i...]]) == whole, "\(options.engine), split at \(i): \(text)")
        }
    }
}
