internal import CYoke

/// The text of a document, or of a part of one, that containers are made of: see tape.h. Nothing changes it.
final class DocumentText: @unchecked Sendable {
    private let document: yoke_document
    /// Shared with the documents that this one is copied from.
    let names: KeyNames

    /// - Parameter document: owned by this object from here on.
    init(_ document: yoke_document, names: KeyNames = KeyNames()) {
        self.document = document
        self.names = names
    }

    /// A document of its own for one of the containers; nil if there is no memory for it.
    func copy(of part: Part) -> DocumentText? {
        var copy = yoke_document(), whole = document
        return yoke_document_copy(&copy, &whole, part.text, part.node) ? DocumentText(copy, names: names) : nil
    }

    deinit {
        var document = document
        yoke_document_free(&document)
    }

    /// A container.
    struct Part {
        let text: UnsafePointer<UInt8>
        let node: UnsafePointer<yoke_tape_node>

        /// Of elements or members.
        var count: Int { Int(node.pointee.count) }
        var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: text, count: Int(node.pointee.length)) }
        /// Of its text and its nodes.
        var size: Int { bytes.count + Int(node.pointee.nodes) * MemoryLayout<yoke_tape_node>.size }
    }

    var root: Part { Part(text: document.text, node: document.nodes) }

    /// At least as many as containers are in each other.
    var levels: Int { document.levels }
}
