import TestSupport
import Testing
import Yoke

/// If the text has an object where the path has `[*]`, the stream's elements are the values of the object's members.
@Suite struct MemberStreamTests {
    private func hints(_ text: String, at path: String? = nil, _ options: JSONReadOptions = .strict) -> Set<String> {
        var options = options, hints: Set<String> = []
        for engine in JSONEngine.each {
            options.engine = engine
            for size in [1, text.utf8.count] {
                do {
                    var stream = try JSONStream<Item>(chunks: Array(text.utf8).chunks(of: size), at: path, options: options)
                    while try stream.next() != nil {}
                    hints.insert("no error")
                } catch { hints.insert("\(error.path) \(error.hint ?? "-")") }
            }
        }
        return hints
    }

    private let hint =
        "the text begins with an object, and [*] leads to its members: the path $ leads to the object itself, "
        + "and the format .lines reads one object from each line"

    @Test func theMembersOfAnObjectAreItsElements() {
        let text = #"{"a":{"id":1},"b":{"id":2,"name":"two"}}"#
        #expect(Run<Item>(text: text).elements == [Item(id: 1), Item(id: 2, name: "two")])
        #expect(Run<Item>(text: text, at: "$.*").elements.count == 2)
    }

    @Test func aMemberThatDoesNotFitSaysThatTheTextIsAnObject() {
        #expect(hints(#"{"id":1,"name":"x"}"#) == ["$.id \(hint)"])
        #expect(hints(#"{"items":[{"id":1}]}"#) == ["$.items \(hint)"])
        #expect(hints(#"{"meta":{"page":1},"items":[]}"#) == ["$.meta \(hint)"])
        #expect(hints(#"{"id":"7"}"#, at: "$.*", .lenient) == ["$.id \(hint)"])
    }

    @Test func otherErrorsKeepTheirHints() {
        #expect(hints(#"{"a":{"id":"x"}}"#) == ["$.a.id -"])
        #expect(hints(#"[7]"#) == ["$[0] -"])
        #expect(hints(#"{"items":[7]}"#, at: "$.items[*]") == ["$.items[0] -"])
        #expect(hints(#"{"a":{"id":1}}"#) == ["no error"])
    }
}
