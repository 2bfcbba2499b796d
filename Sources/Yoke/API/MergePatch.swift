internal import CYoke

extension Thunks {
    /// Changes by way of their text what a merge patch cannot change in place: dynamic values, enums with payloads.
    static let patching: Thunks = {
        let thunks = Thunks()
        thunks.patch = { slot, value, around, patch, choice in
            guard let value else {
                let new = try JSONValue(json: patch, options: .unlimited)
                var document = JSONValue.object([:])
                document.merge(patch: new)
                if document != new { ReplacedText.put(try document.jsonBytes(JSONWriteOptions(depth: .max)), into: choice) }
                return
            }
            var place = slot.assumingMemoryBound(to: yoke_slot.self).pointee
            place.offset = 0
            let style = JSONWriteOptions(depth: .max)
            var document = try JSONValue(json: Writer.text(of: value, &place, style.style), options: .unlimited)
            var patch = try JSONObject(json: patch, options: .unlimited)
            if let object = around?.assumingMemoryBound(to: yoke_object.self) {
                // The object that the value's members stand in: what it says of others is no change.
                patch.removeAll { isOwn(key: $0.key, of: object) }
                if patch.isEmpty { return }
            }
            document.merge(patch: .object(patch))
            ReplacedText.put(try document.jsonBytes(style), into: choice)
        }
        return thunks
    }()

    /// Whether the key leads to a property of the object itself, and to nothing else.
    private static func isOwn(key: String, of object: UnsafePointer<yoke_object>) -> Bool {
        var trie = object.pointee.trie
        let index = lend(key) { yoke_trie_find(&trie, $0.baseAddress, $0.count) }
        return index >= 0 && UInt32(object.pointee.fields[Int(index)].slot.kind) != YOKE_FAN.rawValue
    }
}
