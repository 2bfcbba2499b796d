import TestSupport
import Testing

@testable import Yoke

/// A view of a text has the same contents as the `JSONValue` of the text.
@Suite struct JSONViewTests {
    static func options(_ engine: JSONEngine) -> JSONReadOptions {
        var options = JSONReadOptions.strict
        options.engine = engine
        return options
    }

    /// Expects that a view and a value have the same contents. Recurses, so the value must not have many levels.
    private func expectSame(_ view: borrowing JSONView, _ value: JSONValue) throws {
        #expect(view.bool == value.bool && view.int == value.int && view.int64 == value.int64 && view.uint64 == value.uint64)
        #expect(view.double?.bitPattern == value.double?.bitPattern && view.number?.text == value.number?.text)
        #expect(view.string == value.string && view.isNull == value.isNull)
        switch value {
        case .null: #expect(view.kind == .null && view.count == 0)
        case .bool: #expect(view.kind == .bool && view.count == 0)
        case .number(let number):
            #expect(view.kind == .number)
            #expect(view.withText { text in text.withUnsafeBufferPointer { Array($0) } } == Array(number.text.utf8))
        case .string(let string):
            #expect(view.kind == .string && isEqual(view, string) && !isEqual(view, string + "x") && !isEqual(view, "\u{1}" + string))
            #expect(view.withUTF8 { text in text.withUnsafeBufferPointer { Array($0) } } == Array(string.utf8))
        case .array(let array):
            try #require(view.kind == .array && view.count == array.count)
            var elements = view.elements, position = 0
            while let element = elements.next() {
                try expectSame(element, array[position])
                position += 1
            }
            #expect(position == array.count)
            if let last = view[array.count - 1] { try expectSame(last, array[array.count - 1]) }
            if view[array.count] != nil || view[-1] != nil { Issue.record("an element outside of the array") }
        case .object(let object):
            try #require(view.kind == .object && view.count == object.count)
            var members = view.members, position = 0
            while let member = members.next() {
                try expectSame(member.key, .string(object[position].key))
                try expectSame(member.value, object[position].value)
                position += 1
            }
            #expect(position == object.count)
            for key in Set(object.keys.prefix(20)) {
                guard let found = view[key], let expected = object[key] else { Issue.record("no member \(key)"); continue }
                #expect(found.value == expected)
            }
            if view["no such key"] != nil { Issue.record("a member that is missing") }
        }
    }

    private func isEqual(_ view: borrowing JSONView, _ string: String) -> Bool { view == string }

    private func expectSame(_ text: [UInt8], _ options: JSONReadOptions = .strict) throws {
        let value = try JSONValue(json: text, options: options)
        try JSONView.read(text, options: options) { view in
            try expectSame(view, value)
            #expect(view.value == value)
        }
    }

