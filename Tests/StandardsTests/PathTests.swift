import Testing
import TestSupport
import YokeStandards

@Suite struct PathTests {
    private let store = #"{"store":{"book":[{"title":"A","price":8.95},{"title":"B","price":12.99,"isbn":"x"}],"bicycle":{"price":399}}}"#

    @Test func theExamplesOfTheRFCWork() throws {
        let document = try json(store)
        func titles(_ path: String) throws -> [JSONValue] { try JSONPath(path).values(in: document) }
        #expect(try titles("$.store.book[*].title") == ["A", "B"])
        #expect(try titles("$..price") == [8.95, 12.99, 399])
        #expect(try titles("$..book[-1].title") == ["B"])
        #expect(try titles("$..book[?@.isbn].title") == ["B"])
        #expect(try titles("$..book[?@.price<10].title") == ["A"])
        #expect(try titles("$..book[?@.price > $.store.bicycle.price]") == [])
        #expect(try document.values(at: JSONPath("$.store.book[::-1].title")) == ["B", "A"])
    }

    @Test func nodesKnowTheirPlaces() throws {
        let document: JSONValue = ["a'b": [["\u{b}": 1]]]
        let node = try #require(try JSONPath("$..[?@==1]").nodes(in: document).first)
        #expect(node.location.description == #"$['a\'b'][0]['\u000b']"#)
        #expect(node.location.pointer.description == "/a'b/0/\u{b}")
        #expect(node.value == 1)
    }

    @Test(arguments: [
        ("$.a[", "character 4"), ("$.é[?", "character 5"), ("a", "character 0"), ("$ ", "character 1"), ("$.a b", "character 3"),
        ("$[?@.a==]", "character 8"), ("$[01]", "leading zeros"), ("$['a", "no end"), ("$[?true]", "condition"),
        ("$[?length(@)]", "condition"), ("$[?count(1)>1]", "query"), ("$[?@.*==1]", "names and indices"), ("$[?nope(@)]", "no function"),
        ("$['\\ud800']", "surrogate"), ("$[?match(@,'a')==true]", "compared"), ("$[9007199254740992]", "2^53"),
        ("$" + String(repeating: "..a", count: 70), "character 193"),
    ])
    func aTextThatIsNoPathIsAnErrorWithItsPosition(_ text: String, _ words: String) {
        expectError(.invalidPath, words) { _ = try JSONPath(text) }
    }

    @Test func numbersAreComparedByTheirExactValue() throws {
        let document = try json("[1,1.0,10e-1,1.00000000000000000001,100000000000000000000000000001,-0,0.0,1e400,1e-400]")
        func count(_ path: String) throws -> Int { try JSONPath(path).values(in: document).count }
        #expect(try count("$[?@==1]") == 3)
        #expect(try count("$[?@>1]") == 3)
        #expect(try count("$[?@==100000000000000000000000000000]") == 0)
        #expect(try count("$[?@==0]") == 2)
        #expect(try count("$[?@>0 && @<0.5]") == 1)
        #expect(try count("$[?@>=1e400]") == 1)
    }

    @Test func infinitiesAreComparedAndNaNIsNot() throws {
        let numbers = try JSONValue(json: "[NaN, 1e400, Infinity, 7, 0.5, -Infinity, -1e400]", options: .json5)
        func texts(_ path: String) throws -> [String] { try JSONPath(path).values(in: numbers).map(\.description) }
        #expect(try texts("$[?@ > 5]") == ["1e400", "Infinity", "7"])
        #expect(try texts("$[?@ < 5]") == ["0.5", "-Infinity", "-1e400"])
        #expect(try texts("$[?@ < $[6]]") == ["-Infinity"])
        #expect(try texts("$[?@ >= $[2]]") == ["Infinity"])
    }

