import Testing
import Yoke

/// The exact texts that the writer must produce.
@Suite struct TextTests {
    @Test func compactTextHasNoWhiteSpace() throws {
        #expect(
            try Scalars().jsonString()
                == #"{"flag":true,"i8":-128,"i16":-32768,"i32":-2147483648,"i64":-9223372036854775808,"int":-1,"u8":255,"#
                + #""u16":65535,"u32":4294967295,"u64":18446744073709551615,"uint":1,"float":0.1,"double":0.1,"text":"x"}"#)
        let tree = Tree(
            name: "a", colour: .green, amount: Money(cents: 1205), leaves: ["x": [1, nil]], weights: [1, -0.0, 1e300],
            marks: ["m"],
            children: [Tree(name: "b")], any: ["k": [1.50, nil, [:], []]])
        let text = try tree.jsonString()
        #expect(
            text
                == #"{"name":"a","colour":"gr\"een","amount":12.05,"leaves":{"x":[1,null]},"weights":[1.0,-0.0,1e300],"marks":["m"],"#
                + #""children":[{"name":"b","leaves":{},"weights":[],"marks":[],"children":[],"by":{}}],"by":{},"any":{"k":[1.5,null,{},[]]}}"#
        )
    }

    @Test func prettyTextIsIndented() throws {
        let tree = Tree(
            name: "a", leaves: ["x": [1, nil]], marks: ["m"], children: [Tree(name: "b")], any: ["k": [1, [:], [[]]]])
        let text = """
            {
              "name": "a",
              "leaves": {
                "x": [
                  1,
                  null
                ]
              },
              "weights": [],
              "marks": [
                "m"
              ],
              "children": [
                {
                  "name": "b",
                  "leaves": {},
                  "weights": [],
                  "marks": [],
                  "children": [],
                  "by": {}
                }
              ],
              "by": {},
              "any": {
                "k": [
                  1,
                  {},
                  [
                    []
                  ]
                ]
              }
            }
            """
        #expect(try tree.jsonString(.pretty) == text)
        #expect(try tree.jsonString(JSONWriteOptions(indent: 3)).contains("\n      \"x\": [\n         1,\n"))
        #expect(try tree.jsonString(JSONWriteOptions(indent: -1)) == tree.jsonString())
    }

    @Test func scalarsAtTheTop() throws {
        #expect(try true.jsonString() == "true")
        #expect(try 0.jsonString() == "0")
        #expect(try "a".jsonString() == "\"a\"")
        #expect(try Int?.none.jsonString() == "null")
        #expect(try Int??.some(nil).jsonString() == "null")
        #expect(try Int??.some(5).jsonString() == "5")
        #expect(try JSONNumber(text: "1.00E5")!.jsonString() == "1.00E5")
        #expect(try JSONValue.null.jsonString() == "null")
        #expect(try Tree.Colour.blue.jsonString() == "\"blue\"")
        #expect(try Money(cents: 7).jsonString() == "0.07")
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            #expect(try Int128.min.jsonString() == "-170141183460469231731687303715884105728")
            #expect(try UInt128.max.jsonString() == "340282366920938463463374607431768211455")
        }
        let doubles = try [1.0, 100, 1e21, 1e22, Double.leastNonzeroMagnitude, 0.1 + 0.2].jsonString()
        #expect(doubles == "[1.0,100.0,1e21,1e22,5e-324,0.30000000000000004]")
        let floats = try [Float(16_777_216), 3.4e38, .leastNonzeroMagnitude].jsonString()
        #expect(floats == "[16777216.0,3.4e38,1e-45]")
    }

    @Test func controlCharactersAreEscaped() throws {
        let text = "\u{0}\u{1}\u{8}\t\n\u{B}\u{C}\r\u{1F} \"\\/\u{7F}é\u{2028}𝄞"
        #expect(try text.jsonString() == #""\u0000\u0001\b\t\n\u000b\f\r\u001f \"\\/"# + "\u{7F}é\u{2028}𝄞\"")
        #expect(try "</script>".jsonString(JSONWriteOptions(escapesSlashes: true)) == #""<\/script>""#)
        #expect(try ["a/b": "c/d"].jsonString(JSONWriteOptions(escapesSlashes: true)) == #"{"a\/b":"c\/d"}"#)
        #expect(try JSONValue.object(["a/b": "c/d"]).jsonString(JSONWriteOptions(escapesSlashes: true)) == #"{"a\/b":"c\/d"}"#)
        #expect(try ["\u{1}\"": 1].jsonString() == #"{"\u0001\"":1}"#)
        // An escape at each position of a vector, and after it.
        for length in 0..<40 {
            for place in 0...length {
                let text = String(repeating: "x", count: place) + "\n" + String(repeating: "y", count: length - place)
                #expect(try text.jsonString() == "\"" + text.replacing("\n", with: "\\n") + "\"")
            }
        }
    }

    @Test func keysThatNeedEscapes() throws {
        struct Odd: JSONConvertible {
            var a = 1
            var b: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a, key: "a/\"\u{1}é")
                    $0.add("b", \.b, key: "")
                }
            }
        }
        #expect(try Odd(b: 2).jsonString() == #"{"a/\"\u0001é":1,"":2}"#)
        #expect(try Odd().jsonString(JSONWriteOptions(indent: 1)) == "{\n \"a/\\\"\\u0001é\": 1\n}")
        #expect(try Odd().jsonString(JSONWriteOptions(escapesSlashes: true)) == #"{"a\/\"\u0001é":1}"#)
    }

    /// Texts that are prepared before writing have their slashes escaped, too: names of cases, tags, and strings for NaN.
    @Test(arguments: [0, 2]) func slashesOfCasesAndTagsAreEscaped(indent: Int) throws {
        struct Payload: JSONConvertible, Hashable {
            var id = 1
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("id", \.id) } }
        }
        enum Tagged: JSONConvertible, Hashable {
            case payload(Payload), unit
            static var jsonMapping: JSONMapping {
                JSONMapping(cases: Self.self, tag: "a/t") {
                    $0.add(
                        "b/p", Payload.self, make: { .payload($0) }, match: { if case .payload(let payload) = $0 { payload } else { nil } })
                    $0.add("b/u", .unit)
                }
            }
        }
        enum Named: JSONConvertible, Hashable {
            case payload(Payload), unit
            static var jsonMapping: JSONMapping {
                JSONMapping(cases: Self.self) {
                    $0.add(
                        "b/p", Payload.self, make: { .payload($0) }, match: { if case .payload(let payload) = $0 { payload } else { nil } })
                    $0.add("b/u", .unit)
                }
            }
        }
        var options = JSONWriteOptions(indent: indent, escapesSlashes: true)
        options.nonFiniteNumbers = .strings(positive: "+/", negative: "-/", nan: "n/a")
        var plain = options
        plain.escapesSlashes = false
        func check(_ value: some JSONConvertible, _ slashes: Int) throws {
            let text = try value.jsonString(options)
            #expect(try text.replacing("\\/", with: "/") == value.jsonString(plain))
            #expect(text.split(separator: "\\/", omittingEmptySubsequences: false).count == slashes + 1, "\(text)")
        }
        try check([Tagged.payload(Payload()), .unit], 4)
        try check([Named.payload(Payload()), .unit], 2)
        try check([Double.nan, .infinity, -.infinity], 3)
        try check([Float.nan], 1)
        try check(JSONValue(json: "NaN", options: .json5), 1)
    }

    @Test func sortedKeys() throws {
        let sorted = JSONWriteOptions(sortsKeys: true)
        #expect(
            try Tree(name: "a", leaves: ["b": [], "a": [], "é": [], "B": [], "aa": []]).jsonString(sorted)
                == #"{"by":{},"children":[],"leaves":{"B":[],"a":[],"aa":[],"b":[],"é":[]},"marks":[],"name":"a","weights":[]}"#)
        #expect(try JSONValue.object(["b": 1, "a": ["d": 1, "c": 2]]).jsonString(sorted) == #"{"a":{"c":2,"d":1},"b":1}"#)
    }

    /// A set has no order. With sorted keys, its elements are sorted by their text, also in nested sets and with indentation.
    @Test func sortedSets() throws {
        let sorted = JSONWriteOptions(sortsKeys: true)
        #expect(
            try Set((0..<30).map { "\($0)" }).jsonString(sorted) == "[" + (0..<30).map { "\"\($0)\"" }.sorted().joined(separator: ",") + "]"
        )
        let sets: Set<Set<String?>> = [["b", "a", nil, "c"], [], ["é", "d"]]
        #expect(try sets.jsonString(sorted) == #"[["a","b","c",null],["d","é"],[]]"#)
        #expect(
            try ["k": Set([["y": 2, "x": 1], ["a": 0]])].jsonString(JSONWriteOptions(indent: 1, sortsKeys: true)) == """
                {
                 "k": [
                  {
                   "a": 0
                  },
                  {
                   "x": 1,
                   "y": 2
                  }
                 ]
                }
                """)
        #expect(try Set<Int>().jsonString(sorted) == "[]")
        #expect(try Set([5]).jsonString(sorted) == "[5]")
    }

    @Test func nullsAreWrittenOnRequest() throws {
        let writes = JSONWriteOptions(nulls: .write)
        #expect(try Person(name: "a").jsonString() == #"{"name":"a"}"#)
        #expect(try Person(name: "a").jsonString(writes) == #"{"name":"a","boss":null}"#)
        #expect(try ["a": Int?.none].jsonString() == #"{"a":null}"#)
        #expect(try [1, nil].jsonString() == "[1,null]")
        #expect(
            try Tree(any: .null).jsonString()
                == #"{"name":"","leaves":{},"weights":[],"marks":[],"children":[],"by":{},"any":null}"#)
        #expect(
            try Tree().jsonString(writes)
                == #"{"name":"","note":null,"colour":null,"amount":null,"leaves":{},"weights":[],"marks":[],"children":[],"by":{},"any":null}"#
        )
    }

    @Test func allShapesOfTheTextAreOne() throws {
        let tree = Tree(name: "é", marks: ["1"])
        let bytes = try tree.jsonBytes(.pretty)
        #expect(try String(decoding: bytes, as: UTF8.self) == tree.jsonString(.pretty))
        #expect(try tree.withJSONBytes(.pretty) { Array($0) } == bytes)
    }
}
