// The value of a text that is still arriving: the value that the text would have if all open arrays and objects ended now.
//
//     {"name": "Bo", "tags": ["a", "b", "lon        frames of the text: OBJECT, ARRAY
//       copied        kept ─────────┘     └ kept   frames of the copy: OBJECT, ARRAY with the unfinished element only
//
// `yoke_growing_take` copies the frames of the text, and closes the containers of the copy as at the end of a cut text. So all rules of
// binding apply as usual. Arrays, dictionaries and strings may become long. So for each open one, a value is kept between the calls. This
// value grows with the text, so that no call copies it anew.
#pragma once

#include "bind/bind.h"

/// The data that is kept for one open container (a frame of the text) until the next call of `yoke_growing_take`.
typedef struct yoke_growing_container {
    // The members up to `kind` identify the container. The next call compares them with the text's frame of the same index, to find out if
    // the frame still stands for the same container.
    uint64_t start;
    uint64_t serial;
    uint64_t parent_position;
    const yoke_slot *slot;
    uint8_t kind;
    /// True if `value` is set: an array or dictionary with the container's first `done` elements or pairs, and perhaps an unfinished pair.
    bool grows;
    /// True if the dictionary `value` also has an unfinished pair, which the next call removes first. The pair's key is the String in
    /// `key`.
    bool has_key;
    uint64_t done;
    void *value;
    uint64_t key[2];
} yoke_growing_container;

typedef struct yoke_growing {
    /// `text`: the text's binder. `copy`: the binder that gets a copy of its frames and completes their values. Both have the same options.
    yoke_binder *text;
    yoke_binder *copy;
    /// The data that is kept for open containers: one `yoke_growing_container` for each frame of the text after the root frame.
    yoke_growing_container *containers;
    size_t count;
    size_t capacity;
    /// `string`: a String with the start of the unfinished string that begins at offset `string_start`. YOKE_NO_OFFSET: no String is kept.
    /// The first `string_used` bytes of the unfinished string are already in the String. `string_slot`: the slot of the String.
    uint64_t string[2];
    uint64_t string_start;
    size_t string_used;
    const yoke_slot *string_slot;
    yoke_buffer unescaped;
} yoke_growing;

void yoke_growing_init(yoke_growing *g, yoke_binder *text, yoke_binder *copy);
/// Frees all kept data. Call it before the plan is freed, and before a new text.
void yoke_growing_clear(yoke_growing *g);
/// Makes the value of the incomplete text at `memory`. Returns false if a required part is missing, if the model refuses the value, or if
/// memory runs out.
///
/// `after_key`: true if the last key has no value. `cut`: the `n` bytes of an unfinished string after its quote, or NULL.
///
/// Cost: linear in the new text, and in the fields of the open objects. Open dynamic JSON, and the raw text of an open value, are copied in
/// each call. If the caller still holds the last value, the open arrays, dictionaries and strings of this value are copied too.
bool yoke_growing_take(yoke_growing *g, void *memory, bool after_key, const uint8_t *cut, size_t n);
