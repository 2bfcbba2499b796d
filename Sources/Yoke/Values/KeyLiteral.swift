internal import CYoke

/// Keys as they stand in a written text: in quotes, with escapes.
enum KeyLiteral {
    static func quoted(_ key: String) -> [UInt8] { borrow(key, quoted) }

    static func quoted(_ key: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        yoke_out_string(&out, key.baseAddress, key.count, false)
        return Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
    }
}
