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
                try work.spend(bytes: a.utf8.count)
                if !sameBytes(a, b) { return false }
            case (.array(let a), .array(let b)):
                guard a.count == b.count else { return false }
                try work.spend(a.count)
                for i in a.indices.reversed() { pairs.append((a[i], b[i])) }
            case (.object(let a), .object(let b)):
                try work.spend(a.count + b.count)
                for i in a.indices where a.lastIndex(forKey: a[i].key) == i {
                    guard let second = b[a[i].key] else { return false }
                    pairs.append((a[i].value, second))
                }
                for key in b.keys where !a.contains(key: key) { return false }
            default: return false
            }
        }
        return true
    }
}
