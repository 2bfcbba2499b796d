// What C asks of Swift while a plan is run: one function for each operation on values of types that C does not know.
#ifndef YOKE_THUNKS_H
#define YOKE_THUNKS_H

#include "plan.h"
#include "swift_layout.h"

typedef struct yoke_writer yoke_writer;
struct yoke_tape;
struct yoke_document;

/// What is told of a text that was bound all the same.
enum yoke_report {
    YOKE_REPORT_COERCED,
    YOKE_REPORT_DEFAULT_FOR_NULL,
    YOKE_REPORT_DEFAULT_FOR_INVALID,
    YOKE_REPORT_DROPPED,
    YOKE_REPORT_UNKNOWN_KEY,
    YOKE_REPORT_DUPLICATE_KEY,
    /// The binder's `error`, whose value is left out.
    YOKE_REPORT_ERROR,
    /// What was left out with errors is all that a path led to, or all of the text.
    YOKE_REPORT_LOST,
    /// What is told from here on is of a trial; it succeeded; it failed, and nothing of it counts.
    YOKE_REPORT_TRIAL,
    YOKE_REPORT_TRIAL_FITS,
    YOKE_REPORT_TRIAL_FAILS
};

/// What the text of a captured value is to be bound as.
typedef struct yoke_choice {
    /// Slots at the value's own address, tried one after the other; NULL: the value is made.
    const yoke_slot *const *slots;
    size_t count;
    /// Another text to bind, instead of the value's own; NULL: none. Freed by the `release` thunk; without an owner it is a part of the
    /// value's own text.
    const uint8_t *text;
    size_t text_length;
    void *owner;
    /// Who asks: the binder's reader, and what the plan's type has.
    void *reader;
    const yoke_slot *const *choices;
} yoke_choice;

/// What is known of a captured value that may have been read in a trial that failed.
enum yoke_recalled {
    YOKE_RECALLED_NOTHING,
    /// The value is there.
    YOKE_RECALLED_VALUE,
    /// None of its cases fits.
    YOKE_RECALLED_FAILURE
};

/// A member for the field that keeps those that no other field has.
typedef struct yoke_extra {
    const uint8_t *key;
    size_t key_length;
    /// NULL: no member; the object that a merge patch changes has ended.
    const uint8_t *text;
    size_t text_length;
    /// How a value that is there is changed (`yoke_update`s); 0: there is none.
    uint8_t updates;
    /// Whether the field has a value, before and after. A merge patch takes it, and puts another one there at the object's end.
    bool has_value;
    /// The number of the object, which no other one of the text has, and the binder's `reader`.
    uint64_t object;
    void *reader;
} yoke_extra;

/// What a model was before an update changed it.
typedef struct yoke_before {
    const uint8_t *value;
    /// The bits of its fields that are as they were, and of those that had a value.
    const uint64_t *kept;
    const uint64_t *there;
} yoke_before;

/// A look at an instance whose object has ended.
typedef struct yoke_look {
    /// The object's text, where that is asked for.
    const uint8_t *text;
    size_t text_length;
    /// Of an instance that an update has changed, else NULL.
    const yoke_before *before;
    /// The bits of the fields that are there; NULL: all are.
    const uint64_t *seen;
    /// Only fields are looked at: something of the instance is wrong already.
    bool is_of_fields;
    /// The check to go on with, behind those of a field that was refused.
    uint32_t next;
    /// The field that the failure is about, or YOKE_NO_FIELD.
    uint32_t field;
} yoke_look;

