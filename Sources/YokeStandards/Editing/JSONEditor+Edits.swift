import Yoke

/// The result of following a path in a text. The number of a value is its position in `index.nodes`.
private struct Found {
    /// The number of the value at the path; nil if the text has no such value.
    var node: Int?
    /// The number of the value in which `find` looked up its last step: a container, or a scalar in place of a container. It is nil for the
    /// path `$`, the entire text.
    var parent: Int?
    /// How many steps of the path lead from the root to `parent`.
    var depth = 0
    /// For a key: the positions in `children` of all members with this key. For an index: the position of the element.
    var positions: [Int] = []
    /// The numbers of the members or elements of `parent`.
    var children: [Int] = []
}

extension JSONEditor {
    func value(_ steps: [EditStep]) throws(JSONError) -> JSONValue? {
        guard let node = find(steps).node else { return nil }
        return try value(of: node)
    }

    /// Returns the number (in `index.nodes`) of the value at a path; nil if the value is missing.
    func node(_ steps: [EditStep]) -> Int? { find(steps).node }

    /// Reads the value with the number `node` from the text.
    func value(of node: Int) throws(JSONError) -> JSONValue {
        try JSONValue(json: bytes[index.nodes[node].value], options: Self.textOptions(options))
    }

    mutating func set(_ value: NewValue, _ steps: [EditStep], _ createsParents: Bool) throws(JSONError) {
        let found = find(steps)
        if let node = found.node { return try replace(node, with: value) }
        guard let parent = found.parent else { return }
        try checkHolds(parent, steps, found)
        if found.depth < steps.count - 1 || isNull(parent), !createsParents {
            throw missing(steps, found.depth, "the value that should hold the new one is missing")
        }
        let wrapped = try wrap(value, steps, from: isNull(parent) ? found.depth : found.depth + 1)
        if isNull(parent) { return try replace(parent, with: wrapped) }
        try insert(wrapped, steps, found, after: found.children.count - 1)
    }

    mutating func insert(_ value: NewValue, _ steps: [EditStep]) throws(JSONError) {
        let found = find(steps)
        guard let parent = found.parent, found.depth == steps.count - 1 else {
            throw missing(
                steps, max(0, steps.count - 1), "there is no array at the path", hint: "first set an array with set(_:at:)",
                in: steps.dropLast())
        }
        guard bytes[index.nodes[parent].value.lowerBound] == UInt8(ascii: "[") else {
            throw mismatch(parent, "an array", steps, found.depth)
        }
        try checkHolds(parent, steps, found)
        try insert(value, steps, found, after: (found.positions.last ?? found.children.count) - 1)
    }

    mutating func insert(_ value: NewValue, _ key: String, _ steps: [EditStep], isAfter: Bool) throws(JSONError) {
        let found = try member(steps)
        let parent = Array(steps.dropLast()) + [.key(key)]
        if find(parent).node != nil { throw repeated(key, parent) }
        // Several members may have the path's last key. Then the new member goes after the last of these members, or before the first.
        let position = isAfter ? found.positions[found.positions.count - 1] : found.positions[0] - 1
        try insert(value, parent, found, after: position)
    }

    mutating func remove(_ steps: [EditStep]) throws(JSONError) {
        guard !steps.isEmpty else {
            throw JSONError(kind: .invalidPath, message: "the entire text cannot be removed", hint: "set it to null")
        }
        let found = find(steps)
        guard found.node != nil, let parent = found.parent else { return }
        try apply(ContainerEdit(removed: Set(found.positions)).edits(of: parent, in: bytes, index, TextLayout(bytes, index)))
    }

    mutating func rename(_ steps: [EditStep], _ key: String) throws(JSONError) {
        let found = try member(steps)
        guard let node = found.node, let parent = found.parent else { return }
        let other = find(Array(steps.dropLast()) + [.key(key)])
        if other.node == node { return }
        if other.node != nil { throw repeated(key, steps) }
        // If several members have the old key, only the last of them gets the new key. The earlier ones are removed, so that no member
        // keeps the old key.
        let name = try key.jsonBytes().asKey(like: index.nodes[node], in: bytes)
        var edits = [TextEdit(range: index.nodes[node].key, bytes: name)]
        let earlier = ContainerEdit(removed: Set(found.positions.dropLast()))
        if !earlier.removed.isEmpty { edits += earlier.edits(of: parent, in: bytes, index, TextLayout(bytes, index)) }
        try apply(edits)
    }

