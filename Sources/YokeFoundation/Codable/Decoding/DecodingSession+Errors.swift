internal import CYoke
import Foundation
import Yoke

// Errors have the same cases and coding paths as the errors of JSONDecoder. The session notes the byte of the parsed text that an error is
// about. The decoder computes the line and the column (`located`) before it throws the error to its caller.

extension DecodingSession {
    private func noteFailure(_ cursor: Cursor, _ description: String, _ path: [any CodingKey]) -> String {
        record(Failure(text: cursor.text, description: description, path: path))
        return description
    }

    /// Notes the position of an error that a type has thrown while it was decoding the value of `frame`. Returns the error. With
    /// `showsSnippets` off, replaces its description, which may quote the value.
    ///
    /// A type can throw an error about a part of its value, with `dataCorruptedError(forKey:in:debugDescription:)`. Then this function
    /// notes the position of the part.
    @inline(never)
    func recordingPosition(_ error: any Error, _ frame: UnsafeMutablePointer<Frame>) -> any Error {
        guard let context = (error as? DecodingError)?.context else { return error }
        var cursor = frame.pointee.cursor
        if let failure, failure.isReported(by: context), failure.text >= cursor.text, failure.text < cursor.after.text {
            return error
        }
        let keys = context.codingPath, own = path(of: frame)
        if keys.count > own.count, zip(keys, own).allSatisfy({ $0.stringValue == $1.stringValue }) {
            for key in keys[own.count...] {
                guard let next = part(of: cursor, key) else { break }
                cursor = next
            }
        }
        guard !options.values.readOptions.showsSnippets, let error = error as? DecodingError else {
            record(Failure(text: cursor.text, description: context.debugDescription, path: keys))
            return error
        }
        // The description may quote the value, as the description of a raw value that an enum does not have.
        let description = "The type refused the value."
        record(Failure(text: cursor.text, description: description, path: keys))
        return error.with(.init(codingPath: keys, debugDescription: description, underlyingError: context.underlyingError))
    }

    /// Returns the error for a value that the mapping of its type refuses. The error's coding path and position lead to the part of the
    /// value that the mapping refuses. If a Codable type in the value has thrown a `DecodingError`, the returned error has the same case.
    func refused(_ type: Any.Type, _ cursor: Cursor, _ path: [any CodingKey], _ error: JSONError) -> DecodingError {
        let cause = error.underlying as? DecodingError
        let description = cause?.context?.debugDescription ?? "The mapping of \(type) refused the value: \(error.message)"
        let keys = path + error.codingPath
        record(Failure(text: cursor.text + (error.offset ?? 0), description: description, path: keys, isOfMapping: true))
        let context = DecodingError.Context(
            codingPath: keys, debugDescription: description,
            underlyingError: error.moved(below: JSONPathText(path).text))
        return cause?.with(context) ?? .dataCorrupted(context)
    }

    func mismatch(_ type: Any.Type, _ cursor: Cursor, _ path: [any CodingKey]) -> DecodingError {
        let description = noteFailure(cursor, "Expected to decode \(type) but found \(cursor.kindName) instead.", path)
        return .typeMismatch(type, .init(codingPath: path, debugDescription: description))
    }

    func noValue(_ type: Any.Type, _ cursor: Cursor, _ path: [any CodingKey], _ description: String) -> DecodingError {
        .valueNotFound(type, .init(codingPath: path, debugDescription: noteFailure(cursor, description, path)))
    }

    func null(_ type: Any.Type, _ cursor: Cursor, _ path: [any CodingKey]) -> DecodingError {
        noValue(type, cursor, path, "Cannot get value of type \(type) -- found null value instead")
    }

    func corrupted(
        _ cursor: Cursor, _ path: [any CodingKey], _ description: String, underlying: (any Error)? = nil
    ) -> DecodingError {
        .dataCorrupted(.init(codingPath: path, debugDescription: noteFailure(cursor, description, path), underlyingError: underlying))
    }

    /// Returns the error for a number that the type cannot hold. As in JSONDecoder, the coding path is empty, and the description has the
    /// path.
    func unrepresentable(_ cursor: Cursor, _ type: Any.Type, _ path: [any CodingKey]) -> DecodingError {
        guard options.values.readOptions.showsSnippets else {
            return corrupted(cursor, [], "The number is not representable in \(type).")
        }
        let item = cursor.item
        let number = String(decoding: UnsafeBufferPointer(start: item.bytes, count: min(item.n, 80)), as: UTF8.self)
        return corrupted(cursor, [], "Number \(number) is not representable in \(type) at \(JSONPathText(path).text).")
    }

    func missing(_ key: some CodingKey, _ cursor: Cursor, _ path: [any CodingKey]) -> DecodingError {
        let description = noteFailure(cursor, "No value associated with key \(key) (\"\(key.stringValue)\").", path)
        return .keyNotFound(key, .init(codingPath: path, debugDescription: description))
    }

