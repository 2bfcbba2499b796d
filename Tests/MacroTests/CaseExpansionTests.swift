#if Macros
import Testing

@Suite("Cases of enums become a table of names and payloads")
struct CaseExpansionTests {
    @Test("names instead of raw values")
    func namesInsteadOfRawValues() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    enum Lang: String {
                        @JSONCase("EN") case english = "en"
                        case german = "de", french
                        @JSONCase(.fallback) case unknown
                    }
                    """) == #"""
                    enum Lang: String {
                        case english = "en"
                        case german = "de", french
                        case unknown
                    }

                    nonisolated extension Lang: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(cases: Self.self) { _cases in
                                _cases._add("EN", .english)
                                _cases._add("de", .german)
                                _cases._add("french", .french)
                                _cases._fallback("unknown", .unknown)
                            }
                        }
                    }
                    """#)
    }

    @Test("a style for names")
    func aStyleForNames() {
        #expect(
            expansion(
                of: """
                    @JSONModel(keys: .snakeCase)
                    public enum Style: String {
                        case boldItalic
                        case plain = "PLAIN"
                    }
                    """) == #"""
                    public enum Style: String {
                        case boldItalic
                        case plain = "PLAIN"
                    }

                    nonisolated extension Style: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        public static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(_names: Self.self, keys: .snakeCase) { _cases in
                                _cases.add(_cases.name("boldItalic"), .boldItalic)
                                _cases.add("PLAIN", .plain)
                            }
                        }
                    }
                    """#)
    }

    @Test("payloads")
    func payloads() {
        #expect(
            expansion(
                of: """
                    @JSONModel(keys: .snakeCase)
                    indirect enum Shape {
                        case point
                        case circle(Circle), tree([Shape])
                        #if DEBUG
                        case rect(width: Double, height: Double = 2)
                        #endif
                        @JSONCase("p") case `default`(Int, Self?)
                        @JSONCase(.fallback) case other(JSONRawText)
                    }
                    """) == #"""
                    indirect enum Shape {
                        case point
                        case circle(Circle), tree([Shape])
                        #if DEBUG
                        case rect(width: Double, height: Double = 2)
                        #endif
                        case `default`(Int, Self?)
                        case other(JSONRawText)
                    }

                    nonisolated extension Shape: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(cases: Self.self, keys: .snakeCase) { _cases in
                                _cases._add(_cases.name("point"), {
                                        .point
                                    }, {
                                        if case .point = $0 {
                                            true
                                        } else {
                                            false
                                        }
                                    })
                                _cases.add(_cases.name("circle"), Circle.self, make: {
                                        .circle($0)
                                    }, match: {
                                        if case .circle(let value) = $0 {
                                            value
                                        } else {
                                            nil
                                        }
                                    })
                                _cases.add(_cases.name("tree"), [Shape].self, make: {
                                        .tree($0)
                                    }, match: {
                                        if case .tree(let value) = $0 {
                                            value
                                        } else {
                                            nil
                                        }
                                    })
                                #if DEBUG
                                _cases.add(_cases.name("rect"), _JSONStorage._payload_rect.self, make: {
                                        .rect(width: $0.width, height: $0.height)
                                    }, match: {
                                        if case .rect(let _0, let _1) = $0 {
                                            _JSONStorage._payload_rect(width: _0, height: _1)
                                        } else {
                                            nil
                                        }
                                    })
                                #endif
                                _cases.add("p", _JSONStorage._payload_default.self, make: {
                                        .`default`($0._0, $0._1)
                                    }, match: {
                                        if case .`default`(let _0, let _1) = $0 {
                                            _JSONStorage._payload_default(_0: _0, _1: _1)
                                        } else {
                                            nil
                                        }
                                    })
                                _cases.fallback(make: {
                                        .other($0)
                                    }, match: {
                                        if case .other(let value) = $0 {
                                            value
                                        } else {
                                            nil
                                        }
                                    })
                            }
                        }

                        private enum _JSONStorage {
                            #if DEBUG
                            struct _payload_rect: Yoke.JSONReadable, Yoke.JSONWritable {
                                var width: Double
                                var height: Double

                                static var jsonMapping: Yoke.JSONMapping {
                                    Yoke.JSONMapping(Self.self, keys: .snakeCase) { _fields in
                                        _fields.add("width", \Self.width)
                                        _fields.add("height", \Self.height, default: 2)
                                    }
                                }
                            }

                            #endif
                            struct _payload_default: Yoke.JSONReadable, Yoke.JSONWritable {
                                var _0: Int
                                var _1: Shape?

                                static var jsonMapping: Yoke.JSONMapping {
                                    Yoke.JSONMapping(Self.self, keys: .snakeCase) { _fields in
                                        _fields.add("_0", \Self._0)
                                        _fields.add("_1", \Self._1)
                                    }
                                }
                            }
                        }
                    }
                    """#)
    }

    @Test("tags")
    func tags() {
        #expect(
            expansion(
                of: """
                    @JSONModel(tag: "type", content: "data")
                    enum Event<T> {
                        case value(T)
                        @JSONCase(.fallback) case other(JSONRawText)
                    }
                    """) == #"""
                    enum Event<T> {
                        case value(T)
                        case other(JSONRawText)
                    }

                    nonisolated extension Event: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable where T: Yoke.JSONReadable & Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(cases: Self.self, tag: "type", content: "data") { _cases in
                                _cases.add("value", T.self, make: {
                                        .value($0)
                                    }, match: {
                                        if case .value(let value) = $0 {
                                            value
                                        } else {
                                            nil
                                        }
                                    })
                                _cases.fallback(make: {
                                        .other($0)
                                    }, match: {
                                        if case .other(let value) = $0 {
                                            value
                                        } else {
                                            nil
                                        }
                                    })
                            }
                        }
                    }
                    """#)
    }

    @Test("a function")
    func aFunction() {
        #expect(
            expansion(
                of: """
                    @JSONModel(keys: .snakeCase, choose: { $0["a"] == nil ? nil : "a" })
                    enum Loose {
                        case a
                    }
                    """) == #"""
                    enum Loose {
                        case a
                    }

                    nonisolated extension Loose: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(cases: Self.self, choose: {
                                    $0 ["a"] == nil ? nil : "a"
                                }, keys: .snakeCase) { _cases in
                                _cases._add(_cases.name("a"), .a)
                            }
                        }
                    }
                    """#)
    }

    @Test("no tag")
    func noTag() {
        #expect(
            expansion(
                of: """
                    @JSONModel(untagged: true)
                    enum Loose {
                        case number(Int), text(String)
                    }
                    """) == #"""
                    enum Loose {
                        case number(Int), text(String)
                    }

                    nonisolated extension Loose: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(cases: Self.self, untagged: true) { _cases in
                                _cases.add("number", Int.self, make: {
                                        .number($0)
                                    }, match: {
                                        if case .number(let value) = $0 {
                                            value
                                        } else {
                                            nil
                                        }
                                    })
                                _cases.add("text", String.self, make: {
                                        .text($0)
                                    }, match: {
                                        if case .text(let value) = $0 {
                                            value
                                        } else {
                                            nil
                                        }
                                    })
                            }
                        }
                    }
                    """#)
    }

    @Test("labels that are keywords")
    func labelsThatAreKeywords() {
        let text = expansion(of: "@JSONModel enum Token { case word(`let`: Int, `var`: Int, `inout`: Int, for: Int) }")
        #expect(text.contains(".word(let: $0.`let`, var: $0.`var`, `inout`: $0.`inout`, for: $0.`for`)"))
        #expect(text.contains("_payload_word(let: _0, var: _1, `inout`: _2, for: _3)"))
    }

    @Test("unavailable and deprecated cases")
    func unavailableCases() {
        #expect(
            expansion(
                of: """
                    @JSONModel
                    enum Level: String {
                        case low
                        @available(*, deprecated) case old
                        @available(*, unavailable) case gone
                    }
                    """) == #"""
                    enum Level: String {
                        case low
                        @available(*, deprecated) case old
                        @available(*, unavailable) case gone
                    }

                    nonisolated extension Level: Yoke.JSONMapped, Yoke.JSONReadable, Yoke.JSONWritable {
                        @available(*, deprecated)
                        static var jsonMapping: Yoke.JSONMapping {
                            Yoke.JSONMapping(rawValues: Self.self) { _cases in
                                _cases.append(.low)
                                _cases.append(.old)
                            }
                        }
                    }
                    """#)
    }
}
#endif
