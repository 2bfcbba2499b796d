/// The elements of a JSON array: a collection that is used as an `Array` is.
///
/// Copies share their elements until one is changed; releasing one is iterative, however deep its elements are.
///
/// ```swift
/// var tags: JSONArray = ["a", "b"]
/// tags.append("c")
/// tags[0] = nil                       // null
/// ```
public struct JSONArray: Sendable {
    var storage: ArrayStorage

    /// An empty array.
    public init() { storage = .empty }

    init(_ storage: ArrayStorage) { self.storage = storage }

    /// An array of the elements of a sequence.
    public init(_ elements: some Sequence<JSONValue>) {
        storage = ArrayStorage(ContiguousArray(elements))
    }

    /// To be called before any change.
    @inline(__always)
    private mutating func makeUnique() {
        if storage.lazy != nil { storage = storage.made }
        if !isKnownUniquelyReferenced(&storage) { storage = ArrayStorage(storage.elements) }
    }
}

extension JSONArray: RandomAccessCollection, MutableCollection {
    /// 0
    public var startIndex: Int { 0 }
    /// The count of elements.
    public var endIndex: Int { storage.count }

    /// The element at a position inside the array; a position outside traps, as an Array's does. (`JSONValue`'s subscript gives nil.)
    public subscript(position: Int) -> JSONValue {
        get { storage.made.elements[position] }
        _modify {
            makeUnique()
            yield &storage.elements[position]
        }
    }

    /// Lends the elements, which are contiguous.
    public func withContiguousStorageIfAvailable<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<JSONValue>) throws(Failure) -> Result
    ) throws(Failure) -> Result? {
        try storage.made.elements.withUnsafeBufferPointer(body)
    }

    /// The element at any position, nil outside of the array. Setting nil removes; outside nothing happens.
    subscript(ifPresent position: Int) -> JSONValue? {
        get { indices.contains(position) ? storage.made.elements[position] : Optional.none }
        _modify {
            var element: JSONValue?
            let isPresent = indices.contains(position)
            if isPresent {
                makeUnique()
                element = storage.elements[position]
                storage.elements[position] = .null  // so that `element` is the only owner
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
    /// Replaces the elements of a range. Linear in the elements behind the range and the new ones.
    public mutating func replaceSubrange(_ range: Range<Int>, with elements: some Collection<JSONValue>) {
        makeUnique()
        storage.elements.replaceSubrange(range, with: elements)
    }

    /// Adds an element at the end. Amortised constant time.
    public mutating func append(_ element: JSONValue) {
        makeUnique()
        storage.elements.append(element)
    }

    /// Adds the elements of a sequence at the end.
    public mutating func append(contentsOf elements: some Sequence<JSONValue>) {
        makeUnique()
        storage.elements.append(contentsOf: elements)
    }

    /// Makes room for so many elements.
    public mutating func reserveCapacity(_ count: Int) {
        makeUnique()
        storage.elements.reserveCapacity(count)
    }
}

extension JSONArray: ExpressibleByArrayLiteral {
    /// An array of the literal's elements.
    public init(arrayLiteral elements: JSONValue...) { self.init(elements) }
}

extension JSONArray: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    /// Whether both have equal elements in the same order. Uses no stack for depth.
    public static func == (a: JSONArray, b: JSONArray) -> Bool { DocumentEquality.areEqual(.array(a), .array(b)) }
    /// Feeds the elements.
    public func hash(into hasher: inout Hasher) { JSONValue.array(self).hash(into: &hasher) }
    /// Compact JSON text.
    public var description: String { JSONValue.array(self).description }
    /// Compact JSON text.
    public var debugDescription: String { description }
}
