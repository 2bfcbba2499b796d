// The writer turns models into JSON text with the same plan that the readers use. C loads scalars at their offsets. Thunks only lend a
// String's bytes or an array's elements, or iterate over a dictionary. The writer keeps its frames in an array, so no function recurses.
#pragma once

#include "plan/thunks.h"
#include "text/literals.h"
#include "base/value_stack.h"

enum {
    /// The most bytes that the writer appends before it checks again if the output still has room.
    YOKE_STEP_ROOM = 160
};

typedef struct yoke_style {
    /// Number of spaces for each level of nesting. 0: no line breaks.
    uint32_t indent;
    bool sorts_keys;
    /// True to sort dictionaries by their keys, and Sets by the JSON of their elements. Always true if `sorts_keys` is true.
    bool sorts_collections;
    /// True to write one element of each Set twice, so that code that compares the JSON of two models can tell Sets from arrays. Only with
    /// `sorts_collections`.
    bool marks_sets;
    bool escapes_slashes;
    /// True to write nil members as null instead of leaving them out.
    bool writes_nulls;
    uint64_t depth_limit;
    /// The texts for NaN and infinities. If NULL, the writer refuses these numbers.
    const yoke_non_finite *non_finite;
    /// Floating-point numbers below this magnitude are written with the fewest digits that read back as the same number. All others take a
    /// slower path: NaN and infinities if the limit is infinity, all numbers if it is 0, because `fraction_digits` is set.
    double shortest_limit;
    /// 0: as few fraction digits as needed. Otherwise the fixed number of fraction digits, plus 1.
    uint32_t fraction_digits;
} yoke_style;

/// The style of the default options: compact, at most 512 levels deep, no NaN.
const yoke_style *yoke_compact(void);

enum yoke_write_error {
    YOKE_WRITE_OK,
    YOKE_WRITE_MEMORY,
    YOKE_WRITE_DEPTH,
    /// The value is NaN or an infinity, and the style has no text for it.
    YOKE_WRITE_NOT_FINITE,
    /// Swift refused the value: see `failure`.
    YOKE_WRITE_THUNK,
    /// A date that the style cannot write as text.
    YOKE_WRITE_NO_DATE,
    /// A flattened value was not written as an object, so its members cannot stand in the object around it.
    YOKE_WRITE_NOT_MEMBERS
};

typedef struct yoke_write_frame {
    const yoke_slot *slot;
    /// YOKE_OBJECT: the instance. YOKE_ARRAY: the first element. YOKE_DICTIONARY: the iterator, or NULL. YOKE_VIA: the storage (the value
    /// of another type to which the writer converts the value).
    const uint8_t *base;
    /// YOKE_OBJECT: `object` is the table of the object's fields. YOKE_VIA: `stored` is the slot of the storage, from which the text is
    /// written.
    const yoke_object *object;
    const yoke_slot *stored;
    /// How many fields, elements or pairs the writer has begun. For a YOKE_DICTIONARY that is read without an iterator: the index of the
    /// next bucket (a place for one pair in Swift's storage).
    size_t position;
    /// YOKE_ARRAY: number of elements. YOKE_PATH_NODE_INDEX: number of elements written so far. YOKE_DICTIONARY: offset in the output at
    /// which the text of the current key begins; for sets, the size of `marks` when the set began. YOKE_SHARED_KEY, YOKE_EXTRA: offset in
    /// the output at which the frame's text begins. YOKE_OBJECT_WITH_RULES: size of `members` when the object began, in bytes.
    size_t count;
    /// The frame's kind, a `yoke_kind`. Sets have the kind YOKE_DICTIONARY. Objects whose members come from several sources have the kind
    /// YOKE_OBJECT_WITH_RULES. YOKE_SHARED_KEY: members of the object around them that are written only under a condition, for example the
    /// members of a flattened Optional.
    uint8_t kind;
    /// YOKE_OBJECT_WITH_RULES: true if some members may have the same key.
    bool may_repeat;
    // The members below are used only for YOKE_DICTIONARY and YOKE_VIA.
    /// YOKE_DICTIONARY: `value` is the address of the current value, which must be destroyed if `holds_value` is true. Without an iterator:
    /// `value` is the address of the dictionary's storage.
    bool holds_value;
    uint8_t *value;
    yoke_stack_mark mark;
} yoke_write_frame;

