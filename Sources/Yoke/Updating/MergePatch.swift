internal import CYoke

extension Thunks {
    /// Returns thunks that apply a merge patch to the JSON of a value that C cannot change in place: a dynamic value, or an enum with
    /// payloads. `options`: the options of the call that reads the patch.
    static func patching(_ options: JSONReadOptions) -> Thunks {
        let firstKeysStay = options.duplicateKeys == .first
        let nonFinite = options.readsLiterals ? NonFiniteTexts.inRawText : NonFiniteTexts(options.nonFiniteNumbers, isQuoted: true)
        if nonFinite != nil { return patching(firstKeysStay, nonFinite) }
        return firstKeysStay ? patchingFirstKeys : patching
    }

    private static let patching = patching(false, nil)
    private static let patchingFirstKeys = patching(true, nil)

    /// - Parameters:
    ///   - firstKeysStay: says which member counts if the patch repeats a key: the first one if true, the last one if false.
    ///   - nonFinite: the JSON that the call reads as NaN and infinities; nil if it refuses these numbers.
    private static func patching(_ firstKeysStay: Bool, _ nonFinite: NonFiniteTexts?) -> Thunks {
        var style = JSONWriteOptions(depth: JSONWriteOptions.cycleDepth).style
        style.non_finite = nonFinite?.cTexts
        let written = { [style] (value: UnsafeRawPointer, slot: UnsafeRawPointer) throws -> JSONValue in
            try withExtendedLifetime(nonFinite) { try Self.written(value, slot, style) }
        }
        let thunks = Thunks()
        thunks.patch = { slot, value, around, patch, choice in
            let patch = try JSONValue(json: patch, options: .unlimited)
            if let value, let object = around?.assumingMemoryBound(to: yoke_object.self), case .object(let members) = patch {
                // The value is flattened: its members stand in the object around it, and the patch is for this object. The value stays as
                // it is if the patch has only members for other properties of this object. A key may be for a property and for the value.
                if members.allSatisfy({ isOwn(key: $0.key, of: object) }) {
                    guard let old = try? written(value, slot), members.contains(where: { old[$0.key] != nil }) else { return }
                }
            }
            var document = try value.map { value throws in try written(value, slot) } ?? [:]
            document.merge(patch: patch, firstKeysStay: firstKeysStay)
            if value != nil || document != patch { ReplacedText.put(try document.jsonBytes(.unlimited), into: choice) }
        }
        thunks.leavesMember = { slot, value, object, group, patch in
            var document = try value.map { value throws in try written(value, slot) } ?? [:]
            let object = object.assumingMemoryBound(to: yoke_object.self), group = group.assumingMemoryBound(to: yoke_group.self)
            if value != nil, !showsPresence(document, of: group, in: object), let nullMarker = group.pointee.null_marker?.pointee {
                let key = String(decoding: UnsafeBufferPointer(start: nullMarker.key, count: nullMarker.key_length), as: UTF8.self)
                document[key] = .null
            }
            document.merge(patch: try JSONValue(json: patch, options: .unlimited), firstKeysStay: firstKeysStay)
            return showsPresence(document, of: group, in: object)
        }
        return thunks
    }

    /// Returns true if the JSON object has a presence key of the flattened Optional `group`.
    private static func showsPresence(
        _ document: JSONValue, of group: UnsafePointer<yoke_group>, in object: UnsafePointer<yoke_object>
    ) -> Bool {
        document.object?.contains { member in
            guard let field = field(of: member.key, in: object) else { return false }
            return group.pointee.presence_keys[Int(field.index / 64)] >> UInt64(field.index % 64) & 1 == 1
        } ?? false
    }

    /// Returns the JSON of a value, written by the rules of the property that `slot` describes.
    private static func written(_ value: UnsafeRawPointer, _ slot: UnsafeRawPointer, _ style: yoke_style) throws -> JSONValue {
        var root = slot.assumingMemoryBound(to: yoke_slot.self).pointee
        root.offset = 0
        return try JSONValue(json: Writer.text(of: value, &root, style), options: .unlimited)
    }

    /// Returns true if the object reads this key, and the key is not shared by several properties.
    private static func isOwn(key: String, of object: UnsafePointer<yoke_object>) -> Bool {
        field(of: key, in: object).map { UInt32($0.slot.kind) != YOKE_SHARED_KEY.rawValue } ?? false
    }

    private static func field(of key: String, in object: UnsafePointer<yoke_object>) -> yoke_field? {
        var trie = object.pointee.trie
        let index = borrow(key) { yoke_trie_find(&trie, $0.baseAddress, $0.count) }
        return index < 0 ? nil : object.pointee.fields[Int(index)]
    }
}
