// The binder: it turns the events of a text into the fields of models, as the plan says. Its frames are an explicit stack, so
// that a chunk may end at any byte and no function here recurses. The functions declared here hold every rule of binding. Both
// engines call them.
#ifndef YOKE_BIND_BIND_H
#define YOKE_BIND_BIND_H

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
    YOKE_ERROR_FRACTION,      // a number with a fraction, for an integer `type`
    YOKE_ERROR_UNKNOWN_CASE,  // a string that is not a raw value of `type`
    YOKE_ERROR_MISSING,       // required keys are missing; the top frame's seen bits tell which
    YOKE_ERROR_DUPLICATE,     // a key came a second time
    YOKE_ERROR_THUNK,         // Swift refused the value: see `failure`
    YOKE_ERROR_DEPTH,
    YOKE_ERROR_STRING_LIMIT,
    YOKE_ERROR_DIGIT_LIMIT,
    YOKE_ERROR_MEMBER_LIMIT,
    YOKE_ERROR_TRAILING,      // a second value came where one was allowed
    YOKE_ERROR_ADJACENT,      // two scalars with nothing between them
    YOKE_ERROR_MEMORY,
    YOKE_ERROR_UNKNOWN_KEY,
    YOKE_ERROR_DATE,          // not a date of the type's style
    YOKE_ERROR_NO_SUCH_DATE,  // has the form of a date, but is not in the calendar or on the clock
    YOKE_ERROR_REFUSED_FIELD, // Swift refused one field of an object that has ended: see `failure`
    YOKE_ERROR_INCOMPLETE,       // a part of the value was left out, and its error has been reported
    YOKE_ERROR_REPARSE_DEPTH,  // texts that are re-parsed are nested too deep
    YOKE_ERROR_REPARSE_BYTES,  // too much text would have to be re-parsed
    YOKE_ERROR_NON_FINITE,    // a sink has no text for NaN or an infinity
    YOKE_ERROR_ASSIGN         // an instance cannot be changed: `failure` also says where
};

/// Kind of value that the text holds.
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
    /// Offsets of the value's first byte, and of the end of the part that was read. An `end` of 0 means: the end of the event.
    uint64_t offset;
    uint64_t end;
    /// The type that the slot wants.
    const yoke_type *type;
    /// A retained Swift error object. The code that takes it owns it.
    void *failure;
    /// Length of the invalid scalar in bytes. The binder's `error_text` holds its start. 0: the scalar is not known.
    size_t text_length;
} yoke_error;

enum yoke_frame_kind {
    YOKE_FRAME_ROOT,
    YOKE_FRAME_OBJECT,
    YOKE_FRAME_ARRAY,
    YOKE_FRAME_DICTIONARY,
    /// An existing array that is read in place: new elements overwrite old ones, as many as there are.
    YOKE_FRAME_ELEMENTS,
    YOKE_FRAME_VIA,
    /// A container on a path to elements.
    YOKE_FRAME_PATH,
    /// A container whose events go to `sink`, or are dropped.
    YOKE_FRAME_DYNAMIC,
    /// An array that is a path node (it leads to fields of the model around it), or an array that is a model itself (POSITIONS).
    /// In all else the frame is like OBJECT.
    YOKE_FRAME_PATH_NODES,
    /// A raw text that is re-parsed as `element`.
    YOKE_FRAME_CHOSEN,
    /// An existing dictionary whose entries are changed. It has room for one pair, and after it for a second value.
    YOKE_FRAME_ENTRIES,
    /// A new value that replaces an existing one when it is complete.
    YOKE_FRAME_REPLACED
};

