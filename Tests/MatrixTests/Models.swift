import Foundation
import Yoke
import YokeFoundation

// MARK: - Raw values

enum Color: String, CaseIterable, JSONObjectKey, JSONConvertible {
    case red, green, darkGreen = "dark-green", empty = "", accented = "\u{E9}", one = "1"
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Color.self) { $0 += allCases } }
}

enum Code: Int, CaseIterable, JSONConvertible {
    case none = 0, one = 1, negative = -1, least = -9_223_372_036_854_775_808, most = 9_223_372_036_854_775_807
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Code.self) { $0 += allCases } }
}

enum Small: UInt8, JSONConvertible {
    case one = 1, most = 255
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Small.self) { $0 += [.one, .most] } }
}

enum Ratio: Double, JSONConvertible {
    case zero = 0, half = 0.5, one = 1
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Ratio.self) { $0 += [.zero, .half, .one] } }
}

/// A struct with raw values. Unlike an enum, it cannot list its cases.
struct Tag: RawRepresentable, JSONConvertible, Hashable {
    var rawValue: String
    static var jsonMapping: JSONMapping { JSONMapping(rawValues: Tag.self) { _ in } }
}

// MARK: - Cases

/// An enum that has cases with and without a payload. Its fallback has no payload.
enum Shape: JSONConvertible, Equatable, Sendable {
    case leaf(Member<Int>), list([Shape]), none, unknown

    fileprivate static func add(to cases: inout JSONCases<Shape>) {
        cases.add("leaf", Member<Int>.self, make: { .leaf($0) }, match: { if case .leaf(let leaf) = copy $0 { leaf } else { nil } })
        cases.add("list", [Shape].self, make: { .list($0) }, match: { if case .list(let list) = copy $0 { list } else { nil } })
        cases.add("none", .none)
        cases.fallback(.unknown)
    }
    static var jsonMapping: JSONMapping { JSONMapping(cases: Shape.self) { add(to: &$0) } }
}

/// An enum with the cases of `Shape`, with a tag among the payload's members, and without a fallback.
indirect enum Tagged: JSONConvertible, Equatable, Sendable {
    case leaf(Member<Int>), next(Next), none

    struct Next: JSONConvertible, Equatable, Sendable {
        var next: Tagged?
        static var jsonMapping: JSONMapping { JSONMapping(Self.self, unknownKeys: .reject) { $0.add("next", \.next) } }
    }
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Tagged.self, tag: "type") {
            $0.add("leaf", Member<Int>.self, make: { .leaf($0) }, match: { if case .leaf(let leaf) = copy $0 { leaf } else { nil } })
            $0.add("next", Next.self, make: { .next($0) }, match: { if case .next(let next) = copy $0 { next } else { nil } })
            $0.add("none", .none)
        }
    }
}

/// An enum whose fallback payload has the tag as a property.
enum Kept: JSONConvertible, Equatable, Sendable {
    case leaf(Member<Int>), none, other(Other)

    struct Other: JSONConvertible, Equatable, Sendable {
        var type: String?
        var rest: JSONObject
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("type", \.type)
                $0.extras("rest", \.rest)
            }
        }
    }
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Kept.self, tag: "type", content: "content") {
            $0.add("leaf", Member<Int>.self, make: { .leaf($0) }, match: { if case .leaf(let leaf) = copy $0 { leaf } else { nil } })
            $0.add("none", .none)
            $0.fallback(make: { .other($0) }, match: { if case .other(let other) = copy $0 { other } else { nil } })
        }
    }
}

/// An enum without a tag: the first case that fits is chosen. A payload may contain expressions again.
indirect enum Expression: JSONConvertible, Equatable {
    case number(Int8), word(Color), both([Expression]), named([String: Expression]), sum(Sum)

    struct Sum: JSONConvertible, Equatable {
        var left: Expression
        var right: Expression?
        static var jsonMapping: JSONMapping {
            JSONMapping(Self.self) {
                $0.add("left", \.left)
                $0.add("right", \.right)
            }
        }
    }
    static var jsonMapping: JSONMapping {
        JSONMapping(cases: Expression.self, untagged: true) {
            $0.add("number", Int8.self, make: { .number($0) }, match: { if case .number(let value) = copy $0 { value } else { nil } })
            $0.add("word", Color.self, make: { .word($0) }, match: { if case .word(let value) = copy $0 { value } else { nil } })
            $0.add("sum", Sum.self, make: { .sum($0) }, match: { if case .sum(let value) = copy $0 { value } else { nil } })
            $0.add("both", [Expression].self, make: { .both($0) }, match: { if case .both(let value) = copy $0 { value } else { nil } })
            $0.add(
                "named", [String: Expression].self, make: { .named($0) },
                match: { if case .named(let value) = copy $0 { value } else { nil } })
        }
    }
}

