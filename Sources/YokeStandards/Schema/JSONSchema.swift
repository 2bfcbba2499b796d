import Yoke

/// A JSON Schema (draft 2020-12) of a model: it describes the JSON texts from which the model can be read.
///
/// ```swift
/// let schema = try JSONSchema(of: User.self)
/// let text = try schema.jsonString(.pretty)
/// let strict = try JSONSchema(of: Answer.self, style: .strict)       // for structured output of a language model
/// ```
/// The schema follows the mapping: keys, optional and required properties, enums, and tagged cases. It has the ranges and counts of checks,
/// the formats of dates, UUIDs, URLs and data, and the texts of the rule `.description`. Models inside other models stand in `$defs`, so
/// types may contain themselves.
///
/// - A property with aliases stands under its key for writing, or under the first key for reading if the two differ. A property at a path
///   stands in nested objects.
/// - A property that is written but never read is not required; the strict style leaves it out.
/// - A fallback case is left out: a writer should name a known case.
/// - The upper bound of a String's count is left out: JSON Schema counts code points, and a Character may have many of them.
/// - The schema does not show what code does: hooks, coders of your own, checks by closures. A type that conforms to `JSONSchemaDescribed`
///   describes its JSON itself.
///
/// Yoke does not validate texts by schemas.
public struct JSONSchema: Sendable, Hashable, CustomStringConvertible {
    /// The keywords of JSON Schema that a schema may use.
    public enum Style: Sendable, Hashable {
        /// The schema expresses everything for which draft 2020-12 has a keyword.
        case standard
        /// The subset that providers of language models accept for structured output.
        ///
        /// Each property is required, and null stands for a value that may be missing. Objects have no additional properties. `anyOf`
        /// replaces `oneOf`. The schema has no ranges and counts. It has formats only for dates and UUIDs. The root must be an object.
        case strict
    }

    /// The schema as dynamic JSON.
    public var json: JSONValue

    /// Makes a schema from dynamic JSON, for `JSONSchemaDescribed`.
    public init(_ json: JSONValue) { self.json = json }

    /// Makes the schema of a type.
    ///
    /// Cost: makes the mapping of every type in the model.
    ///
    /// - Throws: `.refused` with a hint and the path of a property that the strict style cannot describe, such as a dictionary. The guide
    ///   "Schemas and signatures" lists everything that the strict style refuses. Both styles refuse more than 64 nested levels.
    public init<Model: JSONMapped>(of type: Model.Type, style: Style = .standard) throws(JSONError) {
        var maker = SchemaMaker(style, root: type)
        json = try maker.root(type)
    }

    /// The schema as compact JSON.
    public var description: String { json.description }
}

extension JSONSchema: JSONConvertible {
    /// A schema is read from any JSON value, and written as this value.
    public static var jsonMapping: JSONMapping {
        JSONMapping(JSONSchema.self, via: JSONValue.self, decode: { JSONSchema($0) }, encode: { $0.json })
    }
}

/// A type that describes its JSON itself, for `JSONSchema`.
///
/// ```swift
/// extension Colour: JSONSchemaDescribed {
///     static var jsonSchema: JSONSchema { JSONSchema(["type": "string", "pattern": "^#[0-9a-f]{6}$"]) }
/// }
/// ```
public protocol JSONSchemaDescribed {
    /// The schema of the type's JSON.
    static var jsonSchema: JSONSchema { get }
}

extension JSONPointer: JSONSchemaDescribed {
    /// The schema of a JSON Pointer: a string in the format `json-pointer`.
    public static var jsonSchema: JSONSchema { JSONSchema(["type": "string", "format": "json-pointer"]) }
}
