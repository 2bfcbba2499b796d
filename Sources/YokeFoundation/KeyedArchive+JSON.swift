import Foundation
import Yoke

// An NSKeyedArchiver's file is a property list: a flat list of objects, which refer to each other by their numbers.
//
//     $top     { root: UID 1 }
//     $objects 0 "$null"   1 { $class: UID 4, name: UID 2, friends: UID 3 }   2 "Ada"   3 { $class: UID 5, NS.objects: [...] }
//              4 { $classname: "User", ... }   5 { $classname: "NSArray", ... }
//
//     becomes  { "$class": "User", "name": "Ada", "friends": [...] }

extension JSONReadable {
    /// Reads a value from the file of an `NSKeyedArchiver`, XML or binary, for people who have such files of an older program. No class of
    /// it is needed, and none is made.
    ///
    /// ```swift
    /// let user = try User(keyedArchive: data)
    /// print(try JSONValue(keyedArchive: data))        // to see what is in it
    /// ```
    /// An object is its coder's keys and `"$class"`, the name of its class; arrays, sets, dictionaries, strings, dates, data, URLs and UUIDs are
    /// what they are in JSON. An archive with the one key `root` is that object, any other is an object of its keys.
    ///
    /// Cost: the archive is read as a property list, as text if it is binary, and then as JSON. What is referred to twice is there twice.
    /// - Throws: `.invalidSnapshot` for what is no archive, or has an object that contains itself; what the reading throws.
    public init(keyedArchive data: Data, options: JSONReadOptions = .strict) throws(JSONError) {
        var archive = try KeyedArchive(data, depth: min(options.limits.depth, 512))
        try self.init(propertyListObject: try archive.contents(), options: options)
    }
}

/// The objects of an archive, and what becomes of them.
private struct KeyedArchive {
    private let top: [String: Any]
    private let objects: [Any]
    private let depth: Int
    /// How many more values the JSON may have: what is referred to twice at each of many levels would be too many.
    private var left: Int
    /// The deepest level so far, of the object that is being made.
    private var deepest = 0
    /// Objects that have been made, each once, with what they take in the JSON.
    private var made: [Int: (value: Any, size: Int, height: Int)] = [:]
    /// Those that are being made.
    private var open: Set<Int> = []

    init(_ data: Data, depth: Int) throws(JSONError) {
        guard let list = Self.propertyList(data), list["$archiver"] != nil, let top = list["$top"] as? [String: Any],
            let objects = list["$objects"] as? [Any]
        else { throw JSONError(kind: .invalidSnapshot, message: "the bytes are no keyed archive") }
        self.top = top
        self.objects = objects
        self.depth = depth
        left = 1_000_000 + 100 * objects.count
    }

