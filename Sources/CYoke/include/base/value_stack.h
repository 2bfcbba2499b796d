// Memory for values that are not yet at their final address: array elements, dictionary pairs, and storages (values from which other values
// are made). The binder also keeps there the bits that say which fields have a value. The stack consists of linked segments (blocks of
// memory). A value on it never moves, except an array that outgrows its segment: the array's thunk moves it. The stack allocates a segment
// only when it needs one. So it also works if the process may use only a small address space.
#pragma once

#include "base/alloc.h"

typedef struct yoke_segment {
    /// The next segment, or NULL. Segments after the current one are empty and are kept for later use.
    struct yoke_segment *next;
    size_t capacity;
    uint8_t *bytes;
} yoke_segment;

typedef struct yoke_value_stack {
    uint8_t *top;
    uint8_t *limit;
    yoke_segment *segment;
    yoke_segment *first;
    const yoke_allocator *allocator;
    /// The capacity in bytes with which the first segment will be allocated.
    size_t first_capacity;
} yoke_value_stack;

enum { YOKE_FIRST_SEGMENT = 16 * 1024 };

/// A position of the stack. `yoke_stack_pop` to this position frees everything that was pushed after it.
typedef struct yoke_stack_mark {
    uint8_t *top;
    yoke_segment *segment;
} yoke_stack_mark;

static inline yoke_value_stack yoke_stack_make(const yoke_allocator *allocator) {
    yoke_value_stack s = {NULL, NULL, NULL, NULL, allocator, YOKE_FIRST_SEGMENT};
    return s;
}

void yoke_stack_free(yoke_value_stack *s);

/// The slow path of `yoke_stack_push`: pushes `size` bytes that do not fit into the current segment. Returns NULL if memory runs out.
uint8_t *yoke_stack_push_slow(yoke_value_stack *s, size_t size, size_t align);

static inline yoke_stack_mark yoke_stack_mark_now(const yoke_value_stack *s) {
    yoke_stack_mark m = {s->top, s->segment};
    return m;
}

/// Pushes `size` bytes aligned to `align` (a power of two). Returns NULL if memory runs out.
static inline uint8_t *yoke_stack_push(yoke_value_stack *s, size_t size, size_t align) {
    uintptr_t at = ((uintptr_t)s->top + (align - 1)) & ~(uintptr_t)(align - 1);
    if (__builtin_expect(s->top != NULL && at <= (uintptr_t)s->limit && size <= (uintptr_t)s->limit - at, 1)) {
        s->top = (uint8_t *)at + size;
        return (uint8_t *)at;
    }
    return yoke_stack_push_slow(s, size, align);
}

static inline void yoke_stack_pop(yoke_value_stack *s, yoke_stack_mark m) {
    s->top = m.top;
    if (__builtin_expect(s->segment != m.segment, 0)) {
        s->segment = m.segment != NULL ? m.segment : s->first;
        if (m.segment == NULL && s->segment != NULL) s->top = s->segment->bytes;
        s->limit = s->segment != NULL ? s->segment->bytes + s->segment->capacity : NULL;
    }
}
