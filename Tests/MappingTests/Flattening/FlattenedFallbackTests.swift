import Testing
import Yoke

/// Events in the form of GitHub's: common members, and next to them a type and its payload. An event with an unknown type is written back
/// completely.
@Suite struct FlattenedFallbackTests {
    /// A flattened part may write a raw text without members, with white space of any kind.
    @Test func rawTextsWithoutMembers() throws {
        struct Doc: JSONConvertible {
            enum Part: JSONConvertible {
                case a(Int), other(JSONRawText)
                static var jsonMapping: JSONMapping {
                    JSONMapping(cases: Self.self, tag: "t", content: "c") {
                        $0.add("a", Int.self, make: { .a($0) }, match: { if case .a(let value) = $0 { value } else { nil } })
                        $0.fallback(make: { .other($0) }, match: { if case .other(let text) = $0 { text } else { nil } })
                    }
                }
            }
            var id = 1
            var part: Part
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("id", \.id, literal: 1)
                    $0.flatten("part", \.part)
                }
            }
        }
        for text in ["{}", "{ }", "{\t}", "{\r\n}", "{\n\t \r}"] {
            let doc = Doc(part: .other(try JSONRawText(text)))
            for sortsKeys in [false, true] {
                #expect(try doc.jsonString(JSONWriteOptions(sortsKeys: sortsKeys)) == #"{"id":1}"#, "\(text.debugDescription)")
            }
        }
        let doc = Doc(part: .other(try JSONRawText("{\t\"x\":2\r\n}")))
        #expect(try JSONValue(json: doc.jsonString()) == ["id": 1, "x": 2])
    }

    struct Push: JSONConvertible, Equatable {
        var size: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("size", \.size) } }
    }

    enum Payload: JSONConvertible, Equatable {
        case push(Push), ping, other(JSONValue)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type", content: "payload") {
                $0.add("PushEvent", Push.self, make: { .push($0) }, match: { if case .push(let push) = $0 { push } else { nil } })
                $0.add("Ping", .ping)
                $0.fallback(make: { .other($0) }, match: { if case .other(let value) = $0 { value } else { nil } })
            }
        }
    }

    struct Event: JSONConvertible, Equatable {
        var id: Int
        var payload: Payload
        var actor: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.flatten("payload", \.payload)
                $0.add("actor", \.actor)
            }
        }
    }

    @Test func anUnknownTypeIsWrittenBackWholeUnderItsOwnType() throws {
        let text = #"{"id":1,"type":"NewEvent","payload":{"a":[1,"é"],"id":9},"actor":"mia"}"#
        let event = try read(Event.self, text)
        #expect(event == Event(id: 1, payload: .other(["type": "NewEvent", "payload": ["a": [1, "é"], "id": 9]]), actor: "mia"))
        #expect(try written(event) == text)
    }

    @Test func knownTypesWorkAsBefore() throws {
        let text = #"{"id":1,"type":"PushEvent","payload":{"size":3}}"#
        #expect(try read(Event.self, text) == Event(id: 1, payload: .push(Push(size: 3))))
        #expect(try written(Event(id: 1, payload: .push(Push(size: 3)))) == text)
        #expect(try read(Event.self, #"{"type":"Ping","id":1}"#) == Event(id: 1, payload: .ping))
        expect(.typeMismatch, "$.payload.size", reading: Event.self, #"{"id":1,"type":"PushEvent","payload":{"size":"x"}}"#)
    }

    @Test func theTagMayStandBeforeOrAfterTheContent() throws {
        let other = Payload.other(["type": "New", "payload": [1]])
        for text in [
            #"{"type":"New","payload":[1],"id":1}"#, #"{"payload":[1],"type":"New","id":1}"#, #"{"payload":[1],"id":1,"type":"New"}"#,
            #"{ "t\u0079pe" : "New" , "id" : 1 , "pa\u0079load" : [ 1 ] }"#,
        ] {
            let event = try read(Event.self, text)
            #expect(event.id == 1 && event.payload.members == other.members)
        }
    }

    @Test func whatIsMissingOrRepeatedStaysSo() throws {
        #expect(try read(Event.self, #"{"id":1,"type":"New"}"#).payload == .other(["type": "New"]))
        #expect(try read(Event.self, #"{"id":1,"payload":2}"#).payload == .other(["payload": 2]))
        #expect(try read(Event.self, #"{"id":1,"type":null,"payload":null}"#).payload == .other(["type": nil, "payload": nil]))
        #expect(try read(Event.self, #"{"id":1}"#).payload == .other([:]))
        #expect(try written(Event(id: 1, payload: .other([:]), actor: "mia")) == #"{"id":1,"actor":"mia"}"#)
        let repeated = #"{"type":"Ping","id":1,"type":"New","payload":1,"payload":2}"#
        #expect(try read(Event.self, repeated).payload == .other(["type": "New", "payload": 2]))
        var first = JSONReadOptions.strict
        first.duplicateKeys = .first
        #expect(try read(Event.self, repeated, first).payload == .ping)
    }

    /// The fallback keeps only the tag and the payload, and not the model's other members. So if one of these members was changed, writing
    /// the fallback does not undo the change.
    @Test func commonMembersBelongToTheModel() throws {
        var event = try read(Event.self, #"{"id":1,"actor":"mia","type":"New","payload":{}}"#)
        event.actor = nil
        event.id = 2
        #expect(try written(event) == #"{"id":2,"type":"New","payload":{}}"#)
    }

    struct Text: JSONConvertible, Equatable {
        var kind: Kind?
        var rest: JSONObject = [:]
        enum Kind: JSONConvertible, Equatable {
            case a(Int), other(JSONRawText)
            static var jsonMapping: JSONMapping {
                JSONMapping(cases: Self.self, tag: "t", content: "c") {
                    $0.add("a", Int.self, make: { .a($0) }, match: { if case .a(let a) = $0 { a } else { nil } })
                    $0.fallback(make: { .other($0) }, match: { if case .other(let text) = copy $0 { text } else { nil } })
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("kind", \.kind)
                $0.extras("rest", \.rest)
            }
        }
    }

    @Test func extrasKeepTheOtherMembers() throws {
        let text = #"{"t":"b","c":{"x": 1},"y":2}"#
        let value = try read(Text.self, text)
        #expect(value == Text(kind: .other(try JSONRawText(#"{"t":"b","c":{"x": 1}}"#)), rest: ["y": 2]))
        #expect(try value.jsonString() == text)
        #expect(try read(Text.self, #"{"y":2}"#) == Text(kind: nil, rest: ["y": 2]))
    }

    /// An enum whose fallback payload is a struct with the tag as a property.
    enum Owned: JSONConvertible, Equatable {
        case push(Push), other(Unknown)
        struct Unknown: JSONConvertible, Equatable {
            var type: String
            var payload: [Int]?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("type", \.type); $0.add("payload", \.payload)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type", content: "payload") {
                $0.add("PushEvent", Push.self, make: { .push($0) }, match: { if case .push(let push) = $0 { push } else { nil } })
                $0.fallback(make: { .other($0) }, match: { if case .other(let value) = copy $0 { value } else { nil } })
            }
        }
    }
    /// A class with a flattened enum. The tests need classes, structs and types with hooks, because the reader has different code for each.
    final class Log: JSONConvertible, Equatable, Sendable {
        let line: Int, owned: Owned
        init(line: Int, owned: Owned) { (self.line, self.owned) = (line, owned) }
        static func == (a: Log, b: Log) -> Bool { a.line == b.line && a.owned == b.owned }
        struct Storage: JSONConvertible {
            var line: Int, owned: Owned
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("line", \.line); $0.flatten("owned", \.owned)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Log.self, via: Storage.self, decode: { Log(line: $0.line, owned: $0.owned) },
                encode: { Storage(line: $0.line, owned: $0.owned) })
        }
    }
    struct Outer: JSONConvertible, Equatable {
        var name: String
        var log: Log
        var events: [Event]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.flatten("log", \.log)
                $0.add("events", \.events)
            }
        }
    }

    @Test func itWorksInsideOfOtherModels() throws {
        let text = #"{"name":"n","line":7,"type":"B","payload":[1],"events":[{"id":1,"type":"A","payload":{}},{"id":2,"type":"Ping"}]}"#
        let outer = try read(Outer.self, text)
        #expect(outer.log == Log(line: 7, owned: .other(.init(type: "B", payload: [1]))))
        #expect(outer.events == [Event(id: 1, payload: .other(["type": "A", "payload": [:]])), Event(id: 2, payload: .ping)])
        #expect(try written(outer) == text)
        expect(.typeMismatch, "$.payload[0]", reading: Outer.self, #"{"name":"n","events":[],"line":7,"type":"B","payload":["x"]}"#)
    }

    enum Inner: JSONConvertible, Equatable {
        case push(Push), other(Unknown)
        struct Unknown: JSONConvertible, Equatable {
            var type: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("type", \.type) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("PushEvent", Push.self, make: { .push($0) }, match: { if case .push(let push) = $0 { push } else { nil } })
                $0.fallback(make: { .other($0) }, match: { if case .other(let value) = copy $0 { value } else { nil } })
            }
        }
    }
    struct Beside: JSONConvertible, Equatable {
        var id: Int
        var inner: Inner
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id); $0.flatten("inner", \.inner)
            }
        }
    }

    @Test func aTagAmongTheMembersNeedsAFallbackWithMembers() throws {
        #expect(try read(Beside.self, #"{"type":"New","id":1}"#) == Beside(id: 1, inner: .other(.init(type: "New"))))
        #expect(try written(Beside(id: 1, inner: .other(.init(type: "New")))) == #"{"id":1,"type":"New"}"#)
    }

    // MARK: - Streams, updates

    @Test(arguments: engines) func streamsKeepFlattenedFallbacks(engine: JSONEngine) throws {
        let lines = [
            #"{"id":1,"type":"PushEvent","payload":{"size":3}}"#, #"{"id":2,"type":"New","payload":[1,2]}"#, #"{"id":3,"type":"Ping"}"#,
        ]
        var options = JSONReadOptions.strict
        options.engine = engine
        for (text, format) in [
            (lines.joined(separator: "\n"), JSONStreamFormat.lines), ("[" + lines.joined(separator: ",") + "]", .document),
        ] {
            var stream = try JSONStream<Event>(chunks: Array(text.utf8).map { [$0] }, format: format, options: options)
            var written: [String] = []
            while let event = try stream.next() { written.append(try event.jsonString()) }
            #expect(written == lines)
        }
    }

    @Test func anUpdateThatNamesTheCaseReplacesIt() throws {
        let old = Event(id: 1, payload: .push(Push(size: 3)), actor: "mia")
        let other = Payload.other(["type": "New", "payload": 1])
        #expect(try updated(old, #"{"type":"New","payload":1}"#) == (Event(id: 1, payload: other, actor: "mia"), ["payload"]))
        #expect(try updated(old, #"{"payload":1,"id":2,"type":"New"}"#) == (Event(id: 2, payload: other, actor: "mia"), ["id", "payload"]))
        let unknown = Event(id: 1, payload: other)
        #expect(try updated(unknown, #"{"type":"Ping"}"#) == (Event(id: 1, payload: .ping), ["payload"]))
        #expect(try updated(unknown, #"{"id":2}"#) == (Event(id: 2, payload: other), ["id"]))
        expect(.missingKeys, "$", updating: old, #"{"type":"PushEvent"}"#)
        expect(.typeMismatch, "$.payload.size", updating: old, #"{"type":"PushEvent","payload":{"size":"x"}}"#)
        // This update has a content, but no tag. Without a tag the type of the content is unknown, so nothing changes.
        #expect(try updated(old, #"{"payload":{"size":4}}"#) == (old, []))
    }

    @Test func aMergePatchChangesIt() throws {
        let unknown = Event(id: 1, payload: .other(["type": "New", "payload": ["a": 1, "b": 2]]))
        #expect(
            try updated(unknown, #"{"payload":{"a":null,"c":3},"id":2}"#, .mergePatch)
                == (Event(id: 2, payload: .other(["type": "New", "payload": ["b": 2, "c": 3]])), ["id", "payload"]))
        #expect(try updated(unknown, #"{"type":"PushEvent","payload":{"size":4}}"#, .mergePatch).value.payload == .push(Push(size: 4)))
        #expect(try updated(unknown, #"{"id":3}"#, .mergePatch) == (Event(id: 3, payload: unknown.payload), ["id"]))
    }

    // MARK: - What stays refused

    enum Whole: JSONConvertible, Equatable {
        case push(Push), other(JSONValue)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("PushEvent", Push.self, make: { .push($0) }, match: { if case .push(let push) = $0 { push } else { nil } })
                $0.fallback(make: { .other($0) }, match: { if case .other(let value) = $0 { value } else { nil } })
            }
        }
    }
    struct Refused: JSONConvertible {
        var id: Int
        var whole: Whole
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id); $0.flatten("whole", \.whole)
            }
        }
    }

    @Test func aFallbackThatWouldKeepTheWholeObjectIsRefused() {
        let error = failure(Refused.self, #"{"id":1,"type":"New"}"#)
        #expect(error?.kind == .invalidMapping)
        #expect(
            error?.hint
                == "add content:, so that the fallback keeps the tag and the content, or give the fallback a struct whose properties are the members that it has to keep"
        )
    }
}

extension FlattenedFallbackTests.Payload {
    fileprivate var members: [String: JSONValue] {
        guard case .other(.object(let object)) = self else { return [:] }
        return Dictionary(object.map { ($0.key, $0.value) }) { _, last in last }
    }
}
