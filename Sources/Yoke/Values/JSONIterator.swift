/// Returns the elements of a `JSONArray` or the members of a `JSONObject`, one after the other. The iterator keeps the elements or members
/// alive.
public struct JSONIterator<Element: Sendable>: IteratorProtocol, @unchecked Sendable {
    /// The storage of the elements. While the iterator holds this reference, the storage is shared, and a shared storage never changes.
    @usableFromInline let owner: AnyObject
    @usableFromInline var position: UnsafePointer<Element>?
    @usableFromInline let end: UnsafePointer<Element>?

    init(_ owner: Container, _ row: UnsafeBufferPointer<Element>) {
        self.owner = owner
        position = row.baseAddress
        end = row.baseAddress.map { $0 + row.count }
    }

    /// Returns the next element; nil at the end.
    @inlinable @inline(__always)
    public mutating func next() -> Element? {
        guard let position, position != end else { return nil }
        defer { _fixLifetime(owner) }
        self.position = position + 1
        return position.pointee
    }
}
