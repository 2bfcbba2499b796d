import Yoke

extension JSONEditor {
    /// Writes a model back into the text, and changes only what the program has changed.
    ///
    /// ```swift
    /// var settings = try Settings(json: text, options: .jsonc)
    /// settings.server.port = 8080
    /// var editor = try JSONEditor(text, options: .jsonc)
    /// try editor.update(from: settings)
    /// ```
    /// The method reads the model from the text once more, and compares this old model with `model`. So a model that the program has not
    /// changed changes no byte: defaults are not added, and numbers keep their spelling. After the change, it reads the model again, to check
    /// the result. Where the two models differ:
    ///
    /// - A changed scalar replaces the scalar of the text.
    /// - A new member follows the member that the model writes before it.
    /// - A member that the model no longer writes is removed. Examples are a property that is nil now, and a removed entry of a dictionary.
    /// - Members that the model does not know stay. Exception: if an object did not fit the model before, and the changed text could not be
    ///   read with such members in this object, they are removed.
    /// - In arrays, equal elements are kept; other elements are changed in place, removed or inserted. If only the order differs, elements
    ///   move with their comments.
    ///
    /// If the model cannot be read from the text, the method compares the new model with the JSON in the text, and removes no member.
    ///
    /// Cost: linear in the lengths of the text and of the model's text. If two long arrays differ in many places, the comparison costs
    /// more, by a bounded factor.
    ///
    /// - Parameters:
    ///   - model: a model, or a `JSONValue`.
    ///   - path: the path of the model's value in the text. If the text has no value at the path, the model is added there.
    ///   - writing: options for writing the model. With `nulls: .write`, nil becomes `null`. The layout follows the text. Where `writing` has
    ///     the default, `keyStyle`, `usesPropertyNames`, `dateStyle`, `coders`, `view` and `nonFiniteNumbers` come from the editor's
    ///     options.
    ///   - removesMissing: if false, no member is removed.
    /// - Throws: the errors of `set(_:at:)`: errors of writing the model, of its path, and of the limits in the editor's options. If the
    ///   model could be read from the text, but not from the changed text: the error of reading. An error of the kind `.refused` does not
    ///   count; checks, hooks and coders throw this kind by default. After an error, the text is unchanged.
    public mutating func update<Model: JSONReadable & JSONWritable>(
        from model: Model, at path: String = "$", writing: JSONWriteOptions = .compact, removesMissing: Bool = true
    ) throws(JSONError) {
        let steps = try EditStep.steps(of: path), writing = writingOptions(writing.inForm(of: options))
        let new = try newValue(model, writing)
        guard let node = node(steps) else { return try set(new, steps, true) }
        let last = try? written(Model.self, at: node, steps, writing)
        let own = try value(of: node)
        var difference = Difference(
            text: DiffTree(own), offset: node, last: last.map { DiffTree($0) },
            new: DiffTree(try JSONValue(json: new.text, options: Self.valueOptions(options))), removes: removesMissing, escapes: new.escapes
        )
        if difference.isEmpty { return }
        // Take the first way whose result reads as the new model. If no way does, take the first way, or throw its error.
        var first: Result<JSONEditor, JSONError>?
        for way in Difference.Way.allCases where removesMissing || !way.removesMembers {
            difference.way = way
            var updated = self
            do throws(JSONError) {
                try updated.apply(difference.edits(in: self))
                guard last != nil else { return self = updated }
                let read = try updated.written(Model.self, at: node, steps, writing)
                if read == difference.new.nodes[0].value { return self = updated }
                if !way.cleansObjects { difference.read = DiffTree(read) }
                first = first ?? .success(updated)
            } catch {
                if last == nil { throw error }
                // Checks of the model do not count here, as they do not count when a model is written.
                first = first ?? (error.all.allSatisfy { $0.kind == .refused } ? .success(updated) : .failure(error))
            }
        }
        if let first { self = try first.get() }
    }

