internal import CYoke

// Storage for the elements of arrays and objects: one class instance for each container, shared by copies until one of them changes.
//
// A storage either has its elements, or it is lazy. A lazy storage has only the text of its elements. The first access to the elements
// makes a second storage, `made`, which has the elements.
//
// Elements that were made from text lie in a row: in the same memory, right after the storage object. The first change moves the elements
// to an array. A lazy storage has no row. Instead, its cell (`LazyElements`) lies after the object.
//
// Invariant: a storage changes only while exactly one reference to it exists, so a shared storage is read only. A lazy storage never
// changes: code that changes elements uses `made`. So storages are safe to send between threads, although the compiler cannot check this.
// (Two parts are set later, even in a shared storage, by an atomic operation: the key index, and `made` of a lazy storage. See
// LazyKeyIndex.swift and LazyElements.swift.)
//
// No function here recurses. Swift would release a value of depth n with n nested calls. Instead, the outermost freed storage moves the
// containers among its elements to a list (`Pending`). Each container in the list also moves its inner containers to the list before it is
// freed, so it is empty then. For example, when [[[1]], x] is freed, the list first holds [[1]], then [1], then nothing. A container that
// has another owner is not freed and keeps its elements.

/// The base class of `ArrayStorage` and `ObjectStorage`. `storage.h` declares the memory layout of the properties for C.
class Container: @unchecked Sendable {
    /// The text that the elements are made from; nil if this storage has the elements.
    @exclusivity(unchecked) final var lazy: LazyElements?
    /// The next container in the list `Pending`; nil for the last one, and if this container is not in the list.
    @exclusivity(unchecked) fileprivate final var next: Container?
    /// The number of elements or members in the row after the object; -1 without a row.
    @exclusivity(unchecked) fileprivate(set) final var rowCount = -1
    /// Finds the members of an object by key; empty for an array.
    @exclusivity(unchecked) final var index = LazyKeyIndex()

    fileprivate init() {}

    /// The memory directly after this object: a row of elements or members or, in a lazy storage, its cell (see `LazyElements`).
    @inline(__always)
    fileprivate final var tail: UnsafeMutableRawPointer {
        Unmanaged.passUnretained(self).toOpaque() + MemoryLayout<yoke_storage>.size
    }

    /// Allocates an object with `size` more bytes after it. The caller must initialise the subclass's array, `elements` or `members`.
    @inline(__always)
    fileprivate static func allocate<Storage: Container>(_ type: Storage.Type, tail size: Int) -> Storage {
        let memory = swift_allocObject(unsafeBitCast(type, to: UnsafeRawPointer.self), MemoryLayout<yoke_storage>.size + size, 7)
        let storage = Unmanaged<Storage>.fromOpaque(memory.unsafelyUnwrapped).takeRetainedValue()
        withUnsafeMutablePointer(to: &storage.next) { $0.initialize(to: nil) }
        // The memory of the object is not initialised. The three properties below hold no references, so assigning to them releases
        // nothing.
        storage.lazy = nil
        storage.rowCount = -1
        storage.index = LazyKeyIndex()
        return storage
    }

    /// Moves the elements or members from the row after the object to a new array.
    @inline(never)
    fileprivate final func takeRow<Part>(_ start: UnsafeMutablePointer<Part>) -> ContiguousArray<Part> {
        defer { rowCount = -1 }
        return ContiguousArray(unsafeUninitializedCapacity: rowCount) { parts, count in
            parts.baseAddress?.moveInitialize(from: start, count: rowCount)
            count = rowCount
        }
    }

    /// Drops the elements. Before that, moves the containers among the elements to `pending`. Subclasses override this function.
    func dropElements(to pending: inout Pending) {}

    /// Drops the text of a lazy storage. Before that, moves the storage with the elements, if it was made, to `pending`.
    fileprivate final func dropText(to pending: inout Pending) {
        lazy?.free(keeping: &pending)
        lazy = nil
    }

