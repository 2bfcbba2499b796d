// The value of a text that is still arriving: what it would be if all open arrays and objects ended here.
//
//     {"name": "Bo", "tags": ["a", "b", "lon        frames of the text: OBJECT, ARRAY
//       copied        kept ─────────┘     └ kept   frames of the copy: OBJECT, ARRAY with the unfinished element only
//
// A copy of the frames is closed as at the end of a cut text, so every rule holds as in any other text. The parts that may become
// long are not copied each time. An open array, dictionary or string has a value of its own that grows with the text.
#ifndef YOKE_BIND_GROWING_H
#define YOKE_BIND_GROWING_H

#include "bind/bind.h"

/// What the next call needs to know about a frame of the text.
typedef struct yoke_level {
    // These tell if the frame is still the same one.
    uint64_t start;
    uint64_t serial;
    uint64_t around;
    const yoke_slot *slot;
    uint8_t kind;
    /// `value` is the array or dictionary of the complete elements. It has `done` of them, and perhaps an unfinished one.
    bool grows;
    /// The dictionary also holds the unfinished pair with the key `key`.
    bool has_key;
    uint64_t done;
    void *value;
    uint64_t key[2];
} yoke_level;

typedef struct yoke_growing {
    /// The text's binder, and the binder that completes the copy. Both have the same options.
    yoke_binder *text;
    yoke_binder *copy;
    /// One for each frame after the first one, which is the root.
    yoke_level *levels;
    size_t count;
    size_t capacity;
    /// The unfinished string that begins at `string_start`, or YOKE_NO_OFFSET. `string_used` of its bytes are in `string`, which is
    /// a value of `string_slot`.
    uint64_t string[2];
    uint64_t string_start;
    size_t string_used;
    const yoke_slot *string_slot;
    yoke_buffer unescaped;
} yoke_growing;

void yoke_growing_init(yoke_growing *g, yoke_binder *text, yoke_binder *copy);
/// Frees what is kept. Call it before the plan is freed, and before a new text.
void yoke_growing_clear(yoke_growing *g);
/// Makes the value so far at `memory`. Returns false if a required part is missing, or if the model refuses the value.
///
/// `after_key`: the last key has no value. `cut`: the `n` bytes of an unfinished string after its quote, or NULL.
///
/// Cost: the new text, and the fields of the open objects. Open dynamic JSON, and the raw text of an open value, are copied entirely each
/// time. If someone still holds the last value, its open arrays, dictionaries and
/// strings are copied.
bool yoke_growing_take(yoke_growing *g, void *memory, bool after_key, const uint8_t *cut, size_t n);

#endif
