internal import CYoke
import Foundation
import Yoke

/// A type from the standard library whose values the decoder makes without a container.
protocol DirectlyDecodable {
    static func read(
        _ session: DecodingSession, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        into memory: UnsafeMutableRawPointer) throws
}

extension Optional: DirectlyDecodable where Wrapped: Decodable {
    static func read(
        _ session: DecodingSession, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        into memory: UnsafeMutableRawPointer
    ) throws {
        let value = try session.nest(place, parent, key) { () throws -> Wrapped? in
            place.isNull ? nil : try session.value(Wrapped.self, place, session.current, nil)
        }
        memory.initializeMemory(as: Wrapped?.self, to: value)
    }
}

extension Dictionary: DirectlyDecodable where Key == String, Value: Decodable {
    static func read(
        _ session: DecodingSession, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        into memory: UnsafeMutableRawPointer
    ) throws {
        memory.initializeMemory(as: [String: Value].self, to: try session.dictionary(Value.self, place, parent, key))
    }
}

extension Array: DirectlyDecodable where Element: Decodable {
    static func read(
        _ session: DecodingSession, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        into memory: UnsafeMutableRawPointer
    ) throws {
        try session.nest(place, parent, key) {
            guard place.isArray else { throw session.noContainer([Any].self, place, session.current, "unkeyed") }
            memory.initializeMemory(as: [Element].self, to: try session.elements(Element.self, place, session.current))
        }
    }
}

extension DecodingSession {
    /// The elements of an array.
    @inline(__always)
    fileprivate func elements<Element: Decodable>(
        _ type: Element.Type, _ array: Place, _ frame: UnsafeMutablePointer<Frame>
    ) throws -> [Element] {
        var result: [Element] = []
        // Elements may be larger than their text, so a long array grows with what is really made.
        result.reserveCapacity(min(array.count, max(16, 1 << 16 / MemoryLayout<Element>.stride)))
        var next = array.inside
        var index = 0
        let count = array.count
        while index < count {
            result.append(try lend(IndexKey(index)) { try value(type, next, frame, $0) })
            index += 1
            next = next.after
            next.text += 1  // a comma, or the bracket at the end
        }
        return result
    }
}

// MARK: - Arrays of scalars

/// Reads the elements of an array one after the other, with a reader for this type of elements.
extension DecodingSession {
    @inline(__always)
    fileprivate func list<Element>(
        _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        _ read: (Place, inout Place, UnsafeMutablePointer<Frame>, Int) throws -> Element
    ) throws -> [Element] {
        try nest(place, parent, key) {
            let frame = current
            guard place.isArray else { throw noContainer([Any].self, place, frame, "unkeyed") }
            if place.count == 0 { return [] }
            return try [Element](unsafeUninitializedCapacity: place.count) { memory, made in
                let start = memory.baseAddress.unsafelyUnwrapped
                var next = place.inside
                var index = 0
                let count = place.count
                while index < count {
                    var end = next
                    (start + index).initialize(to: try read(next, &end, frame, index))
                    index += 1
                    made = index
                    next = end
                    next.text += 1  // a comma, or the bracket at the end
                }
            }
        }
    }

    fileprivate func doubles(_ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?) throws -> [Double] {
        try list(place, parent, key) { place, end, frame, index in
            var past = place.text
            let value = try double(place, &past) { path(of: frame, IndexKey(index)) }
            end = past == place.text ? place.after : Place(text: past, node: place.node)
            return value
        }
    }

    fileprivate func doubleLists(_ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?) throws -> [[Double]] {
        try list(place, parent, key) { place, end, frame, index in
            let value = try lend(IndexKey(index)) { try doubles(place, frame, $0) }
            end = place.after
            return value
        }
    }
}

enum DoubleList: DirectlyDecodable {
    static func read(
        _ session: DecodingSession, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        into memory: UnsafeMutableRawPointer
    ) throws {
        memory.initializeMemory(as: [Double].self, to: try session.doubles(place, parent, key))
    }
}

enum DoubleLists: DirectlyDecodable {
    static func read(
        _ session: DecodingSession, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        into memory: UnsafeMutableRawPointer
    ) throws {
        memory.initializeMemory(as: [[Double]].self, to: try session.doubleLists(place, parent, key))
    }
}

enum DoubleListLists: DirectlyDecodable {
    static func read(
        _ session: DecodingSession, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        into memory: UnsafeMutableRawPointer
    ) throws {
        let lists = try session.list(place, parent, key) { place, end, frame, index in
            let value = try lend(IndexKey(index)) { try session.doubleLists(place, frame, $0) }
            end = place.after
            return value
        }
        memory.initializeMemory(as: [[[Double]]].self, to: lists)
    }
}

enum IntList: DirectlyDecodable {
    static func read(
        _ session: DecodingSession, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        into memory: UnsafeMutableRawPointer
    ) throws {
        let numbers = try session.list(place, parent, key) { place, end, frame, index in
            var past = place.text
            let value = try session.integer(Int.self, place, &past) { session.path(of: frame, IndexKey(index)) }
            end = past == place.text ? place.after : Place(text: past, node: place.node)
            return value
        }
        memory.initializeMemory(as: [Int].self, to: numbers)
    }
}

enum StringList: DirectlyDecodable {
    static func read(
        _ session: DecodingSession, _ place: Place, _ parent: UnsafeMutablePointer<Frame>, _ key: KeyReference?,
        into memory: UnsafeMutableRawPointer
    ) throws {
        let strings = try session.list(place, parent, key) { place, end, frame, index in
            var past = place.text
            let value = try session.string(place, &past) { session.path(of: frame, IndexKey(index)) }
            end = Place(text: past, node: place.node)
            return value
        }
        memory.initializeMemory(as: [String].self, to: strings)
    }
}
