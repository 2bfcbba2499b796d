/// What becomes of a JSON key that no property has.
public enum JSONUnknownKeys: Sendable, Hashable {
    /// Its value is checked and dropped.
    case skip
    /// It is an error of kind `.unknownKey` that names the nearest known key.
    case reject
}

/// What a type asks of its objects as a whole.
@usableFromInline
struct ObjectRules: Sendable {
    @usableFromInline var unknownKeys: JSONUnknownKeys = .skip
    /// The form of dates, if the type says so.
    @usableFromInline var dates: JSONDateStyle?
    /// Given the finished instance's address: validation, and hooks.
    @usableFromInline var after: [@Sendable (UnsafeMutableRawPointer) throws -> Void] = []

    /// Names of properties that are written only if this is true of the instance at the address.
    var conditions: [(names: Set<String>, holds: @Sendable (UnsafeRawPointer) -> Bool)] = []

    @usableFromInline init() {}
}

/// An error about one property of a finished object.
struct FieldRefusal: Error {
    let index: Int
    let error: any Error
}
