import Testing
import Yoke

/// Updates that combine two features, such as class instances with aliases, or flattened enums with hooks.
@Suite struct UpdateCombinationTests {
    private struct Refused: Error {}
    private static let policies = [JSONUpdatePolicy.standard, .mergePatch]

    // MARK: - Hooks

    private enum Level: String, JSONConvertible {
        case low, high
        static var jsonMapping: JSONMapping {
            JSONMapping(rawValues: Level.self) { $0 += [.low, .high] }.afterReading(Level.self) { if $0 == .high { throw Refused() } }
        }
    }
    /// A coder with a hook that refuses zeros.
    private struct WithoutZeros: JSONCoder {
        func decode(_ counts: [String: Int]) -> [String: Int] { counts }
        func encode(_ counts: [String: Int]) -> [String: Int] { counts }
        var jsonMapping: JSONMapping {
            [String: Int].jsonMapping.afterReading([String: Int].self) { if $0.values.contains(0) { throw Refused() } }
        }
    }
    private struct Checked: JSONConvertible, Equatable {
        var level = Level.low
        var counts = ["a": 1]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("level", \.level)
                $0.add("counts", \.counts, by: WithoutZeros())
            }
        }
    }

    /// A hook after reading sees each new value, also of a type without properties.
    @Test(arguments: policies) func hooksAfterReadingRun(policy: JSONUpdatePolicy) throws {
        expect(.refused, "$.level", updating: Checked(), #"{"level":"high"}"#, policy)
        expect(.refused, "$.counts", updating: Checked(), #"{"counts":{"b":0}}"#, policy)
        #expect(try updated(Checked(), #"{"level":"low","counts":{"a":1}}"#, policy) == (Checked(), []))
        let counts = policy == .mergePatch ? ["a": 1, "b": 2] : ["b": 2]
        #expect(try updated(Checked(), #"{"counts":{"b":2}}"#, policy) == (Checked(counts: counts), ["counts"]))
    }

    // MARK: - Flattened enums

    private enum Shape: JSONConvertible, Equatable {
        case circle(Circle), other
        struct Circle: JSONConvertible, Equatable {
            var radius: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("radius", \.radius) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
                $0.fallback(.other)
            }.beforeReading { object in
                if let diameter = object["diameter"]?.int { object["radius"] = .number(JSONNumber(diameter / 2)) }
            }
        }
    }
    private struct Boxed: JSONCoder {
        func decode(_ shape: Shape) -> [Shape] { [shape] }
        func encode(_ shapes: [Shape]) -> Shape { shapes[0] }
    }
    private struct Drawing: JSONConvertible, Equatable {
        var id = 1
        var shape = Shape.circle(.init(radius: 3))
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.flatten("shape", \.shape)
            }
        }
    }
    private struct BoxedDrawing: JSONConvertible, Equatable {
        var id = 1
        var shapes = [Shape.circle(.init(radius: 3))]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.flatten("shapes", \.shapes, by: Boxed())
            }
        }
    }

    /// A flattened enum keeps its value if the text does not name its tag, also with hooks around it or behind a coder.
    @Test(arguments: policies) func aFlattenedEnumStays(policy: JSONUpdatePolicy) throws {
        #expect(try updated(Drawing(), #"{"id":2}"#, policy) == (Drawing(id: 2), ["id"]))
        #expect(try updated(BoxedDrawing(), #"{"id":2}"#, policy) == (BoxedDrawing(id: 2), ["id"]))
        let text = #"{"type":"circle","diameter":8}"#
        #expect(try updated(Drawing(), text, policy).value == Drawing(shape: .circle(.init(radius: 4))))
        #expect(try updated(BoxedDrawing(), text, policy).value == BoxedDrawing(shapes: [.circle(.init(radius: 4))]))
    }

    // MARK: - Class instances

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
        var storage = Storage(level: 1, label: "old")
        static func == (a: Tank, b: Tank) -> Bool { a.storage == b.storage }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Tank.self, via: Storage.self,
                decode: {
                    let tank = Tank()
                    tank.storage = $0
                    return tank
                }, encode: { $0.storage },
                assign: { tank, storage, changed in
                    if changed.contains("level") { tank.storage.level = storage.level }
                    if changed.contains("label") { tank.storage.label = storage.label }
                })
        }
    }
    private struct TwoKeys: JSONConvertible {
        var tank = Tank()
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("tank", \.tank, key: ["a", "b"]) } }
    }
    private struct KeyAndPath: JSONConvertible {
        var tank = Tank()
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("tank", \.tank, key: ["a", .path("data.b")]) } }
    }
    private struct TwoPaths: JSONConvertible {
        var tank = Tank()
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("tank", \.tank, key: [.path("x.a"), .path("data.b")]) } }
    }

    private func changed<Model: JSONConvertible>(
        _ make: () -> Model, _ tank: KeyPath<Model, Tank>, _ text: String
    ) throws -> Tank.Storage {
        let results = try Self.policies.flatMap { policy in
            try engines.map { engine in
                var options = JSONReadOptions.strict, model = make()
                options.engine = engine
                let before = model[keyPath: tank]
                try model.update(json: text, policy: policy, options: options)
                #expect(model[keyPath: tank] === before, "\(text)")
                return before.storage
            }
        }
        #expect(results.allSatisfy { $0 == results[0] }, "\(text)")
        return results[0]
    }

    /// As in reading, the first key whose value is not null counts. The update undoes the changes that come from the values of the other keys.
    @Test func instancesWithSeveralKeys() throws {
        let level = Tank.Storage(level: 5, label: "old"), label = Tank.Storage(level: 1, label: "x")
        for text in [#"{"b":{"level":5},"a":null}"#, #"{"a":null,"b":{"level":5}}"#, #"{"a":{"level":5},"b":{"label":"x"}}"#] {
            #expect(try changed(TwoKeys.init, \.tank, text) == level, "\(text)")
        }
        #expect(try changed(TwoKeys.init, \.tank, #"{"b":{"level":5},"a":{"label":"x"}}"#) == label)
        for text in [#"{"data":{"b":{"level":5}},"a":{"label":"x"}}"#, #"{"a":{"label":"x"},"data":{"b":{"level":5}}}"#] {
            #expect(try changed(KeyAndPath.init, \.tank, text) == label, "\(text)")
        }
        for text in [#"{"data":{"b":{"level":5}},"x":{"a":{"label":"x"}}}"#, #"{"x":{"a":{"label":"x"}},"data":{"b":{"level":5}}}"#] {
            #expect(try changed(TwoPaths.init, \.tank, text) == label, "\(text)")
        }
        #expect(try changed(TwoPaths.init, \.tank, #"{"data":{"b":{"level":5}},"x":{"a":null}}"#) == level)
        #expect(try changed(TwoPaths.init, \.tank, #"{"x":{"a":{"level":7}},"x":{"a":{"label":"x"}}}"#) == label)
    }

    private struct SharedKey: JSONConvertible {
        var first = Tank()
        var second = Tank()
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("first", \.first, key: "tank")
                $0.add("second", \.second, key: "tank")
            }
        }
    }

    /// If a key repeats, what its earlier value changed is undone, in each instance of a shared key.
    @Test func instancesThatShareARepeatedKey() throws {
        let text = #"{"tank":{"level":5},"tank":{"label":"x"}}"#
        for path in [\SharedKey.first, \SharedKey.second] as [KeyPath<SharedKey, Tank>] {
            #expect(try changed(SharedKey.init, path, text) == Tank.Storage(level: 1, label: "x"))
        }
    }

    // MARK: - Nullable values and extras

    private struct Nullable: JSONConvertible, Equatable {
        var counts: JSONNullable<[String: Int]>
        var tank: JSONNullable<Tank> = .missing
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("counts", \.counts)
                $0.add("tank", \.tank)
            }
        }
    }

    /// A merge patch for null is applied to an empty object.
    @Test func patchesOfNull() throws {
        for counts in [JSONNullable<[String: Int]>.null, .missing, .value(["b": 1])] {
            let result = try updated(Nullable(counts: counts), #"{"counts":{"a":null,"b":2}}"#, .mergePatch).value
            #expect(result == Nullable(counts: .value(["b": 2])))
        }
        let patched = try updated(Nullable(counts: .null, tank: .null), #"{"tank":{"level":null,"label":"x"}}"#, .mergePatch).value
        #expect(patched.tank.value?.storage == Tank.Storage(level: 0, label: "x"))
    }

    private struct Extras: JSONConvertible, Equatable {
        var id = 1
        var more: JSONObject = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.extras("more", \.more)
            }
        }
    }
    private struct Outer: JSONConvertible, Equatable {
        var inner = Extras()
        var named: [String: Extras] = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("inner", \.inner)
                $0.add("named", \.named)
            }
        }
    }

    @Test(arguments: policies) func repeatedUnknownMembers(policy: JSONUpdatePolicy) throws {
        var first = JSONReadOptions.strict
        first.duplicateKeys = .first
        let text = #"{"x":1,"x":2,"id":3,"x":3}"#
        #expect(try updated(Extras(), text, policy, first).value == Extras(id: 3, more: ["x": 1]))
        #expect(try updated(Extras(), text, policy).value == Extras(id: 3, more: ["x": 3]))
    }

    /// The text of an update may have only some objects with a repeated key, because each changes the old value anew.
    @Test(arguments: policies) func repeatedObjectsAreLimited(policy: JSONUpdatePolicy) throws {
        func text(_ count: Int) -> String {
            "{" + (0..<count).map { "\"inner\":{\"x\":\($0)}" }.joined(separator: ",") + "}"
        }
        #expect(try updated(Outer(), text(65), policy).value.inner.more == ["x": 64])
        expect(.limitExceeded, "$.inner", updating: Outer(), text(66), policy)
    }

    /// Objects that replace the old value are not limited. A key that several properties share counts once.
    @Test func repeatedObjectsThatChangeNothingOld() throws {
        func text(_ key: String, _ count: Int) -> String {
            "{" + (0..<count).map { "\"\(key)\":{\"level\":\($0)}" }.joined(separator: ",") + "}"
        }
        var policy = JSONUpdatePolicy.standard
        #expect(try changed(SharedKey.init, \.second, text("tank", 65)).level == 64)
        #expect(try updated(Nullable(counts: .null), text("counts", 100), policy).value.counts == .value(["level": 99]))
        policy.models = .replace
        #expect(try updated(Nullable(counts: .null), text("tank", 100), policy).value.tank.value?.storage.level == 99)
    }

    private struct Volume: JSONConvertible, Equatable {
        var volume: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("volume", \.volume) } }
    }
    private enum Load: JSONConvertible, Equatable {
        case liquid(Volume)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, choose: { _ in "liquid" }) {
                $0.add("liquid", Volume.self, make: { .liquid($0) }, match: { if case .liquid(let volume) = $0 { volume } else { nil } })
            }
        }
    }
    private struct Truck: JSONConvertible, Equatable {
        var id = 1
        var load = Load.liquid(Volume(volume: 1))
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id); $0.flatten("load", \.load)
            }
        }
    }

    /// Without a tag, the text does not say that it has a new value of the enum.
    @Test func flattenedEnumsWithoutATagKeepTheirValues() throws {
        let text = #"{"id":2,"volume":2}"#
        #expect(try updated(Truck(), text, .standard).value == Truck(id: 2))
        #expect(try updated(Truck(), text, .mergePatch).value == Truck(id: 2, load: .liquid(Volume(volume: 2))))
    }

    /// Objects that are left out leave no patch behind.
    @Test func patchesOfExtrasInObjectsThatAreLeftOut() throws {
        let old = Outer(named: ["a": Extras(id: 2, more: ["y": 1]), "b": Extras(id: 3)])
        let text = #"{"named":{"a":{"x":1,"id":{}},"c":{"x":1,"id":{}},"b":{"x":2}}}"#
        let result = try updated(old, text, .mergePatch, .salvage).value
        #expect(result.named["b"] == Extras(id: 3, more: ["x": 2]))
    }
}
