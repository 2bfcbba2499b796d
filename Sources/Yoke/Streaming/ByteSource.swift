/// The source of a stream's text.
package protocol ByteSource: AnyObject {
    /// Returns the next bytes, at least one; nil at the end. The bytes are valid until the next call.
    func next() throws(JSONError) -> UnsafeBufferPointer<UInt8>?
    /// The offset in the file at which the first bytes stand; 0 for a source without a file.
    var start: Int64 { get }
    /// Length of the file or text in bytes; nil if it is not known.
    var total: Int64? { get }
}

extension ByteSource {
    package var start: Int64 { 0 }
}

/// A file or descriptor that is read in chunks. The file is not mapped into memory, because a mapped file that becomes shorter meanwhile
/// would end the process.
package final class DescriptorSource: ByteSource {
    private let descriptor: Int32
    private let closes: Bool
    let name: String
    /// The buffer is allocated at its first use, so that an initialiser that throws need not free it.
    private lazy var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 64)
    private var hasBuffer = false
    /// The offset in the file at which the next bytes stand.
    private var bytes: Int64
    private var isClosed = false
    package let start: Int64
    package let total: Int64?

    /// Opens a file.
    package init(path: String) throws(JSONError) {
        name = path
        closes = true
        (start, bytes) = (0, 0)
        // The system would take a NUL as the end of the path, and open another file.
        guard !path.utf8.contains(0) else {
            throw JSONError(.io, "cannot open \"\(VisibleText.of(path, limit: 256))\": no path may hold a NUL character")
        }
        do {
            descriptor = try System.openForReading(path)
        } catch {
            throw Self.failure("cannot open \"\(VisibleText.of(path, limit: 256))\"", error)
        }
        do {
            total = try System.size(of: descriptor)
        } catch {
            System.closeDescriptor(descriptor)
            throw Self.failure("cannot read \"\(VisibleText.of(path, limit: 256))\"", error)
        }
    }

    /// Reads a descriptor that belongs to the caller, from its current position.
    package init(descriptor: Int32) throws(JSONError) {
        name = "descriptor \(descriptor)"
        closes = false
        self.descriptor = descriptor
        let size: Int64?
        do {
            size = try System.size(of: descriptor)  // throws for a directory
        } catch {
            throw Self.failure("cannot read \(name)", error)
        }
        let offset = size == nil ? nil : System.offset(of: descriptor)
        // Some systems report the size 0 for files that they make while they are read.
        total = offset == nil || size == 0 ? nil : size
        start = offset ?? 0
        bytes = start
    }

    deinit {
        close()
        if hasBuffer { buffer.deallocate() }
    }

    func close() {
        if closes, !isClosed { System.closeDescriptor(descriptor) }
        isClosed = true
    }

    /// Maps a part of the file into memory. Returns nil if this fails.
    func map(_ count: Int, at offset: Int64) -> UnsafeMutableRawBufferPointer? { System.map(descriptor, count, at: offset) }

    package func next() throws(JSONError) -> UnsafeBufferPointer<UInt8>? {
        if isClosed { return nil }
        let count: Int
        hasBuffer = true
        do {
            count = try System.readAvailable(descriptor, into: buffer)
        } catch {
            close()
            throw Self.failure("cannot read \"\(VisibleText.of(name, limit: 256))\" after byte \(bytes)", error)
        }
        bytes += Int64(count)
        if count == 0 {
            // Some files of the system (`/sys`) are shorter than their stated size, which does not change.
            let isShorter = total.map { bytes < $0 && (try? System.size(of: descriptor)) ?? 0 < $0 } ?? false
            close()
            if isShorter, let total {
                throw JSONError(
                    .io, "\"\(VisibleText.of(name, limit: 256))\" became shorter while it was read: \(bytes) of \(total) bytes")
            }
            return nil
        }
        return UnsafeRawBufferPointer(rebasing: buffer[..<count]).bindMemory(to: UInt8.self)
    }

    /// Reads all bytes. Stops after the first bytes beyond `limits.totalBytes`, because they are enough for the error.
    package func all(_ limits: JSONLimits) throws(JSONError) -> [UInt8] {
        var bytes: [UInt8] = []
        // The size of a sparse file can be more than the memory, so not more than 1 GiB is reserved.
        bytes.reserveCapacity(Int(min(total ?? 0, Int64(limits.maxTotalBytes), 1 << 30)))
        while bytes.count <= limits.maxTotalBytes, let part = try next() { bytes += part }
        return bytes
    }

    private static func failure(_ what: String, _ failure: System.Failure) -> JSONError {
        JSONError(.io, "\(what): \(failure.message)", underlying: failure)
    }
}

/// A source that takes its chunks from a sequence.
package final class ChunkSource<Chunks: IteratorProtocol>: ByteSource where Chunks.Element: Sequence<UInt8> {
    private var chunks: Chunks
    private var chunk: [UInt8] = []
    package let total: Int64? = nil

    package init(_ chunks: Chunks) { self.chunks = chunks }

    package func next() throws(JSONError) -> UnsafeBufferPointer<UInt8>? {
        while let next = chunks.next() {
            chunk = Array(next)
            // The pointer stays valid after the closure of `withUnsafeBufferPointer`, because `chunk` does not change before the next call
            // of `next()`.
            if !chunk.isEmpty { return chunk.withUnsafeBufferPointer { UnsafeBufferPointer(start: $0.baseAddress, count: $0.count) } }
        }
        return nil
    }
}
