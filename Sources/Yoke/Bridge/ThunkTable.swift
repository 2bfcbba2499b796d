internal import CYoke

/// Makes the tables of Swift functions that C calls (`yoke_thunks`). Most of these functions call a closure of a type's `Thunks` object.
enum ThunkTable {
    /// The table for writers. A writer looks directly at the memory of Strings, arrays and dictionaries, so Yoke first checks with samples
    /// that it knows their layouts. The check takes time, so it runs only when the first writer needs this table.
    nonisolated(unsafe) static let writing = allocated(knowing(reading()))

    /// Allocates a table that lives as long as the process.
    static func allocated(_ table: yoke_thunks) -> UnsafePointer<yoke_thunks> {
        let memory = UnsafeMutablePointer<yoke_thunks>.allocate(capacity: 1)
        memory.initialize(to: table)
        return UnsafePointer(memory)
    }

    /// Returns a copy of the table that also says whether Yoke knows the memory layouts of Strings, arrays and dictionaries. Writers, and
    /// readers that overwrite a value, look at the memory of these types.
    static func knowing(_ table: yoke_thunks) -> yoke_thunks {
        var table = table
        table.knows_strings = SwiftLayout.isStringKnown
        table.knows_arrays = SwiftLayout.isArrayKnown
        table.knows_dictionaries = SwiftLayout.isDictionaryKnown
        return table
    }

    static func reading() -> yoke_thunks {
        var table = yoke_thunks()
        table.short_strings = StringMaking.isSmallKnown
        table.string_objects = StringMaking.objects
        table.string = { to, bytes, count, ascii in
            let string = makeValidString(UnsafeBufferPointer(start: bytes, count: count), isASCII: ascii)
            to.unsafelyUnwrapped.initializeMemory(as: String.self, to: string)
        }
        table.text = { context, to, bytes, count in
            attempt { try Thunks.of(context).text(to.unsafelyUnwrapped, UnsafeBufferPointer(start: bytes, count: count)) }
        }
        table.destroy = { context, at, count in Thunks.of(context).destroy(at.unsafelyUnwrapped, count) }
        table.move = { context, to, from, count in
            Thunks.of(context).move(to.unsafelyUnwrapped, from.unsafelyUnwrapped, count)
        }
        table.array = { context, to, from, count in Thunks.of(context).array(to.unsafelyUnwrapped, from, count) }
        table.dictionary = { context, to, from, count, keepsFirst in
            Thunks.of(context).dictionary(to.unsafelyUnwrapped, from, count, keepsFirst)
        }
        table.key = { context, bytes, count in attempt { try Thunks.of(context).key(UnsafeBufferPointer(start: bytes, count: count)) } }
        table.destroy_pairs = { context, at, count, half in
            Thunks.of(context).destroyPairs(at.unsafelyUnwrapped, count, half)
        }
        table.make = { context, reader, to, from in
            attempt { try Thunks.of(context).make(to, from.unsafelyUnwrapped, reader) }
        }
        table.initial = { context, to in Thunks.of(context).initial(to.unsafelyUnwrapped) }
        table.document = { context, to, tape, document in
            attempt { try Thunks.of(context).document(to.unsafelyUnwrapped, tape.unsafelyUnwrapped, document.unsafelyUnwrapped) }
        }
        table.release = { owner in Unmanaged<AnyObject>.fromOpaque(owner.unsafelyUnwrapped).release() }
        addRules(to: &table)
        addOverwriting(to: &table)
        addGrowing(to: &table)
        addUpdating(to: &table)
        addWriting(to: &table)
        return table
    }
}

/// Calls `body`. Returns nil if `body` succeeds. If `body` throws, returns the error as a retained object for C, which `ThunkFailure.take`
/// releases.
@inline(__always)
func attempt(_ body: () throws -> Void) -> UnsafeMutableRawPointer? {
    do {
        try body()
        return nil
    } catch {
        return ThunkFailure.opaque(error)
    }
}
