#if Macros
import Testing

@Suite("A plain struct becomes a table of its fields")
struct StructExpansionTests {
    @Test("every form of a field")
    func everyFormOfAField() {
        #expect(
            expansion(
                of: """
                    @JSONModel(keys: .snakeCase)
                    struct Tweet {
                        let id: UInt64
                        @JSONKey("full_text") var text: String
                        var retweetCount = 5
                        var lang: Lang = .english
                        var place: String?
                        @JSONIgnore var cache: [String: Int] = [:]
                        @JSONIgnore var selected: Bool?
                    }
                    """) == #"""
                    struct Tweet {
                        let id: UInt64
                        var text: String
                        var retweetCount = 5
                        var lang: Lang = .english
                        var place: String?
                        var cache: [String: Int] = [:]
                        var selected: Bool?
                    }

                    nonisolated extension Tweet: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self, keys: .snakeCase) { _fields in
                                _fields.add("id", \Self.id)
                                _fields.add("text", \Self.text, key: "full_text")
                                _fields.add("retweetCount", \Self.retweetCount, literal: 5)
                                _fields.add("lang", \Self.lang, default: .english)
                                _fields.add("place", \Self.place)
                                _fields.ignore(\Self.cache, initial: [:])
                                _fields.ignore(\Self.selected, initial: nil)
                            }
                        }
                    }
                    """#)
    }

    @Test("only literals of known types are frozen")
    func onlyLiteralsOfKnownTypesAreFrozen() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Defaults {
                        var a = -1, b: Double = 2.5, c = true, d = ""
                        var e: [Int] = [], f: [String: Int] = [:], g: Set<Int> = [], h: Int? = nil
                        var i = "text"
                        var j: [Int] = [1]
                        var k: Money = 5
                        var l: Tags = []
                        var m = UUID()
                        var n = if flag { 1 } else { 2 }
                    }
                    """) == #"""
                    struct Defaults {
                        var a = -1, b: Double = 2.5, c = true, d = ""
                        var e: [Int] = [], f: [String: Int] = [:], g: Set<Int> = [], h: Int? = nil
                        var i = "text"
                        var j: [Int] = [1]
                        var k: Money = 5
                        var l: Tags = []
                        var m = UUID()
                        var n = if flag { 1 } else { 2 }
                    }

                    nonisolated extension Defaults: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("a", \Self.a, literal: -1)
                                _fields.add("b", \Self.b, literal: 2.5)
                                _fields.add("c", \Self.c, literal: true)
                                _fields.add("d", \Self.d, literal: "")
                                _fields.add("e", \Self.e, literal: [])
                                _fields.add("f", \Self.f, literal: [:])
                                _fields.add("g", \Self.g, literal: [])
                                _fields.add("h", \Self.h, literal: nil)
                                _fields.add("i", \Self.i, default: "text")
                                _fields.add("j", \Self.j, default: [1])
                                _fields.add("k", \Self.k, default: 5)
                                _fields.add("l", \Self.l, default: [])
                                _fields.add("m", \Self.m, default: UUID())
                                _fields.add("n", \Self.n, default: {
                                        if flag {
                                            1
                                        } else {
                                            2
                                        }
                                    }())
                            }
                        }
                    }
                    """#)
    }

    @Test("shared annotations")
    func sharedAnnotations() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Point {
                        var x, y: Double
                        var label: String, z: Double
                    }
                    """) == #"""
                    struct Point {
                        var x, y: Double
                        var label: String, z: Double
                    }

                    nonisolated extension Point: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("x", \Self.x)
                                _fields.add("y", \Self.y)
                                _fields.add("label", \Self.label)
                                _fields.add("z", \Self.z)
                            }
                        }
                    }
                    """#)
    }

    @Test("computed and static properties are left out")
    func computedAndStaticPropertiesAreLeftOut() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Circle {
                        var radius: Double
                        var area: Double { radius * radius * 3 }
                        var diameter: Double {
                            get { radius * 2 }
                            set { radius = newValue / 2 }
                        }
                        static let unit = Circle(radius: 1)
                        static var count = 0
                    }
                    """) == #"""
                    struct Circle {
                        var radius: Double
                        var area: Double { radius * radius * 3 }
                        var diameter: Double {
                            get { radius * 2 }
                            set { radius = newValue / 2 }
                        }
                        static let unit = Circle(radius: 1)
                        static var count = 0
                    }

                    nonisolated extension Circle: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("radius", \Self.radius)
                            }
                        }
                    }
                    """#)
    }

    @Test("names in backticks")
    func namesInBackticks() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Keywords {
                        var `class`: String
                        var `self`: Int
                        var `two words`: Bool
                    }
                    """) == #"""
                    struct Keywords {
                        var `class`: String
                        var `self`: Int
                        var `two words`: Bool
                    }

                    nonisolated extension Keywords: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("class", \Self.`class`)
                                _fields.add("self", \Self.`self`)
                                _fields.add("two words", \Self.`two words`)
                            }
                        }
                    }
                    """#)
    }

    @Test("public access")
    func publicAccess() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    public struct Address {
                        public var street: String
                        private var note: String
                    }
                    """) == #"""
                    public struct Address {
                        public var street: String
                        private var note: String
                    }

                    nonisolated extension Address: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        public static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("street", \Self.street)
                                _fields.add("note", \Self.note)
                            }
                        }
                    }
                    """#)
    }

    @Test("availability is repeated")
    func availabilityIsRepeated() {
        #expect(
            expansion(
                of: """
                    @available(macOS 15, *)
                    @JSONModel
                    struct New {
                        var x: Int128
                    }
                    """) == #"""
                    @available(macOS 15, *)
                    struct New {
                        var x: Int128
                    }

                    @available(macOS 15, *)
                    nonisolated extension New: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("x", \Self.x)
                            }
                        }
                    }
                    """#)
    }

    @Test("access of a public extension")
    func accessOfAPublicExtension() {
        #expect(
            expansion(
                of: """
                    public extension Outer {
                        @JSONModel
                        struct Inner {
                            var x: Int
                        }
                    }
                    """) == #"""
                    public extension Outer {
                        struct Inner {
                            var x: Int

                            public static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(Self.self) { _fields in
                                    _fields.add("x", \Self.x)
                                }
                            }
                        }
                    }

                    nonisolated extension Outer.Inner: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                    }
                    """#)
    }

    @Test("no fields")
    func noFields() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Empty {
                    }
                    """) == """
                    struct Empty {
                    }

                    nonisolated extension Empty: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _ in
                            }
                        }
                    }
                    """)
    }

    @Test("members in if")
    func membersInIf() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    struct Platform {
                        var name: String
                        #if DEBUG
                        var trace: [String] = []
                        #if os(Linux)
                        var kernel: String
                        #endif
                        #elseif os(Windows)
                        var edition: Int
                        #else
                        static let release = true
                        #endif
                    }
                    """) == #"""
                    struct Platform {
                        var name: String
                        #if DEBUG
                        var trace: [String] = []
                        #if os(Linux)
                        var kernel: String
                        #endif
                        #elseif os(Windows)
                        var edition: Int
                        #else
                        static let release = true
                        #endif
                    }

                    nonisolated extension Platform: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("name", \Self.name)
                                #if DEBUG
                                _fields.add("trace", \Self.trace, literal: [])
                                #if os(Linux)
                                _fields.add("kernel", \Self.kernel)
                                #endif
                                #elseif os(Windows)
                                _fields.add("edition", \Self.edition)
                                #endif
                            }
                        }
                    }
                    """#)
    }
}
#endif
