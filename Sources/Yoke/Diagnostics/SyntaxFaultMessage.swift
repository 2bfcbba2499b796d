internal import CYoke

/// The message about a fault in a text that is not JSON.
struct SyntaxFaultMessage {
    /// A comma without an element or member after it.
    enum Comma { case afterElement, afterMember }

    let fault: EngineFault
    /// The last bytes of the text before the fault, at most `frontBytes`.
    let front: [UInt8]
    let isAfterValue: Bool
    /// True if the text has ended, and consists only of white space and comments.
    let isEmpty: Bool
    /// True if the text may have comments.
    let mayHaveComments: Bool
    let comma: Comma?
    /// True if the text before the fault ends inside a block comment.
    let isInComment: Bool
    /// True if each line of the text is a JSON text of its own.
    let isLines: Bool
    /// True if the fault is outside of all arrays and objects.
    let isOutermost: Bool
    /// True if the text is read by a `JSONGrowing`. It is then usually the answer of a language model.
    let isGrowing: Bool
    /// True if the message may quote characters of the text.
    let showsInput: Bool

    var message: String {
        if isAfterValue { return "there is more text after the end of the value" }
        let byte = fault.byte.map(name(of:)) ?? "the end"
        return switch fault.kind {
        case .refused, .outOfMemory: Self.noMemory
        case .unexpectedEnd:
            if isEmpty {
                mayHaveComments ? "the text has no value" : "the text is empty"
            } else {
                "the \(unit) ends inside a \(isInComment ? "comment" : "value")"
            }
        case .unexpectedCharacter:
            if let begunWord {
                "expected \(begunWord.word), found \(byte) after '\(begunWord.start)'"
            } else {
                expected.map { "expected \($0), found \(byte)" } ?? "unexpected \(Self.withoutArticle(byte))"
            }
        case .invalidString:
            if let byte = fault.byte, byte < 0x20 {
                "\(name(of: byte)) must be escaped in a string"
            } else if front.last == UInt8(ascii: "\\") {
                "\(byte) cannot follow the backslash in this string"
            } else {
                "expected a hexadecimal digit (\\u takes four), found \(byte)"
            }
        case .invalidNumber: "expected a digit, found \(byte)"
        case .longHexadecimal: "a hexadecimal number is longer than \(YOKE_JSON5_MAX_HEX) digits"
        case .invalidUTF8: "\(byte) is not valid UTF-8 here"
        case .loneSurrogate: "a \\u escape for half of a surrogate pair, without the other half"
        }
    }

    /// Describes what should stand in place of the bad byte; nil if this is not known.
    var expected: String? {
        if fault.kind != .unexpectedCharacter || isAfterValue || fault.expected != nil { return fault.expected }
        return fault.isAtKey ? EngineFault.key : begunWord?.word
    }

    /// The literal whose beginning stands before the bad byte, and this beginning, such as `true` and `tru`; nil without such a beginning.
    private var begunWord: (word: String, start: String)? {
        guard fault.kind == .unexpectedCharacter, !isAfterValue, fault.expected == nil, !fault.isAtKey else { return nil }
        let start = front.suffix(while: Self.isSmallLetter)
        guard !start.isEmpty else { return nil }
        let word = ["true", "false", "null"].first { $0.utf8.count > start.count && $0.utf8.starts(with: start) }
        return word.map { ($0, String(decoding: start, as: UTF8.self)) }
    }

    /// The word for the part of the text that must be complete JSON: each line, or the entire text.
    private var unit: String { isLines ? "line" : "text" }

    // MARK: - Hints

    var hint: String? {
        // The bad byte is a carriage return. Its line feed has not come, probably because the text was cut between these two bytes.
        if isLines, fault.byte == 0x0D { return "the line may have been cut" }
        return switch fault.kind {
        case .unexpectedEnd where isInComment: "a comment that begins with /* ends with */"
        case .unexpectedEnd: isEmpty ? nil : "the \(unit) may have been cut" + (isGrowing ? Self.startOfText : "")
        case .invalidUTF8, .loneSurrogate: "JSONReadOptions.invalidUnicode = .replace reads it as U+FFFD"
        case .unexpectedCharacter, .invalidNumber: hintOfCharacter
        default: nil
        }
    }