/// What C asks of Swift: one function for each operation; `context` says for which type. A thunk that can fail returns
/// NULL or a retained error object, which ends up in `yoke_error.failure` and is owned by whoever takes it from there.
typedef struct yoke_thunks {
    /// Short strings are their bytes and a last one that says so (`yoke_make_small_string`): found out by trial.
    bool short_strings;
    /// What `swift_layout.h` says of Strings, Arrays and Dictionaries is true in this process.
    bool knows_strings;
    bool knows_arrays;
    bool knows_dictionaries;
    /// What large Strings can be made with (`yoke_make_large_string`): found out by trial, too.
    yoke_string_objects string_objects;
    /// A String at `to` from valid UTF-8; `ascii`: no byte has its top bit set. See `yoke_put_string`.
    void (*string)(void *to, const uint8_t *bytes, size_t n, bool ascii);
    /// A value at `to` from a string's or a number's text.
    void *(*text)(void *context, void *to, const uint8_t *bytes, size_t n);
    /// Destroys `n` values in a row.
    void (*destroy)(void *context, void *at, size_t n);
    /// Moves `n` values in a row to memory that does not overlap.
    void (*move)(void *context, void *to, void *from, size_t n);
    /// Makes an array, a set or the like at `to`, taking `n` elements from `from`.
    void (*array)(void *context, void *to, void *from, size_t n);
    /// The same for [Int] (of 64 bits) and [Double], which need no context.
    void (*integers)(void *to, const int64_t *from, size_t n);
    void (*doubles)(void *to, const double *from, size_t n);
    /// Makes a dictionary at `to`, taking `n` pairs from `from`; on a repeated key the last pair stays, or the first.
    /// Returns the count of entries: less than `n` when keys were equal for Swift.
    size_t (*dictionary)(void *context, void *to, void *from, size_t n, bool first_stays);
    /// Whether a string can be a key of the dictionary: a failure if not.
    void *(*key)(void *context, const uint8_t *bytes, size_t n);
    /// Destroys `n` pairs, and behind them a key alone when `half`.
    void (*destroy_pairs)(void *context, void *at, size_t n, bool half);
    /// Makes the value at `to` from the storage at `from`, which it takes; `to` is NULL for elements of a stream. `reader` is the
    /// binder's.
    void *(*make)(void *context, void *reader, void *to, void *from);
    /// Puts a declared initial value at `to`.
    void (*initial)(void *context, void *to);
    /// Makes dynamic JSON at `to`: of the document, which it takes, or, where that has no nodes, of the tape.
    void *(*document)(void *context, void *to, const struct yoke_tape *tape, const struct yoke_document *document);
    /// Makes the value of a captured text at `to`, or says what it is to be bound as.
    void *(*capture)(void *context, void *to, const uint8_t *text, size_t n, yoke_choice *choice);
    void (*release)(void *owner);
    /// Adds an unknown member to the field at `to`.
    void *(*extra)(void *context, void *to, yoke_extra *member);
    /// Looks at the instance at `at`, from one check to the next failure, which may be about one field.
    void *(*after)(void *context, void *reader, void *at, yoke_look *look);
    /// Something was mended or left out: see `yoke_binder.notes`.
    void (*report)(void *reader, enum yoke_report note, uint32_t found, const yoke_slot *slot);

    /// Looks up the value of the type whose text stands at `start` of the binder's `text`, for its `way`, and puts it at `to`. If there is
    /// none, and a case is being tried, `remember` follows when the value has been read.
    uint32_t (*recall)(void *reader, const yoke_type *type, uint64_t start, void *to);
    /// Keeps a copy of the value at `at`, for the next case if this trial fails; `slot` is one of its type, or NULL if it is not worth
    /// keeping. `at` NULL: the value could not be read.
    void (*remember)(void *reader, const yoke_slot *slot, const void *at);
    /// Nothing that is kept is needed any more.
    void (*forget)(void *reader);

    // Reading over a value that is there.

    /// Puts a String in the place of the one at `at`.
    void (*overwrite_string)(void *at, const uint8_t *bytes, size_t n, bool ascii);
    /// The elements of the array at `at`, and their count, if nobody else holds it; NULL: they may not be written to.
    uint8_t *(*borrow)(void *context, void *at, size_t *count);
    /// The array at `at` keeps its first `kept` elements, and `n` from `from`, which it takes, come behind them.
    void (*overwrite)(void *context, void *at, size_t kept, void *from, size_t n);
    /// The same for [Int] (of 64 bits) and [Double], of which nothing is kept.
    void (*overwrite_integers)(void *at, const int64_t *from, size_t n);
    void (*overwrite_doubles)(void *at, const double *from, size_t n);

    // Updating.

    /// Copies a value.
    void (*copy)(void *context, void *to, const void *from);
    /// Copies to `to` what a dictionary has for the key of `pair`; false: nothing.
    bool (*find)(void *context, const void *dictionary, const void *pair, void *to);
    /// Puts a pair into a dictionary, or takes the entry of its key out if it has no value; the pair is gone then.
    void (*put)(void *context, void *dictionary, void *pair, bool has_value);
    /// Notes that the instance at `at` is to be what `new_storage` says, instead of `old_storage`; takes both.
    void (*assign)(void *context, void *reader, const void *at, void *new_storage, void *old_storage);
    /// Changes the instances that were noted, since the type of `context`, or a check (NULL), is about to look at values that they may be
    /// in; with `instance`, an address, only if that one is among them.
    void *(*commit)(void *context, void *reader, const void *instance);
    /// What was noted below the place that the reader's frames stand at is forgotten, and undone.
    void (*roll_back)(void *reader);
    /// The slot for the class of the instance at `at`, if that is a subclass of the plan's; NULL: it is none, or `failure` says why there is
    /// no slot.
    const yoke_slot *(*update_class)(void *context, const void *at, void **failure);
    /// The text that a merge patch makes of the value at `at` becomes that of `choice`; none, if the patch says nothing of it, or if
    /// there is no value (NULL), and the patch is what it becomes. `around`: the object that the patch is of, if the value's members stand
    /// in it, else NULL.
    void *(*patch)(void *context, const yoke_slot *slot, const void *at, const yoke_object *around, const uint8_t *text, size_t n,
                   yoke_choice *choice);
    /// Whether a merge patch leaves the value at `at` (NULL: there is none) a member, of those that tell the group from nil; the patch is of
    /// the object that they stand in.
    bool (*leaves_member)(void *context, const yoke_slot *slot, const void *at, const yoke_object *around, const yoke_group *group,
                          const uint8_t *text, size_t n, void **failure);

    // Writing.

    bool (*is_nil)(void *context, const void *at);
    /// Lends a String's bytes to `yoke_writer_string`.
    void (*borrow_string)(const void *at, yoke_writer *w);
    /// Lends a custom scalar's text to `yoke_writer_string` or `yoke_writer_raw`.
    void *(*borrow_text)(void *context, const void *at, yoke_writer *w);
    /// An array's elements: their address (alive as long as the array is) and count.
    const void *(*elements)(void *context, const void *at, size_t *count);
    /// Starts to walk a dictionary or set: puts an iterator at `state`, which has room for `iteration_size` bytes.
    void (*iteration_begin)(void *context, void *state, const void *at, bool sorted);
    /// The next one: calls `yoke_writer_key` (dictionaries) or `yoke_writer_element` (sets) and copies the value to
    /// `value`; false at the end.
    bool (*iteration_next)(void *context, void *state, void *value, yoke_writer *w);
    void (*iteration_end)(void *context, void *state);
    /// Makes the storage of a through type at `to`.
    void *(*store)(void *context, void *to, const void *at);
    /// The slot of the instance's own class, if that is a subclass of the plan's and is written through a storage too; else NULL.
    const yoke_slot *(*own_class)(void *context, const void *at);
    /// Writes dynamic JSON.
    void (*write_document)(void *context, const void *at, yoke_writer *w);
    /// Writes the text of a captured value, or makes at `to` what is to be written in its place and returns that one's slot.
    /// `tag`, if set, is a member that its object begins with.
    const yoke_slot *(*project)(void *context, void *to, const void *at, yoke_writer *w, void **failure);
} yoke_thunks;

#endif
