import TestSupport
import Testing
import Yoke

// Tests of initial values of properties, and of null for a property that has an initial value.

private let made = ThreadedCount()

private struct Preferences: JSONConvertible, Equatable {
    var level = 3
    var name = "a default longer than fifteen bytes"
    var list: [Int] = []
    var maybe: Int? = 7
    var stamp = 0
    var cache = -1

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("level", \.level, literal: 3)
            $0.add("name", \.name, literal: "a default longer than fifteen bytes")
            $0.add("list", \.list, literal: [])
            $0.add("maybe", \.maybe, literal: 7)
            $0.add("stamp", \.stamp, default: made.add())
            $0.ignore(\.cache, initial: -1)
        }
    }
}

@Suite(.serialized) struct DefaultTests {
    @Test func missingKeysTakeTheInitialValue() throws {
        let settings = try Preferences(json: "{}")
        #expect(settings.level == 3 && settings.list == [] && settings.maybe == 7 && settings.cache == -1)
        #expect(settings.name == "a default longer than fifteen bytes")
    }

    @Test func nullTakesItUnlessThePropertyIsOptional() throws {
        let settings = try Preferences(json: #"{"level":null,"name":null,"list":null,"maybe":null,"stamp":null}"#)
        #expect(settings.level == 3 && settings.list == [] && settings.maybe == nil)
        #expect(settings.name == "a default longer than fifteen bytes")
    }

    @Test func presentKeysDoNotTakeIt() throws {
        let text = #"{"level":1,"name":"x","list":[1],"maybe":2,"stamp":-5}"#
        let settings = try read(Preferences.self, text)
        #expect(settings == Preferences(level: 1, name: "x", list: [1], maybe: 2, stamp: -5, cache: -1))
        #expect(try settings.jsonString() == text)
    }

    @Test func theEmptyKeyIsNotThatOfAnIgnoredProperty() throws {
        // After `stamp`, the binder expects the field `cache`, which has no key. The empty key in the text must not match this field.
        for value in ["true", "[1]", "{}", #""x""#, "1"] {
            let settings = try read(Preferences.self, #"{"level":1,"stamp":-5,"":\#(value)}"#)
            #expect(settings == Preferences(level: 1, stamp: -5, cache: -1))
        }
    }

    @Test func expressionsAreEvaluatedOnlyWhenNeeded() throws {
        _ = try Preferences(json: "{}")  // compiling the plan evaluates the expression once, which is not counted below
        let before = made.value
        _ = try [Preferences](json: #"[{"stamp":1},{},{"stamp":2},{"stamp":null}]"#)
        #expect(made.value == before + 2)
        let three = try [Preferences](json: "[{},{},{}]")
        #expect(three.map(\.stamp) == [before + 3, before + 4, before + 5])
    }

    @Test func notForInstancesThatFail() throws {
        _ = try Preferences(json: "{}")
        let before = made.value
        for text in ["{", #"{"level":"x"}"#, #"{"list":[1,]}"#, #"{"stamp":true}"#] { _ = try? Preferences(json: text) }
        #expect(made.value == before)
    }

    @Test func duplicatesFallBackToIt() throws {
        #expect(try read(Preferences.self, #"{"level":9,"stamp":1,"level":null}"#).level == 3)
        #expect(try read(Preferences.self, #"{"name":"other","stamp":1,"name":null}"#).name.hasPrefix("a default"))
        #expect(try read(Preferences.self, #"{"stamp":4,"stamp":8}"#).stamp == 8)
    }

    @Test func invalidKindsAreErrorsAllTheSame() {
        expect(.typeMismatch, "$.level", reading: Preferences.self, #"{"level":"3"}"#)
        expect(.typeMismatch, "$.maybe", reading: Preferences.self, #"{"maybe":[]}"#)
    }

    @Test func constantsAreWrittenAndNeverRead() throws {
        struct Message: JSONConvertible, Equatable {
            var type = "message"
            var body: String
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("type", \.type, constant: "message")
                    $0.add("body", \.body)
                }
            }
        }
        #expect(try read(Message.self, #"{"type":[1],"body":"b"}"#) == Message(body: "b"))
        #expect(try Message(body: "b").jsonString() == #"{"type":"message","body":"b"}"#)
        #expect(try Message(json: #"{"body":"c"}"#).type == "message")
    }

    /// The default value is itself read from JSON, while the plan of its model is compiled.
    @Test func defaultsMayReadJSON() throws {
        struct Inner: JSONConvertible, Equatable {
            var n: Int?
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("n", \.n) } }
        }
        struct Outer: JSONConvertible, Equatable {
            var inner: Inner
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) { $0.add("inner", \.inner, literal: try! Inner(json: #"{"n":5}"#)) }
            }
        }
        #expect(try Outer(json: "{}").inner.n == 5)
        #expect(try Outer(json: #"{"inner":{}}"#).inner.n == nil)
    }
}
