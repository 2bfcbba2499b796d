/// The storage of an array or an object, which has its elements, seen as a row of values: what a walk keeps on its own stack.
enum Elements {
    case array(ArrayStorage)
    case object(ObjectStorage)

    init(_ array: JSONArray) { self = .array(array.storage.made) }
    init(_ object: JSONObject) { self = .object(object.storage.made) }

    var count: Int {
        switch self {
        case .array(let storage): storage.elements.count
        case .object(let storage): storage.members.count
        }
    }

    subscript(position: Int) -> JSONValue {
        switch self {
        case .array(let storage): storage.elements[position]
        case .object(let storage): storage.members[position].value
        }
    }

    /// A member's key.
    func key(_ position: Int) -> String? {
        if case .object(let storage) = self { return storage.members[position].key }
        return nil
    }
}
