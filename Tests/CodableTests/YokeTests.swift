import CorpusModels
import Foundation
import TestSupport
import Testing
import YokeFoundation

private func corpus(_ name: String) -> Data? {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../../shared/corpora")
    return try? Data(contentsOf: folder.appendingPathComponent("\(name).json"))
}

private struct Author: Codable, Equatable, Sendable {
    var name: String
    var age: Int
}

private struct Page: JSONConvertible, Equatable {
    var title: String
    var author: Author
    var editors: [Author]

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("title", \.title)
            fields.add("author", \.author, by: .codable())
            fields.add("editors", \.editors, by: JSONCodableCoder<Author>().array)
        }
    }
}

@Suite struct YokeTests {
    private func check<T: Codable & Equatable>(_ name: String, _ type: T.Type) throws {
        guard let data = corpus(name) else { return }
        let expected = try JSONDecoder().decode(type, from: data)
        for engine in JSONEngine.each {
            let decoder = YokeDecoder()
            decoder.readOptions.engine = engine
            #expect(try decoder.decode(type, from: data) == expected)
        }
        let (yoke, foundation) = (YokeEncoder(), JSONEncoder())
        #expect(try JSONDecoder().decode(type, from: yoke.encode(expected)) == expected)
        for formatting in [.sortedKeys, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]] as [JSONEncoder.OutputFormatting] {
            (yoke.outputFormatting, foundation.outputFormatting) = (formatting, formatting)
            #expect(try yoke.encode(expected) == foundation.encode(expected))
        }
    }

    @Test func realDocumentsAreTheSame() throws {
        try check("twitter", Twitter.SearchResult.self)
        try check("twitterescaped", Twitter.SearchResult.self)
        try check("citm_catalog", Citm.Catalog.self)
        try check("canada", GeoJSON.FeatureCollection.self)
    }

    @Test func errorsTellThePlaceInTheText() throws {
        let text = "{\n  \"name\": \"Ada\", // comment {\n  \"é\": [1, \"]\"],\n  \"age\": \"old\"\n}"
        let decoder = YokeDecoder()
        decoder.readOptions.allowsComments = true
        func place(_ text: String) -> String {
            do {
                _ = try decoder.decode([Author].self, from: "[\(text)]")
                return "no error"
            } catch DecodingError.typeMismatch(_, let context), DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(
                let context)
            {
                return context.debugDescription
            } catch { return "\(error)" }
        }
        #expect(place(text) == "Expected to decode Int but found a string instead. (line 4, column 10, byte 60)")
        #expect(place(#" {"name": "é"}"#).hasSuffix("(line 1, column 3, byte 2)"))
        #expect(place(#"{"name": "a", "age": 1.5}"#).contains("Number 1.5 is not representable in Int at $[0].age"))
        #expect(place(#"{"name": "a", "age": }"#).contains("line 1, column 23"))
    }

    @Test(arguments: [
        ("[{'name':'a,{[','age':'x'}]", 22), ("[{name:'it\\'s',$Age:+1,age:.5}]", 27), ("[{Ké:0,_a:{},name:5,age:1}]", 19),
        ("[\u{A0}{\u{2003}name\u{A0}:\u{FEFF}7,age:1}]", 17), ("// {\u{2028}[/*[*/{name:0x1F,age:1}]", 19),
        ("[// c {\r{name:NaN,age:1}]", 14),
        ("['x']", 1), ("[{\\u006eame:1,age:1}]", 12),
    ])
    func errorsTellThePlaceInJSON5(_ text: String, _ offset: Int) throws {
        let decoder = YokeDecoder()
        decoder.allowsJSON5 = true
        do {
            _ = try decoder.decode([Author].self, from: text)
            Issue.record("no error: \(text)")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context) {
            #expect(context.debugDescription.contains("byte \(offset))"), "\(text): \(context.debugDescription)")
        }
    }

    @Test func aDeepTextIsAnErrorAndNoCrash() throws {
        struct Nest: Decodable, Equatable {
            var inner: [Nest]
            init(from decoder: any Decoder) throws { inner = try decoder.singleValueContainer().decode([Nest].self) }
        }
        for depth in [100, 511, 512, 513] {
            expectSame(Nest.self, String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
        }
        let decoder = YokeDecoder()
        decoder.readOptions.limits.depth = .max
        let text = String(repeating: "[", count: 1_000_000) + String(repeating: "]", count: 1_000_000)
        #expect(throws: DecodingError.self) { try decoder.decode(Nest.self, from: text) }
    }

    @Test func aDecoderMayBeKept() throws {
        struct Keeper: Decodable {
            let decoder: any Decoder
            let container: KeyedDecodingContainer<Key>
            init(from decoder: any Decoder) throws {
                self.decoder = decoder
                container = try decoder.container(keyedBy: Key.self)
            }
            enum Key: CodingKey { case name, age }
        }
        let kept = try YokeDecoder().decode([Keeper].self, from: #"[{"name": "a", "age": 1}, {"name": "b", "age": 2}]"#)
        #expect(try kept.map { try $0.container.decode(String.self, forKey: .name) } == ["a", "b"])
        #expect(try kept.map { try $0.container.decode(Int.self, forKey: .age) } == [1, 2])
        #expect(throws: DecodingError.self) { try kept[0].container.decode(Bool.self, forKey: .age) }
    }

    @Test func dynamicJSONKeepsEverythingInYokesCoders() throws {
        let text = #"{"z":1.10,"a":[true,null,12345678901234567890123,"x/\n"],"z":{"k":-0}}"#
        let value = try YokeDecoder().decode(JSONValue.self, from: text)
        #expect(value == (try JSONValue(json: text)) && value.description == text)
        #expect(try YokeDecoder().decode([JSONRawText].self, from: "[\(text), 1]").map(\.text) == [text, "1"])
        #expect(try YokeDecoder().decode([String: JSONNumber].self, from: #"{"a": 1.50}"#)["a"]?.text == "1.50")
        #expect(try YokeDecoder().decode([JSONObject].self, from: "[\(text)]")[0].count == 3)
        let encoder = YokeEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        #expect(String(decoding: try encoder.encode([value]), as: UTF8.self) == "[\(text)]")
        let raw = try JSONRawText(#"{"k": "a/b"}"#)
        #expect(String(decoding: try encoder.encode([raw]), as: UTF8.self) == #"[{"k": "a/b"}]"#)
        encoder.outputFormatting = []  // escapes slashes, as JSONEncoder does
        #expect(String(decoding: try encoder.encode([raw]), as: UTF8.self) == #"[{"k": "a\/b"}]"#)
        #expect(throws: DecodingError.self) { try YokeDecoder().decode(JSONNumber.self, from: "[]") }
    }

    @Test func dynamicJSONIsCodableWithFoundationsCoders() throws {
        let text = #"{"a":[true,null,1.5,"x",-7,18446744073709551615,{}],"b":{"c":[]}}"#, data = Data(text.utf8)
        let value = try JSONValue(json: text)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
        #expect(try JSONValue(json: JSONEncoder().encode(value)) == value)
        #expect(try JSONDecoder().decode(JSONObject.self, from: data) == value.object)
        #expect(try JSONDecoder().decode([JSONNumber].self, from: Data("[1, 2.5]".utf8)).map(\.text) == ["1", "2.5"])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSONArray.self, from: data) }
        let raw = try JSONRawText(#"{"k": [1, 2]}"#)
        #expect(String(decoding: try JSONEncoder().encode(raw), as: UTF8.self) == #"{"k":[1,2]}"#)
        #expect(try JSONDecoder().decode(JSONRawText.self, from: Data(#"{"k": [1, 2]}"#.utf8)).text == #"{"k":[1,2]}"#)
        let encoder = YokeEncoder(), foundation = JSONEncoder()
        (encoder.outputFormatting, foundation.outputFormatting) = ([.prettyPrinted, .sortedKeys], [.prettyPrinted, .sortedKeys])
        #expect(try encoder.encode(value) == foundation.encode(value))
    }

    @Test func aMappingIsUsedIfItIsPreferred() throws {
        let decoder = YokeDecoder()
        decoder.prefersMapping = true
        struct Holder: Codable, Equatable { var pages: [Mapped] }
        struct Mapped: Codable, Equatable, JSONConvertible {
            var name: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name, key: "the name") } }
        }
        let text = #"{"pages":[{"the name":"a"}]}"#
        let holder = try decoder.decode(Holder.self, from: text)
        #expect(holder == Holder(pages: [Mapped(name: "a")]))
        #expect(throws: DecodingError.self) { try decoder.decode(Holder.self, from: #"{"pages": [{"name": "a"}]}"#) }
        #expect(throws: DecodingError.self) { try YokeDecoder().decode(Holder.self, from: text) }
        let encoder = YokeEncoder()
        encoder.prefersMapping = true
        #expect(String(decoding: try encoder.encode(holder), as: UTF8.self) == text)
    }

    @Test func aMappedModelMayHoldACodableType() throws {
        let text = #"{"title":"t","author":{"name":"Ada","age":36},"editors":[{"name":"Bo","age":1}]}"#
        let page = try Page(json: text)
        #expect(page.author == Author(name: "Ada", age: 36) && page.editors.count == 1)
        #expect(try page.jsonString() == text)
        do {
            _ = try Page(json: #"{"title":"t","author":{"name":"Ada","age":36},"editors":[{"name":"Bo","age":"x"}]}"#)
            Issue.record("no error")
        } catch {
            #expect(error.path == "$.editors[0].age" && error.kind == .typeMismatch && error.underlying is DecodingError)
            #expect(error.offset == 57)
        }
    }

    @Test func anErrorOfYokeInACodableTypeKeepsItsKindAndPath() throws {
        struct Size: JSONConvertible {
            var height: Double
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("height", \.height) } }
        }
        struct Box: Codable {
            var size: Size
            init(_ height: Double) { size = Size(height: height) }
            init(from decoder: any Decoder) throws { size = try Size(json: decoder.singleValueContainer().decode(String.self)) }
            func encode(to encoder: any Encoder) throws { try size.jsonString().encode(to: encoder) }
        }
        struct Shelf: JSONConvertible {
            var boxes: [Box]
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("boxes", \.boxes, by: .codable(Box.self).array) } }
        }
        do {
            _ = try Shelf(json: #"{"boxes": ["{\"height\": 1}", "{\"height\": null}"]}"#)
            Issue.record("no error")
        } catch {
            #expect(error.path == "$.boxes[1].height" && error.kind == .typeMismatch && error.offset == 30)
            #expect(error.message == "expected a number (Double), found null")
        }
        do {
            _ = try Shelf(boxes: [Box(1), Box(.nan)]).jsonString()
            Issue.record("no error")
        } catch {
            #expect(error.path == "$.boxes[1].height" && error.kind == .nonFiniteNumber)
        }
    }

    @Test func elementsOfALongTextAreStreamed() throws {
        let text = #"{"list": [{"name": "a", "age": 1}, {"name": "b"}, {"name": "c", "age": 3}]}"#
        let chunks = text.utf8.map { [$0] }
        var stream = try YokeDecoder().stream(Author.self, chunks: chunks, at: "$.list[*]")
        #expect(try stream.next() == Author(name: "a", age: 1))
        #expect(throws: DecodingError.self) { try stream.next() }
        #expect(try stream.next() == Author(name: "c", age: 3))
        #expect(try stream.next() == nil)
        var lines = try YokeDecoder().stream([Int].self, chunks: [Array("[1]\n[2,\n".utf8)], format: .lines)
        #expect(try lines.next() == [1])
        #expect(throws: JSONError.self) { try lines.next() }
    }

    @Test func dynamicValuesKeepTheirDigitsInEveryFormat() throws {
        let text = #"{"a":[12345678901234567890.123,1.0,1e999],"b":-0.0}"#
        let value = try YokeDecoder().decode([String: JSONValue].self, from: Data(text.utf8))
        for formatting in [JSONEncoder.OutputFormatting.sortedKeys, [.sortedKeys, .prettyPrinted], .prettyPrinted] {
            let encoder = YokeEncoder()
            encoder.outputFormatting = formatting
            let written = try String(decoding: encoder.encode(value), as: UTF8.self)
            #expect(written.filter { !$0.isWhitespace }.contains("[12345678901234567890.123,1.0,1e999]"), "\(written)")
        }
        #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode([1, 2.5] as JSONValue)) == [1, 2.5])
    }

    /// Counts the arrays of a tree of arrays by nested containers.
    private struct Tree: Decodable {
        var arrays = 0
        var levels: Set<Int> = []

        init(from decoder: any Decoder) throws {
            var container = try decoder.unkeyedContainer()
            try walk(&container)
        }

        private mutating func walk(_ container: inout any UnkeyedDecodingContainer) throws {
            arrays += 1
            levels.insert(container.codingPath.count)
            while !container.isAtEnd {
                var inner = try container.nestedUnkeyedContainer()
                try walk(&inner)
            }
        }
    }

    @Test func aTreeIsWalkedByNestedContainers() throws {
        let leaves = "[" + repeatElement("[]", count: 40).joined(separator: ",") + "]"
        let branches = "[" + repeatElement(leaves, count: 40).joined(separator: ",") + "]"
        let tree = try YokeDecoder().decode(Tree.self, from: Data("[\(branches),\(branches)]".utf8))
        #expect(tree.arrays == 1 + 2 * (1 + 40 + 1600) && tree.levels == [0, 1, 2, 3])
    }

    @Test func streamsReadJSON5IfTheDecoderDoes() throws {
        let decoder = YokeDecoder()
        decoder.allowsJSON5 = true
        var stream = try decoder.stream(Author.self, chunks: [Array("[{name:'a',age:0x10,},]".utf8)])
        #expect(try stream.next() == Author(name: "a", age: 16))
        #expect(try stream.next() == nil)
    }

    /// As in `decode`, the first member with a key counts, also for the keys of the path.
    @Test(
        arguments: [
            (#"{"a":1,"a":2}"#, "$.a", [1], .lines), (#"{"a":1,"a":"x"}"#, "$.a", [1], .lines),
            (#"{"a":{"b":1},"a":{}}"#, "$.a.b", [1], .lines), (#"{"a":[1],"a":[2]}"#, "$.a[*]", [1], .document),
            (#"{"a":1,"b":3,"a":2}"#, nil, [1, 3], .document), (#"{"a":1,"b":3,"a":2}"#, "$[*]", [1, 3], .document),
        ] as [(String, String?, [Int], JSONStreamFormat)])
    func streamsTakeTheFirstOfRepeatedKeys(_ text: String, _ path: String?, _ expected: [Int], _ format: JSONStreamFormat) throws {
        var stream = try YokeDecoder().stream(Int.self, chunks: [Array(text.utf8)], at: path, format: format)
        var elements: [Int] = []
        while let element = try stream.next() { elements.append(element) }
        #expect(elements == expected)
    }

    @available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
    @Test func configurationsReachTheType() throws {
        struct Scaled: CodableWithConfiguration, Equatable {
            var value: Int
            init(from decoder: any Decoder, configuration: Int) throws { value = try Int(from: decoder) * configuration }
            func encode(to encoder: any Encoder, configuration: Int) throws { try (value / configuration).encode(to: encoder) }
        }
        let value = try YokeDecoder().decode(Scaled.self, from: Data("3".utf8), configuration: 5)
        #expect(value.value == 15)
        #expect(try YokeEncoder().encode(value, configuration: 5) == Data("3".utf8))
    }

    @Test func aMillionMembersAreLookedUpInConstantTime() throws {
        let count = 100_000
        struct All: Decodable {
            var sum = 0
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                for key in container.allKeys.reversed() { sum += try container.decode(Int.self, forKey: key) }
            }
            struct Key: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
        }
        let text = "{" + (0..<count).map { "\"key\($0)\":\($0)" }.joined(separator: ",") + "}"
        #expect(try YokeDecoder().decode(All.self, from: text).sum == count * (count - 1) / 2)
    }
}
