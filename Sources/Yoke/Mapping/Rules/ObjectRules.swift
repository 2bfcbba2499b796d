internal import CYoke

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
    /// `[1, 2]`: the properties' values in the order of the mapping.
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
    @usableFromInline var after: [ObjectCheck] = []
    /// Some of them ask for the object's text.
    var wantsText = false

    /// Names of properties that are written only if this is true of the instance at the address.
    var conditions: [(names: Set<String>, holds: @Sendable (UnsafeRawPointer) -> Bool)] = []

    /// Keys that no property has, and that are not unknown all the same.
    var known: Set<String> = []

    @usableFromInline init() {}
}

/// What looks at a finished instance, given its address.
@usableFromInline
typealias AfterReading = @Sendable (UnsafeMutableRawPointer, ObjectSource) throws -> Void

/// What an instance was read from.
@usableFromInline
struct ObjectSource {
    let look: yoke_look
    /// The reader that is at work.
    let reader: UnsafeMutableRawPointer?

    /// The object's text, where a rule asks for it, as long as the hook runs.
    var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: look.text, count: look.text_length) }
    /// What the instance was before the update; nil: it is a new one.
    private var before: UnsafePointer<yoke_before>? { look.before }

    /// Whether the property of that place is there to be looked at.
    func has(_ index: Int) -> Bool { look.seen.map { Self.has($0, index) } ?? true }

    /// Whether an update has left the property of that place as it was.
    func keeps(_ index: Int) -> Bool { before.map { Self.has($0.pointee.kept, index) } ?? false }

    /// The instance before the update, if that has given another value to the property of that place.
    func old(changing index: Int) -> UnsafeRawPointer? {
        guard let before = before?.pointee, Self.has(before.there, index), !Self.has(before.kept, index) else { return nil }
        return UnsafeRawPointer(before.value)
    }

    private static func has(_ bits: UnsafePointer<UInt64>, _ index: Int) -> Bool { bits[index / 64] >> UInt64(index % 64) & 1 == 1 }
}

/// What looks at a property, by its place among the object's, or at all of a finished instance. (Bare functions in an array need more
/// metadata to be made than this.)
@usableFromInline
struct ObjectCheck: Sendable {
    let field: Int?
    let body: AfterReading

    init(field: Int? = nil, body: @escaping AfterReading) { (self.field, self.body) = (field, body) }
}
