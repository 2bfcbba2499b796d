internal import CYoke

// What went wrong, in words. Only on failure.

extension Binder {
    /// The error for a fault; `chunk` is the text that `feed` or `finish` was given. What was bound is destroyed, and the
    /// binder is ready to start again.
    ///
    /// - Parameter known: where in the text it is, if not where the fault says.
    func describe(
        _ fault: EngineFault, _ chunk: UnsafeBufferPointer<UInt8>, at known: UInt64? = nil
    ) -> JSONError {
        let garbage = isTooLong(before: fault) ? .refused : garbageStart(fault)
        let fault = garbage ?? fault
        let known = garbage == nil ? known : nil
        let error = fault.kind == .refused ? describeRefusal(chunk) : syntaxError(fault, chunk, at: known)
        abandon()
        return error
    }

    /// An error of the limits that are kept outside of the engine.
    func limitError(_ message: String, at offset: UInt64, _ chunk: UnsafeBufferPointer<UInt8>) -> JSONError {
        let error = JSONError(
            .limitExceeded, message, path: path(), place: place(offset, chunk), hint: "see JSONLimits")
        abandon()
        return error
    }

    /// Whether the token that the fault is in was longer than the limits before: chunks that end there would have shown it.
    private func isTooLong(before fault: EngineFault) -> Bool {
        switch fault.kind {
        case .refused, .outOfMemory, .unexpectedEnd: false
        default: !fault.isMisplacedToken && !yoke_binder_check_pending(c, fault.offset)
        }
    }

    /// A fault inside of, or the end of the text in, a token that stands behind the one value: the token is wrong from its
    /// first byte on.
    private func garbageStart(_ fault: EngineFault) -> EngineFault? {
        let binder = c.pointee
        let source = binder.source
        guard binder.values > 0, !binder.many_values, binder.depth == 0 else { return nil }
        switch fault.kind {
        case .refused, .outOfMemory: return nil
        case .unexpectedEnd where source.pending == YOKE_NO_OFFSET: return nil
        default: break
        }
        if source.pending != YOKE_NO_OFFSET, source.pending >= binder.value_end {
            return EngineFault(.unexpectedCharacter, at: source.pending, byte: source.pending_first)
        }
        var at = Int(max(binder.value_end, source.offset) - source.offset)
        while at < source.chunk_length, [0x20, 0x09, 0x0A, 0x0D].contains(source.chunk[at]) { at += 1 }
        if at < source.chunk_length {
            return EngineFault(.unexpectedCharacter, at: source.offset + UInt64(at), byte: source.chunk[at])
        }
        // The bad byte is the first one: the engine was not given it.
        return fault.kind == .unexpectedEnd ? nil : EngineFault(.unexpectedCharacter, at: fault.offset, byte: fault.byte)
    }

    func place(_ offset: UInt64, _ chunk: UnsafeBufferPointer<UInt8>) -> JSONError.Place {
        let b = c.pointee
        let text = UnsafeBufferPointer(
            start: b.replaying ?? UnsafePointer(b.replayed.bytes), count: b.replaying != nil ? b.replaying_length : b.replayed.count)
        let isOwn = b.made_frames == 0 || b.made_at > b.replayed_start
        if isOwn, text.count > 0, offset >= b.replayed_start {
            // In a captured value, of which earlier chunks are gone: but its own text is at hand.
            func place(in text: UnsafeBufferPointer<UInt8>) -> JSONError.Place? {
                places.place(of: offset, in: text, from: b.replayed_start, showsSnippet: options.showsSnippets)
            }
            let original = original(from: b.replayed_start, chunk)
            if let place = original?.withUnsafeBufferPointer(place(in:)) ?? place(in: text) { return place }
        }
        return places.place(of: offset, in: chunk, showsSnippet: options.showsSnippets)
    }

    // MARK: - The text does not fit

