import Foundation
import Yoke

// Models from and to the untyped dictionaries of Foundation: for code that has them already. Text is read faster.

extension JSONReadable {
    /// Reads a value from what `JSONSerialization` or a property list made: dictionaries, arrays, strings, numbers, `NSNull`.
    ///
    /// Cost: the object is written as JSON and read. Dates and data are no JSON: they must be strings or numbers (property lists may have them).
    /// - Parameter path: where the value is in `object`; all of that by default.
    /// - Throws: `.typeMismatch` for an object that JSON has no text for; what the reading throws.
    public init(json object: [String: Any], at path: String = "$", options: JSONReadOptions = .strict) throws(JSONError) {
        try self.init(json: Self.text(of: object), at: path, options: options)
    }

    /// The same, and tells what was mended on the way: see `JSONReport`.
    public init(
        json object: [String: Any], at path: String = "$", options: JSONReadOptions = .strict, report: inout JSONReport
    ) throws(JSONError) {
        try self.init(json: Self.text(of: object), at: path, options: options, report: &report)
    }

    /// Changes the properties that `object` names, all of them or none, as the update by a text does.
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
    /// Changes this very instance by untyped dictionaries, as the update by a text does.
    @discardableResult
    public func update(
        json object: [String: Any], policy: JSONUpdatePolicy = .standard, options: JSONReadOptions = .strict
    ) throws(JSONError) -> JSONChanges<Self> {
        try update(json: Self.text(of: object), policy: policy, options: options)
    }
}

extension JSONMapped {
    static var notJSON: JSONError { notJSON(at: "$", found: nil) }

    /// For the first value in the object that JSON has no text for.
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

    private static func notJSON(at path: String, found: String?) -> JSONError {
        JSONError(
            kind: .typeMismatch,
            message: "\(found ?? "the object") is not made of what JSON has: dictionaries, arrays, strings, finite numbers, Bools",
            path: path, found: found, hint: "dates and data stand in JSON as strings or numbers")
    }
}

extension JSONWritable {
    /// The value as untyped dictionaries, arrays, strings and numbers; nil properties are left out.
    ///
    /// - Throws: what the writing throws, and `.typeMismatch` for a value that is no JSON object.
    public func jsonObject(_ options: JSONWriteOptions = .compact) throws(JSONError) -> [String: Any] {
        let data = try jsonData(options)
        guard let object = try? JSONSerialization.jsonObject(with: data), let object = object as? [String: Any] else {
            throw Self.notJSON
        }
        return object
    }
}
