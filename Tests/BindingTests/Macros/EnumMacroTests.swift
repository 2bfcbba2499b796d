#if Macros
import TestSupport
import Testing
import Yoke

@JSONModel
private enum Tongue: String {
    @JSONCase("EN") case english
    case german = "de"
    @JSONCase(.fallback) case unknown
}

@JSONModel
private enum Urgency: Int {
    case low = 1, high
    @JSONCase(.fallback) case unknown = -1
}

private struct Spot: JSONConvertible, Equatable {
    var at: Int
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("at", \.at) } }
}

/// Cases with the names of types in their payloads.
@JSONModel
private enum Mark: Equatable {
    case Spot(Spot, color: String), Line(from: Spot, to: Spot)
}

@JSONModel
private struct Computed: Equatable {
    private static let path = JSONKeyName.path("meta.id"), key = "text"
    @JSONKey(Self.path) var id: Int
    @JSONKey(.path("meta." + "rank")) var rank: Int
    @JSONKey(Self.key) var note: String
}

@JSONModel(keys: .snakeCase)
private enum Style: String {
    case boldItalic
    case plainText = "plain"
}

@JSONModel(keys: .snakeCase)
private indirect enum Shape: Equatable {
    case circleShape(Street)
    @JSONCase("r") case rect(width: Double, height: Double = 2)
    case point
    case pair(Int, Shape?)
    @JSONCase(.fallback) case other(JSONRawText)
}

@JSONModel(tag: "type")
private enum Happening: Equatable {
    case home(Street)
    case size(width: Int)
    case none
    @JSONCase(.fallback) case other(JSONRawText)
}

@JSONModel(tag: "t", content: "c")
private enum Adjacent: Equatable {
    case number(Int)
    case texts([String])
}

@JSONModel(untagged: true)
private enum Loose: Equatable {
    case number(Int)
    case text(String)
}

private protocol Described {}

@JSONModel
private enum Sole: Described, Equatable {
    @JSONCase("one") case only(Int)
}

@JSONModel
private enum Either<A, B> {
    case left(A)
    case both(a: A, b: B)
}

@JSONModel(tag: "type")
private enum Signal: Equatable {
    case home(Street)
    @JSONCase(.fallback) case unknown
}

/// The mapping that the macro writes for `Signal`, written by hand.
private enum SignalByHand: JSONConvertible, Equatable {
    case home(Street), unknown
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Self.self, tag: "type") {
            $0.add("home", Street.self, make: { .home($0) }, match: { if case .home(let street) = $0 { street } else { nil } })
            $0.fallback(.unknown)
        }
    }
}

@JSONModel
private enum Word: Equatable {
    case number(Int)
    @JSONCase(.fallback) case unknown
}

private enum WordByHand: JSONConvertible, Equatable {
    case number(Int), unknown
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Self.self) {
            $0.add("number", Int.self, make: { .number($0) }, match: { if case .number(let number) = $0 { number } else { nil } })
            $0.fallback(.unknown)
        }
    }
}

@JSONModel
private struct UnknownEvent: Equatable {
    var type: String
    var id: Int?
}

@JSONModel
private enum Named: Equatable {
    case a
    @JSONCase(.fallback) case other(String)
}

@JSONModel(tag: "t")
private enum Reserved: Equatable {
    case wait(for: Int, in: String)
    case move(`default`: Int, where: Int = 2, self: Int)
}

@JSONModel(tag: "type")
private enum Owned: Equatable {
    case home(Street)
    @JSONCase(.fallback) case other(UnknownEvent)
}

@JSONModel(tag: "type")
private enum Labelled: Equatable {
    case home(Street)
    @JSONCase(.fallback) case other(type: String, id: Int = 7)
}

@JSONModel(tag: "type", content: "payload")
private enum EventPayload: Equatable {
    @JSONCase("PushEvent") case push(Street)
    @JSONCase(.fallback) case other(JSONValue)
}

@JSONModel(tag: "type", content: "payload")
private enum TextPayload: Equatable {
    @JSONCase("PushEvent") case push(Street)
    @JSONCase(.fallback) case other(JSONRawText)
}

@JSONModel
private struct HubEvent: Equatable {
    var id: String
    @JSONFlatten var payload: EventPayload
    @JSONExtras var rest: JSONObject = [:]
}

@JSONModel
private final class HubEventBox {
    var id: String
    @JSONFlatten var payload: TextPayload?

    init(id: String) { self.id = id }
}

@Suite("Attributes of enums map as the cases by hand do")
struct EnumMacroTests {
    @Test("a fallback without a payload is written as by hand")
    func fallbackWithoutPayload() throws {
        #expect(try Signal(json: #"{"type":"x"}"#).jsonString() == "{}")
        #expect(try Signal.unknown.jsonString() == SignalByHand.unknown.jsonString())
        #expect(try Word(json: #""x""#).jsonString() == "\"\"")
        #expect(try Word.unknown.jsonString() == WordByHand.unknown.jsonString())
        #expect(try Tongue(json: #""x""#).jsonString() == #""unknown""#)
    }

