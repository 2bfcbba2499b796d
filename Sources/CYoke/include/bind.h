// The binder: events of one text into the fields of models, through the plan. A stack of explicit frames, so that a chunk
// may end at any byte and nothing here recurses. Every rule of binding is in the functions behind this header, whatever
// engine calls them.
#ifndef YOKE_BIND_H
#define YOKE_BIND_H

#include "keyset.h"
#include "member.h"
#include "plan.h"
#include "sink.h"
#include "source.h"
#include "tape.h"
#include "thunks.h"
#include "value_stack.h"

/// Why binding stopped.
enum yoke_error_code {
    YOKE_ERROR_NONE,
    YOKE_ERROR_MISMATCH,      // the value's kind does not fit `type`
    YOKE_ERROR_RANGE,         // a number does not fit `type`
    YOKE_ERROR_FRACTION,      // a number that is not integral for an integer `type`
    YOKE_ERROR_UNKNOWN_CASE,  // a string that is no raw value of `type`
    YOKE_ERROR_MISSING,       // required keys are absent; the top frame's seen bits tell which
    YOKE_ERROR_DUPLICATE,     // a key for the second time
    YOKE_ERROR_THUNK,         // Swift said no: `failure`
    YOKE_ERROR_DEPTH,
    YOKE_ERROR_STRING_LIMIT,
    YOKE_ERROR_DIGIT_LIMIT,
    YOKE_ERROR_MEMBER_LIMIT,
    YOKE_ERROR_TRAILING,      // a second value where one was allowed
    YOKE_ERROR_ADJACENT,      // two scalars without anything between them
    YOKE_ERROR_MEMORY,
    YOKE_ERROR_UNKNOWN_KEY,
    YOKE_ERROR_DATE,          // no date of the type's style
    YOKE_ERROR_NO_SUCH_DATE,  // its form, but not in the calendar or on the clock
    YOKE_ERROR_REFUSED_FIELD, // Swift said no to one field of an object that has ended: `failure`
    YOKE_ERROR_INCOMPLETE,       // a part of it was left out with an error that has been told of
    YOKE_ERROR_REPARSE_DEPTH,  // texts that are bound again stand too deep in each other
    YOKE_ERROR_REPARSE_BYTES,  // too much text would have to be bound again
    YOKE_ERROR_ASSIGN         // an instance cannot be changed: `failure`, which says where it is
};

/// What was found in the text.
enum yoke_found {
    YOKE_FOUND_NULL,
    YOKE_FOUND_BOOL,
    YOKE_FOUND_NUMBER,
    YOKE_FOUND_STRING,
    YOKE_FOUND_OBJECT,
    YOKE_FOUND_ARRAY,
    YOKE_FOUND_KEY
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
    /// Where the value begins, and where it ends, as far as it had been read; 0: where the event ends.
    uint64_t offset;
    uint64_t end;
    /// What the place wanted.
    const yoke_type *type;
    /// A retained Swift error object, owned by whoever takes it.
    void *failure;
    /// Length of the scalar that does not fit, whose start is the binder's `error_text`. 0: it is not known.
    size_t text_length;
} yoke_error;

enum yoke_frame_kind {
    YOKE_FRAME_ROOT,
    YOKE_FRAME_OBJECT,
    YOKE_FRAME_ARRAY,
    YOKE_FRAME_DICTIONARY,
    /// An array that is there, whose elements are read over, as far as there are.
    YOKE_FRAME_ELEMENTS,
    YOKE_FRAME_VIA,
    /// A container on the way to elements.
    YOKE_FRAME_PATH,
    /// A container whose events go to `sink`, or nowhere.
    YOKE_FRAME_DYNAMIC,
    /// An array on the way to fields of the model around it, or (POSITIONS) of one that stands as an array: an OBJECT but for that.
    YOKE_FRAME_PATH_NODES,
    /// A captured value that is bound again, as `element`.
    YOKE_FRAME_CHOSEN,
    /// A dictionary that is there, of which entries are changed: room for one pair, and behind it for another value.
    YOKE_FRAME_ENTRIES,
    /// A value that takes the place of one that is there, when it is whole.
    YOKE_FRAME_REPLACED
};

