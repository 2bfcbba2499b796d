import TestSupport

@testable import Yoke

/// Makes random values with few levels.
struct Samples {
    var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    static let texts = [
        "", "a", "b", "ab", "\u{e9}", "e\u{301}", "\u{0}", "\"", "\\", "/", "\n", "\u{1F600}", "ключ", "fifteen bytes..",
        "sixteen bytes...", "a key of more than sixteen bytes", "a key of more than sixteen byteS",
    ]
    static let numbers = [
        "0", "-0", "1", "-1", "1.0", "1.00", "1e0", "10e-1", "100", "1e2", "0.0", "-0.0", "0e7", "18446744073709551615",
        "123456789012345678901234567890", "1e999999999", "0.1", "0.10", "0.10000000000000000001",
    ]

    mutating func value(depth: Int = 4) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 9 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(random.oneIn(2))
        case 2, 3: return .number(JSONNumber(text: random.pick(Self.numbers))!)
        case 4: return .string(random.pick(Self.texts))
        case 5, 6: return .array(JSONArray((0..<count()).map { _ in value(depth: depth - 1) }))
        default: return .object(object(depth: depth))
        }
    }

    mutating func object(depth: Int = 2) -> JSONObject {
        JSONObject((0..<count()).map { _ in (key: random.pick(Self.texts), value: value(depth: depth - 1)) })
    }

    private mutating func count() -> Int {
        random.oneIn(8) ? Int.random(in: 0...40, using: &random) : Int.random(in: 0...4, using: &random)
    }

    /// Returns an equal value with another text: members in another order, and numbers in other spellings. Members with the same key keep
    /// their order.
    mutating func respelled(_ value: JSONValue) -> JSONValue {
        switch value {
        case .null, .bool, .string: return value
        case .number(let number): return .number(respelled(number))
        case .array(let elements): return .array(JSONArray(elements.map { respelled($0) }))
        case .object(let members):
            var queues: [[UInt8]: [JSONValue]] = [:]
            for (key, value) in members { queues[Array(key.utf8), default: []].append(respelled(value)) }
            var object = JSONObject()
            for key in members.keys.shuffled(using: &random) {
                object.append(queues[Array(key.utf8)]!.removeFirst(), forKey: key)
            }
            return .object(object)
        }
    }

    private mutating func respelled(_ number: JSONNumber) -> JSONNumber {
        switch number.text {
        case "0", "-0": JSONNumber(text: random.pick(["0", "-0"]))!
        case "1.0", "1.00", "1e0", "10e-1": JSONNumber(text: random.pick(["1.0", "1.00", "1e0", "10e-1", "0.1E+1"]))!
        case "0.0", "-0.0", "0e7": JSONNumber(text: random.pick(["0.0", "-0.0", "0e7", "0e99999999999999999999"]))!
        case "0.1", "0.10": JSONNumber(text: random.pick(["0.1", "0.10", "1e-1", "100e-03"]))!
        default: number
        }
    }
}

/// A simple, recursive comparison for values with few levels. Tests compare the result of `==` with it.
func plainlyEqual(_ a: JSONValue, _ b: JSONValue) -> Bool {
    switch (a, b) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return a == b
    case (.string(let a), .string(let b)): return Array(a.utf8) == Array(b.utf8)
    case (.array(let a), .array(let b)): return a.count == b.count && zip(a, b).allSatisfy(plainlyEqual)
    case (.object(let a), .object(let b)):
        let keys = Set((Array(a.keys) + Array(b.keys)).map { Array($0.utf8) })
        return keys.allSatisfy { key in
            let key = String(decoding: key, as: UTF8.self)
            let (a, b) = (plainValues(a, key), plainValues(b, key))
            return a.count == b.count && zip(a, b).allSatisfy(plainlyEqual)
        }
    default: return false
    }
}

/// Returns all values of a key, found by comparing the key of every member.
func plainValues(_ object: JSONObject, _ key: String) -> [JSONValue] {
    var values: [JSONValue] = []
    for (other, value) in object where Array(other.utf8) == Array(key.utf8) { values.append(value) }
    return values
}
