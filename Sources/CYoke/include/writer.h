// The writer: models to JSON text through the same plan that reads them. C loads scalars at their offsets; thunks only
// lend a String's bytes or an array's elements, or step through a dictionary. Explicit frames; nothing recurses.
#ifndef YOKE_WRITER_H
#define YOKE_WRITER_H

#include "thunks.h"
#include "value_stack.h"

enum {
    /// What a step of the writer may take of the output's memory before it asks for more.
    YOKE_PATH_NODE_ROOM = 160
};

typedef struct yoke_style {
    /// Spaces a level; 0 is compact.
    uint32_t indent;
    bool sorts_keys;
    bool escapes_slashes;
    /// Write nil members as null instead of leaving them out.
    bool writes_nulls;
    uint64_t depth_limit;
} yoke_style;

enum yoke_write_error {
    YOKE_WRITE_OK,
    YOKE_WRITE_MEMORY,
    YOKE_WRITE_DEPTH,
    /// NaN or an infinity.
    YOKE_WRITE_NOT_FINITE,
    /// Swift said no: `failure`.
    YOKE_WRITE_THUNK,
    /// A date that its style has no text for.
    YOKE_WRITE_NO_DATE,
    /// A value whose members were to stand in the object around it has none.
    YOKE_WRITE_NOT_MEMBERS
};

typedef struct yoke_write_frame {
    const yoke_slot *slot;
    /// OBJECT: the instance. ARRAY: the first element. DICTIONARY: the iterator, or NULL. THROUGH, CAPTURE: the storage.
    const uint8_t *base;
    /// OBJECT: its fields. THROUGH, CAPTURE: what the storage holds.
    const yoke_object *object;
    const yoke_slot *stored;
    /// How many fields, elements or pairs have been begun. DICTIONARY without an iterator: the next place.
    size_t position;
    /// ARRAY: elements in all. DICTIONARY: where in the output the current key's text begins; sets: where their marks do. FAN, EXTRA: where the
    /// value's text does. RULED_OBJECT: how many bytes of `members` there were before.
    size_t count;
    /// A `yoke_kind`; DICTIONARY for sets too; RULED_OBJECT where members come from several hands.
    uint8_t kind;
    /// RULED_OBJECT: some may repeat the key of others.
    bool may_repeat;
    // For DICTIONARY and THROUGH only.
    /// DICTIONARY: where the current value lies, alive while `holds_value`. Without an iterator: what the dictionary is in its place.
    bool holds_value;
    uint8_t *value;
    yoke_stack_mark mark;
} yoke_write_frame;

struct yoke_writer {
    yoke_buffer *out;
    /// Up to here a step may begin: YOKE_PATH_NODE_ROOM bytes in front of the end of the output's memory.
    uint8_t *limit;
    const yoke_thunks *thunks;
    yoke_style style;
    yoke_write_frame *frames;
    size_t frame_count;
    size_t frame_capacity;
    yoke_value_stack stack;
    size_t depth;
    /// A member that the next object begins with: its quoted key with a colon, and its value. NULL: none.
    const uint8_t *tag_key;
    size_t tag_key_length;
    const uint8_t *tag_value;
    size_t tag_value_length;
    /// Where members begin that are to be ordered; room for that; their text before, and keys without their escapes.
    yoke_buffer members;
    yoke_buffer places;
    yoke_buffer moved;
    /// Where the elements of sets that are put in order begin in the output, those of the innermost set last.
    yoke_buffer marks;
    /// Of the type of the value that `unfold` takes apart.
    const yoke_slot *const *choices;
    enum yoke_write_error error;
    void *failure;
    const yoke_allocator *allocator;
};

void yoke_writer_init(yoke_writer *w, yoke_buffer *out, const yoke_thunks *thunks, yoke_style style,
                      const yoke_allocator *allocator);
void yoke_writer_free(yoke_writer *w);

/// Writes the value at `at`. False: `error` says why, the frames say where; `yoke_writer_free` cleans up.
bool yoke_writer_value(yoke_writer *w, const yoke_slot *slot, const void *at);

/// How long a text of a kind was the last time: a guess that any thread may read and write.
static inline size_t yoke_length_guess(const size_t *guess) { return __atomic_load_n(guess, __ATOMIC_RELAXED); }
static inline void yoke_length_note(size_t *guess, size_t length) { __atomic_store_n(guess, length, __ATOMIC_RELAXED); }

/// For thunks: a string, raw text (numbers), what stands before an element of a set, a dictionary's key with its
/// indentation and colon.
void yoke_writer_string(yoke_writer *w, const uint8_t *bytes, size_t n);
void yoke_writer_raw(yoke_writer *w, const uint8_t *bytes, size_t n);
void yoke_writer_element(yoke_writer *w);
/// The next object begins with this member. The bytes stay until it has.
void yoke_writer_tag(yoke_writer *w, const uint8_t *key, size_t key_length, const uint8_t *value, size_t value_length);
void yoke_writer_key(yoke_writer *w, const uint8_t *bytes, size_t n);

#endif
