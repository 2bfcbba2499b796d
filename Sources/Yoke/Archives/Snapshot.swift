// A value as compact bytes: the same plan, the same rules and hooks as for JSON text, in CBOR (RFC 8949) that keeps repeated strings once.

extension JSONWritable {
    /// The value as compact bytes, for files, caches and user defaults: a little more than half of the JSON text, for most values.
    ///
    /// ```swift
    /// let bytes = try user.snapshot()
    /// let same = try User(snapshot: bytes)
    /// ```
    /// What stands in the JSON text comes back digit for digit. `JSONVersioned` types have their version with them.
    ///
    /// Cost: the text is written and gone through once more.
    /// - Parameter options: as for text; indentation and escaped slashes have no meaning here.
    /// - Throws: what the writing of text throws.
    public func snapshot(_ options: JSONWriteOptions = .compact) throws(JSONError) -> [UInt8] {
        var options = options
        options.indent = 0
        options.escapesSlashes = false
        var variant = options.variant ?? .plain
        variant.wrapping = .versions
        let plan = try Plan.of(Self.self, variant, ofInstances: true)
        let writer = Writer()
        try writer.write(self, plan, options)
        return try SnapshotText.snapshot(of: writer.bytes)
    }
}

extension JSONReadable {
    /// Reads a value from the bytes of a snapshot: `[UInt8]`, `Data`, a buffer. Any bytes give a value or an error.
    ///
    /// Cost: the snapshot's JSON text is made, and read.
    /// - Parameter options: as for text. Limits are those of the text; `totalBytes` bounds the memory that is taken.
    /// - Throws: `.invalidSnapshot`, `.unexpectedEnd` and what else is wrong with the bytes, with the place in them; and what the reading of
    ///   text throws, with the place in the text.
    @inlinable
    public init(snapshot bytes: some Sequence<UInt8>, options: JSONReadOptions = .strict) throws(JSONError) {
        self = try withBytes(of: bytes) { bytes throws(JSONError) in try Self.restore(bytes, options) }
    }

    @usableFromInline
    static func restore(_ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONReadOptions) throws(JSONError) -> Self {
        let text = try SnapshotText(of: bytes, limits: options.limits)
        var variant = options.variant
        variant.wrapping = .versions
        let plan = try Plan.of(Self.self, variant)
        let binder = BinderPool.shared.take(options)
        defer { BinderPool.shared.give(binder) }
        binder.hold(plan)
        let memory = UnsafeMutablePointer<Self>.allocate(capacity: 1)
        defer { memory.deallocate() }
        try binder.readWhole(plan.root, memory, text.bytes)
        return memory.move()
    }
}
