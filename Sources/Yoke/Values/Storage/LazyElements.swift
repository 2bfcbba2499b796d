internal import CYoke

/// The elements of a container that is still text: made by the first look at them, on whichever thread that happens, one level deep.
///
/// It is a cell that many threads may read and the first one fills, with a storage that has the elements in it. The document stays as long
/// as the cell, since a container that is whole is written by copying its text. Only the last owner frees it.
struct LazyElements {
    private struct Cell {
        var made = yoke_once()
        let document: DocumentText
        let part: DocumentText.Part
    }
    private let cell: UnsafeMutablePointer<Cell>

    init(_ part: DocumentText.Part, of document: DocumentText) {
        cell = .allocate(capacity: 1)
        cell.initialize(to: Cell(document: document, part: part))
    }

    var count: Int { cell.pointee.part.count }
    var document: DocumentText { cell.pointee.document }
    /// The container's text, as it is written.
    var text: UnsafeBufferPointer<UInt8> { cell.pointee.part.bytes }

    /// The storage that has the elements; `make` is asked for one if there is none yet.
    @inline(__always)
    func made<Storage: Container>(by make: (DocumentText.Part, DocumentText) -> Storage) -> Storage {
        let place = UnsafeMutableRawPointer(cell).assumingMemoryBound(to: yoke_once.self)  // the cell's first field
        if let made = yoke_once_get(place) { return Unmanaged.fromOpaque(made).takeUnretainedValue() }
        let own = Unmanaged.passRetained(make(cell.pointee.part, cell.pointee.document))
        let published = yoke_once_set(place, own.toOpaque()).unsafelyUnwrapped
        if published != own.toOpaque() { own.release() }
        return Unmanaged.fromOpaque(published).takeUnretainedValue()
    }

    /// The storage that was made goes to `pending`.
    func free(keeping pending: inout [Container]) {
        if let made = cell.pointee.made.pointer { pending.append(Unmanaged.fromOpaque(made).takeRetainedValue()) }
        cell.deinitialize(count: 1)
        cell.deallocate()
    }
}
