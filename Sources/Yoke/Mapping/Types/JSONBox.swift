/// A box that lets a type contain a value of the same type. A struct cannot contain itself directly.
///
/// ```swift
/// struct Comment {
///     var text: String
///     var parent: JSONBox<Comment>?
/// }
/// print(comment.parent?.text ?? "")
/// ```
/// The JSON is the JSON of the value. Copies are cheap, and a change does not affect other copies. A change copies the value, with an
/// array that it changes. Arrays and dictionaries of the type itself need no box. Freeing a chain of boxes uses the call stack, so
/// keep the limit of the depth for texts from unknown sources.
@dynamicMemberLookup
public indirect enum JSONBox<Value> {
    /// The value in the box.
    case value(Value)

    /// Puts a value into a box.
    public init(_ value: Value) { self = .value(value) }

    /// The value in the box.
    public var value: Value {
        get {
            switch self {
            case .value(let value): value
            }
        }
        set { self = .value(newValue) }
    }

    /// A property of the value.
    public subscript<Property>(dynamicMember path: WritableKeyPath<Value, Property>) -> Property {
        get { value[keyPath: path] }
        set { value[keyPath: path] = newValue }
    }
    /// A property of the value that cannot be set.
    public subscript<Property>(dynamicMember path: KeyPath<Value, Property>) -> Property { value[keyPath: path] }
}

extension JSONBox: Sendable where Value: Sendable {}
extension JSONBox: Equatable where Value: Equatable {}
extension JSONBox: Hashable where Value: Hashable {}

extension JSONBox: JSONMapped where Value: JSONMapped {
    /// The JSON of the value.
    public static var jsonMapping: JSONMapping {
        JSONMapping(JSONBox.self, via: Value.self, decode: { JSONBox($0) }, encode: { (box: borrowing JSONBox) in (copy box).value })
    }
}
extension JSONBox: JSONReadable where Value: JSONReadable {}
extension JSONBox: JSONWritable where Value: JSONWritable {}
