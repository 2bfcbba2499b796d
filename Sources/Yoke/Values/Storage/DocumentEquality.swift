// Equality without recursion: a stack holds the pairs of containers that are being compared.

extension JSONValue: Equatable {
    /// Returns true if both values are the same JSON.
    ///
    /// The same JSON means equal kinds, and strings and keys with equal bytes. Numbers have equal values, and both are integers or both are
    /// decimals. Objects have equal members in any order.
    ///
    /// Cost: near-linear. The comparison is not recursive.
    public static func == (a: JSONValue, b: JSONValue) -> Bool { DocumentEquality.areEqual(a, b) }
}

enum DocumentEquality {
    static func areEqual(_ a: JSONValue, _ b: JSONValue) -> Bool {
        var pairs: [Pair] = []
        switch compare(a, b, within: .max) {
        case .equal: return true
        case .different: return false
        case .open(let pair): pairs.append(pair)
        }
        while let last = pairs.indices.last {
            guard let (a, b) = pairs[last].next() else {
                pairs.removeLast()
                continue
            }
            switch compare(a, b, within: pairs[last].compared) {
            case .equal: continue
            case .different: return false
            case .open(let pair): pairs.append(pair)
            }
        }
        return true
    }

    /// Two containers that are being compared. They have the same number of elements or members. `position`: the index in `a` of the next
    /// element or member to compare.
    private struct Pair {
        let a: Elements
        let b: Elements
        /// The length in bytes of the texts that `areOneText` compared last, for `a` and `b` or for containers around them. The largest Int
        /// if `areOneText` has compared no texts so far. Inside `a` and `b`, it compares only texts that are at most half as long.
        let compared: Int
        /// For objects with members in different order: the position in `b` for each member of `a`. Otherwise empty.
        var order: [Int] = []
        var position = 0

        mutating func next() -> (JSONValue, JSONValue)? {
            guard position < a.count else { return nil }
            defer { position += 1 }
            return (a[position], b[order.isEmpty ? position : order[position]])
        }
    }

    private enum Comparison {
        case equal
        case different
        case open(Pair)
    }

    private static func compare(_ a: JSONValue, _ b: JSONValue, within compared: Int) -> Comparison {
        var compared = compared
        switch (a, b) {
        case (.null, .null): return .equal
        case (.bool(let a), .bool(let b)): return a == b ? .equal : .different
        case (.number(let a), .number(let b)): return a == b ? .equal : .different
        case (.string(let a), .string(let b)): return sameBytes(a, b) ? .equal : .different
        case (.array(let a), .array(let b)):
            if a.count != b.count { return .different }
            if areOneText(a.storage, b.storage, &compared) { return .equal }
            return .open(Pair(a: Elements(a), b: Elements(b), compared: compared))
        case (.object(let a), .object(let b)):
            if a.count != b.count { return .different }
            if areOneText(a.storage, b.storage, &compared) { return .equal }
            guard let order = order(of: a, in: b) else { return .different }
            return .open(Pair(a: Elements(a), b: Elements(b), compared: compared, order: order))
        default: return .different
        }
    }

    /// Returns true if both containers have the same storage or the same text. Then their elements need no comparison.
    ///
    /// If two texts differ, the text of a container inside them is compared only if it is at most half as long as they are (`compared`).
    /// Otherwise deep nesting would compare the same bytes at every level. With this limit, each byte is compared at most log2(length)
    /// times.
    private static func areOneText(_ a: Container, _ b: Container, _ compared: inout Int) -> Bool {
        if a === b { return true }
        guard let a = a.lazy?.text, let b = b.lazy?.text, a.count == b.count, a.count <= compared / 2 else { return false }
        compared = a.count
        return sameBytes(a, b)
    }

    /// Returns the position in `b` for each member of `a`. The nth member with a key in `a` gets the nth member with the same key in `b`.
    ///
    /// Returns an empty array if the keys have the same order, and nil if the keys differ. Both objects must have the same number of
    /// members.
    private static func order(of a: JSONObject, in b: JSONObject) -> [Int]? {
        let a = a.storage.made.row
        let b = b.storage.made.row
        guard let start = a.indices.first(where: { !sameBytes(a[$0].key, b[$0].key) }) else { return [] }
        var order = Array(a.indices)
        var keyPositions = KeyPositions(b, from: start)
        for position in start..<a.count {
            guard let match = keyPositions.next(for: a[position].key) else { return nil }
            order[position] = match
        }
        return order
    }
}

/// Finds the positions of an object's members by their keys, from position `start` on. The first call of `next(for:)` for a key returns the
/// position of the first member with this key. Each further call returns the position of the next such member; nil after the last.
private struct KeyPositions {
    /// The position that `next(for:)` will return for a key; nil after the last member with this key.
    private var upcoming: [ByteKey: Int?] = [:]
    /// For each member from `start` on: the position of the next member with the same key.
    private var following: [Int?]
    private let start: Int

    init(_ members: UnsafeBufferPointer<JSONObject.Element>, from start: Int) {
        self.start = start
        following = Array(repeating: nil, count: members.count - start)
        upcoming.reserveCapacity(members.count - start)
        for position in (start..<members.count).reversed() {
            following[position - start] = upcoming.updateValue(position, forKey: ByteKey(members[position].key)) ?? nil
        }
    }

    mutating func next(for key: String) -> Int? {
        guard let index = upcoming.index(forKey: ByteKey(key)), let position = upcoming.values[index] else { return nil }
        upcoming.values[index] = following[position - start]
        return position
    }
}
