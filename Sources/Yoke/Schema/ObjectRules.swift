/// What becomes of a JSON key that no property has; of an element, where the model stands as an array.
public enum JSONUnknownKeys: Sendable, Hashable {
    /// Its value is checked and dropped.
    case skip
    /// It is an error of kind `.unknownKey` that names the nearest known key.
    case reject
}

/// How a model stands in JSON.
public enum JSONLayout: Sendable, Hashable {
    /// `{"x": 1, "y": 2}`
    case object
    /// `[1, 2]`: the properties' values in the order of the schema.
    case array
}

/// What a type asks of its objects as a whole.
@usableFromInline
struct ObjectRules: Sendable {
    @usableFromInline var unknownKeys: JSONUnknownKeys = .skip
    @usableFromInline var layout: JSONLayout = .object
    /// The form of dates, if the type says so.
    @usableFromInline var dates: JSONDateStyle?
    /// Given the finished instance's address: validation, and hooks.
    @usableFromInline var after: [@Sendable (UnsafeMutableRawPointer) throws -> Void] = []

    @usableFromInline init() {}
}

/// An error about one property of a finished object.
struct FieldRefusal: Error {
    let index: Int
    let error: any Error
}
