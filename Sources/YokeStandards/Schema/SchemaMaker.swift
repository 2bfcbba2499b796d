import Yoke

/// Makes the schema of a type from the outline of its mapping.
struct SchemaMaker {
    private let style: JSONSchema.Style
    private let rootType: ObjectIdentifier
    /// The name of each type in `$defs`, and the definitions in the order in which the types were found.
    private var names: [ObjectIdentifier: String] = [:]
    private var definitions: [(name: String, schema: JSONValue)] = []
    private var usedNames: Set<String> = []
    /// The types that references lead to.
    private var outlines: [String: MappingOutline] = [:]
    /// The references that `opened` follows now, to stop at a cycle.
    private var opening: Set<String> = []
    /// The types without a name in `$defs` whose schema is being made. A type that is in this set already contains itself.
    private var expanding: Set<ObjectIdentifier> = []
    var path = JSONPathText()
    private var depth = 0

    init(_ style: JSONSchema.Style, root: any Any.Type) {
        self.style = style
        rootType = ObjectIdentifier(root)
    }

    var isStrict: Bool { style == .strict }

    mutating func root(_ type: any JSONMapped.Type) throws(JSONError) -> JSONValue {
        let outline = MappingOutline(of: type)
        outlines["#"] = outline
        var schema: JSONValue
        if let own = described(type) { schema = own } else { schema = try inline(outline, dates: nil) }
        if isStrict, schema["type"] != "object" {
            throw refusal("the root of a strict schema must be an object", hint: "make the value a property of a struct")
        }
        if !definitions.isEmpty {
            schema["$defs"] = .object(JSONObject(definitions.map { (key: $0.name, value: $0.schema) }))
        }
        guard !isStrict, schema["$schema"] == nil, case .object(let members) = schema else { return schema }
        return .object(JSONObject([(key: "$schema", value: "https://json-schema.org/draft/2020-12/schema")] + members))
    }

    // MARK: - Types

    /// Returns the schema of a nested type: a reference for a model, the schema itself for any other type.
    mutating func schema(_ reference: MappingOutline.Reference, dates: JSONDateStyle?) throws(JSONError) -> JSONValue {
        // With a coder of its own (not `isShared`), the property has other JSON than its type.
        if reference.isShared, let own = try embedded(reference.type) { return own }
        if reference.isShared, ObjectIdentifier(reference.type) == rootType {
            return ["$ref": "#"]
        }
        if reference.isShared, let name = names[ObjectIdentifier(reference.type)] { return ["$ref": .string("#/$defs/\(name)")] }
        let outline = reference.outline
        guard reference.isShared else { return try inline(outline, dates: dates) }
        guard outline.isModel else { return try unnamed(outline, ObjectIdentifier(reference.type), dates) }
        let name = freeName(outline.type)
        names[ObjectIdentifier(reference.type)] = name
        let index = definitions.count
        definitions.append((name, .null))
        outlines["#/$defs/\(name)"] = outline
        // The definition of this model may write out the unnamed types around the model once more. So `expanding` is empty meanwhile. The
        // recursion ends, because inside its definition the model itself is only a reference to its name in `$defs`.
        let outer = expanding
        expanding = []
        definitions[index].schema = try inline(outline, dates: nil)
        expanding = outer
        return ["$ref": .string("#/$defs/\(name)")]
    }

    /// Returns the schema of a type that is not a model. A type may contain itself, such as a type that is stored as an array of itself.
    /// Then the result is a reference to `$defs`.
    private mutating func unnamed(
        _ outline: MappingOutline, _ type: ObjectIdentifier, _ dates: JSONDateStyle?
    ) throws(JSONError) -> JSONValue {
        guard expanding.insert(type).inserted else {
            let name = freeName(outline.type)
            names[type] = name
            outlines["#/$defs/\(name)"] = outline
            return ["$ref": .string("#/$defs/\(name)")]
        }
        defer { expanding.remove(type) }
        let schema = try inline(outline, dates: dates)
        guard let name = names[type] else { return schema }
        definitions.append((name, schema))
        return ["$ref": .string("#/$defs/\(name)")]
    }

