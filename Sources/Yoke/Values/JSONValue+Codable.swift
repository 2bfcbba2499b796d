// Dynamic JSON as a part of Codable types, with any Encoder or Decoder. `YokeDecoder` and `YokeEncoder` keep every digit, and the order of
// members (unless `.sortedKeys` changes it). All others may round numbers and change the order of members.

extension JSONValue: Codable {
    /// Decodes any JSON value.
    ///
    /// Cost: with a decoder of another package, the initialiser tries to decode the value as each kind of JSON in turn.
    public init(from decoder: any Decoder) throws {
        if var array = try? decoder.unkeyedContainer() {
            var elements = JSONArray()
            while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
            self = .array(elements)
        } else if let object = try? decoder.container(keyedBy: MemberKey.self) {
            self = .object(
                JSONObject(try object.allKeys.map { (key: $0.stringValue, value: try object.decode(JSONValue.self, forKey: $0)) }))
        } else {
            try self.init(scalar: decoder.singleValueContainer())
        }
    }

    private init(scalar container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else {
            self = .number(try container.decode(JSONNumber.self))
        }
    }

    /// Encodes the value with any encoder. A number is encoded as Int64, as UInt64, or rounded to a Double. `YokeEncoder` keeps every
    /// digit.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .array(let array):
            var container = encoder.unkeyedContainer()
            for element in array { try container.encode(element) }
        case .object(let object):
            var container = encoder.container(keyedBy: MemberKey.self)
            for (key, value) in object { try container.encode(value, forKey: MemberKey(stringValue: key)) }
        case .number(let number):
            var container = encoder.singleValueContainer()
            try container.encode(number)
        case .string(let string):
            var container = encoder.singleValueContainer()
            try container.encode(string)
        case .bool(let bool):
            var container = encoder.singleValueContainer()
            try container.encode(bool)
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        }
    }
}

extension JSONObject: Codable {
    /// Decodes an object. Throws a `DecodingError` if the value is not an object.
    public init(from decoder: any Decoder) throws {
        guard case .object(let object) = try JSONValue(from: decoder) else {
            throw JSONValue.mismatch(JSONObject.self, "an object", decoder)
        }
        self = object
    }

    /// Encodes the object with any encoder.
    public func encode(to encoder: any Encoder) throws { try JSONValue.object(self).encode(to: encoder) }
}

extension JSONArray: Codable {
    /// Decodes an array. Throws a `DecodingError` if the value is not an array.
    public init(from decoder: any Decoder) throws {
        guard case .array(let array) = try JSONValue(from: decoder) else { throw JSONValue.mismatch(JSONArray.self, "an array", decoder) }
        self = array
    }

    /// Encodes the array with any encoder.
    public func encode(to encoder: any Encoder) throws { try JSONValue.array(self).encode(to: encoder) }
}

extension JSONNumber: Codable {
    /// Decodes a number: as an integer if its value is a 64-bit integer, else as a Double.
    public init(from decoder: any Decoder) throws { try self.init(decoder.singleValueContainer()) }

    fileprivate init(_ container: any SingleValueDecodingContainer) throws {
        if let value = try? container.decode(Int64.self) {
            self.init(value)
        } else if let value = try? container.decode(UInt64.self) {
            self.init(value)
        } else {
            let value = try container.decode(Double.self)
            guard let number = JSONNumber(value) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "JSON has no number for \(value)")
            }
            self = number
        }
    }

    /// Encodes the number with any encoder: as an integer if possible, else as a Double.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let value = int64 {
            try container.encode(value)
        } else if let value = uint64 {
            try container.encode(value)
        } else if let value = double {
            try container.encode(value)
        } else {
            throw EncodingError.invalidValue(
                self, .init(codingPath: encoder.codingPath, debugDescription: "The number \(text) is out of the range of Double."))
        }
    }
}

extension JSONRawText: Codable {
    /// Decodes any value, and makes its compact text. The white space of the original text is lost.
    public init(from decoder: any Decoder) throws { self.init(checked: try JSONValue(from: decoder).description) }

    /// Encodes the value of the text with any encoder.
    public func encode(to encoder: any Encoder) throws { try JSONValue(json: text, options: .unlimited).encode(to: encoder) }
}

extension JSONValue {
    fileprivate static func mismatch(_ type: Any.Type, _ expected: String, _ decoder: any Decoder) -> DecodingError {
        .typeMismatch(type, .init(codingPath: decoder.codingPath, debugDescription: "Expected \(expected)."))
    }
}

/// The key of a member of dynamic JSON. `YokeEncoder` and `YokeDecoder` do not convert such keys, because they belong to
/// the data.
package struct MemberKey: CodingKey {
    package let stringValue: String
    package var intValue: Int? { nil }

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}
