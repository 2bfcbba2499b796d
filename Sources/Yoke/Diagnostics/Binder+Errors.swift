internal import CYoke

// Makes a `JSONError` from a fault that an engine has found in the text, or from an error that the C binder has found while it stored a
// value. Runs only on failure.

extension Binder {
    /// Returns the error for a fault that the engine has found. Destroys the partly built values, so that the binder can start again.
    ///
    /// - Parameters:
    ///   - chunk: the chunk that the engine was reading.
    ///   - known: the offset of the fault in the caller's text; nil if it has to be computed from `fault.offset`.
    func describe(
        _ fault: EngineFault, _ chunk: UnsafeBufferPointer<UInt8>, at known: UInt64? = nil
    ) -> JSONError {
        var fault = fault, known = known
        if replacesComma(at: fault, chunk) { fault.byte = UInt8(ascii: ",") }
        if let garbage = isTooLong(before: fault) ? .refused : garbageStart(fault) {
            (fault, known) = (garbage, nil)
        } else if isLines, fault.byte == UInt8(ascii: "\n") {
            // Each line is a text of its own. So the error is that this text ends too early, not that a token contains a line feed.
            (fault, known) = (EngineFault(.unexpectedEnd, at: 0), origin(of: fault.offset))
        }
        let error = fault.kind == .refused ? describeRefusal(chunk) : syntaxError(fault, chunk, at: known)
        abandon()
        return error
    }

    /// True if the engine got the fault's byte, a blank, in place of a comma that might have been a trailing comma.
    private func replacesComma(at fault: EngineFault, _ chunk: UnsafeBufferPointer<UInt8>) -> Bool {
        guard strictText == nil, options.filtersTrailingCommas, let byte = fault.byte, byte.isJSONSpace else { return false }
        return positions.front(of: fault.offset + 1, in: chunk, count: 1) == [UInt8(ascii: ",")]
    }

    /// Returns the error for a text that is longer than `JSONLimits.totalBytes`, a limit that only Swift code checks. Also ends this text
    /// (see `abandon`).
    func limitError(_ message: String, at offset: UInt64, _ chunk: UnsafeBufferPointer<UInt8>) -> JSONError {
        let error = JSONError(
            .limitExceeded, message, path: path(), position: position(offset, chunk), hint: "see JSONLimits")
        abandon()
        return error
    }

    /// Returns true if the fault is inside a token whose bytes before the fault already exceed a limit. Then the error is about the limit.
    /// If a chunk ended directly before the fault, the engine would report the limit, and an error must not depend on where chunks end.
    private func isTooLong(before fault: EngineFault) -> Bool {
        switch fault.kind {
        case .refused, .outOfMemory, .unexpectedEnd: false
        default: !fault.isMisplacedToken && !yoke_binder_check_pending(cBinder, fault.offset)
        }
    }

    /// Handles a fault in or after a token that follows the text's only value. No token may follow this value, so the function returns a
    /// fault at the first byte of the token, whatever the engine has found. Returns nil for all other faults.
    private func garbageStart(_ fault: EngineFault) -> EngineFault? {
        let binder = cBinder.pointee
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
        while at < source.chunk_length, source.chunk[at].isJSONSpace { at += 1 }
        if at < source.chunk_length {
            return EngineFault(.unexpectedCharacter, at: source.offset + UInt64(at), byte: source.chunk[at])
        }
        // The bad byte is the first byte of the token after the value. It is not in the engine's chunk, but the fault has a copy.
        return fault.kind == .unexpectedEnd ? nil : EngineFault(.unexpectedCharacter, at: fault.offset, byte: fault.byte)
    }

    func position(_ offset: UInt64, _ chunk: UnsafeBufferPointer<UInt8>) -> JSONError.Position {
        if let madePosition { return madePosition }
        let b = cBinder.pointee
        let text = UnsafeBufferPointer(
            start: b.reparsing ?? UnsafePointer(b.reparsed.bytes), count: b.reparsing != nil ? b.reparsing_length : b.reparsed.count)
        let start = strictText?.origin(of: b.reparsed_start) ?? b.reparsed_start
        if text.count > 0, offset >= start {
            // The position is inside a value whose raw text Yoke has kept. Search this text, because Yoke does not keep earlier chunks.
            func position(in text: UnsafeBufferPointer<UInt8>) -> JSONError.Position? {
                positions.position(of: offset, in: text, from: start, showsSnippet: options.showsSnippets)
            }
            let original = original(from: start, chunk)
            let found = original?.withUnsafeBufferPointer(position(in:)) ?? (strictText == nil ? position(in: text) : nil)
            if let found { return found }
        }
        return positions.position(of: offset, in: chunk, showsSnippet: options.showsSnippets)
    }

