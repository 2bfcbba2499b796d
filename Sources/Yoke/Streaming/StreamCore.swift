/// The source of a text and its reader. It knows the elements by their plan and not by a generic type, so it is compiled once.
@usableFromInline
final class StreamCore {
    private var source: (any ByteSource)?
    private let reader: RecordReader
    private let total: Int64?
    private var chunk = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

    init(_ source: any ByteSource, _ reader: RecordReader) {
        self.source = source
        self.reader = reader
        total = source.total
    }

    var progress: JSONProgress {
        JSONProgress(bytes: Int64(clamping: reader.bytes), total: total, elements: reader.delivered)
    }

    /// Returns the address of the next element; nil at the end. The caller must move the element out at once.
    ///
    /// - Parameter value: the address of a value that the element may be read into. If the element is there, this address is returned, and
    ///   the caller must not move the element out.
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

    /// Feeds a single slice, so that only the elements in this slice can wait.
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
