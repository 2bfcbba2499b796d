internal import CYoke

/// The Swift operations that C calls for values of one type. A C function pointer cannot carry a generic parameter. So each operation
/// has one C function for all types (`ThunkTable`), which calls a closure of this object.
///
/// `@inlinable` code makes the closures, so the compiler builds them for the concrete type in the module of the model. Methods of a generic
/// class would run unspecialised in that module, at four times the cost. The plan retains these objects; C has plain pointers to them.
@usableFromInline
final class Thunks: @unchecked Sendable {  // changed only while it is made; the closures hold only Sendable values
    @usableFromInline typealias Pointer = UnsafeMutableRawPointer

    // Closures for reading. Each type sets only the closures that its plan calls.

    /// Makes a value at the address from the text of a string or number.
    @exclusivity(unchecked) @usableFromInline var text: (Pointer, UnsafeBufferPointer<UInt8>) throws -> Void = { _, _ in unusedThunk() }
    /// Destroys values that lie in a row. Arguments: the address, and the number of values.
    @exclusivity(unchecked) @usableFromInline var destroy: (Pointer, Int) -> Void = { _, _ in unusedThunk() }
    /// Moves values that lie in a row. Arguments: the new address, the old address, and the number of values.
    @exclusivity(unchecked) @usableFromInline var move: (Pointer, Pointer, Int) -> Void = { _, _, _ in unusedThunk() }
    /// Copies a value. Arguments: the address of the copy, and the address of the value.
    @exclusivity(unchecked) @usableFromInline var copy: (Pointer, UnsafeRawPointer) -> Void = { _, _ in unusedThunk() }
    /// Returns true if two values are equal, as `areEqual` compares them.
    @exclusivity(unchecked) @usableFromInline var isEqual: (UnsafeRawPointer, UnsafeRawPointer) -> Bool = { _, _ in false }
    /// Writes the bytes of nil at the address. The closure is nil for types without a nil value.
    @exclusivity(unchecked) @usableFromInline var storeNil: ((Pointer) -> Void)?
    /// Writes the bytes of null, for a type that has both nil and null (`JSONNullable`). In such a type, nil stands for a missing key.
    @exclusivity(unchecked) @usableFromInline var storeNull: ((Pointer) -> Void)?
    /// True if the type only wraps or converts another value, as `JSONNullable` does. A property's rules and date style then apply to the
    /// inner value.
    @exclusivity(unchecked) @usableFromInline var isForm = false
    /// True if `make` and `assign` also run a hook.
    var isHooked = false
    /// For a mapping that is invalid, because a hook takes values of another type: the type that the hook takes.
    var typeOfHook: (any Any.Type)?
    /// True if the class has no subclasses, because it is declared `final`.
    var isFinal = false
    /// True if the type is a JSONBox.
    var isBox = false
    /// Copies the named properties from the storage (a value of the storage type) at the second address to the class instance or value at
    /// the first. Consumes the storage.
    @exclusivity(unchecked) @usableFromInline var assign: ((Pointer, Pointer, Set<String>) throws -> Void)?
    /// Does the same as `assign`, but runs no hooks: for giving an instance its old values back.
    @exclusivity(unchecked) @usableFromInline var reassign: ((Pointer, Pointer, Set<String>) throws -> Void)?
    /// The raw values of an enum, as Swift prints them; nil for other types.
    var rawValues: [String]?
    /// The storage type, whose values `assign` takes, and its mapping; nil for types without `assign`.
    var storage: JSONMapping.Child?
    /// Makes an array at the first address. Takes the elements from the second address; the last argument is their number.
    @exclusivity(unchecked) @usableFromInline var array: (Pointer, Pointer?, Int) -> Void = { _, _, _ in unusedThunk() }
    /// Makes a dictionary at the first address. Takes the pairs from the second address; the third argument is their number. If keys are
    /// equal, the first pair stays if the Bool is true, else the last one. Returns the number of entries in the dictionary.
    @exclusivity(unchecked) @usableFromInline var dictionary: (Pointer, Pointer?, Int, Bool) -> Int = { _, _, _, _ in unusedThunk() }
    /// Throws an error if a string cannot be a key of the dictionary. C calls this closure only if `ownKey` is not nil.
    @exclusivity(unchecked) @usableFromInline var key: (UnsafeBufferPointer<UInt8>) throws -> Void = { _ in }
    /// Returns the key under which an entry is written; nil for dictionaries with String keys.
    @exclusivity(unchecked) @usableFromInline var ownKey: ((String) -> String)?
    /// Destroys key-value pairs that lie in a row. Arguments: the address, the number of pairs, and a Bool. If the Bool is true, a key
    /// without a value follows and is destroyed too.
    @exclusivity(unchecked) @usableFromInline var destroyPairs: (Pointer, Int, Bool) -> Void = { _, _, _ in unusedThunk() }
    /// Makes a value at the first address from the storage (a value of the storage type) at the second address, and consumes the storage.
    /// The third argument is the reader (a `ReadCall`).
    @exclusivity(unchecked) @usableFromInline var make: (Pointer?, Pointer, Pointer?) throws -> Void = { _, _, _ in unusedThunk() }
    /// Puts the declared initial value at the address.
    @exclusivity(unchecked) @usableFromInline var initial: (Pointer) -> Void = { _ in unusedThunk() }
    /// Makes dynamic JSON at the first address, and consumes the `yoke_document` at the third address. If the document is empty, makes the
    /// dynamic JSON from the `yoke_tape` at the second address.
    @exclusivity(unchecked) @usableFromInline
    var document: (Pointer, UnsafeRawPointer, UnsafeRawPointer) throws -> Void = { _, _, _ in unusedThunk() }