/// One open container, or one value that is read via a storage type. The members that every kind needs come first.
typedef struct yoke_frame {
    uint8_t kind;
    /// The container in the text is an object.
    bool is_object;
    /// Depends on the kind:
    /// - PATH: the value of the current key or index is wanted.
    /// - DICTIONARY, ENTRIES: the key of a pair is in memory.
    /// - OBJECT: the next value is deferred. It is for the field `next` and replaces that field's earlier value. A null may be
    ///   dropped instead.
    /// - CHOSEN: the value is complete.
    bool wanted;
    /// OBJECT, where no key may come twice: the keys of some fields are in `keyset`. For all other fields, the seen bits tell if
    /// the key came. DICTIONARY: a repeated key has been reported.
    bool names_fields;
    /// DICTIONARY, ENTRIES: the member is left out, so it has no pair. The member's key is at the end of `keys`. PATH: the wanted
    /// value replaces the value of an earlier member with the same key.
    bool is_passing;
    /// The frame lies over an existing value: `old`, or, if the value is overwritten, the value itself. VIA: `old` is a storage
    /// of its own.
    bool is_in_place;
    /// Depends on the kind:
    /// - PATH: the key on the path came before.
    /// - DYNAMIC: the container is left out as if it had not come.
    /// - OBJECT: the object's raw text is being kept.
    /// - ENTRIES: the second room holds the entry's old value.
    /// - CHOSEN: the text is the text of the object that the value is flattened into.
    bool met;
    /// OBJECT: the instance. ARRAY, DICTIONARY, ENTRIES: the first element or pair. VIA: the storage.
    uint8_t *base;
    /// OBJECT: the next expected field; the field that the last key named, or NULL for an unknown key; the seen bits.
    const yoke_field *next;
    const yoke_field *field;
    uint64_t *seen;
    /// OBJECT with aliases: for each field the rank of the alias that gave its value. YOKE_RANK_OF_NULL: the field is nil.
    uint8_t *ranks;
    /// Number of elements, pairs or members so far. CHOSEN: how many cases have been tried.
    uint64_t count;
    /// Length of the white space before the last member or element. The fast path guesses that the next one has the same.
    size_t space;
    const yoke_object *object;
    /// ARRAY: slot and stride of the elements, copied here for speed.
    const yoke_slot *element;
    size_t stride;
    /// ARRAY, ELEMENTS, DICTIONARY: upper limit of `count`. Each element or pair that is left out lowers the limit by one.
    uint64_t most;
    /// Slot of the value that this frame makes, and the address where the value goes.
    const yoke_slot *slot;
    uint8_t *destination;
    yoke_stack_mark mark;
    /// Offset of the container's first byte.
    uint64_t start;
    /// Sizes of `keys` (bytes) and `keyset` (entries) when the frame was pushed.
    size_t key_mark;
    size_t keyset_mark;
    /// Number of this object among all objects, for the key set. ARRAY: how many elements were left out.
    uint64_t serial;
    /// DYNAMIC: the sink that gets the events.
    const yoke_sink *sink;
    void *sink_context;
    /// The value as it was before the update, and in `kept` the bits of the fields that are unchanged. After these bits come the
    /// bits of all fields that had a value. ELEMENTS: the array's own elements, `room` of them.
    const uint8_t *old;
    union {
        uint64_t *kept;
        size_t room;
    };
} yoke_frame;

/// How many bytes of a scalar an error keeps. A message shows fewer.
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
    /// The last key of each open dynamic object, cut to YOKE_KEY_KEPT bytes. Error paths show these keys.
    yoke_buffer keys;
    yoke_keyset keyset;
    yoke_limits limits;
    /// The limits of strings and numbers plus one: a token with this many bytes is too long.
    uint64_t string_bound;
    uint64_t number_bound;
    uint64_t depth;
    uint64_t serial;
    enum yoke_duplicates duplicates;
    bool many_values;
    /// The text may be cut (partial values). A repeated key then removes the first value only when its own value comes.
    bool may_be_cut;
    /// The `document` thunk gets the tape only. The tape's memory stays as it is until the next value is read.
    bool lends_tape;
    /// Bad UTF-8 in strings and keys becomes U+FFFD. `repaired` holds the repaired text.
    bool repairs_strings;
    yoke_buffer repaired;
    /// Number of finished top-level values; offset where the last one ended; the same offset if the last one was a scalar, else
    /// YOKE_NO_OFFSET.
    uint64_t values;
    uint64_t value_end;
    uint64_t scalar_end;
    /// The root's memory holds a value.
    bool root_full;
    /// The path matched: it led to a position where elements may stand.
    bool path_matched;
    /// Number of elements handed on, and how many of them are void because a key on the path came again.
    uint64_t elements;
    uint64_t void_elements;
    /// Sink for the events of FORWARD types. NULL: the events are dropped.
    const yoke_sink *forward;
    void *forward_context;
    yoke_error error;
    uint8_t error_text[YOKE_ERROR_TEXT];
    const yoke_allocator *allocator;
    yoke_slot root;
    uint8_t *root_memory;
    /// `yoke_slot_rule`s that hold for every slot, and the allowed conversions between kinds (`yoke_coercion`s).
    uint16_t rules;
    /// Numbers that stand for NaN and infinities may come: see text/literals.h.
    bool reads_literals;
    /// The strings that a floating-point value takes for NaN and infinities. NULL: none.
    const yoke_non_finite *non_finite;
    uint32_t coercions;
    /// `yoke_update`s. If set, the root's memory holds a value, and everything that the text does not name stays as it is.
    uint8_t updates;
    /// Binds the text of a value, which began at `start`, to the next target. The maker of the binder sets this function. Returns
    /// false after it recorded an error.
    bool (*reparse)(struct yoke_binder *b, const uint8_t *text, size_t n, uint64_t start);
    /// Thunk object that patches values via their text.
    void *patcher;
    /// The next object is read over a copy of this value. NULL: the next object is new.
    const uint8_t *over;
    /// Slot of the existing value that a YOKE_IN_PLACE target overwrites.
    const yoke_slot *in_place;
    /// A REPLACED frame is open, so all frames above it are of new values.
    bool is_replacing;
    /// Errors are collected. The `report` thunk gets every error of the mapping, the value with the error is left out, and the
    /// text is read to its end.
    bool collects;
    /// Number of errors reported so far.
    uint64_t reported;
    /// The `report` thunk gets every recovered problem.
    bool reports;
    /// While a left-out value is reported: how many frames lead to the value.
    size_t recovering;
    /// Swift's side of the binder. Thunks that need it get it as an argument.
    void *reader;
    /// For YOKE_ERROR_MISSING: the bits of the required fields.
    const uint64_t *required;
    /// The last raw text, if the chunk does not hold it in one piece.
    yoke_buffer raw_text;
    /// Frames below index `floor` belong to a text around the one that is re-parsed. `reparses` is how deep re-parsed texts are
    /// nested.
    size_t floor;
    uint32_t reparses;
    /// Length of the longest text around that is re-parsed (0: no text is), and how many bytes of values in it were re-parsed so
    /// far.
    uint64_t reparse_bound;
    uint64_t reparsed_bytes;
    /// Trials of cases:
    /// - `trials`: number of cases that are being tried, one inside the other.
    /// - `trial_frames`: how many frames lead to the innermost of these cases.
    /// - `keeps_results`: Swift keeps the results of values from failed trials.
    uint32_t trials;
    size_t trial_frames;
    bool keeps_results;
    /// `text` is the number of the text that offsets refer to. 0 is the text of the call. Each text that a hook made gets a
    /// number of its own. `texts` is the last number given.
    uint64_t text;
    uint64_t texts;
    /// Says for which of the properties that share a key or an object the text is re-parsed. A hash over all nested ones,
    /// outermost first.
    uint64_t way;
    /// The outermost text that is being re-parsed (NULL: no text is), or was re-parsed when an error happened, and its offset in
    /// the text of the call. After the error, `reparsed` holds a copy.
    const uint8_t *reparsing;
    size_t reparsing_length;
    yoke_buffer reparsed;
    uint64_t reparsed_start;
    /// While a text is re-parsed: offset of the outermost value around it whose raw text is kept.
    uint64_t reparsing_in;
    /// The innermost text that a hook made and that is being re-parsed, or NULL.
    yoke_made *made;
    /// The error was in a text that a hook made.
    bool is_error_in_made;
} yoke_binder;

