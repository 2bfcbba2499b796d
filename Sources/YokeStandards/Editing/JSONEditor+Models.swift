import Yoke

extension JSONEditor {
    /// Writes a model back into the text, and changes only what the program has changed.
    ///
    /// ```swift
    /// var settings = try Settings(json: text, options: .configuration)
    /// settings.server.port = 8080
    /// var editor = try JSONEditor(text, options: .configuration)
    /// try editor.update(from: settings)
    /// ```
    /// The method reads the model from the text once more, and compares this old model with `model`. So a model that the program has not
    /// changed changes no byte: defaults are not added, and numbers keep their spelling. Where the two models differ:
    ///
    /// - A changed scalar replaces the scalar of the text.
    /// - A new member follows the member that the model writes before it.
    /// - A member that the model no longer writes is removed. Examples are a property that is nil now, and a removed entry of a dictionary.
    /// - Members that the model does not know stay.
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
    ///   - writing: options for writing the model. With `nulls: .write`, nil becomes `null`. The layout follows the text.
    ///   - removesMissing: if false, no member is removed.
    /// - Throws: an error of writing the model, `.depthExceeded`, or an error that `set(_:at:)` throws for the path, such as
    ///   `.invalidPath`. After an error, the text is unchanged.
    public mutating func update<Model: JSONReadable & JSONWritable>(
        from model: Model, at path: String = "$", writing: JSONWriteOptions = .compact, removesMissing: Bool = true
    ) throws(JSONError) {
        let steps = try EditStep.steps(of: path), writing = writingOptions(writing)
        let new = try newValue(model, writing)
        guard let node = node(steps) else { return try set(new, steps, true) }
        try Self.check(new.text, options, depth: steps.count)
        let text = Self.textOptions(options)
        let last = written(Model.self, at: node, writing)
        let own = try value(of: node)
        var difference = Difference(
            text: DiffTree(own), offset: node, last: last.map { DiffTree($0) }, new: DiffTree(try JSONValue(json: new.text, options: text)),
            removes: removesMissing)
        var updated = self
        updated.apply(try difference.edits(in: self))
        if difference.hasPairs, updated.written(Model.self, at: node, writing) != difference.new.nodes[0].value {
            // The pairs are wrong if the model has a Set whose elements do not keep all members of the text.
            difference.pairsElements = false
            var unpaired = self
            unpaired.apply(try difference.edits(in: self))
            if unpaired.written(Model.self, at: node, writing) == difference.new.nodes[0].value { updated = unpaired }
        }
        self = updated
    }

