import CForeign
import Yoke

/// Sums over all scalars of a value. Every contender, in any language, must have the same sums for a value. Sums are modulo 2^64, so that
/// the order of dictionaries does not matter.
public struct Checksum: Equatable {
    private var strings: UInt64 = 0, text: UInt64 = 0
    private var integers: UInt64 = 0, total: UInt64 = 0
    private var doubles: UInt64 = 0, bits: UInt64 = 0
    private var booleans: UInt64 = 0, trues: UInt64 = 0
    private var nothing: UInt64 = 0, elements: UInt64 = 0, members: UInt64 = 0

    /// Sums up a value by reflection. This is slow, but needs no list of fields written by hand. In such a list, the same field could be
    /// missing as in a contender's reader.
    public init(of value: Any) { add(value) }

    init(_ sum: foreign_sum) {
        (strings, text) = (sum.strings, sum.text)
        (integers, total) = (sum.integers, sum.total)
        (doubles, bits) = (sum.doubles, sum.bits)
        (booleans, trues) = (sum.booleans, sum.trues)
        (nothing, elements, members) = (sum.nothing, sum.elements, sum.members)
    }

    private mutating func add(_ value: Any) {
        switch value {
        case let numbers as [Double]:  // most values of the corpus canada; reflection would take long
            elements += UInt64(numbers.count)
            for number in numbers { add(number) }
        case let number as Double: add(number)
        case let number as UInt64: add(number)
        case let number as Int: add(UInt64(bitPattern: Int64(number)))
        case let truth as Bool: add(truth)
        case let string as String: add(string)
        case let document as JSONValue: add(document)
        default: addParts(of: Mirror(reflecting: value))
        }
    }

    /// Sums up a document: numbers count as doubles, and keys count as strings.
    private mutating func add(_ document: JSONValue) {
        if let object = document.object {
            members += UInt64(object.count)
            for (key, value) in object {
                add(key)
                add(value)
            }
        } else if let array = document.array {
            elements += UInt64(array.count)
            for element in array { add(element) }
        } else if let number = document.double {
            add(number)
        } else if let string = document.string {
            add(string)
        } else if let truth = document.bool {
            add(truth)
        } else {
            nothing += 1
        }
    }

    private mutating func add(_ number: Double) {
        doubles += 1
        bits &+= number.bitPattern
    }

    private mutating func add(_ number: UInt64) {
        integers += 1
        total &+= number
    }

    private mutating func add(_ truth: Bool) {
        booleans += 1
        trues += truth ? 1 : 0
    }

    private mutating func add(_ string: String) {
        strings += 1
        text &+= string.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    private mutating func addParts(of mirror: Mirror) {
        switch mirror.displayStyle {
        case .optional where mirror.children.isEmpty: nothing += 1
        case .collection: elements += UInt64(mirror.children.count)
        case .dictionary: members += UInt64(mirror.children.count)
        default: break  // a struct, a pair in a dictionary, or a box
        }
        for child in mirror.children { add(child.value) }
    }
}
