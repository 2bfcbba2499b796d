import Yoke

/// A model with scalars of many types. All its properties are required.
struct Scalars: JSONConvertible {
    var id: Int, i8: Int8, u8: UInt8, i16: Int16, u64: UInt64, ratio: Double, single: Float, flag: Bool, name: String,
        digits: JSONNumber

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("id", \.id)
            $0.add("i8", \.i8)
            $0.add("u8", \.u8)
            $0.add("i16", \.i16)
            $0.add("u64", \.u64)
            $0.add("ratio", \.ratio)
            $0.add("single", \.single)
            $0.add("flag", \.flag)
            $0.add("name", \.name)
            $0.add("digits", \.digits)
        }
    }
}

enum Color: String, JSONConvertible {
    case red, green, darkGreen = "dark-green", deep = "\u{E9}"
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Color.self) { $0 += [.red, .green, .darkGreen, .deep] } }
}

enum Level: Int, JSONConvertible {
    case low = 1, high = 2
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Level.self) { $0 += [.low, .high] } }
}

struct Refused: Error {}

/// A string that refuses texts longer than a limit.
struct Code: JSONConvertible {
    var text: String
    static var jsonMapping: JSONMapping {
        JSONMapping(
            text: Code.self,
            read: { text in
                guard text.utf8.count < 6 else { throw Refused() }
                return Code(text: text)
            }, write: { $0.text })
    }
}

/// A value that stores the text of a number.
struct Literal: JSONConvertible {
    var digits: String
    static var jsonMapping: JSONMapping {
        JSONMapping(number: Literal.self, read: { Literal(digits: $0) }, write: { $0.digits })
    }
}

/// A class that is read via a storage struct. The storage knows which keys were missing. The class refuses some values.
final class Node: JSONConvertible, Sendable {
    let x: Int
    let label: String
    let next: Node?

    init(x: Int, label: String, next: Node?) { (self.x, self.label, self.next) = (x, label, next) }

    struct Storage: JSONConvertible {
        var x: Int
        var label = _JSONStaged<String>()
        var next: Node?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("label", \.label)
                $0.add("next", \.next)
            }
        }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(
            Node.self, via: Storage.self,
            decode: { storage in
                if storage.x < 0 { throw Refused() }
                return Node(x: storage.x, label: storage.label.value ?? "none", next: storage.next)
            }, encode: { Storage(x: $0.x, label: .init(present: $0.label), next: $0.next) })
    }
}

/// A model with properties of many kinds: optional, on the heap, nested, and made by a Swift callback.
struct Rich: JSONConvertible {
    var id: Int?
    var name: String
    var ratio: Double
    var color: Color?
    var level: Level
    var code: Code?
    var literal: Literal?
    var tags: [String]
    var maybe: [Int?]
    var grid: [[Double]]
    var scores: [String: [Int]]
    var parts: [Rich]
    var node: Node?
    var any: JSONValue?
    var flag: Bool?
    var point: Point

    struct Point: JSONConvertible {
        var x: Double, y: Double
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("x", \.x)
                $0.add("y", \.y)
            }
        }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) {
            $0.add("id", \.id)
            $0.add("name", \.name)
            $0.add("ratio", \.ratio, literal: 0.5)
            $0.add("color", \.color)
            $0.add("level", \.level, default: .low)
            $0.add("code", \.code)
            $0.add("literal", \.literal)
            $0.add("tags", \.tags, literal: [])
            $0.add("maybe", \.maybe, literal: [])
            $0.add("grid", \.grid, literal: [])
            $0.add("scores", \.scores, literal: [:])
            $0.add("parts", \.parts, literal: [])
            $0.add("node", \.node)
            $0.add("any", \.any)
            $0.add("flag", \.flag, literal: nil)
            $0.add("point", \.point, key: "p\u{F6}int", default: Point(x: 0, y: -1))
        }
    }
}

/// A model of 70 integers and an optional string, so that one bit for each field needs two words of 64 bits. Every third integer has an
/// initial value.
struct Wide: JSONConvertible {
    var numbers: [Int] { Self.paths.map { self[keyPath: $0] } }
    var a: Five, b: Five, c: Five, d: Five, e: Five, f: Five, g: Five, h: Five, i: Five, j: Five, k: Five, l: Five, m: Five,
        n: Five
    var note: String?

    struct Five { var a: Int, b: Int, c: Int, d: Int, e: Int }

    nonisolated(unsafe) static let paths: [KeyPath<Wide, Int>] = {
        let groups: [KeyPath<Wide, Five>] = [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j, \.k, \.l, \.m, \.n]
        let fields: [KeyPath<Five, Int>] = [\.a, \.b, \.c, \.d, \.e]
        return groups.flatMap { group in fields.map { group.appending(path: $0) } }
    }()

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) { fields in
            for (i, path) in paths.enumerated() {
                if i % 3 == 1 { fields.add("f\(i)", path, literal: -1) } else { fields.add("f\(i)", path) }
            }
            fields.add("note", \.note)
        }
    }

    static let text = "{" + paths.indices.map { "\"f\($0)\":\($0)" }.joined(separator: ",") + ",\"note\":\"é\"}"
    static let someText =
        "{" + paths.indices.filter { $0 % 3 != 1 }.reversed().map { "\"f\($0)\" : \($0)" }.joined(separator: ",\n   ") + "}"
}

/// A model without properties, so that every member is skipped.
struct Nothing: JSONConvertible { static var jsonMapping: JSONMapping { JSONMapping(Self.self) { _ in } } }
