internal import CYoke

// Messages about unknown or missing keys and cases, with hints at the likely spelling.

extension Binder {
    func unknownCase(_ make: Make) -> JSONError {
        guard let type = cBinder.pointee.error.type?.pointee else { return make(.unknownCase, "unknown case", nil, [], nil) }
        let mark = cBinder.pointee.frames[Int(cBinder.pointee.frame_count) - 1].key_mark
        let text = String(decoding: keyBytes(from: mark, to: cBinder.pointee.keys.count), as: UTF8.self)
        return unknownCase(text, Self.caseNames(of: type), type, isNumber: false, make)
    }

    private static func caseNames(of type: yoke_type) -> [String] {
        (0..<Int(type.case_count)).map { i in
            // The literal of a case is JSON text: drop the quotes around its name.
            let literal = UnsafeBufferPointer(start: type.case_literals[i], count: Int(type.case_lengths[i]))
            return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
        }
    }

    func unknownCase(_ text: String, _ names: [String], _ type: yoke_type, isNumber: Bool, _ make: Make) -> JSONError {
        func quoted(_ text: String) -> String { isNumber ? text : "\"\(text)\"" }
        // The hint names the nearest case, or else lists the cases. For a number it lists the cases, because the nearest number is not more
        // likely than the others. Without `showsSnippets` it also lists them, because the nearest name would reveal part of the text.
        let nearest = isNumber || !options.showsSnippets ? nil : NearestName.of(text, among: names)
        let hint =
            nearest.map { "did you mean \(quoted($0))?" }
            ?? list("the cases are", names.map(quoted))
        let what = options.showsSnippets ? quoted(VisibleText.of(text)) : "the value"
        return make(.unknownCase, "\(what) is no case of \(type.name)", hint, [], nil)
    }

    /// Returns a hint: `words`, then the first 12 names. Returns nil if `names` is empty.
    private func list(_ words: String, _ names: [String]) -> String? {
        if names.isEmpty { return nil }
        return "\(words) " + names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    }

    func unknownKey(_ make: Make) -> JSONError {
        let frame = cBinder.pointee.frames[Int(cBinder.pointee.frame_count) - 1]
        let name = (modelType ?? cBinder.pointee.error.type).map { $0.pointee.name } ?? "the type"
        if isPositional {
            let count = frame.object?.pointee.keyed ?? 0
            return make(.unknownKey, "\(name) has \(count) propert\(count == 1 ? "y" : "ies"), and none for this element", nil, [], nil)
        }
        let key = String(decoding: keyBytes(from: frame.key_mark, to: cBinder.pointee.keys.count), as: UTF8.self)
        let shown = options.showsSnippets ? "the key \"\(VisibleText.of(key))\"" : "a key"
        var known: [String] = []
        if let object = frame.object?.pointee {
            known = (0..<Int(object.keyed)).map { String(decoding: Self.key(of: object.fields[$0]), as: UTF8.self) }
        }
        if frame.slot.pointee.type.pointee.wraps_case {
            return make(.unknownKey, "\(shown) is not allowed beside the one key that names the case of \(name)", nil, [], nil)
        }
        let hint =
            (options.showsSnippets ? NearestName.of(key, among: known) : nil).map { "did you mean \"\($0)\"?" }
            ?? list("the keys are", known.map { "\"\($0)\"" })
        return make(.unknownKey, "\(name) has no property for \(shown)", hint, [], nil)
    }

    /// The type of the innermost open model; nil if no model is open. The innermost open container may be an object on the key path of a
    /// property, so the search also looks at the containers around it.
    private var modelType: UnsafePointer<yoke_type>? {
        UnsafeBufferPointer(start: cBinder.pointee.frames, count: Int(cBinder.pointee.frame_count)).last {
            UInt32($0.kind) == YOKE_FRAME_OBJECT.rawValue
                && $0.slot?.pointee.type.map { UInt32($0.pointee.kind) == YOKE_OBJECT.rawValue } ?? false
        }?.slot.pointee.type
    }

