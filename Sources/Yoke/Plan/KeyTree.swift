/// The keys and paths of an object's fields: what is under each key, and under each element of an array on the way.
///
///     id: "id", "ID", .path("data.id")      "id" ─ field 0        "ID" ─ field 0        "data" ─ node ─ "id" ─ field 0
///     name: .path("data.name")                                                                       └ "name" ─ field 1
final class KeyTree {
    /// What is under one step; members without a key of their own stand under `.all`.
    struct Branch {
        let step: ElementPath.Step
        var targets: [Target]
    }

    enum Target {
        /// A field, and the key's place among its candidates.
        case field(Int, rank: Int)
        case node(KeyTree)
        /// Members that stand in this object without a key, of an Optional struct.
        case group(Int, KeyTree)
        /// Members that stand in this object without a key, where the thunk says so.
        case condition(Thunks, KeyTree)
        /// A field whose value's own members stand in this object.
        case members(Int)
    }

    /// Whether its steps are keys; else they are indices.
    let isObject: Bool
    private(set) var branches: [Branch] = []

    init(isObject: Bool = true) { self.isObject = isObject }

    /// Adds a field behind the steps.
    ///
    /// - Parameter condition: whether it is there at all.
    func add(_ field: Int, rank: Int, at steps: ArraySlice<ElementPath.Step>, if condition: Thunks? = nil) {
        guard let first = steps.first else { return }
        let rest = steps.dropFirst()
        guard let next = rest.first else {
            let home = condition.map(members) ?? self
            return home.append(.field(field, rank: rank), under: first)
        }
        let isObject = if case .key = next { true } else { false }
        node(under: first, isObject: isObject).add(field, rank: rank, at: rest, if: condition)
    }

    /// Keys that lead to nothing here, but are not unknown.
    func add(known keys: Set<String>) {
        let others = keys.subtracting(branches.map(\.step.name))
        branches += others.sorted().map { Branch(step: .key($0), targets: []) }
    }

    /// Members that are there where the thunk says so.
    func members(if condition: Thunks) -> KeyTree {
        let tree = KeyTree()
        branches.append(Branch(step: .all, targets: [.condition(condition, tree)]))
        return tree
    }

    /// The members of an Optional struct, in the order of the fields.
    func group(_ index: Int) -> KeyTree {
        for branch in branches {
            if case .group(index, let tree) = branch.targets[0] { return tree }
        }
        let tree = KeyTree()
        branches.append(Branch(step: .all, targets: [.group(index, tree)]))
        return tree
    }

    /// A field whose value's own members stand in this object.
    func add(membersOf field: Int) { branches.append(Branch(step: .all, targets: [.members(field)])) }

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
