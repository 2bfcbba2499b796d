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

extension Thunks {
    /// The thunks behind a context of C. The plan, or the reader that runs, holds them.
    @inline(__always)
    static func of(_ context: UnsafeMutableRawPointer?) -> Thunks { unsafeBitCast(context.unsafelyUnwrapped, to: Thunks.self) }
}