    /// Returns the `JSONError` for an error about the case of an enum (`NoTag`, `NoCase` or `NoPayload`); nil for other errors.
    func caseError(_ error: any Error, _ make: Make) -> JSONError? {
        let name = cBinder.pointee.error.type.map { $0.pointee.name } ?? "the type"
        func quoted(_ names: [String]) -> [String] { names.filter { !$0.isEmpty }.map { "\"\($0)\"" } }
        switch error {
        case let error as NoTag:
            let near = options.showsSnippets ? NearestName.of(error.tag, among: error.keys) : nil
            let tag = VisibleText.of(error.tag)
            return make(
                .missingKeys, "the key \"\(tag)\", which names the case of \(name), is missing",
                near.map { "did you mean \"\(tag)\" instead of \"\(VisibleText.of($0))\"?" } ?? list("the cases are", quoted(error.names)),
                [error.tag], nil)
        case let error as NoCase:
            return make(.unknownCase, "\(error.what) is no case of \(name)", list("the cases are", quoted(error.names)), [], nil)
        case let error as NoPayload:
            let case_ = VisibleText.of(error.name)
            return make(
                .typeMismatch, "the case \"\(case_)\" of \(name) has a payload, found only its name",
                "it is written {\"\(case_)\": ...}", [], nil)
        default: return nil
        }
    }

    /// If Yoke tried several cases of an untagged enum: a hint that the error is only about the last case. nil otherwise.
    var triedCasesHint: String? {
        guard let frame = triedCases?.frame else { return nil }
        let name = frame.element?.pointee.type.map { $0.pointee.name } ?? "the type"
        let what = "none of the \(frame.count) cases of \(name) fits"
        return kindsOfTriedCases == nil ? what + "; this error is about the last one" : what
    }

    /// The frame of an untagged enum, if Yoke tried several cases, and the frames inside this frame; else nil.
    private var triedCases: (frame: yoke_frame, inner: Slice<UnsafeBufferPointer<yoke_frame>>)? {
        let frames = UnsafeBufferPointer(start: cBinder.pointee.frames, count: Int(cBinder.pointee.frame_count))
        guard let at = frames.lastIndex(where: { UInt32($0.kind) == YOKE_FRAME_CHOSEN.rawValue }), frames[at].count > 1 else { return nil }
        return (frames[at], frames[(at + 1)...])
    }

    /// The kinds of values that the cases of an untagged enum expect, as in "an integer (Int) or a string". It is nil if a case expects the
    /// kind that the text has. It is also nil for any other error.
    var kindsOfTriedCases: String? {
        guard cBinder.pointee.error.code == YOKE_ERROR_MISMATCH, let tried = triedCases, tried.frame.count <= 4,
            tried.inner.allSatisfy({ UInt32($0.kind) == YOKE_FRAME_VIA.rawValue }),
            let slots = tried.frame.element?.pointee.type.pointee.choices
        else { return nil }
        var kinds: [String] = []
        for i in 0..<Int(tried.frame.count) {
            guard let type = slots[i].flatMap({ ExpectedKind.storage(of: $0.pointee.type.pointee) }),
                let taken = ExpectedKind.found(by: type), taken != cBinder.pointee.error.found
            else { return nil }
            let kind = ExpectedKind.description(of: type)
            if !kinds.contains(kind) { kinds.append(kind) }
        }
        return kinds.dropLast().joined(separator: ", ") + (kinds.count > 1 ? " or " : "") + (kinds.last ?? "")
    }

    func noKey(_ key: NoKey, _ make: Make) -> JSONError {
        let isNear = options.showsSnippets && !key.isInteger
        let hint =
            key.isInteger
            ? "such a key is written as the number is: without a plus sign, leading zeros or spaces"
            : (isNear ? NearestName.of(key.text, among: key.known) : nil).map { "did you mean \"\($0)\"?" }
                ?? list("the cases are", key.known.map { "\"\($0)\"" })
        let what = options.showsSnippets ? "the key \"\(VisibleText.of(key.text))\"" : "the key"
        if key.isOutOfRange, let type = key.type as? any FixedWidthInteger.Type {
            return make(.refused, "\(what) does not fit \(TypeName.of(type)) (\(ExpectedKind.range(type)))", nil, [], nil)
        }
        return make(.refused, "\(what) is not \(key.expected)", hint, [], nil)
    }

