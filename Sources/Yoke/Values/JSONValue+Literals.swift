// Literals read like JSON:  let value: JSONValue = ["id": 1, "tags": ["a", nil], "ratio": 0.5, "ok": true]

extension JSONValue: ExpressibleByNilLiteral {
    /// `null`. (Where a `JSONValue?` is expected, `nil` is the Optional's own nil.)
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// A Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// A number written as an integer; ones beyond `Int` by `JSONValue(UInt64.max)`.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(integerLiteral: value)) }
    /// A number written with a fraction or an exponent: `1.0` is not `1`.
    public init(floatLiteral value: Double) { self = .number(JSONNumber(floatLiteral: value)) }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// A string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// An array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(JSONArray(elements)) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object, with the order and the duplicates of the literal.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(JSONObject(members.lazy.map { (key: $0.0, value: $0.1) }))
    }
}
