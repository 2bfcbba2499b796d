internal import CYoke

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
/// - The version is kept wherever the model is: as the entire snapshot, in arrays and dictionaries, in a property of another model.
/// - A model has no version if its members stand in another type's object: flattened, or beside a tag.
/// - Cases of an untagged type, or of a type with `choose:`, cannot be versioned if that type has its own hooks.
/// - JSON text has no versions.
///
/// Cost: Yoke goes through the text of the model twice. Versioned models may be nested up to 128 levels deep.
public protocol JSONVersioned: JSONMapped {
    /// The version that Yoke writes, 0 or more. Snapshots from before the type had versions count as 0.
    static var jsonVersion: Int { get }

    /// Changes an object of an older version into an object of the current version, before the binder reads it.
    ///
    /// Yoke never calls this function for newer versions. They are an error of kind `.refused`.
    /// - Throws: any error. It becomes the `underlying` error of a `.refused` one with the object's path.
    static func migrate(_ object: inout JSONObject, from version: Int) throws
}

extension MappingWrapping {
    /// Writes every versioned model as an array of its version and its object.
    static let versions = MappingWrapping(
        name: "versions", wrap: { type, mapping in (type as? any JSONVersioned.Type).map(mapping.versioned) },
        object: { text in JSONMapping.splitVersion(text)?.object ?? text })
}

extension JSONMapping {
    fileprivate func versioned(_ type: any JSONVersioned.Type) -> JSONMapping {
        let name = name, current = type.jsonVersion
        return hooked { thunks in
            let next = thunks.capture
            thunks.capture = { to, text, choice in
                try next(to, text, choice)
                guard let (version, object) = Self.splitVersion(text) else { return }
                guard version != current else {
                    choice.assumingMemoryBound(to: yoke_choice.self).pointee.text = object.baseAddress
                    choice.assumingMemoryBound(to: yoke_choice.self).pointee.text_length = object.count
                    return
                }
                guard version < current else {
                    throw JSONError(
                        .refused, "the snapshot has version \(version) of \(name), and this program knows \(current)",
                        hint: "it was written by a newer program")
                }
                var changed = try JSONObject(json: object, options: .unlimited)
                do { try type.migrate(&changed, from: version) } catch {
                    throw JSONError(.refused, "\(name) cannot be made of its version \(version): \(error)", underlying: error)
                }
                ReplacedText.put(try changed.jsonBytes(JSONWriteOptions(depth: .max)), into: choice)
            }
            thunks.project = { _, at, writer in
                let writer = writer.assumingMemoryBound(to: yoke_writer.self)
                var style = writer.pointee.style
                style.depth_limit -= min(style.depth_limit, UInt64(writer.pointee.depth))
                let text = try writer.pointee.text(of: at, writer.pointee.choices[1].unsafelyUnwrapped, style)
                let isObject = text.first == UInt8(ascii: "{")
                let front = isObject ? Array("[\(current),".utf8) : [], back = isObject ? Array("]".utf8) : []
                for part in [front, text, back] { yoke_writer_raw(writer, part, part.count) }
                return nil
            }
        }
    }

    /// Returns the version and the object of `[2,{...}]`; version 0 for an object without a version; nil for other values.
    fileprivate static func splitVersion(_ text: UnsafeBufferPointer<UInt8>) -> (version: Int, object: UnsafeBufferPointer<UInt8>)? {
        if text.first == UInt8(ascii: "{") { return (0, text) }
        var from = 0, to = 0
        guard yoke_second_element(text.baseAddress, text.count, &from, &to), text[from] == UInt8(ascii: "{"),
            let version = Int(String(decoding: text[1..<(from - 1)], as: UTF8.self)), version >= 0
        else { return nil }
        return (version, UnsafeBufferPointer(rebasing: text[from..<to]))
    }
}
