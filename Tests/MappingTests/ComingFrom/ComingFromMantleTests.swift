import Testing
import Yoke

// Behaviour that users of Mantle rely on, and that no other test shows. The articles ComingFrom*.md of Yoke.docc name these tests.

@Suite struct FromMantle {
    private struct Place: JSONConvertible, Equatable {
        var name: String
        var at: Point
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.flatten("at", \.at)
            }
        }
    }

    /// A type that is flattened: a property of this type has no key of its own. Its coordinates are members of the object around it.
    private final class Point: JSONConvertible, Equatable, Sendable {
        let x, y: Double
        init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
        static func == (a: Point, b: Point) -> Bool { (a.x, a.y) == (b.x, b.y) }
        static var jsonMapping: JSONMapping {
            JSONMapping(Point.self, via: Parts.self, decode: { Point(x: $0.x, y: $0.y) }, encode: { Parts(x: $0.x, y: $0.y) })
        }
        struct Parts: JSONConvertible {
            var x, y: Double
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("x", \.x, key: "longitude")
                    $0.add("y", \.y, key: "latitude")
                }
            }
        }
    }

    @Test func manyKeysIntoOneProperty() throws {
        let place = Place(name: "Graz", at: Point(x: 15.4, y: 47.1))
        #expect(try read(Place.self, #"{"latitude":47.1,"name":"Graz","longitude":15.4}"#, .mantle) == place)
        #expect(try written(place) == #"{"name":"Graz","longitude":15.4,"latitude":47.1}"#)
    }

    @Test(arguments: [
        (#"{"name":5,"latitude":1,"longitude":1}"#, "$.name"), (#"{"name":"a","latitude":"1","longitude":1}"#, "$.latitude"),
        (#"{"name":null,"latitude":1,"longitude":1}"#, "$.name"), (#"{"name":true,"latitude":1,"longitude":1}"#, "$.name"),
    ])
    func noConversions(_ text: String, _ path: String) {
        expect(.typeMismatch, path, reading: Place.self, text, .mantle)
    }

    @Test func arraysAreAllOrNothing() throws {
        expect(.typeMismatch, "$[1]", reading: [Place].self, #"[{"latitude":1,"name":"a","longitude":1}, 5]"#, .mantle)
        #expect(try read([Int?].self, "[1,null]", .mantle) == [1, nil])
    }

    /// A class cluster: the mapping of the base class chooses the class of each object.
    fileprivate class Vehicle: JSONConvertible, Equatable, @unchecked Sendable {
        let wheels: Int
        init(wheels: Int) { self.wheels = wheels }
        static func == (a: Vehicle, b: Vehicle) -> Bool { type(of: a) == type(of: b) && a.wheels == b.wheels }
        class var jsonMapping: JSONMapping {
            JSONMapping(cases: Vehicle.self, tag: "type") {
                $0.add("car", Car.self, make: { $0 }, match: { (copy $0) as? Car })
                $0.add("bike", Bike.self, make: { $0 }, match: { (copy $0) as? Bike })
            }
        }
    }
    fileprivate struct Frame: JSONConvertible {
        var wheels: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("wheels", \.wheels) } }
    }
    fileprivate final class Bike: Vehicle, @unchecked Sendable {
        override class var jsonMapping: JSONMapping {
            JSONMapping(Bike.self, via: Frame.self, decode: { Bike(wheels: $0.wheels) }, encode: { Frame(wheels: $0.wheels) })
        }
    }
    /// A subclass whose storage flattens the properties of its superclass.
    fileprivate final class Car: Vehicle, @unchecked Sendable {
        let seats: Int
        init(wheels: Int, seats: Int) {
            self.seats = seats
            super.init(wheels: wheels)
        }
        override class var jsonMapping: JSONMapping {
            JSONMapping(
                Car.self, via: Storage.self, decode: { Car(wheels: $0.parent.wheels, seats: $0.seats) },
                encode: { Storage(parent: Frame(wheels: $0.wheels), seats: $0.seats) })
        }
        struct Storage: JSONConvertible {
            var parent: Frame
            var seats: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.flatten("parent", \.parent)
                    $0.add("seats", \.seats)
                }
            }
        }
    }

    @Test func classClusters() throws {
        let text = #"[{"type":"car","wheels":4,"seats":5},{"wheels":2,"type":"bike"}]"#
        let vehicles = try read([Vehicle].self, text, .mantle)
        #expect(vehicles == [Car(wheels: 4, seats: 5), Bike(wheels: 2)])
        #expect((vehicles[0] as? Car)?.seats == 5)
        #expect(try written(vehicles) == #"[{"type":"car","wheels":4,"seats":5},{"type":"bike","wheels":2}]"#)
        expect(.unknownCase, "$[0].type", reading: [Vehicle].self, #"[{"type":"boat","wheels":0}]"#, .mantle)
    }

    @Test func inheritedProperties() throws {
        #expect(try read(Car.self, #"{"seats":2,"wheels":3}"#).wheels == 3)
        expect(.missingKeys, "$", reading: Car.self, #"{"seats":2}"#)
    }
}