    // MARK: - Parts

    /// Replaces a value, unless `replacement` finds that the new value is equal.
    private mutating func replace(_ node: Int, with value: NewValue) throws(JSONError) {
        if let edit = try replacement(of: node, with: value, TextLayout(bytes, index)) { try apply([edit]) }
    }

    /// Returns the edit that replaces a value; nil if the new value is equal. Raw text is not compared, so it always replaces the value.
    func replacement(of node: Int, with value: NewValue, _ layout: TextLayout) throws(JSONError) -> TextEdit? {
        let range = index.nodes[node].value
        if !value.isRaw {
            var work = WorkLimit(.max, "the comparison")
            let new = try JSONValue(json: value.text, options: Self.valueOptions(options))
            if try self.value(of: node).isSame(as: new, &work) { return nil }
        }
        // If the old value is a container on one line, the new value gets one line too.
        let child = node + 1
        let isOneLine = child < index.nodes[node].next && bytes.ownIndentation(index.nodes[child].start, after: range.lowerBound) == nil
        let lines = !isOneLine && layout.usesLines
        let base = lines ? layout.indentation(ofLineWith: range.lowerBound, in: bytes) : []
        return TextEdit(range: range, bytes: value.laidOut(layout, lines: lines, base: base))
    }

    /// Inserts a value into the container `found.parent`: as a member with the key `steps[found.depth]`, or as an element. The value goes
    /// after the member or element at `position`; -1 inserts at the start.
    private mutating func insert(_ value: NewValue, _ steps: [EditStep], _ found: Found, after position: Int) throws(JSONError) {
        guard let parent = found.parent else { return }
        let isObject = bytes[index.nodes[parent].value.lowerBound] == UInt8(ascii: "{")
        let key = isObject ? try steps[found.depth].key?.jsonBytes(value.escapes) : nil
        let edit = ContainerEdit(added: [ContainerEdit.NewPart(after: position, key: key, value: value)])
        try apply(edit.edits(of: parent, in: bytes, index, TextLayout(bytes, index)))
    }

    /// Wraps the value in new containers, one for each step from `first` on.
    private func wrap(_ value: NewValue, _ steps: [EditStep], from first: Int) throws(JSONError) -> NewValue {
        if first >= steps.count { return value }
        var start: [UInt8] = [], end: [UInt8] = []
        for (i, step) in steps.enumerated().dropFirst(first) {
            if step.makesArray {
                if let index = step.index(count: 0), index > 0 { throw pastEnd(steps, i, index, count: 0) }
                start.append(UInt8(ascii: "["))
                end.append(UInt8(ascii: "]"))
            } else {
                start += [UInt8(ascii: "{")] + (try (step.key ?? "").jsonBytes(value.escapes)) + [UInt8(ascii: ":")]
                end.append(UInt8(ascii: "}"))
            }
        }
        return NewValue(text: start + value.text + end.reversed(), isRaw: false, escapes: value.escapes)
    }

    private func isNull(_ node: Int) -> Bool { bytes[index.nodes[node].value.lowerBound] == UInt8(ascii: "n") }

    // MARK: - Finding

    private func find(_ steps: [EditStep]) -> Found {
        var found = Found(node: 0)
        for (i, step) in steps.enumerated() {
            guard let node = found.node else { break }
            found = find(step, in: node)
            found.depth = i
        }
        return found
    }

    /// Looks up one step in the value with the number `parent`.
    private func find(_ step: EditStep, in parent: Int) -> Found {
        var found = Found(node: nil, parent: parent)
        switch bytes[index.nodes[parent].value.lowerBound] {
        case UInt8(ascii: "{"):
            found.children = index.children(of: parent)
            guard let key = step.key else { break }
            found.positions = found.children.indices.filter { hasKey(found.children[$0], key) }
            found.node = found.positions.last.map { found.children[$0] }
        case UInt8(ascii: "["):
            found.children = index.children(of: parent)
            guard let element = step.index(count: found.children.count), element < found.children.count else { break }
            found.positions = [element]
            found.node = found.children[element]
        default: break
        }
        return found
    }

