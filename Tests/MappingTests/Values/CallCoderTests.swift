import Testing
import Yoke
import YokeArchives

private struct ID: JSONConvertible, Hashable, Sendable {
    var value: Int
    static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("value", \.value) } }
}

private struct HexID: JSONCoder {
    struct Bad: Error {}
    func decode(_ text: String) throws -> ID {
        guard let value = Int(text, radix: 16) else { throw Bad() }
        return ID(value: value)
    }
    func encode(_ id: ID) -> String { String(id.value, radix: 16) }
}

/// A coder from String to String.
private struct Trimmed: JSONCoder {
    func decode(_ text: String) -> String { String(text.drop { $0 == " " }) }
    func encode(_ text: String) -> String { "  " + text }
}

extension JSONCoders {
    fileprivate static let old = JSONCoders("old", HexID(), Trimmed())
}

private class Animal: JSONConvertible, Equatable {
    var name: String
    required init(_ name: String) { self.name = name }
    class var jsonMapping: JSONMapping {
        JSONMapping(Animal.self, via: Parts.self, decode: { Animal($0.name) }, encode: { Parts(name: $0.name) })
    }
    struct Parts: JSONConvertible {
        var name: String
        static var jsonMapping: JSONMapping { JSONMapping(Self.self) { $0.add("name", \.name) } }
    }
    static func == (a: Animal, b: Animal) -> Bool { a.name == b.name }
}

private final class Dog: Animal {
    override class var jsonMapping: JSONMapping {
        JSONMapping(Dog.self, via: Parts.self, decode: { Dog($0.name) }, encode: { Parts(name: $0.name) })
    }
}

private struct ByName: JSONCoder {
    func decode(_ name: String) -> Animal { Animal(name) }
    func encode(_ animal: Animal) -> String { animal.name }
}

@Suite struct CallCoderTests {
    private struct Order: JSONConvertible, Equatable {
        var id: ID
        var parent: ID?
        var items: [ID] = []
        var byName: [String: ID?] = [:]
        var note: JSONNullable<String> = .missing
        var own: ID?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("id", \.id)
                $0.add("parent", \.parent)
                $0.add("items", \.items, literal: [], rules: [.lossy])
                $0.add("byName", \.byName, literal: [:])
                $0.add("note", \.note)
                $0.add("own", \.own, by: Octal().optional)
            }
        }
    }

    private struct Octal: JSONCoder {
        func decode(_ value: Int) -> ID { ID(value: value / 10 * 8 + value % 10) }
        func encode(_ id: ID) -> Int { id.value / 8 * 10 + id.value % 8 }
    }

    private struct Digits: JSONCoder {
        struct Parts: JSONConvertible {
            var tens, ones: Int
            static var jsonMapping: JSONMapping {
                JSONMapping(Self.self) {
                    $0.add("tens", \.tens)
                    $0.add("ones", \.ones)
                }
            }
        }
        func decode(_ parts: Parts) -> ID { ID(value: parts.tens * 10 + parts.ones) }
        func encode(_ id: ID) -> Parts { Parts(tens: id.value / 10, ones: id.value % 10) }
    }

    private var reading: JSONReadOptions {
        var options = JSONReadOptions.strict
        options.coders = .old
        return options
    }

    @Test func whereverTheTypeStands() throws {
        let order = Order(
            id: ID(value: 255), parent: ID(value: 16), items: [ID(value: 1), ID(value: 2)], byName: ["a": ID(value: 10), "b": nil],
            note: .value("n"), own: ID(value: 9))
        let text = #"{"id":"ff","parent":"10","items":["1","x",{},"2"],"byName":{"a":"A","b":null},"note":" n","own":11}"#
        #expect(try read(Order.self, text, reading) == order)
        #expect(
            try order.jsonString(JSONWriteOptions(sortsKeys: true, coders: .old))
                == #"{"byName":{"a":"a","b":null},"id":"ff","items":["1","2"],"note":"  n","own":11,"parent":"10"}"#)
        #expect(try read([ID].self, #"["ff"]"#, reading) == [ID(value: 255)])
        #expect(try read(ID.self, #""ff""#, reading) == ID(value: 255))
        #expect(try Order(snapshot: order.snapshot(JSONWriteOptions(coders: .old)), options: reading) == order)
        expect(.refused, "$.byName.x", reading: Order.self, #"{"id":"1","byName":{"x":"g"}}"#, reading)
        expect(.typeMismatch, "$.id", reading: Order.self, #"{"id":{"value":1}}"#, reading)
        // A call without `coders` reads and writes by the mapping of the type.
        #expect(try read(Order.self, #"{"id":{"value":1},"note":" n"}"#) == Order(id: ID(value: 1), note: .value(" n")))
        #expect(try Order(id: ID(value: 255)).jsonString() == #"{"id":{"value":255},"items":[],"byName":{}}"#)
    }

    @Test func updatesUseTheCodersOfTheCall() throws {
        var order = Order(id: ID(value: 1))
        #expect(try order.update(json: #"{"id":"2","parent":"a"}"#, options: reading).names == ["id", "parent"])
        #expect(order == Order(id: ID(value: 2), parent: ID(value: 10)))
        try order.update(json: #"{"parent":null,"items":["f"]}"#, policy: .mergePatch, options: reading)
        #expect(order == Order(id: ID(value: 2), items: [ID(value: 15)]))
        var id = ID(value: 1)
        #expect(throws: JSONError.self) { try id.update(json: #"{"value":2}"#, options: reading) }  // with this coder an ID is a string
        #expect(id == ID(value: 1))
        // The coder `Digits` makes an object of an ID, and the members of an object can be updated.
        var options = JSONReadOptions.strict
        options.coders = JSONCoders("digits", Digits())
        id = ID(value: 12)
        #expect(try id.update(json: #"{"ones":5}"#, options: options).names == ["ones"])
        #expect(id == ID(value: 15))
    }

    @Test func aCoderOfTheCallReadsSubclasses() throws {
        var options = JSONReadOptions.strict
        options.coders = JSONCoders("animals", ByName())
        #expect(try read([Animal].self, #"["a","b"]"#, options) == [Animal("a"), Animal("b")])
        #expect(try [Animal("a"), Dog("b")].jsonString(JSONWriteOptions(coders: options.coders)) == #"["a","b"]"#)
    }

    @Test func namesTellThemApart() {
        #expect(JSONCoders("a", HexID()) == JSONCoders("a", HexID()))
        #expect(JSONCoders("a", HexID()) != JSONCoders("b", HexID()))
        #expect(Set([JSONCoders("a", HexID()), JSONCoders("a"), .old]).count == 2)
        #expect(reading == reading && reading != .strict)
    }
}
