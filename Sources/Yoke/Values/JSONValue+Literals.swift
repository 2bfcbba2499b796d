// Literals look like JSON:  let value: JSONValue = ["id": 1, "tags": ["a", nil], "ratio": 0.5, "ok": true]

extension JSONValue: ExpressibleByNilLiteral {
    /// Makes `null`. (For a `JSONValue?`, `nil` is the Optional's own nil.)
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByBooleanLiteral {
    /// Makes a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    /// Makes a number written as an integer. For integers beyond `Int` use `JSONValue(UInt64.max)`.
    public init(integerLiteral value: Int) { self = .number(JSONNumber(integerLiteral: value)) }
    /// Makes a number written with a fraction or an exponent: `1.0` is not `1`.
    public init(floatLiteral value: Double) { self = .number(JSONNumber(floatLiteral: value)) }
}

extension JSONValue: ExpressibleByStringInterpolation {
    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }
}

extension JSONValue: ExpressibleByArrayLiteral {
    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(JSONArray(elements)) }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// Makes an object with the order and the repeated keys of the literal.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(JSONObject(members.lazy.map { (key: $0.0, value: $0.1) }))
    }
}
