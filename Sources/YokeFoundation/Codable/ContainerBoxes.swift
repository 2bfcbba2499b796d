/// Keyed containers that a session has handed out, to hand them out again.
///
/// The standard library wraps each keyed container in a box, and looks up the box's type for the type of the keys. This takes longer than to
/// decode most members. So a session keeps the last box for each type of keys. When the session has the only
/// reference to a box, it puts the next object into the box's cell and hands the box out again.
final class ContainerBoxes<Cell: AnyObject> {
    private struct Entry {
        var keys: ObjectIdentifier?
        var box: AnyObject?
        var cell: Cell?
    }
    private static var count: Int { 32 }
    private let entries: UnsafeMutablePointer<Entry>
    /// True when the call has ended. A box that is kept then would never be freed, because it refers to the session.
    private var isOver = false

    init() {
        entries = .allocate(capacity: Self.count)
        entries.initialize(repeating: Entry(), count: Self.count)
    }

    deinit {
        entries.deinitialize(count: Self.count)
        entries.deallocate()
    }

    private func entry(for keys: Any.Type) -> UnsafeMutablePointer<Entry> {
        let address = unsafeBitCast(keys, to: UInt.self)
        return entries + Int((address >> 4 ^ address >> 10) & UInt(Self.count - 1))
    }

    /// Returns the box and the cell of a container, if only this table refers to the box.
    @inline(__always)
    func free(for keys: Any.Type) -> (box: AnyObject, cell: Cell)? {
        let entry = entry(for: keys)
        guard entry.pointee.keys == ObjectIdentifier(keys), entry.pointee.box != nil,
            isKnownUniquelyReferenced(&entry.pointee.box), let box = entry.pointee.box, let cell = entry.pointee.cell
        else { return nil }
        return (box, cell)
    }

    /// Keeps a container with its cell, if it is one reference, as the standard library makes it.
    func keep<Container>(_ container: Container, _ cell: Cell, for keys: Any.Type) {
        guard !isOver, MemoryLayout<Container>.size == MemoryLayout<AnyObject>.size, !_isPOD(Container.self) else { return }
        let box = unsafeBitCast(container, to: AnyObject.self)
        entry(for: keys).pointee = Entry(keys: ObjectIdentifier(keys), box: box, cell: cell)
    }

    /// Drops all boxes, which refer to the session, and keeps no more from now on.
    func removeAll() {
        isOver = true
        for i in 0..<Self.count { entries[i] = Entry() }
    }
}
