// What the files of the binder share: targets, frames, failing. Not for anyone else.
#ifndef YOKE_BIND_INTERNAL_H
#define YOKE_BIND_INTERNAL_H

#include "bind.h"

#define YOKE_LIKELY(x) __builtin_expect(!!(x), 1)
#define YOKE_UNLIKELY(x) __builtin_expect(!!(x), 0)

/// Where the value that comes next goes. `slot` NULL: nowhere; it is only checked.
typedef struct yoke_target {
    const yoke_slot *slot;
    uint8_t *at;
} yoke_target;

static inline yoke_frame *yoke_top(yoke_binder *b) { return b->top; }

/// Takes the top frame off.
static inline void yoke_drop_frame(yoke_binder *b) {
    b->frame_count--;
    b->top--;
}

/// Notes an error at `offset` and returns 0, for the engine to stop.
int yoke_fail_at(yoke_binder *b, enum yoke_error_code code, const yoke_type *type, enum yoke_found found, uint64_t offset);
/// The same at the current event's first byte.
int yoke_fail(yoke_binder *b, enum yoke_error_code code, const yoke_type *type, enum yoke_found found);

/// Room for more frames. False: no memory, error noted.
bool yoke_grow_frames(yoke_binder *b);

/// A new top frame. What only some kinds use is set by whoever opens one. NULL: no memory, error noted.
static inline yoke_frame *yoke_push_frame(yoke_binder *b, enum yoke_frame_kind kind) {
    if (YOKE_UNLIKELY(b->frame_count == b->frame_capacity) && !yoke_grow_frames(b)) return NULL;
    yoke_frame *f = b->top = &b->frames[b->frame_count++];
    f->kind = (uint8_t)kind;
    f->is_object = false;
    f->wanted = false;
    f->slot = NULL;
    f->base = NULL;
    f->count = 0;
    f->space = 0;
    f->field = NULL;
    f->sink = NULL;
    f->start = 0;
    f->serial = 0;
    f->mark = yoke_stack_mark_now(&b->stack);
    f->key_mark = b->keys.count;
    f->keyset_mark = b->keyset.count;
    return f;
}

/// Drops the top frame and everything on the value stack since it was pushed.
static inline void yoke_pop_frame(yoke_binder *b) {
    const yoke_frame *f = b->top;
    yoke_stack_pop(&b->stack, f->mark);
    b->keys.count = f->key_mark;
    if (YOKE_UNLIKELY(b->keyset.count != f->keyset_mark)) yoke_keyset_pop(&b->keyset, f->keyset_mark);
    yoke_drop_frame(b);
}

/// Room for one more pair of a dictionary; NULL: no memory.
uint8_t *yoke_push_pair(yoke_binder *b, yoke_frame *f);

/// The general halves of the two functions below.
bool yoke_next_target_slow(yoke_binder *b, yoke_target *target, enum yoke_found found);
int yoke_value_done_slow(yoke_binder *b);

/// Store a scalar's text. False: error noted; nothing was stored.
bool yoke_store_number(yoke_binder *b, const yoke_type *type, uint8_t *at, const uint8_t *text, size_t n);
bool yoke_store_string(yoke_binder *b, const yoke_type *type, uint8_t *at, const uint8_t *text, size_t n);

/// Sets the tag bytes that say "a value is there" behind a payload just stored.
static inline void yoke_mark_present(const yoke_slot *slot, uint8_t *at) {
    for (uint32_t i = slot->payload; YOKE_UNLIKELY(i < slot->size); i++) at[i] = 0;
}

