#if Macros
import Testing

@Suite("Attributes say where they do not belong")
struct AttributePositionTests {
    @Test("a key on a computed property")
    func aKeyOnAComputedProperty() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Circle {
                var radius: Double
                @JSONKey("a") var area: Double { radius }
            }
            """)
        #expect(
            expansion.report == """
                4:5: error: @JSONKey belongs on a stored property of an instance; anything else is left out already: remove it
                  fix-it: remove @JSONKey
                """)
        #expect(
            expansion.applying("remove @JSONKey") == """
                @JSONModel
                struct Circle {
                    var radius: Double
                    var area: Double { radius }
                }
                """)
    }

    @Test("ignoring a static property")
    func ignoringAStaticProperty() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Circle {
                @JSONIgnore static var count = 0
            }
            """)
        #expect(
            expansion.report == """
                3:5: error: @JSONIgnore belongs on a stored property of an instance; anything else is left out already: remove it
                  fix-it: remove @JSONIgnore
                """)
        #expect(
            expansion.applying("remove @JSONIgnore") == """
                @JSONModel
                struct Circle {
                    static var count = 0
                }
                """)
    }

    @Test("a key on a method")
    func aKeyOnAMethod() {
        let expansion = Expansion(
            """
            @JSONModel
            struct Circle {
                @JSONKey("a") func area() {}
            }
            """)
        #expect(
            expansion.report == """
                3:5: error: @JSONKey belongs on a stored property of an instance; anything else is left out already: remove it
                """)
    }

    @Test("a key on a case")
    func aKeyOnACase() {
        let expansion = Expansion(
            """
            @JSONModel
            enum Level: String {
                @JSONKey("l") case low
            }
            """)
        #expect(
            expansion.report == """
                3:5: error: @JSONKey does not name a case: give it a raw value, 'case a = "name"'
                """)
    }

    @Test("a key without a model")
    func aKeyWithoutAModel() {
        let expansion = Expansion(
            """
            struct Circle {
                @JSONKey("r") var radius: Double
            }
            """)
        #expect(
            expansion.report == """
                2:5: warning: @JSONKey does nothing in a type without @JSONModel
                """)
    }
}
#endif
