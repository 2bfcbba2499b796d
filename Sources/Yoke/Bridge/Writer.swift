internal import CYoke

/// Writes one value as JSON text, with the plan of its type.
struct Writer: ~Copyable {
    private var out: UnsafeMutablePointer<yoke_buffer>
    private let thunks: UnsafePointer<yoke_thunks>
    private let lender: UnsafeMutablePointer<yoke_lender>?

    init(
        allocator: UnsafePointer<yoke_allocator> = yoke_libc(), thunks: UnsafePointer<yoke_thunks> = ThunkTable.writing
    ) {
        self.thunks = thunks
        lender = nil
        out = .allocate(capacity: 1)
        out.initialize(to: yoke_buffer_make(allocator))
    }

    /// Writes to borrowed memory as long as the text fits, then to memory of its own.
    init(into memory: UnsafeMutableBufferPointer<UInt8>) {
        thunks = ThunkTable.writing
        let lender = UnsafeMutablePointer<yoke_lender>.allocate(capacity: 1)
        lender.initialize(to: yoke_lender())
        yoke_lender_init(lender, yoke_libc(), memory.baseAddress)
        self.lender = lender
        out = .allocate(capacity: 1)
        out.initialize(to: yoke_buffer_make(lender.pointer(to: \.allocator)))
        out.pointee.bytes = memory.baseAddress
        out.pointee.capacity = memory.count
    }

    deinit {
        yoke_buffer_free(out)
        out.deallocate()
        lender?.deallocate()
    }

    /// Reserves memory for a text of `count` bytes. If the memory is not sufficient, writing throws the error later.
    func reserve(_ count: Int) { _ = yoke_buffer_reserve(out, count) }

    /// The written text, valid as long as this writer lives.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: out.pointee.bytes, count: out.pointee.count) }

    /// Appends the text of a value. `root` is the slot of the plan.
    func write<Value>(_ value: borrowing Value, _ root: UnsafePointer<yoke_slot>, _ options: JSONWriteOptions) throws(JSONError) {
        let writer = UnsafeMutablePointer<yoke_writer>.allocate(capacity: 1)
        writer.initialize(to: yoke_writer())
        defer { writer.deallocate() }
        yoke_writer_init(writer, out, thunks, options.style, out.pointee.allocator)
        defer { yoke_writer_free(writer) }
        let isWritten = withUnsafePointer(to: value) { yoke_writer_value(writer, root, $0) }
        guard isWritten else { throw JSONError(of: writer) }
    }

    /// Returns the text of a single value while another writer is at work.
    static func text(
        of value: UnsafeRawPointer, _ slot: UnsafePointer<yoke_slot>, _ style: yoke_style
    ) throws(JSONError) -> [UInt8] {
        var writer = yoke_writer()
        writer.thunks = ThunkTable.writing
        return try writer.text(of: value, slot, style)
    }
}
