import Foundation
import YokeFoundation
import YokeStandards

// The types whose schemas SchemaTests compares.

struct Event: JSONConvertible {
    var id: UUID
    var start: Date
    var day: Date?
    var sent: Date
    var site: URL
    var photo: Data
    static var jsonMapping: JSONMapping {
        JSONMapping(Event.self) {
            $0.add("id", \.id)
            $0.add("start", \.start)
            $0.add("day", \.day, by: .format("yyyy-MM-dd").optional)
            $0.add("sent", \.sent, by: .rfc1123)
            $0.add("site", \.site)
            $0.add("photo", \.photo)
        }
    }
}

struct Described: JSONConvertible {
    var title: String
    var home: Address
    var other: Address?
    var text: String?
    static var jsonMapping: JSONMapping {
        JSONMapping(Described.self) {
            $0.add("title", \.title, rules: [.count(1...9), .description("Shown above")])
            $0.add("home", \.home, rules: [.description("Where")])
            $0.add("other", \.other, rules: [.description("Elsewhere")])
            $0.add("text", \.text, key: [.path("inner.text")], rules: [.description("At a path")])
        }
    }
}

struct DescribedTwice: JSONConvertible {
    var a: Int?
    static var jsonMapping: JSONMapping {
        JSONMapping(DescribedTwice.self) { $0.add("a", \.a, rules: [.description("b"), .description("c")]) }
    }
}

struct Person: JSONConvertible {
    var id: UUID
    var fullName: String
    var age: UInt8
    var score: Double?
    var born: Date?
    var seen: Date
    var site: URL?
    var photo: Data?
    var role: Role
    var level: Level
    var friends: [Person]
    var tags: Set<String>
    var counts: [String: UInt8] = [:]
    var home: Home
    var any: JSONValue

    static var jsonMapping: JSONMapping {
        JSONMapping(Person.self, keys: .snakeCase, unknownKeys: .reject) { fields in
            fields.add("id", \.id)
            fields.add("fullName", \.fullName, rules: [.count(1...40)])
            fields.add("age", \.age, rules: [.range(0...150)])
            fields.add("score", \.score, rules: [.range(0..<1)])
            fields.add("born", \.born)
            fields.add("seen", \.seen, by: .secondsSince1970)
            fields.add("site", \.site)
            fields.add("photo", \.photo)
            fields.add("role", \.role)
            fields.add("level", \.level)
            fields.add("friends", \.friends)
            fields.add("tags", \.tags)
            fields.add("counts", \.counts, default: [:])
            fields.add("home", \.home.self)
            fields.add("any", \.any)
        }
    }
}

enum Role: String, JSONConvertible {
    case reader, author
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Role.self) { $0 += [.reader, .author] } }
}

enum Level: Int, JSONConvertible {
    case low = 1, high
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Level.self) { $0 += [.low, .high] }.afterReading(Level.self) { _ in } }
}

struct Home: JSONConvertible, JSONSchemaDescribed {
    var city: String
    static var jsonMapping: JSONMapping { JSONMapping(Home.self) { $0.add("city", \.city) } }
    static var jsonSchema: JSONSchema {
        JSONSchema(["type": "object", "properties": ["city": ["type": "string"]], "required": ["city"]])
    }
}

struct Drawing: JSONConvertible {
    var title: String?
    var shapes: [Shape]
    var kind: Role = .reader

    static var jsonMapping: JSONMapping {
        JSONMapping(Drawing.self) { fields in
            fields.add("title", \.title)
            fields.add("shapes", \.shapes)
            fields.add("kind", \.kind, default: .reader)
        }
    }
}

struct Circle: JSONConvertible, Equatable, Sendable {
    var radius: Double
    static var jsonMapping: JSONMapping { JSONMapping(Circle.self) { $0.add("radius", \.radius) } }
}

struct Group: JSONConvertible, Equatable, Sendable {
    var of: [Shape]
    static var jsonMapping: JSONMapping { JSONMapping(Group.self) { $0.add("of", \.of) } }
}

