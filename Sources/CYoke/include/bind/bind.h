// The binder takes the events of an engine, one for each value, key and bracket of a text. It stores the values in the fields of models, as
// the plan says. It keeps open containers as frames on a stack of its own, and not on the thread's stack. So a chunk may end at any byte,
// and nested containers need no recursion. These functions implement every rule of binding. Both engines (native and yajl) call them.
#pragma once

#include "plan/keyset.h"
#include "text/member.h"
#include "plan/plan.h"
#include "sink/sink.h"
#include "text/literals.h"
#include "bind/source.h"
#include "sink/tape.h"
#include "plan/thunks.h"
#include "base/value_stack.h"

/// Why binding stopped.
enum yoke_error_code {
    YOKE_ERROR_NONE,
    YOKE_ERROR_MISMATCH,      // the value's kind is invalid for `type`
    YOKE_ERROR_RANGE,         // a number is out of range for `type`
    YOKE_ERROR_UNDERFLOW,     // a number that is too small for `type`, a floating-point type
    YOKE_ERROR_FRACTION,      // a number with a fraction, for an integer `type`
    YOKE_ERROR_UNKNOWN_CASE,  // a string that is not a raw value of `type`
    YOKE_ERROR_MISSING,       // required keys are missing: the fields set in the binder's `required`, but not in `seen` of the top frame
    YOKE_ERROR_DUPLICATE,     // a key is repeated in its object
    YOKE_ERROR_THUNK,         // Swift refused the value: see `failure`
    YOKE_ERROR_DEPTH,
    YOKE_ERROR_STRING_LIMIT,
    YOKE_ERROR_DIGIT_LIMIT,
    YOKE_ERROR_MEMBER_LIMIT,
    YOKE_ERROR_TRAILING,      // a second value came after the only value that is allowed
    YOKE_ERROR_ADJACENT,      // two top-level scalars without white space between them
    YOKE_ERROR_MEMORY,
    YOKE_ERROR_UNKNOWN_KEY,
    YOKE_ERROR_DATE,          // the text is not a date of the type's style
    YOKE_ERROR_NO_SUCH_DATE,  // the text has the form of a date, but no such date or time exists
    YOKE_ERROR_REFUSED_FIELD, // Swift refused one field of an object that has ended: see `failure`
    YOKE_ERROR_INCOMPLETE,       // a part of the value was left out, and the error of this part was reported
    YOKE_ERROR_REPARSE_DEPTH,  // re-parsed texts are nested too deep
    YOKE_ERROR_STACK,          // re-parsed texts are nested too deep for the stack of this thread
    YOKE_ERROR_REPARSE_BYTES,  // re-parsed texts are too long in all: see YOKE_REPARSED_TIMES
    YOKE_ERROR_REPEATED_PATCH, // an update repeats keys too often: see YOKE_MAX_REPEATED_PATCHES
    YOKE_ERROR_NON_FINITE,    // NaN or an infinity was sent to a sink that writes JSON, which has no such numbers
    YOKE_ERROR_ASSIGN         // an update cannot change a class instance: `failure` says why and where
};

/// The kind of value that was found in the text.
enum yoke_found {
    YOKE_FOUND_NULL,
    YOKE_FOUND_BOOL,
    YOKE_FOUND_NUMBER,
    YOKE_FOUND_STRING,
    YOKE_FOUND_OBJECT,
    YOKE_FOUND_ARRAY,
    YOKE_FOUND_KEY,
    /// NaN or an infinity.
    YOKE_FOUND_NON_FINITE
};

enum yoke_duplicates { YOKE_LAST_WINS, YOKE_FIRST_WINS, YOKE_DUPLICATES_REFUSED };

typedef struct yoke_limits {
    uint64_t depth;
    uint64_t string_bytes;
    uint64_t number_digits;
    uint64_t members;
} yoke_limits;

