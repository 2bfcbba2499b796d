import Testing
import YokeStandards

@Suite struct IRegexpTests {
    @Test(arguments: [
        ("", "", true), ("a*", "aaa", true), ("a+", "", false), ("a?b", "b", true), ("a{2}", "aa", true), ("a{2}", "aaa", false),
        ("a{2,}", "aaaa", true), ("a{1,3}", "aaaa", false), ("a{0}", "", true), ("(ab|c)*", "abcab", true), ("a||b", "", true),
        ("[a-c]", "b", true), ("[^a-c]", "b", false), ("[-a]", "-", true), ("[a-]", "-", true), ("[\\]]", "]", true),
        ("[^-a]", "-", false), ("\\p{Lu}+", "ÄB", true), ("\\P{L}", "1", true), ("[\\p{Nd}x]+", "1x٣", true), ("\\p{L}", "é", true),
        (".", "\n", false), (".", "😀", true), ("\\n\\t\\r", "\n\t\r", true), ("a\\.b", "axb", false), ("$a", "$a", true),
        ("a^b", "a^b", true),
        ("^a", "a", true), ("^a", "^a", true), ("a$", "a", true), ("a$", "a$", true), ("(a{0,2}){0,3}", "aaaaaa", true),
        ("é", "e\u{301}", false),
    ])
    func anExpressionMatchesTheEntireText(_ pattern: String, _ text: String, _ matches: Bool) throws {
        #expect(try IRegexp(pattern).matches(text) == matches)
    }

    @Test func aPartOfATextIsFound() throws {
        #expect(try IRegexp("b+c").isFound(in: "aabbcd"))
        #expect(try !IRegexp("b+c").isFound(in: "aabbd"))
        #expect(try IRegexp("^b").isFound(in: "ba"))
        #expect(try !IRegexp("^b").isFound(in: "ab"))
        #expect(try IRegexp("b$").isFound(in: "ab"))
        #expect(try IRegexp("").isFound(in: "x"))
    }

    @Test(arguments: [
        "(", ")", "a)", "*", "+a", "a**", "[", "[]", "[^]", "[a", "[b-a]", "[a-b-c]", "\\d", "\\w", "\\", "a{", "a{,2}", "a{2,1}", "a{x}",
        "}", "]", "\\p{X}", "\\p{Lx}", "\\p{L", "(?:a)", "\\1", "[[]",
    ])
    func anotherSyntaxIsRefused(_ pattern: String) {
        expectError(.refused, "RFC 9485") { _ = try IRegexp(pattern) }
    }

    @Test(arguments: [("a{2,1}", 1), ("a{x", 2), ("[z-a]", 1), ("[a-cé-b]", 4), ("\\p{Xx}", 3), ("\\q", 1), ("a**", 2), ("(a", 2)])
    func anErrorPointsAtTheMistake(_ pattern: String, _ position: Int) {
        expectError(.refused, "see character \(position)") { _ = try IRegexp(pattern) }
    }

    @Test func everyMatchIsLinear() throws {
        let text = String(repeating: "a", count: 500)
        for pattern in ["(a*)*b", "(a|a)*b", "(a?){100}a{100}b", "((a*)*)*b", "(.*a){50}b", "((a{0,5}){0,5}){0,5}"] {
            let regexp = try IRegexp(pattern)
            #expect(try !regexp.matches(text), "\(pattern)")
        }
    }

    @Test func countedRepeatsThatMultiplyAreRefused() throws {
        for pattern in ["((a{100}){100}){100}", "(a{999999999}){999999999}", "((){1000000}){1000000}", "(((a?){99}){99}){99}"] {
            expectError(.limitExceeded, "states") { _ = try IRegexp(pattern) }
        }
        let deep = String(repeating: "(", count: 65) + "a" + String(repeating: ")", count: 65)
        expectError(.limitExceeded, "64 parentheses") { _ = try IRegexp(deep) }
        expectError(.limitExceeded) { _ = try JSONPath("$[?match(@, '\(deep)')]").values(in: ["a"]) }
        #expect(try IRegexp(String(deep.dropFirst().dropLast())).matches("a"))
        let path = try JSONPath("$[?match(@, '((a{100}){100}){100}')]")
        expectError(.limitExceeded, "states") { _ = try path.values(in: ["a"]) }
    }

    @Test func anExpressionThatIsNotValidMatchesNothing() throws {
        #expect(try JSONPath("$[?match(@, '(')]").values(in: ["(", "a"]).isEmpty)
        #expect(try JSONPath("$[?search(@, $[1])]").values(in: ["a[", "["]).isEmpty)
    }

    @Test func rangesOfAClassMayOverlapAndStandInAnyOrder() throws {
        let set = try IRegexp("[x-z\u{430}-\u{44F}b-da-c\u{4E0}\u{451}\u{440}-\u{460}\\p{Nd}]*")
        #expect(try set.matches("abcdxyz\u{430}\u{44F}\u{451}\u{460}\u{4E0}7\u{663}"))
        for other in ["e", "w", "{", "\u{42F}", "\u{461}", "\u{4DF}", "\u{4E1}"] { #expect(try !set.matches(other), "\(other)") }
        let rest = try IRegexp("[^b-d\u{430}-\u{44F}\\P{L}]+")
        #expect(try rest.matches("ae\u{451}"))
        for other in ["c", "1", "\u{431}"] { #expect(try !rest.matches(other), "\(other)") }
    }

    @Test func partsWithoutStatesAreCountedToo() throws {
        let pattern = "(" + String(repeating: "a{0}", count: 5000) + "){9999}"
        expectError(.limitExceeded) { _ = try IRegexp(pattern) }
        let wide = (0..<2000).map { String(Unicode.Scalar(0x4E00 + 2 * UInt32($0))!) }.joined()
        #expect(try IRegexp("[\(wide)]{9000}").matches(String(repeating: "\u{4E02}", count: 9000)))
    }
}
