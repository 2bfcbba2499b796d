/// The keys and paths of an object's fields: what is under each key, and under each element of an array on the way.
///
///     id: "id", "ID", .path("data.id")      "id" ─ field 0        "ID" ─ field 0        "data" ─ node ─ "id" ─ field 0
///     name: .path("data.name")                                                                       └ "name" ─ field 1
final class KeyTree {
    /// What is under one step; members without a key of their own stand under `.all`.
    struct Branch {
        let step: ElementPath.Step
        var targets: [Target]
        /// A field takes all that is there.
        var isTaken: Bool { targets.contains { if case .field = $0 { true } else { false } } }
    }

    enum Target {
        /// A field, and the key's place among its candidates.
        case field(Int, rank: Int)
        case node(KeyTree)
        /// Members that stand in this object without a key, of an Optional.
        case group(Int, KeyTree)
        /// Members that stand in this object without a key, where the thunk says so.
        case condition(Thunks, KeyTree)
        /// A field whose value's own members stand in this object, behind which those stay that are extras.
        case members(Int, areExtras: Bool)
    }

    /// Whether its steps are keys; else they are indices.
    let isObject: Bool
    private(set) var branches: [Branch] = []
    /// Something else knows what stands in it, too.
    private(set) var isOpen = false
    /// Keys of the model that lead to nothing here and have no branch: only reports ask for them.
    private(set) var unread: Set<String> = []

    init(isObject: Bool = true) { self.isObject = isObject }

    /// Adds a field behind the steps.
    ///
    /// - Parameters:
    ///   - groups: the Optionals that it is a part of, the outermost first.
    ///   - condition: whether it is there at all.
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
            // Elements have no room for members of a group.
            let home = groups.reduce(self) { $0.group($1) }
            home.node(under: first, isObject: false).add(field, rank: rank, at: rest, if: condition)
        }
    }

    /// The keys of its members, and of those that stand here without one of their own.
    var keys: [String] {
        branches.flatMap { branch in
            switch branch.targets.first {
            case .group(_, let tree), .condition(_, let tree): tree.keys
            case .members: [String]()
            default: [branch.step.name]
            }
        }
    }

    /// Keys that lead to nothing here, but are not unknown, whatever stands below them.
    ///
    /// - Parameter isBranch: the reader finds them; else only reports do.
    func add(known keys: Set<String>, isBranch: Bool = true) {
        for key in keys.sorted() { add(known: [.key(key)], isBranch: isBranch) }
    }

    /// The same for a path.
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

    /// Members that are there where the thunk says so.
    func members(if condition: Thunks) -> KeyTree {
        let tree = KeyTree()
        branches.append(Branch(step: .all, targets: [.condition(condition, tree)]))
        return tree
    }

    /// The members of an Optional, in the order of the fields.
    func group(_ index: Int) -> KeyTree {
        for branch in branches {
            if case .group(index, let tree) = branch.targets[0] { return tree }
        }
        let tree = KeyTree()
        branches.append(Branch(step: .all, targets: [.group(index, tree)]))
        return tree
    }

    /// A field whose value's own members stand in this object.
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
    /// A key's bytes; none for an index.
    var key: [UInt8] { Array(name.utf8) }

    var name: String { if case .key(let name) = self { name } else { "" } }
}