typedef struct yoke_error {
    enum yoke_error_code code;
    enum yoke_found found;
    /// `offset`: offset of the invalid value's first byte. `end`: offset after the part of the value that was read; 0 means the end of the
    /// current event.
    uint64_t offset;
    uint64_t end;
    /// The type of the slot for which the value is invalid.
    const yoke_type *type;
    /// A retained Swift error object, or NULL. The code that takes the object out of this field must release it.
    void *failure;
    /// Length of the invalid scalar in bytes; 0: no scalar is known. The binder's `error_text` holds the scalar's first bytes.
    size_t text_length;
} yoke_error;

enum yoke_frame_kind {
    YOKE_FRAME_ROOT,
    YOKE_FRAME_OBJECT,
    YOKE_FRAME_ARRAY,
    YOKE_FRAME_DICTIONARY,
    /// An existing array that is overwritten in place: each new element overwrites the old element with the same index, if there is one.
    YOKE_FRAME_ELEMENTS,
    YOKE_FRAME_VIA,
    /// A container on the path to the elements of a stream.
    YOKE_FRAME_PATH,
    /// A container whose events go to `sink`, or are dropped if `sink` is NULL.
    YOKE_FRAME_DYNAMIC,
    /// An array on a key path (a path node), which leads to fields of the model around it. Or the array of a model whose JSON is an array
    /// (YOKE_POSITIONS). The members of `yoke_frame` mean the same as in a YOKE_FRAME_OBJECT.
    YOKE_FRAME_PATH_NODES,
    /// A value of the slot `element` that is read from raw text (the kept bytes of a value): the native engine parses this text again. Or a
    /// direct read: a value of a case that the start of its text has named.
    YOKE_FRAME_CHOSEN,
    /// An existing dictionary whose entries are changed. The frame has room for one pair and, after this pair, for the entry's old value.
    YOKE_FRAME_ENTRIES,
    /// A new value that replaces an existing value as soon as the new value is complete.
    YOKE_FRAME_REPLACED
};

