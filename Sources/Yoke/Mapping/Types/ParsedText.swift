internal import CYoke

/// A text that the engine has checked and parsed without making values. A decoder then reads only the parts that it needs.
///
/// The text has no white space. `nodes` lists the arrays and objects of the text: see `tape.h`.
package final class ParsedText: @unchecked Sendable {  // safe to send, because the document never changes
    private let document: yoke_document
    private let count: Int

    private init(_ document: yoke_document, count: Int) {
        self.document = document
        self.count = count
    }

    deinit {
        var document = document
        yoke_document_free(&document)
    }

    /// The text. At least 32 bytes after its end are readable, because code that loads many bytes at once may read past the end. If the
    /// text is a scalar, these bytes are 0.
    package var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: document.text, count: count) }
    /// The `yoke_tape_node`s of the containers, in the order of the text.
    package var nodes: UnsafeRawPointer { UnsafeRawPointer(document.nodes.unsafelyUnwrapped) }

    /// Makes the parsed text from `document`, and takes over the document's memory. If `document` is empty, makes the parsed text from a
    /// copy of `tape`.
    fileprivate static func make(_ tape: UnsafePointer<yoke_tape>, _ document: yoke_document) throws -> ParsedText {
        if document.nodes != nil { return ParsedText(document, count: Int(document.nodes.pointee.length)) }
        var own = yoke_document()
        guard yoke_document_keep(&own, tape) else { throw JSONError(.outOfMemory, "no memory for the text") }
        return ParsedText(own, count: tape.pointee.text.count)
    }
}

extension ParsedText: JSONConvertible {
    /// Any JSON. For writing, Yoke makes a `JSONValue` from the text and writes this value.
    package static var jsonMapping: JSONMapping {
        let thunks = Thunks()
        thunks.document = { to, tape, document in
            let tape = tape.assumingMemoryBound(to: yoke_tape.self), document = document.assumingMemoryBound(to: yoke_document.self)
            to.initializeMemory(as: ParsedText.self, to: try make(tape, document.pointee))
        }
        let value = JSONValue.jsonMapping
        guard case .document(let others) = value.shape else { preconditionFailure("dynamic JSON is a document") }
        thunks.writeDocument = { at, writer in
            var options = JSONReadOptions.strict
            options.limits = .unlimited
            let parsed = at.assumingMemoryBound(to: ParsedText.self).pointee
            if parsed.document.has_literals { options.nonFiniteNumbers = .literal }
            guard let value = try? JSONValue(json: parsed.text, options: options) else { preconditionFailure("a parsed text is JSON") }
            withUnsafePointer(to: value) { others.writeDocument($0, writer) }
        }
        return JSONMapping(Self.self, .document(thunks))
    }
}
