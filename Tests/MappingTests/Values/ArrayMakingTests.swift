import Testing
import TestSupport
import Yoke

/// C makes the heap objects of Arrays, after it has seen the first Array of a type. Such Arrays must be as good as Arrays of Swift.
@Suite struct ArrayMakingTests {
    private enum Color: String, JSONConvertible {
        case red, green
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Color.self) { $0 += [.red, .green] } }
    }

    private final class Node: JSONConvertible, Equatable, Sendable {
        let a: Int
        static var jsonMapping: JSONMapping { JSONMapping(Node.self, via: Int.self, decode: { Node($0) }, encode: { $0.a }) }
        init(_ a: Int) { self.a = a }
        static func == (a: Node, b: Node) -> Bool { a.a == b.a }
    }

    /// Reads arrays of several sizes, each by one reader, and checks them: the elements, the room for elements, and that a copy keeps its
    /// elements when the array changes.
    private func check<Element: JSONReadable & Equatable & Sendable>(_ elements: [(String, Element)]) throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            var reader = try JSONReader<[[Element]]>(options: options)
            for count in [0, 1, 2, 3, 15, 16, 17, 100] {
                let chosen = (0..<count).map { elements[$0 % elements.count] }
                let text = "[" + chosen.map(\.0).joined(separator: ",") + "]"
                let expected = chosen.map(\.1)
                for array in try reader.read("[\(text),\(text),\(text)]".utf8) {
                    var array = array
                    #expect(array == expected)
                    #expect((count...max(2 * count, 16)).contains(array.capacity))
                    let copy = array
                    array.append(elements[0].1)
                    array.append(contentsOf: array)
                    array.removeFirst(count + 1)
                    #expect(array == expected + [elements[0].1])
                    #expect(copy == expected)
                }
            }
        }
    }

    @Test func numbers() throws {
        try check([("1", 1), ("-3", -3)])
        try check([("1.5", 1.5), ("-0.25", -0.25)])
        try check([("1", 1 as Int8), ("-128", -128)])
        try check([("1", 1 as Float), ("2.5", 2.5)])
        try check([("1", 1 as Int128), ("-1", -1)])
    }

    @Test func valuesWithReferences() throws {
        try check([(#""short""#, "short"), (#""a text of more than fifteen bytes""#, "a text of more than fifteen bytes")])
        try check([("1", Optional(1)), ("null", nil)])
        try check([(#""a long text in an Optional""#, Optional("a long text in an Optional")), ("null", nil)])
        try check([("[1,2]", [1, 2]), ("[]", [])])
        try check([(#"{"a":1}"#, ["a": 1]), ("{}", [:])])
        try check([(#"{"a":[1,2]}"#, JSONValue.object(["a": [1, 2]])), ("1", 1)])
    }

    @Test func otherTypes() throws {
        try check([(#""red""#, Color.red), (#""green""#, .green)])
        try check([("1", Node(1)), ("2", Node(2))])
        try check([("1", Set([1])), ("2", [2])].map { ("[\($0.0)]", $0.1) })
    }
}
