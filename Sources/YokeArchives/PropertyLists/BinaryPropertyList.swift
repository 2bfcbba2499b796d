#if canImport(Foundation)
import Foundation
import Yoke

/// A property list in its binary form. This type checks the bytes of a value, and then reads the value where it lies in the bytes.
///
/// This type uses Foundation only to convert XML to the binary form. (On Linux, Foundation's reader crashes at a set, loses the upper half
/// of an integer of 16 bytes, and hides the number in a reference of an archive.)
///
///     "bplist00"   values, one after the other   offset of each value   trailer: sizes, counts, number of the root value
///
/// A value's number is the value's index in the table of offsets. A value starts with a byte for its kind and size. The value's content
/// follows. A container's content is a list of its elements' numbers.
struct BinaryPropertyList {
    enum Value {
        case null, bool(Bool)
        /// An integer of 128 bits in two's complement.
        case integer(high: UInt64, low: UInt64)
        case real(Double)
        /// Seconds from 2001-01-01T00:00:00Z.
        case date(Double)
        case data(Range<Int>), ascii(Range<Int>), utf16(Range<Int>)
        /// A reference to an object of an archive: the object's index in the archive's list.
        case reference(UInt64)
        case array(Numbers), dictionary(keys: Numbers, values: Numbers)
    }

    /// A container's list of element numbers: where the list starts in the bytes, and how many numbers it has.
    struct Numbers {
        fileprivate let start: Int
        let count: Int
    }

    let bytes: [UInt8]
    private(set) var root = 0
    private var count = 0
    private var offsets = 0
    private var offsetSize = 0
    private var numberSize = 0
    /// The kind of file, for error messages: "property list" or "keyed archive".
    let noun: String
    private let damage: JSONError.Kind

    /// Converts an XML list to a binary list. Then reads the trailer: the last 32 bytes, with sizes and counts.
    ///
    /// - Parameter depth: the greatest allowed depth of an XML list. More than `greatestDepth` levels are never allowed.
    /// - Throws: an error of kind `damage` if the bytes are neither an XML property list nor a binary one; `.depthExceeded`.
    init(_ data: Data, noun: String, damage: JSONError.Kind, depth: Int) throws(JSONError) {
        var binary: Data? = data
        if !data.starts(with: "bplist".utf8) {
            // Foundation also reads the old format of OpenStep, in which any word is a list.
            var format = PropertyListSerialization.PropertyListFormat.xml
            let object = try? PropertyListSerialization.propertyList(from: data, format: &format)
            if let object, format == .xml {
                let depth = min(depth, Self.greatestDepth)
                if Self.isNested(object, deeperThan: depth) { throw Self.tooDeep(noun, depth) }
                binary = try? PropertyListSerialization.data(fromPropertyList: object, format: .binary, options: 0)
            } else {
                binary = nil
            }
        }
        bytes = [UInt8](binary ?? Data())
        self.noun = noun
        self.damage = damage
        let trailer = bytes.count - 32
        guard trailer > 8, bytes.starts(with: "bplist0".utf8) else { throw notOne }
        offsetSize = Int(bytes[trailer + 6])
        numberSize = Int(bytes[trailer + 7])
        guard let count = Int(exactly: integer(trailer + 8, 8)), let root = Int(exactly: integer(trailer + 16, 8)),
            let offsets = Int(exactly: integer(trailer + 24, 8)), (1...8).contains(offsetSize), (1...8).contains(numberSize),
            (0..<count).contains(root), (9..<trailer).contains(offsets),
            (trailer - offsets).isMultiple(of: offsetSize), (trailer - offsets) / offsetSize == count
        else { throw damaged("its trailer is wrong") }
        (self.count, self.root, self.offsets) = (count, root, offsets)
    }

    /// The greatest depth of a list that Foundation writes, in either format. Foundation's writer calls itself for each level.
    static let greatestDepth = 256

    static func tooDeep(_ noun: String, _ depth: Int) -> JSONError {
        JSONError(kind: .depthExceeded, message: "the \(noun)'s values are nested deeper than \(depth) levels")
    }

    /// Returns true if arrays and dictionaries are nested in more than `depth` levels. Goes down level by level, not value by value, so the
    /// call stack stays flat. An empty container counts as a container of a number.
    private static func isNested(_ object: Any, deeperThan depth: Int) -> Bool {
        var level = [object]
        for _ in 0...max(0, depth) {
            level = level.flatMap { value -> [Any] in
                if let array = value as? [Any] { return array.isEmpty ? [0] : array }
                guard let dictionary = value as? [String: Any] else { return [] }
                return dictionary.isEmpty ? [0] : Array(dictionary.values)
            }
            if level.isEmpty { return false }
        }
        return true
    }

