/// The cases of a type of which the JSON says which one a value is, collected by a mapping's closure: an enum with payloads, a class with
/// subclasses, a protocol's box.
public struct JSONCases<Model> {
    private let keys: JSONKeyStyle
    @usableFromInline var descriptions: [CaseDescription] = []
    /// For each case, its number's value, if it is of that case: put at the address.
    @usableFromInline var matches: [@Sendable (borrowing Model, UnsafeMutableRawPointer) throws -> Bool] = []
    @usableFromInline var fallback: Int?

    init(keys: JSONKeyStyle) { self.keys = keys }

    /// The name of a case in the type's style.
    public func name(_ name: String) -> String { keys.key(for: name) }

    /// A case without a payload.
    public mutating func add(_ name: String, _ value: Model) where Model: Sendable & Equatable {
        append(name, unit: value)
    }

    /// A case with a payload.
    ///
    /// - Parameters:
    ///   - name: what the JSON calls it.
    ///   - make: the value for a payload.
    ///   - match: the payload, if the value is of this case.
    @inlinable
    public mutating func add<Payload: JSONMapped>(
        _ name: String, _ payload: Payload.Type, make: @escaping @Sendable (consuming Payload) throws -> Model,
        match: @escaping @Sendable (borrowing Model) -> Payload?
    ) {
        descriptions.append(CaseDescription(name: name, payload: JSONMapping.Child(payload), make: .payload(make)))
        matches.append { value, to in
            guard let payload = match(value) else { return false }
            to.initializeMemory(as: Payload.self, to: payload)
            return true
        }
    }

    /// The case for every unknown name, of which nothing is kept. It is written without a name: with `tag:` as an object without the tag,
    /// else as `""`. An enum over strings writes the case's raw value.
    public mutating func fallback(_ value: Model) where Model: Sendable & Equatable {
        fallback = descriptions.count
        append((value as? any RawRepresentable)?.rawValue as? String ?? "", unit: value)
    }

    /// The case for every unknown name, which keeps the whole value, tag and all, and writes it back: as a `JSONRawText`, a `JSONValue`, or a
    /// type of one's own that has the tag as a property.
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
        matches.append { other, _ in copy other == value }
    }
}

/// One case, without its payload's type.
@usableFromInline
struct CaseDescription: Sendable {
    let name: String
    let payload: JSONMapping.Child?
    /// `make`, from a payload, or `initial`.
    let make: Thunks

    @usableFromInline
    init(name: String, payload: JSONMapping.Child?, make: Thunks) {
        self.name = name
        self.payload = payload
        self.make = make
    }
}

/// Where the JSON of a case says which one it is.
@usableFromInline
enum Tagging: Sendable {
    /// `{"circle": {...}}`, or `"point"` without a payload.
    case external
    /// `{"type": "circle", ...}`
    case `internal`(tag: String)
    /// `{"type": "circle", "content": {...}}`
    case adjacent(tag: String, content: String)
    /// Nowhere: the first case that fits.
    case untagged
    /// In the object as a whole, at whose text a function looks; nil: it is none of the cases.
    case chosen(@Sendable (UnsafeBufferPointer<UInt8>) throws -> String?)

    /// The key around a case's payload, if there is one.
    func wrapper(for name: String) -> String? {
        switch self {
        case .external: name
        case .adjacent(_, let content): content
        case .internal, .untagged, .chosen: nil
        }
    }
}
