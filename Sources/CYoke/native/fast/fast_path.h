// The fast path: reads text that has the keys and kinds of values that the plan expects. Private to the native engine.
#pragma once

#include "bind/binder.h"
#include "bind/in_place.h"
#include "native/native.h"
#include "native/window.h"
#include "base/platform.h"

/// True if the options allow the fast path. The fast path does not check the length of short strings and common numbers, so the limits for
/// their length must be large. The options must not ask for a report, for collected errors or for a rule about null.
yoke_inline bool yoke_may_run_fast(const yoke_binder *b) {
    return b->limits.string_bytes >= 1024 && b->limits.number_digits >= 32 && !b->reports && !b->collects && (b->rules & (YOKE_RULE_NULL_IS_MISSING | YOKE_RULE_NULL_IS_ZERO | YOKE_RULE_NULL_IS_NAN)) == 0;
}

/// True if the fast path may read the object's members. Then it need not enter their keys in the key set, which finds repeated keys: the
/// last member with a key wins, or the bits `seen` (one for each field with a value) show which keys came. False for an object that an
/// update changes, because the binder's events compare each new value with the old one.
yoke_inline bool yoke_may_run_fast_keys(const yoke_binder *b, const yoke_frame *f) {
    if (yoke_likely(b->always_fast)) return true;
    if (f->is_in_place) return yoke_has_old_values(b) && b->duplicates == YOKE_LAST_WINS;
    return b->duplicates == YOKE_LAST_WINS || !f->names_fields;
}

/// True if `yoke_fast_path` can continue at `e->p`. It can continue inside a model, an array or a dictionary. It can also start at the
/// opening brace of the text's only value, if the plan wants an object.
static inline bool yoke_fast_path_can_start(const yoke_native *e) {
    const yoke_binder *b = e->binder;
    const yoke_frame *f = b->top;
    if (!e->is_fast) return false;
    if (f->kind == YOKE_FRAME_ROOT)
        return e->expect == YOKE_EXPECT_ROOT && e->p < e->end && *e->p == '{' && f->slot->kind == YOKE_OBJECT && b->values == 0 &&
               b->depth < b->limits.depth && (b->updates == 0 || yoke_overwrites(b));
    return f->kind <= YOKE_FRAME_DICTIONARY && e->expect != YOKE_EXPECT_COLON && (f->is_object || f->kind == YOKE_FRAME_ARRAY) &&
           yoke_may_run_fast_keys(b, f);
}

/// As `yoke_fast_path_can_start`, for a value that is overwritten in place.
static inline bool yoke_fast_overwrite_can_start(const yoke_native *e) {
    const bool is_array = e->binder->top->kind == YOKE_FRAME_ELEMENTS;
    if (e->binder->duplicates != YOKE_LAST_WINS) return false;
    return yoke_fast_path_can_start(e) || (is_array && e->is_fast && e->expect != YOKE_EXPECT_COLON);
}

/// Reads members and elements that are as the plan expects. Stops before the first unusual token, or before a token that touches
/// the window's end. `e->p` and `e->expect` then describe that token. Returns false if the binder stopped.
bool yoke_fast_path(yoke_native *e);
/// As `yoke_fast_path`, for a value that is overwritten in place.
bool yoke_fast_overwrite(yoke_native *e);
/// Do the work of `yoke_fast_path` and `yoke_fast_overwrite` for one line whose end is not known yet (`ends_at_feed`). They stop before a
/// line feed. Before a value that must be skipped, they call `yoke_find_line_end`.
bool yoke_fast_path_in_line(yoke_native *e);
bool yoke_fast_overwrite_in_line(yoke_native *e);

/// The elements read so far from an array of numbers. They lie at the top of the value stack (the memory in which arrays grow), but the
/// stack's `top` has not moved after them yet.
typedef struct yoke_numbers {
    uint8_t *base;
    size_t count;
    /// The address after the array, if `is_whole` is true. Otherwise the address of the first element that `yoke_read_numbers` cannot read.
    const uint8_t *after;
    bool is_whole;
} yoke_numbers;

/// Reads the numbers of an array, from the element at `p` on, to the free memory at the top of the value stack. Does not move the top.
/// Stops at `end`, or before the first unusual token.
yoke_numbers yoke_read_numbers(const yoke_binder *b, const yoke_type *type, const uint8_t *p, const uint8_t *end);

/// The progress of an object that is read without a frame: all fields before `next` have their values, and `p` is the next byte.
typedef struct yoke_begun {
    const uint8_t *p;
    const yoke_field *next;
    /// The tokens that may come at `p`, as a value of `yoke_expect`.
    uint8_t expect;
    /// For an object that is overwritten in place: `start` is its opening brace in the text, `at` is the model's address.
    const uint8_t *start;
    uint8_t *at;
} yoke_begun;

/// Returns a word in which the bits of all fields before `next` are set. `next` is one of the first 64 fields.
static inline uint64_t yoke_first_fields(const yoke_object *object, const yoke_field *next) {
    return ((uint64_t)1 << (next - object->fields)) - 1;
}

/// Reads a new object without a frame, as long as its members are plain and as expected. `p` is the address after the opening
/// brace. Returns the address after the object, or NULL with the progress in `begun`. `inner` and `outer` are guesses for the
/// length of the white space before members, and before the closing brace; the function updates them.
const uint8_t *yoke_read_object(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, size_t *inner, size_t *outer,
                                yoke_begun *begun);
/// Overwrites the model at `at` with the object whose opening brace is at `p`. If the model is an element of the top frame's array, also
/// overwrites the next elements. Counts all these elements but the last one, which the caller counts. Returns the address after the last
/// object. If an object is unusual or cut, returns NULL and stores the object's progress in `begun`.
const uint8_t *yoke_overwrite_objects(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, yoke_begun *begun);
/// As `yoke_read_object`, for a model whose JSON is an array. `p` is the address after the opening bracket.
const uint8_t *yoke_read_positions(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, yoke_begun *begun);
/// Reads and counts elements of the top frame's array, each as `yoke_read_object` or `yoke_read_positions` does. `*last`: the opening
/// bracket of the first element, whose memory is already on the value stack. Returns the address after the last element. If an element is
/// unusual or cut, returns NULL, sets `*last` to the element's opening bracket, and stores its progress in `begun`.
const uint8_t *yoke_read_elements(yoke_native *e, const uint8_t **last, yoke_begun *begun);
/// As `read_scalar`, for the kinds of scalars that follow YOKE_STRING in `yoke_kind`, such as dates and enums. Returns NULL if the lexer
/// must read the scalar. Also returns NULL if Swift code refuses the text: then the lexer reads the text again, and the binder's event
/// records the error.
const uint8_t *yoke_read_other_scalar(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, const uint8_t *end);
/// Returns the end of the number at `p` if the number has no exponent and at most 62 bytes. Returns NULL if the lexer must read the number.
const uint8_t *yoke_pass_number(const yoke_native *e, const uint8_t *p, const uint8_t *end);

/// Read a number of any form with fewer than 32 bytes. Return the address after it, or NULL if the number is longer, is not JSON,
/// or touches `end`.
const uint8_t *yoke_read_double(const uint8_t *p, const uint8_t *end, double *out);
const uint8_t *yoke_read_float(const uint8_t *p, const uint8_t *end, float *out);
