import CYoke
import TestSupport
import Testing

@testable import Yoke

/// The writer can read values in memory, or ask a callback (thunk) for each value. Both ways must write the same text.
@Suite struct FastPathTests {
    nonisolated(unsafe) private static let asking = ThunkTable.allocated(ThunkTable.reading())

    /// Returns the written text. Expects the same text if the writer asks thunks for all values.
    private func text(_ value: some JSONWritable, _ options: JSONWriteOptions = .compact) throws -> String {
        let writer = Writer(thunks: Self.asking)
        try writer.write(value, options)
        let lent = String(decoding: writer.bytes, as: UTF8.self)
        let own = try value.jsonString(options)
        #expect(own == lent)
        return own
    }

    @Test func layoutsAreKnownHere() {
        #if os(Linux) && (arch(x86_64) || arch(arm64))
        #expect(SwiftLayout.isStringKnown && SwiftLayout.isArrayKnown && SwiftLayout.isDictionaryKnown && SwiftLayout.isBoxKnown)
        #endif
    }

    @Test func stringsOfEachLengthAndForm() throws {
        for unit in ["x", "é", "名", "𝄞", "\"", "\n", "/"] {
            for count in 0...70 {
                let string = String(repeating: unit, count: count)
                let shared = String(("<" + string + ">").dropFirst().dropLast())
                let escaped =
                    switch unit {
                    case "\"": "\\\""
                    case "\n": "\\n"
                    default: unit
                    }
                #expect(try text(string) == "\"" + String(repeating: escaped, count: count) + "\"")
                #expect(try text([string, shared]) == "[\(try text(string)),\(try text(string))]")
                _ = try text([string: [string]], JSONWriteOptions(indent: 3, escapesSlashes: true))
            }
        }
        #expect(try text("a literal that is not small") == "\"a literal that is not small\"")
        var shrunk = String(repeating: "long ", count: 20)
        shrunk.removeLast(97)
        #expect(try text(shrunk) == "\"lon\"")
    }

    /// Writes a byte that needs an escape, at each position of a string.
    @Test func anEscapeAtEachPlace() throws {
        for length in 1...50 {
            for place in 0..<length {
                var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                bytes[place] = 0x1F
                let before = String(repeating: "a", count: place)
                let after = String(repeating: "a", count: length - place - 1)
                #expect(try text(String(decoding: bytes, as: UTF8.self)) == "\"\(before)\\u001f\(after)\"")
            }
        }
    }

    @Test func arraysOfEachScalar() throws {
        for count in 0...9 {
            let numbers = Array(0..<count)
            let joined = "[" + numbers.map { "\($0)" }.joined(separator: ",") + "]"
            #expect(try text(numbers) == joined)
            #expect(try text(numbers.map { Int8($0) }) == joined)
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { #expect(try text(numbers.map { UInt128($0) }) == joined) }
            #expect(try text(numbers.map { Int?($0) }) == joined)
            #expect(try text(numbers.map(Double.init)) == "[" + numbers.map { "\($0).0" }.joined(separator: ",") + "]")
            #expect(try text(numbers.map { Double($0) + 0.1 }) == "[" + numbers.map { "\($0).1" }.joined(separator: ",") + "]")
            #expect(try text(numbers.map { $0 % 2 == 0 }) == "[" + numbers.map { "\($0 % 2 == 0)" }.joined(separator: ",") + "]")
            #expect(try text(numbers.map { Person(name: "\($0)") }).hasPrefix(count == 0 ? "[]" : "[{\"name\":\"0\"}"))
            #expect(
                try text([[Double]](repeating: [], count: count)) == "[" + numbers.map { _ in "[]" }.joined(separator: ",") + "]")
            _ = try text(numbers.map { [Double($0), nil] }, .pretty)
        }
    }

    /// Writes dictionaries whose memory has unused slots, and slots that were used and are free again.
    @Test func dictionariesOfEachSize() throws {
        func check<Value: JSONWritable & JSONReadable & Equatable>(_ value: (Int) -> Value) throws {
            var all: [String: Value] = [:]
            for i in 0..<150 {
                let own = try text(all)
                #expect(try [String: Value](json: own) == all)
                if let first = all.first { #expect(try own.hasPrefix("{\(text(first.key)):\(text(first.value))")) }
                if i % 9 == 0 {
                    for options in [JSONWriteOptions.pretty, JSONWriteOptions(sortsKeys: true), JSONWriteOptions(escapesSlashes: true)] {
                        _ = try text(["/": all], options)
                    }
                }
                if i % 3 == 2 { all["k/\(i - 2)"] = nil }
                all[i % 7 == 0 ? "a key that is not small, \"\(i)\"" : "k/\(i)"] = value(i)
            }
        }
        try check { $0 }
        try check { UInt8($0) }
        try check { "\($0)" }
        try check { $0 % 3 == 0 ? nil : $0 }
        try check { [Double](repeating: 0.5, count: $0 % 3) }
        try check { ["a": [$0], "b": []] }
        try check { Tree(name: "\($0)", marks: ["m"], by: ["k": Tree(weights: [1])]) }
    }

    @Test func doublesInPairsAsAlone() throws {
        var random = SeededGenerator(seed: 5)
        let odd = [
            0, -0.0, 1, .leastNonzeroMagnitude, 1e300, 0.5, 123_456_789.25, 1e-5, 1e-7, .greatestFiniteMagnitude, 9_007_199_254_740_992,
        ]
        for _ in 0..<2000 {
            let values = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                random.oneIn(4) ? random.pick(odd) : Double.random(in: -180...180, using: &random)
            }
            let alone = try values.map { try $0.jsonString() }
            #expect(try text(values) == "[" + alone.joined(separator: ",") + "]")
            #expect(alone.map { Double($0)! } == values)
        }
    }

