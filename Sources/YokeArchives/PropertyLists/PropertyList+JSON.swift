#if canImport(Foundation)
import Foundation
import Yoke

// Reads and writes property lists, XML or binary, by the same mappings as JSON.

extension JSONReadable {
    /// Reads a value from a property list, XML or binary, with any kind of root: `[Book](propertyList: Data(contentsOf: url))`.
    ///
    /// Yoke turns a date in the list into RFC 3339 text, and data into base64. If the list has dates, and neither the model nor the options
    /// set a form for a date, Yoke reads the date in any form (`JSONDateStyle.auto`).
    ///
    /// Cost: Foundation first converts an XML list to a binary list. Yoke writes the binary list as JSON text, and reads the text. If
    /// several containers refer to one value, the text has this value several times.
    /// - Throws:
    ///   - `.typeMismatch` if the bytes are not a property list, or the list holds a value that JSON does not have;
    ///   - `.limitExceeded` if the JSON text would be longer than `limits.totalBytes`, or longer than 4 MiB plus 64 times the list's size.
    ///     For the second limit, Yoke adds 16 bytes or more for each value;
    ///   - `.depthExceeded` if the list is nested deeper than `limits.depth`, or deeper than 512 levels, whatever `limits.depth` says;
    ///   - all errors of reading.
    public init(propertyList data: Data, options: JSONReadOptions = .strict) throws(JSONError) {
        let list = try BinaryPropertyList(data, noun: "property list", damage: .typeMismatch)
        var text = PropertyListText(list, options: options)
        self = try text.read(list.root)
    }
}

extension JSONWritable {
    /// Returns the value as a property list. Yoke leaves out properties that are nil, and cannot write nil in an array. Yoke writes dates
    /// and data as strings or numbers, as in JSON.
    ///
    /// - Throws: all errors of writing; `.typeMismatch` for values that property lists do not have: null, and numbers that are neither
    ///   64-bit integers nor exactly a `Double`.
    public func propertyList(
        format: PropertyListSerialization.PropertyListFormat = .xml, options: JSONWriteOptions = .compact
    ) throws(JSONError) -> Data {
        let object = try Self.propertyListObject(JSONValue(encoding: self, options: options))
        guard let list = try? PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0) else {
            throw JSONError(kind: .typeMismatch, message: "Foundation cannot write the value as a property list")
        }
        return list
    }

    /// Converts a value to an object that Foundation can write. The function calls itself for each level.
    private static func propertyListObject(_ value: JSONValue) throws(JSONError) -> Any {
        if CallStack.isLow { throw JSONError(kind: .depthExceeded, message: CallStack.exceeded) }
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
            for (key, value) in object {
                if let other = members.index(forKey: key), !sameBytes(members[other].key, key) {
                    throw notInPropertyLists("two keys \"\(VisibleText.of(key))\" with different bytes in Unicode")
                }
                members[key] = try propertyListObject(value)
            }
            return members
        }
    }

    private static func notInPropertyLists(_ value: String) -> JSONError {
        JSONError(kind: .typeMismatch, message: "property lists cannot hold \(value)")
    }
}
#endif
