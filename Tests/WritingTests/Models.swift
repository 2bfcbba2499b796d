import Yoke

/// A model with a property of each usual scalar type.
struct Scalars: JSONConvertible, Equatable {
    var flag = true
    var i8 = Int8.min
    var i16 = Int16.min
    var i32 = Int32.min
    var i64 = Int64.min
    var int = -1
    var u8 = UInt8.max
    var u16 = UInt16.max
    var u32 = UInt32.max
    var u64 = UInt64.max
    var uint = UInt(1)
    var float = Float(0.1)
    var double = 0.1
    var text = "x"

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("flag", \.flag)
            $0.add("i8", \.i8)
            $0.add("i16", \.i16)
            $0.add("i32", \.i32)
            $0.add("i64", \.i64)
            $0.add("int", \.int)
            $0.add("u8", \.u8)
            $0.add("u16", \.u16)
            $0.add("u32", \.u32)
            $0.add("u64", \.u64)
            $0.add("uint", \.uint)
            $0.add("float", \.float)
            $0.add("double", \.double)
            $0.add("text", \.text)
        }
    }
}

/// A model with containers, Optionals, an enum, a custom scalar, and containers of its own type.
struct Tree: JSONConvertible, Equatable {
    enum Colour: String, CaseIterable { case red, green = "gr\"een", blue }

    var name = ""
    var note: String?
    var colour: Colour?
    var amount: Money?
    var leaves: [String: [Int?]] = [:]
    var weights: [Double] = []
    var marks: Set<String> = []
    var children: [Tree] = []
    var by: [String: Tree] = [:]
    var any: JSONValue?

    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self) {
            $0.add("name", \.name)
            $0.add("note", \.note)
            $0.add("colour", \.colour)
            $0.add("amount", \.amount)
            $0.add("leaves", \.leaves, literal: [:])
            $0.add("weights", \.weights, literal: [])
            $0.add("marks", \.marks, literal: [])
            $0.add("children", \.children, literal: [])
            $0.add("by", \.by, literal: [:])
            $0.add("any", \.any)
        }
    }
}

extension Tree.Colour: JSONConvertible {
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Self.self) { $0 += Self.allCases } }
}

/// An amount in cents, written as a number with two decimals. To test an error, 13 cents are written as a text that is not a number.
struct Money: JSONConvertible, Hashable {
    struct Overdrawn: Error {}
    var cents: Int

    static var jsonMapping: JSONMapping {
        JSONMapping(
            number: Self.self,
            read: { text in
                let parts = text.split(separator: ".")
                guard parts.count == 2, let whole = Int(parts[0]), let rest = Int(parts[1]) else { throw Overdrawn() }
                return Money(cents: whole * 100 + rest)
            },
            write: { money in
                guard money.cents >= 0 else { throw Overdrawn() }
                if money.cents == 13 { return "thirteen" }
                return "\(money.cents / 100).\(money.cents % 100 / 10)\(money.cents % 10)"
            })
    }
}

/// A class that is read via a storage struct.
final class Person: JSONConvertible {
    struct Storage: JSONConvertible {
        var name: String
        var boss: Person?

        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("name", \.name)
                $0.add("boss", \.boss)
            }
        }
    }

    var name: String
    var boss: Person?

    init(name: String, boss: Person? = nil) { (self.name, self.boss) = (name, boss) }

    static var jsonMapping: JSONMapping {
        JSONMapping(
            Person.self, via: Storage.self, decode: { Person(name: $0.name, boss: $0.boss) },
            encode: { Storage(name: $0.name, boss: $0.boss) })
    }
}
