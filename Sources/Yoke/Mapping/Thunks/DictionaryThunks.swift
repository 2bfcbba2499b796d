internal import CYoke

extension Thunks {
    /// Returns the thunks (callbacks for C) of dictionaries with String keys.
    @inlinable
    static func dictionary<Value>(of type: Value.Type) -> Thunks {
        let thunks = Thunks()
        thunks.dictionary = { to, from, count, _ in
            // Adds the pairs one by one, because the initialiser `uniqueKeysWithValues` would stop the program at a repeated key. The last
            // pair with a key counts. If the call asks for the first pair, C has already dropped the later pairs with the same key.
            var model = [String: Value](minimumCapacity: count)
            for i in 0..<count {
                let pair = Pair<Value>(from.unsafelyUnwrapped, i)
                model.updateValue(pair.value.move(), forKey: pair.key.move())
            }
            let entries = model.count
            to.initializeMemory(as: [String: Value].self, to: model)
            return entries
        }
        thunks.destroyPairs = { at, count, half in
            for i in 0..<count { Pair<Value>(at, i).destroy() }
            if half { Pair<Value>(at, count).key.deinitialize(count: 1) }
        }
        thunks.copyPair = { to, from, hasValue in
            let (old, new) = (Pair<Value>(from, 0), Pair<Value>(to, 0))
            new.key.initialize(to: old.key.pointee)
            if hasValue { new.value.initialize(to: old.value.pointee) }
        }
        // C calls `move` and `destroy` for different types: `move` for key-value pairs that are not yet in a dictionary, `destroy` for
        // entire dictionaries.
        thunks.move = { to, from, count in
            for i in 0..<count {
                let (old, new) = (Pair<Value>(from, i), Pair<Value>(to, i))
                new.key.moveInitialize(from: old.key, count: 1)
                new.value.moveInitialize(from: old.value, count: 1)
            }
        }
        thunks.destroy = { at, count in at.assumingMemoryBound(to: [String: Value].self).deinitialize(count: count) }
        thunks.find = { dictionary, pair, to in
            let key = pair.assumingMemoryBound(to: String.self).pointee
            guard let value = dictionary.assumingMemoryBound(to: [String: Value].self).pointee[key] else { return false }
            to.initializeMemory(as: Value.self, to: value)
            return true
        }
        thunks.put = { dictionary, pair, hasValue in
            let dictionary = dictionary.assumingMemoryBound(to: [String: Value].self), pair = Pair<Value>(pair, 0)
            if hasValue {
                dictionary.pointee.updateValue(pair.value.move(), forKey: pair.key.move())
            } else {
                dictionary.pointee.removeValue(forKey: pair.key.move())
            }
        }
        addIteration(to: thunks, of: type)
        return thunks
    }

    @inlinable
    static func addIteration<Value>(to thunks: Thunks, of type: Value.Type) {
        thunks.iterationBegin = { state, at, sorted in
            let model = at.assumingMemoryBound(to: [String: Value].self).pointee
            state.initializeMemory(as: DictionaryIterator<Value>.self, to: DictionaryIterator(model, sorted: sorted))
        }
        thunks.iterationNext = { state, value, writer in
            guard let next = state.assumingMemoryBound(to: DictionaryIterator<Value>.self).pointee.next() else { return false }
            beginMember(writer, next.key)
            value.initializeMemory(as: Value.self, to: next.value)
            return true
        }
        thunks.iterationEnd = { state in
            state.assumingMemoryBound(to: DictionaryIterator<Value>.self).deinitialize(count: 1)
        }
    }
}

/// The addresses of the key and the value of a pair that is not yet in a dictionary. In memory, the key comes first, then the value at the
/// next address with its alignment.
@frozen @usableFromInline
struct Pair<Value> {
    @usableFromInline let key: UnsafeMutablePointer<String>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    @inlinable static var alignment: Int { max(MemoryLayout<String>.alignment, MemoryLayout<Value>.alignment) }
    @inlinable static var valueOffset: Int { roundUp(MemoryLayout<String>.size, MemoryLayout<Value>.alignment) }
    @inlinable static var stride: Int { roundUp(valueOffset + MemoryLayout<Value>.size, alignment) }
    @inlinable static func roundUp(_ n: Int, _ alignment: Int) -> Int { (n + alignment - 1) & ~(alignment - 1) }

    @inlinable init(_ pairs: UnsafeMutableRawPointer, _ i: Int) {
        let at = pairs + i * Self.stride
        key = at.assumingMemoryBound(to: String.self)
        value = (at + Self.valueOffset).assumingMemoryBound(to: Value.self)
    }

    @inlinable func destroy() {
        key.deinitialize(count: 1)
        value.deinitialize(count: 1)
    }
}

/// Writes the key before a dictionary's value.
@usableFromInline
func beginMember(_ writer: UnsafeMutableRawPointer, _ key: String) {
    borrow(key) { yoke_writer_key(writer.assumingMemoryBound(to: yoke_writer.self), $0.baseAddress, $0.count) }
}

/// An iteration over a dictionary, in the dictionary's own order or sorted by the bytes of the keys.
@frozen @usableFromInline
struct DictionaryIterator<Value> {
    @usableFromInline var hashed: [String: Value].Iterator
    @usableFromInline var sorted: IndexingIterator<[(key: String, value: Value)]>?

    @inlinable init(_ model: [String: Value], sorted isSorted: Bool) {
        hashed = model.makeIterator()
        if isSorted {
            sorted = model.sorted { bytesPrecede($0.key, $1.key) }.makeIterator()
        }
    }

    @inlinable mutating func next() -> (key: String, value: Value)? {
        sorted == nil ? hashed.next() : sorted?.next()
    }
}
