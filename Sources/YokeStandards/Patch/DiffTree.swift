import Yoke

/// The values of a document in the order of its text, each with a hash of its entire content. Values with different hashes differ, so most
/// comparisons take constant time.
///
/// Equal values have equal hashes. The hashes have a random seed, so a crafted text cannot provoke collisions. `isEqual` compares the
/// contents of two values only if their hashes are equal.
struct DiffTree {
    struct Node {
        let value: JSONValue
        var hash: Int
        /// The number of values in this value, including itself.
        var size: Int
        /// True for an object with a repeated key.
        var repeatsKeys: Bool

        /// Returns true if both values are equal. Cost: constant if their hashes differ, else linear in the number of values.
        func isEqual(to other: Node) -> Bool { hash == other.hash && value == other.value }
    }

    private(set) var nodes: [Node] = []

    init(_ document: JSONValue) {
        var open: [Frame] = []
        add(document, &open)
        while let last = open.indices.last {
            if let child = open[last].next() {
                add(child, &open)
                continue
            }
            let frame = open.removeLast()
            nodes[frame.node].size = nodes.count - frame.node
            (nodes[frame.node].hash, nodes[frame.node].repeatsKeys) = frame.finish(nodes)
            if let outer = open.indices.last { open[outer].children.append(frame.node) }
        }
    }

    private mutating func add(_ value: JSONValue, _ open: inout [Frame]) {
        let index = nodes.count
        nodes.append(Node(value: value, hash: 0, size: 1, repeatsKeys: false))
        if value.isContainer {
            open.append(Frame(value, node: index))
        } else {
            nodes[index].hash = value.hashValue
            if let outer = open.indices.last { open[outer].children.append(index) }
        }
    }

    /// Returns the arrays of this tree that are Sets, but not the Sets in them. `marked`: the tree of the same model, written with
    /// `markingSets`.
    func sets(marked: DiffTree) -> Set<Int> {
        var sets: Set<Int> = [], open = [(node: 0, marked: 0)]
        while let (node, other) = open.popLast() {
            if nodes[node].isEqual(to: marked.nodes[other]) { continue }
            let children = children(of: node), others = marked.children(of: other)
            if others.count == children.count + 1 { sets.insert(node) } else { open += zip(children, others).map { ($0, $1) } }
        }
        return sets
    }

    /// Returns the indices of the nodes that are members or elements of a container.
    func children(of node: Int) -> [Int] {
        var children: [Int] = []
        var child = node + 1
        let end = node + nodes[node].size
        while child < end {
            children.append(child)
            child += nodes[child].size
        }
        return children
    }

    /// A container of the document whose members or elements are being added to `nodes`.
    private struct Frame {
        let value: JSONValue
        let node: Int
        var children: [Int] = []
        private var position = 0

        init(_ value: JSONValue, node: Int) { (self.value, self.node) = (value, node) }

        mutating func next() -> JSONValue? {
            defer { position += 1 }
            switch value {
            // Each case has its own `return`. In a `?:` expression, Swift would take `nil` for a JSON null, and not for the end of the
            // container.
            case .array(let array): if position < array.count { return array[position] }
            case .object(let object): if position < object.count { return object[position].value }
            default: break
            }
            return nil
        }

        func finish(_ nodes: [Node]) -> (hash: Int, repeatsKeys: Bool) {
            var hasher = Hasher()
            var repeatsKeys = false
            hasher.combine(children.count)
            if case .object(let object) = value {
                // Objects with the same members in another order are equal, so the hashes of members are added.
                var sum = 0
                for (i, child) in children.enumerated() {
                    var member = Hasher()
                    borrow(object[i].key) { member.combine(bytes: UnsafeRawBufferPointer($0)) }
                    member.combine(nodes[child].hash)
                    sum &+= member.finalize()
                    if object.lastIndex(forKey: object[i].key) != i { repeatsKeys = true }
                }
                hasher.combine(sum)
            } else {
                hasher.combine(1)
                for child in children { hasher.combine(nodes[child].hash) }
            }
            return (hasher.finalize(), repeatsKeys)
        }
    }
}
