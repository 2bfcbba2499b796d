import Testing
import Yoke

/// Writes properties, flattened values and extras that have the same keys in one object. If several of them have a key, only one of them
/// writes it. All members have the order of the mapping.
@Suite struct SharedKeyTests {
    private typealias Owner = FlattenedOptionalTests.Owner

    private struct Car: JSONConvertible, Equatable {
        var wheels: Int
        var owner: Owner?
        var name: String
        var color: Color?
        var rest: JSONObject
        var brand: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("wheels", \.wheels)
                $0.flatten("owner", \.owner)
                $0.add("name", \.name, key: "label")
                $0.flatten("color", \.color)
                $0.extras("rest", \.rest)
                $0.add("brand", \.brand, rules: [.writtenIf { $0 != "-" }])
            }
        }
    }
    private struct Color: JSONConvertible, Equatable {
        var red: Int?
        var brand: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("red", \.red); $0.add("brand", \.brand)
            }
        }
    }
    private struct Plain: JSONConvertible, Equatable {
        var name: String
        var owner: Keeper
        var keeper: Keeper?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("owner", \.owner)
                $0.add("name", \.name, key: "v")
                $0.flatten("keeper", \.keeper)
            }
        }
    }
    private final class Keeper: JSONConvertible, Equatable, Sendable {
        let name: String
        let v: String
        init(_ name: String, _ v: String) { (self.name, self.v) = (name, v) }
        static func == (a: Keeper, b: Keeper) -> Bool { a.name == b.name && a.v == b.v }
        static var jsonMapping: JSONMapping {
            JSONMapping(Keeper.self, via: Storage.self, decode: { Keeper($0.name, $0.v) }, encode: { Storage(name: $0.name, v: $0.v) })
        }
        struct Storage: JSONConvertible {
            var name: String
            var v: String
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("name", \.name); $0.add("v", \.v)
                }
            }
        }
    }

    @Test func aKeyIsWrittenOnce() throws {
        let plain = Plain(name: "own", owner: Keeper("o", "own"), keeper: Keeper("o", "own"))
        #expect(try written(plain) == #"{"name":"o","v":"own"}"#)
        // For the same key, the object's own property wins over a flattened class, which wins over an extra.
        let mixed = Plain(name: "own", owner: Keeper("o", "other"), keeper: Keeper("k", "third"))
        #expect(try mixed.jsonString() == #"{"name":"o","v":"own"}"#)
        var car = try Car(json: #"{"wheels":4,"label":"s"}"#)
        car.rest = ["wheels": 5, "x": 1, "brand": "extra"]
        car.rest.append(2, forKey: "x")
        #expect(try car.jsonString() == #"{"wheels":4,"label":"s","x":1,"brand":"extra","x":2}"#)
        car.brand = "own"
        #expect(try car.jsonString() == #"{"wheels":4,"label":"s","x":1,"x":2,"brand":"own"}"#)
    }

    /// A flattened value and a property share a key. If the flattened value is nil, the property is written under this key.
    @Test func whereTheFirstIsNotThere() throws {
        var car = Car(wheels: 4, name: "n", color: Color(red: 1, brand: "b"), rest: JSONObject(), brand: "b")
        #expect(try written(car) == #"{"wheels":4,"label":"n","red":1,"brand":"b"}"#)
        car.color = nil
        #expect(try written(car) == #"{"wheels":4,"label":"n","brand":"b"}"#)
        car.brand = nil
        #expect(try written(car) == #"{"wheels":4,"label":"n"}"#)
        car.color = Color()
        #expect(try written(car) == #"{"wheels":4,"label":"n","red":null}"#)
    }

    private enum Shape: JSONConvertible, Equatable {
        case circle(Circle), box(Circle)
        struct Circle: JSONConvertible, Equatable {
            var radius = 1
            var area: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("radius", \.radius); $0.add("area", \.area)
                }
            }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "kind") {
                $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = $0 { circle } else { nil } })
                $0.add("box", Circle.self, make: { .box($0) }, match: { if case .box(let circle) = $0 { circle } else { nil } })
            }
        }
    }
    private enum Beside: JSONConvertible, Equatable {
        case shape(Shape)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "type", content: "content") {
                $0.add("shape", Shape.self, make: { .shape($0) }, match: { if case .shape(let shape) = $0 { shape } else { nil } })
            }
        }
    }
    private struct Scene: JSONConvertible, Equatable {
        var shape: Shape?
        var car: Car?
        var beside: [Beside] = []
        var deep: Int?
        var mind: [String: Int] = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("shape", \.shape)
                $0.add("car", \.car)
                $0.add("beside", \.beside)
                $0.add("deep", \.deep, key: [.path("a.z")])
                $0.add("mind", \.mind, key: [.path("a.b")])
            }
        }
    }

    @Test func sharedKeysAreSortedWithTheOthers() throws {
        var car = Car(
            wheels: 4, owner: Owner("o"), name: "n", color: Color(red: 1, brand: "b"),
            rest: ["z": 1, "a\"": ["y": 1, "x": 2], "nasty\n": nil, "ä": 0, "a!": 1], brand: "b")
        car.rest.append(2, forKey: "z")
        let scene = Scene(
            shape: .circle(Shape.Circle(area: 3)), car: car, beside: [.shape(.box(Shape.Circle()))], deep: 1, mind: ["q": 1, "p": 2])
        let options = JSONWriteOptions(sortsKeys: true)
        let text = try scene.jsonString(options)
        #expect(
            text
                == #"{"a":{"b":{"p":2,"q":1},"z":1},"area":3,"beside":[{"content":{"kind":"box","radius":1},"type":"shape"}],"#
                + #""car":{"a!":1,"a\"":{"x":2,"y":1},"brand":"b","label":"n","nasty\n":null,"owner":"o","red":1,"wheels":4,"z":1,"z":2,"ä":0},"#
                + #""kind":"circle","radius":1}"#)
        let again = try read(Scene.self, scene.jsonString())
        #expect(again == scene)
        #expect(try Scene(json: text).jsonString(options) == text)
        // Indented text of a model has the same white space as indented text of dynamic JSON.
        let pretty = try scene.jsonString(JSONWriteOptions(indent: 2, sortsKeys: true))
        #expect(pretty == (try JSONValue(json: text).jsonString(.pretty)))
        #expect(try [scene].jsonString(.pretty) == JSONValue(json: [scene].jsonString()).jsonString(.pretty))
    }

    /// Several properties read one element of an array.
    @Test func oneElementOfAnArrayIsRead() throws {
        struct Same: JSONConvertible, Equatable {
            var x: Int
            var y: Int
            var z: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("x", \.x, key: .path("a[0]"))
                    $0.add("y", \.y, key: JSONKeys(read: [.path("a[0]")], write: nil))
                    $0.add("z", \.z, key: .path("a[2]"))
                }
            }
        }
        struct Below: JSONConvertible, Equatable {
            var all: JSONValue
            var b: Int?
            var next: [Int]?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("all", \.all, key: JSONKeys(read: [.path("a[1]")], write: nil))
                    $0.add("b", \.b, key: .path("a[1].b"))
                    $0.add("next", \.next, key: .path("a[2]"))
                }
            }
        }
        #expect(try read(Same.self, #"{"a":[5]}"#) == Same(x: 5, y: 5))
        #expect(try read(Same.self, #"{"a":[5,6,7,8]}"#) == Same(x: 5, y: 5, z: 7))
        #expect(try read([Same].self, #"[{"a":[5,6,7]},{"a":[1,[],3]}]"#) == [Same(x: 5, y: 5, z: 7), Same(x: 1, y: 1, z: 3)])
        expect(.typeMismatch, "$.a[0]", reading: Same.self, #"{"a":["x",6,7]}"#)
        #expect(try read(Below.self, #"{"a":[0,{"b":1,"c":[2]},[3]]}"#) == Below(all: ["b": 1, "c": [2]], b: 1, next: [3]))
        expect(.typeMismatch, "$.a[1].b", reading: Below.self, #"{"a":[0,{"b":"x"},[3]]}"#)
        var value = Same(x: 1, y: 2, z: 3)
        try value.update(json: #"{"a":[8,null,9]}"#)
        #expect(value == Same(x: 8, y: 8, z: 9))
    }
}

/// Paths that block each other cannot be written into one object, so the mapping is invalid.
@Suite struct BlockedPathTests {
    private struct Both<Key: Keys>: JSONConvertible, Equatable {
        var whole: JSONValue?
        var part: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("whole", \.whole, key: Key.whole); $0.add("part", \.part, key: Key.part)
            }
        }
    }
    private protocol Keys: Equatable { static var whole: JSONKeys { get }; static var part: JSONKeys { get } }
    private enum Written: Keys { static var whole: JSONKeys { "a" }; static var part: JSONKeys { [.path("a.b")] } }
    private enum Deep: Keys { static var whole: JSONKeys { [.path("a.b.c")] }; static var part: JSONKeys { [.path("a.b")] } }
    private enum Mixed: Keys { static var whole: JSONKeys { [.path("a[0]")] }; static var part: JSONKeys { [.path("a.b")] } }
    private enum OneRead: Keys {
        static var whole: JSONKeys { JSONKeys(read: ["a"], write: nil) }
        static var part: JSONKeys { [.path("a.b")] }
    }

    @Test func aPathThroughAWholeValueIsRefused() throws {
        for type in [Both<Written>.self, Both<Deep>.self, Both<Mixed>.self] as [any JSONReadable.Type] {
            let error = #expect(throws: JSONError.self) { try type.init(json: "{}") }
            #expect(error?.kind == .invalidMapping && error?.message.contains("blocked") == true)
        }
        let one = try read(Both<OneRead>.self, #"{"a":{"b":1,"c":2}}"#)
        #expect(one.whole == ["b": 1, "c": 2] && one.part == 1)
        #expect(try one.jsonString() == #"{"a":{"b":1}}"#)
    }

    private struct ReadOnly: JSONReadable {
        var whole: JSONValue
        var part: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("whole", \.whole, key: "a"); $0.add("part", \.part, key: [.path("a.b")])
            }
        }
    }

    @Test func aTypeThatIsOnlyRead() throws { #expect(try ReadOnly(json: #"{"a":{"b":1}}"#).part == 1) }

    /// The type of a flattened Optional. Its paths begin with `meta`, like the paths of other properties.
    private struct Size: JSONConvertible, Equatable {
        var width: Int
        var height: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("width", \.width, key: [.path("meta.w")]); $0.add("height", \.height, key: [.path("meta.size.h")])
            }
        }
    }
    private struct Page: JSONConvertible, Equatable {
        var id: Int
        var size: Size?
        var last: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id, key: [.path("meta.id")])
                $0.flatten("size", \.size)
                $0.add("last", \.last, key: [.path("meta.size.last")])
            }
        }
    }
    private struct Listed: JSONConvertible {
        var size: Row?
        var id: Int
        struct Row: JSONConvertible {
            var x: Int
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x, key: [.path("rows[0].x")]) } }
        }
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("size", \.size); $0.add("id", \.id, key: [.path("rows[1].x")])
            }
        }
    }

    @Test func ofOptionals() throws {
        #expect(try written(Page(id: 1, size: Size(width: 2, height: 3), last: 4)) == #"{"meta":{"id":1,"w":2,"size":{"h":3,"last":4}}}"#)
        #expect(try written(Page(id: 1, size: Size(width: 2))) == #"{"meta":{"id":1,"w":2}}"#)
        #expect(try written(Page(id: 1, last: 4)) == #"{"meta":{"id":1,"size":{"last":4}}}"#)
        #expect(try written(Page(id: 1)) == #"{"meta":{"id":1}}"#)
        expect(.invalidMapping, "$", reading: Listed.self, "{}")
    }
}
