internal import CYoke

/// The elements of a container that is still text. The first look at them makes one level of elements, on any thread.
///
/// The elements are in a cell that many threads may read and the first thread fills with a storage. The cell keeps the document, because
/// an unchanged container is written by copying its text. Only the last owner frees the cell.
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
    var part: DocumentText.Part { cell.pointee.part }
    /// True if the storage with the elements exists.
    var isMade: Bool { yoke_once_get(UnsafeMutableRawPointer(cell).assumingMemoryBound(to: yoke_once.self)) != nil }
    /// The container's text, as it is written.
    var text: UnsafeBufferPointer<UInt8> { cell.pointee.part.bytes }

    /// Returns the storage with the elements. Calls `make` if the storage does not exist yet.
    @inline(__always)
    func made<Storage: Container>(by make: (DocumentText.Part, DocumentText) -> Storage) -> Storage {
        let place = UnsafeMutableRawPointer(cell).assumingMemoryBound(to: yoke_once.self)  // the cell's first field
        if let made = yoke_once_get(place) { return Unmanaged.fromOpaque(made).takeUnretainedValue() }
        let own = Unmanaged.passRetained(make(cell.pointee.part, cell.pointee.document))
        let published = yoke_once_set(place, own.toOpaque()).unsafelyUnwrapped
        if published != own.toOpaque() { own.release() }
        return Unmanaged.fromOpaque(published).takeUnretainedValue()
    }

    /// Frees the cell. The storage with the elements, if made, goes to `pending`.
    func free(keeping pending: inout [Container]) {
        if let made = cell.pointee.made.pointer { pending.append(Unmanaged.fromOpaque(made).takeRetainedValue()) }
        cell.deinitialize(count: 1)
        cell.deallocate()
    }
}
