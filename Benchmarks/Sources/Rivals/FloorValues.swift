import CorpusModels
import Yoke

// The conformances to `Floor` of numbers, strings, Optionals, arrays and dictionaries, from which models are built.

/// A scalar that fits in a word of 64 bits.
protocol FloorScalar: Floor, BitwiseCopyable {
    var word: UInt64 { get }
    init(word: UInt64)
}

extension FloorScalar {
    static func record(_ place: UnsafeMutablePointer<Self>, _ tape: inout FloorTape) { tape.words.append(place.pointee.word) }

    @inline(__always)
    static func make(_ place: UnsafeMutablePointer<Self>, _ cursor: inout FloorCursor) {
        place.initialize(to: Self(word: cursor.word()))
    }
}

extension Int: FloorScalar {
    var word: UInt64 { UInt64(bitPattern: Int64(self)) }
    @inline(__always) init(word: UInt64) { self = Int(truncatingIfNeeded: word) }
}

extension UInt64: FloorScalar {
    var word: UInt64 { self }
    @inline(__always) init(word: UInt64) { self = word }
}

extension Double: FloorScalar {
    var word: UInt64 { bitPattern }
    @inline(__always) init(word: UInt64) { self.init(bitPattern: word) }
}

extension Bool: FloorScalar {
    var word: UInt64 { self ? 1 : 0 }
    @inline(__always) init(word: UInt64) { self = word != 0 }
}

extension String: Floor {
    static func record(_ place: UnsafeMutablePointer<String>, _ tape: inout FloorTape) {
        let isASCII = place.pointee.utf8.allSatisfy { $0 < 0x80 }
        tape.words.append(UInt64(place.pointee.utf8.count) << 1 | (isASCII ? 1 : 0))
        tape.text += place.pointee.utf8
    }

    @inline(never)
    static func make(_ place: UnsafeMutablePointer<String>, _ cursor: inout FloorCursor) {
        let word = cursor.word()
        let bytes = UnsafeBufferPointer(start: cursor.text, count: Int(word >> 1))
        place.initialize(to: String(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: word & 1 != 0)))
        cursor.text += bytes.count
    }
}

extension Optional: Floor where Wrapped: Floor {
    static func record(_ place: UnsafeMutablePointer<Self>, _ tape: inout FloorTape) {
        tape.words.append(place.pointee == nil ? 0 : 1)
        if var value = place.pointee { Wrapped.record(&value, &tape) }
    }

    @inline(__always)
    static func make(_ place: UnsafeMutablePointer<Self>, _ cursor: inout FloorCursor) {
        guard cursor.word() != 0 else {
            place.initialize(to: nil)
            return
        }
        // The wrapped value is made in place, because it has the same address as the Optional.
        let value = UnsafeMutableRawPointer(place).assumingMemoryBound(to: Wrapped.self)
        Wrapped.make(value, &cursor)
        place.initialize(to: .some(value.move()))
    }
}

extension Array: Floor where Element: Floor {
    static func record(_ place: UnsafeMutablePointer<Self>, _ tape: inout FloorTape) {
        tape.words.append(UInt64(place.pointee.count))
        for var element in place.pointee { Element.record(&element, &tape) }
    }

    @inline(__always)
    static func make(_ place: UnsafeMutablePointer<Self>, _ cursor: inout FloorCursor) {
        let count = Int(cursor.word())
        if count == 0 {
            place.initialize(to: [])
        } else if Element.self == Int.self || Element.self == UInt64.self || Element.self == Double.self {
            let words = UnsafeRawPointer(cursor.words).assumingMemoryBound(to: Element.self)
            place.initialize(to: Array(UnsafeBufferPointer(start: words, count: count)))
            cursor.words += count
        } else if MemoryLayout<Element>.size <= 64 {
            place.initialize(to: appended(count, &cursor))
        } else {
            place.initialize(to: inPlace(count, &cursor))
        }
    }

    /// Makes an array of small elements. Each element is made in temporary memory, and then moved to the array.
    private static func appended(_ count: Int, _ cursor: inout FloorCursor) -> Self {
        var array = Self()
        array.reserveCapacity(count)
        withUnsafeTemporaryAllocation(of: Element.self, capacity: 1) { memory in
            guard let element = memory.baseAddress else { return }
            for _ in 0..<count {
                Element.make(element, &cursor)
                array.append(element.move())
            }
        }
        return array
    }

    /// Makes an array of large elements directly in the array's memory, so that no element is moved.
    private static func inPlace(_ count: Int, _ cursor: inout FloorCursor) -> Self {
        Self(unsafeUninitializedCapacity: count) { memory, initialized in
            guard let first = memory.baseAddress else { return }
            for index in 0..<count { Element.make(first + index, &cursor) }
            initialized = count
        }
    }
}

extension Dictionary: Floor where Key == String, Value: Floor {
    static func record(_ place: UnsafeMutablePointer<Self>, _ tape: inout FloorTape) {
        tape.words.append(UInt64(place.pointee.count))
        for member in place.pointee {
            var (key, value) = member
            String.record(&key, &tape)
            Value.record(&value, &tape)
        }
    }

    static func make(_ place: UnsafeMutablePointer<Self>, _ cursor: inout FloorCursor) {
        let count = Int(cursor.word())
        guard count > 0 else {
            place.initialize(to: [:])
            return
        }
        var members = Self(minimumCapacity: count)
        withUnsafeTemporaryAllocation(of: (String, Value).self, capacity: 1) { memory in
            guard let member = memory.baseAddress else { return }
            for _ in 0..<count {
                String.make(&member.pointee.0, &cursor)
                Value.make(&member.pointee.1, &cursor)
                let (key, value) = member.move()
                members[key] = value
            }
        }
        place.initialize(to: members)
    }
}

extension JSONBox: Floor where Value: Floor {
    static func record(_ place: UnsafeMutablePointer<JSONBox>, _ tape: inout FloorTape) {
        var value = place.pointee.value
        Value.record(&value, &tape)
    }

    static func make(_ place: UnsafeMutablePointer<JSONBox>, _ cursor: inout FloorCursor) {
        withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { memory in
            guard let value = memory.baseAddress else { return }
            Value.make(value, &cursor)
            place.initialize(to: JSONBox(value.move()))
        }
    }
}
