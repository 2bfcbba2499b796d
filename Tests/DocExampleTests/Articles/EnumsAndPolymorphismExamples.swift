import Testing
import Yoke

// The code blocks of Yoke.docc/EnumsAndPolymorphism.md, without changes. ArticleTests compares the article with this file.

private struct Circle: JSONConvertible, Equatable {
    var radius: Double
    static var jsonMapping: JSONMapping { JSONMapping(Circle.self) { $0.add("radius", \.radius) } }
}

private enum Suit: String, JSONConvertible {
    case hearts, spades
    static var jsonMapping: JSONMapping {
        JSONMapping(rawValues: Suit.self) { $0 += [.hearts, .spades] }
    }
}

#if Macros

@JSONModel
private enum Language: String {
    case english = "en"
    case german = "de"
    @JSONCase(.fallback) case unknown
}

@JSONModel
private enum Level {
    case low, high
    @JSONCase(.fallback) case other(String)
}

extension Level: Equatable {}

@JSONModel(tag: "type")
private enum Shape {
    case circle(Circle)
    @JSONCase("dot") case point
    @JSONCase(.fallback) case other(JSONRawText)
}

extension Shape: Equatable {}

@JSONModel
private struct Window: Equatable { var title: String }

@JSONModel(keys: .snakeCase, tag: "type")
private enum Action: Equatable {
    case opened(Window)                         // {"type": "opened", "title": "T"}: the members of the window
    case moved(toX: Int, toY: Int = 0)          // {"type": "moved", "to_x": 1, "to_y": 2}
    case renamed(String, by: String)            // {"type": "renamed", "_0": "T", "by": "mia"}
}

@JSONModel(choose: { $0["error"] == nil ? "account" : "failure" })
private enum Answer: Equatable {
    case account(Account)
    case failure(Failure)
}

@JSONModel
private struct Failure: Error, Equatable {
    @JSONKey(.path("error.code")) var code: Int
    @JSONKey(.path("error.message")) var message: String
}

@JSONModel
private struct Account: Equatable { var name: String }

private func account(_ body: String) throws -> Account {
    switch try Answer(json: body) {
    case .account(let account): return account
    case .failure(let failure): throw failure
    }
}

@JSONModel
private struct Event {
    var id: String
    var actor: String
    @JSONFlatten var payload: Payload
}

@JSONModel(tag: "type", content: "payload")
private enum Payload {
    @JSONCase("PushEvent") case push(Push)
    @JSONCase(.fallback) case other(JSONValue)  // {"type": "NewEvent", "payload": ...}
}

@JSONModel
private struct Push { var size: Int }

#else

private enum Shape: JSONConvertible, Equatable {
    case circle(Circle), point, other(JSONRawText)

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Shape.self, tag: "type") { cases in
            cases.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
            cases.add("dot", .point)
            cases.fallback(make: { .other($0) }, match: { if case .other(let text) = $0 { text } else { nil } })
        }
    }
}

#endif

private enum LatePayload: JSONConvertible {
    struct Push: JSONConvertible {
        var size: Int
        static var jsonMapping: JSONMapping { JSONMapping(Push.self) { $0.add("size", \.size) } }
    }
    case push(JSONLazy<Push>), other(JSONValue)

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: LatePayload.self, tag: "type", content: "payload") { cases in
            cases.add("PushEvent", JSONLazy<Push>.self, make: { .push($0) }, match: { if case .push(let push) = $0 { push } else { nil } })
            cases.fallback(make: { .other($0) }, match: { if case .other(let value) = $0 { value } else { nil } })
        }
    }
}

private protocol Notice: Sendable {}
private struct Mail: Notice { var address: String }         // these types are models
private struct Call: Notice { var number: Int }

private struct AnyNotice: JSONConvertible {
    var notice: any Notice
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: AnyNotice.self, tag: "via") { cases in
            cases.add("mail", Mail.self, make: { AnyNotice(notice: $0) }, match: { $0.notice as? Mail })
            cases.add("call", Call.self, make: { AnyNotice(notice: $0) }, match: { $0.notice as? Call })
        }
    }
}

private struct NoticeCoder: JSONCoder {
    func decode(_ box: AnyNotice) -> any Notice { box.notice }
    func encode(_ notice: any Notice) -> AnyNotice { AnyNotice(notice: notice) }
}

extension Mail: JSONConvertible {
    static var jsonMapping: JSONMapping { JSONMapping(Mail.self) { $0.add("address", \.address) } }
}

extension Call: JSONConvertible {
    static var jsonMapping: JSONMapping { JSONMapping(Call.self) { $0.add("number", \.number) } }
}

private struct Inbox: JSONConvertible {
    var notices: [any Notice]
    static var jsonMapping: JSONMapping {
        JSONMapping(Inbox.self) { fields in
            fields.add("notices", \.notices, by: NoticeCoder().array)    // @JSONCoded(NoticeCoder()) var notices: [any Notice]
        }
    }
}

#if Macros
@JSONModel
private struct MacroInbox { @JSONCoded(NoticeCoder()) var notices: [any Notice] }
#endif

