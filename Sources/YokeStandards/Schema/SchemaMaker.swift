import Yoke

/// Makes the schema of a type from the outline of its mapping.
struct SchemaMaker {
    private let style: JSONSchema.Style
    private let rootType: ObjectIdentifier
    /// The name in `$defs` of each type, and the definitions in the order in which they were met.
    private var names: [ObjectIdentifier: String] = [:]
    private var definitions: [(name: String, schema: JSONValue)] = []
    private var usedNames: Set<String> = []
    private var path = JSONPathText()
    private var depth = 0

    init(_ style: JSONSchema.Style, root: any Any.Type) {
        self.style = style
        rootType = ObjectIdentifier(root)
    }

    private var isStrict: Bool { style == .strict }

    mutating func root(_ type: any JSONMapped.Type) throws(JSONError) -> JSONValue {
        let outline = MappingOutline(of: type)
        var schema: JSONValue
        if let own = described(type) { schema = own } else { schema = try inline(outline, dates: nil) }
        if isStrict, schema["type"] != "object" { throw refusal("the root of a strict schema has to be an object") }
        if !definitions.isEmpty {
            schema["$defs"] = .object(JSONObject(definitions.map { (key: $0.name, value: $0.schema) }))
        }
        guard !isStrict, case .object(let members) = schema else { return schema }
        return .object(JSONObject([(key: "$schema", value: "https://json-schema.org/draft/2020-12/schema")] + members))
    }

    // MARK: - Types

    /// The schema of a part: a reference for models, everything else in its place.
    private mutating func schema(_ reference: MappingOutline.Reference, dates: JSONDateStyle?) throws(JSONError) -> JSONValue {
        if let own = described(reference.type) { return own }
        if reference.isShared, ObjectIdentifier(reference.type) == rootType {
            return ["$ref": "#"]
        }
        if reference.isShared, let name = names[ObjectIdentifier(reference.type)] { return ["$ref": .string("#/$defs/\(name)")] }
        depth += 1
        defer { depth -= 1 }
        guard depth <= 64 else { throw refusal("nested deeper than 64 levels") }
        let outline = reference.outline
        guard reference.isShared, outline.isModel else { return try inline(outline, dates: dates) }
        let name = freeName(outline.type)
        names[ObjectIdentifier(reference.type)] = name
        let place = definitions.count
        definitions.append((name, .null))
        definitions[place].schema = try inline(outline, dates: nil)
        return ["$ref": .string("#/$defs/\(name)")]
    }

    private func described(_ type: any Any.Type) -> JSONValue? {
        (type as? any JSONSchemaDescribed.Type)?.jsonSchema.json
    }

    /// A name for `$defs`: Swift's name of the type, in characters that need no escapes in a reference.
    private mutating func freeName(_ type: any Any.Type) -> String {
        let own = "\(type)".map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        let base = String(own)
        var name = base
        var number = 2
        while !usedNames.insert(name).inserted {
            name = "\(base)\(number)"
            number += 1
        }
        return name
    }

    private mutating func inline(_ outline: MappingOutline, dates: JSONDateStyle?) throws(JSONError) -> JSONValue {
        switch outline.form {
        case .boolean: return ["type": "boolean"]
        case .integer(let minimum, let maximum):
            var schema: JSONValue = ["type": "integer"]
            if !isStrict {
                schema["minimum"] = minimum.flatMap(Self.bound).map(JSONValue.number)
                schema["maximum"] = maximum.flatMap(Self.bound).map(JSONValue.number)
            }
            return schema
        case .number: return ["type": "number"]
        case .string: return ["type": "string"]
        case .date(let style): return date(style ?? dates ?? .rfc3339)
        case .custom(let isNumber): return isNumber ? ["type": "number"] : text(outline.type)
        case .names(let names): return ["type": "string", "enum": .array(JSONArray(names.map { .string($0) }))]
        case .rawValues(let values, let reference): return rawValues(values, reference.outline.form)
        case .optional(let reference): return orNull(try schema(reference, dates: dates))
        case .array(let reference, let isSet):
            path.append(index: 0)
            var array: JSONValue = ["type": "array", "items": try schema(reference, dates: dates)]
            if isSet, !isStrict { array["uniqueItems"] = true }
            return array
        case .dictionary(let reference):
            if isStrict { throw refusal("a strict schema cannot describe a dictionary") }
            return ["type": "object", "additionalProperties": try schema(reference, dates: dates)]
        case .object(let object): return try self.object(object)
        case .same(let reference):
            if let own = described(reference.type) { return own }
            return try inline(reference.outline, dates: dates)
        case .cases(let cases, let tag): return try self.cases(cases, tag)
        case .anything:
            if isStrict { throw refusal("a strict schema cannot describe any JSON") }
            return [:]
        }
    }

