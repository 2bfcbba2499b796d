/// Reads the elements of a stream from a source. The class is not generic: a plan describes the elements, so the code is compiled only
/// once.
@usableFromInline
final class StreamCore {
    private var source: (any ByteSource)?
    private let reader: RecordReader
    private let start: Int64
    private let total: Int64?
    private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    init(_ source: any ByteSource, _ reader: RecordReader) {
        self.source = source
        self.reader = reader
        (start, total) = (source.start, source.total)
    }

    var progress: JSONProgress {
        JSONProgress(
            bytes: start + Int64(clamping: reader.bytes), total: total, elements: reader.delivered,
            resumeOffset: reader.resumeOffset.map { start + Int64(clamping: $0) })
    }

    /// Returns the address of the next element; nil at the end. The caller must move the element out at once.
    ///
    /// - Parameter value: the address of a value that the next element may overwrite; nil if no value may be overwritten. If the reader has
    ///   overwritten the value, `next` returns the same address, and the caller must not move the element out.
    @usableFromInline
    func next(into value: UnsafeMutableRawPointer? = nil) throws(JSONError) -> UnsafeMutableRawPointer? {
        if !reader.isBusy { reader.target = value }
        while true {
            do throws(JSONError) {
                if let element = try reader.pop() { return element }
            } catch {
                if reader.hasEnded { source = nil }  // closes the file
                throw error
            }
            if !reader.wantsText {
                source = nil
                return nil
            }
            readOn()
        }
    }

    /// Gives the reader one slice of the chunk. If the reader got the entire chunk, all its elements would wait in memory.
    private func readOn() {
        if chunk.isEmpty {
            do throws(JSONError) {
                guard let next = try nextChunk() else {
                    reader.finish()
                    return
                }
                chunk = next
            } catch {
                reader.fail(error)
                return
            }
        }
        let slice = UnsafeBufferPointer(rebasing: chunk.prefix(RecordReader.sliceSize))
        chunk = UnsafeBufferPointer(rebasing: chunk.dropFirst(reader.feed(slice, isFollowed: slice.count < chunk.count, stays: true)))
    }

    private func nextChunk() throws(JSONError) -> UnsafeBufferPointer<UInt8>? {
        reader.isBusy = true
        defer { reader.isBusy = false }
        return try source?.next()
    }
}