    @Test(arguments: JSONEngine.each) func smallTexts(_ engine: JSONEngine) throws {
        let texts = [
            "null", " true ", "false", "0", "-0", "1.0", "-1.5e3", "1e400", "-1e-400", "9223372036854775807", "9223372036854775808",
            "-9223372036854775808",
            "18446744073709551615", "18446744073709551616", "123456789012345678", "1234567890123456789", "\"\"", "\"a\"",
            #""\u00e9\n\"\/\\""#, "[]", "{}",
            "[[],{},[[]]]", #"{"":{"":[]}}"#, #"{"a":1,"a":2,"b":{"a":3},"a":[4]}"#, #"{"\u0061\"\n":1,"tab\t":[true]}"#,
            "[1,-2.5,\"é\",null]",
            #"{"t":true,"f":false,"n":null,"e":"","é":"é","long":"0123456789012345678901234567890"}"#,
        ]
        for text in texts { try expectSame(Array(text.utf8), Self.options(engine)) }
        for length in 0...70 {
            let digits = "1" + String(repeating: "7", count: length), string = String(repeating: "s", count: length)
            try expectSame(
                Array(#"["\#(string)","\#(string)\n\#(string)",-\#(digits),\#(digits).5,0.\#(digits)e-3,"\#(string)é"]"#.utf8),
                Self.options(engine))
            try expectSame(Array("-\(digits)".utf8), Self.options(engine))
        }
    }

    @Test(arguments: 0..<25 as Range<UInt64>) func randomValues(seed: UInt64) throws {
        var samples = Samples(seed: seed)
        for _ in 0..<4 {
            let value: JSONValue = [samples.value(), ["k": samples.value(depth: 5)], .string(String(repeating: "x", count: 300))]
            for engine in JSONEngine.each { try expectSame(Array(value.description.utf8), Self.options(engine)) }
        }
    }

    @Test(.enabled(if: SharedData.isUsable, "no test data"), arguments: JSONEngine.each) func corpora(_ engine: JSONEngine) throws {
        for name in ["github_events", "numbers", "twitterescaped"] {
            try expectSame(try SharedData.bytes("corpora/\(name).json"), Self.options(engine))
        }
    }

    @Test(arguments: JSONEngine.each) func longNumbers(_ engine: JSONEngine) throws {
        let digits = String(repeating: "1234567890", count: 409)
        for text in [digits + "123456", "-" + digits, "0." + digits, digits + "e-400"] {
            try expectSame(Array(#"{"n":\#(text)}"#.utf8), Self.options(engine))
        }
    }

    @Test(arguments: JSONEngine.each) func cutAndRepairedTexts(_ engine: JSONEngine) throws {
        var cut = Self.options(engine)
        cut.allowsPartialValue = true
        let text = Array(#"{"a":[1,{"b":"x"},true],"long":"\#(String(repeating: "y", count: 300))","c":{"d":[null,2]}}"#.utf8)
        for length in 1...text.count { try expectSame(Array(text[..<length]), cut) }

        var repaired = Self.options(engine)
        repaired.invalidUnicode = .replace
        try expectSame(Array(#"{"\ud800":"a\udc00b","k":["\ud83d","\ud83d\ude00"]}"#.utf8), repaired)
        try expectSame(Array(#"["a"#.utf8) + [0xFF, 0xC3] + Array(#"b",{"c":1}]"#.utf8), repaired)

        var several = Self.options(engine)
        several.allowsSeveralValues = true
        try expectSame(Array(#"{"a":1} [2]"#.utf8), several)
    }

    @Test func deepTexts() throws {
        var options = JSONReadOptions.strict
        options.limits.depth = 100_000
        let depth = 90_000, text = String(repeating: "[", count: depth) + "7" + String(repeating: "]", count: depth)
        try JSONView.read(text, options: options) { view in
            let value = try JSONValue(json: text, options: options)
            #expect(view.count == 1 && view[0]?[0]?[0]?.kind == .array && view.value == value)
        }
        #expect(throws: JSONError.self) { try JSONView.read(text) { _ in } }
    }

    @Test(arguments: JSONEngine.each) func pathsAndOtherEncodings(_ engine: JSONEngine) throws {
        let text = #"{"users":[{"name":"Mia","tags":["a","b"]},{"name":"Bo"}],"users":[{"name":"Zoë"}]}"#, options = Self.options(engine)
        #expect(try JSONView.read(text, at: "$.users[0].name", options: options) { $0.string } == "Zoë")
        #expect(try JSONView.read(text, at: "$.users[0]", options: options) { $0["name"] == "Zoë" && $0.count == 1 })
        #expect(try JSONView.read(text, options: options) { $0.members.count } == 2)
        for _ in 0..<2 {
            do {
                try JSONView.read(text, at: "$.nobody", options: options) { _ in }
                Issue.record("nothing is there")
            } catch let error as JSONError { #expect(error.kind == .pathNotFound) }
        }
        let wide = text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
        #expect(try JSONView.read(wide, options: options) { $0["users"]?[0]?["name"]?.string } == "Zoë")
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            #expect(try JSONView.read(Array(text.utf8).span, options: options) { $0["users"]?.count } == 1)
        }
    }

    /// A read inside the closure of another read gets memory of its own, so that each view sees its own text.
    @Test func readsInsideOfReads() throws {
        struct Stop: Error {}
        for round in 0..<3 {
            let sum = try JSONView.read("[1,2,[3]]") { outer in
                let inner = try JSONView.read(#"{"a":[10,20]}"#) { inner in
                    try inner.decode([String: [Int]].self)["a"]!.reduce(0, +) + (outer[1]?.int ?? 0)
                }
                let model = try outer[2]!.decode([Int].self)
                return inner + model[0] + (outer[0]?.int ?? 0) + round
            }
            #expect(sum == 36 + round)
            #expect(throws: Stop.self) { try JSONView.read("[1]") { _ in throw Stop() } }
            #expect(throws: JSONError.self) { try JSONView.read("[1") { _ in } }
        }
        let kept = try JSONView.read(#"{"a":[1,2],"b":"\#(String(repeating: "x", count: 300))"}"#) { view in view.value }
        _ = try JSONView.read("[9,9,9,9,9,9,9]") { $0.count }
        #expect(kept["a"] == [1, 2])
    }

    @Test func closures() throws {
        var keys: [String] = [], total = 0
        try JSONView.read(#"{"a":[1,2],"a":[3],"b":4}"#) { view in
            view.forEachMember { key, value in
                keys.append(key.string!)
                value.forEachElement { total += $0.int! }
            }
            view.forEachElement { _ in total += 100 }
        }
        #expect(keys == ["a", "a", "b"] && total == 6)
    }
}

extension JSONView.Members {
    fileprivate var count: Int { left }
}
