import Testing
import Yoke

@Suite struct FieldListTests {
    private struct Address: JSONConvertible {
        var street: String
        var zip: Int
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("street", \.street); $0.add("zip", \.zip, default: 0)
            }
        }
    }
    private struct Point: JSONConvertible {
        var x: Double
        var y: Double
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x); $0.add("y", \.y)
            }
        }
    }
    private struct PointCoder: JSONCoder {
        func decode(_ point: Point) -> [Double] { [point.x, point.y] }
        func encode(_ list: [Double]) -> Point { Point(x: list[0], y: list[1]) }
    }
    private enum Kind: JSONConvertible {
        case plain(Point), home(Address)
        static var jsonMapping: JSONMapping {
            JSONMapping(cases: Self.self, tag: "kind") {
                $0.add("plain", Point.self, make: { .plain($0) }, match: { if case .plain(let point) = $0 { point } else { nil } })
                $0.add("home", Address.self, make: { .home($0) }, match: { if case .home(let home) = $0 { home } else { nil } })
            }
        }
    }
    private struct Animal: JSONConvertible {
        var fullName: String
        var legs: Int?
        var secret = 1
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, keys: .snakeCase) {
                $0.add("fullName", \.fullName); $0.add("legs", \.legs); $0.add("secret", \.secret, literal: 1)
            }
        }
    }
    private struct Dog: JSONConvertible {
        var animal: Animal
        var home: Address?
        var at: [Double]?
        var kind: Kind
        var id = 1
        let version = 2
        var password = ""
        var cache = 0
        var rest = JSONObject()
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) { fields in
                fields.flatten("_super", \.animal, overriding: ["fullName": "name", "secret": .ignored])
                fields.flatten("home", \.home)
                fields.flatten("at", \.at, by: PointCoder())
                fields.flatten("kind", \.kind)
                fields.add("id", \.id, key: ["id", "ID", .path("data.id")], default: 1)
                fields.add("version", \.version, constant: 2)
                fields.add("password", \.password, key: JSONKeys(read: ["pw"], write: nil), literal: "")
                fields.ignore(\.cache, initial: 0)
                fields.extras("rest", \.rest)
            }
            .beforeReading { _ in }
        }
    }

    private func field(_ name: String) -> JSONFieldInfo? { Dog.jsonFields.first { $0.name == name } }

    @Test func inheritedAndFlattenedOnesToo() {
        #expect(Dog.jsonFields.map(\.name) == ["fullName", "legs", "street", "zip", "x", "y", "kind", "id", "version", "password", "rest"])
        #expect(
            Dog.jsonFields.map(\.ownerName) == [
                "Animal", "Animal", "Address", "Address", "Point", "Point", "Dog", "Dog", "Dog", "Dog", "Dog",
            ])
        #expect(
            Dog.jsonFields.map(\.flattenedFrom) == [[], [], ["home"], ["home"], ["at"], ["at"], [], [], [], [], []])
        #expect(field("fullName")?.readKeys == ["name"])
        #expect(field("fullName")?.writeKey == "name")
        #expect(field("fullName")?.isRequired == true)
        #expect(Animal.jsonFields.map(\.readKeys) == [["full_name"], ["legs"], ["secret"]])
        #expect(field("legs")?.isOptional == true)
        #expect(field("legs")?.typeName == "Optional<Int>")
        #expect(field("zip")?.hasDefault == true)
        #expect(Dog.jsonFields.filter(\.isRequired).map(\.name) == ["fullName", "street", "x", "y", "kind"])
    }

    @Test func whereTheyAreReadAndWritten() {
        #expect(field("id")?.readKeys == ["id", "ID", "data.id"])
        #expect(field("id")?.writeKey == "id")
        #expect(field("kind")?.readKeys == ["kind"])
        #expect(field("version").map { [$0.isRead, $0.isWritten, $0.hasDefault] } == [false, true, true])
        #expect(field("version")?.readKeys == [])
        #expect(field("password").map { [$0.isRead, $0.isWritten] } == [true, false])
        #expect(field("password")?.writeKey == nil)
        #expect(field("rest").map { [$0.isRead, $0.isWritten, $0.isRequired] } == [true, true, false])
        #expect(field("rest")?.readKeys == [])
    }
}
