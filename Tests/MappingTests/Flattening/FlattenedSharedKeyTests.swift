import Testing
import Yoke

/// Flattened classes, and flattened Optionals that share keys with other properties of the object.
@Suite struct FlattenedSharedKeyTests {
    /// A class with one number. Its mapping is that of a class with `@JSONModel`: values go through a storage type.
    private class Numbered: Equatable, @unchecked Sendable {
        var number: Int?
        required init(_ number: Int?) { self.number = number }
        static func == (a: Numbered, b: Numbered) -> Bool { a.number == b.number }
    }

    private protocol Storing: JSONConvertible, Sendable {
        var number: Int? { get set }
        init()
    }

    private static func mapping<Model: Numbered, Storage: Storing>(_ model: Model.Type, _ storage: Storage.Type) -> JSONMapping {
        JSONMapping(
            Model.self, via: Storage.self, decode: { Model($0.number) },
            encode: {
                var storage = Storage()
                storage.number = $0.number
                return storage
            })
    }

    // MARK: - Presence

    private final class Shared: Numbered, JSONConvertible, @unchecked Sendable {
        struct Storage: Storing {
            var number: Int?
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("number", \.number, key: "g", literal: 56) } }
        }
        static var jsonMapping: JSONMapping { FlattenedSharedKeyTests.mapping(Shared.self, Storage.self) }
    }
    private struct WithShared: JSONConvertible, Equatable {
        var g: Int?
        var k: Shared?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("g", \.g)
                $0.flatten("k", \.k)
            }
        }
    }

    @Test(arguments: [JSONUpdatePolicy(), JSONUpdatePolicy(nulls: .keep), .mergePatch])
    func anUpdateWithoutTheSharedKeyLeavesNil(_ policy: JSONUpdatePolicy) throws {
        for text in ["{}", #"{"z":1}"#] {
            var model = try read(WithShared.self, "{}")
            #expect(try model.update(json: text, policy: policy).names == [])
            #expect(model.k == nil)
            var other = try read(WithShared.self, #"{"g":5}"#)
            #expect(try other.update(json: text, policy: policy).names == [])
            #expect(other.k?.number == 5)
        }
    }

    private struct Half: JSONConvertible, Equatable {
        var x: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("x", \.x, key: "f") } }
    }
    private struct WithHalf: JSONConvertible, Equatable {
        var y: Int
        var h: Half?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("y", \.y, key: "f")
                $0.flatten("h", \.h)
            }
        }
    }

    @Test func aKeyOfTwoPropertiesIsWrittenOnce() throws {
        #expect(try read(WithHalf.self, #"{"f":4}"#) == WithHalf(y: 4, h: Half(x: 4)))
        #expect(try WithHalf(y: 4, h: Half(x: nil)).jsonString() == #"{"f":4}"#)
    }

    private struct AtPath: JSONConvertible, Equatable {
        var b: Int?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("b", \.b, key: .path("x.b")) } }
    }
    private struct WithPath: JSONConvertible, Equatable {
        var id: Int
        var i: AtPath?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.flatten("i", \.i)
            }
        }
    }

    @Test func anOptionalWithNilAtAPathIsWritten() throws {
        for model in [WithPath(id: 1, i: AtPath(b: nil)), WithPath(id: 1, i: AtPath(b: 2)), WithPath(id: 1, i: nil)] {
            #expect(try read(WithPath.self, written(model)) == model)
        }
    }

    // MARK: - Known keys

    private final class Other: Numbered, JSONConvertible, @unchecked Sendable {
        struct Storage: Storing {
            var number: Int?
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("number", \.number, key: "other") } }
        }
        static var jsonMapping: JSONMapping { FlattenedSharedKeyTests.mapping(Other.self, Storage.self) }
    }
    private final class Plain: Numbered, JSONConvertible, @unchecked Sendable {
        struct Storage: Storing {
            var number: Int?
            static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("number", \.number) } }
        }
        static var jsonMapping: JSONMapping { FlattenedSharedKeyTests.mapping(Plain.self, Storage.self) }
    }
    private struct Pair<A: JSONConvertible & Equatable & Sendable, B: JSONConvertible & Equatable & Sendable>: JSONConvertible, Equatable {
        var a: A
        var b: B
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("a", \.a)
                $0.flatten("b", \.b)
            }
        }
    }

    @Test func twoClassesWithTheSamePropertyNameCollide() throws {
        let options = JSONWriteOptions(usesPropertyNames: true)
        func error(_ model: some JSONWritable) -> JSONError.Kind? {
            do throws(JSONError) { _ = try model.jsonString(options) } catch { return error.kind }
            return nil
        }
        #expect(error(Pair(a: Other(1), b: Plain(2))) == .invalidMapping)
        #expect(error(Pair(a: Plain(1), b: Other(2))) == .invalidMapping)
        #expect(error(Pair(a: Plain(1), b: Plain(1))) == nil)
    }

    private final class Strict: Numbered, JSONConvertible, @unchecked Sendable {
        struct Storage: Storing {
            var number: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self, unknownKeys: .reject) { $0.add("number", \.number, key: JSONKeys(read: ["x"], write: "ex")) }
            }
        }
        static var jsonMapping: JSONMapping { FlattenedSharedKeyTests.mapping(Strict.self, Storage.self) }
    }
    private struct Renamed: JSONConvertible, Equatable {
        var name: String?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self, unknownKeys: .reject) { $0.add("name", \.name, key: JSONKeys(read: ["name"], write: "title")) }
        }
    }

    @Test func aKeyForWritingIsKnownToAllTypesOfTheObject() throws {
        let pair = try read(Pair<Renamed, Strict>.self, #"{"name":"n","x":1}"#)
        let text = try pair.jsonString()
        #expect(text == #"{"title":"n","ex":1}"#)
        #expect(try read(Pair<Renamed, Strict>.self, text) == Pair(a: Renamed(name: nil), b: Strict(nil)))
        expect(.unknownKey, "$.y", reading: Pair<Renamed, Strict>.self, #"{"y":1}"#)
    }

    private final class Viewed: Numbered, JSONConvertible, @unchecked Sendable {
        struct Storage: Storing {
            var number: Int?
            var b: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("number", \.number, key: "secret", rules: [.views("admin")])
                    $0.add("b", \.b)
                }
            }
        }
        static var jsonMapping: JSONMapping { FlattenedSharedKeyTests.mapping(Viewed.self, Storage.self) }
    }
    private struct WithViewed: JSONConvertible, Equatable {
        var id: Int
        var v: Viewed?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.flatten("v", \.v)
            }
        }
    }

    @Test func aPropertyOfAnotherViewIsNoMember() throws {
        var options = JSONWriteOptions.compact
        options.view = "public"
        #expect(try WithViewed(id: 1, v: Viewed(42)).jsonString(options) == #"{"id":1,"b":null}"#)
        var reading = JSONReadOptions.strict
        reading.view = "public"
        #expect(try read(WithViewed.self, #"{"id":1,"secret":42}"#, reading).v == nil)
        #expect(try read(WithViewed.self, #"{"id":1,"b":null}"#, reading).v != nil)
    }

    @Test func aPropertyHasAtMost254KeysForReading() throws {
        struct Many: JSONConvertible {
            var v: Int?
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("v", \.v, key: JSONKeys(read: (0..<300).map { .literal("k\($0)") }, write: "k0"))
                }
            }
        }
        expect(.invalidMapping, "$", reading: Many.self, #"{"k1":1}"#)
    }

    private struct Area<Part: JSONConvertible & Equatable & Sendable>: JSONConvertible, Equatable {
        var x: Part
        var y: Int?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("y", \.y)
            }
        }
    }
    private struct Pin<Part: JSONConvertible & Equatable & Sendable>: JSONConvertible, Equatable {
        var area: Area<Part>?
        var x: JSONValue?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.flatten("area", \.area)
                $0.add("x", \.x)
            }
        }
    }

    @Test("Null at a shared key is a value for types that take null, and else missing, without an entry in a report")
    func nullAtASharedKey() throws {
        let pin = Pin(area: Area(x: JSONValue.null, y: 1), x: nil)
        #expect(try read(Pin<JSONValue>.self, #"{"x":null,"y":1}"#) == pin)
        #expect(try read(Pin<JSONValue>.self, pin.jsonString()) == pin)
        #expect(try read(Pin<Int>.self, #"{"x":null}"#) == Pin(area: nil, x: nil))
        for engine in engines {
            var options = JSONReadOptions.strict, report = JSONReport()
            options.engine = engine
            _ = try Pin<Int>(json: #"{"x":null}"#, options: options, report: &report)
            #expect(report.entries.isEmpty)
        }
    }
}
