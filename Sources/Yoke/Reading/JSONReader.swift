internal import CYoke

/// Reads many texts, one after the other, with the same buffers. Also reads one text from chunks as they arrive.
///
/// ```swift
/// var reader = try JSONReader<Tweet>()
/// for body in bodies { handle(try reader.read(body)) }
///
/// while let chunk = try socket.receive() { try reader.feed(chunk) }
/// let tweet = try reader.finish()
/// ```
/// After the first text, a reader allocates only the memory of the values. Two threads must not use a reader at the same time.
public struct JSONReader<Value: JSONReadable>: ~Copyable {
    @usableFromInline let binder: Binder
    /// The binder as an unmanaged reference, for calls without retain and release: the reader itself keeps the binder alive.
    @usableFromInline let handle: Unmanaged<Binder>
    /// The root of the plan (the compiled mapping) by which an entire text is read; nil if the reader has a path.
    @usableFromInline let plan: UnsafeRawPointer?
    /// Receives the value of an entire text.
    @usableFromInline let memory: UnsafeMutablePointer<Value>
    private let target: ReaderTarget<Value>
    @usableFromInline var isStarted = false

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - path: the path of the value in each text, for example `$.data.user`. The default is the entire text.
    ///   - options: options for reading.
    /// - Throws: `.invalidPath`, `.invalidMapping`; `.invalidOptions` if `only` or `excluding` names an unknown property. Options that
    ///   exclude each other are an error of the first read.
    public init(at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        try self.init(binder: Binder(options: options), path: path)
    }

    init(binder: Binder, path: String) throws(JSONError) {
        target = try ReaderTarget(path: path, binder.variant)
        binder.keepAlive(target.plan)
        self.binder = binder
        handle = .passUnretained(binder)
        plan = target.wholePlan
        memory = target.memory
    }

    /// Reads one entire text: UTF-8, or UTF-16 or UTF-32 with or without a byte order mark.
    ///
    /// Drops earlier chunks whose text was not finished. Cost: one pass. Contiguous bytes are not copied.
    ///
    /// - Throws: the same errors as `init(json:at:options:)` of the value. The reader can then read the next text.
    @inlinable
    public mutating func read(_ bytes: some Sequence<UInt8>) throws(JSONError) -> Value {
        isStarted = false
        guard let plan else { return try withBytes(of: bytes) { buffer throws(JSONError) in try readAtPath(buffer) } }
        try withBytes(of: bytes) { buffer throws(JSONError) in try Binder.readWhole(handle, plan, memory, buffer) }
        return memory.move()
    }

    /// Reads one entire text. Throws the same errors as `read(_:)` for bytes.
    public mutating func read(_ text: String) throws(JSONError) -> Value {
        isStarted = false
        return try borrowText(text) { buffer throws(JSONError) in
            guard let plan else { return try readAtPath(buffer) }
            try Binder.readWhole(handle, plan, memory, buffer)
            return memory.move()
        }
    }

    @usableFromInline
    func readAtPath(_ text: UnsafeBufferPointer<UInt8>) throws(JSONError) -> Value {
        try target.read(text, with: binder)
    }

    /// Takes the next chunk of a text in UTF-8. A chunk may end anywhere: in a key, a number, an escape, a character.
    ///
    /// - Throws: a `JSONError` if the text has an error up to the end of this chunk. After an error, the next chunk is the start of a new
    ///   text.
    public mutating func feed(_ chunk: some Sequence<UInt8>) throws(JSONError) {
        if !isStarted { try target.start(binder) }
        isStarted = true
        do {
            try withBytes(of: chunk) { buffer throws(JSONError) in try binder.feed(buffer) }
        } catch {
            isStarted = false
            throw error
        }
    }

    /// Takes the next chunk of a text as a String. Throws the same errors as `feed(_:)` for bytes.
    public mutating func feed(_ chunk: String) throws(JSONError) { try feed(chunk.utf8) }

    /// Ends the text of the chunks and returns its value. Throws an error if the text is incomplete or invalid.
    public mutating func finish() throws(JSONError) -> Value {
        if !isStarted { try target.start(binder) }
        isStarted = false
        try binder.finish()
        return try target.take(from: binder)
    }
}

/// The base class of `ReaderTarget`, which is generic. With this class, a binder can keep targets of different value types in one array.
class AnyReaderTarget {
    fileprivate let pathText: String
    fileprivate init(_ path: String) { pathText = path }
    fileprivate var type: any Any.Type { Never.self }
}

extension Binder {
    /// For later calls, a binder keeps at most `maxTargets` targets (compiled paths with room for their values). It does not keep a target
    /// whose path has more than `maxPathLength` bytes.
    private static let maxTargets = 4, maxPathLength = 256

    /// Reads the value at a path. Cost: compiles the path, unless the binder still keeps the target of an earlier call.
    func read<Value: JSONReadable>(
        _ type: Value.Type, at path: String, _ bytes: UnsafeBufferPointer<UInt8>
    ) throws(JSONError) -> Value {
        let known = targets.lastIndex { target in
            let target = unsafeDowncast(target, to: AnyReaderTarget.self)
            return target.type == type && sameBytes(target.pathText, path)
        }
        // The target is removed from `targets` before reading, and added again only if reading succeeds. After an error, the target may
        // hold values from before the error.
        let target: ReaderTarget<Value> =
            if let known { unsafeDowncast(targets.remove(at: known), to: ReaderTarget<Value>.self) } else {
                try ReaderTarget(path: path, variant)
            }
        let value = try target.read(bytes, with: self)
        if target.isSmall, path.utf8.count <= Self.maxPathLength {
            if targets.count == Self.maxTargets { targets.removeFirst() }
            targets.append(target)
        }
        return value
    }
}