    /// Returns the error with line, column and offset in its description. Returns the error unchanged if it is not the last error that this
    /// session made, or if its position in the source cannot be found.
    ///
    /// - Parameter lacksBraces: true if the source lacks the outermost braces, which the decoder has added to the parsed text.
    func located(_ error: DecodingError, in source: UnsafeBufferPointer<UInt8>, lacksBraces: Bool) -> DecodingError {
        guard let failure, let start = document.text.baseAddress,
            start <= failure.text, failure.text < start + document.text.count,
            let context = error.context, failure.isReported(by: context),
            let position = SourcePosition(
                of: failure.text - start, in: document.text, source: source, lacksBraces: lacksBraces,
                isJSON5: options.firstAttempt.allowsJSON5, isLast: options.firstAttempt.allowsSeveralValues)
        else { return error }
        let refusal = failure.isOfMapping ? context.underlyingError as? JSONError : nil
        return error.with(
            .init(
                codingPath: context.codingPath, debugDescription: "\(failure.description) \(position)",
                underlyingError: refusal?.moved(to: position) ?? context.underlyingError))
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }

    /// Returns an error of the same case with another context.
    fileprivate func with(_ context: Context) -> DecodingError {
        switch self {
        case .typeMismatch(let type, _): .typeMismatch(type, context)
        case .valueNotFound(let type, _): .valueNotFound(type, context)
        case .keyNotFound(let key, _): .keyNotFound(key, context)
        case .dataCorrupted: .dataCorrupted(context)
        @unknown default: self
        }
    }
}

extension JSONError {
    /// Returns the error with another position, and with `path` before its path.
    func moved(below path: String = "$", to position: SourcePosition) -> JSONError {
        moved(below: path, to: (position.offset, position.line, position.column))
    }
}

/// The position of a value in the source: the text that the decoder got.
struct SourcePosition: CustomStringConvertible {
    let line: Int
    let column: Int
    let offset: Int

    /// - Parameter mark: the length of the byte order mark at the start of the text; 0 without a mark.
    init(at offset: Int, in text: UnsafeBufferPointer<UInt8>, mark: Int) {
        let before = text[..<offset], start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? min(mark, offset)
        line = 1 + before.count { $0 == UInt8(ascii: "\n") }
        column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
        self.offset = offset
    }

    /// Finds the place in the source for the byte at `offset` of the parsed text. Both texts have the same tokens in the same order, except
    /// for added braces. So this place is the start of the source's token with the same number as the token at `offset`. Returns nil if the
    /// source is not UTF-8, or has too few tokens.
    ///
    /// - Parameter isLast: true if the source may have other values before the parsed one.
    init?(
        of offset: Int, in parsed: UnsafeBufferPointer<UInt8>, source: UnsafeBufferPointer<UInt8>, lacksBraces: Bool, isJSON5: Bool,
        isLast: Bool
    ) {
        var mark = 0
        guard yoke_detect_encoding(source.baseAddress, source.count, &mark) == YOKE_UTF8 else { return nil }
        var number = -1, tokens = Tokens(parsed)
        while let next = tokens.next(), next <= offset { number += 1 }
        if lacksBraces { number -= 1 }
        if isLast {
            tokens = Tokens(parsed)
            number -= tokens.countRest()
            tokens = Tokens(source, isJSON5: isJSON5)
            number += tokens.countRest() + (lacksBraces ? 2 : 0)
        }
        tokens = Tokens(source, isJSON5: isJSON5)
        for _ in 0..<max(0, number) { guard tokens.next() != nil else { return nil } }
        guard let found = tokens.next() else { return nil }
        self.init(at: found, in: source, mark: mark)
    }

    /// Returns true if the first token is an opening brace.
    static func beginsWithBrace(_ text: UnsafeBufferPointer<UInt8>, isJSON5: Bool) -> Bool {
        var tokens = Tokens(text, isJSON5: isJSON5)
        return tokens.next().map { text[$0] == UInt8(ascii: "{") } ?? false
    }

    var description: String { "(line \(line), column \(column), byte \(offset))" }

    /// Iterates over the offsets of tokens: brackets, strings and words (numbers, literals, identifiers). The text is JSON, JSON with
    /// comments or JSON5.
    private struct Tokens {
        let text: UnsafeBufferPointer<UInt8>
        let isJSON5: Bool
        var position = 0

        init(_ text: UnsafeBufferPointer<UInt8>, isJSON5: Bool = false) { (self.text, self.isJSON5) = (text, isJSON5) }

        mutating func next() -> Int? {
            while position < text.count {
                let start = position
                switch text[position] {
                case UInt8(ascii: "\""), UInt8(ascii: "'"):
                    position = text.endOfString(start) ?? text.count
                    return start
                case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "}"), UInt8(ascii: "]"):
                    position += 1
                    return start
                case UInt8(ascii: "/"): position = text.endOfComment(start, isJSON5)
                case 0...UInt8(ascii: " "), UInt8(ascii: ","), UInt8(ascii: ":"): position += 1
                default:
                    let space = text.lengthOfJSON5Space(position)
                    position += space
                    if space > 0 { continue }
                    position = text[position...].firstIndex { Self.endsWord($0) } ?? text.count
                    return start
                }
            }
            return nil
        }

        /// Reads all tokens that are left, and returns their number.
        mutating func countRest() -> Int {
            var count = 0
            while next() != nil { count += 1 }
            return count
        }

        private static func endsWord(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "/"), 0...UInt8(ascii: " "): true
            default: false
            }
        }
    }
}
