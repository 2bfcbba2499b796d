import Yoke

struct Item: JSONConvertible, Hashable {
    var id = 0
    var name = ""

    static var jsonMapping: JSONMapping {
        JSONMapping(Item.self) { fields in
            fields.add("id", \.id, default: 0)
            fields.add("name", \.name, default: "")
        }
    }
}

/// A model with a hook that changes the object before it is read. Its children have the hook, too.
struct Hooked: JSONConvertible {
    var id = 0
    var text = ""
    var children: [Hooked] = []

    static var jsonMapping: JSONMapping {
        JSONMapping(Hooked.self) { fields in
            fields.add("id", \.id, default: 0)
            fields.add("text", \.text, default: "")
            fields.add("children", \.children, default: [])
        }.beforeReading { object in object["seen"] = true }
    }
}

/// A model with a hook. The hook changes the names of most members.
struct Batch: JSONConvertible {
    struct Entry: JSONConvertible {
        var id: Int
        var name: String

        static var jsonMapping: JSONMapping {
            JSONMapping(Entry.self) { fields in
                fields.add("id", \.id)
                fields.add("name", \.name)
            }
        }
    }

    var items: [Entry]

    static var jsonMapping: JSONMapping {
        JSONMapping(Batch.self) { $0.add("items", \.items) }.beforeReading { object in
            object = JSONObject(object.map { ($0.key.hasPrefix("a") ? "b" + $0.key : $0.key, $0.value) } + [("seen", true)])
        }
    }
}

/// An enum whose cases are named by a tag among the members.
enum Shape: JSONConvertible {
    case item(Item)
    case group(Group)

    struct Group: JSONConvertible {
        var shapes: [Shape] = []

        static var jsonMapping: JSONMapping { JSONMapping(Group.self) { $0.add("shapes", \.shapes, default: []) } }
    }

    static var jsonMapping: JSONMapping { JSONMapping(cases: Shape.self, tag: "type", add) }

    private static func add(_ cases: inout JSONCases<Shape>) {
        cases.add("item", Item.self, make: { .item($0) }, match: { if case .item(let item) = $0 { item } else { nil } })
        cases.add("group", Group.self, make: { .group($0) }, match: { if case .group(let group) = $0 { group } else { nil } })
    }
}

/// An enum without a tag: the first case that fits the JSON is chosen. For a nested value, several cases are tried.
indirect enum Guess: JSONConvertible {
    case numbers([Int])
    case pair(Pair)
    case text(String)

    struct Pair: JSONConvertible {
        var value: Guess
        var padding = ""

        static var jsonMapping: JSONMapping {
            JSONMapping(Pair.self) { fields in
                fields.add("value", \.value)
                fields.add("padding", \.padding, default: "")
            }
        }
    }

    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Guess.self, untagged: true) { cases in
            cases.add("numbers", [Int].self, make: { .numbers($0) }, match: { if case .numbers(let list) = $0 { list } else { nil } })
            cases.add("pair", Pair.self, make: { .pair($0) }, match: { if case .pair(let pair) = $0 { pair } else { nil } })
            cases.add("text", String.self, make: { .text($0) }, match: { if case .text(let text) = $0 { text } else { nil } })
        }
    }
}

/// A model that keeps unknown members.
struct Open: JSONConvertible {
    var id = 0
    var rest = JSONObject()

    static var jsonMapping: JSONMapping {
        JSONMapping(Open.self) { fields in
            fields.add("id", \.id, default: 0)
            fields.extras("rest", \.rest)
        }
    }
}

/// A model with a value that is kept as raw text, and a value that is read later.
struct Kept: JSONConvertible {
    var text: JSONRawText?
    var later: JSONLazy<[Item]>?

    static var jsonMapping: JSONMapping {
        JSONMapping(Kept.self) { fields in
            fields.add("text", \.text, default: nil)
            fields.add("later", \.later, default: nil)
        }
    }
}

/// A model with a property of several keys, and a property at a path.
struct Pathed: JSONConvertible {
    var id = 0
    var first = 0

    static var jsonMapping: JSONMapping {
        JSONMapping(Pathed.self) { fields in
            fields.add("id", \.id, key: ["id", "ID", .path("meta.id")], default: 0)
            fields.add("first", \.first, key: [.path("list[0].x")], default: 0)
        }
    }
}

struct Counted: JSONConvertible {
    var counts: [String: Int] = [:]

    static var jsonMapping: JSONMapping { JSONMapping(Counted.self) { $0.add("counts", \.counts, default: [:]) } }
}

struct Point: JSONConvertible, Hashable {
    var x = 0.0
    var y = 0.0

    static var jsonMapping: JSONMapping {
        JSONMapping(Point.self, layout: .array) { fields in
            fields.add("x", \.x)
            fields.add("y", \.y)
        }
    }
}

final class Node: JSONConvertible {
    let items: [Item]

    struct Storage: JSONConvertible {
        var items: [Item]

        static var jsonMapping: JSONMapping { JSONMapping(Storage.self) { $0.add("items", \.items, default: []) } }
    }

    init(items: [Item]) { self.items = items }

    static var jsonMapping: JSONMapping {
        JSONMapping(Node.self, via: Storage.self, decode: { Node(items: $0.items) }, encode: { Storage(items: $0.items) })
    }
}

/// A model with a flattened class.
struct Flat: JSONConvertible {
    var id = 0
    var node: Node

    static var jsonMapping: JSONMapping {
        JSONMapping(Flat.self) { fields in
            fields.add("id", \.id, default: 0)
            fields.flatten("node", \.node)
        }
    }
}

/// Makes JSON texts.
enum Text {
    /// Returns a JSON string of `count` letters.
    static func string(_ count: Int) -> String { "\"" + String(repeating: "x", count: count) + "\"" }
    /// The number from which elements and members are counted. It is so large that all their numbers have six digits.
    static let first = 100_000
    /// Returns a JSON array of `count` elements. `element` makes an element from its number.
    static func array(_ count: Int, _ element: (Int) -> String) -> String {
        "[" + (first..<first + count).map(element).joined(separator: ",") + "]"
    }
    /// Returns a JSON object of `count` members. `member` makes a member from its number.
    static func object(_ count: Int, _ member: (Int) -> String) -> String {
        "{" + (first..<first + count).map(member).joined(separator: ",") + "}"
    }
    /// Returns `count` times `open`, the value, and `count` times `close`.
    static func nested(_ count: Int, _ open: String, _ value: String, _ close: String) -> String {
        String(repeating: open, count: count) + value + String(repeating: close, count: count)
    }
}
