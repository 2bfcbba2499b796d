internal import CYoke

/// A table of members as C wants it: entries with their keys, a sentinel behind them, and the ways to find one.
struct KeyTable {
    private(set) var entries: [yoke_field] = []
    private var keys: [(key: [UInt8], value: Int)] = []

    /// Behind the sixteen bytes that are compared: a field that has it is never expected.
    static var never: UInt32 { UInt32(YOKE_HEAD_NEVER) }

    /// An entry that is found by no key.
    mutating func append(_ field: yoke_field) { entries.append(field) }

    /// An entry for a key.
    mutating func append(_ field: yoke_field, key: [UInt8]) {
        keys.append((key, entries.count))
        entries.append(field)
    }

    /// What the reader compares and the writer puts for a key.
    static func setKey(_ field: inout yoke_field, _ key: [UInt8]) {
        field.key = PlanMemory.copy(key)
        field.key_length = key.count
        let literal = KeyLiteral.quoted(String(decoding: key, as: UTF8.self)) + [UInt8(ascii: ":")]
        let padding = max(0, Int(YOKE_LITERAL_PAD) - literal.count)
        field.literal = PlanMemory.copy(literal + [UInt8](repeating: 0, count: padding))
        field.literal_length = literal.count
        withUnsafeMutableBytes(of: &field.head) { $0.copyBytes(from: literal.prefix(16)) }
        field.head_bits = field.rules == nil ? UInt32(1) << UInt32(min(literal.count, 16)) - 1 : never
    }

    /// A member without a value.
    static func member(_ key: String, at index: Int) -> UnsafePointer<yoke_field> {
        var field = yoke_field()
        field.index = UInt32(index)
        setKey(&field, Array(key.utf8))
        return PlanMemory.copy([field])
    }

    /// A length that no key has, so that prediction past the last field never matches.
    static var sentinel: yoke_field {
        var field = yoke_field()
        field.key_length = .max
        field.head_bits = never
        return field
    }

    /// Puts the table into `object`.
    func fill(_ object: inout yoke_object) {
        object.fields = PlanMemory.copy(entries + [Self.sentinel])
        object.entries = UInt32(entries.count)
        object.trie = KeyTrieBuilder.build(keys)
        if let hash = KeyHash(keys) {
            object.hashed = hash.table
            object.hash_seed = hash.seed
            object.hash_mask = hash.mask
        }
    }

    /// The places of fields in the order of their keys' bytes.
    static func sorted(_ keys: [[UInt8]]) -> UnsafePointer<UInt32> {
        PlanMemory.copy(keys.indices.sorted { keys[$0].lexicographicallyPrecedes(keys[$1]) }.map(UInt32.init))
    }
}
