// Storage for the elements of arrays and objects: one class instance for each container, shared by copies until one of them changes.
//
// A storage has its elements, or it is lazy. The elements of a lazy storage are in another storage, `made`, which the first look at them
// creates.
//
// Invariant: a storage changes only while exactly one reference to it exists. A shared storage is read only. A lazy storage never
// changes: code that wants to change it takes `made`. So storages are safe to send, although the compiler cannot see this. (The key index
// and lazy elements are the exceptions: LazyKeyIndex.swift, LazyElements.swift.)
//
// No function here recurses. Swift would release a value of depth n with n nested calls. Instead, the outermost dying storage takes the
// containers below it apart one by one:
//
//     [[[1]], x]  dies       pending: [[1]]        [1]             nothing
//                            a container on the list drops its elements if it has no other owner, so it dies empty, one level deep

/// The common base of both kinds of storage.
class Container: @unchecked Sendable {
    /// The text that the elements are made from; nil if this storage has the elements.
    @exclusivity(unchecked) private(set) final var lazy: LazyElements?
    /// The next container to take apart: see `Pending`.
    @exclusivity(unchecked) fileprivate final var next: Container?

    init(lazy: LazyElements? = nil) { self.lazy = lazy }

    /// Drops the elements. First it moves the containers among them to `pending`.
    func dropElements(to pending: inout Pending) {
        lazy?.free(keeping: &pending)
        lazy = nil
    }

    /// Containers that have no other owner, to be taken apart. They form a list of their own, so that no memory is needed.
    ///
    /// (Another thread may drop the last other reference to a container that is not taken here. Then the storage dies in a nested call,
    /// which begins its own list.)
    struct Pending {
        private var first: Container?

        mutating func take(_ container: consuming Container) {
            guard isKnownUniquelyReferenced(&container) else { return }
            container.next = first.take()
            first = container
        }

        /// Releases the containers, and all containers below them without another owner.
        mutating func release() {
            while let container = first.take() {
                first = container.next.take()
                container.dropElements(to: &self)
            }
        }
    }
}

final class ArrayStorage: Container, @unchecked Sendable {
    @exclusivity(unchecked) var elements: ContiguousArray<JSONValue>

    init(_ elements: ContiguousArray<JSONValue>) {
        self.elements = elements
        super.init()
    }

    override init(lazy: LazyElements?) {
        elements = []
        super.init(lazy: lazy)
    }

    /// The storage of all empty arrays.
    static let empty = ArrayStorage([])

    /// Number of elements. Known before the elements are made.
    var count: Int { lazy?.count ?? elements.count }

    /// The storage with the elements.
    @inline(__always)
    var made: ArrayStorage { lazy?.made { ArrayStorage(DocumentBuilder.elements(of: $0, in: $1)) } ?? self }

    override func dropElements(to pending: inout Pending) {
        super.dropElements(to: &pending)
        elements.withUnsafeMutableBufferPointer { elements in
            for i in elements.indices {
                if let container = elements[i].takeContainer() { pending.take(container) }
            }
        }
        elements = []
    }

    deinit {
        var pending = Pending()
        dropElements(to: &pending)
        pending.release()
    }
}

/// The members of an object, and an index of the keys for objects with many members.
final class ObjectStorage: Container, @unchecked Sendable {
    @exclusivity(unchecked) var members: ContiguousArray<(key: String, value: JSONValue)>
    @exclusivity(unchecked) var index = LazyKeyIndex()

    init(_ members: ContiguousArray<(key: String, value: JSONValue)>) {
        self.members = members
        index.prepare(for: members.count)
        super.init()
    }

    override init(lazy: LazyElements?) {
        members = []
        super.init(lazy: lazy)
    }

    /// The storage of all empty objects.
    static let empty = ObjectStorage([])

    /// Number of members. Known before the members are made.
    var count: Int { lazy?.count ?? members.count }

    /// The storage with the members.
    @inline(__always)
    var made: ObjectStorage { lazy?.made { ObjectStorage(DocumentBuilder.members(of: $0, in: $1)) } ?? self }

    override func dropElements(to pending: inout Pending) {
        super.dropElements(to: &pending)
        members.withUnsafeMutableBufferPointer { members in
            for i in members.indices {
                if let container = members[i].value.takeContainer() { pending.take(container) }
            }
        }
        members = []
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

    /// Takes the storage of an array or object out, and leaves `null`; nil for other values.
    @inline(__always)
    fileprivate mutating func takeContainer() -> Container? {
        guard let container else { return nil }
        self = .null
        return container
    }
}