    /// Containers that are waiting to be released. The list is their only owner. Each container points to the next container, so the list
    /// allocates no memory.
    ///
    /// (A container with a second owner does not go to this list. If another thread drops the second reference at the same moment, the
    /// container is freed in a nested call and makes a list of its own.)
    struct Pending {
        private var first: Container?

        /// Adds the storage of an array or object to the list, if the storage has no other owner. Releases any other value.
        @inline(__always)
        mutating func take(_ value: consuming JSONValue) {
            guard let container = value.container else { return }
            value = .null  // so that `container` is the only reference
            take(consume container)
        }

        @inline(__always)
        mutating func take(_ container: consuming Container) {
            guard isKnownUniquelyReferenced(&container) else { return }
            container.next = first.take()
            first = consume container
        }

        /// Releases the containers in the list, and all containers inside them that have no other owner.
        mutating func release() {
            while let container = first.take() {
                first = container.next.take()
                container.dropElements(to: &self)
            }
        }
    }
}

final class ArrayStorage: Container, @unchecked Sendable {
    /// The elements; empty if they lie in a row after the object, or if the storage is lazy.
    @exclusivity(unchecked) var elements: ContiguousArray<JSONValue>

    init(_ elements: ContiguousArray<JSONValue>) {
        self.elements = elements
        super.init()
    }

    /// Makes a storage with `count` elements in a row, which `fill` initialises.
    @inline(__always)
    static func row(_ count: Int, _ fill: (UnsafeMutablePointer<JSONValue>) -> Void) -> ArrayStorage {
        let storage = Unmanaged.passRetained(allocate(tail: count * MemoryLayout<JSONValue>.stride))
        fill(storage._withUnsafeGuaranteedRef { $0.rowStart })  // not a counted reference, because `fill` runs very often
        storage._withUnsafeGuaranteedRef { $0.rowCount = count }
        return storage.takeRetainedValue()
    }

    /// Makes a lazy storage: elements are made from the text at first use. If `document` is nil, the storage gets a copy of the text.
    static func lazy(_ part: DocumentText.Part, of document: DocumentText?) -> ArrayStorage {
        let storage = allocate(tail: LazyElements.size(of: part, in: document))
        storage.lazy = LazyElements(at: storage.tail, part, of: document)
        return storage
    }

    @inline(__always)
    private static func allocate(tail size: Int) -> ArrayStorage {
        let storage = allocate(ArrayStorage.self, tail: size)
        withUnsafeMutablePointer(to: &storage.elements) { $0.initialize(to: []) }
        return storage
    }

    /// The storage of all empty arrays.
    static let empty = ArrayStorage([])

    /// Number of elements. Known before the elements are made.
    var count: Int { lazy?.count ?? row.count }

    /// The elements, valid while the storage lives and does not change. Empty for a lazy storage.
    @inline(__always)
    var row: UnsafeBufferPointer<JSONValue> {
        rowCount >= 0 ? UnsafeBufferPointer(start: rowStart, count: rowCount) : elements.withUnsafeBufferPointer { $0 }
    }

    @inline(__always)
    private var rowStart: UnsafeMutablePointer<JSONValue> { tail.assumingMemoryBound(to: JSONValue.self) }

    /// Moves the elements from a row to `elements`, where they can change.
    @inline(__always)
    func prepareForChange() {
        if rowCount >= 0 { elements = takeRow(rowStart) }
    }

    /// The storage that has the elements: for a lazy storage `LazyElements.made`, else this storage.
    @inline(__always)
    var made: ArrayStorage { lazy?.made { DocumentBuilder.array(of: $0, in: $1) } ?? self }

    override func dropElements(to pending: inout Pending) {
        if rowCount >= 0 {
            for i in 0..<rowCount { pending.take((rowStart + i).move()) }
            rowCount = -1
        } else if lazy != nil {
            dropText(to: &pending)
        } else if !elements.isEmpty {
            elements.withUnsafeMutableBufferPointer { elements in
                for i in elements.indices { pending.take(elements[i].take()) }
            }
            elements = []
        }
    }

