/// What a `TypeCache` keeps about a type.
protocol TypeCacheEntry {
    /// The type that this entry describes; nil in an unused entry.
    var type: ObjectIdentifier? { get }

    /// Makes an unused entry.
    init()
}

/// A cache: one entry for each type that was decoded or encoded so far. Only one call of a decoder or encoder at a time may use a cache.
///
/// The hash of a type selects its entry. If another type has this entry already, one of the next seven entries is used.
struct TypeCache<Entry: TypeCacheEntry>: ~Copyable {
    private static var count: Int { 128 }
    private static var attempts: Int { 8 }
    private let entries = UnsafeMutablePointer<Entry>.allocate(capacity: count + attempts)

    init() { entries.initialize(repeating: Entry(), count: Self.count + Self.attempts) }

    deinit {
        entries.deinitialize(count: Self.count + Self.attempts)
        entries.deallocate()
    }

    /// Returns the entry of a type; adds the result of `make` if the cache has no entry for the type. The pointer is valid until the next
    /// call.
    @inline(__always)
    func entry(of type: Any.Type, _ make: () -> Entry) -> UnsafePointer<Entry> {
        let entry = entries + Int(typeHash(type) >> 57)
        if entry.pointee.type == ObjectIdentifier(type) { return UnsafePointer(entry) }
        return search(from: entry, ObjectIdentifier(type), make)
    }

    /// Returns the entry of a type. If the type has no entry yet, it gets the first unused entry of the eight from `first` on. If all eight
    /// entries belong to other types, the entry `first` is replaced.
    @inline(never)
    private func search(from first: UnsafeMutablePointer<Entry>, _ type: ObjectIdentifier, _ make: () -> Entry) -> UnsafePointer<Entry> {
        for attempt in 0..<Self.attempts {
            let entry = first + attempt
            if entry.pointee.type == type { return UnsafePointer(entry) }
            guard entry.pointee.type == nil else { continue }
            entry.pointee = make()
            return UnsafePointer(entry)
        }
        first.pointee = make()
        return UnsafePointer(first)
    }
}

/// Returns a hash of a type's address. The highest bits of the hash are a good index into a table. Bits of the address itself are not,
/// because the types of a module lie close together.
@inline(__always)
func typeHash(_ type: Any.Type) -> UInt64 {
    (UInt64(UInt(bitPattern: ObjectIdentifier(type))) >> 3) &* 0x9E37_79B9_7F4A_7C15
}
