internal import CYoke

/// What C asks of Swift for one type. A C function pointer cannot carry a generic parameter, so each operation has one
/// trampoline (`ThunkTable`) that calls a closure of this object. The closures are made in `@inlinable` code, so that they
/// are compiled for the concrete type in the module that declares the model: methods of a generic class would run
/// unspecialised there, at four times the cost. The plan holds these objects; C refers to them unretained.
@usableFromInline
final class Thunks: @unchecked Sendable {  // written only while it is made; what the closures hold is Sendable
    @usableFromInline typealias Pointer = UnsafeMutableRawPointer

    // Reading. What is not set is never called for the kinds that the plan gives the object to.

    /// A value at the address from text.
    @exclusivity(unchecked) @usableFromInline var text: (Pointer, UnsafeBufferPointer<UInt8>) throws -> Void = { _, _ in unusedThunk() }
    /// Destroys so many values in a row.
    @exclusivity(unchecked) @usableFromInline var destroy: (Pointer, Int) -> Void = { _, _ in unusedThunk() }
    /// Moves so many values, to and from.
    @exclusivity(unchecked) @usableFromInline var move: (Pointer, Pointer, Int) -> Void = { _, _, _ in unusedThunk() }
    /// Copies a value, to and from.
    @exclusivity(unchecked) @usableFromInline var copy: (Pointer, UnsafeRawPointer) -> Void = { _, _ in unusedThunk() }
    /// Whether two values are the same, as far as their type can tell.
    @exclusivity(unchecked) @usableFromInline var isEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool = { _, _ in false }
    /// Writes nil's bytes; nil for types without one.
    @exclusivity(unchecked) @usableFromInline var storeNil: ((Pointer) -> Void)?
    /// Writes the bytes of null, for a type with a null of its own: its nil stands for an absent key.
    @exclusivity(unchecked) @usableFromInline var storeNull: ((Pointer) -> Void)?
    /// The type is only a form of what is inside: what a property says of its value (rules, the form of dates) is said of that.
    @exclusivity(unchecked) @usableFromInline var isForm = false
    /// A class that nothing inherits from, as far as its author says.
    var isFinal = false
    /// Takes over into the class at the first address what has changed in the storage at the second, which it takes.
    @exclusivity(unchecked) @usableFromInline var assign: ((Pointer, Pointer, Set<String>) throws -> Void)?
    /// The same without hooks, for what is to be as it was.
    @exclusivity(unchecked) @usableFromInline var reassign: ((Pointer, Pointer, Set<String>) throws -> Void)?
    /// What `assign` takes, if that is an object.
    var storage: JSONMapping.Child?
    /// An array at the address from so many elements.
    @exclusivity(unchecked) @usableFromInline var array: (Pointer, Pointer?, Int) -> Void = { _, _, _ in unusedThunk() }
    /// A dictionary at the address from so many pairs; whether the first of equal keys stays; the count of entries.
    @exclusivity(unchecked) @usableFromInline var dictionary: (Pointer, Pointer?, Int, Bool) -> Int = { _, _, _, _ in unusedThunk() }
    /// Throws what is wrong with a string that is no key of the dictionary; asked only if `checksKeys`.
    @exclusivity(unchecked) @usableFromInline var key: (UnsafeBufferPointer<UInt8>) throws -> Void = { _ in }
    @exclusivity(unchecked) @usableFromInline var checksKeys = false
    /// Destroys so many pairs, and whether a key alone behind them.
    @exclusivity(unchecked) @usableFromInline var destroyPairs: (Pointer, Int, Bool) -> Void = { _, _, _ in unusedThunk() }
    /// A value at the first address from the storage at the second; the third one is the reader's.
    @exclusivity(unchecked) @usableFromInline var make: (Pointer?, Pointer, Pointer?) throws -> Void = { _, _, _ in unusedThunk() }
    /// The declared initial value at the address.
    @exclusivity(unchecked) @usableFromInline var initial: (Pointer) -> Void = { _ in unusedThunk() }
    /// Dynamic JSON at the first address from the `yoke_document` at the third, which it takes, or, if that is empty, from the `yoke_tape` at
    /// the second.
    @exclusivity(unchecked) @usableFromInline
    var document: (Pointer, UnsafeRawPointer, UnsafeRawPointer) throws -> Void = { _, _, _ in unusedThunk() }