    // MARK: - The text does not fit

    func describeRefusal(_ chunk: UnsafeBufferPointer<UInt8>) -> JSONError {
        let e = cBinder.pointee.error
        cBinder.pointee.error.failure = nil
        var failure = e.failure.map(ThunkFailure.take)
        let tag = failure as? TagFailure
        failure = tag?.error ?? failure
        let position = position(origin(of: e.offset + UInt64(cBinder.pointee.is_error_in_made ? 0 : tag?.at ?? 0)), chunk)
        let thrown = failure as? JSONError
        // The inner path of a Codable value, or of an error that a hook made, may have keys of the text.
        let showsPath = options.showsSnippets || !(thrown?.isOfCodable == true || thrown?.mayQuote == true)
        let innerPath = showsPath ? thrown?.innerPath ?? "" : ""
        let path = path(to: tag) + innerPath
        if let thrown, thrown.all.count > 1 { return thrown.moved(below: self.path(to: tag), position: position) }
        let expected =
            (failure as? NoKey)?.expected ?? thrown?.expected ?? kindsOfTriedCases
            ?? e.type.map { ExpectedKind.description(of: $0.pointee) }
        let found = FoundKind.description(of: e.found), triedCasesHint = triedCasesHint
        func make(
            _ kind: JSONError.Kind, _ message: String, hint: String? = nil, keys: [String] = [],
            underlying: (any Error)? = nil
        ) -> JSONError {
            JSONError(
                kind, message, path: path, position: position, expected: e.code == YOKE_ERROR_REFUSED_FIELD ? nil : expected,
                // If a hook refused the value, the kind of the value is not known here.
                found: [YOKE_ERROR_THUNK, YOKE_ERROR_REFUSED_FIELD].contains(e.code) ? thrown?.found : found, hint: hint ?? triedCasesHint,
                keys: keys,
                underlying: underlying)
        }
        switch e.code {
        case YOKE_ERROR_MISMATCH:
            return make(
                .typeMismatch, "expected \(expected ?? "another value"), found \(found)", hint: removalHint ?? membersHint ?? lenientHint)
        case YOKE_ERROR_RANGE:
            return make(.numberOutOfRange, ExpectedKind.outOfRange(e.type?.pointee, shownScalar ?? "the number"))
        case YOKE_ERROR_UNDERFLOW:
            return make(.numberOutOfRange, "\(shownScalar ?? "the number") is too small for \(e.type?.pointee.name ?? "the type")")
        case YOKE_ERROR_FRACTION:
            return make(.notAnInteger, "\(shownScalar ?? "the number") has a fraction, expected \(expected ?? "an integer")")
        case YOKE_ERROR_UNKNOWN_CASE: return unknownCase(make)
        case YOKE_ERROR_MISSING:
            let missing = missingKeys(), keys = missing.map(\.key)
            let names = missing.map(\.words).joined(separator: ", ")
            let what = isPositional ? "element" : "key"
            return make(
                .missingKeys, keys.count == 1 ? "the \(what) \(names) is missing" : "the \(what)s \(names) are missing",
                hint: membersHint ?? missingHint(missing, chunk), keys: keys)
        case YOKE_ERROR_DUPLICATE:
            let what = e.found == YOKE_FOUND_KEY ? "the key appears twice" : "two keys are equal as Swift strings"
            return make(.duplicateKey, what, hint: "see JSONReadOptions.duplicateKeys")
        case YOKE_ERROR_THUNK, YOKE_ERROR_REFUSED_FIELD: return refusedByHook(failure, make)
        case YOKE_ERROR_ASSIGN: return failure as? JSONError ?? refusedByHook(failure, make)
        case YOKE_ERROR_UNKNOWN_KEY: return unknownKey(make)
        case YOKE_ERROR_DATE: return notADate(make)
        case YOKE_ERROR_NO_SUCH_DATE:
            return make(
                .refused, "there is no such date: \(shownScalar ?? "the value")",
                hint: "its year in UTC, month, day, hour, minute or second is out of range")
        case YOKE_ERROR_TRAILING:
            return JSONError(
                .trailingContent, "there is more text after the end of the value", path: path, position: position,
                found: found, hint: hintAfterZero(chunk) ?? severalValues(chunk))
        case YOKE_ERROR_NON_FINITE: return make(.nonFiniteNumber, JSONError.noNumber, hint: "see JSONWriteOptions.nonFiniteNumbers")
        case YOKE_ERROR_ADJACENT:
            return make(.unexpectedCharacter, "two values with nothing between them", hint: hintAfterZero(chunk))
        default:
            let limit = exceededLimit(e.code)
            return limit.map { make($0.kind, $0.message, hint: $0.hint) } ?? make(.outOfMemory, SyntaxFaultMessage.noMemory)
        }
    }