    func describeRefusal(_ chunk: UnsafeBufferPointer<UInt8>) -> JSONError {
        let e = c.pointee.error
        c.pointee.error.failure = nil
        var failure = e.failure.map(ThunkFailure.take)
        let tag = failure as? TagFailure
        failure = tag?.error ?? failure
        let place = place(origin(of: e.offset + UInt64(tag?.at ?? 0), in: chunk), chunk)
        let path = path(to: tag)
        let expected = e.type.map { ExpectedKind.words($0.pointee) }
        let found = ExpectedKind.words(e.found)
        func make(
            _ kind: JSONError.Kind, _ message: String, hint: String? = nil, keys: [String] = [],
            underlying: (any Error)? = nil
        ) -> JSONError {
            JSONError(
                kind, message, path: path, place: place, expected: expected,
                // Of what a hook refused nothing is known here.
                found: e.code == YOKE_ERROR_THUNK ? nil : found, hint: hint, keys: keys, underlying: underlying)
        }
        let limits = options.limits
        switch e.code {
        case YOKE_ERROR_MISMATCH:
            return make(.typeMismatch, "expected \(expected ?? "another value"), found \(found)")
        case YOKE_ERROR_RANGE:
            return make(.numberOutOfRange, ExpectedKind.outOfRange(e.type?.pointee))
        case YOKE_ERROR_FRACTION:
            return make(.notAnInteger, "the number has a fraction, expected \(expected ?? "an integer")")
        case YOKE_ERROR_UNKNOWN_CASE: return unknownCase(make)
        case YOKE_ERROR_MISSING:
            let keys = missingKeys()
            let names = keys.map { "\"\(VisibleText.of($0))\"" }.joined(separator: ", ")
            let what = isPositional ? "element" : "key"
            return make(
                .missingKeys, keys.count == 1 ? "the \(what) \(names) is missing" : "the \(what)s \(names) are missing",
                hint: missingHint(keys), keys: keys)
        case YOKE_ERROR_DUPLICATE:
            return make(.duplicateKey, "the key is there twice", hint: "see JSONReadOptions.duplicateKeys")
        case YOKE_ERROR_THUNK, YOKE_ERROR_REFUSED_FIELD: return refusedByHook(failure, make)
        case YOKE_ERROR_UNKNOWN_KEY: return unknownKey(make)
        case YOKE_ERROR_DATE: return notADate(make)
        case YOKE_ERROR_CUT: return make(.unexpectedEnd, "the text ends inside a value of which all is wanted")
        case YOKE_ERROR_DEPTH:
            return make(.depthExceeded, "nested deeper than \(limits.depth) levels", hint: "see JSONLimits.depth")
        case YOKE_ERROR_REPLAY_DEPTH:
            return make(
                .depthExceeded, "nested deeper than \(YOKE_REPLAYS_MOST) values of which the text is read again",
                hint: "cases, hooks that see the object, and flattened classes are read so; JSONLimits.depth does not change it")
        case YOKE_ERROR_REPLAY_BYTES:
            return make(
                .limitExceeded, "the text would have to be read again too often to find out what it is",
                hint: "cases that are tried one after the other stand in each other: give them a tag")
        case YOKE_ERROR_STRING_LIMIT:
            return make(.limitExceeded, "a string is longer than \(limits.stringBytes) bytes", hint: "see JSONLimits.stringBytes")
        case YOKE_ERROR_DIGIT_LIMIT:
            return make(.limitExceeded, "a number is longer than \(limits.numberDigits) digits", hint: "see JSONLimits.numberDigits")
        case YOKE_ERROR_MEMBER_LIMIT:
            return make(.limitExceeded, "more than \(limits.members) members", hint: "see JSONLimits.members")
        case YOKE_ERROR_TRAILING:
            return JSONError(
                .trailingContent, "there is something behind the end of the value", path: path, place: place,
                found: found, hint: hintBehindZero(chunk) ?? FaultWords.severalValues)
        case YOKE_ERROR_ADJACENT:
            return make(.unexpectedCharacter, "two values with nothing between them", hint: hintBehindZero(chunk))
        default: return make(.outOfMemory, "no memory for the engine's buffers")
        }
    }