struct yoke_writer {
    yoke_buffer *out;
    /// The address YOKE_STEP_ROOM bytes before the end of the output's memory. If the text ends after this address, the next step first
    /// makes room.
    uint8_t *limit;
    const yoke_thunks *thunks;
    yoke_style style;
    yoke_write_frame *frames;
    size_t frame_count;
    size_t frame_capacity;
    yoke_value_stack stack;
    size_t depth;
    /// Number of writers around this writer. If a closure changes or wraps the text of a value, a new writer writes this text. The number
    /// is limited, because each of these writers uses some of the thread's stack.
    uint32_t nesting;
    /// A member with which the next object must begin, for example the tag of an enum: its quoted key with a colon, and its value. NULL: no
    /// such member.
    const uint8_t *tag_key;
    size_t tag_key_length;
    const uint8_t *tag_value;
    size_t tag_value_length;
    /// Used for members that must be sorted or checked for repeated keys. `members`: where each member begins. `spans`: working memory.
    /// `moved`: the unescaped keys, and a copy of the text before the members move.
    yoke_buffer members;
    yoke_buffer spans;
    yoke_buffer moved;
    /// Used for sets whose elements must be sorted: the offsets in the output at which the elements begin. The innermost set comes last.
    yoke_buffer marks;
    /// The slots from which the `project` thunk chooses: the `choices` of the value's type.
    const yoke_slot *const *choices;
    enum yoke_write_error error;
    void *failure;
    const yoke_allocator *allocator;
};

void yoke_writer_init(yoke_writer *w, yoke_buffer *out, const yoke_thunks *thunks, yoke_style style,
                      const yoke_allocator *allocator);
void yoke_writer_free(yoke_writer *w);

/// Writes the value at `at` as a text to `out`, with `depth` containers around it. If the result is false, `error` says why, and the frames
/// say where; call `yoke_writer_end` before the next text.
bool yoke_writer_text(yoke_writer *w, yoke_buffer *out, const yoke_style *style, size_t depth, const yoke_slot *slot, const void *at);
/// Ends a text: destroys the values that an error left unfinished. Keeps the memory for the next text.
void yoke_writer_end(yoke_writer *w);

/// A reusable writer with its output.
typedef struct yoke_pooled_writer {
    yoke_writer writer;
    /// The writer's own output.
    yoke_buffer own;
    /// An output in memory of the caller, and the allocator that borrows this memory.
    yoke_buffer lent;
    yoke_lender lender;
    /// The slot of the pool from which the writer was taken; NULL if it is new.
    void **slot;
} yoke_pooled_writer;

/// Takes a writer out of the process's pool, and empties the writer's own output. Looks at only a few places of the pool. Returns NULL if
/// these places are empty.
yoke_pooled_writer *yoke_writer_take(void);

/// Puts a writer into the process's pool. Returns false if the pool does not keep it: the caller must free it. The pool keeps at most 16
/// writers, and no writer that ran out of memory or has large buffers.
bool yoke_writer_give(yoke_pooled_writer *k);

/// Writes the value at `at` to the writer's output. If the result is false, `error` says why, and the frames say where. Then
/// `yoke_writer_free` cleans up.
bool yoke_writer_value(yoke_writer *w, const yoke_slot *slot, const void *at);

/// Writes the value at `at` to the writer's own output. First makes room for a text as long as the type's last text. If the result is
/// false, see `yoke_writer_text`.
bool yoke_pooled_write(yoke_pooled_writer *k, const yoke_style *style, const yoke_slot *root, const void *at);

// The length of a type's last text serves as a guess for the length of its next text, so that the output's memory need not grow. Types
// share 256 guesses, so a guess may belong to another type. The code that uses a guess must work with any guess. Any thread may read and
// change a guess.

/// Returns the guess for the length of the type's next text, plus a little, because its texts differ in length. Returns 0 before the first
/// text.
size_t yoke_length_room(const yoke_slot *root);
/// Stores the length of a text as the type's guess. A shorter text changes the guess at once, a longer text step by step. So if
/// short and long texts alternate, the short texts do not pay for the memory of the long ones.
void yoke_length_note(const yoke_slot *root, size_t length);
/// Thunks call the functions below. This one writes a string.
void yoke_writer_string(yoke_writer *w, const uint8_t *bytes, size_t n);
/// Writes JSON text, for example a number. Escapes the slashes in its strings if the style says so, and changes nothing else.
void yoke_writer_raw(yoke_writer *w, const uint8_t *bytes, size_t n);
/// Writes a string that is JSON already. Escapes its slashes if the style says so.
void yoke_writer_literal(yoke_writer *w, const uint8_t *bytes, size_t n);
/// Writes the line break before an element of a set.
void yoke_writer_element(yoke_writer *w);
/// Sets the member with which the next object must begin. Its bytes must live until the writer has begun that object.
void yoke_writer_tag(yoke_writer *w, const uint8_t *key, size_t key_length, const uint8_t *value, size_t value_length);
/// Writes an object whose only member is a tag. If `key` is NULL, writes an empty object.
void yoke_writer_unit(yoke_writer *w, const uint8_t *key, size_t key_length, const uint8_t *value, size_t value_length);
/// Writes a dictionary's key with its line break and colon.
void yoke_writer_key(yoke_writer *w, const uint8_t *bytes, size_t n);
