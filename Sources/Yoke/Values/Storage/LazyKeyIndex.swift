internal import CYoke

/// A key index that the first lookup builds, on any thread. Only an object with too many members for a linear search has an index.
///
/// A cell, which has its own memory, refers to the index. Many threads may read the cell, and the first lookup fills it. `append`, `forget`
/// and `free` change the cell or the index, so only the single owner of the storage may call these functions.
struct LazyKeyIndex {
    /// The largest number of members whose keys are compared one by one.
    static let linearLimit = 16

    private var cell: UnsafeMutablePointer<yoke_once>?

    /// Makes an empty cell if the object has more than `linearLimit` members and no cell. Call this after members are added and before the
    /// storage is shared.
    mutating func prepare(for count: Int) {
        guard count > Self.linearLimit, cell == nil else { return }
        cell = .allocate(capacity: 1)
        cell?.initialize(to: yoke_once())
    }

    /// Returns the position of the last member with this key; nil if no member has the key.
    func lastPosition(
        of key: UnsafeBufferPointer<UInt8>, in members: UnsafeBufferPointer<JSONObject.Element>
    ) -> Int? {
        if let cell { return index(in: cell, of: members).lastPosition(of: key, in: members) }
        return members.lastIndex { sameBytes($0.key, key) }
    }

    /// True if an index was built and no key is repeated.
    var provesUniqueKeys: Bool { built?.hasRepeatedKeys == false }

    /// The index; nil if no lookup has built it.
    private var built: KeyIndex? {
        guard let cell, let opaque = yoke_once_get(cell) else { return nil }
        return Unmanaged.fromOpaque(opaque).takeUnretainedValue()
    }

    /// Adds the object's last member, which was just appended, to the index.
    mutating func append(in members: UnsafeBufferPointer<JSONObject.Element>) {
        if let built { built.enterLast(of: members) } else { prepare(for: members.count) }
    }

    /// Takes the member at a position out of the index. Call this before the member is removed. If a key is repeated, drops the
    /// index.
    mutating func remove(_ position: Int, of members: UnsafeBufferPointer<JSONObject.Element>) {
        guard let index = built else { return }
        if index.hasRepeatedKeys { forget(count: members.count - 1) } else { index.remove(position, of: members) }
    }

    /// Drops the index, because the positions of members have changed. The next lookup in a large object builds it again.
    mutating func forget(count: Int) {
        free()
        prepare(for: count)
    }

    mutating func free() {
        guard let cell else { return }
        if let opaque = yoke_once_get(cell) { Unmanaged<KeyIndex>.fromOpaque(opaque).release() }
        cell.deallocate()
        self.cell = nil
    }

    private func index(
        in cell: UnsafeMutablePointer<yoke_once>, of members: UnsafeBufferPointer<JSONObject.Element>
    ) -> KeyIndex {
        if let opaque = yoke_once_get(cell) { return Unmanaged.fromOpaque(opaque).takeUnretainedValue() }
        let own = Unmanaged.passRetained(KeyIndex(members))
        let published = yoke_once_set(cell, own.toOpaque()).unsafelyUnwrapped
        if published != own.toOpaque() { own.release() }
        return Unmanaged.fromOpaque(published).takeUnretainedValue()
    }
}

/// A hash table from each key to the position of the last member with this key. It uses open addressing. The hash has a random seed, so an
/// attacker cannot choose keys that collide.
final class KeyIndex {
    /// For each slot, the position of a member + 1; 0 is a free slot, and -1 the slot of a removed member. The number of slots is a power of
    /// two; at most half of them are not free.
    private var slots: [Int]
    private var used = 0
    private(set) var hasRepeatedKeys = false

    init(_ members: UnsafeBufferPointer<JSONObject.Element>) {
        slots = []
        rebuild(members, room: members.count)
    }

    func lastPosition(
        of key: UnsafeBufferPointer<UInt8>, in members: UnsafeBufferPointer<JSONObject.Element>
    ) -> Int? {
        let found = slots[slot(of: key, in: members)]
        return found == 0 ? nil : found - 1
    }

    func enterLast(of members: UnsafeBufferPointer<JSONObject.Element>) {
        if (used + 1) * 2 > slots.count {
            rebuild(members, room: members.count * 2)
        } else {
            enter(members.count - 1, of: members)
        }
    }

    /// Call this only if no key is repeated. Cost: linear, but much less than to build the table; constant for the last member.
    func remove(_ position: Int, of members: UnsafeBufferPointer<JSONObject.Element>) {
        borrow(members[position].key) { slots[slot(of: $0, in: members)] = -1 }
        guard position < members.count - 1 else { return }
        slots.withUnsafeMutableBufferPointer { slots in
            for slot in slots.indices { slots[slot] -= slots[slot] > position ? 1 : 0 }
        }
    }

    /// Returns the slot that holds the key, or the free slot for it.
    private func slot(
        of key: UnsafeBufferPointer<UInt8>, in members: UnsafeBufferPointer<JSONObject.Element>
    ) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(key))
        let mask = slots.count - 1
        var slot = hasher.finalize() & mask
        while slots[slot] != 0, slots[slot] < 0 || !sameBytes(members[slots[slot] - 1].key, key) { slot = (slot + 1) & mask }
        return slot
    }

    private func enter(_ position: Int, of members: UnsafeBufferPointer<JSONObject.Element>) {
        borrow(members[position].key) { key in
            let slot = slot(of: key, in: members)
            if slots[slot] == 0 { used += 1 } else { hasRepeatedKeys = true }
            slots[slot] = position + 1
        }
    }

    private func rebuild(_ members: UnsafeBufferPointer<JSONObject.Element>, room: Int) {
        var count = 64
        while count < room * 2 { count *= 2 }
        slots = Array(repeating: 0, count: count)
        used = 0
        hasRepeatedKeys = false
        for position in members.indices { enter(position, of: members) }
    }
}
