import TestSupport
import Testing

@testable import Yoke

/// Tests paths to elements: which paths are accepted, and at which position a path is refused.
@Suite struct ElementPathTests {
    @Test(
        arguments: [
            ("$", []),
            ("", []),
            ("$[*]", [.all]),
            ("[*]", [.all]),
            ("$.*", [.all]),
            ("$.a", [.key("a")]),
            ("a", [.key("a")]),
            (".a", [.key("a")]),
            ("a.b[3]", [.key("a"), .key("b"), .index(3)]),
            ("$.a[*].b[*]", [.key("a"), .all, .key("b"), .all]),
            ("$[*][*]", [.all, .all]),
            ("$[0]", [.index(0)]),
            ("$[18446744073709551615]", [.index(.max)]),
            ("$['a.b']", [.key("a.b")]),
            ("$[\"a]b\"]", [.key("a]b")]),
            ("$['it\\'s']['\\\\']", [.key("it's"), .key("\\")]),
            ("$['']", [.key("")]),
            ("$['\\b\\t\\n\\f\\r\\/\\\"']", [.key("\u{8}\t\n\u{C}\r/\"")]),
            ("$['\\u00e9\\uD834\\uDD1E']", [.key("é𝄞")]),
            ("$['*']", [.key("*")]),
            ("$.été.名前", [.key("été"), .key("名前")]),
            ("$./a", [.key("/a")]),
            ("a./b", [.key("a"), .key("/b")]),
            ("['/a']", [.key("/a")]),
            ("$.with space[*]", [.key("with space"), .all]),
        ] as [(String, [ElementPath.Step])])
    func pathsAreParsed(text: String, steps: [ElementPath.Step]) throws {
        #expect(try ElementPath(text).steps == steps)
    }

    @Test(arguments: [
        "$a", "$.", "$..a", "$.a..b", "$[", "$[*", "$[a]", "$[-1]", "$[1:2]", "$[?(@.a)]", "$['a'", "$['a", "$['a\\", "$['a\\x']",
        "$['\\u00e']", "$['\\ud83d']", "$['\\udd1e']",
        "$[]", "$.a.",
        "$[18446744073709551616]", "$[1,2]", "$[*]x", "$[0x1]", "$[ 0 ]", "$['a'x]", "$[+1]", "$$", "$[１]",
        "/", "/a/0", "/\u{301}",
    ])
    func badPathsAreRefused(text: String) {
        let error = #expect(throws: JSONError.self) { _ = try ElementPath(text) }
        #expect(error?.kind == .invalidPath)
        #expect(error?.message.contains("at character") == true)
        #expect(Run<Item>(text: "[]", at: text).kinds == [.invalidPath])
    }

    @Test(arguments: [
        ("$a", 1), ("$.", 2), ("$..a", 2), ("$.a..b", 4), ("a..b", 2), ("$[", 2), ("$[*", 3), ("$.é[a]", 4), ("$[-1]", 2), ("$['a'", 5),
        ("$['a", 2), ("$['a\\", 4), ("$['a\\x']", 4), ("$['\\u00e']", 3), ("$['\\ud83d']", 3), ("$['a'x]", 5), ("$[0]x", 4), ("[0]x", 3),
        ("/a/0", 0),
    ])
    func anErrorPointsAtTheMistake(text: String, position: Int) {
        let error = #expect(throws: JSONError.self) { _ = try ElementPath(text) }
        #expect(error?.message.contains("at character \(position):") == true, "\(error?.message ?? "")")
    }

    @Test func theRefusalOfALongPathIsShortAndHarmless() {
        let error = #expect(throws: JSONError.self) { _ = try ElementPath("$[\u{1B}" + String(repeating: "x", count: 10_000)) }
        #expect((error?.description.utf8.count ?? .max) < 400)
        #expect(error?.description.contains("\u{1B}") == false)
    }

    /// A combining mark after a dot or bracket belongs to the key. Swift would see the dot or bracket and the mark as one Character.
    @Test func punctuationIsSeenByItself() throws {
        #expect(try ElementPath("$.\u{301}a").steps == [.key("\u{301}a")])
        #expect(try ElementPath("$['\u{301}a']").steps == [.key("\u{301}a")])
        #expect(Run<Int>(text: "{\"\u{301}a\":[1]}", at: "$.\u{301}a[*]").elements == [1])
    }

    @Test func readersOfOneValueTakeNoPathToMany() {
        #expect(Outcome { () throws(JSONError) in _ = try JSONReader<Item>(at: "$[*]") }.failure?.kind == .invalidPath)
        #expect(Outcome { () throws(JSONError) in try [Int](json: "[[1]]", at: "$[*]") }.failure?.kind == .invalidPath)
        #expect(Outcome { () throws(JSONError) in try [Int](json: "[[1]]", at: "$[0]") }.value == [1])
    }
}
