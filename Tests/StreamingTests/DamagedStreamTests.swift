import TestSupport
import Testing
import Yoke

/// Reads damaged texts in every format. Elements and errors do not depend on the chunks, and the stream always ends.
@Suite struct DamagedStreamTests {
    private static let record = #"{"id":1,"name":"a\u00e9 é"}"#

    @Test(arguments: [
        (JSONStreamFormat.lines, Array(repeating: record, count: 5).joined(separator: "\n"), "$"),
        (.values, Array(repeating: record, count: 5).joined(separator: " "), "$"),
        (
            .document,
            "{ \"a\": [\n    \(Array(repeating: record, count: 4).joined(separator: ",\n    "))\n  ],\n  \"b\": null }", "$.a[*]"
        ),
        (.document, "[[\(record)], {\"x\": \(record)},\n  []]", "$[*][*]"),
    ])
    func chunksChangeNothing(format: JSONStreamFormat, text: String, path: String) {
        let bytes = Array(text.utf8)
        let alphabet = Array("{}[],:\"\\ 01e-tn\n\r".utf8) + [0x0C, 0, 0xC3, 0xED]
        var random = SeededGenerator(seed: 99)
        for round in 0..<Sample.size(120, full: 3000) {
            var damaged = bytes
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let at = Int.random(in: 0..<damaged.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: damaged.insert(random.pick(alphabet), at: at)
                case 1: damaged.remove(at: at)
                default: damaged[at] = random.pick(alphabet)
                }
            }
            let whole = Run<Item>(chunks: [damaged[...]], at: path, format)
            #expect(format == .lines || whole.failures.count <= 1)
            for size in [1, 2, 3, 7, 20, Int.random(in: 4...60, using: &random)] {
                let run = Run<Item>(chunks: damaged.chunks(of: size), at: path, format)
                if run != whole {
                    Issue.record(
                        "round \(round) by \(size): \(run.failures), whole: \(whole.failures)\n\(String(decoding: damaged, as: UTF8.self))"
                    )
                }
            }
        }
    }
}