    /// Of a value that follows a 0 directly, as in `01`.
    private func hintBehindZero(_ chunk: UnsafeBufferPointer<UInt8>) -> String? {
        guard options.showsSnippets else { return nil }
        let start = origin(of: c.pointee.error.offset, in: chunk)
        let bytes = places.front(of: start + 1, in: chunk, count: 2)
        return bytes.first == UInt8(ascii: "0") ? bytes.last.flatMap(FaultWords.behindZero) : nil
    }

    private typealias Make = (JSONError.Kind, String, String?, [String], (any Error)?) -> JSONError

    private func unknownCase(_ make: Make) -> JSONError {
        guard let type = c.pointee.error.type?.pointee else { return make(.unknownCase, "unknown case", nil, [], nil) }
        let mark = c.pointee.frames[Int(c.pointee.frame_count) - 1].key_mark
        let text = String(decoding: keyBytes(from: mark, to: c.pointee.keys.count), as: UTF8.self)
        let names = (0..<Int(type.case_count)).map { i in
            // Without the quotes of the literal.
            let literal = UnsafeBufferPointer(start: type.case_literals[i], count: Int(type.case_lengths[i]))
            return String(decoding: literal.dropFirst().dropLast(), as: UTF8.self)
        }
        return unknownCase(text, names, type, isNumber: false, make)
    }

    private func unknownCase(_ text: String, _ names: [String], _ type: yoke_type, isNumber: Bool, _ make: Make) -> JSONError {
        func quoted(_ text: String) -> String { isNumber ? text : "\"\(text)\"" }
        // The nearest number is no likelier than the others. Which name is near says what the text holds.
        let nearest = isNumber || !options.showsSnippets ? nil : NearestName.of(text, among: names)
        let hint =
            nearest.map { "did you mean \(quoted($0))?" }
            ?? list("the cases are", names.map(quoted))
        let what = options.showsSnippets ? quoted(VisibleText.of(text)) : "the value"
        return make(.unknownCase, "\(what) is no case of \(ExpectedKind.name(type))", hint, [], nil)
    }

    /// The first names of a list; nil: there are none.
    private func list(_ words: String, _ names: [String]) -> String? {
        if names.isEmpty { return nil }
        return "\(words) " + names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    }

    private func unknownKey(_ make: Make) -> JSONError {
        let frame = c.pointee.frames[Int(c.pointee.frame_count) - 1]
        let name = c.pointee.error.type.map { ExpectedKind.name($0.pointee) } ?? "the type"
        if isPositional {
            let count = frame.object?.pointee.keyed ?? 0
            return make(.unknownKey, "\(name) has \(count) properties, and none for this element", nil, [], nil)
        }
        let key = String(decoding: keyBytes(from: frame.key_mark, to: c.pointee.keys.count), as: UTF8.self)
        var known: [String] = []
        if let object = frame.object?.pointee {
            known = (0..<Int(object.keyed)).map { String(decoding: Self.key(of: object.fields[$0]), as: UTF8.self) }
        }
        let hint =
            NearestName.of(key, among: known).map { "did you mean \"\($0)\"?" }
            ?? list("the keys are", known.map { "\"\($0)\"" })
        return make(.unknownKey, "\(name) has no property for the key \"\(VisibleText.of(key))\"", hint, [], nil)
    }