    func described(_ type: any Any.Type) -> JSONValue? {
        (type as? any JSONSchemaDescribed.Type)?.jsonSchema.json
    }

    /// Returns the schema that a nested type declares (`JSONSchemaDescribed`); nil if the type declares no schema. References inside such a
    /// schema start at the schema's own root. So a schema with references goes to `$defs` with an `$id`, which makes it a resource of its
    /// own (JSON Schema Core, section 8.2.1). Then the result is a reference to this resource.
    private mutating func embedded(_ type: any Any.Type) throws(JSONError) -> JSONValue? {
        guard var own = described(type) else { return nil }
        guard own.hasReferences else {
            own = own.withoutDialect
            if isStrict, let format = own["format"]?.string, !Self.strictFormats.contains(format) { own["format"] = nil }
            return own
        }
        if isStrict {
            throw refusal(
                "the own schema of \(type) has references, which a strict schema cannot take over", hint: "describe it without $ref")
        }
        if let name = names[ObjectIdentifier(type)] { return ["$ref": .string("#/$defs/\(name)")] }
        let name = freeName(type)
        names[ObjectIdentifier(type)] = name
        if let id = own["$id"]?.string { usedNames.insert(id) } else { own["$id"] = .string(name) }
        definitions.append((name, own))
        return ["$ref": .string("#/$defs/\(name)")]
    }

    /// The formats that providers of language models accept in a strict schema.
    private static let strictFormats: Set = [
        "date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid",
    ]

