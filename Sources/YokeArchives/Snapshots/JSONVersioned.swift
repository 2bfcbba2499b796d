internal import CYoke
import Yoke

/// A model whose snapshots name the model's version, so that newer programs can still read snapshots of older programs.
///
/// ```swift
/// extension User: JSONVersioned {
///     static var jsonVersion: Int { 2 }
///     static func migrate(_ user: inout JSONObject, from version: Int) throws {
///         if version < 2 { user["name"] = user.removeValue(forKey: "full_name") }
///     }
/// }
/// ```
/// - The JSON of the model must be an object. In a snapshot, its first member is the version: `"$jsonVersion": 2`. Reading removes this
///   member before `migrate` and the model's own hooks see the object.
/// - The snapshot keeps the version wherever the model stands: alone, in arrays and dictionaries, in a property of another model.
/// - A model gets no version if its members stand in another type's object: flattened, beside a tag, or as the payload of a versioned enum
///   without a tag.
/// - Only snapshots have versions. JSON text does not.
///
/// Cost: Yoke scans the text of the model twice, and copies it. Versioned models may be nested up to 128 levels deep. Each `beforeReading`,
/// `beforeWriting` and `afterWriting` hook of a model counts as one more level.
public protocol JSONVersioned: JSONMapped {
    /// The version that Yoke writes, 0 or more. A snapshot from before the type was versioned counts as version 0.
    static var jsonVersion: Int { get }

    /// Changes an object of an older version into an object of the current version, before the binder reads it.
    ///
    /// Yoke does not call this function for an object of a newer version. Such an object is an error of kind `.refused`.
    /// - Throws: any error. Yoke then throws a `.refused` error with the object's path and this error as `underlying`.
    static func migrate(_ object: inout JSONObject, from version: Int) throws
}

extension MappingWrapping {
    /// The wrapping that adds the version to the object of a versioned model in snapshots, as the first member: `{"$jsonVersion":2,...}`.
    static let versions = MappingWrapping(
        name: "versions", wrap: { type, mapping in (type as? any JSONVersioned.Type).map { versioned($0, mapping) } },
        object: { text in member(of: text).map { without($0.range, text) } })

    private static let key = Array(#""$jsonVersion":"#.utf8)

    private static func versioned(_ type: any JSONVersioned.Type, _ mapping: JSONMapping) -> JSONMapping {
        let name = mapping.name, current = type.jsonVersion
        @Sendable func checkVersion() throws(JSONError) {
            if current >= 0 { return }
            throw JSONError(kind: .invalidMapping, message: "the jsonVersion of \(name) is \(current): it must be 0 or more")
        }
        return mapping.wrapped(
            unwrap: { text in
                try checkVersion()
                guard text.first == UInt8(ascii: "{") else { return nil }
                let member = member(of: text), object = member.map { without($0.range, text) }
                guard let version = member.map(\.version) ?? 0 else {
                    throw JSONError(kind: .invalidSnapshot, message: "the version of \(name) is no integer from 0 on")
                }
                guard version != current else { return object }
                guard version < current else {
                    throw JSONError(
                        kind: .refused, message: "the snapshot has version \(version) of \(name), and this program knows \(current)",
                        hint: "it was written by a newer program")
                }
                var changed = try object?.withUnsafeBufferPointer { try JSONObject(rawText: $0) } ?? JSONObject(rawText: text)
                do { try type.migrate(&changed, from: version) } catch {
                    throw JSONError(
                        kind: .refused, message: "\(name) cannot be made of its version \(version): \(error)", underlying: error)
                }
                return try changed.jsonBytes(.unlimited)
            },
            wrap: { text in
                try checkVersion()
                guard text.first == UInt8(ascii: "{") else { return text }
                // The text of an instance of a subclass has the version of its own class already. This version is replaced.
                let isOther = type is AnyClass && text.dropFirst().starts(with: key)
                let text =
                    isOther ? text.withUnsafeBufferPointer { text in member(of: text).map { without($0.range, text) } } ?? text : text
                let isEmpty = text.dropFirst().first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "}")
                return [UInt8(ascii: "{")] + key + Array("\(current)\(isEmpty ? "" : ",")".utf8) + text.dropFirst()
            })
    }

    /// Returns the version in the text of an object, and the range of its member with a comma; nil if the text has no such member. The
    /// version is nil if it is not an integer from 0 on. A hook may have moved the member, so the member need not be the first one.
    private static func member(of text: UnsafeBufferPointer<UInt8>) -> (version: Int?, range: Range<Int>)? {
        var from = 0, to = 0
        let isFound = key[1..<(key.count - 2)].withUnsafeBufferPointer {
            yoke_find_member(text.baseAddress, text.count, $0.baseAddress, $0.count, true, &from, &to)
        }
        guard isFound, let keyEnd = text[..<from].lastIndex(of: UInt8(ascii: "\"")),
            let start = text[..<keyEnd].lastIndex(of: UInt8(ascii: "\"")),  // the key has no quotes
            let before = text[..<start].lastIndex(where: isNoSpace), let after = text[to...].firstIndex(where: isNoSpace)
        else { return nil }
        let version = Int(String(decoding: text[from..<to], as: UTF8.self)).flatMap { $0 >= 0 ? $0 : nil }
        if text[after] == UInt8(ascii: ",") { return (version, start..<after + 1) }
        return (version, (text[before] == UInt8(ascii: ",") ? before : start)..<after)
    }

    private static func isNoSpace(_ byte: UInt8) -> Bool { byte > UInt8(ascii: " ") }

    private static func without(_ range: Range<Int>, _ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        Array(text[..<range.lowerBound]) + text[range.upperBound...]
    }
}