enum Shape: JSONConvertible, Equatable, Sendable {
    case circle(Circle), group(Group), point

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Shape.self, tag: "type") {
            $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = copy $0 { circle } else { nil } })
            $0.add("group", Group.self, make: { .group($0) }, match: { if case .group(let group) = copy $0 { group } else { nil } })
            $0.add("point", .point)
        }
    }
}

enum Choice: JSONConvertible, Equatable {
    case some(Int), none

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Choice.self) {
            $0.add("some", Int.self, make: { .some($0) }, match: { if case .some(let value) = copy $0 { value } else { nil } })
            $0.add("none", .none)
        }
    }
}

enum Weekday: String, CaseIterable, JSONObjectKey { case mon, tue }

struct Pair: JSONConvertible {
    var id: Int
    var name: String?
    static var jsonMapping: JSONMapping {
        JSONMapping(Pair.self, layout: .array) {
            $0.add("id", \.id)
            $0.add("name", \.name)
        }
    }
}

struct Celsius: JSONConvertible {
    var degrees: Double
    static var jsonMapping: JSONMapping {
        JSONMapping(Celsius.self, via: Double.self, decode: { Celsius(degrees: $0) }, encode: { $0.degrees })
    }
}

struct Nested: JSONConvertible {
    var id: Int
    var name = ""
    var address: Address
    static var jsonMapping: JSONMapping {
        JSONMapping(Nested.self) {
            $0.add("id", \.id, key: [.path("data.id"), "id"])
            $0.add("name", \.name, key: [.path("data.name")], default: "")
            $0.flatten("address", \.address)
        }
    }
}

struct Address: JSONConvertible {
    var city: String
    static var jsonMapping: JSONMapping { JSONMapping(Address.self) { $0.add("city", \.city) } }
}

struct Staged: JSONConvertible {
    var level = _JSONStaged<Int>()

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            fields.add("level", \.level, rules: _JSONStaged<Int>.rules([.range(1...5)]))
        }
    }
}

struct Bounded: JSONConvertible {
    var data: Data
    var small: UInt8
    var list: [Int]

    static var jsonMapping: JSONMapping {
        JSONMapping(Bounded.self) { fields in
            fields.add("data", \.data, rules: [.count(1...40)])
            fields.add("small", \.small, rules: [.range(0...9), .range(0..<9), .range(...200)])
            fields.add("list", \.list, rules: [.count(2...8), .count(1..<5)])
        }
    }
}

struct Tree: JSONConvertible {
    var branches: [Tree]
    static var jsonMapping: JSONMapping {
        JSONMapping(Tree.self, via: [Tree].self, decode: { Tree(branches: $0) }, encode: { $0.branches })
    }
}

struct Forest: JSONConvertible {
    var trees: Tree
    static var jsonMapping: JSONMapping { JSONMapping(Forest.self) { $0.add("trees", \.trees) } }
}

struct Square: JSONConvertible, Equatable, Sendable {
    var edge: Double
    static var jsonMapping: JSONMapping { JSONMapping(Square.self, unknownKeys: .reject) { $0.add("edge", \.edge) } }
}

enum Figure: JSONConvertible, Equatable, Sendable {
    case square(Square), dot

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Figure.self, tag: "type") {
            $0.add("square", Square.self, make: { .square($0) }, match: { if case .square(let square) = copy $0 { square } else { nil } })
            $0.add("dot", .dot)
        }
    }
}

struct Placed: JSONConvertible {
    var x: Int
    var figure: Figure
    static var jsonMapping: JSONMapping {
        JSONMapping(Placed.self, unknownKeys: .reject) {
            $0.add("x", \.x)
            $0.flatten("figure", \.figure)
        }
    }
}

struct MaybePlaced: JSONConvertible {
    var x: Int
    var figure: Figure?
    static var jsonMapping: JSONMapping {
        JSONMapping(MaybePlaced.self, unknownKeys: .reject) {
            $0.add("x", \.x)
            $0.flatten("figure", \.figure)
        }
    }
}

struct House: JSONConvertible, JSONSchemaDescribed, Equatable, Sendable {
    var city: String
    static var jsonMapping: JSONMapping { JSONMapping(House.self) { $0.add("city", \.city) } }
    static var jsonSchema: JSONSchema {
        JSONSchema(["type": "object", "properties": ["city": ["type": "string", "minLength": 3]], "required": ["city"]])
    }
}

