// The way through a document that is as the plan expects it. Private to the native engine.
#ifndef YOKE_NATIVE_FAST_FAST_PATH_H
#define YOKE_NATIVE_FAST_FAST_PATH_H

#include "native.h"
#include "base/platform.h"

/// Whether what is usual may be walked over. Limits as tight as a key or a usual number are looked at token by token; so is whatever is
/// to be told of.
yoke_inline bool yoke_may_run_fast(const yoke_binder *b) {
    return b->limits.string_bytes >= 1024 && b->limits.number_digits >= 32 && !b->reports && !b->collects && (b->rules & (YOKE_RULE_NULL_IS_MISSING | YOKE_RULE_NULL_IS_ZERO)) == 0;
}

/// Whether the bits of an object's fields tell which keys came, where a later member of a key does not replace an earlier one: else each
/// key is looked up.
yoke_inline bool yoke_may_run_fast_keys(const yoke_binder *b, const yoke_frame *f) {
    return b->duplicates == YOKE_LAST_WINS || !(f->names_fields || f->is_in_place);
}

/// Whether the state is one that `yoke_fast_path` knows: in an object, array or dictionary of models, or where a text's only value begins
/// as the object that the plan wants.
static inline bool yoke_fast_path_can_start(const yoke_native *e) {
    const yoke_binder *b = e->binder;
    const yoke_frame *f = b->top;
    if (!e->is_fast) return false;
    if (f->kind == YOKE_FRAME_ROOT)
        return e->expect == YOKE_EXPECT_ROOT && e->p < e->end && *e->p == '{' && f->slot->kind == YOKE_OBJECT && b->values == 0 &&
               b->depth < b->limits.depth && b->updates == 0;
    return f->kind <= YOKE_FRAME_DICTIONARY && e->expect != YOKE_EXPECT_COLON && (f->is_object || f->kind == YOKE_FRAME_ARRAY) &&
           yoke_may_run_fast_keys(b, f);
}

/// The same of a value that is read over another one.
static inline bool yoke_fast_overwrite_can_start(const yoke_native *e) {
    const bool is_array = e->binder->top->kind == YOKE_FRAME_ELEMENTS;
    if (e->binder->duplicates != YOKE_LAST_WINS) return false;
    return yoke_fast_path_can_start(e) || (is_array && e->is_fast && e->expect != YOKE_EXPECT_COLON);
}

/// Takes members and elements as long as nothing is unusual, and stops in front of the first token that is, or that
/// touches the window's end: then e->p and e->expect are those of that token. False: the binder stopped.
bool yoke_fast_path(yoke_native *e);
/// The same of a value that is read over another one.
bool yoke_fast_overwrite(yoke_native *e);

/// Elements of an array of plain numbers, where those of its frame would lie, on the value stack, which does not know of them yet.
typedef struct yoke_numbers {
    uint8_t *base;
    size_t count;
    /// Behind the array's end; or in front of an element that is for others to look at.
    const uint8_t *behind;
    bool is_whole;
} yoke_numbers;

/// Takes them from the first one on, which is in front of `end`, as long as nothing is unusual.
yoke_numbers yoke_take_numbers(const yoke_binder *b, const yoke_type *type, const uint8_t *p, const uint8_t *end);

/// An object that has been begun without a frame: all fields in front of `next` have their values.
typedef struct yoke_begun {
    const uint8_t *p;
    const yoke_field *next;
    /// A `yoke_expect`.
    uint8_t expect;
} yoke_begun;

/// The bits of the fields in front of one of the first 64.
static inline uint64_t yoke_first_fields(const yoke_object *object, const yoke_field *next) {
    return ((uint64_t)1 << (next - object->fields)) - 1;
}

/// Takes the members of an object of a new value, from behind its brace on, as long as they are plain and nothing is unusual: behind the
/// object, or NULL, and how far it came. `inner` and `outer` are the white space in front of its members and of its end.
const uint8_t *yoke_take_object(yoke_native *e, const yoke_slot *slot, uint8_t *at, const uint8_t *p, size_t *inner, size_t *outer,
                                yoke_begun *begun);
/// The same of elements of the array whose frame is the top one, which counts them, from the brace at `*last` on; the first has its place on
/// the value stack already. Behind the last whole one; or NULL, with `*last` the brace of the one that has been begun.
const uint8_t *yoke_take_elements(yoke_native *e, const uint8_t **last, yoke_begun *begun);

/// Behind a number of any form, at most 32 bytes long; NULL: it is longer, none, or touches `end`.
const uint8_t *yoke_read_double(const uint8_t *p, const uint8_t *end, double *out);


#endif
