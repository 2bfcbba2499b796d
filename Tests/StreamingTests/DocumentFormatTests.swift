import TestSupport
import Testing
import Yoke

/// Tests streams whose elements are at a path in a single document.
@Suite struct DocumentFormatTests {
    @Test(
        arguments: [
            ("[1,2,3]", "$[*]", [1, 2, 3]),
            ("[]", "$[*]", []),
            ("  [ ]  ", "$[*]", []),
            ("{}", "$[*]", []),
            ("{\"a\":1,\"b\":2}", "$[*]", [1, 2]),
            ("{\"a\":1,\"b\":2}", "$.*", [1, 2]),
            ("7", "$", [7]),
            ("{\"a\":[{\"b\":[1,2]},{\"b\":[]},{\"c\":[9]},{\"b\":[3]}]}", "$.a[*].b[*]", [1, 2, 3]),
            ("[[1],[],[2,3]]", "$[*][*]", [1, 2, 3]),
            ("[{\"a\":1},{\"b\":2}]", "$[*][*]", [1, 2]),
            ("[[1,2],[3,4]]", "$[*][1]", [2, 4]),
            ("[[1,2],[3,4]]", "$[1][*]", [3, 4]),
            ("{\"x\":{\"deep\":[[[9]]],\"y\":4}}", "$.x.y", [4]),
            ("{\"odd key\":{\"a.b\":[1]},\"a\":0}", "$['odd key']['a.b'][*]", [1]),
            ("{\"\\u0061\":[1]}", "$.a[*]", [1]),
            ("{\"\":5}", "$['']", [5]),
            ("{\"a\":[1],\"a\":[2]}", "$.a[*]", [1, 2]),
            ("{\"a\":[{\"a\":[1]},2]}", "$.a[1]", [2]),
        ] as [(String, String, [Int])])
    func elementsAtAPathAreStreamed(text: String, path: String, expected: [Int]) {
        let bytes = Array(text.utf8)
        #expect(Run<Int>(text: text, at: path) == Run(expected))
        for cut in 0...bytes.count { #expect(Run<Int>(chunks: bytes.split(at: cut), at: path) == Run(expected), "cut at \(cut)") }
    }

    @Test(
        arguments: [
            // Columns: text, path, expected error. These texts have no value at the path.
            ("{\"b\":[1]}", "$.a[*]", .pathNotFound), ("[]", "$[0]", .pathNotFound), ("[1]", "$[1]", .pathNotFound),
            ("{}", "$.a", .pathNotFound), ("{\"a\":{}}", "$.a.b[*]", .pathNotFound), ("[]", "$[*].a", nil),
            ("[{}]", "$[*].a", .pathNotFound), ("[{\"b\":[]},{}]", "$[*].a[*]", .pathNotFound), ("[[],[]]", "$[*][0]", .pathNotFound),
            // The texts have an empty array or an empty object at these paths, which is not an error.
            ("[{\"a\":[]},{}]", "$[*].a[*]", nil), ("{}", "$[*].a", nil), ("{\"a\":{}}", "$.a[*]", nil),
            // A null on the path is not an error, and the stream has no elements.
            ("null", "$[*]", nil), ("{\"a\":null}", "$.a[*]", nil), ("{\"a\":null}", "$.a.b.c", nil),
            ("[null,null]", "$[*][*]", nil),
            // A number, string or Bool on the path is an error. So is an array in the place of an object, and an object for `[0]`.
            ("1", "$[*]", .typeMismatch), ("\"x\"", "$.a", .typeMismatch), ("{\"a\":true}", "$.a[*]", .typeMismatch),
            ("[1]", "$.a", .typeMismatch),
            ("{\"a\":1}", "$[0]", .typeMismatch), ("{\"a\":{\"b\":[]}}", "$.a.b.c", .typeMismatch),
            ("[[1],2]", "$[*][*]", .typeMismatch),
        ] as [(String, String, JSONError.Kind?)])
    func pathsThatDoNotMatch(text: String, path: String, kind: JSONError.Kind?) {
        let run = Run<Int>(text: text, at: path)
        #expect(run.kinds == (kind.map { [$0] } ?? []))
        var lenient = JSONReadOptions.strict
        lenient.allowsMissingPath = true
        let isMissing = kind == .pathNotFound
        #expect(Run<Int>(text: text, at: path, .document, lenient).kinds == (isMissing ? [] : run.kinds))
    }

    /// A number at the end of a cut array or object may have lost digits, which is an error. A number at the top level is complete when the
    /// text ends.
    @Test func aNumberThatTheEndOfTheTextMayHaveCut() {
        for engine in JSONEngine.each {
            var options = JSONReadOptions.strict
            options.engine = engine
            for chunks in [[Array("[18, 1234".utf8)[...]], Array("[18, 1234".utf8).chunks(of: 1)] {
                let cut = Run<Double>(chunks: chunks, at: "$[*]", .document, options)
                #expect(cut.elements == [18] && cut.failures.map(\.description) == ["unexpectedEnd $[1] at 9 (1:10)"], "\(engine)")
            }
            #expect(Run<Int>(text: #"{"a":[7, 300"#, at: "$.a[*]", .document, options).elements == [7])
            #expect(Run<Int8>(text: "[7, 300", at: "$[*]", .document, options).kinds == [.unexpectedEnd], "not that it is too large")
            #expect(Run<Int>(text: "[7]\n[8, 9", at: "$[*]", .lines, options) == Run<Int>(text: "[7]\n[8, 9", at: "$[*]", .lines))
            #expect(Run<Int>(text: "7 12", .values, options) == Run([7, 12]))
            #expect(Run<Int>(text: "7\n12", .lines, options) == Run([7, 12]))
            options.allowsPartialValue = true
            #expect(Run<Double>(text: "[18, 1234", at: "$[*]", .document, options) == Run([18]), "\(engine)")
        }
    }

    @Test func theWrongKindOnTheWayNamesItsPlace() {
        let run = Run<Int>(text: "{\"a\": [{\"b\": [1]},\n {\"b\": \"x\"}]}", at: "$.a[*].b[*]")
        #expect(run.elements == [1])
        #expect(run.failures.first?.description == "typeMismatch $.a[1].b at 26 (2:8)")
    }

    @Test func elementsInFrontOfAnErrorAreDeliveredFirst() {
        for text in [
            "[{\"id\":1},{\"id\":2},{\"id\":\"x\"},{\"id\":4}]", "[{\"id\":1},{\"id\":2},}", "[{\"id\":1},{\"id\":2}",
            "[{\"id\":1},{\"id\":2}]]",
        ] {
            let bytes = Array(text.utf8)
            let whole = Run<Item>(text: text)
            #expect(whole.elements == [Item(id: 1), Item(id: 2)], "\(text)")
            #expect(whole.failures.count == 1, "\(text)")
            for cut in 0...bytes.count { #expect(Run<Item>(chunks: bytes.split(at: cut)) == whole, "\(text) cut at \(cut)") }
            #expect(Run<Item>(chunks: bytes.chunks(of: 1)) == whole, "\(text)")
        }
    }

    @Test func theRestOfTheDocumentIsChecked() {
        #expect(
            Run<Int>(text: "{\"a\":[1,2],\"b\":[tru]}", at: "$.a[*]")
                == Run([1, 2], [Failure("unexpectedCharacter", "$.b[0]", 19)]))
        #expect(Run<Int>(text: "{\"a\":[1,2],\"b\":", at: "$.a[*]").kinds == [.unexpectedEnd])
        #expect(
            Run<Int>(text: "[1,2] x").kinds == [.unexpectedCharacter] || Run<Int>(text: "[1,2] x").kinds == [.trailingContent])
        #expect(Run<Int>(text: "[1,2][3]") == Run([1, 2], [Failure("trailingContent", "$", 5)]))
        #expect(Run<Int>(text: "").kinds == [.unexpectedEnd])
        #expect(Run<Int>(text: "  ").kinds == [.unexpectedEnd])
    }

