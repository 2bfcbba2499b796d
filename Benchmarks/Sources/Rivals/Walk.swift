import CForeign
import Harness
import Yoke

/// Counts and sums over all values of a document. A string is summed up by its length, and not by its bytes.
public struct Walk: Equatable {
    private var values: UInt64 = 0, integers: UInt64 = 0, bytes: UInt64 = 0, trues: UInt64 = 0
    private var doubles = 0.0

    @usableFromInline
    init() {}

    init(_ sum: foreign_walk) {
        (values, integers, bytes, trues, doubles) = (sum.values, sum.integers, sum.bytes, sum.trues, sum.doubles)
    }

    /// True if `a` and `b` can be sums over the same document. The sums of doubles may differ by rounding, because members can be added in
    /// different orders.
    public static func == (a: Walk, b: Walk) -> Bool {
        (a.values, a.integers, a.bytes, a.trues) == (b.values, b.integers, b.bytes, b.trues)
            && abs(a.doubles - b.doubles) <= 1e-9 * max(1, abs(a.doubles))
    }

    /// Reads a text as a `JSONValue`, visits every value and adds it to a sum, and frees the `JSONValue`.
    public static func values(_ text: [UInt8], _ options: JSONReadOptions) -> Making<Walk> {
        Making {
            var walk = Walk()
            walk.add(try JSONValue(json: text, options: options))
            return walk
        }
    }

    /// Sums up every value of a text by `JSONView`.
    public static func views(_ text: [UInt8], _ options: JSONReadOptions) -> Making<Walk> {
        Making {
            var walk = Walk()
            try JSONView.read(text, options: options) { walk.add($0) }
            return walk
        }
    }

    private mutating func add(_ value: JSONValue) {
        values += 1
        switch value {
        case .null: break
        case .bool(let value): trues += value ? 1 : 0
        case .number(let number): add(number.int64, number.uint64, number.double)
        case .string(let string): bytes += UInt64(string.utf8.count)
        case .array(let array): for element in array { add(element) }
        case .object(let object):
            for (key, value) in object {
                bytes += UInt64(key.utf8.count)
                add(value)
            }
        }
    }

    private mutating func add(_ view: borrowing JSONView) {
        values += 1
        switch view.kind {
        case .null: break
        case .bool: trues += view.bool == true ? 1 : 0
        case .number: add(view.int64, view.uint64, view.double)
        case .string: bytes += UInt64(view.withUTF8 { $0.count } ?? 0)
        case .array:
            var elements = view.elements
            while let element = elements.next() { add(element) }
        case .object:
            var members = view.members
            while let member = members.next() {
                bytes += UInt64(member.key.withUTF8 { $0.count } ?? 0)
                add(member.value)
            }
        }
    }

    private mutating func add(
        _ int64: @autoclosure () -> Int64?, _ uint64: @autoclosure () -> UInt64?, _ double: @autoclosure () -> Double?
    ) {
        if let value = int64() {
            integers &+= UInt64(bitPattern: value)
        } else if let value = uint64() {
            integers &+= value
        } else if let value = double() {
            doubles += value
        }
    }
}