/// Finds where the next value goes and makes room for it. False: error noted.
static inline bool yoke_next_target(yoke_binder *b, yoke_target *target, enum yoke_found found) {
    yoke_frame *f = yoke_top(b);
    if (YOKE_LIKELY(f->kind == YOKE_FRAME_OBJECT) && YOKE_LIKELY(f->field != NULL)) {
        *target = (yoke_target){&f->field->slot, f->base + f->field->slot.offset};
        return true;
    }
    if (YOKE_LIKELY(f->kind == YOKE_FRAME_ARRAY)) {
        // One more element behind the others, when there is room: they are what was pushed last.
        uint8_t *end = b->stack.top;
        if (YOKE_LIKELY((size_t)(b->stack.limit - end) >= f->stride) && YOKE_LIKELY(f->count < b->limits.members)) {
            b->stack.top = end + f->stride;
            *target = (yoke_target){f->element, end};
            return true;
        }
    }
    yoke_target other; // so that the address of the caller's stays unknown, and its parts in registers
    if (!yoke_next_target_slow(b, &other, found)) return false;
    *target = other;
    return true;
}

/// What follows when the value for the top frame is stored: counting, seen bits, staged types, elements.
static inline int yoke_value_done(yoke_binder *b) {
    yoke_frame *f = yoke_top(b);
    if (YOKE_LIKELY(f->kind == YOKE_FRAME_OBJECT)) {
        if (f->field != NULL) f->seen[f->field->index >> 6] |= (uint64_t)1 << (f->field->index & 63);
        return 1;
    }
    if (YOKE_LIKELY(f->kind == YOKE_FRAME_ARRAY)) {
        f->count++;
        return 1;
    }
    return yoke_value_done_slow(b);
}

/// The elements of an array begin where the value stack ends, if there is room; pushing the first one sees to it.
static inline void yoke_begin_elements(yoke_binder *b, yoke_frame *f, const yoke_slot *slot, uint8_t *at) {
    const yoke_type *type = slot->type;
    f->slot = slot;
    f->destination = at;
    f->element = &type->element;
    f->stride = type->item_stride;
    size_t align = type->item_align;
    f->base = (uint8_t *)(((uintptr_t)b->stack.top + (align - 1)) & ~(uintptr_t)(align - 1));
    if (YOKE_LIKELY(f->base <= b->stack.limit)) b->stack.top = f->base;
}

/// Makes the array of the top frame's elements, which belong to it from here on.
static inline void yoke_end_elements(yoke_binder *b, yoke_frame *f) {
    const yoke_type *type = f->slot->type;
    uint64_t count = f->count;
    f->count = 0;
    switch (type->array_of) {
    case YOKE_ARRAY_OF_F64: b->thunks->doubles(f->destination, (const double *)(void *)f->base, count); break;
    case YOKE_ARRAY_OF_I64: b->thunks->integers(f->destination, (const int64_t *)(void *)f->base, count); break;
    default: b->thunks->array(type->context, f->destination, f->base, count);
    }
    yoke_mark_present(f->slot, f->destination);
}

/// Whether two runs of `n` bytes are the same. Keys are short: no call.
static inline bool yoke_same(const uint8_t *a, const uint8_t *b, size_t n) {
    uint64_t x, y, v, w;
    if (n > 16) return __builtin_memcmp(a, b, n) == 0;
    if (n >= 8) {
        __builtin_memcpy(&x, a, 8), __builtin_memcpy(&y, b, 8);
        __builtin_memcpy(&v, a + n - 8, 8), __builtin_memcpy(&w, b + n - 8, 8);
        return ((x ^ y) | (v ^ w)) == 0;
    }
    if (n >= 4) {
        uint32_t p, q, r, s;
        __builtin_memcpy(&p, a, 4), __builtin_memcpy(&q, b, 4);
        __builtin_memcpy(&r, a + n - 4, 4), __builtin_memcpy(&s, b + n - 4, 4);
        return ((p ^ q) | (r ^ s)) == 0;
    }
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return false;
    return true;
}

static inline bool yoke_bit(const uint64_t *words, size_t i) { return (words[i >> 6] >> (i & 63)) & 1; }
static inline void yoke_set_bit(uint64_t *words, size_t i) { words[i >> 6] |= (uint64_t)1 << (i & 63); }

#endif