/// One open container, or one value that is read in a special way: for example a value made from another value (its storage). A comment
/// that begins with a name such as YOKE_FRAME_OBJECT applies only to frames of this kind.
typedef struct yoke_frame {
    uint8_t kind;
    /// True if the container in the text is an object, false if it is an array.
    bool is_object;
    union {
        /// YOKE_FRAME_PATH: true if the path to the stream's elements leads through the current key or index, so that its value is wanted.
        bool is_wanted;
        /// YOKE_FRAME_DICTIONARY, YOKE_FRAME_ENTRIES: true if the key of an unfinished pair is in memory.
        bool has_key;
        /// YOKE_FRAME_OBJECT: true if the next value is for the field `next`, but the field may keep its earlier value. The binder decides
        /// this when it sees the value (see `yoke_defer`).
        bool is_deferred;
        /// YOKE_FRAME_CHOSEN: true if the value is complete.
        bool is_complete;
    };
    union {
        /// YOKE_FRAME_OBJECT: true if the binder's `keyset` may hold keys of fields without rules. If false, only `seen` shows which of these
        /// keys have come. Not used if the last of repeated keys wins. YOKE_FRAME_DICTIONARY: true after a repeated key was reported.
        bool names_fields;
        /// YOKE_FRAME_CHOSEN: true for a direct read. False if the value is read from raw text.
        bool is_direct;
    };
    union {
        /// YOKE_FRAME_DICTIONARY, YOKE_FRAME_ENTRIES: true if the current member is left out. It has no pair; its key is at the end of
        /// `keys`.
        bool skips_member;
        /// YOKE_FRAME_PATH: true if an earlier member has the same key, so that the next wanted value replaces the value of this member.
        bool replaces_earlier;
    };
    /// True if the frame changes an existing value. In an update, `old` is the value before the update (YOKE_FRAME_VIA: the storage of this
    /// value). If the call overwrites in place, the old value is at `base`.
    bool is_in_place;
    /// True if an earlier member has the same key as the current member. Only for the objects and dictionaries that an update changes and,
    /// if the call asks for a report, for objects of models.
    bool repeats_key;
    union {
        /// YOKE_FRAME_PATH: true if the key that the path names has come.
        bool key_has_come;
        /// YOKE_FRAME_DYNAMIC: true for the outermost open container of a value that is left out: the value ends with this container.
        bool is_left_out;
        /// YOKE_FRAME_OBJECT: true if the object's raw text (the unchanged bytes) is being kept.
        bool is_captured;
        /// YOKE_FRAME_ENTRIES: true if the memory after the pair holds the entry's old value.
        bool has_old_value;
        /// YOKE_FRAME_CHOSEN: true if the value is flattened: the re-parsed text is an object that also has other members.
        bool is_flattened;
    };
    /// Address. YOKE_FRAME_OBJECT: of the instance. YOKE_FRAME_ARRAY, YOKE_FRAME_DICTIONARY, YOKE_FRAME_ENTRIES: of the first element or
    /// pair. YOKE_FRAME_VIA: of the storage.
    uint8_t *base;
    /// YOKE_FRAME_OBJECT. `next`: the field whose key is expected next. `field`: the field of the last key, or NULL if no field has the
    /// key. `seen`: one bit for each field, set if the field has a value.
    const yoke_field *next;
    const yoke_field *field;
    uint64_t *seen;
    /// YOKE_FRAME_OBJECT, if fields have aliases: for each field the rank of the alias that gave its value. YOKE_RANK_OF_NULL: the value is
    /// from a null, or from before an update, so that any alias may replace it.
    uint8_t *ranks;
    /// Number of complete elements or pairs, or of members whose key has come. YOKE_FRAME_CHOSEN: the number of cases if the frame tries
    /// the last of several cases, else 1.
    uint64_t count;
    /// Length in bytes of the white space before the last member or element. The fast path expects the same length before the next.
    size_t space;
    const yoke_object *object;
    /// YOKE_FRAME_ARRAY, YOKE_FRAME_ELEMENTS: slot and stride of an element, for speed. YOKE_FRAME_CHOSEN: `element` is the value's slot.
    const yoke_slot *element;
    size_t stride;
    /// Frames of arrays and dictionaries: the greatest allowed `count`. It falls by one for each element or pair that is left out.
    uint64_t max_count;
    /// Slot of the value that this frame makes, and the address where the value goes.
    const yoke_slot *slot;
    uint8_t *destination;
    yoke_stack_mark mark;
    /// Offset in the text of the container's first byte. 0 in a YOKE_FRAME_ARRAY and a YOKE_FRAME_ELEMENTS, which do not need it.
    uint64_t start;
    /// Sizes of the binder's `keys` (in bytes) and `keyset` (in entries) when the frame was pushed.
    size_t key_mark;
    size_t keyset_mark;
    /// Frames of objects: a number that differs for each object of the text, for the key set. YOKE_FRAME_ARRAY: count of left-out elements.
    uint64_t serial;
    /// YOKE_FRAME_DYNAMIC: the sink that gets the events.
    const yoke_sink *sink;
    void *sink_context;
    /// `old`: the value before the update. `unchanged`: three bit sets with one bit for each field. The first set marks the fields that the
    /// text has not changed so far. The second set follows it, and marks the fields that had a value before the update. For the third set,
    /// see `yoke_removed`.
    /// YOKE_FRAME_ELEMENTS: `old` is the memory of the existing array, which has `old_count` elements.
    const uint8_t *old;
    union {
        uint64_t *unchanged;
        size_t old_count;
    };
} yoke_frame;

/// The most bytes of an invalid scalar that are kept for an error: more than an error message shows.
enum { YOKE_ERROR_TEXT = 72 };

