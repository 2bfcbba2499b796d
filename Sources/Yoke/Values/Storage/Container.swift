// What the elements of arrays and objects live in: one object a container, shared until somebody writes.
//
// A storage has its elements, or is lazy: then they are in another storage, `made`, when somebody has looked at them.
//
// Invariant: a storage is changed only while one reference to it exists, and a shared one is read only. A lazy one is never changed: whoever
// wants to change it takes `made`. That makes it safe to send although the compiler cannot see it. (The key index and lazy elements
// are the exceptions: LazyKeyIndex.swift, LazyElements.swift.)
//
// Nothing here recurses. Swift would release a value of depth n by n nested calls; instead the outermost storage that
// dies takes the containers below it apart one by one:
//
//     [[[1]], x]  dies       pending: [[1]]        [1]             nothing
//                            its elements are dropped when it is ours alone, so it dies empty, one level deep

/// A storage of either kind.
class Container: @unchecked Sendable {
    /// What the elements are made of; nil: they are here.
    private(set) final var lazy: LazyElements?

    init(lazy: LazyElements? = nil) { self.lazy = lazy }

    /// Drops the elements, after the containers among them have been retained on `pending`.
    func dropElements(keeping pending: inout [Container]) {
        lazy?.free(keeping: &pending)
        lazy = nil
    }

    /// Releases containers, and whatever below them nobody else holds.
    ///
    /// (When another thread drops the last other reference between question and release, that storage dies in a nested
    /// call and begins a list of its own.)
    static func release(_ pending: inout [Container]) {
        while var container = pending.popLast() {
            if isKnownUniquelyReferenced(&container) { container.dropElements(keeping: &pending) }
        }
    }
}

/// The elements of an array.
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

    /// Shared by all empty arrays.
    static let empty = ArrayStorage([])

    /// Of elements; known before they are made.
    var count: Int { lazy?.count ?? elements.count }

    /// The storage that has the elements.
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

/// The members of an object, and where keys are when there are many.
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

    /// Shared by all empty objects.
    static let empty = ObjectStorage([])

    /// Of members; known before they are made.
    var count: Int { lazy?.count ?? members.count }

    /// The storage that has the members.
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
    /// The storage of an array or object.
    @inline(__always)
    var container: Container? {
        switch self {
        case .array(let array): array.storage
        case .object(let object): object.storage
        default: nil
        }
    }
}
