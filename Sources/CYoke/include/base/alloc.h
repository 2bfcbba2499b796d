// Memory for the C engine. The allocator is a parameter, so that a test can make the Nth request fail.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Source of memory for the C engine. `resize` does three things:
/// - `resize(context, NULL, 0, n)` allocates n bytes.
/// - `resize(context, p, old, 0)` frees `p` and returns NULL.
/// - `resize(context, p, old, n)` reallocates `p` to n bytes.
///
/// If a request of n > 0 bytes returns NULL, there is not enough memory, and `p` is unchanged.
///
/// One block has at most PTRDIFF_MAX bytes, as with malloc. So twice the size of a block does not overflow a size_t.
///
/// An allocator is as thread-safe as its functions. The default one (`yoke_allocator_libc`) is thread-safe.
typedef struct yoke_allocator {
    void *context;
    void *(*resize)(void *context, void *pointer, size_t old_size, size_t new_size);
} yoke_allocator;

/// The allocator that uses libc's realloc and free.
extern const yoke_allocator yoke_allocator_libc;
static inline const yoke_allocator *yoke_libc(void) { return &yoke_allocator_libc; }

/// An allocator for a buffer that begins in `memory`, which belongs to the caller. The allocator never frees `memory`. If the buffer must
/// grow, its bytes move to a block of the allocator `base`.
typedef struct yoke_lender {
    /// The allocator to use. Its `context` points to this struct.
    yoke_allocator allocator;
    const yoke_allocator *base;
    void *memory;
} yoke_lender;

/// Makes the allocator `lender->allocator`. The caller then stores the address `memory` in its buffer. `lender` must stay at its address as
/// long as its allocator is used.
void yoke_lender_init(yoke_lender *lender, const yoke_allocator *base, void *memory);

/// A growing array of bytes. The engine writes all output to such buffers (writer, raw text, text of the tape). `failed` is set if memory
/// runs out, or if the buffer would need more than 2^62 bytes (on 64-bit systems). Then every further append does nothing.
typedef struct yoke_buffer {
    uint8_t *bytes;
    size_t count;
    size_t capacity;
    const yoke_allocator *allocator;
    bool failed;
} yoke_buffer;

/// Returns an empty buffer. It allocates no memory before the first append.
static inline yoke_buffer yoke_buffer_make(const yoke_allocator *allocator) {
    yoke_buffer b = {NULL, 0, 0, allocator, false};
    return b;
}

/// Makes room for `more` bytes after `count`. The capacity grows geometrically. Returns false and sets `failed` if memory runs
/// out.
bool yoke_buffer_grow(yoke_buffer *b, size_t more);

/// Frees the memory. The buffer is then empty and can be used again.
void yoke_buffer_free(yoke_buffer *b);

/// As `yoke_buffer_grow`, but inline: makes no call if the buffer already has enough room.
static inline bool yoke_buffer_reserve(yoke_buffer *b, size_t more) {
    if (__builtin_expect(b->capacity - b->count >= more && !b->failed, 1)) return true;
    return yoke_buffer_grow(b, more);
}

static inline void yoke_buffer_append(yoke_buffer *b, const void *bytes, size_t n) {
    if (n == 0 || !yoke_buffer_reserve(b, n)) return;
    __builtin_memcpy(b->bytes + b->count, bytes, n);
    b->count += n;
}

static inline void yoke_buffer_push(yoke_buffer *b, uint8_t byte) {
    if (!yoke_buffer_reserve(b, 1)) return;
    b->bytes[b->count++] = byte;
}
