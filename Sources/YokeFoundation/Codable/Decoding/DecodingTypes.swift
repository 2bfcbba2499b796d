import Foundation
import Yoke

/// How the decoder makes values of a type.
enum DecodedKind: UInt8 {
    /// The type's own `init(from:)` runs.
    case plain
    case bool, string, double, float
    case int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64
    case date, data, url, decimal
    case value, number, rawText
    case doubles, doubleLists, doubleListLists, ints, strings
    /// An array, Optional or dictionary, which is made without a decoding container.
    case direct
    /// A type that its mapping reads: `JSONObject`, `JSONArray`, and with `YokeDecoder.prefersMapping` each other type with a mapping.
    case mapped
}

/// A table of how to decode each type that was decoded so far. Only one call of a decoder at a time may use a table.
final class DecodingTypes {
    /// A type, and how the decoder makes its values.
    struct Entry: TypeCacheEntry {
        fileprivate(set) var type: ObjectIdentifier?
        var kind = DecodedKind.plain
        var direct: (any DirectlyDecodable.Type)?
        var mapped: (any JSONReadable.Type)?
    }
    private let entries = TypeCache<Entry>()
    private let prefersMapping: Bool
    private var keyTables = KnownKeyTables()
    let boxes = ContainerBoxes<KeyedCell>()

    init(prefersMapping: Bool) { self.prefersMapping = prefersMapping }

    @inline(__always)
    func entry<T: Decodable>(of type: T.Type) -> UnsafePointer<Entry> { entries.entry(of: type) { classify(type) } }

    /// Returns the keys that a `CodingKey` type has used so far.
    func keys(of type: any CodingKey.Type) -> KnownKeys { keyTables.keys(of: type, colon: ":", hasSlashes: true) }

    private static let scalars: [ObjectIdentifier: DecodedKind] = [
        ObjectIdentifier(Bool.self): .bool, ObjectIdentifier(String.self): .string, ObjectIdentifier(Double.self): .double,
        ObjectIdentifier(Float.self): .float, ObjectIdentifier(Int.self): .int, ObjectIdentifier(Int8.self): .int8,
        ObjectIdentifier(Int16.self): .int16, ObjectIdentifier(Int32.self): .int32, ObjectIdentifier(Int64.self): .int64,
        ObjectIdentifier(UInt.self): .uint, ObjectIdentifier(UInt8.self): .uint8, ObjectIdentifier(UInt16.self): .uint16,
        ObjectIdentifier(UInt32.self): .uint32, ObjectIdentifier(UInt64.self): .uint64, ObjectIdentifier(Date.self): .date,
        ObjectIdentifier(Data.self): .data, ObjectIdentifier(URL.self): .url, ObjectIdentifier(Decimal.self): .decimal,
        ObjectIdentifier(JSONValue.self): .value, ObjectIdentifier(JSONNumber.self): .number,
        ObjectIdentifier(JSONRawText.self): .rawText, ObjectIdentifier([Double].self): .doubles,
        ObjectIdentifier([[Double]].self): .doubleLists, ObjectIdentifier([[[Double]]].self): .doubleListLists,
        ObjectIdentifier([Int].self): .ints, ObjectIdentifier([String].self): .strings,
    ]

    private func classify<T: Decodable>(_ type: T.Type) -> Entry {
        let identity = ObjectIdentifier(type)
        if let kind = Self.scalars[identity] { return Entry(type: identity, kind: kind) }
        if let direct = type as? any DirectlyDecodable.Type {
            return Entry(type: identity, kind: .direct, direct: direct)
        }
        let isDynamic = type == JSONObject.self || type == JSONArray.self
        let isMapped = isDynamic || prefersMapping && !(type is any KeepsCodableForm.Type)
        if isMapped, let mapped = type as? any JSONReadable.Type {
            return Entry(type: identity, kind: .mapped, mapped: mapped)
        }
        return Entry(type: identity, kind: .plain)
    }
}