typedef struct yoke_binder {
    yoke_source source;
    const yoke_thunks *thunks;
    yoke_frame *frames;
    /// The innermost frame: the last of `frame_count` frames.
    yoke_frame *top;
    size_t frame_count;
    size_t frame_capacity;
    yoke_value_stack stack;
    yoke_tape tape;
    /// The last key of each open object, if the key belongs to no field or pair (for example in dynamic JSON). For the path in error
    /// messages, so each key is cut to YOKE_KEY_KEPT bytes.
    yoke_buffer keys;
    yoke_keyset keyset;
    yoke_limits limits;
    /// The least length in bytes that is too long, for a string and for a number: the limit plus one. (`number_bound` may be lower if
    /// numbers may stand for NaN and infinities: see `yoke_binder_start`.)
    uint64_t string_bound;
    uint64_t number_bound;
    uint64_t depth;
    uint64_t serial;
    enum yoke_duplicates duplicates;
    /// True if the last of repeated keys counts, and the call is not an update. Then the fast path need not look for repeated keys, so it
    /// may read the members of every object.
    bool always_fast;
    bool many_values;
    /// True if the text may be cut (partial values). If a key is repeated, its first value then stays until its second value comes, because
    /// the text may end between the key and the second value.
    bool may_be_cut;
    /// The brackets that the binder adds at the end of a cut text, while it closes the open containers. NULL at all other times.
    const struct yoke_closing *closing;
    /// True if the caller reads the tape itself, as a `JSONView` does. The tape then keeps its memory and its content until the next value
    /// is read. So the `document` thunk gets only the tape, and not a document, which would take over the tape's memory.
    bool lends_tape;
    /// True if bad UTF-8 in strings and keys becomes U+FFFD. `repaired` holds the repaired text.
    bool repairs_strings;
    yoke_buffer repaired;
    /// `values`: number of finished top-level values. `value_end`: offset where the last of these values ended. `scalar_end`: offset where
    /// the last top-level value ended if it was a scalar, else YOKE_NO_OFFSET.
    uint64_t values;
    uint64_t value_end;
    uint64_t scalar_end;
    /// True if `root_memory` holds a value that the binder owns.
    bool root_full;
    /// For streams: true if the text has a value at the end of the path to the elements. An empty container or a null on the path also
    /// makes it true.
    bool path_matched;
    /// `elements`: number of elements handed to the stream, or errors in place of an element. `overruled_elements`: how many of them do not
    /// count, because a key on their path came again later in the text.
    uint64_t elements;
    uint64_t overruled_elements;
    /// Sink for the events of values whose type has the kind YOKE_FORWARD. NULL: the events are dropped.
    const yoke_sink *forward;
    void *forward_context;
    yoke_error error;
    uint8_t error_text[YOKE_ERROR_TEXT];
    const yoke_allocator *allocator;
    yoke_slot root;
    uint8_t *root_memory;
    /// `rules`: a set of `yoke_slot_rule`s that hold for every slot. `coercions`: a set of `yoke_coercion`s, the allowed conversions
    /// between kinds.
    uint16_t rules;
    /// True if the text may have numbers in the special spelling for NaN and infinities: see text/literals.h.
    bool reads_literals;
    /// True if a number that is too small for its floating-point type is an error. False: the number is read as 0.
    bool refuses_underflow;
    /// The strings that mean NaN and the infinities to a floating-point slot. NULL: no string means them.
    const yoke_non_finite *non_finite;
    uint32_t coercions;
    /// A set of `yoke_update`s: how the existing value of the root is changed. 0: the value is new.
    uint8_t updates;
    /// Binds the raw text of a value (its unchanged bytes), which began at offset `start`, to the next target. Set by the code that makes
    /// the binder. Returns false after it recorded an error.
    bool (*reparse)(struct yoke_binder *b, const uint8_t *text, size_t n, uint64_t start);
    /// The Swift object that the thunks `patch` and `leaves_member` get as their context.
    void *patcher;
    /// For an update: the old value of the next object, whose memory already holds a copy of this value. NULL: the next object is new.
    const uint8_t *next_old;
    /// Slot of the existing value that a YOKE_IN_PLACE target overwrites.
    const yoke_slot *in_place;
    /// True if a YOKE_FRAME_REPLACED is open. Then the values that are read are parts of a new value, and overwrite no existing value.
    bool is_replacing;
    /// True if errors are collected. The `report` thunk then gets every error about a value that does not fit the model. The value is left
    /// out, and reading goes on to the end of the text.
    bool collects;
    /// Number of collected errors so far.
    uint64_t reported;
    /// True if the call wants a report: the `report` thunk gets every recovered problem.
    bool reports;
    /// Number of frames around the last value that was left out. The `report` thunk makes the value's path from these frames.
    size_t recovering;
    /// The Swift object that owns the binder. Many thunks get it as their `reader`.
    void *reader;
    /// For YOKE_ERROR_MISSING: one bit for each required field of the object, also for fields that have a value.
    const uint64_t *required;
    /// Holds the last raw text (the unchanged bytes of a value), if it was not in one chunk.
    yoke_buffer raw_text;
    /// `reparses`: nesting depth of re-parsed texts. `first_reparsed_frame`: index of the first frame of the innermost re-parsed text.
    /// Frames with lower indices belong to the texts around it.
    size_t first_reparsed_frame;
    uint32_t reparses;
    /// `reparse_bound`: length of the longest of the nested re-parsed texts (0: no text is re-parsed). `reparsed_bytes`: number of bytes
    /// that have been re-parsed inside this longest text. A byte counts each time that it is re-parsed.
    uint64_t reparse_bound;
    uint64_t reparsed_bytes;
    /// Number of objects in an update whose key repeats an earlier key.
    uint64_t repeated_patches;
    /// A trial tries to bind a value as one of several cases. `trials`: number of nested trials. `keeps_results`: true if Swift holds
    /// results of values from failed trials.
    uint32_t trials;
    bool keeps_results;
    /// `text`: number of the text to which offsets refer. 0 is the text of the call; each text that a hook makes gets a new number.
    /// `texts`: the last number in use.
    uint64_t text;
    uint64_t texts;
    /// Several properties may be read from one re-parsed text, because they share a key or an object. This hash is different for each of
    /// these properties. If re-parsed texts are nested, the hash combines the properties of all levels, from the outermost inward.
    uint64_t path_hash;
    /// `reparsing`: the outermost text that is re-parsed (if a hook made it: the text from which the hook made it), or NULL.
    /// `reparsed_start`: its offset in the text of the call. After an error, `reparsed` is a copy, in which Swift finds the path to the
    /// error.
    const uint8_t *reparsing;
    size_t reparsing_length;
    yoke_buffer reparsed;
    uint64_t reparsed_start;
    /// While a text is re-parsed: where the outermost open value begins whose raw text is still being kept. If no such value is open: where
    /// the outermost re-parsed text begins. Both are offsets.
    uint64_t reparsing_in;
    /// For direct reads of enum cases (see bind/direct.c), which may be nested. `direct`: the number of the outermost direct read's frame,
    /// counted from 1; 0 if no direct read is open. `given_up`: the number of bytes that inner direct reads had read before the binder gave
    /// them up.
    size_t direct;
    uint64_t given_up;
    /// The innermost text that a hook made and that is being re-parsed, or NULL.
    yoke_made *made;
    /// True if the recorded error was found in a text that a hook made, and not in the text of the call.
    bool is_error_in_made;
    /// True if the last value that could not be made from its raw text is invalid only because the text was cut, and was not left out.
    bool is_open;
} yoke_binder;

