/// The positions (keys and paths) at which the members of an object are written. No position may be inside the value of another member.
struct WrittenPaths {
    let mapping: JSONMapping
    /// The member at each position, and whether this member is always written.
    private var members: [Steps: (name: String, isAlways: Bool)] = [:]
    /// The object or array at each position that a path leads through. `name`: the property that was added last with such a path. `groups`:
    /// the indices of the flattened Optionals around this property.
    private var containers: [Steps: (name: String, isObject: Bool, groups: [Int])] = [:]
    /// For each key that a flattened value writes in this object: the name of the flattened property.
    private var inner: [String: String] = [:]
    /// False for a type that is only read: its members are never written.
    private let isWritten: Bool

    private typealias Steps = [ElementPath.Step]

    init(of mapping: JSONMapping) {
        self.mapping = mapping
        isWritten = mapping.represented is any JSONWritable.Type
    }

    /// Adds a member. Returns false if another member is already written at this position.
    mutating func add(_ steps: [ElementPath.Step], _ member: ObjectCompiler.Member) throws(JSONError) -> Bool {
        let name = member.description.name
        try checkIndices(steps, name)
        if let other = containers[steps]?.name { try block(other, by: name) }
        if steps.count > 1, let other = inner[steps[0].name] { try block(name, by: other) }
        for count in 1..<max(steps.count, 1) {
            let ancestor = Array(steps[..<count])
            if let other = members[ancestor]?.name { try block(name, by: other) }
            let isObject = if case .key = steps[count] { true } else { false }
            // The writer writes an array in one piece. So all elements must belong to the same flattened Optionals.
            if let other = containers[ancestor], other.isObject != isObject || (!isObject && other.groups != member.groups) {
                try block(name, by: other.name)
            }
            containers[ancestor] = (name, isObject, member.groups)
        }
        // Two members may share a position if the first one can be left out. The writer then writes only one of them.
        if members[steps]?.isAlways == true { return false }
        members[steps] = (name, member.groups.isEmpty && member.conditions.isEmpty)
        return true
    }

    /// Adds a flattened value that writes its own members.
    mutating func add(keysOf member: ObjectCompiler.Member) throws(JSONError) {
        for key in member.inner.all.sorted() {
            if let other = containers[[.key(key)]]?.name { try block(other, by: member.description.name) }
            inner[key] = member.description.name
        }
    }

    /// The writer fills an array with null up to the index, so an index must not be huge.
    private func checkIndices(_ steps: [ElementPath.Step], _ name: String) throws(JSONError) {
        for case .index(let index) in steps where isWritten && index > Self.largestIndex {
            throw JSONError(
                .invalidMapping,
                "\(mapping.name).\(name) is written at the index \(index), but the largest index for writing is \(Self.largestIndex)",
                hint:
                    "writing fills the array with null up to the index: give the property a key for reading, JSONKeys(read: [...], write: nil)"
            )
        }
    }

    /// The largest index in a key path for writing; see `JSONKeyName.path`.
    private static let largestIndex = 9_999

    private func block(_ name: String, by other: String) throws(JSONError) {
        guard isWritten else { return }
        throw JSONError(
            .invalidMapping, "\(mapping.name).\(name) is written on a path that is blocked by \"\(other)\", which is written there itself",
            hint: "only one of them can be written: give the other one a key for reading, JSONKeys(read: [...], write: nil)")
    }
}
