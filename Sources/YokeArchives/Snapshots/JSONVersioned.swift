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
/// - The JSON of the model must be an object.
/// - The snapshot keeps the version wherever the model stands: alone, in arrays and dictionaries, in a property of another model.
/// - A model gets no version if its members stand in another type's object: flattened, or beside a tag.
/// - If an enum that is untagged or has `choose:` has hooks of its own, the payloads of its cases cannot be versioned.
/// - Only snapshots have versions. JSON text does not.
///
/// Cost: Yoke scans the text of the model twice. Versioned models may be nested up to 128 levels deep.
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
    /// The wrapping that makes the object of a versioned model an array in snapshots: first the version, then the object.
    static let versions = MappingWrapping(
        name: "versions", wrap: { type, mapping in (type as? any JSONVersioned.Type).map { versioned($0, mapping) } },
        object: { text in splitVersion(text)?.object ?? text })

    private static func versioned(_ type: any JSONVersioned.Type, _ mapping: JSONMapping) -> JSONMapping {
        let name = mapping.name, current = type.jsonVersion
        return mapping.wrapped(
            unwrap: { text in
                guard let (version, object) = splitVersion(text) else { return nil }
                guard version != current else { return .part(object) }
                guard version < current else {
                    throw JSONError(
                        kind: .refused, message: "the snapshot has version \(version) of \(name), and this program knows \(current)",
                        hint: "it was written by a newer program")
                }
                var changed = try JSONObject(rawText: object)
                do { try type.migrate(&changed, from: version) } catch {
                    throw JSONError(
                        kind: .refused, message: "\(name) cannot be made of its version \(version): \(error)", underlying: error)
                }
                return .replaced(try changed.jsonBytes(.unlimited))
            },
            wrap: { text in
                let isObject = text.first == UInt8(ascii: "{")
                return isObject ? (Array("[\(current),".utf8), Array("]".utf8)) : ([], [])
            })
    }

    /// Returns the version and the object of `[2,{...}]`; version 0 for an object without a version; nil for other values.
    private static func splitVersion(_ text: UnsafeBufferPointer<UInt8>) -> (version: Int, object: UnsafeBufferPointer<UInt8>)? {
        if text.first == UInt8(ascii: "{") { return (0, text) }
        var from = 0, to = 0
        guard yoke_second_element(text.baseAddress, text.count, &from, &to), text[from] == UInt8(ascii: "{"),
            let version = Int(String(decoding: text[1..<(from - 1)], as: UTF8.self)), version >= 0
        else { return nil }
        return (version, UnsafeBufferPointer(rebasing: text[from..<to]))
    }
}
