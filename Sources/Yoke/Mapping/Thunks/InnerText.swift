internal import CYoke

extension yoke_writer {
    /// Returns the text of one value, without indentation. Makes a new writer for this text, because this writer may be in the middle of
    /// another text.
    func text(of value: UnsafeRawPointer, _ slot: UnsafePointer<yoke_slot>, _ style: yoke_style) throws(JSONError) -> [UInt8] {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        var writer = yoke_writer()
        let thunks = self.thunks
        var style = style
        style.indent = 0
        return try withUnsafeMutablePointer(to: &out) { out throws(JSONError) in
            try withUnsafeMutablePointer(to: &writer) { writer throws(JSONError) in
                yoke_writer_init(writer, out, thunks, style, yoke_libc())
                defer { yoke_writer_free(writer) }
                guard yoke_writer_value(writer, slot, value) else { throw JSONError(of: writer) }
                return Array(UnsafeBufferPointer(start: out.pointee.bytes, count: out.pointee.count))
            }
        }
    }
}
