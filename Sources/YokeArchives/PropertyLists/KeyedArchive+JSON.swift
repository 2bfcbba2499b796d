#if canImport(Foundation)
import Foundation
import Yoke

// Reads files of NSKeyedArchiver. Such a file is a property list with a flat list of objects. An object refers to another object by the
// index of that object in the list (a UID).
//
//     $top     { root: UID 1 }
//     $objects 0 "$null"   1 { $class: UID 4, name: UID 2, friends: UID 3 }   2 "Ada"   3 { $class: UID 5, NS.objects: [...] }
//              4 { $classname: "User", ... }   5 { $classname: "NSArray", ... }
//
//     becomes  { "$class": "User", "name": "Ada", "friends": [...] }

extension JSONReadable {
    /// Reads a value from a file of an `NSKeyedArchiver`, XML or binary, for example a file of an older program.
    ///
    /// ```swift
    /// let user = try User(keyedArchive: data)
    /// print(try JSONValue(keyedArchive: data))        // to see what is in it
    /// ```
    /// The program need not have the archived classes: Yoke makes no instance of them. The archive becomes JSON like this:
    /// - An object becomes a JSON object: its coder's keys, and `"$class"` with the name of its class.
    /// - Arrays, sets, dictionaries, strings, dates, data, URLs and UUIDs get their usual form in JSON.
    /// - An archive whose only key is `root` becomes the value of this key. Any other archive becomes an object with its keys.
    ///
    /// Cost: Yoke writes the archive as JSON text, and reads the text. If several objects refer to one object, the text has this object
    /// several times.
    /// - Throws:
    ///   - `.invalidSnapshot` if the bytes are not an archive, an object contains itself, or a dictionary has containers as keys;
    ///   - `.limitExceeded` and `.depthExceeded` as in `init(propertyList:options:)`;
    ///   - `.typeMismatch` for a number that is not finite, or a date outside of the years 0 to 9999;
    ///   - all errors of reading the JSON text.
    public init(keyedArchive data: Data, options: JSONReadOptions = .strict) throws(JSONError) {
        let list = try BinaryPropertyList(
            data, noun: "keyed archive", damage: .invalidSnapshot, depth: BinaryPropertyList.greatestDepth)
        var text = PropertyListText(list, options: options)
        self = try text.read(text.openArchive())
    }
}

extension PropertyListText {
    /// Stores the archive's list of objects in `objects`, and returns the number of its root value. Throws if the list is not an archive.
    fileprivate mutating func openArchive() throws(JSONError) -> Int {
        guard let file = try members(list.root), file["$archiver"] != nil, let objects = file["$objects"], let top = file["$top"],
            case .array(let numbers) = try list.value(objects), let values = try members(top)
        else { throw list.notOne }
        self.objects = numbers
        return values.keys.count == 1 ? values["root"] ?? top : top
    }

    /// The members of a dictionary in the file: the keys, and the number of each value.
    private struct Members {
        let keys: [String]
        let values: [Int]
        subscript(key: String) -> Int? { keys.lastIndex(of: key).map { values[$0] } }
    }

    /// Returns the members of the dictionary with this number; nil if the value is not a dictionary.
    private mutating func members(_ number: Int) throws(JSONError) -> Members? {
        guard case .dictionary(let keys, let values) = try list.value(number) else { return nil }
        return Members(keys: try names(keys), values: try all(values))
    }

    /// Returns the JSON shape of the value with this number, and `number` itself. If the value refers to an object, returns the object's
    /// shape and number instead.
    ///
    /// - Parameter wraps: how many objects were replaced by their content on the way to this value, for example an `NSString` by its text.
    ///   More than 16 are an error, because then an object may contain itself.
    mutating func archivedShape(of number: Int, wraps: Int) throws(JSONError) -> (shape: Shape, number: Int) {
        guard case .reference(let reference) = try list.value(number) else { return (try inlineShape(of: number), number) }
        let number = try objectNumber(reference)
        if case .reference = try list.value(number) { throw list.damaged("an object is a reference") }
        guard let members = try members(number), let className = try className(of: members) else {
            let shape = try inlineShape(of: number)
            if case .string("$null") = shape { return (.literal("null"), number) }
            return (shape, number)
        }
        guard wraps < 16 else { throw list.damaged("an object contains itself, or too many others") }
        return (try shape(of: members, className: className, wraps: wraps + 1), number)
    }

    /// Returns the JSON shape of a value that is neither a reference nor an archived object with a class.
    private mutating func inlineShape(of number: Int) throws(JSONError) -> Shape {
        if let members = try members(number) { return shape(of: members, className: nil) }
        return try plainShape(of: list.value(number))
    }

    private func shape(of members: Members, className: String?) -> Shape {
        let all = zip(members.keys, members.values).filter { $0.0 != "$class" }
        return .object(className: className, keys: all.map(\.0), values: all.map(\.1))
    }

