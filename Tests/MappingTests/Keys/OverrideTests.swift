import Testing
import Yoke

@Suite struct OverrideTests {
    private struct Base: JSONConvertible, Equatable {
        var name: String
        var legs = 4
        var born: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("legs", \.legs, literal: 4)
                $0.add("born", \.born)
            }
        }
    }

    private struct Middle: JSONConvertible, Equatable {
        var base: Base
        var breed: String
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("base", \.base, overriding: ["name": "dog_name", "born": .key(["born", "year"])])
                $0.add("breed", \.breed)
            }
        }
    }

    /// A coder that writes a number as a string of stars.
    private struct Stars: JSONCoder {
        func decode(_ text: String) throws -> Int { text.count }
        func encode(_ count: Int) throws -> String { String(repeating: "*", count: count) }
    }

    private struct Top: JSONConvertible, Equatable {
        var middle: Middle
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten(
                    "middle", \.middle,
                    overriding: ["name": ["pup", "puppy"], "legs": .ignored, "born": .by(Stars()), "breed": .default("mix")])
            }
        }
    }

    @Test func keysOfAFlattenedStruct() throws {
        let dog = Middle(base: Base(name: "n", legs: 3, born: 7), breed: "b")
        #expect(try read(Middle.self, #"{"name":"no","dog_name":"n","legs":3,"year":7,"breed":"b"}"#) == dog)
        #expect(try written(dog) == #"{"dog_name":"n","legs":3,"born":7,"breed":"b"}"#)
        #expect(try written(dog.base) == #"{"name":"n","legs":3,"born":7}"#)
        #expect(failure(Middle.self, #"{"name":"n","breed":"b"}"#)?.keys == ["dog_name"])
    }

    @Test func theOutermostOverrideWins() throws {
        let text = #"{"puppy":"p","dog_name":"no","legs":3,"born":"**"}"#
        #expect(try read(Top.self, text) == Top(middle: Middle(base: Base(name: "p", legs: 4, born: 2), breed: "mix")))
        #expect(try read([Top].self, "[\(text),\(text)]").count == 2)
        let top = Top(middle: Middle(base: Base(name: "p", born: 3), breed: "b"))
        #expect(try written(top) == #"{"pup":"p","born":"***","breed":"b"}"#)
        #expect(try written(Top(middle: Middle(base: Base(name: "p"), breed: "b"))) == #"{"pup":"p","breed":"b"}"#)
        expect(.typeMismatch, "$.born", reading: Top.self, #"{"pup":"p","born":2}"#)
    }

    private struct Broken<Change: OverrideTest>: JSONConvertible, Equatable {
        var base: Base
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("base", \.base, overriding: Change.changes) } }
    }
    private struct HeldStorage: JSONConvertible {
        var a: Int
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("a", \.a) } }
    }
    private final class Held: JSONConvertible {
        let a: Int
        init(a: Int) { self.a = a }
        static var jsonMapping: JSONMapping {
            JSONMapping(Held.self, via: HeldStorage.self, decode: { Held(a: $0.a) }, encode: { HeldStorage(a: $0.a) })
        }
    }
    private struct NoStruct: JSONConvertible {
        var members: Held
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.flatten("members", \.members, overriding: ["a": "b"]) } }
    }
    private protocol OverrideTest { static var changes: [String: JSONOverride] { get } }
    private enum Unknown: OverrideTest { static var changes: [String: JSONOverride] { ["nmae": "x"] } }
    private enum NoValue: OverrideTest { static var changes: [String: JSONOverride] { ["name": .ignored] } }
    private enum OtherCoder: OverrideTest { static var changes: [String: JSONOverride] { ["name": .by(Stars())] } }
    private enum OtherDefault: OverrideTest { static var changes: [String: JSONOverride] { ["legs": .default("4")] } }

    @Test func whatCannotBe() {
        func message<Change: OverrideTest>(_ type: Change.Type) -> String? {
            do throws(JSONError) {
                _ = try Broken<Change>(json: "{}")
                return nil
            } catch { return error.kind == .invalidMapping ? error.message : nil }
        }
        expect(.invalidMapping, "$", reading: NoStruct.self, "{}")
        #expect(message(Unknown.self)?.hasSuffix(#"overrides "nmae", which "base" does not have"#) == true)
        #expect(message(NoValue.self)?.hasSuffix(#"ignores "name", which has no value without the JSON"#) == true)
        #expect(message(OtherCoder.self)?.hasSuffix(#"overrides "name", which is String, with a coder of Int"#) == true)
        #expect(message(OtherDefault.self)?.hasSuffix(#"overrides "legs", which is Int, with a default of String"#) == true)
    }
}

@Suite struct SubclassTests {
    private class Animal: JSONConvertible, @unchecked Sendable {
        let name: String
        init(name: String) { self.name = name }
        class var jsonMapping: JSONMapping {
            JSONMapping(Animal.self, via: Storage.self, decode: { Animal(name: $0.name) }, encode: { Storage(name: $0.name) })
        }
        struct Storage: JSONConvertible {
            var name: String
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name) } }
        }
    }

    private final class Dog: Animal, @unchecked Sendable {
        let breed: String
        init(name: String, breed: String) {
            self.breed = breed
            super.init(name: name)
        }
        override class var jsonMapping: JSONMapping {
            JSONMapping(
                Dog.self, via: Parts.self, decode: { Dog(name: $0.animal.name, breed: $0.breed) },
                encode: { Parts(animal: Storage(name: $0.name), breed: $0.breed) })
        }
        struct Parts: JSONConvertible {
            var animal: Storage
            var breed: String
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.flatten("animal", \.animal, overriding: ["name": "dog_name"])
                    $0.add("breed", \.breed)
                }
            }
        }
    }

    /// A subclass that inherits the mapping.
    private final class Cat: Animal, @unchecked Sendable {}

    private struct Home: JSONConvertible {
        var pet: Animal?
        var others: [String: Animal] = [:]
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("pet", \.pet)
                $0.add("others", \.others, default: [:])
            }
        }
    }

    @Test func writtenAsTheirOwnClass() throws {
        let dog: Animal = Dog(name: "d", breed: "b")
        #expect(try dog.jsonString() == #"{"dog_name":"d","breed":"b"}"#)
        #expect(try [dog, Cat(name: "c"), Animal(name: "a")].jsonString() == #"[{"dog_name":"d","breed":"b"},{"name":"c"},{"name":"a"}]"#)
        #expect(
            try Home(pet: dog, others: ["x": dog]).jsonString()
                == #"{"pet":{"dog_name":"d","breed":"b"},"others":{"x":{"dog_name":"d","breed":"b"}}}"#)
        #expect(try [dog].jsonString(JSONWriteOptions(keyStyle: .upperSnakeCase)) == #"[{"dog_name":"d","BREED":"b"}]"#)
        #expect(try [dog].jsonString(JSONWriteOptions(only: ["breed"])) == #"[{"breed":"b"}]"#)
        #expect(try Home().jsonString() == #"{"others":{}}"#)
    }
}
