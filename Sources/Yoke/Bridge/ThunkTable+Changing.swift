internal import CYoke

extension ThunkTable {
    /// Adds the functions that C calls to overwrite an existing value in place while C reads a text.
    static func addOverwriting(to table: inout yoke_thunks) {
        table.overwrite_string = { at, bytes, count, ascii in
            let string = makeValidString(UnsafeBufferPointer(start: bytes, count: count), isASCII: ascii)
            at.unsafelyUnwrapped.assumingMemoryBound(to: String.self).pointee = string
        }
        table.borrow = { context, at, count in
            let (elements, n) = Thunks.of(context).borrowElements(at.unsafelyUnwrapped)
            count.unsafelyUnwrapped.pointee = n
            return elements?.assumingMemoryBound(to: UInt8.self)
        }
        table.overwrite = { context, at, kept, from, count in Thunks.of(context).overwrite(at.unsafelyUnwrapped, kept, from, count) }
    }

    /// Adds the functions that C calls for a `JSONGrowing`: they make a value from the chunks that have come, before the rest of the text
    /// comes.
    static func addGrowing(to table: inout yoke_thunks) {
        table.grow = { context, at, kept, from, count in
            guard let grow = Thunks.of(context).grow else { return false }
            if let at { grow(at, kept, from, count) }
            return true
        }
        table.copy_pair = { context, to, from, hasValue in
            Thunks.of(context).copyPair(to.unsafelyUnwrapped, UnsafeMutableRawPointer(mutating: from.unsafelyUnwrapped), hasValue)
        }
        table.append = { at, bytes, count in
            let more = makeValidString(UnsafeBufferPointer(start: bytes, count: count), isASCII: false)
            at.unsafelyUnwrapped.assumingMemoryBound(to: String.self).pointee += more
        }
    }

    /// Adds the functions that C calls to update an existing value, also by a merge patch.
    static func addUpdating(to table: inout yoke_thunks) {
        table.copy = { context, to, from in Thunks.of(context).copy(to.unsafelyUnwrapped, from.unsafelyUnwrapped) }
        table.find = { context, dictionary, pair, to in
            Thunks.of(context).find(dictionary.unsafelyUnwrapped, pair.unsafelyUnwrapped, to.unsafelyUnwrapped)
        }
        table.put = { context, dictionary, pair, hasValue in
            Thunks.of(context).put(dictionary.unsafelyUnwrapped, pair.unsafelyUnwrapped, hasValue)
        }
        table.update_class = { context, at, failure in
            do {
                return try Thunks.of(context).updateClass(at.unsafelyUnwrapped)?.assumingMemoryBound(to: yoke_slot.self)
            } catch {
                failure.unsafelyUnwrapped.pointee = ThunkFailure.opaque(error)
                return nil
            }
        }
        table.patch = { context, slot, at, around, text, count, choice in
            attempt {
                try Thunks.of(context).patch(
                    UnsafeRawPointer(slot.unsafelyUnwrapped), at, UnsafeRawPointer(around),
                    UnsafeBufferPointer(start: text, count: count), UnsafeMutableRawPointer(choice.unsafelyUnwrapped))
            }
        }
        table.leaves_member = { context, slot, at, around, group, text, count, failure in
            do {
                return try Thunks.of(context).leavesMember(
                    UnsafeRawPointer(slot.unsafelyUnwrapped), at, UnsafeRawPointer(around.unsafelyUnwrapped),
                    UnsafeRawPointer(group.unsafelyUnwrapped), UnsafeBufferPointer(start: text, count: count))
            } catch {
                failure.unsafelyUnwrapped.pointee = ThunkFailure.opaque(error)
                return true
            }
        }
    }
}