    @Test func notFiniteInEachPlaceOfAPair() {
        for place in 0..<5 {
            var values = [0.1, 0.2, 0.3, 0.4, 0.5]
            values[place] = .nan
            #expect(throws: JSONError.self) { try values.jsonString() }
            do { _ = try ["k": [values]].jsonString() } catch { #expect(error.path == "$.k[0][\(place)]") }
        }
    }

    /// For each number of digits, writes the smallest integer, the largest one, and others.
    @Test func integersOfEachLength() throws {
        var power: UInt64 = 1
        for _ in 0..<20 {
            for value in [power - 1, power, power + 1, power / 2] {
                #expect(try text([value]) == "[\(value)]")
                if let signed = Int(exactly: value) { #expect(try text([signed, -signed]) == "[\(signed),\(-signed)]") }
            }
            power = power.multipliedReportingOverflow(by: 10).partialValue
        }
        #expect(try text([Int.min, .max]) == "[-9223372036854775808,9223372036854775807]")
    }

    /// The writer copies keys and indentation in pieces of a fixed width. Some lengths here are near this width, and some are much longer.
    @Test func longKeysAndDeepBlanks() throws {
        struct Long: JSONConvertible {
            var a = 1, b = 2, c = 3, d = 4
            static let keys = [27, 28, 29, 30].map { String(repeating: "k", count: $0) } + [String(repeating: "/", count: 300)]
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("a", \.a, key: JSONKeys(keys[1]))
                    $0.add("b", \.b, key: JSONKeys(keys[2]))
                    $0.add("c", \.c, key: JSONKeys(keys[3]))
                    $0.add("d", \.d, key: JSONKeys(keys[4]))
                }
            }
        }
        let keys = Long.keys
        #expect(try text(Long()) == "{\"\(keys[1])\":1,\"\(keys[2])\":2,\"\(keys[3])\":3,\"\(keys[4])\":4}")
        #expect(
            try text(Long(), JSONWriteOptions(escapesSlashes: true)).hasSuffix(String(repeating: "\\/", count: 300) + "\":4}"))
        for indent in [1, 2, 10, 11, 16, 17, 64] {
            let written = try text([[[Long()]]], JSONWriteOptions(indent: indent))
            #expect(written.contains("\n" + String(repeating: " ", count: 4 * indent) + "\"" + keys[1] + "\": 1,\n"))
            #expect(written.hasSuffix("\n\(String(repeating: " ", count: indent))]\n]"))
        }
    }

    /// Writes Optionals whose nil is a null pointer or a special byte, or is known only to a Swift callback.
    @Test func nilOfEachForm() throws {
        struct Inner: JSONConvertible, Equatable {
            var number = 1
            var text = ""
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("number", \.number); $0.add("text", \.text)
                }
            }
        }
        struct Two: JSONConvertible, Equatable {
            var list: [Int] = []
            var inner = Inner()
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("list", \.list); $0.add("inner", \.inner)
                }
            }
        }
        struct Flags: JSONConvertible, Equatable {
            var flag = true
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("flag", \.flag) } }
        }
        #expect(
            try text([Inner?.none, Inner(), Inner(text: "a string that is long")])
                == #"[null,{"number":1,"text":""},{"number":1,"text":"a string that is long"}]"#)
        #expect(
            try text([Two(), nil, Two(list: [1])])
                == #"[{"list":[],"inner":{"number":1,"text":""}},null,{"list":[1],"inner":{"number":1,"text":""}}]"#)
        #expect(try text([Bool?.none, true, false]) == "[null,true,false]")
        #expect(try text([Flags?.none, Flags(), Flags(flag: false)]) == #"[null,{"flag":true},{"flag":false}]"#)
        #expect(try text([Tree.Colour?.none, .red, .blue]) == #"[null,"red","blue"]"#)
        #expect(try text([Bool??.none, .some(nil), true]) == "[null,null,true]")
        #expect(try text([[Int]?.none, [], [1]]) == "[null,[],[1]]")
        #expect(try text([Person?.none, Person(name: "p")]) == #"[null,{"name":"p"}]"#)
        #expect(try text([Money?.none, Money(cents: 0)]) == "[null,0.00]")
    }

    /// Writes texts of each length around the sizes of the output buffer, which grows.
    @Test func textsOfEachSizeAroundTheBuffers() throws {
        for size in 0..<600 {
            let string = String(repeating: "s", count: size)
            let expected = "{\"a\":\"\(string)\",\"b\":[\"\(string)\",1]}"
            #expect(
                try text(["a": JSONValue.string(string), "b": .array([.string(string), 1])], JSONWriteOptions(sortsKeys: true))
                    == expected)
            #expect(try text([string, "\n" + string]) == "[\"\(string)\",\"\\n\(string)\"]")
        }
    }
}
