import Yoke

extension JSONValue {
    /// Returns true if this value and `other` are equal by RFC 6902 and RFC 9535: numbers are compared by value, and the members of an
    /// object may be in any order. If a key is repeated, its last member counts.
    ///
    /// Nested values are compared without recursion, so deep values cannot overflow the stack.
    ///
    /// - Parameter work: counts the compared values.
    func isSame(as other: JSONValue, _ work: inout WorkLimit) throws(JSONError) -> Bool {
        var pairs: [(a: JSONValue, b: JSONValue)] = [(self, other)]
        while let (a, b) = pairs.popLast() {
            try work.spend(1)
            switch (a, b) {
            case (.null, .null): continue
            case (.bool(let a), .bool(let b)): if a != b { return false }
            case (.number(let a), .number(let b)):
                try work.spend(a.costOfComparison(with: b))
                if !a.hasValue(of: b) { return false }
            case (.string(let a), .string(let b)):
                guard a.utf8.count == b.utf8.count else { return false }
                try work.spend(a.utf8.count / 64)
                if !sameBytes(a, b) { return false }
            case (.array(let a), .array(let b)):
                guard a.count == b.count else { return false }
                try work.spend(a.count)
                for i in a.indices.reversed() { pairs.append((a[i], b[i])) }
            case (.object(let a), .object(let b)):
                try work.spend(a.count + b.count)
                for key in a.keys {
                    guard let first = a[key], let second = b[key] else { return false }
                    pairs.append((first, second))
                }
                for key in b.keys where !a.contains(key: key) { return false }
            default: return false
            }
        }
        return true
    }
}

/// Counts the steps of a call, and throws if the call takes too many. So a query or patch from a stranger cannot keep the program busy.
struct WorkLimit {
    private var left: Int
    private let limit: Int
    private let what: String

    /// - Parameter what: names the call in the error: "the query".
    init(_ limit: Int, _ what: String) { (left, self.limit, self.what) = (limit, limit, what) }

    /// Counts a step, and one more for each 64 bytes of a text.
    mutating func spend(bytes: Int) throws(JSONError) { try spend(1 + bytes / 64) }

    mutating func spend(_ steps: Int) throws(JSONError) {
        left -= steps
        if left < 0 {
            throw JSONError(
                kind: .limitExceeded, message: "\(what) needs more than \(limit) steps", hint: "see the limits of the call")
        }
    }
}