    /// Makes the value of a captured text at the address, or says what the text is to be bound as (a `yoke_choice`).
    @exclusivity(unchecked) @usableFromInline var capture: (Pointer, UnsafeBufferPointer<UInt8>, Pointer) throws -> Void = { _, _, _ in unusedThunk() }
    /// Adds an unknown member, its key and its text, to the value at the address; an update (`yoke_update`s) changes it there.
    @exclusivity(unchecked) @usableFromInline var extra: (Pointer, _ member: Pointer) throws -> Void = { _, _ in unusedThunk() }
    /// Looks at an instance whose object has ended; given the reader, and a `yoke_look`.
    @exclusivity(unchecked) @usableFromInline var after: (Pointer, Pointer?, Pointer) throws -> Void = { _, _, _ in }

    // Reading over a value that is there.

    /// The elements of the array at the address, and their count, if nobody else holds it.
    @exclusivity(unchecked) @usableFromInline var borrowElements: (Pointer) -> (Pointer?, Int) = { _ in (nil, 0) }
    /// The array at the first address keeps so many of its elements, and so many from the second one come behind them.
    @exclusivity(unchecked) @usableFromInline var overwrite: (Pointer, Int, Pointer?, Int) -> Void = { _, _, _, _ in unusedThunk() }
    /// The two are set.
    @exclusivity(unchecked) @usableFromInline var overwrites = false

    // Updating.

    /// Copies what the dictionary has for the key of the pair to the third address; whether it has anything.
    @exclusivity(unchecked) @usableFromInline var find: (UnsafeRawPointer, UnsafeRawPointer, Pointer) -> Bool = { _, _, _ in unusedThunk() }
    /// Puts the pair into the dictionary, or takes the entry of its key out if it has no value.
    @exclusivity(unchecked) @usableFromInline var put: (Pointer, Pointer, Bool) -> Void = { _, _, _ in unusedThunk() }
    /// As `ownClass`, of an instance that is to be made anew: a class without a plan of its own is an error.
    @exclusivity(unchecked) @usableFromInline var updateClass: (UnsafeRawPointer) throws -> UnsafeRawPointer? = { _ in nil }
    /// Makes the text (of a `yoke_choice`) that a merge patch makes of the value of the slot at the second address, or, without
    /// one, of nothing; none where that is the patch itself.
    @exclusivity(unchecked) @usableFromInline
    var patch: (UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeBufferPointer<UInt8>, Pointer) throws -> Void = {
        _, _, _, _, _ in unusedThunk()
    }
    /// Whether a merge patch leaves the value, if there is one, a member that tells the group from nil: a slot, the value's address, the
    /// `yoke_object` that its members stand in, the `yoke_group`, and the patch.
    @exclusivity(unchecked) @usableFromInline
    var leavesMember: (UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer, UnsafeRawPointer, UnsafeBufferPointer<UInt8>) throws -> Bool = {
        _, _, _, _, _ in unusedThunk()
    }

    // Writing. The writer is a `yoke_writer`.

    /// Whether the value is nil, at any level of Optional.
    @exclusivity(unchecked) @usableFromInline var isNil: (UnsafeRawPointer) -> Bool = { _ in false }
    /// Of an Optional: whether its outermost level is nil.
    @exclusivity(unchecked) @usableFromInline var holdsNil: (UnsafeRawPointer) -> Bool = { _ in false }
    /// Writes a scalar's text.
    @exclusivity(unchecked) @usableFromInline var borrowText: (UnsafeRawPointer, Pointer) throws -> Void = { _, _ in unusedThunk() }
    /// An array's elements, which stay where they are while it is alive, and their count.
    @exclusivity(unchecked) @usableFromInline var elements: (UnsafeRawPointer) -> (UnsafeRawPointer?, Int) = { _ in unusedThunk() }
    /// Puts an iterator over the value at the first address; whether in the order of keys.
    @exclusivity(unchecked) @usableFromInline var iterationBegin: (Pointer, UnsafeRawPointer, Bool) -> Void = { _, _, _ in unusedThunk() }
    /// Steps the iterator: writes the key, puts the value at the second address; false at the end.
    @exclusivity(unchecked) @usableFromInline var iterationNext: (Pointer, Pointer, Pointer) -> Bool = { _, _, _ in unusedThunk() }
    /// Destroys the iterator.
    @exclusivity(unchecked) @usableFromInline var iterationEnd: (Pointer) -> Void = { _ in unusedThunk() }
    /// The storage of a staged value at the first address.
    @exclusivity(unchecked) @usableFromInline var store: (Pointer, UnsafeRawPointer) throws -> Void = { _, _ in unusedThunk() }
    /// A `yoke_slot` for the class of the instance at the address, if it has a plan of its own.
    @exclusivity(unchecked) @usableFromInline var ownClass: (UnsafeRawPointer) -> UnsafeRawPointer? = { _ in nil }
    /// Writes dynamic JSON.
    @exclusivity(unchecked) @usableFromInline var writeDocument: (UnsafeRawPointer, Pointer) -> Void = { _, _ in unusedThunk() }