    /// Returns what the error for an exceeded limit says; nil for other errors.
    private func exceededLimit(_ code: yoke_error_code) -> (kind: JSONError.Kind, message: String, hint: String)? {
        let limits = options.limits
        switch code {
        case YOKE_ERROR_DEPTH:
            return (.depthExceeded, "nested deeper than \(limits.depth) levels", "see JSONLimits.depth")
        case YOKE_ERROR_REPARSE_DEPTH:
            return (
                .depthExceeded, "more than \(YOKE_MAX_REPARSES) nested values whose text is read again",
                "these are cases, types with hooks that see the object, and flattened classes; JSONLimits.depth does not change this limit"
            )
        case YOKE_ERROR_STACK: return (.depthExceeded, CallStack.exceeded, "read the text in a thread with a larger stack")
        case YOKE_ERROR_REPARSE_BYTES:
            return (
                .limitExceeded, "the text around this value would be read again more than \(YOKE_REPARSED_TIMES) times",
                "the values are nested, and Yoke reads each of them several times: give the cases of enums a tag, "
                    + "and each property a key of its own"
            )
        case YOKE_ERROR_REPEATED_PATCH:
            return (
                .limitExceeded, "the text of the update has more than \(YOKE_MAX_REPEATED_PATCHES) objects with a repeated key",
                "write each key only once: for each of these objects, Yoke would copy the old value"
            )
        case YOKE_ERROR_STRING_LIMIT:
            return (.limitExceeded, "a string is longer than \(limits.maxStringBytes) bytes", "see JSONLimits.stringBytes")
        case YOKE_ERROR_DIGIT_LIMIT:
            return (.limitExceeded, "a number is longer than \(limits.maxNumberDigits) digits", "see JSONLimits.numberDigits")
        case YOKE_ERROR_MEMBER_LIMIT:
            return (.limitExceeded, "more than \(limits.members) members", "see JSONLimits.members")
        default: return nil
        }
    }

    /// Returns the hint for a value that directly follows a 0, as in `01`.
    private func hintAfterZero(_ chunk: UnsafeBufferPointer<UInt8>) -> String? {
        guard options.showsSnippets else { return nil }
        let start = origin(of: cBinder.pointee.error.offset)
        let bytes = positions.front(of: start + 1, in: chunk, count: 2)
        return bytes.first == UInt8(ascii: "0") ? bytes.last.flatMap(SyntaxFaultMessage.afterZero) : nil
    }

    private func severalValues(_ chunk: UnsafeBufferPointer<UInt8>) -> String {
        if isGrowing { return SyntaxFaultMessage.textAfterValue }
        let start = origin(of: cBinder.pointee.error.offset)
        return SyntaxFaultMessage.severalValues(after: positions.front(of: start, in: chunk, count: SyntaxFaultMessage.frontBytes), isLines)
    }

    typealias Make = (JSONError.Kind, String, String?, [String], (any Error)?) -> JSONError

    private func refusedByHook(_ failure: (any Error)?, _ make: Make) -> JSONError {
        guard let error = failure else { return make(.refused, "refused", nil, [], nil) }
        if let key = error as? NoKey { return noKey(key, make) }
        if let unknown = error as? UnknownRawValue, let type = cBinder.pointee.error.type?.pointee {
            let isNumber = type.element.type.map { ExpectedKind.isNumber($0.pointee) } ?? false
            return unknownCase(unknown.raw, unknown.known, type, isNumber: isNumber, make)
        }
        if let error = caseError(error, make) { return error }
        let name = cBinder.pointee.error.type.map { $0.pointee.name } ?? "the type"
        if let json = (error as? JSONError).map({ shown($0, of: name) }) {
            let message = json.isOfCodable ? VisibleText.of(json.message, limit: 256) : json.message
            return make(json.kind, message, json.hint, json.keys, json.underlying)
        }
        if let malformed = error as? any MalformedValue {
            return make(.refused, "expected \(malformed.expected)" + foundScalar, malformed.hint, [], error)
        }
        return make(.refused, message("\(name) refused the value", because: error), nil, [], error)
    }

