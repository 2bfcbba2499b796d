import Foundation
import Testing
import YokeFoundation

// Each test row is a type and a text. JSONDecoder and YokeDecoder must give equal values, or errors of the same case and coding path.

private struct Person: Codable, Equatable {
    var id: Int
    var name: String
    var score: Double?
    var tags: [String]?
    var friend: Box?
    final class Box: Codable, Equatable {
        var person: Person
        static func == (a: Box, b: Box) -> Bool { a.person == b.person }
    }
}

private enum Level: String, Codable { case low, high = "HIGH" }
private enum Rank: Int, Codable, CodingKeyRepresentable {
    case first = 1, second = 2
    var codingKey: any CodingKey { Key(intValue: rawValue)! }
    init?<T: CodingKey>(codingKey: T) { self.init(rawValue: codingKey.intValue ?? -1) }
    struct Key: CodingKey {
        let intValue: Int?
        let stringValue: String
        init?(intValue: Int) { (self.intValue, stringValue) = (intValue, "\(intValue)") }
        init?(stringValue: String) { (intValue, self.stringValue) = (Int(stringValue), stringValue) }
    }
}
private enum Shape: Codable, Equatable {
    case circle(radius: Double)
    case box(Int, Int)
    case none
}
private struct All: Codable, Equatable {
    var b: Bool, i: Int, i8: Int8, i16: Int16, i32: Int32, i64: Int64, u: UInt, u8: UInt8, u16: UInt16, u32: UInt32, u64: UInt64
    var f: Float, d: Double, s: String, date: Date, data: Data, url: URL, decimal: Decimal, level: Level, uuid: UUID
}
private struct Optionals: Codable, Equatable {
    var b: Bool?, i: Int?, i8: Int8?, u64: UInt64?, f: Float?, d: Double?, s: String?, date: Date?, data: Data?, url: URL?,
        decimal: Decimal?
    var level: Level?, list: [Int?]?, map: [String: Bool?]?, shape: Shape?
}

private class Animal: Codable {
    var name: String
    init(name: String) { self.name = name }
}
/// A class that encodes the properties of its superclass under the key "super".
private final class Dog: Animal, Equatable {
    var age: Int
    enum CodingKeys: CodingKey { case age }
    required init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        age = try container.decode(Int.self, forKey: .age)
        try super.init(from: container.superDecoder())
    }
    override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(age, forKey: .age)
        try super.encode(to: container.superEncoder())
    }
    static func == (a: Dog, b: Dog) -> Bool { a.age == b.age && a.name == b.name }
}
/// A class that encodes the properties of its superclass into its own object.
private final class Cat: Animal, Equatable {
    var lives: Int
    enum CodingKeys: CodingKey { case lives }
    required init(from decoder: any Decoder) throws {
        lives = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .lives)
        try super.init(from: decoder)
    }
    override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(lives, forKey: .lives)
    }
    static func == (a: Cat, b: Cat) -> Bool { a.lives == b.lives && a.name == b.name }
}

/// A type that calls each method of a keyed container and of an unkeyed one, and logs the results.
private struct Calls: Codable, Equatable {
    var log: [String] = []
    enum Keys: String, CodingKey { case a, b, list, nested, deep, up }

    init(from decoder: any Decoder) throws {
        let c = try decoder.container(keyedBy: Keys.self)
        log.append("\(c.allKeys.map(\.rawValue).sorted())")
        log.append("\(c.contains(.a)) \(c.contains(.up)) \(c.codingPath.map(\.stringValue))")
        log.append("\((try? c.decodeNil(forKey: .a)) ?? false)")
        log.append("\(try c.decodeIfPresent(Int.self, forKey: .a) as Any) \(try c.decodeIfPresent(Int.self, forKey: .a) as Any)")
        log.append("\(try c.decode(Bool?.self, forKey: .b) as Any)")
        var list = try c.nestedUnkeyedContainer(forKey: .list)
        log.append("\(list.count ?? -1) \(list.isAtEnd) \(list.currentIndex) \(list.codingPath.map(\.stringValue))")
        while !list.isAtEnd {
            if try list.decodeNil() {
                log.append("nil at \(list.currentIndex)")
            } else if let int = try? list.decode(Int.self) {
                log.append("int \(int)")
            } else if let text = try? list.decode(String.self) {
                log.append("text \(text)")
            } else if var inner = try? list.nestedUnkeyedContainer() {
                log.append("list \(try inner.decodeIfPresent(Double.self) as Any) \(inner.codingPath.map(\.stringValue))")
            } else {
                let inner = try list.nestedContainer(keyedBy: Keys.self)
                log.append("object \(try inner.decode(String.self, forKey: .a)) \(inner.codingPath.map(\.stringValue))")
            }
        }
        let nested = try c.nestedContainer(keyedBy: Keys.self, forKey: .nested)
        let deep = try nested.nestedContainer(keyedBy: Keys.self, forKey: .deep)
        log.append("\(try deep.decode([String: Int].self, forKey: .a)) \(deep.codingPath.map(\.stringValue))")
        log.append("\(try nested.decode(Int.self, forKey: .b)) \(try c.decode(Int?.self, forKey: .a) as Any)")
        let up = try c.superDecoder(forKey: .up).singleValueContainer()
        log.append("\(up.decodeNil()) \(up.codingPath.map(\.stringValue))")
        _ = try deep.decode(Int.self, forKey: .up)
    }
    func encode(to encoder: any Encoder) throws {}
}

