import Yoke

// Properties that a strict schema cannot describe, because of their place.
extension SchemaMaker {
    /// Throws an error if a strict schema cannot describe the property at its place in the object.
    func checkStrict(_ field: ObjectOutline.Field, of object: ObjectOutline) throws(JSONError) {
        if field.isInFlattenedOptional {
            throw refusal(
                "a strict schema cannot describe a flattened Optional, whose members are all missing if it is nil",
                hint: "give the property a key instead")
        }
        if field.location.contains(where: { if case .index = $0 { true } else { false } }) {
            throw refusal("a strict schema cannot describe an element at an index", hint: "give the property a path of keys")
        }
        for other in object.fields where other.isRead && Self.leads(field.location, into: other) {
            if has(field.location.dropFirst(other.location.count), in: other.value) { continue }
            throw refusal(
                "a strict schema cannot describe a path into \"\(other.name)\", whose type does not have the member",
                hint: "give this type a property for the member")
        }
    }

    private static func leads(_ path: [ElementPath.Step], into field: ObjectOutline.Field) -> Bool {
        !field.location.isEmpty && field.location.count < path.count && path.starts(with: field.location)
    }

    /// True if the schema of the type describes the member at `path`, or if this is not known.
    private func has(_ path: ArraySlice<ElementPath.Step>, in type: MappingOutline.Reference) -> Bool {
        if case .optional(let wrapped) = type.outline.form { return has(path, in: wrapped) }
        switch type.outline.form {
        case .boolean, .integer, .number, .string, .array, .date, .names: return false
        default: break
        }
        guard described(type.type) == nil, let object = type.object else { return true }
        return object.fields.contains { field in
            guard field.isRead else { return false }
            if field.location.starts(with: path) { return true }
            return Self.leads(Array(path), into: field) && has(path.dropFirst(field.location.count), in: field.value)
        }
    }
}
