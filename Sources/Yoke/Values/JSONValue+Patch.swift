extension JSONValue {
    /// Applies a merge patch (RFC 7396).
    ///
    /// Each member of the patch sets the member with the same key. Null removes this member, and nested objects merge in the same way. A
    /// patch that is not an object replaces the entire value.
    ///
    /// ```swift
    /// var document: JSONValue = ["title": "Goodbye!", "author": ["name": "John", "age": 30]]
    /// document.merge(patch: ["title": "Hello!", "author": ["age": nil]])     // {"title":"Hello!","author":{"name":"John"}}
    /// ```
    /// If the patch repeats a key, the last member counts. Objects are merged without recursion, so deep values cannot overflow the stack.
    public mutating func merge(patch: JSONValue) { merge(patch: patch, firstKeysStay: false) }

    /// Merges another value into this value. Objects are merged member by member, at every depth, and null sets a member to null. If one of
    /// the two values is not an object, the new value replaces the old value.
    ///
    /// ```swift
    /// var settings: JSONValue = ["server": ["port": 80, "host": "a"], "tags": [1]]
    /// settings.merge(["server": ["port": 90, "host": nil], "tags": [2]])   // {"server":{"port":90,"host":null},"tags":[2]}
    /// ```
    /// In a merge patch (`merge(patch:)`), null removes the member instead. Objects are merged without recursion.
    public mutating func merge(_ other: JSONValue) { merge(patch: other, firstKeysStay: false, keepsNulls: true) }

    /// - Parameters:
    ///   - firstKeysStay: says which member counts if `patch` repeats a key: the first one if true, the last one if false.
    ///   - keepsNulls: if true, null in `patch` sets the member to null. If false, null removes the member.
    mutating func merge(patch: JSONValue, firstKeysStay: Bool, keepsNulls: Bool = false) {
        guard case .object(let changes) = patch else {
            self = patch
            return
        }
        var open = [Merge(self, changes, key: "", firstKeysStay, keepsNulls)]
        while let last = open.indices.last {
            guard let (key, change) = open[last].nextChange() else {
                let merged = open.removeLast()
                guard last > 0 else {
                    self = .object(merged.result)
                    return
                }
                open[last - 1].set(.object(merged.result), merged.key)
                continue
            }
            if case .object(let inner) = change {
                open.append(Merge(open[last].target[key] ?? .null, inner, key: key, firstKeysStay, keepsNulls))
            } else {
                open[last].set(change, key)
            }
        }
    }
}

/// One object of a merge: `changes` is being merged into `target`.
private struct Merge {
    /// The key of the merged object in its parent object.
    let key: String
    private(set) var target: JSONObject
    private let changes: JSONObject
    private var next = 0
    /// Keys to remove from `target`. `result` removes all of them at once.
    private var removed: JSONObject = [:]
    /// The keys of the changes that `nextChange` has looked at. nil if the last change of a repeated key counts: then no keys are
    /// collected.
    private var passed: JSONObject?

    private let keepsNulls: Bool

    init(_ value: JSONValue, _ changes: JSONObject, key: String, _ firstKeysStay: Bool, _ keepsNulls: Bool) {
        self.key = key
        self.keepsNulls = keepsNulls
        passed = firstKeysStay ? [:] : nil
        self.changes = changes
        target = if case .object(let object) = value { object } else { [:] }
    }

    mutating func nextChange() -> JSONObject.Element? {
        while next < changes.count {
            defer { next += 1 }
            if counts(changes[next].key) { return changes[next] }
        }
        return nil
    }

    /// Returns true if the change at index `next`, which has this key, is to be made. If several changes have the same key, only the first
    /// or only the last of them is made.
    private mutating func counts(_ key: String) -> Bool {
        guard passed != nil else { return changes.lastIndex(forKey: key) == next }
        return passed?.updateValue(.null, forKey: key) == nil
    }

    mutating func set(_ value: JSONValue, _ key: String) {
        if case .null = value, !keepsNulls { removed[key] = .null } else { target[key] = value }
    }

    var result: JSONObject {
        guard !removed.isEmpty else { return target }
        var result = target
        result.removeAll { removed.contains(key: $0.key) }
        return result
    }
}
