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

    @Test func anEditorSortsNewDictionaries() throws {
        var editor = try JSONEditor("{}")
        try editor.set(["d": 1, "a": 2, "c": 3, "b": 4], at: "$.counts")
        #expect(editor.text.filter { !$0.isWhitespace } == #"{"counts":{"a":2,"b":4,"c":3,"d":1}}"#)
    }
}