/// An enum that tries to decode several types, one after the other.
private enum Either: Decodable, Equatable {
    case int(Int), text(String), list([Either]), object([String: Either]), null
    init(from decoder: any Decoder) throws {
        let c = try decoder.singleValueContainer()
        if c.decodeNil() {
            self = .null
        } else if let value = try? c.decode(Int.self) {
            self = .int(value)
        } else if let value = try? c.decode(String.self) {
            self = .text(value)
        } else if let value = try? c.decode([Either].self) {
            self = .list(value)
        } else {
            self = .object(try c.decode([String: Either].self))
        }
    }
}

private struct Supers: Decodable, Equatable {
    var values: [Int] = []
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd { values.append(try Int(from: list.superDecoder())) }
        _ = try list.superDecoder()
    }
}

private struct Info: Decodable, Equatable {
    var text: String
    init(from decoder: any Decoder) throws { text = decoder.userInfo[CodingUserInfoKey(rawValue: "k")!] as? String ?? "none" }
}

private class Parent: Decodable { required init(from decoder: any Decoder) throws {} }
private final class Child: Parent {}
private struct Inner: Decodable {
    let value: Parent
    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        value = try list.decode(Child.self as Parent.Type)
    }
}

@Suite struct ContainerTests {
    /// The type that a decoder gets may be a subclass of the type that it is declared to return.
    @Test func theClassOfAMetatypeCounts() throws {
        let text = Data("{}".utf8)
        #expect(try YokeDecoder().decode(Child.self as Parent.Type, from: text) is Child)
        var stream = try YokeDecoder().stream(Child.self as Parent.Type, chunks: [Data("[{}]".utf8)])
        #expect(try stream.next() is Child)
        let inner = try YokeDecoder().decode(Inner.self, from: Data("[{}]".utf8))
        #expect(inner.value is Child)
    }

    private static let person =
        #"{"id": 1, "name": "Ada", "score": 1.5, "tags": ["a", "b"], "friend": {"person": {"id": 2, "name": "Bo"}}}"#

