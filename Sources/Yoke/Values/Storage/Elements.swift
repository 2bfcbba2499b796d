/// The elements of an array, or the values of an object's members, by position, for code that keeps its own stack instead of recursion. If
/// the container is lazy (its elements are made at first use), the initialiser makes its elements.
enum Elements {
    case array(ArrayStorage)
    case object(ObjectStorage)

    init(_ array: JSONArray) { self = .array(array.storage.made) }
    init(_ object: JSONObject) { self = .object(object.storage.made) }

    var count: Int {
        switch self {
        case .array(let storage): storage.row.count
        case .object(let storage): storage.row.count
        }
    }

    subscript(position: Int) -> JSONValue {
        switch self {
        case .array(let storage): storage.row[position]
        case .object(let storage): storage.row[position].value
        }
    }

    /// Returns the key of a member; nil for an array.
    func key(_ position: Int) -> String? {
        if case .object(let storage) = self { return storage.row[position].key }
        return nil
    }
}