    @Test func deepEqualityIgnoresTheOrderOfMembers() throws {
        let document = try json(#"[{"a":1,"b":[2,{"c":3}]},{"b":[2.0,{"c":3e0}],"a":1.0},{"a":1,"b":[2,{"c":4}]}]"#)
        #expect(try JSONPath("$[?@==$[0]]").values(in: document).count == 2)
    }

    @Test func aPathIsReadAndWrittenAsAString() throws {
        let path = try JSONPath(json: #""$.a""#)
        #expect(try path.jsonString() == #""$.a""#)
        #expect(path.isSingular)
        expectError(.invalidPath, "character 2") { _ = try JSONPath(json: #""$.""#) }
    }

    // MARK: - Hostile paths and documents

    @Test func descendantsOfADeepDocumentDoNotUseTheCallStack() {
        #expect(
            onStack(ofBytes: 512 * 1024) {
                let depth = 20_000
                let text = String(repeating: #"{"a":["#, count: depth / 2) + "1" + String(repeating: "]}", count: depth / 2)
                guard let document = try? json(text), let path = try? JSONPath("$..a[?@==1]") else { return false }
                guard let nodes = try? path.nodes(in: document), nodes.count == 1 else { return false }
                return nodes[0].location.steps.count == depth && document[nodes[0].location.pointer] == 1
            })
    }

    @Test func aDeepOrLongPathIsRefusedOrWorks() throws {
        let deep = "$[?" + String(repeating: "(", count: 1000) + "@.a" + String(repeating: ")", count: 1000) + "]"
        expectError(.invalidPath, "64 levels") { _ = try JSONPath(deep) }
        let filters = String(repeating: "$[?@", count: 1) + String(repeating: "[?@", count: 200)
        expectError(.invalidPath) { _ = try JSONPath(filters) }
        expectError(.invalidPath, "64 segments") { _ = try JSONPath("$" + String(repeating: "..a", count: 500)) }
        let long = try JSONPath("$" + String(repeating: ".a", count: 100_000))
        #expect(try long.values(in: ["a": ["a": 1]]).isEmpty)
        let many = try JSONPath("$[?" + Array(repeating: "@.a==1", count: 20_000).joined(separator: "||") + "]")
        #expect(try many.values(in: [["a": 1]]).count == 1)
    }

    @Test func thePathsThatUseTheMostOfTheCallStackFitIntoASmallOne() {
        #expect(
            onStack(ofBytes: 512 * 1024) {
                let wide = "$" + String(repeating: "[*]", count: 64)
                let deep = "$" + String(repeating: "..*", count: 64)
                let nested = String(repeating: "[?@", count: 30) + String(repeating: "]", count: 30)
                var document: JSONValue = 1
                for _ in 0..<140 { document = [document] }
                guard let a = try? JSONPath(wide), let b = try? JSONPath("$" + nested), let c = try? JSONPath(deep) else { return false }
                guard (try? a.values(in: document).count) == 1, (try? b.values(in: document).count) == 1 else { return false }
                return (try? c.first(in: document)) != nil
            })
    }

    @Test func aPathThatMultipliesItsResultsStopsAtALimit() throws {
        let doubling = try JSONPath("$" + String(repeating: "[*,*]", count: 60))
        var document: JSONValue = 1
        for _ in 0..<100 { document = [document] }
        expectError(.limitExceeded) { _ = try doubling.values(in: document, limits: JSONPathLimits(values: 1000, steps: 100_000)) }
        expectError(.limitExceeded, "steps") { _ = try doubling.nodes(in: document, limits: JSONPathLimits(steps: 100_000)) }
        let some = try JSONPath("$[*,*][*,*]")
        expectError(.limitExceeded, "more than 3 values") { _ = try some.values(in: [[1]], limits: JSONPathLimits(values: 3)) }
        #expect(try some.values(in: [[1]]).count == 4)
        let negative = JSONPathLimits(values: -1)
        expectError(.limitExceeded) { _ = try some.values(in: [[1]], limits: negative) }
        expectError(.limitExceeded) { _ = try some.nodes(in: [[1]], limits: negative) }
        #expect(try some.first(in: [[1]], limits: negative) == 1)
    }

    @Test func comparingWithTheWholeDocumentStopsAtALimit() throws {
        let document = JSONValue.array(JSONArray((0..<2000).map { JSONValue($0) }))
        let nested = JSONValue.array(JSONArray(Array(repeating: document, count: 2000)))
        let path = try JSONPath("$[?@==$[0]]")
        expectError(.limitExceeded) { _ = try path.values(in: nested, limits: JSONPathLimits(steps: 100_000)) }
    }

    @Test func aPatternOfTheDocumentMatchesByItsCodePoints() throws {
        let document: JSONValue = [["t": "\u{E9}", "p": "\u{E9}"], ["t": "\u{E9}", "p": "e\u{301}"]]
        #expect(try JSONPath("$[?match(@.t,@.p)]").values(in: document).count == 1)
    }

    @Test func comparingLongTextsCountsTheirLength() throws {
        let long = String(repeating: "a", count: 64_000)
        let texts = JSONValue.array([.string(long), .string(long + "b")])
        let number = JSONValue.number(try #require(JSONNumber(text: String(repeating: "1", count: 16_000))))
        for (path, document) in [
            ("$[?@ < $[1]]", texts), ("$[?@ == $[0]]", texts), ("$[?length(@) == 1]", texts), ("$[?@ < $[0]]", [number]),
        ] {
            expectError(.limitExceeded, "steps") { _ = try JSONPath(path).values(in: document, limits: JSONPathLimits(steps: 900)) }
            _ = try JSONPath(path).values(in: document, limits: JSONPathLimits(steps: 5000))
        }
    }

    @Test func comparingALongArrayIsCountedBeforeItStarts() throws {
        let array = JSONValue.array(JSONArray((0..<1000).map { JSONValue($0) }))
        var other = array
        other[0] = -1
        expectError(.limitExceeded) { _ = try JSONPath("$[?@ == $[1]]").values(in: [array, other], limits: JSONPathLimits(steps: 900)) }
    }

    @Test func aNumberInAPathHasALimitedLength() throws {
        let digits = String(repeating: "1", count: 4096)
        #expect(try JSONPath("$[?@==\(digits)]").values(in: [1]).isEmpty)
        expectError(.invalidPath, "4096") { _ = try JSONPath("$[?@==\(digits)1]") }
        #expect(try JSONPath("$[9007199254740991]").values(in: [1]).isEmpty)
        expectError(.invalidPath, "2^53") { _ = try JSONPath("$[9007199254740992]") }
    }

    @Test(arguments: engines)
    func passingTheTextOfADocumentIsCounted(_ engine: JSONEngine) throws {
        let path = try JSONPath("$..a..b")
        let document = try json("{\"a\":[\"" + String(repeating: "x", count: 100_000) + "\", [1]]}", engine)
        expectError(.limitExceeded) { _ = try path.values(in: document, limits: JSONPathLimits(steps: 1000)) }
        #expect(try path.values(in: document, limits: JSONPathLimits(steps: 10_000)).isEmpty)
    }

    @Test func compilingAPatternOfTheDocumentIsCounted() throws {
        let document: JSONValue = [["t": "", "p": "a{5000}"]]
        expectError(.limitExceeded) { _ = try JSONPath("$[?match(@.t,@.p)]").values(in: document, limits: JSONPathLimits(steps: 1000)) }
    }

    /// A look-up that searches a text counts by the length of the text.
    @Test func lookUpsInATextCountForTheLimit() throws {
        let object = "{" + (0..<800).map { "\"k\($0)\":0" }.joined(separator: ",") + "}"
        let document = try JSONValue(json: "{\"o\":\(object),\"l\":[1,2,3],\"x\":\"\(String(repeating: "x", count: 20_000))\"}")
        let terms = Array(repeating: "$.o.z", count: 200).joined(separator: "||")
        let path = try JSONPath("$.l[?\(terms)]")
        var limits = JSONPathLimits.standard
        limits.steps = 20_000
        expectError(.limitExceeded) { _ = try path.values(in: document, limits: limits) }
    }
}
