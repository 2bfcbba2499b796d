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
        guard JSONSerialization.isValidJSONObject(object), let data = try? JSONSerialization.data(withJSONObject: object) else {
            throw Self.notJSON
        }
        try self.init(json: data, at: path, options: options)
    }
}

extension JSONDescribed {
    static var notJSON: JSONError {
        JSONError(
            kind: .typeMismatch, message: "the object is not made of what JSON has: dictionaries, arrays, strings, numbers, Bools",
            hint: "dates and data stand in JSON as strings or numbers")
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
