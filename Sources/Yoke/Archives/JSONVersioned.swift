internal import CYoke

/// A model whose snapshots say which version of it they hold, so that those of older programs can still be read.
///
/// ```swift
/// extension User: JSONVersioned {
///     static var jsonVersion: Int { 2 }
///     static func migrate(_ user: inout JSONObject, from version: Int) throws {
///         if version < 2 { user["name"] = user.removeValue(forKey: "full_name") }
///     }
/// }
/// ```
/// It holds for the model wherever it stands: as the whole snapshot, in arrays and dictionaries, in another model's property. Only where its
/// members stand in another type's object (flattened, or beside a tag) it has no version of its own. Types of untagged cases and of
/// `choose:` that have hooks of their own are not for versioned cases.
///
/// For types whose JSON is an object. Cost: their text is gone through twice, and they may stand 128 deep in each other. JSON text has no
/// versions.
public protocol JSONVersioned: JSONMapped {
    /// The version that is written, 0 or more. Snapshots from before the type had versions count as 0.
    static var jsonVersion: Int { get }

    /// Makes an object of an older version one of today's, before it is bound.
    ///
    /// Newer versions are never asked for: they are an error of kind `.refused`.
    /// - Throws: what becomes the `underlying` error of a `.refused` one, with the object's path.
    static func migrate(_ object: inout JSONObject, from version: Int) throws
}

extension MappingWrapping {
    /// Every versioned model is an array of its version and its object.
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

    /// The version and the object of `[2,{...}]`, or of an object that has none; nil for other values.
    fileprivate static func splitVersion(_ text: UnsafeBufferPointer<UInt8>) -> (version: Int, object: UnsafeBufferPointer<UInt8>)? {
        if text.first == UInt8(ascii: "{") { return (0, text) }
        var from = 0, to = 0
        guard yoke_second_element(text.baseAddress, text.count, &from, &to), text[from] == UInt8(ascii: "{"),
            let version = Int(String(decoding: text[1..<(from - 1)], as: UTF8.self)), version >= 0
        else { return nil }
        return (version, UnsafeBufferPointer(rebasing: text[from..<to]))
    }
}
