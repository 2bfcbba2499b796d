// The end of a cut text: the functions of bind/cut_text.c.
#pragma once

#include "bind/binder.h"

/// Where a text that ends too early (a cut text) ends: after a key without a value (`after_key`), in a string value (`string`), elsewhere.
typedef struct yoke_cut {
    bool after_key;
    /// The first `length` bytes of the unfinished string value, after its quote. NULL: the text does not end in such a string, or the call
    /// does not keep it.
    const uint8_t *string;
    size_t length;
} yoke_cut;

/// The closing brackets that a cut text lacks. The brackets become the text's last chunk.
typedef struct yoke_closing {
    /// A copy of the binder's source from before this last chunk.
    yoke_source source;
    yoke_buffer brackets;
    /// Offset of the first added bracket.
    uint64_t start;
    /// The cut end of the text, which raw text lacks: an unfinished string, with the comma and the key before it. A re-parse of the raw
    /// text reads this end too. Empty if the call does not keep such a string.
    yoke_buffer tail;
    /// True if a value without its required parts is left out. If false, it is an error.
    bool drops_incomplete;
} yoke_closing;

/// `yoke_begin_closing` begins the chunk of added brackets, and returns false after it recorded an error. It drops the text's last key if
/// this key has no value. `binds_string`: true if the caller next binds an unfinished string as this value, so that the key stays.
/// `yoke_end_closing` ends the chunk. `closing` must not move between the two calls, because the binder and its source point to it.
bool yoke_begin_closing(yoke_closing *closing, yoke_binder *b, yoke_cut cut, bool binds_string);
void yoke_end_closing(yoke_closing *closing, yoke_binder *b);
/// Closes the containers of a cut text, until `depth` containers are open, and binds the unfinished string. `drops_incomplete`: leave out
/// values that cannot be completed, if possible. Returns false after it recorded an error.
bool yoke_close_to(yoke_binder *b, uint64_t depth, yoke_cut cut, bool drops_incomplete);
/// `end` is the offset at which raw text ends. True if the last bytes of this raw text are added brackets: the text was cut inside a value
/// that is kept as raw text.
static inline bool yoke_is_cut(const yoke_binder *b, uint64_t end) {
    // Offsets in a text that a hook made say nothing about the cut text. So such a text counts as complete.
    return yoke_unlikely(b->closing != NULL) && b->made == NULL && end > b->closing->start;
}
/// Leaves out the value of a cut text that could not be completed: forgets the error, and keeps the first `count` frames. `depth`: number
/// of open containers outside of the innermost re-parsed text (0 if no text is re-parsed).
void yoke_drop_frames(yoke_binder *b, size_t count, uint64_t depth);
/// Treats the unfinished value of the top frame's field as missing: the field gets the bytes that it has in a new instance.
void yoke_reset_cut_field(yoke_binder *b);
/// Called when a value cannot be completed because the text is cut. `count`: the number of frames around the value. Leaves the value out of
/// its container, and forgets the value's error. Returns false, and changes nothing, during a trial (an attempt to read a text as one of
/// several cases). Does the same if the value stands directly in no container, for example if it is the root.
bool yoke_leave_out_cut(yoke_binder *b, size_t count);
/// Appends the closing bracket of the innermost container to `closing`, because the raw text of outer containers needs this bracket.
void yoke_close_bracket(yoke_closing *closing, yoke_binder *b);
/// Ends the innermost open container, as if its bracket had come. Returns 0 after it recorded an error.
int yoke_close_top(yoke_closing *closing, yoke_binder *b);
/// `s` is the start of a cut string. Returns how many of its `n` bytes form complete characters and escapes.
size_t yoke_complete_length(const uint8_t *s, size_t n);
/// For a text that ends inside a string: returns the slot to which the start of this string may be bound. Returns NULL inside dynamic JSON,
/// which has no slots, and if the slot needs the complete string.
const yoke_slot *yoke_cut_string_slot(const yoke_binder *b);
