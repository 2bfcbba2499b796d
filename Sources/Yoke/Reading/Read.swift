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

    /// The same for borrowed bytes.
    @inlinable
    public init(
        json bytes: borrowing Span<UInt8>, at path: String = "$", options: JSONReadOptions = .strict
    ) throws(JSONError) {
        self = try bytes.withUnsafeBufferPointer { bytes throws(JSONError) in try Self(json: bytes, at: path, options: options) }
    }

    /// The same for borrowed memory.
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

/// The value of a call without a reader. It waits in the binder's memory until the caller takes it, once.
///
/// Not generic. In a generic function that is not specialised, each generic type would have to be looked up at every call.
@usableFromInline
struct WaitingValue {
    private let binder: Unmanaged<Binder>
    @usableFromInline let memory: UnsafeMutableRawPointer

    /// Reads the value of an entire text.
    @inlinable
    init<Value: JSONMapped>(_ type: Value.Type, _ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONReadOptions) throws(JSONError) {
        try self.init(type, size: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment, bytes, options)
    }

    @usableFromInline
    init(
        _ type: any JSONMapped.Type, size: Int, alignment: Int, _ bytes: UnsafeBufferPointer<UInt8>, _ options: JSONReadOptions
    ) throws(JSONError) {
        binder = BinderPool.take(options)
        do throws(JSONError) {
            let plan = try options.isStrict ? Plan.of(type) : binder.takeUnretainedValue().plan(of: type)
            if plan.cache != nil { binder._withUnsafeGuaranteedRef { $0.hold(plan) } }
            memory = binder._withUnsafeGuaranteedRef { $0.room(size, alignment) }
            try Binder.readWhole(binder, plan.root, memory, bytes)
        } catch {
            BinderPool.give(binder)
            throw error
        }
    }

    @inlinable
    func take<Value>(_ type: Value.Type) -> Value {
        defer { letGo() }
        return memory.assumingMemoryBound(to: type).move()
    }

    @usableFromInline
    func letGo() { BinderPool.give(binder) }
}
