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
    private(set) final var lazy: LazyElements?

    init(lazy: LazyElements? = nil) { self.lazy = lazy }

    /// Drops the elements. First it adds the containers among them to `pending`, which retains them.
    func dropElements(keeping pending: inout [Container]) {
        lazy?.free(keeping: &pending)
        lazy = nil
    }

    /// Releases containers, and all containers below them without another owner.
    ///
    /// (Another thread may drop the last other reference between the check and the release. Then the storage dies in a nested call, which
    /// begins its own list.)
    static func release(_ pending: inout [Container]) {
        while var container = pending.popLast() {
            if isKnownUniquelyReferenced(&container) { container.dropElements(keeping: &pending) }
        }
    }
}

final class ArrayStorage: Container, @unchecked Sendable {
    var elements: ContiguousArray<JSONValue>

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

    override func dropElements(keeping pending: inout [Container]) {
        super.dropElements(keeping: &pending)
        for element in elements {
            if let container = element.container { pending.append(container) }
        }
        elements = []
    }

    deinit {
        var pending: [Container] = []
        dropElements(keeping: &pending)
        Container.release(&pending)
    }
}

/// The members of an object, and an index of the keys for objects with many members.
final class ObjectStorage: Container, @unchecked Sendable {
    var members: ContiguousArray<(key: String, value: JSONValue)>
    var index = LazyKeyIndex()

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

    override func dropElements(keeping pending: inout [Container]) {
        super.dropElements(keeping: &pending)
        for member in members {
            if let container = member.value.container { pending.append(container) }
        }
        members = []
    }

    deinit {
        index.free()
        var pending: [Container] = []
        dropElements(keeping: &pending)
        Container.release(&pending)
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
}
