internal import CYoke

/// Writes values as JSON text. The plan of a type (its mapping, compiled for C) says how. Most writers come from a pool, and go back to the
/// pool.
struct Writer: ~Copyable {
    private let pooled: UnsafeMutablePointer<yoke_pooled_writer>
    private let isPooled: Bool

    /// Takes a writer from the pool. Its output is empty.
    init() {
        pooled = WriterPool.take()
        isPooled = true
    }

    /// Makes a writer with the caller's allocator and thunks (callbacks from C to Swift). The writer does not come from the pool, and does
    /// not go to the pool.
    init(allocator: UnsafePointer<yoke_allocator> = yoke_libc(), thunks: UnsafePointer<yoke_thunks> = ThunkTable.writing) {
        pooled = WriterPool.make(allocator, thunks)
        isPooled = false
    }

    /// Makes a writer that writes to `memory`. If the text does not fit, the writer moves the text to memory that it allocates. The writer
    /// never frees `memory`.
    init(into memory: UnsafeMutableBufferPointer<UInt8>) {
        self.init()
        let lender = pooled.pointer(to: \.lender).unsafelyUnwrapped
        yoke_lender_init(lender, yoke_libc(), memory.baseAddress)
        pooled.pointee.lent = yoke_buffer_make(lender.pointer(to: \.allocator))
        pooled.pointee.lent.bytes = memory.baseAddress
        pooled.pointee.lent.capacity = memory.count
    }

    deinit {
        if pooled.pointee.lent.bytes != nil { yoke_buffer_free(pooled.pointer(to: \.lent)) }
        if isPooled { WriterPool.give(pooled) } else { WriterPool.free(pooled) }
    }

    private var out: UnsafeMutablePointer<yoke_buffer> {
        (pooled.pointee.lent.bytes != nil ? pooled.pointer(to: \.lent) : pooled.pointer(to: \.own)).unsafelyUnwrapped
    }

    /// The written text, valid until the writer writes more or ends.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: out.pointee.bytes, count: out.pointee.count) }

    /// Appends the JSON text of the value at the address `value`. `root` tells C how to write the value's type. `depth` is the number of
    /// arrays and objects around the value in the text.
    func write(
        _ value: UnsafeRawPointer, _ root: UnsafePointer<yoke_slot>, _ options: JSONWriteOptions, depth: Int = 0
    ) throws(JSONError) {
        let writer = pooled.pointer(to: \.writer).unsafelyUnwrapped, out = out
        let start = out.pointee.count
        let isWritten = options.withStyle { yoke_writer_text(writer, out, $0, depth, root, value) }
        try pooled.finish(isWritten, out, options, from: start, depth: depth)
    }

    /// True if memory ran out for the output since the last call of `cut(to:)`.
    var isOutOfMemory: Bool { out.pointee.failed }

    /// Appends a member's key as a JSON string. Only the options about escapes apply.
    func appendKey(_ key: String, _ options: JSONWriteOptions) {
        var key = key
        let start = out.pointee.count
        key.withUTF8 { yoke_out_string(out, $0.baseAddress, $0.count, options.escapesSlashes) }
        if options.escapesNonASCII { yoke_out_ascii(out, start) }
    }

    /// Appends the text unchanged.
    func append(_ text: StaticString) { yoke_buffer_append(out, text.utf8Start, text.utf8CodeUnitCount) }

    /// Appends a line feed and the indentation of `depth` levels.
    func appendLine(_ depth: Int, _ options: JSONWriteOptions) {
        var layout = options.layout
        yoke_out_newline(out, depth, &layout)
    }

    /// Replaces the line breaks from offset `start` on by spaces. JSON has line breaks only between tokens, so no value changes.
    func joinLines(from start: Int) {
        let text = UnsafeMutableBufferPointer(start: out.pointee.bytes, count: out.pointee.count)
        for byte in [UInt8(ascii: "\n"), UInt8(ascii: "\r")] {
            var i = start
            while let next = System.index(of: byte, in: UnsafeBufferPointer(rebasing: text[i...])) {
                i += next
                text[i] = UInt8(ascii: " ")
            }
        }
    }

    /// Removes the text from offset `start` on. Also clears `isOutOfMemory`.
    func cut(to start: Int) {
        out.pointee.count = min(start, out.pointee.count)
        out.pointee.failed = false
    }

    /// Returns the text of one value. Uses a new writer, because the caller's writer may be in the middle of a text.
    static func text(
        of value: UnsafeRawPointer, _ slot: UnsafePointer<yoke_slot>, _ style: yoke_style
    ) throws(JSONError) -> [UInt8] {
        var writer = yoke_writer()
        writer.thunks = ThunkTable.writing
        return try writer.text(of: value, slot, style)
    }
}

extension UnsafeMutablePointer<yoke_pooled_writer> {
    /// Ends the text in `out` that begins at offset `start`: escapes characters beyond ASCII, lays the text out, and adds a line feed, as
    /// the options say. `depth`: the number of arrays and objects around the value. `isWritten`: false if the C writer failed. Throws in
    /// this case, and if memory runs out.
    func finish(
        _ isWritten: Bool, _ out: UnsafeMutablePointer<yoke_buffer>, _ options: JSONWriteOptions, from start: Int, depth: Int
    ) throws(JSONError) {
        if isWritten {
            if options.isComplete { return }
            options.complete(out, from: start, depth: depth)
            if !out.pointee.failed { return }
        }
        let writer = pointer(to: \.writer).unsafelyUnwrapped
        defer { yoke_writer_end(writer) }
        throw JSONError(of: writer)
    }
}

/// Keeps unused writers for the next text, so that a small text costs no allocation.
enum WriterPool {
    static func take() -> UnsafeMutablePointer<yoke_pooled_writer> {
        yoke_writer_take() ?? make(yoke_libc(), ThunkTable.writing)
    }

    static func give(_ pooled: UnsafeMutablePointer<yoke_pooled_writer>) {
        if !yoke_writer_give(pooled) { free(pooled) }
    }

    static func make(
        _ allocator: UnsafePointer<yoke_allocator>, _ thunks: UnsafePointer<yoke_thunks>
    ) -> UnsafeMutablePointer<yoke_pooled_writer> {
        let pooled = UnsafeMutablePointer<yoke_pooled_writer>.allocate(capacity: 1)
        pooled.initialize(to: yoke_pooled_writer())
        pooled.pointee.own = yoke_buffer_make(allocator)
        yoke_writer_init(pooled.pointer(to: \.writer), pooled.pointer(to: \.own), thunks, yoke_style(), allocator)
        return pooled
    }

    static func free(_ pooled: UnsafeMutablePointer<yoke_pooled_writer>) {
        yoke_writer_free(pooled.pointer(to: \.writer))
        yoke_buffer_free(pooled.pointer(to: \.own))
        pooled.deallocate()
    }
}
