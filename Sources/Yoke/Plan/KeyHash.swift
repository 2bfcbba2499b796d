internal import CYoke

/// A perfect hash over an object's keys, for those that a text has out of order: one look-up and one comparison, where the trie
/// has a branch a step. Found by trying seeds; where none is found soon, the trie serves.
struct KeyHash {
    let table: UnsafePointer<UInt16>
    let seed: UInt64
    let mask: UInt64

    /// - Parameter keys: keys that differ, each with its field's index.
    init?(_ keys: [(key: [UInt8], value: Int)]) {
        guard !keys.isEmpty, keys.count <= 1024 else { return nil }
        // The hash loads eight bytes even of a shorter key.
        let padded = keys.map { $0.key + [UInt8](repeating: 0, count: 8) }
        var size = 4
        while size < keys.count * 2 { size *= 2 }
        let largest = size * 8
        while size <= largest {
            var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
            for _ in 0..<64 {
                seed = seed &* 0xD134_2543_DE82_EF95 | 1
                if let table = Self.table(keys, padded, seed, size) {
                    self.table = PlanMemory.copy(table)
                    self.seed = seed
                    mask = UInt64(size - 1)
                    return
                }
            }
            size *= 2
        }
        return nil
    }

    /// The indices by hash; nil when two keys meet.
    private static func table(
        _ keys: [(key: [UInt8], value: Int)], _ padded: [[UInt8]], _ seed: UInt64, _ size: Int
    ) -> [UInt16]? {
        var table = [UInt16](repeating: UInt16(YOKE_NO_FIELD), count: size)
        for (i, (key, value)) in keys.enumerated() {
            let slot = Int(padded[i].withUnsafeBufferPointer { yoke_key_hash($0.baseAddress, key.count, seed) } & UInt64(size - 1))
            guard table[slot] == UInt16(YOKE_NO_FIELD) else { return nil }
            table[slot] = UInt16(value)
        }
        return table
    }
}
