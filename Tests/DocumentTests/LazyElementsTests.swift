import TestSupport
import Testing

@testable import Yoke

/// A container that is stored as text behaves like a container whose elements have been made.
@Suite struct LazyElementsTests {
    /// Returns a random value with all elements made, and its text. Some containers are so long that a reader stores them as text.
    private static func sample(_ seed: UInt64) -> (made: JSONValue, text: String) {
        var samples = Samples(seed: seed)
        var value: JSONValue = ["long": .string(String(repeating: "x", count: DocumentBuilder.maxNestedEagerLength))]
        for _ in 0..<4 { value = ["in": value, "a": samples.value(), "": .array([samples.value(depth: 5), value])] }
        return (value, value.description)
    }

    private static let styles: [TextStyle] = {
        var styles: [TextStyle] = []
        for indent in [0, 3] {
            for sorts in [false, true] {
                for slashes in [false, true] {
                    styles.append(TextStyle(indent: indent, sortsKeys: sorts, escapesSlashes: slashes))
                }
            }
        }
        return styles
    }()

    /// Expects that all operations give the same results for `a` and for `b`.
    private func expectSame(_ a: JSONValue, _ b: JSONValue, _ seed: UInt64) throws {
        switch (a, b) {
        case (.array(let x), .array(let y)):
            try #require(x.count == y.count)
            #expect(x.isEmpty == y.isEmpty && x.indices == y.indices && a.array?.first == b[0] && a[y.count] == nil)
            #expect(x.withContiguousStorageIfAvailable { $0.count } == y.count)
            for i in x.indices { try expectSame(x[i], a[i]!, y[i], seed) }
            #expect(Array(x) == Array(y) && x == y && x.hashValue == y.hashValue)
        case (.object(let x), .object(let y)):
            try #require(x.count == y.count)
            let values = Array(x.values)
            #expect(Array(x.keys) == Array(y.keys) && values == Array(y.values))
            for i in x.indices {
                let key = y[i].key
                #expect(sameBytes(x[i].key, key) && x.contains(key: key) && x.lastIndex(forKey: key) == y.lastIndex(forKey: key))
                #expect(x.values(forKey: key) == y.values(forKey: key) && x[key] == b[key] && a["no such key"] == nil)
                try expectSame(x[i].value, values[i], y[i].value, seed)
            }
            #expect(x == y && x.hashValue == y.hashValue)
        default: #expect(a.container == nil && b.container == nil)
        }
        #expect(a == b && a.hashValue == b.hashValue && plainlyEqual(a, b), "seed \(seed)")
    }

    private func expectSame(_ a: JSONValue, _ again: JSONValue, _ b: JSONValue, _ seed: UInt64) throws {
        #expect(a.container === again.container)
        try expectSame(a, b, seed)
    }

    @Test(arguments: 0..<UInt64(Sample.size(10, full: 25))) func areWhatIsMadeAtOnce(seed: UInt64) throws {
        let (made, text) = Self.sample(seed)
        let value = try JSONValue(json: text)
        #expect(value.container?.lazy != nil && made.container?.lazy == nil)
        for style in Self.styles {
            #expect(DocumentWriter.text(of: value, style: style) == DocumentWriter.text(of: made, style: style), "seed \(seed)")
        }
        try expectSame(value, made, seed)
        // Reading elements does not change the text of a value. The value still equals a value whose elements were never read.
        #expect(value.description == text)
        #expect(try JSONValue(json: text) == made)
        #expect(try JSONValue(json: text).hashValue == made.hashValue)
        #expect(try JSONValue(json: made.jsonString(.pretty)).description == text)
    }

    @Test func theSameTextIsEqualWithoutALook() throws {
        let (_, text) = Self.sample(1)
        let a = try JSONValue(json: text), b = try JSONValue(json: "\n" + text)
        #expect(a == b)
        let c = try JSONValue(json: text.replacing("\"in\":", with: "\"IN\":"))
        #expect(a != c && c != a)
    }

    /// A reader copies a long document to a buffer that grows. Spaces before the document move its tokens, so that the buffer grows before,
    /// within and after each kind of token.
    @Test func longDocuments() throws {
        let record = #"{"a":[1,-2.5e3,"\u00e4",[]],"long key of more than sixteen":{"b":null,"c":[true,{"d":{}}]}}"#
        let rows = [record, record.replacing(",", with: " , ").replacing(":", with: "\n:  ")]
        // A written value may contain the escape `\u00e4` as in the text, or the letter `ä` itself.
        let compact = "[" + [String](repeating: record, count: 14_000).joined(separator: ",") + "]"
        let expected = [compact, compact.replacing("\\u00e4", with: "ä")]
        for row in rows {
            let text = [String](repeating: row, count: 14_000).joined(separator: " ,  ") + "]"
            for shift in stride(from: 0, to: row.utf8.count + 3, by: Sample.size(7, full: 3)) {
                let value = try JSONValue(json: String(repeating: " ", count: shift) + "[" + text)
                #expect(value.array?.count == 14_000)
                #expect(expected.contains(value.description))
            }
        }
    }

