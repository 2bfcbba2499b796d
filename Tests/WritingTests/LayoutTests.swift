import TestSupport
import Testing
import Yoke

/// A date with a mapping like YokeFoundation's Date, without Foundation.
private struct Moment: JSONConvertible, Equatable {
    var seconds: Double
    static var jsonMapping: JSONMapping {
        JSONMapping(date: Moment.self, style: nil, decode: { Moment(seconds: $0) }, encode: { $0.seconds })
    }
}

/// Options that change the spelling and layout of a text, but not its values.
@Suite struct LayoutTests {
    static let value: JSONValue = ["a/b": [1, 2.50, "x"], "é": [["😀"], [], [:], [nil]], "n": ["k": true]]

    private func formatted(_ text: String, _ options: JSONWriteOptions, chunk: Int = 1) throws -> String {
        var formatter = try JSONFormatter(style: options)
        var out: [UInt8] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: chunk) {
            try bytes[start..<min(start + chunk, bytes.count)].withUnsafeBytes { part in try formatter.feed(part) { out += $0 } }
        }
        try formatter.finish { out += $0 }
        return String(decoding: out, as: UTF8.self)
    }

    /// Expects this text from every function that writes.
    private func expect(_ text: String, _ options: JSONWriteOptions, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let compact = try Self.value.jsonString()
        #expect(try Self.value.jsonString(options) == text, sourceLocation: sourceLocation)
        #expect(try JSONValue(json: compact).jsonString(options) == text, sourceLocation: sourceLocation)
        #expect(String(decoding: try Self.value.jsonBytes(options), as: UTF8.self) == text, sourceLocation: sourceLocation)
        for chunk in [1, 3, 1000] { #expect(try formatted(compact, options, chunk: chunk) == text, sourceLocation: sourceLocation) }
    }

    @Test func tabsIndentByOneEach() throws {
        try expect(
            "{\n\t\"a/b\": [\n\t\t1,\n\t\t2.5,\n\t\t\"x\"\n\t],\n\t\"é\": [\n\t\t[\n\t\t\t\"😀\"\n\t\t],\n\t\t[],\n\t\t{},\n\t\t[\n\t\t\tnull\n\t\t]\n\t],\n"
                + "\t\"n\": {\n\t\t\"k\": true\n\t}\n}",
            JSONWriteOptions(indent: 4, indentsWithTabs: true))
    }

    @Test func shortArraysStandOnOneLine() throws {
        let text =
            "{\n  \"a/b\": [1, 2.5, \"x\"],\n  \"é\": [\n    [\"😀\"],\n    [],\n    {},\n    [null]\n  ],\n  \"n\": {\n    \"k\": true\n  }\n}"
        try expect(text, JSONWriteOptions(indent: 2, shortArrayLength: 13))
        try expect(
            text.replacing("[1, 2.5, \"x\"]", with: "[\n    1,\n    2.5,\n    \"x\"\n  ]"),
            JSONWriteOptions(indent: 2, shortArrayLength: 12))
        try expect(try Self.value.jsonString(), JSONWriteOptions(shortArrayLength: 13))
        // White space in a raw text does not count.
        let spaced = try JSONRawText("[ 1  \n  , 2   ]").jsonString(JSONWriteOptions(indent: 2, shortArrayLength: 6))
        #expect(spaced == "[1, 2]")
    }

    @Test func textsMayBeASCII() throws {
        let text = #"{"a\/b":[1,2.5,"x"],"\u00e9":[["\ud83d\ude00"],[],{},[null]],"n":{"k":true}}"#
        try expect(text + "\n", JSONWriteOptions(endsWithNewline: true, escapesSlashes: true, escapesNonASCII: true))
        // Characters of one to four bytes, at every offset in a vector.
        for (i, scalar) in (["\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"] as [Unicode.Scalar])
            .enumerated()
        {
            for count in 0..<20 {
                let string = String(repeating: "a", count: count) + String(Character(scalar)) + String(repeating: "é", count: i)
                let bytes = try [string: string].jsonBytes(JSONWriteOptions(escapesNonASCII: true))
                #expect(bytes.allSatisfy { $0 < 0x80 })
                #expect(try [String: String](json: bytes) == [string: string])
            }
        }
    }

    @Test func modelsAndRawTextTakeTheLayout() throws {
        var options = JSONWriteOptions(indent: 2, shortArrayLength: 20)
        options.endsWithNewline = true
        let raw = try JSONRawText("{ \"a\" : [ 1 ,\n 2 ] , \"b\":{ } , \"c\" : 3 \n}")
        #expect(try [raw].jsonString(options) == "[\n  {\n    \"a\": [1, 2],\n    \"b\": {},\n    \"c\": 3\n  }\n]\n")
        options.sortsKeys = true
        let tree = Tree(
            name: "ü", colour: .green, amount: Money(cents: 1205), leaves: ["y": [], "x": [1, nil]], weights: [1, 2], marks: ["m"])
        let text = try tree.jsonString(options)
        #expect(text.contains("\"weights\": [1.0, 2.0]") && text.contains("\"x\": [1, null]") && text.hasSuffix("}\n"))
        #expect(try JSONValue(json: text) == (try JSONValue(json: tree.jsonString())))
        #expect(try 12.jsonString(options) == "12\n")
        #expect(try "é".jsonString(JSONWriteOptions(indentsWithTabs: true, escapesNonASCII: true)) == #""\u00e9""#)
    }

    @Test func longHostileTextsAreLaidOutInLinearTime() throws {
        let deep = String(repeating: "[1,", count: 400) + "2" + String(repeating: "]", count: 400)
        let options = JSONWriteOptions(indent: 1, shortArrayLength: 1 << 30)
        #expect(try JSONValue(json: try JSONValue(json: deep).jsonString(options)) == (try JSONValue(json: deep)))
        let wide = [Int](repeating: 1, count: 100_000)
        #expect(try wide.jsonString(options).utf8.count == 300_000)
        #expect(try formatted(try wide.jsonString(), options, chunk: 4096).utf8.count == 300_000)
        var short = options
        short.shortArrayLength = 299_999
        #expect(try wide.jsonString(short).utf8.count == 400_002)
        #expect(try formatted(try wide.jsonString(), short, chunk: 4096) == (try wide.jsonString(short)))
    }

    @Test func fractionsHaveAFixedNumberOfDigits() throws {
        let options = JSONWriteOptions(fractionDigits: 2)
        let values: [Double] = [
            0, -0.0, 1, 0.5, 0.005, 0.015, 0.125, 0.375, 2.675, 99.995, 999.999, -1.005, 1e16, 1e17, 5e-324, 123456.789,
        ]
        let texts = [
            "0.00", "-0.00", "1.00", "0.50", "0.01", "0.01", "0.12", "0.38", "2.67", "100.00", "1000.00", "-1.00",
            "10000000000000000.00", "1e17", "0.00", "123456.79",
        ]
        #expect(try values.jsonString(options) == "[" + texts.joined(separator: ",") + "]")
        #expect(try values.map { try $0.jsonString(options) } == texts)
        #expect(try [0.1 as Float, 0.45, 16_777_216, 3e38].jsonString(JSONWriteOptions(fractionDigits: 1)) == "[0.1,0.4,16777216.0,3e38]")
        #expect(try [0.5, 1.5, 2.5, -0.5].jsonString(JSONWriteOptions(fractionDigits: 0)) == "[0,2,2,-0]")
        #expect(try 0.1.jsonString(JSONWriteOptions(fractionDigits: 99)) == "0.10000000000000000555")
        #expect(try [1: 2].mapValues { $0 }.values.first.map { try $0.jsonString(options) } == "2")
        #expect(throws: JSONError.self) { try Double.nan.jsonString(options) }
        #expect(throws: JSONError.self) { try [1, Double.infinity].jsonString(options) }
        // Numbers in dynamic values keep the digits of their text.
        #expect(try JSONValue(json: "[1.5,2]").jsonString(options) == "[1.5,2]")
    }

    @Test func datesKeepTheirDigits() throws {
        var options = JSONWriteOptions.compact
        options.dateStyle = .rfc3339(fractionDigits: 3)
        let date = try Moment(json: #""2013-01-10T07:58:30.700Z""#)
        #expect(try date.jsonString() == #""2013-01-10T07:58:30.7Z""#)
        #expect(try date.jsonString(options) == #""2013-01-10T07:58:30.700Z""#)
        let style = JSONDateStyle.rfc3339(fractionDigits: 0)
        #expect(style.text(secondsSinceReferenceDate: 0.5) == "2001-01-01T00:00:01Z")
        #expect(style.secondsSinceReferenceDate(text: "2001-01-01T00:00:00.25+00:00") == 0.25)
        #expect(style != .rfc3339 && style == .iso8601(fractionDigits: 0) && style.description == "rfc3339(fractionDigits: 0)")
        let last = try #require(JSONDateStyle.rfc3339.secondsSinceReferenceDate(text: "9999-12-31T23:59:59.9999Z"))
        #expect(JSONDateStyle.rfc3339(fractionDigits: 3).text(secondsSinceReferenceDate: last) == "9999-12-31T23:59:59.999Z")
    }
}