/// One open container or staged value. What every member needs comes first.
typedef struct yoke_frame {
    uint8_t kind;
    /// The container in the text is an object.
    bool is_object;
    /// PATH: the value of the current key or index is wanted. DICTIONARY, ENTRIES: a pair's key is there. OBJECT: the value that
    /// comes is `next`'s, or takes the place of that, unless it is null. CHOSEN: the value is there.
    bool wanted;
    /// OBJECT, where no key may come again: some of those of its fields are in `keyset`; of the others, the bits of the fields tell.
    /// DICTIONARY: a repeated key has been reported.
    bool names_fields;
    /// DICTIONARY, ENTRIES: there is none, since the member is left out: its key is at the end of `keys`.
    /// PATH: the wanted value takes the place of one of the same key.
    bool is_passing;
    /// The frame lies over a value that is there, `old`, or, when that is read over, itself. THROUGH: that is a storage of its own.
    bool is_in_place;
    /// PATH: the key on the path was there before. DYNAMIC: the container is left out as if it had not come.
    /// OBJECT: its text is being captured. ENTRIES: the entry's value is in the second place.
    /// CHOSEN: the text is that of the object that the value is flattened into.
    bool met;
    /// OBJECT: instance. ARRAY, DICTIONARY, ENTRIES: first element or pair. THROUGH: storage.
    uint8_t *base;
    /// OBJECT: the next expected field, the one that the last key named (NULL: unknown), and the seen bits.
    const yoke_field *next;
    const yoke_field *field;
    uint64_t *seen;
    /// OBJECT with candidates: which one each field's value came from, by its place; YOKE_RANK_OF_NULL: it is nil.
    uint8_t *ranks;
    /// Elements, pairs or members so far. CHOSEN: how many cases have been tried.
    uint64_t count;
    /// How long the white space in front of the last member or element was: so it will be again.
    size_t space;
    const yoke_object *object;
    /// ARRAY: the elements' slot and stride, at hand.
    const yoke_slot *element;
    size_t stride;
    /// ARRAY, ELEMENTS, DICTIONARY: the most that `count` may be. Each element or pair that is left out makes it one less.
    uint64_t most;
    /// The value that this frame makes, and its destination.
    const yoke_slot *slot;
    uint8_t *destination;
    yoke_stack_mark mark;
    /// Offset of the container's first byte.
    uint64_t start;
    /// How many bytes of `keys` and entries of `keyset` were there before.
    size_t key_mark;
    size_t keyset_mark;
    /// Number of the object among all objects, for the key set. ARRAY: how many elements were left out.
    uint64_t serial;
    /// DYNAMIC: where the events go.
    const yoke_sink *sink;
    void *sink_context;
    /// The value as it was before the update, and the bits of the fields that are still so; behind those, of all that were there.
    /// ELEMENTS: the array's own, `room` of them.
    const uint8_t *old;
    union {
        uint64_t *kept;
        size_t room;
    };
} yoke_frame;

/// How much of a scalar an error keeps: more than a message shows.
enum { YOKE_ERROR_TEXT = 72 };

typedef struct yoke_binder {
    yoke_source source;
    const yoke_thunks *thunks;
    yoke_frame *frames;
    /// The innermost frame: the last of `frame_count`.
    yoke_frame *top;
    size_t frame_count;
    size_t frame_capacity;
    yoke_value_stack stack;
    yoke_tape tape;
    /// The last key of each open dynamic object, at most YOKE_KEY_KEPT bytes of it, for the path of an error.
    yoke_buffer keys;
    yoke_keyset keyset;
    yoke_limits limits;
    /// One more byte than a string or number may have.
    uint64_t string_bound;
    uint64_t number_bound;
    uint64_t depth;
    uint64_t serial;
    enum yoke_duplicates duplicates;
    bool many_values;
    /// The text may be cut (partial values): a repeated key takes the first value away when its own value comes, not before.
    bool may_be_cut;
    /// Bad UTF-8 in strings and keys becomes U+FFFD; `repaired` is where.
    bool repairs_strings;
    yoke_buffer repaired;
    /// Top-level values finished, where the last one ended, and where it did if it was a scalar.
    uint64_t values;
    uint64_t value_end;
    uint64_t scalar_end;
    /// The root's memory holds a value.
    bool root_full;
    /// A path found a place for elements.
    bool path_matched;
    /// Elements handed on, and how many of them a repeated key on the path has overruled.
    uint64_t elements;
    uint64_t void_elements;
    /// Where FORWARD types send their events; NULL: nowhere.
    const yoke_sink *forward;
    void *forward_context;
    yoke_error error;
    uint8_t error_text[YOKE_ERROR_TEXT];
    const yoke_allocator *allocator;
    yoke_slot root;
    uint8_t *root_memory;
    /// `yoke_slot_rule`s for every slot, and how far values of other kinds are converted (`yoke_coercion`s).
    uint8_t rules;
    uint32_t coercions;
    /// The root's memory holds a value, of which what the text does not name stays: see `yoke_update`s.
    uint8_t updates;
    /// Binds the text of a value, which stood at `start`, to the next target. Set by who makes the binder. False: error noted.
    bool (*reparse)(struct yoke_binder *b, const uint8_t *text, size_t n, uint64_t start);
    /// Thunk object that patches values by way of their text.
    void *patcher;
    /// The object that comes next lies over a copy of this value; NULL: over none.
    const uint8_t *over;
    /// What is FILLED.
    const yoke_slot *in_place;
    /// Every error of the mapping is told to the `note` thunk, and what it is about left out; the text is read to its end.
    bool collects;
    /// How many have been told.
    uint64_t reported;
    /// What is mended is told to the `note` thunk.
    bool reports;
    /// While it is told that a value is left out: how many frames lead to it.
    size_t recovering;
    /// Swift's side of the binder, which thunks are told of that may ask for it.
    void *reader;
    /// MISSING: the bits of the fields that are required.
    const uint64_t *required;
    /// The text of the value captured last, where it does not lie in the chunk in one piece.
    yoke_buffer raw_text;
    /// Frames below this one belong to a text around the one that is bound again, and how deep such texts are in each other.
    size_t floor;
    uint32_t reparses;
    /// How long the longest text around that is re-parsed is (0: none is), and how many bytes of values in it were re-parsed so far.
    uint64_t reparse_bound;
    uint64_t reparsed_bytes;
    /// Cases that are being tried, one in the other; how many frames lead to the innermost of them; and whether Swift keeps results of values in trials that have failed.
    uint32_t trials;
    size_t trial_frames;
    bool keeps_results;
    /// Which text the offsets are of: 0 is the call's own. Each text that a hook has made has a number of its own.
    uint64_t text;
    uint64_t texts;
    /// Which of the properties that share a key, or an object, the text is re-parsed for: all of them, outermost first, as a hash.
    uint64_t way;
    /// The outermost text that is being bound again (NULL: none is), or was when an error happened, and where it stands in the whole.
    const uint8_t *reparsing;
    size_t reparsing_length;
    yoke_buffer reparsed;
    uint64_t reparsed_start;
    /// While it is: where the outermost value around it begins whose text is kept.
    uint64_t reparsing_in;
    /// The text that a hook has made, and that is being re-parsed: the innermost. NULL: none is.
    yoke_made *made;
    /// The error was in such a text.
    bool is_error_in_made;
} yoke_binder;

