import TestSupport
import Testing

/// Reads dynamic JSON with both engines, cut at every byte. The native engine copies the text to a buffer in a loop of its own
/// (`yoke_keep_document`), and leaves everything unusual to the lexer.
@Suite("Documents", .needsBothEngines)
struct DocumentParityTests {
    private static func lengths(_ range: ClosedRange<Int>, _ item: (Int) -> String) -> String {
        range.map(item).joined(separator: ",")
    }

    private static func run(_ letter: String, _ count: Int) -> String { String(repeating: letter, count: count) }

    private static let texts: [(name: String, text: String)] = [
        ("strings", "[" + lengths(0...34) { "\"" + run("s", $0) + "\"" } + "]"),
        ("keys", "{" + lengths(0...34) { "\"" + run("k", $0) + "\": \($0)" } + "}"),
        ("letters", "[" + lengths(12...18) { "\"" + run("s", $0) + "é€😀\"" } + "]"),
        ("escapes", "[" + lengths(13...17) { "\"" + run("s", $0) + #"\n\/\u0001\u00e9\ud83d\ude00\"\\\u0041""# } + "]"),
        ("escaped keys", #"{"\u006b":1,"a\/b\n":{"\u006b\u006b":[2]},"\ud83d\ude00":{}}"#),
        ("numbers", "[" + lengths(1...35) { run("1", $0) + [".5", "", "e-7"][$0 % 3] } + "]"),
        ("zeros", "[0,-0,0.0,-0.5,0e1,10,1.25E+3,-12.000000000000000001]"),
        ("words", #"{"a":null,"b":true,"c":false,"d":[null,true,false]}"#),
        ("empty", "[[],{},[[]],[{}],{\"a\":[]},{\"b\":{}}]"),
        ("indented", "{\n  \"a\" : [\n    1,\n    {\n      \"b\" : \"c\"\n    }\n  ],\n\t\"d\":\r\n[ ] , \"e\": { } }"),
        ("deep", run("[{\"k\":", 40) + "1" + run("}]", 40)),
        ("repeated", #"{"a":1,"a":[2],"b":{"a":3,"a":4}}"#),
    ]

    private static let options: [JSONReadOptions] = [
        .strict,
        .with {
            $0.allowsPartialValue = true
            $0.allowsTrailingGarbage = true
        },
        .with {
            $0.limits.members = 20
            $0.limits.depth = 30
        },
    ]

    @Test(arguments: texts.indices) func cutAtEveryByte(index: Int) {
        let (name, text) = Self.texts[index]
        let bytes = Array(text.utf8)
        let blanks = Array(repeating: UInt8(ascii: " "), count: 80)
        let subject = Subject(JSONValue.self)
        for options in Self.options {
            // The engine reads the last 64 bytes of a text from a copy. With 80 spaces after a text, no byte of the text itself is read
            // from the copy.
            for cut in 0...bytes.count {
                let isEven = cut % 2 == 0
                expectSame(Trial(subject, isEven ? bytes : bytes + blanks, .chunks, options, cuts: [cut]), name)
                expectSame(Trial(subject, isEven ? bytes[..<cut] + blanks : Array(bytes[..<cut]), .whole, options), name)
            }
        }
    }
}
