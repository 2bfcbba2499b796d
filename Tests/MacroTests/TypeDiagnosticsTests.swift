#if Macros
import Testing

@Suite("Types that cannot be bound say what to do instead")
struct TypeDiagnosticsTests {
    @Test("an actor")
    func anActor() {
        let expansion = Expansion(
            """
            @JSONModel
            actor Counter {
                var n = 0
            }
            """)
        #expect(
            expansion.report == """
                2:1: error: @JSONModel cannot bind an actor, whose state is isolated: bind a struct and hand it to the actor
                """)
    }

    @Test("a protocol")
    func aProtocol() {
        let expansion = Expansion(
            """
            @JSONModel
            protocol Named {
            }
            """)
        #expect(
            expansion.report == """
                2:1: error: @JSONModel belongs on a struct, a class or an enum
                """)
    }

    @Test("a noncopyable struct")
    func aNoncopyableStruct() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Handle: ~Copyable {
                var n: Int
            }
            """)
        #expect(
            expansion.report == """
                2:16: error: @JSONModel cannot bind a noncopyable type: bind a copyable struct and make this one from it
                """)
    }

    @Test("a parameter pack")
    func aParameterPack() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Tuple<each T> {
                var n: Int
            }
            """)
        #expect(
            expansion.report == """
                2:14: error: @JSONModel cannot bind a parameter pack: write 'static var jsonMapping' by hand
                """)
    }

    @Test("a global actor")
    func aGlobalActor() {
        let expansion = Expansion(
            """
            @JSONModel
            @MainActor struct Screen {
                var n: Int
            }
            """)
        #expect(
            expansion.report == """
                2:1: error: @JSONModel reads on any thread, so the type cannot be isolated to an actor: take the isolation away, or bind a struct and make this type from it
                """)
    }

    @Test("a private nested type")
    func aPrivateNestedType() {
        let expansion = Expansion(
            """
            struct Outer {
                @JSONModel
                private struct Inner {
                    var n: Int
                }
            }
            """)
        #expect(
            expansion.report == """
                3:5: error: 'Inner' is private in another type, where the extension that @JSONModel writes cannot see it: make it 'fileprivate'
                  fix-it: make it 'fileprivate'
                """)
        #expect(
            expansion.applying("make it 'fileprivate'") == """
                struct Outer {
                    @JSONModel
                    fileprivate struct Inner {
                        var n: Int
                    }
                }
                """)
    }

    @Test("inside a private nested type")
    func insideAPrivateNestedType() {
        let expansion = Expansion(
            """
            struct Outer {
                private struct Middle {
                    @JSONModel
                    struct Inner {
                        var n: Int
                    }
                }
            }
            """)
        #expect(
            expansion.report == """
                4:16: error: 'Inner' is inside a private nested type, which an extension cannot see: make that one 'fileprivate'
                """)
    }

    @Test("a mapping by hand")
    func aMappingByHand() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Both {
                static var jsonMapping: JSONMapping { fatalError() }
            }
            """)
        #expect(
            expansion.report == """
                3:16: error: @JSONModel writes 'jsonMapping' itself: remove this one, or remove @JSONModel
                """)
    }

    @Test("an enum without raw type")
    func anEnumWithoutRawType() {
        let expansion = Expansion(
            """
            @JSONModel
            enum Level {
                case low
            }
            """)
        #expect(
            expansion.report == """
                2:6: error: 'Level' has no raw type: add one, such as ': String', or write 'static var jsonMapping' by hand
                  fix-it: add ': String'
                """)
        #expect(
            expansion.applying("add ': String'") == """
                @JSONModel
                enum Level: String {
                    case low
                }
                """)
    }

    @Test("an enum with protocols only")
    func anEnumWithProtocolsOnly() {
        let expansion = Expansion(
            """
            @JSONModel
            enum Level: Sendable, CaseIterable {
                case low
            }
            """)
        #expect(
            expansion.report == """
                2:6: error: 'Level' has no raw type: add one, such as ': String', or write 'static var jsonMapping' by hand
                  fix-it: add ': String'
                """)
        #expect(
            expansion.applying("add ': String'") == """
                @JSONModel
                enum Level: String, Sendable, CaseIterable {
                    case low
                }
                """)
    }

    @Test("an enum over characters")
    func anEnumOverCharacters() {
        let expansion = Expansion(
            """
            @JSONModel
            enum Grade: Character {
                case a = "A"
            }
            """)
        #expect(
            expansion.report == """
                2:13: error: raw values of type 'Character' have no JSON form: use 'String'
                  fix-it: use 'String'
                """)
        #expect(
            expansion.applying("use 'String'") == """
                @JSONModel
                enum Grade: String {
                    case a = "A"
                }
                """)
    }

    @Test("an enum without cases")
    func anEnumWithoutCases() {
        let expansion = Expansion(
            """
            @JSONModel
            enum Level: String {
            }
            """)
        #expect(
            expansion.report == """
                2:6: error: 'Level' has no cases, so no JSON fits it: add a case, or remove @JSONModel
                """)
    }

    @Test("what hides the module")
    func whatHidesTheModule() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Cart {
                struct Yoke {}
                var Yoke: Int
                static let Yoke = 1
                static func Yoke() {}
            }
            @JSONModel
            enum Food: String {
                case egg, Yoke
            }
            """)
        let text =
            "error: this 'Yoke' hides the module of that name from what @JSONModel writes here: give it another name; @JSONKey and @JSONCase keep the name in JSON"
        #expect(expansion.report == ["3:12", "4:9", "5:16", "6:17", "10:15"].map { "\($0): \(text)" }.joined(separator: "\n"))
    }

    @Test(
        "what hides the module around a type",
        arguments: [
            "enum Yoke { @JSONModel struct A { var a = 1 } }", "enum Yoke { struct B { @JSONModel struct A { var a = 1 } } }",
            "extension B.Yoke { @JSONModel final class A { var a = 1 } }", "@JSONModel struct A<Yoke> { var a = 1 }",
            "struct B<Yoke> { @JSONModel enum A { case a(Int) } }",
        ])
    func whatHidesTheModuleAroundAType(text: String) {
        let name = "'A' is inside a type called 'Yoke', or has a type parameter called 'Yoke'"
        #expect(Expansion(text).report.contains("error: \(name), which hides the module"))
        #expect(Expansion("extension Yoke.B { @JSONModel struct A { var a = 1 } }").report.isEmpty)
    }

    @Test("what hides the type itself")
    func whatHidesTheTypeItself() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Cart {
                var `Self`: Int
            }
            @JSONModel
            enum Food: String {
                case egg, `Self`
            }
            """)
        let text =
            "error: this 'Self' hides the type itself from what @JSONModel writes here: give it another name; @JSONKey and @JSONCase keep the name in JSON"
        #expect(expansion.report == ["3:9", "7:15"].map { "\($0): \(text)" }.joined(separator: "\n"))
    }

    @Test("superclasses that are none, or generic")
    func superclasses() {
        let expansion = Expansion(
            """
            @JSONModel(subclassOf: Animal.self)
            final class Dog {}
            @JSONModel(subclassOf: Box<Int>.self)
            final class IntBox: Box<Int> {}
            """)
        #expect(
            expansion.report == """
                1:24: error: 'Dog' does not inherit from 'Animal': add ': Animal', or remove 'subclassOf:'
                3:24: error: the mapping of a generic class cannot be overridden by a subclass: write 'static var jsonMapping' by hand, or hold the superclass's values in a struct
                """)
    }

    @Test("a nonescapable type")
    func aNonescapableType() {
        #expect(
            Expansion("@JSONModel struct A: ~Escapable { var a: Int }").report
                == "1:22: error: @JSONModel cannot bind a nonescapable type: bind a plain struct and make this one from it")
    }

    @Test("a subclass")
    func aSubclass() {
        let expansion = Expansion(
            """
            @JSONModel
            class Dog: Animal {
            }
            """)
        #expect(
            expansion.report == """

                """)
    }

    @Test("members of Codable, which are not called")
    func membersOfCodable() {
        let expansion = Expansion(
            """
            @JSONModel
            struct User: Codable {
                var name: String

                init(from decoder: any Decoder) throws { name = "" }
                /// Writes.
                func encode(to encoder: Swift.Encoder) throws {}
                init(from other: User) { self = other }
                func encode(to url: URL, _ encoder: Encoder) {}
                @JSONIgnore func encode(to encoder: Encoder) {}
            }
            """)
        #expect(
            expansion.report == """
                5:5: warning: the mapping does not call 'init(from:)': @JSONModel reads and writes the properties by their attributes; remove it, or mark it @JSONIgnore if Codable needs it
                  fix-it: remove 'init(from:)'
                  fix-it: mark it @JSONIgnore
                7:5: warning: the mapping does not call 'encode(to:)': @JSONModel reads and writes the properties by their attributes; remove it, or mark it @JSONIgnore if Codable needs it
                  fix-it: remove 'encode(to:)'
                  fix-it: mark it @JSONIgnore
                """)
        #expect(expansion.applying("mark it @JSONIgnore").contains("\n    @JSONIgnore init(from decoder: any Decoder) throws"))
        #expect(!expansion.applying("remove 'init(from:)'").contains("any Decoder"))
        #expect(expansion.applying("remove 'encode(to:)'").contains("any Decoder"))
    }

    @Test("hooks inside #if")
    func hooksInsideConditions() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Note {
                var text: String
                #if DEBUG
                static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping { mapping }
                #endif
            }
            """)
        #expect(
            expansion.report == """
                5:17: error: 'jsonHooks' cannot stand inside '#if': put the '#if' into its body
                """)
    }

    @Test(
        "hooks of another form",
        arguments: [
            "func jsonHooks(_ m: JSONMapping) -> JSONMapping { m }",
            "static let jsonHooks: (JSONMapping) -> JSONMapping = { m in m }",
            "static func jsonHooks(_ m: inout JSONMapping) {}",
            "static func jsonHooks(_ m: inout JSONMapping) -> JSONMapping { m }",
            "static func jsonHooks(mapping m: JSONMapping) -> JSONMapping { m }",
            "static func jsonHooks(_ m: JSONMapping) throws -> JSONMapping { m }",
            "static func jsonHooks(_ m: JSONMapping) {}",
            "static func jsonHooks() -> JSONMapping { JSONMapping(Self.self) { _ in } }",
        ])
    func hooksOfAnotherForm(hooks: String) {
        let form = "static func jsonHooks(_ mapping: JSONMapping) -> JSONMapping"
        let report = Expansion("@JSONModel struct A { \(hooks) }").report
        #expect(report.hasSuffix("error: @JSONModel cannot call this 'jsonHooks': write '\(form)'"))
        #expect(Expansion("@JSONModel struct A { \(form) { mapping }; \(hooks) }").report.isEmpty)
        #expect(
            Expansion("@JSONModel struct A { private static func jsonHooks(_ m: consuming JSONMapping) -> JSONMapping { m } }").report
                .isEmpty)
        #expect(Expansion("@JSONModel struct A { var jsonHooks: Int }").report.isEmpty)
    }

    @Test("attributes and keys inside #if")
    func attributesAndKeysInsideConditions() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Note {
                #if DEBUG
                @JSONIgnore
                #endif
                @JSONRule(.lenient)
                var text = ""
                var id: Int
                #if DEBUG
                @available(*, deprecated)
                #endif
                var other: Int
                @JSONKey("named") var named: Int
                #if DEBUG
                var trace = 0
                #endif
                enum CodingKeys: String, CodingKey {
                    #if DEBUG
                    case id = "a", named = "a1", trace
                    #else
                    case id = "b", named = "b1"
                    #endif
                    case text, other
                }
            }
            """)
        #expect(
            expansion.report.split(separator: "\n").filter { $0.contains("#if") }.map(String.init) == [
                "19:14: error: '#if' decides which key CodingKeys has for 'id', and @JSONModel cannot choose by '#if': use @JSONKey",
                "21:14: error: '#if' decides which key CodingKeys has for 'id', and @JSONModel cannot choose by '#if': use @JSONKey",
                "4:5: error: '@JSONIgnore' cannot stand inside '#if': put the entire declaration into each branch of the '#if'",
            ])
    }

    @Test("a private type in a class that may have subclasses")
    func aPrivateTypeInAnOpenClass() {
        let text = """
            @JSONModel
            class Box {
                private enum Mode: String, JSONConvertible { case a }
                private var mode: [Mode?] = []
            }
            """
        #expect(
            Expansion(text).report == """
                4:17: error: 'Mode' is private in a class that may have subclasses, where the struct that @JSONModel writes cannot use it: make 'Mode' 'fileprivate', or the class 'final'
                """)
        #expect(Expansion(text.replacing("class Box", with: "final class Box")).report.isEmpty)
        #expect(Expansion(text.replacing("private enum", with: "fileprivate enum")).report.isEmpty)
        #expect(
            Expansion("@JSONModel class Box { private typealias Mode = Int; private var mode: Mode? }").report
                == "1:66: error: 'Mode' is private in a class that may have subclasses, where the struct that @JSONModel writes cannot use it: make 'Mode' 'fileprivate', or the class 'final'"
        )
    }

    @Test("CodingKeys inside #if")
    func conditionalCodingKeys() {
        let inside = Expansion(
            """
            @JSONModel
            struct Post {
                var id: Int
                #if DEBUG
                enum CodingKeys: String, CodingKey { case id = "a" }
                #else
                enum CodingKeys: String, CodingKey { case id = "b" }
                #endif
            }
            """)
        let text = "error: CodingKeys is inside '#if', and @JSONModel cannot choose by '#if': use @JSONKey"
        #expect(inside.report == "5:10: \(text)\n7:10: \(text)")
        let cases = Expansion(
            """
            @JSONModel
            struct Post {
                var id: Int
                var text: String
                #if DEBUG
                var trace: Int
                #elseif TEST
                var other: Int
                #endif
                enum CodingKeys: String, CodingKey {
                    #if DEBUG
                    case id, text = "t", trace
                    #elseif TEST
                    case text = "t", other
                    #else
                    case text = "t"
                    #endif
                }
            }
            """)
        #expect(
            cases.report
                == "12:14: error: '#if' decides which key CodingKeys has for 'id', and @JSONModel cannot choose by '#if': use @JSONKey")
    }

    @Test("CodingKeys that are declared elsewhere")
    func unseenCodingKeys() {
        let text = "@JSONModel struct Post { @JSONKey(\"i\") var id: Int; var text = 1; typealias CodingKeys = MyKeys }"
        #expect(
            Expansion(text).report
                == "1:77: warning: @JSONModel does not see the cases of this type, so it does not take the keys from them: declare 'enum CodingKeys' here, or use @JSONKey"
        )
        #expect(Expansion(text.replacing("var text", with: "@JSONIgnore var text")).report.isEmpty)
    }

    @Test("initialisers only inside #if")
    func conditionalInitialisers() {
        let text = """
            @JSONModel
            class Box {
                var size = 1
                #if os(Windows)
                init(size: Int) {}
                #endif
            }
            """
        #expect(
            Expansion(text).report == """
                5:5: error: 'Box' has initialisers only inside '#if', so @JSONModel does not see if Swift adds its own: declare one outside of '#if' too
                """)
        for other in ["var size: Int", "init() {}; var size = 1", "var size = 1; #if os(Linux)\ninit() {}\n#else\ninit(a: Int) {}\n#endif"]
        {
            #expect(Expansion(text.replacing("var size = 1", with: other)).report.isEmpty)
        }
    }

    @Test("a type parameter of a subclass without constraint")
    func unconstrainedParameters() {
        func report(_ parameter: String) -> String {
            Expansion("@JSONModel(subclassOf: Base.self) class Sub<\(parameter)>: Base { var t: T; var d: [K: Int] = [:] }").report
        }
        #expect(
            report("T, K: Hashable") == """
                1:45: error: the mapping of a subclass cannot depend on what 'T' is: write 'T: JSONConvertible'
                1:48: error: the mapping of a subclass cannot depend on what 'K' is: write 'K: JSONObjectKey'
                """)
        #expect(report("T: Mine, K: Hashable & JSONObjectKey").isEmpty)
        #expect(!report("T: Sendable & Hashable, K: JSONObjectKey").isEmpty)
    }

    @Test("the name of the storage of a superclass")
    func theNameOfTheStorage() {
        let text =
            "error: @JSONModel needs the name '_super' for the superclass: give the property another name, and a key by @JSONKey(\"_super\")"
        #expect(Expansion("@JSONModel(subclassOf: A.self) final class B: A { var _super = 2 }").report == "1:55: \(text)")
        #expect(Expansion("@JSONModel struct B { @JSONFlatten var _super: C }").report == "1:40: \(text)")
        #expect(Expansion("@JSONModel struct B { var _super: C }").report.isEmpty)
    }

    @Test("a struct that is its raw value: the macro would write an object")
    func rawValues() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Rights: Sendable, OptionSet {
                let rawValue: Int
            }
            @JSONModel
            struct Name: Swift.RawRepresentable {
                var rawValue: String
            }
            @JSONModel
            struct Kept {
                var rawValue: Int
            }
            extension Kept: RawRepresentable {}
            """)
        #expect(
            expansion.report == """
                2:26: warning: the JSON of 'Rights' is an object with its properties: for the raw value alone, replace @JSONModel by ': JSONConvertible' and 'static var jsonMapping: JSONMapping { JSONMapping(rawValues: Rights.self) { _ in } }'; to keep the object, move 'OptionSet' to an extension
                6:14: warning: the JSON of 'Name' is an object with its properties: for the raw value alone, replace @JSONModel by ': JSONConvertible' and 'static var jsonMapping: JSONMapping { JSONMapping(rawValues: Name.self) { _ in } }'; to keep the object, move 'Swift.RawRepresentable' to an extension
                """)
        #expect(expansion.source.contains("extension Rights: Yoke.JSONMapped"))
    }
}
#endif
