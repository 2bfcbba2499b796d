/// Changes the mappings of some types for one call, so that their objects have an extra member (such as a version number). A value whose
/// members stand in the object of another value gets no extra member.
///
/// This is a class, so that copying the options of a call copies only a reference.
package final class MappingWrapping: Hashable, Sendable {
    /// The identity of the wrapping: wrappings with the same name are equal.
    let name: String
    /// Returns the mapping that replaces a type's own mapping; nil if the type keeps its own mapping.
    let wrap: @Sendable (any Any.Type, JSONMapping) -> JSONMapping?
    /// Returns the text of an object without the extra member; nil if the text has no such member.
    let object: @Sendable (UnsafeBufferPointer<UInt8>) -> [UInt8]?

    package init(
        name: String, wrap: @escaping @Sendable (any Any.Type, JSONMapping) -> JSONMapping?,
        object: @escaping @Sendable (UnsafeBufferPointer<UInt8>) -> [UInt8]?
    ) {
        self.name = name
        self.wrap = wrap
        self.object = object
    }

    package static func == (a: MappingWrapping, b: MappingWrapping) -> Bool { a === b || a.name == b.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Returns the mapping of a type, with the extra member if `wrap` adds one to this type. Flattened values, and payloads that have the
    /// tag among their members, get no extra member.
    func mapping(of child: JSONMapping.Child) -> JSONMapping {
        let mapping = child.mapping()
        let isWrapped = child.isShared && wrap(child.type, mapping) != nil
        let inner = mapping.with(shape: shape(mapping.shape, isWrapped: isWrapped))
        return isWrapped ? wrap(child.type, inner) ?? inner : inner
    }

    /// - Parameter isWrapped: true if the value itself has the extra member. The payload of a case whose JSON is the JSON of the value then
    ///   gets no second one.
    private func shape(_ shape: JSONMapping.Shape, isWrapped: Bool) -> JSONMapping.Shape {
        switch shape {
        case .object(var fields, let rules):
            for i in fields.indices where fields[i].role == .flattened {
                fields[i] = fields[i].with(child: fields[i].child.map(Self.unwrapped))
            }
            return .object(fields, rules)
        case .rawText(let cases, let thunks, .internal(let tag), let fallback):
            return .rawText(cases.map(Self.unwrapped), thunks, .internal(tag: tag), fallback: fallback)
        case .rawText(let cases, let thunks, .chosen(let choose), let fallback):
            // The function that chooses the case gets the object without the extra member.
            let unwrapping = Thunks()
            unwrapping.capture = { [object] to, text, choice in
                guard let object = object(text) else { return try thunks.capture(to, text, choice) }
                try object.withUnsafeBufferPointer { try thunks.capture(to, $0, choice) }
            }
            unwrapping.project = thunks.project
            return .rawText(isWrapped ? cases.map(Self.unwrapped) : cases, unwrapping, .chosen(choose), fallback: fallback)
        case .rawText(let cases, let thunks, .untagged, let fallback) where isWrapped && cases.count > 1:
            return .rawText(cases.map(Self.unwrapped), thunks, .untagged, fallback: fallback)
        case .via(let storage, let thunks) where isWrapped && wrap(storage.type, storage.mapping()) != nil:
            return .via(Self.unwrapped(storage), thunks)
        default: return shape
        }
    }

    private static func unwrapped(_ description: CaseDescription) -> CaseDescription {
        description.with(payload: description.payload.map(Self.unwrapped))
    }

    /// Returns the same type with its own mapping, without the extra member. If the type is an Optional, the type in the Optional has no
    /// extra member either.
    private static func unwrapped(_ child: JSONMapping.Child) -> JSONMapping.Child {
        JSONMapping.Child(child.type, isShared: false) {
            let mapping = child.mapping()
            guard case .optional(let wrapped) = mapping.shape else { return mapping }
            return mapping.with(shape: .optional(unwrapped(wrapped)))
        }
    }
}
