#if Macros
import Testing

@Suite("An enum with raw values lists its cases")
struct EnumExpansionTests {
    @Test("cases")
    func cases() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    public enum Lang: String {
                        case english = "en", german = "de"
                        case `default`
                        #if DEBUG
                        case test
                        #endif
                        static let fallback = Lang.english
                    }
                    """) == """
                    public enum Lang: String {
                        case english = "en", german = "de"
                        case `default`
                        #if DEBUG
                        case test
                        #endif
                        static let fallback = Lang.english
                    }

                    nonisolated extension Lang: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        public static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(rawValues: Self.self) { _cases in
                                _cases.append(.english)
                                _cases.append(.german)
                                _cases.append(.`default`)
                                #if DEBUG
                                _cases.append(.test)
                                #endif
                            }
                        }
                    }
                    """)
    }

    @Test("in another type")
    func inAnotherType() {
        #expect(
            expansion(
                of: """
                    struct Outer {
                        @JSONModel
                        enum Level: Int {
                            case low = 1, high
                            @JSONCase(.fallback) case other = 0
                        }
                    }
                    """) == """
                    struct Outer {
                        enum Level: Int {
                            case low = 1, high
                            case other = 0

                            static var jsonMapping: Yoke.JSONMapping {
                                Yoke.JSONMapping(rawValues: Self.self, fallback: .other) { _cases in
                                    _cases.append(.low)
                                    _cases.append(.high)
                                    _cases.append(.other)
                                }
                            }
                        }
                    }

                    nonisolated extension Outer.Level: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                    }
                    """)
    }
}
#endif
