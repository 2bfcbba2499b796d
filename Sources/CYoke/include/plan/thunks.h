// The thunks: the Swift functions that C calls while it reads or writes values. Each thunk does one operation on values of types that C
// does not know.
#pragma once

#include "plan/keyset.h"
#include "plan/plan.h"
#include "base/swift_layout.h"

typedef struct yoke_writer yoke_writer;
struct yoke_tape;
struct yoke_document;

/// The kinds of reports that Swift gets about problems in a text that is read.
enum yoke_report {
    YOKE_REPORT_COERCED,
    YOKE_REPORT_DEFAULT_FOR_NULL,
    YOKE_REPORT_DEFAULT_FOR_INVALID,
    YOKE_REPORT_DROPPED,
    YOKE_REPORT_UNKNOWN_KEY,
    YOKE_REPORT_DUPLICATE_KEY,
    /// Swift collects the binder's `error`. C leaves out the value with the error, and goes on reading.
    YOKE_REPORT_ERROR,
    /// Follows YOKE_REPORT_ERROR if the value that was left out is the root value, or a value on the path to a stream's elements.
    YOKE_REPORT_LOST,
    /// TRIAL: a trial begins, which binds a value as one of its possible types. All later reports belong to this trial. TRIAL_FITS: the
    /// trial succeeded. TRIAL_FAILS: the trial failed, and its reports do not count.
    YOKE_REPORT_TRIAL,
    YOKE_REPORT_TRIAL_FITS,
    YOKE_REPORT_TRIAL_FAILS
};

/// The answer of the `capture` thunk: how to bind the raw text of a value (its unchanged bytes).
typedef struct yoke_choice {
    /// The slots to which C tries to bind the text, one after the other. The value goes to the target's address. NULL: Swift has already
    /// made the value.
    const yoke_slot *const *slots;
    size_t count;
    /// Another text to bind instead of the value's own text. NULL: bind the value's own text. `owner` holds the other text's memory, which
    /// the `release` thunk frees.
    const uint8_t *text;
    size_t text_length;
    void *owner;
    /// Set by C for the thunk that fills in this answer: the binder's reader, and the `choices` of the plan's type.
    void *reader;
    const yoke_slot *const *choices;
    /// Input: true if the text was cut inside of the value, and C has added the closing brackets.
    bool is_cut;
    /// Output, only with an error: true if the missing rest of a cut value may name the value's case. C then leaves the value out.
    bool is_open;
} yoke_choice;

/// The answer of the `recall` thunk: what an earlier trial, which failed, found out about a value with raw text. (A trial reads a text as
/// one of several cases.)
enum yoke_recalled {
    YOKE_RECALLED_NOTHING,
    /// An earlier trial has read the value. The thunk has copied the value to its address.
    YOKE_RECALLED_VALUE,
    /// An earlier trial could not read the value, because none of the value's cases fits.
    YOKE_RECALLED_FAILURE
};

/// The argument of the `extra` thunk: one unknown member for the field that keeps such members, or several members of a new object.
typedef struct yoke_extra {
    const uint8_t *key;
    size_t key_length;
    /// The text of the member's value. NULL: the argument holds the members on `tape` or, if `tape` is also NULL, marks the end of an
    /// object that a merge patch changes.
    const uint8_t *text;
    size_t text_length;
    /// A set of `yoke_update`s: how the thunk changes the field's value. Without YOKE_UPDATES, the thunk only adds the member.
    uint8_t updates;
    /// Input: true if the field has a value before the call. Output: true if it has one after the call. In a merge patch, the call for the
    /// first member moves the value out of the field, and sets `has_value` to false. The call for the end of the object moves the changed
    /// value back, and sets `has_value` to true.
    bool has_value;
    /// `object`: a number for the object, different for each object of the text. `reader`: the binder's `reader`.
    uint64_t object;
    void *reader;
    /// NULL; or several members, as an object on a finished tape. In this case, key and text are not set.
    const struct yoke_tape *tape;
} yoke_extra;