    deinit {
        var pending = Pending()
        dropElements(to: &pending)
        pending.release()
    }
}

/// The members of an object.
final class ObjectStorage: Container, @unchecked Sendable {
    /// The members; empty if they lie in a row after the object, or if the storage is lazy.
    @exclusivity(unchecked) var members: ContiguousArray<JSONObject.Element>

    init(_ members: ContiguousArray<JSONObject.Element>) {
        self.members = members
        super.init()
        index.prepare(for: members.count)
    }

    /// Makes a storage with `count` members in a row, which `fill` initialises.
    @inline(__always)
    static func row(_ count: Int, _ fill: (UnsafeMutablePointer<JSONObject.Element>) -> Void) -> ObjectStorage {
        let storage = Unmanaged.passRetained(allocate(tail: count * MemoryLayout<JSONObject.Element>.stride))
        fill(storage._withUnsafeGuaranteedRef { $0.rowStart })  // see `ArrayStorage.row`
        storage._withUnsafeGuaranteedRef { storage in
            storage.rowCount = count
            storage.index.prepare(for: count)
        }
        return storage.takeRetainedValue()
    }

    /// Makes a lazy storage: members are made from the text at first use. If `document` is nil, the storage gets a copy of the text.
    static func lazy(_ part: DocumentText.Part, of document: DocumentText?) -> ObjectStorage {
        let storage = allocate(tail: LazyElements.size(of: part, in: document))
        storage.lazy = LazyElements(at: storage.tail, part, of: document)
        return storage
    }

    @inline(__always)
    private static func allocate(tail size: Int) -> ObjectStorage {
        let storage = allocate(ObjectStorage.self, tail: size)
        withUnsafeMutablePointer(to: &storage.members) { $0.initialize(to: []) }
        return storage
    }

    /// The storage of all empty objects.
    static let empty = ObjectStorage([])

    /// Number of members. Known before the members are made.
    var count: Int { lazy?.count ?? row.count }

    /// The members, valid while the storage lives and does not change. Empty for a lazy storage.
    @inline(__always)
    var row: UnsafeBufferPointer<JSONObject.Element> {
        rowCount >= 0 ? UnsafeBufferPointer(start: rowStart, count: rowCount) : members.withUnsafeBufferPointer { $0 }
    }

    @inline(__always)
    private var rowStart: UnsafeMutablePointer<JSONObject.Element> { tail.assumingMemoryBound(to: JSONObject.Element.self) }

    /// Moves the members from a row to `members`, where they can change.
    @inline(__always)
    func prepareForChange() {
        if rowCount >= 0 { members = takeRow(rowStart) }
    }

    /// The storage that has the members: for a lazy storage `LazyElements.made`, else this storage.
    @inline(__always)
    var made: ObjectStorage { lazy?.made { DocumentBuilder.object(of: $0, in: $1) } ?? self }

    override func dropElements(to pending: inout Pending) {
        if rowCount >= 0 {
            for i in 0..<rowCount { pending.take((rowStart + i).move().value) }
            rowCount = -1
        } else if lazy != nil {
            dropText(to: &pending)
        } else if !members.isEmpty {
            members.withUnsafeMutableBufferPointer { members in
                for i in members.indices { pending.take(members[i].value.take()) }
            }
            members = []
        }
    }

    deinit {
        index.free()
        var pending = Pending()
        dropElements(to: &pending)
        pending.release()
    }
}

extension JSONValue {
    /// The storage of an array or object; nil for other values.
    @inline(__always)
    var container: Container? {
        switch self {
        case .array(let array): array.storage
        case .object(let object): object.storage
        default: nil
        }
    }

    /// Takes the value out, and leaves `null`.
    @inline(__always)
    fileprivate mutating func take() -> JSONValue {
        let value = self
        self = .null
        return value
    }
}
