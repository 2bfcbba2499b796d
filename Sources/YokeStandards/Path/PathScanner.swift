import Yoke

/// Reads the characters of a JSONPath, and makes errors with the position of the current character.
struct PathScanner {
    /// The most characters of a number in a path. The limit bounds the cost of a comparison, which reads all digits of the number.
    private static let maxNumberLength = 4096

    private let bytes: [UInt8]
    private let text: String
    private(set) var position = 0

    init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }
    /// The next byte; 0 at the end.
    var next: UInt8 { position < bytes.count ? bytes[position] : 0 }
    func byte(after count: Int) -> UInt8 { position + count < bytes.count ? bytes[position + count] : 0 }

    mutating func advance(_ count: Int = 1) { position += count }
    mutating func goBack(to position: Int) { self.position = position }

    /// Moves past an ASCII token if the token comes next; returns false otherwise.
    mutating func consume(_ token: StaticString) -> Bool {
        let count = token.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        for i in 0..<count where bytes[position + i] != token.utf8Start[i] { return false }
        position += count
        return true
    }

    mutating func expect(_ token: StaticString) throws(JSONError) {
        if !consume(token) { throw failure("expected '\(token)'") }
    }

    /// Skips blanks: spaces, tabs, line feeds and carriage returns.
    mutating func skipBlanks() {
        while next.isJSONSpace { position += 1 }
    }

    func failure(_ why: String, at offset: Int? = nil) -> JSONError {
        let number = text.characterNumber(atOffset: min(offset ?? position, bytes.count))
        return JSONError(
            kind: .invalidPath, message: "the path \"\(VisibleText.of(text))\" at character \(number): \(why)",
            hint: "the syntax is that of RFC 9535: $.store.book[?@.price < 10].title")
    }

    // MARK: - Names, numbers and strings

    var isAtNameStart: Bool { Self.isNameStart(next) && !isAtEnd }

    private static func isNameStart(_ byte: UInt8) -> Bool { byte.isASCIILetter || byte == UInt8(ascii: "_") || byte >= 0x80 }

    /// Reads the name after a dot (member-name-shorthand).
    mutating func name() throws(JSONError) -> String {
        guard isAtNameStart else { throw failure("expected a name, '*' or '['") }
        let start = position
        while position < bytes.count, Self.isNameStart(bytes[position]) || bytes[position].isASCIIDigit { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Reads a function's name and the `(` after it; nil if they do not come next.
    mutating func functionName() -> String? {
        var end = position
        while end < bytes.count {
            let byte = bytes[end]
            let isLetter = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
            guard isLetter || (end > position && (byte.isASCIIDigit || byte == UInt8(ascii: "_"))) else { break }
            end += 1
        }
        guard end > position, end < bytes.count, bytes[end] == UInt8(ascii: "(") else { return nil }
        defer { position = end + 1 }
        return String(decoding: bytes[position..<end], as: UTF8.self)
    }

    /// Reads the integer of an index or slice. It must lie within ±(2^53 - 1), and may neither have leading zeros nor be `-0`.
    mutating func integer() throws(JSONError) -> Int {
        let start = position
        let isNegative = consume("-")
        guard next.isASCIIDigit else { throw failure("expected an integer") }
        let first = position
        var value: Int64 = 0
        while next.isASCIIDigit {
            value = min(value * 10 + Int64(next - UInt8(ascii: "0")), .max / 20)
            position += 1
        }
        let hasZeros = bytes[first] == UInt8(ascii: "0") && (position - first > 1 || isNegative)
        if hasZeros { throw failure("an integer has no leading zeros, and no -0", at: start) }
        if value > 9_007_199_254_740_991 { throw failure("the integer is outside of ±(2^53 - 1)", at: start) }
        // Where Int has 32 bits, a larger index is clamped: no array has an element so far from its ends.
        return Int(clamping: isNegative ? -value : value)
    }

    /// Reads a number in a filter, such as `10` in `?@.price < 10`.
    mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        if next == UInt8(ascii: "-") { position += 1 }
        while next.isASCIIDigit { position += 1 }
        if next == UInt8(ascii: ".") {
            position += 1
            while next.isASCIIDigit { position += 1 }
        }
        if next | 0x20 == UInt8(ascii: "e") {
            position += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { position += 1 }
            while next.isASCIIDigit { position += 1 }
        }
        if position - start > Self.maxNumberLength { throw failure("a number has at most \(Self.maxNumberLength) characters", at: start) }
        guard let number = JSONNumber(text: String(decoding: bytes[start..<position], as: UTF8.self)) else {
            throw failure("expected a number", at: start)
        }
        return number
    }

    /// Reads a string in single or double quotes.
    mutating func string() throws(JSONError) -> String {
        let quote = next, start = position
        position += 1
        var text: [UInt8] = []
        while position < bytes.count, bytes[position] != quote {
            let byte = bytes[position]
            if byte < 0x20 { throw failure("a string has no control characters: write an escape") }
            if byte == UInt8(ascii: "\\") {
                try appendEscape(to: &text, quote)
            } else {
                text.append(byte)
                position += 1
            }
        }
        guard position < bytes.count else { throw failure("the string has no end", at: start) }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func appendEscape(to text: inout [UInt8], _ quote: UInt8) throws(JSONError) {
        let start = position
        position += 2
        switch bytes.indices.contains(start + 1) ? bytes[start + 1] : 0 {
        case quote: text.append(quote)
        case UInt8(ascii: "\\"): text.append(UInt8(ascii: "\\"))
        case UInt8(ascii: "/"): text.append(UInt8(ascii: "/"))
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            let unit = try hexUnit(start)
            var units = [unit]
            if UTF16.isLeadSurrogate(unit) {
                guard consume("\\u") else { throw failure("half of a surrogate pair", at: start) }
                units.append(try hexUnit(start))
            }
            let decoded = String(decoding: units, as: UTF16.self)
            guard decoded.utf16.elementsEqual(units) else { throw failure("half of a surrogate pair", at: start) }
            text += decoded.utf8
        default: throw failure("expected an escape that JSONPath has", at: start)
        }
    }

    private mutating func hexUnit(_ start: Int) throws(JSONError) -> UInt16 {
        let digits = bytes[min(position, bytes.count)..<min(position + 4, bytes.count)]
        let isHex = digits.allSatisfy { $0.isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0 | 0x20) }
        guard digits.count == 4, isHex, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
            throw failure("expected four hex digits after \\u", at: start)
        }
        position += 4
        return unit
    }
}
