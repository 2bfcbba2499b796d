import Yoke

/// One evaluation of a query over a value.
///
/// Each segment passes each value that it selects to the next segment at once, so no segment stores a list of values. The values come in
/// the order of RFC 9535 section 2.1.2, with duplicates. Segments with a single name or index run in a loop. Other segments recurse; the
/// parser limits their number. A deep document does not deepen the recursion.
final class PathEvaluation {
    /// Receives a selected value and the index of its entry in `locations`. Returns false to stop the evaluation.
    typealias Receiver = (JSONValue, Int) throws(JSONError) -> Bool

    private let root: JSONValue
    var work: WorkLimit
    private(set) var locations = LocationTree()
    /// The number of entries at the start of `locations` that must stay, because selected values refer to them.
    private var keptLocations = 0
    /// The evaluation passes this number in place of an index in `locations` if the caller does not need the locations of the values.
    private static let noLocation = -2
    /// Cache: the compiled regular expression of each pattern that is a string of the document. (The parser has compiled the patterns in
    /// the path.)
    private var patterns: [ByteKey: IRegexp.Compiled] = [:]

    init(_ root: JSONValue, steps: Int) {
        self.root = root
        work = WorkLimit(steps, "the path")
    }

    /// Runs a query from the root of the document.
    ///
    /// - Parameter locates: true if `receive` needs the locations of the values.
    func run(_ query: PathQuery, locates: Bool, _ receive: Receiver) throws(JSONError) {
        _ = try run(query.segments, 0, root, locates ? -1 : Self.noLocation, receive)
    }

    /// Applies the segments from index `first` on, one after the other, to `value`. `location` is the entry of `value` in `locations`: -1
    /// for the root, or `noLocation`. Returns false if `receive` has stopped the evaluation.
    private func run(
        _ segments: [PathSegment], _ first: Int, _ value: JSONValue, _ location: Int, _ receive: Receiver
    ) throws(JSONError) -> Bool {
        var next = first, value = value, location = location
        while next < segments.count {
            guard let single = segments[next].single else {
                if segments[next].isDescendant { return try descend(segments, next, value, location, receive) }
                return try select(segments, next, value, location, receive)
            }
            try work.spend(1)
            next += 1
            switch single {
            case .name(let name):
                guard case .object(let object) = value, let child = try peek(object, name) else { return true }
                location = enter(.key(name), location)
                value = child
            case .index(let index):
                guard case .array(let array) = value else { return true }
                let position = index >= 0 ? index : array.count + index
                guard position >= 0, position < array.count else { return true }
                location = enter(.index(position), location)
                value = array[position]
            default: return true
            }
        }
        if location != Self.noLocation { keptLocations = locations.count }
        return try receive(value, location)
    }

    private func peek(_ object: JSONObject, _ name: String) throws(JSONError) -> JSONValue? {
        try work.spend(object.peekedBytes / 64)
        return object.peek(name)
    }

    /// Runs the query of a filter, and does not record the locations of the values.
    func runInner(_ query: PathQuery, _ current: JSONValue, _ receive: Receiver) throws(JSONError) {
        _ = try run(query.segments, 0, query.isRelative ? current : root, Self.noLocation, receive)
    }

    /// Returns the compiled form of a pattern that is a string of the document. The cache is emptied when it holds 64 patterns.
    func compiled(_ pattern: String) throws(JSONError) -> IRegexp.Compiled {
        try work.spend(bytes: pattern.utf8.count)
        let key = ByteKey(pattern)
        if let known = patterns[key] { return known }
        if patterns.count == 64 { patterns = [:] }
        try work.spend(pattern.utf8.count)
        let compiled = IRegexp.compile(pattern)
        if case .program(let program) = compiled { try work.spend(program.size) }
        patterns[key] = compiled
        return compiled
    }

    private func enter(_ step: @autoclosure () -> JSONLocation.Step, _ location: Int) -> Int {
        location == Self.noLocation ? location : locations.add(step(), to: location)
    }

    /// Drops the entries of `locations` after the first `count` ones, except entries that a selected value needs.
    private func leave(to count: Int) { locations.cut(to: max(count, keptLocations)) }

    /// Applies a descendant segment to a container and to all containers inside it, each container before the containers in it. Returns
    /// false if `receive` has stopped the evaluation.
    private func descend(
        _ segments: [PathSegment], _ index: Int, _ value: JSONValue, _ location: Int, _ receive: Receiver
    ) throws(JSONError) -> Bool {
        guard value.isContainer else { return true }
        if try !select(segments, index, value, location, receive) { return false }
        var open = [OpenContainer(value, location, entries: locations.count)]
        while let last = open.indices.last {
            let next = open[last].next()
            try work.spend(open[last].takeCost())
            guard let child = next else {
                leave(to: open[last].entries)
                open.removeLast()
                continue
            }
            try work.spend(1)
            let before = locations.count
            let childLocation = enter(open[last].step, open[last].location)
            if try !select(segments, index, child, childLocation, receive) { return false }
            open.append(OpenContainer(child, childLocation, entries: before))
        }
        return true
    }

