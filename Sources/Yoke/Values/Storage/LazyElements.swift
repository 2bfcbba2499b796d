internal import CYoke

/// The elements of a container that is still text. The first look at them makes one level of elements, on any thread.
///
/// The elements are in a cell that many threads may read and the first thread fills with a storage. The cell keeps the document, because
/// an unchanged container is written by copying its text. Only the last owner frees the cell.
struct LazyElements {
    private struct Cell {
        var made = yoke_once()
        /// nil if the text is in the memory after the cell.
        let document: DocumentText?
        let part: DocumentText.Part
    }
    private let cell: UnsafeMutablePointer<Cell>

    init(_ part: DocumentText.Part, of document: DocumentText) {
        cell = .allocate(capacity: 1)
        cell.initialize(to: Cell(document: document, part: part))
    }

    /// Copies the text of a short container. Cost: one allocation.
    init(copying part: DocumentText.Part) {
        let nodes = Int(part.node.pointee.nodes) * MemoryLayout<yoke_tape_node>.stride, text = part.bytes
        let size = MemoryLayout<Cell>.stride + nodes + text.count + Int(YOKE_TAPE_SLACK)
        // Words, because Swift asks for the alignment of raw memory by a slower function.
        let words = UnsafeMutablePointer<UInt64>.allocate(capacity: (size + 7) / 8), memory = UnsafeMutableRawPointer(words)
        let own = memory + MemoryLayout<Cell>.stride, ownText = own + nodes
        own.copyMemory(from: part.node, byteCount: nodes)
        ownText.copyMemory(from: text.baseAddress.unsafelyUnwrapped, byteCount: text.count)
        (ownText + text.count).initializeMemory(as: UInt8.self, repeating: 0, count: Int(YOKE_TAPE_SLACK))
        cell = memory.bindMemory(to: Cell.self, capacity: 1)
        let copy = DocumentText.Part(
            text: UnsafePointer(ownText.assumingMemoryBound(to: UInt8.self)),
            node: UnsafePointer(own.assumingMemoryBound(to: yoke_tape_node.self)))
        cell.initialize(to: Cell(document: nil, part: copy))
    }

    var count: Int { cell.pointee.part.count }
    var document: DocumentText? { cell.pointee.document }
    /// Upper bound of the nesting depth.
    var levels: Int { cell.pointee.document?.levels ?? Int(cell.pointee.part.node.pointee.nodes) }
    /// True if the text may hold NaN or infinities.
    var hasLiterals: Bool { cell.pointee.document?.hasLiterals ?? false }
    var part: DocumentText.Part { cell.pointee.part }
    /// True if the storage with the elements exists.
    var isMade: Bool { yoke_once_get(UnsafeMutableRawPointer(cell).assumingMemoryBound(to: yoke_once.self)) != nil }
    /// True if a lookup makes only the one member. The container is short then, and its elements are not made yet.
    var isPeekedInto: Bool { cell.pointee.part.bytes.count <= DocumentBuilder.longestMade && !isMade }
    /// The container's text, as it is written.
    var text: UnsafeBufferPointer<UInt8> { cell.pointee.part.bytes }

    /// Returns the storage with the elements. Calls `make` if the storage does not exist yet.
    @inline(__always)
    func made<Storage: Container>(by make: (DocumentText.Part, DocumentText?) -> Storage) -> Storage {
        let place = UnsafeMutableRawPointer(cell).assumingMemoryBound(to: yoke_once.self)  // the cell's first field
        if let made = yoke_once_get(place) { return Unmanaged.fromOpaque(made).takeUnretainedValue() }
        let own = Unmanaged.passRetained(make(cell.pointee.part, cell.pointee.document))
        let published = yoke_once_set(place, own.toOpaque()).unsafelyUnwrapped
        if published != own.toOpaque() { own.release() }
        return Unmanaged.fromOpaque(published).takeUnretainedValue()
    }

    /// Frees the cell. The storage with the elements, if made, goes to `pending`.
    func free(keeping pending: inout Container.Pending) {
        if let made = cell.pointee.made.pointer { pending.take(Unmanaged.fromOpaque(made).takeRetainedValue()) }
        cell.deinitialize(count: 1)
        cell.deallocate()
    }
}
