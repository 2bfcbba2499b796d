#if canImport(Foundation)
import Foundation
import Yoke

// Reads and writes property lists, XML or binary, by the same mappings as JSON.

extension JSONReadable {
    /// Reads a value from a property list, XML or binary, with any kind of root: `[Book](propertyList: Data(contentsOf: url))`.
    ///
    /// Yoke turns a date in the list into RFC 3339 text, and data into base64. If the list has a date, and the options set no `dateStyle`,
    /// the call has the style `.auto`. Then all properties without a date form of their own accept dates in any form. A list without dates
    /// is read in the forms of the model.
    ///
    /// Cost: Foundation first converts an XML list to a binary list. Yoke writes the binary list as JSON text, and reads the text. If
    /// several containers refer to one value, the text has this value several times.
    /// - Throws:
    ///   - `.typeMismatch` if the bytes are not a property list, or the list holds a value that JSON does not have;
    ///   - `.limitExceeded` if the JSON text would be longer than `limits.totalBytes`, or longer than 4 MiB plus 64 times the list's size.
    ///     For the second limit, Yoke adds 16 bytes or more for each value;
    ///   - `.depthExceeded` if the list is nested deeper than `limits.depth`, or, whatever `limits.depth` says, deeper than 512 levels (256
    ///     in XML);
    ///   - all errors of reading.
    public init(propertyList data: Data, options: JSONReadOptions = .strict) throws(JSONError) {
        let list = try BinaryPropertyList(data, noun: "property list", damage: .typeMismatch, depth: options.limits.depth)
        var text = PropertyListText(list, options: options)
        self = try text.read(list.root)
    }
}

extension JSONWritable {
    /// Returns the value as a property list. Yoke leaves out properties that are nil, and cannot write nil in an array. Yoke writes dates
    /// and data as strings or numbers, as in JSON.
    ///
    /// - Parameter format: `.xml` or `.binary`.
    /// - Throws:
    ///   - all errors of writing;
    ///   - `.typeMismatch` for values that property lists do not have: null, and numbers that are neither 64-bit integers nor exactly a
    ///     `Double`;
    ///   - `.depthExceeded` if the value is nested deeper than 256 levels, whatever `options.depth` says: Foundation's writer calls itself
    ///     for each level;
    ///   - `.invalidOptions` for another format, which Foundation cannot write.
    public func propertyList(
        format: PropertyListSerialization.PropertyListFormat = .xml, options: JSONWriteOptions = .compact
    ) throws(JSONError) -> Data {
        guard format == .xml || format == .binary else {
            throw JSONError(kind: .invalidOptions, message: "a property list is written in the format .xml or .binary")
        }
        let object = try Self.propertyListObject(JSONValue(encoding: self, options: options))
        guard let list = try? PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0) else {
            throw JSONError(kind: .typeMismatch, message: "Foundation cannot write the value as a property list")
        }
        return list
    }

    /// Converts a value to an object that Foundation can write. The function calls itself for each level.
    ///
    /// - Parameter depth: the number of containers around the value.
    private static func propertyListObject(_ value: JSONValue, depth: Int = 0) throws(JSONError) -> Any {
        if CallStack.isLow { throw JSONError(kind: .depthExceeded, message: CallStack.exceeded) }
        let limit = BinaryPropertyList.greatestDepth
        switch value {
        case .array where depth >= limit, .object where depth >= limit: throw BinaryPropertyList.tooDeep("property list", limit)
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
            for (index, element) in array.enumerated() {
                elements.append(try member(element, depth) { $0.append(index: UInt64(index)) })
            }
            return elements
        case .object(let object):
            var members: [String: Any] = [:]
            for (key, value) in object {
                if let other = members.index(forKey: key), !sameBytes(members[other].key, key) {
                    throw notInPropertyLists("two keys \"\(VisibleText.of(key))\" with different bytes in Unicode")
                }
                members[key] = try member(value, depth) { $0.append(key: key) }
            }
            return members
        }
    }

    /// Converts the element or member of a container. Adds its step to the path of an error.
    ///
    /// - Parameter depth: the number of containers around the container.
    private static func member(
        _ value: JSONValue, _ depth: Int, _ step: (inout JSONPathText) -> Void
    ) throws(JSONError) -> Any {
        do throws(JSONError) { return try propertyListObject(value, depth: depth + 1) } catch {
            var path = JSONPathText()
            step(&path)
            throw error.moved(below: path.text)
        }
    }

    private static func notInPropertyLists(_ value: String) -> JSONError {
        JSONError(kind: .typeMismatch, message: "property lists cannot hold \(value)")
    }
}
#endif
