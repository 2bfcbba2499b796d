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
        // Arrays of objects may be those of Objective-C.
        guard !(Element.self is AnyClass) else { return thunks }
        thunks.borrowElements = { at in
            guard isHeldOnce(at) else { return (nil, 0) }
            return at.assumingMemoryBound(to: [Element].self).pointee.withUnsafeMutableBufferPointer {
                (UnsafeMutableRawPointer($0.baseAddress), $0.count)
            }
        }
        thunks.overwrites = true
        thunks.overwrite = { at, kept, from, count in
            let array = at.assumingMemoryBound(to: [Element].self)
            if _isPOD(Element.self) { return overwritePlain(&array.pointee, UnsafeRawPointer(from), count) }
            guard isHeldOnce(at), array.pointee.capacity >= kept + count else {
                if kept > 0 {
                    appendElements(&array.pointee, from, count)
                } else {
                    array.pointee = takeElements(from, count)
                }
                return
            }
            let surplus = array.pointee.count - kept
            if surplus > 0 { array.pointee.removeLast(surplus) }
            appendElements(&array.pointee, from, count)
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
        thunks.iterationBegin = { state, at, _ in
            let set = at.assumingMemoryBound(to: Set<Element>.self).pointee
            state.initializeMemory(as: Set<Element>.Iterator.self, to: set.makeIterator())
        }
        thunks.iterationNext = { state, value, writer in
            guard let next = state.assumingMemoryBound(to: Set<Element>.Iterator.self).pointee.next() else { return false }
            beginElement(writer)
            value.initializeMemory(as: Element.self, to: next)
            return true
        }
        thunks.iterationEnd = { state in
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

/// Moves `count` elements to an array's end.
@inlinable
func appendElements<Element>(_ array: inout [Element], _ from: UnsafeMutableRawPointer?, _ count: Int) {
    guard count > 0, let elements = from?.assumingMemoryBound(to: Element.self) else { return }
    array.reserveCapacity(array.count + count)
    for i in 0..<count { array.append((elements + i).move()) }
}

/// Puts `count` elements of plain bits in the place of an array's own, in its memory if that has room and nobody else holds it.
@inlinable
func overwritePlain<Element>(_ array: inout [Element], _ from: UnsafeRawPointer?, _ count: Int) {
    let new = UnsafeBufferPointer(start: from?.assumingMemoryBound(to: Element.self), count: count)
    guard array.capacity >= count, withUnsafeMutablePointer(to: &array, { isHeldOnce($0) }) else {
        array = Array(new)
        return
    }
    if count > 0, array.count == count {
        array.withUnsafeMutableBufferPointer { $0.baseAddress.unsafelyUnwrapped.update(from: new.baseAddress.unsafelyUnwrapped, count: count) }
    } else {
        array.removeAll(keepingCapacity: true)
        if count > 0 { array.append(contentsOf: new) }
    }
}

/// Whether nobody else holds the memory of the array at the address.
@inlinable @inline(__always)
func isHeldOnce(_ at: UnsafeMutableRawPointer) -> Bool {
    isKnownUniquelyReferenced(&at.assumingMemoryBound(to: HeapObject.self).pointee)
}

/// Any object of Swift's own, as it is counted. (`AnyObject` would be opened for the call, and a copy asked.)
@usableFromInline
final class HeapObject {}

/// What stands before an element of a set.
@usableFromInline
func beginElement(_ writer: UnsafeMutableRawPointer) {
    yoke_writer_element(writer.assumingMemoryBound(to: yoke_writer.self))
}
