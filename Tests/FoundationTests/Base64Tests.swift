import Foundation
import TestSupport
import Testing
import YokeFoundation

/// Yoke decodes base64 itself. It gives the same bytes as Foundation, and accepts only the text that Foundation writes for these bytes.
@Suite struct Base64Tests {
    private struct Token: JSONConvertible, Equatable {
        var data: Data
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("data", \.data, by: .base64URL) } }
    }

    private func bytes(_ count: Int, _ random: inout SeededGenerator) -> Data {
        Data((0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    }

    private func forURL(_ text: String) -> String {
        text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }

    @Test func everyLength() throws {
        var random = SeededGenerator(seed: 41)
        for count in Array(0...200) + [1021, 1022, 1023, 1024, 1025, 1365, 1366, 1367, 5000, 100_000] {
            let data = bytes(count, &random), text = data.base64EncodedString()
            for engine in JSONEngine.each {
                var options = JSONReadOptions()
                options.engine = engine
                #expect(try [Data](json: "[\"\(text)\",\"\(text)\"]", options: options) == [data, data])
                let escaped = text.replacingOccurrences(of: "/", with: "\\/")
                #expect(try [[Data?]](json: "[[null,\"\(escaped)\"]]", options: options) == [[nil, data]])
                for form in [forURL(text), forURL(text).replacingOccurrences(of: "=", with: "")] {
                    #expect(try Token(json: "{\"data\":\"\(form)\"}", options: options) == Token(data: data))
                }
            }
        }
    }

    /// A text is accepted if and only if Foundation decodes it and writes the same text again.
    @Test func damagedTexts() throws {
        var random = SeededGenerator(seed: 42)
        let bytes = Array("AZaz09+/-_=Q !.é".utf8)
        for _ in 0..<4000 {
            var text = Array(self.bytes(Int.random(in: 0...12, using: &random), &random).base64EncodedString().utf8)
            for _ in 0...Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0...text.count, using: &random)
                switch random.next() % 3 {
                case 0: text.insert(random.pick(bytes), at: place)
                case 1 where place < text.count: text.remove(at: place)
                default:
                    if place < text.count { text[place] = random.pick(bytes) }
                }
            }
            let string = String(decoding: text, as: UTF8.self)
            let decoded = Data(base64Encoded: string), isGood = decoded?.base64EncodedString() == string
            #expect((try? Data(json: string.jsonString())) == (isGood ? decoded : nil), "\(string)")
            // The same text is also read with the base64 alphabet for URLs. In this alphabet the padding may be missing.
            let padding = string.hasSuffix("=") ? 0 : (4 - string.utf8.count % 4) % 4
            let other =
                String(string.map { $0 == "-" ? "+" : $0 == "_" ? "/" : "+/".contains($0) ? "!" : $0 })
                + String(repeating: "=", count: padding)
            let urlData = Data(base64Encoded: other), isGoodURL = urlData?.base64EncodedString() == other
            #expect((try? Token(json: "{\"data\":\(string.jsonString())}"))?.data == (isGoodURL ? urlData : nil), "\(string) for URLs")
        }
    }

    /// A bad text in the middle of an array gives the same error, wherever the text is cut.
    @Test func errorsInRows() throws {
        let row = Array(repeating: "\"aXRlbSBudW1iZXIgMSwgdGV4dA==\"", count: 9)
        for bad in ["\"====\"", "\"aXRlbSBudW1iZXIgMSwgdGV4dB==\"", "\"aXRlbSBudW1iZXIgMSwgdGV4dA=\"", "\"a\\u0042==\"", "7", "{}"] {
            let text = Array("[\((row[..<5] + [bad] + row[5...]).joined(separator: ","))]".utf8)
            let failures = JSONEngine.each.flatMap { engine in
                var options = JSONReadOptions()
                options.engine = engine
                return [1, 50, text.count].map { size in
                    Outcome { () throws(JSONError) in
                        var reader = try JSONReader<[Data]>(options: options)
                        for chunk in text.chunks(of: size) { try reader.feed(chunk) }
                        return try reader.finish()
                    }.failure
                }
            }
            #expect(failures[0]?.path == "$[5]")
            #expect(failures.allSatisfy { $0 == failures[0] })
            #expect(try [Data](json: text, options: .salvage).count == 9)
        }
    }
}
