import Yoke

/// A list whose elements lie in chunks. So inserting or removing an element moves only the elements of one chunk.
struct ChunkedList<Element> {
    private static var largest: Int { 512 }

    /// The elements of the list, in order. No chunk is empty.
    private(set) var chunks: [[Element]] = []
    private(set) var count = 0

    init(_ elements: some Sequence<Element>) {
        var chunk: [Element] = []
        for element in elements {
            chunk.append(element)
            if chunk.count == Self.largest / 2 {
                chunks.append(chunk)
                chunk = []
            }
            count += 1
        }
        if !chunk.isEmpty { chunks.append(chunk) }
    }

    /// Returns the index of the chunk that holds the element at `index`, and the element's position in this chunk. If `index` equals
    /// `count`, returns the end of the last chunk.
    private func chunkPosition(of index: Int) -> (chunk: Int, position: Int) {
        if index >= count { return (chunks.count - 1, chunks.last?.count ?? 0) }
        var rest = index
        var chunk = 0
        while rest >= chunks[chunk].count {
            rest -= chunks[chunk].count
            chunk += 1
        }
        return (chunk, rest)
    }

    subscript(index: Int) -> Element {
        let (chunk, position) = chunkPosition(of: index)
        return chunks[chunk][position]
    }

    mutating func replace(_ index: Int, with element: Element) {
        let (chunk, position) = chunkPosition(of: index)
        chunks[chunk][position] = element
    }

    mutating func insert(_ element: Element, at index: Int) {
        if chunks.isEmpty { chunks = [[]] }
        let (chunk, position) = chunkPosition(of: index)
        chunks[chunk].insert(element, at: position)
        count += 1
        guard chunks[chunk].count > Self.largest else { return }
        let back = Array(chunks[chunk][(Self.largest / 2)...])
        chunks[chunk].removeSubrange((Self.largest / 2)...)
        chunks.insert(back, at: chunk + 1)
    }

    mutating func remove(at index: Int) -> Element {
        let (chunk, position) = chunkPosition(of: index)
        let element = chunks[chunk].remove(at: position)
        if chunks[chunk].isEmpty { chunks.remove(at: chunk) }
        count -= 1
        return element
    }
}

/// The members of an object with an index of the keys. A removed member leaves a hole (nil), so that no other member moves. When more than
/// half of the entries in `members` are holes, all holes are dropped.
struct OpenObject {
    private(set) var members: [(key: String, slot: OpenDocument.Slot)?] = []
    /// The position of the last member with each key. Keys are compared byte for byte.
    private var index: [ByteKey: Int] = [:]
    /// For each repeated key, the positions of its members before the last one.
    private var earlier: [ByteKey: [Int]] = [:]
    private var holes = 0

    init(_ object: JSONObject) {
        index.reserveCapacity(object.count)
        for (key, value) in object {
            if let position = index.updateValue(members.count, forKey: ByteKey(key)) { earlier[ByteKey(key), default: []].append(position) }
            members.append((key, .closed(value)))
        }
    }

    subscript(key: String) -> OpenDocument.Slot? { index[ByteKey(key)].flatMap { members[$0]?.slot } }

    /// Replaces the value of the last member with the key. Returns false if no member has the key.
    mutating func replace(_ key: String, with slot: OpenDocument.Slot) -> Bool {
        guard let position = index[ByteKey(key)] else { return false }
        members[position] = (key, slot)
        return true
    }

    mutating func set(_ slot: OpenDocument.Slot, forKey key: String) {
        if replace(key, with: slot) { return }
        index[ByteKey(key)] = members.count
        members.append((key, slot))
    }

    /// Removes all members with the key, and returns the value of the last one; nil if no member has the key.
    mutating func remove(_ key: String) -> OpenDocument.Slot? {
        guard let position = index.removeValue(forKey: ByteKey(key)) else { return nil }
        let slot = members[position]?.slot
        members[position] = nil
        let others = earlier.removeValue(forKey: ByteKey(key)) ?? []
        for i in others { members[i] = nil }
        holes += 1 + others.count
        if holes > members.count / 2 { dropHoles() }
        return slot
    }

    private mutating func dropHoles() {
        var newIndices = Array(repeating: 0, count: members.count)
        var remaining: [(key: String, slot: OpenDocument.Slot)?] = []
        for (i, member) in members.enumerated() {
            newIndices[i] = remaining.count
            if member != nil { remaining.append(member) }
        }
        (members, holes) = (remaining, 0)
        index = index.mapValues { newIndices[$0] }
        earlier = earlier.mapValues { $0.map { newIndices[$0] } }
    }
}