    /// True if the innermost open container is the JSON array of a model with array layout. The model's properties are then elements,
    /// without keys.
    var isPositional: Bool { UInt32(cBinder.pointee.top.pointee.kind) == YOKE_FRAME_PATH_NODES.rawValue }

    /// A required property that the text does not have.
    struct MissingKey {
        /// The keys and paths that the property is read from, in the order of preference.
        let aliases: [String]
        /// For each element of `aliases`, in the same order: the key or the path as steps. Empty if the property is read from no key; the
        /// only alias is then its name.
        let paths: [[Step]]

        var key: String { aliases[0] }

        var words: String {
            func quoted(_ key: String) -> String { "\"\(VisibleText.of(key))\"" }
            let others = aliases.dropFirst().prefix(12).map(quoted).joined(separator: ", ")
            return others.isEmpty ? quoted(key) : "\(quoted(key)) (or \(others))"
        }
    }

    func missingKeys() -> [MissingKey] {
        let frame = cBinder.pointee.frames[Int(cBinder.pointee.frame_count) - 1]
        guard let table = frame.object else { return [] }
        let object = table.pointee, words = Int(object.words)
        return (0..<Int(object.keyed)).filter { i in
            let bit = UInt64(1) << UInt64(i & 63)
            // If errors are collected, an invalid field was reported already. It does not also count as missing.
            let failed = cBinder.pointee.collects ? frame.seen[words + (i >> 6)] : 0
            return cBinder.pointee.required[i >> 6] & ~frame.seen[i >> 6] & ~failed & bit != 0
        }.map { i in
            let readPaths = isPositional ? [] : Self.readPaths(to: UInt32(i), in: table)
            let label = String(decoding: Self.key(of: object.fields[i]), as: UTF8.self)
            return MissingKey(aliases: readPaths.isEmpty ? [label] : readPaths.map(\.text), paths: readPaths.map(\.steps))
        }
    }

    /// Returns the key of a field for messages. A field without a key of its own (`key_length` is `.max`) has its path or name instead.
    static func key(of field: yoke_field) -> UnsafeBufferPointer<UInt8> {
        if field.key_length != .max { return UnsafeBufferPointer(start: field.key, count: field.key_length) }
        return UnsafeBufferPointer(start: field.key, count: Int(field.index_or_length))
    }

    func missingHint(_ keys: [MissingKey], _ chunk: UnsafeBufferPointer<UInt8>) -> String? {
        let others = options.showsSnippets && !isPositional ? unknownKeys(chunk) : []
        let isPartial = variant.hasNames || variant.options.view != nil
        if isPartial, let left = keys.lazy.map(\.key).first(where: others.contains) {
            return "this call leaves \"\(VisibleText.of(left))\" out (only:, excluding: or view:), and it has no initial value"
        }
        let object = options.showsSnippets && !isPositional ? objectOfError(chunk) : nil
        var meant: [String] = []
        for key in keys.prefix(12) {
            let found = object.flatMap { object in key.paths.lazy.compactMap(object.misspelling(of:)).first }
            if let found, !meant.contains(found) { meant.append(found) }  // several paths may go through the misspelled key
        }
        if !meant.isEmpty { return "did you mean " + meant.joined(separator: ", ") + "?" }
        if let type = cBinder.pointee.error.type?.pointee, type.wraps_case {
            return "it holds the payload of the case " + Self.caseNames(of: type).map { "\"\(VisibleText.of($0))\"" }.joined()
        }
        if !isPartial, !isPositional, let unread = keys.first(where: \.paths.isEmpty)?.key {
            return "\"\(VisibleText.of(unread))\" has no key for reading: give the property an initial value or make it Optional"
        }
        return keys.count == 1 ? "give the property an initial value or make it Optional, if it may be absent" : nil
    }

    /// A hint if a merge patch has null for a property that must have a value; else nil.
    var removalHint: String? {
        let frame = cBinder.pointee.top.pointee, isPatch = UInt32(cBinder.pointee.updates) & YOKE_UPDATE_MERGES.rawValue != 0
        guard isPatch, cBinder.pointee.error.found == YOKE_FOUND_NULL, frame.is_in_place, frame.field != nil else { return nil }
        return "null removes a value, and this property cannot be without one"
    }