    private func objectNumber(_ reference: UInt64) throws(JSONError) -> Int {
        guard let objects, reference < objects.count else { throw list.damaged("an object is not there") }
        return list.number(Int(reference), of: objects)
    }

    private mutating func className(of members: Members) throws(JSONError) -> String? {
        guard let reference = members["$class"], case .reference(let number) = try list.value(reference) else { return nil }
        let description = try objectNumber(number)
        if let known = classNames[description] { return known }
        guard let name = try self.members(description)?["$classname"] else { return nil }
        classNames[description] = try string(list.value(name))
        return classNames[description]
    }

    /// Returns the JSON shape of an archived object. An object of Foundation gets its usual form in JSON. An object of another class gets
    /// the keys that its coder used.
    private mutating func shape(of object: Members, className: String, wraps: Int) throws(JSONError) -> Shape {
        switch className {
        case "NSNull": return .literal("null")
        case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet":
            return .array(try object["NS.objects"].map { list throws(JSONError) in try elements(list) } ?? numbered("NS.object.", object))
        case "NSDictionary", "NSMutableDictionary":
            var (keys, values): ([String], [Int]) = ([], [])
            let isNumbered = object["NS.keys"] == nil && object["NS.objects"] == nil
            let allKeys = isNumbered ? numbered("NS.key.", object) : try elements(object["NS.keys"])
            let allValues = isNumbered ? numbered("NS.object.", object) : try elements(object["NS.objects"])
            guard allKeys.count == allValues.count else { throw list.damaged("a dictionary has more keys than values, or fewer") }
            for (key, value) in zip(allKeys, allValues) {
                guard let key = try scalar(key, wraps) else {
                    throw list.damaged("a key of a dictionary is null, an array or an object")
                }
                keys.append(key)
                values.append(value)
            }
            return .object(className: nil, keys: keys, values: values)
        case "NSString", "NSMutableString":
            if let text = object["NS.string"] { return try wrapped(text, wraps) }
            return .string(try string(ofBytes: object["NS.bytes"]))
        case "NSData", "NSMutableData":
            guard let data = object["NS.data"] ?? object["NS.bytes"] else { throw list.damaged("data has no bytes") }
            return try wrapped(data, wraps)
        case "NSDate":
            switch try object["NS.time"].map({ number throws(JSONError) in try list.value(number) }) {
            case .real(let seconds)?: return .string(try date(seconds))
            case .integer(let high, let low)?:
                guard let seconds = Double(Self.text(ofInteger: high, low)) else { return .literal("null") }
                return .string(try date(seconds))
            default: throw list.damaged("a date has no time")
            }
        case "NSURL":
            guard let relative = try scalar(object["NS.relative"], wraps) else { return .literal("null") }
            let base = try scalar(object["NS.base"], wraps).flatMap { URL(string: $0) }
            return URL(string: relative, relativeTo: base).map { .string($0.absoluteString) } ?? .literal("null")
        case "NSUUID":
            guard let number = object["NS.uuidbytes"], case .data(let range) = try list.value(number), range.count == 16 else {
                throw list.damaged("a UUID does not have 16 bytes")
            }
            return .string(list.bytes[range].withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString)
        default: return shape(of: object, className: className)
        }
    }

    /// Returns the text of a string whose archived form is data in UTF-8.
    private mutating func string(ofBytes number: Int?) throws(JSONError) -> String {
        guard let number, case .data(let range) = try list.value(number) else { throw list.damaged("a string has no text") }
        try spend(range.count)
        let text = String(decoding: list.bytes[range], as: UTF8.self)
        guard text.utf8.elementsEqual(list.bytes[range]) else { throw list.damaged("a string is no UTF-8") }
        return text
    }

    private mutating func wrapped(_ number: Int?, _ wraps: Int) throws(JSONError) -> Shape {
        guard let number else { return .literal("null") }
        return try shape(of: number, wraps: wraps).shape
    }

    /// Returns the text of a string, number or Bool; nil for null and containers.
    private mutating func scalar(_ number: Int?, _ wraps: Int) throws(JSONError) -> String? {
        switch try wrapped(number, wraps) {
        case .string(let text): return text
        case .literal(let text): return text == "null" ? nil : text
        case .array, .object: return nil
        }
    }

    private mutating func elements(_ number: Int?) throws(JSONError) -> [Int] {
        guard let number else { return [] }
        guard case .array(let numbers) = try list.value(number) else { throw list.damaged("the elements of an object are no array") }
        return try all(numbers)
    }

    /// Returns the elements of an object, such as an ordered set, that has a key for each element: `NS.object.0`, `NS.object.1` and so on.
    ///
    /// - Parameter key: the keys without the number: `NS.object.`.
    private func numbered(_ key: String, _ object: Members) -> [Int] {
        let members = Dictionary(zip(object.keys, object.values)) { _, last in last }
        var elements: [Int] = []
        while let element = members["\(key)\(elements.count)"] { elements.append(element) }
        return elements
    }
}
#endif
