internal import CYoke

extension JSONReadable {
    /// Reads a value from a JSON text.
    ///
    /// ```swift
    /// let tweet = try Tweet(json: #"{"id": 1, "text": "hello"}"#)
    /// ```
    /// - Parameters:
    ///   - path: the path of the value in the text, for example `$.statuses[0].user`. The default is the entire text.
    ///   - options: options for reading; strict by default.
    /// - Throws: a `JSONError`. An error of the text has its position, except `.pathNotFound`. `.invalidPath`, `.invalidOptions` and
    ///   `.invalidMapping` are errors of the call or the type.
    @inlinable
    public init(json text: String, at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        if path != "$" {
            self = try borrowText(text) { bytes throws(JSONError) in try Self.readAtPath(bytes, path, options) }
            return
        }
        var value: WaitingValue?
        try borrowText(text) { bytes throws(JSONError) in value = try WaitingValue(Self.self, bytes, options) }
        self = value.unsafelyUnwrapped.take(Self.self)
    }

    /// Reads a value from the bytes of a JSON text: `[UInt8]`, `Data`, a buffer.
    ///
    /// The bytes are UTF-8, or UTF-16 or UTF-32 with or without a byte order mark. Contiguous bytes are not copied.
    @inlinable
    public init(
        json bytes: some Sequence<UInt8>, at path: String = "$", options: JSONReadOptions = .strict
    ) throws(JSONError) {
        if path != "$" {
            self = try withBytes(of: bytes) { bytes throws(JSONError) in try Self.readAtPath(bytes, path, options) }
            return
        }
        var value: WaitingValue?
        try withBytes(of: bytes) { bytes throws(JSONError) in value = try WaitingValue(Self.self, bytes, options) }
        self = value.unsafelyUnwrapped.take(Self.self)
    }

    /// Reads a value from an array of bytes. For generic callers, this initialiser is faster than the initialiser for sequences, which must
    /// look up a type at run time.
    @inlinable
    public init(
        json bytes: borrowing [UInt8], at path: borrowing String = "$", options: borrowing JSONReadOptions = .strict
    ) throws(JSONError) {
        if path != "$" {
            self = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in try Self.readAtPath(bytes, path, options) }
            return
        }
        let value = try WaitingValue(Self.self, MemoryLayout<Self>.size, MemoryLayout<Self>.alignment, bytes, options)
        self = value.take(Self.self)
    }

    /// Reads a value from the bytes of a JSON text in a `Span`, without copying them.
    @inlinable
    public init(
        json bytes: borrowing Span<UInt8>, at path: String = "$", options: JSONReadOptions = .strict
    ) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in try Self(json: bytes, at: path, options: options) }
    }

    /// Reads a value from the bytes of a JSON text in a `RawSpan`, without copying them.
    @inlinable
    public init(json bytes: borrowing RawSpan, at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        self = try bytes.withUnsafeBytes { bytes throws(JSONError) in try Self(json: bytes, at: path, options: options) }
    }

    @usableFromInline
    static func readAtPath(
        _ bytes: UnsafeBufferPointer<UInt8>, _ path: String, _ options: JSONReadOptions
    ) throws(JSONError) -> Self {
        try BinderPool.with(options) { binder throws(JSONError) in try binder.read(Self.self, at: path, bytes) }
    }
}

/// A value that was read without a `JSONReader`. The value stays in the memory of a binder from the pool until the caller moves it out with
/// `take`. The caller must call `take` exactly once.
///
/// This type is not generic, because generic code that is not specialised looks up each generic type at every call.
@usableFromInline
struct WaitingValue {
    private let reader: UnsafeMutablePointer<yoke_pooled_reader>
    @usableFromInline let memory: UnsafeMutableRawPointer

    /// Reads the value of an entire text.
    @inlinable
    init<Value: JSONMapped>(_ type: Value.Type, _ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONReadOptions) throws(JSONError) {
        try self.init(type, MemoryLayout<Value>.size, MemoryLayout<Value>.alignment, bytes, options)
    }

    @usableFromInline
    init(
        _ type: any JSONMapped.Type, _ size: Int, _ alignment: Int, _ bytes: borrowing [UInt8], _ options: borrowing JSONReadOptions
    ) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in try WaitingValue(type, size, alignment, bytes, options) }
    }

    @usableFromInline
    init(
        _ type: any JSONMapped.Type, _ size: Int, _ alignment: Int, _ bytes: UnsafeBufferPointer<UInt8>,
        _ options: borrowing JSONReadOptions
    ) throws(JSONError) {
        reader = options.isDefault ? BinderPool.takeDefault() : BinderPool.take(options)._withUnsafeGuaranteedRef { $0.pooledReader }
        guard options.isDefault, let root = Plan.knownRoot(of: type),
            yoke_reader_takes(reader, size, alignment, bytes.baseAddress, bytes.count)
        else {
            memory = try Self.read(reader, type, size, alignment, bytes)
            return
        }
        memory = reader.pointee.room
        let status = yoke_native_read(reader.pointee.engine, root, memory, bytes.baseAddress, bytes.count)
        guard status == YOKE_NATIVE_OK, reader.pointee.binder.pointee.root_full else { throw Self.failure(reader, status, bytes) }
        reader.pointee.binder.pointee.root_full = false
    }

    /// Reads a text in any encoding, with any options, and returns the address of the value. If reading fails, gives the reader back to the
    /// pool and throws the error.
    private static func read(
        _ reader: UnsafeMutablePointer<yoke_pooled_reader>, _ type: any JSONMapped.Type, _ size: Int, _ alignment: Int,
        _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) -> UnsafeMutableRawPointer {
        let binder = Unmanaged<Binder>.fromOpaque(reader.pointee.owner).takeUnretainedValue()
        do throws(JSONError) {
            let plan = try binder.plan(of: type)
            binder.keepAlive(plan)
            let memory = binder.room(size, alignment)
            try binder.readWhole(plan.root, memory, bytes)
            return memory
        } catch {
            BinderPool.give(reader)
            throw error
        }
    }

    /// Returns the error of the reader's text, and gives the reader back to the pool.
    private static func failure(
        _ reader: UnsafeMutablePointer<yoke_pooled_reader>, _ status: yoke_native_status, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> JSONError {
        defer { BinderPool.give(reader) }
        return Unmanaged<Binder>.fromOpaque(reader.pointee.owner).takeUnretainedValue().failure(status, bytes)
    }

    @inlinable
    func take<Value>(_ type: Value.Type) -> Value {
        defer { returnToPool() }
        return memory.assumingMemoryBound(to: type).move()
    }

    @usableFromInline
    func returnToPool() { BinderPool.give(reader) }
}
