import Yoke

/// A place in a JSON value, as a JSON Pointer (RFC 6901): `/users/0/name`.
///
/// ```swift
/// let pointer = try JSONPointer("/users/0/name")
/// document[pointer]?.string                       // "Ada"
/// JSONPointer(tokens: ["a/b", "m~n"]).description // "/a~1b/m~0n"
/// ```
/// A pointer is a list of tokens. A token is a key if it is used on an object, and an index if it is used on an array. An index has no
/// leading zeros. The token `-` stands for the element after the last one, which does not exist. Two pointers are equal if their tokens
/// are equal byte for byte.
public struct JSONPointer: Sendable {
    /// The keys and indices, without escapes. Empty for the entire value.
    public var tokens: [String]

    /// Makes a pointer to the entire value.
    public init() { tokens = [] }

    /// Makes a pointer from its tokens, without escapes.
    public init(tokens: some Sequence<String>) { self.tokens = Array(tokens) }

    /// Parses a pointer (RFC 6901 section 3).
    ///
    /// ```swift
    /// try JSONPointer("/a~1b/0")              // the tokens "a/b" and "0"
    /// ```
    /// - Throws: `.invalidPath` with the character's position if the text is not empty and does not begin with `/`, or if a `~` is not
    ///   followed by `0` or `1`.
    public init(_ text: String) throws(JSONError) {
        tokens = []
        if text.isEmpty { return }
        let bytes = Array(text.utf8)
        guard bytes[0] == UInt8(ascii: "/") else { throw Self.failure(text, "expected '/'", at: 0) }
        var token: [UInt8] = []
        var i = 1
        while i < bytes.count {
            switch bytes[i] {
            case UInt8(ascii: "/"):
                tokens.append(String(decoding: token, as: UTF8.self))
                token.removeAll(keepingCapacity: true)
            case UInt8(ascii: "~"):
                i += 1
                guard i < bytes.count, bytes[i] == UInt8(ascii: "0") || bytes[i] == UInt8(ascii: "1") else {
                    throw Self.failure(text, "expected '0' or '1' after '~'", at: i)
                }
                token.append(bytes[i] == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
            case let byte: token.append(byte)
            }
            i += 1
        }
        tokens.append(String(decoding: token, as: UTF8.self))
    }

    /// Parses the form of a pointer in a URI (RFC 6901 section 6): `#/c%25d`.
    ///
    /// - Throws: `.invalidPath` with the character's position. The text must begin with `#`, two hex digits must follow a `%`, and the
    ///   decoded bytes must be a pointer in UTF-8.
    public init(fragment text: String) throws(JSONError) {
        let bytes = Array(text.utf8)
        guard bytes.first == UInt8(ascii: "#") else { throw Self.failure(text, "expected '#'", at: 0) }
        var decoded: [UInt8] = []
        var i = 1
        while i < bytes.count {
            if bytes[i] == UInt8(ascii: "%") {
                guard i + 2 < bytes.count, let high = Self.hexDigit(bytes[i + 1]), let low = Self.hexDigit(bytes[i + 2]) else {
                    throw Self.failure(text, "expected two hex digits after '%'", at: i)
                }
                decoded.append(high << 4 | low)
                i += 3
            } else {
                decoded.append(bytes[i])
                i += 1
            }
        }
        let pointer = String(decoding: decoded, as: UTF8.self)
        guard pointer.utf8.elementsEqual(decoded) else {
            throw Self.failure(text, "the decoded bytes are not UTF-8", at: 1)
        }
        try self.init(pointer)
    }

    /// The form of the pointer in a URI (RFC 6901 section 6): `#/c%25d`. Characters that a fragment does not allow are percent-encoded.
    public var fragment: String {
        var text = "#"
        for byte in description.utf8 {
            if Self.isAllowedInFragment(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return text
    }

    /// Returns the pointer to a member of the value that this pointer leads to.
    public func appending(_ key: String) -> JSONPointer { JSONPointer(tokens: tokens + [key]) }
    /// Returns the pointer to an element of the value that this pointer leads to.
    public func appending(_ index: Int) -> JSONPointer { appending(String(index)) }
    /// The pointer to the container around the value that this pointer leads to; nil for the pointer to the entire value.
    public var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(tokens: tokens.dropLast()) }

    /// Returns true if this pointer leads to the same value as `other`, or to a container around this value.
    public func isPrefix(of other: JSONPointer) -> Bool {
        tokens.count <= other.tokens.count && zip(tokens, other.tokens).allSatisfy(sameBytes)
    }

    /// Returns the index that a token stands for (RFC 6901 section 4); nil for `-`, keys, leading zeros, and more than 18 digits.
    static func index(_ token: String) -> Int? {
        let bytes = token.utf8
        guard let first = bytes.first, bytes.count == 1 || first != UInt8(ascii: "0"), bytes.count <= 18 else { return nil }
        var index: Int64 = 0
        for byte in bytes {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            index = index * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        return Int(exactly: index)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Returns true for the characters that a URI fragment may contain without percent-encoding (RFC 3986 section 3.5).
    private static func isAllowedInFragment(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-._~!$&'()*+,;=:@/?".utf8.contains(byte)
    }

    private static func failure(_ text: String, _ why: String, at offset: Int) -> JSONError {
        JSONError(
            kind: .invalidPath,
            message: "the pointer \"\(VisibleText.of(text))\" at character \(text.characterNumber(atOffset: offset)): \(why)",
            hint: "pointers look like /users/0/name")
    }
}

extension String {
    /// Returns the number of Unicode scalars before the UTF-8 byte at `offset`.
    func characterNumber(atOffset offset: Int) -> Int {
        utf8.prefix(offset).reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
    }
}

extension JSONPointer: Hashable, CustomStringConvertible {
    /// The pointer as text, with escapes: `/a~1b`.
    public var description: String {
        var text: [UInt8] = []
        for token in tokens {
            text.append(UInt8(ascii: "/"))
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): text += "~0".utf8
                case UInt8(ascii: "/"): text += "~1".utf8
                default: text.append(byte)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    public static func == (a: JSONPointer, b: JSONPointer) -> Bool {
        a.tokens.count == b.tokens.count && zip(a.tokens, b.tokens).allSatisfy(sameBytes)
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(tokens.count)
        for token in tokens { borrow(token) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }
    }
}

extension JSONPointer: JSONConvertible {
    /// The pointer in JSON: a string with its text.
    public static var jsonMapping: JSONMapping {
        JSONMapping(text: JSONPointer.self, read: { try JSONPointer($0) }, write: { $0.description })
    }
}
