internal import CYoke

/// How Yoke handles a JSON key that no property has. In a model with array layout: how Yoke handles an element that no property has.
public enum JSONUnknownKeys: Sendable, Hashable {
    /// Yoke checks that the value is JSON, and drops the value.
    case skip
    /// The key is an error of kind `.unknownKey` that names the nearest known key.
    case reject
}

/// The JSON form of a model.
public enum JSONLayout: Sendable, Hashable {
    /// `{"x": 1, "y": 2}`: a key for each property.
    case object
    /// `[1, 2]`: the values of the properties in the order of the mapping.
    case array
}

/// The rules that a type sets for its objects.
@usableFromInline
struct ObjectRules: Sendable {
    @usableFromInline var unknownKeys: JSONUnknownKeys = .skip
    @usableFromInline var layout: JSONLayout = .object
    /// The style of dates; nil if the type sets no style.
    @usableFromInline var dates: JSONDateStyle?
    /// Checks and hooks. Each receives the address of the finished instance.
    @usableFromInline var after: [ObjectCheck] = []
    /// True if a check or hook needs the text of the object, so that the binder must keep this text.
    var wantsText = false

    /// Each entry: names of properties, and a condition for writing these properties. `holds` receives the address of the instance.
    var conditions: [(names: Set<String>, holds: @Sendable (UnsafeRawPointer) -> Bool)] = []

    /// True if properties that have their initial value are not written.
    var omitsDefaults = false

    /// Keys without a property that do not count as unknown, such as the tag of an enum, or the keys of the model into which the type is
    /// flattened.
    var known: Set<String> = []
    /// For the payload of an enum case, if the object has a tag: the tag's key, and the name of the case.
    var tag: (key: String, name: String)?
    /// True if the type is flattened into a model that keeps unknown members. The type then refuses none, whatever the call says.
    var isOpen = false
    /// The number of types around this one in the same JSON object, each flattened into the next.
    var flattenings = 0

    @usableFromInline init() {}
}

/// A check or hook that runs on a finished instance. It receives the instance's address.
@usableFromInline
typealias AfterReading = @Sendable (UnsafeMutableRawPointer, ObjectSource) throws -> Void

/// The inputs of a check or hook that runs on a finished instance: the object's text, the call, and the instance before an update.
@usableFromInline
struct ObjectSource {
    let request: yoke_check_request
    /// The call that reads the instance: a pointer to its `ReadCall`.
    let reader: UnsafeMutableRawPointer?

    /// The object's JSON text; empty if no check or hook of the type needs the text. Valid while the check or hook runs.
    var text: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: request.text, count: request.text_length) }
    /// The instance before the update; nil for a new instance.
    private var before: UnsafePointer<yoke_before>? { request.before }

    /// Returns true if the property with this index has a value. False is possible only in calls that collect errors, if the value was left
    /// out or is missing.
    func has(_ index: Int) -> Bool { request.seen.map { Self.has($0, index) } ?? true }

    /// Returns true if an update has left the property with this index unchanged.
    func isUnchanged(_ index: Int) -> Bool { before.map { Self.has($0.pointee.unchanged, index) } ?? false }

    /// Returns the instance before the update, if the property with this index had a value and the update has changed it; else nil.
    func old(changing index: Int) -> UnsafeRawPointer? {
        guard let before = before?.pointee, Self.has(before.had_value, index), !Self.has(before.unchanged, index) else { return nil }
        return UnsafeRawPointer(before.value)
    }

    private static func has(_ bits: UnsafePointer<UInt64>, _ index: Int) -> Bool { bits[index / 64] >> UInt64(index % 64) & 1 == 1 }
}

/// A check of one property (`field` is its index in the object) or of an entire finished instance (`field` is nil).
///
/// This is a struct, because an array of bare functions would need more metadata at run time.
@usableFromInline
struct ObjectCheck: Sendable {
    let field: Int?
    let body: AfterReading

    init(field: Int? = nil, body: @escaping AfterReading) { (self.field, self.body) = (field, body) }
}