    /// Takes the value at the second address apart: the index of what is now at the first one, or nil if the text is written.
    @exclusivity(unchecked) @usableFromInline var project: (Pointer, UnsafeRawPointer, Pointer) throws -> Int? = { _, _, _ in unusedThunk() }

    @usableFromInline init() {}

    /// Another object of the same operations for a type that is read by way of another one.
    func copied() -> Thunks {
        let thunks = Thunks()
        (thunks.make, thunks.store, thunks.assign, thunks.reassign, thunks.isFinal) = (make, store, assign, reassign, isFinal)
        return thunks
    }
}

/// In place of an operation that the plan never asks of a type.
@usableFromInline
func unusedThunk() -> Never { preconditionFailure("the type does not serve this operation") }

/// The error that a thunk threw, on its way through C.
final class ThunkFailure {
    let error: any Error
    init(_ error: any Error) { self.error = error }

    /// Retained, for C to carry.
    static func opaque(_ error: any Error) -> UnsafeMutableRawPointer {
        Unmanaged.passRetained(ThunkFailure(error)).toOpaque()
    }

    /// Takes an error back from C.
    static func take(_ pointer: UnsafeMutableRawPointer) -> any Error {
        Unmanaged<ThunkFailure>.fromOpaque(pointer).takeRetainedValue().error
    }
}

/// The trampolines.
enum ThunkTable {
    /// One table for the process, never freed.
    nonisolated(unsafe) static let shared = make(knowsStrings: false, knowsArrays: false, knowsDictionaries: false)
    /// The same for those who look at Strings, arrays and dictionaries that are there: writers, and readers over a value. Finding out
    /// how these lie in memory takes a while, that the first read of a process can do without.
    nonisolated(unsafe) static let knowing = make(
        knowsStrings: SwiftLayout.isStringKnown, knowsArrays: SwiftLayout.isArrayKnown, knowsDictionaries: SwiftLayout.isDictionaryKnown)

    /// What a plan's type holds.
    static func thunks(_ context: UnsafeMutableRawPointer?) -> Thunks { Unmanaged.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue() }

    static func make(knowsStrings: Bool, knowsArrays: Bool, knowsDictionaries: Bool) -> UnsafePointer<yoke_thunks> {
        let table = UnsafeMutablePointer<yoke_thunks>.allocate(capacity: 1)
        table.initialize(to: reading())
        addWriting(to: &table.pointee)
        table.pointee.knows_strings = knowsStrings
        table.pointee.knows_arrays = knowsArrays
        table.pointee.knows_dictionaries = knowsDictionaries
        return UnsafePointer(table)
    }

    private static func reading() -> yoke_thunks {
        var table = yoke_thunks()
        table.short_strings = StringMaking.isSmallKnown
        table.string_objects = StringMaking.objects
        table.string = { to, bytes, count, ascii in
            let string = makeValidString(UnsafeBufferPointer(start: bytes, count: count), isASCII: ascii)
            to.unsafelyUnwrapped.initializeMemory(as: String.self, to: string)
        }
        table.text = { context, to, bytes, count in
            attempt { try object(context).text(to.unsafelyUnwrapped, UnsafeBufferPointer(start: bytes, count: count)) }
        }
        table.destroy = { context, at, count in object(context).destroy(at.unsafelyUnwrapped, count) }
        table.move = { context, to, from, count in
            object(context).move(to.unsafelyUnwrapped, from.unsafelyUnwrapped, count)
        }
        table.array = { context, to, from, count in object(context).array(to.unsafelyUnwrapped, from, count) }
        table.integers = { to, from, count in
            let from = UnsafeRawPointer(from)?.assumingMemoryBound(to: Int.self)
            to.unsafelyUnwrapped.initializeMemory(as: [Int].self, to: Array(UnsafeBufferPointer(start: from, count: count)))
        }
        table.doubles = { to, from, count in
            to.unsafelyUnwrapped.initializeMemory(as: [Double].self, to: Array(UnsafeBufferPointer(start: from, count: count)))
        }
        table.dictionary = { context, to, from, count, firstStays in
            object(context).dictionary(to.unsafelyUnwrapped, from, count, firstStays)
        }
        table.key = { context, bytes, count in attempt { try object(context).key(UnsafeBufferPointer(start: bytes, count: count)) } }
        table.destroy_pairs = { context, at, count, half in
            object(context).destroyPairs(at.unsafelyUnwrapped, count, half)
        }
        table.make = { context, reader, to, from in
            attempt { try object(context).make(to, from.unsafelyUnwrapped, reader) }
        }
        table.initial = { context, to in object(context).initial(to.unsafelyUnwrapped) }
        table.document = { context, to, tape, document in
            attempt { try object(context).document(to.unsafelyUnwrapped, tape.unsafelyUnwrapped, document.unsafelyUnwrapped) }
        }
        addRules(to: &table)
        addRefilling(to: &table)
        addUpdating(to: &table)
        addMerging(to: &table)
        return table
    }