    private func hasKey(_ node: Int, _ key: String) -> Bool {
        let range = index.nodes[node].key, hasQuotes = bytes[range.lowerBound].isQuote
        let text = hasQuotes ? bytes[(range.lowerBound + 1)..<(range.upperBound - 1)] : bytes[range]
        if !text.contains(UInt8(ascii: "\\")) { return text.elementsEqual(key.utf8) }
        let quote = [hasQuotes ? bytes[range.lowerBound] : UInt8(ascii: "\"")]
        guard let unescaped = try? String(json: quote + text + quote, options: Self.textOptions(options)) else { return false }
        return sameBytes(unescaped, key)
    }

    /// Finds a member. Throws if the member does not exist.
    private func member(_ steps: [EditStep]) throws(JSONError) -> Found {
        let found = find(steps)
        guard let node = found.node, !index.nodes[node].key.isEmpty else {
            throw missing(
                steps, steps.count, found.node == nil ? "there is no member at the path" : "the value at the path is not a member")
        }
        return found
    }

    // MARK: - Errors

    /// Throws if `parent` cannot hold a value for the step `steps[found.depth]`: it has the wrong kind, or the step's index is past its
    /// end. Does not throw for null, which a new container may replace.
    private func checkHolds(_ parent: Int, _ steps: [EditStep], _ found: Found) throws(JSONError) {
        let step = steps[found.depth]
        switch bytes[index.nodes[parent].value.lowerBound] {
        case UInt8(ascii: "n"): return
        case UInt8(ascii: "{") where step.key != nil: return
        case UInt8(ascii: "["):
            guard let index = step.index(count: found.children.count) else { throw mismatch(parent, "an object", steps, found.depth) }
            if index > found.children.count { throw pastEnd(steps, found.depth, index, count: found.children.count) }
        default: throw mismatch(parent, step.makesArray ? "an array" : "an object", steps, found.depth)
        }
    }

    private func pastEnd(_ steps: [EditStep], _ depth: Int, _ index: Int, count: Int) -> JSONError {
        let elements = count == 1 ? "1 element" : "\(count) elements"
        return missing(
            steps, depth, "the index \(index) is past the end of an array of \(elements)", hint: "the index \(count) appends")
    }

    private func repeated(_ key: String, _ steps: [EditStep]) -> JSONError {
        JSONError(
            kind: .duplicateKey, message: "the object has the key \"\(VisibleText.of(key))\" already", path: path(steps.dropLast()),
            found: nil,
            hint: "remove that member first, or set its value")
    }

    private func missing(_ steps: [EditStep], _ depth: Int, _ message: String, hint: String? = nil, in shown: ArraySlice<EditStep>? = nil)
        -> JSONError
    {
        JSONError(kind: .pathNotFound, message: message, path: path(shown ?? steps.prefix(depth)), found: nil, hint: hint)
    }

    private func mismatch(_ node: Int, _ expected: String, _ steps: [EditStep], _ depth: Int) -> JSONError {
        let found =
            switch bytes[index.nodes[node].value.lowerBound] {
            case UInt8(ascii: "{"): "an object"
            case UInt8(ascii: "["): "an array"
            case UInt8(ascii: "\""), UInt8(ascii: "'"): "a string"
            case UInt8(ascii: "n"): "null"
            case UInt8(ascii: "t"), UInt8(ascii: "f"): "a Boolean"
            default: "a number"
            }
        return JSONError(
            kind: .typeMismatch, message: "expected \(expected), found \(found)", path: path(steps.prefix(depth)), found: found, hint: nil)
    }

    /// Returns the text of a path. A token of a pointer is an index where the text has an array, else a key.
    func path(_ steps: ArraySlice<EditStep>) -> String {
        var text = JSONPathText()
        var node: Int? = 0
        for step in steps {
            let found = node.map { find(step, in: $0) }
            let isInArray = node.map { bytes[index.nodes[$0].value.lowerBound] == UInt8(ascii: "[") } ?? false
            if let key = step.key, !isInArray || step.index(count: 0) == nil {
                text.append(key: key)
            } else {
                text.append(index: UInt64(max(0, step.index(count: found?.children.count ?? 0) ?? 0)))
            }
            node = found?.node
        }
        return text.text
    }
}