    private func refusedByHook(_ failure: (any Error)?, _ make: Make) -> JSONError {
        guard let error = failure else { return make(.refused, "refused", nil, [], nil) }
        if let unknown = error as? UnknownRawValue, let type = c.pointee.error.type?.pointee {
            let isNumber = type.element.type.map { ExpectedKind.isNumber($0.pointee) } ?? false
            return unknownCase(unknown.raw, unknown.known, type, isNumber: isNumber, make)
        }
        if let json = error as? JSONError { return make(json.kind, json.message, json.hint, json.keys, json.underlying) }
        let name = c.pointee.error.type.map { ExpectedKind.name($0.pointee) } ?? "the type"
        // What others say of the value may quote it.
        let why = options.showsSnippets ? ": \(VisibleText.of("\(error)", limit: 256))" : ""
        return make(.refused, "\(name) refused the value\(why)", nil, [], error)
    }

    private func notADate(_ make: Make) -> JSONError {
        guard let type = c.pointee.error.type?.pointee, let format = type.context?.assumingMemoryBound(to: yoke_date_format.self)
        else { return make(.refused, "no date", nil, [], nil) }
        let isNumber = c.pointee.error.found == YOKE_FOUND_NUMBER
        let wanted =
            switch format.pointee.style {
            case YOKE_DATE_RFC3339: "an RFC 3339 date such as 2013-01-10T07:58:30Z"
            case YOKE_DATE_RFC1123: "an RFC 1123 date such as Thu, 10 Jan 2013 07:58:30 GMT"
            case YOKE_DATE_SECONDS: "a number of seconds since 1970"
            case YOKE_DATE_MILLISECONDS: "a number of milliseconds since 1970"
            case YOKE_DATE_AUTO: "a date in any of the usual forms"
            default: "a date of the property's format"
            }
        let hint =
            if isNumber {
                "dates that are numbers are read with .secondsSince1970 or .millisecondsSince1970"
            } else if format.pointee.style == YOKE_DATE_RFC3339 {
                "dates in other forms are read with .format(...), or whatever their form with .auto"
            } else {
                String?.none
            }
        return make(.refused, "\(ExpectedKind.name(type)) refused the value: expected \(wanted)", hint, [], nil)
    }

    /// The model on top stands as an array.
    private var isPositional: Bool { UInt32(c.pointee.top.pointee.kind) == YOKE_FRAME_STEPS.rawValue }

    private func missingKeys() -> [String] {
        let frame = c.pointee.frames[Int(c.pointee.frame_count) - 1]
        guard let object = frame.object?.pointee else { return [] }
        let words = Int(object.words)
        return (0..<Int(object.keyed)).filter { i in
            let bit = UInt64(1) << UInt64(i & 63)
            // Collecting errors: what failed, and was told of, is not missing too.
            let failed = c.pointee.collects ? frame.seen[words + (i >> 6)] : 0
            return c.pointee.required[i >> 6] & ~frame.seen[i >> 6] & ~failed & bit != 0
        }.map { String(decoding: Self.key(of: object.fields[$0]), as: UTF8.self) }
    }

    /// A field's key, or the path or name of one that has none of its own.
    private static func key(of field: yoke_field) -> UnsafeBufferPointer<UInt8> {
        if field.key_length != .max { return UnsafeBufferPointer(start: field.key, count: field.key_length) }
        return UnsafeBufferPointer(start: field.key, count: Int(field.position))
    }

    private func missingHint(_ keys: [String]) -> String? {
        keys.count == 1 ? "give the property an initial value or make it Optional, if it may be absent" : nil
    }

    // MARK: - Where