/// The state of a model before an update changed it.
typedef struct yoke_before {
    const uint8_t *value;
    /// One bit for each of the model's fields: set in `unchanged` if the field is unchanged, in `had_value` if it had a value.
    const uint64_t *unchanged;
    const uint64_t *had_value;
} yoke_before;

/// The argument of the `after` thunk, which checks an instance at the end of its JSON object.
typedef struct yoke_check_request {
    /// The raw text of the object, if the type asks for it.
    const uint8_t *text;
    size_t text_length;
    /// The state before an update, if an update has changed the instance. Else NULL.
    const yoke_before *before;
    /// One bit for each field, set if the field has a value. NULL: all fields have one.
    const uint64_t *seen;
    /// True if the thunk must run only the checks of single fields, because the instance already has an error.
    bool only_fields;
    /// Index of the next check to run; the thunk increments it. After a check has refused a field, the thunk skips the field's further
    /// checks.
    uint32_t next;
    /// Index of the field that the failure is about, or YOKE_NO_FIELD.
    uint32_t field;
} yoke_check_request;

/// The Swift functions that C calls. `context` identifies the type. A thunk that can fail returns NULL for success, or a retained
/// error object. C stores the object in `yoke_error.failure`. The code that takes the object from there must release it.
typedef struct yoke_thunks {
    /// True if `yoke_make_small_string` makes small Strings as Swift does. Yoke compares sample Strings to find out.
    bool short_strings;
    /// True if the layouts in `swift_layout.h` of Strings, Arrays and Dictionaries hold in this process.
    bool knows_strings;
    bool knows_arrays;
    bool knows_dictionaries;
    /// True if `yoke_refill_large_string` works in this process. Yoke tries it with sample Strings to find out.
    bool refills_strings;
    /// The addresses in Swift's runtime that `yoke_make_large_string` needs. The `type` in it is NULL if tests with sample Strings show
    /// that Swift does not accept Strings that C makes.
    yoke_string_objects string_objects;
    /// Makes a String at `to` from valid UTF-8. `ascii`: true if all bytes are ASCII. See `yoke_put_string`.
    void (*string)(void *to, const uint8_t *bytes, size_t n, bool ascii);
    /// Makes a value at `to` from the text of a string or number.
    void *(*text)(void *context, void *to, const uint8_t *bytes, size_t n);
    /// Destroys `n` values in a row.
    void (*destroy)(void *context, void *at, size_t n);
    /// Moves `n` values in a row to memory that does not overlap.
    void (*move)(void *context, void *to, void *from, size_t n);
    /// Makes an array, a set or a similar type at `to`, and moves the `n` elements at `from` into it.
    void (*array)(void *context, void *to, void *from, size_t n);
    /// Makes a dictionary at `to` and moves the `n` pairs at `from` into it. If several pairs have equal keys, only the last of these pairs
    /// stays, or the first if `keeps_first`. Returns the number of entries: less than `n` if Swift finds some keys equal.
    size_t (*dictionary)(void *context, void *to, void *from, size_t n, bool keeps_first);
    /// Enters a dictionary's key into the key set. `object`: the dictionary's number (`serial` of its frame). Keys that are equal as Swift
    /// strings, or as values of the dictionary's key type, are one key, even if their bytes differ.
    enum yoke_keyset_result (*enter_key)(void *reader, void *context, yoke_keyset *keys, uint64_t object, const uint8_t *bytes, size_t n);
    /// Checks if a string can be a key of the dictionary. Returns a failure if it cannot.
    void *(*key)(void *context, const uint8_t *bytes, size_t n);
    /// Destroys the `n` pairs of a dictionary at `at`. If `half`, also destroys the key after them, whose pair has no value yet.
    void (*destroy_pairs)(void *context, void *at, size_t n, bool half);
    /// Makes the value at `to` from the storage at `from`, and takes ownership of the storage. `to` is NULL for elements of a stream.
    /// `reader` is the binder's `reader`.
    void *(*make)(void *context, void *reader, void *to, void *from);
    /// Puts the declared initial value at `to`.
    void (*initial)(void *context, void *to);
    /// Makes a `JSONValue` at `to`, and takes ownership of the document's memory. If the document has no tape nodes, makes the value from
    /// the tape.
    void *(*document)(void *context, void *to, const struct yoke_tape *tape, const struct yoke_document *document);
    /// Makes a value at `to` from its raw text, or says in `choice` how to bind the text.
    void *(*capture)(void *context, void *to, const uint8_t *text, size_t n, yoke_choice *choice);
    /// Releases an object that Swift has retained for C: a failure, or the `owner` of a choice.
    void (*release)(void *owner);
    /// Adds an unknown member to the field at `to`.
    void *(*extra)(void *context, void *to, yoke_extra *member);
    /// Runs the checks of the instance at `at`, from check `request->next` on, up to the next failure. `request->field` says if the
    /// failure is about one field.
    void *(*after)(void *context, void *reader, void *at, yoke_check_request *request);
    /// Reports a recovered problem, or a value that was left out: see `reports` and `collects` of `yoke_binder`. `found`: the kind of the
    /// value in the text (a `yoke_found`). `slot`: the slot of the value, or of the container that leaves it out.
    void (*report)(void *reader, enum yoke_report note, uint32_t found, const yoke_slot *slot);

    /// Looks up the value that an earlier trial read from offset `start`. The key of the look-up is `type`, `start`, and the binder's
    /// `text` and `path_hash`. Returns a `yoke_recalled`; copies a known value to `to`. If the value is unknown, a trial reads it and then
    /// calls `remember`.
    uint32_t (*recall)(void *reader, const yoke_type *type, uint64_t start, void *to);
    /// Keeps a copy of the value at `at` for later trials, in case this trial fails. `slot`: a slot of the value's type; NULL if the value
    /// is not worth keeping. `at` is NULL if the value could not be read; the thunk then keeps this fact.
    void (*remember)(void *reader, const yoke_slot *slot, const void *at);
    /// Drops all results that `remember` kept, because no later trial can need them.
    void (*forget)(void *reader);

    // Overwriting an existing value in place.

    /// Replaces the String at `at` by the `n` bytes of UTF-8 at `bytes`.
    void (*overwrite_string)(void *at, const uint8_t *bytes, size_t n, bool ascii);
    /// Returns the address of the elements of the array at `at`, and their number, so that C can overwrite the elements. Returns NULL if C
    /// must not overwrite the elements, because the array is shared.
    uint8_t *(*borrow)(void *context, void *at, size_t *count);
    /// Keeps the first `kept` elements of the array at `at`. Drops its other elements, and moves the `n` elements at `from` to its end.
    void (*overwrite)(void *context, void *at, size_t kept, void *from, size_t n);

    // Growing the value of a text that is still arriving.

    /// Keeps the first `kept` elements of the array at `at`, and appends copies of the `n` elements at `from`. Returns false if the
    /// type cannot grow because it is not an array. If `at` is NULL, the thunk only tells if the type can grow.
    bool (*grow)(void *context, void *at, size_t kept, const void *from, size_t n);
    /// Copies a pair of a dictionary. If `has_value` is false, copies only the pair's key.
    void (*copy_pair)(void *context, void *to, const void *from, bool has_value);
    /// Appends valid UTF-8 to the String at `at`.
    void (*append)(void *at, const uint8_t *bytes, size_t n);

    // Updating.

    /// Copies a value.
    void (*copy)(void *context, void *to, const void *from);
    /// Looks up the key of `pair` in `dictionary`, and copies the dictionary's value for this key to `to`. Returns false if the dictionary
    /// does not have the key.
    bool (*find)(void *context, const void *dictionary, const void *pair, void *to);
    /// Puts a pair into a dictionary. If `has_value` is false, removes the pair's key from the dictionary instead. Takes ownership of the
    /// pair.
    void (*put)(void *context, void *dictionary, void *pair, bool has_value);
    /// Records that the class instance at `at` is to change from `old_storage` to `new_storage`. Takes ownership of both storages.
    void (*assign)(void *context, void *reader, const void *at, void *new_storage, void *old_storage);
    /// Changes the struct or enum at `at`. Its storage was `old_storage`, and becomes `new_storage`. Takes ownership of `new_storage`.
    void *(*amend)(void *context, void *at, void *new_storage, const void *old_storage);
    /// Applies the recorded changes of class instances, before Swift code reads values that may contain these instances. `context` is the
    /// type whose code will read the values, or NULL for a check or a merge patch. If `instance` is not NULL, applies the changes only if
    /// this instance has a recorded change.
    void *(*commit)(void *context, void *reader, const void *instance);
    /// Undoes and forgets the recorded changes of class instances inside the value that the binder's frames are reading.
    void (*roll_back)(void *reader);
    /// Returns the slot for the class of the instance at `at`, if this class is a subclass of the plan's class. Else returns NULL.
    /// If a subclass has no slot, also returns NULL, and `failure` says why.
    const yoke_slot *(*update_class)(void *context, const void *at, void **failure);
    /// Applies the merge patch `text` to the value at `at`, and puts the resulting text into `choice`. Puts no text into `choice` if the
    /// patch has no member for the value, or if `at` is NULL (no old value) and the patch itself is the new value.
    ///
    /// `around`: for a flattened value, the object around the value, if the patch is for this object. NULL: the patch is for the value
    /// itself.
    void *(*patch)(void *context, const yoke_slot *slot, const void *at, const yoke_object *around, const uint8_t *text, size_t n,
                   yoke_choice *choice);
    /// Returns true if, after the merge patch `text`, the JSON of the value at `at` (NULL: no value) has one of the `presence_keys` of
    /// `group`. The value's members stand in the object `around`, and the patch is for this object.
    bool (*leaves_member)(void *context, const yoke_slot *slot, const void *at, const yoke_object *around, const yoke_group *group,
                          const uint8_t *text, size_t n, void **failure);

    // Writing.

    bool (*is_nil)(void *context, const void *at);
    /// Gives the bytes of the String at `at` to `yoke_writer_string`, without a copy if possible.
    void (*borrow_string)(const void *at, yoke_writer *w);
    /// Gives the text of a value of kind YOKE_TEXT or YOKE_NUMBER to `yoke_writer_string` or `yoke_writer_raw`.
    void *(*borrow_text)(void *context, const void *at, yoke_writer *w);
    /// Returns the address and the number of an array's elements. The address is valid as long as the array lives.
    const void *(*elements)(void *context, const void *at, size_t *count);
    /// Starts an iteration over a dictionary or set: puts an iterator at `state`, which has room for `iteration_size` bytes. `sorted`: true
    /// if the entries of a dictionary must come in the order of their keys.
    void (*iteration_begin)(void *context, void *state, const void *at, bool sorted);
    /// Goes to the next entry of a dictionary or set. Calls `yoke_writer_key` for the key (dictionaries) or `yoke_writer_element` (sets),
    /// and copies the value to `value`. Returns false at the end.
    bool (*iteration_next)(void *context, void *state, void *value, yoke_writer *w);
    void (*iteration_end)(void *context, void *state);
    /// For a value of kind YOKE_VIA at `at`: makes its storage at `to`. Returns NULL, or a failure.
    void *(*store)(void *context, void *to, const void *at);
    /// Returns the slot for the class of the instance at `at`, if this class is a subclass of the plan's class and has a storage. Else
    /// returns NULL.
    const yoke_slot *(*own_class)(void *context, const void *at);
    /// Writes dynamic JSON.
    void (*write_document)(void *context, const void *at, yoke_writer *w);
    /// For a value of kind YOKE_RAW_TEXT. Writes its text and returns NULL; or makes at `to` another value to write instead, and returns
    /// the slot of this value. The thunk may call `yoke_writer_tag`: the object that is written next then begins with the given member.
    const yoke_slot *(*project)(void *context, void *to, const void *at, yoke_writer *w, void **failure);
} yoke_thunks;
