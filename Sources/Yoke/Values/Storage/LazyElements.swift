internal import CYoke

/// The elements of a container that is still text. The first access to the container makes its elements, on any thread. Containers
/// among the elements may stay text.
///
/// The memory after the storage object holds a cell. When the elements are made, the cell gets a reference to a second storage, which has
/// the elements. Many threads may read the cell; the first thread that makes the elements sets this reference. The cell also keeps the
/// text, because the writer copies the text of an unchanged container. Only the last owner frees the cell's content.
struct LazyElements {
    private struct Cell {
        var made = yoke_once()
        /// The document that owns the text; nil if the cell is followed by its own copy of the text.
        let document: DocumentText?
        let part: DocumentText.Part
    }
    private let cell: UnsafeMutablePointer<Cell>

    /// Returns the size in bytes of the memory that a lazy container needs after its object: the cell and, if `document` is nil, a copy of
    /// the text.
    static func size(of part: DocumentText.Part, in document: DocumentText?) -> Int {
        MemoryLayout<Cell>.stride + (document == nil ? part.size + Int(YOKE_TAPE_SLACK) : 0)
    }

    /// Makes the cell, and the copy of the text if `document` is nil. `memory` must have `size(of:in:)` bytes.
    init(at memory: UnsafeMutableRawPointer, _ part: DocumentText.Part, of document: DocumentText?) {
        cell = memory.assumingMemoryBound(to: Cell.self)
        cell.initialize(to: Cell(document: document, part: document == nil ? Self.copy(part, to: cell + 1) : part))
    }

    private static func copy(_ part: DocumentText.Part, to memory: UnsafeMutableRawPointer) -> DocumentText.Part {
        let bytes = part.bytes, nodes = part.size - bytes.count, text = memory + nodes
        memory.copyMemory(from: part.node, byteCount: nodes)
        text.copyMemory(from: bytes.baseAddress.unsafelyUnwrapped, byteCount: bytes.count)
        (text + bytes.count).initializeMemory(as: UInt8.self, repeating: 0, count: Int(YOKE_TAPE_SLACK))
        return DocumentText.Part(
            text: UnsafePointer(text.assumingMemoryBound(to: UInt8.self)),
            node: UnsafePointer(memory.assumingMemoryBound(to: yoke_tape_node.self)))
    }

    var count: Int { cell.pointee.part.count }
    var document: DocumentText? { cell.pointee.document }
    /// Upper bound of the container's nesting depth.
    var maxDepth: Int { cell.pointee.document?.maxDepth ?? Int(cell.pointee.part.node.pointee.nodes) }
    /// True if the text may hold NaN or infinities.
    var hasLiterals: Bool { cell.pointee.document?.hasLiterals ?? false }
    var part: DocumentText.Part { cell.pointee.part }
    /// True if the storage with the elements exists.
    var isMade: Bool { yoke_once_get(UnsafeMutableRawPointer(cell).assumingMemoryBound(to: yoke_once.self)) != nil }
    /// True if a lookup by key makes only the member that it finds: the container is short, and its elements are not made yet.
    var isPeekedInto: Bool { cell.pointee.part.bytes.count <= DocumentBuilder.maxNestedEagerLength && !isMade }
    /// The container's compact text.
    var text: UnsafeBufferPointer<UInt8> { cell.pointee.part.bytes }

    /// Returns the storage with the elements. Calls `make` if the storage does not exist yet.
    @inline(__always)
    func made<Storage: Container>(by make: (DocumentText.Part, DocumentText?) -> Storage) -> Storage {
        let once = UnsafeMutableRawPointer(cell).assumingMemoryBound(to: yoke_once.self)  // `made`, the first field of the cell
        if let made = yoke_once_get(once) { return Unmanaged.fromOpaque(made).takeUnretainedValue() }
        let own = Unmanaged.passRetained(make(cell.pointee.part, cell.pointee.document))
        let published = yoke_once_set(once, own.toOpaque()).unsafelyUnwrapped
        if published != own.toOpaque() { own.release() }
        return Unmanaged.fromOpaque(published).takeUnretainedValue()
    }

    /// Frees the content of the cell. The storage with the elements, if it was made, goes to `pending`.
    func free(keeping pending: inout Container.Pending) {
        if let made = cell.pointee.made.pointer { pending.take(Unmanaged.fromOpaque(made).takeRetainedValue()) }
        cell.deinitialize(count: 1)
    }
}
