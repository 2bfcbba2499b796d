#if Macros
import Testing

@Suite("Properties that cannot be bound say what to do instead")
struct PropertyDiagnosticsTests {
    @Test("a constant with an initial value")
    func aConstantWithAnInitialValue() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Event {
                /// The version.
                let version = 1
            }
            """)
        #expect(
            expansion.report == """
                4:5: warning: 'version' always has its initial value, so it is written but never read: make it 'var', or mark it @JSONIgnore
                  fix-it: make it 'var'
                  fix-it: mark it @JSONIgnore
                """)
        #expect(
            expansion.applying("make it 'var'") == """
                @JSONModel
                struct Event {
                    /// The version.
                    var version = 1
                }
                """)
        #expect(
            expansion.applying("mark it @JSONIgnore") == """
                @JSONModel
                struct Event {
                    /// The version.
                    @JSONIgnore let version = 1
                }
                """)
    }

    @Test("a tuple pattern")
    func aTuplePattern() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Pair {
                var (a, b) = (1, 2)
            }
            """)
        #expect(
            expansion.report == """
                3:9: error: @JSONModel cannot bind a tuple pattern: declare each property by itself
                """)
    }

    @Test("ignored without a value")
    func ignoredWithoutAValue() {
        let expansion = Expansion(
            """
            @JSONModel
            struct User {
                @JSONIgnore var cache: [Int]
            }
            """)
        #expect(
            expansion.report == """
                3:21: error: 'cache' is ignored, so nothing gives it a value: add an initial value, or make it Optional
                  fix-it: make it '[Int]?'
                """)
        #expect(
            expansion.applying("make it '[Int]?'") == """
                @JSONModel
                struct User {
                    @JSONIgnore var cache: [Int]?
                }
                """)
    }

    @Test("an ignored function without a value")
    func anIgnoredFunctionWithoutAValue() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Button {
                @JSONIgnore var action: () -> Void
            }
            """)
        #expect(
            expansion.report == """
                3:21: error: 'action' is ignored, so nothing gives it a value: add an initial value, or make it Optional
                  fix-it: make it '(() -> Void)?'
                """)
        #expect(
            expansion.applying("make it '(() -> Void)?'") == """
                @JSONModel
                struct Button {
                    @JSONIgnore var action: (() -> Void)?
                }
                """)
    }

    @Test("ignored with a key")
    func ignoredWithAKey() {
        let expansion = Expansion(
            """
            @JSONModel
            struct User {
                @JSONKey("n") @JSONIgnore var name: String?
            }
            """)
        #expect(
            expansion.report == """
                3:5: error: 'name' is ignored, so it has no key: remove @JSONKey or @JSONIgnore
                  fix-it: remove @JSONKey
                  fix-it: remove @JSONIgnore
                """)
        #expect(
            expansion.applying("remove @JSONKey") == """
                @JSONModel
                struct User {
                    @JSONIgnore var name: String?
                }
                """)
        #expect(
            expansion.applying("remove @JSONIgnore") == """
                @JSONModel
                struct User {
                    @JSONKey("n") var name: String?
                }
                """)
    }

    @Test("two keys")
    func twoKeys() {
        let expansion = Expansion(
            """
            @JSONModel
            struct User {
                @JSONKey("a") @JSONKey("b") var name: String
            }
            """)
        #expect(
            expansion.report == """
                3:19: error: 'name' has a key already: remove this @JSONKey
                  fix-it: remove @JSONKey
                """)
        #expect(
            expansion.applying("remove @JSONKey") == """
                @JSONModel
                struct User {
                    @JSONKey("a") var name: String
                }
                """)
    }

    @Test("lazy without a type")
    func lazyWithoutAType() {
        let expansion = Expansion(
            """
            @JSONModel
            struct User {
                lazy var name = "x"
            }
            """)
        #expect(
            expansion.report == """
                3:14: error: the type of lazy 'name' has to be written for @JSONModel: 'lazy var name: <#Type#> = ...'
                """)
    }

    @Test("unowned")
    func unowned() {
        let expansion = Expansion(
            """
            @JSONModel
            final class User {
                unowned var owner: User
                init(owner: User) {
                    self.owner = owner
                }
            }
            """)
        #expect(
            expansion.report == """
                3:17: error: nothing would own what is read into unowned 'owner': make it strong, or Optional with @JSONIgnore
                """)
    }

    @Test("managed by Core Data")
    func managedByCoreData() {
        let expansion = Expansion(
            """
            @JSONModel
            final class User {
                @NSManaged var name: String
            }
            """)
        #expect(
            expansion.report == """
                3:20: error: 'name' is stored by Core Data, not by the object: bind a struct and fill the managed object from it
                """)
    }

    @Test("a tuple")
    func aTuple() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Line {
                var from: (Double, Double)
            }
            """)
        #expect(
            expansion.report == """
                3:15: error: 'from': a tuple has no JSON form: declare a struct with @JSONModel, or use an array
                """)
    }

    @Test("a function")
    func aFunction() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Button {
                var action: (() -> Void)?
            }
            """)
        #expect(
            expansion.report == """
                3:18: error: 'action': a function has no JSON form: mark the property @JSONIgnore
                  fix-it: mark it @JSONIgnore
                """)
        #expect(
            expansion.applying("mark it @JSONIgnore") == """
                @JSONModel
                struct Button {
                    @JSONIgnore var action: (() -> Void)?
                }
                """)
    }

    @Test("an existential")
    func anExistential() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Zoo {
                var animals: [any Animal]
            }
            """)
        #expect(
            expansion.report == """
                3:19: error: 'animals': JSON does not say which type 'any Animal' holds: use a concrete type or a coder by @JSONCoded, or mark the property @JSONIgnore
                """)
    }

    @Test("Any")
    func any() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Free {
                var extra: [String: Any]
            }
            """)
        #expect(
            expansion.report == """
                3:25: error: 'extra': 'Any' can be anything: use 'JSONValue', which holds any JSON
                  fix-it: use 'JSONValue'
                """)
        #expect(
            expansion.applying("use 'JSONValue'") == """
                @JSONModel
                struct Free {
                    var extra: [String: JSONValue]
                }
                """)
    }

    @Test("initial values, isolation and names that cannot be")
    func others() {
        let expansion = Expansion(
            """
            @JSONModel
            final class Key {
                var pair = (1, 2)
                var act = { print(1) }
                var list: some Collection = [1]
                @MainActor var shown = true
                @MainActor @JSONIgnore var kept = true
                var `Type` = 1
            }
            """)
        #expect(
            expansion.report == """
                3:16: error: 'pair': a tuple has no JSON form: declare a struct with @JSONModel, or use an array
                  fix-it: mark it @JSONIgnore
                4:15: error: 'act': a function has no JSON form: mark the property @JSONIgnore
                  fix-it: mark it @JSONIgnore
                5:15: error: 'list': 'some Collection' does not name its type, which reading has to make: use a concrete type, or mark the property @JSONIgnore
                  fix-it: mark it @JSONIgnore
                6:5: error: @JSONModel reads on any thread, so 'shown' cannot be isolated to an actor: take the isolation away, or mark it @JSONIgnore
                  fix-it: remove @MainActor
                8:9: error: a key path cannot name 'Type', which is a type's own: give the property another name, and this one as its key by @JSONKey("Type")
                """)
    }

    @Test("a part of a string")
    func aSubstring() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Key {
                let letter: Substring
            }
            """)
        #expect(
            expansion.report == """
                3:17: error: 'letter': 'Substring' has no JSON form: use 'String'
                  fix-it: use 'String'
                """)
        #expect(
            expansion.applying("use 'String'") == """
                @JSONModel
                struct Key {
                    let letter: String
                }
                """)
    }

    /// `Character` and `Range` may be types of the user.
    @Test("names that Swift has, too")
    func namesOfTheUser() {
        #expect(Expansion("@JSONModel struct Page { var results: [Character]; var range: Range }").report == "")
        #expect(Expansion("@JSONModel struct Page { var range: Range<Int> }").report.contains("'Range<Int>' has no JSON form"))
    }

    @Test("a wrapped property without a type")
    func wrappedWithoutType() {
        #expect(
            Expansion("@JSONModel struct Page { @Trimmed var title }").report
                == "1:39: error: the type of wrapped 'title' has to be written for @JSONModel: 'var title: <#Type#>'")
        #expect(Expansion("@JSONModel final class Planet { @JSONIgnore @Parent(key: \"star\") var star: Star; init() {} }").report == "")
        #expect(Expansion("@JSONModel struct Page { @JSONIgnore var star: Star }").report.contains("nothing gives it a value"))
    }

    @Test("properties in branches that exclude each other")
    func branches() {
        let text = """
            @JSONModel
            struct Page {
                #if DEBUG
                @JSONKey(.path("a.b")) var first: Int
                @JSONExtras var more: JSONObject
                #else
                @JSONKey("a") var second: Int
                @JSONExtras var rest: JSONObject
                #endif
            }
            """
        #expect(Expansion(text).report == "")
        let same = text.replacing("#else\n", with: "")
        #expect(Expansion(same).report.contains("another property keeps the unknown members already"))
        let certain = text.replacing("struct Page {", with: "struct Page {\n    @JSONKey(\"a\") var zero: Int")
        #expect(Expansion(certain).report.contains("first"))
    }

    @Test("a dictionary over integers")
    func aDictionaryOverIntegers() {
        let source = ["Int8", "UInt16", "Int128", "Int"].map { "    var of\($0): [\($0): String]\n" }.joined()
        #expect(Expansion("@JSONModel\nstruct Table {\n\(source)}").report == "")
    }

    @Test("a dictionary over numbers")
    func aDictionaryOverNumbers() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Table {
                var rows: [Double: String] = [:]
            }
            """)
        #expect(
            expansion.report == """
                3:16: error: 'rows': keys of JSON objects are strings: use 'String' for the dictionary's keys
                  fix-it: use 'String'
                  fix-it: mark it @JSONIgnore
                """)
        #expect(
            expansion.applying("use 'String'") == """
                @JSONModel
                struct Table {
                    var rows: [String: String] = [:]
                }
                """)
        #expect(
            expansion.applying("mark it @JSONIgnore") == """
                @JSONModel
                struct Table {
                    @JSONIgnore var rows: [Double: String] = [:]
                }
                """)
    }

    @Test("ranges")
    func ranges() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Span {
                var ages: ClosedRange<Int>? = nil
                @JSONCoded(RangeCoder()) var years: Range<Int>
                var ids: [Range<Int>]
            }
            """)
        #expect(
            expansion.report == """
                3:15: error: 'ages': 'ClosedRange<Int>' has no JSON form: use @JSONCoded(.codable(ClosedRange<Int>.self)) of YokeFoundation, a struct of its bounds with @JSONModel, or mark the property @JSONIgnore
                  fix-it: mark it @JSONIgnore
                5:15: error: 'ids': 'Range<Int>' has no JSON form: use @JSONCoded(.codable(Range<Int>.self)) of YokeFoundation, a struct of its bounds with @JSONModel, or mark the property @JSONIgnore
                """)
    }

    @Test("coders of other types")
    func codersOfOtherTypes() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONCoded(.iso8601) var date: String
                @JSONCoded(.format("dd.MM.yyyy")) @JSONRule(.lossy) var days: [Int?]
                @JSONCoded(.base64URL) var key: String?
                @JSONCoded(.secondsSince1970) var at: Date
                @JSONCoded(.iso8601) var own: Timestamp
                @JSONCoded(Coder.iso8601) var other: String
            }
            """)
        #expect(
            expansion.report == """
                3:16: error: the coder '.iso8601' makes values of 'Date', and the property is 'String': make it 'Date', or remove the coder
                4:16: error: the coder '.format' makes values of 'Date', and the property is '[Int?]': make it 'Date', or remove the coder
                5:16: error: the coder '.base64URL' makes values of 'Data', and the property is 'String?': make it 'Data', or remove the coder
                """)
    }

    @Test("an Optional in parentheses starts as nil")
    func anOptionalInParentheses() {
        #expect(Expansion("@JSONModel struct Box { var a: Int; @JSONIgnore var h: (Int?) }").report.isEmpty)
    }
}
#endif
