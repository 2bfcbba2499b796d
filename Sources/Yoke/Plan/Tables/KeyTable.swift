internal import CYoke

/// A table of members in C's layout: entries with their keys, a sentinel that marks the end, and the structures that find a key.
struct KeyTable {
    private(set) var entries: [yoke_field] = []
    /// The keys by which a look-up finds an entry.
    private var keys: [yoke_key] = []

    /// - Parameter capacity: the expected number of entries.
    init(capacity: Int = 0) {
        entries.reserveCapacity(capacity + 1)  // the sentinel
        keys.reserveCapacity(capacity)
    }

    /// The `head_bits` of an entry that has no key of its own in this table. The fast path (the C code for usual fields) compares the first
    /// 16 bytes of a key, and gets one bit for each byte. `never` is a bit beyond these 16 bits, so the entry never matches.
    static var never: UInt32 { UInt32(YOKE_HEAD_NEVER) }

    /// Appends an entry that the reader does not find by a key.
    mutating func append(_ field: yoke_field) { entries.append(field) }

    /// Adds the rules of the fields' slots to the first entries, which are copies of these fields.
    mutating func addRules(of fields: [yoke_field]) {
        for i in fields.indices { entries[i].slot.rules |= fields[i].slot.rules }
    }

    /// Appends an entry that a look-up of its key finds.
    mutating func append(keyed field: yoke_field) {
        keys.append(yoke_key_make(field.key, field.key_length, UInt32(entries.count)))
        entries.append(field)
    }

    /// Sets the two forms of a field's key: the bytes that the reader compares, and the quoted literal that the writer writes.
    static func setKey(_ field: inout yoke_field, _ key: String) { borrow(key) { setKey(&field, $0) } }

    static func setKey(_ field: inout yoke_field, _ key: UnsafeBufferPointer<UInt8>) {
        let literal: UnsafeMutableRawBufferPointer
        if key.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
            literal = room(for: key.count + 3)
            literal[0] = UInt8(ascii: "\"")
            UnsafeMutableRawBufferPointer(rebasing: literal[1...]).copyMemory(from: UnsafeRawBufferPointer(key))
            literal[key.count + 1] = UInt8(ascii: "\"")
            // The key shares the bytes of the literal, between the quotes.
            field.key = UnsafePointer((literal.baseAddress.unsafelyUnwrapped + 1).assumingMemoryBound(to: UInt8.self))
        } else {
            let quoted = KeyLiteral.quoted(key)
            literal = room(for: quoted.count + 1)
            literal.copyBytes(from: quoted)
            let copy = room(for: key.count)
            copy.copyBytes(from: key)
            field.key = UnsafePointer(copy.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self))
        }
        field.key_length = key.count
        literal[literal.count - 1] = UInt8(ascii: ":")
        field.literal = UnsafePointer(literal.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self))
        field.literal_length = literal.count
        withUnsafeMutableBytes(of: &field.head) { $0.copyBytes(from: UnsafeRawBufferPointer(rebasing: literal.prefix(16))) }
        field.head_bits = field.rules == nil ? UInt32(1) << UInt32(min(literal.count, 16)) - 1 : never
    }

    /// Returns memory for `count` bytes, followed by zeros: C may load more bytes than the key or the literal has.
    private static func room(for count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: PlanMemory.zeroed(max(count, Int(YOKE_LITERAL_PAD)) + 8), count: count)
    }

    /// Returns a field that has only a key and an index.
    static func member(_ key: String, at index: Int) -> UnsafePointer<yoke_field> {
        var field = yoke_field()
        field.index = UInt32(index)
        setKey(&field, key)
        return PlanMemory.put(field)
    }

    /// The entry after the last field. It ends the reader's search: its key length `.max` is longer than any key, so no text matches.
    static var sentinel: yoke_field {
        var field = yoke_field()
        field.key_length = .max
        field.head_bits = never
        return field
    }

    /// Stores the table in `object`: its entries, the sentinel after them, and the structures that find a key.
    mutating func fill(_ object: inout yoke_object) {
        object.entries = UInt32(entries.count)
        entries.append(Self.sentinel)
        object.fields = PlanMemory.copy(entries)
        entries.removeLast()
        keys.withUnsafeBufferPointer { keys in Self.withOrder(of: keys) { order, _ in Self.addLookup(to: &object, keys, in: order) } }
    }
}

