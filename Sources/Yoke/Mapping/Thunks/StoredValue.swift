/// A value of the type that a mapping describes, in memory of its own. The memory is freed with the `StoredValue`, and so is the value, if
/// it is still there.
struct StoredValue: ~Copyable {
    let at: UnsafeMutableRawPointer
    private let mapping: JSONMapping
    private var isThere = true

    /// Moves the value at `source` to this memory.
    init(_ mapping: JSONMapping, moving source: UnsafeMutableRawPointer) {
        self.mapping = mapping
        at = mapping.room()
        mapping.value.move(at, source, 1)
    }

    /// Copies the value at `source` to this memory.
    init(_ mapping: JSONMapping, copying source: UnsafeRawPointer) {
        self.mapping = mapping
        at = mapping.room()
        mapping.value.copy(at, source)
    }

    /// Makes the storage of the value at `source`, whose type is stored as the type of `mapping`. Throws what its `encode` throws.
    init(_ mapping: JSONMapping, of source: UnsafeRawPointer, _ thunks: Thunks) throws {
        let memory = mapping.room()
        do { try thunks.store(memory, source) } catch {
            memory.deallocate()
            throw error
        }
        self.mapping = mapping
        at = memory
    }

    deinit {
        if isThere { mapping.value.destroy(at, 1) }
        at.deallocate()
    }

    /// Passes the value to `body`, which moves it out of the memory, even if it throws.
    mutating func consume(_ body: (UnsafeMutableRawPointer) throws -> Void) rethrows {
        isThere = false
        try body(at)
    }
}

extension JSONMapping {
    /// Allocates uninitialised memory for one value.
    func room() -> UnsafeMutableRawPointer { .allocate(byteCount: max(1, layout.stride), alignment: layout.alignment) }
}
