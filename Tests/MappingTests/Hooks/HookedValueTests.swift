import Testing
import Yoke

/// Hooks that change nothing must not change how the rest of a call reads the value.
@Suite struct HookedValueTests {
    private struct Plain: JSONConvertible, Equatable {
        var id: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("id", \.id) } }
    }
    private struct Before: JSONConvertible, Equatable {
        var id: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("id", \.id) }.beforeReading { _ in } }
    }
    private struct Twice: JSONConvertible, Equatable {
        var id: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("id", \.id) }.beforeWriting(Self.self) { _ in }.afterWriting { _ in }
        }
    }
    private struct Holder<Value: JSONConvertible & Equatable>: JSONConvertible, Equatable {
        var value: Value?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("value", \.value) } }
    }

    @Test func aStringThatStandsForNullIsNil() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.mode = .lenient.withEmptyStringAsNull
            options.engine = engine
            #expect(try Holder<Plain>(json: #"{"value":""}"#, options: options).value == nil)
            #expect(try Holder<Before>(json: #"{"value":""}"#, options: options).value == nil)
            #expect(try Holder<Twice>(json: #"{"value":""}"#, options: options).value == nil)
            #expect(throws: JSONError.self) { try Holder<Before>(json: #"{"value":"x"}"#, options: options) }
        }
    }

    private enum Event: JSONConvertible, Equatable {
        case x(Plain), end
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("x", Plain.self, make: { .x($0) }, match: { if case .x(let x) = $0 { x } else { nil } })
                $0.add("end", .end)
            }
            .afterReading(Self.self) { _ in }
            .beforeWriting(Self.self) { _ in }
        }
    }

    @Test func aCutEnumIsLeftOut() throws {
        for engine in engines {
            var options = JSONReadOptions.strict
            options.allowsPartialValue = true
            options.engine = engine
            for text in [#"[{"type":"end"},{"id":1,"#, #"[{"type":"end"},{"type""#] {
                #expect(try [Event](json: text, options: options) == [.end])
                #expect(try Holder<[Event]>(json: #"{"value":"# + text, options: options).value == [.end])
            }
            #expect(throws: JSONError.self) { try [Event](json: #"[{"type":"y","id":1,"#, options: options) }
            #expect(throws: JSONError.self) { try [Event](json: #"[{"id":1}"#, options: options) }
            #expect(throws: JSONError.self) { try Event(json: #"{"id":1,"#, options: options) }
        }
    }

    private struct Nested: JSONConvertible {
        var kids: [Nested] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { $0.add("kids", \.kids, default: []) }.beforeWriting(Self.self) { _ in }.afterWriting { _ in }
        }
    }

    /// A value whose text is read a second time may be nested in such values up to 128 levels deep. Each hook adds one level.
    @Test func eachHookIsALevel() throws {
        func text(_ depth: Int) -> String {
            String(repeating: #"{"kids":["#, count: depth - 1) + "{}" + String(repeating: "]}", count: depth - 1)
        }
        for engine in engines {
            var options = JSONReadOptions.strict
            options.engine = engine
            #expect(try Nested(json: text(64), options: options).jsonString().count > 64)
            #expect(throws: JSONError.self) { try Nested(json: text(65), options: options) }
        }
    }

    private final class Tank: JSONConvertible {
        var level: Int
        init(_ level: Int) { self.level = level }
        struct Level: JSONConvertible {
            var level: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("level", \.level) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Tank.self, via: Level.self, decode: { Tank($0.level) }, encode: { Level(level: $0.level) },
                assign: { tank, storage, _ in tank.level = storage.level }
            )
            .afterReading(Tank.self) { if $0.level == 7 { $0 = Tank(8) } }
        }
    }
    private struct Plant: JSONConvertible {
        var tank: Tank?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("tank", \.tank) } }
    }

    @Test func aHookMayReplaceAnInstanceOnlyWhenItIsNew() throws {
        #expect(try Tank(json: #"{"level":7}"#).level == 8)
        let tank = Tank(1)
        var plant = Plant(tank: tank)
        let error = #expect(throws: JSONError.self) { try plant.update(json: #"{"tank":{"level":7}}"#) }
        #expect(error?.kind == .refused && error?.path == "$.tank")
        #expect(throws: JSONError.self) { try tank.update(json: #"{"level":7}"#) }
        #expect(plant.tank === tank && tank.level == 1)
    }

    private struct Flattened: JSONConvertible, Equatable {
        var id: Int
        var before: Before?
        var size: Size
        struct Size: JSONConvertible, Equatable {
            var w: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("w", \.w) }.beforeReading { _ in } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, key: "number")
                $0.flatten("before", \.before)
                $0.flatten("size", \.size)
            }
        }
    }

    /// Each member of the object is reported once, although Yoke reads the object again for each flattened type with hooks.
    @Test func membersOfFlattenedTypesAreReportedOnce() throws {
        for engine in engines {
            var options = JSONReadOptions.strict, report = JSONReport()
            options.engine = engine
            _ = try Flattened(json: #"{"number":1,"number":2,"w":2,"w":3,"zz":1}"#, options: options, report: &report)
            let expected = ["$.number duplicateKey", "$.w duplicateKey", "$.zz unknownKey"]
            #expect(report.entries.map { "\($0.path) \($0.kind)" } == expected)
            (options.duplicateKeys, report) = (.first, JSONReport())
            _ = try Flattened(json: #"{"number":1,"number":2,"w":2,"w":3,"zz":1}"#, options: options, report: &report)
            #expect(report.entries.map { "\($0.path) \($0.kind)" } == expected)
            options.refusesUnknownKeys = true
            options.collectsErrors = true
            let error = #expect(throws: JSONError.self) { try Flattened(json: #"{"number":1,"w":2,"zz":1}"#, options: options) }
            #expect(error?.all.map(\.path) == ["$.zz"])
        }
    }
}
