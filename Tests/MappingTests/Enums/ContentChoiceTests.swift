import Testing
import Yoke

/// Tests enums whose case is chosen by the content of the object.
@Suite struct ContentChoiceTests {
    struct Car: JSONConvertible, Equatable, Sendable {
        var wheels: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("wheels", \.wheels) } }
    }

    struct Plane: JSONConvertible, Equatable, Sendable {
        var wings: Int
        var carries: [Vehicle] = []
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("wings", \.wings)
                $0.add("carries", \.carries, literal: [])
            }
        }
    }

    enum Vehicle: JSONConvertible, Equatable, Sendable {
        case car(Car), plane(Plane), nothing
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, choose: choose) {
                $0.add("car", Car.self, make: { .car($0) }, match: { if case .car(let car) = copy $0 { car } else { nil } })
                $0.add("plane", Plane.self, make: { .plane($0) }, match: { if case .plane(let plane) = copy $0 { plane } else { nil } })
                $0.add("nothing", .nothing)
            }
        }
        static func choose(_ object: JSONObject) throws -> String? {
            if object["stolen"] == true { throw Stolen() }
            if object.isEmpty { return "nothing" }
            return object["wings"] != nil ? "plane" : object["wheels"] != nil ? "car" : object["name"]?.string
        }
        struct Stolen: Error {}
    }

    @Test func byContent() throws {
        let text = #"[{"wheels":4,"a":"ä\n"},{"carries":[{"wheels":2}, {}],"w\u0069ngs":2},{}]"#
        let vehicles = try read([Vehicle].self, text)
        #expect(vehicles == [.car(Car(wheels: 4)), .plane(Plane(wings: 2, carries: [.car(Car(wheels: 2)), .nothing])), .nothing])
        #expect(try written(vehicles) == #"[{"wheels":4},{"wings":2,"carries":[{"wheels":2},{}]},{}]"#)
        var options = JSONReadOptions.strict
        options.allowsComments = true
        #expect(try read(Vehicle.self, #"{/* four */"wheels":4}"#, options) == .car(Car(wheels: 4)))
    }

    @Test func aChoiceThatFailsIsAnError() {
        expect(.unknownCase, "$[1]", reading: [Vehicle].self, #"[{},{"x":1}]"#)
        expect(.unknownCase, "$", reading: Vehicle.self, #"{"name":"cat"}"#)
        #expect(failure(Vehicle.self, #"{"name":"cat"}"#)?.hint == #"did you mean "car"?"#)
        expect(.refused, "$[0].carries[0]", reading: [Vehicle].self, #"[{"wings":1,"carries":[{"stolen":true}]}]"#)
        expect(.typeMismatch, "$", reading: Vehicle.self, "[1]")
        expect(.typeMismatch, "$.wheels", reading: Vehicle.self, #"{"wheels":"four"}"#)
    }

    /// An enum that accepts any object.
    enum Loose: JSONConvertible, Equatable {
        case car(Car), other(JSONRawText)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, choose: { $0["wheels"] == nil ? nil : "car" }) {
                $0.add("car", Car.self, make: { .car($0) }, match: { if case .car(let car) = copy $0 { car } else { nil } })
                $0.fallback(make: { .other($0) }, match: { if case .other(let text) = copy $0 { text } else { nil } })
            }
        }
    }

    @Test func theFallbackTakesOtherContent() throws {
        let loose = try read([Loose].self, #"[{"wheels":3},{"x": 1},5]"#)
        #expect(loose == [.car(Car(wheels: 3)), .other(try JSONRawText(#"{"x": 1}"#)), .other(try JSONRawText("5"))])
        #expect(try written(loose) == #"[{"wheels":3},{"x": 1},5]"#)
    }

    class Animal: JSONConvertible {
        var name = ""
        class var jsonMapping: JSONMapping {
            JSONMapping(cases: Animal.self, choose: { $0["lives"] == nil ? "dog" : "cat" }) {
                $0.add("dog", Dog.self, make: { $0 }, match: { copy $0 as? Dog })
                $0.add("cat", Cat.self, make: { $0 }, match: { copy $0 as? Cat })
            }
        }
    }

    final class Dog: Animal {
        override class var jsonMapping: JSONMapping {
            JSONMapping(
                Dog.self, via: Named.self,
                decode: {
                    let dog = Dog(); dog.name = $0.name; return dog
                }, encode: { Named(name: $0.name) })
        }
    }

    final class Cat: Animal {
        override class var jsonMapping: JSONMapping {
            JSONMapping(
                Cat.self, via: Named.self,
                decode: {
                    let cat = Cat(); cat.name = $0.name; return cat
                }, encode: { Named(name: $0.name, lives: 9) })
        }
    }

    struct Named: JSONConvertible {
        var name: String
        var lives: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("lives", \.lives)
            }
        }
    }

    @Test func realClasses() throws {
        let animals = try [Animal](json: #"[{"name":"Rex"},{"name":"Tom","lives":9}]"#)
        #expect(animals.map { "\(type(of: $0)) \($0.name)" } == ["Dog Rex", "Cat Tom"])
        #expect(try animals.jsonString() == #"[{"name":"Rex"},{"name":"Tom","lives":9}]"#)
    }
}
