internal import CYoke

extension JSONRawText: JSONConvertible {
    /// Any JSON. Yoke checks the text and makes no values from it. Cost: a copy of the text.
    public static var jsonMapping: JSONMapping {
        let thunks = Thunks()
        thunks.capture = { to, text, _ in
            to.initializeMemory(as: JSONRawText.self, to: JSONRawText(checked: String(decoding: text, as: UTF8.self)))
        }
        thunks.project = { _, at, writer in
            let writer = writer.assumingMemoryBound(to: yoke_writer.self)
            borrow(at.assumingMemoryBound(to: JSONRawText.self).pointee.text) { yoke_writer_raw(writer, $0.baseAddress, $0.count) }
            return nil
        }
        return JSONMapping(Self.self, .rawText([], thunks, .untagged, fallback: nil))
    }
}
