import Testing
import TestSupport
import YokeStandards

private struct Visitor: JSONConvertible, Hashable {
    var id: Int

    static var jsonMapping: JSONMapping { JSONMapping(Visitor.self) { $0.add("id", \.id) } }
}

private struct Team: JSONConvertible, Equatable {
    var tags: Set<String> = []
    var people: Set<Visitor> = []
    var counts: [String: Int] = [:]

    static var jsonMapping: JSONMapping {
        JSONMapping(Team.self) {
            $0.add("tags", \.tags)
            $0.add("people", \.people, default: [])
            $0.add("counts", \.counts, default: [:])
        }
    }
}

/// An element whose text need not have all members.
private struct Entry: JSONConvertible, Hashable {
    var x: Int
    var y: String?
    var z = 7

    static var jsonMapping: JSONMapping {
        JSONMapping(Entry.self) {
            $0.add("x", \.x)
            $0.add("y", \.y)
            $0.add("z", \.z, literal: 7)
        }
    }
}

/// Equal Sets iterate in different orders, for example if their capacities differ. The same is true for dictionaries.
@Suite struct SetTests {
    private static let words = (0..<20).map { "word \($0)" }

    private static func team(capacity: Int) -> Team {
        var tags = Set<String>(minimumCapacity: capacity), counts = [String: Int](minimumCapacity: capacity)
        for word in words {
            tags.insert(word)
            counts[word] = word.count
        }
        return Team(tags: tags, people: Set((0..<9).map(Visitor.init)), counts: counts)
    }

    private let small = team(capacity: 1), large = team(capacity: 5000)

    @Test func equalModelsHaveOneCanonicalForm() throws {
        #expect(small == large)
        #expect(try small.jsonString() != large.jsonString())
        #expect(try small.canonicalBytes() == large.canonicalBytes())
    }

    @Test func equalModelsHaveNoDifference() throws {
        #expect(try JSONPatch(from: small, to: large).operations.isEmpty)
        #expect(try JSONValue.mergePatch(from: small, to: large) == [:])
        var next = large
        next.tags.remove(Self.words[3])
        #expect(try JSONPatch(from: small, to: next).operations.count == 1)
    }

    @Test func anEditorKeepsTheOrderOfTheText() throws {
        let text = #"{"tags": ["d", "a", "c", "b"], "people": [{"id": 3, "name": "C"}, {"id": 1, "name": "A"}, {"id": 2, "name": "B"}]}"#
        func updated(_ change: (inout Team) -> Void) throws -> String {
            var team = try Team(json: text), editor = try JSONEditor(text)
            change(&team)
            try editor.update(from: team)
            #expect(try Team(json: editor.text) == team)
            return editor.text
        }
        #expect(try updated { _ in } == text)
        #expect(try updated { $0.tags.reserveCapacity(5000) } == text)
        #expect(try updated { $0.tags.remove("a") } == text.replacing(#""a", "#, with: ""))
        #expect(try updated { $0.tags.insert("e") } == text.replacing(#""b"]"#, with: #""b", "e"]"#))
        #expect(
            try updated { $0.tags.insert("0") }.hasSuffix(
                #"], "people": [{"id": 3, "name": "C"}, {"id": 1, "name": "A"}, {"id": 2, "name": "B"}]}"#))
        for id in 1...3 { _ = try updated { $0.people.remove(Visitor(id: id)) } }
    }

    @Test(
        "an editor finds the elements of a Set whose text lacks defaults",
        arguments: [
            (#"[{"y":"","x":1},{"x":0}]"#, [Entry(x: 0)], #"[{"x":0}]"#),
            (#"[{"x":3,"y":"q"},{"x":0}]"#, [Entry(x: 3)], nil),
            (
                "[{\"x\":1}, // one\n{\"x\":0}, // zero\n{\"x\":5} // five\n]", [Entry(x: 0), Entry(x: 5)],
                "[ // one\n{\"x\":0}, // zero\n{\"x\":5} // five\n]"
            ),
            (#"[{"x":1},{"x":0},{"x":5,"z":8}]"#, [Entry(x: 5, z: 8), Entry(x: 1), Entry(x: 0), Entry(x: 9)], nil),
        ] as [(String, Set<Entry>, String?)])
    private func elementsWithoutDefaults(text: String, entries: Set<Entry>, expected: String?) throws {
        let options = JSONReadOptions.jsonc
        var editor = try JSONEditor(text, options: options)
        try editor.update(from: entries)
        #expect(try Set<Entry>(json: editor.text, options: options) == entries)
        if let expected { #expect(editor.text == expected) }
        let once = editor.text
        try editor.update(from: entries)
        #expect(editor.text == once)
    }

    @Test func anEditorWritesAnySet() throws {
        var random = SeededGenerator(seed: 7)
        func entry() -> (String, Entry) {
            let x = Int.random(in: 0...3, using: &random), y = Bool.random(using: &random) ? "q" : nil
            let z = Bool.random(using: &random) ? 7 : 8, writesDefault = Bool.random(using: &random)
            let members = ["\"x\":\(x)"] + (y == nil ? [] : [#""y":"q""#]) + (z == 8 || writesDefault ? ["\"z\":\(z)"] : [])
            return ("{\(members.shuffled(using: &random).joined(separator: ","))}", Entry(x: x, y: y, z: z))
        }
        for _ in 0..<2000 {
            let texts = (0..<Int.random(in: 0...4, using: &random)).map { _ in entry().0 }
            let entries = Set((0..<Int.random(in: 0...4, using: &random)).map { _ in entry().1 })
            var editor = try JSONEditor("[\(texts.joined(separator: ","))]")
            try editor.update(from: entries)
            #expect(try Set<Entry>(json: editor.text) == entries, "\(texts)")
        }
    }

    @Test func anEditorSortsNewDictionaries() throws {
        var editor = try JSONEditor("{}")
        try editor.set(["d": 1, "a": 2, "c": 3, "b": 4], at: "$.counts")
        #expect(editor.text.filter { !$0.isWhitespace } == #"{"counts":{"a":2,"b":4,"c":3,"d":1}}"#)
    }
}