    var notOne: JSONError { JSONError(kind: damage, message: "the bytes are no \(noun)") }

    func damaged(_ what: String) -> JSONError { JSONError(kind: damage, message: "the \(noun) is damaged: \(what)") }

    // MARK: - Values

    /// Returns the value with this number, which is an index in the table of offsets.
    func value(_ number: Int) throws(JSONError) -> Value {
        guard (0..<count).contains(number), let at = Int(exactly: integer(offsets + number * offsetSize, offsetSize)),
            (8..<offsets).contains(at)
        else { throw damaged("a value is not where it should be") }
        let (marker, low) = (bytes[at] >> 4, Int(bytes[at] & 15))
        switch marker {
        case 0x0:
            switch low {
            case 0: return .null
            case 8, 9: return .bool(low == 9)
            default: throw unknown(at)
            }
        case 0x1 where low <= 4:
            let content = try range(at + 1, 1, of: 1 << low)
            if low == 4 { return .integer(high: integer(at + 1, 8), low: integer(at + 9, 8)) }
            let low = integer(content.lowerBound, content.count)
            return .integer(high: content.count == 8 && Int64(bitPattern: low) < 0 ? .max : 0, low: low)  // shorter integers have no sign
        case 0x2 where low == 2:
            return .real(Double(Float(bitPattern: UInt32(integer(try range(at + 1, 1, of: 4).lowerBound, 4)))))
        case 0x2 where low == 3: return .real(Double(bitPattern: integer(try range(at + 1, 1, of: 8).lowerBound, 8)))
        case 0x3 where low == 3: return .date(Double(bitPattern: integer(try range(at + 1, 1, of: 8).lowerBound, 8)))
        case 0x4: return .data(try counted(at, 1))
        case 0x5: return .ascii(try counted(at, 1))
        case 0x6: return .utf16(try counted(at, 2))
        case 0x8 where low < 8: return .reference(integer(try range(at + 1, 1, of: low + 1).lowerBound, low + 1))
        case 0xA: return .array(numbers(try counted(at, numberSize)))
        case 0xD:
            let all = try counted(at, 2 * numberSize)
            let middle = all.lowerBound + all.count / 2
            return .dictionary(keys: numbers(all.lowerBound..<middle), values: numbers(middle..<all.upperBound))
        default: throw unknown(at)
        }
    }

    /// Returns the number of a container's element, which is an index in the table of offsets. `value(_:)` takes this number.
    ///
    /// - Parameter index: the element's index in the container.
    func number(_ index: Int, of numbers: Numbers) -> Int {
        Int(clamping: integer(numbers.start + index * numberSize, numberSize))
    }

    private func numbers(_ range: Range<Int>) -> Numbers { Numbers(start: range.lowerBound, count: range.count / numberSize) }

    private func unknown(_ at: Int) -> JSONError {
        switch bytes[at] >> 4 {
        case 0xB, 0xC: damaged("it holds a set, which property lists do not have")
        default: damaged("it holds a value of an unknown kind (0x\(String(bytes[at], radix: 16)))")
        }
    }

    /// Returns where the content of the value at `at` lies in the bytes. The low four bits of the value's first byte give the number of
    /// elements; if they are 15, the integer after this byte does.
    /// - Parameter size: the size of an element in bytes.
    private func counted(_ at: Int, _ size: Int) throws(JSONError) -> Range<Int> {
        let low = UInt64(bytes[at] & 15)
        guard low == 15 else { return try range(at + 1, size, of: low) }
        let marker = try range(at + 1, 1, of: 1).lowerBound
        guard (0x10...0x13).contains(bytes[marker]) else { throw damaged("a count is no integer") }
        let count = try range(at + 2, 1, of: 1 << (bytes[marker] & 15))
        return try range(count.upperBound, size, of: integer(count.lowerBound, count.count))
    }

    /// Returns the range of `count` elements of `size` bytes from `start` on. Throws if they do not end before the table of offsets.
    private func range(_ start: Int, _ size: Int, of count: some BinaryInteger) throws(JSONError) -> Range<Int> {
        guard start <= offsets, count <= (offsets - start) / size else { throw damaged("a value is cut off") }
        return start..<start + Int(count) * size
    }

    /// Reads a big-endian integer of `size` bytes (at most 8). The caller has checked that the bytes exist.
    private func integer(_ start: Int, _ size: Int) -> UInt64 {
        bytes[start..<start + size].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
#endif