    /// A hint for a stream with the path `[*]` whose text is one object: the stream's elements are then the values of the object's members.
    /// nil in all other cases. For `[*][*]` it is nil, too: its author knows that `[*]` leads to members.
    var membersHint: String? {
        let frames = UnsafeBufferPointer(start: cBinder.pointee.frames, count: Int(cBinder.pointee.frame_count)).dropFirst()
        guard let root = frames.first, UInt32(root.kind) == YOKE_FRAME_PATH.rawValue, root.is_object,
            UInt32(root.slot.pointee.kind) == YOKE_PATH_ALL.rawValue,
            UInt32(root.slot.pointee.type.pointee.element.kind) != YOKE_PATH_ALL.rawValue
        else { return nil }
        // The hint is only for an error about an entire element of the stream, not about a value inside the element. So no container may be
        // open inside the text's object. Exception: if a key is missing, the element's own object is still open.
        let open = frames.dropFirst().filter { UInt32($0.kind) != YOKE_FRAME_VIA.rawValue }
        guard open.count <= (cBinder.pointee.error.code == YOKE_ERROR_MISSING ? 1 : 0) else { return nil }
        return "the text begins with an object, and [*] leads to its members: the path $ leads to the object itself, "
            + "and the format .lines reads one object from each line"
    }

    /// Returns the keys for which the model has no property, in the object where the error is. Empty if the text of the object is not in
    /// memory.
    func unknownKeys(_ chunk: UnsafeBufferPointer<UInt8>) -> [String] {
        objectOfError(chunk).map { object in object.unknownKeys(object.members) } ?? []
    }

    /// Returns the object where the error is; nil if its text is not in memory.
    private func objectOfError(_ chunk: UnsafeBufferPointer<UInt8>) -> ObjectText? {
        let b = cBinder.pointee, start = b.error.offset
        guard madePosition == nil, b.made == nil, !b.is_error_in_made, let trie = b.top.pointee.object?.pointee.trie else { return nil }
        let rawText = UnsafeBufferPointer(
            start: b.reparsing ?? UnsafePointer(b.reparsed.bytes), count: b.reparsing != nil ? b.reparsing_length : b.reparsed.count)
        let isCaptured = rawText.count > 0 && start >= b.reparsed_start
        let text = isCaptured ? rawText : chunk
        let at = Int64(bitPattern: isCaptured ? start &- b.reparsed_start : origin(of: start) &- positions.offset)
        guard at >= 0, at < text.count else { return nil }
        return ObjectText(text: UnsafeBufferPointer(rebasing: text[Int(at)...]), known: trie)
    }
}

/// The text of an object that a model, or an inner part of a path, is read from. Finds misspelled keys.
private struct ObjectText {
    let text: UnsafeBufferPointer<UInt8>
    /// The keys that are read from the object.
    let known: yoke_trie

    var members: [MemberKeys.Member] { MemberKeys.members(of: text) }

    func unknownKeys(_ members: [MemberKeys.Member]) -> [String] {
        members.map(\.key).filter { key in
            borrow(key) { name in withUnsafePointer(to: known) { yoke_trie_find($0, name.baseAddress, name.count) } } < 0
        }
    }

    /// Returns a hint if a key on the path is probably misspelled in the text, as in `"a.name" instead of "a.nmae"`; else nil.
    func misspelling(of path: [Binder.Step]) -> String? {
        var object = self, parents = JSONPathText()
        func shown(_ key: String) -> String {
            if parents.text == "$" { return VisibleText.of(key) }
            var path = parents
            path.append(key: key)
            return VisibleText.of(path.relative)
        }
        for step in path {
            guard step.index == nil else { return nil }
            let key = String(decoding: Binder.key(of: step.field), as: UTF8.self), members = object.members
            guard let member = members.last(where: { $0.key == key }) else {
                return NearestName.of(key, among: object.unknownKeys(members)).map { "\"\(shown(key))\" instead of \"\(shown($0))\"" }
            }
            guard let inner = MemberKeys.object(of: member, in: object.text), let known = step.field.slot.type?.pointee.object?.pointee.trie
            else { return nil }
            parents.append(key: key)
            object = ObjectText(text: inner, known: known)
        }
        return nil
    }
}