    /// Returns an error of other code in the form for the caller. Without snippets, it shows nothing of the value. `name`: the type that has
    /// refused the value.
    func shown(_ error: JSONError, of name: String) -> JSONError {
        guard !options.showsSnippets, error.mayQuote || error.isOfCodable else { return error }
        return JSONError(
            error.kind, "\(name) refused the value", hint: error.mayQuote ? nil : error.hint, keys: error.keys, underlying: error.underlying
        )
    }

    /// Returns the message `what`, with the description of the error that a user's closure threw. The description may quote the value. So
    /// the message contains it only if `showsSnippets` is true.
    func message(_ what: String, because error: any Error) -> String {
        options.showsSnippets ? "\(what): \(VisibleText.of("\(error)", limit: 256))" : what
    }

    private func notADate(_ make: Make) -> JSONError {
        guard let type = cBinder.pointee.error.type?.pointee, let format = type.context?.assumingMemoryBound(to: yoke_date_format.self)
        else { return make(.refused, "no date", nil, [], nil) }
        let isNumber = cBinder.pointee.error.found == YOKE_FOUND_NUMBER
        let wanted =
            switch format.pointee.style {
            case YOKE_DATE_RFC3339: "an RFC 3339 date such as \(Self.example(of: format))"
            case YOKE_DATE_RFC1123: "an RFC 1123 date such as \(Self.example(of: format))"
            case YOKE_DATE_SECONDS: "a number of seconds since 1970"
            case YOKE_DATE_MILLISECONDS: "a number of milliseconds since 1970"
            case YOKE_DATE_AUTO: "a date in any of the usual forms"
            default: "a date such as \(Self.example(of: format))"
            }
        let hint =
            if isNumber, format.pointee.style == YOKE_DATE_AUTO {
                "years go from 0 to 9999"
            } else if isNumber {
                "dates that are numbers are read with .secondsSince1970 or .millisecondsSince1970"
            } else if format.pointee.style == YOKE_DATE_RFC3339 {
                "dates in other forms are read with .format(...), or whatever their form with .auto"
            } else if format.pointee.style == YOKE_DATE_AUTO {
                "dates in other forms are read with .format(...)"
            } else {
                String?.none
            }
        return make(.refused, "expected \(wanted)" + foundScalar, hint, [], nil)
    }

    /// Returns an example date for a message, written in the given format.
    private static func example(of format: UnsafePointer<yoke_date_format>) -> String {
        String(unsafeUninitializedCapacity: Int(YOKE_DATE_MAX)) { yoke_date_write(format, 379_497_510, $0.baseAddress) }
    }

    /// The invalid scalar as messages show it; nil if it is not known or must not be shown.
    private var shownScalar: String? {
        guard options.showsSnippets else { return nil }
        let isString = cBinder.pointee.error.found == YOKE_FOUND_STRING
        if isString, cBinder.pointee.error.text_length == 0 { return "\"\"" }
        return scalar { text in isString ? "\"\(VisibleText.of(text))\"" : VisibleText.of(text) }
    }

    private var foundScalar: String { shownScalar.map { ", found \($0)" } ?? "" }

    /// A hint if the mode `.lenient` would read the value; else nil.
    private var lenientHint: String? {
        guard options.showsSnippets, triedCasesHint == nil, let type = cBinder.pointee.error.type?.pointee,
            cBinder.pointee.error.text_length <= Int(YOKE_ERROR_TEXT),
            let reading = scalar({ text in
                ExpectedKind.lenientReading(type, cBinder.pointee.error.found, String(decoding: text, as: UTF8.self))
            }
            )
        else { return nil }
        return "options: .lenient, or the rule .lenient of the property, reads it as \(reading)"
    }

    /// Passes the text of the invalid scalar, or the start of this text, to `body`. Returns nil if the scalar is not known.
    private func scalar<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result?) -> Result? {
        let length = cBinder.pointee.error.text_length
        guard length > 0 else { return nil }
        return withUnsafeBytes(of: cBinder.pointee.error_text) { text in
            body(UnsafeBufferPointer(rebasing: text.bindMemory(to: UInt8.self).prefix(length)))
        }
    }
}