/// How an existing value is changed.
enum yoke_update {
    YOKE_UPDATES = 1,
    /// Null leaves a field as it is.
    YOKE_UPDATE_KEEPS_ON_NULL = 2,
    /// A model in a field is replaced instead of being changed.
    YOKE_UPDATE_REPLACES_MODELS = 4,
    /// The text is a merge patch. A null removes a value. A value for which an object comes is changed, not replaced.
    YOKE_UPDATE_MERGES = 8,
    /// Not an update: the text is read over the value in place. Only memory of the old value is reused.
    YOKE_OVERWRITES = 16
};

enum {
    YOKE_RANK_OF_NULL = 255,
    /// Limit for texts that are re-parsed one inside the other.
    YOKE_REPARSES_MOST = 128,
    /// How many bytes of values may be re-parsed for each byte of the text around them. Nested values need no more than
    /// YOKE_REPARSES_MOST, unless something multiplies them at each level.
    YOKE_REPARSED_TIMES = 256,
    /// A text shorter than this is re-parsed, because that is faster than to look up its result. In bytes.
    YOKE_RESULT_LEAST = 16
};

enum { YOKE_KEY_KEPT = 128 };

/// The binder's events. The context is a `yoke_binder`.
extern const yoke_sink yoke_binder_sink;

/// Makes an empty binder. Call `yoke_binder_start` before the first event.
void yoke_binder_init(yoke_binder *b, const yoke_thunks *thunks, const yoke_allocator *allocator, uint64_t seed);
/// Destroys half-made values and frees all memory.
void yoke_binder_free(yoke_binder *b);
/// Prepares for a text whose value goes to `memory` (unused if the root is dynamic or only hands on elements). Destroys
/// everything left from the text before, but leaves the source alone. Returns false if memory runs out.
bool yoke_binder_start(yoke_binder *b, const yoke_slot *root, void *memory);
/// The same for a text that changes the value at `memory`. The binder owns that value until the caller takes it. `old` is the
/// same value elsewhere, and stays as it is.
bool yoke_binder_start_update(yoke_binder *b, const yoke_slot *root, void *memory, const void *old, uint8_t updates);
/// The same for a text that overwrites the value at `memory` in place. The caller keeps the value. Whatever happens, a valid
/// value is there at any time.
bool yoke_binder_start_overwrite(yoke_binder *b, const yoke_slot *root, void *memory);
/// Destroys every half-made value, and a finished value that was not taken. Forgets the frames and `error`.
void yoke_binder_unwind(yoke_binder *b);
/// The text has been cut: ends every open container as if its bracket had come. `after_key`: the last key has no value. `cut`: the
/// text ends in a string, a value, whose first `n` bytes after the quote have come. They count as far as they are complete, if
/// `yoke_takes_cut_string`. NULL: drops such a string. Returns false if binding fails; see `error`.
bool yoke_binder_close_all(yoke_binder *b, bool after_key, const uint8_t *cut, size_t n);
/// True if the start of a string counts as the next value: it is for a String or for dynamic JSON.
bool yoke_takes_cut_string(const yoke_binder *b);
/// Tells if the unfinished token keeps to the limits up to the text's offset `end`. If it returns false, see `error`.
bool yoke_binder_check_pending(yoke_binder *b, uint64_t end);

#endif
