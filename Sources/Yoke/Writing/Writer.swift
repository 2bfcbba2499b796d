internal import CYoke

/// Writes one value as JSON text, by the plan of its type.
struct Writer: ~Copyable {
    private var out: UnsafeMutablePointer<yoke_buffer>
    private let thunks: UnsafePointer<yoke_thunks>
    private let lender: UnsafeMutablePointer<yoke_lender>?

    init(
        allocator: UnsafePointer<yoke_allocator> = yoke_libc(), thunks: UnsafePointer<yoke_thunks> = ThunkTable.knowing
    ) {
        self.thunks = thunks
        lender = nil
        out = .allocate(capacity: 1)
        out.initialize(to: yoke_buffer_make(allocator))
    }

    /// Writes into borrowed memory as long as the text fits.
    init(into memory: UnsafeMutableBufferPointer<UInt8>) {
        thunks = ThunkTable.knowing
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

    /// The written text. Valid as long as this writer.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: out.pointee.bytes, count: out.pointee.count) }

    /// Appends the value's text.
    func write<Value: JSONWritable>(_ value: borrowing Value, _ options: JSONWriteOptions) throws(JSONError) {
        try write(value, try options.plan(of: Value.self), options)
    }

    func write<Value: JSONWritable>(
        _ value: borrowing Value, _ plan: Plan, _ options: JSONWriteOptions
    ) throws(JSONError) {
        defer { withExtendedLifetime(plan) {} }
        let writer = UnsafeMutablePointer<yoke_writer>.allocate(capacity: 1)
        writer.initialize(to: yoke_writer())
        defer { writer.deallocate() }
        yoke_writer_init(writer, out, thunks, options.style, out.pointee.allocator)
        defer { yoke_writer_free(writer) }
        let isWritten = withUnsafePointer(to: value) { yoke_writer_value(writer, plan.root, $0) }
        guard isWritten else { throw Self.error(writer) }
    }

    /// Returns the text of a single value while another writer is at work.
    static func text(
        of value: UnsafeRawPointer, _ slot: UnsafePointer<yoke_slot>, _ style: yoke_style
    ) throws(JSONError) -> [UInt8] {
        var out = yoke_buffer_make(yoke_libc())
        defer { yoke_buffer_free(&out) }
        var writer = yoke_writer()
        var style = style
        style.indent = 0
        return try withUnsafeMutablePointer(to: &out) { out throws(JSONError) in
            try withUnsafeMutablePointer(to: &writer) { writer throws(JSONError) in
                yoke_writer_init(writer, out, ThunkTable.knowing, style, yoke_libc())
                defer { yoke_writer_free(writer) }
                guard yoke_writer_value(writer, slot, value) else { throw error(writer) }
                return Array(UnsafeBufferPointer(start: out.pointee.bytes, count: out.pointee.count))
            }
        }
    }

    private static func error(_ writer: UnsafeMutablePointer<yoke_writer>) -> JSONError {
        let path = path(writer.pointee)
        switch writer.pointee.error {
        case YOKE_WRITE_DEPTH:
            return JSONError(
                .depthExceeded, "nested deeper than \(writer.pointee.style.depth_limit) levels", path: path,
                hint: "see JSONWriteOptions.depth")
        case YOKE_WRITE_NOT_FINITE:
            return JSONError(.nonFiniteNumber, "JSON has no numbers for NaN and infinities", path: path)
        case YOKE_WRITE_NO_DATE:
            return JSONError(.refused, "the date cannot be written in its style", path: path, hint: "years go from 0 to 9999, and with two digits from 1969 to 2068")
        case YOKE_WRITE_NOT_MEMBERS:
            return JSONError(.refused, "a flattened value has to be written as an object", path: path)
        case YOKE_WRITE_THUNK:
            let error = writer.pointee.failure.map(ThunkFailure.take)
            writer.pointee.failure = nil
            if let json = error as? JSONError { return JSONError(json.kind, json.message, path: path, hint: json.hint) }
            return JSONError(
                .refused, "the value cannot be written: \(error.map { "\($0)" } ?? "")", path: path, underlying: error)
        default: return JSONError(.outOfMemory, "no memory for the output", path: path)
        }
    }

    private static func path(_ writer: yoke_writer) -> String {
        var path = JSONPathText()
        for i in 0..<Int(writer.frame_count) {
            let frame = writer.frames[i]
            guard frame.position > 0, let type = frame.slot?.pointee.type.pointee else { continue }
            switch UInt32(frame.kind) {
            case YOKE_OBJECT.rawValue, YOKE_OBJECT_WITH_RULES.rawValue, YOKE_SHARED_KEY.rawValue:
                guard let object = frame.object?.pointee else { break }
                let index = writer.style.sorts_keys ? Int(object.sorted[frame.position - 1]) : frame.position - 1
                let field = object.fields[index]
                // Members without a key of their own have frames with a key.
                if field.literal != nil { path.append(key: UnsafeBufferPointer(start: field.key, count: field.key_length)) }
            case YOKE_ARRAY.rawValue: path.append(index: UInt64(frame.position - 1))
            case YOKE_PATH_NODE_INDEX.rawValue where frame.count > 0: path.append(index: UInt64(frame.count - 1))
            case YOKE_DICTIONARY.rawValue:
                if UInt32(type.kind) == YOKE_ARRAY.rawValue {
                    path.append(index: UInt64(frame.position - 1))
                } else if let key = key(at: frame.count, of: writer) {
                    path.append(key: key)
                }
            default: break
            }
        }
        return path.text
    }

    /// Reads a dictionary's key back from the output.
    private static func key(at start: Int, of writer: yoke_writer) -> String? {
        guard let out = writer.out?.pointee, start < out.count else { return nil }
        var options = JSONReadOptions.strict
        options.allowsTrailingGarbage = true
        return try? String(json: UnsafeRawBufferPointer(start: out.bytes, count: out.count)[start...], options: options)
    }
}

extension JSONWriteOptions {
    /// Returns the plan that the options need.
    func plan(of type: any JSONMapped.Type) throws(JSONError) -> Plan {
        guard let variant else { return try Plan.of(type) }
        return try Plan.of(type, variant, ofInstances: true)
    }
}
