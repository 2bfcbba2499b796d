internal import CYoke

/// The text of a document, or of a part of one, that containers are made of: see tape.h. Nothing changes it.
final class DocumentText: @unchecked Sendable {
    private let document: yoke_document
    /// Shared with the documents that this one is copied from.
    let names: KeyNames

    /// What the tape holds: one container. The tape may be empty afterwards.
    init(taking tape: UnsafeMutablePointer<yoke_tape>) {
        names = KeyNames()
        var document = yoke_document()
        precondition(yoke_document_take(&document, tape), "no memory for a JSON value")
        self.document = document
    }

    /// One of the containers of another document.
    init(copying part: Part, of whole: DocumentText) {
        names = whole.names
        var document = yoke_document(), from = whole.document
        precondition(yoke_document_copy(&document, &from, part.text, part.node), "no memory for a JSON value")
        self.document = document
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
