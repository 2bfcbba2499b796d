/// Finds the values that an update has changed only indirectly, because they contain a class instance that the update has changed.
final class InstanceSearch {
    var targets: Set<ObjectIdentifier> = []

    @exclusivity(unchecked) private var mappings = MappingCache()
    private var holders: [ObjectIdentifier: Bool] = [:]

    /// The deepest level of nested values that the search visits.
    private static let depth = 128

    /// Returns true if the value at `at` is or contains one of the `targets`. The search does not look inside class instances.
    func isIn(_ child: JSONMapping.Child, at: UnsafeRawPointer, within depth: Int = depth) -> Bool {
        guard !targets.isEmpty, depth > 0, mayHold(child) else { return false }
        let mapping = mappings.mapping(of: child)
        if mapping.value.isNil(at) { return false }
        switch mapping.shape {
        case .via where mapping.layout.isReference:
            return targets.contains(ObjectIdentifier(at.assumingMemoryBound(to: AnyObject.self).pointee))
        case .via(let storage, let thunks):
            guard let stored = try? StoredValue(mappings.mapping(of: storage), of: at, thunks) else { return false }
            return isIn(storage, at: stored.at, within: depth - 1)
        case .optional(let inner), .staged(let inner): return isIn(inner, at: at, within: depth - 1)
        case .array(let inner, _, _), .dictionary(let inner, _, _, _):
            return (child.type as? any ElementHolder.Type)?.contains(in: at) { isIn(inner, at: $0, within: depth - 1) } ?? false
        case .rawText(let cases, _, _, _) where mapping.hasHooks:
            return cases[0].payload.map { isIn($0, at: at, within: depth - 1) } ?? false
        case .object(let fields, _):
            return fields.contains { field in
                guard let child = field.child, let offset = field.offset else { return false }
                return isIn(child, at: at + offset, within: depth - 1)
            }
        default: return false
        }
    }

    /// Returns true if values of the type can be or contain class instances. The search skips other types, for example big arrays of
    /// numbers.
    func mayHold(_ child: JSONMapping.Child) -> Bool {
        let id = ObjectIdentifier(child.type)
        if child.isShared, let known = holders[id] { return known }
        var passed: Set<ObjectIdentifier> = []
        let holds = reachesInstance(child, &passed)
        if child.isShared { holders[id] = holds }
        return holds
    }

    private func reachesInstance(_ child: JSONMapping.Child, _ passed: inout Set<ObjectIdentifier>) -> Bool {
        // A type may contain itself. So a mapping that is shared by all values of its type is visited once. A mapping that belongs to a
        // single property is always visited.
        if child.isShared, !passed.insert(ObjectIdentifier(child.type)).inserted { return false }
        let mapping = mappings.mapping(of: child)
        switch mapping.shape {
        case .via where mapping.layout.isReference: return true
        case .via(let inner, _), .optional(let inner), .staged(let inner), .array(let inner, _, _), .dictionary(let inner, _, _, _):
            return reachesInstance(inner, &passed)
        case .rawText(let cases, _, _, _):
            for case let payload? in cases.map(\.payload) where reachesInstance(payload, &passed) { return true }
            return false
        case .object(let fields, _):
            for case let child? in fields.map(\.child) where reachesInstance(child, &passed) { return true }
            return false
        default: return false
        }
    }
}

/// Arrays, sets and dictionaries of any element type. The search calls `contains` without knowledge of the element type.
private protocol ElementHolder {
    associatedtype Parts: Sequence
    /// The elements, or the values of a dictionary.
    var parts: Parts { get }
}

extension ElementHolder {
    /// Passes the address of each part of the collection at `at` to `test`. Returns true if `test` returns true for one of them.
    static func contains(in at: UnsafeRawPointer, _ test: (UnsafeRawPointer) -> Bool) -> Bool {
        for part in at.assumingMemoryBound(to: Self.self).pointee.parts
        where withUnsafePointer(to: part, { test(UnsafeRawPointer($0)) }) { return true }
        return false
    }
}

extension Array: ElementHolder {
    fileprivate var parts: Self { self }
}
extension Set: ElementHolder {
    fileprivate var parts: Self { self }
}
extension Dictionary: ElementHolder {
    fileprivate var parts: Values { values }
}
