internal import CYoke

extension Thunks {
    /// Returns the thunks (callbacks for C) of arrays. Reading makes an array with one allocation, from elements that lie side by side.
    /// Writing borrows the array's own buffer, or iterates over an array that may be an NSArray.
    @inlinable
    static func array<Element>(of type: Element.Type) -> Thunks {
        let thunks = Thunks()
        thunks.array = { to, from, count in
            to.initializeMemory(as: [Element].self, to: takeElements(from, count))
        }
        thunks.movesBytes = _isBitwiseTakable(Element.self)
        // The address of the elements stays valid as long as the array lives unchanged. The writer uses the address only while it borrows
        // the written value, so the array lives unchanged.
        thunks.elements = { at in
            at.assumingMemoryBound(to: [Element].self).pointee.withUnsafeBufferPointer {
                (UnsafeRawPointer($0.baseAddress), $0.count)
            }
        }
        thunks.grow = { at, kept, from, count in
            let array = at.assumingMemoryBound(to: [Element].self)
            array.pointee.removeLast(array.pointee.count - kept)
            array.pointee.append(contentsOf: UnsafeBufferPointer(start: from?.assumingMemoryBound(to: Element.self), count: count))
        }
        guard !areObjects(Element.self) else {
            addIteration(over: [Element].self, to: thunks)
            return thunks
        }
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

    /// Returns the thunks (callbacks for C) of sets. Reading works as for arrays. Writing iterates over the set.
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
        thunks.isSet = true
        addIteration(over: Set<Element>.self, to: thunks)
        return thunks
    }

    /// Returns the size of the iterator, in bytes, for an array that may be an NSArray; 0 for other arrays. On Apple's platforms, a cast of
    /// an NSArray to `[Model]`, for a class `Model`, keeps the NSArray. Its elements do not lie side by side in memory, so the writer
    /// iterates over them.
    @inlinable
    static func iterationSize<Element>(ofArraysOf type: Element.Type) -> Int {
        #if canImport(ObjectiveC)
        return areObjects(Element.self) ? MemoryLayout<[Element].Iterator>.size : 0
        #else
        return 0
        #endif
    }

    /// Returns true for classes, and for existentials that are one word wide, such as AnyObject and Objective-C's protocols.
    @inlinable
    static func areObjects<Element>(_ type: Element.Type) -> Bool {
        if type is AnyClass { return true }
        guard MemoryLayout<Element>.size == MemoryLayout<AnyObject>.size, !_isPOD(Element.self) else { return false }
        return String(describing: Swift.type(of: type as Any.Type)).hasSuffix(".Protocol")
    }

    /// Sets the thunks with which the writer iterates over the elements.
    @inlinable
    static func addIteration<Elements: Sequence>(over type: Elements.Type, to thunks: Thunks) {
        thunks.iterationBegin = { state, at, _ in
            let elements = at.assumingMemoryBound(to: Elements.self).pointee
            state.initializeMemory(as: Elements.Iterator.self, to: elements.makeIterator())
        }
        thunks.iterationNext = { state, value, writer in
            guard let next = state.assumingMemoryBound(to: Elements.Iterator.self).pointee.next() else { return false }
            beginElement(writer)
            value.initializeMemory(as: Elements.Element.self, to: next)
            return true
        }
        thunks.iterationEnd = { state in
            state.assumingMemoryBound(to: Elements.Iterator.self).deinitialize(count: 1)
        }
    }
}

/// Moves `count` elements, which begin at the address `from`, into a new array.
@inlinable
func takeElements<Element>(_ from: UnsafeMutableRawPointer?, _ count: Int) -> [Element] {
    guard count > 0, let from else { return [] }
    let elements = from.assumingMemoryBound(to: Element.self)
    if _isPOD(Element.self) { return Array(UnsafeBufferPointer(start: elements, count: count)) }
    if count >= 16 {
        // Moves all elements at once. For fewer than 16 elements, the call of the initialiser's closure takes longer than the loop below.
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

/// Moves `count` elements, which begin at the address `from`, to an array's end.
@inlinable
func appendElements<Element>(_ array: inout [Element], _ from: UnsafeMutableRawPointer?, _ count: Int) {
    guard count > 0, let elements = from?.assumingMemoryBound(to: Element.self) else { return }
    array.reserveCapacity(array.count + count)
    for i in 0..<count { array.append((elements + i).move()) }
}

/// Replaces the elements of an array by `count` elements that are plain bits without references. Reuses the array's memory if it has
/// room and is not shared.
@inlinable
func overwritePlain<Element>(_ array: inout [Element], _ from: UnsafeRawPointer?, _ count: Int) {
    let new = UnsafeBufferPointer(start: from?.assumingMemoryBound(to: Element.self), count: count)
    guard array.capacity >= count, withUnsafeMutablePointer(to: &array, { isHeldOnce($0) }) else {
        array = Array(new)
        return
    }
    if count > 0, array.count == count {
        array.withUnsafeMutableBufferPointer {
            $0.baseAddress.unsafelyUnwrapped.update(from: new.baseAddress.unsafelyUnwrapped, count: count)
        }
    } else {
        array.removeAll(keepingCapacity: true)
        if count > 0 { array.append(contentsOf: new) }
    }
}

/// Returns true if the reference at the address (an array, or the object of a String) is the only reference to its object.
@inlinable @inline(__always)
func isHeldOnce(_ at: UnsafeMutableRawPointer) -> Bool {
    isKnownUniquelyReferenced(&at.assumingMemoryBound(to: HeapObject.self).pointee)
}

/// Stands for any native Swift object in `isHeldOnce`. (With `AnyObject` as the type, Swift would copy the reference for the call, so an
/// object would always have two references.)
@usableFromInline
final class HeapObject {}

/// Writes the comma before an element, if needed, when the writer iterates over an array or set.
@usableFromInline
func beginElement(_ writer: UnsafeMutableRawPointer) {
    yoke_writer_element(writer.assumingMemoryBound(to: yoke_writer.self))
}
