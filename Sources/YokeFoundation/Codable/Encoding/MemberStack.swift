internal import CYokeCodable

/// A member of an open object. Its key stands at `start..<keyEnd` in the text, with the quotes; the colon and the value follow.
struct EncodedMember {
    var start: Int
    var keyEnd: Int
    /// The index of the earlier member that this member replaces; nil if there is none.
    var replaced: Int?
    /// True unless a later member with the same key replaces this member.
    var counts = true
}

/// The members of all open objects. The members of the innermost object come last. Owns plain memory, because an Array would cost reference
/// counting for each member.
struct MemberStack: ~Copyable {
    private var members: UnsafeMutablePointer<EncodedMember>
    /// A hash of 16 bits for each member's key. Memory for 8 more hashes follows, because `yoke_find_hash16` loads up to 8 hashes after the
    /// last.
    private var hashes: UnsafeMutablePointer<UInt16>
    private(set) var count = 0
    private var capacity: Int

    /// - Parameter capacity: the number of members to allocate at first; the stack grows when needed.
    init(capacity: Int) {
        self.capacity = capacity
        members = .allocate(capacity: capacity)
        hashes = .allocate(capacity: capacity + 8)
        hashes.initialize(repeating: 0, count: capacity + 8)
    }

    deinit {
        members.deallocate()
        hashes.deallocate()
    }

    subscript(i: Int) -> EncodedMember {
        get { members[i] }
        set { members[i] = newValue }
    }

    @inline(__always)
    mutating func append(_ member: EncodedMember, hash: UInt16) {
        if count == capacity { grow() }
        (members + count).initialize(to: member)
        hashes[count] = hash
        count += 1
    }

    private mutating func grow() {
        let (oldMembers, oldHashes) = (members, hashes)
        capacity = max(8, 2 * capacity)
        members = .allocate(capacity: capacity)
        hashes = .allocate(capacity: capacity + 8)
        members.moveInitialize(from: oldMembers, count: count)
        hashes.initialize(repeating: 0, count: capacity + 8)
        hashes.update(from: oldHashes, count: count)
        oldMembers.deallocate()
        oldHashes.deallocate()
    }

    mutating func removeAll(from first: Int) { count = min(count, first) }

    /// Returns the index of the first member from `first` on whose key has this hash; nil if no member has it.
    @inline(__always)
    func index(of hash: UInt16, from first: Int) -> Int? {
        let found = Int(yoke_find_hash16(hashes + first, 0, UInt32(count - first), hash)) + first
        return found < count ? found : nil
    }
}
