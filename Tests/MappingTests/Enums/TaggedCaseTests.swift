import Testing
import Yoke

@Suite struct TaggedCaseTests {
    struct Circle: JSONConvertible, Equatable {
        var radius: Double
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("radius", \.radius) } }
    }

    enum Shape: Equatable {
        case circle(Circle)
        case label(String)
        case point
    }

    @Test func externalTagsNameTheCase() throws {
        #expect(
            try read(
                [ExternalShape].self,
                #"[{"circle":{"radius":1}},"point",{"label":"a long label, on the heap"},{"circle":{"radius":2,"x":[1]}}]"#
            )
            .map(\.shape) == [.circle(Circle(radius: 1)), .point, .label("a long label, on the heap"), .circle(Circle(radius: 2))])
        #expect(
            try written([ExternalShape(shape: .point), ExternalShape(shape: .circle(Circle(radius: 2)))])
                == #"["point",{"circle":{"radius":2.0}}]"#)
        expect(.unknownCase, "$[1].cirle", reading: [ExternalShape].self, #"["point",{"cirle":{"radius":1}}]"#)
        expect(.typeMismatch, "$[0].circle.radius", reading: [ExternalShape].self, #"[{"circle":{"radius":"x"}}]"#)
        expect(.unknownKey, "$[0].label", reading: [ExternalShape].self, #"[{"circle":{"radius":1},"label":"x"}]"#)
        expect(.typeMismatch, "$[0]", reading: [ExternalShape].self, "[5]")
        #expect(failure(ExternalShape.self, #"{"cirle":{}}"#)?.hint == #"did you mean "circle"?"#)
    }

    @Test func anObjectThatNamesACaseWithoutAPayloadHoldsNothingElse() throws {
        for text in [#"{"point":{}}"#, #"{ "point" : null }"#, #"{"po\u0069nt":{"x":1}}"#] {
            #expect(try read(ExternalShape.self, text).shape == .point, "\(text)")
        }
        #expect(try ExternalShape(json: #"{"point":{},}"#, options: .foundation).shape == .point)
        expect(.typeMismatch, "$[1].point", reading: [ExternalShape].self, #"["point",{"point":1}]"#)
        expect(.typeMismatch, "$.point", reading: ExternalShape.self, #"{"point":[]}"#)
        expect(.typeMismatch, "$", reading: ExternalShape.self, #"{"point":{},"label":"a"}"#)
    }

    private enum Open: JSONConvertible, Equatable {
        case circle(Circle), point
        case other(JSONValue)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) { cases in
                cases.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let c) = $0 { c } else { nil } })
                cases.add("point", .point)
                cases.fallback(make: { .other($0) }, match: { if case .other(let value) = $0 { value } else { nil } })
            }
        }
    }

    @Test("Without tag:, an object with several keys is the fallback case, in any order of the keys")
    func severalKeysAreTheFallback() throws {
        for text in [#"{"zz":1,"circle":{"radius":2}}"#, #"{"circle":{"radius":2},"zz":1}"#, #"{"point":null,"zz":1}"#] {
            let value = try read(Open.self, text)
            #expect(try value == .other(JSONValue(json: text)))
            #expect(try read(Open.self, value.jsonString(JSONWriteOptions(sortsKeys: true))) == value)
            #expect(try read([Open].self, "[\(text),{\"point\":{}}]") == [value, .point])
        }
        #expect(try read(Open.self, #"{"circle":{"radius":2}}"#) == .circle(Circle(radius: 2)))
        expect(.typeMismatch, "$.circle.radius", reading: Open.self, #"{"circle":{"radius":"x"}}"#)
    }

    private enum Level: JSONConvertible, Equatable {
        case unknown, off
        case on(Int)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) { cases in
                cases.add("unknown", .unknown)
                cases.add("off", .off)
                cases.add("on", Int.self, make: { .on($0) }, match: { if case .on(let value) = $0 { value } else { nil } })
            }
        }
    }

    private enum Turn: JSONConvertible, Equatable {
        case leftSide, left_side, other
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, keys: .snakeCase) { cases in
                cases.fallback(.other)
                cases.add(cases.name("leftSide"), .leftSide)
                cases.add(cases.name("left_side"), .left_side)
            }
        }
    }

    @Test func twoCasesWithOneName() {
        let error = #expect(throws: JSONError.self) { try Turn.left_side.jsonString() }
        #expect(error?.kind == .invalidMapping && error?.message == "two cases of Turn have the name \"left_side\"")
    }

    @Test("Of an enum without a tag, only one case can be null")
    func twoCasesThatAreNull() {
        let error = #expect(throws: JSONError.self) { try Level.off.jsonString() }
        #expect(error?.kind == .invalidMapping)
        #expect(error?.message == #"the cases "unknown" and "off" of Level are both written as null"#)
    }

    struct ExternalShape: JSONConvertible, Equatable {
        var shape: Shape
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) { cases in
                cases.add(
                    "circle", Circle.self, make: { Self(shape: .circle($0)) },
                    match: { if case .circle(let c) = $0.shape { c } else { nil } })
                cases.add(
                    "label", String.self, make: { Self(shape: .label($0)) }, match: { if case .label(let l) = $0.shape { l } else { nil } })
                cases.add("point", Self(shape: .point))
            }
        }
    }

    /// The object of a case can have only one tag.
    @Test func aTagDoesNotGoBesideTheTagOfASingleCase() throws {
        for payload in [OneCase.External.self, OneCase.Internal.self, OneCase.Adjacent.self] as [any SingleCase.Type] {
            func check<Payload: SingleCase>(_ type: Payload.Type) throws {
                let value = Payload(Circle(radius: 1))
                #expect(try Payload(json: written(value)).circle == value.circle, "\(type)")
                expect(.invalidMapping, "$", reading: OneCase.Outer<Payload>.self, #"{"type":"a","kind":"x","radius":1}"#)
                #expect(throws: JSONError.self) { try written(OneCase.Outer(payload: value)) }
            }
            try check(payload)
        }
        let untagged = OneCase.Outer(payload: OneCase.Untagged(Circle(radius: 1)))
        #expect(try written(untagged) == #"{"type":"a","radius":1.0}"#)
        #expect(try read(OneCase.Outer<OneCase.Untagged>.self, written(untagged)).payload.circle == Circle(radius: 1))
    }

    private protocol SingleCase: JSONConvertible, Equatable {
        var circle: Circle { get }
        init(_ circle: Circle)
    }

    private enum OneCase {
        struct External: SingleCase {
            var circle: Circle
            init(_ circle: Circle) { self.circle = circle }
            static var jsonMapping: JSONMapping { JSONMapping(cases: Self.self, OneCase.add) }
        }
        struct Internal: SingleCase {
            var circle: Circle
            init(_ circle: Circle) { self.circle = circle }
            static var jsonMapping: JSONMapping { JSONMapping(cases: Self.self, tag: "kind", OneCase.add) }
        }
        struct Adjacent: SingleCase {
            var circle: Circle
            init(_ circle: Circle) { self.circle = circle }
            static var jsonMapping: JSONMapping { JSONMapping(cases: Self.self, tag: "kind", content: "c", OneCase.add) }
        }
        struct Untagged: SingleCase {
            var circle: Circle
            init(_ circle: Circle) { self.circle = circle }
            static var jsonMapping: JSONMapping { JSONMapping(cases: Self.self, untagged: true, OneCase.add) }
        }
        struct Outer<Payload: SingleCase>: JSONConvertible, Equatable {
            var payload: Payload
            static var jsonMapping: JSONMapping {
                JSONMapping(cases: Self.self, tag: "type") {
                    $0.add("a", Payload.self, make: { Self(payload: $0) }, match: { $0.payload })
                }
            }
        }

        static func add<Model: SingleCase>(_ cases: inout JSONCases<Model>) {
            cases.add("x", Circle.self, make: { Model($0) }, match: { $0.circle })
        }
    }

    /// The first 32 names of an enum are compared as bytes, the others are looked up as Strings.
    @Test func manyCases() throws {
        for i in 0..<40 {
            for name in ["case\(i)", "c\\u0061se\(i)"] {
                #expect(try read(Many.self, #"{"type":"\#(name)","radius":\#(i)}"#) == Many(number: i, circle: Circle(radius: Double(i))))
            }
            #expect(try written(Many(number: i, circle: Circle(radius: 0))) == #"{"type":"case\#(i)","radius":0.0}"#)
        }
        expect(.unknownCase, "$.type", reading: Many.self, #"{"type":"case40","radius":1}"#)
        expect(.typeMismatch, "$.type", reading: Many.self, #"{"type":7,"radius":1}"#)
    }

    private struct Many: JSONConvertible, Equatable {
        var number: Int
        var circle: Circle
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") { cases in
                for i in 0..<40 {
                    cases.add(
                        "case\(i)", Circle.self, make: { Self(number: i, circle: $0) }, match: { $0.number == i ? $0.circle : nil })
                }
            }
        }
    }

    enum Animal: JSONConvertible, Equatable {
        case dog(Dog)
        case cat(Cat)
        case none
        case other(JSONRawText)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("dog", Dog.self, make: { .dog($0) }, match: { if case .dog(let d) = copy $0 { d } else { nil } })
                $0.add("cat", Cat.self, make: { .cat($0) }, match: { if case .cat(let c) = copy $0 { c } else { nil } })
                $0.add("none", .none)
                $0.fallback(make: { .other($0) }, match: { if case .other(let t) = copy $0 { t } else { nil } })
            }
        }
    }
    struct Dog: JSONConvertible, Equatable {
        var name: String
        var friends: [Animal] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("friends", \.friends, literal: [])
            }
        }
    }
    final class Cat: JSONConvertible, Equatable, Sendable {
        let lives: Int
        init(lives: Int) { self.lives = lives }
        static func == (a: Cat, b: Cat) -> Bool { a.lives == b.lives }
        static var jsonMapping: JSONMapping {
            JSONMapping(Cat.self, via: Storage.self, decode: { Cat(lives: $0.lives) }, encode: { Storage(lives: $0.lives) })
        }
        struct Storage: JSONConvertible {
            var lives: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("lives", \.lives) } }
        }
    }

    @Test func internalTagsStandAmongTheMembers() throws {
        let text =
            #"[{"type":"dog","name":"Rex, who has quite a long name","friends":[{"lives":9,"t\u0079pe":"cat"},{"type":"none"}]},{"name":"z","type":"dog"},{"type":"bird" , "w":[1, 2]}]"#
        let animals = try read([Animal].self, text)
        #expect(
            animals == [
                .dog(Dog(name: "Rex, who has quite a long name", friends: [.cat(Cat(lives: 9)), .none])), .dog(Dog(name: "z")),
                .other(try JSONRawText(#"{"type":"bird" , "w":[1, 2]}"#)),
            ])
        #expect(
            try written(animals)
                == #"[{"type":"dog","name":"Rex, who has quite a long name","friends":[{"type":"cat","lives":9},{"type":"none"}]},{"type":"dog","name":"z","friends":[]},{"type":"bird" , "w":[1, 2]}]"#
        )
        expect(
            .missingKeys, "$[1].friends[0]", reading: [Animal].self,
            #"[{"type":"none"},{"type":"dog","friends":[{"type":"cat"}],"name":"x"}]"#)
        expect(
            .typeMismatch, "$[0].friends[1].lives", reading: [Animal].self,
            "[{\"type\":\"dog\",\n\"friends\":[{\"type\":\"none\"},{\"lives\":\"é\",\n\"type\":\"cat\"}],\"name\":\"x\"}]")
        #expect(try [Animal.cat(Cat(lives: 9))].jsonString(.pretty) == "[\n  {\n    \"type\": \"cat\",\n    \"lives\": 9\n  }\n]")
    }

    /// A case without a payload is an object as any other: it has lines and indentation, and counts for the depth.
    @Test func casesWithoutAPayloadAreLaidOut() throws {
        enum Mood: JSONConvertible, Equatable {
            case calm, eager
            static var jsonMapping: JSONMapping {
                JSONMapping(cases: Self.self, tag: "type") {
                    $0.add("calm", .calm)
                    $0.add("eager", .eager)
                }
            }
        }
        struct Owner: JSONConvertible {
            var id = 1
            var animal = Mood.calm
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id)
                    $0.flatten("animal", \.animal)
                }
            }
        }
        for options in [
            JSONWriteOptions.pretty, JSONWriteOptions(indent: 1, indentsWithTabs: true), JSONWriteOptions(indent: 2, sortsKeys: true),
        ] {
            for text in [try [Animal.none, .cat(Cat(lives: 9))].jsonString(options), try [Owner()].jsonString(options)] {
                #expect(try text == JSONValue(json: text).jsonString(options))
            }
        }
        #expect(try Owner().jsonString(.pretty) == "{\n  \"id\": 1,\n  \"type\": \"calm\"\n}")
        #expect(throws: JSONError.self) { try [Animal.none].jsonString(JSONWriteOptions(depth: 1)) }
        #expect(try [Animal.none].jsonString(JSONWriteOptions(depth: 2)) == #"[{"type":"none"}]"#)
        #expect(try Owner().jsonString(JSONWriteOptions(depth: 1)) == #"{"id":1,"type":"calm"}"#)
    }

    private enum Pet: JSONConvertible, Equatable {
        case dog(Dog), cat(Cat)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("dog", Dog.self, make: { .dog($0) }, match: { if case .dog(let dog) = copy $0 { dog } else { nil } })
                $0.add("cat", Cat.self, make: { .cat($0) }, match: { if case .cat(let cat) = copy $0 { cat } else { nil } })
            }
        }
    }

    private struct Zoo: JSONConvertible, Equatable {
        var animal: Pet
        var circle = Circle(radius: 1)
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("animal", \.animal)
                $0.add("circle", \.circle)
            }
        }
    }

    @Test func otherAnimals() throws {
        let texts = [#"{"w":1}"#, #"{"type":5}"#, "7"]
        #expect(try read([Animal].self, "[\(texts.joined(separator: ","))]") == texts.map { .other(try JSONRawText($0)) })
        // The payload 7 is not an object, so it has no tag. The writer must not write another object's tag for it.
        #expect(try written(Pen(animal: .other(JSONRawText("7")))) == #"{"animal":7,"circle":{"radius":1.0}}"#)
    }

    private struct Unknown: JSONConvertible, Equatable {
        var type: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("type", \.type) } }
    }

    private enum Event: JSONConvertible, Equatable {
        case cat(Cat), other(Unknown)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("cat", Cat.self, make: { .cat($0) }, match: { if case .cat(let cat) = copy $0 { cat } else { nil } })
                $0.fallback(make: { .other($0) }, match: { if case .other(let other) = copy $0 { other } else { nil } })
            }
        }
    }

    @Test func aFallbackWritesItsOwnTag() throws {
        #expect(try written([Event.other(Unknown(type: "x"))]) == #"[{"type":"x"}]"#)
    }

    private struct Pen: JSONConvertible, Equatable {
        var animal: Animal
        var circle = Circle(radius: 1)
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("animal", \.animal)
                $0.add("circle", \.circle)
            }
        }
    }

    @Test func anUpdateLeavesAFlattenedOne() throws {
        var zoo = Zoo(animal: .dog(Dog(name: "Rex")))
        #expect(try zoo.update(json: #"{"circle":{"radius":2},"name":"Bo"}"#).names == ["circle"])
        #expect(zoo == Zoo(animal: .dog(Dog(name: "Rex")), circle: Circle(radius: 2)))
    }

    private enum Lamp: JSONConvertible, Equatable {
        case on(Int)
        case other(JSONRawText)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add("on", Int.self, make: { .on($0) }, match: { if case .on(let n) = copy $0 { n } else { nil } })
                $0.fallback(make: { .other($0) }, match: { if case .other(let t) = copy $0 { t } else { nil } })
            }
        }
    }

    @Test func otherLamps() throws {
        #expect(
            try read([Lamp].self, #"[{"on":1},{"off":2},"on fire",5,{}]"#) == [
                .on(1), .other(try JSONRawText(#"{"off":2}"#)), .other(try JSONRawText(#""on fire""#)), .other(try JSONRawText("5")),
                .other(try JSONRawText("{}")),
            ])
    }

    enum Message: JSONConvertible, Equatable {
        case text(String)
        case number(Int)
        case ping
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "kind", content: "data") {
                $0.add("text", String.self, make: { .text($0) }, match: { if case .text(let t) = copy $0 { t } else { nil } })
                $0.add("number", Int.self, make: { .number($0) }, match: { if case .number(let n) = copy $0 { n } else { nil } })
                $0.add("ping", .ping)
            }
        }
    }

    @Test func adjacentTagsStandBesideTheContent() throws {
        let messages: [Message] = [.text("hi"), .number(5), .ping]
        #expect(try read([Message].self, #"[{"kind":"text","data":"hi"},{"data":5,"kind":"number","z":null},{"kind":"ping"}]"#) == messages)
        #expect(try written(messages) == #"[{"kind":"text","data":"hi"},{"kind":"number","data":5},{"kind":"ping"}]"#)
        expect(.typeMismatch, "$[0].data", reading: [Message].self, #"[{"kind":"number","data":"5"}]"#)
        expect(.missingKeys, "$[0]", reading: [Message].self, #"[{"kind":"number"}]"#)
        expect(.missingKeys, "$[0]", reading: [Message].self, #"[{"data":1}]"#)
        expect(.unknownCase, "$[0].kind", reading: [Message].self, #"[{"kind":"nmber","data":1}]"#)
    }

    enum Either: JSONConvertible, Equatable {
        case int(Int)
        case list([Int])
        case circle(Circle)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("", Int.self, make: { .int($0) }, match: { if case .int(let i) = copy $0 { i } else { nil } })
                $0.add("", [Int].self, make: { .list($0) }, match: { if case .list(let l) = copy $0 { l } else { nil } })
                $0.add("", Circle.self, make: { .circle($0) }, match: { if case .circle(let c) = copy $0 { c } else { nil } })
            }
        }
    }

    @Test func untaggedCasesAreTriedInOrder() throws {
        let text = #"{"a":5,"b":[1,2],"c":{"radius":1},"d":[]}"#
        #expect(
            try read([String: Either].self, text) == ["a": .int(5), "b": .list([1, 2]), "c": .circle(Circle(radius: 1)), "d": .list([])])
        #expect(try written([Either.int(1), .list([2]), .circle(Circle(radius: 3))]) == #"[1,[2],{"radius":3.0}]"#)
        expect(.typeMismatch, "$[0]", reading: [Either].self, #"["x"]"#)
        expect(.typeMismatch, "$[1].radius", reading: [Either].self, #"[1,{"radius":[]}]"#)
        #expect(try read([Either].self, #"[1,"x",{"radius":null},[1,"2"]]"#, .salvage) == [.int(1), .list([1, 2])])
    }

    @Test func casesMayBeNestedDeeply() throws {
        var text = #"{"type":"none"}"#
        for _ in 0..<160 { text = #"{"type":"dog","name":"n","friends":[\#(text)]}"# }
        #expect(try Animal(json: text, options: .strict).jsonString().count == text.count)
        // If the tag comes last, each level is read again from its own text.
        text = #"{"type":"none"}"#
        for _ in 0..<100 { text = #"{"name":"n","friends":[\#(text)],"type":"dog"}"# }
        #expect(try Animal(json: text, options: .strict).jsonString().count == text.count)
        for _ in 0..<60 { text = #"{"name":"n","friends":[\#(text)],"type":"dog"}"# }
        #expect(throws: JSONError.self) { _ = try Animal(json: text) }
    }
}
