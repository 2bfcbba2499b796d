// Copies of mappings that differ in one part.

extension JSONMapping {
    /// Returns a mapping of the same type with another shape.
    func with(shape: Shape) -> JSONMapping {
        JSONMapping(type: type, represented: represented, shape: shape, layout: layout, value: value)
    }
}

extension JSONMapping.Child {
    /// Returns the same type with the given mapping, which belongs to one property or one payload. `tags`: see the property `tags`.
    func with(_ mapping: JSONMapping, tags: [String] = []) -> JSONMapping.Child {
        JSONMapping.Child(type, isShared: false, tags: tags) { mapping }
    }
}

extension JSONMapping {
    /// True if hooks surround the mapping: `hooked(_:)` has made it.
    var hasHooks: Bool {
        guard case .rawText(let cases, _, .untagged, nil) = shape else { return false }
        return cases.count == 1 && cases[0].payload?.type == represented
    }
}

extension JSONMapping {
    /// Returns true if null is the JSON of a value: nil, dynamic JSON, raw text, or a case that reads null. `depth`: the number of levels of
    /// inner types to visit.
    func hasNull(within depth: Int = 8) -> Bool {
        switch shape {
        case .optional, .document: true
        case .via(let inner, _), .staged(let inner): depth > 0 && inner.mapping().hasNull(within: depth - 1)
        case .rawText(let cases, _, .untagged, _):
            cases.isEmpty || cases.contains { $0.payload.map { depth > 0 && $0.mapping().hasNull(within: depth - 1) } ?? true }
        default: false
        }
    }
}

extension CaseDescription {
    /// Returns the same case with another payload.
    func with(payload: JSONMapping.Child?) -> CaseDescription { CaseDescription(name: name, payload: payload, make: make) }
}

extension JSONMapping.Shape {
    /// Returns the shape of a type that is stored as another type. If the thunks can assign a storage to an instance, notes the storage's
    /// type in them.
    @usableFromInline
    static func assignable(_ storage: JSONMapping.Child, _ thunks: Thunks) -> JSONMapping.Shape {
        if thunks.assign != nil { thunks.storage = storage }
        return .via(storage, thunks)
    }

    /// Returns the shape with changed inner types. Changes only inner types whose values have the same JSON as the outer value. These are
    /// the wrapped type of an Optional, the storage type of a type that is read via a storage type, and the payload types of cases.
    ///
    /// - Parameter change: returns the changed type; nil if the type stays the same.
    /// - Returns: nil if no type changes.
    func changing(_ change: (JSONMapping.Child) throws(JSONError) -> JSONMapping.Child?) throws(JSONError) -> JSONMapping.Shape? {
        switch self {
        case .optional(let inner): return try change(inner).map { .optional($0) }
        case .staged(let inner): return try change(inner).map { .staged($0) }
        case .via(let inner, let thunks): return try change(inner).map { .via($0, thunks) }
        case .rawText(var cases, let thunks, let tagging, let fallback):
            switch tagging {
            case .adjacent, .external: return nil  // the payload's JSON is only a part of the value's JSON
            default: break
            }
            var hasChanged = false
            for i in cases.indices {
                guard let payload = cases[i].payload, let changed = try change(payload) else { continue }
                cases[i] = cases[i].with(payload: changed)
                hasChanged = true
            }
            return hasChanged ? .rawText(cases, thunks, tagging, fallback: fallback) : nil
        default: return nil
        }
    }
}
