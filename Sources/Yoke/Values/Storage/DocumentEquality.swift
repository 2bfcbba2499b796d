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
    private let members: UnsafeBufferPointer<JSONObject.Element>
    /// A hash table with one slot for each key: position + 1 of the member that `next(for:)` will return. After `next(for:)` has returned
    /// all members with the key, the slot is -(position + 1) of the last of them. A free slot is 0.
    private var slots: [Int]
    /// For each member from `start` on: position + 1 of the next member with the same key; 0 for no next member.
    private var nextWithSameKey: [Int]
    private let start: Int

    init(_ members: UnsafeBufferPointer<JSONObject.Element>, from start: Int) {
        self.members = members
        self.start = start
        var size = 4
        while size < (members.count - start) * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        nextWithSameKey = Array(repeating: 0, count: members.count - start)
        for position in (start..<members.count).reversed() {
            let slot = slot(of: members[position].key)
            nextWithSameKey[position - start] = slots[slot]
            slots[slot] = position + 1
        }
    }

    mutating func next(for key: String) -> Int? {
        let slot = slot(of: key)
        guard slots[slot] > 0 else { return nil }
        let position = slots[slot] - 1
        let following = nextWithSameKey[position - start]
        slots[slot] = following == 0 ? -(position + 1) : following
        return position
    }

    /// Returns the slot that holds the key, or the free slot for it.
    private func slot(of key: String) -> Int {
        borrow(key) { key in
            var hasher = Hasher()
            hasher.combine(bytes: UnsafeRawBufferPointer(key))
            let mask = slots.count - 1
            var slot = hasher.finalize() & mask
            while slots[slot] != 0, !sameBytes(members[abs(slots[slot]) - 1].key, key) { slot = (slot + 1) & mask }
            return slot
        }
    }
}
