import Testing
import Yoke

/// Enum values are read back as they were written, even if the case has no payload.
@Suite struct CaseRoundTripTests {
    private enum Keyed: JSONConvertible, Equatable {
        case number(Int?), list([Int]?), other
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add("number", Int?.self, make: { .number($0) }, match: { if case .number(let value) = $0 { value } else { nil } })
                $0.add("list", [Int]?.self, make: { .list($0) }, match: { if case .list(let value) = $0 { value } else { nil } })
                $0.fallback(.other)
            }
        }
    }
    private enum Beside: JSONConvertible, Equatable {
        case number(Int?), list([Int]?), other
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type", content: "value") {
                $0.add("number", Int?.self, make: { .number($0) }, match: { if case .number(let value) = $0 { value } else { nil } })
                $0.add("list", [Int]?.self, make: { .list($0) }, match: { if case .list(let value) = $0 { value } else { nil } })
                $0.fallback(.other)
            }
        }
    }

    @Test func payloadsThatAreNil() throws {
        let keyed: [Keyed] = [.number(nil), .list(nil), .number(1), .list([]), .other]
        #expect(try read([Keyed].self, written(keyed)) == keyed)
        #expect(try keyed.jsonString() == #"[{"number":null},{"list":null},{"number":1},{"list":[]},""]"#)
        let beside: [Beside] = [.number(nil), .list(nil), .number(1), .list([]), .other]
        #expect(try read([Beside].self, written(beside)) == beside)
        #expect(
            try beside.jsonString()
                == #"[{"type":"number","value":null},{"type":"list","value":null},{"type":"number","value":1},{"type":"list","value":[]},{}]"#
        )
    }

    private enum Any3: JSONConvertible, Equatable {
        case number(Int), nothing, list([Any3])
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, untagged: true) {
                $0.add("number", Int.self, make: { .number($0) }, match: { if case .number(let value) = $0 { value } else { nil } })
                $0.add("nothing", .nothing)
                $0.add("list", [Any3].self, make: { .list($0) }, match: { if case .list(let value) = $0 { value } else { nil } })
            }
        }
    }
    private enum OnlyNull: JSONConvertible, Equatable {
        case nothing
        static var jsonMapping: JSONMapping { JSONMapping(cases: Self.self, untagged: true) { $0.add("nothing", .nothing) } }
    }

    @Test func anUntaggedCaseWithoutAPayloadIsNull() throws {
        let values: [Any3] = [.number(1), .nothing, .list([.nothing, .list([])]), .nothing]
        #expect(try written(values) == "[1,null,[null,[]],null]")
        #expect(try read([Any3].self, "[1,null,[null,[]],null]") == values)
        expect(.typeMismatch, "$[1]", reading: [Any3].self, #"[1,"x"]"#)
        expect(.typeMismatch, "$[0]", reading: [Any3].self, "[true]")
        #expect(try read([OnlyNull].self, "[null]") == [.nothing])
        expect(.typeMismatch, "$[0]", reading: [OnlyNull].self, "[1]")
    }

    private enum Absent: JSONConvertible {
        case some(JSONNullable<Int>)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add(
                    "some", JSONNullable<Int>.self, make: { .some($0) },
                    match: { if case .some(let value) = copy $0 { value } else { nil } })
            }
        }
    }

    @Test func aPayloadIsThere() { expect(.invalidMapping, "$", reading: Absent.self, #"{"some":1}"#) }

    // MARK: - A fallback without a payload

    private enum Tongue: String, JSONConvertible {
        case english = "EN", unknown = "?"
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self) {
                $0.add("en", .english); $0.fallback(.unknown)
            }
        }
    }

    @Test func aFallbackOverStringsIsWrittenAsItsRawValue() throws {
        #expect(try read([Tongue].self, #"["en","tlh"]"#) == [.english, .unknown])
        #expect(try written([Tongue.english, .unknown]) == #"["en","?"]"#)
    }

    // MARK: - A tag is no property

    private struct Typed: JSONConvertible, Equatable {
        var type: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("type", \.type) } }
    }
    private struct Around: JSONConvertible, Equatable {
        var typed: Typed
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("typed", \.typed) } }
    }
    private struct OnlyRead: JSONConvertible, Equatable {
        var type: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("type", \.type, key: JSONKeys(read: ["type"], write: nil)) } }
    }
    private enum Tagged<Payload: JSONConvertible & Equatable & Sendable>: JSONConvertible, Equatable {
        case a(Payload)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("a", Payload.self, make: { .a($0) }, match: { if case .a(let a) = copy $0 { a } else { nil } })
            }
        }
    }

    // Types that are flattened into a payload.
    private final class Object: JSONConvertible, Equatable, Sendable {
        let type: String
        init(type: String) { self.type = type }
        static func == (a: Object, b: Object) -> Bool { a.type == b.type }
        static var jsonMapping: JSONMapping {
            JSONMapping(Object.self, via: Typed.self, decode: { Object(type: $0.type) }, encode: { Typed(type: $0.type) })
        }
    }
    private enum Inner: JSONConvertible, Equatable {
        case none
        static var jsonMapping: JSONMapping { JSONMapping(cases: Self.self, tag: "type") { $0.add("none", .none) } }
    }
    private enum Content: JSONConvertible, Equatable {
        case one(Int)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "kind", content: "type") {
                $0.add("one", Int.self, make: { .one($0) }, match: { if case .one(let n) = $0 { n } else { nil } })
            }
        }
    }
    private struct Holds<Value: JSONConvertible & Equatable & Sendable>: JSONConvertible, Equatable {
        var value: Value
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("value", \.value) } }
    }

    @Test func aFlattenedValueWithTheTagsKeyIsRefused() throws {
        let text = #"{"type":"a"}"#
        for type in [Tagged<Holds<Object>>.self, Tagged<Holds<Object?>>.self, Tagged<Holds<Holds<Object>>>.self]
            as [any JSONConvertible.Type]
        {
            let error = #expect(throws: JSONError.self) { try type.init(json: text) }
            #expect(error?.message == #"Typed.type has the key "type", which is the tag that names the case"#)
        }
        for type in [Tagged<Holds<Inner>>.self, Tagged<Holds<Content>>.self] as [any JSONConvertible.Type] {
            let error = #expect(throws: JSONError.self) { try type.init(json: text) }
            #expect(
                error?.kind == .invalidMapping
                    && error?.message.hasSuffix(
                        #".value is flattened and has the key "type", which is the tag that names the case around it"#) == true
            )
        }
        #expect(try read(Tagged<Holds<OnlyRead>>.self, text) == .a(Holds(value: OnlyRead(type: "a"))))
    }

    private enum OneKey: JSONConvertible, Equatable {
        case one(Int), none
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "t", content: "t") {
                $0.add("one", Int.self, make: { .one($0) }, match: { if case .one(let n) = $0 { n } else { nil } })
                $0.add("none", .none)
            }
        }
    }

    @Test func oneKeyForTagAndContentIsRefused() {
        let error = #expect(throws: JSONError.self) { try OneKey(json: #"{"t":"none"}"#) }
        #expect(error?.kind == .invalidMapping && error?.message == #"OneKey has one key, "t", for the tag and for the content"#)
        #expect(throws: JSONError.self) { try OneKey.none.jsonString() }
    }

    private struct OnPath: JSONConvertible, Equatable {
        var type: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("type", \.type, key: .path("type.name")) } }
    }
    private struct OnlyReadOnPath: JSONConvertible, Equatable {
        var type: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("type", \.type, key: JSONKeys(read: [.path("type.name")], write: nil)) }
        }
    }

    @Test func aPathThroughTheTagIsRefused() throws {
        for type in [Tagged<OnPath>.self, Tagged<Holds<OnPath>>.self] as [any JSONConvertible.Type] {
            let error = #expect(throws: JSONError.self) { try type.init(json: #"{"type":"a"}"#) }
            #expect(error?.kind == .invalidMapping)
            #expect(error?.message == #"OnPath.type has the path "type.name", which begins with the tag that names the case"#)
        }
        #expect(throws: JSONError.self) { try Tagged.a(OnPath(type: "q")).jsonString() }
        #expect(try Tagged.a(OnlyReadOnPath(type: "q")).jsonString() == #"{"type":"a"}"#)
    }

    @Test func aPayloadsPropertyWithTheTagsKeyIsRefused() throws {
        let text = #"{"type":"a"}"#
        for type in [Tagged<Typed>.self, Tagged<Around>.self] as [any JSONConvertible.Type] {
            let error = #expect(throws: JSONError.self) { try type.init(json: text) }
            #expect(
                error?.kind == .invalidMapping && error?.message == #"Typed.type has the key "type", which is the tag that names the case"#)
        }
        #expect(try read(Tagged<OnlyRead>.self, text) == .a(OnlyRead(type: "a")))
        #expect(try written(Tagged.a(OnlyRead(type: "a"))) == text)
    }
}
