extension JSONValue {
    /// Applies a merge patch (RFC 7396): members of objects are set, null removes them, objects are merged in the same way; anything else
    /// takes the value's place.
    ///
    /// ```swift
    /// var document: JSONValue = ["title": "Goodbye!", "author": ["name": "John", "age": 30]]
    /// document.merge(patch: ["title": "Hello!", "author": ["age": nil]])     // {"title":"Hello!","author":{"name":"John"}}
    /// ```
    /// Of a key that the patch has more than once, the last one counts. Uses no stack for depth; near-linear.
    public mutating func merge(patch: JSONValue) { merge(patch: patch, firstKeysStay: false) }

    /// - Parameter firstKeysStay: the first one counts instead.
    mutating func merge(patch: JSONValue, firstKeysStay: Bool) {
        guard case .object(let changes) = patch else {
            self = patch
            return
        }
        var open = [Merge(self, changes, key: "", firstKeysStay)]
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
                open.append(Merge(open[last].target[key] ?? .null, inner, key: key, firstKeysStay))
            } else {
                open[last].set(change, key)
            }
        }
    }
}

/// One object that is merged into another one.
private struct Merge {
    /// Where the result goes in the object around it.
    let key: String
    private(set) var target: JSONObject
    private let changes: JSONObject
    private var next = 0
    /// Their keys are gone at the end, all at once.
    private var removed: JSONObject = [:]
    /// The keys so far, where the first one counts.
    private var passed: JSONObject?

    init(_ value: JSONValue, _ changes: JSONObject, key: String, _ firstKeysStay: Bool) {
        self.key = key
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

    /// Whether the next change, which has the key, is the one of that key.
    private mutating func counts(_ key: String) -> Bool {
        guard passed != nil else { return changes.lastIndex(forKey: key) == next }
        return passed?.updateValue(.null, forKey: key) == nil
    }

    mutating func set(_ value: JSONValue, _ key: String) {
        if case .null = value { removed[key] = .null } else { target[key] = value }
    }

    var result: JSONObject {
        guard !removed.isEmpty else { return target }
        var result = target
        result.removeAll { removed.contains(key: $0.key) }
        return result
    }
}
