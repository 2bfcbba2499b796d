internal import CYoke

// Errors of texts that are not JSON. A message depends only on the text up to the fault, so it is the same for all chunk sizes.

extension Binder {
    /// Returns the error for a fault of the text.
    ///
    /// - Parameter known: the offset of the fault in the caller's text; nil if it has to be computed from `fault.offset`.
    func syntaxError(_ fault: EngineFault, _ chunk: UnsafeBufferPointer<UInt8>, at known: UInt64?) -> JSONError {
        let offset = known ?? (fault.kind == .unexpectedEnd ? bytes : origin(of: fault.offset))
        var fault = fault
        if strictText != nil, fault.byte != nil, let own = positions.front(of: offset + 1, in: chunk, count: 1).first {
            fault.byte = own  // the caller's byte, not the byte of the rewritten text
        }
        let isKeyWanted = fault.expected == EngineFault.key || fault.expected == nil && fault.isAtKey && fault.kind == .unexpectedCharacter
        if options.allowsJSON5, isKeyWanted { fault.expected = "a key" }
        if offset == 0 && hasOtherEncoding || offset == 1 && fault.byte == 0 { return otherEncoding(at: offset, chunk) }
        if offset == 0, fault.byte == 0x1F {  // the first of the two bytes with which each gzip file begins
            return JSONError(
                .unexpectedCharacter, JSONError.compressed, position: position(offset, chunk), expected: fault.expected,
                hint: JSONError.compressedHint)
        }
        let words = SyntaxFaultMessage(
            fault: fault, front: positions.front(of: offset, in: chunk, count: SyntaxFaultMessage.frontBytes),
            isAfterValue: isAfterValue(fault),
            isEmpty: isEmpty(chunk), mayHaveComments: options.allowsComments || options.allowsJSON5, comma: comma(before: fault),
            isInComment: strictText?.isInBlockComment ?? engine.isInBlockComment, isLines: isLines,
            isOutermost: cBinder.pointee.depth == 0, isGrowing: isGrowing, showsInput: options.showsSnippets)
        return JSONError(
            kind(of: fault), words.message, path: path(ofContainer: fault.isAtKey || words.comma != nil),
            position: position(offset, chunk), expected: words.expected, found: fault.byte.map(words.name(of:)), hint: words.hint)
    }

    private func kind(of fault: EngineFault) -> JSONError.Kind {
        if isAfterValue(fault) { return .trailingContent }
        return switch fault.kind {
        case .refused, .outOfMemory: .outOfMemory
        case .unexpectedEnd: .unexpectedEnd
        case .unexpectedCharacter: .unexpectedCharacter
        case .invalidString: .invalidString
        case .invalidNumber: .invalidNumber
        case .longHexadecimal: .limitExceeded
        case .invalidUTF8, .loneSurrogate: .invalidUnicode
        }
    }

    private func otherEncoding(at offset: UInt64, _ chunk: UnsafeBufferPointer<UInt8>) -> JSONError {
        var position = position(offset, chunk)
        position.snippet = nil  // the text is UTF-16 or UTF-32, so a snippet would be full of escapes
        return JSONError(.invalidUnicode, JSONError.otherEncoding, position: position, hint: JSONError.otherEncodingHint)
    }

    /// Returns true if the text has ended, and has only white space.
    private func isEmpty(_ chunk: UnsafeBufferPointer<UInt8>) -> Bool {
        guard cBinder.pointee.values == 0, cBinder.pointee.depth == 0, cBinder.pointee.source.pending == YOKE_NO_OFFSET else {
            return false
        }
        // The engine does not see byte order marks and comments. A text that ends inside one of them is not empty, but a text with only a
        // complete mark is. So look at the last byte. White space may also belong to a comment that is open.
        guard let last = positions.front(of: bytes, in: chunk, count: 1).first else { return true }
        let isMark = bytes == 3 && last == 0xBF
        return isMark || last.isJSONSpace && !(strictText?.isInBlockComment ?? engine.isInComment)
    }

    /// If the fault is a `]` or `}` directly after a comma: returns what stands before the comma, an element or a member. Returns nil for
    /// any other fault.
    private func comma(before fault: EngineFault) -> SyntaxFaultMessage.Comma? {
        guard fault.isMisplacedToken, cBinder.pointee.depth > 0 else { return nil }
        switch fault.byte {
        case UInt8(ascii: "}") where fault.isAtKey: return .afterMember
        case UInt8(ascii: "]") where fault.expected == EngineFault.value && !cBinder.pointee.top.pointee.is_object:
            return .afterElement
        default: return nil
        }
    }
}
