// Equality without recursion: a stack of pairs of containers whose elements are being compared.

extension JSONValue: Equatable {
    /// Whether both are the same JSON: equal kinds, numbers of equal value and form, strings and keys of equal bytes,
    /// objects with equal members in any order. Uses no stack for depth; near-linear.
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

    /// Two containers of equal counts, and how far they have been compared.
    private struct Pair {
        let a: Elements
        let b: Elements
        /// The length of the last texts, theirs or of what they are in, that were compared, and differ.
        let compared: Int
        /// Objects in different order: the position in `b` for each in `a`.
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

    /// Whether both are one storage, or the same text: what need not be looked at. Texts in texts that differ are compared only where they
    /// are half as long, so that no byte is looked at more often than a length can be halved.
    private static func areOneText(_ a: Container, _ b: Container, _ compared: inout Int) -> Bool {
        if a === b { return true }
        guard let a = a.lazy?.text, let b = b.lazy?.text, a.count == b.count, a.count <= compared / 2 else { return false }
        compared = a.count
        return sameBytes(a, b)
    }

    /// Where in `b` the members of `a` are by key, the nth of a key in `a` being the nth of that key in `b`; empty
    /// when the keys stand in the same order, nil when they are not the same ones. Both have the same count.
    private static func order(of a: JSONObject, in b: JSONObject) -> [Int]? {
        let a = a.storage.made.members
        let b = b.storage.made.members
        guard let start = a.indices.first(where: { !sameBytes(a[$0].key, b[$0].key) }) else { return [] }
        var order = Array(a.indices)
        var places = KeyPlaces(b, from: start)
        for position in start..<a.count {
            guard let place = places.take(a[position].key) else { return nil }
            order[position] = place
        }
        return order
    }
}

/// The positions of an object's keys from `start` on, each to be taken once, those of one key in their order.
private struct KeyPlaces {
    private let members: ContiguousArray<(key: String, value: JSONValue)>
    /// Position + 1 of the first member of a key that is not yet taken; negative: of the last one taken, there are no more.
    private var slots: [Int]
    /// Position + 1 of the next member with the same key; 0: none.
    private var next: [Int]
    private let start: Int

    init(_ members: ContiguousArray<(key: String, value: JSONValue)>, from start: Int) {
        self.members = members
        self.start = start
        var size = 4
        while size < (members.count - start) * 2 { size *= 2 }
        slots = Array(repeating: 0, count: size)
        next = Array(repeating: 0, count: members.count - start)
        for position in (start..<members.count).reversed() {
            let slot = slot(of: members[position].key)
            next[position - start] = slots[slot]
            slots[slot] = position + 1
        }
    }

    mutating func take(_ key: String) -> Int? {
        let slot = slot(of: key)
        guard slots[slot] > 0 else { return nil }
        let position = slots[slot] - 1
        let following = next[position - start]
        slots[slot] = following == 0 ? -(position + 1) : following
        return position
    }

    /// The slot where the key is, or where it belongs.
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
