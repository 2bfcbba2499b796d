#if Macros
import Testing

@Suite("Keys are written into expansions safely")
struct KeyExpansionTests {
    @Test("keys with quotes and escapes and line breaks")
    func keysWithQuotesAndEscapesAndLineBreaks() {
        #expect(
            expansion(
                of: #"""
                    @JSONModel
                    struct Keys {
                        @JSONKey("a\"b") var quote: Int
                        @JSONKey("a\\b") var backslash: Int
                        @JSONKey(#"\(danger)"#) var interpolation: Int
                        @JSONKey("line\nbreak") var newline: Int
                        @JSONKey(.literal("a.b[0]")) var literal: Int
                        @JSONKey("") var empty: Int
                        @JSONKey("""
                            two
                            lines
                            """) var block: Int
                        @JSONKey(Names.title) var constant: Int
                        @Yoke.JSONKey("q") var qualified: Int
                    }
                    """#) == #"""
                    struct Keys {
                        var quote: Int
                        var backslash: Int
                        var interpolation: Int
                        var newline: Int
                        var literal: Int
                        var empty: Int
                        var block: Int
                        var constant: Int
                        @Yoke.JSONKey("q") var qualified: Int
                    }

                    nonisolated extension Keys: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(Self.self) { _fields in
                                _fields.add("quote", \Self.quote, key: #"a"b"#)
                                _fields.add("backslash", \Self.backslash, key: #"a\b"#)
                                _fields.add("interpolation", \Self.interpolation, key: #"\(danger)"#)
                                _fields.add("newline", \Self.newline, key: "line\nbreak")
                                _fields.add("literal", \Self.literal, key: [.literal("a.b[0]")])
                                _fields.add("empty", \Self.empty, key: "")
                                _fields.add("block", \Self.block, key: "two\nlines")
                                _fields.add("constant", \Self.constant, key: Yoke.JSONKeys(Names.title))
                                _fields.add("qualified", \Self.qualified, key: "q")
                            }
                        }
                    }
                    """#)
    }
}
#endif