    /// The property list, with its references as dictionaries.
    ///
    /// Foundation makes opaque objects of them, unless they have another key in the XML.
    private static func propertyList(_ data: Data) -> [String: Any]? {
        var format = PropertyListSerialization.PropertyListFormat.xml
        guard let list = try? PropertyListSerialization.propertyList(from: data, format: &format),
            let xml = format == .xml ? data : try? PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        else { return nil }
        let text = String(decoding: xml, as: UTF8.self).replacingOccurrences(of: "<key>CF$UID</key>", with: "<key>\(uid)</key>")
        return (try? PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)) as? [String: Any]
    }

    /// No key of a coder begins with one dollar sign.
    private static let uid = "$uid"

    mutating func contents() throws(JSONError) -> Any {
        if let root = top["root"], top.count == 1 { return try value(root, 0) }
        return try members(top, 0)
    }

    // MARK: - Values

    private mutating func value(_ any: Any, _ level: Int) throws(JSONError) -> Any {
        try spend(1, downTo: level)
        if let reference = any as? [String: Any] {
            guard let number = (reference[Self.uid] as? NSNumber)?.intValue else { return try members(reference, level) }
            return try object(at: number, level)
        }
        if let list = any as? [Any] { return try values(list, level) }
        return any
    }

    private mutating func spend(_ count: Int, downTo level: Int) throws(JSONError) {
        left -= count
        deepest = max(deepest, level)
        if deepest > depth { throw JSONError(kind: .depthExceeded, message: "the archive's objects are nested deeper than \(depth) levels") }
        if left < 0 { throw JSONError(kind: .limitExceeded, message: "the archive's objects refer to each other too often") }
    }

    private mutating func object(at number: Int, _ level: Int) throws(JSONError) -> Any {
        if let known = made[number] {
            try spend(known.size, downTo: level + known.height)
            return known.value
        }
        guard objects.indices.contains(number) else { throw Self.damaged("an object of the archive is not there") }
        guard open.insert(number).inserted else { throw Self.damaged("an object of the archive contains itself") }
        defer { open.remove(number) }
        let (before, around) = (left, deepest)
        deepest = level
        let value = try object(objects[number], level)
        made[number] = (value, before - left, deepest - level)
        deepest = max(deepest, around)
        return value
    }

    private mutating func values(_ list: [Any], _ level: Int) throws(JSONError) -> [Any] {
        var values: [Any] = []
        for element in list { values.append(try value(element, level + 1)) }
        return values
    }

    /// What a coder has put by its keys.
    private mutating func members(_ all: [String: Any], _ level: Int) throws(JSONError) -> [String: Any] {
        var members: [String: Any] = [:]
        for (key, member) in all where key != "$class" { members[key] = try value(member, level + 1) }
        return members
    }

    private mutating func object(_ any: Any, _ level: Int) throws(JSONError) -> Any {
        guard let object = any as? [String: Any], let kind = className(of: object) else {
            return any as? String == "$null" ? NSNull() : any
        }
        switch kind {
        case "NSNull": return NSNull()
        case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet":
            return try values(object["NS.objects"] as? [Any] ?? Self.numbered(object), level)
        case "NSDictionary", "NSMutableDictionary":
            let keys = try values(object["NS.keys"] as? [Any] ?? [], level), values = try values(object["NS.objects"] as? [Any] ?? [], level)
            return Dictionary(zip(keys.map { "\($0)" }, values)) { _, last in last }
        case "NSString", "NSMutableString": return object["NS.string"] ?? NSNull()
        case "NSData", "NSMutableData": return object["NS.data"] ?? NSNull()
        case "NSDate":
            return (object["NS.time"] as? NSNumber).map { Date(timeIntervalSinceReferenceDate: $0.doubleValue) } ?? NSNull()
        case "NSURL":
            let base = try value(object["NS.base"] ?? NSNull(), level + 1) as? String
            let relative = try value(object["NS.relative"] ?? NSNull(), level + 1) as? String
            return relative.flatMap { URL(string: $0, relativeTo: base.flatMap { URL(string: $0) }) }?.absoluteString ?? NSNull()
        case "NSUUID":
            guard let bytes = object["NS.uuidbytes"] as? Data, bytes.count == 16 else { throw Self.damaged("a UUID of the archive is damaged") }
            return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString
        default:
            var members = try members(object, level)
            members["$class"] = kind
            return members
        }
    }

    private func className(of object: [String: Any]) -> String? {
        guard let reference = object["$class"] as? [String: Any], let number = (reference[Self.uid] as? NSNumber)?.intValue,
            objects.indices.contains(number), let description = objects[number] as? [String: Any]
        else { return nil }
        return description["$classname"] as? String
    }

    /// The elements of an ordered set.
    private static func numbered(_ object: [String: Any]) -> [Any] {
        var elements: [Any] = []
        while let element = object["NS.object.\(elements.count)"] { elements.append(element) }
        return elements
    }

    private static func damaged(_ message: String) -> JSONError { JSONError(kind: .invalidSnapshot, message: message) }
}
