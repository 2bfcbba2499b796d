internal import CYoke

extension KeyTable {
    /// The tables of a type of which nothing is said but keys, one a property, as most are: what the tree of keys and the writer's table
    /// would come to, in a tenth of the time. nil for others.
    ///
    /// - Parameter fields: those of the members, which are given their keys.
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
                // Of two properties with one key the tree tells which is written.
                guard areDistinct else { return nil }
                var object = yoke_object()
                object.fields = UnsafePointer(entries)
                object.entries = UInt32(fields.count)
                object.sorted = places(order)
                addWays(to: &object, keys, in: order)
                return object
            }
        }
    }
}