    /// Reads the model from the value of a node, and returns the JSON that this model writes. `steps`: the path of the node.
    private func written<Model: JSONReadable & JSONWritable>(
        _ type: Model.Type, at node: Int, _ steps: [EditStep], _ writing: JSONWriteOptions
    ) throws(JSONError) -> JSONValue {
        let model: Model
        do throws(JSONError) { model = try Model(json: bytes[index.nodes[node].value], options: options) } catch {
            throw error.moved(below: path(steps[...]))
        }
        return try JSONValue(json: model.jsonBytes(writing), options: Self.valueOptions(options))
    }
}

/// Compares three values: the JSON in the text, the model read from the text (`last`; nil if it cannot be read), and the new model.
private struct Difference {
    let text: DiffTree
    /// The number of the root of `text` in the index of the editor's entire text.
    let offset: Int
    let last: DiffTree?
    let new: DiffTree
    let removes: Bool
    /// Options for writing keys and parts of the new model.
    let escapes: JSONWriteOptions
    var way = Way.paired
    /// The JSON of the model that `update` has read from the result of an earlier way; nil if it has read none. Only for `cleaned` and
    /// `replaced`, whose own results do not count.
    var read: DiffTree?

    /// A way to compare the three values. No way is right for every model. The JSON does not show if an array is a Set, whose elements have no
    /// order. It also does not show if a member with null belongs to the model. So `update` tries one way after the other.
    enum Way: CaseIterable {
        /// Each element of an array in the text is paired with the element of `last` that was read from it, if this element can be found.
        case paired
        /// As `paired`. In addition, a changed object loses each member that is null in the text and that the new model does not write.
        case withoutNulls
        /// The elements of an array in the text are compared with the new elements only.
        case unpaired
        /// As `paired`. In addition, a changed object that does not yet read as the new model loses members. It loses each member that the
        /// model reads from the result of an earlier way, but does not write. If the model could not read the object from the old text, the
        /// object loses all members that the model does not write.
        case cleaned
        /// As `cleaned`, and a new array replaces the array of the text.
        case replaced

        var pairsElements: Bool { self == .paired || self == .withoutNulls || self == .cleaned }
        var cleansObjects: Bool { self == .cleaned || self == .replaced }
        var removesMembers: Bool { self == .withoutNulls || cleansObjects }
    }

    /// One value of the model: its node numbers in the trees `text`, `last`, `read` and `new`. A number is nil if the tree is nil or lacks
    /// the value.
    private struct NodeNumbers { let text: Int, last: Int?, new: Int, read: Int? }

    private var root: NodeNumbers { NodeNumbers(text: 0, last: last.map { _ in 0 }, new: 0, read: read.map { _ in 0 }) }
    /// True if the program has changed nothing.
    var isEmpty: Bool { isUnchanged(root) }

    func edits(in editor: JSONEditor) throws(JSONError) -> [TextEdit] {
        let layout = TextLayout(editor.bytes, editor.index)
        var edits: [TextEdit] = []
        var open = [root]
        while let numbers = open.popLast() {
            if isUnchanged(numbers) { continue }
            var change = ContainerEdit()
            switch (text.nodes[numbers.text].value, new.nodes[numbers.new].value) {
            case (.object(let a), .object(let b)): try compare(a, b, numbers, &change, &open)
            case (.array, .array) where way != .replaced: try compareArrays(numbers, &change, &open)
            default:
                let value = try newValue(numbers.new)
                if let edit = try editor.replacement(of: offset + numbers.text, with: value, layout) { edits.append(edit) }
            }
            if change.isEmpty { continue }
            edits += change.edits(of: offset + numbers.text, in: editor.bytes, editor.index, layout)
        }
        return edits
    }

    /// Returns true if the program has not changed the value: `new` has the value of `last`, or of the text if `last` lacks the value.
    private func isUnchanged(_ numbers: NodeNumbers) -> Bool {
        guard let last, let before = numbers.last else { return text.nodes[numbers.text].isEqual(to: new.nodes[numbers.new]) }
        return last.nodes[before].isEqual(to: new.nodes[numbers.new])
    }

    /// True if the model has read the value as in `new` from the result of an earlier way.
    private func isReadAsNew(_ numbers: NodeNumbers) -> Bool {
        guard let read, let node = numbers.read else { return false }
        return read.nodes[node].isEqual(to: new.nodes[numbers.new])
    }

