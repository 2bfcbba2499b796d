import Testing
import TestSupport
import YokeStandards

/// Documents that are stored as text give the same results as documents with all elements made.
@Suite struct LazyDocumentTests {
    private static let long = String(repeating: "long \u{e9} ", count: 60)

    /// Returns a random document whose containers are so long that a reader stores them as text.
    private static func document(_ random: inout SeededGenerator, depth: Int) -> JSONValue {
        let keys = ["a", "b", "k\"1\\", "", "é", "a"]
        if depth == 0 { return random.pick([JSONValue(long), 1, nil, true, "x"]) }
        let count = Int.random(in: 1...6, using: &random)
        if Bool.random(using: &random) {
            return .array(JSONArray([JSONValue(long)] + (0..<count).map { _ in document(&random, depth: depth - 1) }))
        }
        let members = (0..<count).map { (key: keys[$0], value: document(&random, depth: depth - 1)) }
        return .object(JSONObject(members + [(key: "long", value: JSONValue(long))]))
    }

    /// Returns an equal value whose elements are made at every depth.
    private static func made(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let array): .array(JSONArray(array.map(made)))
        case .object(let object): .object(JSONObject(object.map { (key: $0.key, value: made($0.value)) }))
        default: value
        }
    }

    private static let paths = [
        "$..a", "$..['k\"1\\\\','é']", "$..*", "$.a.b", "$[*].a", "$..[?@.a]", "$..[?@.a==1]", "$..[?count(@..a)>2]", "$..['']", "$..[-1]",
        "$.*..b[1:]",
    ]

    @Test(arguments: paths)
    func aPathSelectsTheSameInATextAndInItsElements(_ text: String) throws {
        var random = SeededGenerator(seed: 9535)
        let path = try JSONPath(text)
        for _ in 0..<20 {
            let source = Self.document(&random, depth: 4).description
            let other = Self.made(try json(source))
            let nodes = try path.nodes(in: json(source)), expected = try path.nodes(in: other)
            #expect(nodes.map(\.value) == expected.map(\.value))
            #expect(nodes.map(\.location) == expected.map(\.location))
            // Evaluates the path in a second document, after other paths have made some of its elements.
            let half = try json(source)
            _ = try JSONPath("$[0]").first(in: half)
            _ = try JSONPath("$.a").first(in: half)?.array?.first
            #expect(try path.values(in: half) == expected.map(\.value))
        }
    }
}
