internal import CYoke

extension Thunks {
    /// Arrays: made from elements in a row in one allocation, lent to the writer as they lie.
    @inlinable
    static func array<Element>(of type: Element.Type) -> Thunks {
        let thunks = Thunks()
        thunks.array = { to, from, count in
            to.initializeMemory(as: [Element].self, to: takeElements(from, count))
        }
        // The array's own buffer. It stays where it is as long as the array is alive and unchanged, which is as long as
        // the value being written is borrowed.
        thunks.elements = { at in
            at.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
                (UnsafeRawPointer($0.baseAddress), $0.count)
            }
        }
        return thunks
    }

    /// Sets: read as an array is, written by walking.
    @inlinable
    static func set<Element: Hashable>(of type: Element.Type) -> Thunks {
        let thunks = Thunks()
        thunks.array = { to, from, count in
            var set = Set<Element>(minimumCapacity: count)
            if let elements = from?.assumingMemoryBound(to: Element.self) {
                for i in 0..<count { set.insert((elements + i).move()) }
            }
            to.initializeMemory(as: Set<Element>.self, to: set)
        }
        thunks.walkBegin = { state, at, _ in
            let set = at.assumingMemoryBound(to: Set<Element>.self).pointee
            state.initializeMemory(as: Set<Element>.Iterator.self, to: set.makeIterator())
        }
        thunks.walkNext = { state, value, writer in
            guard let next = state.assumingMemoryBound(to: Set<Element>.Iterator.self).pointee.next() else { return false }
            beginElement(writer)
            value.initializeMemory(as: Element.self, to: next)
            return true
        }
        thunks.walkEnd = { state in
            state.assumingMemoryBound(to: Set<Element>.Iterator.self).deinitialize(count: 1)
        }
        return thunks
    }
}

/// Moves `count` elements into an array.
@inlinable
func takeElements<Element>(_ from: UnsafeMutableRawPointer?, _ count: Int) -> [Element] {
    guard count > 0, let from else { return [] }
    let elements = from.assumingMemoryBound(to: Element.self)
    if _isPOD(Element.self) { return Array(UnsafeBufferPointer(start: elements, count: count)) }
    if count >= 16 {
        // All at once; the closure costs more than it saves for a few.
        return Array(unsafeUninitializedCapacity: count) { buffer, initialized in
            buffer.baseAddress?.moveInitialize(from: elements, count: count)
            initialized = count
        }
    }
    var array: [Element] = []
    array.reserveCapacity(count)
    for i in 0..<count { array.append((elements + i).move()) }
    return array
}

/// What stands before an element of a set.
@usableFromInline
func beginElement(_ writer: UnsafeMutableRawPointer) {
    yoke_writer_element(writer.assumingMemoryBound(to: yoke_writer.self))
}
