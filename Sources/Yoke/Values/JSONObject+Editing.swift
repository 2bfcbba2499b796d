extension JSONObject {
    /// Adds a member at the end, even if the key is present. Cost: amortised constant time.
    public mutating func append(_ value: JSONValue, forKey key: String) {
        makeUnique()
        storage.members.append((key: key, value: value))
        storage.index.append(in: storage.row)
    }

    /// Adds the members of a sequence at the end, even if their keys are present.
    public mutating func append(contentsOf members: some Sequence<Element>) {
        for (key, value) in members { append(value, forKey: key) }
    }

    /// Inserts a member at a position, even if the key is present. Cost: linear in the number of members after the position.
    public mutating func insert(_ value: JSONValue, forKey key: String, at position: Int) {
        if position == count { return append(value, forKey: key) }
        makeUnique()
        storage.members.insert((key: key, value: value), at: position)
        storage.index.forget(count: count)
    }

    /// Replaces the value of the last member with this key, or appends a member. Returns the replaced value; nil if a member was
    /// appended.
    @discardableResult
    public mutating func updateValue(_ value: JSONValue, forKey key: String) -> JSONValue? {
        guard let position = lastIndex(forKey: key) else {
            append(value, forKey: key)
            return nil
        }
        return updateValue(value, at: position)
    }

    /// Replaces the value of the member at a position. Returns the replaced value.
    @discardableResult
    public mutating func updateValue(_ value: JSONValue, at position: Int) -> JSONValue {
        makeUnique()
        let old = storage.members[position].value
        storage.members[position].value = value
        return old
    }

    /// Removes all members with this key. Returns the value of the last of them; nil if the object has no such member. Cost: linear.
    @discardableResult
    public mutating func removeValue(forKey key: String) -> JSONValue? {
        guard let position = lastIndex(forKey: key) else { return nil }
        return removeMembers(forKey: key, last: position)
    }

    /// Removes all members with this key. `position`: the position of the last of them. Returns this member's value.
    @discardableResult
    mutating func removeMembers(forKey key: String, last position: Int) -> JSONValue {
        let value = remove(at: position).value
        if !storage.index.provesUniqueKeys { removeAll { sameBytes($0.key, key) } }
        return value
    }

    /// Removes the member at a position and returns the member. Cost: constant for the last member, else linear. If keys are repeated,
    /// the next lookup by key builds the key table again.
    @discardableResult
    public mutating func remove(at position: Int) -> Element {
        precondition(indices.contains(position), "an object has no member at this position")
        makeUnique()
        storage.index.remove(position, of: storage.row)
        return storage.members.remove(at: position)
    }

    /// Removes the members for which `shouldRemove` returns true. Cost: linear.
    public mutating func removeAll(where shouldRemove: (Element) throws -> Bool) rethrows {
        makeUnique()
        defer { storage.index.forget(count: count) }
        try storage.members.removeAll(where: shouldRemove)
    }

    /// Removes all members.
    public mutating func removeAll() { self = JSONObject() }

    /// Reserves memory for `count` members.
    public mutating func reserveCapacity(_ count: Int) {
        makeUnique()
        storage.members.reserveCapacity(count)
    }

    /// Sets each member of another object in this object, in the other object's order. Replaces the values of existing keys, and appends
    /// the other members. Nested objects are replaced, not merged.
    public mutating func merge(_ other: JSONObject) {
        merge(other) { _, new in new }
    }

    /// Sets each member of another object in this object. For an existing key, `combine` receives this object's value and the other
    /// object's value, and returns the new value.
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
