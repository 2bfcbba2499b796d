import Yoke

/// Collects the properties of an object's schema. A property at a path gets nested objects for the keys of its path.
struct ObjectSchema {
    private enum Property {
        case value(JSONValue)
        case object(ObjectSchema)
    }

    let isClosed: Bool
    private var properties: [(key: String, property: Property)] = []
    private var required: [String] = []

    init(isClosed: Bool) { self.isClosed = isClosed }

    mutating func insert(_ value: JSONValue, at location: ArraySlice<ObjectOutline.LocationStep>, isRequired: Bool) {
        guard case .key(let key)? = location.first else { return }
        if isRequired, !required.contains(where: { sameBytes($0, key) }) { required.append(key) }
        let rest = location.dropFirst()
        let known = properties.firstIndex { sameBytes($0.key, key) }
        guard case .key? = rest.first else {
            // The path ends here, or an index comes next. For an index, only the type `array` is described, and not the elements.
            let property = Property.value(rest.isEmpty ? value : ["type": "array"])
            if known == nil { properties.append((key, property)) }
            return
        }
        var inner = ObjectSchema(isClosed: isClosed)
        if let known, case .object(let object) = properties[known].property { inner = object }
        inner.insert(value, at: rest, isRequired: isRequired)
        if let known { properties[known].property = .object(inner) } else { properties.append((key, .object(inner))) }
    }

    var schema: JSONValue {
        var schema: JSONObject = ["type": "object"]
        schema["properties"] = .object(
            JSONObject(
                properties.map { key, property in
                    switch property {
                    case .value(let value): (key: key, value: value)
                    case .object(let object): (key: key, value: object.schema)
                    }
                }))
        schema["required"] = .array(JSONArray(required.map { .string($0) }))
        if isClosed { schema["additionalProperties"] = false }
        return .object(schema)
    }
}
