/// Where the members of one object are written: no place may be inside of another one's value.
struct WrittenPlaces {
    let mapping: JSONMapping
    /// Each place's member, and whether that is always there.
    private var places: [Steps: (name: String, isAlways: Bool)] = [:]
    /// The containers on the way to them, with the Optionals whose members are in them.
    private var containers: [Steps: (name: String, isObject: Bool, groups: [Int])] = [:]
    /// Keys of flattened values that write their members themselves.
    private var inner: [String: String] = [:]
    /// Of a type that is only read nothing is.
    private let isWritten: Bool

    private typealias Steps = [ElementPath.Step]

    init(of mapping: JSONMapping) {
        self.mapping = mapping
        isWritten = mapping.represented is any JSONWritable.Type
    }

    /// Adds a member; false: another one is written there.
    mutating func add(_ steps: [ElementPath.Step], _ member: ObjectCompiler.Member) throws(JSONError) -> Bool {
        let name = member.description.name
        if let other = containers[steps]?.name { try block(other, by: name) }
        if steps.count > 1, let other = inner[steps[0].name] { try block(name, by: other) }
        for count in 1..<max(steps.count, 1) {
            let way = Array(steps[..<count])
            if let other = places[way]?.name { try block(name, by: other) }
            let isObject = if case .key = steps[count] { true } else { false }
            // An array is written in one piece: all of it belongs to an Optional, or nothing.
            if let other = containers[way], other.isObject != isObject || (!isObject && other.groups != member.groups) {
                try block(name, by: other.name)
            }
            containers[way] = (name, isObject, member.groups)
        }
        // Where the one that was there first may be left out, it is seen when they are written.
        if places[steps]?.isAlways == true { return false }
        places[steps] = (name, member.groups.isEmpty && member.conditions.isEmpty)
        return true
    }

    /// Adds a flattened value that writes its members itself.
    mutating func add(keysOf member: ObjectCompiler.Member) throws(JSONError) {
        for key in member.inner.all.sorted() {
            if let other = containers[[.key(key)]]?.name { try block(other, by: member.description.name) }
            inner[key] = member.description.name
        }
    }

    private func block(_ name: String, by other: String) throws(JSONError) {
        guard isWritten else { return }
        throw JSONError(
            .invalidMapping, "\(mapping.name).\(name) is written on a path that is blocked by \"\(other)\", which is written there itself",
            hint: "only one of them can be written: give the other one a key for reading, JSONKeys(read: [...], write: nil)")
    }
}
