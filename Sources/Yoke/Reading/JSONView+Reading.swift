internal import CYoke

extension JSONView {
    /// Checks a JSON text and passes a view of its value to `body`. Returns the result of `body`.
    ///
    /// ```swift
    /// let name = try JSONView.read(text) { view in view["user"]?["name"]?.string }
    /// ```
    /// - Parameters:
    ///   - path: the path of the value in the text, for example `$.statuses[0].user`. The default is the entire text.
    ///   - options: options for reading; strict by default. `only` and `excluding` are an `.invalidOptions` error.
    /// - Throws: a `JSONError` if the text is not JSON, or the error of `body`.
    ///
    /// Memory: a copy of the text without white space, and 16 bytes for each array and object. Yoke keeps this memory for the next text if
    /// its size is at most a mebibyte.
    @inlinable
    public static func read<Result>(
        _ text: String, at path: String = "$", options: JSONReadOptions = .strict, _ body: (borrowing JSONView) throws -> Result
    ) throws -> Result {
        let lent: LentTape = try borrowText(text) { bytes throws(JSONError) in try LentTape(bytes, path, options) }
        defer { lent.giveBack() }
        return try body(JSONView(lent.text, lent.node))
    }

    /// Reads the bytes of a JSON text, as `read` does for a String: UTF-8, or UTF-16 or UTF-32 with or without a byte order mark.
    @inlinable
    public static func read<Result>(
        _ bytes: some Sequence<UInt8>, at path: String = "$", options: JSONReadOptions = .strict,
        _ body: (borrowing JSONView) throws -> Result
    ) throws -> Result {
        let lent: LentTape = try withBytes(of: bytes) { bytes throws(JSONError) in try LentTape(bytes, path, options) }
        defer { lent.giveBack() }
        return try body(JSONView(lent.text, lent.node))
    }

    /// Reads the borrowed bytes of a JSON text, as `read` does for a sequence of bytes.
    @inlinable
    public static func read<Result>(
        _ bytes: borrowing Span<UInt8>, at path: String = "$", options: JSONReadOptions = .strict,
        _ body: (borrowing JSONView) throws -> Result
    ) throws -> Result { try bytes.withUnsafeBufferPointer { try read($0, at: path, options: options, body) } }

    /// Reads a model from the text of this value. Throws the same errors as `init(json:options:)` of the model. Their paths and positions
    /// begin at this value.
    @inlinable
    public func decode<Model: JSONReadable>(_ type: Model.Type = Model.self, options: JSONReadOptions = .strict) throws(JSONError) -> Model
    {
        try Model(json: text, options: options)
    }
}

/// The parsed text (tape) that a view reads. The tape's memory belongs to a binder of the pool. The binder reads no other text until
/// `giveBack` returns it to the pool.
@usableFromInline
struct LentTape {
    private let binder: Unmanaged<Binder>
    @usableFromInline let text: UnsafePointer<UInt8>
    @usableFromInline let node: UnsafeRawPointer

    @usableFromInline
    init(_ bytes: UnsafeBufferPointer<UInt8>, _ path: String, _ options: JSONReadOptions) throws(JSONError) {
        binder = BinderPool.take(options)
        do throws(JSONError) {
            let tape = try binder._withUnsafeGuaranteedRef { binder in Result { () throws(JSONError) in try Self.read(bytes, path, binder) }
            }.get()
            text = tape.text
            node = tape.node
        } catch {
            BinderPool.give(binder)
            throw error
        }
    }

    @usableFromInline
    func giveBack() { BinderPool.give(binder) }

    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ path: String, _ binder: Binder
    ) throws(JSONError) -> TapeAddress {
        binder.cBinder.pointee.lends_tape = true
        defer { binder.cBinder.pointee.lends_tape = false }
        guard path == "$" else { return try binder.read(TapeAddress.self, at: path, bytes) }
        let plan = try binder.plan(of: TapeAddress.self)
        binder.keepAlive(plan)
        let memory = binder.room(MemoryLayout<TapeAddress>.size, MemoryLayout<TapeAddress>.alignment)
        try binder.readWhole(plan.root, memory, bytes)
        return memory.assumingMemoryBound(to: TapeAddress.self).move()
    }
}

/// The addresses of a tape's text and of its nodes (one for each array or object). `LentTape` reads a JSON text as a `TapeAddress` instead
/// of a model, and so gets the tape itself.
private struct TapeAddress: JSONReadable, Sendable {
    nonisolated(unsafe) let text: UnsafePointer<UInt8>
    nonisolated(unsafe) let node: UnsafeRawPointer

    static var jsonMapping: JSONMapping {
        let thunks = Thunks()
        thunks.document = { to, tape, _ in
            let tape = tape.assumingMemoryBound(to: yoke_tape.self).pointee
            let text = UnsafePointer(tape.text.bytes).unsafelyUnwrapped
            // A scalar has no nodes. `node` must not be nil, so it gets the address of the text. Nothing reads a node there.
            let address = TapeAddress(text: text, node: tape.nodes.map { UnsafeRawPointer($0) } ?? UnsafeRawPointer(text))
            to.initializeMemory(as: TapeAddress.self, to: address)
        }
        return JSONMapping(Self.self, .document(thunks))
    }
}
