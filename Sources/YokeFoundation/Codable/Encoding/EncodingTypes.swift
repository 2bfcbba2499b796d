import Foundation
import Yoke

/// How the encoder writes values of a type.
enum EncodedKind {
    /// The type's own `encode(to:)` runs.
    case plain
    case bool, string, double, float
    case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
    case date, data, url, decimal
    case doubles, ints, strings
    /// An array, Optional or dictionary, which is written without an encoding container.
    case direct
    /// A type that its mapping writes: a dynamic type such as `JSONNumber`, and with `YokeEncoder.prefersMapping` each type with a mapping.
    case mapped

    /// True if `encode(to:)` of such a type may open a container.
    var opensContainer: Bool {
        switch self {
        case .plain, .direct, .doubles, .ints, .strings: true
        default: false
        }
    }
}

/// How to write each type that was encoded so far. Only one session at a time, with its nested sessions, may use a table.
final class EncodingTypes {
    struct Entry: TypeCacheEntry {
        fileprivate(set) var type: ObjectIdentifier?
        var kind = EncodedKind.plain
        var direct: (any DirectlyEncodable.Type)?
        /// An `OptionalPayloads<T?>`, which reads the wrapped values of Optionals of this type; nil in an unused entry.
        fileprivate var payloads: AnyObject?
    }
    private let entries = TypeCache<Entry>()
    private let options: EncodingOptions
    private var keyTables = KnownKeyTables()
    let boxes = ContainerBoxes<WriterCell>()

    init(_ options: EncodingOptions) { self.options = options }

    @inline(__always)
    func entry<T: Encodable>(of type: T.Type) -> UnsafePointer<Entry> { entries.entry(of: type) { classify(type) } }

    @inline(__always)
    func payloads<T: Encodable>(of type: T.Type) -> OptionalPayloads<T?> {
        unsafeDowncast(entry(of: type).pointee.payloads.unsafelyUnwrapped, to: OptionalPayloads<T?>.self)
    }

    /// Returns the keys that a `CodingKey` type has used so far.
    func keys(of type: any CodingKey.Type) -> KnownKeys {
        keyTables.keys(of: type, colon: options.colon, hasSlashes: !options.escapesSlashes)
    }

    private static let scalars: [ObjectIdentifier: EncodedKind] = [
        ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(String.self): .string, ObjectIdentifier(Double.self): .double,
        ObjectIdentifier(Float.self): .float, ObjectIdentifier(Int.self): .int, ObjectIdentifier(Int8.self): .int8,
        ObjectIdentifier(Int16.self): .int16, ObjectIdentifier(Int32.self): .int32, ObjectIdentifier(Int64.self): .int64,
        ObjectIdentifier(UInt.self): .uint, ObjectIdentifier(UInt8.self): .uint8, ObjectIdentifier(UInt16.self): .uint16,
        ObjectIdentifier(UInt32.self): .uint32, ObjectIdentifier(UInt64.self): .uint64, ObjectIdentifier(Date.self): .date,
        ObjectIdentifier(Data.self): .data, ObjectIdentifier(URL.self): .url, ObjectIdentifier(Decimal.self): .decimal,
        ObjectIdentifier([Double].self): .doubles, ObjectIdentifier([Int].self): .ints, ObjectIdentifier([String].self): .strings,
    ]

    private func classify<T: Encodable>(_ type: T.Type) -> Entry {
        let identity = ObjectIdentifier(type)
        var entry = Entry(type: identity, payloads: OptionalPayloads<T?>())
        if let kind = Self.scalars[identity] {
            entry.kind = kind
            return entry
        }
        if let direct = type as? any DirectlyEncodable.Type {
            entry.kind = .direct
            entry.direct = direct
            return entry
        }
        if isMapped(type) { entry.kind = .mapped }
        return entry
    }

    private func isMapped(_ type: any Encodable.Type) -> Bool {
        if type == JSONNumber.self { return true }
        // With sorted keys or indentation, the dynamic types encode themselves: only `encode(to:)` sorts the members of a raw text, and
        // keeps the last of several members with the same key.
        let isDynamic = type == JSONValue.self || type == JSONObject.self || type == JSONArray.self || type == JSONRawText.self
        if isDynamic { return !options.isPretty && !options.sortsKeys }
        return options.values.prefersMapping && type is any JSONWritable.Type && !(type is any KeepsCodableForm.Type)
    }
}

/// Reads the payloads (wrapped values) of Optionals of the type `Value`. `EncodingTypes` keeps an instance for each type, because looking
/// up `OptionalPayloads<T?>` for each value is slow.
final class OptionalPayloads<Value> {
    /// Calls `body` with a pointer to the payload of an Optional, which must not be nil.
    ///
    /// Invariant: `Value` is `Payload?`. An Optional begins with its payload.
    @inline(never)
    func withPayload<Payload>(of value: Value, _ body: (UnsafePointer<Payload>) throws -> Void) rethrows {
        try withUnsafePointer(to: value) { try body(UnsafeRawPointer($0).assumingMemoryBound(to: Payload.self)) }
    }
}