private class Vehicle: JSONConvertible {
    class var jsonMapping: JSONMapping {
        JSONMapping(cases: Vehicle.self, choose: { object in object["wings"] == nil ? "car" : "plane" }) { cases in
            cases.add("car", Car.self, make: { $0 }, match: { copy $0 as? Car })
            cases.add("plane", Plane.self, make: { $0 }, match: { copy $0 as? Plane })
        }
    }
    struct Parts: JSONConvertible {
        var wings: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Parts.self) { $0.add("wings", \.wings) } }
    }
}

private final class Car: Vehicle {
    override class var jsonMapping: JSONMapping {
        JSONMapping(Car.self, via: Parts.self, decode: { _ in Car() }, encode: { _ in Parts() })
    }
}

private final class Plane: Vehicle {
    override class var jsonMapping: JSONMapping {
        JSONMapping(Plane.self, via: Parts.self, decode: { _ in Plane() }, encode: { _ in Parts(wings: 2) })
    }
}

@Suite struct EnumsAndPolymorphismExamples {
    @Test func aTagNamesTheCaseAndTheFallbackTakesTheRest() throws {
        let text = #"""
            [{"type": "circle", "radius": 1}, {"type": "dot"}, {"type": "blob", "n": 3}]
            """#
        let shapes = try [Shape](json: text)
        #expect(shapes[0] == .circle(Circle(radius: 1)) && shapes[1] == .point)
        #expect(try JSONValue(json: shapes.jsonString()) == JSONValue(json: #"[{"type":"circle","radius":1.0},{"type":"dot"},{"type":"blob","n":3}]"#))
        // A fallback also takes an object without a tag, an object whose tag is not a string, and a value that is not an object.
        #expect(try [Shape](json: #"[{}, {"type": 1}, 2]"#).allSatisfy { if case .other = $0 { true } else { false } })
        #expect(throws: JSONError.self) { try Suit(json: #""clubs""#) }
    }

    @Test func aFunctionChoosesTheClassByTheContent() throws {
        let vehicles = try [Vehicle](json: #"[{"wings": 2}, {}]"#)
        #expect(vehicles[0] is Plane && vehicles[1] is Car)
        #expect(try vehicles.jsonString() == #"[{"wings":2},{}]"#)
    }

    @Test func valuesOfAProtocolType() throws {
        let text = """
            {"notices": [{"via": "mail", "address": "a@b.c"}, {"via": "call", "number": 7}]}
            """
        let inbox = try Inbox(json: text)
        #expect((inbox.notices[0] as? Mail)?.address == "a@b.c" && (inbox.notices[1] as? Call)?.number == 7)
        #expect(try JSONValue(json: inbox.jsonString()) == JSONValue(json: text))
        #if Macros
        #expect(try JSONValue(json: MacroInbox(json: text).jsonString()) == JSONValue(json: text))
        #endif
    }

    @Test func aPayloadThatDoesNotFit() throws {
        // The fallback does not take it.
        let circle = #expect(throws: JSONError.self) { try Shape(json: #"{"type": "circle", "radius": "wide"}"#) }
        #expect(circle?.path == "$.radius")
        let text = #"{"type":"PushEvent","payload":{"size":"big"}}"#
        let late = try LatePayload(json: text)
        guard case .push(let push) = late else { throw JSONError(kind: .refused, message: "not kept") }
        let error = #expect(throws: JSONError.self) { try push.value() }
        #expect(error?.path == "$.size" && error?.offset == 8)
        #expect(try late.jsonString() == text)
    }

    #if Macros
    @Test func rawValues() throws {
        #expect(try [Language](json: #"["en", "de", "tlh"]"#) == [.english, .german, .unknown])
    }

    @Test func anUnknownStringIsKept() throws {
        let text = #"["low","extreme","high"]"#
        let levels = try [Level](json: text)
        #expect(levels == [.low, .other("extreme"), .high])
        #expect(try levels.jsonString() == text)
    }

    @Test func severalValues() throws {
        let text = #"[{"type":"opened","title":"T"},{"type":"moved","to_x":1,"to_y":2},{"type":"renamed","_0":"T","by":"mia"}]"#
        let actions: [Action] = [.opened(Window(title: "T")), .moved(toX: 1, toY: 2), .renamed("T", by: "mia")]
        #expect(try [Action](json: text) == actions)
        #expect(try actions.jsonString() == text)
    }

    @Test func anErrorInPlaceOfTheModel() throws {
        #expect(try account(#"{"name": "mia"}"#) == Account(name: "mia"))
        let failure = Failure(code: 404, message: "no such account")
        #expect(throws: failure) { try account(#"{"error": {"code": 404, "message": "no such account"}}"#) }
        let broken = #expect(throws: JSONError.self) { try account(#"{"name": 1}"#) }
        #expect(broken?.kind == .typeMismatch && broken?.path == "$.name")
    }

    @Test func aFlattenedFallbackKeepsTagAndContent() throws {
        let text = """
            {"id": "1", "actor": "mia", "type": "PushEvent", "payload": {"size": 1}}
            """
        #expect(try JSONValue(json: Event(json: text).jsonString()) == JSONValue(json: text))
        let new = #"{"id":"1","actor":"mia","type":"NewEvent","payload":[1,2]}"#
        let event = try Event(json: new)
        #expect(try event.jsonString() == new)
        guard case .other(let kept) = event.payload else { throw JSONError(kind: .refused, message: "not kept") }
        #expect(kept == ["type": "NewEvent", "payload": [1, 2]])
    }
    #endif
}
