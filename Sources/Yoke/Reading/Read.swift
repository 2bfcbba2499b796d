extension JSONReadable {
    /// Reads a value from a JSON text.
    ///
    /// ```swift
    /// let tweet = try Tweet(json: #"{"id": 1, "text": "hello"}"#)
    /// ```
    /// - Parameters:
    ///   - path: the path of the value in the text, for example `$.statuses[0].user`. The default is the entire text.
    ///   - options: options for reading; strict by default.
    /// - Throws: the error and its position.
    @inlinable
    public init(json text: String, at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        self = try borrowText(text) { bytes throws(JSONError) in try Self.read(bytes, at: path, options) }
    }

    /// Reads a value from the bytes of a JSON text: `[UInt8]`, `Data`, a buffer.
    ///
    /// The bytes are UTF-8, or UTF-16 or UTF-32 with or without a byte order mark. Contiguous bytes are not copied.
    @inlinable
    public init(
        json bytes: some Sequence<UInt8>, at path: String = "$", options: JSONReadOptions = .strict
    ) throws(JSONError) {
        self = try withBytes(of: bytes) { bytes throws(JSONError) in try Self.read(bytes, at: path, options) }
    }

    /// The same for borrowed bytes.
    @inlinable
    public init(
        json bytes: borrowing Span<UInt8>, at path: String = "$", options: JSONReadOptions = .strict
    ) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in try Self.read(bytes, at: path, options) }
    }

    /// The same for borrowed memory.
    @inlinable
    public init(json bytes: borrowing RawSpan, at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        self = try bytes.withUnsafeBytes { bytes throws(JSONError) in
            try bytes.withMemoryRebound(to: UInt8.self) { bytes throws(JSONError) in try Self.read(bytes, at: path, options) }
        }
    }

    @inlinable
    static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, at path: String, _ options: JSONReadOptions
    ) throws(JSONError) -> Self {
        if path != "$" { return try readAtPath(bytes, path, options) }
        return try withUnsafeTemporaryAllocation(of: Self.self, capacity: 1) { memory -> Result<Self, JSONError> in
            let memory = memory.baseAddress.unsafelyUnwrapped
            do throws(JSONError) { try WholeText.read(Self.self, bytes, into: memory, options) } catch { return .failure(error) }
            return .success(memory.move())
        }.get()
    }

    @usableFromInline
    static func readAtPath(
        _ bytes: UnsafeBufferPointer<UInt8>, _ path: String, _ options: JSONReadOptions
    ) throws(JSONError) -> Self {
        let binder = BinderPool.shared.take(options)
        defer { BinderPool.shared.give(binder) }
        return try binder.read(Self.self, at: path, bytes)
    }
}

/// Reads one text, for callers without a reader.
@usableFromInline
enum WholeText {
    /// Puts the value of the text at `memory`.
    @usableFromInline
    static func read(
        _ type: any JSONMapped.Type, _ bytes: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutableRawPointer,
        _ options: JSONReadOptions
    ) throws(JSONError) {
        let binder = Unmanaged.passRetained(BinderPool.shared.take(options))
        defer { BinderPool.shared.give(binder) }
        let plan = try options.isStrict ? Plan.of(type) : binder.takeUnretainedValue().plan(of: type)
        if plan.cache != nil { binder._withUnsafeGuaranteedRef { $0.hold(plan) } }
        try Binder.readWhole(binder, plan.root, memory, bytes)
    }
}
