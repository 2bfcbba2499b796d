import Foundation
import Yoke

// Property lists, XML or binary, through the same models as JSON.

extension JSONReadable {
    /// Reads a value from a property list, XML or binary, of any root: `[Book](propertyList: Data(contentsOf: url))`.
    ///
    /// A date of it is RFC 3339 text to the model, data is base64. If it has dates, those of the model that do not say their form are read in
    /// any (`JSONDateStyle.auto`), unless the options say one.
    ///
    /// Cost: an XML list becomes a binary one first. The binary list is written as JSON and read; a value to which several containers refer is
    /// there several times.
    /// - Throws: `.typeMismatch` for what is no property list, and for what JSON does not have; `.limitExceeded` if the JSON would be out of
    ///   proportion to the list (4 MiB and 64 times its size, where each value counts 16 bytes more) or longer than `limits.totalBytes`; what
    ///   the reading throws.
    public init(propertyList data: Data, options: JSONReadOptions = .strict) throws(JSONError) {
        let list = try BinaryPropertyList(data, noun: "property list", damage: .typeMismatch)
        var text = PropertyListText(list, options: options)
        self = try text.read(list.root)
    }
}

extension JSONWritable {
    /// The value as a property list. nil properties are left out; nil in an array cannot be written. Dates and data are the strings or numbers
    /// that they are in JSON.
    ///
    /// - Throws: what the writing throws, and `.typeMismatch` for what property lists do not have: null, and numbers that are neither integers
    ///   of 64 bits nor exactly a `Double`.
    public func propertyList(
        format: PropertyListSerialization.PropertyListFormat = .xml, options: JSONWriteOptions = .compact
    ) throws(JSONError) -> Data {
        let object = try Self.propertyListObject(JSONValue(json: jsonData(options)))
        guard let list = try? PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0) else {
            throw Self.notJSON
        }
        return list
    }

    /// What Foundation writes. (No deeper than JSON is written.)
    private static func propertyListObject(_ value: JSONValue) throws(JSONError) -> Any {
        switch value {
        case .null: throw notInPropertyLists("null")
        case .bool(let value): return value
        case .string(let value): return value
        case .number(let number):
            if let integer = number.int64 { return integer }
            if let integer = number.uint64 { return integer }
            guard let double = number.double, JSONNumber(double) == number else { throw notInPropertyLists(number.text) }
            return double
        case .array(let array):
            var elements: [Any] = []
            for element in array { elements.append(try propertyListObject(element)) }
            return elements
        case .object(let object):
            var members: [String: Any] = [:]
            for (key, value) in object { members[key] = try propertyListObject(value) }
            return members
        }
    }

    private static func notInPropertyLists(_ value: String) -> JSONError {
        JSONError(kind: .typeMismatch, message: "property lists cannot hold \(value)")
    }
}