    func keyBytes(from start: Int, to end: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: c.pointee.keys.bytes.map { UnsafePointer($0) + start }, count: max(0, end - start))
    }

    /// The path of the place that the frames stand at.
    ///
    /// - Parameters:
    ///   - ofContainer: that of the innermost array or object, not of the member in it.
    ///   - tag: a member of the value there that it is about.
    ///   - frames: how many lead to the place.
    func path(ofContainer: Bool = false, to tag: TagFailure? = nil, frames: Int = .max) -> String {
        var path = JSONPathText()
        let count = Int(c.pointee.frame_count)
        for i in 0..<min(count, frames) {
            let frame = c.pointee.frames[i]
            let keyEnd = i + 1 < count ? c.pointee.frames[i + 1].key_mark : c.pointee.keys.count
            let key = keyBytes(from: frame.key_mark, to: keyEnd)
            let isTop = i + 1 == count
            if isTop, ofContainer || isAboutContainer { break }
            let isRepeated = isTop && c.pointee.error.code == YOKE_ERROR_DUPLICATE
            switch Int(frame.kind) {
            case Int(YOKE_FRAME_OBJECT.rawValue):
                if let field = frame.field?.pointee, !isRepeated {
                    path.append(key: Self.key(of: field))
                } else if !isTop, UInt32(c.pointee.frames[i + 1].kind) == YOKE_FRAME_CHOSEN.rawValue {
                    // The object's own text: what is bound to it names its members.
                } else if isRepeated || frame.count > 0 {
                    append(key, of: frame, to: &path)
                }
            case Int(YOKE_FRAME_ARRAY.rawValue): path.append(index: frame.count + frame.serial)
            case Int(YOKE_FRAME_STEPS.rawValue): path.append(index: frame.count)
            case Int(YOKE_FRAME_DICTIONARY.rawValue), Int(YOKE_FRAME_ENTRIES.rawValue):
                if frame.wanted, let pair = dictionaryKey(frame) {
                    options.showsSnippets ? path.append(key: pair) : path.appendHiddenKey()
                } else if isRepeated {
                    append(key, of: frame, to: &path)
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

    /// A key that the text has, unless only those may be shown that the model or the path asks for.
    private func append(_ key: UnsafeBufferPointer<UInt8>, of frame: yoke_frame, to path: inout JSONPathText) {
        options.showsSnippets || isAskedFor(key, frame) ? path.append(key: key) : path.appendHiddenKey()
    }

    private func isAskedFor(_ key: UnsafeBufferPointer<UInt8>, _ frame: yoke_frame) -> Bool {
        switch Int(frame.kind) {
        case Int(YOKE_FRAME_OBJECT.rawValue):
            guard let object = frame.object?.pointee else { return false }
            return (0..<Int(object.keyed)).contains { i in
                key.elementsEqual(Self.key(of: object.fields[i]))
            }
        case Int(YOKE_FRAME_PATH.rawValue):
            guard let type = frame.slot?.pointee.type.pointee, UInt32(type.kind) == YOKE_PATH_KEY.rawValue else { return false }
            return key.elementsEqual(UnsafeBufferPointer(start: type.path_key, count: type.path_key_length))
        default: return false
        }
    }

    /// An error about a container as a whole, not about one of its members.
    private var isAboutContainer: Bool {
        switch c.pointee.error.code {
        case YOKE_ERROR_MISSING, YOKE_ERROR_SPOILED: true
        case YOKE_ERROR_DUPLICATE: c.pointee.error.found == YOKE_FOUND_OBJECT
        case YOKE_ERROR_THUNK:
            // A finished object, not its last member.
            [YOKE_FRAME_OBJECT.rawValue, YOKE_FRAME_STEPS.rawValue].contains(UInt32(c.pointee.top.pointee.kind))
                && c.pointee.top.pointee.start == c.pointee.error.offset
        case YOKE_ERROR_MEMBER_LIMIT: c.pointee.error.found == YOKE_FOUND_KEY
        default: false
        }
    }

    func dictionaryKey(_ frame: yoke_frame) -> String? {
        guard let base = frame.base, let type = frame.slot?.pointee.type.pointee else { return nil }
        let index = UInt32(frame.kind) == YOKE_FRAME_DICTIONARY.rawValue ? Int(frame.count) : 0
        return (UnsafeRawPointer(base) + index * Int(type.item_stride))
            .assumingMemoryBound(to: String.self).pointee
    }
}
