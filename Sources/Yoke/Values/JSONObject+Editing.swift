extension JSONObject {
    /// Adds a member at the end, whether or not the key is there already. Amortised constant time.
    public mutating func append(_ value: JSONValue, forKey key: String) {
        makeUnique()
        storage.members.append((key: key, value: value))
        storage.index.append(in: storage.members)
    }

    /// Adds the members of a sequence at the end, whether or not their keys are there already.
    public mutating func append(contentsOf members: some Sequence<Element>) {
        for (key, value) in members { append(value, forKey: key) }
    }

    /// Puts a member at a position, whether or not the key is there already. Linear in the members behind it.
    public mutating func insert(_ value: JSONValue, forKey key: String, at position: Int) {
        makeUnique()
        storage.members.insert((key: key, value: value), at: position)
        storage.index.forget(count: count)
    }

    /// Replaces the value of the last member with this key, or appends a member. The value that was replaced, or nil.
    @discardableResult
    public mutating func updateValue(_ value: JSONValue, forKey key: String) -> JSONValue? {
        guard let position = lastIndex(forKey: key) else {
            append(value, forKey: key)
            return nil
        }
        return updateValue(value, at: position)
    }

    /// Replaces the value of the member at a position. The value that was replaced.
    @discardableResult
    public mutating func updateValue(_ value: JSONValue, at position: Int) -> JSONValue {
        makeUnique()
        let old = storage.members[position].value
        storage.members[position].value = value
        return old
    }

    /// Removes all members with this key. The value of the last of them, or nil when there was none.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? {
        guard let value = self[key] else { return nil }
        removeAll { sameBytes($0.key, key) }
        return value
    }

    /// Removes the member at a position.
    @discardableResult
    public mutating func remove(at position: Int) -> Element {
        makeUnique()
        let member = storage.members.remove(at: position)
        storage.index.forget(count: count)
        return member
    }

    /// Removes the members that satisfy a condition. Linear.
    public mutating func removeAll(where shouldRemove: (Element) throws -> Bool) rethrows {
        makeUnique()
        defer { storage.index.forget(count: count) }
        try storage.members.removeAll(where: shouldRemove)
    }

    /// Removes all members.
    public mutating func removeAll() { self = JSONObject() }

    /// Makes room for so many members.
    public mutating func reserveCapacity(_ count: Int) {
        makeUnique()
        storage.members.reserveCapacity(count)
    }

    /// Sets each member of another object here, in its order: the values of known keys are replaced, others are appended.
    /// Objects in objects are replaced, not merged.
    public mutating func merge(_ other: JSONObject) {
        merge(other) { _, new in new }
    }

    /// Sets each member of another object here; for a key that is here already, `combine` gets the value here and the other's.
    public mutating func merge(
        _ other: JSONObject, uniquingKeysWith combine: (_ here: JSONValue, _ other: JSONValue) throws -> JSONValue
    ) rethrows {
        for (key, value) in other {
            if let position = lastIndex(forKey: key) {
                updateValue(try combine(self[position].value, value), at: position)
            } else {
                append(value, forKey: key)
            }
        }
    }
}