    /// Either makes a value at the address from the value's JSON text, or tells C how to read this text. The last argument is a
    /// `yoke_choice`, which takes the instructions for C.
    @exclusivity(unchecked) @usableFromInline var capture: (Pointer, UnsafeBufferPointer<UInt8>, Pointer) throws -> Void = { _, _, _ in
        unusedThunk()
    }
    /// Adds an unknown member (`yoke_extra`) to the value of the property for extras, which is at the address. In an update, may also
    /// replace or remove a member in this value.
    @exclusivity(unchecked) @usableFromInline var extra: (Pointer, _ member: Pointer) throws -> Void = { _, _ in unusedThunk() }
    /// Runs the checks of the instance at the address, when its object has ended. The other arguments are the reader (a `ReadCall`) and a
    /// `yoke_check_request`.
    @exclusivity(unchecked) @usableFromInline var after: (Pointer, Pointer?, Pointer) throws -> Void = { _, _, _ in }

    // Reading in place over an existing value.

    /// Returns the address of the elements of the array at the given address, and their number. Returns (nil, 0) if the array is shared.
    @exclusivity(unchecked) @usableFromInline var borrowElements: (Pointer) -> (Pointer?, Int) = { _ in (nil, 0) }
    /// Keeps some elements at the start of an array, and replaces all others by new elements, which it consumes. Arguments: the array, the
    /// number of elements to keep (0 if elements are plain bits), the address of the new elements, and their number.
    @exclusivity(unchecked) @usableFromInline var overwrite: (Pointer, Int, Pointer?, Int) -> Void = { _, _, _, _ in unusedThunk() }
    /// True for an array whose elements can be moved by copying their bytes. False, for example, for elements with weak references: only
    /// Swift's runtime can move a weak reference.
    @exclusivity(unchecked) @usableFromInline var movesBytes = false
    /// True for a set, whose elements have no order of their own.
    @exclusivity(unchecked) @usableFromInline var isSet = false
    /// True if the type has set `borrowElements` and `overwrite`, so that an array can be overwritten in place.
    @exclusivity(unchecked) @usableFromInline var overwrites = false

    // Building the value of an incomplete text while its chunks arrive.

    /// Does the same as `overwrite`, but copies the new elements instead of consuming them. nil for types other than arrays.
    @exclusivity(unchecked) @usableFromInline var grow: ((Pointer, Int, UnsafeRawPointer?, Int) -> Void)?
    /// Copies a key-value pair. Arguments: the address of the copy, the address of the pair, and a Bool. If the Bool is false, copies only
    /// the key.
    @exclusivity(unchecked) @usableFromInline var copyPair: (Pointer, Pointer, Bool) -> Void = { _, _, _ in unusedThunk() }

    // Updating.

    /// Searches the dictionary (first address) for the key of a pair (second address), and copies the value to the third address. Returns
    /// false if the dictionary does not have the key.
    @exclusivity(unchecked) @usableFromInline var find: (UnsafeRawPointer, UnsafeRawPointer, Pointer) -> Bool = { _, _, _ in unusedThunk() }
    /// Puts a pair (second address) into the dictionary (first address). If the Bool is false, the pair has no value, and the entry with
    /// its key is removed instead.
    @exclusivity(unchecked) @usableFromInline var put: (Pointer, Pointer, Bool) -> Void = { _, _, _ in unusedThunk() }
    /// Returns a `yoke_slot` with which an update changes the instance at the address, if its class is a subclass; nil if the update uses
    /// the slot of the described class. Throws if the update has to make a new instance, and the subclass has no plan of its own.
    @exclusivity(unchecked) @usableFromInline var updateClass: (UnsafeRawPointer) throws -> UnsafeRawPointer? = { _ in nil }
    /// Applies the merge patch in the fourth argument to the value at the second address, and puts the new text into the `yoke_choice` at
    /// the last address. See `patch` in `thunks.h`.
    @exclusivity(unchecked) @usableFromInline
    var patch: (UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer?, UnsafeBufferPointer<UInt8>, Pointer) throws -> Void = {
        _, _, _, _, _ in unusedThunk()
    }
    /// Returns true if the value at the second address still has a member after the merge patch in the last argument. See `leaves_member`
    /// in `thunks.h`.
    @exclusivity(unchecked) @usableFromInline
    var leavesMember: (UnsafeRawPointer, UnsafeRawPointer?, UnsafeRawPointer, UnsafeRawPointer, UnsafeBufferPointer<UInt8>) throws -> Bool =
        {
            _, _, _, _, _ in unusedThunk()
        }