enum Dwelling: JSONConvertible, Equatable, Sendable {
    case home(House), none

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Dwelling.self, tag: "type") {
            $0.add("home", House.self, make: { .home($0) }, match: { if case .home(let house) = copy $0 { house } else { nil } })
            $0.add("none", .none)
        }
    }
}

enum Parcel: JSONConvertible, Equatable, Sendable {
    case circle(Circle), empty

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Parcel.self, choose: { $0["radius"] == nil ? "empty" : "circle" }) {
            $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let circle) = copy $0 { circle } else { nil } })
            $0.add("empty", .empty)
        }
    }
}

/// A type whose schema has a `oneOf` with two parts. The schema of `Code?` must be an `anyOf` of this schema and null. If it only added
/// "null" to `type`, null would fit both parts, and `oneOf` would refuse null.
struct Code: JSONConvertible, JSONSchemaDescribed {
    var text: String
    static var jsonMapping: JSONMapping { JSONMapping(Code.self, via: String.self, decode: { Code(text: $0) }, encode: { $0.text }) }
    static var jsonSchema: JSONSchema { JSONSchema(["type": "string", "oneOf": [["maxLength": 3], ["minLength": 9]]]) }
}

struct MaybeHome: JSONConvertible {
    var id: Int
    var address: Address?
    static var jsonMapping: JSONMapping {
        JSONMapping(MaybeHome.self) {
            $0.add("id", \.id)
            $0.flatten("address", \.address)
        }
    }
}

struct SecondOfPair: JSONConvertible {
    var second: Int
    static var jsonMapping: JSONMapping { JSONMapping(SecondOfPair.self) { $0.add("second", \.second, key: .path("pair[1]")) } }
}

enum OnlyFallback: JSONConvertible {
    case other(JSONValue)
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: OnlyFallback.self) {
            $0.fallback(make: { .other($0) }, match: { if case .other(let value) = copy $0 { value } else { nil } })
        }
    }
}

struct HoldsFallback: JSONConvertible {
    var value: OnlyFallback
    static var jsonMapping: JSONMapping { JSONMapping(HoldsFallback.self) { $0.add("value", \.value) } }
}

struct Bounds: JSONConvertible {
    var none: [String]
    var few: String
    var object: JSONObject
    var array: JSONArray
    static var jsonMapping: JSONMapping {
        JSONMapping(Bounds.self) {
            $0.add("none", \.none, rules: [.count(0..<0)])
            $0.add("few", \.few, rules: [.count(-3...3)])
            $0.add("object", \.object)
            $0.add("array", \.array)
        }
    }
}

struct OwnTree: JSONConvertible, JSONSchemaDescribed {
    var below: [OwnTree]
    static var jsonMapping: JSONMapping { JSONMapping(OwnTree.self) { $0.add("below", \.below) } }
    static var jsonSchema: JSONSchema {
        JSONSchema(["type": "object", "properties": ["below": ["type": "array", "items": ["$ref": "#"]]]])
    }
}

struct HoldsOwnTree: JSONConvertible {
    var a: OwnTree
    var b: OwnTree
    static var jsonMapping: JSONMapping {
        JSONMapping(HoldsOwnTree.self) {
            $0.add("a", \.a)
            $0.add("b", \.b)
        }
    }
}

struct OnlyLevel: JSONConvertible {
    enum Level: Int, JSONConvertible {
        case low = 1, high, unknown
        static var jsonMapping: JSONMapping { JSONMapping(rawValues: Level.self, fallback: .unknown) { $0 += [.low, .high, .unknown] } }
    }
    var level: Level
    static var jsonMapping: JSONMapping { JSONMapping(OnlyLevel.self) { $0.add("level", \.level) } }
}

struct Numbered: JSONConvertible {
    var byID: [Int: String]?
    static var jsonMapping: JSONMapping { JSONMapping(Numbered.self) { $0.add("byID", \.byID, rules: [.count(1...2)]) } }
}
