#if Macros
import Testing
import Yoke

@JSONModel
private struct Badge {
    var name: String
    @JSONRule(.views("admin")) let secret = "s3"
    @JSONRule(writtenIf: { (level: Int) in level > 1 }) let level = 1
    @JSONRule(.writesNull, .description("always nil")) let note: String? = nil
}

@JSONModel
private final class BadgeClass {
    var name = "c"
    @JSONRule(.views("admin")) let secret = "s3"
    @JSONRule(writtenIf: { (level: Int) in level > 1 }) let level = 1
    @JSONRule(.writesNull) let note: String? = nil
    init() {}
}

@Suite("Rules for writing apply to a let with a value")
struct ConstantRuleTests {
    @Test("in a struct")
    func inAStruct() throws {
        let badge = Badge(name: "a")
        #expect(try badge.jsonString() == #"{"name":"a","secret":"s3","note":null}"#)
        #expect(try badge.jsonString(JSONWriteOptions(view: "admin")) == #"{"name":"a","secret":"s3","note":null}"#)
        #expect(try badge.jsonString(JSONWriteOptions(view: "public")) == #"{"name":"a","note":null}"#)
        #expect(try Badge(json: #"{"name":"a","secret":1,"level":[],"note":"n"}"#).level == 1)
    }

    @Test("in a class")
    func inAClass() throws {
        #expect(try BadgeClass().jsonString(JSONWriteOptions(view: "public")) == #"{"name":"c","note":null}"#)
        #expect(try BadgeClass().jsonString() == #"{"name":"c","secret":"s3","note":null}"#)
        #expect(try BadgeClass(json: #"{"secret":1}"#).secret == "s3")
    }
}
#endif
