import TestSupport
import Testing

/// Dynamic JSON cut at every byte: it is kept as text by a loop of its own, which leaves whatever is odd to the engine around it.
@Suite("Documents", .needsBothEngines)
struct DocumentParityTests {
    private static func lengths(_ range: ClosedRange<Int>, _ item: (Int) -> String) -> String {
        range.map(item).joined(separator: ",")
    }

    private static let texts: [(name: String, text: String)] = [
        ("strings", "[" + lengths(0...34) { "\"" + String(repeating: "s", count: $0) + "\"" } + "]"),
        ("keys", "{" + lengths(0...34) { "\"" + String(repeating: "k", count: $0) + "\": \($0)" } + "}"),
        ("letters", "[" + lengths(12...18) { "\"" + String(repeating: "s", count: $0) + "é€😀\"" } + "]"),
        ("escapes", "[" + lengths(13...17) { "\"" + String(repeating: "s", count: $0) + #"\n\/\u0001\u00e9\ud83d\ude00\"\\\u0041""# } + "]"),
        ("escaped keys", #"{"\u006b":1,"a\/b\n":{"\u006b\u006b":[2]},"\ud83d\ude00":{}}"#),
        ("numbers", "[" + lengths(1...35) { String(repeating: "1", count: $0) + ($0 % 3 == 0 ? ".5" : $0 % 3 == 1 ? "" : "e-7") } + "]"),
        ("zeros", "[0,-0,0.0,-0.5,0e1,10,1.25E+3,-12.000000000000000001]"),
        ("words", #"{"a":null,"b":true,"c":false,"d":[null,true,false]}"#),
        ("empty", "[[],{},[[]],[{}],{\"a\":[]},{\"b\":{}}]"),
        ("indented", "{\n  \"a\" : [\n    1,\n    {\n      \"b\" : \"c\"\n    }\n  ],\n\t\"d\":\r\n[ ] , \"e\": { } }"),
        ("deep", String(repeating: "[{\"k\":", count: 40) + "1" + String(repeating: "}]", count: 40)),
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
        let subject = Subject(JSONValue.self)
        for options in Self.options {
            // Behind the text's last 64 bytes there are others, so that all of it is looked at where it lies, or in a copy.
            for padded in [bytes, bytes + Array(repeating: UInt8(ascii: " "), count: 80)] {
                expectSame(Trial(subject, padded, .whole, options), name)
                for cut in 0...padded.count { expectSame(Trial(subject, padded, .chunks, options, cuts: [cut]), name) }
            }
            for end in 0..<bytes.count {
                expectSame(Trial(subject, Array(bytes[..<end]), .whole, options), name)
                expectSame(Trial(subject, Array(bytes[..<end]) + Array(repeating: UInt8(ascii: " "), count: 80), .whole, options), name)
            }
        }
    }
}