    private func date(_ style: JSONDateStyle) -> JSONValue {
        if style.isNumeric { return ["type": "number"] }
        if isStrict { return ["type": "string"] }
        switch style {
        case .rfc3339, .auto: return ["type": "string", "format": "date-time"]
        case .format("yyyy-MM-dd"): return ["type": "string", "format": "date"]
        default: return ["type": "string"]
        }
    }

    private func text(_ type: any Any.Type) -> JSONValue {
        var schema: JSONValue = ["type": "string"]
        let name = String(reflecting: type)
        guard !isStrict, name.hasPrefix("Foundation") else { return schema }
        switch name.split(separator: ".").last {
        case "UUID": schema["format"] = "uuid"
        case "URL": schema["format"] = "uri"
        case "Data":
            schema["format"] = "byte"
            schema["contentEncoding"] = "base64"
        default: break
        }
        return schema
    }

    private func rawValues(_ values: [String], _ form: MappingOutline.Form) -> JSONValue {
        let type: JSONValue
        switch form {
        case .integer: type = "integer"
        case .number: type = "number"
        case .boolean: return ["type": "boolean"]
        default: return ["type": "string", "enum": .array(JSONArray(values.map { .string($0) }))]
        }
        return ["type": type, "enum": .array(JSONArray(values.compactMap { JSONNumber(text: $0).map(JSONValue.number) }))]
    }

    /// The schema with null as a further value.
    private func orNull(_ schema: JSONValue) -> JSONValue {
        if schema == [:] { return schema }
        if case .string(let type)? = schema["type"], schema["enum"] == nil, schema["const"] == nil {
            var both = schema
            both["type"] = [.string(type), "null"]
            return both
        }
        if case .array(let types)? = schema["type"], types.contains("null") { return schema }
        if case .array(let all)? = schema["anyOf"], all.contains(["type": "null"]) { return schema }
        return ["anyOf": [schema, ["type": "null"]]]
    }

    // MARK: - Objects

    private mutating func object(_ outline: ObjectOutline) throws(JSONError) -> JSONValue {
        if outline.layout == .array { return try row(outline) }
        var builder = ObjectSchema(isClosed: isStrict || (outline.unknownKeys == .reject && !outline.hasExtras))
        var parts: [JSONValue] = []
        let around = path
        for field in outline.fields where field.isRead || !isStrict {
            path = around
            path.append(key: field.name)
            let value = try self.value(of: field, outline.dates)
            if field.place.isEmpty {
                if isStrict { throw refusal("a strict schema cannot describe a flattened type of several cases") }
                parts.append(value)
            } else {
                builder.insert(value, at: field.place[...], isRequired: isStrict || field.isRequired)
            }
        }
        path = around
        var schema = builder.schema
        if !parts.isEmpty { schema["allOf"] = .array(JSONArray(parts)) }
        return schema
    }

    private mutating func value(of field: ObjectOutline.Field, _ dates: JSONDateStyle?) throws(JSONError) -> JSONValue {
        var value = try schema(field.value, dates: dates)
        if isStrict { return field.isRequired ? value : orNull(value) }
        for bounds in field.bounds { value = restricted(value, bounds) }
        return value
    }

    /// A model with array layout.
    private mutating func row(_ outline: ObjectOutline) throws(JSONError) -> JSONValue {
        if isStrict { throw refusal("a strict schema cannot describe a model with array layout") }
        var items: [JSONValue] = []
        for field in outline.fields { items.append(try value(of: field, outline.dates)) }
        let required = (outline.fields.lastIndex { $0.isRequired } ?? -1) + 1
        var schema: JSONValue = ["type": "array", "prefixItems": .array(JSONArray(items)), "minItems": JSONValue(required)]
        if outline.unknownKeys == .reject { schema["items"] = false }
        return schema
    }

