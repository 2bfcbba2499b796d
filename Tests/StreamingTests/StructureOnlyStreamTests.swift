import TestSupport
import Testing
import Yoke

/// Tests streams with `skipping = .structureOnly`: skipped values are not checked.
@Suite struct StructureOnlyStreamTests {
    private static let trusting: JSONReadOptions = {
        var options = JSONReadOptions.strict
        options.skipping = .structureOnly
        return options
    }()

    private static let items = Item.list(7)

    /// The JSON of each item, with further members that Item does not have.
    private static let objects = items.map { item in
        let name = item.name.map { "\"\($0)\"" } ?? "null"
        return #"{"skip":[{"]":"}\""},[[]],1.5],"id":\#(item.id),"text":"[\\{\"","name":\#(name),"n":-1,"deep":{"id":[true,{}]}}"#
    }

    private func expectItems(
        _ text: String, at path: String?, _ format: JSONStreamFormat, _ location: SourceLocation = #_sourceLocation
    ) {
        let bytes = Array(text.utf8)
        for engine in JSONEngine.all {
            var options = Self.trusting
            options.engine = engine
            #expect(Run<Item>(chunks: [bytes[...]], at: path, format, options) == Run(Self.items), sourceLocation: location)
            #expect(
                Run<Item>(chunks: bytes.indices.map { bytes[$0...$0] }, at: path, format, options) == Run(Self.items),
                sourceLocation: location)
            for cut in stride(from: 1, to: bytes.count, by: Sample.size(5, full: 1)) {
                #expect(
                    Run<Item>(chunks: [bytes[..<cut], bytes[cut...]], at: path, format, options) == Run(Self.items),
                    sourceLocation: location)
            }
        }
    }

    @Test func elementsOfAPath() {
        let list = Self.objects.joined(separator: ",\n ")
        expectItems("[\(list)]", at: nil, .document)
        expectItems(
            #"{"a":["]",{"x":[]}],"b":"\\","x":{"y":[\#(list)],"z":[1,[2]]},"c":{"x":[{"id":9}]}}"#, at: "$.x.y[*]", .document)
        expectItems(#"[[{"id":9}],{"x":[{"id":8}]},[\#(list)],[{"id":7}]]"#, at: "$[2][*]", .document)
    }

    @Test func lines() {
        expectItems(Self.objects.joined(separator: "\n"), at: nil, .lines)
        expectItems(Self.objects.map { #"{"a":[1,"]"],"x":\#($0),"b":{}}"# }.joined(separator: "\r\n") + "\n", at: "$.x", .lines)
        expectItems(Self.objects.joined(separator: " "), at: nil, .values)
    }

    /// Damage in a skipped value affects at most the rest of its line. Later errors have the right line and column.
    @Test func damagedLines() {
        var options = Self.trusting
        options.engine = .native
        let text = #"""
            {"a":[tru,01],"id":1}
            {"a":"\x","id":2
            {"a":["b,"id":3}
            {"a":[[[["]"]}],"id":4}
            {"a":{"b":[1,2]},"id":"five"}
            {"a":[{}],"id":6}
            """#
        let run = Run<Item>(text: text, .lines, options)
        #expect(run.elements == [Item(id: 1), Item(id: 6)])
        #expect(run.failures.map(\.line) == [2, 3, 4, 5])
        #expect(run.failures.last?.column == 23)
        let bytes = Array(text.utf8)
        for size in 1...80 {
            let chunks = stride(from: 0, to: bytes.count, by: size).map { bytes[$0..<min($0 + size, bytes.count)] }
            #expect(Run<Item>(chunks: chunks, .lines, options) == run)
        }
    }

    /// A growing text may end inside a skipped value.
    @Test func growingTexts() throws {
        let text = Array(#"{"id":1,"skip":[{"a":"]"},[2]],"n":12,"s":"\"","name":"end"}"#.utf8)
        var growing = JSONGrowing<Item>(options: Self.trusting)
        for (place, byte) in text.enumerated() {
            let item = try growing.append([byte])
            if place >= 8 { #expect(item?.id == 1, "after \(place)") }
        }
        #expect(try growing.finish() == Item(id: 1, name: "end"))
    }
}
