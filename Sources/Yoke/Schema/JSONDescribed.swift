/// A type that says once how it looks in JSON; reading, writing and streaming all follow from that.
///
/// `@JSONModel` writes the schema of structs, classes and raw-value enums. By hand it is:
///
/// ```swift
/// struct Point { var x: Double; var y: Double; var label = "" }
///
/// extension Point: JSONConvertible {
///     static var jsonSchema: JSONSchema {
///         JSONSchema(Point.self) { fields in
///             fields.add("x", \.x)
///             fields.add("y", \.y)
///             fields.add("label", \.label, default: "")
///         }
///     }
/// }
/// ```
public protocol JSONDescribed: SendableMetatype {
    /// The type's description. Asked for once a process; cost does not matter.
    static var jsonSchema: JSONSchema { get }
}

/// A type that can be read from JSON: `try Point(json: text)`.
public protocol JSONReadable: JSONDescribed {}

/// A type that can be written as JSON: `try point.jsonString()`.
public protocol JSONWritable: JSONDescribed {}

/// A type that can be read and written.
public typealias JSONConvertible = JSONReadable & JSONWritable
