/// Keyed containers that sessions have handed out, to hand them out again. One session at a time uses a table.
///
/// The standard library wraps each keyed container in a box, and looks up the box's type for the type of the keys. This takes longer than to
/// decode most members. So a table keeps the last boxes for each type of keys. When the table has the only
/// reference to a box, it puts the next object into the box's cell and hands the box out again.
final class ContainerBoxes<Cell: ContainerCell> {
    struct Entry {
        fileprivate var keys: ObjectIdentifier?
        fileprivate var box: AnyObject?
        /// The cell of the container in `box`, which owns it.
        fileprivate var cell: Unmanaged<Cell>?
        /// The cell's copier.
        fileprivate var copier: Unmanaged<AnyObject>?
    }
    private static var count: Int { 64 }
    private let entries: UnsafeMutablePointer<Entry>
    private var kept = 0
    /// A bit for each entry with a box.
    private var used: UInt64 = 0

    init() {
        entries = .allocate(capacity: Self.count)
        entries.initialize(repeating: Entry(), count: Self.count)
    }

    deinit {
        entries.deinitialize(count: Self.count)
        entries.deallocate()
    }

    /// A type of keys has its entry at one of these indices. Nested values may have the same type of keys, and so several entries.
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

    /// Keeps a container with its cell, if it is one reference, as the standard library makes it.
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

    /// Ends a call. Keeps the boxes that only this table refers to, without their session. The other ones keep their session.
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

/// The object of a keyed container. A session may give it another object when no container uses it.
class ContainerCell {
    fileprivate final var copier: AnyObject?

    /// Drops the reference to the session, after a call.
    func forgetSession() { preconditionFailure("a cell has a session") }
}

extension UnsafeMutablePointer {
    /// Gives the kept container another object, and returns it. `Container` must be its type.
    @inline(__always)
    func reuse<Cell, Container>(_ aim: (Cell) -> Void) -> Container where Pointee == ContainerBoxes<Cell>.Entry {
        pointee.cell.unsafelyUnwrapped._withUnsafeGuaranteedRef(aim)
        return pointee.copier.unsafelyUnwrapped._withUnsafeGuaranteedRef {
            unsafeDowncast($0, to: ContainerCopier<Container>.self).copy(&pointee.box)
        }
    }
}

/// Copies a container at an address. It knows the container's type. To look that up for the type of the keys takes long.
private final class ContainerCopier<Container> {
    @inline(never)
    func copy(_ box: UnsafePointer<AnyObject?>) -> Container {
        UnsafeRawPointer(box).assumingMemoryBound(to: Container.self).pointee
    }
}

/// Bits of a type's address for the place in a table; the highest are the best. The types of a module lie close together.
@inline(__always)
func spread(_ type: Any.Type) -> UInt64 {
    (UInt64(UInt(bitPattern: ObjectIdentifier(type))) >> 3) &* 0x9E37_79B9_7F4A_7C15
}
