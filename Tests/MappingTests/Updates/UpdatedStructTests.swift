import Testing
import Yoke

/// Updates structs that are read via a storage. An update must not change properties that the storage does not hold.
@Suite struct UpdatedStructTests {
    private struct TooMuch: Error {}
    private final class Held {}

    /// A struct with parts that its JSON does not have: an object, and a count of the assignments.
    private struct Gauge: JSONConvertible {
        struct Storage: JSONConvertible {
            var level = 0
            var label = ""
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("level", \.level, literal: 0)
                    $0.add("label", \.label, literal: "")
                }
            }
        }
        var storage: Storage
        var held: Held?
        var assigned = 0
        var checked = 0

        static var jsonMapping: JSONMapping {
            JSONMapping(
                Gauge.self, via: Storage.self, decode: { Gauge(storage: $0) }, encode: { $0.storage },
                assign: { gauge, storage, changed in
                    gauge.assigned += 1
                    if changed.contains("level") { gauge.storage.level = storage.level }
                    if changed.contains("label") { gauge.storage.label = storage.label }
                    if gauge.storage.level > 1000 { throw TooMuch() }
                }
            ).afterReading(Gauge.self) { gauge in
                gauge.checked += 1
                if gauge.storage.level > 100 { throw TooMuch() }
            }
        }
    }

    /// A gauge whose mapping also has a hook that gets the text first.
    private struct Renamed: JSONConvertible {
        var storage: Gauge.Storage
        var held: Held?
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Renamed.self, via: Gauge.Storage.self, decode: { Renamed(storage: $0) }, encode: { $0.storage },
                assign: { renamed, storage, _ in renamed.storage = storage }
            ).beforeReading { object in object["label"] = "new" }
        }
    }

    private struct Panel: JSONConvertible {
        var main: Gauge
        var spare: Gauge?
        var named: [String: Gauge] = [:]
        var n = 0
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("main", \.main)
                $0.add("spare", \.spare)
                $0.add("named", \.named, default: [:])
                $0.add("n", \.n, literal: 0)
            }
        }
    }

    private func gauge(_ level: Int) -> Gauge {
        Gauge(storage: .init(level: level, label: "a label that is on the heap"), held: Held())
    }

    @Test(arguments: engines) func whatTheStorageDoesNotHoldStays(engine: JSONEngine) throws {
        var options = JSONReadOptions()
        options.engine = engine
        var main = gauge(1)
        let held = main.held
        #expect(try main.update(json: #"{"level": 2}"#, options: options).isEmpty == false)
        #expect(main.storage.level == 2 && main.held === held && main.assigned == 1 && main.checked == 1)
        #expect(try main.update(json: #"{"level": 2, "more": [{}]}"#, options: options).isEmpty)
        #expect(main.held === held && main.assigned == 1)
    }

    @Test(arguments: engines, [101, 1001]) func aFailedUpdateOfTheStructItselfAssignsNothing(engine: JSONEngine, level: Int) throws {
        var options = JSONReadOptions()
        options.engine = engine
        var main = gauge(1)
        let held = main.held
        #expect(throws: JSONError.self) { try main.update(json: "{\"level\": \(level)}", options: options) }
        #expect(main.storage.level == 1 && main.held === held && main.assigned == 0 && main.checked == 0)
    }

    @Test(arguments: engines) func partsOfModelsStay(engine: JSONEngine) throws {
        var options = JSONReadOptions()
        options.engine = engine
        var panel = Panel(main: gauge(1), spare: gauge(2), named: ["x": gauge(3)])
        let held = [panel.main.held, panel.spare?.held, panel.named["x"]?.held]
        let text = #"{"spare": {"label": "s"}, "n": 4, "main": {"level": 7}, "main": {"level": 8}}"#
        try panel.update(json: text, options: options)
        #expect(panel.main.storage.level == 8 && panel.spare?.storage.label == "s" && panel.spare?.storage.level == 2)
        try panel.update(json: #"{"named": {"x": {"level": 9}, "y": {}}, "spare": {}}"#, policy: .mergePatch, options: options)
        #expect(panel.named["x"]?.storage.level == 9 && panel.named["y"]?.held == nil)
        #expect(
            held.map { $0.map(ObjectIdentifier.init) }
                == [panel.main.held, panel.spare?.held, panel.named["x"]?.held].map { $0.map(ObjectIdentifier.init) })
    }

    @Test(arguments: engines) func hooksOfTheTextRunToo(engine: JSONEngine) throws {
        var options = JSONReadOptions()
        options.engine = engine
        var renamed = Renamed(storage: .init(level: 1, label: "old"), held: Held())
        let held = renamed.held
        try renamed.update(json: #"{"level": 2}"#, options: options)
        #expect(renamed.storage.level == 2 && renamed.storage.label == "new" && renamed.held === held)
    }

    /// A class that refuses some values, in a box and in a struct that is read via a storage.
    private final class Valve: JSONConvertible, @unchecked Sendable {
        struct Storage: JSONConvertible {
            var a = 0
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a, literal: 0) } }
        }
        var a: Int
        init(a: Int) { self.a = a }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Valve.self, via: Storage.self, decode: { Valve(a: $0.a) }, encode: { Storage(a: $0.a) },
                assign: { valve, storage, _ in
                    if storage.a == 3 { throw TooMuch() }
                    valve.a = storage.a
                })
        }
    }

    private struct Holder: JSONConvertible {
        struct Storage: JSONConvertible {
            var valve: Valve
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("valve", \.valve) } }
        }
        var valve: Valve
        static var jsonMapping: JSONMapping {
            JSONMapping(Holder.self, via: Storage.self, decode: { Holder(valve: $0.valve) }, encode: { Storage(valve: $0.valve) })
        }
    }

    private struct Pipes: JSONConvertible {
        var box: JSONBox<Valve>?
        var holder: Holder?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("box", \.box)
                $0.add("holder", \.holder)
            }
        }
    }

    @Test(
        "a refused assignment frees what the update has made", arguments: engines,
        [
            (#"{"box": {"a": 1}}"#, #"{"box": {"a": 3}}"#), (#"{"holder": {"valve": {"a": 1}}}"#, #"{"holder": {"valve": {"a": 3}}}"#),
            (#"{"box": {"a": 1}, "holder": {"valve": {"a": 1}}}"#, #"{"holder": {"valve": {"a": 2}}, "box": {"a": 3}}"#),
        ])
    func refusedAssignmentsLeakNothing(engine: JSONEngine, texts: (String, String)) throws {
        var options = JSONReadOptions()
        options.engine = engine
        weak var box: Valve?, held: Valve?
        do {
            var value = try Pipes(json: texts.0)
            (box, held) = (value.box?.value, value.holder?.valve)
            #expect(box != nil || held != nil)
            #expect(throws: JSONError.self) { try value.update(json: texts.1, options: options) }
            #expect((box?.a ?? 1, held?.a ?? 1) == (1, 1))
        }
        #expect(box == nil && held == nil)
    }

    @Test(
        "a failed update changes nothing",
        arguments: [
            #"{"main": {"level": 101}}"#, #"{"main": {"level": 1001}}"#, #"{"main": {"level": 3, "label": 1}}"#, #"{"main": {"level": 3"#,
            #"{"main": {"level": 3}, "n": "x"}"#, #"{"spare": {"level": 3}, "spare": {"level": 101}}"#,
            #"{"spare": {"label": "x", "level": }}"#,
            #"{"main": {"level": 3}, "main": 4}"#,
        ])
    func aFailedUpdateChangesNothing(text: String) throws {
        for engine in engines {
            for collects in [false, true] {
                var options = JSONReadOptions()
                options.engine = engine
                options.collectsErrors = collects
                var panel = Panel(main: gauge(1), spare: gauge(2))
                let held = panel.main.held
                #expect(throws: JSONError.self) { try panel.update(json: text, options: options) }
                #expect(panel.main.storage.level == 1 && panel.main.held === held && panel.main.assigned == 0)
                #expect(panel.spare?.storage.level == 2 && panel.spare?.assigned == 0 && panel.n == 0)
            }
        }
    }
}
