/// A cache of keyed containers, so that a session (one call of a decoder or encoder) can use containers again. Only one session at a time
/// uses a cache.
///
/// The standard library wraps each keyed container in a box, and looks up the box's type for the type of the coding keys. This takes longer
/// than decoding most members. So the cache keeps the last boxes for each type of keys. If only the cache refers to a box, the container in
/// the box is free. Then a session points the container's cell (its state) at the next JSON object, and uses the box again.
final class ContainerBoxes<Cell: ContainerCell> {
    struct Entry {
        fileprivate var keys: ObjectIdentifier?
        fileprivate var box: AnyObject?
        /// The state of the container in `box`. The box owns this cell.
        fileprivate var cell: Unmanaged<Cell>?
        /// A `ContainerCopier`, which knows the type of the container in `box` and copies the container out of the box.
        fileprivate var copier: Unmanaged<AnyObject>?
    }
    private static var count: Int { 64 }
    private let entries: UnsafeMutablePointer<Entry>
    private var keptCount = 0
    /// Bit i is set if `entries[i]` has a box.
    private var used: UInt64 = 0

    init() {
        entries = .allocate(capacity: Self.count)
        entries.initialize(repeating: Entry(), count: Self.count)
    }

    deinit {
        entries.deinitialize(count: Self.count)
        entries.deallocate()
    }

    /// Returns the index of an entry for the key type `keys`. A type may use four entries, because nested values with the same key type
    /// need a container each. `attempt`, from 0 to 3, chooses one of the four.
    @inline(__always)
    private func index(_ attempt: Int, for keys: Any.Type) -> Int { (Int(typeHash(keys) >> 58) + attempt) & (Self.count - 1) }
    private static var attempts: Int { 4 }

    /// Returns the entry with a free container for a type of keys; nil if the cache has no such container, or all of them are in use.
    @inline(__always)
    func free(for keys: Any.Type) -> UnsafeMutablePointer<Entry>? {
        for attempt in 0..<Self.attempts {
            let entry = entries + index(attempt, for: keys)
            if entry.pointee.keys == ObjectIdentifier(keys), isKnownUniquelyReferenced(&entry.pointee.box) { return entry }
        }
        return nil
    }

    /// Adds a container and its cell to the cache. If the four entries of `keys` are taken, one of them is replaced. Does nothing unless
    /// the container is exactly one reference to its box, because `unsafeBitCast` needs this. (A future standard library may have other
    /// containers.)
    func keep<Container>(_ container: Container, _ cell: Cell, for keys: Any.Type) {
        guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size, !_isPOD(Container.self) else { return }
        let copier = ContainerCopier<Container>()
        cell.copier = copier
        let empty = (0..<Self.attempts).first { entries[index($0, for: keys)].keys == nil }
        keptCount += 1
        let position = index(empty ?? keptCount % Self.attempts, for: keys)
        used |= 1 << UInt64(position)
        entries[position] = Entry(
            keys: ObjectIdentifier(keys), box: unsafeBitCast(container, to: AnyObject.self), cell: .passUnretained(cell),
            copier: .passUnretained(copier))
    }

    /// A session must call this function before the call of the decoder or encoder returns. A box to which only the cache refers stays in
    /// the cache, and the box's cell drops its reference to the session. A box that other code still uses is removed from the cache.
    func end() {
        for index in 0..<Self.count where used >> UInt64(index) & 1 != 0 {
            if isKnownUniquelyReferenced(&entries[index].box) {
                entries[index].cell?._withUnsafeGuaranteedRef { $0.forgetSession() }
            } else {
                entries[index] = Entry()
                used &= ~(1 << UInt64(index))
            }
        }
    }
}

/// The state of a keyed container. When no container uses the cell, a session may point the cell at another JSON object.
class ContainerCell {
    fileprivate final var copier: AnyObject?

    /// Drops the reference to the session when a call to the decoder or encoder has ended.
    func forgetSession() { preconditionFailure("a cell has a session") }
}

extension UnsafeMutablePointer {
    /// Calls `retarget` to point the cell of this cache entry at another JSON object, and returns the entry's container. `Container` must
    /// be the type of this container.
    @inline(__always)
    func reuse<Cell, Container>(_ retarget: (Cell) -> Void) -> Container where Pointee == ContainerBoxes<Cell>.Entry {
        pointee.cell.unsafelyUnwrapped._withUnsafeGuaranteedRef(retarget)
        return pointee.copier.unsafelyUnwrapped._withUnsafeGuaranteedRef {
            unsafeDowncast($0, to: ContainerCopier<Container>.self).copy(&pointee.box)
        }
    }
}

/// Copies the container out of a box. An instance keeps the container's type as `Container`, because looking up this type again is slow.
private final class ContainerCopier<Container> {
    @inline(never)
    func copy(_ box: UnsafePointer<AnyObject?>) -> Container {
        UnsafeRawPointer(box).assumingMemoryBound(to: Container.self).pointee
    }
}
