import Yoke

/// A document to which a patch is being applied.
///
/// A container that an operation changes is opened: its members or elements go to a structure in which inserting and removing is cheap at
/// every position. So a hundred thousand operations on one array do not move its elements a hundred thousand times. All open containers
/// stand in the list `containers` and refer to each other by index, so a deep document needs no recursion.
struct OpenDocument {
    /// A value, or the index of an open container in `containers`.
    enum Slot {
        case closed(JSONValue)
        case open(Int)
    }

    private enum Container {
        case array(ChunkedList<Slot>)
        case object(OpenObject)
        /// Takes the place of a container in `containers` while the container is being changed.
        case taken
    }

    private var root: Slot
    private var containers: [Container] = []
    private var work: WorkLimit
    private var copiedLeft: Int
    private let limits: JSONPatchLimits

    init(_ document: JSONValue, _ limits: JSONPatchLimits) {
        root = .closed(document)
        self.limits = limits
        work = WorkLimit(limits.steps, "the patch")
        copiedLeft = limits.copiedValues
    }

    mutating func apply(_ operation: JSONPatch.Operation) throws(JSONError) {
        try work.spend(1)
        switch operation {
        case .add(let path, let value): try add(.closed(value), path)
        case .remove(let path): _ = try remove(path)
        case .replace(let path, let value):
            guard let last = path.tokens.last else {
                root = .closed(value)
                return
            }
            let parent = try openParent(of: path)
            guard replacePart(last, of: parent, with: .closed(value)) else { throw missing(last, of: parent) }
        case .move(let from, let to):
            guard !from.isPrefix(of: to) || from == to else {
                throw JSONError(kind: .refused, message: "a value cannot move into itself", hint: "RFC 6902 section 4.4")
            }
            if from == to {
                _ = try slot(at: from)
                return
            }
            try add(try remove(from), to)
        case .copy(let from, let to):
            let value = try closedValue(at: from)
            copiedLeft -= try size(of: value)
            if copiedLeft < 0 {
                throw JSONError(
                    kind: .limitExceeded, message: "copies add more than \(limits.copiedValues) values", hint: "see JSONPatchLimits")
            }
            try add(.closed(value), to)
        case .test(let path, let value):
            let actual = try closedValue(at: path)
            guard try actual.isSame(as: value, &work) else {
                throw JSONError(kind: .refused, message: "the value is not the expected one", hint: "RFC 6902 section 4.6")
            }
        }
    }

    // MARK: - Operations

    private mutating func add(_ value: Slot, _ path: JSONPointer) throws(JSONError) {
        guard let last = path.tokens.last else {
            root = value
            return
        }
        let parent = try openParent(of: path)
        guard let count = arrayCount(parent) else {
            changeObject(parent) { $0.set(value, forKey: last) }
            return
        }
        guard let index = last == "-" ? count : JSONPointer.index(last), index <= count else { throw missing(last, of: parent) }
        changeArray(parent) { $0.insert(value, at: index) }
    }

    private mutating func remove(_ path: JSONPointer) throws(JSONError) -> Slot {
        guard let last = path.tokens.last else {
            throw JSONError(kind: .refused, message: "the entire document cannot be removed", hint: "replace it")
        }
        let parent = try openParent(of: path)
        var removed: Slot?
        if let count = arrayCount(parent) {
            if let index = JSONPointer.index(last), index < count { changeArray(parent) { removed = $0.remove(at: index) } }
        } else {
            changeObject(parent) { removed = $0.remove(last) }
        }
        guard let removed else { throw missing(last, of: parent) }
        return removed
    }

    /// Returns the number of elements of an open array; nil for an open object. (Callers do not match the enum themselves: the match may
    /// hold a second reference to the list, and then a change would copy the list.)
    private func arrayCount(_ index: Int) -> Int? {
        if case .array(let list) = containers[index] { return list.count }
        return nil
    }

    /// Takes the array out of `containers` while `change` runs. So the array has one owner, and a change does not copy it.
    private mutating func changeArray(_ index: Int, _ change: (inout ChunkedList<Slot>) -> Void) {
        guard case .array(var list) = exchange(index) else { return }
        change(&list)
        containers[index] = .array(list)
    }
    private mutating func changeObject(_ index: Int, _ change: (inout OpenObject) -> Void) {
        guard case .object(var object) = exchange(index) else { return }
        change(&object)
        containers[index] = .object(object)
    }
    private mutating func exchange(_ index: Int) -> Container {
        var container = Container.taken
        swap(&container, &containers[index])
        return container
    }

    // MARK: - Paths

    /// Opens all containers around the value at a path (which may be missing), and returns the innermost one's index in `containers`.
    private mutating func openParent(of path: JSONPointer) throws(JSONError) -> Int {
        var current = try open(root, path, 0)
        root = .open(current)
        for (i, token) in path.tokens.dropLast().enumerated() {
            try work.spend(1)
            guard let child = part(token, of: current) else { throw missing(token, of: current) }
            if case .open(let index) = child {
                current = index
            } else {
                let index = try open(child, path, i + 1)
                _ = replacePart(token, of: current, with: .open(index))
                current = index
            }
        }
        return current
    }