/// Receives the value that a reader reads: in `memory`, or in `queue` if the reader has a path. A target can receive the values of many
/// texts, one after the other.
final class ReaderTarget<Value: JSONReadable>: AnyReaderTarget {
    let memory: UnsafeMutablePointer<Value>
    let plan: Plan
    private let path: PathPlan?
    private let queue: ElementQueue
    fileprivate override var type: any Any.Type { Value.self }
    /// True if a binder may keep the target for later calls. The target's plan must be one that is never freed, because a kept target would
    /// keep any other plan alive. The target's queue must have little memory.
    fileprivate var isSmall: Bool { plan.cache == nil && queue.isSmall }

    init(path text: String, _ variant: PlanVariant) throws(JSONError) {
        plan = try Plan.of(Value.self, variant)
        queue = ElementQueue(of: plan)
        if text == "$" {
            path = nil
        } else {
            let parsed = try ElementPath(text)
            guard !parsed.steps.contains(.all) else {
                throw JSONError(
                    .invalidPath, "the path \"\(VisibleText.of(text))\" can match more than one value",
                    hint: "leave out the last [*] to read an array, or use JSONStream")
            }
            path =
                parsed.steps.isEmpty
                ? nil : PathPlan(parsed, element: plan, receiver: queue.receiver)
        }
        memory = .allocate(capacity: 1)
        super.init(text)
    }

    deinit { memory.deallocate() }

    /// The root of the plan (compiled mapping) by which an entire text is read; nil if the target has a path.
    var wholePlan: UnsafeRawPointer? { path == nil ? UnsafeRawPointer(plan.root) : nil }

    func start(_ binder: Binder) throws(JSONError) {
        binder.keepAlive(plan)
        while let left = queue.pop() { left.assumingMemoryBound(to: Value.self).deinitialize(count: 1) }
        if let path { try binder.start(path.root, nil) } else { try binder.start(plan.root, memory) }
    }

    func read(_ bytes: UnsafeBufferPointer<UInt8>, with binder: Binder) throws(JSONError) -> Value {
        if let transcoded = try Transcoder.utf8(from: bytes) { return try readUTF8(transcoded.bytes, with: binder) }
        return try readUTF8(bytes, with: binder)
    }

    private func readUTF8(_ bytes: UnsafeBufferPointer<UInt8>, with binder: Binder) throws(JSONError) -> Value {
        try start(binder)
        try binder.feed(bytes, isWhole: true)
        try binder.finish(bytes)
        return try take(from: binder)
    }

    func take(from binder: Binder) throws(JSONError) -> Value {
        if path == nil {
            guard binder.cBinder.pointee.root_full else {
                binder.abandon()
                throw JSONError(.unexpectedEnd, "the text ends before its value is complete")
            }
            binder.cBinder.pointee.root_full = false
            return memory.move()
        }
        var last: Value?
        var count = 0
        while let value = queue.pop() {
            // If a key of the path is repeated, only the last member with this key counts, even if the path leads to no value in it.
            // `overruled_elements` is the number of values from earlier members, which do not count.
            count += 1
            let value = value.assumingMemoryBound(to: Value.self).move()
            last = count > binder.cBinder.pointee.overruled_elements ? value : nil
        }
        guard let last else {
            throw JSONError(
                .pathNotFound, "nothing in the text matches the path \"\(VisibleText.of(pathText))\"")
        }
        return last
    }
}

/// Passes a sequence's bytes to `body`: without a copy if they are contiguous, else from a copy.
@inlinable
package func withBytes<Result>(
    of bytes: some Sequence<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws(JSONError) -> Result
) throws(JSONError) -> Result {
    let outcome = bytes.withContiguousStorageIfAvailable { buffer -> Swift.Result<Result, JSONError> in
        do throws(JSONError) { return .success(try body(buffer)) } catch { return .failure(error) }
    }
    if let outcome { return try outcome.get() }
    return try withBytes(of: Array(bytes), body)
}

/// Passes a sequence's bytes to `body`, which has no result. In code that is not specialised, this function is faster than the `withBytes`
/// with a result: a generic result type would need a look-up at run time.
@inlinable
package func withBytes(of bytes: some Sequence<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) throws(JSONError) -> Void) throws(JSONError) {
    var failure: JSONError?
    let isBorrowed: Void? = bytes.withContiguousStorageIfAvailable { buffer in
        do throws(JSONError) { try body(buffer) } catch { failure = error }
    }
    if isBorrowed == nil { return try withBytes(of: Array(bytes), body) }
    if let failure { throw failure }
}

/// Passes a String's bytes to `body`.
@inlinable
func borrowText<Result>(
    _ text: String, _ body: (UnsafeBufferPointer<UInt8>) throws(JSONError) -> Result
) throws(JSONError) -> Result {
    try borrow(text) { buffer -> Swift.Result<Result, JSONError> in
        do throws(JSONError) { return .success(try body(buffer)) } catch { return .failure(error) }
    }.get()
}
