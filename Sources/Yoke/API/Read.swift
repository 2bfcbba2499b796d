extension JSONReadable {
    /// Reads a value from a JSON text.
    ///
    /// ```swift
    /// let tweet = try Tweet(json: #"{"id": 1, "text": "hello"}"#)
    /// ```
    /// - Parameters:
    ///   - path: where the value is in the text, `$.statuses[0].user`; the whole text by default.
    ///   - options: how to read; strict by default.
    /// - Throws: what is wrong, and where.
    @inlinable
    public init(json text: String, at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        self = try lendText(text) { bytes throws(JSONError) in try Self.read(bytes, at: path, options) }
    }

    /// Reads a value from the bytes of a JSON text: `[UInt8]`, `Data`, a buffer. UTF-8, or UTF-16 or UTF-32 with or without
    /// a byte order mark. Bytes that lie in a row are not copied.
    @inlinable
    public init(
        json bytes: some Sequence<UInt8>, at path: String = "$", options: JSONReadOptions = .strict
    ) throws(JSONError) {
        self = try withBytes(of: bytes) { bytes throws(JSONError) in try Self.read(bytes, at: path, options) }
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
        return try ReaderTarget<Self>(path: path, binder.variant).read(bytes, with: binder)
    }
}

/// Reading one text, for whoever keeps no reader.
@usableFromInline
enum WholeText {
    /// Puts the text's value at `memory`.
    @usableFromInline
    static func read(
        _ type: any JSONDescribed.Type, _ bytes: UnsafeBufferPointer<UInt8>, into memory: UnsafeMutableRawPointer,
        _ options: JSONReadOptions
    ) throws(JSONError) {
        let plan = try options.isPlain ? Plan.of(type) : Plan.of(type, options.variant)
        let binder = BinderPool.shared.take(options)
        defer { BinderPool.shared.give(binder) }
        try binder.readWhole(plan.root, memory, bytes)
    }
}

/// Binders with default options that wait for the next text, so that a small one does not pay for buffers.
final class BinderPool: @unchecked Sendable {  // `waiting` is under `lock`
    static let shared = BinderPool()
    private let lock = Lock()
    // The lock sees to it that nobody else is at it.
    @exclusivity(unchecked) private var waiting: [Binder] = []
    private static let most = 16

    func take(_ options: JSONReadOptions) -> Binder {
        if options == .strict {
            lock.lock()
            defer { lock.unlock() }
            if let binder = waiting.popLast() { return binder }
        }
        return Binder(options: options)
    }

    func give(_ binder: Binder) {
        guard binder.isStrict, binder.isSmall else { return }
        lock.lock()
        defer { lock.unlock() }
        if waiting.count < Self.most { waiting.append(binder) }
    }
}

extension Binder {
    /// Worth keeping: a huge text does not leave its buffers behind.
    var isSmall: Bool {
        let most = 1 << 20
        return (c.pointee.stack.first?.pointee.capacity ?? 0) < most && c.pointee.stack.first?.pointee.next == nil
            && c.pointee.tape.capacity < most / 16 && c.pointee.tape.text.capacity < most
            && c.pointee.frame_capacity < 4096
            && (wholeTextEngine.map { $0.pointee.kept.capacity < most && $0.pointee.unescaped.capacity < most } ?? true)
    }
}

extension JSONReadOptions {
    /// What the options ask of plans.
    var variant: PlanVariant {
        guard let asked = seldom?.values else { return .plain }
        return PlanVariant(keys: asked.keys, dates: asked.dates, only: asked.only, excluding: asked.excluding, view: asked.view)
    }
    /// Nothing.
    var isPlain: Bool { seldom == nil }
}
