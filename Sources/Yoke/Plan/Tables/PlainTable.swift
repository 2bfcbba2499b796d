internal import CYoke

extension KeyTable {
    /// Returns the tables of a type whose properties have one key each and no rules, as in most types; nil for other types. `KeyTree` and
    /// `WrittenTable` would give the same tables in ten times the time.
    ///
    /// - Parameter fields: one field for each property, in the order of `members`. The function sets the keys of these fields.
    static func ofPlain(_ fields: inout [yoke_field], _ members: [ObjectCompiler.Member]) -> yoke_object? {
        guard members.allSatisfy(\.isPlain) else { return nil }
        let entries = PlanMemory.room(of: yoke_field.self, fields.count + 1)
        return withUnsafeTemporaryAllocation(of: yoke_key.self, capacity: fields.count) { keys in
            for i in fields.indices {
                members[i].withPlainKey { setKey(&fields[i], $0) }
                fields[i].index = UInt32(i)
                (entries + i).initialize(to: fields[i])
                keys[i] = yoke_key_make(fields[i].key, fields[i].key_length, UInt32(i))
            }
            (entries + fields.count).initialize(to: sentinel)
            let keys = Keys(keys)
            return withOrder(of: keys) { order, areDistinct in
                // If two properties have the same key, `KeyTree` decides which of them is written.
                guard areDistinct else { return nil }
                var object = yoke_object()
                object.fields = UnsafePointer(entries)
                object.entries = UInt32(fields.count)
                object.sorted = indices(order)
                addLookup(to: &object, keys, in: order)
                return object
            }
        }
    }
}
