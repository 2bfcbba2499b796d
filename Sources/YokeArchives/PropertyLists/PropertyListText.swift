#if canImport(Foundation)
internal import CYoke
import Foundation
import Yoke

/// Writes a property list, or an archive in a property list, as JSON text.
///
/// A value is written once for each container that refers to the value, so a short list can make a very long text. Therefore `spend`
/// counts values and bytes before they are made.
struct PropertyListText {
    /// The JSON form of a value. In a container, each Int is the number of an element, or of a member's value: the index in the table of
    /// offsets of the `BinaryPropertyList`.
    enum Shape {
        /// JSON text: null, a Bool or a number.
        case literal(String)
        case string(String)
        case array([Int])
        case object(className: String?, keys: [String], values: [Int])
    }

    private struct Container {
        let number: Int
        let keys: [String]?
        let values: [Int]
        var next = 0
    }

    let list: BinaryPropertyList
    /// The archive's list of objects (`$objects`); nil for a plain property list.
    var objects: BinaryPropertyList.Numbers?
    /// The names of an archive's classes. The key is the number of the value that describes the class.
    var classNames: [Int: String] = [:]
    private let options: JSONReadOptions
    private var left: Int64
    private var text: [UInt8] = []
    private var hasDates = false

    init(_ list: BinaryPropertyList, options: JSONReadOptions) {
        self.list = list
        self.options = options
        left = 4 << 20 + 64 * Int64(list.bytes.count)
    }

    /// Writes the value `number` as JSON text, and reads a model from this text. If the text has a date, and the options set no form for
    /// dates, Yoke reads all dates in any form. A type's own style might not fit the text of the list's dates.
    mutating func read<Value: JSONReadable>(_ number: Int) throws(JSONError) -> Value {
        try writeAll(from: number)
        var options = options
        if hasDates, options.dateStyle == nil { options.dateStyle = .auto }
        return try Value(json: text, options: options)
    }

    /// Counts `bytes` bytes that are about to be made, and subtracts them from `left`, the number that may still be made. Throws
    /// `.limitExceeded` if `left` becomes negative, or if `text` is longer than the options allow.
    mutating func spend(_ bytes: Int) throws(JSONError) {
        left -= Int64(bytes)
        if left < 0 || text.count > options.limits.maxTotalBytes {
            throw JSONError(
                kind: .limitExceeded, message: "the \(list.noun) is too long as JSON: the first \(text.count) bytes are not all",
                hint: left < 0 ? "the same values are in it too often" : nil)
        }
    }

    // MARK: - Shapes

    /// Returns the JSON shape of the value `number`, and this number. If the value is a reference to an object of an archive, returns the
    /// object's shape and number.
    ///
    /// - Parameter wraps: how many objects of an archive were replaced by their content on the way to this value, as an `NSString` by its
    ///   text.
    mutating func shape(of number: Int, wraps: Int = 0) throws(JSONError) -> (shape: Shape, number: Int) {
        try spend(16)
        if objects != nil { return try archivedShape(of: number, wraps: wraps) }
        return (try plainShape(of: list.value(number)), number)
    }

    mutating func plainShape(of value: BinaryPropertyList.Value) throws(JSONError) -> Shape {
        switch value {
        case .null: return .literal("null")
        case .bool(let value): return .literal(value ? "true" : "false")
        case .integer(let high, let low): return .literal(Self.text(ofInteger: high, low))
        case .real(let value):
            guard let number = JSONNumber(value) else { throw unsuitable("a number that is not finite") }
            return .literal(number.text)
        case .date(let seconds): return .string(try date(seconds))
        case .data(let range):
            try spend(range.count / 3 * 4)
            return .string(Data(list.bytes[range]).base64EncodedString())
        case .ascii, .utf16: return .string(try string(value) ?? "")
        case .reference:
            throw JSONError(
                kind: .typeMismatch, message: "the property list refers to objects of an archive",
                hint: "read what NSKeyedArchiver has written by init(keyedArchive:)")
        case .array(let numbers): return .array(try all(numbers))
        case .dictionary(let keys, let values):
            return .object(className: nil, keys: try names(keys), values: try all(values))
        }
    }

    /// Returns the decimal text of a 128-bit integer in two's complement.
    static func text(ofInteger high: UInt64, _ low: UInt64) -> String {
        String(unsafeUninitializedCapacity: Int(YOKE_NUMBER_MAX)) { utf8 in
            yoke_write_i128(yoke_wide(low: low, high: high), utf8.baseAddress)
        }
    }

