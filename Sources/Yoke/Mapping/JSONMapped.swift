/// A type with a description of its JSON. Reading, writing and streaming all use this description.
///
/// `@JSONModel` writes the mapping of structs, classes and enums. You can also write it by hand:
///
/// ```swift
/// struct Point { var x: Double; var y: Double; var label = "" }
///
/// extension Point: JSONConvertible {
///     static var jsonMapping: JSONMapping {
///         JSONMapping(Point.self) { fields in
///             fields.add("x", \.x)
///             fields.add("y", \.y)
///             fields.add("label", \.label, default: "")
///         }
///     }
/// }
/// ```
public protocol JSONMapped: SendableMetatype {
    /// The description of the type. Yoke gets the description when it compiles the type for reading or writing, and not for each value. So
    /// the cost of making the description does not matter.
    static var jsonMapping: JSONMapping { get }
}

/// A type that can be read from JSON: `try Point(json: text)`.
public protocol JSONReadable: JSONMapped {}

/// A type that can be written as JSON: `try point.jsonString()`.
public protocol JSONWritable: JSONMapped {}

/// A type that can be read and written.
public typealias JSONConvertible = JSONReadable & JSONWritable
