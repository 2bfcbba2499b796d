import TestSupport
import Testing
import Yoke

extension Lifetimes {
    /// Reads in place into values that count their instances. Each instance is destroyed exactly once, also after an error.
    @Suite struct OverwriteTests {
        private func overwrite(_ text: [UInt8], chunk: Int?, _ options: JSONReadOptions, shared: Bool) {
            guard var value = try? Everything(json: Everything.text) else { return }
            let copy = shared ? value : nil
            guard var reader = try? JSONReader<Everything>(options: options) else { return }
            if let chunk {
                try? reader.read(into: &value, fromChunks: text.chunks(of: chunk))
            } else {
                try? reader.read(into: &value, from: text)
            }
            #expect(value.a.text.count < 10)
            _ = copy
        }

        @Test func everyCut() {
            let text = Array(Everything.text.utf8)
            for engine in JSONEngine.each {
                var options = JSONReadOptions.strict
                options.engine = engine
                for end in 0...text.count {
                    for chunk in [nil, 1] as [Int?] {
                        Tracked.expectBalance("cut at \(end)") {
                            overwrite(Array(text[..<end]), chunk: chunk, options, shared: end % 2 == 0)
                        }
                    }
                    options.allowsPartialValue.toggle()
                }
            }
        }

        @Test func errorsAtEveryString() {
            let text = Array(Everything.text.utf8)
            let quotes = text.indices.filter { text[$0] == 0x22 }
            for other in ["true", #"{"z":["y"]}"#, "[[]]", #""throw""#, "null", #""n":-1,"n""#, ""] {
                for i in stride(from: 0, to: quotes.count, by: 2) {
                    let text = Array(text[..<quotes[i]]) + Array(other.utf8) + Array(text[(quotes[i + 1] + 1)...])
                    for chunk in [nil, 1] as [Int?] {
                        Tracked.expectBalance("\(String(decoding: text, as: UTF8.self))") {
                            overwrite(text, chunk: chunk, .strict, shared: i % 4 == 0)
                        }
                    }
                }
            }
        }
    }
}
