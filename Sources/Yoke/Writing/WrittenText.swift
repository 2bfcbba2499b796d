internal import CYoke

/// The text of a value, in the memory of a writer from the pool. The caller must call `returnToPool` exactly once, to give the writer back.
///
/// This type is not generic, because generic code that is not specialised looks up each generic type at every call.
@usableFromInline
struct WrittenText {
    private let pooled: UnsafeMutablePointer<yoke_pooled_writer>
    @usableFromInline let bytes: UnsafeRawBufferPointer

    /// Writes the value at an address.
    @usableFromInline
    init(_ value: UnsafeRawPointer, _ type: any JSONMapped.Type, _ options: borrowing JSONWriteOptions) throws(JSONError) {
        if options.changed == nil {
            try self.init(value, Plan.root(of: type), options)  // this plan is never freed, so no reference to it is needed
        } else {
            let plan = try options.plan(of: type)
            defer { withExtendedLifetime(plan) {} }
            try self.init(value, plan.root, options)
        }
    }

    private init(_ value: UnsafeRawPointer, _ root: UnsafePointer<yoke_slot>, _ options: borrowing JSONWriteOptions) throws(JSONError) {
        pooled = WriterPool.take()
        let out = pooled.pointer(to: \.own).unsafelyUnwrapped, pooled = pooled
        let isWritten = options.withStyle { yoke_pooled_write(pooled, $0, root, value) }
        if !isWritten || !options.isComplete {
            do throws(JSONError) { try pooled.finish(isWritten, out, options, from: 0, depth: 0) } catch {
                WriterPool.give(pooled)
                throw error
            }
        }
        bytes = UnsafeRawBufferPointer(start: out.pointee.bytes, count: out.pointee.count)
    }

    @usableFromInline
    func returnToPool() { WriterPool.give(pooled) }

    @usableFromInline
    static func string(of value: UnsafeRawPointer, _ type: any JSONMapped.Type, _ options: JSONWriteOptions) throws(JSONError) -> String {
        let text = try WrittenText(value, type, options)
        defer { text.returnToPool() }
        return makeValidString(text.bytes.bindMemory(to: UInt8.self))
    }

    @usableFromInline
    static func bytes(of value: UnsafeRawPointer, _ type: any JSONMapped.Type, _ options: JSONWriteOptions) throws(JSONError) -> [UInt8] {
        if options.changed == nil { return try bytes(of: value, Plan.root(of: type), options) }
        let plan = try options.plan(of: type)
        defer { withExtendedLifetime(plan) {} }
        return try bytes(of: value, plan.root, options)
    }

    /// A text of up to about this many bytes is first written to the writer's memory, and then copied to an array of the exact size. For
    /// such a short text, the copy costs less than an array with unused memory.
    private static let maxCopiedLength = 4096

    private static func bytes(
        of value: UnsafeRawPointer, _ root: UnsafePointer<yoke_slot>, _ options: JSONWriteOptions
    ) throws(JSONError) -> [UInt8] {
        let room = yoke_length_room(root)
        guard room > maxCopiedLength else {
            let text = try WrittenText(value, root, options)
            defer { text.returnToPool() }
            return text.bytes.copied
        }
        // Write directly into the memory of a new array. Its size is a guess from the lengths of the last texts of this type. A text that
        // does not fit, or fills less than half of the memory, is copied to another array.
        var failure: JSONError?
        var other: [UInt8]?
        let bytes = [UInt8](unsafeUninitializedCapacity: room) { memory, count in
            let writer = Writer(into: memory)
            do throws(JSONError) { try writer.write(value, root, options) } catch {
                failure = error
                return
            }
            let text = writer.bytes
            yoke_length_note(root, text.count)
            if text.baseAddress == UnsafeRawPointer(memory.baseAddress), text.count >= room / 2 {
                count = text.count
            } else {
                other = text.copied
            }
        }
        if let failure { throw failure }
        return other ?? bytes
    }
}

extension UnsafeRawBufferPointer {
    /// A copy of the bytes in a new array. `unsafeUninitializedCapacity:` would be slower, because it looks up the array's type at every
    /// call.
    fileprivate var copied: [UInt8] { [UInt8](bindMemory(to: UInt8.self)) }
}