// MARK: - Ways to find a key

extension KeyTable {
    typealias Keys = UnsafeBufferPointer<yoke_key>
    /// The indices of the keys, in the order of the keys' bytes.
    typealias Order = UnsafeMutableBufferPointer<Int>

    /// Sorts the keys. `body` gets the indices of the keys in sorted order, and true if all keys differ.
    static func withOrder<Result>(of keys: Keys, _ body: (Order, Bool) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: keys.count) { order in
            body(order, yoke_keys_sort(keys.baseAddress, order.baseAddress, keys.count))
        }
    }

    static func addLookup(to object: inout yoke_object, _ keys: Keys, in order: Order) {
        object.trie = trie(of: keys, in: order)
        addHash(to: &object, keys)
        if keys.allSatisfy({ $0.length > 0 }) {
            object.missing_signatures = keys.reduce(.max) { $0 & ~(1 << UInt64(yoke_key_signature($1.bytes, $1.length))) }
        }
    }

    /// Returns the trie (a search tree) over distinct names. A look-up of a name in the trie gives the name's index in `names`.
    static func trie(of names: [[UInt8]]) -> yoke_trie {
        withKeys(names) { keys in withOrder(of: keys) { order, _ in trie(of: keys, in: order) } }
    }

    /// Returns a trie that only tells whether a name is in the set; nil if the set is empty.
    static func set(of names: Set<String>) -> UnsafePointer<yoke_trie>? {
        names.isEmpty ? nil : PlanMemory.put(trie(of: names.map { Array($0.utf8) }))
    }

    /// Returns the indices of the names, sorted by the bytes of the names.
    static func sorted(_ names: [[UInt8]]) -> UnsafePointer<UInt32> {
        withKeys(names) { keys in withOrder(of: keys) { order, _ in indices(order) } }
    }

    static func indices(_ order: Order) -> UnsafePointer<UInt32> {
        let indices = PlanMemory.room(of: UInt32.self, order.count)
        for i in order.indices { indices[i] = UInt32(order[i]) }
        return UnsafePointer(indices)
    }

    private static func withKeys<Result>(_ names: [[UInt8]], _ body: (Keys) -> Result) -> Result {
        let text = names.joined() + [UInt8](repeating: 0, count: 8)
        return text.withUnsafeBufferPointer { text in
            var start = 0
            let keys = names.enumerated().map { i, name in
                defer { start += name.count }
                return yoke_key_make(text.baseAddress.unsafelyUnwrapped + start, name.count, UInt32(i))
            }
            return keys.withUnsafeBufferPointer(body)
        }
    }

    private static func trie(of keys: Keys, in order: Order) -> yoke_trie {
        let most = 2 * keys.count + 1, bytes = keys.reduce(0) { $0 + $1.length }
        return withUnsafeTemporaryAllocation(of: yoke_key_run.self, capacity: most) { runs in
            let nodes = PlanMemory.room(of: yoke_trie_node.self, most), labels = PlanMemory.room(of: UInt8.self, bytes)
            yoke_trie_build(keys.baseAddress, order.baseAddress, keys.count, nodes, labels, runs.baseAddress)
            return yoke_trie(nodes: nodes, labels: labels)
        }
    }

    /// Adds a perfect hash for the keys. The reader needs it when keys do not come in the expected order. A look-up in the hash costs one
    /// comparison; a look-up in the trie goes through several nodes. The search tries 64 seeds for each of 4 table sizes. If no seed fits,
    /// the reader uses the trie.
    private static func addHash(to object: inout yoke_object, _ keys: Keys) {
        guard !keys.isEmpty, keys.count <= 1024 else { return }
        var size = 4
        while size < keys.count * 2 { size *= 2 }
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: size * 8) { table in
            for size in [size, size * 2, size * 4, size * 8] {
                var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
                for _ in 0..<64 {
                    seed = seed &* 0xD134_2543_DE82_EF95 | 1
                    guard yoke_keys_hash(keys.baseAddress, keys.count, seed, table.baseAddress, size) else { continue }
                    object.hashed = PlanMemory.copy(table.prefix(size))
                    object.hash_seed = seed
                    object.hash_mask = UInt64(size - 1)
                    return
                }
            }
        }
    }
}
