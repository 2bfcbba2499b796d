import Yoke

extension JSONPatch {
    /// Makes a patch that turns one document into another.
    ///
    /// ```swift
    /// JSONPatch(from: ["tags": ["a", "b"]], to: ["tags": ["b"], "id": 1])
    /// // [{"op":"remove","path":"/tags/0"},{"op":"add","path":"/id","value":1}]
    /// ```
    /// The patch is small: equal parts are left alone, arrays keep the elements that the old and the new array share, and a container that
    /// is mostly different is replaced. The patch has only the operations add, remove and replace. If an object repeats a key, the entire
    /// object is replaced, because a pointer cannot tell members with the same key apart. The order of members does not count, and is not
    /// changed.
    ///
    /// Cost: near-linear in the size of both documents. If two arrays differ in more than 512 places, the elements between their common
    /// beginning and end are paired by position. Values are compared without recursion, so a deep document cannot overflow the call stack.
    public init(from old: JSONValue, to new: JSONValue) {
        self.init(DocumentDiff(DiffTree(old), DiffTree(new)))
    }

    private init(_ diff: DocumentDiff) {
        var diff = diff
        diff.run()
        operations = diff.operations
    }

    /// Makes a patch between the JSON of two models.
    ///
    /// ```swift
    /// let patch = try JSONPatch(from: saved, to: edited)
    /// ```
    /// A Set has no order, so a Set that has changed is replaced as a whole.
    ///
    /// - Parameter options: how the models are written. With `nulls: .omit`, a property that becomes nil is removed.
    /// - Throws: the error of `jsonValue()`, if one of the models cannot be written.
    public init<Model: JSONWritable>(
        from old: Model, to new: Model, options: JSONWriteOptions = .compact
    ) throws(JSONError) {
        let before = DiffTree(try old.jsonValue(options.sortingCollections))
        let marked = DiffTree(try old.jsonValue(options.markingSets))
        let after = DiffTree(try new.jsonValue(options.sortingCollections))
        self.init(DocumentDiff(before, after, sets: before.sets(marked: marked)))
    }
}

/// Compares two documents part by part.
private struct DocumentDiff {
    private let old: DiffTree, new: DiffTree
    /// The arrays of `old` that are Sets. An index of a Set means nothing, so such an array is replaced as a whole.
    private let sets: Set<Int>
    private var drafts: [Draft] = []
    private var locations = LocationTree()
    /// The path to the current value, as indices in `locations`: first the containers around the value, without the root, then the value.
    private var openLocations: [Int] = []
    private var frames: [Frame] = []
    /// The cost of all operations in `drafts`. Each operation costs `costOfOperation`, and 1 for each value that it adds.
    private var cost = 0
    /// The cost of one operation at the current depth, without the value in it. This cost grows with the depth, because the operation's
    /// pointer has a token for each level.
    private var costOfOperation: Int { 3 + openLocations.count / 8 }

    init(_ old: DiffTree, _ new: DiffTree, sets: Set<Int> = []) { (self.old, self.new, self.sets) = (old, new, sets) }

    /// The operations, with their pointers. A pointer has a token for each level, so pointers are made only for operations that stay.
    var operations: [JSONPatch.Operation] {
        drafts.map { draft in
            let pointer = locations.location(draft.location).pointer
            return switch draft.change {
            case .add(let node): .add(pointer, new.nodes[node].value)
            case .remove: .remove(pointer)
            case .replace(let node): .replace(pointer, new.nodes[node].value)
            }
        }
    }

    /// An operation. `location` is an entry in `locations`, or -1 for the root. A new value is given by its number in the tree `new`.
    private struct Draft {
        enum Change { case add(Int), remove, replace(Int) }

        let change: Change
        let location: Int
    }

    /// Two containers of the same kind that are being compared. Before that, `drafts.count` was `firstDraft`, and `cost` was `costBefore`.
    private struct Frame {
        let newNode: Int
        let firstDraft: Int, costBefore: Int
        var actions: [Action]
        var next = 0
        /// For arrays: the index of the next element, in the array to which the operations before it have been applied.
        var index = 0
    }

    private enum Action {
        case keep(old: Int, new: Int)
        case remove(key: String?)
        case change(key: String?, old: Int, new: Int)
        case add(key: String?, new: Int)
    }

