import Yoke

extension JSONValue {
    /// Makes the merge patch (RFC 7396) that turns one document into another. `merge(patch:)` applies it.
    ///
    /// ```swift
    /// try JSONValue.mergePatch(from: ["a": 1, "b": ["c": 2]], to: ["b": ["c": 3]])       // {"a":null,"b":{"c":3}}
    /// ```
    /// Members that `new` lacks become null, objects are compared member by member, and everything else is replaced when it differs. The
    /// patch of two equal objects is `{}`. The patch of two other equal values is the value itself.
    ///
    /// The documents must not repeat keys: a merge patch cannot change one of several members with the same key. `JSONPatch` can.
    ///
    /// Cost: near-linear in the size of both documents. Objects inside objects are compared without recursion, so a deep document cannot
    /// overflow the call stack.
    ///
    /// - Throws: `.refused` with the path of a null in `new` that a merge patch cannot set: null removes a member. A null that both
    ///   documents have, or that stands in an array, is no problem. `JSONPatch` can set every value.
    public static func mergePatch(from old: JSONValue, to new: JSONValue) throws(JSONError) -> JSONValue {
        guard case .object(let target) = new else { return new }
        var source = JSONObject()
        if case .object(let object) = old { source = object }
        var frames = [MergeFrame(source, target, key: nil)]
        while true {
            let last = frames.count - 1
            guard let member = frames[last].next() else {
                let frame = frames.removeLast()
                guard let outer = frames.indices.last else { return .object(frame.patch) }
                if frame.isNeeded { frames[outer].patch.append(.object(frame.patch), forKey: frame.key ?? "") }
                continue
            }
            switch (frames[last].source[member.key], member.value) {
            case (.null?, .null): continue
            case (_, .null): throw nullFailure(frames.compactMap(\.key) + [member.key])
            case (.object(let inner)?, .object(let object)): frames.append(MergeFrame(inner, object, key: member.key))
            case (_, .object(let object)): frames.append(MergeFrame([:], object, key: member.key, isNew: true))
            case (let before, let value): if before != value { frames[last].patch.append(value, forKey: member.key) }
            }
        }
    }

    /// Makes the merge patch between the JSON of two models.
    ///
    /// ```swift
    /// let changes = try JSONValue.mergePatch(from: saved, to: edited)       // the body of a PATCH request
    /// ```
    /// - Parameter options: how the models are written. Use `nulls: .omit`, so that a property that becomes nil is removed.
    public static func mergePatch<Model: JSONWritable>(
        from old: Model, to new: Model, options: JSONWriteOptions = .compact
    ) throws(JSONError) -> JSONValue {
        let options = options.sortingCollections
        return try mergePatch(from: try old.jsonValue(options), to: try new.jsonValue(options))
    }

    private static func nullFailure(_ keys: [String]) -> JSONError {
        var path = JSONPathText()
        for key in keys { path.append(key: key) }
        return JSONError(
            kind: .refused, message: "a merge patch cannot set null, because null removes a member", path: path.text, found: nil,
            hint: "use JSONPatch")
    }
}

/// Two objects that are being compared: one of the old document (`source`), and one of the new document (`target`) at the same path.
private struct MergeFrame {
    let source: JSONObject
    private let target: JSONObject
    let key: String?
    /// True if the old document has no object at this path. Then the patch must contain an object here, even an empty one.
    private let isNew: Bool
    var patch = JSONObject()
    private var position = 0

    init(_ source: JSONObject, _ target: JSONObject, key: String?, isNew: Bool = false) {
        (self.source, self.target, self.key, self.isNew) = (source, target, key, isNew)
        for (i, key) in source.keys.enumerated() where source.lastIndex(forKey: key) == i && !target.contains(key: key) {
            patch.append(.null, forKey: key)
        }
    }

    var isNeeded: Bool { isNew || !patch.isEmpty }

    /// Returns the next member of the target object; nil at the end. If a key repeats, only its last member is returned.
    mutating func next() -> JSONObject.Element? {
        while position < target.count {
            let (member, here) = (target[position], position)
            position += 1
            if target.lastIndex(forKey: member.key) == here { return member }
        }
        return nil
    }
}