    // `run`, `descend` and `select` call each other once for each segment. No other function stands between them, because a build without
    // optimisation needs much of the call stack for each call.

    private func select(
        _ segments: [PathSegment], _ index: Int, _ value: JSONValue, _ location: Int, _ receive: Receiver
    ) throws(JSONError) -> Bool {
        for selector in segments[index].selectors {
            try work.spend(1)
            for i in selector.positions(in: value) {
                guard let (step, child) = try part(i, of: value, selector) else { continue }
                let before = locations.count
                if try !run(segments, index + 1, child, enter(step, location), receive) { return false }
                leave(to: before)
            }
        }
        return true
    }

    /// Returns the member or element at a position that the selector has given; nil if a name or filter does not select it.
    private func part(
        _ position: Int, of value: JSONValue, _ selector: PathSelector
    ) throws(JSONError) -> (step: JSONLocation.Step, value: JSONValue)? {
        if case .name(let name) = selector {
            guard case .object(let object) = value, let child = try peek(object, name) else { return nil }
            return (.key(name), child)
        }
        let part: (step: JSONLocation.Step, value: JSONValue)
        switch value {
        case .array(let array): part = (.index(position), array[position])
        case .object(let object):
            let (key, child) = object[position]
            part = (.key(key), child)
        default: return nil
        }
        if case .index = selector { return part }
        try work.spend(1)
        if case .filter(let filter) = selector, try !holds(filter, part.value) { return nil }
        return part
    }
}

extension PathSelector {
    /// Returns the positions of the members or elements that the selector may select, in its order. For a name, returns one position, which
    /// has no meaning.
    fileprivate func positions(in value: JSONValue) -> StrideTo<Int> {
        switch (self, value) {
        case (.name, .object): return stride(from: 0, to: 1, by: 1)
        case (.index(let index), .array(let array)):
            let position = index >= 0 ? index : array.count + index
            return stride(from: position, to: position >= 0 && position < array.count ? position + 1 : position, by: 1)
        case (.slice(let slice), .array(let array)): return slice.indices(count: array.count)
        case (.wildcard, .array(let array)), (.filter, .array(let array)): return stride(from: 0, to: array.count, by: 1)
        case (.wildcard, .object(let object)), (.filter, .object(let object)): return stride(from: 0, to: object.count, by: 1)
        default: return stride(from: 0, to: 0, by: 1)
        }
    }
}

/// A container whose inner containers are visited one after the other. Scalars are skipped.
private struct OpenContainer {
    private let container: JSONValue
    let location: Int
    /// The number of entries that stay in `locations` after the visit of this container.
    let entries: Int
    /// Iterates over a container that is still stored as text, without making values of its scalars. nil if the container is stored as
    /// values.
    private var iterator: ContainerIterator?
    private let count: Int
    private var position = -1
    /// The sum of the costs, in steps, that `takeCost` has returned so far.
    private var charged = 0

    init(_ container: JSONValue, _ location: Int, entries: Int) {
        (self.container, self.location, self.entries) = (container, location, entries)
        iterator = ContainerIterator(container)
        count =
            switch container {
            case .array(let array): array.count
            case .object(let object): object.count
            default: 0
            }
    }

    mutating func next() -> JSONValue? {
        if let part = iterator?.next() { return part }
        if iterator != nil { return nil }
        while position + 1 < count {
            position += 1
            switch container {
            case .array(let array): if array[position].isContainer { return array[position] }
            case .object(let object): if object[position].value.isContainer { return object[position].value }
            default: return nil
            }
        }
        return nil
    }

    /// Returns the cost, in steps, of all calls of `next` since the last `takeCost`. In a container stored as text, 64 bytes cost one step.
    /// In any other container, 4 members or elements cost one step.
    mutating func takeCost() -> Int {
        let cost = (iterator?.passed ?? 0) / 64 + (position + 1) / 4
        defer { charged = cost }
        return cost - charged
    }

    /// The key or index of the inner container that `next` returned last.
    var step: JSONLocation.Step {
        if let iterator { return iterator.key.map { .key($0) } ?? .index(iterator.position) }
        if case .object(let object) = container { return .key(object[position].key) }
        return .index(position)
    }
}

extension JSONValue {
    var isContainer: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}