    mutating func date(_ seconds: Double) throws(JSONError) -> String {
        guard let text = JSONDateStyle.rfc3339.text(secondsSinceReferenceDate: seconds) else {
            throw unsuitable("a date outside of the years 0 to 9999")
        }
        hasDates = true
        return text
    }

    private func unsuitable(_ what: String) -> JSONError {
        JSONError(kind: .typeMismatch, message: "the \(list.noun) holds \(what), which JSON does not have")
    }

    /// Returns the text of a string; nil for other values.
    mutating func string(_ value: BinaryPropertyList.Value) throws(JSONError) -> String? {
        switch value {
        case .ascii(let range):
            try spend(range.count)
            guard list.bytes[range].allSatisfy({ $0 < 0x80 }) else { throw list.damaged("a string is no ASCII") }
            return String(decoding: list.bytes[range], as: UTF8.self)
        case .utf16(let range):
            try spend(range.count)
            let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).lazy.map { [list] at in
                UInt16(list.bytes[at]) << 8 | UInt16(list.bytes[at + 1])
            }
            var utf8: [UInt8] = []
            let isReplaced = options.invalidUnicode == .replace
            if transcode(
                units.makeIterator(), from: UTF16.self, to: UTF8.self, stoppingOnError: !isReplaced, into: { utf8.append($0) })
            {
                if !isReplaced { throw list.damaged("a string has half a surrogate pair") }
            }
            try spend(max(0, utf8.count - range.count))
            return String(decoding: utf8, as: UTF8.self)
        default: return nil
        }
    }

    mutating func names(_ keys: BinaryPropertyList.Numbers) throws(JSONError) -> [String] {
        var names: [String] = []
        for key in try all(keys) {
            guard let name = try string(list.value(key)) else { throw list.damaged("a key is no string") }
            names.append(name)
        }
        return names
    }

    mutating func all(_ numbers: BinaryPropertyList.Numbers) throws(JSONError) -> [Int] {
        try spend(8 * numbers.count)
        return (0..<numbers.count).map { list.number($0, of: numbers) }
    }

    // MARK: - Text

    /// Writes a value and all values in it. Open containers are kept in an array, so a deep list does not use up the call stack.
    private mutating func writeAll(from root: Int) throws(JSONError) {
        var open: [Container] = []
        var isOpen: Set<Int> = []
        try write(root, &open, &isOpen)
        while let last = open.indices.last {
            let next = open[last].next
            guard next < open[last].values.count else {
                text.append(UInt8(ascii: open[last].keys == nil ? "]" : "}"))
                isOpen.remove(open.removeLast().number)
                continue
            }
            if text.last != UInt8(ascii: "["), text.last != UInt8(ascii: "{") { text.append(UInt8(ascii: ",")) }
            if let key = open[last].keys?[next] {
                try write(string: key)
                text.append(UInt8(ascii: ":"))
            }
            open[last].next += 1
            try write(open[last].values[next], &open, &isOpen)
        }
    }

    private mutating func write(_ number: Int, _ open: inout [Container], _ isOpen: inout Set<Int>) throws(JSONError) {
        let (shape, number) = try shape(of: number)
        switch shape {
        case .literal(let literal):
            text += literal.utf8
            return
        case .string(let string): return try write(string: string)
        case .array(let values):
            text.append(UInt8(ascii: "["))
            open.append(Container(number: number, keys: nil, values: values))
        case .object(let className, let keys, let values):
            text.append(UInt8(ascii: "{"))
            if let className {
                text += #""$class":"#.utf8
                try spend(className.utf8.count)
                try write(string: className)
            }
            open.append(Container(number: number, keys: keys, values: values))
        }
        guard isOpen.insert(number).inserted else { throw list.damaged("a value contains itself") }
        let depth = min(options.limits.depth, 512)
        if open.count > depth { throw BinaryPropertyList.tooDeep(list.noun, depth) }
    }

    /// Writes a string. Its bytes have been counted when it was made, so only the bytes of its escapes are counted.
    private mutating func write(string: String) throws(JSONError) {
        let start = text.count
        text.append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            if byte < 0x20 {
                text += "\\u00".utf8
                text += [byte >> 4, byte & 15].map { $0 < 10 ? UInt8(ascii: "0") + $0 : UInt8(ascii: "a") - 10 + $0 }
                continue
            }
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { text.append(UInt8(ascii: "\\")) }
            text.append(byte)
        }
        text.append(UInt8(ascii: "\""))
        try spend(text.count - start - string.utf8.count)
    }
}
#endif
