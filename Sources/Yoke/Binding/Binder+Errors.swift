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
        let error =
            fault.kind == .refused
            ? describeRefusal(chunk)
            : JSONError(
                kind(of: fault), message(of: fault), path: path(),
                place: known.map { place($0, chunk) } ?? place(of: fault, chunk), expected: fault.expected,
                found: fault.byte.map(Self.name(of:)), hint: hint(for: fault))
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

    private func place(of fault: EngineFault, _ chunk: UnsafeBufferPointer<UInt8>) -> JSONError.Place {
        place(fault.kind == .unexpectedEnd ? bytes : origin(of: fault.offset, in: chunk), chunk)
    }

    private func place(_ offset: UInt64, _ chunk: UnsafeBufferPointer<UInt8>) -> JSONError.Place {
        places.place(of: offset, in: chunk, showsSnippet: options.showsSnippets)
    }

    // MARK: - The text is not JSON

    private func kind(of fault: EngineFault) -> JSONError.Kind {
        if isBehindValue(fault) { return .trailingContent }
        return switch fault.kind {
        case .refused, .outOfMemory: .outOfMemory
        case .unexpectedEnd: .unexpectedEnd
        case .unexpectedCharacter: .unexpectedCharacter
        case .invalidString: .invalidString
        case .invalidNumber: .invalidNumber
        case .invalidUTF8, .loneSurrogate: .invalidUnicode
        }
    }

    private func message(of fault: EngineFault) -> String {
        if isBehindValue(fault) { return "there is something behind the end of the value" }
        let byte = fault.byte.map(Self.name(of:)) ?? "the end"
        return switch fault.kind {
        case .refused, .outOfMemory: "no memory for the engine's buffers"
        case .unexpectedEnd: bytes == 0 ? "the text is empty" : "the text ends inside a value"
        case .unexpectedCharacter:
            fault.expected.map { "expected \($0), found \(byte)" } ?? "unexpected \(byte)"
        case .invalidString:
            fault.byte.map { $0 < 0x20 } == true
                ? "\(byte) must be escaped in a string" : "\(byte) cannot follow the backslash in this string"
        case .invalidNumber: "expected a digit, found \(byte)"
        case .invalidUTF8: "\(byte) is not valid UTF-8 here"
        case .loneSurrogate: "a \\u escape of one half of a surrogate pair without the other half"
        }
    }

    private func hint(for fault: EngineFault) -> String? {
        switch fault.kind {
        case .unexpectedCharacter where fault.byte == UInt8(ascii: "/"):
            "comments are read with JSONReadOptions.allowsComments"
        case .unexpectedCharacter where fault.byte == UInt8(ascii: "'"): "JSON strings stand in double quotes"
        case .unexpectedEnd where bytes > 0: "the text may have been cut"
        case .invalidUTF8, .loneSurrogate:
            "JSONReadOptions.invalidUnicode = .replace reads it as U+FFFD"
        case .unexpectedCharacter where isBehindValue(fault) && !options.allowsTrailingGarbage:
            "several values are read by JSONStream with format .values or .lines"
        default: nil
        }
    }

    /// A byte as a person would name it.
    static func name(of byte: UInt8) -> String {
        switch byte {
        case 0x21...0x7E: "'\(Character(Unicode.Scalar(byte)))'"
        case 0x20: "a space"
        case 0x0A: "a line feed"
        case 0x0D: "a carriage return"
        case 0x09: "a tab"
        default: "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }
    }

    // MARK: - The text does not fit

    func describeRefusal(_ chunk: UnsafeBufferPointer<UInt8>) -> JSONError {
        let e = c.pointee.error
        let place = place(origin(of: e.offset, in: chunk), chunk)
        let path = path()
        let expected = e.type.map { ExpectedKind.words($0.pointee) }
        let found = ExpectedKind.words(e.found)
        func make(
            _ kind: JSONError.Kind, _ message: String, hint: String? = nil, keys: [String] = [],
            underlying: (any Error)? = nil
        ) -> JSONError {
            JSONError(
                kind, message, path: path, place: place, expected: expected, found: found, hint: hint, keys: keys,
                underlying: underlying)
        }
        let limits = options.limits
        switch e.code {
        case YOKE_ERROR_MISMATCH:
            return make(.typeMismatch, "expected \(expected ?? "another value"), found \(found)")
        case YOKE_ERROR_RANGE:
            return make(.numberOutOfRange, "the number does not fit \(expected ?? "the type")")
        case YOKE_ERROR_FRACTION:
            return make(.notAnInteger, "the number has a fraction, expected \(expected ?? "an integer")")
        case YOKE_ERROR_UNKNOWN_CASE: return unknownCase(make)
        case YOKE_ERROR_MISSING:
            let keys = missingKeys()
            let names = keys.map { "\"\(VisibleText.of($0))\"" }.joined(separator: ", ")
            return make(
                .missingKeys, keys.count == 1 ? "the key \(names) is missing" : "the keys \(names) are missing",
                hint: missingHint(keys), keys: keys)
        case YOKE_ERROR_DUPLICATE:
            return make(.duplicateKey, "the key is there twice", hint: "see JSONReadOptions.duplicateKeys")
        case YOKE_ERROR_THUNK, YOKE_ERROR_REFUSED_FIELD: return refusedByHook(make)
        case YOKE_ERROR_UNKNOWN_KEY: return unknownKey(make)
        case YOKE_ERROR_DEPTH:
            return make(.depthExceeded, "nested deeper than \(limits.depth) levels", hint: "see JSONLimits.depth")
        case YOKE_ERROR_STRING_LIMIT:
            return make(.limitExceeded, "a string is longer than \(limits.stringBytes) bytes", hint: "see JSONLimits.stringBytes")
        case YOKE_ERROR_DIGIT_LIMIT:
            return make(.limitExceeded, "a number is longer than \(limits.numberDigits) digits", hint: "see JSONLimits.numberDigits")
        case YOKE_ERROR_MEMBER_LIMIT:
            return make(.limitExceeded, "more than \(limits.members) members", hint: "see JSONLimits.members")
        case YOKE_ERROR_TRAILING:
            return JSONError(
                .trailingContent, "there is something behind the end of the value", path: path, place: place,
                found: found, hint: "several values are read by JSONStream with format .values or .lines")
        case YOKE_ERROR_ADJACENT:
            return make(.unexpectedCharacter, "two values with nothing between them")
        default: return make(.outOfMemory, "no memory for the engine's buffers")
        }
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
        return unknownCase(text, names, type, make)
    }

    private func unknownCase(_ text: String, _ names: [String], _ type: yoke_type, _ make: Make) -> JSONError {
        let hint =
            NearestName.of(text, among: names).map { "did you mean \"\($0)\"?" }
            ?? "the cases are " + names.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ")
            + (names.count > 12 ? ", …" : "")
        return make(
            .unknownCase, "\"\(VisibleText.of(text))\" is no case of \(ExpectedKind.name(type))", hint, [], nil)
    }

    private func unknownKey(_ make: Make) -> JSONError {
        let frame = c.pointee.frames[Int(c.pointee.frame_count) - 1]
        let key = String(decoding: keyBytes(from: frame.key_mark, to: c.pointee.keys.count), as: UTF8.self)
        var known: [String] = []
        if let object = frame.object?.pointee {
            known = (0..<Int(object.keyed)).map { String(decoding: Self.key(of: object.fields[$0]), as: UTF8.self) }
        }
        let name = c.pointee.error.type.map { ExpectedKind.name($0.pointee) } ?? "the type"
        let hint =
            NearestName.of(key, among: known).map { "did you mean \"\($0)\"?" }
            ?? "the keys are " + known.prefix(12).map { "\"\($0)\"" }.joined(separator: ", ") + (known.count > 12 ? ", …" : "")
        return make(.unknownKey, "\(name) has no property for the key \"\(VisibleText.of(key))\"", hint, [], nil)
    }

    private func refusedByHook(_ make: Make) -> JSONError {
        guard let failure = c.pointee.error.failure else { return make(.refused, "refused", nil, [], nil) }
        c.pointee.error.failure = nil
        let error = ThunkFailure.take(failure)
        if let unknown = error as? UnknownRawValue, let type = c.pointee.error.type?.pointee {
            return unknownCase(unknown.raw, unknown.known, type, make)
        }
        let name = c.pointee.error.type.map { ExpectedKind.name($0.pointee) } ?? "the type"
        return make(.refused, "\(name) refused the value: \(VisibleText.of("\(error)", limit: 256))", nil, [], error)
    }

    private func missingKeys() -> [String] {
        let frame = c.pointee.frames[Int(c.pointee.frame_count) - 1]
        guard let object = frame.object?.pointee else { return [] }
        return (0..<Int(object.keyed)).filter { i in
            let bit = UInt64(1) << UInt64(i & 63)
            return c.pointee.required[i >> 6] & ~frame.seen[i >> 6] & bit != 0
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
    func path() -> String {
        var path = JSONPathText()
        let count = Int(c.pointee.frame_count)
        for i in 0..<count {
            let frame = c.pointee.frames[i]
            let keyEnd = i + 1 < count ? c.pointee.frames[i + 1].key_mark : c.pointee.keys.count
            let key = keyBytes(from: frame.key_mark, to: keyEnd)
            let isTop = i + 1 == count
            // An error about an object as a whole, not about one of its members.
            if isTop, isAboutContainer { break }
            switch Int(frame.kind) {
            case Int(YOKE_FRAME_OBJECT.rawValue):
                if isTop, c.pointee.error.code == YOKE_ERROR_DUPLICATE {
                    path.append(key: key)
                } else if let field = frame.field?.pointee {
                    path.append(key: Self.key(of: field))
                } else {
                    if frame.count > 0 { path.append(key: key) }
                }
            case Int(YOKE_FRAME_ARRAY.rawValue), Int(YOKE_FRAME_STEPS.rawValue): path.append(index: frame.count)
            case Int(YOKE_FRAME_DICTIONARY.rawValue):
                if frame.wanted, let pair = dictionaryKey(frame) {
                    path.append(key: pair)
                } else if isTop, c.pointee.error.code == YOKE_ERROR_DUPLICATE {
                    path.append(key: key)
                }
            case Int(YOKE_FRAME_DYNAMIC.rawValue), Int(YOKE_FRAME_PATH.rawValue):
                if !frame.is_object {
                    path.append(index: frame.count)
                } else if frame.count > 0 {
                    path.append(key: key)
                }
            default: break
            }
        }
        return path.text
    }

    private var isAboutContainer: Bool {
        switch c.pointee.error.code {
        case YOKE_ERROR_MISSING, YOKE_ERROR_SPOILED: true
        case YOKE_ERROR_DUPLICATE: c.pointee.error.found == YOKE_FOUND_OBJECT
        case YOKE_ERROR_MEMBER_LIMIT: c.pointee.error.found == YOKE_FOUND_KEY
        default: false
        }
    }

    private func dictionaryKey(_ frame: yoke_frame) -> String? {
        guard let base = frame.base, let type = frame.slot?.pointee.type.pointee else { return nil }
        return (UnsafeRawPointer(base) + Int(frame.count) * Int(type.item_stride))
            .assumingMemoryBound(to: String.self).pointee
    }
}

/// A JSONPath under construction: `$.statuses[7]['odd key']`.
struct JSONPathText {
    private(set) var text = "$"

    mutating func append(index: UInt64) { text += "[\(index)]" }

    mutating func append(key: String) {
        var key = key
        key.withUTF8 { append(key: $0) }
    }

    mutating func append(key: UnsafeBufferPointer<UInt8>) {
        let isName =
            !key.isEmpty && !(key[0] >= 0x30 && key[0] <= 0x39)
            && key.allSatisfy { byte in
                byte == UInt8(ascii: "_") || byte >= 0x80 || (byte >= 0x30 && byte <= 0x39)
                    || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
            }
        let shown = VisibleText.of(key)
        if isName {
            text += "." + shown
        } else {
            let escaped = shown.replacing(each: "\\", with: "\\\\").replacing(each: "'", with: "\\'")
            text += "['" + escaped + "']"
        }
    }
}

extension String {
    /// Without Foundation, and on every supported system.
    fileprivate func replacing(each character: Character, with text: String) -> String {
        split(separator: character, omittingEmptySubsequences: false).joined(separator: text)
    }
}

/// What a plan's type wants, and what a text held, in words.
enum ExpectedKind {
    static func name(_ type: yoke_type) -> String {
        type.name.map { String(cString: $0) } ?? "the path"
    }

    static func words(_ type: yoke_type) -> String {
        switch UInt32(type.kind) {
        case YOKE_BOOL.rawValue: "true or false"
        case YOKE_I8.rawValue...YOKE_U128.rawValue: "an integer (\(name(type)))"
        case YOKE_F32.rawValue, YOKE_F64.rawValue, YOKE_NUMBER.rawValue: "a number (\(name(type)))"
        case YOKE_STRING.rawValue: "a string"
        case YOKE_TEXT.rawValue, YOKE_RAW_STRING.rawValue: "a string (\(name(type)))"
        case YOKE_ARRAY.rawValue: "an array"
        case YOKE_DICTIONARY.rawValue: "an object"
        case YOKE_OBJECT.rawValue: "an object (\(name(type)))"
        case YOKE_PATH_KEY.rawValue, YOKE_STEP_KEY.rawValue: "an object on the way of the path"
        case YOKE_PATH_INDEX.rawValue, YOKE_STEP_INDEX.rawValue: "an array on the way of the path"
        case YOKE_PATH_ALL.rawValue: "an array or object on the way of the path"
        default: name(type)
        }
    }

    static func words(_ found: yoke_found) -> String {
        switch found {
        case YOKE_FOUND_NULL: "null"
        case YOKE_FOUND_BOOL: "a Bool"
        case YOKE_FOUND_NUMBER: "a number"
        case YOKE_FOUND_STRING: "a string"
        case YOKE_FOUND_OBJECT: "an object"
        case YOKE_FOUND_ARRAY: "an array"
        default: "a key"
        }
    }
}