    @Test("an enum over integers reads any other integer as the fallback")
    func fallbackOfIntegers() throws {
        #expect(try [Urgency](json: "[1,2,-1,7]") == [.low, .high, .unknown, .unknown])
        #expect(try [Urgency.high, .unknown].jsonString() == "[2,-1]")
        for value in [#""1""#, "1.5", "null", "1e30"] { #expect(throws: JSONError.self, "\(value)") { try Urgency(json: value) } }
        #expect(try Urgency(json: #""2""#, options: .lenient) == .high)
    }

    @Test("a fallback with a String holds unknown names, and no other values")
    func fallbackOfNames() throws {
        let text = #"["a","b","{\"a\":1}","1"]"#
        #expect(try [Named](json: text) == [.a, .other("b"), .other(#"{"a":1}"#), .other("1")])
        #expect(try [Named](json: text).jsonString() == text)
        for value in ["1", "true", "null", "[2]", #"{"q":1}"#] {
            #expect(throws: JSONError.self, "\(value)") { try Named(json: value) }
        }
    }

    @Test("a label may be a reserved word")
    func reservedWordsAsLabels() throws {
        let text = #"[{"t":"wait","for":3,"in":"s"},{"t":"move","default":1,"where":4,"self":5}]"#
        #expect(try [Reserved](json: text) == [.wait(for: 3, in: "s"), .move(default: 1, where: 4, self: 5)])
        #expect(try [Reserved](json: text).jsonString() == text)
    }

    @Test("a fallback may be a type with the tag as a property")
    func fallbackOfOwnType() throws {
        let text = #"{"type":"New","id":3}"#
        #expect(try Owned(json: text) == .other(UnknownEvent(type: "New", id: 3)))
        #expect(try Owned(json: text).jsonString() == text)
        #expect(try Labelled(json: text) == .other(type: "New", id: 3))
        #expect(try Labelled(json: #"{"type":"New"}"#).jsonString() == #"{"type":"New","id":7}"#)
    }

    @Test("a flattened enum keeps unknown types whole")
    func flattenedFallback() throws {
        for text in [
            #"{"id":"1","type":"NewEvent","payload":{"a":[1]},"public":true}"#,
            #"{"id":"1","type":"PushEvent","payload":{"street":"s","zip":1},"public":true}"#,
        ] {
            for engine in JSONEngine.each {
                var options = JSONReadOptions.strict
                options.engine = engine
                #expect(try HubEvent(json: text, options: options).jsonString() == text)
            }
        }
        var event = try HubEvent(json: #"{"id":"1","type":"NewEvent","payload":1}"#)
        #expect(event.payload == .other(["type": "NewEvent", "payload": 1]) && event.rest == [:])
        #expect(try event.update(json: #"{"payload":{"street":"s","zip":1},"type":"PushEvent"}"#).names == ["payload"])
        #expect(event.payload == .push(Street(street: "s", zip: 1)))
        let box = try HubEventBox(json: #"{"payload":{"b": 2},"id":"1","type":"NewEvent"}"#)
        #expect(try box.payload == .other(JSONRawText(#"{"payload":{"b": 2},"type":"NewEvent"}"#)))
        #expect(try box.jsonString() == #"{"id":"1","payload":{"b": 2},"type":"NewEvent"}"#)
        #expect(try HubEventBox(json: #"{"id":"1"}"#).payload == nil)
    }

    @Test("names of cases")
    func names() throws {
        #expect(try [Tongue](json: #"["EN","de","tlh"]"#) == [.english, .german, .unknown])
        #expect(try [Tongue.english, .german].jsonString() == #"["EN","de"]"#)
        #expect(try [Style](json: #"["bold_italic","plain"]"#) == [.boldItalic, .plainText])
    }

    @Test("cases with payloads, outside, beside and without a tag")
    func payloads() throws {
        let shapes: [Shape] = [.circleShape(Street(street: "s")), .rect(width: 1, height: 3), .point, .pair(1, .point)]
        let text = #"[{"circle_shape":{"street":"s"}},{"r":{"width":1.0,"height":3.0}},"point",{"pair":{"_0":1,"_1":"point"}}]"#
        #expect(try [Shape](json: text) == shapes)
        #expect(try shapes.jsonString() == text)
        #expect(try Shape(json: #"{"r":{"width":1}}"#) == .rect(width: 1))
        let unknown = #"["star",{"star":{"edges":5}}]"#
        #expect(try [Shape](json: unknown) == [.other(JSONRawText(#""star""#)), .other(JSONRawText(#"{"star":{"edges":5}}"#))])
        #expect(try [Shape](json: unknown).jsonString() == unknown)

        let tagged = #"[{"type":"home","street":"s"},{"type":"size","width":2},{"type":"none"},{"type":"x","y":1}]"#
        #expect(
            try [Happening](json: tagged) == [
                .home(Street(street: "s")), .size(width: 2), .none, .other(JSONRawText(#"{"type":"x","y":1}"#)),
            ])
        #expect(try [Happening](json: tagged).jsonString() == tagged)
        let adjacent = #"[{"t":"number","c":1},{"t":"texts","c":["a"]}]"#
        #expect(try [Adjacent](json: adjacent) == [.number(1), .texts(["a"])])
        #expect(try [Adjacent](json: adjacent).jsonString() == adjacent)
        #expect(try [Loose](json: #"[1,"a"]"#) == [.number(1), .text("a")])
        #expect(try Sole(json: #"{"one":1}"#) == .only(1))
        let either = try Either<Int, [String]>(json: #"{"both":{"a":1,"b":["x"]}}"#)
        #expect(try either.jsonString() == #"{"both":{"a":1,"b":["x"]}}"#)
    }

    @Test func casesMayHaveTheNamesOfTypes() throws {
        for (mark, text) in [
            (Mark.Spot(Spot(at: 1), color: "red"), #"{"Spot":{"_0":{"at":1},"color":"red"}}"#),
            (.Line(from: Spot(at: 1), to: Spot(at: 2)), #"{"Line":{"from":{"at":1},"to":{"at":2}}}"#),
        ] {
            #expect(try mark.jsonString() == text && Mark(json: text) == mark)
        }
    }

    @Test func keysMayBeExpressions() throws {
        let text = #"{"meta":{"id":1,"rank":2},"text":"n"}"#
        #expect(try Computed(json: text) == Computed(id: 1, rank: 2, note: "n"))
        #expect(try Computed(json: text).jsonString() == text)
    }
}
#endif
