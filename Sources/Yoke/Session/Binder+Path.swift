internal import CYoke

// Makes the paths of errors, such as `$.users[1].name`, from the frames of the open containers.

extension Binder {
    func keyBytes(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: cBinder.pointee.keys.bytes.map { UnsafePointer($0) + start }, count: max(0, end - start))
    }

    /// Returns the path of the value or key that C is handling, such as `$.users[1].name`. Each open container (frame) gives at most one
    /// key or index.
    ///
    /// - Parameters:
    ///   - ofContainer: true for the path of the innermost array or object, not of the member in it.
    ///   - tag: the failure, if the error is in the tag of an enum: the path then ends with the tag's key. nil for other errors.
    ///   - frames: number of frames, outermost first, from which the path is made; by default, all frames.
    func path(ofContainer: Bool = false, to tag: TagFailure? = nil, frames: Int = .max) -> String {
        var path = JSONPathText()
        let count = Int(cBinder.pointee.frame_count)
        // True inside a case that is read directly. If a chunk had ended before the name of the case, only the text of the case would be
        // known at this point, and not its fields. A path must not depend on chunks. So without snippets it has no keys of these fields.
        var isInCase = false
        for i in 0..<min(count, frames) {
            let frame = cBinder.pointee.frames[i]
            let keyEnd = i + 1 < count ? cBinder.pointee.frames[i + 1].key_mark : cBinder.pointee.keys.count
            let key = keyBytes(from: frame.key_mark, to: keyEnd)
            let isTop = i + 1 == count
            if isTop, ofContainer || isAboutContainer { break }
            let isRepeated = isTop && cBinder.pointee.error.code == YOKE_ERROR_DUPLICATE
            switch Int(frame.kind) {
            case Int(YOKE_FRAME_CHOSEN.rawValue): isInCase = isInCase || (frame.is_direct && !options.showsSnippets)
            case Int(YOKE_FRAME_OBJECT.rawValue) where isInCase: if frame.field != nil || frame.count > 0 { path.appendHiddenKey() }
            case Int(YOKE_FRAME_OBJECT.rawValue):
                if isTop, cBinder.pointee.error.code == YOKE_ERROR_REFUSED_FIELD {
                    appendSteps(to: frame, &path)
                } else if let field = frame.field?.pointee, !isRepeated, UInt32(field.slot.kind) != YOKE_EXTRA.rawValue {
                    // The field may be read from a path such as `a.b` instead of a key. At the end of the object, the container `a` is
                    // already closed and has no frame. So the keys of this path come from the plan.
                    isTop && field.key_length == .max ? appendSteps(to: frame, &path) : path.append(key: Self.key(of: field))
                } else if !isTop, UInt32(cBinder.pointee.frames[i + 1].kind) == YOKE_FRAME_CHOSEN.rawValue {
                    // This frame appends no key. The object's text is parsed again, so the next frames belong to the same object, and
                    // append the keys.
                } else if isRepeated || frame.count > 0 {
                    append(key, of: frame, to: &path)
                }
            case Int(YOKE_FRAME_ARRAY.rawValue), Int(YOKE_FRAME_ELEMENTS.rawValue): path.append(index: frame.count + frame.serial)
            case Int(YOKE_FRAME_PATH_NODES.rawValue): path.append(index: frame.count)
            case Int(YOKE_FRAME_DICTIONARY.rawValue), Int(YOKE_FRAME_ENTRIES.rawValue):
                if isRepeated || frame.skips_member {
                    append(key, of: frame, to: &path)
                } else if let pair = dictionaryKey(frame) {
                    options.showsSnippets ? path.append(key: pair) : path.appendHiddenKey()
                }
            case Int(YOKE_FRAME_DYNAMIC.rawValue), Int(YOKE_FRAME_PATH.rawValue):
                if !frame.is_object {
                    path.append(index: frame.count)
                } else if frame.count > 0 {
                    append(key, of: frame, to: &path)
                }
            default: break
            }
        }
        if let key = tag?.key { options.showsSnippets || tag?.isOwn == true ? path.append(key: key) : path.appendHiddenKey() }
        return path.text
    }

    /// Appends the path from an ended object to one of its fields. If the field has several paths (aliases), appends the path from which
    /// the field was read. If this path is not known, appends the first path.
    private func appendSteps(to frame: yoke_frame, _ path: inout JSONPathText) {
        guard let field = frame.field?.pointee, let object = frame.object else { return }
        let rank = field.rules?.pointee.is_alias == true ? frame.ranks[Int(field.index)] : 0
        guard let steps = Self.steps(to: field.index, rank, in: object) ?? Self.steps(to: field.index, 0, in: object) else {
            return path.append(key: Self.key(of: field))
        }
        path.append(steps)
    }

    /// Returns the keys and paths from which a field of a model is read, in the order of preference. `text`: the key or the entire path.
    /// `steps`: the same as steps.
    static func readPaths(to index: UInt32, in table: UnsafePointer<yoke_object>) -> [(text: String, steps: [Step])] {
        let readPaths = (0...UInt8.max).lazy.map { steps(to: index, $0, in: table) }.prefix { $0 != nil }
        return readPaths.compactMap { steps in
            guard let steps, let first = steps.first else { return nil }
            if steps.count == 1 { return (String(decoding: Self.key(of: first.field), as: UTF8.self), steps) }
            var path = JSONPathText()
            path.append(steps)
            return (path.relative, steps)
        }
    }

    /// A part of a path of a plan. `index`: the index in an array; nil for a key of an object, which `field` then has.
    typealias Step = (field: yoke_field, index: UInt64?)

    /// Returns the steps of one path from which a field is read, as entries of the plan's tables, outermost first. A field may have several
    /// paths: `rank` is the number of the path, from 0. Returns nil if the field has no path with this number.
    private static func steps(
        to index: UInt32, _ rank: UInt8, in table: UnsafePointer<yoke_object>, isArray: Bool = false
    ) -> [Step]? {
        // Some entries of a model's table have no key: the sentinel after the fields, and fields that are only read from paths. `isNamed`
        // is false for these entries. The entries of an array's table have an index instead of a key.
        for i in 0..<Int(table.pointee.entries) {
            let entry = table.pointee.fields[i]
            let step = (field: entry, index: isArray ? entry.index_or_length : nil)
            switch UInt32(entry.slot.kind) {
            case YOKE_PATH_NODE_KEY.rawValue, YOKE_PATH_NODE_INDEX.rawValue, YOKE_SHARED_KEY.rawValue:
                guard let next = entry.slot.type.pointee.object else { continue }
                let kind = UInt32(entry.slot.kind)
                guard let rest = steps(to: index, rank, in: next, isArray: kind == YOKE_PATH_NODE_INDEX.rawValue) else { continue }
                // Several fields are read from a shared key. The entries of these fields in `next` repeat the key. So `step`, which has the
                // same key, is left out.
                return kind == YOKE_SHARED_KEY.rawValue ? rest : [step] + rest
            default:
                let isNamed = isArray || entry.key_length != .max
                if entry.index == index, isNamed, (entry.rules?.pointee.rank ?? 0) == rank { return [step] }
            }
        }
        return nil
    }

    /// Appends a key of the text. If errors must not quote the text, hides the key unless it is a key of the model or of the caller's path.
    private func append(_ key: UnsafeBufferPointer<UInt8>, of frame: yoke_frame, to path: inout JSONPathText) {
        options.showsSnippets || isAskedFor(key, frame) ? path.append(key: key) : path.appendHiddenKey()
    }

    private func isAskedFor(_ key: UnsafeBufferPointer<UInt8>, _ frame: yoke_frame) -> Bool {
        switch Int(frame.kind) {
        case Int(YOKE_FRAME_OBJECT.rawValue):
            guard let object = frame.object?.pointee else { return false }
            return withUnsafePointer(to: object.trie) { yoke_trie_find($0, key.baseAddress, key.count) } >= 0
        case Int(YOKE_FRAME_PATH.rawValue):
            guard let type = frame.slot?.pointee.type.pointee, UInt32(type.kind) == YOKE_PATH_KEY.rawValue else { return false }
            return key.elementsEqual(UnsafeBufferPointer(start: type.path_key, count: type.path_key_length))
        default: return false
        }
    }

    /// True if the error in `cBinder` is about the entire innermost container, and not about a member of this container.
    private var isAboutContainer: Bool {
        switch cBinder.pointee.error.code {
        case YOKE_ERROR_MISSING, YOKE_ERROR_INCOMPLETE: true
        case YOKE_ERROR_DUPLICATE: cBinder.pointee.error.found == YOKE_FOUND_OBJECT
        case YOKE_ERROR_THUNK:
            // A check or hook has failed. Its error is about the finished object if the error's offset is the object's start, else about a
            // member.
            [YOKE_FRAME_OBJECT.rawValue, YOKE_FRAME_PATH_NODES.rawValue].contains(UInt32(cBinder.pointee.top.pointee.kind))
                && cBinder.pointee.top.pointee.start == cBinder.pointee.error.offset
        case YOKE_ERROR_MEMBER_LIMIT: cBinder.pointee.error.found == YOKE_FOUND_KEY
        default: false
        }
    }

    /// Returns the key of the dictionary's current pair or, after a complete pair, the key of this pair. nil before the first pair.
    func dictionaryKey(_ frame: yoke_frame) -> String? {
        guard let base = frame.base, let type = frame.slot?.pointee.type.pointee else { return nil }
        var index = 0
        if UInt32(frame.kind) == YOKE_FRAME_DICTIONARY.rawValue {
            index = Int(frame.count) - (frame.has_key ? 0 : 1)
        } else if !frame.has_key {
            return nil
        }
        return index < 0 ? nil : (base + index * Int(type.item_stride)).withMemoryRebound(to: String.self, capacity: 1) { $0.pointee }
    }
}

extension JSONPathText {
    fileprivate mutating func append(_ steps: [Binder.Step]) {
        for step in steps { step.index.map { append(index: $0) } ?? append(key: Binder.key(of: step.field)) }
    }
}