// MARK: - Objects

/// A recursive model with aliases, a path, rules for null and invalid values, and a property for all unknown members.
struct Branch: JSONConvertible, Equatable {
    var id: Int
    var name: String
    var color: Color
    var children: [Branch]
    var byName: [String: Branch]
    var rest: JSONObject
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, keys: .snakeCase) {
            $0.add("id", \.id, key: ["id", "a", .path("leaf.n")])
            $0.add("name", \.name, default: "", rules: [.onNull("null")])
            $0.add("color", \.color, default: .red, rules: [.onInvalid(.green)])
            $0.add("children", \.children, literal: [])
            $0.add("byName", \.byName, literal: [:])
            $0.extras("rest", \.rest)
        }
    }
}

/// A model that rejects unknown keys.
struct Closed: JSONConvertible, Equatable {
    var a: Int?
    var type: String?
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, unknownKeys: .reject) {
            $0.add("a", \.a, rules: [.writesNull])
            $0.add("type", \.type, key: JSONKeys(read: ["type", "t"], write: "t"))
        }
    }
}

/// A model that sets the style of its dates.
struct Dated: JSONConvertible, Equatable {
    var date: Date
    var dates: [Date?]
    static var jsonMapping: JSONMapping {
        JSONMapping(Self.self, dates: .millisecondsSince1970) {
            $0.add("date", \.date)
            $0.add("dates", \.dates, default: [])
        }
    }
}

// MARK: - Values of one's own

/// A string that refuses lower-case letters.
struct Word: JSONConvertible, Hashable {
    var text: String
    static var jsonMapping: JSONMapping {
        JSONMapping(
            text: Word.self,
            read: { text in
                guard text == text.uppercased() else { throw NotUpperCase() }
                return Word(text: text)
            }, write: { $0.text })
    }
    private struct NotUpperCase: Error {}
}

/// A value that stores the digits of a number.
struct Digits: JSONConvertible, Hashable {
    var text: String
    static var jsonMapping: JSONMapping { JSONMapping(number: Digits.self, read: { Digits(text: $0) }, write: { $0.text }) }
}

/// A type whose storage type is JSONLazy. The lazy value is read immediately.
struct Asked<Value: JSONConvertible & Sendable>: JSONConvertible {
    var value: Value
    static var jsonMapping: JSONMapping {
        JSONMapping(
            Asked.self, via: JSONLazy<Value>.self, decode: { Asked(value: try $0.value()) }, encode: { JSONLazy($0.value) })
    }
}
extension Asked: Equatable where Value: Equatable {}

// MARK: - Coders

enum RFC1123: CoderSource { static let coder: JSONDateCoder = .rfc1123 }
enum Seconds: CoderSource { static let coder: JSONDateCoder = .secondsSince1970 }
enum Milliseconds: CoderSource { static let coder: JSONDateCoder = .millisecondsSince1970 }
enum AnyDate: CoderSource { static let coder: JSONDateCoder = .auto }
enum DayFormat: CoderSource { static let coder: JSONDateCoder = .format("yyyy-MM-dd") }
enum ShortFormat: CoderSource { static let coder: JSONDateCoder = .format("d/M/yy h:mm a") }
enum LongFormat: CoderSource { static let coder: JSONDateCoder = .format("EEEE, d MMMM yyyy HH:mm:ss.SSSSSSSSS 'o''clock' XXX") }
enum SecondFormat: CoderSource { static let coder: JSONDateCoder = .format("H:m:s.S") }
enum BadFormat: CoderSource { static let coder: JSONDateCoder = .format("yyyy q") }
enum WebBase64: CoderSource { static let coder: JSONBase64URLCoder = .base64URL }
enum RepairedURL: CoderSource { static let coder: JSONURLCoder = .repaired }
enum PointObject: CoderSource { static let coder: JSONGeometryCoder<CGPoint> = .object }
enum SizeObject: CoderSource { static let coder: JSONGeometryCoder<CGSize> = .object }
enum RectObject: CoderSource { static let coder: JSONGeometryCoder<CGRect> = .object }
enum Halved: CoderSource { static let coder = Half() }
enum Null: CoderSource { static let coder = NullAsMinus() }

/// A coder that reads an even number as its half, and refuses odd numbers.
struct Half: JSONCoder {
    func decode(_ number: Int) throws -> Int {
        guard number % 2 == 0 else { throw Odd() }
        return number / 2
    }
    func encode(_ half: Int) throws -> Int { half * 2 }
    struct Odd: Error {}
}

/// A coder that reads null as -1.
struct NullAsMinus: JSONCoder {
    func decode(_ number: UInt8?) -> Int { number.map { Int($0) } ?? -1 }
    func encode(_ number: Int) -> UInt8? { UInt8(exactly: number) }
}
