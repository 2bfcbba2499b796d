import Yoke

extension SchemaMaker {
    /// Returns the schema of an enum, or of a class with subclasses: one part for each case.
    mutating func cases(_ cases: [MappingOutline.Case], _ tag: MappingOutline.Tag) throws(JSONError) -> JSONValue {
        var all: [JSONValue] = []
        for item in cases {
            switch tag {
            case .none, .choice:
                if let payload = item.payload {
                    all.append(try schema(payload, dates: nil))
                } else if case .choice = tag {
                    all.append(memberless)
                } else {
                    all.append(["type": "null"])
                }
            case .outerKey:
                guard let payload = item.payload else {
                    all.append(Self.constant(item))
                    continue
                }
                var builder = ObjectSchema(isClosed: true, isStrict: isStrict)
                builder.insert(try schema(payload, dates: nil), at: [.key(item.name)], isRequired: true)
                all.append(builder.schema)
            case .member(let key): all.append(try tagged(item, key))
            case .memberBeside(let key, let content):
                var builder = ObjectSchema(isClosed: isStrict, isStrict: isStrict)
                builder.insert(Self.constant(item), at: [.key(key)], isRequired: true)
                if let payload = item.payload { builder.insert(try schema(payload, dates: nil), at: [.key(content)], isRequired: true) }
                all.append(builder.schema)
            }
        }
        if all.count == 1 { return all[0] }
        if all.isEmpty {  // the only case is the fallback, which takes any value
            if isStrict { throw refusal("a strict schema cannot describe an enum without a known case", hint: "add a case with a name") }
            return [:]
        }
        let isExclusive =
            switch tag {
            case .none, .choice: false
            default: !isStrict
            }
        return [isExclusive ? "oneOf" : "anyOf": .array(JSONArray(all))]
    }

    /// Returns the schema of a case's name. Providers of language models want a type beside `const`.
    private static func constant(_ item: MappingOutline.Case) -> JSONValue { ["type": "string", "const": .string(item.name)] }

    /// The schema for the object of a case that has no payload.
    private var memberless: JSONValue { isStrict ? ["type": "object", "additionalProperties": false] : ["type": "object"] }

    /// Returns the schema of a case whose name is a member of the payload's object.
    private mutating func tagged(_ item: MappingOutline.Case, _ key: String) throws(JSONError) -> JSONValue {
        let tag = Self.constant(item)
        var payload = memberless
        if let reference = item.payload {
            if described(reference.type) == nil, let object = reference.object {
                payload = try self.object(object)
            } else {
                payload = try schema(reference, dates: nil)
            }
        }
        guard payload["type"] == "object", payload["$ref"] == nil else {
            if isStrict {
                throw refusal(
                    "a strict schema cannot add the member \"\(key)\" to the case \"\(item.name)\"", hint: "add content: to the enum")
            }
            return ["type": "object", "properties": [key: tag], "required": [.string(key)], "allOf": [try opened(payload)]]
        }
        let own = payload["properties"]?.object ?? [:]
        let members = [(key: key, value: tag)] + own.filter { $0.key != key }
        payload["properties"] = .object(JSONObject(members))
        let required = [JSONValue.string(key)] + (payload["required"]?.array ?? []).filter { $0 != .string(key) }
        payload["required"] = .array(JSONArray(required))
        return payload
    }
}
