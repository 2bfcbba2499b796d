internal import CYoke

extension yoke_writer {
    /// Returns one value as text without indentation. Makes a new writer for this text, because this writer may be in the middle of
    /// another text. The containers around the value count in the depth of its text.
    func text(of value: UnsafeRawPointer, _ slot: UnsafePointer<yoke_slot>, _ style: yoke_style) throws(JSONError) -> [UInt8] {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        var writer = yoke_writer()
        let thunks = self.thunks, depth = self.depth, nesting = self.nesting + 1
        if nesting > UInt32(YOKE_MAX_REPARSES) {
            throw JSONError(
                .depthExceeded, "nested deeper than \(YOKE_MAX_REPARSES) values whose text is changed when it is written",
                hint: "each of them uses the stack; such a text could not be read again")
        }
        if CallStack.isLow { throw JSONError(.depthExceeded, CallStack.exceeded) }
        var style = style
        style.indent = 0
        return try withUnsafeMutablePointer(to: &out) { out throws(JSONError) in
            try withUnsafeMutablePointer(to: &writer) { writer throws(JSONError) in
                yoke_writer_init(writer, out, thunks, style, yoke_libc())
                (writer.pointee.depth, writer.pointee.nesting) = (depth, nesting)
                defer { yoke_writer_free(writer) }
                guard yoke_writer_value(writer, slot, value) else { throw JSONError(of: writer) }
                return Array(UnsafeBufferPointer(start: out.pointee.bytes, count: out.pointee.count))
            }
        }
    }
}
