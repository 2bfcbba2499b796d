import Foundation
import Yoke

// Converts models from and to Foundation's untyped dictionaries, for programs that use such dictionaries already. Reading a model from JSON
// text is faster.

extension JSONReadable {
    /// Reads a value from an untyped dictionary, as made by `JSONSerialization` or from a property list: dictionaries, arrays, strings,
    /// numbers, `NSNull`.
    ///
    /// Cost: Foundation writes the object as JSON text, and Yoke reads the text. JSON has no dates and no data, although property lists do.
    /// Convert dates and data to strings or numbers first.
    /// - Parameter path: the path of the value in `object`; by default the entire object.
    /// - Throws: `.typeMismatch` if `object` holds a value that JSON cannot represent; all errors of reading.
    public init(json object: [String: Any], at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        try self.init(json: Self.text(of: object), at: path, options: options)
    }

    /// Reads a value from an untyped dictionary, and reports each value that was converted, replaced or dropped: see `JSONReport`.
    public init(
        json object: [String: Any], at path: String = "$", options: JSONReadOptions = .strict, report: inout JSONReport
    ) throws(JSONError) {
        try self.init(json: Self.text(of: object), at: path, options: options, report: &report)
    }

    /// Changes the properties that `object` names, as an update by a JSON text does. After an error, no property is changed.
    @discardableResult
    public mutating func update(
        json object: [String: Any], policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: Self.text(of: object), policy: policy, options: options)
    }

    fileprivate static func text(of object: [String: Any]) throws(JSONError) -> Data {
        guard JSONSerialization.isValidJSONObject(object), let data = try? JSONSerialization.data(withJSONObject: object) else {
            throw notJSON(object)
        }
        return data
    }
}

extension JSONReadable where Self: AnyObject {
    /// Changes this instance by an untyped dictionary, as an update by a JSON text does.
    @discardableResult
    public func update(
        json object: [String: Any], policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: Self.text(of: object), policy: policy, options: options)
    }
}

extension JSONMapped {
    fileprivate static var notJSON: JSONError { notJSON(at: "$", found: nil) }

    /// Looks for a value in the object that JSON cannot represent, and returns the error with this value's path.
    fileprivate static func notJSON(_ object: [String: Any]) -> JSONError {
        var open: [(path: JSONPathText, value: Any)] = [(JSONPathText(), object)]
        while let (path, value) = open.popLast() {
            func add(_ inner: Any, _ step: (inout JSONPathText) -> Void) {
                var path = path
                step(&path)
                open.append((path, inner))
            }
            if JSONSerialization.isValidJSONObject([value]) { continue }
            switch value {
            case let members as [String: Any]: for (key, value) in members { add(value) { $0.append(key: key) } }
            case let elements as [Any]: for (i, value) in elements.enumerated() { add(value) { $0.append(index: UInt64(i)) } }
            default: return notJSON(at: path.text, found: "\(type(of: value))")
            }
        }
        return notJSON
    }

    static func notJSON(at path: String, found: String?) -> JSONError {
        JSONError(
            kind: .typeMismatch,
            message: "\(found ?? "the object") is not made of what JSON has: dictionaries, arrays, strings, finite numbers, Bools",
            path: path, found: found, hint: "dates and data stand in JSON as strings or numbers")
    }
}

extension JSONWritable {
    /// Returns the value as an untyped dictionary, made of dictionaries, arrays, strings and numbers. Properties that are nil are left out.
    ///
    /// - Throws: all errors of writing; `.typeMismatch` if the value's JSON is not an object. `.refused` if `JSONSerialization` cannot read
    ///   the JSON: for example a number beyond `Double`, the word `NaN`, or more than 512 levels.
    public func jsonObject(_ options: JSONWriteOptions = .compact) throws(JSONError) -> [String: Any] {
        let data = try jsonData(options)
        let value: Any
        do {
            value = try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        } catch {
            throw JSONError(kind: .refused, message: "JSONSerialization cannot read the JSON of the value", underlying: error)
        }
        guard let object = value as? [String: Any] else {
            throw JSONError(kind: .typeMismatch, message: "the JSON of the value is not an object", hint: "use jsonValue() for any JSON")
        }
        return object
    }
}
