/// A wrapping that a call puts around the mappings of some types. Types whose members stand in another type's object are not wrapped.
///
/// A class, because each call copies a reference to the wrapping.
package final class MappingWrapping: Hashable, Sendable {
    /// The name that tells this wrapping from others.
    let name: String
    /// Returns the mapping to use instead of a type's own mapping; nil: the own mapping.
    let wrap: @Sendable (any Any.Type, JSONMapping) -> JSONMapping?
    /// Finds the object in a text that was written with the wrapping. Returns the entire text if the text is not wrapped.
    let object: @Sendable (UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>

    package init(
        name: String, wrap: @escaping @Sendable (any Any.Type, JSONMapping) -> JSONMapping?,
        object: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>
    ) {
        self.name = name
        self.wrap = wrap
        self.object = object
    }

    package static func == (a: MappingWrapping, b: MappingWrapping) -> Bool { a === b || a.name == b.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The mapping of a type with the wrapping. Parts that have no object of their own stay unwrapped.
    func mapping(of child: JSONMapping.Child) -> JSONMapping {
        let mapping = child.mapping()
        let inner = mapping.with(shape: shape(mapping.shape))
        return child.isShared ? wrap(child.type, inner) ?? inner : inner
    }

    private func shape(_ shape: JSONMapping.Shape) -> JSONMapping.Shape {
        switch shape {
        case .object(var fields, let rules):
            for i in fields.indices where fields[i].role == .flattened { fields[i] = fields[i].with(child: fields[i].child.map(Self.bare)) }
            return .object(fields, rules)
        case .rawText(let cases, let thunks, .internal(let tag), let fallback):
            let bare = cases.map { CaseDescription(name: $0.name, payload: $0.payload.map(Self.bare), make: $0.make) }
            return .rawText(bare, thunks, .internal(tag: tag), fallback: fallback)
        case .rawText(let cases, let thunks, .chosen(let choose), let fallback):
            // The function that chooses the case looks at the object as it was before the wrapping.
            let looking = Thunks()
            looking.capture = { [object] to, text, choice in try thunks.capture(to, object(text), choice) }
            looking.project = thunks.project
            return .rawText(cases, looking, .chosen(choose), fallback: fallback)
        default: return shape
        }
    }

    /// A type, or an Optional of a type, without the wrapping.
    private static func bare(_ child: JSONMapping.Child) -> JSONMapping.Child {
        JSONMapping.Child(child.type, isShared: false) {
            let mapping = child.mapping()
            guard case .optional(let wrapped) = mapping.shape else { return mapping }
            return mapping.with(shape: .optional(bare(wrapped)))
        }
    }
}

extension JSONMapping {
    /// The same type with another shape.
    func with(shape: Shape) -> JSONMapping {
        JSONMapping(type: type, represented: represented, shape: shape, layout: layout, value: value)
    }
}
