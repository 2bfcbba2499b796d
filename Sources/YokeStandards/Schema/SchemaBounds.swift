import Yoke

/// Writes the bounds of a property's rules into its schema. If there are several bounds, the narrowest counts.
enum SchemaBounds {
    /// The things that a `.count` rule counts.
    enum Counted {
        case characters, elements, members
    }

    /// Returns a schema with the bounds of a `.range` rule; the same schema if it is a reference, has `anyOf`, or has no numbers.
    static func add(_ bounds: RuleBounds, to schema: JSONValue) -> JSONValue {
        var schema = schema
        if schema["$ref"] != nil || schema["anyOf"] != nil { return schema }
        let kinds = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string ?? ""]
        guard kinds.contains("integer") || kinds.contains("number") else { return schema }
        if let lower = bounds.lower.flatMap(number) { raise("minimum", to: lower, &schema) }
        guard let upper = bounds.upper.flatMap(number) else { return schema }
        let other = bounds.excludesUpper ? "maximum" : "exclusiveMaximum"
        if let old = schema[other]?.number {
            // An exclusive bound is narrower than an equal inclusive bound.
            if old.isLess(than: upper) || (!bounds.excludesUpper && old.hasValue(of: upper)) { return schema }
            schema[other] = nil
        }
        lower(bounds.excludesUpper ? "exclusiveMaximum" : "maximum", to: upper, &schema)
        return schema
    }

    /// Returns a schema with the bounds of a `.count` rule; the same schema if it is a reference or has `anyOf`.
    static func add(_ bounds: RuleBounds, to schema: JSONValue, countOf counted: Counted) -> JSONValue {
        var schema = schema
        if schema["$ref"] != nil || schema["anyOf"] != nil { return schema }
        let keys: (least: String, most: String?) =
            switch counted {
            // JSON Schema counts code points, Swift counts Characters. A string has at most as many Characters as code points, so only the
            // lower bound may be written.
            case .characters: ("minLength", nil)
            case .elements: ("minItems", "maxItems")
            case .members: ("minProperties", "maxProperties")
            }
        if let lower = bounds.lower.flatMap(number), !lower.isLess(than: 0) { raise(keys.least, to: lower, &schema) }
        guard let most = keys.most, let upper = bounds.upper.flatMap(number)?.int else { return schema }
        let count = bounds.excludesUpper ? upper - 1 : upper
        if count < 0 { schema["not"] = [:] } else { lower(most, to: JSONNumber(count), &schema) }  // no value has fewer than 0 elements
        return schema
    }

    private static func raise(_ key: String, to bound: JSONNumber, _ schema: inout JSONValue) {
        if let old = schema[key]?.number, !old.isLess(than: bound) { return }
        schema[key] = .number(bound)
    }

    private static func lower(_ key: String, to bound: JSONNumber, _ schema: inout JSONValue) {
        if let old = schema[key]?.number, !bound.isLess(than: old) { return }
        schema[key] = .number(bound)
    }

    /// Returns a bound as a JSON number. An integer has no fraction: `0` for the text `0.0`. nil for an infinite bound.
    static func number(_ text: String) -> JSONNumber? {
        guard let number = JSONNumber(text: text) else { return nil }
        return number.integer(Int.self).map { JSONNumber($0) } ?? number
    }
}
