import Yoke

/// Chooses what happens to numbers with more digits than a Double keeps, such as 9007199254740993.
public enum JSONCanonicalNumbers: Sendable, Hashable {
    /// Writes the nearest Double, as RFC 8785 section 3.2.2.3 and every implementation in ECMAScript do. Two texts with different numbers
    /// may then have the same form.
    case rounded
    /// Refuses a number whose canonical text would have another value, so that no digit is lost without notice.
    case exact
}

extension JSONValue {
    /// Returns the canonical form (RFC 8785, JCS) for hashing and signing: no white space, sorted keys, one spelling for each string and
    /// number.
    ///
    /// ```swift
    /// let document: JSONValue = ["b": 1.0, "a": [1e21, "é"]]
    /// try document.canonicalJSON()              // {"a":[1e+21,"é"],"b":1}
    /// ```
    /// Keys are sorted by their UTF-16 code units. Strings are not normalized. Numbers become the text that ECMAScript writes for their
    /// nearest Double; `-0` becomes `0`.
    ///
    /// Cost: near-linear. There is no recursion, so a deep document cannot overflow the call stack.
    ///
    /// - Throws: `.duplicateKey` for an object that repeats a key. `.nonFiniteNumber` for NaN and infinities. `.numberOutOfRange` for a
    ///   number beyond Double (`1e999`), and with `.exact` for a number that would be rounded. The error has the path.
    public func canonicalJSON(numbers: JSONCanonicalNumbers = .rounded) throws(JSONError) -> String {
        String(decoding: try canonicalBytes(numbers: numbers), as: UTF8.self)
    }

    /// Returns the canonical form as UTF-8; see `canonicalJSON(numbers:)`.
    public func canonicalBytes(numbers: JSONCanonicalNumbers = .rounded) throws(JSONError) -> [UInt8] {
        var writer = CanonicalWriter(numbers)
        try writer.write(self)
        return writer.out
    }

    /// Reads a text and returns its canonical form. A lone surrogate in the text is an error, as RFC 8785 section 3.2.2.2 asks,
    /// and so is a repeated key, whatever the options say.
    ///
    /// - Throws: the error of the text and its position, or what `canonicalJSON(numbers:)` throws.
    public static func canonicalBytes(
        of text: some Sequence<UInt8>, numbers: JSONCanonicalNumbers = .rounded, options: JSONReadOptions = .strict
    ) throws(JSONError) -> [UInt8] {
        var options = options
        options.duplicateKeys = .reject
        options.invalidUnicode = .reject
        options.skipping = .checked  // nothing is skipped
        return try JSONValue(json: text, options: options).canonicalBytes(numbers: numbers)
    }
}

extension JSONWritable {
    /// Returns the canonical form (RFC 8785) of the value's JSON; see `JSONValue.canonicalJSON(numbers:)`.
    ///
    /// ```swift
    /// let signature = sign(try payment.canonicalBytes())
    /// ```
    /// - Throws: the errors of writing the value, and the errors of `canonicalJSON(numbers:)`.
    public func canonicalBytes(
        numbers: JSONCanonicalNumbers = .rounded, options: JSONWriteOptions = .compact
    ) throws(JSONError) -> [UInt8] {
        try jsonValue(options.sortingCollections).canonicalBytes(numbers: numbers)
    }
}

/// Writes a value in canonical form.
private struct CanonicalWriter {
    private(set) var out: [UInt8] = []
    private let numbers: JSONCanonicalNumbers
    private var frames: [Frame] = []

    init(_ numbers: JSONCanonicalNumbers) { self.numbers = numbers }

    /// A container that is being written. `order` has the positions of an object's members, sorted by key; it is empty for an array.
    private struct Frame {
        let value: JSONValue
        let order: [Int]
        let count: Int
        var position = 0

        var isObject: Bool {
            if case .object = value { return true }
            return false
        }
    }

    mutating func write(_ value: JSONValue) throws(JSONError) {
        try add(value)
        while let last = frames.indices.last {
            let frame = frames[last]
            guard frame.position < frame.count else {
                out.append(frame.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
                frames.removeLast()
                continue
            }
            if frame.position > 0 { out.append(UInt8(ascii: ",")) }
            frames[last].position += 1
            switch frame.value {
            case .array(let array): try add(array[frame.position])
            case .object(let object):
                let (key, value) = object[frame.order[frame.position]]
                try append(key)
                out.append(UInt8(ascii: ":"))
                try add(value)
            default: break
            }
        }
    }

    private mutating func add(_ value: JSONValue) throws(JSONError) {
        switch value {
        case .null: out += "null".utf8
        case .bool(let value): out += (value ? "true" : "false").utf8
        case .number(let number): try append(number)
        case .string(let text): try append(text)
        case .array(let array):
            out.append(UInt8(ascii: "["))
            frames.append(Frame(value: value, order: [], count: array.count))
        case .object(let object):
            out.append(UInt8(ascii: "{"))
            frames.append(Frame(value: value, order: try order(of: object), count: object.count))
        }
    }

    private func order(of object: JSONObject) throws(JSONError) -> [Int] {
        let keys = Array(object.keys)
        let order = keys.indices.sorted { precedes(keys[$0], keys[$1]) }
        for (a, b) in zip(order, order.dropFirst()) where sameBytes(keys[a], keys[b]) {
            throw failure(.duplicateKey, "the key \"\(VisibleText.of(keys[a]))\" is there twice")
        }
        return order
    }

    /// Appends a string with the escapes of RFC 8785 section 3.2.2.2, which are the escapes that Yoke writes.
    private mutating func append(_ text: String) throws(JSONError) { try text.withJSONBytes { out += $0 } }

    private mutating func append(_ number: JSONNumber) throws(JSONError) {
        guard let value = number.double else {
            throw failure(.numberOutOfRange, "\(VisibleText.of(number.text)) is beyond the largest Double")
        }
        guard value.isFinite else { throw failure(.nonFiniteNumber, "\(number.text) has no canonical form") }
        let start = out.count
        CanonicalNumber.append(value, to: &out)
        guard numbers == .exact, let written = JSONNumber(text: String(decoding: out[start...], as: UTF8.self)) else { return }
        if !number.hasValue(of: written) {
            throw failure(.numberOutOfRange, "\(VisibleText.of(number.text)) would be rounded to \(written.text)")
        }
    }

    private func failure(_ kind: JSONError.Kind, _ message: String) -> JSONError {
        var path = JSONPathText()
        for frame in frames {
            switch frame.value {
            case .object(let object): path.append(key: object[frame.order[frame.position - 1]].key)
            default: path.append(index: UInt64(frame.position - 1))
            }
        }
        return JSONError(kind: kind, message: message, path: path.text, found: nil, hint: nil)
    }
}

/// Returns true if key `a` comes before key `b` by UTF-16 code units (RFC 8785 section 3.2.3).
///
/// Comparing UTF-8 bytes gives nearly this order. One exception: characters from U+10000 on (first byte F0 or more) must come before U+E000
/// to U+FFFF (first byte EE or EF). In UTF-16 these characters begin with a smaller unit, from D800 to DBFF.
func precedes(_ a: String, _ b: String) -> Bool {
    borrow(a) { a in
        borrow(b) { b in
            for i in 0..<min(a.count, b.count) where a[i] != b[i] {
                if a[i] >= 0xEE, b[i] >= 0xEE, (a[i] >= 0xF0) != (b[i] >= 0xF0) { return a[i] >= 0xF0 }
                return a[i] < b[i]
            }
            return a.count < b.count
        }
    }
}