    private func newPart(_ node: Int, key: String?, after: Int) throws(JSONError) -> ContainerEdit.NewPart {
        ContainerEdit.NewPart(after: after, key: try key?.jsonBytes(escapes), value: try newValue(node))
    }

    private func newValue(_ node: Int) throws(JSONError) -> NewValue {
        NewValue(text: try new.nodes[node].value.jsonBytes(escapes), isRaw: false, escapes: escapes)
    }

    private func compare(
        _ own: JSONObject, _ next: JSONObject, _ numbers: NodeNumbers, _ change: inout ContainerEdit, _ open: inout [NodeNumbers]
    ) throws(JSONError) {
        let inText = text.children(of: numbers.text), inNew = new.children(of: numbers.new)
        let before = last?.object(numbers.last), read = way.cleansObjects ? read?.object(numbers.read) : nil
        // A new member goes after every member of the text that the model writes before the new member. If the text has no such member, the
        // new member goes to the start of the object. But if the object and the model share no member at all, new members go to the end.
        var after = next.contains { own.contains(key: $0.key) } ? -1 : own.count - 1
        for (i, member) in next.enumerated() where next.lastIndex(forKey: member.key) == i {
            let known = before?.node(forKey: member.key)
            if let position = own.lastIndex(forKey: member.key) {
                open.append(
                    NodeNumbers(text: inText[position], last: known, new: inNew[i], read: read?.node(forKey: member.key)))
                after = max(after, position)
            } else if known.flatMap({ last?.nodes[$0].isEqual(to: new.nodes[inNew[i]]) }) != true {
                change.added.append(try newPart(inNew[i], key: member.key, after: after))
            }
        }
        guard removes else { return }
        let cleans = way.cleansObjects && !isReadAsNew(numbers)
        for (i, member) in own.enumerated() {
            let isRemoved =
                if next.contains(key: member.key) {
                    cleans && own.lastIndex(forKey: member.key) != i
                } else if let before {
                    before.contains(key: member.key) || cleans && read?.contains(key: member.key) == true
                        || way == .withoutNulls && member.value == .null
                } else {
                    last != nil && cleans
                }
            if isRemoved { change.removed.insert(i) }
        }
    }

    private func compareArrays(_ numbers: NodeNumbers, _ change: inout ContainerEdit, _ open: inout [NodeNumbers])
        throws(JSONError)
    {
        let inText = text.children(of: numbers.text)
        var inNew = new.children(of: numbers.new)
        // Reading the model from the text may drop elements, for example by the rule lossy. If `last` has at least as many elements as the
        // text, no element was dropped. Then element i of `last` comes from element i of the text, if the model keeps the order.
        var pairs: [Int]?
        if way.pairsElements, let last, let number = numbers.last, case .array(let array) = last.nodes[number].value,
            array.count >= inText.count
        {
            let inLast = last.children(of: number), absent = inLast.dropFirst(inText.count)
            pairs = Array(inLast.prefix(inText.count))
            // The text need not have the last properties of a model with `layout: .array`, if these have not changed.
            if inNew.count == inLast.count,
                zip(absent, inNew.suffix(absent.count)).allSatisfy({ last.nodes[$0].isEqual(to: new.nodes[$1]) })
            {
                inNew.removeLast(absent.count)
            }
            if let partners = partners(of: inText, in: inLast, last) {
                // The value has no order, because it is a Set. Then new elements go to the end.
                pairs = partners
                let places = Dictionary(partners.enumerated().map { (last.nodes[$1].hash, $0) }, uniquingKeysWith: { first, _ in first })
                let known = inNew.compactMap { node in places[new.nodes[node].hash].map { (place: $0, node: node) } }
                inNew = known.sorted { $0.place < $1.place }.map(\.node) + inNew.filter { places[new.nodes[$0].hash] == nil }
            }
        }
        let hashes = pairs.map { $0.map { last?.nodes[$0].hash ?? 0 } } ?? inText.map { text.nodes[$0].hash }
        if let order = order(of: inNew, new, in: pairs ?? inText, pairs == nil ? text : last ?? text) {
            change.order = order
            return
        }
        var after = -1
        for step in ArrayDiff(hashes, inNew.map { new.nodes[$0].hash }).steps {
            switch step {
            case .keep(let i, let j), .change(let i, let j):
                // `ArrayDiff` compares only hashes, so `edits` compares the values of elements with equal hashes too.
                open.append(NodeNumbers(text: inText[i], last: pairs?[i], new: inNew[j], read: nil))
                after = i
            case .remove(let i):
                change.removed.insert(i)
                after = i
            case .insert(let j): change.added.append(try newPart(inNew[j], key: nil, after: after))
            }
        }
    }

