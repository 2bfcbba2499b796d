import Testing
import Yoke

/// Tests hooks of payloads, flattened values and classes. One object may have several hooks.
@Suite struct HookCombinationTests {
    private struct Circle: JSONConvertible, Equatable {
        var radius: Int
        var name: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("radius", \.radius); $0.add("name", \.name)
            }
            .beforeReading { if let r = $0.removeValue(forKey: "r") { $0["radius"] = r } }
            .afterReading(Self.self) { $0.radius = abs($0.radius) }
            .beforeWriting(Self.self) { $0.name = $0.name ?? "circle" }
            .afterWriting { $0["unit"] = "cm" }
        }
    }
    private enum Shape: JSONConvertible, Equatable {
        case circle(Circle), point, other(JSONValue)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
                $0.add("point", .point)
                $0.fallback(make: { .other($0) }, match: { if case .other(let value) = $0 { value } else { nil } })
            }
        }
    }

    @Test func besideATag() throws {
        let shapes = try read([Shape].self, #"[{"r":-1,"type":"circle","name":"a"},{"type":"point"},{"type":"box","w":[1]},5]"#)
        #expect(shapes == [.circle(Circle(radius: 1, name: "a")), .point, .other(["type": "box", "w": [1]]), .other(5)])
        #expect(
            try written(shapes) == #"[{"type":"circle","radius":1,"name":"a","unit":"cm"},{"type":"point"},{"type":"box","w":[1]},5]"#)
        #expect(
            try [shapes[0]].jsonString(JSONWriteOptions(sortsKeys: true)) == #"[{"name":"a","radius":1,"type":"circle","unit":"cm"}]"#)
    }

    private struct Drawing: JSONConvertible, Equatable {
        var id: Int
        var circle: Circle?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id); $0.flatten("circle", \.circle)
            }
        }
    }

    private struct Moment: JSONConvertible, Equatable {
        var seconds: Double
        static var jsonMapping: JSONMapping { JSONMapping(date: Moment.self, decode: { Moment(seconds: $0) }, encode: { $0.seconds }) }
    }
    private struct Later: JSONCoder {
        func decode(_ moments: [Int: Moment]) -> [Int: Moment] { moments }
        func encode(_ moments: [Int: Moment]) -> [Int: Moment] { moments }
        var jsonMapping: JSONMapping {
            [Int: Moment].jsonMapping.afterReading([Int: Moment].self) { $0 = $0.filter { $0.value.seconds > 0 } }
        }
    }
    private struct Calendar: JSONConvertible, Equatable {
        var moments: [Int: Moment]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, dates: .secondsSince1970) { $0.add("moments", \.moments, by: Later(), rules: [.lossy]) }
        }
    }

    @Test func theDateStyleOfAModelAppliesInAHookedDictionary() throws {
        let moments = Calendar(moments: [1: Moment(seconds: 5)])
        #expect(try read(Calendar.self, #"{"moments":{"1":978307205,"2":0,"3":"x"}}"#) == moments)
        #expect(try written(moments) == #"{"moments":{"1":978307205}}"#)
    }

    private final class Tank: JSONConvertible {
        var level: Int
        init(_ level: Int) { self.level = level }
        static var jsonMapping: JSONMapping {
            JSONMapping(
                Tank.self, via: Level.self, decode: { Tank($0.level) }, encode: { Level(level: $0.level) },
                assign: { tank, storage, _ in tank.level = storage.level })
        }
        struct Level: JSONConvertible {
            var level: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("level", \.level) } }
        }
    }
    /// A coder whose hook refuses a level above 100.
    private struct Limited: JSONCoder {
        struct TooMuch: Error {}
        func decode(_ tank: JSONNullable<Tank>) -> JSONNullable<Tank> { tank }
        func encode(_ tank: JSONNullable<Tank>) -> JSONNullable<Tank> { tank }
        var jsonMapping: JSONMapping {
            JSONNullable<Tank>.jsonMapping.afterReading(JSONNullable<Tank>.self) {
                if case .value(let tank) = $0, tank.level > 100 { throw TooMuch() }
            }
        }
    }
    private struct Plant: JSONConvertible {
        var tank: JSONNullable<Tank>
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("tank", \.tank, by: Limited()) } }
    }

    /// The hook of a type that wraps a class instance sees what an update has changed in the instance. The hook's error undoes the change.
    @Test func theHookOfAWrapperSeesTheUpdatedInstance() throws {
        let tank = Tank(10)
        var plant = Plant(tank: .value(tank))
        try plant.update(json: #"{"tank":{"level":11}}"#)
        #expect(plant.tank.value === tank && tank.level == 11)
        #expect(throws: JSONError.self) { try plant.update(json: #"{"tank":{"level":101}}"#) }
        #expect(plant.tank.value === tank && tank.level == 11)
    }

    @Test func hooksOfAFlattenedTypeRun() throws {
        #expect(try read(Drawing.self, #"{"id":1,"radius":-2,"name":"n"}"#) == Drawing(id: 1, circle: Circle(radius: 2, name: "n")))
        #expect(try written(Drawing(id: 1, circle: Circle(radius: 2, name: "n"))) == #"{"id":1,"radius":2,"name":"n","unit":"cm"}"#)
        #expect(try written(Drawing(id: 1)) == #"{"id":1}"#)
    }

    private class Animal: JSONConvertible, Equatable {
        var name: String
        init(_ name: String) { self.name = name }
        static func == (a: Animal, b: Animal) -> Bool { a.name == b.name && type(of: a) == type(of: b) }
        class var jsonMapping: JSONMapping {
            JSONMapping(
                Animal.self, via: Named.self, decode: { Animal($0.name) }, encode: { Named(name: $0.name) },
                assign: { animal, named, _ in animal.name = named.name }
            ).afterReading(Animal.self) { if $0.name.isEmpty { throw Nameless() } else { $0.name = $0.name.capitalized } }
        }
        struct Nameless: Error {}
        struct Named: JSONConvertible {
            var name: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name) } }
        }
    }
    private final class Dog: Animal {
        override class var jsonMapping: JSONMapping {
            JSONMapping(Dog.self, via: Named.self, decode: { Dog($0.name) }, encode: { Named(name: $0.name) }).afterWriting {
                $0["kind"] = "dog"
            }
        }
    }
    private struct Zoo: JSONConvertible {
        var animals: [Animal]
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("animals", \.animals) } }
    }

    @Test func hooksOfAClassRun() throws {
        #expect(try read([Animal].self, #"[{"name":"rex"},{"name":"kat"}]"#) == [Animal("Rex"), Animal("Kat")])
        expect(.refused, "$[0]", reading: [Animal].self, #"[{"name":""}]"#)
        // Each instance is written by its own class's mapping, hooks included.
        #expect(try Zoo(animals: [Animal("a"), Dog("d")]).jsonString() == #"{"animals":[{"name":"a"},{"name":"d","kind":"dog"}]}"#)
        let animal = Animal("a")
        #expect(try animal.update(json: #"{"name":"b"}"#).names == ["name"])
        #expect(animal.name == "B")
    }

    private enum Level: Int, JSONConvertible {
        case low, high
        static var jsonMapping: JSONMapping {
            JSONMapping(rawValues: Self.self) { $0 = [.low, .high] }.afterReading(Self.self) { if $0 == .high { throw Animal.Nameless() } }
        }
    }

    @Test func ofScalars() throws {
        #expect(try read([Level].self, "[0,0]") == [.low, .low])
        expect(.refused, "$[1]", reading: [Level].self, "[0,1]")
        #expect(try Level.high.jsonString() == "1")
    }

    /// The date style of a model applies to its dates, also if the date type holds no Double that Yoke can copy.
    @Test func dateStylesApplyToEachDateType() throws {
        struct Unix: JSONConvertible, Equatable {
            var seconds: Double
            static var jsonMapping: JSONMapping {
                JSONMapping(date: Self.self, decode: { Self(seconds: $0 + 978_307_200) }, encode: { $0.seconds - 978_307_200 })
            }
        }
        struct Log: JSONConvertible, Equatable {
            var at: Unix
            var others: [Unix]
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self, dates: .secondsSince1970) {
                    $0.add("at", \.at)
                    $0.add("others", \.others)
                }
            }
        }
        let log = Log(at: Unix(seconds: 5), others: [Unix(seconds: 6)])
        #expect(try Log(json: #"{"at":5,"others":[6]}"#) == log)
        #expect(try log.jsonString() == #"{"at":5,"others":[6]}"#)
        #expect(try Unix(json: #""1970-01-01T00:00:05Z""#) == Unix(seconds: 5))
    }
}

extension String {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
