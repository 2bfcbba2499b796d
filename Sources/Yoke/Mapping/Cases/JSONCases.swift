/// The cases of a type: an enum with payloads, a class with subclasses, or a type that holds any value of a protocol. The closure of a
/// mapping adds the cases. The JSON says which case a value is.
public struct JSONCases<Model> {
    private let keys: JSONKeyStyle
    @usableFromInline var descriptions: [CaseDescription] = []
    @usableFromInline var matches: [CaseMatch] = []
    @usableFromInline var fallback: Int?

    init(keys: JSONKeyStyle) { self.keys = keys }

    /// Returns the JSON name of a case: `name` in the key style of the type.
    public func name(_ name: String) -> String { keys.key(for: name) }

    /// Adds a case without a payload.
    public mutating func add(_ name: String, _ value: Model) where Model: Sendable & Equatable {
        append(name, unit: value)
    }

    /// Adds a case with a payload.
    ///
    /// - Parameters:
    ///   - name: the name of the case in the JSON.
    ///   - make: returns a value of this case with the payload.
    ///   - match: returns the payload if the value is of this case, else nil.
    @inlinable
    public mutating func add<Payload: JSONMapped>(
        _ name: String, _ payload: Payload.Type, make: @escaping @Sendable (consuming Payload) throws -> Model,
        match: @escaping @Sendable (borrowing Model) -> Payload?
    ) {
        descriptions.append(CaseDescription(name: name, payload: JSONMapping.Child(payload), make: .payload(make)))
        matches.append { value, to in
            guard let payload = match(value.assumingMemoryBound(to: Model.self).pointee) else { return false }
            to.initializeMemory(as: Payload.self, to: payload)
            return true
        }
    }

    /// Adds the case for every unknown name. This case does not keep the JSON.
    ///
    /// This case is written as `{}` with `tag:` or `choose:`, as null with `untagged:`, else as `""`. In an enum with String raw values,
    /// the raw value is the name of this case, and Yoke writes the case as it writes other cases.
    public mutating func fallback(_ value: Model) where Model: Sendable & Equatable {
        fallback = descriptions.count
        append((value as? any RawRepresentable)?.rawValue as? String ?? "", unit: value)
    }

    /// Adds the case for every unknown name. Its payload keeps the entire JSON value, with the tag. Writing writes the payload back.
    ///
    /// The payload is a `JSONRawText`, a `JSONValue`, or your own type with a property for the tag.
    @inlinable
    public mutating func fallback<Payload: JSONConvertible>(
        make: @escaping @Sendable (consuming Payload) -> Model, match: @escaping @Sendable (borrowing Model) -> Payload?
    ) {
        fallback = descriptions.count
        add("", Payload.self, make: { make($0) }, match: match)
    }

    private mutating func append(_ name: String, unit value: Model) where Model: Sendable & Equatable {
        let thunks = Thunks.initial { value }
        descriptions.append(CaseDescription(name: name, payload: nil, make: thunks))
        matches.append { other, _ in other.assumingMemoryBound(to: Model.self).pointee == value }
    }
}

extension JSONMapping {
    /// Describes a type of several cases, such as an enum with payloads. The JSON says which case a value is.
    ///
    /// ```swift
    /// enum Shape { case circle(Circle), square(Square), point }
    /// extension Shape: JSONConvertible {
    ///     static var jsonMapping: JSONMapping {
    ///         JSONMapping(cases: Shape.self, tag: "type") {
    ///             $0.add("circle", Circle.self, make: { .circle($0) }, match: { if case .circle(let value) = $0 { value } else { nil } })
    ///             $0.add("square", Square.self, make: { .square($0) }, match: { if case .square(let value) = $0 { value } else { nil } })
    ///             $0.add("point", .point)
    ///         }
    ///     }
    /// }
    /// ```
    /// - Parameters:
    ///   - tag: the key of the member that names the case, in the payload's object: `{"type": "circle", "radius": 1}`. Without a tag, the
    ///     name is the only key of an object around the payload: `{"circle": {"radius": 1}}`. A case without a payload is then a string:
    ///     `"point"`.
    ///   - content: the key of the payload, beside the tag: `{"type": "circle", "content": {"radius": 1}}`. Needs `tag`.
    ///   - untagged: true if the JSON does not name the case; do not give a `tag` then. Yoke takes the first case whose payload can be read
    ///     from the JSON. A case without a payload, if the type has one, is null in JSON.
    ///   - keys: the style that `name(_:)` of the closure's argument uses.
    ///
    /// Cost: if the name of the case stands in the first 256 bytes of the object, and only strings, numbers, Bools and null stand before it,
    /// Yoke reads the text once. Otherwise, Yoke reads the text twice: to find the name of the case, and to read the payload. Yoke always
    /// reads it twice in calls with a report, with `collectsErrors`, with refused repeated keys (as in `.untrusted`), or with a mode that
    /// converts or recovers values.
    public init<Model>(
        cases type: Model.Type, tag: String? = nil, content: String? = nil, untagged: Bool = false, keys: JSONKeyStyle = .asWritten,
        _ describe: (inout JSONCases<Model>) -> Void
    ) {
        var cases = JSONCases<Model>(keys: keys)
        describe(&cases)
        let tagging: Tagging =
            if untagged {
                .untagged
            } else if let tag {
                if let content { .adjacent(tag: tag, content: content) } else { .internal(tag: tag) }
            } else {
                .external
            }
        self.init(type, .rawText(cases.descriptions, .cases(cases, tagging), tagging, fallback: cases.fallback))
    }
}

/// Tests whether a value belongs to a case, and if so, stores the payload, if the case has one. Arguments: the address of the value, and
/// the address for the payload. The arguments name no type, because calls of closures with generic arguments are slow.
@usableFromInline
typealias CaseMatch = @Sendable (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool

/// The description of one case, without the payload's type as a generic parameter.
@usableFromInline
struct CaseDescription: Sendable {
    let name: String
    let payload: JSONMapping.Child?
    /// The thunks that make a value of the case: `make` from a payload, or `initial` for a case without a payload.
    let make: Thunks

    @usableFromInline
    init(name: String, payload: JSONMapping.Child?, make: Thunks) {
        self.name = name
        self.payload = payload
        self.make = make
    }
}

/// The part of the JSON that names the case.
@usableFromInline
enum Tagging: Sendable {
    /// The name is the key of the payload: `{"circle": {...}}`. A case without a payload is a string: `"point"`.
    case external
    /// The name is a member among the payload's members: `{"type": "circle", ...}`.
    case `internal`(tag: String)
    /// The name and the payload are members of one object: `{"type": "circle", "content": {...}}`.
    case adjacent(tag: String, content: String)
    /// No part of the JSON names the case. The case is the first one that can read the value.
    case untagged
    /// A function chooses the case. It gets the object's text, and `firstStays`: true if the first member of a repeated key counts. It
    /// returns the name of the case; nil if no case matches.
    case chosen(@Sendable (UnsafeBufferPointer<UInt8>, _ firstStays: Bool) throws -> String?)

    /// True if the JSON of a case is the JSON of its payload.
    var addsNothing: Bool {
        switch self {
        case .untagged, .chosen: true
        case .external, .internal, .adjacent: false
        }
    }

    /// Returns the key whose value is the payload of a case; nil if the JSON has no such key.
    func wrapper(for name: String) -> String? {
        switch self {
        case .external: name
        case .adjacent(_, let content): content
        case .internal, .untagged, .chosen: nil
        }
    }
}