    private var hintOfCharacter: String? {
        switch comma {
        case .afterElement: return "no comma may follow the last element" + Self.commaOption
        case .afterMember: return "no comma may follow the last member" + Self.commaOption
        case nil: break
        }
        if isGrowing, isAfterValue { return Self.textAfterValue }
        // The hints below show the bad byte, so they need `showsInput`.
        guard showsInput, let byte = fault.byte else { return isAfterValue ? Self.severalValues(after: front, isLines) : nil }
        if isOutermost, byte == UInt8(ascii: "`") { return isAfterValue ? Self.textAfterValue : Self.codeFence }
        if isGrowing, isOutermost, byte.isASCIILetter { return "the text begins with words: pass it on from its first { or [" }
        if byte == UInt8(ascii: "/"), !mayHaveComments { return "comments are read with JSONReadOptions.allowsComments" }
        if front.last == UInt8(ascii: "0"), let hint = Self.afterZero(byte) { return hint }
        if isAfterValue { return Self.severalValues(after: front, isLines) }
        if fault.isAtKey {
            let isName = byte == UInt8(ascii: "'") || byte == UInt8(ascii: "_") || byte.isASCIILetter
            return isName ? "keys are written in double quotes; JSONReadOptions.json5 reads other keys" : nil
        }
        let isWord = fault.kind == .invalidNumber ? front.last == UInt8(ascii: "-") : expected == nil
        return isWord ? insteadOfValue(byte) : nil
    }

    /// The hint for text after the value, if this text is probably not a second value.
    static let textAfterValue = "JSONReadOptions.allowsTrailingGarbage ignores the text after the value"

    private static let commaOption = "; JSONReadOptions.allowsTrailingCommas allows it"
    private static let startOfText = "; to keep its start, ask for `model` before `finish`"
    private static let codeFence = "the JSON may stand between lines of three backticks: pass on only the text between them"

    static let noMemory = "no memory for the engine's buffers"

    /// The number of bytes before a fault that a message may depend on.
    static let frontBytes = 8

    /// Returns the hint for a second value; `front` has the bytes before this value. If they contain a line end, the text is
    /// probably NDJSON.
    static func severalValues(after front: [UInt8], _ isLines: Bool) -> String {
        if isLines { return "a line holds one value; JSONStream reads several with format .values" }
        let blanks = front.suffix { $0.isJSONSpace }
        return blanks.contains(0x0A)
            ? "one value a line (NDJSON) is read by JSONStream with format .lines"
            : "several values are read by JSONStream with format .values or .lines"
    }

    /// Returns the hint for a number that begins with 0 and then `byte`.
    static func afterZero(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): "a number does not begin with 0"
        case UInt8(ascii: "x"), UInt8(ascii: "X"): "JSON has decimal numbers only"
        default: nil
        }
    }

    /// Returns a hint at the likely meaning of a value that begins with `byte`. Does not look at the next bytes, because they may
    /// not have come yet.
    private func insteadOfValue(_ byte: UInt8) -> String? {
        switch byte {
        case UInt8(ascii: "'"): "JSON strings are written in double quotes; JSONReadOptions.json5 reads single quotes"
        case UInt8(ascii: "<") where isOutermost: "the text looks like HTML or XML, not JSON: an error page of a server begins so"
        case UInt8(ascii: "T"), UInt8(ascii: "F"): "JSON writes true and false in small letters"
        case UInt8(ascii: "N"): "JSON writes null in small letters, and it has no NaN"
        case UInt8(ascii: "I"): "JSON has no infinities"
        case UInt8(ascii: "u"): "JSON has null for that"
        case UInt8(ascii: "+"), UInt8(ascii: "."): "a number begins with a digit or a minus"
        case 0xEF where isOutermost: "this may be a byte order mark inside joined files: only the start of the text may have one"
        case 0x80...: "outside of strings JSON has only ASCII: this may be a typographic quote or space"
        default: nil
        }
    }

    // MARK: - Bytes

    /// Returns the name of a byte for a message.
    func name(of byte: UInt8) -> String {
        switch byte {
        case 0x20: "a space"
        case 0x0A: "a line feed"
        case 0x0D: "a carriage return"
        case 0x09: "a tab"
        case 0x21...0x7E where showsInput || Self.isStructure(byte): "'\(Character(Unicode.Scalar(byte)))'"
        case _ where showsInput: "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        case UInt8(ascii: "0")...UInt8(ascii: "9"): "a digit"
        case _ where byte.isASCIILetter: "a letter"
        case 0x21...0x7E: "a sign"
        case 0x80...: "a byte outside of ASCII"
        default: "a control character"
        }
    }

    private static func isSmallLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }

    private static func isStructure(_ byte: UInt8) -> Bool { "{}[],:\"".utf8.contains(byte) }

    private static func withoutArticle(_ name: String) -> String {
        for article in ["a ", "the "] where name.hasPrefix(article) { return String(name.dropFirst(article.count)) }
        return name
    }
}

extension [UInt8] {
    /// Returns the longest suffix in which all bytes meet the condition.
    fileprivate func suffix(while condition: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        self[(lastIndex { !condition($0) }.map { $0 + 1 } ?? 0)...]
    }
}