    /// Adds the bounds of a check.
    private func restricted(_ schema: JSONValue, _ bounds: RuleBounds) -> JSONValue {
        var schema = schema
        if schema["$ref"] != nil || schema["anyOf"] != nil { return schema }
        let kinds = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? ""]
        var keys = ("minimum", bounds.excludesUpper ? "exclusiveMaximum" : "maximum")
        var upper = bounds.upper.flatMap(Self.bound)
        if bounds.isCount {
            let noun = kinds.contains("string") ? "Length" : kinds.contains("array") ? "Items" : "Properties"
            keys = ("min" + noun, "max" + noun)
            if bounds.excludesUpper { upper = upper?.int.map { JSONNumber($0 - 1) } }
        } else if !kinds.contains("integer"), !kinds.contains("number") {
            return schema
        }
        if let lower = bounds.lower.flatMap(Self.bound) { schema[keys.0] = .number(lower) }
        if let upper {
            if keys.1 == "exclusiveMaximum" { schema["maximum"] = nil }
            schema[keys.1] = .number(upper)
        }
        return schema
    }

    /// A bound as a number: `0` for Swift's `0.0`; nil for an infinite bound.
    private static func bound(_ text: String) -> JSONNumber? {
        guard let number = JSONNumber(text: text) else { return nil }
        return number.integer(Int.self).map { JSONNumber($0) } ?? number
    }

    // MARK: - Cases

    private mutating func cases(_ cases: [MappingOutline.Case], _ tag: MappingOutline.Tag) throws(JSONError) -> JSONValue {
        var all: [JSONValue] = []
        for item in cases {
            let name = JSONValue.string(item.name)
            switch tag {
            case .none:
                if let payload = item.payload { all.append(try schema(payload, dates: nil)) } else { all.append(["type": "null"]) }
            case .outerKey:
                guard let payload = item.payload else {
                    all.append(["const": name])
                    continue
                }
                var builder = ObjectSchema(isClosed: true)
                builder.insert(try schema(payload, dates: nil), at: [.key(item.name)], isRequired: true)
                all.append(builder.schema)
            case .member(let key): all.append(try tagged(item, key))
            case .memberBeside(let key, let content):
                var builder = ObjectSchema(isClosed: isStrict)
                builder.insert(["const": name], at: [.key(key)], isRequired: true)
                if let payload = item.payload { builder.insert(try schema(payload, dates: nil), at: [.key(content)], isRequired: true) }
                all.append(builder.schema)
            }
        }
        if all.count == 1 { return all[0] }
        let isExclusive = if case .none = tag { false } else { !isStrict }
        return [isExclusive ? "oneOf" : "anyOf": .array(JSONArray(all))]
    }

    /// A case whose name is a member of the payload's object.
    private mutating func tagged(_ item: MappingOutline.Case, _ key: String) throws(JSONError) -> JSONValue {
        let tag: JSONValue = ["const": .string(item.name)]
        var payload: JSONValue = ["type": "object"]
        if isStrict { payload["additionalProperties"] = false }
        if let reference = item.payload {
            if let object = reference.object {
                payload = try self.object(object)
            } else {
                payload = try schema(reference, dates: nil)
            }
        }
        guard payload["type"] == "object", payload["$ref"] == nil else {
            return ["type": "object", "properties": [key: tag], "required": [.string(key)], "allOf": [payload]]
        }
        let own = payload["properties"]?.object ?? [:]
        let members = [(key: key, value: tag)] + own.filter { $0.key != key }
        payload["properties"] = .object(JSONObject(members))
        let required = [JSONValue.string(key)] + (payload["required"]?.array ?? []).filter { $0 != .string(key) }
        payload["required"] = .array(JSONArray(required))
        return payload
    }

    private func refusal(_ why: String) -> JSONError {
        JSONError(kind: .refused, message: why, path: path.text, found: nil, hint: "see JSONSchema.Style.strict")
    }
}

/// The properties of an object's schema, with objects on the way to properties at paths.
private struct ObjectSchema {
    private enum Property {
        case value(JSONValue)
        case object(ObjectSchema)
    }

    let isClosed: Bool
    private var properties: [(key: String, property: Property)] = []
    private var required: [String] = []

    init(isClosed: Bool) { self.isClosed = isClosed }

    mutating func insert(_ value: JSONValue, at place: ArraySlice<ObjectOutline.PlaceStep>, isRequired: Bool) {
        guard case .key(let key)? = place.first else { return }
        if isRequired, !required.contains(where: { sameBytes($0, key) }) { required.append(key) }
        let rest = place.dropFirst()
        let known = properties.firstIndex { sameBytes($0.key, key) }
        guard case .key? = rest.first else {
            // The last key, or an index: what an element is stays open.
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

extension MappingOutline {
    /// True if the type gets a name in `$defs`.
    fileprivate var isModel: Bool {
        switch form {
        case .object, .cases: true
        case .same(let reference): reference.isModel
        default: false
        }
    }
}

extension MappingOutline.Reference {
    fileprivate var isModel: Bool { outline.isModel }

    /// The object that the type is, also behind a hook or storage.
    fileprivate var object: ObjectOutline? {
        switch outline.form {
        case .object(let object): object
        case .same(let reference): reference.object
        default: nil
        }
    }
}
