// Memory for the C engine. The allocator is a parameter everywhere, so that a test can make the Nth request fail.
#ifndef YOKE_ALLOC_H
#define YOKE_ALLOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Where the C engine gets memory. `resize(context, NULL, 0, n)` allocates, `resize(context, p, old, 0)` frees and
/// returns NULL, anything else reallocates; NULL for a request of n > 0 means "no memory" and leaves `p` as it was.
/// It never gives more than PTRDIFF_MAX bytes at once: malloc does not. So twice the size of a block does not overflow a size_t.
/// Thread-safety is that of the functions behind it: the default one (`yoke_allocator_libc`) is thread-safe.
typedef struct yoke_allocator {
    void *context;
    void *(*resize)(void *context, void *pointer, size_t old_size, size_t new_size);
} yoke_allocator;

/// The allocator over libc's malloc, realloc and free.
extern const yoke_allocator yoke_allocator_libc;
static inline const yoke_allocator *yoke_libc(void) { return &yoke_allocator_libc; }

/// Memory that is lent for the first block, and is not given back; others come from `base`.
typedef struct yoke_lender {
    /// Whose context is this.
    yoke_allocator allocator;
    const yoke_allocator *base;
    void *memory;
} yoke_lender;

/// Makes the lender, which must stay where it is as long as its allocator is used.
void yoke_lender_init(yoke_lender *lender, const yoke_allocator *base, void *memory);

/// Bytes that grow: the one output buffer of the engine (writer, captured text, tape text).
/// Once `failed` is set (no memory, or past 2^62 bytes) every further append does nothing.
typedef struct yoke_buffer {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
    const yoke_allocator *allocator;
    bool failed;
} yoke_buffer;

/// An empty buffer; owns nothing until the first append.
static inline yoke_buffer yoke_buffer_make(const yoke_allocator *allocator) {
    yoke_buffer b = {NULL, 0, 0, allocator, false};
    return b;
}

/// Makes room for `more` bytes behind `count`, growing geometrically. False (and `failed` set) when there is no memory.
bool yoke_buffer_grow(yoke_buffer *b, size_t more);

/// Gives the memory back; the buffer is empty and usable again.
void yoke_buffer_free(yoke_buffer *b);

/// Room for `more` bytes behind `count`, without a call when it is there already.
static inline bool yoke_buffer_reserve(yoke_buffer *b, size_t more) {
    if (__builtin_expect(b->capacity - b->count >= more && !b->failed, 1)) return true;
    return yoke_buffer_grow(b, more);
}

/// Appends `n` bytes.
static inline void yoke_buffer_append(yoke_buffer *b, const void *bytes, size_t n) {
    if (n == 0 || !yoke_buffer_reserve(b, n)) return;
    __builtin_memcpy(b->bytes + b->count, bytes, n);
    b->count += n;
}

/// Appends one byte.
static inline void yoke_buffer_push(yoke_buffer *b, uint8_t byte) {
    if (!yoke_buffer_reserve(b, 1)) return;
    b->bytes[b->count++] = byte;
}

#endif
