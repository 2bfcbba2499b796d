internal import CYoke

/// Builds the radix trie over an object's keys: common prefixes are stored once, and a look-up touches each byte of a key
/// once. Linear in the keys' bytes, after sorting.
///
///     "id" "idx" "text"        root ─┬─ "id" → 0 ── "x" → 1
///                                    └─ "text" → 2
struct KeyTrieBuilder {
    private var nodes: [yoke_trie_node] = []
    private var labels: [UInt8] = []

    /// The trie over keys that differ, each with the value to be found. The memory is the plan's.
    static func build(_ keys: [(key: [UInt8], value: Int)]) -> yoke_trie {
        var builder = KeyTrieBuilder()
        builder.fill(keys)
        return yoke_trie(nodes: PlanMemory.copy(builder.nodes), labels: PlanMemory.copy(builder.labels))
    }

    /// A run of sorted keys that share their first `depth` bytes, and the node that stands for them.
    private struct Work {
        let node: Int
        let keys: Range<Int>
        let depth: Int
    }

    private mutating func fill(_ unsorted: [(key: [UInt8], value: Int)]) {
        let keys = unsorted.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        nodes.append(yoke_trie_node(label: 0, label_length: 0, first_child: 0, child_count: 0, value: -1))
        var queue = [Work(node: 0, keys: 0..<keys.count, depth: 0)]
        var next = 0
        while next < queue.count {  // breadth first, so that the children of a node are neighbours
            let work = queue[next]
            next += 1
            var rest = work.keys
            if let first = rest.first, keys[first].key.count == work.depth {
                nodes[work.node].value = Int32(keys[first].value)
                rest = rest.dropFirst()
            }
            nodes[work.node].first_child = UInt32(nodes.count)
            while let first = rest.first {
                let byte = keys[first].key[work.depth]
                let end = rest.first { keys[$0].key[work.depth] != byte } ?? rest.upperBound
                // Sorted keys share what the first and the last of them share.
                let a = keys[first].key
                let b = keys[end - 1].key
                var depth = work.depth + 1
                while depth < a.count, depth < b.count, a[depth] == b[depth] { depth += 1 }
                queue.append(Work(node: nodes.count, keys: first..<end, depth: depth))
                nodes.append(
                    yoke_trie_node(
                        label: UInt32(labels.count), label_length: UInt32(depth - work.depth), first_child: 0,
                        child_count: 0, value: -1))
                labels += a[work.depth..<depth]
                nodes[work.node].child_count += 1
                rest = end..<rest.upperBound
            }
        }
    }
}