    /// What only some plans ask for.
    private static func addRules(to table: inout yoke_thunks) {
        table.capture = { context, to, text, count, choice in
            let thunks = object(context)
            return attempt {
                try thunks.capture(
                    to.unsafelyUnwrapped, UnsafeBufferPointer(start: text, count: count), UnsafeMutableRawPointer(choice.unsafelyUnwrapped))
            }
        }
        table.release = { owner in Unmanaged<AnyObject>.fromOpaque(owner.unsafelyUnwrapped).release() }
        table.extra = { context, to, member in
            attempt { try object(context).extra(to.unsafelyUnwrapped, UnsafeMutableRawPointer(member.unsafelyUnwrapped)) }
        }
        table.after = { context, reader, at, look in
            attempt { try object(context).after(at.unsafelyUnwrapped, reader, UnsafeMutableRawPointer(look.unsafelyUnwrapped)) }
        }
        table.report = { reader, note, found, slot in
            unsafeBitCast(reader.unsafelyUnwrapped, to: Binder.self).diagnose(note, yoke_found(found), slot)
        }
        table.recall = { reader, type, start, to in
            unsafeBitCast(reader.unsafelyUnwrapped, to: Binder.self).recall(type.unsafelyUnwrapped, at: start, to: to.unsafelyUnwrapped).rawValue
        }
        table.remember = { reader, slot, at in unsafeBitCast(reader.unsafelyUnwrapped, to: Binder.self).remember(slot, at) }
        table.forget = { reader in unsafeBitCast(reader.unsafelyUnwrapped, to: Binder.self).results.removeAll() }
    }

    /// What only reading over a value asks for.
    private static func addRefilling(to table: inout yoke_thunks) {
        table.overwrite_string = { at, bytes, count, ascii in
            StringOverwrite.put(at.unsafelyUnwrapped, UnsafeBufferPointer(start: bytes, count: count), isASCII: ascii)
        }
        table.borrow = { context, at, count in
            let (elements, n) = object(context).borrowElements(at.unsafelyUnwrapped)
            count.unsafelyUnwrapped.pointee = n
            return elements?.assumingMemoryBound(to: UInt8.self)
        }
        table.overwrite = { context, at, kept, from, count in object(context).overwrite(at.unsafelyUnwrapped, kept, from, count) }
        table.overwrite_integers = { at, from, count in
            overwritePlain(&at.unsafelyUnwrapped.assumingMemoryBound(to: [Int].self).pointee, UnsafeRawPointer(from), count)
        }
        table.overwrite_doubles = { at, from, count in
            overwritePlain(&at.unsafelyUnwrapped.assumingMemoryBound(to: [Double].self).pointee, UnsafeRawPointer(from), count)
        }
    }

    /// What only updates ask for.
    private static func addUpdating(to table: inout yoke_thunks) {
        table.copy = { context, to, from in object(context).copy(to.unsafelyUnwrapped, from.unsafelyUnwrapped) }
        table.find = { context, dictionary, pair, to in
            object(context).find(dictionary.unsafelyUnwrapped, pair.unsafelyUnwrapped, to.unsafelyUnwrapped)
        }
        table.put = { context, dictionary, pair, hasValue in
            object(context).put(dictionary.unsafelyUnwrapped, pair.unsafelyUnwrapped, hasValue)
        }
        table.assign = { context, reader, at, new, old in
            let binder = unsafeBitCast(reader.unsafelyUnwrapped, to: Binder.self), thunks = object(context)
            guard let storage = thunks.storage?.mapping() else { return }
            let assignment = Assignment(
                thunks, storage, at: at.unsafelyUnwrapped, new: new.unsafelyUnwrapped, old: old.unsafelyUnwrapped, path: binder.path())
            binder.assignments.note(assignment, at: binder.place)
        }
        table.commit = { context, reader, instance in
            let binder = unsafeBitCast(reader.unsafelyUnwrapped, to: Binder.self)
            if let instance {
                guard binder.assignments.isWaiting(instance.assumingMemoryBound(to: AnyObject.self).pointee) else { return nil }
            } else if let context, object(context).isForm {
                return nil  // which does not look
            }
            do throws(JSONError) { try binder.commit() } catch {
                guard binder.c.pointee.collects else { return ThunkFailure.opaque(error) }
                binder.problems.append(error)
            }
            return nil
        }
        table.roll_back = { reader in
            let binder = unsafeBitCast(reader.unsafelyUnwrapped, to: Binder.self)
            if let step = binder.step { binder.assignments.forget(below: step) }
        }
        table.update_class = { context, at, failure in
            do {
                return try object(context).updateClass(at.unsafelyUnwrapped)?.assumingMemoryBound(to: yoke_slot.self)
            } catch {
                failure.unsafelyUnwrapped.pointee = ThunkFailure.opaque(error)
                return nil
            }
        }
        table.patch = { context, slot, at, around, text, count, choice in
            attempt {
                try object(context).patch(
                    UnsafeRawPointer(slot.unsafelyUnwrapped), at, UnsafeRawPointer(around),
                    UnsafeBufferPointer(start: text, count: count), UnsafeMutableRawPointer(choice.unsafelyUnwrapped))
            }
        }
    }

