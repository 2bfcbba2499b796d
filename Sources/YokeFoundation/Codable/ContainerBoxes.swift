/// A cache of keyed containers that sessions have handed out, so that they can be used again. One session at a time uses a table.
///
/// The standard library wraps each keyed container in a box, and looks up the box's type for the type of the keys. This takes longer than
/// decoding most members. So a table keeps the last boxes for each type of keys. When the table has the only reference to a box, it puts
/// the next object into the box's cell and hands the box out again.
final class ContainerBoxes<Cell: ContainerCell> {
    struct Entry {
        fileprivate var keys: ObjectIdentifier?
        fileprivate var box: AnyObject?
        /// The cell of the container in `box`, which owns it.
        fileprivate var cell: Unmanaged<Cell>?
        /// The copier for the type of the container in `box`.
        fileprivate var copier: Unmanaged<AnyObject>?
    }
    private static var count: Int { 64 }
    private let entries: UnsafeMutablePointer<Entry>
    private var kept = 0
    /// Bit i is set if entry i has a box.
    private var used: UInt64 = 0

    init() {
        entries = .allocate(capacity: Self.count)
        entries.initialize(repeating: Entry(), count: Self.count)
    }

    deinit {
        entries.deinitialize(count: Self.count)
        entries.deallocate()
    }

    /// Returns the index of the entry to try for a type of keys; `attempt` is less than `attempts`. Nested values may have the same type of
    /// keys, so a type may have several entries.
    @inline(__always)
    private func index(_ attempt: Int, for keys: Any.Type) -> Int { (Int(spread(keys) >> 58) + attempt) & (Self.count - 1) }
    private static var attempts: Int { 4 }

    /// Returns the kept container for a type of keys, if only this table refers to its box.
    @inline(__always)
    func free(for keys: Any.Type) -> UnsafeMutablePointer<Entry>? {
        for attempt in 0..<Self.attempts {
            let entry = entries + index(attempt, for: keys)
            if entry.pointee.keys == ObjectIdentifier(keys), isKnownUniquelyReferenced(&entry.pointee.box) { return entry }
        }
        return nil
    }

    /// Keeps a container with its cell, if the container is a single reference, as the standard library makes it.
    func keep<Container>(_ container: Container, _ cell: Cell, for keys: Any.Type) {
        guard MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size, !_isPOD(Container.self) else { return }
        let copier = ContainerCopier<Container>()
        cell.copier = copier
        let empty = (0..<Self.attempts).first { entries[index($0, for: keys)].keys == nil }
        kept += 1
        let place = index(empty ?? kept % Self.attempts, for: keys)
        used |= 1 << UInt64(place)
        entries[place] = Entry(
            keys: ObjectIdentifier(keys), box: unsafeBitCast(container, to: AnyObject.self), cell: .passUnretained(cell),
            copier: .passUnretained(copier))
    }

    /// Must be called at the end of a call. Keeps the boxes that only this table refers to, and drops their session. Forgets boxes that a
    /// type still uses.
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

/// The state of a keyed container. A session may point the cell at another JSON object when no container uses it.
class ContainerCell {
    fileprivate final var copier: AnyObject?

    /// Drops the reference to the session, after a call.
    func forgetSession() { preconditionFailure("a cell has a session") }
}

extension UnsafeMutablePointer {
    /// Points the kept container at another JSON object by `aim`, and returns the container. `Container` must be the container's type.
    @inline(__always)
    func reuse<Cell, Container>(_ aim: (Cell) -> Void) -> Container where Pointee == ContainerBoxes<Cell>.Entry {
        pointee.cell.unsafelyUnwrapped._withUnsafeGuaranteedRef(aim)
        return pointee.copier.unsafelyUnwrapped._withUnsafeGuaranteedRef {
            unsafeDowncast($0, to: ContainerCopier<Container>.self).copy(&pointee.box)
        }
    }
}

/// Copies the container in a box. The class holds the container's type, because looking this type up for the type of the keys is slow.
private final class ContainerCopier<Container> {
    @inline(never)
    func copy(_ box: UnsafePointer<AnyObject?>) -> Container {
        UnsafeRawPointer(box).assumingMemoryBound(to: Container.self).pointee
    }
}

/// Returns a hash of a type's address, because the types of a module lie close together. A table index must take its highest bits.
@inline(__always)
func spread(_ type: Any.Type) -> UInt64 {
    (UInt64(UInt(bitPattern: ObjectIdentifier(type))) >> 3) &* 0x9E37_79B9_7F4A_7C15
}
