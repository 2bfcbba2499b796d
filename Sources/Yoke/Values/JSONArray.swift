/// The elements of a JSON array: a collection with the operations of `Array`.
///
/// Copies of an array share their elements until one of the copies changes. Releasing an array is not recursive, however deep its elements
/// are nested.
///
/// ```swift
/// var tags: JSONArray = ["a", "b"]
/// tags.append("c")
/// tags[0] = nil                       // null
/// ```
public struct JSONArray: Sendable {
    var storage: ArrayStorage

    /// Makes an empty array.
    public init() { storage = .empty }

    init(_ storage: ArrayStorage) { self.storage = storage }

    /// Makes an array with the elements of a sequence.
    public init(_ elements: some Sequence<JSONValue>) {
        storage = ArrayStorage(ContiguousArray(elements))
    }

    /// Makes this array the only owner of its storage. Every function that changes the array must call this first.
    @inline(__always)
    private mutating func makeUnique() {
        if storage.lazy != nil { storage = storage.made }
        if isKnownUniquelyReferenced(&storage) { storage.prepareForChange() } else { storage = ArrayStorage(ContiguousArray(storage.row)) }
    }
}

extension JSONArray: RandomAccessCollection, MutableCollection {
    /// The position of the first element: always 0.
    public var startIndex: Int { 0 }
    /// The number of elements.
    public var endIndex: Int { storage.count }

    /// The element at a position in the array. A position outside traps, as in `Array`. (`JSONValue`'s subscript gives nil.)
    public subscript(position: Int) -> JSONValue {
        get {
            let elements = storage.made.row
            precondition(elements.indices.contains(position), "an array has no element at this position")
            return elements[position]
        }
        _modify {
            makeUnique()
            yield &storage.elements[position]
        }
    }

    /// Returns an iterator, which keeps the elements alive.
    public func makeIterator() -> JSONIterator<JSONValue> {
        let storage = storage.made
        return JSONIterator(storage, storage.row)
    }

    /// Passes the elements, which are contiguous, to `body`.
    public func withContiguousStorageIfAvailable<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<JSONValue>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try body(storage.made.row)
    }

    /// The element at a position; nil for a position outside of the array. Setting nil removes the element. Setting at a position outside
    /// of the array does nothing.
    subscript(ifPresent position: Int) -> JSONValue? {
        get { indices.contains(position) ? storage.made.row[position] : Optional.none }
        _modify {
            var element: JSONValue?
            let isPresent = indices.contains(position)
            if isPresent {
                makeUnique()
                element = storage.elements[position]
                storage.elements[position] = .null  // so that `element` is the only reference to its storage
            }
            defer {
                if isPresent {
                    if let element { storage.elements[position] = element } else { remove(at: position) }
                }
            }
            yield &element
        }
    }
}

extension JSONArray: RangeReplaceableCollection {
    /// Replaces the elements of a range. Cost: linear in the number of new elements and of elements after the range.
    public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<JSONValue>) {
        makeUnique()
        storage.elements.replaceSubrange(range, with: elements)
    }

    /// Adds an element at the end. Cost: amortised constant time.
    public mutating func append(_ element: JSONValue) {
        makeUnique()
        storage.elements.append(element)
    }

    /// Adds the elements of a sequence at the end.
    public mutating func append(contentsOf elements: some Sequence<JSONValue>) {
        makeUnique()
        storage.elements.append(contentsOf: elements)
    }

    /// Reserves memory for `count` elements.
    public mutating func reserveCapacity(_ count: Int) {
        makeUnique()
        storage.elements.reserveCapacity(count)
    }
}

extension JSONArray: ExpressibleByArrayLiteral {
    /// Makes an array with the elements of the literal.
    public init(arrayLiteral elements: JSONValue...) { self.init(elements) }
}

extension JSONArray: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Returns true if both arrays have equal elements in the same order. The comparison is not recursive.
    public static func == (a: JSONArray, b: JSONArray) -> Bool { DocumentEquality.areEqual(.array(a), .array(b)) }
    /// Hashes the elements.
    public func hash(into hasher: inout Hasher) { JSONValue.array(self).hash(into: &hasher) }
    /// The array as compact JSON text.
    public var description: String { JSONValue.array(self).description }
    /// The array as compact JSON text.
    public var debugDescription: String { description }
}