    private static func addMerging(to table: inout yoke_thunks) {
        table.leaves_member = { context, slot, at, around, group, text, count, failure in
            do {
                return try object(context).leavesMember(
                    UnsafeRawPointer(slot.unsafelyUnwrapped), at, UnsafeRawPointer(around.unsafelyUnwrapped),
                    UnsafeRawPointer(group.unsafelyUnwrapped), UnsafeBufferPointer(start: text, count: count))
            } catch {
                failure.unsafelyUnwrapped.pointee = ThunkFailure.opaque(error)
                return true
            }
        }
    }

    private static func addWriting(to table: inout yoke_thunks) {
        table.is_nil = { context, at in object(context).isNil(at.unsafelyUnwrapped) }
        table.borrow_string = { at, writer in
            let string = at.unsafelyUnwrapped.assumingMemoryBound(to: String.self)
            borrow(string.pointee) { yoke_writer_string(writer, $0.baseAddress, $0.count) }
        }
        table.borrow_text = { context, at, writer in
            attempt { try object(context).borrowText(at.unsafelyUnwrapped, writer.unsafelyUnwrapped) }
        }
        table.elements = { context, at, count in
            let (elements, n) = object(context).elements(at.unsafelyUnwrapped)
            count.unsafelyUnwrapped.pointee = n
            return elements
        }
        table.iteration_begin = { context, state, at, sorted in
            object(context).iterationBegin(state.unsafelyUnwrapped, at.unsafelyUnwrapped, sorted)
        }
        table.iteration_next = { context, state, value, writer in
            object(context).iterationNext(
                state.unsafelyUnwrapped, value.unsafelyUnwrapped, writer.unsafelyUnwrapped)
        }
        table.iteration_end = { context, state in object(context).iterationEnd(state.unsafelyUnwrapped) }
        table.store = { context, to, at in
            attempt { try object(context).store(to.unsafelyUnwrapped, at.unsafelyUnwrapped) }
        }
        table.project = { context, to, at, writer, failure in
            let choices = writer.unsafelyUnwrapped.pointee.choices.unsafelyUnwrapped
            do {
                guard let index = try object(context).project(to.unsafelyUnwrapped, at.unsafelyUnwrapped, writer.unsafelyUnwrapped) else { return nil }
                return choices[index]
            } catch {
                failure.unsafelyUnwrapped.pointee = ThunkFailure.opaque(error)
                return nil
            }
        }
        table.own_class = { context, at in
            object(context).ownClass(at.unsafelyUnwrapped)?.assumingMemoryBound(to: yoke_slot.self)
        }
        table.write_document = { context, at, writer in
            object(context).writeDocument(at.unsafelyUnwrapped, writer.unsafelyUnwrapped)
        }
    }
}

// What the trampolines share. Not members, so that a C function pointer has nothing to capture.

/// Calls that may fail: C carries the error on.
@inline(__always)
private func attempt(_ body: () throws -> Void) -> UnsafeMutableRawPointer? {
    do {
        try body()
        return nil
    } catch {
        return ThunkFailure.opaque(error)
    }
}

/// The object behind a context, neither retained nor released: the plan, or the reader that runs, holds it.
@inline(__always)
private func object(_ context: UnsafeMutableRawPointer?) -> Thunks {
    unsafeBitCast(context.unsafelyUnwrapped, to: Thunks.self)
}
