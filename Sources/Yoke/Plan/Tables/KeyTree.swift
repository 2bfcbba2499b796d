/// Maps the keys and paths of an object to fields. A path leads through nested trees, whose steps are keys or array indices.
///
///     id: "id", "ID", .path("data.id")      "id" ─ field 0        "ID" ─ field 0        "data" ─ node ─ "id" ─ field 0
///     name: .path("data.name")                                                                       └ "name" ─ field 1
final class KeyTree {
    /// One step of a path, and the targets to which it leads. `step`: a key of the object, or an index of the array; `.all` for targets
    /// without a key of their own (groups, conditions and members).
    struct Branch {
        let step: ElementPath.Step
        var targets: [Target]
        /// True if a field takes the entire value under this step.
        var isTaken: Bool { targets.contains { if case .field = $0 { true } else { false } } }
    }

    enum Target {
        /// A field, and the rank of the key among the field's aliases (0 for the first).
        case field(Int, rank: Int)
        case node(KeyTree)
        /// The members of the flattened Optional with this index. They are members of this object; the Optional has no key in this object.
        case group(Int, KeyTree)
        /// Members of this object that are written only under a condition. If the condition is false, the thunk's `isNil` returns true.
        case condition(Thunks, KeyTree)
        /// A field whose value has no key of its own: its members are members of this object. If `areExtras` is true, these are the unknown
        /// members that the model keeps.
        case members(Int, areExtras: Bool)
    }

    /// True if the steps of the branches are keys, false if they are indices.
    let isObject: Bool
    private(set) var branches: [Branch] = []
    /// True if a known path leads to this object itself, and not to one of its members. Example: `a` is known, and a field is at `a.b`.
    /// Then the reader does not refuse unknown members of `a`.
    private(set) var isOpen = false
    /// Keys of the model that the call does not read. The reader's table does not have them; a report must not call them unknown.
    private(set) var unread: Set<String> = []

    init(isObject: Bool = true) { self.isObject = isObject }

    /// Adds a field at the end of a path of keys and indices.
    ///
    /// - Parameters:
    ///   - rank: the rank of this path among the field's aliases.
    ///   - groups: the flattened Optionals that the field belongs to, the outermost first.
    ///   - condition: a thunk whose `isNil` returns true if the field is not written; nil if the field is always written.
    func add(_ field: Int, rank: Int, at steps: ArraySlice<ElementPath.Step>, in groups: [Int] = [], if condition: Thunks? = nil) {
        guard let first = steps.first else { return }
        let rest = steps.dropFirst()
        guard let next = rest.first else {
            let home = groups.reduce(self) { $0.group($1) }
            (condition.map(home.members) ?? home).append(.field(field, rank: rank), under: first)
            return
        }
        if case .key = next {
            node(under: first, isObject: true).add(field, rank: rank, at: rest, in: groups, if: condition)
        } else {
            // An array cannot contain groups (members of flattened Optionals). So the groups are added here, above the array.
            let home = groups.reduce(self) { $0.group($1) }
            home.node(under: first, isObject: false).add(field, rank: rank, at: rest, if: condition)
        }
    }

    /// The keys of the object's members, with the members of flattened Optionals and with members that have a condition.
    var keys: [String] {
        branches.flatMap { branch in
            switch branch.targets.first {
            case .group(_, let tree), .condition(_, let tree): tree.keys
            case .members: [String]()
            default: [branch.step.name]
            }
        }
    }

    /// Adds keys that lead to no field but count as known. The values of these keys may contain any members.
    ///
    /// - Parameter isBranch: true if the reader's table must contain the keys, for example so that the reader does not refuse them; false
    ///   if only reports use the keys.
    func add(known keys: Set<String>, isBranch: Bool = true) {
        for key in keys.sorted() { add(known: [.key(key)], isBranch: isBranch) }
    }

    /// Adds a path that leads to no field but counts as known. `isBranch`: as in `add(known:isBranch:)` for keys.
    func add(known steps: ArraySlice<ElementPath.Step>, isBranch: Bool) {
        guard let first = steps.first else { return }
        let rest = steps.dropFirst()
        guard let branch = branches.first(where: { $0.step == first }) else {
            guard isObject, case .key(let key) = first else { return }
            if isBranch { branches.append(Branch(step: first, targets: [])) } else { unread.insert(key) }
            return
        }
        for case .node(let node) in branch.targets {
            if rest.isEmpty { node.isOpen = true } else { node.add(known: rest, isBranch: isBranch) }
        }
    }

    /// Adds and returns a tree for members under a condition. The writer leaves them out if the thunk's `isNil` returns true.
    func members(if condition: Thunks) -> KeyTree {
        let tree = KeyTree()
        branches.append(Branch(step: .all, targets: [.condition(condition, tree)]))
        return tree
    }

    /// Returns the tree of a flattened Optional's members. If there is no tree yet, adds one after the branches of earlier fields.
    func group(_ index: Int) -> KeyTree {
        for branch in branches {
            if case .group(index, let tree) = branch.targets[0] { return tree }
        }
        let tree = KeyTree()
        branches.append(Branch(step: .all, targets: [.group(index, tree)]))
        return tree
    }

    /// Adds a field whose value has no key of its own: the value's members are members of this object.
    func add(membersOf field: Int, areExtras: Bool = false) {
        branches.append(Branch(step: .all, targets: [.members(field, areExtras: areExtras)]))
    }

    private func node(under step: ElementPath.Step, isObject: Bool) -> KeyTree {
        for branch in branches where branch.step == step {
            for case .node(let node) in branch.targets where node.isObject == isObject { return node }
        }
        let node = KeyTree(isObject: isObject)
        append(.node(node), under: step)
        return node
    }

    private func append(_ target: Target, under step: ElementPath.Step) {
        if let known = branches.firstIndex(where: { $0.step == step }) {
            branches[known].targets.append(target)
        } else {
            branches.append(Branch(step: step, targets: [target]))
        }
    }
}

extension ElementPath.Step {
    /// The key; empty for an index.
    var name: String { if case .key(let name) = self { name } else { "" } }
}