    /// Returns the element of `last` that was read from each element of the text, if `last` has the elements in another order. Returns nil
    /// if `last` may have the order of the text, and if an element of the text has no partner.
    private func partners(of inText: [Int], in inLast: [Int], _ last: DiffTree) -> [Int]? {
        guard inText.count == inLast.count, !zip(inText, inLast).allSatisfy({ isPart($0, of: $1, last) }) else { return nil }
        // First find equal elements by their hashes. Then compare the others each with each, up to a limit of work.
        var free: [Int: [Int]] = [:]
        for node in inLast.reversed() { free[last.nodes[node].hash, default: []].append(node) }
        var partners = inText.map { free[text.nodes[$0].hash]?.popLast() }
        let taken = Set(partners.compactMap(\.self))
        var others = inLast.filter { !taken.contains($0) }
        guard others.count <= 256 else { return nil }
        for i in partners.indices where partners[i] == nil {
            guard let found = others.firstIndex(where: { isPart(inText[i], of: $0, last) }) else { return nil }
            partners[i] = others.remove(at: found)
        }
        return partners.compactMap(\.self)
    }

    /// Returns true if a model may have read the node `part` of the text and written it as the node `whole` of `last`. Then the hashes are
    /// equal. Or both are objects, and their common members are equal: `whole` may have defaults, and `part` may have unknown members.
    private func isPart(_ part: Int, of whole: Int, _ last: DiffTree) -> Bool {
        if text.nodes[part].hash == last.nodes[whole].hash { return true }
        guard case .object(let known) = last.nodes[whole].value, case .object(let own) = text.nodes[part].value else { return false }
        let values = last.children(of: whole)
        return zip(own, text.children(of: part)).allSatisfy { member, value in
            known.lastIndex(forKey: member.key).map { last.nodes[values[$0]].hash == text.nodes[value].hash } ?? true
        }
    }

    /// Returns the old position of each element of the new array, if the new array only has the old array's elements in another order. Else
    /// returns nil. `inNew` and `inOld` are the node numbers of the elements in the trees `new` and `old`.
    private func order(of inNew: [Int], _ new: DiffTree, in inOld: [Int], _ old: DiffTree) -> [Int]? {
        guard inNew.count == inOld.count else { return nil }
        var positions: [Int: [Int]] = [:]
        for (i, node) in inOld.enumerated().reversed() { positions[old.nodes[node].hash, default: []].append(i) }
        var order: [Int] = []
        for node in inNew {
            guard let i = positions[new.nodes[node].hash]?.popLast(), old.nodes[inOld[i]].isEqual(to: new.nodes[node]) else { return nil }
            order.append(i)
        }
        return order.elementsEqual(order.indices) ? nil : order
    }
}

/// An object of a `DiffTree`, with the node numbers of its members.
private struct ObjectNode {
    let object: JSONObject
    let members: [Int]

    func contains(key: String) -> Bool { object.contains(key: key) }
    func node(forKey key: String) -> Int? { object.lastIndex(forKey: key).map { members[$0] } }
}

extension DiffTree {
    /// Returns the object with this node number; nil if the number is nil, or the node is not an object.
    fileprivate func object(_ node: Int?) -> ObjectNode? {
        guard let node, case .object(let object) = nodes[node].value else { return nil }
        return ObjectNode(object: object, members: children(of: node))
    }
}