/// How an existing value is changed.
enum yoke_update {
    YOKE_UPDATES = 1,
    /// Null leaves a field as it is.
    YOKE_UPDATE_KEEPS_ON_NULL = 2,
    /// A model in a field is replaced instead of being changed.
    YOKE_UPDATE_REPLACES_MODELS = 4,
    /// The text is a merge patch. Null removes a value. An object changes the old value and does not replace it.
    YOKE_UPDATE_MERGES = 8,
    /// Not an update: the new value overwrites the old value in place. The result does not depend on the old value; only its memory is used
    /// again.
    YOKE_OVERWRITES = 16
};

enum {
    YOKE_RANK_OF_NULL = 255,
    /// Greatest nesting depth of re-parsed texts: raw text that is re-parsed may hold raw text that is re-parsed in turn. The limit exists
    /// because each nested text uses some of the thread's stack.
    YOKE_MAX_REPARSES = 128,
    /// Limit of the work: for each byte of the outermost re-parsed text, at most this many bytes are re-parsed. Nesting alone re-parses a
    /// byte at most YOKE_MAX_REPARSES times. Shared keys and flattened types may re-parse a byte several times for each nested text.
    YOKE_REPARSED_TIMES = 256,
    /// Limit of the work of an update: at most this many objects of its text may have a repeated key. Each of them changes a copy of the old
    /// value, which may be much longer than the text.
    YOKE_MAX_REPEATED_PATCHES = 64,
    /// Least length in bytes of a text whose value is kept for later trials. (A trial tries to read a text as one of several cases.) Each
    /// trial re-parses a shorter text, because a look-up of its value would be slower.
    YOKE_MIN_RESULT = 16
};