    // Writing. The writer is a `yoke_writer`.

    /// Returns true if the value is nil, at any level of Optional.
    @exclusivity(unchecked) @usableFromInline var isNil: (UnsafeRawPointer) -> Bool = { _ in false }
    /// Returns true if the outermost level of an Optional is nil.
    @exclusivity(unchecked) @usableFromInline var holdsNil: (UnsafeRawPointer) -> Bool = { _ in false }
    /// Writes the text of the scalar at the address.
    @exclusivity(unchecked) @usableFromInline var borrowText: (UnsafeRawPointer, Pointer) throws -> Void = { _, _ in unusedThunk() }
    /// Returns the address of an array's elements, which do not move while the array lives unchanged, and their number.
    @exclusivity(unchecked) @usableFromInline var elements: (UnsafeRawPointer) -> (UnsafeRawPointer?, Int) = { _ in unusedThunk() }
    /// Makes an iterator at the first address over the elements or entries at the second address. If the last argument is true, the
    /// iterator sorts entries by their keys.
    @exclusivity(unchecked) @usableFromInline var iterationBegin: (Pointer, UnsafeRawPointer, Bool) -> Void = { _, _, _ in unusedThunk() }
    /// Goes to the next element or entry of the iterator at the first address: writes its key if it has one, and puts the value at the
    /// second address. Returns false at the end. The third argument is the writer.
    @exclusivity(unchecked) @usableFromInline var iterationNext: (Pointer, Pointer, Pointer) -> Bool = { _, _, _ in unusedThunk() }
    /// Destroys the iterator.
    @exclusivity(unchecked) @usableFromInline var iterationEnd: (Pointer) -> Void = { _ in unusedThunk() }
    /// Converts the value at the second address to its storage type, and puts the result at the first address.
    @exclusivity(unchecked) @usableFromInline var store: (Pointer, UnsafeRawPointer) throws -> Void = { _, _ in unusedThunk() }
    /// Returns a `yoke_slot` for the class of the instance at the address, if this class has a plan of its own; else nil.
    @exclusivity(unchecked) @usableFromInline var ownClass: (UnsafeRawPointer) -> UnsafeRawPointer? = { _ in nil }
    /// Writes dynamic JSON.
    @exclusivity(unchecked) @usableFromInline var writeDocument: (UnsafeRawPointer, Pointer) -> Void = { _, _ in unusedThunk() }

    /// Either copies the payload of the value at the second address to the first address, and returns the index of the payload's slot. Or
    /// writes the entire value as text and returns nil.
    @exclusivity(unchecked) @usableFromInline var project: (Pointer, UnsafeRawPointer, Pointer) throws -> Int? = { _, _, _ in unusedThunk()
    }

    @usableFromInline init() {}

    /// Returns a copy to which the caller adds hooks. For types that are read and written via a storage type: copies only the members that
    /// such a type sets. Exception: `isBox` is not copied. C overwrites the value in a box without calling `make`, so a hook in `make`
    /// would not run.
    func copiedForHooks() -> Thunks {
        let thunks = Thunks()
        (thunks.make, thunks.store, thunks.assign, thunks.reassign) = (make, store, assign, reassign)
        (thunks.isFinal, thunks.isForm, thunks.rawValues, thunks.storage) = (isFinal, isForm, rawValues, storage)
        thunks.isHooked = true
        return thunks
    }
}

/// Stops the program. This is the default for the closures that a plan calls only if the type has set them.
@usableFromInline
func unusedThunk() -> Never { preconditionFailure("the type does not serve this operation") }

extension Thunks {
    /// Returns the `Thunks` object to which `context`, a pointer in C's structures, points. The plan or the running reader keeps the object
    /// alive.
    @inline(__always)
    static func of(_ context: UnsafeMutableRawPointer?) -> Thunks { unsafeBitCast(context.unsafelyUnwrapped, to: Thunks.self) }
}
