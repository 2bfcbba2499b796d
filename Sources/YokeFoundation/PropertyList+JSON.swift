import Foundation
import Yoke

// Property lists, XML or binary, through the same models as JSON.

extension JSONReadable {
    /// Reads a value from a property list, XML or binary, of any root: `[Book](propertyList: Data(contentsOf: url))`.
    ///
    /// A date of it is RFC 3339 text to the model, data is base64. If it has dates, those of the model that do not say their form are read in
    /// any (`JSONDateStyle.auto`), unless the options say one.
    ///
    /// Cost: the list is written as JSON and read.
    /// - Throws: `.typeMismatch` for what is no property list; what the reading throws.
    public init(propertyList data: Data, options: JSONReadOptions = .strict) throws(JSONError) {
        guard let object = try? PropertyListSerialization.propertyList(from: data, format: nil) else {
            throw JSONError(kind: .typeMismatch, message: "the bytes are no property list")
        }
        try self.init(propertyListObject: object, options: options)
    }

    /// Reads a value from what a property list is made of, and `NSNull`.
    init(propertyListObject object: Any, options: JSONReadOptions) throws(JSONError) {
        var hasDates = false
        let object = try Self.json(object, &hasDates)
        // (A scalar alone is valid only in an array.)
        guard JSONSerialization.isValidJSONObject([object]),
            let data = try? JSONSerialization.data(withJSONObject: object, options: .fragmentsAllowed)
        else { throw Self.notJSON }
        var options = options
        if hasDates, options.dates == nil { options.dates = .auto }
        try self.init(json: data, options: options)
    }

    /// The same with dates and data as JSON has them. (As deep as Foundation reads property lists.)
    private static func json(_ any: Any, _ hasDates: inout Bool) throws(JSONError) -> Any {
        switch any {
        case let date as Date:
            hasDates = true
            return try text(date)
        case let data as Data: return data.base64EncodedString()
        case let list as [Any]:
            var elements: [Any] = []
            for element in list { elements.append(try json(element, &hasDates)) }
            return elements
        case let dictionary as [String: Any]:
            var members: [String: Any] = [:]
            for (key, value) in dictionary { members[key] = try json(value, &hasDates) }
            return members
        default: return any
        }
    }

    private static func text(_ date: Date) throws(JSONError) -> String { try String(json: date.jsonString()) }
}

extension JSONWritable {
    /// The value as a property list. nil properties are left out; nil in an array cannot be written. Dates and data are the strings or numbers
    /// that they are in JSON.
    ///
    /// - Throws: what the writing throws, and `.typeMismatch` for what property lists do not have.
    public func propertyList(
        format: PropertyListSerialization.PropertyListFormat = .xml, options: JSONWriteOptions = .compact
    ) throws(JSONError) -> Data {
        let data = try jsonData(options)
        guard let object = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed),
            PropertyListSerialization.propertyList(object, isValidFor: format),
            let list = try? PropertyListSerialization.data(fromPropertyList: object, format: format, options: 0)
        else { throw Self.notJSON }
        return list
    }
}