    mutating func run() {
        compare(0, 0)
        while let last = frames.indices.last {
            guard frames[last].next < frames[last].actions.count else {
                finish(frames.removeLast())
                continue
            }
            let action = frames[last].actions[frames[last].next]
            frames[last].next += 1
            let index = frames[last].index
            switch action {
            case .keep(let a, let b):
                // Equal hashes do not prove that the values are equal, so the values are compared too.
                if old.nodes[a].value == new.nodes[b].value { frames[last].index += 1 } else { change(nil, a, b, last) }
            case .remove(let key): add(.remove, enter(key, index), size: 0)
            case .change(let key, let a, let b): change(key, a, b, last)
            case .add(let key, let b):
                add(.add(b), enter(key, index), size: new.nodes[b].size)
                frames[last].index += 1
            }
        }
    }

    private mutating func change(_ key: String?, _ a: Int, _ b: Int, _ frame: Int) {
        openLocations.append(enter(key, frames[frame].index))
        frames[frame].index += 1
        if !compare(a, b) { openLocations.removeLast() }
    }

    /// Compares the value `a` of the tree `old` with the value `b` of the tree `new`, both at `currentLocation`. If their members or
    /// elements must be compared one by one, adds a frame for both containers to `frames` and returns true. Returns false if nothing is
    /// left to compare.
    @discardableResult
    private mutating func compare(_ a: Int, _ b: Int) -> Bool {
        let before = old.nodes[a], after = new.nodes[b]
        if before.isEqual(to: after) { return false }
        let actions: [Action]
        switch (before.value, after.value) {
        case (.array, .array) where !sets.contains(a): actions = arrayActions(a, b)
        case (.object(let x), .object(let y)) where !before.repeatsKeys && !after.repeatsKeys: actions = objectActions(x, y, a, b)
        default:
            add(.replace(b), currentLocation, size: after.size)
            return false
        }
        frames.append(Frame(newNode: b, firstDraft: drafts.count, costBefore: cost, actions: actions))
        return true
    }

    private func arrayActions(_ a: Int, _ b: Int) -> [Action] {
        let from = old.children(of: a), to = new.children(of: b)
        let diff = ArrayDiff(from.map { old.nodes[$0].hash }, to.map { new.nodes[$0].hash })
        return diff.steps.map { step in
            switch step {
            case .keep(let i, let j): .keep(old: from[i], new: to[j])
            case .change(let i, let j): .change(key: nil, old: from[i], new: to[j])
            case .remove: .remove(key: nil)
            case .insert(let j): .add(key: nil, new: to[j])
            }
        }
    }

    private func objectActions(_ x: JSONObject, _ y: JSONObject, _ a: Int, _ b: Int) -> [Action] {
        let from = old.children(of: a), to = new.children(of: b)
        var actions: [Action] = []
        for (i, key) in x.keys.enumerated() {
            if let j = y.lastIndex(forKey: key) {
                actions.append(.change(key: key, old: from[i], new: to[j]))
            } else {
                actions.append(.remove(key: key))
            }
        }
        for (j, key) in y.keys.enumerated() where !x.contains(key: key) { actions.append(.add(key: key, new: to[j])) }
        return actions
    }

    /// Ends the comparison of two containers. If its operations cost more than writing the new container, one operation replaces the old
    /// container instead.
    private mutating func finish(_ frame: Frame) {
        let size = new.nodes[frame.newNode].size
        if cost - frame.costBefore > costOfOperation + size {
            drafts.removeSubrange(frame.firstDraft...)
            cost = frame.costBefore
            add(.replace(frame.newNode), currentLocation, size: size)
        }
        if !openLocations.isEmpty { openLocations.removeLast() }
    }

    private mutating func add(_ change: Draft.Change, _ location: Int, size: Int) {
        drafts.append(Draft(change: change, location: location))
        cost += costOfOperation + size
    }

    /// The entry in `locations` of the current value; -1 for the root.
    private var currentLocation: Int { openLocations.last ?? -1 }

    /// Adds the location of a member or element of the current value to `locations`, and returns its index. `key` is nil for an element.
    private mutating func enter(_ key: String?, _ index: Int) -> Int {
        locations.add(key.map { .key($0) } ?? .index(index), to: currentLocation)
    }
}