/// How a value that is there is changed.
enum yoke_update {
    YOKE_UPDATES = 1,
    /// Null leaves a field as it is.
    YOKE_UPDATE_KEEPS_ON_NULL = 2,
    /// A model in a field is replaced instead of being changed.
    YOKE_UPDATE_REPLACES_MODELS = 4,
    /// The text is a merge patch: null removes, and whatever an object comes for is changed, not replaced.
    YOKE_UPDATE_MERGES = 8,
    /// No update: the text is read over the value, of which nothing stays but memory.
    YOKE_OVERWRITES = 16
};

enum {
    YOKE_RANK_OF_NULL = 255,
    /// Texts that are bound again, one in the other.
    YOKE_REPARSES_MOST = 128,
    /// How many bytes of values may be re-parsed for each byte of the text that they stand in. Values in each other need no more than
    /// YOKE_REPARSES_MOST, unless something multiplies at each level.
    YOKE_REPARSED_TIMES = 256,
    /// A text that is shorter is re-parsed sooner than its result is looked up.
    YOKE_RESULT_LEAST = 16
};

enum { YOKE_KEY_KEPT = 128 };

/// The binder's events; the context is a `yoke_binder`.
extern const yoke_sink yoke_binder_sink;

/// An empty binder. `yoke_binder_start` must come before the first event.
void yoke_binder_init(yoke_binder *b, const yoke_thunks *thunks, const yoke_allocator *allocator, uint64_t seed);
/// Destroys what is half-made and gives all memory back.
void yoke_binder_free(yoke_binder *b);
/// Makes ready for a text whose value goes to `memory` (unused for roots that are elements or dynamic). Anything left
/// from before is destroyed; the source is left as it is. False: no memory.
bool yoke_binder_start(yoke_binder *b, const yoke_slot *root, void *memory);
/// The same for a text that changes the value at `memory`, which the binder owns until it is taken. `old`: the same value elsewhere, which
/// stays as it is.
bool yoke_binder_start_update(yoke_binder *b, const yoke_slot *root, void *memory, const void *old, uint8_t updates);
/// The same for a text that is read over the value at `memory`, which stays the caller's: at any time, and whatever happens, it is a value.
bool yoke_binder_start_overwrite(yoke_binder *b, const yoke_slot *root, void *memory);
/// Destroys every half-made value and a finished one that was not taken; frames and `error` are forgotten.
void yoke_binder_unwind(yoke_binder *b);
/// The text has been cut: ends every open container as if its bracket had come. `after_key`: the last key has no value. False: see `error`.
bool yoke_binder_close_all(yoke_binder *b, bool after_key);
/// Whether the token that is still unfinished keeps to the limits, as far as the text's offset `end`. False: see `error`.
bool yoke_binder_check_pending(yoke_binder *b, uint64_t end);
/// All containers are closed.
static inline bool yoke_binder_between_values(const yoke_binder *b) { return b->depth == 0; }

#endif
