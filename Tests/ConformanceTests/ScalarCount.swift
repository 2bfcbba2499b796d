import Foundation
import Yoke

/// Counts the scalars of a text that another one has in the same places. A null may be left out there, but become nothing else.
///
/// The texts are read without a model, and numbers compared by their digits, or as doubles where one of them has a fraction
/// or an exponent. (JSONSerialization would round more than half of canada's numbers wrong; it only says how many scalars there are.)
struct ScalarCount {
    /// Scalars of the original.
    private(set) var all = 0
    /// Those of them that the other text has too.
    private(set) var kept = 0
    /// Where the first few are that it has not.
    private(set) var lost: [String] = []

    init(original: [UInt8], kept: [UInt8]) throws {
        compare(try JSONValue(json: original), try JSONValue(json: kept), at: "$")
    }

    /// How many scalars Foundation finds in a text.
    static func byFoundation(_ text: [UInt8]) throws -> Int {
        func count(_ value: Any) -> Int {
            switch value {
            case let members as [String: Any]: members.values.reduce(0) { $0 + count($1) }
            case let elements as [Any]: elements.reduce(0) { $0 + count($1) }
            default: 1
            }
        }
        return count(try JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed))
    }

    private mutating func compare(_ original: JSONValue, _ kept: JSONValue?, at path: String) {
        switch original {
        case .object(let members):
            for (key, value) in members { compare(value, kept?.object?[key], at: "\(path).\(key)") }
        case .array(let elements):
            let others = kept?.array ?? []
            for (i, value) in elements.enumerated() {
                compare(value, i < others.count ? others[i] : nil, at: "\(path)[\(i)]")
            }
        case .null, .bool, .number, .string:
            all += 1
            if Self.isKept(original, kept) { self.kept += 1 } else if lost.count < 10 { lost.append(path) }
        }
    }

    private static func isKept(_ original: JSONValue, _ kept: JSONValue?) -> Bool {
        if case .null = original { return (kept ?? .null) == .null }
        guard let a = original.number, let b = kept?.number else { return original == kept }
        return a.text == b.text || !(a.isInteger && b.isInteger) && Double(a.text) == Double(b.text)
    }
}
