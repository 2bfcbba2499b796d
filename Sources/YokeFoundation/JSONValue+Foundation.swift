import Foundation
import Yoke

extension JSONValue {
    /// The value of a number, if `Decimal` holds it exactly; else nil.
    public var decimal: Decimal? { number.flatMap { DecimalLiteral($0.text)?.value } }
    /// The date of a string in RFC 3339; else nil. For other forms see `date(_:)`.
    public var date: Date? { date(.rfc3339) }
    /// The URL of a string, if Foundation accepts it without changes; else nil.
    public var url: URL? { try? URL(json: self) }
    /// The UUID of a string; else nil.
    public var uuid: UUID? { try? UUID(json: self) }
    /// The bytes of a base64 string; else nil.
    public var data: Data? { try? Data(json: self) }

    /// Returns the date of a value in the form `style`; nil if the value does not have this form.
    ///
    /// ```swift
    /// let created = document["created_at"]?.date(.secondsSince1970)
    /// ```
    public func date(_ style: JSONDateStyle) -> Date? {
        var options = JSONReadOptions.strict
        options.dateStyle = style
        return try? Date(json: self, options: options)
    }

    /// Makes dynamic JSON from untyped values: dictionaries with string keys, arrays, strings, numbers, Bools, `NSNull`, nil, and Yoke's
    /// own dynamic values. This initialiser accepts every result of `anyValue()`.
    ///
    /// Integers, `Decimal` and `JSONNumber` keep all their digits. A `Double` becomes the shortest text that reads back as the same value.
    ///
    /// - Parameter depth: the limit for nested containers. Yoke's own dynamic values (`JSONValue`, `JSONArray`, `JSONObject`) are taken as
    ///   they are, so containers inside of them do not count.
    /// - Throws: `.typeMismatch`, with the path of the first value that JSON cannot represent. `.depthExceeded` beyond the limit, or if the
    ///   stack of this thread is too small for the depth.
    public init(any value: Any?, depth: Int = 512) throws(JSONError) {
        self = try Self.converted(value, depth) { JSONPathText() }
    }

    /// - Parameter path: makes the path of the value, for an error.
    private static func converted(_ value: Any?, _ depth: Int, _ path: () -> JSONPathText) throws(JSONError) -> JSONValue {
        switch value {
        case nil: return .null
        case let value as JSONValue: return value
        case let value as JSONNumber: return .number(value)
        case let value as JSONObject: return .object(value)
        case let value as JSONArray: return .array(value)
        case let value as String: return .string(value)
        case let members as [String: Any]:
            let depth = try inner(depth, path)
            var object = JSONObject()
            object.reserveCapacity(members.count)
            for (key, value) in members {
                let converted = try converted(value, depth) {
                    var path = path()
                    path.append(key: key)
                    return path
                }
                object.append(converted, forKey: key)
            }
            return .object(object)
        case let elements as [Any]:
            let depth = try inner(depth, path)
            var values: [JSONValue] = []
            for (i, value) in elements.enumerated() {
                let converted = try converted(value, depth) {
                    var path = path()
                    path.append(index: UInt64(i))
                    return path
                }
                values.append(converted)
            }
            return .array(JSONArray(values))
        // `[String: Any]` can hold an Optional in an Optional.
        case let value as any AnyOptional: return try converted(value.wrapped, depth, path)
        case let value?: return try scalar(value, type(of: value), path)
        }
    }

    /// Converts an integer via its description. Converts other numbers, Bools and `NSNull` via the text that `JSONSerialization` writes.
    ///
    /// - Parameter type: the type of the caller's value, for an error.
    private static func scalar(_ value: Any, _ type: Any.Type, _ path: () -> JSONPathText) throws(JSONError) -> JSONValue {
        if let integer = value as? any BinaryInteger, let number = JSONNumber(text: "\(integer)") { return .number(number) }
        func double(_ value: some BinaryFloatingPoint) -> Double { Double(value) }
        if let float = value as? any BinaryFloatingPoint, !(value is Double), !(value is Float) {
            return try scalar(double(float), type, path)
        }
        guard JSONSerialization.isValidJSONObject([value]), let text = try? JSONSerialization.data(withJSONObject: [value]),
            let scalar = try JSONValue(json: text)[0]
        else { throw notJSON(at: path().text, found: "\(type)") }
        return scalar
    }

    /// Returns the value as untyped Swift values: `[String: Any]`, `[Any]`, `String`, `Bool`, `NSNull` and numbers.
    ///
    /// No digit is lost. A number without fraction and exponent becomes an `Int` or `UInt64`, if one of them holds it. Any other number
    /// becomes a `Decimal` that holds it exactly, else a `JSONNumber`. A zero with a minus sign, such as `-0.0`, becomes a `Double`. To get a
    /// Double, cast a Decimal to `NSNumber`. If an object repeats a key, the last member counts.
    ///
    /// - Parameter depth: the limit for nested containers.
    /// - Throws: `.depthExceeded` beyond the limit, or if the stack of this thread is too small for the depth. `.typeMismatch` if an object
    ///   has two keys with different bytes that are equal Strings in Swift: é can be one Unicode scalar or two.
    public func anyValue(depth: Int = 512) throws(JSONError) -> Any {
        switch self {
        case .null: return NSNull()
        case .bool(let value): return value
        case .string(let value): return value
        case .number(let number):
            // Int and Decimal have no negative zero.
            if let double = number.double, double.isZero, double.sign == .minus { return double }
            return number.int ?? number.uint64 ?? decimal ?? (number as Any)
        case .array(let array):
            let depth = try Self.inner(depth) { JSONPathText() }
            var values: [Any] = []
            for element in array { values.append(try element.anyValue(depth: depth)) }
            return values
        case .object(let object):
            let depth = try Self.inner(depth) { JSONPathText() }
            var values: [String: Any] = [:]
            for (key, value) in object {
                if let other = values.index(forKey: key), !sameBytes(values[other].key, key) {
                    throw JSONError(
                        kind: .typeMismatch, message: "a Swift dictionary cannot hold both of two keys \"\(VisibleText.of(key))\"",
                        hint: "they have different bytes in Unicode, but Swift takes them for equal Strings")
                }
                values[key] = try value.anyValue(depth: depth)
            }
            return values
        }
    }

    private static func inner(_ depth: Int, _ path: () -> JSONPathText) throws(JSONError) -> Int {
        guard depth > 0, !CallStack.isLow else {
            let limit = depth > 0 ? "the stack of this thread" : "untyped values"
            throw JSONError(
                kind: .depthExceeded, message: "the value is nested too deep for \(limit)", path: path().text, found: nil, hint: nil)
        }
        return depth - 1
    }
}