enum { YOKE_KEY_KEPT = 128 };

/// The binder's events. The context is a `yoke_binder`.
extern const yoke_sink yoke_binder_sink;

/// Makes an empty binder. Call `yoke_binder_start` before the first event.
void yoke_binder_init(yoke_binder *b, const yoke_thunks *thunks, const yoke_allocator *allocator, uint64_t seed);
/// Destroys unfinished values and frees all memory.
void yoke_binder_free(yoke_binder *b);
/// Prepares the binder for a text whose value goes to `memory`. NULL: no value is stored, for example because the root is a stream.
/// Destroys all values left from the last text. The caller must also call `yoke_source_restart`. Returns false if memory runs out.
bool yoke_binder_start(yoke_binder *b, const yoke_slot *root, void *memory);
/// As `yoke_binder_start`, for an update of the value at `memory`, as the set `updates` of `yoke_update`s says. The binder owns this value
/// until the caller takes it. `old` is a copy of the value, and stays unchanged.
bool yoke_binder_start_update(yoke_binder *b, const yoke_slot *root, void *memory, const void *old, uint8_t updates);
/// As `yoke_binder_start`, for a text that overwrites the value at `memory` in place. The caller keeps ownership of the value. Even after
/// an error, `memory` holds a valid value.
bool yoke_binder_start_overwrite(yoke_binder *b, const yoke_slot *root, void *memory);
/// Destroys every unfinished value, and a finished value that the caller has not taken. Drops the frames and `error`.
void yoke_binder_unwind(yoke_binder *b);
/// At the end of a cut text: ends every open container, as if its bracket had come. Returns false if binding fails; see `error`.
/// `after_key`: true to drop the last key, which has no value. `cut`: the `n` bytes of an unfinished string value after its quote, or NULL.
/// If `yoke_takes_cut_string` is true, the complete characters and escapes of `cut` are bound as the value; else `cut` is dropped.
bool yoke_binder_close_all(yoke_binder *b, bool after_key, const uint8_t *cut, size_t n);
/// True if the start of an unfinished string may be bound as the next value: the value is a String or dynamic JSON, or goes to a sink.
bool yoke_takes_cut_string(const yoke_binder *b);
/// Checks the length of an unfinished token that reaches to offset `end` so far. If the token is too long, records the error and returns
/// false.
bool yoke_binder_check_pending(yoke_binder *b, uint64_t end);