    /// Returns an unused name for `$defs`: Swift's name of the type, in characters that need no escapes in a reference.
    private mutating func freeName(_ type: any Any.Type) -> String {
        unusedName(String("\(type)".map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }))
    }

    /// Returns `base`, or `base` with a number if this name is used already.
    private mutating func unusedName(_ base: String) -> String {
        var name = base
        var number = 2
        while !usedNames.insert(name).inserted {
            name = "\(base)\(number)"
            number += 1
        }
        return name
    }

    /// Returns the schema itself, and no reference to it.
    private mutating func inline(_ outline: MappingOutline, dates: JSONDateStyle?) throws(JSONError) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 64 else {
            throw refusal("nested deeper than 64 levels", hint: "a struct, class or enum inside gets a name, and ends the nesting")
        }
        switch outline.form {
        case .boolean: return ["type": "boolean"]
        case .integer(let minimum, let maximum):
            var schema: JSONValue = ["type": "integer"]
            if !isStrict {
                schema["minimum"] = minimum.flatMap(SchemaBounds.number).map(JSONValue.number)
                schema["maximum"] = maximum.flatMap(SchemaBounds.number).map(JSONValue.number)
            }
            return schema
        case .number: return ["type": "number"]
        case .string: return ["type": "string"]
        case .date(let style): return date(style ?? dates ?? .rfc3339)
        case .custom(let isNumber): return isNumber ? ["type": "number"] : text(outline.type)
        case .names(let names): return ["type": "string", "enum": .array(JSONArray(names.map { .string($0) }))]
        case .rawValues(let values, let reference): return try rawValues(values, reference.outline)
        case .optional(let reference): return orNull(try schema(reference, dates: dates))
        case .array(let reference, let isSet):
            let outer = path
            path.append(index: 0)
            var array: JSONValue = ["type": "array", "items": try schema(reference, dates: dates)]
            path = outer
            if isSet, !isStrict, reference.outline.isScalar { array["uniqueItems"] = true }
            return array
        case .dictionary(let reference):
            if isStrict {
                throw refusal("a strict schema cannot describe a dictionary", hint: "use an array of structs with a key and a value")
            }
            return ["type": "object", "additionalProperties": try schema(reference, dates: dates)]
        case .object(let object): return try self.object(object)
        case .same(let reference, let isForm):
            if reference.isShared, let own = try embedded(reference.type) { return own }
            var schema = try inline(reference.outline, dates: isForm ? dates : nil)
            switch reference.outline.form {
            case .anything where outline.type == JSONObject.self: schema["type"] = "object"
            case .anything where outline.type == JSONArray.self: schema["type"] = "array"
            case .dictionary: schema["propertyNames"] = KeySchema.of(outline.type) ?? schema["propertyNames"]
            default: break
            }
            return schema
        case .cases(let cases, let tag): return try self.cases(cases, tag)
        case .anything:
            if isStrict {
                throw refusal("a strict schema cannot describe any JSON", hint: "use a struct or an enum with the possible members")
            }
            return [:]
        }
    }

    private func date(_ style: JSONDateStyle) -> JSONValue {
        if style.isNumeric { return ["type": "number"] }
        switch style {
        case _ where style.isRFC3339 || style == .auto: return ["type": "string", "format": "date-time"]
        case .format("yyyy-MM-dd"): return ["type": "string", "format": "date"]
        default: return ["type": "string"]
        }
    }

    private func text(_ type: any Any.Type) -> JSONValue {
        var schema: JSONValue = ["type": "string"]
        let name = String(reflecting: type)
        guard name.hasPrefix("Foundation") else { return schema }
        switch name.split(separator: ".").last {
        case "UUID": schema["format"] = "uuid"
        case "URL" where !isStrict: schema["format"] = "uri-reference"
        case "Data" where !isStrict:
            schema["format"] = "byte"
            schema["contentEncoding"] = "base64"
        default: break
        }
        return schema
    }

    /// - Parameters:
    ///   - values: Swift's descriptions of the raw values. If the raw values are numbers or Strings, the schema lists them in `enum`. The
    ///     descriptions of other types are not JSON, and are not used.
    ///   - outline: describes the type of the raw values.
    private mutating func rawValues(_ values: [String], _ outline: MappingOutline) throws(JSONError) -> JSONValue {
        let type: JSONValue
        switch outline.form {
        case .integer: type = "integer"
        case .number, .custom(isNumber: true): type = "number"
        case .string: return ["type": "string", "enum": .array(JSONArray(values.map { .string($0) }))]
        default: return try inline(outline, dates: nil)
        }
        return ["type": type, "enum": .array(JSONArray(values.compactMap { JSONNumber(text: $0).map(JSONValue.number) }))]
    }

    /// Keywords that may refuse null even if `type` allows null.
    private static let refusingKeywords = ["enum", "const", "$ref", "allOf", "anyOf", "oneOf", "not", "if"]

    /// Returns a schema that also accepts null.
    private func orNull(_ schema: JSONValue) -> JSONValue {
        if schema == [:] { return schema }
        if case .string(let type)? = schema["type"], !Self.refusingKeywords.contains(where: { schema[$0] != nil }) {
            var both = schema
            both["type"] = [.string(type), "null"]
            return both
        }
        if case .array(let types)? = schema["type"], types.contains("null") { return schema }
        if case .array(let all)? = schema["anyOf"], all.contains(["type": "null"]) { return schema }
        return ["anyOf": [schema, ["type": "null"]]]
    }

    // MARK: - Objects

    mutating func object(_ outline: ObjectOutline) throws(JSONError) -> JSONValue {
        if outline.layout == .array { return try row(outline) }
        var isClosed = isStrict || (outline.unknownKeys == .reject && !outline.hasExtras)
        // A flattened type of several cases is described in `allOf`. `additionalProperties` does not look into `allOf`, and would refuse
        // the type's members. So the schema uses `unevaluatedProperties` instead.
        let hasParts = outline.fields.contains { $0.location.isEmpty && ($0.isRead || !isStrict) }
        var builder = ObjectSchema(isClosed: isClosed && !hasParts, isStrict: isStrict)
        var parts: [JSONValue] = []
        let outer = path
        for field in outline.fields where field.isRead || !isStrict {
            path = outer
            path.append(key: field.name)
            let value = try self.value(of: field)
            if field.location.isEmpty {
                if isStrict {
                    throw refusal(
                        "a strict schema cannot describe a flattened type of several cases", hint: "give the property a key instead")
                }
                if field.isRequired {
                    parts.append(try opened(value))
                } else {
                    // The members of an optional flattened type are not described. So unknown members must be accepted.
                    isClosed = false
                }
            } else {
                if isStrict { try checkStrict(field, of: outline) }
                builder.insert(value, at: field.location[...], isRequired: isStrict || field.isRequired)
            }
        }
        path = outer
        var schema = builder.schema
        if !parts.isEmpty { schema["allOf"] = .array(JSONArray(parts)) }
        if hasParts, isClosed { schema["unevaluatedProperties"] = false }
        return schema
    }

    /// Returns the schema without keywords that refuse unknown members. A flattened type needs this, and so does the payload of a tagged
    /// case, because the object also has other members. Returns a reference unchanged if its definition refuses no members.
    ///
    /// - Parameter own: the schema that a type declares, if `schema` is one of its parts. Its references lead to its own parts.
    mutating func opened(_ schema: JSONValue, in own: JSONValue? = nil) throws(JSONError) -> JSONValue {
        var open = schema
        let own = own ?? (schema["$id"] == nil ? JSONValue?.none : schema)
        if own == nil, case .string(let reference)? = schema["$ref"] {
            guard opening.insert(reference).inserted else { return schema }
            defer { opening.remove(reference) }
            var closed = definitions.first { reference == "#/$defs/\($0.name)" }?.schema ?? .null
            // The definition of a recursive type may not be complete yet. Then the type's schema is made once more.
            if closed == .null, let outline = outlines[reference] { closed = try inline(outline, dates: nil) }
            var inner = try opened(closed)
            if inner == closed { return schema }
            // The copy is a resource of its own, so it needs an `$id` of its own.
            if let id = inner["$id"]?.string { inner["$id"] = .string(unusedName(id)) }
            return inner
        }
        for key in ["additionalProperties", "unevaluatedProperties"] where schema[key] == false { open[key] = nil }
        for key in ["oneOf", "anyOf", "allOf"] {
            guard let all = schema[key]?.array else { continue }
            var parts = JSONArray()
            for part in all { parts.append(try opened(part, in: own)) }
            open[key] = .array(parts)
        }
        if let own, let reference = schema["$ref"]?.string, let inner = try openedPart(reference, of: own) {
            open["$ref"] = nil
            open["allOf"] = .array(JSONArray([inner] + (open["allOf"]?.array ?? [])))
        }
        return open
    }

    /// Returns the part of `own` to which the reference leads, without keywords that refuse unknown members. Returns nil if the part has no
    /// such keywords, or if it is not known.
    private mutating func openedPart(_ reference: String, of own: JSONValue) throws(JSONError) -> JSONValue? {
        let name = (own["$id"]?.string ?? "") + reference
        guard let pointer = try? JSONPointer(fragment: reference), let part = own[pointer], opening.insert(name).inserted else {
            return nil
        }
        defer { opening.remove(name) }
        let inner = try opened(part, in: own)
        if inner == part { return nil }
        return inner
    }

    private mutating func value(of field: ObjectOutline.Field) throws(JSONError) -> JSONValue {
        let value = try bounded(field)
        guard let text = field.description, case .object(var members) = value else { return value }
        // Providers of language models refuse keywords beside `$ref`.
        if isStrict, members["$ref"] != nil { members = ["anyOf": [value]] }
        members["description"] = .string(text)
        return .object(members)
    }

    private mutating func bounded(_ field: ObjectOutline.Field) throws(JSONError) -> JSONValue {
        var value = try schema(field.value, dates: field.dates)
        if isStrict { return field.isRequired ? value : orNull(value) }
        let form = field.value.outline.countedForm, isNumber = field.value.outline.isNumber
        for bounds in field.bounds {
            if !bounds.isCount, isNumber { value = SchemaBounds.add(bounds, to: value) }
            if bounds.isCount, let form { value = SchemaBounds.add(bounds, to: value, countOf: form) }
        }
        return value
    }

    /// Returns the schema of a model with array layout.
    private mutating func row(_ outline: ObjectOutline) throws(JSONError) -> JSONValue {
        if isStrict {
            throw refusal("a strict schema cannot describe a model with array layout", hint: "use a model whose JSON is an object")
        }
        var items: [JSONValue] = []
        for field in outline.fields { items.append(try value(of: field)) }
        let required = (outline.fields.lastIndex { $0.isRequired } ?? -1) + 1
        var schema: JSONValue = ["type": "array", "prefixItems": .array(JSONArray(items)), "minItems": JSONValue(required)]
        if outline.unknownKeys == .reject { schema["items"] = false }
        return schema
    }

    func refusal(_ why: String, hint: String) -> JSONError {
        JSONError(kind: .refused, message: why, path: path.text, found: nil, hint: hint)
    }
}

