#if Macros
import Testing

@Suite("Arguments that cannot be are errors where they stand")
struct AttributeDiagnosticsTests {
    @Test("keys in an array")
    func keysInAnArray() {
        let expansion = Expansion(
            """
            @JSONModel(layout: .array)
            struct Row {
                @JSONKey("ID") var id: Int
                @JSONFlatten var rest: Rest
            }
            """)
        #expect(
            expansion.report == #"""
                3:5: error: the type stands as an array, in which a property has its place and no key: remove @JSONKey, or 'layout:'
                  fix-it: remove @JSONKey
                4:5: error: the type stands as an array, in which a property has its place and no key: remove @JSONFlatten, or 'layout:'
                  fix-it: remove @JSONFlatten
                """#)
    }

    @Test("extras of a type that refuses them")
    func refusedExtras() {
        let expansion = Expansion(
            """
            @JSONModel(unknownKeys: .reject)
            struct Row {
                @JSONExtras var rest: JSONObject
            }
            """)
        #expect(
            expansion.report == #"""
                3:5: error: the type refuses unknown members, which this property is to keep: remove @JSONExtras, or 'unknownKeys: .reject'
                  fix-it: remove @JSONExtras
                """#)
    }

    @Test("checks of other types")
    func checksOfOtherTypes() {
        let expansion = Expansion(
            """
            @JSONModel
            struct User {
                @JSONValidate(1...20) var name: String
                @JSONValidate(0...5) var tags: [Int]?
                @JSONValidate(count: 0...5) var age: Int
                @JSONValidate({ (x: String) in x.isEmpty }) var id: Int
                @JSONValidate({ (x: inout Int) in x += 1 }) var rank: Int?
                @JSONValidate("a"..."f") var grade: String
                @JSONValidate(count: ...3) var list: [Int]
                @JSONValidate({ (x: ID) in x.isValid }) var other: Int
            }
            """)
        #expect(
            expansion.report == """
                3:19: error: no value of 'String' is in this range: 'count:' is for the number of its elements
                  fix-it: check the count
                4:19: error: no value of '[Int]' is in this range: 'count:' is for the number of its elements
                  fix-it: check the count
                5:19: error: a value of 'Int' has no count: check its range without 'count:'
                  fix-it: remove 'count:'
                6:25: error: the property is 'Int', and its check takes 'String'
                  fix-it: use 'Int'
                7:31: error: the property is 'Int?', and its check takes 'Int'
                  fix-it: use 'Int?'
                """)
        #expect(expansion.applying("check the count").contains("@JSONValidate(count: 1...20) var name"))
        #expect(expansion.applying("remove 'count:'").contains("@JSONValidate(0...5) var age"))
        #expect(expansion.applying("use 'Int?'").contains("{ (x: inout Int?) in x += 1 }"))
    }

    @Test("defaults of containers")
    func defaultsOfContainers() {
        let expansion = Expansion(
            """
            @JSONModel
            struct User {
                @JSONDefault(1.5) var a: [String]
                @JSONDefault([]) var b: [String: Int]
                @JSONDefault([:]) var c: [String: Int]
                @JSONDefault(onNull: "x") var d: [Int]? = []
                @JSONDefault(nil) var e: [Int]?
            }
            """)
        #expect(
            expansion.report == """
                3:18: error: a number is not a value of '[String]'
                4:18: error: an array is not a value of '[String: Int]'
                6:26: error: a string is not a value of '[Int]?'
                """)
    }

    @Test("one key for several properties")
    func oneKeyForSeveral() {
        #expect(
            Expansion(
                """
                @JSONModel
                struct User {
                    @JSONKey("x") var a, b: Int
                }
                """
            ).report.contains("3:5: error: these properties would all have the same key: declare each by itself"))
    }

    @Test("a dotted literal")
    func aDottedLiteral() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONKey("a.b") var a: Int
                @JSONKey("x", "b[0]") var b: Int
            }
            """)
        #expect(
            expansion.report == #"""
                3:14: warning: this is one key with '.' or '[' in it, not a path: write '.path' or '.literal' to say which is meant
                  fix-it: use '.path("a.b")'
                  fix-it: use '.literal("a.b")'
                4:19: warning: this is one key with '.' or '[' in it, not a path: write '.path' or '.literal' to say which is meant
                  fix-it: use '.path("b[0]")'
                  fix-it: use '.literal("b[0]")'
                """#)
        #expect(
            expansion.applying(#"use '.path("a.b")'"#) == """
                @JSONModel
                struct Post {
                    @JSONKey(.path("a.b")) var a: Int
                    @JSONKey("x", "b[0]") var b: Int
                }
                """)
        #expect(
            expansion.applying(#"use '.literal("b[0]")'"#) == """
                @JSONModel
                struct Post {
                    @JSONKey("a.b") var a: Int
                    @JSONKey("x", .literal("b[0]")) var b: Int
                }
                """)
    }

    @Test("repeated aliases")
    func repeatedAliases() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONKey("a", "b", "a") var a: Int
                @JSONKey("x", .literal("x")) var b: Int
                @JSONKey(.path("c.b"), .path("c.b")) var c: Int
                @JSONKey(read: "a", "b", write: "a") var d: Int
            }
            """)
        #expect(
            expansion.report == #"""
                3:24: error: this alias is in the list already: remove it
                  fix-it: remove it
                4:19: error: this alias is in the list already: remove it
                  fix-it: remove it
                5:28: error: this alias is in the list already: remove it
                  fix-it: remove it
                """#)
        #expect(expansion.applying("remove it").contains(#"@JSONKey("a", "b") var a"#))
    }

    @Test("paths")
    func paths() {
        let expansion = Expansion(
            #"""
            @JSONModel
            struct Post {
                @JSONKey(.path("")) var a: Int
                @JSONKey(.path("$")) var b: Int
                @JSONKey(.path("a[*]")) var c: Int
                @JSONKey(.path("[0].a")) var d: Int
                @JSONKey(.path("a..b")) var e: Int
                @JSONKey(.path("a[x]")) var f: Int
                @JSONKey(.path("a b")) var g: Int
                @JSONKey(.path("a[01]")) var h: Int
                @JSONKey(.path("/a/0")) var i: Int
                @JSONKey(.path("$['a b']['it\\'s'].c[12]")) var fine: Int
            }
            """#)
        #expect(
            expansion.report == #"""
                3:14: error: a path needs a key: '.path("a.b")'
                4:14: error: a path needs a key: '.path("a.b")'
                5:14: error: '[*]' leads to many values, and a property has one: use an index, or end the path at the array, and make its elements models
                6:14: error: the path of a property begins with a key, not with an index
                7:14: error: a key is missing in the path
                8:14: error: an index is [0], and a key in brackets has quotes
                9:14: error: the path holds ' ' where '.' or '[' is expected: an odd key stands in brackets and quotes
                10:14: error: an index is [0], and a key in brackets has quotes
                11:14: error: a path has dots, not slashes, as in 'a.b[0]': a key that begins with a slash stands in brackets and quotes
                """#)
    }

    @Test("a key that is never read")
    func aKeyThatIsNeverRead() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONKey(write: "a") var a: Int
                @JSONKey(write: "b") var b: Int?
            }
            """)
        #expect(
            expansion.report == #"""
                3:5: error: 'a' is never read, so nothing gives it a value: add an initial value, or a name after 'read:'
                """#)
    }

    @Test("attributes that exclude each other")
    func attributesThatExcludeEachOther() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONFlatten @JSONKey("a") var a: Address
                @JSONExtras @JSONDefault(missing: 1) var b: JSONObject
                @JSONIgnore @JSONRule(.lossy) var c: [Int] = []
                @JSONFlatten @JSONRule(.invalidIsMissing) var d: Address
                @JSONFlatten @JSONCoded(Coder()) var e: Address
            }
            """)
        #expect(
            expansion.report == #"""
                3:18: error: the property is flattened, so it has no JSON value of its own: remove @JSONKey or @JSONFlatten
                  fix-it: remove @JSONKey
                  fix-it: remove @JSONFlatten
                4:17: error: the property keeps unknown members, so it has no JSON value of its own: remove @JSONDefault or @JSONExtras
                  fix-it: remove @JSONDefault
                  fix-it: remove @JSONExtras
                5:17: error: the property is not in the JSON: remove @JSONRule or @JSONIgnore
                  fix-it: remove @JSONRule
                  fix-it: remove @JSONIgnore
                6:18: error: the property is flattened, so it has no JSON value of its own: remove @JSONRule or @JSONFlatten
                  fix-it: remove @JSONRule
                  fix-it: remove @JSONFlatten
                """#)
        #expect(expansion.applying("remove @JSONFlatten").contains("    @JSONKey(\"a\") var a: Address\n"))
    }

    @Test("extras")
    func extras() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONExtras var a: [String: JSONValue]
                @JSONExtras var b = JSONObject()
            }
            """)
        #expect(
            expansion.report == #"""
                3:24: error: @JSONExtras keeps members in a 'JSONObject'
                  fix-it: use 'JSONObject'
                4:21: error: @JSONExtras needs the type to be written: ': JSONObject'
                4:5: error: another property keeps the unknown members already: remove one @JSONExtras
                """#)
    }

    @Test("flattening without a type, and constants")
    func flatteningWithoutATypeAndConstants() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONFlatten var a = Address()
                @JSONFlatten let b: Address = Address()
            }
            """)
        #expect(
            expansion.report == #"""
                3:22: error: @JSONFlatten needs the property's type to be written
                4:18: error: 'b' always has its initial value, so nothing can be read into it: make it 'var'
                  fix-it: make it 'var'
                """#)
    }

    @Test("defaults")
    func defaults() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONDefault(missing: "x") var a: Int
                @JSONDefault(onNull: 1.5) var b: Int? = 1
                @JSONDefault(missing: 2) var c = 1
                @JSONDefault(onInvalid: nil) var d: String
                @JSONDefault(onInvalid: -1) var e: UInt8
                @JSONDefault(onInvalid: 1) @JSONDefault(onInvalid: 2) var f: Double
                @JSONDefault var g: Bool
                @JSONDefault(other: 1) var h: Bool
                @JSONDefault(true) var fine: Bool
            }
            """)
        #expect(
            expansion.report == #"""
                3:27: error: a string is not a value of 'Int'
                4:26: error: a number with a fraction is not a value of 'Int?'
                5:27: error: 'c' has an initial value, which is its default for a missing key: remove one of the two
                6:29: error: nil is not a value of 'String'
                7:29: error: a negative number is not a value of 'UInt8'
                8:45: error: the property has a default for 'onInvalid' already: remove one
                9:5: error: @JSONDefault says nothing without an argument: add one, or remove it
                10:18: error: @JSONDefault has no 'other': there are 'missing', 'onNull' and 'onInvalid'
                """#)
    }

    @Test func aRuleThatIsGivenTwiceIsRefused() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONRule(.lossy, .lossy) var a: [Int]
                @JSONRule(.lenient) @JSONRule(.writesNull, .lenient) var b: Int?
                @JSONRule(.views("x")) @JSONRule(.views("y")) var c: Int
                @JSONRule(writtenIf: { (x: Int) in x > 0 }) @JSONRule(writtenIf: { (x: Int) in x < 9 }) var d: Int
                @JSONRule(.description("a")) @JSONRule(.description("b")) var e: Int
            }
            """)
        #expect(
            expansion.report == #"""
                3:23: error: the property has the rule '.lossy' already: remove one of the two
                  fix-it: remove it
                4:48: error: the property has the rule '.lenient' already: remove one of the two
                  fix-it: remove it
                5:38: error: the property has the rule '.views' already: remove one of the two
                7:44: error: the property has the rule '.description' already: remove one of the two
                """#)
        #expect(expansion.applying("remove it").contains("@JSONRule(.lossy) var a: [Int]"))
    }

    @Test func aRuleThatDoesNothingForTheTypeIsRefused() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONRule(.lossy) var a: Int?
                @JSONRule(.lenient) var b: [String: Int]
                @JSONRule(.writesNull) var c: String
                @JSONRule(.invalidIsMissing) var d: Bool
                @JSONRule(.lossy, .writesNull, .invalidIsMissing) var e: [Int]?
                @JSONRule(.lenient, .invalidIsMissing) var f: Int = 1
                @JSONRule(.lossy, .lenient, .writesNull, .invalidIsMissing) var g: Own
                @JSONCoded(List()) @JSONRule(.lossy) var h: Int
                @JSONDefault(1) @JSONRule(.invalidIsMissing) var i: Int
                @JSONRule(.lenient, .writesNull) var j: JSONNullable<Int>
                @JSONCoded(List()) @JSONRule(.lenient) var k: [Int]
            }
            """)
        #expect(
            expansion.report == #"""
                3:15: error: '.lossy' does nothing for 'Int?': it leaves out elements of arrays and dictionaries
                4:15: error: '.lenient' does nothing for '[String: Int]': it is about the value itself, and not about its elements
                5:15: error: '.writesNull' does nothing for 'String': it is about nil
                6:15: error: '.invalidIsMissing' does nothing for 'Bool': a missing key is an error too: make the property Optional, or give it an initial value
                """#)
    }

    @Test func aRuleIsNoCoderAndACoderIsNoRule() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONCoded(.lossy) var a: [Int]
                @JSONRule(HexColor()) var b: Int
                @JSONRule(.iso8601) var c: Date
                @Yoke.JSONCoded(.views("x")) var d: Int
                @JSONRule(.lenient, .format("yyyy")) var e: Date
            }
            """)
        #expect(
            expansion.report == #"""
                3:16: error: this is a rule, not a coder: use @JSONRule
                  fix-it: use @JSONRule
                4:15: error: this is a coder, not a rule: use @JSONCoded
                  fix-it: use @JSONCoded
                5:15: error: this is a coder, not a rule: use @JSONCoded
                  fix-it: use @JSONCoded
                6:21: error: this is a rule, not a coder: use @JSONRule
                  fix-it: use @JSONRule
                7:25: error: this is a coder, not a rule: use @JSONCoded
                """#)
        #expect(expansion.applying("use @JSONRule").contains("@JSONRule(.lossy) var a: [Int]"))
        #expect(expansion.applying("use @JSONCoded").contains("@JSONCoded(HexColor()) var b: Int"))
    }

    @Test("two coders")
    func twoCoders() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONCoded(Hex(), .loosy) var a: Int
            }
            """)
        #expect(
            expansion.report == #"""
                3:23: error: the property has a coder already: remove one of the two
                """#)
    }

    @Test("options")
    func options() {
        let expansion = Expansion(
            """
            @JSONModel(key: .snakeCase, unknownKeys: .reject, tag: "t", only: "a", "c", explicit: isOn)
            struct Post {
                var a: Int
                var b = 1
            }
            """)
        #expect(
            expansion.report == #"""
                1:12: error: @JSONModel has no option 'key': there are 'keys', 'dates', 'unknownKeys', 'layout', 'only', 'explicit'
                1:51: error: 'tag' does nothing for a struct: remove it
                1:72: error: there is no stored property 'c': there are 'a', 'b'
                1:87: error: @JSONModel reads the source, so write true or false here
                """#)
    }

    @Test("names of few properties")
    func fewNames() {
        let one = Expansion("@JSONModel(only: \"b\") struct Post { var a = 1 }"), none = Expansion("@JSONModel(only: \"b\") struct Post {}")
        #expect(one.report == "1:18: error: there is no stored property 'b': there is only 'a'")
        #expect(none.report == "1:18: error: there is no stored property 'b': the type has none")
    }

    @Test("left out without a value")
    func leftOutWithoutAValue() {
        let expansion = Expansion(
            """
            @JSONModel(only: "a")
            struct Some {
                var a: Int
                var b: Int
            }

            @JSONModel
            struct Coded {
                var a: Int
                var b: Int
                enum CodingKeys: String, CodingKey { case a }
            }

            @JSONModel(explicit: true)
            struct Marked {
                var b: Int
            }
            """)
        #expect(
            expansion.report == #"""
                4:9: error: 'b' is not in 'only:', so nothing gives it a value: add an initial value, or make it Optional
                  fix-it: make it 'Int?'
                10:9: error: 'b' has no case in 'CodingKeys', so nothing gives it a value: give it @JSONKey, add an initial value, or make it Optional
                  fix-it: make it 'Int?'
                16:9: error: 'b' has no @JSONKey, so nothing gives it a value: add an initial value, or make it Optional
                  fix-it: make it 'Int?'
                """#)
    }

    @Test("a key style that changes no key beside CodingKeys")
    func keyStyleBesideCodingKeys() {
        let expansion = Expansion(
            """
            @JSONModel(keys: .snakeCase)
            struct Unused {
                var userName: String
                @JSONKey("own") var own: Int
                @JSONExtras var extras: JSONObject
                enum CodingKeys: String, CodingKey { case userName }
            }

            @JSONModel(keys: .snakeCase)
            struct Used {
                var userName: String
                @JSONKey var firstName: String
                enum CodingKeys: String, CodingKey { case userName }
            }
            """)
        #expect(
            expansion.report == #"""
                1:18: warning: 'keys:' changes no key here, because 'CodingKeys' gives the final key of each property: remove 'keys:', or remove 'CodingKeys'
                """#)
    }

    @Test("attributes of reading on a constant")
    func onAConstant() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Post {
                @JSONDefault(onNull: "n") @JSONValidate(count: 1...) let a = "a"
                @JSONRule(.views("x"), .lossy) let b = [1]
                @JSONRule(merged: { (old: Int, new: Int) in old + new }) let c = 1
                @JSONIgnore let d = 1
                @JSONRule(.views("x"), .writesNull, .description("e"), writtenIf: { (e: Int?) in e != 1 }) let e: Int? = 1
            }
            """)
        #expect(
            expansion.report.split(separator: "\n").filter { $0.contains("error") }.joined(separator: "\n") == #"""
                3:5: error: 'a' always has its initial value and is never read: make it 'var', or remove @JSONDefault
                3:31: error: 'a' always has its initial value and is never read: make it 'var', or remove @JSONValidate
                4:28: error: 'b' always has its initial value and is never read: make it 'var', or remove '.lossy'
                5:23: error: 'c' always has its initial value and is never read: make it 'var', or remove 'merged:'
                """#)
    }

    @Test("attributes of a property that the options leave out")
    func ofALeftOutProperty() {
        let expansion = Expansion(
            """
            @JSONModel(only: "a")
            struct Some {
                @JSONRule(.lenient) var a: Int
                @JSONKey("bb") var b = 1
                @JSONIgnore var c = 1
            }

            @JSONModel(explicit: true)
            struct Marked {
                @JSONDefault(onNull: 2) var b = 1
            }

            @JSONModel
            struct Coded {
                var a: Int
                @JSONValidate(0...) var b = 1
                enum CodingKeys: String, CodingKey { case a }
            }
            """)
        #expect(
            expansion.report == #"""
                4:5: error: 'b' is not in 'only:', so it is not in the JSON: remove @JSONKey, or add the property to the JSON
                  fix-it: remove @JSONKey
                10:5: error: 'b' has no @JSONKey, so it is not in the JSON: remove @JSONDefault, or add the property to the JSON
                  fix-it: remove @JSONDefault
                16:5: error: 'b' has no case in 'CodingKeys', so it is not in the JSON: remove @JSONValidate, or add the property to the JSON
                  fix-it: remove @JSONValidate
                """#)
    }

    @Test("out of place")
    func outOfPlace() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Circle {
                var radius: Double
                @JSONRule(.lenient) var area: Double { radius }
                @JSONDefault(1) static var count: Int
                @JSONCase("r") var r: Int
            }
            """)
        #expect(
            expansion.report == #"""
                4:5: error: @JSONRule belongs on a stored property of an instance; anything else is left out already: remove it
                  fix-it: remove @JSONRule
                5:5: error: @JSONDefault belongs on a stored property of an instance; anything else is left out already: remove it
                  fix-it: remove @JSONDefault
                6:5: error: @JSONCase belongs on a case of an enum; a property's key is @JSONKey
                  fix-it: remove @JSONCase
                """#)
    }
}
#endif