    /// Reads the model from the value of a node, and returns the JSON that this model writes; nil if the model cannot be read or written.
    private func written<Model: JSONReadable & JSONWritable>(_ type: Model.Type, at node: Int, _ writing: JSONWriteOptions) -> JSONValue? {
        guard let model = try? Model(json: bytes[index.nodes[node].value], options: options) else { return nil }
        return try? JSONValue(json: model.jsonBytes(writing), options: Self.textOptions(options))
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
    /// True if element i of an array in `last` may be taken for the model of element i in the text; see `compareArrays`.
    var pairsElements = true
    /// True if `edits` has found such an array.
    private(set) var hasPairs = false

    /// One value of the model: its node numbers in the trees `text`, `last` and `new`. The number in `last` is nil if `last` is nil or
    /// lacks the value.
    private struct NodeTriple { let text: Int, last: Int?, new: Int }

    mutating func edits(in editor: JSONEditor) throws(JSONError) -> [TextEdit] {
        let layout = TextLayout(editor.bytes, editor.index)
        var edits: [TextEdit] = []
        var triples = [NodeTriple(text: 0, last: last == nil ? nil : 0, new: 0)]
        while let triple = triples.popLast() {
            if isUnchanged(triple) { continue }
            var change = ContainerEdit()
            switch (text.nodes[triple.text].value, new.nodes[triple.new].value) {
            case (.object(let a), .object(let b)): try compare(a, b, triple, &change, &triples)
            case (.array, .array): try compareArrays(triple, &change, &triples)
            default:
                let value = NewValue(text: try new.nodes[triple.new].value.jsonBytes(Self.writing), isRaw: false)
                if let edit = try editor.replacement(of: offset + triple.text, with: value, layout) { edits.append(edit) }
            }
            if change.isEmpty { continue }
            edits += change.edits(of: offset + triple.text, in: editor.bytes, editor.index, layout)
        }
        return edits
    }

    /// Options for writing new values. They refuse no depth and no number, because `update` has checked both before.
    private static let writing = JSONWriteOptions(depth: .max, nonFiniteNumbers: .literal)

    /// Returns true if the program has not changed the value: `new` has the value of `last`, or of the text if `last` lacks the value.
    private func isUnchanged(_ triple: NodeTriple) -> Bool {
        guard let last, let before = triple.last else { return text.nodes[triple.text].isEqual(to: new.nodes[triple.new]) }
        return last.nodes[before].isEqual(to: new.nodes[triple.new])
    }

    private func newPart(_ node: Int, key: String?, after: Int) throws(JSONError) -> ContainerEdit.NewPart {
        ContainerEdit.NewPart(
            after: after, key: try key?.jsonBytes(), value: NewValue(text: try new.nodes[node].value.jsonBytes(Self.writing), isRaw: false))
    }

    private func compare(
        _ own: JSONObject, _ next: JSONObject, _ triple: NodeTriple, _ change: inout ContainerEdit, _ triples: inout [NodeTriple]
    ) throws(JSONError) {
        let inText = text.children(of: triple.text), inNew = new.children(of: triple.new)
        var before: JSONObject?, inLast: [Int] = []
        if let last, let number = triple.last, case .object(let object) = last.nodes[number].value {
            (before, inLast) = (object, last.children(of: number))
        }
        // A new member goes after every member of the text that the model writes before the new member. If the text has no such member, the
        // new member goes to the start of the object. But if the object and the model share no member at all, new members go to the end.
        var after = next.contains { own.contains(key: $0.key) } ? -1 : own.count - 1
        for (i, member) in next.enumerated() where next.lastIndex(forKey: member.key) == i {
            let known = before?.lastIndex(forKey: member.key).map { inLast[$0] }
            if let position = own.lastIndex(forKey: member.key) {
                triples.append(NodeTriple(text: inText[position], last: known, new: inNew[i]))
                after = max(after, position)
            } else if known.flatMap({ last?.nodes[$0].isEqual(to: new.nodes[inNew[i]]) }) != true {
                change.added.append(try newPart(inNew[i], key: member.key, after: after))
            }
        }
        guard removes, let before else { return }
        for (i, member) in own.enumerated() where before.contains(key: member.key) && !next.contains(key: member.key) {
            change.removed.insert(i)
        }
    }

    private mutating func compareArrays(_ triple: NodeTriple, _ change: inout ContainerEdit, _ triples: inout [NodeTriple])
        throws(JSONError)
    {
        let inText = text.children(of: triple.text)
        var inNew = new.children(of: triple.new)
        // Reading the model from the text may drop elements, for example by the rule lossy. If the counts are equal, no element was
        // dropped. Then element i of `last` comes from element i of the text, if the model keeps the order.
        var pairs: [Int]?
        if pairsElements, let last, let number = triple.last, case .array(let array) = last.nodes[number].value, array.count == inText.count
        {
            pairs = last.children(of: number)
            hasPairs = true
        }
        if let ordered = pairs, let last, order(of: ordered, last, in: inText, text) != nil {
            // The value has no order, because it is a Set. Then new elements go to the end.
            pairs = nil
            let places = Dictionary(inText.enumerated().map { (text.nodes[$1].hash, $0) }, uniquingKeysWith: { first, _ in first })
            let known = inNew.compactMap { node in places[new.nodes[node].hash].map { (place: $0, node: node) } }
            inNew = known.sorted { $0.place < $1.place }.map(\.node) + inNew.filter { places[new.nodes[$0].hash] == nil }
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
                triples.append(NodeTriple(text: inText[i], last: pairs?[i], new: inNew[j]))
                after = i
            case .remove(let i):
                change.removed.insert(i)
                after = i
            case .insert(let j): change.added.append(try newPart(inNew[j], key: nil, after: after))
            }
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