    @Test func pathsOfErrorsInsideOfElements() {
        let run = Run<Item>(text: "{\"a\":[{\"id\":1},{\"id\":[]}]}", at: "$.a[*]")
        #expect(run == Run([Item(id: 1)], [Failure("typeMismatch", "$.a[1].id", 21)]))
        #expect(Run<Item>(text: "[{\"name\":\"x\"}]") == Run([], [Failure("missingKeys", "$[0]", 1)]))
    }

    @Test func elementsAreTheValuesThatAnArrayHas() throws {
        let items = Item.list(1200)
        let bytes = try items.jsonBytes(.pretty)
        for size in [1, 2, 3, 7, 64, 4095, 65536, 1 << 20] {
            #expect(Run<Item>(chunks: bytes.chunks(of: size)) == Run(items), "chunks of \(size)")
        }
        var random = SeededGenerator(seed: 7)
        var chunks: [ArraySlice<UInt8>] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            chunks.append(rest.prefix(Int.random(in: 0...100, using: &random)))
            rest = rest.dropFirst(chunks[chunks.count - 1].count)
        }
        #expect(Run<Item>(chunks: chunks) == Run(items))
        #expect(Run<JSONValue>(chunks: chunks).elements.map { $0["id"]?.int } == items.map(\.id))
        #expect(Run<[Item]>(chunks: chunks, at: "$") == Run([items]))
    }
}

extension Failure {
    /// A failure in line 1. Its column is `offset` + 1.
    init(_ kind: String, _ path: String, _ offset: Int) {
        self.init(kind: JSONError.Kind(rawValue: kind), path: path, offset: offset, line: 1, column: offset + 1)
    }
}
