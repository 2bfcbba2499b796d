/// A box that lets a type contain a value of the same type. A struct cannot contain itself directly.
///
/// ```swift
/// struct Comment {
///     var text: String
///     var parent: JSONBox<Comment>?
/// }
/// print(comment.parent?.text ?? "")
/// ```
/// In JSON, the value stands without its box. An array or dictionary of the type itself needs no box. A long chain of boxes needs much of
/// the call stack when it is freed. So keep a depth limit for texts from unknown sources.
///
/// Cost: one allocation for each box that is read. The writer reads the value in the box, without a copy. Reading over an existing value
/// (`read(into:)`) allocates no new box, unless something else holds the box. Copies of a box share the value. Each change of the value
/// makes a new box: Swift copies the value, and each array in the value that changes.
@dynamicMemberLookup
@frozen public indirect enum JSONBox<Value> {
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

    /// Gives access to a property of the value in the box, so that code need not write `.value`.
    public subscript<Property>(dynamicMember path: WritableKeyPath<Value, Property>) -> Property {
        get { value[keyPath: path] }
        set { value[keyPath: path] = newValue }
    }
    /// A read-only property of the value in the box.
    public subscript<Property>(dynamicMember path: KeyPath<Value, Property>) -> Property { value[keyPath: path] }
}

extension JSONBox: Sendable where Value: Sendable {}
extension JSONBox: Equatable where Value: Equatable {}
extension JSONBox: Hashable where Value: Hashable {}

extension JSONBox: JSONMapped where Value: JSONMapped {
    /// The mapping of the value in the box; the box adds nothing to the JSON.
    @inlinable
    public static var jsonMapping: JSONMapping {
        JSONMapping(JSONBox.self, via: Value.self, decode: { JSONBox($0) }, encode: { (box: borrowing JSONBox) in (copy box).value })
            .ofBox()
    }
}
extension JSONBox: JSONReadable where Value: JSONReadable {}
extension JSONBox: JSONWritable where Value: JSONWritable {}

// With other libraries, too, the value stands without its box.
extension JSONBox: Encodable where Value: Encodable {
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
extension JSONBox: Decodable where Value: Decodable {
    public init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
}

extension JSONMapping {
    /// Marks the mapping of a JSONBox, so that C can reach the value in the box itself. A date in the box has the date style of the
    /// property and its model.
    @usableFromInline
    func ofBox() -> JSONMapping {
        if case .via(_, let thunks) = shape { (thunks.isBox, thunks.isForm) = (true, true) }
        return self
    }
}
