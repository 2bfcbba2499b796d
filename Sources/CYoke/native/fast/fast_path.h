// The fast path through a document that is as the plan expects. Private to the native engine.
#ifndef YOKE_NATIVE_FAST_FAST_PATH_H
#define YOKE_NATIVE_FAST_FAST_PATH_H

#include "bind/binder.h"
#include "bind/in_place.h"
#include "native/native.h"
#include "base/platform.h"

/// True if the options allow the fast path. If limits are so tight that a key or a usual number can exceed them, each token must be
/// checked. The same is true if anything must be reported.
yoke_inline bool yoke_may_run_fast(const yoke_binder *b) {
    return b->limits.string_bytes >= 1024 && b->limits.number_digits >= 32 && !b->reports && !b->collects && (b->rules & (YOKE_RULE_NULL_IS_MISSING | YOKE_RULE_NULL_IS_ZERO | YOKE_RULE_NULL_IS_NAN)) == 0;
}

/// True if the fast path may take an object's keys without entering each key. Either a later member replaces an earlier one with
/// the same key, or the bits of the object's fields tell which keys came.
yoke_inline bool yoke_may_run_fast_keys(const yoke_binder *b, const yoke_frame *f) {
    return b->duplicates == YOKE_LAST_WINS || !(f->names_fields || f->is_in_place);
}

/// True if `yoke_fast_path` knows the state. This is inside an object, array or dictionary of models, or at the beginning of the
/// text's only value, if the plan wants an object and an object begins.
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

/// Takes members and elements as long as they are as expected. Stops before the first unusual token, or before a token that touches
/// the window's end. `e->p` and `e->expect` then describe that token. Returns false if the binder stopped.
bool yoke_fast_path(yoke_native *e);
/// As `yoke_fast_path`, for a value that is overwritten in place.
bool yoke_fast_overwrite(yoke_native *e);

/// The elements of an array of plain numbers. They lie on the value stack where the elements of a frame would lie, but the stack
/// does not know about them yet.
typedef struct yoke_numbers {
    uint8_t *base;
    size_t count;
    /// Address after the array's end, or of an element that other code must read.
    const uint8_t *behind;
    bool is_whole;
} yoke_numbers;

/// Takes numbers from the first element at `p` on, which must stand before `end`, as long as they are as expected.
yoke_numbers yoke_take_numbers(const yoke_binder *b, const yoke_type *type, const uint8_t *p, const uint8_t *end);

/// An object that was started without a frame. All fields before `next` have their values.
typedef struct yoke_begun {
    const uint8_t *p;
    const yoke_field *next;
    /// A `yoke_expect`.
    uint8_t expect;
    /// For an object that is overwritten: its opening brace, and its address.
    const uint8_t *start;
    uint8_t *at;
} yoke_begun;

/// The bits of the fields before `next`, which is one of the first 64 fields.
static inline uint64_t yoke_first_fields(const yoke_object *object, const yoke_field *next) {
    return ((uint64_t)1 << (next - object->fields)) - 1;
}

/// Takes the members of an object, as long as they are plain and as expected. The object is new, and `p` is the address after its
/// opening brace. Returns the address after the object, or NULL with its progress in `begun`. `inner` is the length of the white
/// space before members, `outer` before the closing brace.
const uint8_t *yoke_take_object(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, size_t *inner, size_t *outer,
                                yoke_begun *begun);
/// Overwrites the object at `at`, whose opening brace is at `p`. If it is an element of the top frame's array, continues with the next
/// elements, and counts all but the last one. Returns the address after the last object, or NULL with the progress of an incomplete one
/// in `begun`.
const uint8_t *yoke_overwrite_objects(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, yoke_begun *begun);
/// As `yoke_take_object`, for a model that stands as an array. `p` is the address after its opening bracket.
const uint8_t *yoke_take_positions(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, yoke_begun *begun);
/// As both, for elements of the array of the top frame, which counts them. Starts at the opening bracket at `*last`, whose element
/// already has its slot on the value stack. Returns the address after the last complete element, or NULL if an element is incomplete;
/// `*last` is then its opening bracket.
const uint8_t *yoke_take_elements(yoke_native *e, const uint8_t **last, yoke_begun *begun);
/// Returns the end of a number without an exponent, of at most 63 bytes. Returns NULL if the lexer must read the number.
const uint8_t *yoke_pass_number(const yoke_native *e, const uint8_t *p, const uint8_t *end);

/// Read a number of any form with at most 32 bytes. Return the address after it. Return NULL if the number is longer or bad, or if it
/// touches `end`.
const uint8_t *yoke_read_double(const uint8_t *p, const uint8_t *end, double *out);
const uint8_t *yoke_read_float(const uint8_t *p, const uint8_t *end, float *out);

#endif