    /// Returns the index of a container in `containers`. Opens the container if it is closed. Throws if the value is a scalar, because a
    /// scalar has no part with the token `path.tokens[depth]`.
    private mutating func open(_ slot: Slot, _ path: JSONPointer, _ depth: Int) throws(JSONError) -> Int {
        switch slot {
        case .open(let index): return index
        case .closed(.array(let array)):
            try work.spend(array.count)
            containers.append(.array(ChunkedList(array.lazy.map(Slot.closed))))
        case .closed(.object(let object)):
            try work.spend(object.count)
            containers.append(.object(OpenObject(object)))
        case .closed(let value): throw JSONError.noPart(path.tokens[depth], of: value.container)
        }
        return containers.count - 1
    }

    private func part(_ token: String, of container: Int) -> Slot? {
        switch containers[container] {
        case .object(let object): object[token]
        case .array(let list): JSONPointer.index(token).flatMap { $0 < list.count ? list[$0] : nil }
        case .taken: nil
        }
    }

    private mutating func replacePart(_ token: String, of container: Int, with value: Slot) -> Bool {
        guard let count = arrayCount(container) else {
            var isReplaced = false
            changeObject(container) { isReplaced = $0.replace(token, with: value) }
            return isReplaced
        }
        guard let index = JSONPointer.index(token), index < count else { return false }
        changeArray(container) { $0.replace(index, with: value) }
        return true
    }

    private func missing(_ token: String, of container: Int) -> JSONError {
        .noPart(token, of: arrayCount(container).map { .array(count: $0) } ?? .object)
    }

    // MARK: - Values

    private mutating func slot(at path: JSONPointer) throws(JSONError) -> Slot {
        var current = root
        for token in path.tokens {
            try work.spend(1)
            switch current {
            case .open(let index):
                guard let child = part(token, of: index) else { throw missing(token, of: index) }
                current = child
            case .closed(let value):
                guard let child = value.child(token) else { throw JSONError.noPart(token, of: value.container) }
                current = .closed(child)
            }
        }
        return current
    }

    /// Returns the value at `path`. Open containers in the document stay open.
    private mutating func closedValue(at path: JSONPointer) throws(JSONError) -> JSONValue { try value(of: try slot(at: path)) }

    mutating func closed() throws(JSONError) -> JSONValue { try value(of: root) }

    /// Returns the value that a slot stands for. An open container is turned into a value again, without recursion.
    private mutating func value(of slot: Slot) throws(JSONError) -> JSONValue {
        var frames: [ClosingFrame]
        switch slot {
        case .closed(let value): return value
        case .open(let index): frames = [ClosingFrame(index)]
        }
        while true {
            let last = frames.count - 1
            let child: (key: String?, slot: Slot)?
            switch containers[frames[last].container] {
            case .array(let list): child = frames[last].nextElement(of: list)
            case .object(let object): child = frames[last].nextMember(of: object)
            case .taken: child = nil
            }
            try work.spend(1)
            switch child {
            case (let key, .closed(let value))?: frames[last].add(value, key)
            case (let key, .open(let inner))?:
                frames[last].waitingKey = key
                frames.append(ClosingFrame(inner))
            case nil:
                let isObject = if case .object = containers[frames[last].container] { true } else { false }
                let value = frames.removeLast().value(isObject: isObject)
                guard let outer = frames.indices.last else { return value }
                frames[outer].add(value, frames[outer].waitingKey)
            }
        }
    }

    /// Returns the number of values in a value, including itself. Stops counting above `copiedLeft`, the number of values that may still be
    /// copied.
    private mutating func size(of value: JSONValue) throws(JSONError) -> Int {
        var count = 0
        var waiting = [value]
        while let value = waiting.popLast() {
            count += 1
            if count > copiedLeft { return count }
            try work.spend(1)
            switch value {
            case .array(let array): waiting.append(contentsOf: array)
            case .object(let object): waiting.append(contentsOf: object.values)
            default: continue
            }
        }
        return count
    }
}

/// An open container that is being turned into a value. `waitingKey` is the key of the inner container that is turned first; nil in an
/// array.
private struct ClosingFrame {
    let container: Int
    var waitingKey: String?
    private var position = 0
    private var chunk = 0
    private var elements: [JSONValue] = []
    private var members: [JSONObject.Element] = []

    init(_ container: Int) { self.container = container }

    mutating func nextElement(of list: ChunkedList<OpenDocument.Slot>) -> (key: String?, slot: OpenDocument.Slot)? {
        while chunk < list.chunks.count {
            if position < list.chunks[chunk].count {
                defer { position += 1 }
                return (nil, list.chunks[chunk][position])
            }
            chunk += 1
            position = 0
        }
        return nil
    }

    mutating func nextMember(of object: OpenObject) -> (key: String?, slot: OpenDocument.Slot)? {
        while position < object.members.count {
            defer { position += 1 }
            if let member = object.members[position] { return (member.key, member.slot) }
        }
        return nil
    }

    mutating func add(_ value: JSONValue, _ key: String?) {
        if let key { members.append((key, value)) } else { elements.append(value) }
    }

    func value(isObject: Bool) -> JSONValue { isObject ? .object(JSONObject(members)) : .array(JSONArray(elements)) }
}
