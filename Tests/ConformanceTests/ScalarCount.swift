import Foundation
import Yoke

/// Counts the scalars of a text that a second text also has, at the same path. A null may be missing in the second text, but must not
/// become another value.
///
/// Both texts are read without a model. Two integers are compared by their digits, other numbers as doubles. The values do not come from
/// JSONSerialization, because it rounds more than half of the numbers in `canada.json` wrong.
struct ScalarCount {
    /// Number of scalars in the original text.
    private(set) var all = 0
    /// Number of scalars in the original text that have an equal scalar at the same path of the second text.
    private(set) var kept = 0
    /// Paths of the first ten scalars that are missing or different in the second text.
    private(set) var lost: [String] = []

    init(original: [UInt8], kept: [UInt8]) throws {
        compare(try JSONValue(json: original), try JSONValue(json: kept), at: "$")
    }

    /// Returns the number of scalars that JSONSerialization finds in a text.
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
