import Testing
import Yoke

/// Updates instances in properties. Checks see the new values. After an error, all instances are as before the update.
@Suite struct UpdatedInstanceTests {
    private struct TooMuch: Error {}

    /// A class whose instances are shared. Two tanks are equal if their contents are equal.
    private final class Tank: JSONConvertible, Equatable, @unchecked Sendable {
        struct Storage: JSONConvertible, Equatable {
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
        var assigned = 0
        var level: Int { storage.level }
        init(level: Int, _ label: String = "a label that is on the heap") { storage = Storage(level: level, label: label) }
        static func == (a: Tank, b: Tank) -> Bool { a.storage == b.storage }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Tank.self, via: Storage.self, decode: { Tank(level: $0.level, $0.label) }, encode: { $0.storage },
                assign: { tank, storage, changed in
                    tank.assigned += 1
                    if changed.contains("level") { tank.storage.level = storage.level }
                    if changed.contains("label") { tank.storage.label = storage.label }
                    if tank.level > 1000 { throw TooMuch() }
                })
        }
    }

    /// A model with a check of its property `tank`, and a check of the entire model. Both look at the level of the tank.
    private struct Unit: JSONConvertible, Equatable {
        var tank: Tank
        var other: Tank?
        var n = 1
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("tank", \.tank, rules: [.ensure { if $0.level > 100 { throw TooMuch() } }])
                $0.add("other", \.other)
                $0.add("n", \.n, literal: 1)
                $0.afterReading { unit in
                    if unit.tank.level + (unit.other?.level ?? 0) > 150 { throw TooMuch() }
                    unit.n += unit.tank.level
                }
            }
        }
    }

    private struct Plant: JSONConvertible {
        var unit: Unit
        var spare: Tank?
        var name = ""
        var named: [String: Tank] = [:]
        var numbered: [Int: Tank] = [:]
        var list: [Tank] = []
        var maybe = JSONNullable<Tank>.missing
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("unit", \.unit, default: Unit(tank: Tank(level: 0)), rules: [.invalidIsMissing])
                $0.add("spare", \.spare)
                $0.add("name", \.name, literal: "")
                $0.add("named", \.named, literal: [:])
                $0.add("numbered", \.numbered, literal: [:])
                $0.add("list", \.list, literal: [])
                $0.add("maybe", \.maybe)
            }
        }
    }

    private final class Owner: JSONConvertible, @unchecked Sendable {
        struct Storage: JSONConvertible {
            var tank: Tank
            var name = ""
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("tank", \.tank, rules: [.ensure { if $0.level > 100 { throw TooMuch() } }])
                    $0.add("name", \.name, literal: "")
                }
            }
        }
        var storage: Storage
        init(_ storage: Storage) { self.storage = storage }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Owner.self, via: Storage.self, decode: { Owner($0) }, encode: { $0.storage },
                assign: { owner, storage, _ in owner.storage = storage }
            ).afterReading(Owner.self) { if $0.storage.tank.level > 50, $0.storage.name == "small" { throw TooMuch() } }
        }
    }

    /// Strict options, for each engine.
    private let strict = engines.map { engine in
        var options = JSONReadOptions.strict
        options.engine = engine
        return options
    }

    @Test func checksSeeWhatItWillBe() throws {
        for options in strict {
            let tank = Tank(level: 10), other = Tank(level: 20)
            var unit = Unit(tank: tank, other: other)
            for (text, path) in [
                (#"{"tank":{"level":101}}"#, "$.tank"), (#"{"tank":{"level":90},"other":{"level":90}}"#, "$"),
                (#"{"other":{"level":141}}"#, "$"),
                (#"{"tank":{"level":5},"other":{"level":2000}}"#, "$.other"),
            ] {
                let error = #expect(throws: JSONError.self) { try unit.update(json: text, options: options) }
                #expect(error?.kind == .refused && error?.path == path)
                #expect(unit.tank === tank && tank.level == 10 && other.level == 20 && unit.n == 1)
            }
            #expect(
                try unit.update(json: #"{"tank":{"level":90},"other":{"level":50,"label":"x"}}"#, options: options).names == [
                    "tank", "other", "n",
                ])
            #expect(unit.n == 91 && unit.tank === tank && tank.level == 90 && other == Tank(level: 50, "x"))
            // Reading a new model refuses the level 101, as the update does.
            #expect(throws: JSONError.self) { try Unit(json: #"{"tank":{"level":101}}"#, options: options) }
        }
    }

    @Test func whatRefusesIsOneOfTheErrors() {
        for var options in strict {
            options.collectsErrors = true
            let tank = Tank(level: 10), other = Tank(level: 20)
            var unit = Unit(tank: tank, other: other)
            let error = #expect(throws: JSONError.self) {
                try unit.update(json: #"{"tank":{"level":5},"other":{"level":2000},"n":"x"}"#, options: options)
            }
            #expect(error?.all.map(\.path) == ["$.other", "$.n"])
            #expect(tank.level == 10 && other.level == 20)
        }
    }

    /// The path may have a cut key, a repeated key, or `[*]` in place of a key. The position does not depend on it.
    @Test func aRefusedInstanceHasItsPlace() throws {
        let key = String(repeating: "k", count: 70)
        let starts = [#"{"spare":{"level":1},"spare":"#, #"{"named":{"a":"#, #"{"named":{"\#(key)":"#, #"{"named":{"a":{"level":3},"a":"#]
        for var options in strict {
            for (start, shows) in starts.flatMap({ [($0, true), ($0, false)] }) {
                let text = start + #"{"level":2000}}"# + (start.hasPrefix(#"{"n"#) ? "}" : "")
                options.showsSnippets = shows
                var plant = Plant(
                    unit: Unit(tank: Tank(level: 0)), spare: Tank(level: 0), named: ["a": Tank(level: 0), key: Tank(level: 0)])
                let error = #expect(throws: JSONError.self) { try plant.update(json: text, policy: .mergePatch, options: options) }
                #expect(error?.kind == .refused && error?.offset == start.utf8.count && error?.column == start.utf8.count + 1, "\(text)")
                #expect((error?.snippet == nil) == !shows)
            }
        }
    }

    /// A struct with a class instance and without `assign:`. An update makes a new struct.
    private struct Gauge: JSONConvertible {
        struct Storage: JSONConvertible {
            var tank: Tank
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("tank", \.tank) } }
        }
        let tank: Tank
        let shown: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Gauge.self, via: Storage.self,
                decode: { storage in
                    if storage.tank.level > 100 { throw TooMuch() }
                    return Gauge(tank: storage.tank, shown: storage.tank.level)
                }, encode: { Storage(tank: $0.tank) })
        }
    }
    private struct Panel: JSONConvertible {
        var gauge: Gauge
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("gauge", \.gauge) } }
    }

    @Test func makersSeeWhatItWillBe() throws {
        for options in strict {
            let tank = Tank(level: 10)
            var panel = Panel(gauge: Gauge(tank: tank, shown: 10))
            try panel.update(json: #"{"gauge":{"tank":{"level":11}}}"#, options: options)
            #expect(panel.gauge.shown == 11 && panel.gauge.tank === tank && tank.level == 11)
            #expect(throws: JSONError.self) { try panel.update(json: #"{"gauge":{"tank":{"level":101}}}"#, options: options) }
            #expect(panel.gauge.shown == 11 && tank.level == 11)
        }
    }

    @Test func thoseOfAClass() throws {
        for options in strict {
            let tank = Tank(level: 10), owner = Owner(.init(tank: tank))
            for text in [#"{"tank":{"level":101}}"#, #"{"name":"small","tank":{"level":60}}"#, #"{"tank":{"level":60},"name":5}"#] {
                #expect(throws: JSONError.self) { try owner.update(json: text, options: options) }
                #expect(owner.storage.tank === tank && tank.level == 10 && owner.storage.name == "")
            }
            #expect(try owner.update(json: #"{"name":"big","tank":{"level":60}}"#, options: options).names == ["tank", "name"])
            #expect(tank.level == 60)
        }
    }

    @Test func whatFollowsMayFail() throws {
        for options in strict {
            let tank = Tank(level: 10), spare = Tank(level: 20)
            var plant = Plant(unit: Unit(tank: tank), spare: spare)
            for rest in [#""name":5}"#, #""name":"x""#, #""spare":{"level":1001}}"#, #""spare":{"level":"x"}}"#, #""maybe":[]}"#] {
                #expect(throws: JSONError.self) { try plant.update(json: #"{"unit":{"tank":{"level":5}},"# + rest, options: options) }
                #expect(tank.level == 10 && spare.level == 20 && plant.unit.n == 1)
            }
            // No check looks at the property `spare`. So `spare` is assigned only after the entire text has been found valid.
            spare.assigned = 0
            #expect(throws: JSONError.self) { try plant.update(json: #"{"spare":{"level":5},"name":5}"#, options: options) }
            #expect(spare.level == 20 && spare.assigned == 0)
        }
    }

    /// The earlier value of a repeated key, and a value that is dropped, must not change an instance.
    @Test func keysThatComeAgain() throws {
        for options in strict {
            let tank = Tank(level: 10)
            var plant = Plant(unit: Unit(tank: tank))
            try plant.update(json: #"{"unit":{"tank":{"level":5}},"unit":{"n":2}}"#, options: options)
            #expect(tank.level == 10 && plant.unit.n == 12)
            try plant.update(json: #"{"unit":{"tank":{"level":5},"tank":{"label":"l"}}}"#, options: options)
            #expect(tank == Tank(level: 10, "l"))
            for text in [
                #"{"unit":{"tank":{"level":5},"n":"x"}}"#, #"{"unit":{"tank":{"level":500}}}"#, #"{"unit":{"tank":{"level":5},"other":7}}"#,
            ] {
                #expect(try plant.update(json: text, options: options).isEmpty)
                #expect(tank.level == 10 && plant.unit.tank === tank)
            }
        }
    }

    @Test func oneInstanceInTwoProperties() throws {
        for options in strict {
            let tank = Tank(level: 10)
            var plant = Plant(unit: Unit(tank: tank, other: nil), spare: tank, named: ["a": tank])
            func update(_ text: String, _ policy: JSONUpdatePolicy = .standard) throws -> Tank {
                tank.storage = .init(level: 10, label: "")
                try plant.update(json: text, policy: policy, options: options)
                #expect(plant.spare === tank && plant.unit.tank === tank)
                return tank
            }
            #expect(try update(#"{"unit":{"tank":{"level":7}},"spare":{"level":10}}"#) == Tank(level: 10, ""))
            #expect(try update(#"{"spare":{"level":7},"unit":{"tank":{"level":10}}}"#) == Tank(level: 10, ""))
            #expect(try update(#"{"spare":{"level":7},"unit":{"tank":{"label":"l"}}}"#) == Tank(level: 7, "l"))
            #expect(try update(#"{"spare":{"level":7},"unit":{"tank":{"level":8}},"spare":{"label":"l"}}"#) == Tank(level: 8, "l"))
            #expect(
                try update(#"{"spare":{"level":7,"label":"k"},"named":{"a":{"level":10},"b":null}}"#, .mergePatch) == Tank(level: 10, "k"))
            #expect(throws: JSONError.self) {
                try plant.update(json: #"{"spare":{"level":7},"unit":{"tank":{"level":8}},"name":1}"#, options: options)
            }
            #expect(tank.level == 10)
            #expect(try plant.update(json: #"{"unit":{"tank":{"level":7}},"spare":{"level":10}}"#, options: options).names == ["unit"])
        }
    }

    @Test func whoHoldsItHasChanged() throws {
        for options in strict {
            let tanks = (0..<5).map { Tank(level: $0) }
            var plant = Plant(
                unit: Unit(tank: tanks[0]), named: ["a": tanks[1], "b": Tank(level: 9)], numbered: [1: tanks[2]],
                list: [Tank(level: 8), tanks[4]],
                maybe: .value(tanks[3]))
            func names(_ text: String) throws -> [String] { try plant.update(json: text, policy: .mergePatch, options: options).names }
            #expect(try names(#"{"named":{"a":{"level":5}}}"#) == ["named"])
            #expect(try names(#"{"named":{"a":{"level":5}},"numbered":{"1":{}},"maybe":{}}"#) == [])
            #expect(try names(#"{"numbered":{"1":{"level":6}},"maybe":{"level":7}}"#) == ["numbered", "maybe"])
            #expect(tanks[1].level == 5 && tanks[2].level == 6 && tanks[3].level == 7)
            plant.spare = tanks[4]
            #expect(try names(#"{"spare":{"level":3}}"#) == ["spare", "list"])
            #expect(plant.named["a"] === tanks[1] && plant.numbered[1] === tanks[2] && plant.maybe.value === tanks[3])
        }
    }

    /// A class whose mapping has a hook.
    private final class Pump: JSONConvertible, @unchecked Sendable {
        struct Storage: JSONConvertible {
            var speed = 1
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("speed", \.speed, literal: 1) } }
        }
        var storage: Storage
        init(_ storage: Storage = Storage()) { self.storage = storage }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Pump.self, via: Storage.self, decode: { Pump($0) }, encode: { $0.storage },
                assign: { pump, storage, _ in pump.storage = storage }
            ).beforeReading { _ in }
        }
    }

    /// A struct with a class instance. A coder can write the struct as a number.
    private struct Pair: JSONConvertible {
        struct Speed: JSONCoder {
            func decode(_ speed: Int) -> Pair { Pair(pump: Pump()) }
            func encode(_ pair: Pair) -> Int { pair.pump.storage.speed }
        }
        var pump: Pump
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("pump", \.pump) } }
    }

    private struct Station: JSONConvertible {
        var pump = Pump()
        var named: [String: Pump] = [:]
        var coded = Pair(pump: Pump())
        var pair = Pair(pump: Pump())
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("pump", \.pump)
                $0.add("named", \.named)
                $0.add("coded", \.coded, by: Pair.Speed())
                $0.add("pair", \.pair)
            }
        }
    }

    /// An update changes an instance in place, and does not replace the instance, also inside a value with a hook or a coder.
    @Test func hooksAroundIt() throws {
        for options in strict {
            var station = Station(named: ["a": Pump()])
            func names(_ text: String) throws -> [String] { try station.update(json: text, policy: .mergePatch, options: options).names }
            #expect(try names(#"{"pump":{"speed":2}}"#) == ["pump"])
            #expect(try names(#"{"named":{"a":{"speed":3}}}"#) == ["named"])
            #expect(try names(#"{"pair":{"pump":{"speed":4}}}"#) == ["pair"])
            #expect(station.pump.storage.speed == 2 && station.named["a"]?.storage.speed == 3 && station.pair.pump.storage.speed == 4)
            #expect(try names(#"{"pump":{"speed":2},"pair":{}}"#) == [])
        }
    }
}
