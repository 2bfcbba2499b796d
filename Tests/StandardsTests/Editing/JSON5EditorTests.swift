import Testing
import TestSupport
import YokeStandards

@Suite struct JSON5EditorTests {
    private func edited(_ text: String, _ edit: (inout JSONEditor) throws -> Void) throws -> String {
        var results: Set<String> = []
        for engine in JSONEngine.each {
            var options = JSONReadOptions.json5
            options.engine = engine
            var editor = try JSONEditor(text, options: options)
            try edit(&editor)
            _ = try JSONValue(json: editor.bytes, options: options)
            results.insert(editor.text)
        }
        #expect(results.count == 1)
        return results.first ?? ""
    }

    private static let config = """
        // service
        {
          name: 'it\\'s {"a"}',  // shown
          "port": +0x50,
          'hosts': ['a', 'b',],
          ratio: .5, limit: Infinity,
        }
        """

    @Test func changesKeepTheRest() throws {
        let text = try edited(Self.config) {
            try $0.set(8080, at: "$.port")
            try $0.set("x", at: "$.hosts[1]")
            try $0.remove(at: "$.ratio")
            try $0.append("c", to: "$.hosts")
            try $0.set(0.5, at: "$.limit")
        }
        #expect(
            text == """
                // service
                {
                  name: 'it\\'s {"a"}',  // shown
                  "port": 8080,
                  'hosts': ['a', "x", "c",],
                  limit: 0.5,
                }
                """)
    }

    @Test func newKeysAreSpelledAsTheirNeighbours() throws {
        #expect(try edited("{a: 1}") { try $0.set(2, at: "$.b_$1") } == "{a: 1, b_$1: 2}")
        #expect(try edited("{a: 1}") { try $0.set(2, at: "$['b c']") } == "{a: 1, \"b c\": 2}")
        #expect(try edited("{a: 1}") { try $0.set(2, at: "$['1b']") } == "{a: 1, \"1b\": 2}")
        #expect(try edited("{a: 1}") { try $0.set(2, at: "$['']") } == "{a: 1, \"\": 2}")
        #expect(try edited("{a: 1}") { try $0.rename(at: "$.a", to: "b") } == "{b: 1}")
        #expect(try edited("{\"a\": 1}") { try $0.set(2, at: "$.b") } == "{\"a\": 1, \"b\": 2}")
        #expect(try edited("{'a': 1}") { try $0.rename(at: "$.a", to: "b") } == "{\"b\": 1}")
    }

    @Test func everySpellingOfAKeyIsFound() throws {
        let text = #"{\u0061b: 1, 'c\x64': 2, "e\u0066": 3, ключ: 4, 'g"h': 5}"#
        var editor = try JSONEditor(text, options: .json5)
        for (key, value) in [("ab", 1), ("cd", 2), ("ef", 3), ("ключ", 4), ("g\"h", 5)] {
            #expect(try editor.value(at: JSONPointer(tokens: [key]))?.int == value, "\(key)")
        }
        for key in ["ab", "cd", "ef", "ключ", "g\"h"] { try editor.set(0, at: JSONPointer(tokens: [key])) }
        #expect(editor.text == #"{\u0061b: 0, 'c\x64': 0, "e\u0066": 0, ключ: 0, 'g"h': 0}"#)
    }

    @Test func whiteSpaceAndCommentsOfJSON5AreKept() throws {
        #expect(
            try edited("\u{FEFF}[\u{A0}1\u{2003},2\u{B}]\u{3000}") { try $0.set(3, at: "$[0]") }
                == "\u{FEFF}[\u{A0}3\u{2003},2\u{B}]\u{3000}")
        #expect(try edited("{a:// c\u{2028}1, b:2}") { try $0.set(3, at: "$.a") } == "{a:// c\u{2028}3, b:2}")
        #expect(try edited("[1 // c\u{2029}]") { try $0.append(2, to: "$") }.hasPrefix("[1, 2 // c\u{2029}"))
        // In JSON with comments, U+2028 is a part of the comment. In JSON5 it would end the comment.
        var editor = try JSONEditor("[1, // c\u{2028}9\n2]", options: .jsonc)
        try editor.set(3, at: "$[1]")
        #expect(editor.text == "[1, // c\u{2028}9\n3]")
    }

    @Test func literalsAreKeptAndWritten() throws {
        #expect(try edited("{a: NaN, b: -Infinity}") { try $0.set(Double.infinity, at: "$.b") } == "{a: NaN, b: Infinity}")
        let unchanged = try edited("{a: [NaN, +Infinity], b: 1}") { editor in
            var value = try #require(try editor.value())
            try editor.update(from: value)
            value["b"] = 2
            try editor.update(from: value)
        }
        #expect(unchanged == "{a: [NaN, +Infinity], b: 2}")
        expectError(.nonFiniteNumber) {
            var editor = try JSONEditor("[1]")
            try editor.set(Double.nan, at: "$[0]")
        }
    }
}
