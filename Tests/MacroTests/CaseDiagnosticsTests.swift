#if Macros
import Testing

@Suite("Cases that cannot be named or bound say what to do instead")
struct CaseDiagnosticsTests {
    @Test func tagAndContentNeedTwoKeys() {
        let expansion = Expansion(
            """
            @JSONModel(tag: "t", content: "t")
            enum Shape {
                case a(Int)
            }
            """)
        #expect(
            expansion.report == #"""
                1:31: error: the content needs a key of its own, and this is the key of the tag: give one of them another key
                """#)
    }

    @Test("options of enums")
    func optionsOfEnums() {
        let expansion = Expansion(
            """
            @JSONModel(unknownKeys: .reject, content: "c", untagged: true)
            enum Shape {
                case a(Int)
            }
            """)
        #expect(
            expansion.report == #"""
                1:12: error: 'unknownKeys' does nothing for an enum: remove it
                1:34: error: 'content' is the key beside a tag: add 'tag:' before it
                """#)
    }

    @Test("more than one that says which case it is")
    func chosenAndTagged() {
        let expansion = Expansion(
            """
            @JSONModel(tag: "t", choose: kind)
            enum Shape {
                case a(Int)
            }
            """)
        #expect(expansion.report.hasPrefix("1:22: error: 'choose' says which case an object is: remove it, or 'tag:' or 'untagged:'"))
    }

    @Test("names")
    func names() {
        let expansion = Expansion(
            """
            @JSONModel
            enum Lang: String {
                @JSONCase("a") case x, y
                @JSONCase("b") @JSONCase("c") case z
                @JSONCase("w") case v
                case w
                @JSONCase(.fallback) case f
                @JSONCase(.fallback) case g
            }
            """)
        #expect(
            expansion.report == #"""
                3:5: error: @JSONCase is for one case, and this 'case' declares 2: write 'case x' and 'case y' on lines of their own
                4:30: error: 'z' has a name already: remove one
                6:10: error: another case is called 'w' already
                8:15: error: another case is the fallback already: remove one
                """#)
    }

    @Test("two cases with one base name")
    func casesWithOneBaseName() {
        let expansion = Expansion(
            """
            @JSONModel
            enum Step {
                @JSONCase("a") case move(x: Int)
                @JSONCase("b") case move(y: Int)
            }
            """)
        #expect(
            expansion.report
                == "4:25: error: another case is called 'move' too, and @JSONModel tells cases apart by this name: rename one")
    }

    @Test("names of numbers")
    func namesOfNumbers() {
        let expansion = Expansion(
            """
            @JSONModel
            enum Level: Int {
                @JSONCase("low") case low
            }
            """)
        #expect(
            expansion.report == #"""
                3:5: error: cases over 'Int' have no names: make the raw type 'String', or remove @JSONCase
                """#)
        let fallbacks = Expansion("@JSONModel enum Level: Int { @JSONCase(.fallback) case a\n@JSONCase(.fallback) case b }")
        #expect(fallbacks.report == "2:11: error: another case is the fallback already: remove one")
    }

    @Test("payloads")
    func payloads() {
        let expansion = Expansion(
            """
            @JSONModel(tag: "type")
            enum Shape {
                case a(() -> Void)
                case b(x: Any)
                case c(Int)
                case d([Shape])
                case fine(width: Int)
                @JSONCase(.fallback) case other(Int)
            }
            """)
        #expect(
            expansion.report == #"""
                3:12: error: 'a': a function has no JSON form: write 'static var jsonMapping' by hand
                4:15: error: 'b': 'Any' can be anything: use 'JSONValue', which holds any JSON
                  fix-it: use 'JSONValue'
                5:12: error: 'c' holds no object, so a tag has no place in it: add 'content:' to @JSONModel
                6:12: error: 'd' holds no object, so a tag has no place in it: add 'content:' to @JSONModel
                8:37: error: 'Int' cannot hold every value that fits no other case: let the fallback 'other' hold a 'JSONValue', a 'JSONRawText', a struct with the tag as a property, or nothing. If all cases are names, it may hold a 'String'
                """#)
    }

    @Test("a String as fallback beside a tag or payloads")
    func aStringAsFallback() {
        for (options, payload) in [(#"(tag: "t")"#, ""), ("", "(Int)")] {
            let expansion = Expansion(
                """
                @JSONModel\(options)
                enum Shape {
                    case point\(payload)
                    @JSONCase(.fallback) case other(String)
                }
                """)
            #expect(expansion.report.hasPrefix("4:37: error: 'String' cannot hold every value that fits no other case"))
        }
    }

    @Test("a value that has the tag's key as its label")
    func aLabelThatIsTheTag() {
        let expansion = Expansion(
            """
            @JSONModel(tag: "type")
            enum Shape {
                case circle(type: String, radius: Double)
                case fine(kind: String)
                @JSONCase(.fallback) case other(type: String)
            }
            """)
        #expect(
            expansion.report == #"""
                3:17: error: 'type' is the key of the tag, so 'circle' cannot have a value under it: give it another label, or add 'content:' to @JSONModel
                """#)
        #expect(Expansion("@JSONModel(tag: \"type\", content: \"c\") enum A { case a(type: Int) }").report.isEmpty)
    }

    @Test("cases inside #if may exclude each other")
    func casesThatExcludeEachOther() {
        let text = """
            @JSONModel
            enum Server: String {
                case local
                #if DEBUG
                case main = "a"
                #else
                case main = "b"
                #endif
            }
            """
        #expect(Expansion(text).report.isEmpty)
        #expect(
            Expansion(text.replacing("case main = \"a\"", with: "@JSONCase(\"local\") case other")).report == """
                5:15: error: another case is called 'local' already
                """)
    }

    @Test("names of cases in CodingKeys")
    func namesInCodingKeys() {
        func report(_ first: String) -> String {
            Expansion(
                """
                @JSONModel
                enum Entry {
                    \(first) case file(name: String)
                    case folder(Int)
                    enum CodingKeys: String, CodingKey { case file = "f", folder }
                }
                """
            ).report
        }
        #expect(
            report("") == """
                5:10: warning: @JSONModel does not take the names of an enum's cases from CodingKeys: name the cases by @JSONCase
                """)
        #expect(report("@JSONCase(\"f\")").isEmpty)
    }

    @Test("labels that a key path cannot name")
    func unspeakableLabels() {
        let expansion = Expansion(
            """
            @JSONModel
            enum Entry {
                case file(Type: String, size: Int)
                case folder(`Self`: Int)
            }
            """)
        #expect(
            expansion.report == """
                3:15: error: a key path cannot name 'Type', which is a type's own: give the value another label
                4:17: error: a key path cannot name 'Self', which is a type's own: give the value another label
                """)
    }

    @Test("two values with one key")
    func twoValuesWithOneKey() {
        #expect(
            Expansion("@JSONModel enum A { case a(Int, _0: Int), b(Int, Int, _1: Int) }").report
                == "1:33: error: another value of 'a' has the key '_0' already: give this one another label\n1:55: error: another value of 'b' has the key '_1' already: give this one another label"
        )
    }

    @Test("a key style for cases without names")
    func aKeyStyleForNumbers() {
        #expect(
            Expansion("@JSONModel(keys: .snakeCase) enum A: Int { case lowLevel }").report
                == "1:18: error: 'keys' does nothing for cases over 'Int', which have no names: remove it")
        #expect(Expansion("@JSONModel(keys: .snakeCase) enum A: String { case lowLevel }").report.isEmpty)
    }

    @Test("a case without a model")
    func aCaseWithoutAModel() {
        let expansion = Expansion(
            """
            enum Shape {
                @JSONCase("a") case a
            }
            """)
        #expect(
            expansion.report == #"""
                2:5: warning: @JSONCase does nothing in a type without @JSONModel
                """#)
    }
}
#endif