    @Test(arguments: [
        person, #"{"name": "Ada", "id": 1}"#, #"{"id": 1}"#, #"{"id": null, "name": "x"}"#, #"{"id": "1", "name": "x"}"#,
        #"{"id": 1.5, "name": "x"}"#,
        #"{"id": 1, "name": 5}"#, #"{"id": 1, "name": "x", "score": "y"}"#, #"{"id": 1, "name": "x", "score": null, "tags": null}"#,
        #"{"id": 1, "name": "x", "tags": [1]}"#, #"{"id": 1, "name": "x", "tags": {}}"#, #"{"id": 1, "name": "x", "friend": {}}"#,
        #"{"id": 1, "name": "x", "friend": {"person": {"id": 1}}}"#, #"{"id": 1, "name": "x", "friend": {"person": null}}"#, "[]", "null",
        "1", "{}",
        #"{"id": 1, "id": 2, "name": "x", "name": "y"}"#, #"{"x": 0, "name": "a", "id": 7, "y": [{}], "name": "b"}"#,
        #"{"\u0069d": 3, "n\u0061me": "esc"}"#, #"{"id": 1, "name": "x", "friend": {"person": {"id": 1, "name": "y", "tags": [null]}}}"#,
    ])
    func objectsAreDecodedAsFoundationDoes(_ text: String) {
        expectSame(Person.self, text)
        expectSame([Person].self, "[\(text), \(text)]")
        expectSame([String: Person].self, #"{"7": \#(text)}"#)
        expectSame(Person?.self, text)
        expectSame([[Person?]].self, "[[null, \(text)]]")
        expectSame([Int: Person].self, #"{"7": \#(text)}"#)
        expectSame(Optionals.self, text)
        expectSame(Either.self, text)
    }

    private static let members = [
        "b": "true", "i": "-1", "i8": "1", "i16": "2", "i32": "3", "i64": "4", "u": "5", "u8": "6", "u16": "7", "u32": "8", "u64": "9",
        "f": "0.5",
        "d": "0.25", "s": #""s""#, "date": "1.5", "data": #""AQI=""#, "url": #""https://a.b""#, "decimal": "1.25", "level": #""HIGH""#,
        "uuid": #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#, "list": "[1, null]", "map": #"{"x": null, "y": true}"#,
        "shape": #"{"box": {"_0": 1, "_1": 2}}"#,
    ]

    @Test(arguments: [
        "null", "true", "1", "1.5", "-1", "300", #""text""#, "[]", "{}", "[1]", #"{"x": 1}"#, "1e400", #""low""#,
        #"{"circle": {"radius": 1}}"#, #"{"none": {}}"#,
    ])
    func eachMemberMayBeOfEachKind(_ value: String) {
        for key in Self.members.keys.sorted() {
            var members = Self.members
            members[key] = value
            let text = "{" + members.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
            expectSame(All.self, text)
            expectSame(Optionals.self, text)
            members[key] = nil
        }
        expectSame(Level.self, value)
        expectSame(Shape.self, value)
        expectSame([Rank: Int].self, #"{"1": \#(value), "2": 5}"#)
        expectSame(Dog.self, #"{"age": 1, "super": \#(value)}"#)
        expectSame(Supers.self, "[1, \(value)]")
    }

    @Test func containersAnswerEachCallAsFoundationDoes() {
        expectSame(
            Calls.self, #"{"a": 1, "b": null, "list": [null, 1, "x", [2.5], {"a": "y"}], "nested": {"deep": {"a": {"z": 1}}, "b": 2}}"#)
        expectSame(Calls.self, #"{"list": [], "b": true, "nested": {"b": 2, "deep": {"up": 1, "a": {}}}, "up": 5}"#)
        expectSame(Calls.self, #"{"b": true, "list": {}, "nested": 1}"#)
        expectSame(Calls.self, #"{"b": true, "list": null, "nested": 1}"#)
        expectSame(Calls.self, #"{"b": true, "list": [[null]], "nested": {"deep": null}}"#)
        expectSame(Calls.self, #"{"b": true, "list": [[], {"a": 1}]}"#)
        expectSame(Calls.self, #"{"b": 1}"#)
        expectSame(Calls.self, #"{"b": true, "list": [], "nested": {"deep": {"a": {"k": "v"}}}}"#)
        expectSame(Dog.self, #"{"age": 3, "super": {"name": "Rex"}}"#)
        expectSame(Dog.self, #"{"age": 3}"#)
        expectSame(Cat.self, #"{"name": "Tom", "lives": 9}"#)
        expectSame(Cat.self, #"{"lives": 9}"#)
        expectSame(Supers.self, "[]")
        expectSame(Info.self, "1", Options(userInfo: [CodingUserInfoKey(rawValue: "k")!: "v"]))
        expectSame([Rank: String].self, #"{"1": "a", "2": "b", "3": "c"}"#)
        expectSame([Int: [Int: Bool]].self, #"{"1": {"x": true}}"#)
        expectSame([Level: Int].self, #"["low", 1, "HIGH", 2]"#)
        expectSame([Level: Int].self, #"["low", 1, "HIGH"]"#)
    }

    @Test func keysAreComparedAsSwiftComparesStrings() {
        expectSame([String: Int].self, "{\"e\u{301}\": 1, \"é\": 2}")
        struct Accent: Decodable, Equatable { var é: Int }
        expectSame(Accent.self, "{\"e\u{301}\": 1}")
        expectSame(Accent.self, "{\"é\": 1}")
        expectSame(Accent.self, "{\"e\": 1}")
        struct Odd: Decodable, Equatable {
            var a: Int?, b: Int?, c: Int?
            enum CodingKeys: String, CodingKey { case a = "a\":1,\"b", b = "x\\n", c = "" }
        }
        expectSame(Odd.self, #"{"a":1,"b":2}"#)
        expectSame(Odd.self, #"{"a\":1,\"b":3,"x\n":4,"x\\n":5,"":6}"#)
    }

    @Test(arguments: [1, 15, 63, 64, 65, 66, 200, 3000])
    func anObjectMayHaveAnyNumberOfMembers(_ count: Int) {
        struct Picked: Decodable, Equatable {
            var values: [String: Int] = [:]
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Key.self)
                for i in stride(from: 3100, through: 0, by: -7) + Array(0..<80) {
                    let key = Key(stringValue: "k\(i)")!
                    if let value = try container.decodeIfPresent(Int.self, forKey: key) { values[key.stringValue] = value }
                }
                for key in container.allKeys { values["all " + key.stringValue] = try container.decode(Int.self, forKey: key) }
            }
            struct Key: CodingKey {
                let stringValue: String
                var intValue: Int? { nil }
                init?(stringValue: String) { self.stringValue = stringValue }
                init?(intValue: Int) { nil }
            }
        }
        var members = (0..<count).map { "\"k\($0)\": \($0)" }
        expectSame(Picked.self, "{\(members.joined(separator: ","))}")
        members += (0..<count).map { "\"k\($0)\": -1" } + [#""\u006b5": 100000"#, #""k9999": 1"#]
        expectSame(Picked.self, "{\(members.joined(separator: ","))}")
        expectSame(Picked.self, "{\(members.reversed().joined(separator: ","))}")
        expectSame([String: Int].self, "{\(members.reversed().joined(separator: ","))}")
    }
}
