import Testing
import Yoke

// The code blocks of Yoke.docc/OtherTexts.md, without changes. ArticleTests compares the article with this file.

@Suite struct OtherTextsExamples {
    @Test func json5IsRead() throws {
        let settings = try JSONValue(json: "{name: 'Mia', mask: 0xFF, ratio: +.5,}  // all of JSON5", options: .json5)
        let strict = try settings.jsonString()                  // {"name":"Mia","mask":255,"ratio":0.5}
        #expect(strict == #"{"name":"Mia","mask":255,"ratio":0.5}"#)
    }

    @Test func infinitiesAreStrings() throws {
        var writing = JSONWriteOptions()
        writing.nonFiniteNumbers = .strings(positive: "inf", negative: "-inf", nan: "nan")
        let text = try [1.5, -.infinity].jsonString(writing)    // [1.5,"-inf"]

        var reading = JSONReadOptions()
        reading.nonFiniteNumbers = writing.nonFiniteNumbers
        let numbers = try [Double](json: text, options: reading)
        #expect(text == #"[1.5,"-inf"]"# && numbers == [1.5, -.infinity])
    }

    @Test func aSequenceIsRead() throws {
        var printed: [String] = []
        func print(_ value: Any) { printed.append("\(value)") }
        let sequence = "\u{1E}{\"id\": 1}\n\u{1E}{\"id\": \n\u{1E}{\"id\": 3}\n"
        for result in try JSONStream<JSONValue>(chunks: [sequence.utf8], format: .sequence).results {
            print((try? result.get()) ?? "a text that was cut")
        }
        #expect(printed == [#"{"id":1}"#, "a text that was cut", #"{"id":3}"#])

        var bytes: [UInt8] = []
        for number in [1, 2] {
            bytes.append(0x1E)
            try number.withJSONBytes { bytes += $0 }
            bytes.append(0x0A)
        }
        #expect(String(decoding: bytes, as: UTF8.self) == "\u{1E}1\n\u{1E}2\n")
    }
}