    /// Compares two values that differ only inside 30,000 nested arrays. A comparison that started again at each level would take quadratic
    /// time.
    @Test func deepDifferencesAreFoundOnce() throws {
        var options = JSONReadOptions.strict
        options.limits.depth = 50_000
        func nested(_ core: String) throws -> JSONValue {
            let depth = 30_000
            return try JSONValue(json: String(repeating: "[", count: depth) + core + String(repeating: "]", count: depth), options: options)
        }
        let a = try nested("1"), b = try nested("2"), c = try nested("1 ")
        #expect(a != b && a == c)
    }

    /// Changes a value in each possible way while a copy shares its storage. The copy must not change.
    @Test func changedCopiesAreTheirOwn() throws {
        let changes: [(inout JSONValue) -> Void] = [
            { $0["list"]?[1] = "new" },
            { $0["list"]?[1]?["k"]?[0]?["deep"] = true },
            { $0["list"]?.array?.append(1) },
            { $0["list"]?.array?.append(contentsOf: [1, 2]) },
            { $0["list"]?.array?.insert(nil, at: 0) },
            { $0["list"]?.array?.removeAll() },
            { $0["list"]?.array?.reserveCapacity(100) },
            { $0["list"]?.array?.sort { $0.description < $1.description } },
            { $0["list"]?[0] = nil },
            { $0["list"] = nil },
            { $0["new"] = 1 },
            { $0.object?.append(1, forKey: "list") },
            { $0.object?.insert(1, forKey: "first", at: 0) },
            { $0.object?.updateValue(1, at: 0) },
            { $0.object?.removeValue(forKey: "list") },
            { $0.object?.remove(at: 0) },
            { (value: inout JSONValue) in value.object?.removeAll { $0.key == "list" } },
            { $0.object?.removeAll() },
            { $0.object?.reserveCapacity(50) },
            { $0.object?.merge(["list": 1, "b": 2]) },
            { $0.merge(patch: ["list": nil, "o": ["x": nil, "y": 1]]) },
        ]
        let long = JSONValue.string(String(repeating: "é", count: 300))
        let made: JSONValue = ["list": [3, ["k": [["a": long]], "l": long], long], "o": ["x": 1, "z": long]]
        let text = made.description
        for (i, change) in changes.enumerated() {
            for isLookedAt in [false, true] {
                let value = try JSONValue(json: text)
                if isLookedAt { #expect(value["list"]?[1]?["k"]?[0]?["a"] == long) }
                var expected = made, copy = value, only = try JSONValue(json: text)
                change(&expected)
                change(&copy)
                change(&only)
                #expect(copy.description == expected.description, "change \(i)")
                #expect(only.description == expected.description, "change \(i)")
                #expect(copy == expected && only == expected, "change \(i)")
                #expect(value.description == text && value == made, "change \(i)")
            }
        }
    }

    @Test func stringsAndNumbersOfEveryLength() throws {
        for tail in ["", "é", "\n", "\"", "\u{1}x", "/", "😀"] {
            for length in 0...70 {
                let string = String(repeating: "s", count: length) + tail
                let number = JSONNumber(text: "-1" + String(repeating: "7", count: length) + (length % 2 == 0 ? ".5" : "e-3"))!
                let made: JSONValue = [[string: .number(number)], .string(string), [.string(string), .number(number)]]
                let long: JSONValue = [made, .string(String(repeating: "x", count: 300)), ["in": made]]
                let value = try JSONValue(json: long.description)
                #expect(value[0] == made && value[2]?["in"] == made && value == long)
                #expect(value[0]?[0]?.object?.first?.key == string)
                #expect(value[2]?["in"]?[1]?.string == string)
                #expect(value[2]?["in"]?[2]?[1]?.number?.text == number.text)
            }
        }
    }

    @Test func emptyContainersAreShared() throws {
        let value = try JSONValue(json: #"[[],{},"\#(String(repeating: "x", count: 300))",[[],[ ]],{"a":{ }}]"#)
        #expect(value[0]?.container === ArrayStorage.empty && value[1]?.container === ObjectStorage.empty)
        #expect(value[3] == [[], []] && value[4] == ["a": [:]])
    }

    @Test func longKeysAreHeldOnce() throws {
        let key = "a key that is held by its own memory"
        let made = JSONValue.array(
            JSONArray((0..<3).map { [key: .number(JSONNumber($0)), "x": .string(String(repeating: "x", count: 400))] }))
        let value = try JSONValue(json: made.description)
        let addresses = value.array!.map { element in borrow(element.object![0].key) { UInt(bitPattern: $0.baseAddress) } }
        #expect(Set(addresses).count == 1)
        #expect(value == made)
    }

    @Test func deepTextsAreLimitedAsTheyAreWritten() throws {
        var options = JSONReadOptions.strict
        options.limits.depth = 700
        let text = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
        let value = try JSONValue(json: text, options: options)
        #expect(throws: JSONError.self) { try value.jsonString() }
        var deep = JSONWriteOptions.compact
        deep.depth = 600
        #expect(try value.jsonString(deep) == text)
        deep.depth = 599
        #expect(throws: JSONError.self) { try value.jsonString(deep) }
        #expect(throws: JSONError.self) { try [value[0]].jsonString(deep) }
        #expect(try value[0]?.jsonString(deep) == String(text.dropFirst().dropLast()))
    }
}