extension MappingOutline {
    /// True for a model or a type with several cases. It gets a name in `$defs`; any other type gets a name only if it contains itself.
    fileprivate var isModel: Bool {
        switch form {
        case .object, .cases: true
        case .same(let reference, _): reference.isModel
        default: false
        }
    }

    /// True for scalars that no coder writes, also for an Optional: different values have different JSON. This is not true for models, which
    /// may ignore a property, and for dates, which may lose a part of a second.
    fileprivate var isScalar: Bool {
        switch form {
        case .boolean, .integer, .number, .string, .names, .rawValues: true
        case .optional(let reference): reference.outline.isScalar
        default: false
        }
    }

    /// True if the JSON is the number that a `.range` rule checks, also for an Optional. A coder may write another number.
    fileprivate var isNumber: Bool {
        switch form {
        case .integer, .number: true
        case .custom(let isNumber): isNumber
        case .optional(let reference), .same(let reference, true): reference.outline.isNumber
        default: false
        }
    }

    /// The parts that a `.count` rule counts, also for an Optional. nil if the JSON and the Swift value have different counts. For example,
    /// `Data` counts bytes, and its Base64 text has more characters.
    fileprivate var countedForm: SchemaBounds.Counted? {
        switch form {
        case .string: .characters
        case .array: .elements
        case .dictionary: .members
        case .optional(let reference): reference.outline.countedForm
        case .same(let reference, _) where KeySchema.isDictionary(type):
            if case .dictionary = reference.outline.form { .members } else { nil }
        default: nil
        }
    }
}

extension MappingOutline.Reference {
    fileprivate var isModel: Bool { outline.isModel }

    /// The outline of the JSON object in which the type is stored, also if the type has a hook or a storage type; nil for types without an
    /// object.
    var object: ObjectOutline? {
        switch outline.form {
        case .object(let object): object
        case .same(let reference, _): reference.object
        default: nil
        }
    }
}

extension JSONValue {
    /// The schema without the member `$schema`, which stands only in the root.
    fileprivate var withoutDialect: JSONValue {
        guard case .object(var members) = self else { return self }
        members["$schema"] = nil
        return .object(members)
    }

    /// True if a member `$ref` is in the value, at any depth.
    fileprivate var hasReferences: Bool {
        switch self {
        case .array(let array): array.contains { $0.hasReferences }
        case .object(let object): object.contains { $0.key == "$ref" || $0.value.hasReferences }
        default: false
        }
    }
}
