import Yoke

/// Collects the properties of an object's schema. A property at a path gets nested objects for the keys of its path.
struct ObjectSchema {
    /// The schemas of the properties with one key, and the object for the properties on paths below the key.
    private struct Member {
        let key: String
        var values: [JSONValue] = []
        var object: ObjectSchema?

        /// A property may be read from a path into the value of another property. Both schemas then hold. A strict schema has only the
        /// value's schema, because providers of language models refuse `allOf`.
        func schema(isStrict: Bool) -> JSONValue {
            guard let first = values.first else { return object?.schema ?? [:] }
            let all = values + (object.map { [$0.opened.schema] } ?? [])
            return isStrict || all.count == 1 ? first : ["allOf": .array(JSONArray(all))]
        }
    }

    private var isClosed: Bool
    private let isStrict: Bool
    private var members: [Member] = []
    private var required: [String] = []

    init(isClosed: Bool, isStrict: Bool) { (self.isClosed, self.isStrict) = (isClosed, isStrict) }

    mutating func insert(_ value: JSONValue, at location: ArraySlice<ElementPath.Step>, isRequired: Bool) {
        guard case .key(let key)? = location.first else { return }
        if isRequired, !required.contains(where: { sameBytes($0, key) }) { required.append(key) }
        let rest = location.dropFirst()
        let index = members.firstIndex { sameBytes($0.key, key) } ?? members.count
        if index == members.count { members.append(Member(key: key)) }
        if case .key? = rest.first {
            var object = members[index].object ?? ObjectSchema(isClosed: isClosed, isStrict: isStrict)
            object.insert(value, at: rest, isRequired: isRequired)
            members[index].object = object
        } else {
            // The path ends here, or an index comes next. For an index, only the type `array` is described, and not the elements.
            let value = rest.isEmpty ? value : ["type": "array"]
            if !members[index].values.contains(value) { members[index].values.append(value) }
        }
    }

    var schema: JSONValue {
        var schema: JSONValue = [
            "type": "object",
            "properties": .object(JSONObject(members.map { (key: $0.key, value: $0.schema(isStrict: isStrict)) })),
            "required": .array(JSONArray(required.map { .string($0) })),
        ]
        if isClosed { schema["additionalProperties"] = false }
        return schema
    }

    /// The same object, but it and the objects in it accept unknown members.
    private var opened: ObjectSchema {
        var open = self
        open.isClosed = false
        for i in members.indices { open.members[i].object = members[i].object?.opened }
        return open
    }
}
