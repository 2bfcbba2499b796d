internal import CYoke

/// The text of a document, or a copy of a container's text, with one node for each container (see `tape.h`). Lazy containers make their
/// elements from the text. The text never changes.
final class DocumentText: @unchecked Sendable {
    private let document: yoke_document
    /// The table by which objects share long keys. A document and the copies of its containers use the same table.
    let names: KeyNames

    /// - Parameter document: the C document. The new object frees it.
    init(_ document: yoke_document, names: KeyNames = KeyNames()) {
        self.document = document
        self.names = names
    }

    /// Copies a container into a separate document. Returns nil if the memory is not sufficient.
    func copy(of part: Part) -> DocumentText? {
        var copy = yoke_document(), whole = document
        return yoke_document_copy(&copy, &whole, part.text, part.node) ? DocumentText(copy, names: names) : nil
    }

    /// Copies a container into a separate document, which does not need the memory of `part` after the call. Stops the program if memory
    /// runs out.
    static func copy(of part: Part, hasLiterals: Bool) -> DocumentText {
        var copy = yoke_document(), whole = yoke_document()
        whole.has_literals = hasLiterals
        whole.max_depth = .max
        whole.allocator = yoke_libc()
        precondition(yoke_document_copy(&copy, &whole, part.text, part.node), "no memory for the text of a JSON value")
        return DocumentText(copy)
    }

    deinit {
        var document = document
        yoke_document_free(&document)
    }

    /// One container in the text. `text`: the container's first byte. `node`: the container's own node, which describes it in 16 bytes. The
    /// nodes of the containers inside it follow.
    struct Part {
        let text: UnsafePointer<UInt8>
        let node: UnsafePointer<yoke_tape_node>

        /// Number of elements or members.
        var count: Int { Int(node.pointee.count) }
        var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: Int(node.pointee.length)) }
        /// Size of the text and the nodes in bytes.
        var size: Int { bytes.count + Int(node.pointee.nodes) * MemoryLayout<yoke_tape_node>.size }
    }

    var root: Part { Part(text: document.text, node: document.nodes) }

    /// True if the text may hold NaN or infinities.
    var hasLiterals: Bool { document.has_literals }

    /// Upper bound of the document's nesting depth.
    var maxDepth: Int { document.max_depth }
}
